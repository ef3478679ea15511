//! The file of one game: written as a whole, or with lines added.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Claims, GameKey, Store, StoreError};
use crate::{date, file};

/// The most lines below the text of a game before it is written as a whole.
const MAX_LINES: usize = 256;

/// Where a game is among the saved ones.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Stage {
    /// It is being played.
    Unfinished,
    /// It is over.
    Finished,
    /// It is a record that is being edited.
    Draft,
}

impl Stage {
    pub(crate) const ALL: [Stage; 3] = [Stage::Unfinished, Stage::Finished, Stage::Draft];
}

/// The file of one game, claimed while this value lives.
#[derive(Debug)]
pub(crate) struct GameFile {
    store: Store,
    claims: Arc<Claims>,
    key: Option<GameKey>,
    /// What the file has, if there is one.
    content: Option<Content>,
}

#[derive(Copy, Clone, Debug)]
struct Content {
    stage: Stage,
    n_lines: usize,
    /// Whether the last line may be cut off, so that none can follow.
    is_torn: bool,
}

impl GameFile {
    /// The file of a game that was not saved yet.
    pub(crate) fn new(store: &Store, claims: &Arc<Claims>) -> GameFile {
        GameFile { store: store.clone(), claims: Arc::clone(claims), key: None, content: None }
    }

    /// Claims the file of a game that was saved before, and reads it.
    pub(crate) fn open(
        store: &Store,
        claims: &Arc<Claims>,
        stage: Stage,
        key: &GameKey,
    ) -> Result<(GameFile, String), StoreError> {
        let path = store.path(stage, key);
        if !path.exists() {
            return Err(StoreError::NotFound(key.clone()));
        }
        claims.claim(key)?;
        // Its last line may be cut off.
        let content = Some(Content { stage, n_lines: 0, is_torn: true });
        let game_file = GameFile {
            store: store.clone(),
            claims: Arc::clone(claims),
            key: Some(key.clone()),
            content,
        };
        let text = file::read(&path).map_err(|error| StoreError::Read(path, error))?;
        let text = text.ok_or_else(|| StoreError::NotFound(key.clone()))?;
        Ok((game_file, text))
    }

    /// The key, once there is one.
    pub(crate) const fn key(&self) -> Option<&GameKey> {
        self.key.as_ref()
    }

    /// The file, if it is that of a game that is over.
    pub(crate) fn finished_path(&self) -> Option<PathBuf> {
        let content = self.content.filter(|it| it.stage == Stage::Finished)?;
        self.key.as_ref().map(|key| self.store.path(content.stage, key))
    }

    /// Whether a line can be added, rather than everything be written.
    pub(crate) fn can_append(&self, stage: Stage) -> bool {
        self.content.is_some_and(|it| {
            it.stage == stage && it.n_lines < MAX_LINES && !it.is_torn && stage != Stage::Finished
        })
    }

    /// Whether there are lines below the text, or may be.
    pub(crate) fn has_lines(&self) -> bool {
        self.content.is_some_and(|it| it.n_lines > 0 || it.is_torn)
    }

    /// Adds lines; returns the file, which should be synchronized with the
    /// disk at some time.
    pub(crate) fn append(&mut self, lines: &[String]) -> Result<Option<File>, StoreError> {
        let (Some(key), Some(content)) = (&self.key, &mut self.content) else { return Ok(None) };
        let path = self.store.path(content.stage, key);
        let mut text = lines.join("\n");
        text.push('\n');
        let written = OpenOptions::new().append(true).open(&path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            Ok(file)
        });
        content.n_lines += lines.len();
        content.is_torn = written.is_err();
        written.map(Some).map_err(|error| StoreError::Write(path, error))
    }

    /// Writes everything, and moves or removes the file of the stage before.
    pub(crate) fn write(&mut self, stage: Stage, sgf: &str) -> Result<(), StoreError> {
        let key = match &self.key {
            Some(key) => key.clone(),
            None => self.key.insert(self.store.new_key(&self.claims, &date::now())?).clone(),
        };
        let text = if sgf.ends_with('\n') { sgf.to_owned() } else { format!("{sgf}\n") };
        let before = self.content.map(|it| it.stage);
        match (before, stage) {
            // The file moves when it has everything, so at no time is there
            // only an older state of the game.
            (Some(Stage::Unfinished), Stage::Finished) => {
                let path = self.store.path(Stage::Unfinished, &key);
                write(&path, &text)?;
                move_file(&path, &self.store.path(stage, &key))?;
            }
            // Who stops playing to edit still has the game as it was played.
            (Some(Stage::Unfinished), Stage::Draft) => {
                write(&self.store.path(stage, &key), &text)?;
                let path = self.store.path(Stage::Unfinished, &key);
                move_file(&path, &self.store.path(Stage::Finished, &key))?;
            }
            (Some(Stage::Draft), Stage::Unfinished | Stage::Finished) => {
                write(&self.store.path(stage, &key), &text)?;
                remove(&self.store.path(Stage::Draft, &key))?;
            }
            // A game that goes on after its end replaces that when it ends
            // again.
            _ => write(&self.store.path(stage, &key), &text)?,
        }
        self.content = Some(Content { stage, n_lines: 0, is_torn: false });
        Ok(())
    }

    /// Removes the draft, because it is saved elsewhere, or not wanted.
    pub(crate) fn discard_draft(&mut self) -> Result<(), StoreError> {
        let Some(key) = &self.key else { return Ok(()) };
        if self.content.is_some_and(|it| it.stage == Stage::Draft) {
            remove(&self.store.path(Stage::Draft, key))?;
            self.content = None;
        }
        Ok(())
    }
}

impl Drop for GameFile {
    fn drop(&mut self) {
        if let Some(key) = &self.key {
            self.claims.release(key);
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), StoreError> {
    file::replace(path, text.as_bytes()).map_err(|error| StoreError::Write(path.to_owned(), error))
}

fn remove(path: &Path) -> Result<(), StoreError> {
    file::remove(path).map_err(|error| StoreError::Write(path.to_owned(), error))
}

/// Moves a file to a folder that is made if it is not there.
pub(super) fn move_file(from: &Path, to: &Path) -> Result<(), StoreError> {
    let folder = to.parent().unwrap_or(Path::new(""));
    let moved = fs::create_dir_all(folder).and_then(|()| fs::rename(from, to));
    moved.map_err(|error| StoreError::Write(to.to_owned(), error))
}
