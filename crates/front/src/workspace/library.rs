//! The library: browsing, positions, statistics, and games that are opened
//! from it.

use tengen_host::{Dirs, Document};
use tengen_library::{Access, GameId, Library, Query};
use tengen_rules::{Board, Color, Size};
use tengen_session::Step;

use super::{Done, Screen, Workspace};
use crate::library::{Browser, Explorer, LibraryGame, LibraryPlace, Part, StatisticsView, ToAdd};
use crate::line::PositionWords;
use crate::question::Next;
use crate::refusal::Refusal;
use crate::words;

/// The most games and continuations that are read out.
const MAX_SPOKEN: usize = 20;

impl Workspace {
    /// Where the library of the user is.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::NoLibrary`] if the user has no folder for it.
    pub fn library_place(&self) -> Result<LibraryPlace, Refusal> {
        let path = self.dirs.as_ref().map(Dirs::library_file).ok_or(Refusal::NoLibrary)?;
        let finished = self.finished_folder().filter(|_| self.settings.keeps_games);
        Ok(LibraryPlace { path, finished })
    }

    /// Opens the library to browse in it.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::NoLibrary`] if the user has no folder for it.
    pub fn open_browser(&self) -> Result<Browser, Refusal> {
        let place = self.library_place()?;
        if place.path.exists() {
            self.adder.add(place.clone(), self.wake.clone(), ToAdd::News);
        }
        Ok(Browser::new(place, self.wake.clone()).with_adder(self.adder.clone()))
    }

    /// Brings files and folders into the library while other things go on; the
    /// screen of the library tells how far that is.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if the user has no folder for it, or there is no
    /// such file.
    pub fn add_to_library(&mut self, what: ToAdd) -> Result<Done, Refusal> {
        self.start_adding(what)?;
        Ok(Self::library_screen(String::new()))
    }

    fn start_adding(&self, what: ToAdd) -> Result<(), Refusal> {
        if let ToAdd::Once(path) | ToAdd::Watched(path) = &what {
            let found = std::fs::metadata(path);
            found.map_err(|error| tengen_library::LibraryError::File(path.clone(), error))?;
        }
        self.adder.add(self.library_place()?, self.wake.clone(), what);
        Ok(())
    }

    /// Adds something, and says what came of it.
    pub(super) fn tell_added(&self, what: ToAdd) -> Result<String, Refusal> {
        self.adder.forget();
        self.start_adding(what)?;
        self.adder.settle();
        Ok(self.adder.last().map(|it| words::library_added(&it)).unwrap_or_default())
    }

    /// Looks for the viewed position in the library, or for the empty board if
    /// nothing is open.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::NoLibrary`] if the user has no folder for it.
    pub fn open_explorer(&self, words: &PositionWords) -> Result<Explorer, Refusal> {
        let start = match self.view() {
            Some(view) => (view.position.board, view.position.to_play),
            None => (Board::new(Size::NINETEEN), Color::Black),
        };
        self.explore(start, words)
    }

    /// Looks for a board in the library.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::NoLibrary`] if the user has no folder for it.
    pub fn explore(
        &self,
        start: (Board, Color),
        words: &PositionWords,
    ) -> Result<Explorer, Refusal> {
        let place = self.library_place()?;
        let mut explorer = Explorer::new(place, self.wake.clone(), start, words.part);
        explorer.change_options(|it| {
            it.is_mine = words.is_mine;
            it.has_both_colors = words.has_both_colors || words.part != Part::Whole;
            it.has_variations = words.has_variations;
        });
        Ok(explorer)
    }

    /// Counts games of the library.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if the user has no folder for it, or the query is
    /// wrong.
    pub fn open_statistics(&self, query: &str) -> Result<StatisticsView, Refusal> {
        let query: Query = query.parse().map_err(tengen_library::LibraryError::Query)?;
        self.count(query)
    }

    /// Counts the games of a query that was read.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::NoLibrary`] if the user has no folder for it.
    pub fn count(&self, query: Query) -> Result<StatisticsView, Refusal> {
        Ok(StatisticsView::new(self.library_place()?, self.wake.clone(), query))
    }

    /// Opens a game of the library: in its file if that is still there, and
    /// otherwise as the library has it.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be opened; what is open stays open.
    pub fn open_library_game(&mut self, game: LibraryGame) -> Result<Done, Refusal> {
        self.unless_unsaved(Next::Library(Box::new(game)))
    }

    pub(super) fn open_library_now(&mut self, game: &LibraryGame) -> Result<Done, Refusal> {
        let (document, game_idx) = match game.file() {
            Some((path, game_idx)) => (Document::open(&path)?, game_idx),
            None => (Document::without_file(&game.bytes)?, 0),
        };
        let done = self.show_document(document, game_idx)?;
        let node = game.node.and_then(|it| self.node_numbered(it));
        let step = node.map_or(Step::Last, Step::Node);
        // A record without moves has no last one.
        let _ = self.go(step);
        Ok(done)
    }

    fn node_numbered(&self, number: u32) -> Option<tengen_record::NodeId> {
        self.open.as_ref()?.handle.read(|session, _| session.record().node_id(number))
    }

    /// Opens a game of the library by its number.
    pub(super) fn open_library_numbered(&mut self, number: u32) -> Result<Done, Refusal> {
        let mut browser = self.open_browser()?;
        browser.fetch_game(GameId::from_number(number));
        browser.settle();
        match browser.take_fetched() {
            Some(game) => self.open_library_game(game),
            None => Err(Refusal::NoLibraryGame(number)),
        }
    }

    /// Gives a game of the library a tag, or takes it away.
    pub(super) fn tag_library_game(&mut self, number: u32, tag: &str) -> Result<String, Refusal> {
        let mut library = Library::open(&self.library_place()?.path, Access::Write)?;
        let id = GameId::from_number(number);
        let has_tag = library.tags_of(id)?.contains(&tag.trim().to_lowercase());
        if has_tag {
            library.remove_tag(&[id], tag)?;
        } else {
            library.add_tag(&[id], tag)?;
        }
        let tags = library.tags_of(id)?;
        Ok(if tags.is_empty() {
            format!("Game #{number} has no tags.")
        } else {
            format!("Tags of game #{number}: {}.", tags.join(", "))
        })
    }

    /// Games of a query, as they are read out.
    pub(super) fn tell_library(&self, query: &str) -> Result<String, Refusal> {
        self.adder.forget();
        let mut browser = self.open_browser()?;
        browser.set_filter(query);
        browser.settle();
        if let Some(problem) = browser.problem() {
            return Err(tengen_library::LibraryError::Query(problem.clone()).into());
        }
        if let Some(failure) = browser.failure() {
            return Ok(words::library_error(failure));
        }
        let mut lines =
            vec![format!("{}.", words::library_summary(&browser).trim_end_matches('.'))];
        let games = browser.listing().games.iter().take(MAX_SPOKEN);
        lines.extend(games.map(words::library_line));
        let n_left = (browser.listing().total as usize).saturating_sub(MAX_SPOKEN);
        if n_left > 0 {
            lines.push(format!("And {n_left} more; type more of what you look for."));
        }
        if browser.listing().total > 0 {
            lines.push("Type open and a number such as #1 to open a game.".to_owned());
        }
        Ok(lines.join("\n"))
    }

    /// Where else a position occurred, as it is read out.
    pub(super) fn tell_position(&self, words: &PositionWords) -> Result<String, Refusal> {
        let mut explorer = self.open_explorer(words)?;
        explorer.settle();
        if let Some(failure) = explorer.failure() {
            return Ok(crate::words::library_error(failure));
        }
        let Some(found) = explorer.found() else { return Ok(String::new()) };
        let title = crate::words::explorer_title(&explorer);
        let mut lines = vec![format!("Looked for: {title}. {}", crate::words::found(found))];
        lines.extend(found.next.iter().take(MAX_SPOKEN).map(crate::words::spoken_next_move));
        let game = |it: &crate::library::FoundGame| {
            format!("{}, at move {}", crate::words::library_line(&it.entry), it.hit.n_moves)
        };
        lines.extend(found.games.iter().take(MAX_SPOKEN).map(game));
        Ok(lines.join("\n"))
    }

    /// Statistics as they are read out.
    pub(super) fn tell_statistics(&self, query: &str) -> Result<String, Refusal> {
        let mut view = self.open_statistics(query)?;
        view.settle();
        if let Some(failure) = view.failure() {
            return Ok(words::library_error(failure));
        }
        let title = view.statistics().map(words::statistics_title).unwrap_or_default();
        let mut lines = vec![format!("{}.", title.trim_end_matches('.'))];
        for chart in view.charts() {
            let rows = chart.rows.iter().map(|it| format!("{}: {}", it.label, it.figures));
            lines.push(format!("{}. {}.", chart.title, rows.collect::<Vec<_>>().join("; ")));
        }
        Ok(lines.join("\n"))
    }

    /// The screen for the library, with a query that is already typed.
    pub(super) const fn library_screen(query: String) -> Done {
        Done::Show(Screen::Library(query))
    }
}
