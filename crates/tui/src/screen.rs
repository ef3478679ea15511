//! The screens of the program: each takes commands and draws itself.

pub(crate) mod career;
pub(crate) mod explanation;
pub(crate) mod explorer;
pub(crate) mod form;
pub(crate) mod game;
pub(crate) mod glossary;
pub(crate) mod help;
pub(crate) mod learn;
pub(crate) mod library;
pub(crate) mod list;
pub(crate) mod report;
pub(crate) mod settings;
pub(crate) mod start;
pub(crate) mod statistics;
pub(crate) mod welcome;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use tengen_challenge::Skin;
use tengen_front::command::Command;

use crate::scale::Extent;
use crate::theme::{Role, Theme};

/// What is on the screen.
#[derive(Debug)]
pub(crate) enum Screen {
    Start(Box<start::Start>),
    Form(Box<form::FormScreen>),
    List(Box<list::ListScreen>),
    Settings(settings::SettingsScreen),
    Report(report::ReportScreen),
    Library(Box<library::LibraryScreen>),
    Explorer(Box<explorer::ExplorerScreen>),
    Statistics(Box<statistics::StatisticsScreen>),
    Learn(Box<learn::LearnScreen>),
    Glossary(Box<glossary::GlossaryScreen>),
    Welcome(Box<welcome::WelcomeScreen>),
    /// The board, which is kept while other screens cover it.
    Game,
    Career(Box<career::Career>),
}

/// Where the entries of a screen were drawn last, for the mouse.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Rows {
    /// All of the entries that are seen.
    pub(crate) area: Rect,
    /// The rows of each entry.
    pub(crate) height: u16,
    /// The first entry that is seen, and the number of all.
    pub(crate) first: usize,
    pub(crate) n_entries: usize,
}

impl Rows {
    /// The entry at a cell.
    pub(crate) fn at(&self, at: Position) -> Option<usize> {
        let is_inside = self.height > 0 && self.area.contains(at);
        let row = at.y.checked_sub(self.area.y).filter(|_| is_inside)?;
        let idx = self.first + usize::from(row / self.height);
        (idx < self.n_entries).then_some(idx)
    }
}

/// What the mouse does to the entries of a screen.
pub(crate) enum Pointed {
    /// An entry is chosen, and confirmed by the left button.
    Entry(usize, MouseButton),
    /// The wheel goes to the entry before or after.
    Wheel(Command),
}

/// What the mouse does to entries; `None` if that is nothing.
pub(crate) fn pointed(mouse: MouseEvent, rows: Rows) -> Option<Pointed> {
    let at = Position { x: mouse.column, y: mouse.row };
    match mouse.kind {
        MouseEventKind::ScrollUp => Some(Pointed::Wheel(Command::Up)),
        MouseEventKind::ScrollDown => Some(Pointed::Wheel(Command::Down)),
        MouseEventKind::Down(button) => rows.at(at).map(|idx| Pointed::Entry(idx, button)),
        _ => None,
    }
}

/// Draws a box in the middle of an area; returns what is inside it.
pub(crate) fn draw_card(
    title: &str,
    extent: Extent,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Rect {
    let (width, height) = (extent.width.min(area.width), extent.height.min(area.height));
    let outer = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    Clear.render(outer, buffer);
    let mut block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.text(Role::Dim))
        .title_style(theme.text(Role::Accent))
        .title(format!(" {title} "));
    if theme.is_ascii {
        block = block.border_set(Skin::ASCII_BORDER);
    }
    let inner = block.inner(outer);
    block.render(outer, buffer);
    Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }
}

/// The last line of an area.
pub(crate) fn last_row(area: Rect) -> Rect {
    Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area }
}

/// The next of this many entries, around the ends.
pub(crate) const fn next(idx: usize, n_entries: usize) -> usize {
    if idx + 1 < n_entries { idx + 1 } else { 0 }
}

/// The one before among this many entries, around the ends.
pub(crate) const fn previous(idx: usize, n_entries: usize) -> usize {
    if idx > 0 { idx - 1 } else { n_entries.saturating_sub(1) }
}
