//! Reviews in the library of the user: kept there while they are made, and
//! found there when the game is reviewed again.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tengen_front::settings::Settings;
use tengen_host::{Dirs, keep_review};
use tengen_library::{Access, Cancel, GameId, Library, LibraryError};
use tengen_record::Record;
use tengen_review::Review;
use tengen_review::exercise::ExerciseKey;
use tengen_rules::{ByColor, Ruleset};

use super::{complain, output};
use crate::failure::Failure;
use crate::input;

/// Games by their places in a file.
type Found = Vec<(u32, GameId)>;

/// The library, as long as it can be written.
pub(super) struct Kept {
    library: Option<Library>,
    path: PathBuf,
    /// The exercises of the deck before.
    n_exercises: u32,
}

impl Kept {
    /// Opens the library of the user, unless there is to be none. A review
    /// does not fail because of it.
    pub(super) fn open(is_wanted: bool) -> Kept {
        let mut kept = Kept { library: None, path: PathBuf::new(), n_exercises: 0 };
        let Some(dirs) = Dirs::find().ok().filter(|_| is_wanted) else { return kept };
        let settings = Settings::load(&dirs.config_file());
        if settings.is_ok_and(|it| !it.settings.keeps_games) {
            return kept;
        }
        kept.path = dirs.library_file();
        let opened = Library::open(&kept.path, Access::Create);
        kept.library = kept.done(opened);
        kept.n_exercises = kept.deck().unwrap_or(0);
        kept
    }

    pub(super) const fn is_open(&self) -> bool {
        self.library.is_some()
    }

    /// The exercises that came into the deck, and whether the library knows
    /// who the user is.
    pub(super) fn new_exercises(&self) -> (u32, bool) {
        let n_new = self.deck().unwrap_or(0).saturating_sub(self.n_exercises);
        let names = self.library.as_ref().and_then(|it| it.own_names().ok());
        (n_new, names.is_some_and(|it| !it.is_empty()))
    }

    fn deck(&self) -> Option<u32> {
        let statistics = self.library.as_ref()?.deck_statistics(SystemTime::now()).ok()?;
        Some(statistics.n_exercises)
    }

    /// What was done, or a sentence; after that, the review goes on without
    /// the library.
    fn done<T>(&mut self, result: Result<T, LibraryError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.library = None;
                let failure = Failure::Library(self.path.clone(), error);
                complain(&format!("{failure}; reviews are not kept there"));
                None
            }
        }
    }

    /// The games of a file in the library, into which it comes if it is not
    /// there: for each of its records by their places in the file.
    pub(super) fn games(
        &mut self,
        path: &Path,
        bytes: &[u8],
        records: &[(usize, Record)],
    ) -> Vec<Option<GameId>> {
        let found = self.find_games(path, bytes, records);
        let found = found.and_then(|it| self.done(it)).unwrap_or_default();
        let of =
            |idx: usize| found.iter().find(|(place, _)| *place as usize == idx).map(|(_, id)| *id);
        records.iter().map(|(idx, _)| of(*idx)).collect()
    }

    fn find_games(
        &mut self,
        path: &Path,
        bytes: &[u8],
        records: &[(usize, Record)],
    ) -> Option<Result<Found, LibraryError>> {
        let library = self.library.as_mut()?;
        if !input::is_standard_input(path) && path.is_file() {
            let imported =
                library.import(&[path.to_path_buf()], &Cancel::new(), &mut |_| ()).map(|_| ());
            return Some(imported.and_then(|()| library.games_of_file(path)));
        }
        // What has no name gets one by its moves.
        let [(idx, record)] = records else { return Some(Ok(Vec::new())) };
        let last = record.main_line().last().unwrap_or(record.root());
        let name = format!("standard input {}", ExerciseKey::of(record, last));
        let added = library.add(Path::new(&name), bytes, ByColor::default());
        let of_record = |id| vec![(*idx as u32, id)];
        Some(added.map(|it| it.game().map(of_record).unwrap_or_default()))
    }

    /// The record of a game, with the review of an earlier run.
    pub(super) fn record(&self, id: GameId) -> Option<Record> {
        self.library.as_ref()?.record(id).ok()
    }

    /// Keeps a review, and its mistakes in the deck.
    pub(super) fn keep(&mut self, id: GameId, review: &Review, record: &Record, rules: Ruleset) {
        let Some(library) = &mut self.library else { return };
        let Ok(reviewed) = output::reviewed(review, record, false) else { return };
        let kept = keep_review(library, id, &reviewed.to_sgf(), rules, SystemTime::now());
        self.done(kept);
    }
}
