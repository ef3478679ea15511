//! Rows and values as the rest of the program has them.

use std::error::Error as _;
use std::fmt::Display;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;

use crate::id::PersonId;
use crate::store::StoreError;

/// PostgreSQL has no unsigned numbers, and ours stay far below the limit.
pub(super) fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn bytes(guest: PersonId) -> Vec<u8> {
    guest.as_bytes().to_vec()
}

pub(super) fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(unreadable)
}

/// A column.
pub(super) fn get<'a, T: FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, StoreError> {
    Ok(row.try_get(column)?)
}

/// A column with a number that is never negative.
pub(super) fn count(row: &Row, column: usize) -> Result<u64, StoreError> {
    get::<i64>(row, column).map(i64::unsigned_abs)
}

/// A column with text that stands for something.
pub(super) fn text<T: FromStr<Err: Display>>(row: &Row, column: usize) -> Result<T, StoreError> {
    get::<&str>(row, column)?.parse().map_err(unreadable)
}

/// A column with JSON.
pub(super) fn from_json<T: DeserializeOwned>(row: &Row, column: usize) -> Result<T, StoreError> {
    serde_json::from_str(get(row, column)?).map_err(unreadable)
}

pub(super) fn guest(row: &Row, column: usize) -> Result<PersonId, StoreError> {
    let bytes: &[u8] = get(row, column)?;
    bytes.try_into().map(PersonId::from_bytes).map_err(unreadable)
}

pub(super) fn unreadable(error: impl Display) -> StoreError {
    StoreError::Failed(error.to_string())
}

/// What the database says, which its client keeps behind two words.
pub(super) fn words(error: &tokio_postgres::Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(error), _) => error.message().to_owned(),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    }
}
