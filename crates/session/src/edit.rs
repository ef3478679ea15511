//! Changes of the record that are not moves of the game.

pub(crate) mod apply;
pub(crate) mod guard;
mod label;

use tengen_record::{Annotation, Clip, Double, InfoKey, Mark, Stroke};
use tengen_rules::{Color, Move, Point};

/// A change of the record at one of its nodes.
///
/// It is undone by [`Action::UndoEdit`](crate::Action::UndoEdit).
#[derive(Clone, Debug)]
pub enum Edit {
    /// Changes what is drawn on the board.
    Draw(Drawing),
    /// Moves, removes or adds a variation.
    Tree(TreeEdit),
    /// Puts stones on points, or takes off what is there.
    ///
    /// If a move led here, a new position behind it has the set-up.
    SetUp {
        /// Where.
        points: Vec<Point>,
        /// Which stones, or none.
        stone: Option<Color>,
    },
    /// Says who plays next, or leaves it to the moves.
    ///
    /// If a move led here, a new position is made as for [`Edit::SetUp`].
    ToPlay(Option<Color>),
    /// Gives the position a name; an empty one goes away.
    ///
    /// If the edit before was the same, both are undone as one.
    Name(String),
    /// Writes a comment; an empty one goes away.
    ///
    /// If the edit before was the same, both are undone as one.
    Comment(String),
    /// Gives an opinion in place of others of its kind, or takes it back.
    Annotate(Annotation, Option<Double>),
    /// Says something about the whole game; empty texts go away.
    Info(Vec<(InfoKey, String)>),
    /// Adds a move of a player, whose turn it need not be, or follows it if it
    /// is there. No engine answers it.
    Play(Color, Move),
    /// Several edits that are undone as one; if one is refused, all are.
    Several(Vec<Edit>),
}

/// A change of what is drawn on the board.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Drawing {
    /// Puts a mark on points in place of any other, or takes it off.
    Mark {
        /// Where.
        points: Vec<Point>,
        /// Which one, or none.
        mark: Option<Mark>,
    },
    /// Puts a mark on a point, or takes it off if it is there.
    ToggleMark(Point, Mark),
    /// Writes a text on a point; an empty one goes away.
    Label(Point, String),
    /// Writes the first unused letter on a point, or takes off the letter that
    /// the point has.
    NextLetter(Point),
    /// Writes the first unused number on a point, or takes off the number that
    /// the point has.
    NextNumber(Point),
    /// Joins two points in place of any other line, or takes it off.
    Stroke {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
        /// A line, an arrow, or none.
        stroke: Option<Stroke>,
    },
    /// Joins two points, or takes the same line or arrow off.
    ToggleStroke {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
        /// A line or an arrow.
        stroke: Stroke,
    },
    /// Shows a point as of no interest from here on, or as usual again.
    ToggleDim(Point),
    /// Marks points as territory of a player, or clears the mark.
    Territory {
        /// Where.
        points: Vec<Point>,
        /// Whose it is.
        owner: Option<Color>,
    },
    /// Takes all marks, texts, lines and other drawings off the position.
    Clear,
}

/// A change of the tree of variations.
#[derive(Clone, Debug)]
pub enum TreeEdit {
    /// Removes the position with all that come after it.
    Delete,
    /// Adds a copy behind the position.
    Paste(Box<Clip>),
    /// Adds the first game of an SGF text behind the position.
    PasteText(String),
    /// Makes the variation the main line.
    Promote,
    /// Moves the variation before the one before it.
    MoveUp,
    /// Moves the variation behind the one behind it.
    MoveDown,
}

impl From<Drawing> for Edit {
    fn from(drawing: Drawing) -> Edit {
        Edit::Draw(drawing)
    }
}

impl From<TreeEdit> for Edit {
    fn from(edit: TreeEdit) -> Edit {
        Edit::Tree(edit)
    }
}
