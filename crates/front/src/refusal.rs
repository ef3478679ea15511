//! Why something cannot be done.

use std::io;
use std::path::PathBuf;

use tengen_host::{DocumentError, ProfileFileError, StoreError};
use tengen_library::LibraryError;
use tengen_picture::PngError;
use tengen_record::NoRecord;
use tengen_remote::{BadLink, JoinError};
use tengen_rules::Point;
use tengen_session::{BadSetup, Rejected, Step};

use crate::form::BadField;
use crate::line::{BadGameWord, BadLine};
use crate::settings::SettingsError;

/// Why something cannot be done; [`words::refusal`](crate::words::refusal)
/// says it.
#[derive(Debug)]
pub enum Refusal {
    /// The game does not allow it.
    Rejected(Rejected),
    /// There is no position in that direction.
    NoStep(Step),
    /// Moves of the game in progress are not deleted but taken back.
    DeleteInPlay,
    /// Tools are for editing, which is off in a game.
    NotEditing,
    /// No game is open.
    NoGame,
    /// The game is not on a server.
    NotOnServer,
    /// An earlier move of a game on a server is viewed.
    EarlierMove,
    /// What was typed is not a link to a game on a server.
    Link(BadLink),
    /// A game on a server cannot be joined.
    Join(JoinError),
    /// The system has no thread for a connection.
    NoThread(io::Error),
    /// Engines play both colors.
    NobodyActs,
    /// It is not said who plays on from a position of a record.
    NoPlayers,
    /// There is no unfinished game, or none with this number.
    NoUnfinished(usize),
    /// The file has no game with this number; it has this many.
    NoSuchGame {
        /// The number, from one.
        number: usize,
        /// The number of games.
        n_games: usize,
    },
    /// There is no word to find.
    NothingToFind,
    /// There is no hint to keep.
    NoHint,
    /// A game in progress is not reviewed.
    ReviewInPlay,
    /// There is no move to review.
    NothingToReview,
    /// The record was not reviewed yet.
    NoReview,
    /// No further mistake in that direction.
    NoMistake {
        /// Whether it was looked for ahead.
        is_forward: bool,
    },
    /// There is no mistake to practice.
    NothingToPractice,
    /// There is no move ahead to be guessed.
    NothingToGuess,
    /// Nothing is being practiced.
    NoPractice,
    /// The game is not being scored.
    NothingToProve,
    /// There is no stone there.
    NoGroup(Point),
    /// What was typed is not a lead.
    NotALead(String),
    /// A game cannot begin so.
    Setup(BadSetup),
    /// A field of the form is invalid.
    Field(BadField),
    /// What was typed is not a command.
    Line(BadLine),
    /// What was typed says nothing about a game.
    GameWord(BadGameWord),
    /// A file cannot be opened or saved.
    Document(DocumentError),
    /// A game of a file is no record of Go.
    NoRecord(PathBuf, NoRecord),
    /// A saved game cannot be opened.
    Store(StoreError),
    /// The settings cannot be saved.
    Settings(SettingsError),
    /// The profile of the career cannot be read or saved.
    Profile(ProfileFileError),
    /// There is no folder for a library.
    NoLibrary,
    /// The library has no game with this number.
    NoLibraryGame(u32),
    /// The library cannot be read or written, or a query is wrong.
    Library(LibraryError),
    /// A file is not called like a picture.
    NotAPicture(PathBuf),
    /// A picture cannot be made.
    Picture(PngError),
    /// A file cannot be written.
    Write(PathBuf, io::Error),
}

impl From<Rejected> for Refusal {
    fn from(reason: Rejected) -> Refusal {
        Refusal::Rejected(reason)
    }
}

impl From<BadLink> for Refusal {
    fn from(reason: BadLink) -> Refusal {
        Refusal::Link(reason)
    }
}

impl From<JoinError> for Refusal {
    fn from(reason: JoinError) -> Refusal {
        Refusal::Join(reason)
    }
}

impl From<DocumentError> for Refusal {
    fn from(reason: DocumentError) -> Refusal {
        Refusal::Document(reason)
    }
}

impl From<StoreError> for Refusal {
    fn from(reason: StoreError) -> Refusal {
        Refusal::Store(reason)
    }
}

impl From<SettingsError> for Refusal {
    fn from(reason: SettingsError) -> Refusal {
        Refusal::Settings(reason)
    }
}

impl From<LibraryError> for Refusal {
    fn from(reason: LibraryError) -> Refusal {
        Refusal::Library(reason)
    }
}

impl From<BadField> for Refusal {
    fn from(reason: BadField) -> Refusal {
        Refusal::Field(reason)
    }
}

impl From<BadLine> for Refusal {
    fn from(reason: BadLine) -> Refusal {
        Refusal::Line(reason)
    }
}

impl From<BadGameWord> for Refusal {
    fn from(reason: BadGameWord) -> Refusal {
        Refusal::GameWord(reason)
    }
}
