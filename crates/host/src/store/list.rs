//! Lists of unfinished games, finished games and drafts.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tengen_clock::{TimeControl, TimeLeft};
use tengen_rules::{ByColor, Color, Ruleset, Size};
use tengen_session::{Seat, Session};

use super::game_file::move_file;
use super::{Claims, GameKey, Stage, Store, StoreError, key_of};
use crate::date;
use crate::{file, game};

/// A game that was begun and is not over.
#[derive(Clone, Debug)]
pub struct UnfinishedGame {
    /// By which it is opened.
    pub key: GameKey,
    /// When it was last saved.
    pub time: SystemTime,
    /// Whether a program has it open.
    pub is_in_use: bool,
    /// How it stands, or `None` if the file cannot be read.
    pub summary: Option<UnfinishedSummary>,
}

/// How an unfinished game stands.
#[derive(Clone, Debug, PartialEq)]
pub struct UnfinishedSummary {
    /// The size of the board.
    pub size: Size,
    /// The rules.
    pub ruleset: Ruleset,
    /// Who plays each color.
    pub seats: ByColor<Seat>,
    /// The number of moves so far.
    pub move_number: usize,
    /// The player to move.
    pub to_play: Color,
    /// The time that each player had at first.
    pub time: TimeControl,
    /// The time that each player has left.
    pub left: ByColor<TimeLeft>,
}

impl UnfinishedSummary {
    /// How a session stands.
    pub fn of(session: &Session) -> UnfinishedSummary {
        let game = session.game();
        UnfinishedSummary {
            size: game.board().size(),
            ruleset: *game.ruleset(),
            seats: session.seats().clone(),
            move_number: game.n_turns(),
            to_play: game.to_play(),
            time: session.time_control(),
            left: session.time_left(Duration::ZERO),
        }
    }
}

/// A record that was edited and not saved.
#[derive(Clone, Debug)]
pub struct Draft {
    /// By which it is opened.
    pub key: GameKey,
    /// When it was last saved.
    pub time: SystemTime,
    /// Whether a program has it open.
    pub is_in_use: bool,
    /// The record as it was left; its
    /// [origin](tengen_session::Session::origin) names the file that it was
    /// opened from.
    pub session: Session,
}

/// A file of the store.
struct Saved {
    key: GameKey,
    path: PathBuf,
    time: SystemTime,
}

impl Store {
    pub(crate) fn unfinished(&self, claims: &Claims) -> Result<Vec<UnfinishedGame>, StoreError> {
        // A folder that cannot be written still has a list.
        let _ = self.take_over_old_autosave(claims);
        let saved = list(&self.unfinished_games())?;
        Ok(saved.into_iter().filter_map(|it| self.unfinished_game(claims, it)).collect())
    }

    /// A game of the list, or `None` if it is over and belongs elsewhere.
    fn unfinished_game(&self, claims: &Claims, saved: Saved) -> Option<UnfinishedGame> {
        let Saved { key, path, time } = saved;
        // One that has just ended is gone.
        let text = file::read(&path).ok()??;
        let is_in_use = claims.is_claimed(&key);
        let session = Session::resume(&text).ok();
        if !is_in_use && session.as_ref().is_some_and(|it| game::stage(it) == Stage::Finished) {
            // A program was killed when it was about to move the file.
            let _ = self.set_aside(claims, &key);
            return None;
        }
        let summary = session.as_ref().map(UnfinishedSummary::of);
        Some(UnfinishedGame { key, time, is_in_use, summary })
    }

    pub(crate) fn list_drafts(&self, claims: &Claims) -> Result<Vec<Draft>, StoreError> {
        let draft = |Saved { key, path, time }: Saved| {
            let session = Session::resume(&file::read(&path).ok()??).ok()?;
            Some(Draft { is_in_use: claims.is_claimed(&key), key, time, session })
        };
        Ok(list(&self.drafts())?.into_iter().filter_map(draft).collect())
    }

    /// Removes the drafts of records from one of these files, except those
    /// that are open.
    pub(crate) fn remove_drafts_of(
        &self,
        claims: &Claims,
        origins: &[String],
    ) -> Result<(), StoreError> {
        if origins.is_empty() {
            return Ok(());
        }
        let drafts = self.list_drafts(claims)?;
        let is_from_there =
            |it: &&super::Draft| origins.iter().any(|origin| origin == it.session.origin());
        for draft in drafts.iter().filter(is_from_there).filter(|it| !it.is_in_use) {
            self.remove(claims, Stage::Draft, &draft.key)?;
        }
        Ok(())
    }

    /// Moves an unfinished game to those that are over.
    pub(crate) fn set_aside(&self, claims: &Claims, key: &GameKey) -> Result<PathBuf, StoreError> {
        let to = self.path(Stage::Finished, key);
        self.with_claim(claims, Stage::Unfinished, key, |path| move_file(path, &to))?;
        Ok(to)
    }

    /// Removes a file for good.
    pub(crate) fn remove(
        &self,
        claims: &Claims,
        stage: Stage,
        key: &GameKey,
    ) -> Result<(), StoreError> {
        self.with_claim(claims, stage, key, |path| {
            file::remove(path).map_err(|error| StoreError::Write(path.to_owned(), error))
        })
    }

    /// Claims a file while it is changed.
    fn with_claim(
        &self,
        claims: &Claims,
        stage: Stage,
        key: &GameKey,
        change: impl FnOnce(&Path) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let path = self.path(stage, key);
        if !path.exists() {
            return Err(StoreError::NotFound(key.clone()));
        }
        claims.claim(key)?;
        let result = change(&path);
        claims.release(key);
        result
    }

    /// Puts the one unfinished game of earlier versions into the list.
    fn take_over_old_autosave(&self, claims: &Claims) -> Result<(), StoreError> {
        let old = self.old_autosave();
        let Ok(time) = fs::metadata(&old).and_then(|it| it.modified()) else { return Ok(()) };
        let key = self.new_key(claims, &date::moment_of(time))?;
        let moved = move_file(&old, &self.path(Stage::Unfinished, &key));
        claims.release(&key);
        match moved {
            // Another program was faster.
            Err(StoreError::Write(_, error)) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }
}

/// The files of a folder, the last one first.
fn list(folder: &Path) -> Result<Vec<Saved>, StoreError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.map_err(|error| StoreError::Read(folder.to_owned(), error))?,
    };
    let saved = |path: PathBuf| {
        let time = fs::metadata(&path).and_then(|it| it.modified()).ok()?;
        Some(Saved { key: key_of(&path)?, path, time })
    };
    let mut list: Vec<Saved> = entries.filter_map(|entry| saved(entry.ok()?.path())).collect();
    list.sort_by_key(|it| Reverse((it.time, it.key.clone())));
    Ok(list)
}
