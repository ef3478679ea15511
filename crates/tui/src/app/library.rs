//! The library: its screens, and what comes from its threads.

use tengen_front::line::PositionWords;
use tengen_front::refusal::Refusal;
use tengen_front::workspace::Done;

use super::App;
use crate::screen::Screen;
use crate::screen::explorer::ExplorerScreen;
use crate::screen::library::LibraryScreen;
use crate::screen::statistics::StatisticsScreen;

impl App {
    pub(super) fn show_library(&mut self, query: &str) {
        match self.workspace.open_browser() {
            Ok(browser) => {
                let screen = LibraryScreen::new(browser, query);
                self.cover_board(Screen::Library(Box::new(screen)));
            }
            Err(reason) => self.follow(Err(reason)),
        }
    }

    pub(super) fn show_explorer(&mut self, words: &PositionWords) {
        match self.workspace.open_explorer(words) {
            Ok(explorer) => {
                let screen = ExplorerScreen::new(explorer, None);
                self.cover_board(Screen::Explorer(Box::new(screen)));
            }
            Err(reason) => self.follow(Err(reason)),
        }
    }

    pub(super) fn show_statistics(&mut self, query: &str) {
        match self.workspace.open_statistics(query) {
            Ok(view) => {
                let screen = StatisticsScreen::new(view, query == "is:mine", None);
                self.cover_board(Screen::Statistics(Box::new(screen)));
            }
            Err(reason) => self.follow(Err(reason)),
        }
    }

    /// Looks for the position of the preview, and comes back to the list.
    pub(super) fn explore_preview(&mut self) -> Result<Done, Refusal> {
        let Screen::Library(library) = &self.screen else { return Ok(Done::Nothing) };
        let Some(preview) = library.browser.preview() else { return Ok(Done::Nothing) };
        let explorer = self.workspace.explore(preview.position(), &PositionWords::default())?;
        let below = self.take_library();
        self.screen = Screen::Explorer(Box::new(ExplorerScreen::new(explorer, below)));
        Ok(Done::Nothing)
    }

    /// Counts the games of the list, and comes back to it.
    pub(super) fn count_listed(&mut self) -> Result<Done, Refusal> {
        let Screen::Library(library) = &self.screen else { return Ok(Done::Nothing) };
        let is_mine = library.browser.is_mine();
        let view = self.workspace.count(library.browser.query())?;
        let below = self.take_library();
        self.screen = Screen::Statistics(Box::new(StatisticsScreen::new(view, is_mine, below)));
        Ok(Done::Nothing)
    }

    /// Counts all games instead of those of the user, or the other way.
    pub(super) fn count_others(&mut self) -> Result<Done, Refusal> {
        let Screen::Statistics(screen) = &mut self.screen else { return Ok(Done::Nothing) };
        let is_mine = !screen.is_mine;
        let query = if is_mine { "is:mine" } else { "" };
        let view = self.workspace.open_statistics(query)?;
        let below = screen.below.take();
        **screen = StatisticsScreen::new(view, is_mine, below);
        Ok(Done::Nothing)
    }

    /// Puts the library away for a screen above it.
    fn take_library(&mut self) -> Option<Box<LibraryScreen>> {
        match std::mem::replace(&mut self.screen, Screen::Game) {
            Screen::Library(library) => Some(library),
            other => {
                self.screen = other;
                None
            }
        }
    }

    /// Leaves a screen above the library; whether there is one.
    pub(super) fn return_to_library(&mut self) -> bool {
        let below = match &mut self.screen {
            Screen::Explorer(explorer) => explorer.below.take(),
            Screen::Statistics(statistics) => statistics.below.take(),
            _ => None,
        };
        let is_there = below.is_some();
        if let Some(library) = below {
            self.screen = Screen::Library(library);
        }
        is_there
    }

    /// Gives the chosen game a tag, or takes it away.
    pub(super) fn tag(&mut self, tag: &str) {
        if let Screen::Library(library) = &mut self.screen {
            library.browser.toggle_tag(tag);
        }
    }

    /// Takes what has come from the threads of the library.
    pub(super) fn collect_library_news(&mut self) {
        let game = match &mut self.screen {
            Screen::Library(library) => {
                library.browser.poll();
                library.browser.take_fetched()
            }
            Screen::Explorer(screen) => {
                screen.explorer.poll();
                screen.explorer.take_fetched()
            }
            Screen::Statistics(statistics) => {
                statistics.view.poll();
                None
            }
            _ => None,
        };
        if let Some(game) = game {
            let done = self.workspace.open_library_game(game);
            self.follow(done);
        }
    }

    /// Waits for the library, for tests.
    pub fn settle_library(&mut self) {
        match &mut self.screen {
            Screen::Library(library) => library.browser.settle(),
            Screen::Explorer(screen) => screen.explorer.settle(),
            Screen::Statistics(statistics) => statistics.view.settle(),
            _ => (),
        }
        self.collect_library_news();
    }
}
