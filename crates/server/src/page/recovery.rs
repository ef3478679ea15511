//! The pages of ways back into an account.

use maud::{Markup, html};

use super::Shell;
use super::account::{Field, field};
use super::create::Problem;
use crate::asset::Assets;
use crate::secret::Secret;

/// The page to recover an account.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct RecoverPage<'a> {
    pub(crate) name: &'a str,
    pub(crate) problem: Option<&'a Problem>,
}

fn shell<'a>(assets: &'a Assets, title: &str) -> Shell<'a> {
    let title = format!("{title} – Tengen");
    Shell { assets, page: "recovery", title, module: Some("account.js") }
}

const NEW_PASSWORD: Field<'static> = Field {
    name: "password",
    label: "New password",
    kind: "password",
    value: "",
    autocomplete: "new-password",
    hint: Some("At least 8 characters; a few words are good"),
    is_wrong: false,
};

/// What recovery codes are, with the button to get some.
pub(crate) fn recovery(assets: &Assets, n_left: usize) -> Markup {
    shell(assets, "Recovery codes").render(&html! {
        main id="main" {
            h1 { "Recovery codes" }
            p { "With one of these codes you get back in if you forget your password. Each works \
                once. Write them down or print them: they are shown only once." }
            p {
                @match n_left {
                    0 => "You have no codes yet.",
                    1 => "You have 1 code left. New codes replace it.",
                    n => { "You have " (n) " codes left. New codes replace them." }
                }
            }
            form method="post" action="/account/recovery" {
                button.primary { "Show new codes" }
            }
            p { a href="/account" { "Not now" } }
        }
    })
}

/// The codes, this once.
pub(crate) fn recovery_codes(assets: &Assets, name: &str, codes: &[Secret]) -> Markup {
    shell(assets, "Your recovery codes").render(&html! {
        main id="main" {
            h1 { "Your recovery codes" }
            p { "Write them down or print this page: they will not be shown again. Each gets you \
                back in once, as " strong { (name) } "." }
            ul.codes id="codes" {
                @for code in codes { li { code { (code.grouped()) } } }
            }
            p { a href="/account" { "I have them" } }
        }
    })
}

/// The page to set a new password by a recovery code.
pub(crate) fn recover(assets: &Assets, page: &RecoverPage<'_>) -> Markup {
    let is_wrong = |name: &str| page.problem.is_some_and(|it| it.field == name);
    shell(assets, "Forgot your password?").render(&html! {
        main id="main" {
            h1 { "Forgot your password?" }
            p { "Use one of your recovery codes. If you have none left, ask the people who run \
                this server for a link." }
            form.narrow id="recover" method="post" action="/recover" {
                @if let Some(problem) = page.problem {
                    p id="problem" role="alert" { (problem.text) }
                }
                (field(&Field {
                    name: "name", label: "Name", kind: "text", value: page.name,
                    autocomplete: "username", hint: None, is_wrong: is_wrong("name"),
                }))
                (field(&Field {
                    name: "code", label: "Recovery code", kind: "text", value: "",
                    autocomplete: "off", hint: Some("Such as k3v9-x2pq-7hmn-r4ts"),
                    is_wrong: is_wrong("code"),
                }))
                (field(&Field { is_wrong: is_wrong("password"), ..NEW_PASSWORD }))
                p.submit { button.primary { "Set the new password" } }
            }
        }
    })
}

/// The page to set a new password by a link.
pub(crate) fn reset(assets: &Assets, name: &str, code: &str, problem: Option<&str>) -> Markup {
    shell(assets, "New password").render(&html! {
        main id="main" {
            h1 { "A new password for " (name) }
            form.narrow id="reset" method="post" action={ "/reset/" (code) } {
                @if let Some(problem) = problem {
                    p id="problem" role="alert" { (problem) }
                }
                (field(&Field { is_wrong: problem.is_some(), ..NEW_PASSWORD }))
                p.submit { button.primary { "Set the new password" } }
            }
        }
    })
}
