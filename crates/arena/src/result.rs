//! The result of one game of a match.

use std::fmt;
use std::time::Duration;

use tengen_record::Outcome;
use tengen_rules::Color;

use crate::side::{BySide, Side};
use crate::statistics::Points;

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The number of the game, from 1.
    pub number: u32,
    /// Who had the black stones.
    pub black: Side,
    /// How the game ended.
    pub outcome: Outcome,
    /// Why it ended so.
    pub reason: Reason,
    /// What the loser did wrong, in a sentence, unless it lost on the board.
    pub detail: Option<String>,
    /// The number of moves, those of the opening included.
    pub n_moves: u32,
    /// The time that each side used.
    pub usage: BySide<Usage>,
}

impl GameResult {
    /// The side with the stones of a color.
    pub fn side(&self, color: Color) -> Side {
        if color == Color::Black { self.black } else { !self.black }
    }

    /// The side that won, if any.
    pub fn winner(&self) -> Option<Side> {
        self.outcome.winner().map(|color| self.side(color))
    }

    /// The points of the first side, or `None` if the game has no result.
    pub fn points(&self) -> Option<Points> {
        match (self.winner(), self.outcome) {
            (Some(Side::First), _) => Some(Points::Win),
            (Some(Side::Second), _) => Some(Points::Loss),
            (None, Outcome::Draw) => Some(Points::Draw),
            (None, _) => None,
        }
    }
}

/// Why a game ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Reason {
    /// Both passed, and the points were counted.
    Score,
    /// A player gave up.
    Resignation,
    /// A clock fell, or an engine was silent for too long.
    Time,
    /// A move was against the rules.
    IllegalMove,
    /// An answer was invalid, or an engine refused to go on.
    Nonsense,
    /// An engine died.
    Crash,
    /// The game repeated itself, which has no result by its rules.
    Repetition,
    /// The game had more moves than allowed, and has no result.
    TooLong,
    /// The judge could not count the game, which has no result.
    NotCounted,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 9] = [
        Reason::Score,
        Reason::Resignation,
        Reason::Time,
        Reason::IllegalMove,
        Reason::Nonsense,
        Reason::Crash,
        Reason::Repetition,
        Reason::TooLong,
        Reason::NotCounted,
    ];

    /// The words for it, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Score => "score",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::IllegalMove => "illegal move",
            Reason::Nonsense => "nonsense",
            Reason::Crash => "crash",
            Reason::Repetition => "repetition",
            Reason::TooLong => "too long",
            Reason::NotCounted => "not counted",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The number of moves of a side, and the time it used.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Usage {
    /// The moves it was asked for.
    pub n_moves: u32,
    /// The time that it took to answer.
    pub wall: Duration,
    /// CPU time, where the system reports it.
    pub cpu: Option<Duration>,
}

impl Usage {
    /// Rounded to microseconds, the precision of the results file.
    pub(crate) fn rounded(self) -> Usage {
        let rounded = |time: Duration| Duration::from_micros(time.as_micros() as u64);
        Usage { wall: rounded(self.wall), cpu: self.cpu.map(rounded), ..self }
    }

    /// Adds the usage of another game.
    ///
    /// CPU time stays known only if it is known for all games.
    #[must_use]
    pub fn plus(self, other: Usage) -> Usage {
        if self.n_moves == 0 {
            return other;
        }
        if other.n_moves == 0 {
            return self;
        }
        Usage {
            n_moves: self.n_moves + other.n_moves,
            wall: self.wall + other.wall,
            cpu: self.cpu.zip(other.cpu).map(|(one, more)| one + more),
        }
    }
}
