//! What is wrong with a line or a field.

use std::error::Error;
use std::fmt;

use serde_json::{Value, json};
use tengen_rules::{Color, IllegalMove, Move, SetupError};

use crate::setting::SettingError;

/// What is wrong with a line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum LineError {
    /// It is not JSON, at this column.
    Syntax(usize),
    /// It is JSON, but not an object.
    NotObject,
    /// It has no text as `id`.
    NoId,
    /// It is too long.
    TooLong,
    /// A field of the query with this id is wrong.
    Field { id: String, field: &'static str, error: FieldError },
}

impl LineError {
    /// As it is told.
    pub(crate) fn to_json(&self) -> Value {
        match self {
            LineError::Field { id, field, error } => {
                json!({"error": error.to_string(), "field": field, "id": id})
            }
            error => json!({"error": error.to_string()}),
        }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Syntax(column) => {
                write!(f, "Could not parse input line as JSON: mistake at column {column}")
            }
            LineError::NotObject => {
                f.write_str("Input line was valid JSON but was not a JSON object")
            }
            LineError::NoId => {
                f.write_str("Request must have a field \"id\", and it must be a string")
            }
            LineError::TooLong => write!(f, "Input line is longer than {} bytes", crate::MAX_LINE),
            LineError::Field { field, error, .. } => write!(f, "{field}: {error}"),
        }
    }
}

impl Error for LineError {}

/// What is wrong with a field.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum FieldError {
    /// It must be there, as this.
    Missing(&'static str),
    /// It is something else.
    Expected(&'static str),
    /// An entry of the list, counted from 0, is something else.
    Entry(usize, String, &'static str),
    /// There is no such action.
    UnknownAction(String),
    /// A turn, counted from 0, that cannot be played.
    IllegalMove(usize, Color, Move, IllegalMove),
    /// The stones cannot stand on the board.
    Setup(SetupError),
    /// There is no such turn in a game with this number of moves.
    NoTurn(i64, usize),
    /// There are as many turns as this.
    LengthOf(usize),
    /// There is another field for the same.
    Instead(&'static str),
    /// It means nothing without another field.
    Needs(&'static str),
    /// A setting cannot be like that.
    Setting(String, SettingError),
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldError::Missing(expected) => write!(f, "Must specify {expected}"),
            FieldError::Expected(expected) => write!(f, "Must be {expected}"),
            FieldError::Entry(idx, text, expected) => {
                write!(f, "Could not parse entry {idx}, {text}: must be {expected}")
            }
            FieldError::UnknownAction(action) => write!(
                f,
                "Unknown action \"{action}\", expected query_version, query_models, clear_cache, \
                 terminate or terminate_all"
            ),
            FieldError::IllegalMove(turn, color, mv, error) => {
                let color = letter(*color);
                write!(f, "Illegal move {turn} ({color} {mv}): {error}")
            }
            FieldError::Setup(error) => write!(f, "Illegal initial stones: {error}"),
            FieldError::NoTurn(turn, n_moves) => {
                write!(f, "Invalid turn {turn}, must be from 0 to {n_moves}, the number of moves")
            }
            FieldError::LengthOf(n_turns) => {
                write!(f, "Must have the same length as analyzeTurns, {n_turns}")
            }
            FieldError::Instead(other) => write!(f, "Cannot be specified together with {other}"),
            FieldError::Needs(other) => write!(f, "Can only be specified together with {other}"),
            FieldError::Setting(name, error) => write!(f, "{name}: {error}"),
        }
    }
}

impl Error for FieldError {}

impl From<SettingError> for FieldError {
    fn from(error: SettingError) -> FieldError {
        match error {
            SettingError::Expected(expected) => FieldError::Expected(expected),
            error @ SettingError::NoHumanModel => FieldError::Setting("model".into(), error),
        }
    }
}

/// A field that does not do what its writer may think.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Warning {
    pub(crate) field: String,
    pub(crate) kind: WarningKind,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum WarningKind {
    /// Queries have no such field.
    Unused,
    /// A setting without meaning here.
    NoEffect(String),
}

impl Warning {
    /// As it is told.
    pub(crate) fn to_json(&self, id: &str) -> Value {
        let text = match &self.kind {
            WarningKind::Unused => "Unexpected or unused field".to_string(),
            WarningKind::NoEffect(name) => format!("{name} has no effect in this engine"),
        };
        json!({"warning": text, "field": self.field, "id": id})
    }
}

/// How a player is written.
pub(crate) const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
