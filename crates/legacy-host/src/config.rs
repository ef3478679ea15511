//! What a user has chosen, in a file.

mod reader;
mod window;
mod writer;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tengen_clock::TimeControl;
use tengen_engine::Level;
use tengen_legacy_session::{Handicap, Seat, Setup};
use tengen_rules::{ByColor, Color, Komi, Ruleset, Size};
use toml_edit::{DocumentMut, TomlError};

use crate::level::{level, level_seat};
use crate::{date, file};
pub use window::{EngineEntry, Rgb, WindowConfig};

pub(crate) use writer::put;

/// What a user has chosen.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Config {
    /// The name of the theme; which there are is up to the front end.
    pub theme: String,
    /// How many colors a terminal shows.
    pub color_depth: ColorDepth,
    /// Which characters a terminal shows.
    pub characters: Characters,
    /// Keys by the name of what they do, where they differ from the usual
    /// ones; which names and keys there are is up to the front end.
    pub keys: BTreeMap<String, Vec<String>>,
    /// What a new game is played with, unless somebody says otherwise.
    pub game: GameDefaults,
    /// What the window looks and sounds like.
    pub window: WindowConfig,
    /// Programs that speak GTP, to be chosen as opponents.
    pub engines: Vec<EngineEntry>,
}

/// How many colors a terminal shows.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum ColorDepth {
    /// As many as the terminal says.
    #[default]
    Auto,
    /// None.
    Mono,
    /// The sixteen that every terminal has.
    Sixteen,
    /// The palette of 256.
    Palette,
    /// All.
    True,
}

impl ColorDepth {
    /// All of them, with their names in the file.
    pub const NAMES: [(&'static str, ColorDepth); 5] = [
        ("auto", ColorDepth::Auto),
        ("mono", ColorDepth::Mono),
        ("16", ColorDepth::Sixteen),
        ("256", ColorDepth::Palette),
        ("true", ColorDepth::True),
    ];
}

/// Which characters a terminal shows.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Characters {
    /// Those that the terminal seems to have.
    #[default]
    Auto,
    /// Lines and stones.
    Unicode,
    /// Letters and dots.
    Ascii,
}

impl Characters {
    /// All of them, with their names in the file.
    pub const NAMES: [(&'static str, Characters); 3] = [
        ("auto", Characters::Auto),
        ("unicode", Characters::Unicode),
        ("ascii", Characters::Ascii),
    ];
}

/// Which color a person plays.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Side {
    /// Always the same one.
    Color(Color),
    /// Both, against somebody at the same board.
    Both,
}

impl Side {
    /// All of them, with their names in the file.
    pub const NAMES: [(&'static str, Side); 3] = [
        ("black", Side::Color(Color::Black)),
        ("white", Side::Color(Color::White)),
        ("both", Side::Both),
    ];
}

/// What a new game is played with, unless somebody says otherwise.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GameDefaults {
    /// The size of the board.
    pub size: Size,
    /// The opponent.
    pub level: Level,
    /// What the person plays.
    pub color: Side,
    /// The rules.
    pub rules: Ruleset,
    /// White's compensation, or the usual one of the rules.
    pub komi: Option<Komi>,
    /// The number of stones that Black has in advance.
    pub handicap: u8,
    /// The time that each player has.
    pub clock: TimeControl,
    /// What the person is called.
    pub name: String,
}

/// A small board and an opponent for a first game.
impl Default for GameDefaults {
    fn default() -> GameDefaults {
        GameDefaults {
            size: Size::NINE,
            level: Level::LADDER[3],
            color: Side::Color(Color::Black),
            rules: Ruleset::CHINESE,
            komi: None,
            handicap: 0,
            clock: TimeControl::None,
            name: String::new(),
        }
    }
}

impl GameDefaults {
    /// A game of today with all that.
    pub fn setup(&self) -> Setup {
        let person = Seat::person(&self.name);
        let engine = level_seat(self.level);
        let seats = match self.color {
            Side::Color(Color::Black) => ByColor { black: person, white: engine },
            Side::Color(Color::White) => ByColor { black: engine, white: person },
            Side::Both => ByColor { black: person, white: Seat::person("") },
        };
        Setup {
            komi: self.komi,
            handicap: match self.handicap {
                0 => Handicap::None,
                n_stones => Handicap::Fixed(n_stones),
            },
            seats,
            time: self.clock,
            date: date::today(),
            ..Setup::new(self.size, self.rules)
        }
    }

    /// The next game is played like this one, as far as a default can say it.
    pub fn keep(&mut self, setup: &Setup) {
        self.size = setup.size;
        self.rules = setup.ruleset;
        self.komi = setup.komi;
        self.clock = setup.time;
        self.handicap = match setup.handicap {
            Handicap::Fixed(n_stones) => n_stones,
            _ => 0,
        };
        match (&setup.seats.black, &setup.seats.white) {
            (Seat::Person { .. }, Seat::Level(name)) => {
                (self.color, self.level) = (Side::Color(Color::Black), level(name));
            }
            (Seat::Level(name), Seat::Person { .. }) => {
                (self.color, self.level) = (Side::Color(Color::White), level(name));
            }
            (Seat::Person { .. }, Seat::Person { .. }) => self.color = Side::Both,
            _ => (),
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            theme: "wood".to_owned(),
            color_depth: ColorDepth::Auto,
            characters: Characters::Auto,
            keys: BTreeMap::new(),
            game: GameDefaults::default(),
            window: WindowConfig::default(),
            engines: Vec::new(),
        }
    }
}

impl Config {
    /// Reads a file, and says what in it has no meaning, which is as if it
    /// were not there. A file that does not exist has nothing in it.
    ///
    /// # Errors
    ///
    /// Returns [`ConfigError`] if the file cannot be read or is not TOML.
    pub fn load(path: &Path) -> Result<(Config, Vec<ConfigProblem>), ConfigError> {
        let text = read(path)?;
        Config::parse(&text.unwrap_or_default())
            .map_err(|error| ConfigError::Syntax(path.to_owned(), error))
    }

    /// Reads a file if there is one to be read, and says in sentences what is
    /// wrong with it, for front ends that start in any case.
    pub fn load_or_default(path: Option<&Path>) -> (Config, Vec<String>) {
        match path.map(Config::load) {
            Some(Ok((config, odd))) => (config, odd.iter().map(ToString::to_string).collect()),
            Some(Err(error)) => (Config::default(), vec![error.to_string()]),
            None => (Config::default(), Vec::new()),
        }
    }

    /// Reads the text of a file, as [`Config::load`] does.
    ///
    /// # Errors
    ///
    /// Returns [`NotToml`] if it is not TOML.
    pub fn parse(text: &str) -> Result<(Config, Vec<ConfigProblem>), NotToml> {
        Ok(reader::read(&document(text)?))
    }

    /// Writes what has changed into a file, and leaves the rest of it as it
    /// is, comments and unknown names too.
    ///
    /// # Errors
    ///
    /// Returns [`ConfigError`] if the file cannot be read or written, or is
    /// not TOML, as then it would be lost.
    pub fn save(&self, path: &Path) -> Result<(), ConfigError> {
        let text = read(path)?;
        let text = self
            .write_into(&text.unwrap_or_default())
            .map_err(|error| ConfigError::Syntax(path.to_owned(), error))?;
        file::replace(path, text.as_bytes())
            .map_err(|error| ConfigError::Write(path.to_owned(), error))
    }

    fn write_into(&self, text: &str) -> Result<String, NotToml> {
        let mut document = document(text)?;
        writer::write(self, &mut document);
        Ok(document.to_string())
    }
}

/// The text of a file, which need not be there.
///
/// What is not UTF-8 would be lost when it is saved, so it is an error.
fn read(path: &Path) -> Result<Option<String>, ConfigError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ConfigError::Read(path.to_owned(), error)),
    }
}

fn document(text: &str) -> Result<DocumentMut, NotToml> {
    text.parse().map_err(|error: TomlError| {
        let start = error.span().map_or(0, |it| it.start);
        let before = text.get(..start).unwrap_or_default();
        NotToml {
            line: 1 + before.matches('\n').count(),
            message: error.message().trim_end().replace('\n', ", "),
        }
    })
}

/// Something in a file that has no meaning.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ConfigProblem {
    /// Nothing has this name.
    UnknownName(String),
    /// The value is none of those that are expected.
    BadValue {
        /// The name, with that of its table.
        name: String,
        /// The value as it is written.
        value: String,
        /// What it could be.
        expected: String,
    },
    /// The entry of a program with this place lacks something.
    BadEngine(String),
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigProblem::UnknownName(name) => {
                write!(f, "{name} is not a setting, so it is ignored")
            }
            ConfigProblem::BadValue { name, value, expected } => {
                write!(f, "{name} cannot be {value}, expected {expected}")
            }
            ConfigProblem::BadEngine(name) => {
                write!(f, "{name} is ignored, expected a name and a command")
            }
        }
    }
}

impl Error for ConfigProblem {}

/// A text is not TOML.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NotToml {
    /// The number of the line, from one.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for NotToml {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is not TOML: {}", self.line, self.message)
    }
}

impl Error for NotToml {}

/// The reason why a file is of no use.
#[derive(Debug)]
pub enum ConfigError {
    /// It cannot be read.
    Read(PathBuf, io::Error),
    /// It cannot be written.
    Write(PathBuf, io::Error),
    /// It is not TOML.
    Syntax(PathBuf, NotToml),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            ConfigError::Write(path, error) => {
                write!(f, "cannot write {}: {error}", path.display())
            }
            ConfigError::Syntax(path, error) => {
                write!(f, "{}: {error}", path.display())
            }
        }
    }
}

impl Error for ConfigError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ConfigError::Read(_, error) | ConfigError::Write(_, error) => Some(error),
            ConfigError::Syntax(_, error) => Some(error),
        }
    }
}

#[cfg(test)]
mod tests;
