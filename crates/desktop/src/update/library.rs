//! The library: opened, searched, and games that are opened from it.

use iced::keyboard::key::Named;
use iced::widget::operation::{self, RelativeOffset};
use iced::{Task, keyboard};
use tengen_front::command::Command;
use tengen_front::library::{Browser, Explorer, LibraryGame, Order, Part, Preview};
use tengen_front::line::PositionWords;
use tengen_front::refusal::Refusal;

use crate::app::{App, Page};
use crate::board::Input;
use crate::library::{LibraryChange, LibraryTab, OpenLibrary, Pick};
use crate::message::Message;
use crate::panel;

impl App {
    /// Opens the library, with a query that is already typed.
    pub(super) fn show_library(&mut self, query: &str) -> Task<Message> {
        let opened = self.open_library().map(|library| {
            library.tab = LibraryTab::Games;
            library.browser.set_filter(query);
        });
        match opened {
            Ok(()) => operation::focus(panel::FIELD),
            Err(reason) => {
                self.refuse(&reason);
                Task::none()
            }
        }
    }

    /// Looks for the viewed position in the library.
    pub(super) fn show_explorer(&mut self, words: &PositionWords) -> Task<Message> {
        match self.workspace.open_explorer(words) {
            Ok(explorer) => self.show_found(explorer),
            Err(reason) => self.refuse(&reason),
        }
        Task::none()
    }

    fn show_found(&mut self, explorer: Explorer) {
        let opened = self.open_library().map(|library| {
            library.tab = LibraryTab::Position;
            library.explorer = Some(explorer);
            library.pick = Pick::Move;
            library.compose();
        });
        if let Err(reason) = opened {
            self.refuse(&reason);
        }
    }

    /// Counts the games of a query.
    pub(super) fn show_statistics(&mut self, query: &str) -> Task<Message> {
        let counted = self.workspace.open_statistics(query);
        let opened = counted.and_then(|it| {
            let library = self.open_library()?;
            library.statistics = Some(it);
            library.tab = LibraryTab::Statistics;
            Ok(())
        });
        if let Err(reason) = opened {
            self.refuse(&reason);
        }
        Task::none()
    }

    /// The library, which is on the screen from now on.
    fn open_library(&mut self) -> Result<&mut OpenLibrary, Refusal> {
        if self.library.is_none() {
            self.library = Some(OpenLibrary::new(self.workspace.open_browser()?));
        }
        if self.page != Page::Library {
            self.leave_for(Page::Library);
            self.list_start();
        }
        self.library.as_mut().ok_or(Refusal::NoLibrary)
    }

    /// Does what is asked for in the library.
    pub(super) fn change_library(&mut self, change: LibraryChange) -> Task<Message> {
        self.notice = None;
        match change {
            LibraryChange::Tab(tab) => return self.show_tab(tab),
            LibraryChange::Add(purpose) => return self.choose_name(purpose),
            _ => (),
        }
        let Some(library) = &mut self.library else { return Task::none() };
        let browser = &mut library.browser;
        match change {
            LibraryChange::Filter(text) => {
                browser.set_filter(&text);
                library.compose();
                return operation::snap_to(panel::LIST, RelativeOffset { x: 0.0, y: 0.0 });
            }
            LibraryChange::Mine(is_on) => browser.set_mine(is_on),
            LibraryChange::Sort(by) => browser.set_order(Order { by, is_reversed: false }),
            LibraryChange::Reverse => browser.reverse(),
            LibraryChange::Choose(place) => {
                // The second click on a game opens it.
                if browser.chosen() == place && browser.preview().is_some() {
                    browser.fetch();
                } else {
                    browser.choose(place);
                }
            }
            LibraryChange::Open => browser.fetch(),
            LibraryChange::StopAdding => browser.adder().stop(),
            LibraryChange::Compare => browser.toggle_compared(),
            LibraryChange::Parting => browser.go_to_parting(),
            LibraryChange::Preview(Input::Scroll(by)) => browser.step_preview(by as isize),
            LibraryChange::Preview(Input::Press(..)) => browser.step_preview(1),
            LibraryChange::Preview(Input::Other(..) | Input::Beside(_)) => {
                browser.step_preview(-1);
            }
            LibraryChange::GoToMove(n_moves) => browser.go_to_move(n_moves as usize),
            LibraryChange::TypeTag(text) => library.tag = text,
            LibraryChange::Tag(tag) => {
                browser.toggle_tag(&tag);
                library.tag.clear();
            }
            LibraryChange::Search => return self.search_preview(),
            other => explore(library, &other),
        }
        library.compose();
        Task::none()
    }

    /// Shows another part of the library, which is read if it was not yet.
    fn show_tab(&mut self, tab: LibraryTab) -> Task<Message> {
        let Some(library) = &mut self.library else { return Task::none() };
        library.tab = tab;
        match tab {
            LibraryTab::Games => operation::focus(panel::FIELD),
            LibraryTab::Position if library.explorer.is_none() => {
                self.show_explorer(&PositionWords::default())
            }
            LibraryTab::Statistics => {
                // Those of the games that are listed.
                match self.workspace.count(library.browser.query()) {
                    Ok(statistics) => library.statistics = Some(statistics),
                    Err(reason) => self.refuse(&reason),
                }
                Task::none()
            }
            LibraryTab::Position => Task::none(),
        }
    }

    /// Looks for the position of the preview.
    fn search_preview(&mut self) -> Task<Message> {
        let preview = self.library.as_ref().and_then(|it| it.browser.preview());
        let Some(position) = preview.map(Preview::position) else { return Task::none() };
        match self.workspace.explore(position, &PositionWords::default()) {
            Ok(explorer) => self.show_found(explorer),
            Err(reason) => self.refuse(&reason),
        }
        Task::none()
    }

    /// Takes what the library has read, and opens a game that was asked for.
    pub(super) fn take_library_news(&mut self) {
        let Some(library) = &mut self.library else { return };
        library.poll();
        let game = library.browser.take_fetched();
        let game = game.or_else(|| library.explorer.as_mut().and_then(Explorer::take_fetched));
        if let Some(game) = game {
            self.open_library_game(game);
        }
    }

    fn open_library_game(&mut self, game: LibraryGame) {
        let done = self.workspace.open_library_game(game);
        // What comes of it needs no task: a page, a question or a refusal.
        drop(self.take(done));
    }

    /// Keys that no field wanted.
    pub(super) fn press_library(
        &mut self,
        key: &keyboard::Key,
        held: keyboard::Modifiers,
    ) -> Option<Task<Message>> {
        let keyboard::Key::Named(named) = key else { return None };
        let library = self.library.as_mut()?;
        if held.command() || held.alt() {
            return None;
        }
        match (library.tab, named) {
            (_, Named::Escape) => {
                // What is typed goes first.
                if library.tab == LibraryTab::Games && !library.browser.filter().is_empty() {
                    library.browser.set_filter("");
                    return Some(operation::focus(panel::FIELD));
                }
                return Some(self.update(Message::Do(Command::Cancel)));
            }
            (LibraryTab::Games, _) => return self.press_list(*named),
            (LibraryTab::Position, _) => {
                let explorer = library.explorer.as_mut()?;
                match named {
                    Named::ArrowUp => explorer.step(-1),
                    Named::ArrowDown => explorer.step(1),
                    Named::ArrowRight | Named::Enter => _ = explorer.play_chosen(),
                    Named::ArrowLeft | Named::Backspace => _ = explorer.back(),
                    _ => return None,
                }
            }
            (LibraryTab::Statistics, _) => return None,
        }
        library.compose();
        Some(Task::none())
    }

    fn press_list(&mut self, named: Named) -> Option<Task<Message>> {
        let library = self.library.as_mut()?;
        let browser = &mut library.browser;
        match named {
            Named::ArrowUp => browser.step(-1),
            Named::ArrowDown => browser.step(1),
            Named::PageUp => browser.step(-10),
            Named::PageDown => browser.step(10),
            Named::ArrowLeft => browser.step_preview(-1),
            Named::ArrowRight => browser.step_preview(1),
            Named::Enter => browser.fetch(),
            _ => return None,
        }
        library.compose();
        Some(self.scroll_to_chosen())
    }

    /// Scrolls the list to the game that is chosen.
    fn scroll_to_chosen(&self) -> Task<Message> {
        let Some(browser) = self.library.as_ref().map(|it| &it.browser) else {
            return Task::none();
        };
        let y = place_in_list(browser);
        operation::snap_to(panel::LIST, RelativeOffset { x: 0.0, y })
    }
}

/// Where the chosen game is in the part of the list that is known, from 0 to 1.
fn place_in_list(browser: &Browser) -> f32 {
    let listing = browser.listing();
    let place = browser.chosen().saturating_sub(listing.start) as f32;
    let last = listing.games.len().max(2) - 1;
    (place / last as f32).clamp(0.0, 1.0)
}

/// Does what is asked for at the board of a position.
fn explore(library: &mut OpenLibrary, change: &LibraryChange) {
    if let &LibraryChange::Pick(pick) = change {
        library.pick = pick;
        return;
    }
    if let &LibraryChange::Explore(Input::Press(point, _)) = change
        && library.pick(point)
    {
        return;
    }
    let Some(explorer) = &mut library.explorer else { return };
    match *change {
        LibraryChange::Explore(Input::Press(point, _)) | LibraryChange::Play(point) => {
            explorer.play(point);
        }
        LibraryChange::Explore(Input::Scroll(by)) if by > 0 => {
            explorer.play_chosen();
        }
        LibraryChange::Explore(Input::Scroll(_) | Input::Other(..)) | LibraryChange::Back => {
            explorer.back();
        }
        LibraryChange::Whole => explorer.set_part(Part::Whole),
        LibraryChange::BothColors(is_on) => {
            explorer.change_options(|it| it.has_both_colors = is_on);
        }
        LibraryChange::Variations(is_on) => {
            explorer.change_options(|it| it.has_variations = is_on);
        }
        LibraryChange::OnlyMine(is_on) => explorer.change_options(|it| it.is_mine = is_on),
        LibraryChange::OpenFound(idx) => explorer.fetch(idx),
        _ => (),
    }
}
