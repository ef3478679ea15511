//! Numbers as short as SVG allows.

use std::fmt;

/// A number with at most two decimals.
#[derive(Copy, Clone, Debug)]
pub(super) struct Number(pub(super) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", text),
        };
        match digits.strip_prefix('0') {
            Some("") => f.write_str("0"),
            Some(decimals) => write!(f, "{sign}{decimals}"),
            None => write!(f, "{sign}{digits}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (-0.001, "0"),
            (0.5, ".5"),
            (-0.25, "-.25"),
            (100.0, "100"),
            (9.604, "9.6"),
        ];
        for (value, expected) in cases {
            assert_eq!(Number(value).to_string(), expected);
        }
    }
}
