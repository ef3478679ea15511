//! The choices of each field, and the way through them.

use std::time::Duration;

use tengen_clock::TimeControl;
use tengen_engine::Level;
use tengen_rules::{Color, Komi, Ruleset, Size, handicap};

use super::{Field, Form, Player, Way};

/// The sizes that are offered, as typed.
pub const SIZES: [&str; 11] = ["5", "7", "9", "11", "13", "15", "17", "19", "21", "23", "25"];

/// The numbers of handicap stones that are offered.
pub const HANDICAPS: [u8; 9] = [0, 2, 3, 4, 5, 6, 7, 8, 9];

/// A clock that is offered.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ClockPreset {
    /// The time control.
    pub control: TimeControl,
    /// What it is called.
    pub label: &'static str,
}

const fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(60 * minutes)
}

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

const fn preset(label: &'static str, control: TimeControl) -> ClockPreset {
    ClockPreset { control, label }
}

const fn fischer(initial: Duration, increment: Duration) -> TimeControl {
    TimeControl::Fischer { initial, increment, max: Duration::MAX }
}

const fn byo_yomi(main: Duration, periods: u32, period: Duration) -> TimeControl {
    TimeControl::ByoYomi { main, periods, period }
}

/// The clocks that are offered; any other can be typed.
pub const CLOCKS: [ClockPreset; 10] = [
    preset("No clock", TimeControl::None),
    preset("10 min", TimeControl::Absolute { main: minutes(10) }),
    preset("30 s per move", TimeControl::Simple { per_move: seconds(30) }),
    preset("1 min + 3 × 10 s", byo_yomi(minutes(1), 3, seconds(10))),
    preset("5 min + 3 × 30 s", byo_yomi(minutes(5), 3, seconds(30))),
    preset("20 min + 5 × 30 s", byo_yomi(minutes(20), 5, seconds(30))),
    preset("2 min + 7 s per move", fischer(minutes(2), seconds(7))),
    preset("3 min + 10 s per move", fischer(minutes(3), seconds(10))),
    preset("10 min + 10 s per move", fischer(minutes(10), seconds(10))),
    preset(
        "10 min + 25 stones in 5 min",
        TimeControl::Canadian {
            main: minutes(10),
            block: minutes(5),
            stones: std::num::NonZeroU32::new(25).expect("25 is not zero"),
        },
    ),
];

/// The levels in the order in which they are offered.
pub fn levels() -> impl Iterator<Item = Level> {
    Level::LADDER.into_iter().chain(Level::CHALLENGE).chain([Level::LIGHT])
}

/// All rules that have a name, each once.
pub fn rulesets() -> Vec<Ruleset> {
    let mut all: Vec<Ruleset> = Vec::new();
    for (_, ruleset) in Ruleset::names() {
        if !all.contains(&ruleset) {
            all.push(ruleset);
        }
    }
    all
}

impl Form {
    /// Goes to another line, around the ends.
    pub fn step_field(&mut self, way: Way) {
        self.field = way.step(self.fields(), &self.field);
    }

    /// Changes a field to its next or previous choice.
    pub fn step(&mut self, field: Field, way: Way) {
        match field {
            Field::Black => self.step_player(Color::Black, way),
            Field::White => self.step_player(Color::White, way),
            Field::Opponent => {
                let next = way.step(&self.choices(), self.opponent());
                self.set_opponent(next);
            }
            Field::Color => self.step_color(way),
            Field::Size => self.size = way.step(&SIZES.map(String::from), &self.size),
            Field::Handicap => self.handicap = way.step(&self.handicaps(), &self.handicap),
            Field::Komi => self.step_komi(way),
            Field::Rules => self.rules = way.step(&rulesets(), &self.rules),
            Field::Teaching => self.is_teaching = !self.is_teaching,
            Field::Clock => {
                let clocks = CLOCKS.map(|it| it.control.to_string());
                self.clock = way.step(&clocks, &self.clock);
            }
        }
    }

    /// The numbers of handicap stones that the board has points for.
    pub fn handicaps(&self) -> Vec<u8> {
        let size = self.size.trim().parse::<Size>();
        let most = size.map_or(9, handicap::max_fixed);
        HANDICAPS.into_iter().filter(|&it| it <= most).collect()
    }

    fn step_player(&mut self, color: Color, way: Way) {
        let next: Player = way.step(&self.choices(), &self.players[color]);
        self.players[color] = next;
    }

    /// Black, White, and what lots say.
    fn step_color(&mut self, way: Way) {
        let chosen = match self.color() {
            _ if self.has_random_color => 2,
            Color::Black => 0,
            Color::White => 1,
        };
        let next = way.step(&[0, 1, 2], &chosen);
        self.has_random_color = next == 2;
        let color = if next == 1 { Color::White } else { Color::Black };
        if self.color() != color {
            self.swap();
        }
    }

    /// By half points; the default komi is written as nothing.
    fn step_komi(&mut self, way: Way) {
        let default = self.default_komi();
        let komi: Komi = self.komi.trim().parse().unwrap_or(default);
        let half_points = match way {
            Way::Back => komi.half_points().saturating_sub(1),
            Way::Forward => komi.half_points().saturating_add(1),
        };
        let komi = Komi::from_half_points(half_points);
        self.komi = if komi == default { String::new() } else { komi.to_string() };
    }

    /// The clock of the form among those that are offered.
    pub fn clock_preset(&self) -> Option<&'static ClockPreset> {
        let control = self.time().ok()?;
        CLOCKS.iter().find(|it| it.control == control)
    }
}

impl Way {
    /// The choice before or after one, around the ends.
    fn step<T: Clone + PartialEq>(self, choices: &[T], from: &T) -> T {
        let n_choices = choices.len();
        let idx = match (choices.iter().position(|it| it == from), self) {
            (Some(idx), Way::Back) => (idx + n_choices - 1) % n_choices,
            (Some(idx), Way::Forward) => (idx + 1) % n_choices,
            (None, Way::Back) => n_choices - 1,
            (None, Way::Forward) => 0,
        };
        choices[idx].clone()
    }
}
