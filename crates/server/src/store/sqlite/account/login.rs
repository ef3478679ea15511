//! Sessions of people and tokens of programs.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{COLUMNS, account, time};
use crate::id::PersonId;
use crate::secret::SecretHash;
use crate::store::sqlite::write::{execute, number};
use crate::store::{Account, ApiToken, LoginSession, StoreError, WhichSessions};

/// The number of columns of an account, behind which the others begin.
const BEHIND: usize = 7;

pub(super) fn open(writer: &Connection, session: &LoginSession) -> Result<(), StoreError> {
    let sql = "INSERT INTO login_sessions
        (id, account, created_at, seen_at, expires_at, browser) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let values = params![
        session.id.as_bytes(),
        session.account.as_bytes(),
        number(session.created_at),
        number(session.seen_at),
        number(session.expires_at),
        session.browser,
    ];
    execute(writer, sql, values)?;
    Ok(())
}

pub(super) fn find(
    reader: &Connection,
    id: SecretHash,
    now: u64,
) -> rusqlite::Result<Option<(LoginSession, Account)>> {
    let sql = format!(
        "SELECT {COLUMNS}, login_sessions.id, account, login_sessions.created_at, seen_at,
            expires_at, browser
        FROM login_sessions JOIN accounts ON accounts.id = account
        WHERE login_sessions.id = ?1 AND expires_at > ?2 AND NOT is_locked"
    );
    let mut statement = reader.prepare_cached(&sql)?;
    let found = statement.query_row(params![id.as_bytes(), number(now)], |row| {
        Ok((session(row, BEHIND)?, account(row)?))
    });
    found.optional()
}

pub(super) fn keep(
    writer: &Connection,
    id: SecretHash,
    seen_at: u64,
    expires_at: u64,
) -> Result<(), StoreError> {
    let sql = "UPDATE login_sessions SET seen_at = ?2, expires_at = ?3 WHERE id = ?1";
    execute(writer, sql, params![id.as_bytes(), number(seen_at), number(expires_at)])?;
    Ok(())
}

pub(super) fn of_account(
    reader: &Connection,
    account: PersonId,
) -> rusqlite::Result<Vec<LoginSession>> {
    let sql = "SELECT id, account, created_at, seen_at, expires_at, browser
        FROM login_sessions WHERE account = ?1 ORDER BY seen_at DESC, id";
    let mut statement = reader.prepare_cached(sql)?;
    statement.query_map(params![account.as_bytes()], |row| session(row, 0))?.collect()
}

pub(super) fn end(
    writer: &Connection,
    account: PersonId,
    which: WhichSessions,
) -> Result<usize, StoreError> {
    let account = account.as_bytes();
    match which {
        WhichSessions::One(id) => {
            let sql = "DELETE FROM login_sessions WHERE account = ?1 AND id = ?2";
            execute(writer, sql, params![account, id.as_bytes()])
        }
        WhichSessions::Others(id) => {
            let sql = "DELETE FROM login_sessions WHERE account = ?1 AND id <> ?2";
            execute(writer, sql, params![account, id.as_bytes()])
        }
        WhichSessions::All => {
            execute(writer, "DELETE FROM login_sessions WHERE account = ?1", params![account])
        }
    }
}

fn session(row: &Row<'_>, first: usize) -> rusqlite::Result<LoginSession> {
    Ok(LoginSession {
        id: SecretHash::from_bytes(row.get(first)?),
        account: PersonId::from_bytes(row.get(first + 1)?),
        created_at: time(row, first + 2)?,
        seen_at: time(row, first + 3)?,
        expires_at: time(row, first + 4)?,
        browser: row.get(first + 5)?,
    })
}

pub(super) fn put_token(writer: &Connection, token: &ApiToken) -> Result<(), StoreError> {
    let sql = "INSERT INTO api_tokens (id, account, label, scopes, created_at, expires_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let values = params![
        token.id.as_bytes(),
        token.account.as_bytes(),
        token.label,
        token.scopes.join(" "),
        number(token.created_at),
        token.expires_at.map(number),
    ];
    execute(writer, sql, values)?;
    Ok(())
}

pub(super) fn token(
    reader: &Connection,
    id: SecretHash,
    now: u64,
) -> rusqlite::Result<Option<(ApiToken, Account)>> {
    let sql = format!(
        "SELECT {COLUMNS}, api_tokens.id, account, label, scopes, api_tokens.created_at, expires_at
        FROM api_tokens JOIN accounts ON accounts.id = account
        WHERE api_tokens.id = ?1 AND (expires_at IS NULL OR expires_at > ?2) AND NOT is_locked"
    );
    let mut statement = reader.prepare_cached(&sql)?;
    let found = statement.query_row(params![id.as_bytes(), number(now)], |row| {
        Ok((read_token(row, BEHIND)?, account(row)?))
    });
    found.optional()
}

pub(super) fn tokens_of(reader: &Connection, account: PersonId) -> rusqlite::Result<Vec<ApiToken>> {
    let sql = "SELECT id, account, label, scopes, created_at, expires_at
        FROM api_tokens WHERE account = ?1 ORDER BY created_at DESC, id";
    let mut statement = reader.prepare_cached(sql)?;
    statement.query_map(params![account.as_bytes()], |row| read_token(row, 0))?.collect()
}

fn read_token(row: &Row<'_>, first: usize) -> rusqlite::Result<ApiToken> {
    let scopes: String = row.get(first + 3)?;
    Ok(ApiToken {
        id: SecretHash::from_bytes(row.get(first)?),
        account: PersonId::from_bytes(row.get(first + 1)?),
        label: row.get(first + 2)?,
        scopes: scopes.split_whitespace().map(str::to_owned).collect(),
        created_at: time(row, first + 4)?,
        expires_at: row.get::<_, Option<i64>>(first + 5)?.map(i64::unsigned_abs),
    })
}
