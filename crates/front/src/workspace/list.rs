//! Lists: unfinished and finished games, drafts, recent files, folders.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tengen_host::{Document, UnfinishedGame};
use tengen_record::{GameSummary, InfoKey};
use tengen_rules::Color;
use tengen_session::Session;

use super::{Done, Workspace};
use crate::file_kind::is_record;
use crate::notice::Notice;
use crate::question::Next;
use crate::refusal::Refusal;
use crate::words::{self, Entry};

/// The most finished games that are listed.
const MAX_FINISHED: usize = 50;

/// The largest file that is read for a list, in bytes.
const MAX_QUICK_FILE: u64 = 64 << 10;

/// A file with a record, and what it is.
#[derive(Clone, Debug)]
pub struct SavedRecord {
    /// The file.
    pub path: PathBuf,
    /// What its first game is.
    pub summary: GameSummary,
}

/// An entry of a folder that can be chosen.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum FolderEntry {
    /// A folder in it.
    Folder(String),
    /// A record.
    Record(String),
}

impl Workspace {
    /// The games that can be continued, the newest first; one that is open
    /// here is among them, and not in use by another program.
    pub fn unfinished(&mut self) -> Vec<UnfinishedGame> {
        match self.runner.unfinished() {
            Ok(mut games) => {
                for game in &mut games {
                    game.is_in_use &= !self.is_open(&game.key);
                }
                games
            }
            Err(error) => {
                self.notices.push(Notice::Store(Arc::new(error)));
                Vec::new()
            }
        }
    }

    /// The games that can be continued in place of what is open: those
    /// that neither this program nor another one has open.
    pub fn other_unfinished(&mut self) -> Vec<UnfinishedGame> {
        let mut games = self.unfinished();
        games.retain(|it| !it.is_in_use && !self.is_open(&it.key));
        games
    }

    /// Removes an unfinished game for good.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if a program has it open.
    pub fn remove_unfinished(&mut self, key: &tengen_host::GameKey) -> Result<Done, Refusal> {
        self.runner.remove(key)?;
        Ok(Done::Nothing)
    }

    /// The folder of games that are over.
    pub fn finished_folder(&self) -> Option<PathBuf> {
        self.runner.finished_games()
    }

    /// The newest games that are over.
    pub fn finished(&self) -> Vec<SavedRecord> {
        let Some(folder) = self.finished_folder() else { return Vec::new() };
        let mut paths: Vec<PathBuf> = records(&folder);
        // Their names begin with their time.
        paths.sort_by_key(|it| Reverse(it.file_name().map(ToOwned::to_owned)));
        let known = paths.into_iter().take(MAX_FINISHED).filter_map(saved_record);
        known.collect()
    }

    /// Records that were being edited when a program ended, in a few words.
    pub fn drafts(&mut self) -> Vec<String> {
        let drafts = match self.runner.drafts() {
            Ok(drafts) => drafts,
            Err(error) => {
                self.notices.push(Notice::Store(Arc::new(error)));
                Vec::new()
            }
        };
        let free = drafts.iter().filter(|it| !it.is_in_use);
        free.map(|it| draft_title(&it.session)).collect()
    }

    /// Opens a draft by its place in the list.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be opened.
    pub fn recover(&mut self, idx: usize) -> Result<Done, Refusal> {
        self.unless_unsaved(Next::Recover(idx))
    }

    /// Files that were open lately, the last one first.
    pub fn recent(&self) -> &[PathBuf] {
        self.recent.as_ref().map_or(&[], |it| it.paths())
    }

    /// Puts a file before all others that were open lately.
    pub(super) fn add_recent(&mut self, path: &Path) {
        if let Some(recent) = &mut self.recent {
            // A list that cannot be written is right until the program ends.
            let _ = recent.add(path);
        }
    }

    /// Takes a file off the list that is gone.
    pub(super) fn forget_missing(&mut self, path: &Path) {
        if let Some(recent) = self.recent.as_mut().filter(|_| !path.exists()) {
            // As above.
            let _ = recent.forget(path);
        }
    }
}

/// The folders and records of a folder that are not hidden, sorted.
pub fn folder_entries(folder: &Path) -> Vec<FolderEntry> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut entries: Vec<FolderEntry> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = entry.path();
            match name.starts_with('.') {
                true => None,
                false if path.is_dir() => Some(FolderEntry::Folder(name)),
                false => is_record(&path).then_some(FolderEntry::Record(name)),
            }
        })
        .collect();
    entries.sort();
    entries
}

/// What is in a file, in a few words, or nothing if it takes long to tell.
pub fn file_remark(path: &Path) -> String {
    let Ok(metadata) = fs::metadata(path) else { return String::new() };
    if metadata.len() > MAX_QUICK_FILE {
        return words::file_length(metadata.len());
    }
    let Ok(document) = Document::open(path) else { return String::new() };
    let n_games = document.n_games();
    if n_games > 1 {
        return words::n_games(n_games);
    }
    let Entry { title, detail } = words::summary(&document.summary(0));
    words::clean(&[title, detail].join(" · ")).trim_end_matches(" · ").to_owned()
}

/// A file by its players, if it has one game, and otherwise by its name.
pub fn file_entry(path: &Path) -> Entry {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = words::clean(&name);
    let is_quick = fs::metadata(path).is_ok_and(|it| it.len() <= MAX_QUICK_FILE);
    let document = is_quick.then(|| Document::open(path).ok()).flatten();
    if let Some(document) = document.filter(|it| it.n_games() == 1) {
        let summary = document.summary(0);
        if !summary.black.is_empty() || !summary.white.is_empty() {
            let Entry { title, detail } = words::summary(&summary);
            return Entry {
                title: words::clean(&title),
                detail: words::clean(&format!("{name} · {detail}")),
            };
        }
    }
    let folder = path.parent().map(|it| it.display().to_string()).unwrap_or_default();
    Entry { title: name, detail: words::clean(&folder) }
}

fn records(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.flatten().map(|it| it.path()).filter(|it| is_record(it)).collect()
}

fn saved_record(path: PathBuf) -> Option<SavedRecord> {
    let document = Document::open(&path).ok()?;
    Some(SavedRecord { path, summary: document.summary(0) })
}

fn draft_title(session: &Session) -> String {
    let info = session.record().info();
    let name = |color: Color| info.text(InfoKey::Player(color)).unwrap_or_default().into_owned();
    let summary = GameSummary {
        black: name(Color::Black),
        white: name(Color::White),
        ..GameSummary::default()
    };
    words::summary(&summary).title
}
