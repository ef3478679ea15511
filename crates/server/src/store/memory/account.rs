//! Accounts in memory.

use std::collections::{BTreeMap, BTreeSet};

use super::{Kept, MemoryStore};
use crate::id::PersonId;
use crate::secret::SecretHash;
use crate::store::{
    Account, AccountChange, AccountRole, AccountStore, ApiToken, LinkPurpose, LoginSession,
    OneTimeLink, Reply, SignedUp, StoreError, WhichSessions,
};

/// Accounts, and everything by which somebody is let in.
#[derive(Debug, Default)]
pub(super) struct Accounts {
    by_id: BTreeMap<PersonId, Account>,
    sessions: BTreeMap<SecretHash, LoginSession>,
    recovery_codes: BTreeSet<(PersonId, SecretHash)>,
    links: BTreeMap<SecretHash, OneTimeLink>,
    tokens: BTreeMap<SecretHash, ApiToken>,
}

impl MemoryStore {
    fn change<T: Send + 'static>(&self, change: impl FnOnce(&mut Accounts) -> T) -> Reply<T> {
        self.write(|kept: &mut Kept| Ok(change(&mut kept.accounts)))
    }

    fn look<T: Send + 'static>(&self, look: impl FnOnce(&Accounts) -> T) -> Reply<T> {
        self.read(|kept: &Kept| look(&kept.accounts))
    }
}

impl AccountStore for MemoryStore {
    fn sign_up(&self, account: Account, invitation: Option<SecretHash>) -> Reply<SignedUp> {
        self.change(|it| it.sign_up(account, invitation))
    }

    fn account(&self, id: PersonId) -> Reply<Option<Account>> {
        self.look(|it| it.by_id.get(&id).cloned())
    }

    fn account_named(&self, key: String) -> Reply<Option<Account>> {
        self.look(|it| it.by_id.values().find(|it| it.key == key).cloned())
    }

    fn accounts(&self, max: usize) -> Reply<Vec<Account>> {
        self.look(|it| {
            let mut accounts: Vec<Account> = it.by_id.values().cloned().collect();
            accounts.sort_by(|one, other| one.key.cmp(&other.key));
            accounts.truncate(max);
            accounts
        })
    }

    fn has_admin(&self) -> Reply<bool> {
        self.look(|it| it.by_id.values().any(|it| it.role == AccountRole::Admin && !it.is_locked))
    }

    fn change_account(&self, id: PersonId, change: AccountChange) -> Reply<bool> {
        self.change(|it| it.change(id, change))
    }

    fn delete_account(&self, id: PersonId) -> Reply<bool> {
        self.change(|it| {
            it.sessions.retain(|_, it| it.account != id);
            it.recovery_codes.retain(|(account, _)| *account != id);
            it.links.retain(|_, it| it.purpose.account() != Some(id));
            it.tokens.retain(|_, it| it.account != id);
            it.by_id.remove(&id).is_some()
        })
    }

    fn open_session(&self, session: LoginSession) -> Reply<()> {
        self.write(|kept| {
            if !kept.accounts.by_id.contains_key(&session.account) {
                return Err(StoreError::Failed("FOREIGN KEY constraint failed".to_owned()));
            }
            kept.accounts.sessions.insert(session.id, session);
            Ok(())
        })
    }

    fn session(&self, id: SecretHash, now: u64) -> Reply<Option<(LoginSession, Account)>> {
        self.look(|it| {
            let session = it.sessions.get(&id).filter(|it| it.expires_at > now)?;
            Some((session.clone(), it.let_in(session.account)?))
        })
    }

    fn keep_session(&self, id: SecretHash, seen_at: u64, expires_at: u64) -> Reply<()> {
        self.change(|it| {
            if let Some(session) = it.sessions.get_mut(&id) {
                (session.seen_at, session.expires_at) = (seen_at, expires_at);
            }
        })
    }

    fn sessions_of(&self, account: PersonId) -> Reply<Vec<LoginSession>> {
        self.look(|it| {
            let own = it.sessions.values().filter(|it| it.account == account);
            let mut sessions: Vec<LoginSession> = own.cloned().collect();
            sessions.sort_by_key(|it| (std::cmp::Reverse(it.seen_at), it.id));
            sessions
        })
    }

    fn end_sessions(&self, account: PersonId, which: WhichSessions) -> Reply<usize> {
        self.change(|it| it.end_sessions(account, which))
    }

    fn ended_sessions(&self, ids: Vec<SecretHash>, now: u64) -> Reply<Vec<SecretHash>> {
        self.look(|it| {
            let is_on = |id: &SecretHash| {
                let session = it.sessions.get(id).filter(|it| it.expires_at > now);
                session.is_some_and(|session| it.let_in(session.account).is_some())
            };
            ids.into_iter().filter(|id| !is_on(id)).collect()
        })
    }

    fn put_recovery_codes(&self, account: PersonId, codes: Vec<SecretHash>) -> Reply<()> {
        self.change(|it| {
            it.recovery_codes.retain(|(owner, _)| *owner != account);
            it.recovery_codes.extend(codes.into_iter().map(|code| (account, code)));
        })
    }

    fn n_recovery_codes(&self, account: PersonId) -> Reply<usize> {
        self.look(|it| it.recovery_codes.iter().filter(|(owner, _)| *owner == account).count())
    }

    fn recover(&self, account: PersonId, code: SecretHash, password: String) -> Reply<bool> {
        self.change(|it| {
            let has_code = it.recovery_codes.remove(&(account, code));
            if has_code {
                it.set_password(account, password);
            }
            has_code
        })
    }

    fn put_link(&self, link: OneTimeLink) -> Reply<()> {
        self.change(|it| {
            let replaces = |other: &OneTimeLink| {
                link.purpose.account().is_some() && other.purpose == link.purpose
            };
            it.links.retain(|_, other| !replaces(other));
            it.links.insert(link.id, link);
        })
    }

    fn link(&self, id: SecretHash, now: u64) -> Reply<Option<OneTimeLink>> {
        self.look(|it| it.link(id, now))
    }

    fn take_link(&self, id: SecretHash, now: u64) -> Reply<Option<OneTimeLink>> {
        self.change(|it| {
            let link = it.link(id, now)?;
            it.links.remove(&id);
            Some(link)
        })
    }

    fn reset_password(
        &self,
        link: SecretHash,
        password: String,
        now: u64,
    ) -> Reply<Option<PersonId>> {
        self.change(|it| {
            let LinkPurpose::Reset(account) = it.link(link, now)?.purpose else { return None };
            it.links.remove(&link);
            it.set_password(account, password);
            Some(account)
        })
    }

    fn put_token(&self, token: ApiToken) -> Reply<()> {
        self.change(|it| {
            it.tokens.insert(token.id, token);
        })
    }

    fn token(&self, id: SecretHash, now: u64) -> Reply<Option<(ApiToken, Account)>> {
        self.look(|it| {
            let token = it.tokens.get(&id).filter(|it| it.works_at(now))?;
            Some((token.clone(), it.let_in(token.account)?))
        })
    }

    fn tokens_of(&self, account: PersonId) -> Reply<Vec<ApiToken>> {
        self.look(|it| {
            let own = it.tokens.values().filter(|it| it.account == account);
            let mut tokens: Vec<ApiToken> = own.cloned().collect();
            tokens.sort_by_key(|it| (std::cmp::Reverse(it.created_at), it.id));
            tokens
        })
    }

    fn end_token(&self, account: PersonId, id: SecretHash) -> Reply<bool> {
        self.change(|it| {
            let is_own = it.tokens.get(&id).is_some_and(|it| it.account == account);
            is_own && it.tokens.remove(&id).is_some()
        })
    }

    fn purge_logins(&self, now: u64) -> Reply<()> {
        self.change(|it| {
            it.sessions.retain(|_, it| it.expires_at > now);
            it.links.retain(|_, it| it.expires_at > now);
            it.tokens.retain(|_, it| it.works_at(now));
        })
    }
}

impl Accounts {
    /// The account if its owner may come in.
    fn let_in(&self, id: PersonId) -> Option<Account> {
        self.by_id.get(&id).filter(|it| !it.is_locked).cloned()
    }

    fn link(&self, id: SecretHash, now: u64) -> Option<OneTimeLink> {
        self.links.get(&id).filter(|it| it.expires_at > now).copied()
    }

    fn sign_up(&mut self, mut account: Account, invitation: Option<SecretHash>) -> SignedUp {
        if let Some(invitation) = invitation {
            let link = self.link(invitation, account.created_at);
            let Some(LinkPurpose::Invite(role)) = link.map(|it| it.purpose) else {
                return SignedUp::NotInvited;
            };
            account.role = role;
        }
        if self.by_id.values().any(|it| it.key == account.key) {
            return SignedUp::NameTaken;
        }
        if let Some(invitation) = invitation {
            self.links.remove(&invitation);
        }
        let role = account.role;
        self.by_id.insert(account.id, account);
        SignedUp::Created(role)
    }

    fn change(&mut self, id: PersonId, change: AccountChange) -> bool {
        if change == AccountChange::Locked(true) {
            self.end_sessions(id, WhichSessions::All);
        }
        let Some(account) = self.by_id.get_mut(&id) else { return false };
        match change {
            AccountChange::Password(hash) => account.password = Some(hash),
            AccountChange::Role(role) => account.role = role,
            AccountChange::Locked(is_locked) => account.is_locked = is_locked,
        }
        true
    }

    fn set_password(&mut self, id: PersonId, password: String) {
        self.change(id, AccountChange::Password(password));
        self.end_sessions(id, WhichSessions::All);
    }

    fn end_sessions(&mut self, account: PersonId, which: WhichSessions) -> usize {
        let n_before = self.sessions.len();
        self.sessions.retain(|_, it| {
            it.account != account
                || match which {
                    WhichSessions::One(id) => it.id != id,
                    WhichSessions::Others(id) => it.id == id,
                    WhichSessions::All => false,
                }
        });
        n_before - self.sessions.len()
    }
}
