//! White space, escapes and line breaks inside values.

use std::borrow::Cow;

/// What becomes of the line breaks of a text.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum LineBreaks {
    /// Each of the four kinds becomes a line feed.
    Keep,
    /// Each becomes a space.
    Flatten,
}

/// The text that a value stands for.
///
/// A backslash makes the next character literal and removes a line break;
/// white space becomes a space.
pub(crate) fn unescape(raw: &str, line_breaks: LineBreaks) -> Cow<'_, str> {
    let is_plain = |byte| match byte {
        b'\n' => line_breaks == LineBreaks::Keep,
        b'\\' | b'\t' | b'\r' | 0x0B | 0x0C => false,
        _ => true,
    };
    if raw.bytes().all(is_plain) {
        return raw.into();
    }
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    let mut is_escaped = false;
    while let Some(it) = chars.next() {
        match it {
            '\\' if !is_escaped => {
                is_escaped = true;
                continue;
            }
            '\n' | '\r' => {
                let partner = if it == '\n' { '\r' } else { '\n' };
                chars.next_if_eq(&partner);
                if !is_escaped {
                    out.push(if line_breaks == LineBreaks::Keep { '\n' } else { ' ' });
                }
            }
            '\t' | '\u{B}' | '\u{C}' => out.push(' '),
            _ => out.push(it),
        }
        is_escaped = false;
    }
    out.into()
}

/// The two parts of a composed value, split at its first unescaped colon.
pub(crate) fn split_compose(raw: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    for (idx, byte) in raw.bytes().enumerate() {
        match byte {
            b'\\' => is_escaped = !is_escaped,
            b':' if !is_escaped => return Some((&raw[..idx], &raw[idx + 1..])),
            _ => is_escaped = false,
        }
    }
    None
}

/// A text with a backslash before every `]` and `\`.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for it in text.chars() {
        if matches!(it, ']' | '\\') {
            out.push('\\');
        }
        out.push(it);
    }
    out
}

/// A value with a backslash before every colon too.
pub(crate) fn escape_colons(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, after)) = split_compose(rest) {
        out.extend([before, "\\:"]);
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(raw: &str, text: &str, simple_text: &str) {
        assert_eq!(unescape(raw, LineBreaks::Keep), text, "{raw:?} as text");
        assert_eq!(unescape(raw, LineBreaks::Flatten), simple_text, "{raw:?} as simple text");
    }

    #[test]
    fn escaped_characters_are_literal() {
        check(r"a\]b\\c\:d:e\f", r"a]b\c:d:ef", r"a]b\c:d:ef");
        check("\\柯", "柯", "柯");
        check(r"\\\]", r"\]", r"\]");
    }

    #[test]
    fn soft_line_breaks_vanish() {
        for line_break in ["\n", "\r", "\r\n", "\n\r"] {
            check(&format!("one\\{line_break}two"), "onetwo", "onetwo");
            check(&format!("one{line_break}two"), "one\ntwo", "one two");
            check(&format!("one{line_break}{line_break}two"), "one\n\ntwo", "one  two");
        }
    }

    #[test]
    fn other_white_space_is_a_space() {
        check("a\tb\u{B}c\u{C}d", "a b c d", "a b c d");
        check("a\\\tb", "a b", "a b");
        check(" a ", " a ", " a ");
    }

    #[test]
    fn compose_is_split_at_the_first_colon() {
        assert_eq!(split_compose("aa:b:c"), Some(("aa", "b:c")));
        assert_eq!(split_compose(r"a\:b:c"), Some((r"a\:b", "c")));
        assert_eq!(split_compose(r"a\\:b"), Some((r"a\\", "b")));
        assert_eq!(split_compose(r"a\:b"), None);
        assert_eq!(split_compose(":"), Some(("", "")));
    }

    #[test]
    fn escaped_text_reads_as_before() {
        for text in ["", "a]b", r"\", r"\]", "a:b", "line\nbreak", "[x]"] {
            assert_eq!(unescape(&escape(text), LineBreaks::Keep), text);
        }
        assert_eq!(escape_colons(r"a:b\:c:"), r"a\:b\:c\:");
    }
}
