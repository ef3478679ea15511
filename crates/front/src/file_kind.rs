//! Files that Tengen reads and writes, by their endings.

use std::ffi::OsStr;
use std::path::Path;

/// The endings of game records that can be read, without the dot.
pub const RECORD_ENDINGS: [&str; 5] = ["sgf", "gib", "ngf", "ugf", "ugi"];

/// The endings of pictures that can be written, without the dot.
pub const PICTURE_ENDINGS: [&str; 3] = ["svg", "png", "txt"];

/// A kind of file that the program deals with.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum FileKind {
    /// A game record of any format that can be read.
    Record,
    /// A picture that can be scaled.
    Svg,
    /// A picture in pixels.
    Png,
    /// A text diagram.
    Text,
}

impl FileKind {
    /// The kind of file with this name; the case of the ending is ignored.
    pub fn of(path: &Path) -> Option<FileKind> {
        let ending = path.extension().map(OsStr::to_ascii_lowercase)?;
        match ending.to_str()? {
            ending if RECORD_ENDINGS.contains(&ending) => Some(FileKind::Record),
            "svg" => Some(FileKind::Svg),
            "png" => Some(FileKind::Png),
            "txt" => Some(FileKind::Text),
            _ => None,
        }
    }
}

/// Whether a file is called like a game record.
pub fn is_record(path: &Path) -> bool {
    FileKind::of(path) == Some(FileKind::Record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_tell_the_kind() {
        let kind = |name: &str| FileKind::of(Path::new(name));
        for name in ["game.sgf", "GAME.SGF", "a/b.gib", "c.ngf", "d.ugf", "e.ugi"] {
            assert!(is_record(Path::new(name)), "{name}");
        }
        assert_eq!(kind("board.svg"), Some(FileKind::Svg));
        assert_eq!(kind("board.PNG"), Some(FileKind::Png));
        assert_eq!(kind("sgf"), None);
        assert_eq!(kind("game.sgf.bak"), None);
    }
}
