//! The library of the user on a screen: browsing, comparing, positions,
//! statistics.
//!
//! A [`Browser`] is a list that is filtered while a query is typed, with a
//! preview of the chosen game and another one beside it to compare. An
//! [`Explorer`] looks for the position of a board, or a part of it, in all
//! games, and goes from each continuation to the next. A [`StatisticsView`]
//! counts games as [`Chart`]s.
//!
//! An [`Adder`] brings in files and folders meanwhile.
//!
//! The library is read in a thread of their own: a front end calls what
//! somebody does, draws what is there, and calls `poll` when it is woken. Who
//! draws nothing, calls `settle` and has the answer.

mod adding;
mod browser;
mod chart;
mod explorer;
mod position;
mod preview;
mod service;
mod statistics;

use std::path::PathBuf;

use tengen_library::{GameEntry, GameId, Library, LibraryError, Source};

pub use tengen_library::{Order, OrderBy};

pub use adding::{AddProgress, Added, Adder, ToAdd};
pub use browser::{Browser, Listing};
pub use chart::{Chart, ChartRow, Share};
pub use explorer::Explorer;
pub use position::{ExplorerOptions, Found, FoundGame, NextMove, Part, PositionSearch};
pub use preview::Preview;
pub use statistics::StatisticsView;

/// Where the library of a user is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LibraryPlace {
    /// The file.
    pub path: PathBuf,
    /// The folder of finished games, which come into the library when it is
    /// opened, or `None` if the user wants none there.
    pub finished: Option<PathBuf>,
}

/// A game of the library that is to be opened.
#[derive(Clone, Debug)]
pub struct LibraryGame {
    /// The game as lists show it.
    pub entry: GameEntry,
    /// Its text, to the byte.
    pub bytes: Vec<u8>,
    /// Where it is from.
    pub sources: Vec<Source>,
    /// The node that is shown first, by its number in the file, or the end of
    /// the game.
    pub node: Option<u32>,
}

impl LibraryGame {
    fn read(
        library: &mut Library,
        id: GameId,
        node: Option<u32>,
    ) -> Result<LibraryGame, LibraryError> {
        Ok(LibraryGame {
            entry: library.game(id)?,
            bytes: library.bytes(id)?,
            sources: library.sources(id)?,
            node,
        })
    }

    /// The file of the game with its place there, if the file is still what
    /// the library knows.
    pub fn file(&self) -> Option<(PathBuf, usize)> {
        let source = self.sources.iter().find(|it| it.is_shown)?;
        let bytes = std::fs::read(&source.path).ok()?;
        let is_same = bytes.windows(self.bytes.len().max(1)).any(|it| it == self.bytes);
        is_same.then(|| (source.path.clone(), source.game_idx as usize))
    }
}
