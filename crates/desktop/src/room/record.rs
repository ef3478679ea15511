//! Records: opened from files, edited, and written again.

use std::path::{Path, PathBuf};

use tengen_host::Options;
use tengen_record::{InfoKey, Record};
use tengen_rules::{Color, Ruleset};
use tengen_session::{Action, Session};

use super::Room;
use crate::cannot::CannotDo;
use crate::later::Document;

impl Room {
    /// Opens a file at its first game, and says what was repaired in it.
    pub(crate) fn open_file(&mut self, path: &Path) -> Result<Vec<String>, CannotDo> {
        let document = Document::open(path).map_err(CannotDo::Document)?;
        let record = document.record(0).map_err(CannotDo::NoRecord)?;
        let warnings = document.warnings();
        self.close();
        self.games = document.games().iter().map(crate::describe::summary).collect();
        self.document = Some(document);
        self.review(record);
        self.remember(path);
        Ok(warnings)
    }

    fn review(&mut self, record: Record) {
        let ruleset = record.info().ruleset().unwrap_or(Ruleset::CHINESE);
        let origin = self.path().map(|it| it.display().to_string()).unwrap_or_default();
        let session = Session::review(record, ruleset).with_origin(origin);
        self.start(session, self.options.clone());
    }

    /// Shows another game of the file.
    pub(crate) fn show_game(&mut self, idx: usize) -> Result<(), CannotDo> {
        self.keep_record();
        let document = self.document.as_ref().ok_or(CannotDo::NoGame)?;
        let record = document.record(idx).map_err(CannotDo::NoRecord)?;
        self.game_idx = idx;
        self.review(record);
        Ok(())
    }

    /// Has the file know what was edited.
    fn keep_record(&mut self) {
        let Some(host) = &self.host else { return };
        let record = host.read(|session, _| session.record().clone());
        match &mut self.document {
            Some(document) => document.keep(self.game_idx, record),
            None => self.document = Some(Document::new(record)),
        }
    }

    /// Writes all games of the file to this one.
    pub(crate) fn write(&mut self, path: &Path) -> Result<(), CannotDo> {
        let host = self.host.as_ref().ok_or(CannotDo::NoGame)?;
        let revision = host.read(|session, _| session.record().revision());
        self.keep_record();
        let document = self.document.as_mut().ok_or(CannotDo::NoGame)?;
        document.save_as(path).map_err(CannotDo::Document)?;
        if let Some(host) = &self.host {
            host.apply(Action::MarkSaved(revision))?;
        }
        self.remember(path);
        Ok(())
    }

    /// Puts a file before all others that were open lately.
    fn remember(&mut self, path: &Path) {
        if let Some(recent) = &mut self.recent {
            recent.add(path);
        }
    }

    /// Files that were open lately, the last one first.
    pub(crate) fn recent(&self) -> Vec<PathBuf> {
        self.recent.as_ref().map(|it| it.paths().to_vec()).unwrap_or_default()
    }

    /// The file of the record.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        self.document.as_ref()?.path().map(Path::to_owned)
    }

    /// The games of the file: a title, and more about each.
    pub(crate) fn games(&self) -> &[(String, String)] {
        &self.games
    }

    /// How many games the file has.
    pub(crate) fn n_games(&self) -> usize {
        self.games.len()
    }

    /// Which game of the file is open.
    pub(crate) const fn game_idx(&self) -> usize {
        self.game_idx
    }

    /// Whether something would be lost if nothing were saved; a game that is
    /// being played is kept by itself.
    pub(crate) fn has_unsaved_changes(&self) -> bool {
        let is_edited = self.host.as_ref().is_some_and(|host| {
            host.read(|session, _| session.is_review() && session.has_unsaved_changes())
        });
        let others = self.document.as_ref().map(Document::unsaved).unwrap_or_default();
        is_edited || others.iter().any(|&idx| idx != self.game_idx)
    }

    /// Forgets what was not saved.
    pub(crate) fn discard(&mut self) {
        if let Some(host) = &self.host {
            host.discard_draft();
        }
        self.close();
    }

    /// What was cut or copied, as SGF.
    pub(crate) fn clip(&self) -> Option<String> {
        self.host.as_ref()?.read(|session, _| session.clip())
    }

    /// Records that were being edited when the program ended, in a few words.
    pub(crate) fn drafts(&self) -> Vec<String> {
        let describe = |session: &Session| {
            let info = session.record().info();
            let name = |color| match info.text(InfoKey::Player(color)) {
                Some(name) if !name.is_empty() => name.into_owned(),
                _ => crate::describe::color(color).to_owned(),
            };
            format!("{} and {}", name(Color::Black), name(Color::White))
        };
        self.drafts.iter().map(|draft| describe(&draft.session)).collect()
    }

    /// Opens a record that was being edited when the program ended.
    pub(crate) fn recover(&mut self, idx: usize) -> Result<(), CannotDo> {
        if idx >= self.drafts.len() {
            return Err(CannotDo::NoGame);
        }
        let draft = self.drafts.remove(idx);
        self.close();
        let options = Options { draft: Some(draft.path), ..self.options.clone() };
        self.start(draft.session, options);
        Ok(())
    }

    /// The record as it is, for tests.
    #[cfg(test)]
    pub(crate) fn sgf(&self) -> String {
        let host = self.host.as_ref().expect("there is a game");
        host.read(|session, _| session.record().to_sgf())
    }
}
