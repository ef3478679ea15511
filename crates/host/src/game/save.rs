//! How a game is saved.

use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tengen_rules::ByColor;
use tengen_session::{EndReason, Phase, Save, Seat, Session};

use super::{Game, State};
use crate::HostProblem;
use crate::autosave::Written;
use crate::library_writer::FinishedGame;
use crate::listener::HostEvent;
use crate::store::{GameFile, Stage, StoreError};

/// How long the end of a game waits for a slow disk.
const CLOSE_PATIENCE: Duration = Duration::from_secs(10);

/// The text to write, taken from the game under its lock.
struct Request {
    stage: Stage,
    is_discarded: bool,
    change: Change,
}

enum Change {
    Nothing,
    Lines(Vec<String>),
    Whole(String),
}

/// Where a session belongs among the saved ones.
pub(crate) fn stage(session: &Session) -> Stage {
    match session.phase() {
        _ if session.is_review() => Stage::Draft,
        Phase::Over(ended) if ended.reason != EndReason::Adjourned => Stage::Finished,
        _ => Stage::Unfinished,
    }
}

impl Game {
    /// Schedules a save.
    pub(super) fn request_save(self: &Arc<Game>, state: &mut State, save: Save) {
        if !state.is_saved {
            return;
        }
        // Only drafts are in a file of the user; a game is always kept.
        let is_draft = stage(&state.session) == Stage::Draft;
        state.unsaved.add(if save == Save::Discard && !is_draft { Save::Whole } else { save });
        self.n_save_requests.fetch_add(1, Ordering::AcqRel);
        if std::mem::replace(&mut state.unsaved.is_queued, true) {
            return;
        }
        if let Err(error) = self.services.autosave.add(self, state.unsaved.due) {
            state.unsaved.is_queued = false;
            Game::note_problem(state, HostProblem::NoThread(error.kind()));
        }
    }

    /// Removes the draft of edits that are not wanted.
    pub(crate) fn discard_draft(self: &Arc<Game>) {
        self.change(|state| {
            if stage(&state.session) == Stage::Draft {
                self.request_save(state, Save::Discard);
            }
        });
        self.flush(CLOSE_PATIENCE);
    }

    /// Waits until everything so far is saved.
    pub(crate) fn flush(&self, timeout: Duration) -> bool {
        let is_written = self.n_saves_done() >= self.n_save_requests()
            || self.services.autosave.flush(self, timeout);
        is_written && self.lock().save_problem.is_none()
    }

    /// Writes unsaved changes; called by the autosave thread.
    pub(crate) fn write_unsaved(&self) -> Written {
        let mut file = self.file();
        let Some(file) = &mut *file else { return Written::default() };
        let (request, n_requests, locked) = self.take_unsaved(file);
        let is_discarded = request.is_discarded;
        let is_finished =
            request.stage == Stage::Finished && matches!(request.change, Change::Whole(_));
        let written = carry_out(file, request);
        if let Some(key) = file.key() {
            // The first key stays.
            let _ = self.key.set(key.clone());
        }
        let file = match written {
            Ok(written) => {
                self.lock().save_problem = None;
                if is_finished && self.services.library.is_on() {
                    self.add_to_library(file);
                }
                written
            }
            Err(error) => {
                self.note_not_saved(error, is_discarded);
                None
            }
        };
        self.n_saves_done.fetch_max(n_requests, Ordering::AcqRel);
        Written { file, locked }
    }

    /// Has the game, which is over, added to the library of the user.
    fn add_to_library(&self, file: &GameFile) {
        let Some(path) = file.finished_path() else { return };
        let is_person = self.lock().session.seats().as_ref().map(Seat::is_person);
        // With two people at one board, nobody knows who the user is.
        let is_own = ByColor::from_fn(|color| is_person[color] && !is_person[!color]);
        self.services.library.add(FinishedGame { path, is_own });
    }

    fn take_unsaved(&self, file: &GameFile) -> (Request, u64, Duration) {
        let now = self.now();
        let mut state = self.lock();
        let start = Instant::now();
        let target = stage(&state.session);
        let unsaved = &mut state.unsaved;
        unsaved.is_queued = false;
        let is_discarded = std::mem::take(&mut unsaved.is_discarded);
        let is_whole = std::mem::take(&mut unsaved.is_whole);
        let lines = std::mem::take(&mut unsaved.lines);
        let change = if is_whole || !lines.is_empty() && !file.can_append(target) {
            Change::Whole(state.session.to_sgf(now.max(state.now)))
        } else if lines.is_empty() {
            Change::Nothing
        } else {
            Change::Lines(lines)
        };
        let request = Request { stage: target, is_discarded, change };
        (request, self.n_save_requests(), start.elapsed())
    }

    /// Has everything written the next time, or removed, and tells why it was
    /// not, unless that was told before.
    fn note_not_saved(&self, error: StoreError, is_discarded: bool) {
        let error = Arc::new(error);
        let mut state = self.lock();
        state.unsaved.fail(is_discarded);
        let before = state.save_problem.replace(Arc::clone(&error));
        drop(state);
        if before.is_none_or(|before| !before.is_same(&error)) {
            self.listeners.tell(&HostEvent::Problem(HostProblem::NotSaved(error)));
        }
    }

    /// Called by the autosave thread when it is done with the game for now.
    pub(crate) fn save_done(&self, due: Instant) {
        self.lock().unsaved.due = due;
    }

    /// Saves everything and gives the file up.
    pub(super) fn close_file(self: &Arc<Game>) {
        self.flush(CLOSE_PATIENCE);
        let has_lines = self.file().as_ref().is_some_and(GameFile::has_lines);
        let mut state = self.lock();
        if state.unsaved.is_discarded {
            self.request_save(&mut state, Save::Discard);
        } else if has_lines || state.save_problem.is_some() {
            self.request_save(&mut state, Save::Whole);
        }
        drop(state);
        self.flush(CLOSE_PATIENCE);
        let file = self.file().take();
        drop(file);
    }

    fn file(&self) -> MutexGuard<'_, Option<GameFile>> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn carry_out(file: &mut GameFile, request: Request) -> Result<Option<std::fs::File>, StoreError> {
    if request.is_discarded {
        file.discard_draft()?;
    }
    match request.change {
        Change::Nothing => Ok(None),
        Change::Lines(lines) => file.append(&lines),
        Change::Whole(sgf) => file.write(request.stage, &sgf).map(|()| None),
    }
}
