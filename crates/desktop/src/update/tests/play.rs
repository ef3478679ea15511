use super::*;

#[test]
fn a_click_puts_a_stone() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3"]);
    assert_eq!((window.stone("E5"), window.stone("C3")), (Some(Color::Black), Some(Color::White)));
    assert_eq!(window.app.scene.last_move, Some(at("C3")));
}

#[test]
fn a_refused_click_says_why() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "E5"]);
    assert!(window.told().contains("E5"), "{}", window.told());
    assert_eq!(window.n_moves(), 1);
    // The next thing that happens takes the notice away.
    window.click("C3");
    assert_eq!(window.told(), "");
}

#[test]
fn the_ghost_is_absent_where_a_move_is_illegal() {
    let mut window = Window::of_people(Size::square(5).unwrap());
    window.hover("C3");
    assert_eq!(window.app.scene.ghost, Some(stone("C3", Color::Black)));
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
    window.wait(|app| app.view_of_game().unwrap().position.moves.len() == 2);
    assert!(window.app.display.arriving.is_some());
}

#[test]
fn engines_play_each_other() {
    // On a large board the game is not over before it is paused.
    let mut window = Window::playing(|form| {
        form.size = "25".into();
        (form.players.black, form.players.white) = (light(), light());
    });
    window.wait(|app| app.view_of_game().unwrap().position.moves.len() >= 4);
    window.press(Command::Pause);
    assert!(window.view().game.is_paused);
}

#[test]
fn an_engine_that_does_not_exist_is_told_and_the_game_stays() {
    let mut window = Window::playing(|form| {
        form.players.white = Player::Program;
        form.commands.white = "no-such-engine-anywhere --gtp".into();
    });
    window.click("E5");
    window.wait(|app| app.view_of_game().unwrap().engine.problem.is_some());
    assert_eq!(window.stone("E5"), Some(Color::Black));
    assert!(window.status().contains("no-such-engine-anywhere"), "{}", window.status());
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
    assert_ne!(window.told(), "");
}

#[test]
fn resigning_is_asked_about() {
    let mut window = Window::of_people(Size::NINE);
    window.press(Command::Resign);
    assert!(matches!(window.question(), Some(Question::Resign(Color::Black))));
    window.answer(DialogInput::Close);
    assert_eq!(window.phase(), Phase::Playing);
    window.press(Command::Resign);
    window.answer(DialogInput::Confirm);
    assert!(window.status().contains("White wins by resignation."), "{}", window.status());
    window.press(Command::Resign);
    assert!(window.told().starts_with("The game is over."), "{}", window.told());
}

#[test]
fn clicks_behind_a_dialog_do_nothing() {
    let mut window = Window::of_people(Size::NINE);
    window.press(Command::Resign);
    window.click("E5");
    assert_eq!(window.n_moves(), 0);
}

#[test]
fn a_clock_is_shown_while_it_runs() {
    let mut window = Window::with_clock("5m");
    assert_eq!(window.app.tick(), Some(250));
    window.press(Command::Pause);
    assert_eq!(window.app.tick(), None);
    window.press(Command::Pause);
    window.send(Message::Tick);
    assert_eq!(window.app.tick(), Some(250));
    // It does not run behind other pages.
    window.press(Command::Leave);
    assert_eq!(window.app.tick(), None);
    assert!(window.view().game.is_paused);
    assert_eq!(Window::of_people(Size::NINE).app.tick(), None);
}

#[test]
fn a_tick_shows_the_time_and_looks_at_nothing_else() {
    let (mut window, time) = Window::with_manual_time("5m");
    let moves = window.view().position.moves.clone();
    let scene = window.app.scene.clone();
    time.advance(Duration::from_secs(292));
    window.send(Message::Tick);
    let shown = window.view().game.clocks.black.shown().unwrap();
    assert_eq!(shown.time, Duration::from_secs(8));
    assert!(Arc::ptr_eq(&window.view().position.moves, &moves), "the view is the same");
    assert_eq!(window.app.scene, scene);
    // The last seconds are shown in tenths.
    assert_eq!(window.app.tick(), Some(100));
}

#[test]
fn a_stone_arrives_and_then_nothing_moves() {
    let mut window = Window::of_people(Size::NINE);
    window.click("E5");
    assert_eq!(window.app.display.arriving.map(|it| it.point), Some(at("E5")));
    window.send(Message::Frame(Instant::now() + Duration::from_secs(1)));
    assert_eq!(window.app.display.arriving, None);
}

#[test]
fn the_wheel_and_clicks_on_stones_go_through_the_game() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3", "G7"]);
    window.input(Input::Scroll(-2));
    assert_eq!(window.move_number(), 1);
    window.input(Input::Scroll(1));
    assert_eq!(window.move_number(), 2);
    window.input(Input::Scroll(9));
    window.input(Input::Scroll(9));
    assert_eq!((window.move_number(), window.told()), (3, ""));
    window.input(Input::Press(at("E5"), Held::Modifier));
    assert_eq!(window.move_number(), 1);
}

#[test]
fn the_game_is_returned_to_whatever_is_shown() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3", "G7"]);
    window.press(Command::First);
    window.press(Command::Numbers);
    window.press(Command::Live);
    assert!(window.view().tree.is_live);
}

#[test]
fn a_letter_closes_no_dialog_that_asks_for_something_else() {
    let mut window = Window::of_people(Size::NINE);
    window.press(Command::Resign);
    window.type_letter("d");
    assert!(window.question().is_some());
    window.type_letter("y");
    assert!(matches!(window.phase(), Phase::Over(_)));
}

#[test]
fn overlays_ask_for_what_they_need() {
    let mut window = Window::of_people(Size::square(5).unwrap());
    window.press(Command::Estimate);
    assert!(window.view().engine.is_analyzing);
    window.wait(|app| !app.scene.ownership.is_empty());
    assert_eq!(window.app.scene.ownership.len(), 25);
    window.press(Command::Estimate);
    assert!(window.app.scene.ownership.is_empty());
    window.press(Command::Hint);
    window.wait(|app| !app.scene.candidates.is_empty());
    let best = window.app.scene.candidates[0].point.to_string();
    window.hover(&best);
    assert_eq!(window.app.scene.continuation[0].stone.point, at(&best));
    window.press(Command::Policy);
    assert!(!window.app.scene.heat.values.is_empty());
    window.press(Command::Cancel);
    let scene = &window.app.scene;
    assert!(scene.candidates.is_empty() && scene.heat.values.is_empty());
    assert!(scene.ownership.is_empty());
}

#[test]
fn analysis_follows_what_is_looked_at() {
    let mut window = Window::of_people(Size::square(5).unwrap());
    window.press(Command::Analyze);
    assert!(window.view().engine.is_analysis_on && window.app.workspace.shows_hints());
    window.wait(|app| !app.scene.candidates.is_empty());
    window.click("C3");
    window.wait(|app| !app.scene.candidates.is_empty());
    window.wait(|app| {
        let line = &app.view_of_game().unwrap().tree.line;
        line.iter().filter(|it| it.evaluation.is_some()).count() >= 2
    });
    window.press(Command::Analyze);
    assert!(!window.view().engine.is_analysis_on);
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
    assert_eq!(window.app.scene.numbers.get(&at("E5")), Some(&1));
    window.press(Command::Coordinates);
    assert!(!window.app.workspace.settings().window.has_coordinates);
    window.press(Command::Zen);
    assert!(window.app.display.is_zen);
    window.press(Command::Cancel);
    assert!(!window.app.display.is_zen);
    window.press(Command::Graph);
    assert!(window.app.display.is_graph_hidden);
}
