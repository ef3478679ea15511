//! Accounts, and everything by which somebody is let in.

use super::*;
use crate::secret::{Secret, SecretHash};

fn account(number: u64, name: &str) -> Account {
    Account {
        id: PersonId::numbered(number),
        name: name.to_owned(),
        key: name.to_lowercase(),
        role: AccountRole::Member,
        password: Some("hash".to_owned()),
        is_locked: false,
        created_at: 100,
    }
}

fn hash(text: &str) -> SecretHash {
    Secret::typed(text).hash()
}

#[track_caller]
fn sign_up(store: &dyn Store, number: u64, name: &str) -> Account {
    let account = account(number, name);
    let signed_up = wait(store.sign_up(account.clone(), None));
    assert_eq!(signed_up, Ok(SignedUp::Created(AccountRole::Member)));
    account
}

fn session(id: &str, account: &Account, seen_at: u64) -> LoginSession {
    LoginSession {
        id: hash(id),
        account: account.id,
        created_at: 100,
        seen_at,
        expires_at: 1_000,
        browser: "Firefox on Linux".to_owned(),
    }
}

#[test]
fn names_that_look_the_same_are_taken_once() {
    on_all(|store| {
        let ana = sign_up(store, 1, "Ana");
        assert_eq!(wait(store.sign_up(account(2, "ana"), None)), Ok(SignedUp::NameTaken));
        let ben = sign_up(store, 3, "Ben");
        assert_eq!(wait(store.account(ana.id)), Ok(Some(ana.clone())));
        assert_eq!(wait(store.account(PersonId::numbered(2))), Ok(None));
        assert_eq!(wait(store.account_named("ben".to_owned())), Ok(Some(ben.clone())));
        assert_eq!(wait(store.account_named("Ben".to_owned())), Ok(None));
        assert_eq!(wait(store.accounts(9)), Ok(vec![ana.clone(), ben]));
        assert_eq!(wait(store.accounts(1)), Ok(vec![ana]));
    });
}

#[test]
fn accounts_are_changed_and_locked() {
    on_all(|store| {
        let ana = sign_up(store, 1, "Ana");
        assert_eq!(wait(store.has_admin()), Ok(false));
        wait(store.open_session(session("s", &ana, 100))).unwrap();
        let change = |change| wait(store.change_account(ana.id, change));
        assert_eq!(change(AccountChange::Role(AccountRole::Admin)), Ok(true));
        assert_eq!(wait(store.has_admin()), Ok(true));
        assert_eq!(change(AccountChange::Password("other".to_owned())), Ok(true));
        assert!(wait(store.session(hash("s"), 200)).unwrap().is_some());
        assert_eq!(change(AccountChange::Locked(true)), Ok(true));
        assert_eq!(wait(store.has_admin()), Ok(false));
        assert_eq!(wait(store.sessions_of(ana.id)), Ok(Vec::new()));
        // A session that is opened at the same moment lets no one in either.
        wait(store.open_session(session("t", &ana, 100))).unwrap();
        assert_eq!(wait(store.session(hash("t"), 200)), Ok(None));
        assert_eq!(change(AccountChange::Locked(false)), Ok(true));
        let (_, found) = wait(store.session(hash("t"), 200)).unwrap().unwrap();
        let expected =
            Account { role: AccountRole::Admin, password: Some("other".to_owned()), ..ana };
        assert_eq!(found, expected);
        let nobody = PersonId::numbered(9);
        assert_eq!(wait(store.change_account(nobody, AccountChange::Locked(true))), Ok(false));
    });
}

#[test]
fn sessions_are_listed_and_end() {
    on_all(|store| {
        let (ana, ben) = (sign_up(store, 1, "Ana"), sign_up(store, 2, "Ben"));
        let sessions = ["a", "b", "c"].map(|it| session(it, &ana, 100));
        for it in sessions.iter().chain([&session("d", &ben, 100)]) {
            wait(store.open_session(it.clone())).unwrap();
        }
        wait(store.keep_session(hash("b"), 500, 2_000)).unwrap();
        let seen: Vec<u64> =
            wait(store.sessions_of(ana.id)).unwrap().iter().map(|it| it.seen_at).collect();
        assert_eq!(seen, [500, 100, 100]);
        let found = wait(store.session(hash("b"), 1_500)).unwrap().unwrap();
        let kept = LoginSession { seen_at: 500, expires_at: 2_000, ..sessions[1].clone() };
        assert_eq!(found, (kept, ana.clone()));
        assert_eq!(wait(store.session(hash("a"), 1_000)), Ok(None));
        assert_eq!(wait(store.session(hash("x"), 200)), Ok(None));
        let all = ["a", "b", "x"].map(hash).to_vec();
        assert_eq!(wait(store.ended_sessions(all, 1_500)), Ok(vec![hash("a"), hash("x")]));
        let end = |account: &Account, which| wait(store.end_sessions(account.id, which));
        // No one ends the session of somebody else.
        assert_eq!(end(&ana, WhichSessions::One(hash("d"))), Ok(0));
        assert_eq!(end(&ana, WhichSessions::One(hash("a"))), Ok(1));
        assert_eq!(end(&ana, WhichSessions::Others(hash("b"))), Ok(1));
        assert_eq!(end(&ana, WhichSessions::All), Ok(1));
        assert!(wait(store.session(hash("d"), 200)).unwrap().is_some());
        let nobody = account(9, "Nobody");
        assert!(wait(store.open_session(session("n", &nobody, 100))).is_err());
    });
}

#[test]
fn recovery_code_works_once_for_its_owner() {
    on_all(|store| {
        let (ana, ben) = (sign_up(store, 1, "Ana"), sign_up(store, 2, "Ben"));
        wait(store.put_recovery_codes(ana.id, vec![hash("old")])).unwrap();
        wait(store.put_recovery_codes(ana.id, vec![hash("a"), hash("b")])).unwrap();
        wait(store.open_session(session("s", &ana, 100))).unwrap();
        let recover = |account: &Account, code| {
            wait(store.recover(account.id, hash(code), format!("by {code}"))).unwrap()
        };
        assert!(!recover(&ben, "a") && !recover(&ana, "old") && !recover(&ana, "x"));
        assert!(wait(store.session(hash("s"), 200)).unwrap().is_some());
        assert!(recover(&ana, "a") && !recover(&ana, "a"));
        assert_eq!(wait(store.session(hash("s"), 200)), Ok(None));
        assert_eq!(wait(store.n_recovery_codes(ana.id)), Ok(1));
        let password = wait(store.account(ana.id)).unwrap().unwrap().password;
        assert_eq!(password.as_deref(), Some("by a"));
    });
}

fn link(id: &str, purpose: LinkPurpose) -> OneTimeLink {
    OneTimeLink { id: hash(id), purpose, expires_at: 1_000 }
}

#[test]
fn invitation_lets_one_person_in() {
    on_all(|store| {
        let invite = LinkPurpose::Invite(AccountRole::Teacher);
        for id in ["a", "b"] {
            wait(store.put_link(link(id, invite))).unwrap();
        }
        assert_eq!(wait(store.link(hash("a"), 999)), Ok(Some(link("a", invite))));
        assert_eq!(wait(store.link(hash("a"), 1_000)), Ok(None));
        let sign_up = |number, name, id| wait(store.sign_up(account(number, name), Some(hash(id))));
        assert_eq!(sign_up(1, "Ana", "x"), Ok(SignedUp::NotInvited));
        let created = Ok(SignedUp::Created(AccountRole::Teacher));
        assert_eq!(sign_up(1, "Ana", "a"), created);
        assert_eq!(sign_up(2, "Ben", "a"), Ok(SignedUp::NotInvited));
        // A name that is taken does not use it up.
        assert_eq!(sign_up(2, "Ana", "b"), Ok(SignedUp::NameTaken));
        assert_eq!(sign_up(2, "Ben", "b"), created);
        let role = wait(store.account(PersonId::numbered(2))).unwrap().unwrap().role;
        assert_eq!(role, AccountRole::Teacher);
        let ben = PersonId::numbered(2);
        wait(store.put_link(link("r", LinkPurpose::Reset(ben)))).unwrap();
        assert_eq!(sign_up(3, "Eve", "r"), Ok(SignedUp::NotInvited));
    });
}

#[test]
fn links_work_once_and_the_last_one_only() {
    on_all(|store| {
        let ana = sign_up(store, 1, "Ana");
        let (reset, log_in) = (LinkPurpose::Reset(ana.id), LinkPurpose::LogIn(ana.id));
        for (id, purpose) in [("r1", reset), ("r2", reset), ("l1", log_in)] {
            wait(store.put_link(link(id, purpose))).unwrap();
        }
        wait(store.open_session(session("s", &ana, 100))).unwrap();
        let reset = |id| wait(store.reset_password(hash(id), "new".to_owned(), 500)).unwrap();
        assert_eq!((reset("r1"), reset("l1")), (None, None));
        assert!(wait(store.session(hash("s"), 200)).unwrap().is_some());
        assert_eq!((reset("r2"), reset("r2")), (Some(ana.id), None));
        assert_eq!(wait(store.session(hash("s"), 200)), Ok(None));
        let take = |at| wait(store.take_link(hash("l1"), at)).unwrap();
        assert_eq!(take(1_000), None);
        assert_eq!((take(500), take(500)), (Some(link("l1", log_in)), None));
    });
}

#[test]
fn tokens_work_until_they_end() {
    on_all(|store| {
        let (ana, ben) = (sign_up(store, 1, "Ana"), sign_up(store, 2, "Ben"));
        let token = |id: &str, created_at, expires_at| ApiToken {
            id: hash(id),
            account: ana.id,
            label: "my bot".to_owned(),
            scopes: vec!["play".to_owned(), "challenge".to_owned()],
            created_at,
            expires_at,
        };
        let (first, second) = (token("a", 100, Some(1_000)), token("b", 200, None));
        for it in [&first, &second] {
            wait(store.put_token(it.clone())).unwrap();
        }
        assert!(first.allows("play") && !first.allows("pla"));
        assert_eq!(wait(store.token(hash("a"), 999)), Ok(Some((first.clone(), ana.clone()))));
        assert_eq!(wait(store.token(hash("a"), 1_000)), Ok(None));
        assert!(wait(store.token(hash("b"), 9_999)).unwrap().is_some());
        assert_eq!(wait(store.tokens_of(ana.id)), Ok(vec![second, first]));
        assert_eq!(wait(store.end_token(ben.id, hash("b"))), Ok(false));
        wait(store.change_account(ana.id, AccountChange::Locked(true))).unwrap();
        assert_eq!(wait(store.token(hash("b"), 300)), Ok(None));
        assert_eq!(wait(store.end_token(ana.id, hash("b"))), Ok(true));
        assert_eq!(wait(store.end_token(ana.id, hash("b"))), Ok(false));
    });
}

#[test]
fn what_is_too_old_is_forgotten_and_what_belongs_to_nobody_too() {
    on_all(|store| {
        let (ana, ben) = (sign_up(store, 1, "Ana"), sign_up(store, 2, "Ben"));
        wait(store.open_session(session("a", &ana, 100))).unwrap();
        wait(store.open_session(session("b", &ben, 100))).unwrap();
        wait(store.put_link(link("l", LinkPurpose::LogIn(ana.id)))).unwrap();
        wait(store.put_recovery_codes(ana.id, vec![hash("c")])).unwrap();
        wait(store.purge_logins(999)).unwrap();
        assert_eq!(wait(store.sessions_of(ana.id)).unwrap().len(), 1);
        assert_eq!(wait(store.delete_account(ana.id)), Ok(true));
        assert_eq!(wait(store.delete_account(ana.id)), Ok(false));
        assert_eq!(wait(store.account(ana.id)), Ok(None));
        assert_eq!(wait(store.sessions_of(ana.id)), Ok(Vec::new()));
        assert_eq!(wait(store.n_recovery_codes(ana.id)), Ok(0));
        assert_eq!(wait(store.link(hash("l"), 200)), Ok(None));
        sign_up(store, 3, "Ana");
        wait(store.purge_logins(1_000)).unwrap();
        assert_eq!(wait(store.sessions_of(ben.id)), Ok(Vec::new()));
    });
}
