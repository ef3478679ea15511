//! Accounts in the database, and everything by which somebody is let in.

mod link;
mod login;

use deadpool_postgres::{GenericClient, Object};
use tokio_postgres::Row;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use super::PostgresStore;
use super::row::{bytes, count, get, guest, number, unreadable};
use crate::id::PersonId;
use crate::secret::SecretHash;
use crate::store::{
    Account, AccountChange, AccountRole, AccountStore, ApiToken, LoginSession, OneTimeLink, Reply,
    SignedUp, StoreError, WhichSessions,
};

/// The columns of an account, in the order in which [`read`] reads them.
const COLUMNS: &str = "accounts.id, name, key, role, password, is_locked, accounts.created_at";

/// Runs a statement, and says how many rows it has changed.
pub(super) async fn execute(
    client: &impl GenericClient,
    sql: &str,
    values: &[&(dyn ToSql + Sync)],
) -> Result<usize, StoreError> {
    let statement = client.prepare_cached(sql).await?;
    let n = client.execute(&statement, values).await?;
    Ok(usize::try_from(n).unwrap_or(usize::MAX))
}

pub(super) async fn query(
    client: &impl GenericClient,
    sql: &str,
    values: &[&(dyn ToSql + Sync)],
) -> Result<Vec<Row>, StoreError> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.query(&statement, values).await?)
}

fn hash(hash: SecretHash) -> Vec<u8> {
    hash.as_bytes().to_vec()
}

impl AccountStore for PostgresStore {
    fn sign_up(&self, account: Account, invitation: Option<SecretHash>) -> Reply<SignedUp> {
        self.run(move |it| sign_up(it, account, invitation))
    }

    fn account(&self, id: PersonId) -> Reply<Option<Account>> {
        self.run(move |it| async move { find(&it, "accounts.id = $1", &bytes(id)).await })
    }

    fn account_named(&self, key: String) -> Reply<Option<Account>> {
        self.run(move |it| async move { find(&it, "key = $1", &key).await })
    }

    fn accounts(&self, max: usize) -> Reply<Vec<Account>> {
        self.run(move |it| async move {
            // As bytes, which is the order of other stores.
            let sql = format!("SELECT {COLUMNS} FROM accounts ORDER BY key COLLATE \"C\" LIMIT $1");
            query(&it, &sql, &[&number(max as u64)]).await?.iter().map(read).collect()
        })
    }

    fn has_admin(&self) -> Reply<bool> {
        self.run(|it| async move {
            let sql = "SELECT 1 FROM accounts WHERE role = 'admin' AND NOT is_locked LIMIT 1";
            Ok(!query(&it, sql, &[]).await?.is_empty())
        })
    }

    fn change_account(&self, id: PersonId, change: AccountChange) -> Reply<bool> {
        self.run(move |mut it| async move {
            let transaction = it.transaction().await?;
            let is_changed = self::change(&transaction, id, change).await?;
            transaction.commit().await?;
            Ok(is_changed)
        })
    }

    fn delete_account(&self, id: PersonId) -> Reply<bool> {
        self.run(move |it| async move {
            // What refers to it goes with it.
            Ok(execute(&it, "DELETE FROM accounts WHERE id = $1", &[&bytes(id)]).await? > 0)
        })
    }

    fn open_session(&self, session: LoginSession) -> Reply<()> {
        self.run(|it| login::open(it, session))
    }

    fn session(&self, id: SecretHash, now: u64) -> Reply<Option<(LoginSession, Account)>> {
        self.run(move |it| login::find(it, id, now))
    }

    fn keep_session(&self, id: SecretHash, seen_at: u64, expires_at: u64) -> Reply<()> {
        self.run(move |it| login::keep(it, id, seen_at, expires_at))
    }

    fn sessions_of(&self, account: PersonId) -> Reply<Vec<LoginSession>> {
        self.run(move |it| login::of_account(it, account))
    }

    fn end_sessions(&self, account: PersonId, which: WhichSessions) -> Reply<usize> {
        self.run(move |it| async move { login::end(&it, account, which).await })
    }

    fn ended_sessions(&self, ids: Vec<SecretHash>, now: u64) -> Reply<Vec<SecretHash>> {
        self.run(move |it| async move {
            let all: Vec<Vec<u8>> = ids.iter().copied().map(hash).collect();
            let sql = "SELECT login_sessions.id FROM login_sessions
                JOIN accounts ON accounts.id = account
                WHERE login_sessions.id = ANY($1) AND expires_at > $2 AND NOT is_locked";
            let open = query(&it, sql, &[&all, &number(now)]).await?;
            let open = open.iter().map(|row| secret(row, 0)).collect::<Result<Vec<_>, _>>()?;
            Ok(ids.into_iter().filter(|it| !open.contains(it)).collect())
        })
    }

    fn put_recovery_codes(&self, account: PersonId, codes: Vec<SecretHash>) -> Reply<()> {
        self.run(move |it| link::put_recovery_codes(it, account, codes))
    }

    fn n_recovery_codes(&self, account: PersonId) -> Reply<usize> {
        self.run(move |it| async move {
            let sql = "SELECT 1 FROM recovery_codes WHERE account = $1";
            Ok(query(&it, sql, &[&bytes(account)]).await?.len())
        })
    }

    fn recover(&self, account: PersonId, code: SecretHash, password: String) -> Reply<bool> {
        self.run(move |it| link::recover(it, account, code, password))
    }

    fn put_link(&self, link: OneTimeLink) -> Reply<()> {
        self.run(move |it| link::put(it, link))
    }

    fn link(&self, id: SecretHash, now: u64) -> Reply<Option<OneTimeLink>> {
        self.run(move |it| async move { link::find(&it, id, now).await })
    }

    fn take_link(&self, id: SecretHash, now: u64) -> Reply<Option<OneTimeLink>> {
        self.run(move |it| async move { link::take(&it, id, now).await })
    }

    fn reset_password(
        &self,
        link: SecretHash,
        password: String,
        now: u64,
    ) -> Reply<Option<PersonId>> {
        self.run(move |it| link::reset_password(it, link, password, now))
    }

    fn put_token(&self, token: ApiToken) -> Reply<()> {
        self.run(|it| login::put_token(it, token))
    }

    fn token(&self, id: SecretHash, now: u64) -> Reply<Option<(ApiToken, Account)>> {
        self.run(move |it| login::token(it, id, now))
    }

    fn tokens_of(&self, account: PersonId) -> Reply<Vec<ApiToken>> {
        self.run(move |it| login::tokens_of(it, account))
    }

    fn end_token(&self, account: PersonId, id: SecretHash) -> Reply<bool> {
        self.run(move |it| async move {
            let sql = "DELETE FROM api_tokens WHERE account = $1 AND id = $2";
            Ok(execute(&it, sql, &[&bytes(account), &hash(id)]).await? > 0)
        })
    }

    fn purge_logins(&self, now: u64) -> Reply<()> {
        self.run(move |it| async move {
            for table in ["login_sessions", "one_time_links", "api_tokens"] {
                let sql = format!("DELETE FROM {table} WHERE expires_at <= $1");
                execute(&it, &sql, &[&number(now)]).await?;
            }
            Ok(())
        })
    }
}

async fn sign_up(
    mut client: Object,
    account: Account,
    invitation: Option<SecretHash>,
) -> Result<SignedUp, StoreError> {
    let transaction = client.transaction().await?;
    let mut role = account.role;
    if let Some(invitation) = invitation {
        // Taking it first lets no one else have it; it is back if this fails.
        match link::invited_role(&transaction, invitation, account.created_at).await? {
            Some(invited) => role = invited,
            None => return Ok(SignedUp::NotInvited),
        }
    }
    let sql = "INSERT INTO accounts (id, name, key, role, password, is_locked, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let statement = transaction.prepare_cached(sql).await?;
    let (id, created_at) = (bytes(account.id), number(account.created_at));
    let values: [&(dyn ToSql + Sync); 7] = [
        &id,
        &account.name,
        &account.key,
        &role.as_str(),
        &account.password,
        &account.is_locked,
        &created_at,
    ];
    match transaction.execute(&statement, &values).await {
        Ok(_) => transaction.commit().await?,
        Err(error) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => {
            return Ok(SignedUp::NameTaken);
        }
        Err(error) => return Err(error.into()),
    }
    Ok(SignedUp::Created(role))
}

/// Changes an account within a transaction.
async fn change(
    client: &impl GenericClient,
    id: PersonId,
    change: AccountChange,
) -> Result<bool, StoreError> {
    let id = bytes(id);
    let n_changed = match change {
        AccountChange::Password(hash) => {
            let sql = "UPDATE accounts SET password = $2 WHERE id = $1";
            execute(client, sql, &[&id, &hash]).await?
        }
        AccountChange::Role(role) => {
            let sql = "UPDATE accounts SET role = $2 WHERE id = $1";
            execute(client, sql, &[&id, &role.as_str()]).await?
        }
        AccountChange::Locked(is_locked) => {
            if is_locked {
                execute(client, "DELETE FROM login_sessions WHERE account = $1", &[&id]).await?;
            }
            let sql = "UPDATE accounts SET is_locked = $2 WHERE id = $1";
            execute(client, sql, &[&id, &is_locked]).await?
        }
    };
    Ok(n_changed > 0)
}

async fn find(
    client: &impl GenericClient,
    condition: &str,
    value: &(dyn ToSql + Sync),
) -> Result<Option<Account>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM accounts WHERE {condition}");
    query(client, &sql, &[value]).await?.first().map(read).transpose()
}

/// An account from the first columns of a row.
fn read(row: &Row) -> Result<Account, StoreError> {
    Ok(Account {
        id: guest(row, 0)?,
        name: get(row, 1)?,
        key: get(row, 2)?,
        role: role(row, 3)?,
        password: get(row, 4)?,
        is_locked: get(row, 5)?,
        created_at: count(row, 6)?,
    })
}

fn role(row: &Row, column: usize) -> Result<AccountRole, StoreError> {
    let name: &str = get(row, column)?;
    AccountRole::of_name(name)
        .ok_or_else(|| unreadable(format!("{name} is not a word of this column")))
}

/// A column with the hash of a secret.
fn secret(row: &Row, column: usize) -> Result<SecretHash, StoreError> {
    let bytes: &[u8] = get(row, column)?;
    bytes.try_into().map(SecretHash::from_bytes).map_err(unreadable)
}
