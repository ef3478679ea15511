//! The pages to sign up, to log in, and of one's own account.

use axum::http::{HeaderMap, header};
use maud::{Markup, html};

use super::Shell;
use super::create::Problem;
use crate::account::{BadName, BadPassword};
use crate::asset::Assets;
use crate::secret::SecretHash;
use crate::store::{Account, AccountRole, LoginSession};

/// The page to log in.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LogInPage<'a> {
    pub(crate) name: &'a str,
    /// Where the way goes from here.
    pub(crate) next: &'a str,
    pub(crate) problem: Option<&'a str>,
}

/// The page to sign up.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct SignUpPage<'a> {
    pub(crate) name: &'a str,
    /// The code of the invitation, or empty.
    pub(crate) invitation: &'a str,
    /// Whether the visitor may sign up at all.
    pub(crate) is_open: bool,
    pub(crate) problem: Option<&'a Problem>,
}

/// The page of one's own account.
#[derive(Copy, Clone, Debug)]
pub(crate) struct AccountPage<'a> {
    pub(crate) account: &'a Account,
    /// The session that is in use.
    pub(crate) current: SecretHash,
    pub(crate) sessions: &'a [LoginSession],
    /// How many recovery codes are left.
    pub(crate) n_codes: usize,
    pub(crate) now: u64,
    pub(crate) problem: Option<&'a Problem>,
}

/// The page to log in.
pub(crate) fn log_in(assets: &Assets, page: &LogInPage<'_>) -> Markup {
    let title = "Log in – Tengen".to_owned();
    let shell = Shell { assets, page: "login", title, module: Some("account.js") };
    shell.render(&html! {
        main id="main" {
            h1 { "Log in" }
            form.narrow id="login" method="post" action="/login" {
                @if let Some(problem) = page.problem {
                    p id="problem" role="alert" { (problem) }
                }
                input type="hidden" name="next" value=(page.next);
                (field(&Field {
                    name: "name", label: "Name", kind: "text", value: page.name,
                    autocomplete: "username", hint: None, is_wrong: page.problem.is_some(),
                }))
                (field(&Field {
                    name: "password", label: "Password", kind: "password", value: "",
                    autocomplete: "current-password", hint: None,
                    is_wrong: page.problem.is_some(),
                }))
                p.submit { button.primary { "Log in" } }
            }
            p { a href="/recover" { "Forgot your password?" } }
            p { "You have no account? " a href="/signup" { "Sign up" } "." }
        }
    })
}

/// The page to sign up.
pub(crate) fn sign_up(assets: &Assets, page: &SignUpPage<'_>) -> Markup {
    let title = "Sign up – Tengen".to_owned();
    let shell = Shell { assets, page: "signup", title, module: Some("account.js") };
    let is_wrong = |name: &str| page.problem.is_some_and(|it| it.field == name);
    shell.render(&html! {
        main id="main" {
            h1 { "Sign up" }
            @if page.is_open {
                p { "A name and a password are enough: no e-mail address is asked for. The games \
                    that you have played in this browser become those of your account." }
                form.narrow id="signup" method="post" action="/signup" {
                    @if let Some(problem) = page.problem {
                        p id="problem" role="alert" { (problem.text) }
                    }
                    input type="hidden" name="invitation" value=(page.invitation);
                    (field(&Field {
                        name: "name", label: "Name", kind: "text", value: page.name,
                        autocomplete: "username", is_wrong: is_wrong("name"),
                        hint: Some("2 to 20 letters and digits, as others see it"),
                    }))
                    (field(&Field {
                        name: "password", label: "Password", kind: "password", value: "",
                        autocomplete: "new-password", is_wrong: is_wrong("password"),
                        hint: Some("At least 8 characters; a few words are good"),
                    }))
                    p.submit { button.primary { "Sign up" } }
                }
            } @else {
                p { "You need an invitation to sign up here. Ask the people who run this server \
                    for a link." }
            }
            p { "You have an account? " a href="/login" { "Log in" } "." }
        }
    })
}

/// The page of one's own account.
pub(crate) fn account(assets: &Assets, page: &AccountPage<'_>) -> Markup {
    let title = format!("{} – Tengen", page.account.name);
    let shell = Shell { assets, page: "account", title, module: Some("account.js") };
    let is_wrong = |name: &str| page.problem.is_some_and(|it| it.field == name);
    shell.render(&html! {
        main id="main" {
            h1 { (page.account.name) }
            @if let Some(role) = role(page.account.role) { p { (role) } }
            @if let Some(problem) = page.problem {
                p id="problem" role="alert" { (problem.text) }
            }
            @if page.account.role == AccountRole::Admin {
                p { a href="/admin" { "People and invitations" } }
            }
            p { a href={ "/u/" (page.account.name) } { "Your ranks and rated games" } }
            form method="post" action="/logout" { button { "Log out" } }
            section id="sessions" {
                h2 { "Where you are logged in" }
                ul {
                    @for session in page.sessions { li { (self::session(page, session)) } }
                }
                @if page.sessions.len() > 1 {
                    form method="post" action="/account/sessions" {
                        button name="which" value="others" { "Log out everywhere else" }
                    }
                }
            }
            section id="password-section" {
                h2 { "Change your password" }
                form.narrow method="post" action="/account/password" {
                    (field(&Field {
                        name: "password", label: "Your password now", kind: "password", value: "",
                        autocomplete: "current-password", hint: None,
                        is_wrong: is_wrong("password"),
                    }))
                    (field(&Field {
                        name: "new_password", label: "New password", kind: "password", value: "",
                        autocomplete: "new-password", is_wrong: is_wrong("new_password"),
                        hint: Some("At least 8 characters; it logs you out everywhere else"),
                    }))
                    p.submit { button { "Change the password" } }
                }
                p {
                    @match page.n_codes {
                        0 => "You have no recovery codes yet, for when you forget your password. ",
                        1 => "You have 1 recovery code left. ",
                        n => { "You have " (n) " recovery codes. " }
                    }
                    a href="/account/recovery" { "Get new ones" }
                }
            }
            (data(page))
        }
    })
}

/// One's own data: to take along, or to delete.
fn data(page: &AccountPage<'_>) -> Markup {
    let is_wrong = page.problem.is_some_and(|it| it.field == "delete_password");
    html! {
        section id="data" {
            h2 { "Your data" }
            p {
                a href="/account/games.sgf" download { "All your games (SGF)" } " · "
                a href="/account/export.json" download { "Everything about you (JSON)" }
            }
            details open[is_wrong] {
                summary { "Delete your account" }
                p { "Your account and your name go at once, and nothing brings them back. You \
                    resign the games in progress; in all games, a dash stands for your name." }
                form.narrow method="post" action="/account/delete" {
                    (field(&Field {
                        name: "delete_password", label: "Your password", kind: "password",
                        value: "", autocomplete: "current-password", hint: None, is_wrong,
                    }))
                    p.submit { button.danger { "Delete the account" } }
                }
            }
        }
    }
}

fn session(page: &AccountPage<'_>, session: &LoginSession) -> Markup {
    html! {
        (session.browser) ", "
        @if session.id == page.current {
            strong { "this browser" }
        } @else {
            "last used " (ago(page.now, session.seen_at)) " "
            form.inline method="post" action="/account/sessions" {
                button name="which" value=(session.id) { "Log out there" }
            }
        }
    }
}

/// A field of a form with its label.
pub(super) struct Field<'a> {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    pub(super) kind: &'static str,
    pub(super) value: &'a str,
    pub(super) autocomplete: &'static str,
    pub(super) hint: Option<&'static str>,
    pub(super) is_wrong: bool,
}

pub(super) fn field(field: &Field<'_>) -> Markup {
    let name = field.name;
    let hint = field.hint.map(|_| format!("{name}-hint"));
    let problem = field.is_wrong.then(|| "problem".to_owned());
    let described: Vec<String> = problem.into_iter().chain(hint.clone()).collect();
    let described = (!described.is_empty()).then(|| described.join(" "));
    html! {
        div.field data-field=(name) {
            label for=(name) { (field.label) }
            input id=(name) name=(name) type=(field.kind) value=(field.value) required
                autocomplete=(field.autocomplete) maxlength="128" autocapitalize="off"
                spellcheck="false" aria-invalid=[field.is_wrong.then_some("true")]
                aria-describedby=[described];
            @if let Some((id, text)) = hint.zip(field.hint) { small id=(id) { (text) } }
        }
    }
}

/// What somebody is here, if that is more than a member.
const fn role(role: AccountRole) -> Option<&'static str> {
    match role {
        AccountRole::Member => None,
        AccountRole::Teacher => Some("You have classes here."),
        AccountRole::Pupil => Some("You are a pupil here."),
        AccountRole::Bot => Some("This is the account of a program."),
        AccountRole::Moderator => Some("You keep order here."),
        AccountRole::Admin => Some("You run this server."),
    }
}

/// How long ago something was, in words.
fn ago(now: u64, then: u64) -> String {
    let minutes = now.saturating_sub(then) / 60_000;
    let (n, unit) = match minutes {
        0..=59 => return "within the last hour".to_owned(),
        60..=1_439 => (minutes / 60, "hour"),
        _ => (minutes / 1_440, "day"),
    };
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {unit}{plural} ago")
}

/// Why a name is refused, as a sentence.
pub(crate) fn bad_name(bad: BadName) -> String {
    match bad {
        BadName::Length => "A name has 2 to 20 characters.".to_owned(),
        BadName::Character(it) if it.is_control() => {
            "A name has letters, digits, and spaces or hyphens between them.".to_owned()
        }
        BadName::Character(it) => format!(
            "“{it}” cannot stand there: a name has letters, digits, and spaces or hyphens \
             between them."
        ),
        BadName::MixedScripts => {
            "Write your name in one script: letters of several can look the same.".to_owned()
        }
        BadName::Reserved => {
            "Others would take that name for something else. Choose another one.".to_owned()
        }
    }
}

/// Why a password is refused, as a sentence.
pub(crate) fn bad_password(bad: BadPassword) -> String {
    let text = match bad {
        BadPassword::TooShort => "A password has at least 8 characters.",
        BadPassword::TooLong => "A password has at most 128 characters.",
        BadPassword::Common => {
            "That password is one of the first that others would try. Take a few words that \
             belong to you."
        }
        BadPassword::Name => "Your password must not be your name.",
    };
    text.to_owned()
}

/// A browser in words, as in `Firefox on Linux`.
pub(crate) fn browser_name(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|it| it.to_str().ok());
    let agent = agent.unwrap_or_default();
    // Most claim to be several, so the order matters.
    let find = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    let browser = find(&[
        ("tengen", "Tengen"),
        ("Edg", "Edge"),
        ("OPR", "Opera"),
        ("Firefox", "Firefox"),
        ("Chrom", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let system = find(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => "A browser".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_named_by_what_they_are() {
        let name = |agent: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::USER_AGENT, agent.parse().unwrap());
            browser_name(&headers)
        };
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        assert_eq!(name(firefox), "Firefox on Linux");
        let phone = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) \
            Chrome/156.0.0.0 Mobile Safari/537.36";
        assert_eq!(name(phone), "Chrome on Android");
        assert_eq!(name("curl/8"), "A browser");
    }

    #[test]
    fn time_that_has_passed_is_told_in_words() {
        let hour = 3_600_000;
        assert_eq!(ago(hour, hour - 60_000), "within the last hour");
        assert_eq!(ago(3 * hour, hour), "2 hours ago");
        assert_eq!(ago(30 * hour, hour), "1 day ago");
    }
}
