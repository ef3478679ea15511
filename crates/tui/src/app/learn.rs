//! Lessons, the glossary and the first start.

use tengen_front::command::Command;
use tengen_front::form::Field;
use tengen_front::refusal::Refusal;
use tengen_front::welcome::{Experience, Offer};
use tengen_front::workspace::Done;

use super::App;
use crate::screen::Screen;
use crate::screen::form::FormScreen;
use crate::screen::glossary::GlossaryScreen;
use crate::screen::learn::LearnScreen;

impl App {
    /// Asks what is asked at the first start.
    pub fn show_welcome(&mut self) {
        self.screen = Screen::Welcome(Box::default());
    }

    /// What the lesson that is open shows, for tests.
    pub fn lesson(&self) -> Option<tengen_lessons::View> {
        match &self.screen {
            Screen::Learn(lessons) => lessons.view(),
            _ => None,
        }
    }

    pub(super) fn show_lessons(&mut self) {
        let screen = LearnScreen::new(self.workspace.open_lessons());
        self.cover_board(Screen::Learn(Box::new(screen)));
    }

    pub(super) fn show_glossary(&mut self, query: &str) {
        let below = match std::mem::replace(&mut self.screen, Screen::Game) {
            Screen::Learn(lessons) => Some(lessons),
            other => {
                self.screen = other;
                None
            }
        };
        let screen = Screen::Glossary(Box::new(GlossaryScreen::new(query, below)));
        match &self.screen {
            // The lessons are below, and nothing is put away.
            Screen::Game if matches!(&screen, Screen::Glossary(it) if it.below.is_some()) => {
                self.screen = screen;
            }
            _ => self.cover_board(screen),
        }
    }

    /// Leaves the glossary for the lessons; whether one has come from there.
    pub(super) fn return_to_lessons(&mut self) -> bool {
        let below = match &mut self.screen {
            Screen::Glossary(glossary) => glossary.below.take(),
            _ => None,
        };
        let is_there = below.is_some();
        if let Some(lessons) = below {
            self.screen = Screen::Learn(lessons);
        }
        is_there
    }

    /// Takes the answer to a question of the first start.
    pub(super) fn answer_welcome(&mut self) -> Result<Done, Refusal> {
        let form = self.workspace.form();
        let Screen::Welcome(screen) = &mut self.screen else { return Ok(Done::Nothing) };
        let is_changed_first = screen.welcome.chosen() == 1;
        let experience = screen.welcome.experience();
        match screen.welcome.answer(&form) {
            None => Ok(Done::Nothing),
            Some(Offer::Lessons) => {
                self.workspace.end_welcome()?;
                self.show_lessons();
                if let Screen::Learn(lessons) = &mut self.screen {
                    lessons.begin();
                }
                Ok(Done::Nothing)
            }
            Some(Offer::Game(form)) if is_changed_first && experience == Experience::Often => {
                self.workspace.end_welcome()?;
                let form = form.with_fields(&Field::BY_OPPONENT);
                self.screen = Screen::Form(Box::new(FormScreen::new(form, false)));
                Ok(Done::Nothing)
            }
            Some(Offer::Game(form)) => {
                self.workspace.end_welcome()?;
                self.workspace.begin(&form)
            }
        }
    }

    /// Leaves the questions of the first start, which do not come again.
    pub(super) fn skip_welcome(&mut self) -> Result<Done, Refusal> {
        self.workspace.end_welcome()?;
        self.workspace.command(Command::Leave)
    }
}
