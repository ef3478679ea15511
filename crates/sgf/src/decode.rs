//! Decoding: from the bytes of a file to text.
//!
//! The grammar works on text, because in some encodings the second byte of a
//! character may be `\` or `]`.

mod pieces;

use std::borrow::Cow;

use crate::Encoding;
use crate::charset_detection::detect;
use crate::decode::pieces::Pieces;

/// How far from its beginning a file is searched for the name of its
/// encoding, if it could be read without.
const HEAD: usize = 4096;

/// The byte that begins the escape sequences of ISO-2022-JP.
const ESCAPE: u8 = 0x1B;

/// The most characters that are too few to be sure of UTF-8.
const MAX_DOUBTFUL: usize = 8;

/// The text of a file, and how its bytes were understood.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) encoding: Encoding,
    pub(crate) odd: Vec<Odd>,
    /// The encodings of the games, if they have several.
    pub(crate) parts: Vec<Part>,
    /// Whether UTF-16 has no byte order mark.
    pub(crate) is_unmarked: bool,
}

/// The games from here on are in another encoding than those before.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Part {
    pub(crate) start: usize,
    pub(crate) encoding: Encoding,
}

/// A piece of text that would not be written as the bytes it was read from.
///
/// It is the replacement character for bytes that are none, or one of several
/// spellings of a character.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Odd {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) bytes: Box<[u8]>,
}

/// The text of these bytes, in the encoding that is given or else guessed.
///
/// A byte order mark of UTF-8 stays in the text, so that it is written again.
pub(crate) fn decode(bytes: &[u8], encoding: Option<Encoding>) -> Decoded<'_> {
    let guessed = if encoding.is_none() { unmarked_utf16(bytes) } else { None };
    let encoding = encoding.or(guessed);
    if let (None | Some(Encoding::Utf8), Ok(text)) = (encoding, str::from_utf8(bytes)) {
        let encoding = encoding.unwrap_or_else(|| choose_for_utf8(text));
        if encoding == Encoding::Utf8 || (text.is_ascii() && !is_escaped(bytes, encoding)) {
            return Decoded {
                text: text.into(),
                encoding,
                odd: Vec::new(),
                parts: Vec::new(),
                is_unmarked: false,
            };
        }
    }
    let mut pieces = Pieces::with_capacity(bytes.len());
    let mut parts = if encoding.is_none() { parts(bytes) } else { Vec::new() };
    if parts.is_empty() {
        let encoding = encoding.unwrap_or_else(|| choose(bytes));
        pieces.push(bytes, encoding);
        let is_unmarked = encoding.is_utf16() && !has_mark(bytes);
        let Pieces { text, odd } = pieces;
        return Decoded { text: text.into(), encoding, odd, parts, is_unmarked };
    }
    let ends: Vec<usize> = parts.iter().skip(1).map(|it| it.start).chain([bytes.len()]).collect();
    for (part, end) in parts.iter_mut().zip(ends) {
        let start = std::mem::replace(&mut part.start, pieces.text.len());
        pieces.push(&bytes[start..end], part.encoding);
    }
    let Pieces { text, odd } = pieces;
    Decoded { text: text.into(), encoding: parts[0].encoding, odd, parts, is_unmarked: false }
}

fn has_mark(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF])
}

/// UTF-16 that has no byte order mark but begins with ASCII characters.
fn unmarked_utf16(bytes: &[u8]) -> Option<Encoding> {
    let (pairs, _) = bytes.as_chunks::<2>();
    let pairs = &pairs[..pairs.len().min(4)];
    let is_ascii = |byte: u8| byte.is_ascii() && byte != 0;
    if pairs.len() < 2 {
        None
    } else if pairs.iter().all(|it| is_ascii(it[0]) && it[1] == 0) {
        Some(Encoding::Utf16Le)
    } else if pairs.iter().all(|it| it[0] == 0 && is_ascii(it[1])) {
        Some(Encoding::Utf16Be)
    } else {
        None
    }
}

/// Whether ASCII bytes are not the characters that they seem to be.
fn is_escaped(bytes: &[u8], encoding: Encoding) -> bool {
    let is_valid = || !encoding_rs::ISO_2022_JP.decode_without_bom_handling(bytes).1;
    encoding == Encoding::Iso2022Jp && bytes.contains(&ESCAPE) && is_valid()
}

/// The encodings of the games, if they name several.
///
/// The bytes of brackets and semicolons are nothing else in any encoding that
/// can be mixed with others.
fn parts(bytes: &[u8]) -> Vec<Part> {
    if has_mark(bytes) {
        return Vec::new();
    }
    let mut starts = vec![0];
    for (at, _) in bytes.iter().enumerate().filter(|it| *it.1 == b'(') {
        let is_game = bytes[at + 1..].trim_ascii_start().starts_with(b";")
            && bytes[..at].trim_ascii_end().ends_with(b")");
        starts.extend(is_game.then_some(at));
    }
    let ends = starts.iter().copied().skip(1).chain([bytes.len()]);
    let games = || starts.iter().zip(ends.clone()).map(|it| (*it.0, &bytes[*it.0..it.1]));
    let mut names = games().filter_map(|it| named(it.1));
    let first = names.next();
    if names.all(|it| Some(it) == first) {
        return Vec::new();
    }
    let mut parts: Vec<Part> =
        games().map(|it| Part { start: it.0, encoding: choose(it.1) }).collect();
    parts.dedup_by_key(|it| it.encoding);
    parts
}

/// The text of these bytes, if it does not matter what cannot be read.
pub(crate) fn decode_as(bytes: &[u8], encoding: Encoding) -> Cow<'_, str> {
    match (encoding, encoding.codec()) {
        (Encoding::Utf8, _) => String::from_utf8_lossy(bytes),
        (_, Some(codec)) => codec.decode_without_bom_handling(bytes).0,
        _ => decode(bytes, Some(encoding)).text,
    }
}

/// The encoding of a file that could be UTF-8.
fn choose_for_utf8(text: &str) -> Encoding {
    let bytes = text.as_bytes();
    let Some(named) = named(&bytes[..bytes.len().min(HEAD)]) else { return Encoding::Utf8 };
    let is_named = text.is_ascii()
        || named.is_double_byte()
            && is_doubtful(text)
            && !decode_as(bytes, named).contains(char::REPLACEMENT_CHARACTER);
    if is_named { named } else { Encoding::Utf8 }
}

/// The encoding of a file by its beginning, which may end inside a
/// character.
pub(crate) fn encoding_of_head(head: &[u8]) -> Encoding {
    if let Some(encoding) = unmarked_utf16(head) {
        return encoding;
    }
    let is_cut = str::from_utf8(head).is_err_and(|error| error.error_len().is_none());
    let n_kept = head.utf8_chunks().next().map_or(0, |it| it.valid().len());
    choose(if is_cut { &head[..n_kept] } else { head })
}

/// The encoding that a game names in its root.
pub(crate) fn named_in_root(game: &[u8]) -> Option<Encoding> {
    let head = &game[..game.len().min(HEAD)];
    let begin = head.iter().position(|&it| it == b';')? + 1;
    let end = head[begin..].windows(2).position(|it| it == b"];" || it == b"](");
    named(&head[..end.map_or(head.len(), |end| begin + end + 1)])
}

/// The encoding of a file about which nothing is known.
pub(crate) fn choose(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xFF, 0xFE, ..] => return Encoding::Utf16Le,
        [0xFE, 0xFF, ..] => return Encoding::Utf16Be,
        _ => (),
    }
    if let Ok(text) = str::from_utf8(bytes) {
        return choose_for_utf8(text);
    }
    let has_controls = bytes.iter().any(|byte| (0x80..0xA0).contains(byte));
    let named = named(bytes);
    match detect(bytes, named) {
        Encoding::Latin1 if has_controls => Encoding::Windows1252,
        Encoding::Windows1252 if !has_controls && named != Some(Encoding::Windows1252) => {
            Encoding::Latin1
        }
        encoding => encoding,
    }
}

/// The encoding that a file names, unless it contradicts the bytes.
///
/// In an unknown encoding it is not clear where values end. But a value that
/// only talks about another property has a backslash before its bracket.
fn named(bytes: &[u8]) -> Option<Encoding> {
    let starts = bytes.windows(2).enumerate().filter(|it| it.1 == b"CA").map(|it| it.0);
    starts
        .filter(|&start| {
            let before = start.checked_sub(1).map(|it| bytes[it]);
            before.is_none_or(|it| it.is_ascii_whitespace() || b"];(".contains(&it))
        })
        .find_map(|start| {
            let value = bytes[start + 2..].trim_ascii_start().strip_prefix(b"[")?;
            let end = value.iter().take(40).position(|&it| it == b']')?;
            let name = str::from_utf8(&value[..end]).ok()?;
            if name.contains('\\') { None } else { name.parse().ok() }
        })
        .filter(|it: &Encoding| !it.is_utf16())
}

/// Whether characters of two bytes in UTF-8 may be those of an Asian language,
/// because they are few and of no single alphabet.
fn is_doubtful(text: &str) -> bool {
    let high = || text.chars().filter(|it| !it.is_ascii());
    let alphabet = |it| match it {
        '\u{80}'..='\u{BF}' => 0,
        '\u{C0}'..='\u{17F}' | 'ƒ' | '\u{2C0}'..='\u{2DF}' => 1,
        '\u{370}'..='\u{3FF}' => 2,
        '\u{400}'..='\u{4FF}' => 4,
        _ => 3,
    };
    high().nth(MAX_DOUBTFUL).is_none()
        && high().all(|it| it.len_utf8() == 2)
        && !matches!(high().map(alphabet).fold(0, |sum, it| sum | it), 0 | 1 | 2 | 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], text: &str, encoding: Encoding) {
        let decoded = decode(bytes, None);
        assert_eq!((&*decoded.text, decoded.encoding), (text, encoding));
    }

    #[test]
    fn encodings_are_told_apart() {
        check(b"", "", Encoding::Utf8);
        check("柯洁".as_bytes(), "柯洁", Encoding::Utf8);
        check(b"\xEF\xBB\xBFa", "\u{FEFF}a", Encoding::Utf8);
        check(b"\xFF\xFEa\0\xEFg", "a柯", Encoding::Utf16Le);
        check(b"\xFE\xFF\0a\x67\xEF", "a柯", Encoding::Utf16Be);
        check(b"M\xFCller", "Müller", Encoding::Latin1);
        check(b"\x93M\xFCller\x94", "“Müller”", Encoding::Windows1252);
        check(b"\xBF\xC2\xBD\xE0", "柯洁", Encoding::Gb18030);
    }

    #[test]
    fn utf16_needs_no_mark() {
        check(b"(\0;\0C\0[\0\xEFg]\0)\0", "(;C[柯])", Encoding::Utf16Le);
        check(b"\0(\0;\0C\0[\x67\xEF\0]\0)", "(;C[柯])", Encoding::Utf16Be);
        assert!(decode(b"(\0;\0)\0", None).is_unmarked);
        assert!(!decode(b"\xFF\xFE(\0;\0)\0", None).is_unmarked);
    }

    #[test]
    fn escape_sequences_are_read() {
        // The second byte of the first character is a bracket in ASCII.
        let bytes = b"(;CA[ISO-2022-JP]C[\x1B$B%]0f;3\x1B(B!])";
        check(bytes, "(;CA[ISO-2022-JP]C[ポ井山!])", Encoding::Iso2022Jp);
        assert!(decode(bytes, None).odd.is_empty());
        // The older standard is read, and written as it was.
        let decoded = decode(b"(;CA[JIS]CA[iso-2022-jp]C[\x1B$@0f;3\x1B(J!\x1B(B])", None);
        assert_eq!(
            (&*decoded.text, decoded.encoding),
            ("(;CA[JIS]CA[iso-2022-jp]C[井山!])", Encoding::Iso2022Jp)
        );
        assert_eq!(decoded.odd.len(), 4);
    }

    #[test]
    fn half_characters_are_replaced() {
        check(b"\xFF\xFEa\0b", "a\u{FFFD}", Encoding::Utf16Le);
        check(b"\xFF\xFE\0\xD8a\0", "\u{FFFD}a", Encoding::Utf16Le);
    }

    #[test]
    fn bytes_that_are_no_characters_are_kept() {
        let decoded = decode(b"CA[EUC-JP]\xA4\xA2\x8F\xB0\xA1\xA4]", Some(Encoding::EucJp));
        assert_eq!(decoded.text, "CA[EUC-JP]あ丂\u{FFFD}]");
        let odd: Vec<&[u8]> = decoded.odd.iter().map(|it| &*it.bytes).collect();
        assert_eq!(odd, [&b"\x8F\xB0\xA1"[..], b"\xA4"]);
        assert_eq!(&decoded.text[decoded.odd[0].start..decoded.odd[0].end], "丂");
    }

    #[test]
    fn names_of_encodings_are_found() {
        for (text, expected) in [
            ("(;FF[4]CA[GBK])", Some(Encoding::Gb18030)),
            ("(;CA [ big5 ])", Some(Encoding::Big5)),
            ("(;C[see \\]CA[GBK\\]]\nCA[UTF-8])", Some(Encoding::Utf8)),
            ("(;BCA[GBK])", None),
            ("(;CA[UTF-16])", None),
            ("(;CA[nonsense]CA[GBK])", Some(Encoding::Gb18030)),
            ("(;CA", None),
        ] {
            assert_eq!(named(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn short_names_are_not_taken_for_utf8() {
        // These bytes are two characters in UTF-8, of two alphabets.
        check(b"CA[GBK]\xCF\xA3\xCA\xB6", "CA[GBK]希识", Encoding::Gb18030);
        check("CA[GBK]é".as_bytes(), "CA[GBK]é", Encoding::Utf8);
        check("CA[GBK]я".as_bytes(), "CA[GBK]я", Encoding::Utf8);
        check("CA[GBK]柯".as_bytes(), "CA[GBK]柯", Encoding::Utf8);
    }
}
