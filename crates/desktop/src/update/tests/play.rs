use super::*;
use crate::dialog::Dialog;

#[test]
fn a_click_puts_a_stone() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3"]);
    assert_eq!((window.stone("E5"), window.stone("C3")), (Some(Color::Black), Some(Color::White)));
    assert_eq!(window.app.scene.last, Some(at("C3")));
}

#[test]
fn a_refused_click_says_why() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "E5"]);
    assert_eq!(window.told(), "E5 is occupied.");
    assert_eq!(window.view().moves.len(), 1);
    // The next thing that happens takes the notice away.
    window.click("C3");
    assert_eq!(window.told(), "");
}

#[test]
fn the_ghost_is_absent_where_a_move_is_illegal() {
    let mut window = Window::of_people(Size::square(5).unwrap());
    window.hover("C3");
    assert_eq!(window.app.scene.ghost, Some((at("C3"), Color::Black)));
    window.click_all(&["B3", "C3", "C4", "D4", "C2", "D2", "A1", "E3", "D3"]);
    window.hover("B3");
    assert_eq!(window.app.scene.ghost, None, "a stone is there");
    window.hover("C3");
    assert_eq!(window.app.scene.ghost, None, "this is the ko");
    assert_eq!(window.app.scene.ko, Some(at("C3")));
    window.click("C3");
    assert!(window.told().contains("ko"), "{}", window.told());
    window.input(Input::Hover(None));
    assert_eq!(window.app.scene.ghost, None);
}

#[test]
fn an_engine_answers_without_being_waited_for() {
    let mut window = Window::against_light();
    window.click("E5");
    assert_eq!(window.stone("E5"), Some(Color::Black));
    window.wait(|app| app.view_of_game().unwrap().moves.len() == 2);
    assert!(window.app.scene.arriving.is_some());
}

#[test]
fn engines_play_each_other() {
    let light = level_seat(Level::LIGHT);
    // On a large board the game is not over before it is paused.
    let setup = Setup::new(Size::square(25).unwrap(), Ruleset::CHINESE);
    let setup = setup.with_seat(Color::Black, light.clone()).with_seat(Color::White, light);
    let mut window = Window::playing(&setup);
    window.wait(|app| app.view_of_game().unwrap().moves.len() >= 4);
    window.press(Command::Pause);
    assert!(window.view().is_paused);
}

#[test]
fn an_engine_that_does_not_exist_is_told_and_the_game_stays() {
    let setup = Setup::new(Size::NINE, Ruleset::CHINESE);
    let command = "no-such-engine-anywhere --gtp".to_owned();
    let seat = Seat::Engine { name: "Nobody".into(), command };
    let mut window = Window::playing(&setup.with_seat(Color::White, seat));
    window.click("E5");
    window.wait(|app| app.view_of_game().unwrap().problem.is_some());
    assert_eq!(window.stone("E5"), Some(Color::Black));
    assert!(window.view().status.contains("no-such-engine-anywhere"), "{}", window.view().status);
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3"]);
    window.press(Command::Undo);
    assert_eq!(window.stone("C3"), None);
    window.press(Command::Redo);
    assert_eq!(window.stone("C3"), Some(Color::White));
    window.press(Command::Redo);
    assert_eq!(window.told(), "There is nothing to play again.");
}

#[test]
fn resigning_is_asked_about() {
    let mut window = Window::of_people(Size::NINE);
    window.press(Command::Resign);
    assert_eq!(window.app.dialog, Some(Dialog::Resign));
    window.answer(DialogInput::Close);
    assert!(matches!(window.view().phase, tengen_session::Phase::Playing));
    window.press(Command::Resign);
    window.answer(DialogInput::Confirm);
    assert_eq!(window.view().status, "White wins by resignation.");
    window.press(Command::Resign);
    assert_eq!(window.told(), "The game is over.");
}

#[test]
fn clicks_behind_a_dialog_do_nothing() {
    let mut window = Window::of_people(Size::NINE);
    window.press(Command::Resign);
    window.click("E5");
    assert_eq!(window.view().moves.len(), 0);
}

#[test]
fn a_clock_is_shown_while_it_runs() {
    let mut window = Window::with_clock("5m".parse().unwrap());
    assert_eq!(window.app.tick(), Some(250));
    window.press(Command::Pause);
    assert_eq!(window.app.tick(), None);
    window.press(Command::Pause);
    window.send(Message::Tick);
    assert_eq!(window.app.tick(), Some(250));
    // It does not run behind other screens.
    window.press(Command::Menu);
    assert_eq!(window.app.tick(), None);
    assert!(window.view().is_paused);
    assert_eq!(Window::of_people(Size::NINE).app.tick(), None);
}

#[test]
fn last_seconds_are_shown_in_tenths() {
    let window = Window::with_clock("9s".parse().unwrap());
    assert_eq!(window.app.tick(), Some(100));
}

#[test]
fn a_stone_arrives_and_then_nothing_moves() {
    let mut window = Window::of_people(Size::NINE);
    window.click("E5");
    assert_eq!(window.app.scene.arriving, Some(at("E5")));
    window.send(Message::Frame(Instant::now() + Duration::from_secs(1)));
    assert_eq!((window.app.scene.arriving, window.app.display.arrived), (None, None));
}

#[test]
fn the_wheel_and_clicks_on_stones_go_through_the_game() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3", "G7"]);
    window.input(Input::Scroll(-2));
    assert_eq!(window.view().move_number, 1);
    window.input(Input::Scroll(1));
    assert_eq!(window.view().move_number, 2);
    window.press(Command::Last);
    window.input(Input::Press(at("E5"), Held::Modifier));
    assert_eq!(window.view().move_number, 1);
    // A move from there is a variation.
    window.click("G3");
    assert_eq!(window.view().siblings.len(), 2);
}

#[test]
fn the_game_is_returned_to_whatever_is_shown() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3", "G7"]);
    window.press(Command::First);
    window.press(Command::Numbers);
    window.press(Command::Live);
    assert!(window.view().is_live());
}

#[test]
fn a_letter_closes_no_dialog_that_asks_for_something_else() {
    let mut window = Window::of_people(Size::NINE);
    window.press(Command::Resign);
    window.type_letter("d");
    assert_eq!(window.app.dialog, Some(Dialog::Resign));
}

#[test]
fn overlays_ask_for_what_they_need() {
    let mut window = Window::of_people(Size::square(5).unwrap());
    window.press(Command::Estimate);
    assert!(window.view().is_analyzing);
    window.wait(|app| app.view_of_game().unwrap().ownership.is_some());
    assert_eq!(window.app.scene.owners.len(), 25);
    window.press(Command::Estimate);
    assert!(window.app.scene.owners.is_empty());
    window.press(Command::Hint);
    window.wait(|app| !app.scene.candidates.is_empty());
    let best = window.app.scene.candidates[0].point.to_string();
    window.hover(&best);
    assert_eq!(window.app.scene.continuation[0].0, at(&best));
    window.press(Command::Policy);
    assert!(!window.app.scene.heat.is_empty());
    window.press(Command::Cancel);
    let scene = &window.app.scene;
    assert!(scene.candidates.is_empty() && scene.heat.is_empty() && scene.owners.is_empty());
}

#[test]
fn analysis_follows_what_is_looked_at() {
    let mut window = Window::of_people(Size::square(5).unwrap());
    window.press(Command::Analyze);
    assert!(window.view().is_analysis_on && window.app.display.has_candidates);
    window.wait(|app| !app.scene.candidates.is_empty());
    window.click("C3");
    window.wait(|app| !app.scene.candidates.is_empty());
    let n_known = window.view().line.iter().filter(|it| it.evaluation.is_some()).count();
    assert!(n_known >= 2, "{n_known}");
    window.press(Command::Analyze);
    assert!(!window.view().is_analysis_on);
}

#[test]
fn the_middle_button_keeps_a_continuation() {
    let mut window = Window::of_people(Size::square(5).unwrap());
    window.press(Command::Hint);
    window.wait(|app| app.view_of_game().unwrap().hints.iter().any(|it| it.variation.len() > 2));
    let hint = window.view().hints.iter().find(|it| it.variation.len() > 2).cloned().unwrap();
    window.input(Input::Middle(hint.mv.point().unwrap()));
    assert!(window.told().starts_with("Added a variation"), "{}", window.told());
    assert_eq!(window.view().variations.len(), 1);
    assert!(window.view().line.len() > 2);
}

#[test]
fn the_board_is_turned_and_flipped() {
    let mut window = Window::of_people(Size::NINE);
    let turns = [Command::TurnRight, Command::Flip, Command::FlipDown, Command::TurnLeft];
    let start = window.app.display.turn;
    for command in turns {
        let before = window.app.display.turn;
        window.press(command);
        assert_ne!(window.app.display.turn, before, "{command:?}");
    }
    window.press(Command::TurnRight);
    window.press(Command::TurnLeft);
    assert_ne!(window.app.display.turn, start);
}

#[test]
fn numbers_coordinates_and_panels_are_switched() {
    let mut window = Window::of_people(Size::NINE);
    window.click("E5");
    window.press(Command::Numbers);
    assert_eq!(window.app.scene.numbers, [(at("E5"), 1)]);
    window.press(Command::Coordinates);
    assert!(!window.app.room.config.window.has_coordinates);
    window.press(Command::Zen);
    assert!(window.app.display.is_zen);
    window.press(Command::Cancel);
    assert!(!window.app.display.is_zen);
    window.press(Command::Graph);
    assert!(window.app.display.is_graph_hidden);
}
