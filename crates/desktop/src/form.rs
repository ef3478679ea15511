//! What a new game is played with, as it is being chosen.

#[cfg(test)]
mod tests;

use std::fmt;

use tengen_clock::TimeControl;
use tengen_engine::Level;
use tengen_host::{EngineEntry, level, level_seat};
use tengen_rules::{ByColor, Color, Komi, Ruleset, Size, handicap};
use tengen_session::{Handicap, Seat, Setup};

/// Who sits at a side of the board.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Player {
    /// Somebody in front of the window.
    Person,
    /// Our engine.
    Level(Level),
    /// A program of the settings that speaks GTP.
    Known(EngineEntry),
    /// Another program that speaks GTP.
    Engine,
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Person => f.write_str("Person"),
            Player::Level(level) => write!(f, "Tengen {level}"),
            Player::Known(engine) => f.write_str(&engine.name),
            Player::Engine => f.write_str("GTP engine…"),
        }
    }
}

/// Clocks that can be chosen.
pub(crate) const CLOCKS: [(&str, &str); 8] = [
    ("none", "No clock"),
    ("10m", "10 minutes"),
    ("1m+3x10s", "1 min + 3 × 10 s"),
    ("5m+3x30s", "5 min + 3 × 30 s"),
    ("20m+5x30s", "20 min + 5 × 30 s"),
    ("2m+7s", "2 min + 7 s a move"),
    ("10m+10s", "10 min + 10 s a move"),
    ("10m+25/5m", "10 min + 25 stones in 5 min"),
];

/// A row of the form.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) enum Row {
    Black,
    White,
    Size,
    Handicap,
    Komi,
    Rules,
    Clock,
}

impl Row {
    pub(crate) const ALL: [Row; 7] =
        [Row::Black, Row::White, Row::Size, Row::Handicap, Row::Komi, Row::Rules, Row::Clock];

    pub(crate) const fn title(self) -> &'static str {
        match self {
            Row::Black => "Black",
            Row::White => "White",
            Row::Size => "Board",
            Row::Handicap => "Handicap",
            Row::Komi => "Komi",
            Row::Rules => "Rules",
            Row::Clock => "Clock",
        }
    }
}

/// What a new game is played with, as it is being chosen.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) players: ByColor<Player>,
    /// How programs are started.
    pub(crate) commands: ByColor<String>,
    pub(crate) size: String,
    pub(crate) handicap: u8,
    /// As typed; nothing for the usual one.
    pub(crate) komi: String,
    pub(crate) rules: Ruleset,
    /// As typed.
    pub(crate) clock: String,
    /// What the person in front is called.
    name: String,
    /// The programs of the settings.
    engines: Vec<EngineEntry>,
    /// The row that keys change.
    pub(crate) row: Row,
}

impl Form {
    /// What a game is played with unless somebody chooses otherwise, with the
    /// programs of the settings.
    pub(crate) fn new(wish: &Setup, engines: &[EngineEntry]) -> Form {
        let player = |color: Color| match &wish.seats[color] {
            Seat::Person { .. } => Player::Person,
            Seat::Level(name) => Player::Level(level(name)),
            seat @ Seat::Engine { .. } => {
                let known = engines.iter().find(|it| it.seat() == *seat);
                known.cloned().map_or(Player::Engine, Player::Known)
            }
        };
        let command = |color: Color| match &wish.seats[color] {
            Seat::Engine { command, .. } => command.clone(),
            _ => String::new(),
        };
        let name = Color::ALL.into_iter().find_map(|it| match &wish.seats[it] {
            Seat::Person { name } if !name.is_empty() => Some(name.clone()),
            _ => None,
        });
        Form {
            players: ByColor::from_fn(player),
            commands: ByColor::from_fn(command),
            size: short_size(wish.size),
            handicap: match wish.handicap {
                Handicap::Fixed(n_stones) | Handicap::Free(n_stones) => n_stones,
                _ => 0,
            },
            komi: wish.komi.map(|it| it.to_string()).unwrap_or_default(),
            rules: wish.ruleset,
            clock: wish.time.to_string(),
            name: name.unwrap_or_default(),
            engines: engines.to_vec(),
            row: Row::White,
        }
    }

    /// All who can be chosen: people, the ladder, other levels, programs.
    pub(crate) fn all_players(&self) -> Vec<Player> {
        let ladder = Level::LADDER.into_iter().chain(Level::CHALLENGE).chain([Level::LIGHT]);
        let levels = ladder.map(Player::Level);
        let known = self.engines.iter().cloned().map(Player::Known);
        let people = [Player::Person].into_iter();
        people.chain(levels).chain(known).chain([Player::Engine]).collect()
    }

    /// The game that was chosen.
    ///
    /// # Errors
    ///
    /// Returns the row that makes no sense, and a sentence about it.
    pub(crate) fn setup(&self) -> Result<Setup, (Row, String)> {
        let size: Size =
            self.size.trim().parse().map_err(|error| (Row::Size, format!("{error}")))?;
        let komi = match self.komi.trim() {
            "" => None,
            text => {
                let komi: Result<Komi, _> = text.parse();
                Some(komi.map_err(|error| (Row::Komi, format!("{error}")))?)
            }
        };
        let clock = self.clock.trim();
        let time: TimeControl = match clock {
            "" => TimeControl::None,
            _ => clock.parse().map_err(|error| (Row::Clock, format!("{error}")))?,
        };
        if self.handicap > handicap::max_fixed(size) {
            let text = format!("a board of {size} has no {} handicap stones", self.handicap);
            return Err((Row::Handicap, text));
        }
        let mut setup = Setup::new(size, self.rules).with_time(time);
        setup.komi = komi;
        setup.handicap = match self.handicap {
            0 | 1 => Handicap::None,
            n_stones => Handicap::Fixed(n_stones),
        };
        setup.seats = ByColor { black: self.seat(Color::Black)?, white: self.seat(Color::White)? };
        Ok(setup)
    }

    fn seat(&self, color: Color) -> Result<Seat, (Row, String)> {
        let row = if color == Color::Black { Row::Black } else { Row::White };
        Ok(match &self.players[color] {
            Player::Level(level) => level_seat(*level),
            Player::Known(engine) => engine.seat(),
            Player::Person => {
                // Only one of two people is the one whose name is known.
                let is_second = color == Color::White && self.players.black == Player::Person;
                Seat::person(if is_second { "" } else { &self.name })
            }
            Player::Engine => {
                let command = self.commands[color].trim();
                let Some(program) = command.split_whitespace().next() else {
                    return Err((
                        row,
                        "the engine has no command, such as gnugo --mode gtp".into(),
                    ));
                };
                let name = program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned();
                Seat::Engine { name, command: command.to_owned() }
            }
        })
    }

    /// Changes a row to its next or previous value.
    pub(crate) fn turn(&mut self, row: Row, step: isize) {
        match row {
            Row::Black | Row::White => {
                let color = if row == Row::Black { Color::Black } else { Color::White };
                self.players[color] = next(&self.all_players(), &self.players[color], step);
            }
            Row::Size => {
                let sizes = ["9", "13", "19"].map(String::from);
                self.size = next(&sizes, &self.size, step);
            }
            Row::Handicap => {
                let numbers = [0, 2, 3, 4, 5, 6, 7, 8, 9];
                self.handicap = next(&numbers, &self.handicap, step);
            }
            Row::Komi => {
                let komi: Option<Komi> = self.komi.trim().parse().ok();
                let komi = komi.unwrap_or(self.rules.default_komi(self.handicap));
                let half_points = komi.half_points().saturating_add(step as i16);
                self.komi = Komi::from_half_points(half_points).to_string();
            }
            Row::Rules => self.rules = next(&rulesets(), &self.rules, step),
            Row::Clock => {
                let clocks = CLOCKS.map(|(text, _)| text.to_owned());
                self.clock = next(&clocks, &self.clock, step);
            }
        }
    }

    /// Goes to another row.
    pub(crate) fn step(&mut self, step: isize) {
        self.row = next(&Row::ALL, &self.row, step);
    }

    /// Black and White change places.
    pub(crate) fn swap(&mut self) {
        std::mem::swap(&mut self.players.black, &mut self.players.white);
        std::mem::swap(&mut self.commands.black, &mut self.commands.white);
    }
}

/// All rules that have a name, each once.
pub(crate) fn rulesets() -> Vec<Ruleset> {
    let mut all: Vec<Ruleset> = Vec::new();
    for (_, ruleset) in Ruleset::names() {
        if !all.contains(&ruleset) {
            all.push(ruleset);
        }
    }
    all
}

/// The name of rules as people write it.
pub(crate) fn ruleset_name(ruleset: &Ruleset) -> String {
    let word = |word: &str| match word {
        "aga" | "kgs" => word.to_uppercase(),
        _ => word[..1].to_uppercase() + &word[1..],
    };
    match ruleset.name() {
        Some(name) => name.split('-').map(word).collect::<Vec<_>>().join(" "),
        None => "own rules".to_owned(),
    }
}

/// `9` for a square board, else `13x9`.
fn short_size(size: Size) -> String {
    if size.width() == size.height() { size.width().to_string() } else { size.to_string() }
}

/// The value so many places further in a list, which begins anew at its end.
fn next<T: Clone + PartialEq>(all: &[T], value: &T, step: isize) -> T {
    let n_values = all.len() as isize;
    let idx = match all.iter().position(|it| it == value) {
        Some(idx) => (idx as isize + step).rem_euclid(n_values),
        None if step < 0 => n_values - 1,
        None => 0,
    };
    all[idx as usize].clone()
}
