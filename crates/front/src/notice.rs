//! Notices to the user: saved, opened, problems.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;

use tengen_host::{HostProblem, NoHome, StoreError};
use tengen_record::Problem;
use tengen_remote::{ChatLine, GameLink};
use tengen_rules::Color;

use crate::settings::{SettingProblem, SettingsError};
use crate::teaching::TakenBack;

/// Something that a person is told; [`words::notice`](crate::words::notice)
/// says it.
#[derive(Clone, Debug)]
pub enum Notice {
    /// The record is in this file.
    Saved(PathBuf),
    /// A picture of the board is in this file.
    Exported(PathBuf),
    /// A large file is being read.
    Reading(PathBuf),
    /// A file was opened, and there is something to say about it.
    Opened(Opened),
    /// A game on a server is being joined.
    Joining(GameLink),
    /// The game before can be continued.
    Kept,
    /// Changes that were not saved are open again.
    Recovered,
    /// A variation of this many moves was added.
    VariationAdded(usize),
    /// A setting was switched on or off.
    Switched {
        /// What.
        switch: Switch,
        /// Whether it is on now.
        is_on: bool,
    },
    /// An engine is being tried.
    EngineStarting(String),
    /// An engine answers by this name.
    EngineReady(String),
    /// Something in the settings has no meaning.
    Setting(SettingProblem),
    /// The settings cannot be read.
    Settings(Arc<SettingsError>),
    /// The profile of the career was damaged, and is in this file now.
    ProfileDamaged(PathBuf),
    /// There is no folder for settings and games.
    NoHome(NoHome),
    /// The lists of saved games cannot be read.
    Store(Arc<StoreError>),
    /// Something went wrong beside the game.
    Host(HostProblem),
    /// Something came from the server of the game.
    Remote(RemoteNotice),
    /// Something about a review.
    Review(ReviewNotice),
    /// A move of a teaching game was taken back.
    TakenBack(TakenBack),
    /// What the analyst says of a guess of the lead.
    LeadGuess {
        /// Black's lead as it was guessed.
        guess: f32,
        /// Black's lead as the analyst sees it, if it knows.
        lead: Option<f32>,
    },
}

/// Something about a review.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ReviewNotice {
    /// It has begun, or goes on.
    Started,
    /// It stands still.
    Paused,
    /// Whether answers are hidden now.
    Hidden(bool),
}

/// Something that came from the server of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum RemoteNotice {
    /// A person said something.
    Said(ChatLine),
    /// The server has refused something, in this sentence.
    Refused(String),
    /// The last move was not answered yet.
    MovePending,
    /// There is no request to answer.
    NoRequest,
    /// Both seats are taken, so the game is watched.
    SeatsTaken,
    /// The next game of the same players is there.
    Rematch,
    /// An engine could not go on with this color, or with the scoring.
    EngineFailed(Option<Color>),
    /// The server will not know the user again, because a file cannot be
    /// written.
    NotKept(ErrorKind),
    /// The game is no longer there.
    Gone,
}

impl RemoteNotice {
    /// Whether something is wrong.
    const fn is_problem(&self) -> bool {
        !matches!(self, RemoteNotice::Said(_) | RemoteNotice::SeatsTaken | RemoteNotice::Rematch)
    }
}

/// What can be switched on and off with a word about it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Switch {
    /// Sounds.
    Sounds,
    /// Continuous analysis.
    Analysis,
    /// Editing.
    Editing,
    /// Taking back moves that lose too much.
    Teaching,
}

/// Warnings and facts about a file that was opened.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Opened {
    /// The file.
    pub path: PathBuf,
    /// The game that is shown, from zero.
    pub game_idx: usize,
    /// The number of games in it.
    pub n_games: usize,
    /// What was repaired, the first with its line.
    pub warnings: Vec<String>,
    /// Moves that are illegal by the rules.
    pub flaws: Vec<Flaw>,
}

impl Opened {
    /// Whether there is anything to say.
    pub fn is_remarkable(&self) -> bool {
        self.n_games > 1 || !self.warnings.is_empty() || !self.flaws.is_empty()
    }
}

/// A node of a record that is illegal by the rules.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Flaw {
    /// The number of the last move there.
    pub move_number: u32,
    /// What is wrong.
    pub problem: Problem,
}

impl Notice {
    /// Whether something is wrong.
    pub fn is_problem(&self) -> bool {
        match self {
            Notice::Opened(opened) => !opened.warnings.is_empty() || !opened.flaws.is_empty(),
            Notice::Remote(notice) => notice.is_problem(),
            Notice::Setting(_)
            | Notice::Settings(_)
            | Notice::ProfileDamaged(_)
            | Notice::NoHome(_)
            | Notice::Store(_)
            | Notice::Host(_) => true,
            Notice::Saved(_)
            | Notice::Exported(_)
            | Notice::Reading(_)
            | Notice::Joining(_)
            | Notice::Kept
            | Notice::Recovered
            | Notice::VariationAdded(_)
            | Notice::Switched { .. }
            | Notice::EngineStarting(_)
            | Notice::EngineReady(_)
            | Notice::Review(_)
            | Notice::TakenBack(_)
            | Notice::LeadGuess { .. } => false,
        }
    }
}
