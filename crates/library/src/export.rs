//! Giving games back as files.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use tengen_sgf::Format;

use crate::{Cancel, GameEntry, GameId, Library, LibraryError};

impl Library {
    /// Writes games one after the other, each to the byte as it was read, as
    /// one collection.
    ///
    /// Games in other formats than SGF are converted.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if a game cannot be read or written.
    pub fn export_collection(
        &self,
        games: &[GameId],
        path: &Path,
        cancel: &Cancel,
    ) -> Result<(), LibraryError> {
        let failed = |error| LibraryError::File(path.to_path_buf(), error);
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        let temporary = temporary(path);
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        // The file is replaced as a whole, or not at all.
        let written = self.write_collection(games, &temporary, path, cancel);
        let written = written.and_then(|()| fs::rename(&temporary, path).map_err(failed));
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    fn write_collection(
        &self,
        games: &[GameId],
        temporary: &Path,
        path: &Path,
        cancel: &Cancel,
    ) -> Result<(), LibraryError> {
        let failed = |error| LibraryError::File(path.to_path_buf(), error);
        let mut file = std::io::BufWriter::new(fs::File::create(temporary).map_err(failed)?);
        for &id in games {
            cancel.check()?;
            // Texts in several encodings make no file, so all are in one.
            let text = self.utf8(id)?;
            file.write_all(text.trim().as_bytes()).map_err(failed)?;
            file.write_all(b"\n").map_err(failed)?;
        }
        let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync_all().map_err(failed)
    }

    /// The text of a game in UTF-8, which says so.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if there is no such game, or the library
    /// cannot be read.
    pub fn utf8(&self, id: GameId) -> Result<String, LibraryError> {
        let (bytes, encoding) = self.record_bytes(self.shown_record(id)?)?;
        let options = tengen_sgf::ParseOptions { encoding };
        let mut collection =
            tengen_sgf::read_with(&bytes, options).map_err(|_| LibraryError::Damaged)?;
        if collection.encoding() != tengen_sgf::Encoding::Utf8 {
            let set = collection.set_encoding(tengen_sgf::Encoding::Utf8);
            set.map_err(|_| LibraryError::Damaged)?;
        }
        let game = collection.game(0).ok_or(LibraryError::Damaged)?;
        Ok(game.to_sgf())
    }

    /// Writes each game into a file of its own in a folder, to the byte as it
    /// was read, and returns the files.
    ///
    /// Their names are made of date and players; no file is replaced.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if a game cannot be read or written; the files
    /// that were written before stay.
    pub fn export_folder(
        &mut self,
        games: &[GameId],
        folder: &Path,
        cancel: &Cancel,
    ) -> Result<Vec<PathBuf>, LibraryError> {
        fs::create_dir_all(folder)
            .map_err(|error| LibraryError::File(folder.to_path_buf(), error))?;
        let mut used = HashSet::new();
        let mut paths = Vec::new();
        for &id in games {
            cancel.check()?;
            let bytes = self.bytes(id)?;
            let ending = match Format::of(&bytes) {
                Format::Gib => "gib",
                Format::Ngf => "ngf",
                Format::Ugf => "ugf",
                _ => "sgf",
            };
            let stem = file_stem(&self.game(id)?);
            let mut number = 1;
            let path = loop {
                let suffix = if number > 1 { format!(" ({number})") } else { String::new() };
                let path = folder.join(format!("{stem}{suffix}.{ending}"));
                number += 1;
                if used.contains(&path) {
                    continue;
                }
                match fs::OpenOptions::new().write(true).create_new(true).open(&path) {
                    Ok(mut file) => {
                        let written = file.write_all(&bytes);
                        written.map_err(|error| LibraryError::File(path.clone(), error))?;
                        break path;
                    }
                    Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                    Err(error) => return Err(LibraryError::File(path, error)),
                }
            };
            used.insert(path.clone());
            paths.push(path);
        }
        Ok(paths)
    }
}

fn temporary(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

/// The longest name of a player in the name of a file, in characters.
const MAX_NAME: usize = 40;

/// A name such as `2016-03-09 Lee Sedol - AlphaGo`, which every system takes.
fn file_stem(game: &GameEntry) -> String {
    let clean = |text: &str, otherwise: &str| {
        let is_bad = |c: char| c.is_control() || "<>:\"/\\|?*".contains(c);
        let text: String = text.chars().map(|c| if is_bad(c) { '_' } else { c }).collect();
        let text: String = text.trim().trim_matches('.').chars().take(MAX_NAME).collect();
        if text.trim().is_empty() { otherwise.to_owned() } else { text.trim().to_owned() }
    };
    let date = clean(&game.date, "");
    let players = format!("{} - {}", clean(&game.black, "Black"), clean(&game.white, "White"));
    format!("{date} {players}").trim().to_owned()
}
