//! People with accounts: names, passwords, and what keeps guessers out.

mod attempt;
mod name;
mod open_session;
mod password;

use std::sync::Arc;
use std::time::Duration;

use crate::id::PersonId;
use crate::secret::{Secret, SecretHash};
use crate::store::{Account, AccountRole, LoginSession, SignedUp, Store, StoreError};
use crate::time::ServerClock;
use crate::wire;

pub(crate) use attempt::{AttemptLimits, Attempts};
pub use name::{AccountName, BadName};
pub(crate) use open_session::{OpenSessions, watch};
pub(crate) use password::{BadPassword, Passwords, TooBusy, check_password};

/// How long a session lasts that is not used: three months.
pub(crate) const SESSION_LIFE: Duration = Duration::from_secs(90 * 24 * 3_600);

/// How many recovery codes there are at a time.
const N_RECOVERY_CODES: usize = 8;

/// After how long it is written down again that a session is used.
const SEEN_AGAIN: Duration = Duration::from_secs(3_600);

/// The accounts of a server: who signs up, logs in and out.
#[derive(Debug)]
pub(crate) struct Accounts {
    store: Arc<dyn Store>,
    clock: ServerClock,
    passwords: Passwords,
    attempts: Attempts,
}

/// Somebody who is logged in.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct LoggedIn {
    pub(crate) account: Account,
    pub(crate) session: LoginSession,
}

/// Why somebody is not let in.
#[derive(Debug)]
pub(crate) enum LogInError {
    /// The name, the password or the code is wrong.
    Wrong,
    /// The account is locked.
    Locked,
    /// There were too many attempts.
    TooMany(Duration),
    /// Too many passwords wait to be checked.
    Busy,
    /// The store has failed.
    Store(StoreError),
}

impl From<StoreError> for LogInError {
    fn from(error: StoreError) -> LogInError {
        LogInError::Store(error)
    }
}

impl From<TooBusy> for LogInError {
    fn from(_: TooBusy) -> LogInError {
        LogInError::Busy
    }
}

impl Accounts {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        clock: ServerClock,
        limits: AttemptLimits,
    ) -> std::io::Result<Accounts> {
        let passwords = Passwords::start()?;
        Ok(Accounts { store, clock, passwords, attempts: Attempts::new(limits) })
    }

    fn now(&self) -> u64 {
        wire::millis(self.clock.now())
    }

    /// Adds an account.
    pub(crate) async fn sign_up(
        &self,
        name: &AccountName,
        password: String,
        invitation: Option<SecretHash>,
    ) -> Result<Result<Account, SignedUp>, LogInError> {
        let password = self.passwords.hash(password).await?;
        let mut account = Account {
            id: PersonId::random(),
            name: name.as_str().to_owned(),
            key: name.key().to_owned(),
            role: AccountRole::Member,
            password: Some(password),
            is_locked: false,
            created_at: self.now(),
        };
        match self.store.sign_up(account.clone(), invitation).await? {
            SignedUp::Created(role) => {
                account.role = role;
                Ok(Ok(account))
            }
            refused => Ok(Err(refused)),
        }
    }

    /// The account of this name and password.
    ///
    /// Whether there is such a name can be told neither by the answer nor by
    /// the time that it takes.
    pub(crate) async fn log_in(
        &self,
        from: std::net::IpAddr,
        name: &str,
        password: String,
    ) -> Result<Account, LogInError> {
        let key = AccountName::key_of(name);
        self.attempts.take(from, &key, self.clock.now()).map_err(LogInError::TooMany)?;
        let account = self.store.account_named(key.clone()).await?;
        let hash = account.as_ref().and_then(|it| it.password.clone());
        let is_right = self.passwords.verify(password, hash).await?;
        let account = account.filter(|_| is_right).ok_or(LogInError::Wrong)?;
        self.attempts.forget(&key);
        if account.is_locked { Err(LogInError::Locked) } else { Ok(account) }
    }

    /// Whether this is the password of an account, of which its owner is asked
    /// again before something that cannot be undone.
    pub(crate) async fn is_password(
        &self,
        from: std::net::IpAddr,
        account: &Account,
        password: String,
    ) -> Result<bool, LogInError> {
        let now = self.clock.now();
        self.attempts.take(from, &account.key, now).map_err(LogInError::TooMany)?;
        Ok(self.passwords.verify(password, account.password.clone()).await?)
    }

    /// The hash of a new password.
    pub(crate) async fn hash(&self, password: String) -> Result<String, LogInError> {
        Ok(self.passwords.hash(password).await?)
    }

    /// New recovery codes, which replace all others; only their owner ever
    /// sees them.
    pub(crate) async fn new_recovery_codes(
        &self,
        account: PersonId,
    ) -> Result<Vec<Secret>, StoreError> {
        let codes: Vec<Secret> = (0..N_RECOVERY_CODES).map(|_| Secret::written()).collect();
        let hashes = codes.iter().map(Secret::hash).collect();
        self.store.put_recovery_codes(account, hashes).await?;
        Ok(codes)
    }

    /// Sets a new password by a recovery code; `None` if name or code are
    /// wrong, which takes as long.
    pub(crate) async fn recover(
        &self,
        from: std::net::IpAddr,
        name: &str,
        code: &Secret,
        password: String,
    ) -> Result<Option<Account>, LogInError> {
        let key = AccountName::key_of(name);
        self.attempts.take(from, &key, self.clock.now()).map_err(LogInError::TooMany)?;
        let hash = self.passwords.hash(password).await?;
        let Some(account) = self.store.account_named(key).await? else { return Ok(None) };
        if account.is_locked {
            return Ok(None);
        }
        let is_right = self.store.recover(account.id, code.hash(), hash).await?;
        Ok(is_right.then_some(account))
    }

    /// Opens a session; the secret is for the browser alone.
    pub(crate) async fn open_session(
        &self,
        account: PersonId,
        browser: String,
    ) -> Result<Secret, StoreError> {
        let secret = Secret::random();
        let now = self.now();
        let session = LoginSession {
            id: secret.hash(),
            account,
            created_at: now,
            seen_at: now,
            expires_at: now + millis(SESSION_LIFE),
            browser,
        };
        self.store.open_session(session).await?;
        Ok(secret)
    }

    /// Who has opened a session, if it has not ended.
    pub(crate) async fn logged_in(&self, secret: &Secret) -> Result<Option<LoggedIn>, StoreError> {
        let now = self.now();
        let Some((session, account)) = self.store.session(secret.hash(), now).await? else {
            return Ok(None);
        };
        if now.saturating_sub(session.seen_at) >= millis(SEEN_AGAIN) {
            self.store.keep_session(session.id, now, now + millis(SESSION_LIFE)).await?;
        }
        Ok(Some(LoggedIn { account, session }))
    }
}

fn millis(time: Duration) -> u64 {
    wire::millis(time)
}
