use tengen_engine::Level;
use tengen_rules::{Color, Ruleset, Size};
use tengen_session::{Handicap, Seat};

use super::*;
use crate::form::Form;
use crate::form::Player;
use crate::settings::{EngineEntry, GameDefaults};

fn words(text: &str) -> GameWords {
    match parse(text) {
        Ok(Order::NewGame(words)) => words,
        order => panic!("{order:?}"),
    }
}

fn form(engines: &[EngineEntry]) -> Form {
    Form::new(&GameDefaults::default(), engines)
}

#[test]
fn points_are_moves() {
    for text in ["d4", " D4 ", "play d4", ":d4"] {
        let order = parse(text);
        assert!(matches!(order, Ok(Order::Play(point)) if point.to_string() == "D4"), "{text}");
    }
}

#[test]
fn numbers_go_to_moves() {
    assert!(matches!(parse("30"), Ok(Order::Go(Step::Number(30)))));
    assert!(matches!(parse("number 30"), Ok(Order::Go(Step::Number(30)))));
    assert!(matches!(parse("back"), Ok(Order::Go(Step::Back(1)))));
}

#[test]
fn wrong_lines_are_explained() {
    let reason = |text| parse(text).unwrap_err();
    assert_eq!(reason("dance"), BadLine::Unknown("dance".into()));
    assert_eq!(
        reason("pass twice"),
        BadLine::TooMuch { command: "pass".into(), rest: "twice".into() }
    );
    assert_eq!(reason("undo 2"), BadLine::TooMuch { command: "undo".into(), rest: "2".into() });
    assert_eq!(reason("look"), BadLine::NoPoint { command: "look".into(), text: String::new() });
    assert_eq!(reason("back x"), BadLine::NoNumber { command: "back".into(), text: "x".into() });
    assert_eq!(reason("open"), BadLine::NoFile("open".into()));
}

#[test]
fn asking_changes_nothing() {
    assert!(matches!(parse("comment"), Ok(Order::Ask(Inquiry::Comment))));
    assert!(matches!(parse("dead"), Ok(Order::Ask(Inquiry::Dead))));
    assert!(matches!(parse("row 4"), Ok(Order::Ask(Inquiry::Row(4)))));
}

#[test]
fn new_games_change_what_is_named() {
    let mut form = form(&[]);
    words("new 13 10k white japanese komi=0.5 handicap=2 clock=5m+3x30s").apply(&mut form).unwrap();
    let setup = form.setup().unwrap();
    assert_eq!((setup.size, setup.ruleset), (Size::THIRTEEN, Ruleset::JAPANESE));
    assert_eq!(setup.handicap, Handicap::Fixed(2));
    assert_eq!(setup.time.to_string(), "5m+3x30s");
    assert_eq!(setup.seats.black.to_string(), "Tengen 10k");
    assert!(setup.seats.white.is_person());
}

#[test]
fn a_rank_without_a_level_takes_the_nearest() {
    let mut form = form(&[]);
    words("new 5k").apply(&mut form).unwrap();
    assert_eq!(form.setup().unwrap().seats.white.to_string(), "Tengen 6k");
}

#[test]
fn people_change_seats() {
    let mut form = form(&[]);
    words("new both").apply(&mut form).unwrap();
    assert!(form.setup().unwrap().seats.white.is_person());
    words("new white").apply(&mut form).unwrap();
    assert_eq!((form.color(), form.opponent()), (Color::White, &Player::Level(Level::LADDER[3])));
}

#[test]
fn engines_are_called_by_their_names() {
    let engine = EngineEntry { name: "GNU Go".into(), command: "gnugo --mode gtp".into() };
    let mut without = form(&[]);
    let unknown = BadGameWord::Unknown("gnu-go".into());
    assert_eq!(words("new 13 gnu-go").apply(&mut without), Err(unknown));
    assert_eq!(without, form(&[]), "a refused line changes nothing");
    let mut form = form(&[engine]);
    words("new 13 gnu-go").apply(&mut form).unwrap();
    let Seat::Engine { name, .. } = form.setup().unwrap().seats.white else { panic!("an engine") };
    assert_eq!(name, "GNU Go");
}

#[test]
fn nonsense_about_games_is_named() {
    let reason = |text| words(text).apply(&mut form(&[])).unwrap_err();
    assert_eq!(reason("new 99"), BadGameWord::Size("99".into()));
    assert_eq!(reason("new komi=much"), BadGameWord::Komi("much".into()));
    assert_eq!(reason("new clock=soon"), BadGameWord::Clock("soon".into()));
    assert_eq!(reason("new handicap=12"), BadGameWord::Handicap("12".into()));
    assert_eq!(reason("new 5 handicap=9"), BadGameWord::Handicap("9".into()));
}
