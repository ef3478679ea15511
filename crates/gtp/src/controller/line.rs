//! Lines that an engine writes, of which each has a limit.

use std::io::{self, BufRead, ErrorKind};

/// What was read of a line.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Line {
    /// All of it, without its end.
    Whole(String),
    /// A little more than the limit allows; the rest is still to be read.
    Cut(String),
}

/// Reads the next line, or `None` at the end.
pub(super) fn read(input: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    loop {
        let chunk = match input.fill_buf() {
            Ok([]) if bytes.is_empty() => return Ok(None),
            Ok([]) => return Ok(Some(Line::Whole(text(&bytes)))),
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        // One byte more than the limit tells a long line from one that ends.
        let n_taken = end.unwrap_or(chunk.len()).min(limit + 1 - bytes.len());
        bytes.extend_from_slice(&chunk[..n_taken]);
        let is_end = end == Some(n_taken);
        input.consume(n_taken + usize::from(is_end));
        if bytes.len() > limit {
            return Ok(Some(Line::Cut(text(&bytes))));
        }
        if is_end {
            return Ok(Some(Line::Whole(text(&bytes))));
        }
    }
}

fn text(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[track_caller]
    fn check_lines(input: &[u8], expected: &[Line]) {
        for capacity in [1, 2, 5, 1000] {
            let mut input = BufReader::with_capacity(capacity, input);
            let lines: Vec<Line> = std::iter::from_fn(|| read(&mut input, 5).unwrap()).collect();
            assert_eq!(lines, expected, "{capacity}");
        }
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.into())
    }

    fn cut(text: &str) -> Line {
        Line::Cut(text.into())
    }

    #[test]
    fn ends_of_lines() {
        check_lines(b"", &[]);
        check_lines(b"= A1\n\n", &[whole("= A1"), whole("")]);
        check_lines(b"=\r\n\r\nx", &[whole("="), whole(""), whole("x")]);
    }

    #[test]
    fn long_lines_are_cut() {
        check_lines(b"12345\n1", &[whole("12345"), whole("1")]);
        check_lines(b"1234567\n1", &[cut("123456"), whole("7"), whole("1")]);
        check_lines(b"1\n12345678", &[whole("1"), cut("123456"), whole("78")]);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        check_lines(b"a\xff\n", &[whole("a\u{fffd}")]);
    }
}
