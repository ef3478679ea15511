//! The glossary: words to search, with diagrams.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tengen_front::command::Command;
use tengen_front::learn::Glossary;
use tengen_front::words::{self, Context};

use super::last_row;
use super::learn::{LearnScreen, draw_board};
use crate::app::{Look, Next};
use crate::panel::draw_footer;
use crate::prompt::{Prompt, Purpose, Typed};
use crate::theme::Role;

/// The columns of the list of words.
const LIST: u16 = 18;

/// The rows of a diagram.
const DIAGRAM: u16 = 9;

/// The glossary on the screen.
#[derive(Debug)]
pub(crate) struct GlossaryScreen {
    glossary: Glossary,
    line: Prompt,
    /// The lessons from which one has come.
    pub(crate) below: Option<Box<LearnScreen>>,
}

impl GlossaryScreen {
    pub(crate) fn new(query: &str, below: Option<Box<LearnScreen>>) -> GlossaryScreen {
        let line = Prompt::new(Purpose::Filter, query);
        GlossaryScreen { glossary: Glossary::new(query), line, below }
    }

    /// Takes a key: it is typed, or is a command.
    pub(crate) fn press(&mut self, key: KeyEvent, command: Option<Command>) -> Next {
        let is_empty = self.line.text().is_empty();
        match (key.code, command) {
            (KeyCode::Esc, _) if is_empty => return Next::Back,
            (KeyCode::Enter, _) => {
                self.glossary.follow_link();
                self.line = Prompt::new(Purpose::Filter, self.glossary.query());
                return Next::Stay;
            }
            (KeyCode::Up, _) => {
                self.glossary.choose(self.glossary.chosen().saturating_sub(1));
                return Next::Stay;
            }
            (KeyCode::Down, _) => {
                self.glossary.choose(self.glossary.chosen() + 1);
                return Next::Stay;
            }
            (KeyCode::F(_), Some(command @ (Command::Help | Command::Glossary))) => {
                let is_left = command == Command::Glossary;
                return if is_left { Next::Back } else { Next::Command(command) };
            }
            _ => (),
        }
        match self.line.press(key) {
            Typed::Cancelled => self.line = Prompt::new(Purpose::Filter, ""),
            Typed::Going | Typed::Finished(_) => (),
        }
        let text = self.line.text();
        if text != self.glossary.query() {
            self.glossary.set_query(&text);
        }
        Next::Stay
    }

    pub(crate) fn draw(&self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        self.line.line(theme, area.width).render(Rect { height: 1, ..area }, buffer);
        let height = area.height.saturating_sub(3);
        let middle = Rect { y: area.y + 2, height, ..area };
        let list = Rect { width: LIST.min(area.width / 2), ..middle };
        let names = self.glossary.names();
        let n_shown = usize::from(list.height);
        let first = self.glossary.chosen().saturating_sub(n_shown / 2);
        let first = first.min(names.len().saturating_sub(n_shown));
        let line = |(idx, name): (usize, &String)| {
            let is_chosen = idx == self.glossary.chosen();
            let style = if is_chosen { theme.chosen() } else { Style::new() };
            Line::from(Span::styled(format!(" {name} "), style))
        };
        let lines: Vec<Line<'_>> =
            names.iter().enumerate().skip(first).take(n_shown).map(line).collect();
        Paragraph::new(lines).render(list, buffer);
        let x = list.right() + 1;
        let beside = Rect { x, width: area.right().saturating_sub(x), ..middle };
        self.draw_term(look, beside, buffer);
        draw_footer(look, Context::Glossary, last_row(area), buffer);
    }

    fn draw_term(&self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let Some(term) = self.glossary.term() else {
            let text = format!("The glossary has no \"{}\".", self.glossary.query());
            return Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
        };
        let mut lines = vec![Line::styled(term.name.clone(), theme.text(Role::Accent))];
        lines.extend(words::term_lines(&term).into_iter().map(Line::raw));
        let n_rows = super::learn::n_rows(&lines, area.width);
        let n_rows = u16::try_from(n_rows).unwrap_or(area.height).min(area.height);
        Paragraph::new(lines).wrap(Wrap { trim: false }).render(area, buffer);
        let below = Rect {
            y: area.y + n_rows + 1,
            height: area.height.saturating_sub(n_rows + 1).min(2 * DIAGRAM),
            ..area
        };
        if let Some(scene) = term.scene.filter(|_| below.height >= 5) {
            draw_board(theme, &scene, below, buffer);
        }
    }
}
