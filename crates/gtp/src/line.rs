//! Lines of commands, cleaned as the protocol asks.

use std::io::{self, BufRead, ErrorKind};

/// The longest line that is taken, without its comment.
///
/// All moves of the longest games fit in.
const MAX_LENGTH: usize = 1 << 16;

/// A line without comment and control characters.
#[derive(Debug, Default, Eq, PartialEq)]
pub(crate) struct Line {
    /// The text, perhaps blank.
    pub(crate) text: String,
    /// Whether there was more of it than is taken.
    pub(crate) is_cut: bool,
    /// Whether it is the comment by which a controller asks to hurry up.
    pub(crate) is_interruption: bool,
}

/// What a controller writes that wants an answer now.
const INTERRUPTION: &[u8] = b"# interrupt";

/// Reads the next line, or `None` at the end of input.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut cleaner = Cleaner::default();
    loop {
        let chunk = match input.fill_buf() {
            Ok([]) => return Ok(cleaner.has_begun.then(|| cleaner.finish())),
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        cleaner.add(&chunk[..end.unwrap_or(chunk.len())]);
        let n_used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(n_used);
        if end.is_some() {
            return Ok(Some(cleaner.finish()));
        }
    }
}

/// A line of which some was read.
#[derive(Debug, Default)]
struct Cleaner {
    bytes: Vec<u8>,
    /// The comment, as far as it matters.
    comment: Vec<u8>,
    has_begun: bool,
    is_comment: bool,
    is_cut: bool,
}

impl Cleaner {
    fn add(&mut self, bytes: &[u8]) {
        self.has_begun = true;
        for &byte in bytes {
            match byte {
                _ if byte == b'#' || self.is_comment => {
                    self.is_comment = true;
                    if self.comment.len() > INTERRUPTION.len() {
                        return;
                    }
                    self.comment.extend(Some(byte).filter(|byte| !byte.is_ascii_control()));
                }
                b'\t' => self.push(b' '),
                _ if byte.is_ascii_control() => (),
                _ => self.push(byte),
            }
        }
    }

    fn push(&mut self, byte: u8) {
        if self.bytes.len() < MAX_LENGTH {
            self.bytes.push(byte);
        } else {
            self.is_cut = true;
        }
    }

    fn finish(self) -> Line {
        Line {
            text: String::from_utf8_lossy(&self.bytes).into_owned(),
            is_cut: self.is_cut,
            is_interruption: self.bytes.is_empty() && self.comment == INTERRUPTION,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[track_caller]
    fn check_lines(input: &[u8], expected: &[&str]) {
        for capacity in [1, 2, 5, 1000] {
            let mut input = BufReader::with_capacity(capacity, input);
            let mut lines = Vec::new();
            while let Some(line) = read(&mut input).unwrap() {
                assert!(!line.is_cut);
                lines.push(line.text);
            }
            assert_eq!(lines, expected);
        }
    }

    #[test]
    fn control_characters_are_dropped() {
        check_lines(b"9\tname\r\nqu\x07\x08it\x7f\x00\n", &["9 name", "quit"]);
    }

    #[test]
    fn comments_are_dropped() {
        check_lines(b"# all\nname # rest # more\n\n#", &["", "name ", "", ""]);
    }

    #[test]
    fn last_line_needs_no_end() {
        check_lines(b"name\nquit", &["name", "quit"]);
        check_lines(b"", &[]);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        check_lines(b"n\xff\xe9me\n", &["n\u{fffd}\u{fffd}me"]);
        check_lines("囲碁\n".as_bytes(), &["囲碁"]);
    }

    #[test]
    fn long_lines_are_cut() {
        let input = format!("{}\nname #{}\n", "x".repeat(1_000_000), "y".repeat(1_000_000));
        let mut input = input.as_bytes();
        let long = read(&mut input).unwrap().unwrap();
        assert_eq!((long.text.len(), long.is_cut), (MAX_LENGTH, true));
        let short = read(&mut input).unwrap().unwrap();
        assert_eq!(short, Line { text: "name ".into(), ..Line::default() });
    }

    #[test]
    fn an_interruption_is_a_comment_of_its_own() {
        let input = b"# interrupt\r\n#interrupt\nname # interrupt\n# interrupted\n".as_slice();
        let mut input = BufReader::with_capacity(3, input);
        let mut is_next = || read(&mut input).unwrap().unwrap().is_interruption;
        assert_eq!([is_next(), is_next(), is_next(), is_next()], [true, false, false, false]);
    }
}
