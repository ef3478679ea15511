//! The first start: three questions, and a game that fits.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tengen_front::command::Command;
use tengen_front::welcome::{Welcome, WelcomeStep};
use tengen_front::words::{self, Context};

use super::{draw_card, last_row, next, previous};
use crate::app::{Look, Next};
use crate::panel::draw_footer;
use crate::scale::Extent;
use crate::theme::Role;

/// The first start on the screen.
#[derive(Debug, Default)]
pub(crate) struct WelcomeScreen {
    pub(crate) welcome: Welcome,
    /// Where the answers were drawn last.
    answers: Rect,
}

impl WelcomeScreen {
    pub(crate) fn obey(&mut self, command: Command) -> Next {
        let welcome = &mut self.welcome;
        let n_answers = welcome.n_answers();
        match command {
            Command::Up => welcome.choose(previous(welcome.chosen(), n_answers)),
            Command::Down => welcome.choose(next(welcome.chosen(), n_answers)),
            Command::Confirm | Command::Right => return Next::Welcomed,
            Command::Cancel | Command::Left | Command::Undo if welcome.back() => (),
            Command::Cancel | Command::Leave => return Next::SkipWelcome,
            _ => (),
        }
        Next::Stay
    }

    /// The answer at a place, which is chosen then; whether there is one.
    pub(crate) fn click(&mut self, at: Position) -> bool {
        let is_answer = self.answers.contains(at);
        if is_answer {
            self.welcome.choose(usize::from(at.y - self.answers.y));
        }
        is_answer
    }

    pub(crate) fn draw(&mut self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let answers = words::welcome_answers(&self.welcome);
        let n_answers = u16::try_from(answers.len()).unwrap_or(0);
        let extent = Extent { width: area.width.min(60), height: n_answers + 8 };
        let above = Rect { height: area.height.saturating_sub(1), ..area };
        let inner = draw_card("Welcome to Tengen", extent, theme, above, buffer);
        let step = self.welcome.step();
        let question = match step {
            WelcomeStep::Offer => words::welcome_offer(&self.welcome),
            step => words::welcome_question(step).to_owned(),
        };
        let head = Rect { y: inner.y + 1, height: 4.min(inner.height), ..inner };
        let style = theme.text(Role::Accent);
        Paragraph::new(Line::styled(question, style))
            .wrap(Wrap { trim: true })
            .render(head, buffer);
        let y = inner.bottom().saturating_sub(n_answers + 1).max(inner.y + 2);
        self.answers = Rect { y, height: n_answers.min(inner.bottom().saturating_sub(y)), ..inner };
        let line = |(idx, answer): (usize, String)| {
            let is_chosen = idx == self.welcome.chosen();
            let style = if is_chosen { theme.chosen() } else { Style::new() };
            let mark = if is_chosen { theme.glyph("▶", ">") } else { " " };
            Line::from(vec![
                Span::styled(mark, theme.text(Role::Cursor)),
                Span::styled(format!(" {answer} "), style),
            ])
        };
        let lines: Vec<Line<'_>> = answers.into_iter().enumerate().map(line).collect();
        Paragraph::new(lines).render(self.answers, buffer);
        draw_footer(look, Context::Welcome, last_row(area), buffer);
    }
}
