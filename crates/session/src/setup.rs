//! The set-up of a game: seats, board, rules, handicap, time.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use tengen_clock::TimeControl;
use tengen_record::{EditError, InfoKey, Record};
use tengen_rules::handicap::{self, NoFixedPoints};
use tengen_rules::{ByColor, Color, Game, Komi, Point, Ruleset, SetupError, Size};

use crate::{LevelName, Policy};

/// The set-up of a new game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// The rules.
    pub ruleset: Ruleset,
    /// White's compensation, or the usual one of the rules.
    pub komi: Option<Komi>,
    /// The handicap.
    pub handicap: Handicap,
    /// Who plays each color.
    pub seats: ByColor<Seat>,
    /// The time that each player has.
    pub time: TimeControl,
    /// The time that players have to agree on the dead stones, if it is
    /// limited; then what one of them has marked does not count, but what an
    /// engine has proposed.
    pub scoring_time: Option<Duration>,
    /// What the players may do.
    pub policy: Policy,
    /// The day, as records have it: `2026-11-16`, or empty.
    pub date: String,
}

/// The stones that Black has on the board in advance.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Handicap {
    /// An even game.
    #[default]
    None,
    /// This many stones on the customary points.
    Fixed(u8),
    /// Stones on these points.
    Points(Vec<Point>),
    /// This many stones, which Black places at the start; an engine has them
    /// on the customary points.
    Free(u8),
}

/// Who plays a color.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Seat {
    /// A person.
    Person {
        /// The person's name.
        name: String,
    },
    /// Our own engine at one of its levels.
    Level(LevelName),
    /// A program that speaks GTP.
    Engine {
        /// The program's name.
        name: String,
        /// How it is started.
        command: String,
    },
}

impl Seat {
    /// A person with a name, which may be empty.
    pub fn person(name: &str) -> Seat {
        Seat::Person { name: name.to_owned() }
    }

    /// Whether a person plays.
    pub const fn is_person(&self) -> bool {
        matches!(self, Seat::Person { .. })
    }
}

/// Writes the name as records have it.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Person { name } | Seat::Engine { name, .. } => f.pad(name),
            Seat::Level(level) => f.pad(&format!("Tengen {level}")),
        }
    }
}

impl Setup {
    /// An even game of two people without a clock.
    pub fn new(size: Size, ruleset: Ruleset) -> Setup {
        let person = Seat::person("");
        Setup {
            size,
            ruleset,
            komi: None,
            handicap: Handicap::None,
            seats: ByColor { black: person.clone(), white: person },
            time: TimeControl::None,
            scoring_time: None,
            policy: Policy::FREE,
            date: String::new(),
        }
    }

    /// A copy with another player in a seat.
    #[must_use]
    pub fn with_seat(mut self, color: Color, seat: Seat) -> Setup {
        self.seats[color] = seat;
        self
    }

    /// A copy with another time for each player.
    #[must_use]
    pub fn with_time(self, time: TimeControl) -> Setup {
        Setup { time, ..self }
    }

    /// A copy with another policy.
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Setup {
        Setup { policy, ..self }
    }

    /// A copy with people called as a record calls them, unless they have
    /// names.
    pub(crate) fn named_by(mut self, record: &Record) -> Setup {
        for color in Color::ALL {
            let known = record.info().text(InfoKey::Player(color)).unwrap_or_default();
            if let Seat::Person { name } = &mut self.seats[color]
                && name.is_empty()
            {
                *name = known.into_owned();
            }
        }
        self
    }

    /// The game before its first move.
    pub(crate) fn game(&self) -> Result<Game, BadSetup> {
        let points = match &self.handicap {
            Handicap::None => Vec::new(),
            Handicap::Free(n_stones) if self.is_placing() => return self.game_to_place(*n_stones),
            Handicap::Fixed(n_stones) | Handicap::Free(n_stones) => {
                handicap::fixed_points(self.size, *n_stones).map_err(BadSetup::Fixed)?.collect()
            }
            Handicap::Points(points) => points.clone(),
        };
        let game =
            Game::with_handicap(self.size, self.ruleset, points).map_err(BadSetup::Points)?;
        let komi = self.komi.unwrap_or(game.komi());
        Ok(game.with_komi(komi))
    }

    /// Whether a person has handicap stones to place.
    pub(crate) fn is_placing(&self) -> bool {
        matches!(self.handicap, Handicap::Free(2..)) && self.seats.black.is_person()
    }

    /// The game before its handicap stones are placed.
    fn game_to_place(&self, n_stones: u8) -> Result<Game, BadSetup> {
        if u16::from(n_stones) >= self.size.n_points() {
            return Err(BadSetup::TooMany(n_stones));
        }
        let komi = self.komi.unwrap_or(self.ruleset.default_komi(n_stones));
        Ok(Game::new(self.size, self.ruleset).with_handicap_of(n_stones).with_komi(komi))
    }

    /// Writes into a record who plays, when, and with which time.
    pub(crate) fn note(&self, record: &mut Record) -> Result<(), EditError> {
        record.set_application("Tengen", env!("CARGO_PKG_VERSION"))?;
        for color in Color::ALL {
            record.set_info(InfoKey::Player(color), &self.seats[color].to_string())?;
        }
        let (main, overtime) = self.time.to_sgf();
        record.set_info(InfoKey::TimeLimit, main.as_deref().unwrap_or_default())?;
        record.set_info(InfoKey::Overtime, overtime.as_deref().unwrap_or_default())?;
        record.set_info(InfoKey::Date, &self.date)
    }
}

/// The reason why a game cannot begin.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum BadSetup {
    /// The board has no customary points for this many stones.
    Fixed(NoFixedPoints),
    /// The stones of the handicap cannot stand so.
    Points(SetupError),
    /// The board is too small for this many stones.
    TooMany(u8),
}

impl fmt::Display for BadSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSetup::Fixed(reason) => reason.fmt(f),
            BadSetup::Points(reason) => reason.fmt(f),
            BadSetup::TooMany(n_stones) => {
                write!(f, "the board is too small for {n_stones} handicap stones")
            }
        }
    }
}

impl Error for BadSetup {}
