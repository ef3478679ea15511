//! Why something cannot be done, in a sentence for people.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use tengen_host::{ConfigError, DocumentError, StoreError};
use tengen_record::NoRecord;
use tengen_session::{BadSetup, Rejected};

/// The reason why something cannot be done.
#[derive(Debug)]
pub(crate) enum CannotDo {
    /// The game does not allow it.
    Rejected(Rejected),
    /// A game cannot begin so.
    Setup(BadSetup),
    /// There is no game.
    NoGame,
    /// No game was saved.
    NothingSaved,
    /// A file cannot be read or written.
    Document(DocumentError),
    /// There is no game in a part of a file.
    NoRecord(PathBuf, NoRecord),
    /// The saved game cannot be read.
    Store(StoreError),
    /// The settings cannot be kept.
    Config(ConfigError),
}

impl From<Rejected> for CannotDo {
    fn from(reason: Rejected) -> CannotDo {
        CannotDo::Rejected(reason)
    }
}

impl fmt::Display for CannotDo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotDo::Rejected(reason) => reason.fmt(f),
            CannotDo::Setup(reason) => reason.fmt(f),
            CannotDo::NoGame => f.write_str("there is no game, expected a new one first"),
            CannotDo::NothingSaved => f.write_str("no game was saved"),
            CannotDo::Document(error) => error.fmt(f),
            CannotDo::NoRecord(path, reason) => {
                write!(f, "{} has no game: {reason}", path.display())
            }
            CannotDo::Store(error) => error.fmt(f),
            CannotDo::Config(error) => error.fmt(f),
        }
    }
}

impl Error for CannotDo {}

/// A reason as a whole sentence.
pub(crate) fn sentence(reason: &str) -> String {
    // Names of settings and files are written as they are.
    let first_word = reason.split([' ', ':']).next().unwrap_or_default();
    if first_word.contains(['.', '/', '_', '\\']) {
        return format!("{reason}.");
    }
    let mut letters = reason.chars();
    let first = letters.next().map(|it| it.to_uppercase().collect::<String>());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_become_sentences_and_names_stay_as_they_are() {
        assert_eq!(sentence("no game was saved"), "No game was saved.");
        assert_eq!(sentence("game.size cannot be 99"), "game.size cannot be 99.");
        assert_eq!(sentence("mine.sgf: no game found"), "mine.sgf: no game found.");
        assert_eq!(sentence(""), ".");
    }
}
