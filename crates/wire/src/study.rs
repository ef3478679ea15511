//! The messages of a study: a board that several people look at and edit
//! together.
//!
//! The tree is too large for a socket, so a client reads a [`StudyState`] once
//! and then follows [`StudyEvent`]s, each of which has the next version.

use serde::{Deserialize, Serialize};
use tengen_rules::{Color, Move, Point, PointSet};

use crate::{PlayedMove, Why};

/// A message from a client of a study.
///
/// `c` is the number that the client gives its command, and the answer names
/// it. Nodes are named by numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum StudyMessage {
    /// The first message: asks for what was missed since a version.
    Hello {
        /// The last version that the client has, if it has any.
        have: Option<u64>,
    },
    /// Edits the tree; only whoever has control may.
    Edit {
        /// The number of the command.
        c: u32,
        /// The version that the sender has seen.
        rev: u64,
        /// What is edited.
        edit: StudyEdit,
    },
    /// Shows a position to all; only whoever has control may.
    Look {
        /// The number of the command.
        c: u32,
        /// Which node.
        at: u32,
    },
    /// Asks for control, or takes it where no one has it.
    Ask {
        /// The number of the command.
        c: u32,
    },
    /// Passes control to another person.
    Give {
        /// The number of the command.
        c: u32,
        /// To whom.
        to: u32,
    },
    /// Says something to all.
    Say {
        /// The number of the command.
        c: u32,
        /// At most [`MAX_CHAT`](crate::MAX_CHAT) characters.
        text: String,
    },
    /// Asks for the time of the server.
    Ping {
        /// Comes back as it is.
        at: f64,
    },
}

impl StudyMessage {
    /// The number of the command, if it is one that is answered.
    pub const fn command(&self) -> Option<u32> {
        match self {
            StudyMessage::Hello { .. } | StudyMessage::Ping { .. } => None,
            StudyMessage::Edit { c, .. }
            | StudyMessage::Look { c, .. }
            | StudyMessage::Ask { c }
            | StudyMessage::Give { c, .. }
            | StudyMessage::Say { c, .. } => Some(*c),
        }
    }
}

/// An edit of a study's tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum StudyEdit {
    /// Makes a move after a node, and shows it.
    Play {
        /// After which node.
        at: u32,
        /// Who moves.
        color: Color,
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// Puts stones on points, or takes off what is there.
    ///
    /// A node with a move, or with others after it, gets one of its own for
    /// that.
    Stones {
        /// Which node.
        at: u32,
        /// Where.
        points: PointSet,
        /// Which stones, or none.
        color: Option<Color>,
    },
    /// Says who plays next, or leaves it to the moves.
    Turn {
        /// Which node.
        at: u32,
        /// Who.
        color: Option<Color>,
    },
    /// Puts a mark on a point, or takes it off.
    Mark {
        /// Which node.
        at: u32,
        /// Where.
        point: Point,
        /// Which mark, or none.
        mark: Option<StudyMark>,
    },
    /// Writes a text on a point; an empty one goes away.
    Label {
        /// Which node.
        at: u32,
        /// Where.
        point: Point,
        /// A few characters.
        text: String,
    },
    /// Writes the comment of a node; an empty one goes away.
    Comment {
        /// Which node.
        at: u32,
        /// The whole comment.
        text: String,
    },
    /// Removes a node with all that come after it.
    Delete {
        /// Which node.
        at: u32,
    },
    /// Makes the variation that a node belongs to the main line.
    Promote {
        /// Which node.
        at: u32,
    },
    /// Takes back the last edit.
    Undo {},
    /// Does the last edit again that was taken back.
    Redo {},
}

/// A sign on a point.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StudyMark {
    /// A ring.
    Circle,
    /// An X.
    Cross,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// The point is part of a selection.
    Selected,
}

/// A message from the server to a client of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum StudyServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// Who the client is among the people of the study, if it is one.
        you: Option<u32>,
        /// The server's time, in milliseconds since a fixed moment.
        now: u64,
        /// Which build of the page the server has.
        build: String,
        /// The version of the study.
        v: u64,
    },
    /// Everything must be read anew.
    Reload {
        /// The version of the study.
        v: u64,
    },
    /// A change of the study; its version is one more than the last.
    Event(StudyEvent),
    /// A command was carried out, and stored.
    Ok {
        /// The number of the command.
        c: u32,
        /// The version of the study afterwards.
        v: u64,
    },
    /// A command was refused, and nothing has changed.
    No {
        /// The number of the command.
        c: u32,
        /// The reason, for programs.
        why: Why,
        /// The reason, for people.
        text: String,
    },
    /// Who is there; the last message after a hello.
    Crowd(StudyCrowd),
    /// The answer to `ping`.
    Pong {
        /// What the client sent.
        at: f64,
        /// The server's time.
        now: u64,
    },
}

/// A change of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyEvent {
    /// The version of the study after it.
    pub v: u64,
    /// Who did it.
    pub by: Option<u32>,
    /// The number of that person's command, if it was one.
    pub c: Option<u32>,
    /// What has changed.
    pub change: StudyChange,
}

/// What has changed of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
pub enum StudyChange {
    /// The tree.
    Edited {
        /// The nodes that are different, as they are now.
        nodes: Vec<StudyNode>,
        /// The position that is shown now.
        at: u32,
        /// How many edits can be taken back.
        n_undo: u32,
        /// How many edits can be done again.
        n_redo: u32,
    },
    /// The position that is shown.
    Looked {
        /// Which node.
        at: u32,
    },
    /// A person has come for the first time, or has another name.
    Joined {
        /// Who.
        person: StudyPerson,
    },
    /// A person asks for control.
    Asked {},
    /// Another person has control.
    Control {
        /// Who.
        to: u32,
    },
    /// Something was said.
    Said {
        /// What.
        line: StudyLine,
    },
    /// Everything must be read anew: all nodes have other numbers, or too many
    /// are different.
    Reloaded {},
}

/// A node of a study as its clients see it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StudyNode {
    /// Its number.
    pub n: u32,
    /// The node before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// The nodes after it, the main line first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<u32>,
    /// The move, such as `BD4`, without what it captures.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<PlayedMove>,
    /// Where black stones are put.
    #[serde(skip_serializing_if = "PointSet::is_empty")]
    pub black: PointSet,
    /// Where white stones are put.
    #[serde(skip_serializing_if = "PointSet::is_empty")]
    pub white: PointSet,
    /// Where stones are taken off.
    #[serde(skip_serializing_if = "PointSet::is_empty")]
    pub empty: PointSet,
    /// Who plays next, if the node says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Color>,
    /// Signs on points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<(Point, StudyMark)>,
    /// Texts on points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<(Point, String)>,
    /// Lines between points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<(Point, Point)>,
    /// Arrows between points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<(Point, Point)>,
    /// The name of the node.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The comment.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// What the computer thinks of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<StudyJudgement>,
}

/// What the computer thinks of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyJudgement {
    /// Black's chance to win, from 0 to 1.
    pub chance: f32,
    /// Black's lead in points, if it is known.
    pub lead: Option<f32>,
    /// The points that the move lost, if that was judged.
    pub loss: Option<f32>,
    /// The best moves, the best first.
    pub best: Vec<Move>,
}

/// Somebody who has come to a study with a name.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyPerson {
    /// The number of the person in this study.
    pub n: u32,
    /// The name.
    pub name: String,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyLine {
    /// The version of the study with which it was said.
    pub id: u64,
    /// Who said it.
    pub by: u32,
    /// The name at that time.
    pub name: String,
    /// What was said.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// Who is there.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyCrowd {
    /// The people of the study who are there.
    pub here: Vec<u32>,
    /// How many others watch.
    pub watchers: u32,
}

/// Everything about a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyState {
    /// Its version.
    pub v: u64,
    /// Its id.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// The size of the board.
    pub size: tengen_rules::Size,
    /// The game it was made from, if that is on this server.
    pub game: Option<String>,
    /// Whether control can be asked for, or only the owner shows things.
    pub mode: StudyMode,
    /// Everybody who has come with a name.
    pub people: Vec<StudyPerson>,
    /// Who made it.
    pub owner: u32,
    /// Who has control.
    pub controller: u32,
    /// Who asks for control, in order.
    pub asking: Vec<u32>,
    /// The position that is shown.
    pub at: u32,
    /// How many edits can be taken back.
    pub n_undo: u32,
    /// How many edits can be done again.
    pub n_redo: u32,
    /// All nodes, each before those after it.
    pub nodes: Vec<StudyNode>,
    /// The last that was said.
    pub lines: Vec<StudyLine>,
}

/// Who can get control of a study.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StudyMode {
    /// Everybody who asks, one after the other.
    #[default]
    Together,
    /// Only the owner: a demonstration, or the relay of a game.
    Demonstration,
}
