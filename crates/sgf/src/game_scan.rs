//! Where games begin and end, found without building their trees.

use std::ops::Range;

use crate::scan::{self, Item};

/// The offset of the next game from `at` on, or the end of the text.
pub(crate) fn find_game(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        match bytes[at] {
            b'(' => {
                let mut next = at;
                while bytes.get(next) == Some(&b'(') {
                    next = scan::skip_space(bytes, next + 1);
                }
                if is_begin_of_tree(bytes, next) {
                    return at;
                }
                at = next;
            }
            b';' => {
                let next = scan::skip_space(bytes, at + 1);
                if bytes.get(next).is_some_and(u8::is_ascii_uppercase)
                    && scan::is_property(bytes, next)
                {
                    return at;
                }
                at = next;
            }
            _ => at += 1,
        }
    }
    at
}

/// Whether this may stand behind the bracket that opens a game.
///
/// A text such as `(see [1])` is none.
fn is_begin_of_tree(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        Some(b';' | b')') => true,
        Some(b'A'..=b'Z') => scan::is_property(bytes, at),
        Some(b'a'..=b'z') => {
            let name_end = scan::skip_name(bytes, at);
            bytes.get(name_end) == Some(&b'[')
        }
        _ => false,
    }
}

/// A game in a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct ScannedGame {
    /// From its first bracket to behind its last.
    pub(crate) range: Range<usize>,
    /// Whether the text ends inside the game.
    pub(crate) is_cut: bool,
}

/// The next game from `at` on that has a node, as the parser sees it.
pub(crate) fn next_game(bytes: &[u8], mut at: usize) -> Option<ScannedGame> {
    loop {
        let start = find_game(bytes, at);
        if start == bytes.len() {
            return None;
        }
        let (game, has_node) = scan_game(bytes, start);
        if has_node {
            return Some(game);
        }
        at = game.range.end;
    }
}

/// Goes through the game that begins here, and says whether it has a node.
fn scan_game(bytes: &[u8], mut start: usize) -> (ScannedGame, bool) {
    let mut at = start;
    let mut has_node = false;
    let mut depth = usize::from(bytes[start] == b';');
    loop {
        let Some(&byte) = bytes.get(at) else {
            return (ScannedGame { range: start..at, is_cut: true }, has_node);
        };
        match byte {
            // Brackets around several games are none of theirs.
            b'(' if !has_node => (start, depth) = (at, 1),
            b'(' => depth += 1,
            b')' => depth -= 1,
            b';' => has_node = true,
            _ if scan::is_space(byte) => (),
            _ => {
                at = skip_item(bytes, at, &mut has_node);
                continue;
            }
        }
        at += 1;
        if depth == 0 {
            return (ScannedGame { range: start..at, is_cut: false }, has_node);
        }
    }
}

/// The end of the item at `at`, of which a property makes a node.
fn skip_item(bytes: &[u8], at: usize, has_node: &mut bool) -> usize {
    if let Some((_, end)) = scan::plain_property(bytes, at) {
        *has_node = true;
        return end;
    }
    let item = scan::item(bytes, at);
    *has_node |= matches!(item, Some(Item::Property(_)));
    item.map_or(at + 1, |item| item.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(game) = next_game(text.as_bytes(), at) {
            at = game.range.end;
            found.push(&text[game.range]);
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn games_are_found_between_text() {
        check("mail (x)\n(;B[aa](;W[bb])) note (;W[cc])\n", &["(;B[aa](;W[bb]))", "(;W[cc])"]);
        check("(;C[(;)\\](;])(;)", &["(;C[(;)\\](;])", "(;)"]);
        check("", &[]);
    }

    #[test]
    fn damaged_games_end_where_the_parser_ends_them() {
        check("() (;B[aa", &["(;B[aa"]);
        check(";B[aa];W[bb]) (AB[cc])", &[";B[aa];W[bb])", "(AB[cc])"]);
        check("((;B[aa])) ) (;B[x;W[bb])", &["(;B[aa])", "(;B[x;W[bb])"]);
        check("((;B[aa])\n(;B[bb](;W[cc])))", &["(;B[aa])", "(;B[bb](;W[cc]))"]);
    }
}
