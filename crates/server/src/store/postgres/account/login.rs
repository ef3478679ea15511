//! Sessions of people and tokens of programs.

use deadpool_postgres::{GenericClient, Object};
use tokio_postgres::Row;

use super::{COLUMNS, execute, hash, query, read, secret};
use crate::id::PersonId;
use crate::secret::SecretHash;
use crate::store::postgres::row::{bytes, count, get, guest, number};
use crate::store::{Account, ApiToken, LoginSession, StoreError, WhichSessions};

/// The number of columns of an account, behind which the others begin.
const BEHIND: usize = 7;

pub(super) async fn open(client: Object, session: LoginSession) -> Result<(), StoreError> {
    let sql = "INSERT INTO login_sessions
        (id, account, created_at, seen_at, expires_at, browser) VALUES ($1, $2, $3, $4, $5, $6)";
    let (id, account) = (hash(session.id), bytes(session.account));
    let (created_at, seen_at) = (number(session.created_at), number(session.seen_at));
    let expires_at = number(session.expires_at);
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 6] =
        [&id, &account, &created_at, &seen_at, &expires_at, &session.browser];
    execute(&client, sql, &values).await?;
    Ok(())
}

pub(super) async fn find(
    client: Object,
    id: SecretHash,
    now: u64,
) -> Result<Option<(LoginSession, Account)>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS}, login_sessions.id, account, login_sessions.created_at, seen_at,
            expires_at, browser
        FROM login_sessions JOIN accounts ON accounts.id = account
        WHERE login_sessions.id = $1 AND expires_at > $2 AND NOT is_locked"
    );
    let rows = query(&client, &sql, &[&hash(id), &number(now)]).await?;
    rows.first().map(|row| Ok((session(row, BEHIND)?, read(row)?))).transpose()
}

pub(super) async fn keep(
    client: Object,
    id: SecretHash,
    seen_at: u64,
    expires_at: u64,
) -> Result<(), StoreError> {
    let sql = "UPDATE login_sessions SET seen_at = $2, expires_at = $3 WHERE id = $1";
    execute(&client, sql, &[&hash(id), &number(seen_at), &number(expires_at)]).await?;
    Ok(())
}

pub(super) async fn of_account(
    client: Object,
    account: PersonId,
) -> Result<Vec<LoginSession>, StoreError> {
    let sql = "SELECT id, account, created_at, seen_at, expires_at, browser
        FROM login_sessions WHERE account = $1 ORDER BY seen_at DESC, id";
    let rows = query(&client, sql, &[&bytes(account)]).await?;
    rows.iter().map(|row| session(row, 0)).collect()
}

pub(super) async fn end(
    client: &impl GenericClient,
    account: PersonId,
    which: WhichSessions,
) -> Result<usize, StoreError> {
    let account = bytes(account);
    match which {
        WhichSessions::One(id) => {
            let sql = "DELETE FROM login_sessions WHERE account = $1 AND id = $2";
            execute(client, sql, &[&account, &hash(id)]).await
        }
        WhichSessions::Others(id) => {
            let sql = "DELETE FROM login_sessions WHERE account = $1 AND id <> $2";
            execute(client, sql, &[&account, &hash(id)]).await
        }
        WhichSessions::All => {
            execute(client, "DELETE FROM login_sessions WHERE account = $1", &[&account]).await
        }
    }
}

fn session(row: &Row, first: usize) -> Result<LoginSession, StoreError> {
    Ok(LoginSession {
        id: secret(row, first)?,
        account: guest(row, first + 1)?,
        created_at: count(row, first + 2)?,
        seen_at: count(row, first + 3)?,
        expires_at: count(row, first + 4)?,
        browser: get(row, first + 5)?,
    })
}

pub(super) async fn put_token(client: Object, token: ApiToken) -> Result<(), StoreError> {
    let sql = "INSERT INTO api_tokens (id, account, label, scopes, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6)";
    let (id, account, scopes) = (hash(token.id), bytes(token.account), token.scopes.join(" "));
    let (created_at, expires_at) = (number(token.created_at), token.expires_at.map(number));
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 6] =
        [&id, &account, &token.label, &scopes, &created_at, &expires_at];
    execute(&client, sql, &values).await?;
    Ok(())
}

pub(super) async fn token(
    client: Object,
    id: SecretHash,
    now: u64,
) -> Result<Option<(ApiToken, Account)>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS}, api_tokens.id, account, label, scopes, api_tokens.created_at, expires_at
        FROM api_tokens JOIN accounts ON accounts.id = account
        WHERE api_tokens.id = $1 AND (expires_at IS NULL OR expires_at > $2) AND NOT is_locked"
    );
    let rows = query(&client, &sql, &[&hash(id), &number(now)]).await?;
    rows.first().map(|row| Ok((read_token(row, BEHIND)?, read(row)?))).transpose()
}

pub(super) async fn tokens_of(
    client: Object,
    account: PersonId,
) -> Result<Vec<ApiToken>, StoreError> {
    let sql = "SELECT id, account, label, scopes, created_at, expires_at
        FROM api_tokens WHERE account = $1 ORDER BY created_at DESC, id";
    let rows = query(&client, sql, &[&bytes(account)]).await?;
    rows.iter().map(|row| read_token(row, 0)).collect()
}

fn read_token(row: &Row, first: usize) -> Result<ApiToken, StoreError> {
    let scopes: &str = get(row, first + 3)?;
    let expires_at: Option<i64> = get(row, first + 5)?;
    Ok(ApiToken {
        id: secret(row, first)?,
        account: guest(row, first + 1)?,
        label: get(row, first + 2)?,
        scopes: scopes.split_whitespace().map(str::to_owned).collect(),
        created_at: count(row, first + 4)?,
        expires_at: expires_at.map(i64::unsigned_abs),
    })
}
