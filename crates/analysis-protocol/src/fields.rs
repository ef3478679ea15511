//! Reading the fields of a query.

use std::time::Duration;

use serde_json::{Map, Value};
use tengen_rules::{Color, Move, Point, Size};

use crate::problem::FieldError;
use crate::setting::{self, SettingError};

type Read<T> = Result<T, (&'static str, FieldError)>;

/// The fields of a query.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fields<'a>(pub(crate) &'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// A field, if it is there.
    pub(crate) fn get(self, name: &str) -> Option<&'a Value> {
        self.0.get(name)
    }

    /// A field that may be left out.
    pub(crate) fn optional<T>(
        self,
        name: &'static str,
        expected: &'static str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Read<Option<T>> {
        let Some(value) = self.get(name) else { return Ok(None) };
        read(value).map(Some).ok_or((name, FieldError::Expected(expected)))
    }

    /// A field that must be there.
    pub(crate) fn required<T>(
        self,
        name: &'static str,
        expected: &'static str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Read<T> {
        self.optional(name, expected, read)?.ok_or((name, FieldError::Missing(expected)))
    }

    /// Whether something is asked for.
    pub(crate) fn flag(self, name: &'static str) -> Read<bool> {
        Ok(self.optional(name, "a boolean", Value::as_bool)?.unwrap_or(false))
    }

    /// A number that a setting of a configuration could have.
    pub(crate) fn setting<T>(
        self,
        name: &'static str,
        read: impl FnOnce(&str) -> Result<T, SettingError>,
    ) -> Read<Option<T>> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let text = match value {
            Value::Number(number) => number.to_string(),
            _ => String::new(),
        };
        read(&text).map(Some).map_err(|error| (name, error.into()))
    }

    /// A number of seconds.
    pub(crate) fn seconds(self, name: &'static str) -> Read<Option<Duration>> {
        self.setting(name, setting::seconds)
    }
}

/// The player that a text names.
pub(crate) fn player(value: &Value) -> Option<Color> {
    match value.as_str()?.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// The move that a text such as `C4`, `(0,13)` or `pass` names, on the board.
pub(crate) fn location(value: &Value, size: Size) -> Option<Move> {
    let text = value.as_str()?;
    let mv = match text.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
        Some(pair) => {
            // Rows are counted from the top.
            let (column, row) = pair.split_once(',')?;
            let (column, row): (u8, u8) = (column.trim().parse().ok()?, row.trim().parse().ok()?);
            let row = size.height().checked_sub(row)?.checked_sub(1)?;
            Move::Play(Point::new(column, row, size)?)
        }
        None => text.parse().ok()?,
    };
    mv.point().is_none_or(|point| size.contains(point)).then_some(mv)
}

/// Pairs of a player and a location.
pub(crate) fn turns(value: &Value, size: Size) -> Result<Vec<(Color, Move)>, FieldError> {
    const EXPECTED: &str = "a list of pairs of a player and a location";
    const ENTRY: &str = "a player and a location on the board, such as [\"B\",\"C4\"]";
    let turn = |pair: &Value| match pair.as_array()?.as_slice() {
        [color, mv] => Some((player(color)?, location(mv, size)?)),
        _ => None,
    };
    let pairs = value.as_array().ok_or(FieldError::Expected(EXPECTED))?;
    let entry = |(idx, pair): (usize, &Value)| {
        turn(pair).ok_or_else(|| FieldError::Entry(idx, excerpt(pair), ENTRY))
    };
    pairs.iter().enumerate().map(entry).collect()
}

/// The beginning of a value, to be told.
fn excerpt(value: &Value) -> String {
    value.to_string().chars().take(40).collect()
}

/// Whole numbers.
pub(crate) fn integers(value: &Value) -> Option<Vec<i64>> {
    value.as_array()?.iter().map(integer).collect()
}

/// A whole number; those without limits are cut off.
pub(crate) fn integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_u64().map(|_| i64::MAX))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn locations_have_two_forms() {
        let size = Size::new(9, 5).unwrap();
        let read = |text: &str| location(&json!(text), size).map(|it| it.to_string());
        assert_eq!(read("c4"), Some("C4".into()));
        assert_eq!(read("PASS"), Some("pass".into()));
        assert_eq!(read("(0,0)"), Some("A5".into()));
        assert_eq!(read("(8, 4)"), Some("J1".into()));
        for text in ["A6", "K1", "(9,0)", "(0,5)", "(-1,0)", "(1)", "I3", "", "AA1"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
