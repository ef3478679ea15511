//! Lines of input, as long as they are not endless.

use std::io::{self, BufRead, ErrorKind};

/// A line, or that it was longer than is taken.
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Line {
    Whole(Vec<u8>),
    TooLong,
}

/// Reads the next line, or `None` at the end of input.
pub(crate) fn read(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut has_begun = false;
    let mut is_too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok([]) if !has_begun => return Ok(None),
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        has_begun = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        is_too_long |= bytes.len() + part.len() > longest;
        if is_too_long {
            bytes = Vec::new();
        } else {
            bytes.extend_from_slice(part);
        }
        let is_at_end = end.is_some() || chunk.is_empty();
        let n_used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(n_used);
        if is_at_end {
            return Ok(Some(if is_too_long { Line::TooLong } else { Line::Whole(bytes) }));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn long_lines_are_passed_over() {
        let text = b"one\n1234567\n\r\nlast".as_slice();
        for capacity in [1, 3, 100] {
            let mut input = BufReader::with_capacity(capacity, text);
            let mut next = || read(&mut input, 6).unwrap();
            let whole = |text: &[u8]| Some(Line::Whole(text.to_vec()));
            assert_eq!(next(), whole(b"one"));
            assert_eq!(next(), Some(Line::TooLong));
            assert_eq!(next(), whole(b"\r"));
            assert_eq!(next(), whole(b"last"));
            assert_eq!(next(), None);
        }
    }
}
