//! What is to be shown, as plain data.

use tengen_rules::{Board, Color, Point};

use crate::lesson::Mark;
use crate::text::Text;

/// Everything that a front end shows of a lesson.
#[derive(Clone, Debug)]
pub struct View {
    /// The id of the lesson.
    pub lesson: &'static str,
    /// What the lesson is called.
    pub title: Text,
    /// The step, counted from one.
    pub step: usize,
    /// The number of steps.
    pub n_steps: usize,
    /// The stones.
    pub board: Board,
    /// The color of the one who learns.
    pub color: Color,
    /// The last move on this board.
    pub last_move: Option<Point>,
    /// Marks, the later ones above the earlier.
    pub marks: Vec<(Point, Mark)>,
    /// What the step says and asks.
    pub text: Vec<Text>,
    /// What is said to the last input.
    pub answer: Option<Answer>,
    /// What can be done.
    pub expects: Expects,
    /// Whether [`Input::Why`](crate::Input::Why) has more to tell.
    pub can_explain: bool,
}

/// What is said to an input.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Answer {
    /// What kind of answer it is.
    pub kind: AnswerKind,
    /// The sentences.
    pub texts: Vec<Text>,
}

impl Answer {
    pub(crate) fn new(kind: AnswerKind, text: Text) -> Answer {
        Answer { kind, texts: vec![text] }
    }

    pub(crate) fn note(id: &str) -> Answer {
        Answer::new(AnswerKind::Note, Text::new(id))
    }
}

/// What kind of answer it is, for color and sound.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum AnswerKind {
    /// It was right.
    Right,
    /// It was not what is asked, and may be tried again.
    Wrong,
    /// The rules do not allow it.
    Refused,
    /// Help that was asked for.
    Hint,
    /// What else there is to say.
    Note,
}

/// What can be done, besides asking for help and going back.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Expects {
    /// To go on.
    Next,
    /// A move.
    Move,
    /// A move or a pass.
    MoveOrPass,
    /// A pass.
    Pass,
    /// Points to be marked, then to go on.
    Marks,
    /// A number.
    Number,
    /// Another answer, or to go on, which takes the board back.
    Again,
    /// Another lesson: this one is over.
    Lesson,
}
