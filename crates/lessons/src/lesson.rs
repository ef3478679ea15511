//! What a lesson is: steps with a position, a task and what is said.

use tengen_rules::{Board, Color, Move, Point, PointSet, Position};

use crate::goal::Goal;
use crate::text::{Language, Text};

/// A lesson: a few steps on small boards.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The name by which it is asked for and its progress is kept.
    pub id: &'static str,
    /// The steps, at least one.
    pub steps: Vec<Step>,
}

impl Lesson {
    /// What it is called.
    pub fn title(&self) -> Text {
        Text::new(format!("{}.title", self.id))
    }

    /// What is learned, in a line.
    pub fn summary(&self) -> Text {
        Text::new(format!("{}.summary", self.id))
    }
}

/// A step of a lesson.
#[derive(Clone, Debug)]
pub struct Step {
    /// The lesson and the step, as in the ids of its texts.
    pub id: String,
    /// The position at the beginning; the one who learns is to play.
    pub start: Position,
    /// The move that led to it, if there was one.
    pub last_move: Option<Point>,
    /// What is marked on the board.
    pub marks: Vec<(Point, Mark)>,
    /// What is asked.
    pub task: Task,
    /// The opponent's reply to a right move.
    pub reply: Option<Move>,
    /// Answers that have a text of their own, by the key of the text.
    pub remarks: Vec<Remark>,
}

impl Step {
    /// The text with this key.
    pub fn text(&self, key: &str) -> Text {
        Text::new(format!("{}.{key}", self.id))
    }

    /// What the step says and asks.
    pub fn texts(&self) -> Vec<Text> {
        let texts = ["text", "text.2", "text.3"].map(|it| self.text(it));
        let is_there = |it: &Text| Language::default().get(&it.id).is_some();
        texts.into_iter().filter(is_there).collect()
    }

    /// The board at the beginning.
    pub const fn board(&self) -> &Board {
        &self.start.board
    }

    /// Whose stones the one who learns plays.
    pub const fn color(&self) -> Color {
        self.start.to_play
    }

    /// Which legal moves are right, without those that are only tried.
    pub fn right_moves(&self) -> PointSet {
        let Task::Play(play) = &self.task else { return PointSet::EMPTY };
        let points = self.board().size().points();
        points.filter(|&it| play.is_right(self.board(), self.color(), it)).collect()
    }
}

/// What is said to a certain move.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Remark {
    /// The move.
    pub point: Point,
    /// The key of the text.
    pub key: &'static str,
    /// The opponent's reply, to show what comes of a wrong move.
    pub reply: Option<Move>,
}

/// What is asked in a step.
#[derive(Clone, Debug)]
pub enum Task {
    /// To read, and go on.
    Read,
    /// To make a move.
    Play(Play),
    /// To try a move that is not allowed, and see why.
    Try(Point),
    /// To mark just these points.
    Mark(PointSet),
    /// To answer with a number; the points are those that are counted.
    Count(u32, PointSet),
    /// To pass.
    Pass,
    /// To play a game.
    Game(GameKind),
}

/// A move that is asked for.
#[derive(Clone, Debug)]
pub struct Play {
    /// What the move has to do.
    pub goal: Goal,
    /// The points to choose from, or all if there are none.
    pub only: PointSet,
}

impl Play {
    /// Whether a move does what is asked.
    pub fn is_right(&self, board: &Board, color: Color, point: Point) -> bool {
        let is_among = self.only.is_empty() || self.only.contains(point);
        is_among && self.goal.is_reached(board, color, point)
    }
}

/// A game that is played in a lesson.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum GameKind {
    /// Who captures first wins, on a board of this edge.
    FirstCapture(u8),
    /// To two passes, on a board of this edge.
    Whole(u8),
}

/// A mark on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Mark {
    /// What the text speaks of.
    Circle,
    /// What else the text speaks of.
    Square,
    /// A point that was chosen by the one who learns.
    Chosen,
    /// A point that was chosen and does not belong there.
    Wrong,
    /// A point to look at, after asking for help.
    Hint,
    /// A stone that would be there if the rules allowed it.
    Ghost(Color),
    /// A stone that is dead.
    Dead,
    /// A point that somebody owns.
    Owned(Color),
}
