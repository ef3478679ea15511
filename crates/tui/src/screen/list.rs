//! Lists to choose from: files, unfinished games, games of a file, game info.

mod content;

use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use tengen_front::command::Command;
use tengen_front::words::{Context, Entry};
use tengen_front::workspace;
use tengen_host::GameKey;
use tengen_record::{InfoKey, NodeId};

use super::{Pointed, Rows, draw_card, last_row, next, pointed, previous};
use crate::app::{Look, Next};
use crate::panel::draw_footer;
use crate::scale::Extent;
use crate::theme::Role;

/// The widest that a list becomes.
const WIDTH: u16 = 70;

/// What a line of a list stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Choice {
    /// Another folder.
    Folder(PathBuf),
    /// A file with a record.
    Record(PathBuf),
    /// A game of the file, from zero.
    Game(usize),
    /// A game that can be continued.
    Unfinished(GameKey),
    /// A record with unsaved changes, by its place among them.
    Draft(usize),
    /// An item of game info.
    Info(InfoKey),
    /// A move of the record.
    Node(NodeId),
}

/// A line of a list.
#[derive(Clone, Debug)]
struct Item {
    choice: Choice,
    entry: Entry,
    /// Whether it stands out among others.
    is_accented: bool,
}

/// A list to choose from.
#[derive(Clone, Debug)]
pub(crate) struct ListScreen {
    title: String,
    items: Vec<Item>,
    chosen: usize,
    /// What is said below the items, for example that there are none.
    remark: &'static str,
    /// The folder above the one that is listed.
    parent: Option<PathBuf>,
    /// Where the items were drawn last.
    rows: Rows,
}

impl ListScreen {
    pub(crate) fn obey(&mut self, command: Command) -> Next {
        let n_items = self.items.len();
        match command {
            Command::Up => self.chosen = previous(self.chosen, n_items),
            Command::Down => self.chosen = next(self.chosen, n_items),
            Command::PageBack => self.chosen = self.chosen.saturating_sub(10),
            Command::PageForward => self.chosen = (self.chosen + 10).min(n_items.saturating_sub(1)),
            Command::First => self.chosen = 0,
            Command::Last => self.chosen = n_items.saturating_sub(1),
            Command::Left => {
                if let Some(parent) = self.parent.clone() {
                    return Next::Choose(Choice::Folder(parent));
                }
            }
            Command::Confirm | Command::Right => {
                let item = self.items.get(self.chosen);
                return item.map_or(Next::Stay, |it| Next::Choose(it.choice.clone()));
            }
            Command::Cancel | Command::Leave => return Next::Back,
            Command::OpenPath => return Next::Command(command),
            _ => (),
        }
        Next::Stay
    }

    /// What is listed, as far as keys are concerned.
    pub(crate) const fn context(&self) -> Context {
        if self.parent.is_some() { Context::Files } else { Context::List }
    }

    /// Which list it is, as the workspace calls it.
    pub(crate) fn screen(&self) -> workspace::Screen {
        match self.items.first().map(|it| &it.choice) {
            Some(Choice::Game(_)) => workspace::Screen::Games,
            Some(Choice::Node(_)) => workspace::Screen::KeyMoves,
            Some(Choice::Info(_)) => workspace::Screen::Info,
            Some(Choice::Folder(_) | Choice::Record(_)) => workspace::Screen::Open,
            Some(Choice::Unfinished(_) | Choice::Draft(_)) | None => workspace::Screen::Unfinished,
        }
    }

    /// Takes the lines of another list, and stays where it is.
    pub(crate) fn set_entries(&mut self, other: ListScreen) {
        self.items = other.items;
    }

    pub(crate) fn point(&mut self, mouse: MouseEvent) -> Next {
        match pointed(mouse, self.rows) {
            Some(Pointed::Wheel(command)) => self.obey(command),
            Some(Pointed::Entry(idx, MouseButton::Left)) => {
                self.chosen = idx;
                self.obey(Command::Confirm)
            }
            _ => Next::Stay,
        }
    }

    pub(crate) fn draw(&mut self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let extent = Extent { width: area.width.min(WIDTH), height: area.height.saturating_sub(2) };
        let inner = draw_card(&self.title, extent, look.theme(), area, buffer);
        // A file and what is in it are on one line.
        let is_files = self.context() == Context::Files;
        let has_details = !is_files && self.items.iter().any(|it| !it.entry.detail.is_empty());
        let rows_each = if has_details { 2 } else { 1 };
        let n_shown = (usize::from(inner.height).saturating_sub(1) / rows_each).max(1);
        let first = self.chosen.saturating_sub(n_shown / 2);
        let first = first.min(self.items.len().saturating_sub(n_shown));
        self.rows = Rows {
            area: Rect { height: inner.height.saturating_sub(1), ..inner },
            height: if has_details { 2 } else { 1 },
            first,
            n_entries: self.items.len(),
        };
        let shown = self.items.iter().enumerate().skip(first).take(n_shown);
        let mut lines: Vec<Line<'_>> = Vec::new();
        for (idx, item) in shown {
            lines.extend(self.lines(look, idx, item, has_details));
        }
        lines.push(Line::styled(format!(" {}", self.remark), look.theme().text(Role::Dim)));
        Paragraph::new(lines).render(inner, buffer);
        draw_footer(look, self.context(), last_row(area), buffer);
    }

    fn lines(
        &self,
        look: Look<'_>,
        idx: usize,
        item: &Item,
        has_details: bool,
    ) -> Vec<Line<'static>> {
        let theme = look.theme();
        let style = match item.is_accented {
            _ if idx == self.chosen => theme.chosen(),
            true => theme.text(Role::Accent),
            false => Style::new(),
        };
        let Entry { title, detail } = &item.entry;
        let title = Line::from(Span::styled(format!(" {title} "), style));
        if self.context() == Context::Files {
            let mut line = title;
            line.push_span(Span::styled(format!(" {detail}"), theme.text(Role::Dim)));
            return vec![line];
        }
        let detail = Line::styled(format!("   {detail}"), theme.text(Role::Dim));
        if has_details { vec![title, detail] } else { vec![title] }
    }
}
