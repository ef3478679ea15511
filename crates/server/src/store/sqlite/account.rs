//! Accounts in the database, and everything by which somebody is let in.

mod link;
mod login;

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::write::{execute, number};
use super::{SqliteStore, WriteKind};
use crate::id::PersonId;
use crate::secret::SecretHash;
use crate::store::{
    Account, AccountChange, AccountRole, AccountStore, ApiToken, LoginSession, OneTimeLink, Reply,
    SignedUp, StoreError, WhichSessions,
};

/// The columns of an account, in the order in which [`account`] reads them.
const COLUMNS: &str = "accounts.id, name, key, role, password, is_locked, accounts.created_at";

impl AccountStore for SqliteStore {
    fn sign_up(&self, account: Account, invitation: Option<SecretHash>) -> Reply<SignedUp> {
        self.write_for(move |it| sign_up(it, &account, invitation))
    }

    fn account(&self, id: PersonId) -> Reply<Option<Account>> {
        self.read(move |it| find(it, "accounts.id = ?1", params![id.as_bytes()]))
    }

    fn account_named(&self, key: String) -> Reply<Option<Account>> {
        self.read(move |it| find(it, "key = ?1", params![key]))
    }

    fn accounts(&self, max: usize) -> Reply<Vec<Account>> {
        self.read(move |it| {
            let sql = format!("SELECT {COLUMNS} FROM accounts ORDER BY key LIMIT ?1");
            let mut statement = it.prepare_cached(&sql)?;
            statement.query_map(params![number(max as u64)], account)?.collect()
        })
    }

    fn has_admin(&self) -> Reply<bool> {
        self.read(|it| {
            let sql = "SELECT 1 FROM accounts WHERE role = 'admin' AND NOT is_locked";
            it.prepare_cached(sql)?.exists([])
        })
    }

    fn change_account(&self, id: PersonId, change: AccountChange) -> Reply<bool> {
        self.write_for(move |it| self::change(it, id, &change))
    }

    fn delete_account(&self, id: PersonId) -> Reply<bool> {
        self.write_for(move |it| {
            // What refers to it goes with it.
            Ok(execute(it, "DELETE FROM accounts WHERE id = ?1", params![id.as_bytes()])? > 0)
        })
    }

    fn open_session(&self, session: LoginSession) -> Reply<()> {
        self.write(WriteKind::Change, move |it| login::open(it, &session))
    }

    fn session(&self, id: SecretHash, now: u64) -> Reply<Option<(LoginSession, Account)>> {
        self.read(move |it| login::find(it, id, now))
    }

    fn keep_session(&self, id: SecretHash, seen_at: u64, expires_at: u64) -> Reply<()> {
        self.write(WriteKind::Change, move |it| login::keep(it, id, seen_at, expires_at))
    }

    fn sessions_of(&self, account: PersonId) -> Reply<Vec<LoginSession>> {
        self.read(move |it| login::of_account(it, account))
    }

    fn end_sessions(&self, account: PersonId, which: WhichSessions) -> Reply<usize> {
        self.write_for(move |it| login::end(it, account, which))
    }

    fn ended_sessions(&self, ids: Vec<SecretHash>, now: u64) -> Reply<Vec<SecretHash>> {
        self.read(move |it| {
            let mut ended = Vec::new();
            for id in ids {
                if login::find(it, id, now)?.is_none() {
                    ended.push(id);
                }
            }
            Ok(ended)
        })
    }

    fn put_recovery_codes(&self, account: PersonId, codes: Vec<SecretHash>) -> Reply<()> {
        self.write(WriteKind::Change, move |it| link::put_recovery_codes(it, account, &codes))
    }

    fn n_recovery_codes(&self, account: PersonId) -> Reply<usize> {
        self.read(move |it| {
            let sql = "SELECT count(*) FROM recovery_codes WHERE account = ?1";
            let mut statement = it.prepare_cached(sql)?;
            let n: u32 = statement.query_row(params![account.as_bytes()], |row| row.get(0))?;
            Ok(n as usize)
        })
    }

    fn recover(&self, account: PersonId, code: SecretHash, password: String) -> Reply<bool> {
        self.write_for(move |it| link::recover(it, account, code, password))
    }

    fn put_link(&self, link: OneTimeLink) -> Reply<()> {
        self.write(WriteKind::Change, move |it| link::put(it, &link))
    }

    fn link(&self, id: SecretHash, now: u64) -> Reply<Option<OneTimeLink>> {
        self.read(move |it| link::find(it, id, now))
    }

    fn take_link(&self, id: SecretHash, now: u64) -> Reply<Option<OneTimeLink>> {
        self.write_for(move |it| link::take(it, id, now))
    }

    fn reset_password(
        &self,
        link: SecretHash,
        password: String,
        now: u64,
    ) -> Reply<Option<PersonId>> {
        self.write_for(move |it| link::reset_password(it, link, password, now))
    }

    fn put_token(&self, token: ApiToken) -> Reply<()> {
        self.write(WriteKind::Change, move |it| login::put_token(it, &token))
    }

    fn token(&self, id: SecretHash, now: u64) -> Reply<Option<(ApiToken, Account)>> {
        self.read(move |it| login::token(it, id, now))
    }

    fn tokens_of(&self, account: PersonId) -> Reply<Vec<ApiToken>> {
        self.read(move |it| login::tokens_of(it, account))
    }

    fn end_token(&self, account: PersonId, id: SecretHash) -> Reply<bool> {
        self.write_for(move |it| {
            let sql = "DELETE FROM api_tokens WHERE account = ?1 AND id = ?2";
            Ok(execute(it, sql, params![account.as_bytes(), id.as_bytes()])? > 0)
        })
    }

    fn purge_logins(&self, now: u64) -> Reply<()> {
        self.write(WriteKind::Change, move |it| {
            for table in ["login_sessions", "one_time_links", "api_tokens"] {
                let sql = format!("DELETE FROM {table} WHERE expires_at <= ?1");
                execute(it, &sql, params![number(now)])?;
            }
            Ok(())
        })
    }
}

fn sign_up(
    writer: &Connection,
    account: &Account,
    invitation: Option<SecretHash>,
) -> Result<SignedUp, StoreError> {
    let mut role = account.role;
    if let Some(invitation) = invitation {
        match link::invited_role(writer, invitation, account.created_at)? {
            Some(invited) => role = invited,
            None => return Ok(SignedUp::NotInvited),
        }
    }
    if find(writer, "key = ?1", params![account.key])?.is_some() {
        return Ok(SignedUp::NameTaken);
    }
    if let Some(invitation) = invitation {
        link::remove(writer, invitation)?;
    }
    let sql = "INSERT INTO accounts (id, name, key, role, password, is_locked, created_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let values = params![
        account.id.as_bytes(),
        account.name,
        account.key,
        role.as_str(),
        account.password,
        account.is_locked,
        number(account.created_at),
    ];
    execute(writer, sql, values)?;
    Ok(SignedUp::Created(role))
}

fn change(writer: &Connection, id: PersonId, change: &AccountChange) -> Result<bool, StoreError> {
    let id = id.as_bytes();
    let n_changed = match change {
        AccountChange::Password(hash) => {
            let sql = "UPDATE accounts SET password = ?2 WHERE id = ?1";
            execute(writer, sql, params![id, hash])?
        }
        AccountChange::Role(role) => {
            let sql = "UPDATE accounts SET role = ?2 WHERE id = ?1";
            execute(writer, sql, params![id, role.as_str()])?
        }
        AccountChange::Locked(is_locked) => {
            if *is_locked {
                execute(writer, "DELETE FROM login_sessions WHERE account = ?1", params![id])?;
            }
            let sql = "UPDATE accounts SET is_locked = ?2 WHERE id = ?1";
            execute(writer, sql, params![id, is_locked])?
        }
    };
    Ok(n_changed > 0)
}

fn find(
    reader: &Connection,
    condition: &str,
    values: &[&dyn rusqlite::ToSql],
) -> rusqlite::Result<Option<Account>> {
    let sql = format!("SELECT {COLUMNS} FROM accounts WHERE {condition}");
    reader.prepare_cached(&sql)?.query_row(values, account).optional()
}

/// An account from the first columns of a row.
fn account(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account {
        id: PersonId::from_bytes(row.get(0)?),
        name: row.get(1)?,
        key: row.get(2)?,
        role: role(row, 3)?,
        password: row.get(4)?,
        is_locked: row.get(5)?,
        created_at: time(row, 6)?,
    })
}

fn role(row: &Row<'_>, column: usize) -> rusqlite::Result<AccountRole> {
    let name: String = row.get(column)?;
    AccountRole::of_name(&name).ok_or_else(|| strange(column, &name))
}

/// A word in the database that this program does not know.
pub(super) fn strange(column: usize, word: &str) -> rusqlite::Error {
    let error = format!("{word} is not a word of this column").into();
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error)
}

pub(super) fn time(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    Ok(row.get::<_, i64>(column)?.unsigned_abs())
}
