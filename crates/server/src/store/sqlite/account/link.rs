//! Recovery codes, and links that work once.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{change, strange, time};
use crate::id::PersonId;
use crate::secret::SecretHash;
use crate::store::sqlite::write::{execute, number};
use crate::store::{
    AccountChange, AccountRole, LinkPurpose, OneTimeLink, StoreError, WhichSessions,
};

pub(super) fn put_recovery_codes(
    writer: &Connection,
    account: PersonId,
    codes: &[SecretHash],
) -> Result<(), StoreError> {
    let account = account.as_bytes();
    execute(writer, "DELETE FROM recovery_codes WHERE account = ?1", params![account])?;
    for code in codes {
        let sql = "INSERT INTO recovery_codes (account, code) VALUES (?1, ?2)";
        execute(writer, sql, params![account, code.as_bytes()])?;
    }
    Ok(())
}

pub(super) fn recover(
    writer: &Connection,
    account: PersonId,
    code: SecretHash,
    password: String,
) -> Result<bool, StoreError> {
    let sql = "DELETE FROM recovery_codes WHERE account = ?1 AND code = ?2";
    if execute(writer, sql, params![account.as_bytes(), code.as_bytes()])? == 0 {
        return Ok(false);
    }
    set_password(writer, account, password)?;
    Ok(true)
}

fn set_password(
    writer: &Connection,
    account: PersonId,
    password: String,
) -> Result<(), StoreError> {
    change(writer, account, &AccountChange::Password(password))?;
    super::login::end(writer, account, WhichSessions::All)?;
    Ok(())
}

pub(super) fn put(writer: &Connection, link: &OneTimeLink) -> Result<(), StoreError> {
    let account = link.purpose.account().map(|it| it.as_bytes().to_vec());
    let purpose = link.purpose.as_str();
    let sql = "DELETE FROM one_time_links WHERE account = ?1 AND purpose = ?2";
    execute(writer, sql, params![account, purpose])?;
    let role = match link.purpose {
        LinkPurpose::Invite(role) => Some(role.as_str()),
        LinkPurpose::Reset(_) | LinkPurpose::LogIn(_) => None,
    };
    let sql = "INSERT INTO one_time_links (id, purpose, role, account, expires_at)
        VALUES (?1, ?2, ?3, ?4, ?5)";
    let values = params![link.id.as_bytes(), purpose, role, account, number(link.expires_at)];
    execute(writer, sql, values)?;
    Ok(())
}

pub(super) fn find(
    reader: &Connection,
    id: SecretHash,
    now: u64,
) -> rusqlite::Result<Option<OneTimeLink>> {
    let sql = "SELECT id, purpose, role, account, expires_at FROM one_time_links
        WHERE id = ?1 AND expires_at > ?2";
    let mut statement = reader.prepare_cached(sql)?;
    statement.query_row(params![id.as_bytes(), number(now)], link).optional()
}

pub(super) fn remove(writer: &Connection, id: SecretHash) -> Result<(), StoreError> {
    execute(writer, "DELETE FROM one_time_links WHERE id = ?1", params![id.as_bytes()])?;
    Ok(())
}

pub(super) fn take(
    writer: &Connection,
    id: SecretHash,
    now: u64,
) -> Result<Option<OneTimeLink>, StoreError> {
    let link = find(writer, id, now)?;
    if link.is_some() {
        remove(writer, id)?;
    }
    Ok(link)
}

/// The role that an invitation gives, if it still works.
pub(super) fn invited_role(
    reader: &Connection,
    id: SecretHash,
    now: u64,
) -> rusqlite::Result<Option<AccountRole>> {
    Ok(find(reader, id, now)?.and_then(|it| match it.purpose {
        LinkPurpose::Invite(role) => Some(role),
        LinkPurpose::Reset(_) | LinkPurpose::LogIn(_) => None,
    }))
}

pub(super) fn reset_password(
    writer: &Connection,
    id: SecretHash,
    password: String,
    now: u64,
) -> Result<Option<PersonId>, StoreError> {
    let Some(OneTimeLink { purpose: LinkPurpose::Reset(account), .. }) = find(writer, id, now)?
    else {
        return Ok(None);
    };
    remove(writer, id)?;
    set_password(writer, account, password)?;
    Ok(Some(account))
}

fn link(row: &Row<'_>) -> rusqlite::Result<OneTimeLink> {
    let purpose: String = row.get(1)?;
    let account = |row: &Row<'_>| row.get(3).map(PersonId::from_bytes);
    let purpose = match purpose.as_str() {
        "invite" => LinkPurpose::Invite(super::role(row, 2)?),
        "reset" => LinkPurpose::Reset(account(row)?),
        "log-in" => LinkPurpose::LogIn(account(row)?),
        other => return Err(strange(1, other)),
    };
    let id = SecretHash::from_bytes(row.get(0)?);
    Ok(OneTimeLink { id, purpose, expires_at: time(row, 4)? })
}
