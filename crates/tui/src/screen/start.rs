//! The first screen: what to do.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use tengen_rules::{Ruleset, Size};
use tengen_session::{Action, Session, Setup, View};

use super::{next, previous};
use crate::app::{Goal, Look, Outcome, Request};
use crate::board::BoardView;
use crate::keys::Command;
use crate::panel::footer;
use crate::scale::{Geometry, Margin, Scale};
use crate::theme::Role;

/// What can be chosen.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Entry {
    Continue,
    NewGame,
    Open,
    Career,
    Settings,
    Quit,
}

/// The first screen.
#[derive(Debug)]
pub(crate) struct Start {
    saved: Option<String>,
    chosen: usize,
    /// A game to look at.
    picture: Option<View>,
}

/// Moves for the picture beside the menu.
const OPENING: &str = "R16 D17 Q3 D4 P17 R5 C3 R10";

impl Start {
    pub(crate) fn new(saved: Option<String>) -> Start {
        Start { saved, chosen: 0, picture: picture() }
    }

    fn entries(&self) -> Vec<Entry> {
        let all = [
            Entry::Continue,
            Entry::NewGame,
            Entry::Career,
            Entry::Open,
            Entry::Settings,
            Entry::Quit,
        ];
        let is_there = |it: &Entry| *it != Entry::Continue || self.saved.is_some();
        all.into_iter().filter(is_there).collect()
    }

    pub(crate) fn obey(&mut self, command: Command) -> Outcome {
        let entries = self.entries();
        match command {
            Command::Up => self.chosen = previous(self.chosen, entries.len()),
            Command::Down => self.chosen = next(self.chosen, entries.len()),
            Command::Confirm => return choose(entries[self.chosen]),
            Command::NewGame => return choose(Entry::NewGame),
            Command::Open => return choose(Entry::Open),
            Command::Quit => return choose(Entry::Quit),
            _ => (),
        }
        Outcome::Nothing
    }

    pub(crate) fn draw(&self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let entries = self.entries();
        let height = 6 + 2 * u16::try_from(entries.len()).unwrap_or(0);
        let menu_width = area.width.min(38);
        let has_picture = area.width >= 80 && area.height >= 22;
        let x = if has_picture {
            area.x + (area.width - 82.min(area.width)) / 2 + 2
        } else {
            area.x + (area.width - menu_width) / 2
        };
        let y = area.y + (area.height.saturating_sub(height)) / 2;
        let menu = Rect { x, y, width: menu_width, height: height.min(area.height) };
        self.draw_menu(look, &entries, menu, buffer);
        if has_picture {
            let place = Rect { x: x + menu_width - 2, width: 44, height: area.height - 1, ..area };
            self.draw_picture(look, place, buffer);
        }
        let keys = [("↑↓", "choose"), ("enter", "go"), ("?", "help"), ("q", "quit")];
        let last = Rect { y: area.bottom() - 1, height: 1, ..area };
        match look.notice_line() {
            Some(line) => line.render(last, buffer),
            None => footer(look, &keys, last, buffer),
        }
    }

    fn draw_menu(&self, look: Look<'_>, entries: &[Entry], area: Rect, buffer: &mut Buffer) {
        let theme = look.taste.theme;
        let mut lines = vec![
            Line::styled("T E N G E N", theme.text(Role::Accent)),
            Line::styled("the game of Go", theme.text(Role::Dim)),
            Line::default(),
        ];
        // In a low terminal, entries stand close together.
        let is_close = usize::from(area.height) < 4 + 2 * entries.len();
        for (idx, entry) in entries.iter().enumerate() {
            let is_chosen = idx == self.chosen;
            let style = if is_chosen { theme.chosen() } else { ratatui::style::Style::new() };
            let mark = if is_chosen { theme.glyph("▶", ">") } else { " " };
            lines.push(Line::from(vec![
                Span::styled(mark, theme.text(Role::Cursor)),
                Span::styled(format!(" {} ", title(*entry)), style),
            ]));
            if !is_close {
                let more = if *entry == Entry::Continue { self.saved.as_deref() } else { None };
                lines.push(Line::styled(
                    format!("   {}", more.unwrap_or("")),
                    theme.text(Role::Dim),
                ));
            }
        }
        Paragraph::new(lines).render(area, buffer);
    }

    fn draw_picture(&self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let Some(view) = &self.picture else { return };
        let scale = Scale { width: 2, height: 1 };
        let geometry = Geometry::new(view.board.size(), scale, (area, None), Margin::Narrow);
        let theme = look.taste.theme;
        BoardView { view, theme, geometry, cursor: None, ghost: None, has_numbers: false }
            .draw(buffer);
    }
}

const fn title(entry: Entry) -> &'static str {
    match entry {
        Entry::Continue => "Continue",
        Entry::NewGame => "New game",
        Entry::Career => "Career",
        Entry::Open => "Open a record",
        Entry::Settings => "Settings",
        Entry::Quit => "Quit",
    }
}

fn choose(entry: Entry) -> Outcome {
    match entry {
        Entry::Continue => Outcome::Request(Request::Continue),
        Entry::NewGame => Outcome::GoTo(Goal::NewGame),
        Entry::Career => Outcome::Request(Request::Career),
        Entry::Open => Outcome::GoTo(Goal::Files),
        Entry::Settings => Outcome::GoTo(Goal::Settings),
        Entry::Quit => Outcome::Request(Request::Quit),
    }
}

fn picture() -> Option<View> {
    let mut session = Session::new(Setup::new(Size::NINETEEN, Ruleset::JAPANESE)).ok()?;
    session.apply(Action::Start, Duration::ZERO).ok()?;
    for point in OPENING.split_whitespace() {
        session.apply(Action::Play(point.parse().ok()?), Duration::ZERO).ok()?;
    }
    Some(session.view(Duration::ZERO))
}
