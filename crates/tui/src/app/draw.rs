//! Drawing of the whole screen.

use std::cell::RefCell;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tengen_front::command::Command;
use tengen_front::key::KeyTable;
use tengen_front::words;

use super::App;
use crate::display::DisplaySettings;
use crate::layout::LEAST;
use crate::message::Message;
use crate::panel::FooterKey;
use crate::prompt::{Prompt, Purpose};
use crate::scale::Extent;
use crate::screen::{Screen, explanation};
use crate::shown::Shown;
use crate::theme::Theme;

/// Everything that screens need to draw themselves.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Look<'a> {
    pub(crate) display: DisplaySettings,
    pub(crate) keys: &'a KeyTable,
    message: Option<&'a Message>,
    prompt: Option<&'a Prompt>,
    /// The keys below the screen, for the mouse.
    pub(crate) footer: &'a RefCell<Vec<FooterKey>>,
}

impl Look<'_> {
    pub(crate) const fn theme(&self) -> Theme {
        self.display.theme
    }

    /// What the player is told or asked, if anything.
    pub(crate) fn message_lines(&self) -> Vec<Line<'static>> {
        self.message.map(|it| it.lines(self.theme())).unwrap_or_default()
    }

    /// Whether the player is told or asked something.
    pub(crate) const fn has_message(&self) -> bool {
        self.message.is_some()
    }

    /// What is being typed.
    pub(crate) fn prompt_line(&self, width: u16) -> Option<Line<'static>> {
        self.prompt.map(|it| it.line(self.theme(), width))
    }
}

impl App {
    /// Draws everything.
    pub fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        let is_board = matches!(self.screen, Screen::Game);
        let purpose = self.prompt.as_ref().map(|it| it.purpose);
        let is_guessing = matches!(purpose, Some(Purpose::Command(Command::GuessLead)));
        self.workspace.set_guessing_lead(is_guessing);
        let shown = if is_board { Shown::new(&self.workspace) } else { None };
        self.draw_shown(shown, area, buffer);
    }

    /// Draws everything, with this in place of the workspace's game.
    pub fn draw_shown(&mut self, shown: Option<Shown>, area: Rect, buffer: &mut Buffer) {
        if area.width < LEAST.width || area.height < LEAST.height {
            return draw_small(area, buffer);
        }
        self.footer.borrow_mut().clear();
        let keys = self.workspace.keys();
        let asked = self.question.as_ref().map(|it| Message::urgent(words::question(it, keys)));
        let look = Look {
            display: self.display,
            keys,
            message: asked.as_ref().or(self.message.as_ref()),
            prompt: self.prompt.as_ref(),
            footer: &self.footer,
        };
        match (&mut self.screen, shown) {
            (Screen::Start(start), _) => start.draw(look, area, buffer),
            (Screen::Form(form), _) => form.draw(look, area, buffer),
            (Screen::List(list), _) => list.draw(look, area, buffer),
            (Screen::Settings(settings), _) => {
                settings.draw(look, self.workspace.settings(), area, buffer);
            }
            (Screen::Report(report), _) => {
                report.draw(look, self.workspace.review(), area, buffer);
            }
            (Screen::Library(library), _) => library.draw(look, area, buffer),
            (Screen::Explorer(explorer), _) => explorer.draw(look, area, buffer),
            (Screen::Statistics(statistics), _) => statistics.draw(look, area, buffer),
            (Screen::Learn(lessons), _) => lessons.draw(look, area, buffer),
            (Screen::Glossary(glossary), _) => glossary.draw(look, area, buffer),
            (Screen::Welcome(welcome), _) => welcome.draw(look, area, buffer),
            (Screen::Career(career), _) => career.draw(look, area, buffer),
            (Screen::Game, Some(mut shown)) => {
                shown.scene.ghost = self.game.ghost(&self.workspace);
                self.game.draw(look, shown, area, buffer);
            }
            (Screen::Game, None) => (),
        }
        if let Some(explanation) = self.workspace.explanation().filter(|_| self.is_explaining) {
            explanation::draw(look, explanation, area, buffer);
        }
        if let Some(help) = &self.help {
            help.draw(self.display.theme, area, buffer);
        }
        if self.display.theme.is_ascii {
            make_ascii(buffer);
        }
    }
}

/// Replaces remaining non-ASCII characters in names and sentences.
fn make_ascii(buffer: &mut Buffer) {
    for cell in buffer.content.iter_mut().filter(|it| !it.symbol().is_ascii()) {
        cell.set_symbol(match cell.symbol() {
            "×" => "x",
            "·" | "–" => "-",
            "…" => ".",
            "‹" => "<",
            "›" => ">",
            _ => "?",
        });
    }
}

/// Reports that the terminal is too small.
fn draw_small(area: Rect, buffer: &mut Buffer) {
    let Extent { width, height } = LEAST;
    let text = format!(
        "Terminal too small: {}×{}, need at least {width}×{height}.",
        area.width, area.height
    );
    Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
}
