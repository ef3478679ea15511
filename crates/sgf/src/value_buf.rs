//! Owned values, escaped and ready to be written.

use std::error::Error;
use std::fmt;

use crate::{Color, Double, Move, Point, Size, Value, scan, text};

/// A value to be written, with all backslashes it needs.
#[derive(Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct ValueBuf {
    // Invariant: no `]` without a backslash, and no backslash at the end
    // without one more before it.
    raw: String,
}

impl ValueBuf {
    /// The empty value, as of `KO[]` or of a pass.
    pub const EMPTY: ValueBuf = ValueBuf { raw: String::new() };

    /// A text of one or more lines.
    pub fn text(text: &str) -> ValueBuf {
        ValueBuf { raw: text::escape(text) }
    }

    /// A composed value, as of `LB` or of a rectangle.
    pub fn compose(first: impl Into<ValueBuf>, second: impl Into<ValueBuf>) -> ValueBuf {
        let mut raw = text::escape_colons(&first.into().raw);
        raw.push(':');
        raw.push_str(&text::escape_colons(&second.into().raw));
        ValueBuf { raw }
    }

    /// The value that stands between brackets in a file.
    ///
    /// # Errors
    ///
    /// Returns [`MissingBackslash`] if the value would end too early or too
    /// late.
    pub fn from_raw(raw: &str) -> Result<ValueBuf, MissingBackslash> {
        let mut bracketed = String::with_capacity(raw.len() + 2);
        bracketed.extend(["[", raw, "]"]);
        let value = scan::value(bracketed.as_bytes(), 0);
        if value.content.len() != raw.len() || value.has_stray_bracket || !value.is_closed {
            return Err(MissingBackslash);
        }
        Ok(ValueBuf { raw: raw.to_owned() })
    }

    /// The text between the brackets as it will be in the file.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// The same value to be looked at.
    pub fn as_value(&self) -> Value<'_> {
        Value::new(&self.raw)
    }
}

/// Makes a text of one or more lines.
impl From<&str> for ValueBuf {
    fn from(text: &str) -> ValueBuf {
        ValueBuf::text(text)
    }
}

/// Makes a text of one or more lines.
impl From<String> for ValueBuf {
    fn from(text: String) -> ValueBuf {
        ValueBuf::text(&text)
    }
}

/// Copies the value as it is.
impl From<Value<'_>> for ValueBuf {
    fn from(value: Value<'_>) -> ValueBuf {
        ValueBuf { raw: value.raw().to_owned() }
    }
}

macro_rules! from_display {
    ($($type:ty),*) => {$(
        impl From<$type> for ValueBuf {
            fn from(value: $type) -> ValueBuf {
                ValueBuf { raw: value.to_string() }
            }
        }
    )*};
}

from_display!(Point, Move, Color, Double, Size, i64);

/// A raw value has a `]` without a backslash, or ends in a backslash.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct MissingBackslash;

impl fmt::Display for MissingBackslash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a raw value, expected a backslash before each ] and \\")
    }
}

impl Error for MissingBackslash {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped() {
        let point = Point::new(0, 1).unwrap();
        assert_eq!(ValueBuf::from("a]b\\c:d").raw(), "a\\]b\\\\c:d");
        assert_eq!(ValueBuf::compose(point, "x:y]").raw(), "ab:x\\:y\\]");
        assert_eq!(ValueBuf::from(Move::Pass), ValueBuf::EMPTY);
        assert_eq!(ValueBuf::from(Size::new(13, 9).unwrap()).raw(), "13:9");
        assert_eq!(ValueBuf::from(-3).raw(), "-3");
        assert_eq!(ValueBuf::from(Color::White).raw(), "W");
    }

    #[test]
    fn raw_values_are_checked() {
        for raw in ["", "aa", "a\\]b", "\\\\", "[", "a[b"] {
            assert_eq!(ValueBuf::from_raw(raw).unwrap().raw(), raw);
        }
        for raw in ["]", "a]b", "\\", "[a]", "[a] b"] {
            assert_eq!(ValueBuf::from_raw(raw), Err(MissingBackslash), "{raw}");
        }
    }
}
