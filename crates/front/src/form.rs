//! The form for a new game: fields, choices, presets, validation.
//!
//! It is made from what is remembered in the settings, or from the game
//! before, and gives a [`Setup`]. Front ends show its fields by
//! [`words::field_value`](crate::words::field_value) and change them by [`Form::step`] or directly.

mod choice;
#[cfg(test)]
mod tests;

use tengen_clock::TimeControl;
use tengen_rules::{ByColor, Color, Komi, Ruleset, Size, handicap};
use tengen_session::{Handicap, Seat, Setup};

use crate::settings::{EngineEntry, GameDefaults, Side};
pub use choice::{CLOCKS, ClockPreset, HANDICAPS, SIZES, levels, rulesets};
pub use tengen_host::{level as level_of, level_seat};

/// A line of the form.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Field {
    /// Who plays Black.
    Black,
    /// Who plays White.
    White,
    /// The opponent of the person, in place of the two above.
    Opponent,
    /// The person's color, in place of the two above.
    Color,
    /// The size of the board.
    Size,
    /// Handicap stones.
    Handicap,
    /// White's compensation.
    Komi,
    /// The rules.
    Rules,
    /// The time of each player.
    Clock,
    /// Whether moves that lose too much are taken back.
    Teaching,
}

impl Field {
    /// The fields with one line for each seat.
    pub const BY_SEAT: [Field; 8] = [
        Field::Black,
        Field::White,
        Field::Size,
        Field::Handicap,
        Field::Komi,
        Field::Rules,
        Field::Clock,
        Field::Teaching,
    ];

    /// The fields with one line for the opponent and one for the color.
    pub const BY_OPPONENT: [Field; 8] = [
        Field::Size,
        Field::Opponent,
        Field::Color,
        Field::Handicap,
        Field::Komi,
        Field::Rules,
        Field::Clock,
        Field::Teaching,
    ];

    /// Only the fields of players and their time, where the game is given.
    pub const OF_PLAYERS: [Field; 3] = [Field::Black, Field::White, Field::Clock];

    const fn of_seat(color: Color) -> Field {
        match color {
            Color::Black => Field::Black,
            Color::White => Field::White,
        }
    }
}

/// Who plays a color.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Player {
    /// A person in front of the screen.
    Person,
    /// Our own engine.
    Level(tengen_engine::Level),
    /// An engine of the settings.
    Engine(EngineEntry),
    /// Another engine, by its command line in [`Form::commands`].
    Program,
}

/// A direction through the choices of a field.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Way {
    /// To the choice before.
    Back,
    /// To the next choice.
    Forward,
}

/// The form for a new game.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// Who plays.
    pub players: ByColor<Player>,
    /// The command lines of engines that are not in the settings.
    pub commands: ByColor<String>,
    /// The size of the board, as typed.
    pub size: String,
    /// The number of handicap stones.
    pub handicap: u8,
    /// The komi, as typed; nothing for the default of the rules.
    pub komi: String,
    /// The rules.
    pub rules: Ruleset,
    /// The clock, as typed; nothing for none.
    pub clock: String,
    /// Whether moves that lose too much are taken back, against an engine.
    pub is_teaching: bool,
    /// Whether lots decide who plays Black.
    pub has_random_color: bool,
    /// The person's name.
    pub name: String,
    /// The engines of the settings.
    engines: Vec<EngineEntry>,
    /// The level that plays if an engine is wanted and none is named.
    level: tengen_engine::Level,
    /// The field that keys change.
    pub field: Field,
    fields: &'static [Field],
}

impl Form {
    /// A form with what is remembered in the settings.
    pub fn new(defaults: &GameDefaults, engines: &[EngineEntry]) -> Form {
        let opponent = remembered_opponent(defaults, engines);
        let players = match defaults.color {
            Side::Color(Color::Black) | Side::Random => {
                ByColor { black: Player::Person, white: opponent }
            }
            Side::Color(Color::White) => ByColor { black: opponent, white: Player::Person },
            Side::Both => ByColor { black: Player::Person, white: Player::Person },
        };
        Form {
            players,
            commands: ByColor::from_fn(|_| defaults.program.clone()),
            size: short_size(defaults.size),
            handicap: defaults.handicap,
            komi: defaults.komi.map(|it| it.to_string()).unwrap_or_default(),
            rules: defaults.rules,
            clock: defaults.clock.to_string(),
            is_teaching: defaults.is_teaching,
            has_random_color: defaults.color == Side::Random,
            name: defaults.name.clone(),
            engines: engines.to_vec(),
            level: defaults.level,
            field: Field::White,
            fields: &Field::BY_SEAT,
        }
    }

    /// A form for a rematch, with the settings of a game.
    pub fn of_setup(setup: &Setup, defaults: &GameDefaults, engines: &[EngineEntry]) -> Form {
        let known = |color: Color| match &setup.seats[color] {
            Seat::Person { .. } => Player::Person,
            Seat::Level(name) => Player::Level(level_of(name)),
            Seat::Engine { name, command } => {
                let is_it = |it: &&EngineEntry| it.name == *name && it.command == *command;
                engines.iter().find(is_it).cloned().map_or(Player::Program, Player::Engine)
            }
        };
        let command = |color: Color| match &setup.seats[color] {
            Seat::Engine { command, .. } => command.clone(),
            _ => defaults.program.clone(),
        };
        Form {
            players: ByColor::from_fn(known),
            commands: ByColor::from_fn(command),
            size: short_size(setup.size),
            handicap: match &setup.handicap {
                Handicap::None => 0,
                Handicap::Fixed(n_stones) | Handicap::Free(n_stones) => *n_stones,
                Handicap::Points(points) => u8::try_from(points.len()).unwrap_or(u8::MAX),
            },
            komi: setup.komi.map(|it| it.to_string()).unwrap_or_default(),
            rules: setup.ruleset,
            clock: setup.time.to_string(),
            ..Form::new(defaults, engines)
        }
    }

    /// A copy with other lines, such as [`Field::BY_OPPONENT`].
    #[must_use]
    pub fn with_fields(self, fields: &'static [Field]) -> Form {
        let field = fields.first().copied().unwrap_or(self.field);
        Form { field, fields, ..self }
    }

    /// The lines of the form, from top to bottom.
    pub const fn fields(&self) -> &'static [Field] {
        self.fields
    }

    /// The game that was chosen, without a date.
    ///
    /// # Errors
    ///
    /// Returns [`BadField`] with the first field that is invalid.
    pub fn setup(&self) -> Result<Setup, BadField> {
        let size: Size = self.size.trim().parse().map_err(|_| BadField::Size)?;
        let time = self.time()?;
        let komi = match self.komi.trim() {
            "" => None,
            text => Some(text.parse::<Komi>().map_err(|_| BadField::Komi)?),
        };
        if self.handicap > handicap::max_fixed(size) {
            return Err(BadField::Handicap { n_stones: self.handicap, size });
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

    fn time(&self) -> Result<TimeControl, BadField> {
        match self.clock.trim() {
            "" => Ok(TimeControl::None),
            text => text.parse().map_err(|_| BadField::Clock),
        }
    }

    fn seat(&self, color: Color) -> Result<Seat, BadField> {
        Ok(match &self.players[color] {
            Player::Level(level) => level_seat(*level),
            Player::Engine(EngineEntry { name, command }) => {
                Seat::Engine { name: name.clone(), command: command.clone() }
            }
            Player::Person => {
                // Of two people, only the first one's name is known.
                let is_second = color == Color::White && self.players.black == Player::Person;
                Seat::person(if is_second { "" } else { &self.name })
            }
            Player::Program => {
                let command = self.commands[color].trim();
                let program = command.split_whitespace().next();
                let program = program.ok_or(BadField::Command(color))?;
                let name = program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned();
                Seat::Engine { name, command: command.to_owned() }
            }
        })
    }

    /// Has the settings remember what was chosen, as far as it makes sense.
    ///
    /// A game between two engines leaves the person where he was.
    pub fn remember(&self, defaults: &mut GameDefaults) {
        let Ok(setup) = self.setup() else { return };
        defaults.size = setup.size;
        defaults.rules = setup.ruleset;
        defaults.komi = setup.komi;
        defaults.clock = setup.time;
        defaults.is_teaching = self.is_teaching;
        defaults.handicap = if self.handicap < 2 { 0 } else { self.handicap };
        let is_person = |color: Color| self.players[color] == Player::Person;
        let color = match Color::ALL.map(is_person) {
            [true, true] => return defaults.color = Side::Both,
            [false, false] => return,
            [true, false] => Color::Black,
            [false, true] => Color::White,
        };
        defaults.color = if self.has_random_color { Side::Random } else { Side::Color(color) };
        defaults.engine = String::new();
        defaults.program = String::new();
        match &self.players[!color] {
            Player::Level(level) => defaults.level = *level,
            Player::Engine(entry) => defaults.engine.clone_from(&entry.name),
            Player::Program => defaults.program.clone_from(&self.commands[!color]),
            Player::Person => (),
        }
    }

    /// All players to choose from: person, levels, engines.
    pub fn choices(&self) -> Vec<Player> {
        let levels = levels().map(Player::Level);
        let engines = self.engines.iter().cloned().map(Player::Engine);
        let people = std::iter::once(Player::Person);
        people.chain(levels).chain(engines).chain([Player::Program]).collect()
    }

    /// The user's color, Black if the user plays both or neither.
    pub fn color(&self) -> Color {
        match (&self.players.black, &self.players.white) {
            (Player::Person, _) => Color::Black,
            (_, Player::Person) => Color::White,
            _ => Color::Black,
        }
    }

    /// Who plays against that person.
    pub fn opponent(&self) -> &Player {
        &self.players[!self.color()]
    }

    /// Seats an opponent, and a person across from it.
    pub fn set_opponent(&mut self, opponent: Player) {
        let color = self.color();
        self.players[color] = Player::Person;
        self.players[!color] = opponent;
    }

    /// The engine that plays if none is named.
    pub(crate) const fn last_engine(&self) -> Player {
        Player::Level(self.level)
    }

    /// A copy in which lots have decided who plays Black, if they do: an odd
    /// one has the players change places.
    #[must_use]
    pub fn with_lot(self, lot: u64) -> Form {
        let is_open = self.has_random_color;
        let mut drawn = Form { has_random_color: false, ..self };
        if is_open && lot % 2 == 1 {
            drawn.swap();
        }
        drawn
    }

    /// Black and White change places.
    pub fn swap(&mut self) {
        std::mem::swap(&mut self.players.black, &mut self.players.white);
        std::mem::swap(&mut self.commands.black, &mut self.commands.white);
    }

    /// The komi that is played if none is typed.
    pub fn default_komi(&self) -> Komi {
        self.rules.default_komi(if self.handicap < 2 { 0 } else { self.handicap })
    }
}

/// The opponent that the settings remember; an engine may be gone.
fn remembered_opponent(defaults: &GameDefaults, engines: &[EngineEntry]) -> Player {
    if !defaults.program.is_empty() {
        return Player::Program;
    }
    let engine = engines.iter().find(|it| it.name == defaults.engine);
    engine.cloned().map_or(Player::Level(defaults.level), Player::Engine)
}

/// `9` for a square board, else `13x9`.
fn short_size(size: Size) -> String {
    if size.width() == size.height() { size.width().to_string() } else { size.to_string() }
}

/// The field that is invalid.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum BadField {
    /// The size is invalid.
    Size,
    /// The komi is invalid.
    Komi,
    /// The clock is invalid.
    Clock,
    /// The board has no points for that many handicap stones.
    Handicap {
        /// The number of stones.
        n_stones: u8,
        /// The board.
        size: Size,
    },
    /// An engine has no command line.
    Command(Color),
}

impl BadField {
    /// Where it is in the form.
    pub const fn field(self) -> Field {
        match self {
            BadField::Size => Field::Size,
            BadField::Komi => Field::Komi,
            BadField::Clock => Field::Clock,
            BadField::Handicap { .. } => Field::Handicap,
            BadField::Command(color) => Field::of_seat(color),
        }
    }
}
