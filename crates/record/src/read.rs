//! Opens records from bytes, text or a collection of games.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use tengen_rules::Size;
use tengen_sgf as sgf;

use crate::history::History;
use crate::store::Store;
use crate::tree::Tree;
use crate::{Record, convert};

impl Record {
    /// A game of a file, counted from zero.
    ///
    /// Moves and set-up that make no sense are kept as they are;
    /// [`Snapshot::problems`](crate::Snapshot::problems) tells of them.
    ///
    /// # Errors
    ///
    /// Returns [`NoRecord`] if there is no such game, or if it is not Go on a
    /// board that the rules know.
    pub fn from_collection(
        collection: impl Into<Arc<sgf::Collection>>,
        game_idx: usize,
    ) -> Result<Record, NoRecord> {
        Record::of_game_in(&collection.into(), game_idx)
    }

    /// All games of a file, those that are not Go as errors.
    ///
    /// Their texts one after the other are the text of the file.
    pub fn all(collection: impl Into<Arc<sgf::Collection>>) -> Vec<Result<Record, NoRecord>> {
        let collection = collection.into();
        let n_games = collection.games().len();
        (0..n_games).map(|game_idx| Record::of_game_in(&collection, game_idx)).collect()
    }

    /// The first game of a file, in any encoding, as SGF or in the format of a
    /// server that [`sgf::read`] knows.
    ///
    /// ```
    /// use tengen_record::{InfoKey, Record, rules::Color};
    ///
    /// let file = b"(;SZ[9]CA[GBK]PB[\xBF\xC2\xBD\xE0]KM[375];B[ee])";
    /// let record = Record::from_bytes(file)?;
    /// let info = record.info();
    /// assert_eq!(info.text(InfoKey::Player(Color::Black)).as_deref(), Some("柯洁"));
    /// assert_eq!(info.komi().map(|it| it.to_string()).as_deref(), Some("7.5"));
    /// # Ok::<(), tengen_record::NoRecord>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`NoRecord`] as [`Record::from_collection`] does.
    pub fn from_bytes(bytes: &[u8]) -> Result<Record, NoRecord> {
        let collection = sgf::read(bytes).map_err(|_| NoRecord::TooLarge)?;
        Record::from_collection(collection, 0)
    }

    /// The first game of a text.
    ///
    /// # Errors
    ///
    /// Returns [`NoRecord`] as [`Record::from_collection`] does.
    pub fn from_sgf(text: &str) -> Result<Record, NoRecord> {
        let collection = sgf::parse_text(text).map_err(|_| NoRecord::TooLarge)?;
        Record::from_collection(collection, 0)
    }

    fn of_game_in(collection: &Arc<sgf::Collection>, game_idx: usize) -> Result<Record, NoRecord> {
        let game = collection.game(game_idx).ok_or(NoRecord::NoGame)?;
        Ok(Record {
            size: NoRecord::check(game)?,
            tree: Tree::of_game(game),
            store: Store::new(Arc::clone(collection)),
            history: History::default(),
            position_version: 0,
            tree_version: 0,
        })
    }
}

/// The reason why a game is not a record.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum NoRecord {
    /// There is no such game.
    NoGame,
    /// The game is not Go but the one with this number.
    OtherGame(i64),
    /// The rules do not know boards of this size.
    Size(sgf::Size),
    /// The text is longer than 4 GiB.
    TooLarge,
}

impl NoRecord {
    /// The size of the board, if a game can be a record.
    pub(crate) fn check(game: sgf::Game<'_>) -> Result<Size, NoRecord> {
        match game.root().value("GM").map(sgf::Value::number) {
            None | Some(Ok(1) | Err(_)) => (),
            Some(Ok(other)) => return Err(NoRecord::OtherGame(other)),
        }
        convert::to_size(game.size()).ok_or(NoRecord::Size(game.size()))
    }
}

impl fmt::Display for NoRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoRecord::NoGame => {
                f.write_str("no game found, expected an SGF file that starts with (;")
            }
            NoRecord::OtherGame(number) => {
                write!(f, "the game is not Go but GM[{number}], expected GM[1]")
            }
            NoRecord::Size(size) => {
                write!(f, "unsupported board size {size}, expected 1 to 25")
            }
            NoRecord::TooLarge => fmt::Display::fmt(&sgf::TooLarge, f),
        }
    }
}

impl Error for NoRecord {}
