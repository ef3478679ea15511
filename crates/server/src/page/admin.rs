//! The page of those who run the server.

use maud::{Markup, html};

use super::Shell;
use crate::admin::AdminOrder;
use crate::asset::Assets;
use crate::store::{Account, AccountRole};

/// The roles that are given; that of a pupil comes with a class, and that of a
/// program by itself.
const GIVEN: [AccountRole; 4] =
    [AccountRole::Member, AccountRole::Teacher, AccountRole::Moderator, AccountRole::Admin];

/// What the page shows.
#[derive(Copy, Clone, Debug)]
pub(crate) struct AdminPage<'a> {
    pub(crate) accounts: &'a [Account],
    /// A link that was made, which is shown this once.
    pub(crate) link: Option<&'a str>,
    /// What was done.
    pub(crate) done: Option<&'a str>,
}

/// A role in words, as in `Ana is a teacher`.
pub(super) const fn role_name(role: AccountRole) -> &'static str {
    match role {
        AccountRole::Member => "a member",
        AccountRole::Teacher => "a teacher",
        AccountRole::Pupil => "a pupil",
        AccountRole::Bot => "a program",
        AccountRole::Moderator => "a moderator",
        AccountRole::Admin => "an administrator",
    }
}

/// What an order has done, as a sentence.
pub(crate) fn admin_done(name: &str, order: &AdminOrder) -> String {
    match order {
        AdminOrder::SetLocked(_, true) => format!("{name} is locked."),
        AdminOrder::SetLocked(_, false) => format!("{name} can log in again."),
        AdminOrder::Promote(_, role) => format!("{name} is {} now.", role_name(*role)),
        AdminOrder::Invite(_) | AdminOrder::Reset(_) => "The link is ready.".to_owned(),
    }
}

/// The page of those who run the server.
pub(crate) fn admin(assets: &Assets, page: &AdminPage<'_>) -> Markup {
    let title = "People – Tengen".to_owned();
    let shell = Shell { assets, page: "admin", title, module: Some("account.js") };
    shell.render(&html! {
        main id="main" {
            h1 { "People" }
            @if let Some(done) = page.done { p role="status" { (done) } }
            @if let Some(link) = page.link {
                section id="new-link" role="status" {
                    label for="link" { "Send this link; it works once and is not shown again" }
                    input id="link" type="text" readonly value=(link);
                }
            }
            section {
                h2 { "Invite somebody" }
                form.row method="post" action="/admin" {
                    label for="invite-role" { "As" }
                    (roles("invite-role", AccountRole::Member))
                    button.primary name="action" value="invite" { "Make an invitation" }
                }
            }
            section {
                h2 { "Accounts" }
                div.scroll tabindex="0" role="region" aria-label="Accounts" {
                    table {
                        thead { tr { th { "Name" } th { "Is" } th { "Change" } } }
                        tbody { @for account in page.accounts { (row(account)) } }
                    }
                }
            }
        }
    })
}

fn row(account: &Account) -> Markup {
    let name = &account.name;
    let id = format!("role-{}", account.id);
    let lock = if account.is_locked { ("unlock", "Unlock") } else { ("lock", "Lock") };
    html! {
        tr data-name=(name) {
            th scope="row" { (name) }
            td { (role_name(account.role)) @if account.is_locked { ", locked" } }
            td {
                form.row method="post" action="/admin" {
                    input type="hidden" name="name" value=(name);
                    button name="action" value="reset" { "Link for a new password" }
                    button name="action" value=(lock.0) { (lock.1) }
                    @if !matches!(account.role, AccountRole::Bot | AccountRole::Pupil) {
                        label for=(id) { "Make " (name) }
                        (roles(&id, account.role))
                        button name="action" value="role" { "Change" }
                    }
                }
            }
        }
    }
}

fn roles(id: &str, chosen: AccountRole) -> Markup {
    html! {
        select id=(id) name="role" {
            @for role in GIVEN {
                option value=(role) selected[role == chosen] { (role_name(role)) }
            }
        }
    }
}
