//! Questions that must be confirmed before an action.
//!
//! A [`Workspace`](crate::workspace::Workspace) hands out a question instead
//! of doing something that a person may regret; the front end shows it and
//! gives it back with an [`Answer`].

use std::path::PathBuf;

use tengen_clock::TimeControl;
use tengen_host::GameKey;
use tengen_record::NodeId;
use tengen_remote::{GameLink, Wish};
use tengen_rules::{ByColor, Color, Move};
use tengen_session::{Seat, Setup};

use crate::library::LibraryGame;

/// Something that is done only if a person says so.
#[derive(Clone, Debug)]
pub enum Question {
    /// Shall the running game go on from an earlier position?
    PlayFrom {
        /// The position.
        node: NodeId,
        /// The number of its last move.
        move_number: u32,
        /// The move that is then made, if one was tried.
        mv: Option<Move>,
    },
    /// Does this player give up?
    Resign(Color),
    /// Shall a file be replaced?
    Overwrite(PathBuf),
    /// Shall a picture be replaced?
    OverwritePicture(PathBuf),
    /// Shall changes be saved before something else is done?
    Unsaved(Box<Next>),
}

/// The action that waits for a decision on unsaved changes.
#[derive(Clone, Debug)]
pub enum Next {
    /// The program ends.
    Quit,
    /// Another file is opened.
    Open(PathBuf),
    /// A game begins.
    Begin(Setup),
    /// An unfinished game is continued.
    Continue(GameKey),
    /// A game of the library is opened.
    Library(Box<LibraryGame>),
    /// A draft is opened, by its place in the list.
    Recover(usize),
    /// A game begins at a position of the record.
    PlayOn {
        /// The position.
        node: NodeId,
        /// Who plays.
        seats: ByColor<Seat>,
        /// The time that each player has.
        time: TimeControl,
    },
    /// A game on a server is joined.
    Join {
        /// Which.
        link: GameLink,
        /// What the user is called there.
        name: String,
        /// Whether to play or to watch.
        wish: Wish,
    },
}

/// An answer to a question.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Answer {
    /// It is done; unsaved changes are saved first.
    Yes,
    /// The alternative: discard the changes, or return to the game.
    No,
    /// Nothing is done.
    Cancel,
}

impl Answer {
    /// The answer that was typed: `y`, `n`, or anything else to cancel.
    pub fn typed(text: &str) -> Answer {
        match text.trim().to_lowercase().as_str() {
            "y" | "yes" => Answer::Yes,
            "n" | "no" => Answer::No,
            _ => Answer::Cancel,
        }
    }
}

impl Question {
    /// The answers that make sense, the usual one first.
    pub const fn answers(&self) -> &'static [Answer] {
        match self {
            Question::PlayFrom { .. } | Question::Unsaved(_) => {
                &[Answer::Yes, Answer::No, Answer::Cancel]
            }
            Question::Resign(_) | Question::Overwrite(_) | Question::OverwritePicture(_) => {
                &[Answer::Yes, Answer::Cancel]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Answer::{Cancel, No, Yes};
    use super::*;

    #[test]
    fn answers_are_typed() {
        let typed = ["y", " Yes", "n", "NO", "", "what?"].map(Answer::typed);
        assert_eq!(typed, [Yes, Yes, No, No, Cancel, Cancel]);
    }

    #[test]
    fn every_question_can_be_left_alone() {
        let questions = [
            Question::Resign(Color::Black),
            Question::Overwrite("a.sgf".into()),
            Question::Unsaved(Box::new(Next::Quit)),
        ];
        for question in questions {
            let answers = question.answers();
            assert_eq!(
                (answers.first(), answers.last()),
                (Some(&Answer::Yes), Some(&Answer::Cancel))
            );
        }
    }
}
