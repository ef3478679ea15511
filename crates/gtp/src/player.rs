//! The trait of a program that plays, as the protocol needs it.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use tengen_analysis::{Analysis, Decision, Excluded, Stop};
use tengen_clock::{TimeControl, TimeLeft};
use tengen_rules::{Color, Game, PointSet, life};

/// A program that plays.
///
/// The game is the engine's; a player sees it when asked.
pub trait Player {
    /// The name of the program.
    fn name(&self) -> &str;

    /// The version of the program.
    fn version(&self) -> &str;

    /// Thinks about what it is asked, and decides on a move.
    ///
    /// The game is not over: if both have passed, it goes on. `tell` takes
    /// what it thinks meanwhile, about as often as the request wants it.
    fn think(&mut self, request: &Request<'_>, tell: &mut dyn FnMut(&Analysis)) -> Decision;

    /// The stones that cannot avoid capture; one of each chain is enough.
    ///
    /// Unless a player knows better, these are the stones that cannot live
    /// whatever is played.
    fn dead_stones(&mut self, game: &Game) -> PointSet {
        life::dead_stones(game.board(), game.ruleset().suicide)
    }

    /// Whether it thinks while the opponent does.
    fn ponders(&self) -> bool {
        false
    }

    /// The time that the program has had a processor, if it can tell.
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// The settings that can be changed while it runs, by KataGo's names.
    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    /// Changes a setting.
    ///
    /// # Errors
    ///
    /// Returns [`ParameterError`] and changes nothing if there is no such
    /// setting, or it cannot have this value.
    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        let _ = (name, value);
        Err(ParameterError::Unknown)
    }

    /// Resets all state: a new game begins.
    fn start_game(&mut self) {}

    /// Learns how much time there is for a game.
    fn set_time_control(&mut self, control: TimeControl) {
        let _ = control;
    }

    /// Learns how much time a color has left.
    fn set_time_left(&mut self, color: Color, left: TimeLeft) {
        let _ = (color, left);
    }
}

/// A setting of a player.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Parameter {
    /// The name, such as `maxVisits`.
    pub name: String,
    /// The value as text.
    pub value: String,
}

/// The reason why a setting was not changed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ParameterError {
    /// The player has no such setting.
    Unknown,
    /// The setting cannot have this value.
    BadValue,
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParameterError::Unknown => "unknown parameter",
            ParameterError::BadValue => "bad value for this parameter",
        })
    }
}

impl Error for ParameterError {}

/// A request to a player.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The player to move, whose turn it need not be.
    pub color: Color,
    /// The purpose of the request.
    pub purpose: Purpose,
    /// Moves that are not to be thought about.
    pub excluded: Excluded,
    /// The time between two reports, or `None` if none are wanted.
    pub interval: Option<Duration>,
    /// What ends the thinking early.
    pub stop: Stop,
}

/// Why a player is asked.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Purpose {
    /// For a move in the game.
    Play,
    /// For a move outside a game: the answer should be the same whenever
    /// it is asked.
    Suggest,
    /// For an evaluation: a short search, reported once.
    Judge,
    /// For thoughts, until it is interrupted; the decision has no meaning.
    Analyze,
    /// To use the opponent's time, until it is interrupted; the decision has no
    /// meaning.
    Ponder,
}
