//! The pages, as complete HTML.
//!
//! They can be read, and their forms sent, without a script. Every text of a
//! person is escaped by the templates.

mod account;
mod admin;
mod club;
mod create;
mod game;
mod learn;
mod library;
mod list;
mod lobby;
mod profile;
mod recovery;
mod review;
mod study;
mod tournament;

use axum::http::StatusCode;
use maud::{DOCTYPE, Markup, html};

use crate::asset::Assets;

pub(crate) use account::{
    AccountPage, LogInPage, SignUpPage, account, bad_name, bad_password, browser_name, log_in,
    sign_up,
};
pub(crate) use admin::{AdminPage, admin, admin_done};
pub(crate) use club::{ClubPage, club};
pub(crate) use create::{CreateForm, Lists, Problem, create};
pub(crate) use game::{GamePage, JoinName, board, game, title};
pub(crate) use learn::{glossary, lesson, lessons};
pub(crate) use library::{
    GAMES_ON_A_PAGE, GamesForm, GamesPage, PositionForm, PositionPage, chosen_part, found_games,
    position,
};
pub(crate) use list::games;
pub(crate) use lobby::{
    LobbyForm, LobbyPage, RunningGame, SeekForm, boards, lobby, lobby_lists, watch,
};
pub(crate) use profile::{ProfilePage, RatedLine, RatingPage, profile, rating};
pub(crate) use recovery::{RecoverPage, recover, recovery, recovery_codes, reset};
pub(crate) use review::{ReviewPage, Reviewed, review, review_progress};
pub(crate) use study::{StudyPage, record_title, studies, study};
pub(crate) use tournament::{TournamentPage, tournament, tournaments};

/// What all pages share.
pub(crate) struct Shell<'a> {
    pub(crate) assets: &'a Assets,
    /// Names the page for the scripts.
    pub(crate) page: &'static str,
    pub(crate) title: String,
    /// The module of the page.
    pub(crate) module: Option<&'static str>,
}

impl Shell<'_> {
    /// A whole page around its content.
    pub(crate) fn render(&self, main: &Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                (self.head())
                body data-page=(self.page) data-assets=(self.assets.addresses())
                    data-build=(self.assets.build()) {
                    a.skip href="#main" { "Skip to the content" }
                    header {
                        a.brand href="/" { "Tengen" }
                        nav aria-label="Main" {
                            a href="/" { "New game" }
                            a href="/lobby" { "Lobby" }
                            a href="/games" { "My games" }
                            a href="/library" { "Find games" }
                            a href="/club" { "Club" }
                            a href="/learn" { "Learn" }
                            a href="/account" { "Account" }
                        }
                    }
                    (main)
                }
            }
        }
    }

    /// The style sheet of all pages, and that of this one if it has its own.
    fn styles(&self) -> Vec<String> {
        let own = format!("{}.css", self.page);
        ["style.css", &own].into_iter().filter_map(|it| self.assets.address(it)).collect()
    }

    fn head(&self) -> Markup {
        let (import_map, _) = self.assets.import_map();
        let modules = self.module.map(|it| self.assets.with_imports(it)).unwrap_or_default();
        let addresses: Vec<String> =
            modules.iter().filter_map(|it| self.assets.address(it)).collect();
        html! {
            head {
                meta charset="utf-8";
                meta name="viewport"
                    content="width=device-width, initial-scale=1, interactive-widget=resizes-content";
                meta name="color-scheme" content="light dark";
                title { (self.title) }
                link id="icon" rel="icon" type="image/svg+xml" href="/favicon.svg";
                @if let Some(early) = self.assets.address("early.js") {
                    script src=(early) {}
                }
                @for style in self.styles() {
                    link rel="stylesheet" href=(style);
                }
                script type="importmap" { (maud::PreEscaped(import_map)) }
                @for address in &addresses {
                    link rel="modulepreload" href=(address);
                }
                @if let Some(module) = addresses.first() {
                    script type="module" src=(module) {}
                }
            }
        }
    }
}

/// A page that says why there is no other.
pub(crate) fn error(assets: &Assets, status: StatusCode, text: &str) -> Markup {
    let title = match status {
        StatusCode::NOT_FOUND => "Not found",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::UNAUTHORIZED => "Log in",
        StatusCode::TOO_MANY_REQUESTS => "Too fast",
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::INTERNAL_SERVER_ERROR => "Not available",
        _ => "That did not work",
    };
    let shell = Shell { assets, page: "error", title: format!("{title} – Tengen"), module: None };
    shell.render(&html! {
        main id="main" {
            h1 { (title) }
            p { (text) }
            @if status == StatusCode::UNAUTHORIZED {
                p { a href="/login" { "Log in" } }
            }
            p { a href="/" { "Start a game" } }
        }
    })
}

/// JSON within a page: nothing in it can end the element.
pub(crate) fn json_script(id: &str, json: &str) -> Markup {
    let json = json.replace('<', "\\u003c");
    html! {
        script type="application/json" id=(id) { (maud::PreEscaped(json)) }
    }
}
