//! Who decides on moves: what the protocol needs from a program that plays.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tengen_rules::{Color, Game, Move, ParsePointError, PointSet, life};

use crate::interrupt::Interrupt;
use crate::thoughts::Thoughts;

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
    fn think(&mut self, request: &Request<'_>, tell: &mut dyn FnMut(&Thoughts)) -> Reply;

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

    /// Learns that what comes has nothing to do with what was.
    fn start_game(&mut self) {}

    /// Learns how much time there is for a game.
    fn set_time(&mut self, settings: TimeSettings) {
        let _ = settings;
    }

    /// Learns how much time a color has left.
    fn set_time_left(&mut self, color: Color, left: TimeLeft) {
        let _ = (color, left);
    }
}

/// What a player is asked.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The player to move, whose turn it need not be.
    pub color: Color,
    /// What for.
    pub purpose: Purpose,
    /// Moves that are not to be thought about.
    pub excluded: Excluded,
    /// The time between two tellings, or `None` if nobody listens.
    pub interval: Option<Duration>,
    /// What ends the thinking early.
    pub interrupt: Interrupt,
}

/// Why a player is asked.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Purpose {
    /// For a move in the game.
    Play,
    /// For a move outside of a game: the answer should be the same whenever
    /// it is asked.
    Suggest,
    /// For an opinion: a short look, to be told once.
    Judge,
    /// For thoughts, until it is interrupted; the reply has no meaning.
    Analyze,
    /// To use the opponent's time, until it is interrupted; the reply has no
    /// meaning.
    Ponder,
}

/// Moves that are not to be thought about, for the next turn only.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Excluded {
    /// Stones on these points.
    pub points: PointSet,
    /// Whether passing is excluded too.
    pub pass: bool,
}

impl Excluded {
    /// Whether every move may be thought about.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty() && !self.pass
    }
}

/// What a player answers when asked for a move.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Reply {
    /// A stone or a pass.
    Move(Move),
    /// The game is given up.
    Resign,
}

/// Writes the name of the point, `pass` or `resign`.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Move(mv) => mv.fmt(f),
            Reply::Resign => f.pad("resign"),
        }
    }
}

/// Reads what is written, in upper or lower case.
impl FromStr for Reply {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Reply, ParsePointError> {
        if text.eq_ignore_ascii_case("resign") {
            return Ok(Reply::Resign);
        }
        text.parse().map(Reply::Move)
    }
}

/// How much time each player has for a game.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum TimeSettings {
    /// No limit.
    #[default]
    Unlimited,
    /// So much for all moves.
    Absolute {
        /// The time for the game.
        main: Duration,
    },
    /// A time that grows after each move.
    Fischer {
        /// The time before the first move.
        main: Duration,
        /// What each move adds.
        increment: Duration,
        /// What the clock never exceeds, if there is such a limit.
        limit: Option<Duration>,
    },
    /// After the main time, a move that takes longer than a period uses it
    /// up.
    ByoYomi {
        /// The time before the periods.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of periods.
        n_periods: u32,
    },
    /// After the main time, so many stones are to be played in each period.
    Canadian {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of stones in a period.
        n_stones: u32,
    },
}

/// How much time a player has left.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct TimeLeft {
    /// What is left of the main time or the period.
    pub time: Duration,
    /// The stones to be played in this time, or the periods left if the
    /// settings have such; `None` in main time.
    pub overtime: Option<u32>,
}
