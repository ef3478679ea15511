//! The library: a list that is filtered while a query is typed, with a preview,
//! or two games side by side.

mod draw;

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};
use tengen_front::command::Command;
use tengen_front::library::Browser;

use crate::app::Next;
use crate::prompt::{Prompt, Purpose, Typed};

/// The library on the screen.
#[derive(Debug)]
pub(crate) struct LibraryScreen {
    pub(crate) browser: Browser,
    /// The query that is being typed.
    line: Prompt,
    /// Where the list was drawn last, and the place of its first game.
    list: (Rect, u32),
    /// Where boards were drawn last.
    boards: Rect,
}

impl LibraryScreen {
    /// The library with a query that is already typed.
    pub(crate) fn new(mut browser: Browser, query: &str) -> LibraryScreen {
        browser.set_filter(query);
        LibraryScreen {
            browser,
            line: Prompt::new(Purpose::Filter, query),
            list: (Rect::default(), 0),
            boards: Rect::default(),
        }
    }

    /// Takes a key: it is typed, or is a command.
    pub(crate) fn press(&mut self, key: KeyEvent, command: Option<Command>) -> Next {
        if let Some(command) = command.filter(|_| !self.is_typed(key)) {
            return self.obey(command);
        }
        match self.line.press(key) {
            Typed::Cancelled if self.line.text().is_empty() => return Next::Back,
            Typed::Cancelled => self.line = Prompt::new(Purpose::Filter, ""),
            Typed::Going | Typed::Finished(_) => (),
        }
        self.browser.set_filter(&self.line.text());
        Next::Stay
    }

    /// Whether a key edits the line, whatever else it does.
    fn is_typed(&self, key: KeyEvent) -> bool {
        let held = key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('[' | ']') => false,
            KeyCode::Char('a' | 'e' | 'u' | 'k' | 'w') if held == KeyModifiers::CONTROL => true,
            KeyCode::Char(_) => held.is_empty(),
            KeyCode::Backspace | KeyCode::Esc => !self.line.text().is_empty(),
            KeyCode::Left | KeyCode::Right | KeyCode::Delete => true,
            _ => false,
        }
    }

    fn obey(&mut self, command: Command) -> Next {
        let page = i64::from(self.list.0.height / 2).max(1);
        match command {
            Command::Up => self.browser.step(-1),
            Command::Down => self.browser.step(1),
            Command::PageBack => self.browser.step(-page),
            Command::PageForward => self.browser.step(page),
            Command::First => self.browser.choose(0),
            Command::Last => self.browser.choose(u32::MAX),
            Command::Back => self.browser.step_preview(-1),
            Command::Forward => self.browser.step_preview(1),
            Command::SortGames => self.browser.next_order(),
            Command::ReverseGames => self.browser.reverse(),
            Command::MyGames => self.browser.set_mine(!self.browser.is_mine()),
            Command::Compare => self.browser.toggle_compared(),
            Command::Confirm => self.browser.fetch(),
            Command::Tag if self.browser.chosen_game().is_some() => return Next::TypeTag,
            Command::AddGames => return Next::TypePath,
            Command::SearchPosition => return Next::Explore,
            Command::Statistics => return Next::Count,
            Command::Cancel => return Next::Back,
            _ => (),
        }
        Next::Stay
    }

    /// Takes what the mouse does.
    pub(crate) fn point(&mut self, mouse: MouseEvent) {
        let at = Position { x: mouse.column, y: mouse.row };
        let is_on_board = self.boards.contains(at);
        match mouse.kind {
            MouseEventKind::ScrollUp if is_on_board => self.browser.step_preview(-1),
            MouseEventKind::ScrollDown if is_on_board => self.browser.step_preview(1),
            MouseEventKind::ScrollUp => self.browser.step(-1),
            MouseEventKind::ScrollDown => self.browser.step(1),
            MouseEventKind::Down(MouseButton::Left) => {
                let (area, first) = self.list;
                if !area.contains(at) {
                    return;
                }
                let place = first + u32::from(at.y - area.y) / 2;
                if place >= self.browser.listing().total {
                    return;
                }
                // The second click on a game opens it.
                if place == self.browser.chosen() {
                    self.browser.fetch();
                } else {
                    self.browser.choose(place);
                }
            }
            _ => (),
        }
    }
}
