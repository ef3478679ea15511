//! Recovery codes, and links that work once.

use deadpool_postgres::{GenericClient, Object};
use tokio_postgres::Row;

use super::{change, execute, hash, query, role, secret};
use crate::id::PersonId;
use crate::secret::SecretHash;
use crate::store::postgres::row::{bytes, count, get, guest, number, unreadable};
use crate::store::{
    AccountChange, AccountRole, LinkPurpose, OneTimeLink, StoreError, WhichSessions,
};

pub(super) async fn put_recovery_codes(
    mut client: Object,
    account: PersonId,
    codes: Vec<SecretHash>,
) -> Result<(), StoreError> {
    let account = bytes(account);
    let transaction = client.transaction().await?;
    execute(&transaction, "DELETE FROM recovery_codes WHERE account = $1", &[&account]).await?;
    for code in codes {
        let sql = "INSERT INTO recovery_codes (account, code) VALUES ($1, $2)";
        execute(&transaction, sql, &[&account, &hash(code)]).await?;
    }
    Ok(transaction.commit().await?)
}

pub(super) async fn recover(
    mut client: Object,
    account: PersonId,
    code: SecretHash,
    password: String,
) -> Result<bool, StoreError> {
    let transaction = client.transaction().await?;
    let sql = "DELETE FROM recovery_codes WHERE account = $1 AND code = $2";
    if execute(&transaction, sql, &[&bytes(account), &hash(code)]).await? == 0 {
        return Ok(false);
    }
    set_password(&transaction, account, password).await?;
    transaction.commit().await?;
    Ok(true)
}

async fn set_password(
    client: &impl GenericClient,
    account: PersonId,
    password: String,
) -> Result<(), StoreError> {
    change(client, account, AccountChange::Password(password)).await?;
    super::login::end(client, account, WhichSessions::All).await?;
    Ok(())
}

pub(super) async fn put(mut client: Object, link: OneTimeLink) -> Result<(), StoreError> {
    let account = link.purpose.account().map(bytes);
    let purpose = link.purpose.as_str();
    let transaction = client.transaction().await?;
    let sql = "DELETE FROM one_time_links WHERE account = $1 AND purpose = $2";
    execute(&transaction, sql, &[&account, &purpose]).await?;
    let role = match link.purpose {
        LinkPurpose::Invite(role) => Some(role.as_str()),
        LinkPurpose::Reset(_) | LinkPurpose::LogIn(_) => None,
    };
    let sql = "INSERT INTO one_time_links (id, purpose, role, account, expires_at)
        VALUES ($1, $2, $3, $4, $5)";
    let (id, expires_at) = (hash(link.id), number(link.expires_at));
    execute(&transaction, sql, &[&id, &purpose, &role, &account, &expires_at]).await?;
    Ok(transaction.commit().await?)
}

pub(super) async fn find(
    client: &impl GenericClient,
    id: SecretHash,
    now: u64,
) -> Result<Option<OneTimeLink>, StoreError> {
    let sql = "SELECT id, purpose, role, account, expires_at FROM one_time_links
        WHERE id = $1 AND expires_at > $2";
    query(client, sql, &[&hash(id), &number(now)]).await?.first().map(read).transpose()
}

/// Removes a link that still works; one that two take at once, one has.
pub(super) async fn take(
    client: &impl GenericClient,
    id: SecretHash,
    now: u64,
) -> Result<Option<OneTimeLink>, StoreError> {
    let sql = "DELETE FROM one_time_links WHERE id = $1 AND expires_at > $2
        RETURNING id, purpose, role, account, expires_at";
    query(client, sql, &[&hash(id), &number(now)]).await?.first().map(read).transpose()
}

/// The role that an invitation gives, if it still works, which it does no more.
pub(super) async fn invited_role(
    client: &impl GenericClient,
    id: SecretHash,
    now: u64,
) -> Result<Option<AccountRole>, StoreError> {
    Ok(take(client, id, now).await?.and_then(|it| match it.purpose {
        LinkPurpose::Invite(role) => Some(role),
        LinkPurpose::Reset(_) | LinkPurpose::LogIn(_) => None,
    }))
}

pub(super) async fn reset_password(
    mut client: Object,
    id: SecretHash,
    password: String,
    now: u64,
) -> Result<Option<PersonId>, StoreError> {
    let transaction = client.transaction().await?;
    // A link of another kind stays as it is: nothing is committed.
    let Some(OneTimeLink { purpose: LinkPurpose::Reset(account), .. }) =
        take(&transaction, id, now).await?
    else {
        return Ok(None);
    };
    set_password(&transaction, account, password).await?;
    transaction.commit().await?;
    Ok(Some(account))
}

fn read(row: &Row) -> Result<OneTimeLink, StoreError> {
    let purpose = match get::<&str>(row, 1)? {
        "invite" => LinkPurpose::Invite(role(row, 2)?),
        "reset" => LinkPurpose::Reset(guest(row, 3)?),
        "log-in" => LinkPurpose::LogIn(guest(row, 3)?),
        other => return Err(unreadable(format!("{other} is not a word of this column"))),
    };
    Ok(OneTimeLink { id: secret(row, 0)?, purpose, expires_at: count(row, 4)? })
}
