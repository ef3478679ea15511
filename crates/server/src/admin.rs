//! What those who run a server do from its machine: invite, reset, lock.
//!
//! It works beside a server that runs, on the same database.

use std::error::Error;
use std::fmt;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::account::AccountName;
use crate::secret::Secret;
use crate::store::{
    Account, AccountChange, AccountRole, LinkPurpose, OneTimeLink, SqliteStore, Store, StoreError,
};

/// How long an invitation works: a week.
pub(crate) const INVITATION_LIFE: Duration = Duration::from_secs(7 * 24 * 3_600);

/// How long a link for a new password works: a day.
const RESET_LIFE: Duration = Duration::from_secs(24 * 3_600);

/// Why something was not done.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AdminError {
    /// There is no account of this name.
    NoAccount(String),
    /// A program stays a program, and nobody becomes one.
    Bot(String),
    /// The store has failed.
    Store(StoreError),
}

impl fmt::Display for AdminError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdminError::NoAccount(name) => write!(f, "no account is named {name}"),
            AdminError::Bot(name) => {
                write!(f, "{name} cannot change: programs stay programs, and people people")
            }
            AdminError::Store(error) => error.fmt(f),
        }
    }
}

impl Error for AdminError {}

impl From<StoreError> for AdminError {
    fn from(error: StoreError) -> AdminError {
        AdminError::Store(error)
    }
}

/// Something that is done to an account, or for one that is to come.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AdminOrder {
    /// Makes a link by which somebody signs up with this role.
    Invite(AccountRole),
    /// Makes a link by which the owner of an account sets a new password.
    Reset(String),
    /// Locks an account, which ends its sessions; or unlocks it.
    SetLocked(String, bool),
    /// Gives an account another role.
    Promote(String, AccountRole),
}

/// What came of an order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AdminAnswer {
    /// A link that works once: its path.
    Link(String),
    /// This account has changed.
    Changed(String),
}

/// Carries out an order in a database, beside a server that may be running.
///
/// # Errors
///
/// Returns [`AdminError`] if there is no such account or the store fails.
pub fn carry_out_in(database: &Path, order: AdminOrder) -> Result<AdminAnswer, AdminError> {
    let store = SqliteStore::open(database)?;
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let runtime = runtime.map_err(|error| StoreError::Failed(error.to_string()))?;
    runtime.block_on(async {
        let answer = carry_out(&store, order).await?;
        // What was written must be on the disk before it is told.
        store.close().await?;
        Ok(answer)
    })
}

/// Carries out an order.
pub(crate) async fn carry_out(
    store: &dyn Store,
    order: AdminOrder,
) -> Result<AdminAnswer, AdminError> {
    let (name, change) = match order {
        AdminOrder::Invite(role) => {
            let purpose = LinkPurpose::Invite(role);
            return Ok(link("/invite/", &put_link(store, purpose, INVITATION_LIFE).await?));
        }
        AdminOrder::Reset(name) => {
            let purpose = LinkPurpose::Reset(find(store, &name).await?.id);
            return Ok(link("/reset/", &put_link(store, purpose, RESET_LIFE).await?));
        }
        AdminOrder::SetLocked(name, is_locked) => (name, AccountChange::Locked(is_locked)),
        AdminOrder::Promote(name, role) => (name, AccountChange::Role(role)),
    };
    let account = find(store, &name).await?;
    if let AccountChange::Role(role) = change
        && account.role != role
        && [account.role, role].contains(&AccountRole::Bot)
    {
        return Err(AdminError::Bot(account.name));
    }
    store.change_account(account.id, change).await?;
    Ok(AdminAnswer::Changed(account.name))
}

fn link(path: &str, secret: &Secret) -> AdminAnswer {
    AdminAnswer::Link(format!("{path}{}", secret.as_str()))
}

async fn find(store: &dyn Store, name: &str) -> Result<Account, AdminError> {
    let found = store.account_named(AccountName::key_of(name)).await?;
    found.ok_or_else(|| AdminError::NoAccount(name.to_owned()))
}

/// Makes a link that works once.
pub(crate) async fn put_link(
    store: &dyn Store,
    purpose: LinkPurpose,
    life: Duration,
) -> Result<Secret, StoreError> {
    let secret = Secret::random();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let expires_at = crate::wire::millis(now + life);
    store.put_link(OneTimeLink { id: secret.hash(), purpose, expires_at }).await?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::PersonId;
    use crate::store::{AccountStore as _, MemoryStore, SignedUp};

    fn wait<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    fn account(name: &str, role: AccountRole) -> Account {
        Account {
            id: PersonId::random(),
            name: name.to_owned(),
            key: AccountName::key_of(name),
            role,
            password: None,
            is_locked: false,
            created_at: 0,
        }
    }

    #[test]
    fn names_are_found_however_they_are_typed() {
        let store = MemoryStore::default();
        wait(store.sign_up(account("Ana Silva", AccountRole::Member), None)).unwrap();
        let reset = |name: &str| wait(carry_out(&store, AdminOrder::Reset(name.to_owned())));
        let link = reset("ana silva").unwrap();
        assert!(matches!(link, AdminAnswer::Link(it) if it.starts_with("/reset/")));
        let error = reset("Ben").unwrap_err();
        assert_eq!(error.to_string(), "no account is named Ben");
    }

    #[test]
    fn programs_stay_programs() {
        let store = MemoryStore::default();
        for (name, role) in [("gnugo", AccountRole::Bot), ("Ana", AccountRole::Member)] {
            let signed_up = wait(store.sign_up(account(name, role), None));
            assert_eq!(signed_up, Ok(SignedUp::Created(role)));
        }
        let promote =
            |name: &str, role| wait(carry_out(&store, AdminOrder::Promote(name.to_owned(), role)));
        assert_eq!(promote("gnugo", AccountRole::Admin), Err(AdminError::Bot("gnugo".to_owned())));
        assert!(promote("Ana", AccountRole::Bot).is_err());
        promote("ana", AccountRole::Moderator).unwrap();
        let ana = wait(store.account_named(AccountName::key_of("Ana"))).unwrap().unwrap();
        assert_eq!(ana.role, AccountRole::Moderator);
    }
}
