//! An engine follows a game, in as few words as possible.

use std::time::Duration;

use tengen_analysis::Decision;
use tengen_clock::TimeControl;
use tengen_gtp::controller::Error;
use tengen_rules::{Board, Color, Game, Komi, Move, Ruleset, Size};

use crate::stub::{PATIENT, assert_gone, game, start_noted};

#[test]
fn obedient_engine_plays_a_game() {
    let (mut engine, notes) = start_noted("obedient");
    assert_eq!((engine.name(), engine.version()), ("Unruly", "0.1"));
    assert!(engine.knows("undo") && !engine.knows("banana"));
    let mut game = game("C3");
    for expected in ["A1", "B1"] {
        engine.sync(&game).unwrap();
        let decision = engine.generate(game.to_play(), PATIENT).unwrap();
        assert_eq!(decision.to_string(), expected);
        let Decision::Move(mv) = decision else { panic!("this is no time to resign") };
        game.play(mv).unwrap();
    }
    game.play(Move::Pass).unwrap();
    engine.sync(&game).unwrap();
    let process_id = engine.process_id().unwrap();
    drop(engine);
    assert_gone(process_id);
    assert!(notes.text().contains("> 4 boardsize 9\n< =4 \n< \n> 5 clear_board\n"));
    let expected = "boardsize 9, clear_board, komi 7.5, play black C3, genmove white, \
                    genmove black, play white pass, quit";
    assert_eq!(notes.commands().join(", "), expected);
}

#[test]
fn engine_comes_back_where_it_was() {
    let (mut engine, notes) = start_noted("crash later");
    assert!(engine.set_time_control("1m".parse().unwrap()).unwrap());
    let mut game = game("C3");
    let error = loop {
        if let Err(error) = engine.sync(&game) {
            break error;
        }
        match engine.generate(game.to_play(), PATIENT) {
            Ok(Decision::Move(mv)) => game.play(mv).unwrap(),
            Ok(Decision::Resign) => panic!("this engine does not resign"),
            Err(error) => break error,
        }
    };
    assert!(matches!(error, Error::Died { .. }), "{error}");
    let n_before = notes.commands().len();
    engine.restart().unwrap();
    let moves: Vec<String> = notes.commands().split_off(n_before);
    let expected = "boardsize 9, clear_board, komi 7.5, play black C3, play white A1, \
                    play black B1, play white C1, play black D1, time_settings 60 0 0";
    assert_eq!(moves.join(", "), expected);
}

/// What an engine is sent so that it knows one game after the other.
#[track_caller]
fn check_sync(manner: &str, games: &[Game], expected: &str) {
    let (mut engine, notes) = start_noted(manner);
    for game in games {
        engine.sync(game).expect("the engine follows");
    }
    let commands = notes.commands().join(", ");
    let commands = commands.replace("boardsize 9, clear_board, komi 7.5", "NEW");
    assert_eq!(commands, expected);
}

#[test]
fn only_what_is_new_is_sent() {
    let games = vec![game("A1 B2"), game("A1 B2 C3"), game("A1 B2 D4"), game("A1 B2 D4")];
    let sent = "NEW, play black A1, play white B2, play black C3";
    check_sync("obedient", &games, &format!("{sent}, undo, play black D4"));
    let anew = "NEW, play black A1, play white B2, play black D4";
    check_sync("obedient; -undo", &games, &format!("{sent}, {anew}"));
}

#[test]
fn komi_alone_needs_no_new_game() {
    let games = vec![game("A1"), game("A1").with_komi(Komi::ZERO)];
    check_sync("obedient", &games, "NEW, play black A1, komi 0");
}

#[test]
fn other_sizes_are_other_games() {
    let games = vec![game(""), Game::new(Size::new(7, 5).unwrap(), Ruleset::CHINESE)];
    check_sync("obedient", &games, "NEW, rectangular_boardsize 7 5, clear_board, komi 7.5");
}

#[test]
fn moves_after_the_end_are_sent() {
    let mut resumed = game("A1 pass pass");
    resumed.resume(Color::White).unwrap();
    resumed.play("B2".parse().unwrap()).unwrap();
    let expected = "NEW, play black A1, play white pass, play black pass, play white B2";
    let games = vec![resumed];
    check_sync("obedient", &games, expected);
}

#[test]
fn rules_are_told_where_they_are_known() {
    let games = vec![game("").with_komi(Komi::ZERO)];
    let expected = "boardsize 9, clear_board, kata-set-rules chinese, komi 0";
    check_sync("obedient; +kata-set-rules", &games, expected);
}

#[test]
fn handicap_by_the_best_command() {
    let mut game = Game::with_fixed_handicap(Size::NINE, Ruleset::CHINESE, 2).unwrap();
    game.play("E5".parse().unwrap()).unwrap();
    let games = vec![game.with_komi("7.5".parse().unwrap())];
    check_sync("obedient", &games, "NEW, set_free_handicap C3 G7, play white E5");
    let plays = "NEW, play black C3, play black G7, play white E5";
    check_sync("obedient; -set_free_handicap", &games, plays);
}

#[test]
fn position_by_the_best_command() {
    let board: Board = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O . . . . . . . .
        X . . . . . . . .
    "
    .parse()
    .unwrap();
    let games = vec![Game::from_position(board.into(), Ruleset::CHINESE)];
    check_sync("obedient", &games, "NEW, play black A1, play white A2");
    let list = "black A1 white A2";
    check_sync(
        "obedient; +set_position +gogui-setup",
        &games,
        &format!("NEW, set_position {list}"),
    );
    check_sync(
        "obedient; +gogui-setup +gogui-setup_player",
        &games,
        &format!("NEW, gogui-setup {list}, gogui-setup_player black"),
    );
}

#[track_caller]
fn check_time(changes: &str, control: &str, expected: &str) {
    let control: TimeControl = control.parse().expect("clocks can be read");
    let (mut engine, notes) = start_noted(&format!("obedient; {changes}"));
    let is_told = engine.set_time_control(control).expect("it is told");
    let left = control.start().spend(Duration::from_millis(61_500));
    engine.set_time_left(Color::Black, left).expect("it is told");
    assert_eq!(notes.commands().join(", "), expected);
    assert_eq!(is_told, expected.contains("time_settings"));
}

#[test]
fn time_by_the_best_command() {
    let byo_yomi = "1m+5x10.5s";
    for (changes, control, expected) in [
        ("", "none", "time_settings 0 1 0"),
        ("", "2m", "time_settings 120 0 0, time_left black 58 0"),
        ("", "90s/move", "time_settings 0 90 1, time_left black 28 1"),
        ("", "1m+5/10s", "time_settings 60 10 5, time_left black 8 5"),
        ("", byo_yomi, "time_settings 60 10 1, time_left black 9 1"),
        ("+kgs-time_settings", byo_yomi, "kgs-time_settings byoyomi 60 10 5, time_left black 9 5"),
        (
            "+kgs-time_settings +kata-time_settings",
            byo_yomi,
            "kata-time_settings byoyomi 60 10.5 5, time_left black 9 5",
        ),
        ("-time_settings -time_left", "1m+5/10s", ""),
    ] {
        check_time(changes, control, expected);
    }
}
