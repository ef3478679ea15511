//! Masks multi-byte characters, so that games are found in undecoded bytes.
//!
//! In some encodings a byte of a character may look like a bracket. Such bytes
//! are hidden, and all offsets stay.

use std::borrow::Cow;

use crate::Encoding;

/// What stands for a byte of a character that is not ASCII.
const HIDDEN: u8 = 0xFF;

/// The number of bytes of one byte of a skeleton.
pub(crate) const fn unit_len(encoding: Encoding) -> usize {
    if encoding.is_utf16() { 2 } else { 1 }
}

/// The bytes with those hidden that are part of a character outside ASCII.
pub(crate) fn skeleton(bytes: &[u8], encoding: Encoding) -> Cow<'_, [u8]> {
    match encoding {
        Encoding::Utf16Le => units(bytes, u16::from_le_bytes).into(),
        Encoding::Utf16Be => units(bytes, u16::from_be_bytes).into(),
        Encoding::Iso2022Jp => escaped(bytes).into(),
        // All bytes of the characters of EUC-JP are beyond ASCII.
        Encoding::Gb18030 | Encoding::Big5 | Encoding::ShiftJis | Encoding::EucKr => {
            pairs(bytes, encoding).into()
        }
        _ => bytes.into(),
    }
}

fn units(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let ascii = |pair: &[u8; 2]| u8::try_from(unit(*pair)).ok().filter(u8::is_ascii);
    bytes.as_chunks::<2>().0.iter().map(|pair| ascii(pair).unwrap_or(HIDDEN)).collect()
}

/// Hides what stands between the escape sequences of ISO-2022-JP.
fn escaped(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    let mut is_hidden = false;
    let mut at = 0;
    while at < out.len() {
        if out[at..].starts_with(b"\x1B$") {
            is_hidden = true;
        } else if out[at..].starts_with(b"\x1B(") {
            is_hidden = false;
            out[at..].iter_mut().take(3).for_each(|it| *it = HIDDEN);
            at += 3;
            continue;
        }
        if is_hidden {
            out[at] = HIDDEN;
        }
        at += 1;
    }
    out
}

/// Hides the second bytes of characters of two bytes.
fn pairs(bytes: &[u8], encoding: Encoding) -> Vec<u8> {
    let is_lead = |byte: u8| match encoding {
        Encoding::ShiftJis => matches!(byte, 0x81..=0x9F | 0xE0..=0xFC),
        _ => matches!(byte, 0x81..=0xFE),
    };
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at + 1 < bytes.len() {
        if !is_lead(bytes[at]) {
            at += 1;
        } else if !bytes[at + 1].is_ascii() {
            at += 2;
        } else {
            if is_character(&bytes[at..at + 2], encoding) {
                out[at + 1] = HIDDEN;
                at += 1;
            }
            at += 1;
        }
    }
    out
}

/// Whether two bytes, of which the second is ASCII, are a character together.
fn is_character(pair: &[u8], encoding: Encoding) -> bool {
    let codec = encoding.codec();
    codec.is_some_and(|codec| !codec.decode_without_bom_handling(pair).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], encoding: Encoding, expected: &[u8]) {
        assert_eq!(skeleton(bytes, encoding).escape_ascii().to_string(), {
            expected.escape_ascii().to_string()
        });
    }

    #[test]
    fn brackets_inside_of_characters_are_hidden() {
        check(b"C[\x95\x5C\x83\x5D]", Encoding::ShiftJis, b"C[\x95\xFF\x83\xFF]");
        check(b"C[\xA4\x5D]", Encoding::Big5, b"C[\xA4\xFF]");
        check(b"C[\x81\x5D\xBF\xC2]", Encoding::Gb18030, b"C[\x81\xFF\xBF\xC2]");
        check(b"C[\x1B$B%]\x1B(B]", Encoding::Iso2022Jp, b"C[\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF]");
        check(b"C\0[\0\x5D\x5D]\0", Encoding::Utf16Le, b"C[\xFF]");
    }

    #[test]
    fn brackets_behind_half_characters_stay() {
        check(b"C[\xFF]", Encoding::Gb18030, b"C[\xFF]");
        check(b"C[\x80]", Encoding::ShiftJis, b"C[\x80]");
        check(b"C[\xE4]", Encoding::Latin1, b"C[\xE4]");
    }
}
