//! Times, players, positions and set-ups as words.

use std::str::FromStr;
use std::time::Duration;

use tengen_analysis::{Analysis, Candidate, Decision};
use tengen_clock::TimeControl;
use tengen_rules::{ByColor, ByPoint, Color, Move, Ruleset};
use tengen_session::{Actor, Handicap, Permission, Policy, Request, Seat, Setup, Step};

pub(crate) fn time(seconds: &str) -> Duration {
    Duration::from_secs_f64(seconds.parse().expect("times are numbers"))
}

pub(crate) fn color(name: &str) -> Color {
    if name == "black" { Color::Black } else { Color::White }
}

pub(crate) fn actor(name: &str) -> Actor {
    match name {
        "owner" => Actor::Owner,
        "spectator" => Actor::Spectator,
        "engine" => Actor::Engine,
        "clock" => Actor::Clock,
        _ => Actor::Player(color(name)),
    }
}

pub(crate) fn request(name: &str) -> Request {
    match name {
        "undo" => Request::Undo,
        "pause" => Request::Pause,
        _ => Request::Adjourn,
    }
}

/// Reads permissions for takebacks, pauses, edits and analysis.
fn policy(text: &str) -> Policy {
    let permission = |it: &str| match it {
        "consent" => Permission::ByConsent,
        "never" => Permission::Never,
        _ => Permission::Free,
    };
    let words: Vec<Permission> = text.split(',').map(permission).collect();
    Policy {
        takebacks: words[0],
        pause: words[1],
        edits: words[2] == Permission::Free,
        analysis: words[3] == Permission::Free,
    }
}

pub(crate) fn decision(text: &str) -> Decision {
    if text == "resign" { Decision::Resign } else { Decision::Move(parse(text)) }
}

pub(crate) fn step(words: &[&str]) -> Step {
    let n_nodes = parse;
    match *words {
        ["back", n] => Step::Back(n_nodes(n)),
        ["forward", n] => Step::Forward(n_nodes(n)),
        ["first"] => Step::First,
        ["last"] => Step::Last,
        ["live"] => Step::Live,
        ["number", n] => Step::Number(parse(n)),
        ["next"] => Step::NextVariation,
        ["previous"] => Step::PreviousVariation,
        ["next-fork"] => Step::NextFork,
        ["previous-fork"] => Step::PreviousFork,
        _ => panic!("unknown step {words:?}"),
    }
}

/// An analysis that likes one move, and Black to own everything.
pub(crate) fn analysis(to_play: Color, best: Move) -> Analysis {
    let (lead, n_visits) = (Some(3.5), 100);
    Analysis {
        lead,
        n_visits,
        candidates: vec![Candidate { lead, n_visits, ..Candidate::new(best, 0.75) }],
        priors: vec![(best, 0.5)],
        ownership: Some(Box::new(ByPoint::new(1.0))),
        ..Analysis::new(to_play, 0.75)
    }
}

/// Reads pairs of a name and a value.
pub(crate) fn setup(text: &str) -> Setup {
    let pairs: Vec<(&str, &str)> =
        text.split_whitespace().map(|it| it.split_once('=').expect("pairs")).collect();
    let find = |name| pairs.iter().find(|(it, _)| *it == name).map(|&(_, value)| value);
    let seat = |name| find(name).map_or_else(|| Seat::person(""), seat);
    Setup {
        size: parse(find("size").unwrap_or("9")),
        ruleset: find("rules").map_or(Ruleset::CHINESE, parse),
        komi: find("komi").map(parse),
        handicap: find("handicap").map_or(Handicap::None, handicap),
        seats: ByColor { black: seat("black"), white: seat("white") },
        time: find("time").map_or(TimeControl::None, time_control),
        scoring_time: find("scoring").map(time),
        policy: find("policy").map(policy).unwrap_or_default(),
        date: find("date").unwrap_or_default().to_owned(),
    }
}

pub(crate) fn parse<T: FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().expect("values can be read")
}

pub(crate) fn seat(text: &str) -> Seat {
    match text.split_once(':') {
        Some(("level", name)) => Seat::Level(parse(name)),
        Some(("engine", name)) => {
            Seat::Engine { name: name.to_owned(), command: format!("{name} --gtp") }
        }
        _ => Seat::person(text),
    }
}

fn handicap(text: &str) -> Handicap {
    if let Some(n_stones) = text.strip_prefix("free:") {
        return Handicap::Free(parse(n_stones));
    }
    match text.parse() {
        Ok(n_stones) => Handicap::Fixed(n_stones),
        Err(_) => Handicap::Points(text.split(',').map(parse).collect()),
    }
}

fn time_control(text: &str) -> TimeControl {
    let words: Vec<&str> = text.split(',').collect();
    match words[..] {
        ["absolute", main] => TimeControl::Absolute { main: time(main) },
        ["simple", per_move] => TimeControl::Simple { per_move: time(per_move) },
        ["fischer", initial, increment, max] => TimeControl::Fischer {
            initial: time(initial),
            increment: time(increment),
            max: time(max),
        },
        ["byo-yomi", main, periods, period] => {
            TimeControl::ByoYomi { main: time(main), periods: parse(periods), period: time(period) }
        }
        ["canadian", main, stones, block] => {
            TimeControl::Canadian { main: time(main), block: time(block), stones: parse(stones) }
        }
        _ => panic!("unknown time control {text}"),
    }
}

pub(crate) fn without_version(sgf: &str) -> String {
    sgf.replace(env!("CARGO_PKG_VERSION"), "VERSION")
}
