//! Why a command to a study is refused: as a code for programs, and as a
//! sentence.

use tengen_front::FrontEnd;
use tengen_front::key::KeyTable;
use tengen_front::words;
use tengen_record::EditError;
use tengen_rules::IllegalMove;

use super::MAX_NODES;
use crate::wire::Why;

/// Why a command to a study is refused; nothing has changed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum StudyRefusal {
    /// The sender has no name here.
    Stranger,
    /// A name is needed.
    NoName,
    /// Too many people have come.
    Crowded,
    /// Another person has control.
    NoControl,
    /// The person has control already.
    HasControl,
    /// The person asks for control already.
    AskedAlready,
    /// There is no such person here.
    NoPerson,
    /// Only the owner shows things.
    Demonstration,
    /// The tree was edited since the version that the sender has seen.
    Stale,
    /// There is no such node.
    NoNode,
    /// The rules forbid the move.
    Illegal(IllegalMove),
    /// The record cannot be edited so.
    Edit(EditError),
    /// The first node stays.
    Root,
    /// Nothing was edited.
    NothingToUndo,
    /// Nothing was taken back.
    NothingToRedo,
    /// The comment is too long.
    LongComment,
    /// The text on a point is too long.
    LongLabel,
    /// There is no room for more.
    Full,
    /// A text is empty or too long.
    BadText,
    /// The computer's review is not of this game.
    NoReview,
    /// The message is none that this server knows.
    Malformed,
    /// Too many messages in too short a time.
    TooFast,
    /// The change could not be stored.
    NotStored,
}

impl From<IllegalMove> for StudyRefusal {
    fn from(reason: IllegalMove) -> StudyRefusal {
        StudyRefusal::Illegal(reason)
    }
}

impl From<EditError> for StudyRefusal {
    fn from(error: EditError) -> StudyRefusal {
        StudyRefusal::Edit(error)
    }
}

impl StudyRefusal {
    /// The code for programs.
    pub const fn why(&self) -> Why {
        match self {
            StudyRefusal::Stranger
            | StudyRefusal::NoControl
            | StudyRefusal::Crowded
            | StudyRefusal::Demonstration => Why::NotAllowed,
            StudyRefusal::HasControl
            | StudyRefusal::AskedAlready
            | StudyRefusal::NoPerson
            | StudyRefusal::NothingToUndo
            | StudyRefusal::NothingToRedo
            | StudyRefusal::NoReview
            | StudyRefusal::Root => Why::Nothing,
            StudyRefusal::Stale | StudyRefusal::NoNode => Why::Stale,
            StudyRefusal::Illegal(_) | StudyRefusal::Edit(_) => Why::Illegal,
            StudyRefusal::LongComment
            | StudyRefusal::LongLabel
            | StudyRefusal::NoName
            | StudyRefusal::BadText => Why::BadText,
            StudyRefusal::Full => Why::TooOften,
            StudyRefusal::Malformed => Why::Malformed,
            StudyRefusal::TooFast => Why::TooFast,
            StudyRefusal::NotStored => Why::NotStored,
        }
    }

    /// The sentence for people.
    pub fn text(&self) -> String {
        match self {
            StudyRefusal::Illegal(reason) => {
                words::illegal(*reason, &KeyTable::new(FrontEnd::Window))
            }
            StudyRefusal::Full => format!(
                "This board is full: it holds {MAX_NODES} moves. Download the record and start \
                 another board."
            ),
            other => other.plain().to_owned(),
        }
    }

    const fn plain(&self) -> &'static str {
        match self {
            StudyRefusal::Stranger => "You are only watching. Enter your name to take part.",
            StudyRefusal::NoName => "Enter a name.",
            StudyRefusal::Crowded => "Too many people have come to this board. You can watch it.",
            StudyRefusal::NoControl => "Someone else has control. Ask for it first.",
            StudyRefusal::HasControl => "You have control already.",
            StudyRefusal::AskedAlready => "You have asked for control already.",
            StudyRefusal::NoPerson => "That person is not here any more.",
            StudyRefusal::Demonstration => "On this board, only its owner plays.",
            StudyRefusal::Stale => "The board has changed meanwhile. Look again, then try again.",
            StudyRefusal::NoNode => "That position is gone.",
            StudyRefusal::Illegal(_) | StudyRefusal::Edit(_) => "That is not possible here.",
            StudyRefusal::Root => "The first position cannot be deleted.",
            StudyRefusal::NothingToUndo => "There is nothing to undo.",
            StudyRefusal::NothingToRedo => "There is nothing to redo.",
            StudyRefusal::LongComment => "A comment has at most 4000 characters.",
            StudyRefusal::LongLabel => "A label has at most 6 characters.",
            StudyRefusal::Full => "This board is full.",
            StudyRefusal::BadText => "Write something of at most 500 characters.",
            StudyRefusal::NoReview => "There is no review that fits this board.",
            StudyRefusal::Malformed => "The server does not understand that. Reload the page.",
            StudyRefusal::TooFast => "That was too fast. Wait a moment.",
            StudyRefusal::NotStored => {
                "The server cannot store the board at the moment, so nothing has happened. Try \
                 again."
            }
        }
    }
}
