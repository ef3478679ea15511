//! Lessons, the glossary and the first start, as the window has them open.

use tengen_front::learn::{Explanation, Glossary, Learning};
use tengen_front::welcome::Welcome;
use tengen_lessons::Input as LessonInput;

use crate::app::Page;
use crate::board::Input;
use crate::library::ShownBoard;

/// What is done in lessons, in the glossary and at the first start.
#[derive(Clone, Debug)]
pub(crate) enum LearnChange {
    /// A lesson of the list is opened.
    Open(usize),
    /// The lesson is closed, for the list.
    Close,
    /// Something happened on the board of the lesson.
    Board(Input),
    Apply(LessonInput),
    /// To go on, with the number that was typed.
    Proceed,
    Number(String),
    /// A question of the first start is answered.
    Welcome(usize),
    WelcomeBack,
    SkipWelcome,
    /// Something is looked for in the glossary.
    Seek(String),
    /// A word of the glossary is chosen.
    Term(usize),
    /// A word that belongs to another one.
    Link(String),
    /// The glossary is opened at a word.
    Glossary(String),
    /// Why the last move was refused.
    Why,
    /// Something happened on a board that only shows something.
    Nothing,
}

/// Lessons as they are open.
#[derive(Debug)]
pub(crate) struct OpenLessons {
    pub(crate) learning: Learning,
    pub(crate) board: ShownBoard,
}

impl OpenLessons {
    pub(crate) fn new(learning: Learning) -> OpenLessons {
        let mut lessons = OpenLessons { learning, board: ShownBoard::default() };
        lessons.compose();
        lessons
    }

    /// Draws the board anew.
    pub(crate) fn compose(&mut self) {
        if let Some(scene) = self.learning.scene() {
            self.board.show(scene);
        }
    }
}

/// The glossary as it is open.
#[derive(Debug)]
pub(crate) struct OpenGlossary {
    pub(crate) glossary: Glossary,
    pub(crate) board: ShownBoard,
    /// Where one came from.
    pub(crate) from: Page,
}

impl OpenGlossary {
    pub(crate) fn new(glossary: Glossary, from: Page) -> OpenGlossary {
        let mut opened = OpenGlossary { glossary, board: ShownBoard::default(), from };
        opened.compose();
        opened
    }

    /// Draws the diagram anew.
    pub(crate) fn compose(&mut self) {
        if let Some(scene) = self.glossary.term().and_then(|it| it.scene) {
            self.board.show(scene);
        }
    }

    /// Goes to a word by its name.
    pub(crate) fn go_to(&mut self, name: &str) {
        self.glossary.set_query("");
        let names = self.glossary.names();
        let place = names.iter().position(|it| it.to_lowercase() == name.to_lowercase());
        self.glossary.choose(place.unwrap_or(0));
        self.compose();
    }
}

/// Why a move was refused, with its board.
#[derive(Debug)]
pub(crate) struct OpenExplanation {
    pub(crate) explanation: Explanation,
    pub(crate) board: ShownBoard,
}

impl OpenExplanation {
    pub(crate) fn new(explanation: Explanation) -> OpenExplanation {
        let mut board = ShownBoard::default();
        board.show(explanation.scene.clone());
        OpenExplanation { explanation, board }
    }
}

/// Everything about learning that is open.
#[derive(Debug, Default)]
pub(crate) struct OpenLearn {
    pub(crate) lessons: Option<OpenLessons>,
    pub(crate) glossary: Option<OpenGlossary>,
    pub(crate) explanation: Option<OpenExplanation>,
    pub(crate) welcome: Welcome,
}

impl OpenLearn {
    /// Looks of a board are others.
    pub(crate) fn all_changed(&self) {
        let boards = [
            self.lessons.as_ref().map(|it| &it.board),
            self.glossary.as_ref().map(|it| &it.board),
            self.explanation.as_ref().map(|it| &it.board),
        ];
        for shown in boards.into_iter().flatten() {
            shown.board.all_changed();
        }
    }
}
