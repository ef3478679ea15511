//! Lines of sentences, broken between words.

use std::io::{self, Write};

/// The most characters of a line.
const WIDTH: usize = 76;

/// Writes lines, broken between words where they are too long.
pub(super) struct Wrapped<'a> {
    out: &'a mut dyn Write,
    line: Vec<u8>,
}

impl Wrapped<'_> {
    pub(super) fn new(out: &mut dyn Write) -> Wrapped<'_> {
        Wrapped { out, line: Vec::new() }
    }

    /// Writes the line so far, without its end.
    fn write_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let mut rest = &*String::from_utf8_lossy(&line);
        while let Some(at) = break_of(rest) {
            writeln!(self.out, "{}", &rest[..at])?;
            rest = &rest[at + 1..];
        }
        write!(self.out, "{rest}")
    }
}

/// The last space that leaves a line short enough, if it is too long. Spaces
/// before its first word belong to that.
fn break_of(line: &str) -> Option<usize> {
    let (end, _) = line.char_indices().nth(WIDTH)?;
    let begin = line.len() - line.trim_start().len();
    let spaces = line.match_indices(' ').map(|(idx, _)| idx);
    // A word that is longer than a line is not broken.
    let within = spaces.clone().take_while(|&it| it <= end).filter(|&it| it > begin).last();
    within.or_else(|| spaces.into_iter().find(|&it| it > end))
}

impl Write for Wrapped<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&it| it == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(line) => {
                    self.line.extend_from_slice(line);
                    self.write_line()?;
                    writeln!(self.out)?;
                }
                None => self.line.extend_from_slice(part),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_line()?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let long = "word ".repeat(20);
        let word = "x".repeat(100);
        let text = format!("{long}\nshort\n{word} {word}\n   A  B\n(prompt) ");
        let mut out = Vec::new();
        let mut wrapped = Wrapped::new(&mut out);
        wrapped.write_all(text.as_bytes()).unwrap();
        wrapped.flush().unwrap();
        let lines = String::from_utf8(out).unwrap();
        let first = ["word"; 15].join(" ");
        assert_eq!(
            lines,
            format!(
                "{first}\nword word word word word \nshort\n{word}\n{word}\n   A  B\n(prompt) "
            )
        );
    }
}
