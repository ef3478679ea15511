//! Records: opened from files, edited, and written again.

use std::path::{Path, PathBuf};

use tengen_host::{Document, Options};
use tengen_record::InfoKey;
use tengen_rules::{Color, Ruleset};
use tengen_session::Session;

use super::Room;
use crate::cannot::CannotDo;
use crate::describe;

/// A file with its first game.
#[derive(Debug)]
pub(crate) struct Opened {
    document: Document,
    session: Session,
}

impl Opened {
    /// Reads a file, which takes a moment if it is large.
    pub(crate) fn read(path: &Path, ruleset: Ruleset) -> Result<Opened, CannotDo> {
        let document = Document::open(path).map_err(CannotDo::Document)?;
        let session = document
            .review(0, ruleset)
            .map_err(|reason| CannotDo::NoRecord(path.to_owned(), reason))?;
        Ok(Opened { document, session })
    }
}

impl Room {
    /// Shows a file that was read, and says what was repaired in it.
    pub(crate) fn show_file(&mut self, path: &Path, opened: Opened) -> Vec<String> {
        let Opened { document, session } = opened;
        let warnings = document.warnings().iter().map(ToString::to_string).collect();
        self.close();
        self.take_document(document);
        self.start(session, self.options.clone());
        self.remember(path);
        warnings
    }

    fn take_document(&mut self, document: Document) {
        // Many games take a moment to be summed up, and one needs no list.
        if document.n_games() > 1 {
            self.games = document.games().iter().map(describe::summary).collect();
        }
        self.document = Some(document);
    }

    /// Shows another game of the file.
    pub(crate) fn show_game(&mut self, idx: usize) -> Result<(), CannotDo> {
        self.keep_record();
        let document = self.document.as_ref().ok_or(CannotDo::NoGame)?;
        let session = document.review(idx, self.config.game.rules).map_err(|reason| {
            CannotDo::NoRecord(document.path().unwrap_or(Path::new("the file")).to_owned(), reason)
        })?;
        self.game_idx = idx;
        self.start(session, self.options.clone());
        Ok(())
    }

    /// Has the file know what was edited.
    fn keep_record(&mut self) {
        if let (Some(host), Some(document)) = (&self.host, &mut self.document) {
            host.read(|session, _| document.keep(self.game_idx, session));
        }
    }

    /// Writes all games of the file to this one.
    pub(crate) fn write(&mut self, path: &Path) -> Result<(), CannotDo> {
        let host = self.host.as_ref().ok_or(CannotDo::NoGame)?;
        let document = self.document.get_or_insert_with(Document::new);
        let other = Some(path).filter(|it| document.path() != Some(it));
        host.save(document, self.game_idx, other).map_err(CannotDo::Document)?;
        self.remember(path);
        Ok(())
    }

    /// Puts a file before all others that were open lately.
    fn remember(&mut self, path: &Path) {
        if let Some(recent) = &mut self.recent {
            // A list that cannot be written is right until the program ends.
            let _ = recent.add(path);
        }
    }

    /// Takes a file off the list that is gone.
    pub(crate) fn forget_missing(&mut self, path: &Path) {
        if let Some(recent) = self.recent.as_mut().filter(|_| !path.exists()) {
            // As above.
            let _ = recent.forget(path);
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

    /// The games of the file, if it has several: a title, and more about each.
    pub(crate) fn games(&self) -> &[(String, String)] {
        &self.games
    }

    /// Which game of the file is open.
    pub(crate) const fn game_idx(&self) -> usize {
        self.game_idx
    }

    /// Whether something would be lost if nothing were saved; a game that is
    /// being played is kept by itself.
    pub(crate) fn has_unsaved_changes(&mut self) -> bool {
        self.keep_record();
        let is_edited = self.host.as_ref().is_some_and(|host| {
            host.read(|session, _| session.is_review() && session.has_unsaved_changes())
        });
        let is_other = |&idx: &usize| idx != self.game_idx;
        let others = self.document.as_ref().map(Document::unsaved).unwrap_or_default();
        is_edited || others.iter().any(is_other)
    }

    /// Forgets what was not saved.
    pub(crate) fn discard(&mut self) {
        self.keep_record();
        match (&self.host, &self.document) {
            (Some(host), Some(document)) => host.discard_drafts(document),
            (Some(host), None) => host.discard_draft(),
            (None, _) => (),
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
                _ => describe::color(color).to_owned(),
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
        if let Some((view, _)) = self.view() {
            let (document, game_idx) = Document::of_origin(&view.origin);
            self.game_idx = game_idx;
            self.take_document(document);
        }
        Ok(())
    }

    /// The record as it is, for tests.
    #[cfg(test)]
    pub(crate) fn sgf(&self) -> String {
        let host = self.host.as_ref().expect("there is a game");
        host.read(|session, _| session.record().to_sgf())
    }
}
