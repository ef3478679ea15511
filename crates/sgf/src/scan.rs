//! The tokenizer: properties, values and junk at byte offsets.
//!
//! The same functions read a file and, later, the text of one node, so both
//! see the same properties. All of them take bytes of UTF-8 and return
//! offsets, which always fall between characters: only ASCII has a meaning.

use std::borrow::Cow;
use std::ops::Range;

/// Whether this is white space of the format.
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// The first offset from `at` on that is not white space.
pub(crate) fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_space(bytes[at]) {
        at += 1;
    }
    at
}

/// The end of the name that begins at `at`.
pub(crate) fn skip_name(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at].is_ascii_alphanumeric() {
        at += 1;
    }
    at
}

/// One value: its text without brackets, and whether something was amiss.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Value {
    /// The text between the brackets, as it is in the file.
    pub(crate) content: Range<usize>,
    /// Where the text goes on.
    pub(crate) end: usize,
    /// Whether there is a closing bracket.
    pub(crate) is_closed: bool,
    /// Whether a closing bracket inside the text lacks its backslash.
    pub(crate) has_stray_bracket: bool,
    /// Whether what follows does not look like the end of a value, so that
    /// the end might be found elsewhere if that changed.
    is_doubtful: bool,
}

impl Value {
    /// Whether this text means the same wherever it stands.
    pub(crate) fn is_sound(&self) -> bool {
        self.is_closed && !self.has_stray_bracket && !self.is_doubtful
    }
}

/// The value whose `[` is at `open`.
#[inline]
pub(crate) fn value(bytes: &[u8], open: usize) -> Value {
    let start = open + 1;
    let mut at = start;
    let mut is_nested = false;
    let mut value = Value {
        content: start..start,
        end: bytes.len(),
        is_closed: false,
        has_stray_bracket: false,
        is_doubtful: false,
    };
    loop {
        at = skip_plain(bytes, at);
        if at == bytes.len() {
            break;
        }
        match bytes[at] {
            // A backslash at the end escapes nothing.
            b'\\' if at + 1 == bytes.len() => break,
            b'\\' => at += 1,
            b'[' => is_nested = true,
            b']' => {
                value.is_doubtful = is_nested && !may_end(bytes, at + 1);
                if !value.is_doubtful || !is_stray(bytes, at + 1) {
                    value.is_closed = true;
                    value.end = at + 1;
                    break;
                }
                value.has_stray_bracket = true;
            }
            _ => (),
        }
        at += 1;
    }
    value.content.end = at;
    value
}

/// The value of a move whose `[` is at `open`.
///
/// No move contains a node, so if one begins before the `]`, that is missing.
fn move_value(bytes: &[u8], open: usize) -> Value {
    let mut at = open + 1;
    while at < bytes.len() && bytes[at] != b']' {
        if bytes[at] == b';' && is_property(bytes, skip_space(bytes, at + 1)) {
            return Value {
                content: open + 1..at,
                end: at,
                is_closed: false,
                has_stray_bracket: false,
                is_doubtful: false,
            };
        }
        at += 1;
    }
    value(bytes, open)
}

/// The first offset from `at` on with `[`, `\` or `]`, or the end.
fn skip_plain(bytes: &[u8], mut at: usize) -> usize {
    // The three are neighbors in ASCII.
    let is_special = |byte: u8| byte.wrapping_sub(b'[') < 3;
    // Most values are short; in a long one, the compiler compares a whole
    // chunk at once.
    for _ in 0..CHUNK {
        if at == bytes.len() || is_special(bytes[at]) {
            return at;
        }
        at += 1;
    }
    while let Some(chunk) = bytes[at..].first_chunk::<CHUNK>() {
        if chunk.iter().fold(false, |found, &byte| found | is_special(byte)) {
            break;
        }
        at += CHUNK;
    }
    while at < bytes.len() && !is_special(bytes[at]) {
        at += 1;
    }
    at
}

const CHUNK: usize = 16;

/// Whether something follows that may follow the end of a value.
fn may_end(bytes: &[u8], at: usize) -> bool {
    let next = skip_space(bytes, at);
    match bytes.get(next) {
        None | Some(b'[' | b'(' | b')' | b';') => true,
        Some(b'A'..=b'Z') => is_property(bytes, next),
        _ => false,
    }
}

/// Whether the `]` before `at` is rather a part of a text such as
/// `Matsuyama[3d]` than the end of a value.
///
/// It is if another `]` follows, with no node on the way there.
fn is_stray(bytes: &[u8], mut at: usize) -> bool {
    while at < bytes.len() && bytes[at] != b']' {
        match bytes[at] {
            b'\\' => at += 1,
            b';' if is_property(bytes, skip_space(bytes, at + 1)) => return false,
            _ => (),
        }
        at += 1;
    }
    at < bytes.len()
}

/// Whether a name with a value begins at `at`.
pub(crate) fn is_property(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(u8::is_ascii_alphabetic)
        && bytes.get(skip_space(bytes, skip_name(bytes, at))) == Some(&b'[')
}

/// What the text of a node consists of.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Item {
    /// A property with its values.
    Property(Property),
    /// A value without a name.
    LooseValue(Range<usize>),
    /// Text without a meaning.
    Junk(Range<usize>),
}

impl Item {
    /// Where the text goes on.
    pub(crate) fn end(&self) -> usize {
        match self {
            Item::Property(property) => property.values.end,
            Item::LooseValue(range) | Item::Junk(range) => range.end,
        }
    }
}

/// A property in the text of a node.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Property {
    /// The name as it is in the file.
    pub(crate) name: Range<usize>,
    /// From the first `[` to behind the last `]`; empty without a value.
    pub(crate) values: Range<usize>,
    /// Whether the last value has a closing bracket.
    pub(crate) is_closed: bool,
    /// Whether a closing bracket inside a value lacks its backslash.
    pub(crate) has_stray_bracket: bool,
    /// Whether all values mean the same wherever they stand.
    pub(crate) is_sound: bool,
}

/// The next item from `at` on, or `None` where the node ends.
#[inline]
pub(crate) fn item(bytes: &[u8], at: usize) -> Option<Item> {
    let at = skip_space(bytes, at);
    match *bytes.get(at)? {
        b';' | b'(' | b')' => None,
        b'[' => Some(Item::LooseValue(at..value(bytes, at).end)),
        byte if byte.is_ascii_alphabetic() => Some(named(bytes, at)),
        _ => Some(Item::Junk(at..skip_junk(bytes, at))),
    }
}

/// The name at `at` and the end of its values, if they are as in nearly all
/// files: one or two capital letters, no space, no bare `[` in a value.
///
/// This finds what [`item`] finds, in half the time.
#[inline]
pub(crate) fn plain_property(bytes: &[u8], at: usize) -> Option<(Range<usize>, usize)> {
    let name_end = match bytes[at..] {
        [b'A'..=b'Z', b'[', ..] => at + 1,
        [b'A'..=b'Z', b'A'..=b'Z', b'[', ..] => at + 2,
        _ => return None,
    };
    let mut end = name_end;
    while bytes.get(end) == Some(&b'[') {
        end = skip_plain(bytes, end + 1);
        while bytes.get(end) == Some(&b'\\') && end + 1 < bytes.len() {
            end = skip_plain(bytes, end + 2);
        }
        if bytes.get(end) != Some(&b']') {
            return None;
        }
        end += 1;
    }
    // More values may follow behind a space.
    if bytes.get(end).is_some_and(|&byte| is_space(byte))
        && bytes.get(skip_space(bytes, end)) == Some(&b'[')
    {
        return None;
    }
    Some((at..name_end, end))
}

/// The property whose name begins at `start`.
#[inline]
fn named(bytes: &[u8], start: usize) -> Item {
    let name = start..skip_name(bytes, start);
    let open = skip_space(bytes, name.end);
    let has_value = bytes.get(open) == Some(&b'[');
    // A bare word is a property only if it cannot be anything else.
    if !has_value && !bytes[name.clone()].iter().all(u8::is_ascii_uppercase) {
        return Item::Junk(name);
    }
    let first = if has_value { open } else { name.end };
    let mut property = Property {
        name,
        values: first..first,
        is_closed: true,
        has_stray_bracket: false,
        is_sound: has_value,
    };
    let is_move = is_move(&bytes[property.name.clone()]);
    let mut next = first;
    while bytes.get(next) == Some(&b'[') {
        let value = if is_move { move_value(bytes, next) } else { value(bytes, next) };
        property.values.end = value.end;
        property.is_closed = value.is_closed;
        property.has_stray_bracket |= value.has_stray_bracket;
        property.is_sound &= value.is_sound();
        next = skip_space(bytes, value.end);
    }
    Item::Property(property)
}

/// Whether a name in a file stands for a move.
fn is_move(raw: &[u8]) -> bool {
    str::from_utf8(raw).is_ok_and(|raw| is_name(raw, "B") || is_name(raw, "W"))
}

/// The end of the text without a meaning that begins at `at`.
fn skip_junk(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len()
        && !is_space(bytes[at])
        && !bytes[at].is_ascii_alphabetic()
        && !matches!(bytes[at], b';' | b'(' | b')' | b'[')
    {
        at += 1;
    }
    at
}

/// The name that a name in a file stands for.
///
/// Until the third format, lower-case letters were allowed and ignored, as in
/// `SiZe` for `SZ`. A name without upper-case letters would stand for nothing,
/// so it is taken as a whole.
pub(crate) fn canonical_name(raw: &str) -> Cow<'_, str> {
    if !raw.bytes().any(|byte| byte.is_ascii_lowercase()) {
        return raw.into();
    }
    match raw.find(|it: char| it.is_ascii_uppercase()) {
        Some(first) => raw[first..].chars().filter(|it| !it.is_ascii_lowercase()).collect(),
        None => raw.to_ascii_uppercase().into(),
    }
}

/// Whether a name in a file stands for this name.
pub(crate) fn is_name(raw: &str, name: &str) -> bool {
    raw == name || (raw.len() >= name.len() && canonical_name(raw) == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_value(text: &str, content: &str, rest: &str) -> Value {
        let value = value(text.as_bytes(), 0);
        assert_eq!(&text[value.content.clone()], content);
        assert_eq!(&text[value.end..], rest);
        value
    }

    #[test]
    fn value_ends_at_its_bracket() {
        assert!(check_value("[aa]W[bb]", "aa", "W[bb]").is_closed);
        assert!(check_value("[]", "", "").is_closed);
        assert!(check_value(r"[a\]b\\]c", r"a\]b\\", "c").is_closed);
        assert!(check_value("[a [b];B[aa]", "a [b", ";B[aa]").is_closed);
    }

    #[test]
    fn value_without_an_end() {
        assert!(!check_value("[aa", "aa", "").is_closed);
        assert!(!check_value(r"[aa\", "aa", "").is_closed);
        assert!(!check_value(r"[aa\\", r"aa\\", "").is_closed);
        assert!(!check_value(r"[aa\]", r"aa\]", "").is_closed);
    }

    #[test]
    fn brackets_inside_of_a_text() {
        assert!(check_value("[Matsuyama[3d]]PW[x]", "Matsuyama[3d]", "PW[x]").has_stray_bracket);
        assert!(check_value("[see [1] here];B[aa]", "see [1] here", ";B[aa]").has_stray_bracket);
        assert!(!check_value("[a [b] junk;B[aa]", "a [b", " junk;B[aa]").has_stray_bracket);
        assert!(!check_value("[a [b] junk", "a [b", " junk").has_stray_bracket);
        assert!(!check_value("[a] junk]", "a", " junk]").has_stray_bracket);
    }

    #[test]
    fn items_of_a_node() {
        let text = "B [aa]\n[bb] KO $1 word [loose] C[x];W[cc]";
        let mut items = Vec::new();
        let mut at = 0;
        while let Some(item) = item(text.as_bytes(), at) {
            at = item.end();
            items.push(match item {
                Item::Property(it) => format!("{}={}", &text[it.name], &text[it.values]),
                Item::LooseValue(range) => format!("loose {}", &text[range]),
                Item::Junk(range) => format!("junk {}", &text[range]),
            });
        }
        assert_eq!(items, ["B=[aa]\n[bb]", "KO=", "junk $1", "word=[loose]", "C=[x]"]);
        assert_eq!(&text[at..], ";W[cc]");
    }

    #[test]
    fn plain_properties_are_items() {
        for text in [
            "B[aa]",
            "AB[aa][bb]W[cc]",
            "C[a\\]b]",
            "C[\\",
            "C[a\\]",
            "C[a[b]",
            "C[a] [b]",
            "C[a] B[b]",
            "KOM[1]",
            "b[a]",
            "KO",
            "C[a",
            "C []",
            "B[aa;W[bb]",
            "C[a;W\\[b]",
            "C[x]junk]",
        ] {
            let Some((name, end)) = plain_property(text.as_bytes(), 0) else { continue };
            let Some(Item::Property(property)) = item(text.as_bytes(), 0) else {
                panic!("{text} is a property");
            };
            assert_eq!((property.name, property.values.end), (name, end), "{text}");
            assert!(property.is_sound, "{text}");
        }
    }

    #[test]
    fn a_move_ends_before_the_next_node() {
        let text = "B[aa;W[bb];B[cc]";
        let Some(Item::Property(property)) = item(text.as_bytes(), 0) else {
            panic!("there is a property");
        };
        assert_eq!(&text[property.values], "[aa");
        assert!(!property.is_closed);
        assert_eq!(item(b"C[see ;W[bb]", 0).map(|it| it.end()), Some(12));
    }

    #[test]
    fn names_of_old_files() {
        for (raw, name) in [
            ("B", "B"),
            ("SiZe", "SZ"),
            ("PlayerBlack", "PB"),
            ("b", "B"),
            ("B2", "B2"),
            ("z1C", "C"),
        ] {
            assert_eq!(canonical_name(raw), name);
            assert!(is_name(raw, name));
        }
        assert!(!is_name("BL", "B") && !is_name("B", "BL") && !is_name("Size", "SZ"));
    }
}
