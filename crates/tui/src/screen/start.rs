//! The start screen and its menu.

use std::time::SystemTime;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEvent};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use tengen_front::command::Command;
use tengen_front::words::{self, Context};
use tengen_front::workspace::Workspace;
use tengen_picture::Scene;
use tengen_rules::{Color, Point, Size};

use super::{Pointed, Rows, last_row, next, pointed, previous};
use crate::app::{Look, Next};
use crate::board::BoardPicture;
use crate::panel::draw_footer;
use crate::scale::{Geometry, Margin, Scale, ScaledBoard};
use crate::theme::Role;

/// What can be chosen.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum StartChoice {
    /// The record that is still open.
    Return,
    /// The career.
    Career,
    /// What a command does.
    Command(Command),
}

#[derive(Clone, Debug)]
struct Entry {
    choice: StartChoice,
    title: &'static str,
    detail: String,
}

/// The first screen.
#[derive(Debug)]
pub(crate) struct Start {
    entries: Vec<Entry>,
    chosen: usize,
    /// Whether a game is open, which keys must not change unseen.
    has_game: bool,
    /// A game to look at.
    picture: Scene,
    /// Where the entries were drawn last.
    rows: Rows,
}

/// Moves for the picture beside the menu.
const OPENING: [&str; 8] = ["R16", "D17", "Q3", "D4", "P17", "R5", "C3", "R10"];

impl Start {
    pub(crate) fn new(workspace: &mut Workspace) -> Start {
        let entry = |choice, title| Entry { choice, title, detail: String::new() };
        let command = |command, title| entry(StartChoice::Command(command), title);
        let mut entries = Vec::new();
        if workspace.view().is_some_and(|it| it.game.is_review) {
            let detail = workspace.title().unwrap_or_default();
            entries.push(Entry { detail, ..entry(StartChoice::Return, "Back to the record") });
        }
        entries.extend(unfinished(workspace));
        entries.extend([
            command(Command::NewGame, "New game"),
            command(Command::Learn, "Learn to play"),
            entry(StartChoice::Career, "Career"),
            command(Command::Library, "Library"),
            command(Command::Open, "Open a game"),
            command(Command::Settings, "Settings"),
            command(Command::Quit, "Quit"),
        ]);
        let has_game = workspace.view().is_some();
        Start { entries, chosen: 0, has_game, picture: picture(), rows: Rows::default() }
    }

    pub(crate) fn obey(&mut self, command: Command) -> Next {
        match command {
            Command::Up => self.chosen = previous(self.chosen, self.entries.len()),
            Command::Down => self.chosen = next(self.chosen, self.entries.len()),
            Command::Confirm => return Next::Start(self.entries[self.chosen].choice),
            Command::Leave => return Next::Command(Command::Quit),
            Command::NewGame
            | Command::Prompt
            | Command::Open
            | Command::OpenPath
            | Command::Unfinished
            | Command::Continue
            | Command::Library
            | Command::SearchPosition
            | Command::Learn
            | Command::Glossary
            | Command::Statistics
            | Command::Settings => return Next::Command(command),
            // It says that there is no game yet.
            _ if !self.has_game => return Next::Command(command),
            _ => (),
        }
        Next::Stay
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
        let height = 6 + 2 * u16::try_from(self.entries.len()).unwrap_or(0);
        let menu_width = area.width.min(38);
        let has_picture = area.width >= 80 && area.height >= 22;
        let x = if has_picture {
            area.x + (area.width - 82.min(area.width)) / 2 + 2
        } else {
            area.x + (area.width - menu_width) / 2
        };
        let y = area.y + (area.height.saturating_sub(height)) / 2;
        let menu = Rect { x, y, width: menu_width, height: height.min(area.height) };
        self.draw_menu(look, menu, buffer);
        if has_picture {
            let place = Rect { x: x + menu_width - 2, width: 44, height: area.height - 1, ..area };
            self.draw_picture(look, place, buffer);
        }
        draw_footer(look, Context::Menu, last_row(area), buffer);
    }

    fn draw_menu(&mut self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let mut lines = vec![
            Line::styled("T E N G E N", theme.text(Role::Accent)),
            Line::styled("the game of Go", theme.text(Role::Dim)),
            Line::default(),
        ];
        // In a low terminal, entries stand close together.
        let is_close = usize::from(area.height) < 4 + 2 * self.entries.len();
        for (idx, entry) in self.entries.iter().enumerate() {
            let is_chosen = idx == self.chosen;
            let style = if is_chosen { theme.chosen() } else { ratatui::style::Style::new() };
            let mark = if is_chosen { theme.glyph("▶", ">") } else { " " };
            lines.push(Line::from(vec![
                Span::styled(mark, theme.text(Role::Cursor)),
                Span::styled(format!(" {} ", entry.title), style),
            ]));
            if !is_close {
                let detail = format!("   {}", entry.detail);
                lines.push(Line::styled(detail, theme.text(Role::Dim)));
            }
        }
        let first_row = area.y + 3;
        self.rows = Rows {
            area: Rect { y: first_row, height: area.bottom().saturating_sub(first_row), ..area },
            height: if is_close { 1 } else { 2 },
            first: 0,
            n_entries: self.entries.len(),
        };
        Paragraph::new(lines).render(area, buffer);
    }

    fn draw_picture(&self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let board = ScaledBoard {
            size: self.picture.size,
            scale: Scale { width: 2, height: 1 },
            margin: Margin::Narrow,
        };
        let geometry = Geometry::new(board, area, None);
        BoardPicture { scene: &self.picture, theme: look.theme(), geometry, shows_losses: false }
            .draw(buffer);
    }
}

/// The entries for games that can be continued: the one that is open, or the
/// only one, and a list of the others.
fn unfinished(workspace: &mut Workspace) -> Vec<Entry> {
    let entry =
        |command, title, detail| Entry { choice: StartChoice::Command(command), title, detail };
    let count = |n: usize| match n {
        1 => "1 unfinished game".to_owned(),
        n => format!("{n} unfinished games"),
    };
    let n_drafts = workspace.drafts().len();
    if workspace.is_running() {
        let title = workspace.title().unwrap_or_default();
        let n_others = workspace.other_unfinished().len() + n_drafts;
        let others = entry(Command::Unfinished, "Other games", count(n_others));
        let others = Some(others).filter(|_| n_others > 0);
        return [entry(Command::Continue, "Continue", title)].into_iter().chain(others).collect();
    }
    let games = workspace.unfinished();
    match (&games[..], games.len() + n_drafts) {
        (_, 0) => Vec::new(),
        ([game], 1) if !game.is_in_use => {
            let title = words::unfinished(game, SystemTime::now()).title;
            vec![entry(Command::Continue, "Continue", title)]
        }
        (_, n) => vec![entry(Command::Unfinished, "Continue", count(n))],
    }
}

fn picture() -> Scene {
    let mut scene = Scene::new(Size::NINETEEN);
    let mut color = Color::Black;
    for name in OPENING {
        let point: Option<Point> = name.parse().ok();
        scene.stones.extend(point.map(|it| (it, color)));
        scene.last_move = point;
        color = !color;
    }
    scene
}
