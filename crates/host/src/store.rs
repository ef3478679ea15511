//! The folder of saved games: unfinished ones, finished ones, and drafts.
//!
//! A game that is being played is `unfinished/KEY.sgf`: the SGF of the whole
//! game, and below it a line for each change since. A line that was cut off by
//! a crash is not read. Now and then the file is written as a whole, beside the
//! old one, which it then replaces. `claims` has the names of the programs that
//! have games open.

mod claim;
mod error;
mod game_file;
mod key;
mod list;

use std::path::{Path, PathBuf};

pub(crate) use claim::Claims;
pub use error::StoreError;
pub(crate) use game_file::{GameFile, Stage};
pub use key::{GameKey, ParseGameKeyError};
pub use list::{Draft, UnfinishedGame, UnfinishedSummary};

/// The one unfinished game of earlier versions.
const OLD_AUTOSAVE: &str = "autosave.sgf";

/// A folder for games and drafts.
///
/// Several programs may use the same folder at once.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// A store in a folder, which is made when there is something to save:
    /// see [`Dirs::state`](crate::Dirs::state).
    pub fn new(folder: impl Into<PathBuf>) -> Store {
        Store { folder: folder.into() }
    }

    /// The folder of games that are being played.
    pub fn unfinished_games(&self) -> PathBuf {
        self.folder.join("unfinished")
    }

    /// The folder of games that are over.
    pub fn finished_games(&self) -> PathBuf {
        self.folder.join("games")
    }

    /// The folder of records that were edited and not saved.
    pub fn drafts(&self) -> PathBuf {
        self.folder.join("drafts")
    }

    pub(crate) fn claims(&self) -> PathBuf {
        self.folder.join("claims")
    }

    fn old_autosave(&self) -> PathBuf {
        self.folder.join(OLD_AUTOSAVE)
    }

    /// The file of a game at a stage.
    pub(crate) fn path(&self, stage: Stage, key: &GameKey) -> PathBuf {
        let folder = match stage {
            Stage::Unfinished => self.unfinished_games(),
            Stage::Finished => self.finished_games(),
            Stage::Draft => self.drafts(),
        };
        folder.join(format!("{key}.sgf"))
    }

    /// A key that no game has had, claimed.
    pub(crate) fn new_key(&self, claims: &Claims, moment: &str) -> Result<GameKey, StoreError> {
        let keys = (1..).map(|number| GameKey::new(moment, number));
        claims.claim_first(keys, |key| {
            Stage::ALL.into_iter().all(|stage| !self.path(stage, key).exists())
        })
    }
}

/// The key in the name of a file, if it is that of a saved game.
fn key_of(path: &Path) -> Option<GameKey> {
    let is_sgf = path.extension().is_some_and(|it| it == "sgf");
    path.file_stem().filter(|_| is_sgf)?.to_str()?.parse().ok()
}

/// An empty folder for the files of one test.
#[cfg(test)]
pub(crate) fn test_folder(name: &str) -> PathBuf {
    let name = format!("tengen-host-{}-{name}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the folder for temporary files is writable");
    path
}
