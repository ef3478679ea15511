//! From the bytes of a file to text.
//!
//! This is the only place that knows of encodings. The grammar works on text,
//! because in some encodings the second byte of a character may be `\` or `]`.

use std::borrow::Cow;
use std::fmt;

/// The way in which the text of a file was stored as bytes.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16 with a little-endian byte order mark.
    Utf16Le,
    /// UTF-16 with a big-endian byte order mark.
    Utf16Be,
    /// ISO-8859-1, which the format prescribes where nothing else is said.
    Latin1,
}

impl Encoding {
    /// The name as it is written in the property `CA`.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Utf16Le => "UTF-16LE",
            Encoding::Utf16Be => "UTF-16BE",
            Encoding::Latin1 => "ISO-8859-1",
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text of these bytes, and how they were understood.
///
/// A byte order mark of UTF-8 stays in the text, so that it is written again.
pub(crate) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => (utf16(rest, u16::from_le_bytes).into(), Encoding::Utf16Le),
        [0xFE, 0xFF, rest @ ..] => (utf16(rest, u16::from_be_bytes).into(), Encoding::Utf16Be),
        _ => match str::from_utf8(bytes) {
            Ok(text) => (text.into(), Encoding::Utf8),
            Err(_) => {
                (bytes.iter().copied().map(char::from).collect::<String>().into(), Encoding::Latin1)
            }
        },
    }
}

/// Half characters, at the end or between, become the replacement character.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let cut = (!rest.is_empty()).then_some(char::REPLACEMENT_CHARACTER);
    char::decode_utf16(pairs.iter().copied().map(unit))
        .map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER))
        .chain(cut)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], text: &str, encoding: Encoding) {
        assert_eq!(decode(bytes), (text.into(), encoding));
    }

    #[test]
    fn encodings_are_told_apart() {
        check(b"", "", Encoding::Utf8);
        check("柯洁".as_bytes(), "柯洁", Encoding::Utf8);
        check(b"\xEF\xBB\xBFa", "\u{FEFF}a", Encoding::Utf8);
        check(b"\xFF\xFEa\0\xEFg", "a柯", Encoding::Utf16Le);
        check(b"\xFE\xFF\0a\x67\xEF", "a柯", Encoding::Utf16Be);
        check(b"M\xFCller", "Müller", Encoding::Latin1);
    }

    #[test]
    fn half_characters_are_replaced() {
        check(b"\xFF\xFEa\0b", "a\u{FFFD}", Encoding::Utf16Le);
        check(b"\xFF\xFE\0\xD8a\0", "\u{FFFD}a", Encoding::Utf16Le);
    }
}
