//! The settings of a user: `config.toml`, read with all of its problems.
//!
//! What is written keeps comments and unknown names. Sections of one front end
//! are plain data here; which themes and colors there are is its own affair.

mod reader;
#[cfg(test)]
mod tests;
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
use tengen_host::AnalystChoice;
use tengen_rules::{Color, Komi, Ruleset, Size};
use toml_edit::{DocumentMut, TomlError};

use crate::front_end::FrontEnd;
use crate::key::{KeyProblem, KeyTable};
pub use window::{Rgb, WindowSettings};

/// The settings of a user.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Settings {
    /// Display settings of the terminal program.
    pub terminal: TerminalSettings,
    /// What the window looks and sounds like.
    pub window: WindowSettings,
    /// Keys by the name of their command, where they are not the default ones.
    pub keys: BTreeMap<String, Vec<String>>,
    /// Defaults for the next game.
    pub game: GameDefaults,
    /// Programs that speak GTP, to be chosen as opponents.
    pub engines: Vec<EngineEntry>,
    /// The name of the one among them that analyzes, or nothing for Tengen.
    pub analyst: String,
    /// Whether games that end come into the library.
    pub keeps_games: bool,
    /// Whether stones of a person that were just put in atari are named.
    pub announces_atari: bool,
}

/// No keys or engines of the user, and games come into the library.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            terminal: TerminalSettings::default(),
            window: WindowSettings::default(),
            keys: BTreeMap::new(),
            game: GameDefaults::default(),
            engines: Vec::new(),
            analyst: String::new(),
            keeps_games: true,
            announces_atari: true,
        }
    }
}

impl Settings {
    /// The engine that analyzes.
    pub fn analyst(&self) -> AnalystChoice {
        let chosen = self.engines.iter().find(|it| it.name == self.analyst);
        chosen.map_or(AnalystChoice::Tengen, |it| AnalystChoice::Program {
            name: it.name.clone(),
            command: it.command.clone(),
        })
    }
}

/// Display settings of the terminal program.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TerminalSettings {
    /// The name of the theme.
    pub theme: String,
    /// How many colors are used.
    pub color_depth: ColorDepth,
    /// Which characters are used.
    pub characters: Characters,
    /// Whether the board has coordinates around it where there is space.
    pub has_coordinates: bool,
    /// Whether the terminal's bell rings when time runs out, and when it is
    /// the person's turn in a game with a clock or on a server.
    pub has_bell: bool,
}

impl Default for TerminalSettings {
    fn default() -> TerminalSettings {
        TerminalSettings {
            theme: "wood".to_owned(),
            color_depth: ColorDepth::Auto,
            characters: Characters::Auto,
            has_coordinates: true,
            has_bell: true,
        }
    }
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
    /// One of them, against an opponent.
    Color(Color),
    /// One of them, as lots decide in each game.
    Random,
    /// Both: two people at one board.
    Both,
}

impl Side {
    /// All of them, with their names in the file.
    pub const NAMES: [(&'static str, Side); 4] = [
        ("black", Side::Color(Color::Black)),
        ("white", Side::Color(Color::White)),
        ("random", Side::Random),
        ("both", Side::Both),
    ];
}

/// Defaults for the next game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GameDefaults {
    /// The size of the board.
    pub size: Size,
    /// The level of the opponent, unless that is another engine.
    pub level: Level,
    /// The name of an engine of the settings that is the opponent, or nothing.
    pub engine: String,
    /// The command line of an engine that is the opponent, or nothing.
    pub program: String,
    /// What the person plays.
    pub color: Side,
    /// The rules.
    pub rules: Ruleset,
    /// White's compensation, or the default of the rules.
    pub komi: Option<Komi>,
    /// The number of handicap stones.
    pub handicap: u8,
    /// The time that each player has.
    pub clock: TimeControl,
    /// What the person is called.
    pub name: String,
    /// Whether moves that lose too much are taken back, against an engine.
    pub is_teaching: bool,
}

/// A small board and an opponent for a first game.
impl Default for GameDefaults {
    fn default() -> GameDefaults {
        GameDefaults {
            size: Size::NINE,
            level: Level::LADDER[3],
            engine: String::new(),
            program: String::new(),
            color: Side::Color(Color::Black),
            rules: Ruleset::CHINESE,
            komi: None,
            handicap: 0,
            clock: TimeControl::None,
            name: String::new(),
            is_teaching: false,
        }
    }
}

/// A program that speaks GTP.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EngineEntry {
    /// What the user calls it.
    pub name: String,
    /// The command line that starts it.
    pub command: String,
}

/// Settings as they were read, with everything that was wrong.
#[derive(Debug)]
pub struct LoadedSettings {
    /// The settings; what had no meaning is at its default.
    pub settings: Settings,
    /// What had no meaning, in the order of the file.
    pub problems: Vec<SettingProblem>,
}

impl Settings {
    /// Reads a file; one that does not exist is empty.
    ///
    /// # Errors
    ///
    /// Returns [`SettingsError`] if the file cannot be read or is not TOML.
    pub fn load(path: &Path) -> Result<LoadedSettings, SettingsError> {
        let text = read(path)?.unwrap_or_default();
        Settings::parse(&text).map_err(|error| SettingsError::Syntax(path.to_owned(), error))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// Returns [`NotToml`] if it is not TOML.
    pub fn parse(text: &str) -> Result<LoadedSettings, NotToml> {
        let mut loaded = reader::read(&document(text)?);
        let problems = loaded.settings.key_problems();
        loaded.problems.extend(problems.into_iter().map(SettingProblem::Key));
        Ok(loaded)
    }

    /// Writes what has changed into a file, and leaves the rest as it is.
    ///
    /// # Errors
    ///
    /// Returns [`SettingsError`] if the file cannot be read or written, or is
    /// not TOML, as then its content would be lost.
    pub fn save(&self, path: &Path) -> Result<(), SettingsError> {
        let text = read(path)?.unwrap_or_default();
        let text = self
            .write_into(&text)
            .map_err(|error| SettingsError::Syntax(path.to_owned(), error))?;
        tengen_host::replace_file(path, text.as_bytes())
            .map_err(|error| SettingsError::Write(path.to_owned(), error))
    }

    fn write_into(&self, text: &str) -> Result<String, NotToml> {
        let mut document = document(text)?;
        writer::write(self, &mut document);
        Ok(document.to_string())
    }

    /// The keys of a front end, with the changes of the user.
    pub fn keys(&self, front_end: FrontEnd) -> KeyTable {
        self.key_table(front_end).0
    }

    fn key_table(&self, front_end: FrontEnd) -> (KeyTable, Vec<KeyProblem>) {
        let own = (front_end == FrontEnd::Window).then_some(&self.window.keys);
        KeyTable::with_changes(front_end, std::iter::once(&self.keys).chain(own))
    }

    /// The window has all keys that the terminal has, so its table finds
    /// every problem.
    fn key_problems(&self) -> Vec<KeyProblem> {
        self.key_table(FrontEnd::Window).1
    }
}

/// The text of a file, which need not be there.
///
/// What is not UTF-8 would be lost when it is saved, so it is an error.
fn read(path: &Path) -> Result<Option<String>, SettingsError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SettingsError::Read(path.to_owned(), error)),
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

/// Something in the file that has no meaning.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SettingProblem {
    /// No setting has this name.
    UnknownName(String),
    /// The value is none of those that are expected.
    BadValue {
        /// The name, with that of its table.
        name: String,
        /// The value as it is written.
        value: String,
        /// What it could be, in a few words.
        expected: String,
    },
    /// The entry of an engine lacks its name or its command.
    BadEngine(String),
    /// A key or a command that does not exist.
    Key(KeyProblem),
}

impl fmt::Display for SettingProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingProblem::UnknownName(name) => write!(f, "unknown setting {name}"),
            SettingProblem::BadValue { name, value, expected } => {
                write!(f, "setting {name} cannot be {value}, expected {expected}")
            }
            SettingProblem::BadEngine(name) => {
                write!(f, "setting {name} is incomplete, expected a name and a command")
            }
            SettingProblem::Key(problem) => problem.fmt(f),
        }
    }
}

impl Error for SettingProblem {}

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

/// The reason why the file is unusable.
#[derive(Debug)]
pub enum SettingsError {
    /// It cannot be read.
    Read(PathBuf, io::Error),
    /// It cannot be written.
    Write(PathBuf, io::Error),
    /// It is not TOML.
    Syntax(PathBuf, NotToml),
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingsError::Read(path, error) => {
                write!(f, "cannot read {}: {error}", path.display())
            }
            SettingsError::Write(path, error) => {
                write!(f, "cannot write {}: {error}", path.display())
            }
            SettingsError::Syntax(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl Error for SettingsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SettingsError::Read(_, error) | SettingsError::Write(_, error) => Some(error),
            SettingsError::Syntax(_, error) => Some(error),
        }
    }
}
