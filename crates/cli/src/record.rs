//! The final position of a record: the first game of a file, along its main
//! line.

use std::fmt;

use tengen_record::{InfoKey, NoRecord, Positions, Problem, Record};
use tengen_rules::{Game, Komi, ParseKomiError, Point, Ruleset};
use tengen_sgf as sgf;

/// What the command line says about the rules of a game, if anything.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Overrides {
    pub(crate) ruleset: Option<Ruleset>,
    pub(crate) komi: Option<Komi>,
}

/// Reads a file and plays its first game to the end of the main line.
///
/// # Errors
///
/// Returns [`RecordError`] if there is no game of Go that can be counted.
pub(crate) fn final_game(bytes: &[u8], overrides: Overrides) -> Result<Game, RecordError> {
    let collection =
        sgf::read(bytes).map_err(|sgf::TooLarge| RecordError::NoRecord(NoRecord::TooLarge))?;
    let truncated = collection.warnings().iter().find(|it| it.code.is_truncation()).cloned();
    let odd_size = collection.game(0).filter(|game| game.size_problem().is_some());
    let odd_size = odd_size.map(|game| excerpt(game.root().value("SZ").map_or("", |it| it.raw())));
    if let Some(size) = odd_size {
        return Err(RecordError::Size(size));
    }
    let record = Record::from_collection(collection, 0).map_err(RecordError::NoRecord)?;
    if let Some(warning) = truncated {
        return Err(RecordError::Truncated(warning.to_string(), warning.line));
    }

    let root = record.node(record.root()).raw();
    let handicap = handicap(&root)?;
    let ruleset = ruleset(&root, overrides.ruleset)?;
    let komi = komi(&record, overrides.komi)?.unwrap_or_else(|| ruleset.default_komi(handicap));
    let position = final_position(&record)?;
    Ok(Game::from_position(position, ruleset).with_komi(komi).with_handicap_of(handicap))
}

/// The position at the end of the main line. Illegal moves are executed, as
/// SGF prescribes, but each must be on the board.
fn final_position(record: &Record) -> Result<tengen_rules::Position, RecordError> {
    let mut positions = Positions::new();
    let mut last = positions.at(record, record.root());
    for id in record.main_line() {
        let snapshot = positions.at(record, id);
        for problem in &snapshot.problems {
            match problem {
                Problem::Illegal(_) => (),
                Problem::NoPoint(color) => {
                    let value = record.node(id).raw().value(&color.letter().to_string());
                    let text = value.map(|it| excerpt(it.raw())).unwrap_or_default();
                    return Err(RecordError::Move(last.move_number + 1, text));
                }
                Problem::NoLiberty(point) => return Err(RecordError::NoLiberty(*point)),
                Problem::NoSetupPoint => return Err(RecordError::SetupPoint),
            }
        }
        last = snapshot;
    }
    Ok(last.position)
}

fn handicap(root: &sgf::Node<'_>) -> Result<u8, RecordError> {
    match root.value("HA").map(sgf::Value::number) {
        None => Ok(0),
        Some(stones) => stones.ok().and_then(|it| it.try_into().ok()).ok_or(RecordError::Handicap),
    }
}

fn ruleset(root: &sgf::Node<'_>, named: Option<Ruleset>) -> Result<Ruleset, RecordError> {
    let text = root.value("RU").map(sgf::Value::simple_text).unwrap_or_default();
    match (named, text.trim()) {
        (Some(ruleset), _) => Ok(ruleset),
        (None, "") => Ok(Ruleset::CHINESE),
        (None, name) => name.parse().map_err(|_| RecordError::Ruleset(excerpt(name))),
    }
}

fn komi(record: &Record, given: Option<Komi>) -> Result<Option<Komi>, RecordError> {
    let text = record.info().text(InfoKey::Komi).unwrap_or_default();
    let text = text.trim();
    if given.is_some() || text.is_empty() {
        return Ok(given);
    }
    let parse = || text.parse().map_err(|error| RecordError::Komi(excerpt(text), error));
    record.info().komi().map_or_else(parse, Ok).map(Some)
}

/// The beginning of a text from a file, fit for a sentence on a terminal.
fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 20;
    let rest = if text.chars().nth(MAX_CHARS).is_some() { "…" } else { "" };
    let start: String = text.chars().take(MAX_CHARS).collect();
    format!("{}{rest}", start.escape_debug())
}

/// The reason why a file has no game that can be counted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum RecordError {
    /// There is no game of Go.
    NoRecord(NoRecord),
    /// The file ends too early, for this reason, in this line.
    Truncated(String, u32),
    /// This is not the size of a board.
    Size(String),
    /// The handicap is not a number of stones.
    Handicap,
    /// The name of the rules is unknown.
    Ruleset(String),
    /// The komi is not possible.
    Komi(String, ParseKomiError),
    /// A stone was set up outside the board.
    SetupPoint,
    /// Stones were set up so that this chain has no liberty.
    NoLiberty(Point),
    /// The move with this number has a value that is not a point of the board.
    Move(u32, String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::NoRecord(error) => error.fmt(f),
            RecordError::Truncated(reason, line) => {
                write!(f, "{reason} in line {line}, so the final position is unknown")
            }
            RecordError::Size(size) => {
                write!(f, "SZ[{size}] is not a board size, expected 1 to 25, or 13:9 for example")
            }
            RecordError::Handicap => f.write_str("HA is not a number of handicap stones"),
            RecordError::Ruleset(name) => {
                write!(f, "unknown rules \"{name}\", choose others with --rules")
            }
            RecordError::Komi(text, error) => {
                write!(f, "KM[{text}] is {error}; set it with --komi")
            }
            RecordError::SetupPoint => f.write_str("a stone is set up outside the board"),
            RecordError::NoLiberty(point) => {
                write!(f, "the chain at {point} is set up without a liberty")
            }
            RecordError::Move(number, value) => {
                write!(f, "move {number}, [{value}], is not a point on the board")
            }
        }
    }
}

impl std::error::Error for RecordError {}
