//! People with accounts, as a store keeps them.
//!
//! Of passwords, sessions, codes, links and tokens it only has hashes.

use std::fmt;

use super::Reply;
use crate::id::PersonId;
use crate::secret::SecretHash;

/// Keeps accounts, and everything by which somebody is let in.
///
/// Times are in milliseconds since 1970.
pub trait AccountStore {
    /// Adds an account, whose invitation, if there is one, is used up and says
    /// its role.
    fn sign_up(&self, account: Account, invitation: Option<SecretHash>) -> Reply<SignedUp>;

    /// An account by id.
    fn account(&self, id: PersonId) -> Reply<Option<Account>>;

    /// The account with the key of a name.
    fn account_named(&self, key: String) -> Reply<Option<Account>>;

    /// All accounts by name, as far as that many.
    fn accounts(&self, max: usize) -> Reply<Vec<Account>>;

    /// Whether somebody may do everything.
    fn has_admin(&self) -> Reply<bool>;

    /// Changes an account; `false` if there is none.
    fn change_account(&self, id: PersonId, change: AccountChange) -> Reply<bool>;

    /// Removes an account with all that lets its owner in; `false` if there is
    /// none.
    fn delete_account(&self, id: PersonId) -> Reply<bool>;

    /// Opens a session.
    fn open_session(&self, session: LoginSession) -> Reply<()>;

    /// A session that has not ended, with its account, which is not locked.
    fn session(&self, id: SecretHash, now: u64) -> Reply<Option<(LoginSession, Account)>>;

    /// Keeps that a session is used, and when it ends now.
    fn keep_session(&self, id: SecretHash, seen_at: u64, expires_at: u64) -> Reply<()>;

    /// The sessions of an account, the one used last first.
    fn sessions_of(&self, account: PersonId) -> Reply<Vec<LoginSession>>;

    /// Ends sessions of an account, and says how many.
    fn end_sessions(&self, account: PersonId, which: WhichSessions) -> Reply<usize>;

    /// Of these sessions, those that let no one in any more.
    fn ended_sessions(&self, ids: Vec<SecretHash>, now: u64) -> Reply<Vec<SecretHash>>;

    /// Replaces the recovery codes of an account.
    fn put_recovery_codes(&self, account: PersonId, codes: Vec<SecretHash>) -> Reply<()>;

    /// How many recovery codes an account has left.
    fn n_recovery_codes(&self, account: PersonId) -> Reply<usize>;

    /// Uses up a recovery code of an account for a new password, which ends all
    /// sessions; `false` if there is no such code.
    fn recover(&self, account: PersonId, code: SecretHash, password: String) -> Reply<bool>;

    /// Adds a link that works once; one that logs in or resets replaces those
    /// of the same account.
    fn put_link(&self, link: OneTimeLink) -> Reply<()>;

    /// A link that still works.
    fn link(&self, id: SecretHash, now: u64) -> Reply<Option<OneTimeLink>>;

    /// Uses up a link.
    fn take_link(&self, id: SecretHash, now: u64) -> Reply<Option<OneTimeLink>>;

    /// Uses up a link for a new password, which ends all sessions, and says
    /// whose it is.
    fn reset_password(
        &self,
        link: SecretHash,
        password: String,
        now: u64,
    ) -> Reply<Option<PersonId>>;

    /// Adds a token of a program.
    fn put_token(&self, token: ApiToken) -> Reply<()>;

    /// A token that still works, with its account, which is not locked.
    fn token(&self, id: SecretHash, now: u64) -> Reply<Option<(ApiToken, Account)>>;

    /// The tokens of an account, the last one first.
    fn tokens_of(&self, account: PersonId) -> Reply<Vec<ApiToken>>;

    /// Ends a token of an account; `false` if there is none.
    fn end_token(&self, account: PersonId, id: SecretHash) -> Reply<bool>;

    /// Removes sessions, links and tokens that work no more.
    fn purge_logins(&self, now: u64) -> Reply<()>;
}

/// A person with an account.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Account {
    /// Who.
    pub id: PersonId,
    /// The name, as it is shown.
    pub name: String,
    /// What the name looks like: of names that look the same, there is one.
    pub key: String,
    /// What the person may do.
    pub role: AccountRole,
    /// The hash of the password; without one, only links and codes log in.
    pub password: Option<String>,
    /// Whether no one is let in.
    pub is_locked: bool,
    /// When it was added.
    pub created_at: u64,
}

/// What a person may do on this server, beside playing.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum AccountRole {
    /// Plays.
    #[default]
    Member,
    /// Has classes of pupils.
    Teacher,
    /// Is in a class: no one outside of it can write to a pupil.
    Pupil,
    /// Is a program, and always will be.
    Bot,
    /// Keeps order.
    Moderator,
    /// Does everything.
    Admin,
}

impl AccountRole {
    /// All roles.
    pub const ALL: [AccountRole; 6] = [
        AccountRole::Member,
        AccountRole::Teacher,
        AccountRole::Pupil,
        AccountRole::Bot,
        AccountRole::Moderator,
        AccountRole::Admin,
    ];

    /// The name, as it is stored and typed.
    pub const fn as_str(self) -> &'static str {
        match self {
            AccountRole::Member => "member",
            AccountRole::Teacher => "teacher",
            AccountRole::Pupil => "pupil",
            AccountRole::Bot => "bot",
            AccountRole::Moderator => "moderator",
            AccountRole::Admin => "admin",
        }
    }

    /// The role of this name.
    pub fn of_name(name: &str) -> Option<AccountRole> {
        AccountRole::ALL.into_iter().find(|it| it.as_str() == name)
    }

    /// The name at a board, which shows who is a program.
    pub fn shown_name(self, name: &str) -> String {
        match self {
            AccountRole::Bot => format!("{name} (bot)"),
            _ => name.to_owned(),
        }
    }

    /// Whether somebody keeps order here.
    pub const fn can_moderate(self) -> bool {
        matches!(self, AccountRole::Moderator | AccountRole::Admin)
    }

    /// Whether somebody has classes.
    pub const fn can_teach(self) -> bool {
        matches!(self, AccountRole::Teacher | AccountRole::Admin)
    }
}

impl fmt::Display for AccountRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What became of a sign-up.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum SignedUp {
    /// The account is there, with this role.
    Created(AccountRole),
    /// Another account has a name that looks the same.
    NameTaken,
    /// The invitation was used or is too old.
    NotInvited,
}

/// A change of an account.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AccountChange {
    /// Sets the hash of the password.
    Password(String),
    /// Gives another role.
    Role(AccountRole),
    /// Lets no one in, which ends all sessions; or lets the owner in again.
    Locked(bool),
}

/// Somebody who is logged in.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LoginSession {
    /// The hash of what the browser keeps.
    pub id: SecretHash,
    /// Who.
    pub account: PersonId,
    /// When it was opened.
    pub created_at: u64,
    /// When it was used last, about.
    pub seen_at: u64,
    /// When it ends unless it is used.
    pub expires_at: u64,
    /// Which browser, in words such as `Firefox on Linux`.
    pub browser: String,
}

/// Which sessions of an account are ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum WhichSessions {
    /// One.
    One(SecretHash),
    /// All but this one.
    Others(SecretHash),
    /// All.
    All,
}

/// A link that works once.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct OneTimeLink {
    /// The hash of its code.
    pub id: SecretHash,
    /// What it does.
    pub purpose: LinkPurpose,
    /// When it stops to work.
    pub expires_at: u64,
}

/// What a link does.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum LinkPurpose {
    /// Lets somebody sign up with this role.
    Invite(AccountRole),
    /// Lets the owner set a new password.
    Reset(PersonId),
    /// Lets the owner in.
    LogIn(PersonId),
}

impl LinkPurpose {
    /// The name, as it is stored.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            LinkPurpose::Invite(_) => "invite",
            LinkPurpose::Reset(_) => "reset",
            LinkPurpose::LogIn(_) => "log-in",
        }
    }

    /// Whose link it is, unless it is for somebody new.
    pub const fn account(self) -> Option<PersonId> {
        match self {
            LinkPurpose::Invite(_) => None,
            LinkPurpose::Reset(account) | LinkPurpose::LogIn(account) => Some(account),
        }
    }
}

/// What lets a program in.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ApiToken {
    /// The hash of the token.
    pub id: SecretHash,
    /// For whom it acts.
    pub account: PersonId,
    /// What its owner calls it.
    pub label: String,
    /// What it may do.
    pub scopes: Vec<String>,
    /// When it was made.
    pub created_at: u64,
    /// When it stops to work; `None` if never.
    pub expires_at: Option<u64>,
}

impl ApiToken {
    /// Whether it may do this.
    pub fn allows(&self, scope: &str) -> bool {
        self.scopes.iter().any(|it| it == scope)
    }

    /// Whether it works at this time.
    pub(super) fn works_at(&self, now: u64) -> bool {
        self.expires_at.is_none_or(|it| now < it)
    }
}
