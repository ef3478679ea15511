//! Names of saved games, sortable by time.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The name of a saved game: the local time of its first save.
///
/// Keys sort by time. Two games of the same second differ in a number at the
/// end: `2026-11-16-204158`, `2026-11-16-204158-02`.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct GameKey(String);

impl GameKey {
    /// The key of a moment that is not the first of its name.
    pub(crate) fn new(moment: &str, number: u32) -> GameKey {
        GameKey(match number {
            0 | 1 => moment.to_owned(),
            _ => format!("{moment}-{number:02}"),
        })
    }

    /// The key as text, which is a part of file names.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Reads what is written; a key never names a file in another folder.
impl FromStr for GameKey {
    type Err = ParseGameKeyError;

    fn from_str(text: &str) -> Result<GameKey, ParseGameKeyError> {
        let is_allowed = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
        if text.is_empty() || !text.bytes().all(is_allowed) {
            return Err(ParseGameKeyError);
        }
        Ok(GameKey(text.to_owned()))
    }
}

/// A text is not the key of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ParseGameKeyError;

impl fmt::Display for ParseGameKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the key of a game, expected letters, digits, - and _")
    }
}

impl Error for ParseGameKeyError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_one_second_sort_in_order() {
        let keys: Vec<GameKey> =
            (1..=12).map(|number| GameKey::new("2026-11-16-204158", number)).collect();
        assert!(keys.is_sorted());
        assert_eq!(keys[1].to_string().parse(), Ok(keys[1].clone()));
    }

    #[test]
    fn keys_do_not_leave_their_folder() {
        for text in ["", ".", "..", "a/b", "../a", "a\\b", "a.sgf"] {
            assert_eq!(text.parse::<GameKey>(), Err(ParseGameKeyError), "{text}");
        }
    }
}
