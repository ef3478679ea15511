//! The page of a game.

use maud::{Markup, PreEscaped, html};
use tengen_clock::TimeControl;
use tengen_front::words;
use tengen_picture::{Scene, SvgOptions};
use tengen_rules::{Color, Move};

use super::{RatingPage, Shell, json_script, rating};
use crate::asset::Assets;
use crate::id::PersonId;
use crate::room::Room;
use crate::server::DAYS_TO_JOIN;
use crate::wire::{PhaseName, Role, SeatKind, ServerMessage, State};

/// What the page of a game shows.
#[derive(Debug)]
pub(crate) struct GamePage {
    state: State,
    /// What a visitor may do: a role, or `guest` who can take a seat.
    role: &'static str,
    board: String,
    status: String,
    clocks: [String; 2],
    is_rated: bool,
    /// What a rated game that is over has changed.
    pub(crate) rating: Option<RatingPage>,
}

impl GamePage {
    /// The page for a visitor.
    pub(crate) fn new(room: &Room, guest: Option<PersonId>) -> GamePage {
        let state = room.state();
        let role = match room.role(guest) {
            Role::Black => "black",
            Role::White => "white",
            Role::Both => "both",
            Role::Spectator if room.open_seat().is_some() => "guest",
            Role::Spectator => "spectator",
        };
        let session = room.session();
        let face = |color: Color| {
            let clocks = session.clocks(room.time());
            words::clock_face(clocks[color].left, clocks[color].is_running)
                .map(|it| it.time)
                .unwrap_or_default()
        };
        GamePage {
            board: board(room),
            status: status(&state),
            clocks: [face(Color::Black), face(Color::White)],
            role,
            is_rated: room.is_rated(),
            rating: None,
            state,
        }
    }

    fn name(&self, color: Color) -> String {
        name(&self.state, color)
    }

    fn title(&self) -> String {
        title(&self.state)
    }

    fn is_waiting_for_opponent(&self) -> bool {
        let is_open = |color: Color| self.state.seats[color].kind == SeatKind::Open;
        matches!(self.role, "black" | "white") && Color::ALL.into_iter().any(is_open)
    }
}

fn name(state: &State, color: Color) -> String {
    let seat = &state.seats[color];
    match (seat.kind, seat.name.as_str()) {
        (SeatKind::Open, _) => "…".to_owned(),
        (_, "") => words::color(color).to_owned(),
        (_, name) => name.to_owned(),
    }
}

/// The players of a game: `Ana – Ben`.
pub(crate) fn title(state: &State) -> String {
    format!("{} – {}", name(state, Color::Black), name(state, Color::White))
}

/// The position, drawn.
pub(crate) fn board(room: &Room) -> String {
    let session = room.session();
    let mut scene = Scene::of(session.game().board());
    let last = room.state().moves.0.last().and_then(|it| it.mv.point());
    if let Some(point) = last.filter(|&it| session.game().board().stone(it).is_some()) {
        scene = scene.with_last_move(point);
    }
    let svg = scene.to_svg(&SvgOptions::default());
    // Within a page, there is no declaration.
    svg.find("<svg").map_or_else(String::new, |at| svg[at..].to_owned())
}

/// What happened last and what comes next, as the text mode has it.
pub(crate) fn status(state: &State) -> String {
    let mut sentences = Vec::new();
    if let Some(last) = state.moves.0.last() {
        let color = words::color(last.color);
        sentences.push(match (last.mv, last.captured.len()) {
            (Move::Pass, _) => format!("{color} passes."),
            (Move::Play(point), 0) => format!("{color} {point}."),
            (Move::Play(point), 1) => format!("{color} {point} captures 1 stone."),
            (Move::Play(point), n) => format!("{color} {point} captures {n} stones."),
        });
    }
    let to_play = words::color(state.to_play);
    sentences.push(match (state.phase, &state.result) {
        (PhaseName::Over, Some(result)) => result.text.clone(),
        (PhaseName::Over, None) => "The game is over.".to_owned(),
        (PhaseName::Waiting, _) => "The game begins when both players are here.".to_owned(),
        (PhaseName::Placing, _) => {
            format!("Black places handicap stones: {} left.", state.handicap_left)
        }
        (PhaseName::Playing, _) => format!("{to_play} to play."),
        (PhaseName::Paused, _) => "The game is paused.".to_owned(),
        (PhaseName::Scoring, _) => "Both passed: mark the dead stones and agree.".to_owned(),
    });
    sentences.join(" ")
}

/// The page of a game; `link` is its address.
pub(crate) fn game(assets: &Assets, page: &GamePage, link: &str, name: &JoinName) -> Markup {
    let title = format!("{} – Tengen", page.title());
    let shell = Shell { assets, page: "game", title, module: Some("game.js") };
    let state = &page.state;
    let id = &state.game.id;
    let message = ServerMessage::State(Box::new(state.clone()));
    let json = serde_json::to_string(&message).expect("messages can be written");
    shell.render(&html! {
        main id="main" data-game=(id) data-role=(page.role) {
            h1 id="title" { (page.title()) }
            section id="play" aria-label="Game" {
                div id="board" { (PreEscaped(&page.board)) }
                (player(page, Color::White))
                (player(page, Color::Black))
                p id="status" role="status" aria-live="polite" { (page.status) }
                @if page.role == "guest" { (join(id, name)) }
                @if page.is_waiting_for_opponent() { (invite(link)) }
                div id="controls" {}
            }
            aside id="side" aria-label="More about the game" {
                section id="chat" aria-label="Chat" {}
                (moves(state))
                (info(state))
                (rating(page.is_rated, page.rating.as_ref()))
            }
        }
        (json_script("state", &json))
    })
}

fn player(page: &GamePage, color: Color) -> Markup {
    let label = words::color(color);
    let (id, idx) = match color {
        Color::Black => ("black", 0),
        Color::White => ("white", 1),
    };
    html! {
        section.player id=(id) aria-label=(label) {
            h2.name { (page.name(color)) }
            p.prisoners { (words::prisoners(page.state.prisoners[color])) }
            p.clock { (page.clocks[idx]) }
        }
    }
}

/// The name under which a visitor would take a seat.
#[derive(Clone, Debug)]
pub(crate) enum JoinName {
    /// The name of an account, which stays.
    Account(String),
    /// The name that a guest has given before.
    Guest(String),
}

fn join(id: &str, name: &JoinName) -> Markup {
    html! {
        form id="join" method="post" action={ "/g/" (id) "/join" } {
            @match name {
                JoinName::Account(name) => p { "You play as " strong { (name) } "." },
                JoinName::Guest(name) => {
                    label for="join-name" { "Your name" }
                    input id="join-name" name="name" type="text" value=(name) autocomplete="off"
                        maxlength=(crate::wire::MAX_NAME);
                }
            }
            button.primary { "Join the game" }
        }
    }
}

fn invite(link: &str) -> Markup {
    html! {
        section id="invite" {
            label for="link" { "Send this link to your opponent" }
            input id="link" type="text" readonly value=(link);
            p.hint { "The game waits " (DAYS_TO_JOIN) " days for an opponent." }
        }
    }
}

fn moves(state: &State) -> Markup {
    html! {
        section id="record" aria-label="Moves" {
            h2 { "Moves" }
            ol id="moves" {
                @for mv in &state.moves.0 {
                    li { (words::color(mv.color)) " " (mv.mv) }
                }
            }
        }
    }
}

fn info(state: &State) -> Markup {
    let game = &state.game;
    let time: TimeControl = game.clock.parse().unwrap_or_default();
    let rules = game.rules.parse().ok().map(|it| words::ruleset(&it));
    html! {
        section id="info" aria-label="About" {
            h2 { "About this game" }
            dl {
                dt { "Board" } dd { (words::size(game.size)) }
                dt { "Rules" } dd { (rules.unwrap_or_default()) }
                dt { "Komi" } dd { (game.komi) }
                dt { "Handicap" } dd { (words::handicap(game.handicap)) }
                dt { "Time" } dd { (words::time_control(time)) }
            }
            nav id="downloads" aria-label="Downloads" {
                a href={ "/g/" (game.id) "/game.sgf" } download { "Record (SGF)" }
                " "
                a href={ "/g/" (game.id) "/board.png" } download { "Picture (PNG)" }
                @if state.phase == PhaseName::Over {
                    " "
                    a href={ "/library/position?game=" (game.id) } { "Find this position" }
                }
            }
        }
    }
}
