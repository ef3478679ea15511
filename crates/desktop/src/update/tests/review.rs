use tengen_front::practice::Stage;
use tengen_front::review::Measure;
use tengen_rules::Move;

use super::*;

/// `examples/game.sgf` with its review.
const REVIEWED: &str = include_str!("../../../../front/tests/data/reviewed.sgf");

impl Window {
    /// With the reviewed record.
    fn reviewed(folder: &Folder) -> Window {
        let path = folder.file("game.sgf", REVIEWED);
        let mut window = folder.window();
        window.send(Message::OpenFile(path));
        assert!(window.app.workspace.review().is_some(), "{}", window.told());
        window
    }

    fn stage(&self) -> Stage {
        self.app.workspace.practice().expect("there is practice").stage.clone()
    }
}

#[test]
fn mistakes_are_gone_to_by_key_and_shown_on_their_stones() {
    let folder = Folder::new();
    let mut window = Window::reviewed(&folder);
    window.type_letter(")");
    assert_eq!(window.move_number(), 11);
    let scene = &window.app.scene;
    assert!(scene.losses.len() > 1 && !scene.candidates.is_empty() && !scene.labels.is_empty());
    // One key hides what was better, and shows it again.
    window.type_letter("H");
    assert!(window.app.scene.candidates.is_empty() && window.app.scene.labels.is_empty());
    window.type_letter("H");
    assert!(!window.app.scene.candidates.is_empty());
    window.type_letter(")");
    window.type_letter("(");
    assert_eq!(window.move_number(), 11);
}

#[test]
fn lists_and_the_report_are_opened_by_key() {
    let folder = Folder::new();
    let mut window = Window::reviewed(&folder);
    window.key(Key::Named(iced::keyboard::key::Named::F7), Modifiers::empty());
    assert!(matches!(window.app.dialog, Some(Dialog::Report)));
    // From there, keys of reviews do what they do elsewhere.
    window.type_letter(")");
    assert!(window.app.dialog.is_none());
    assert_eq!(window.move_number(), 11);
    // There is a list beside the board, unless there is no space for it.
    window.type_letter("W");
    assert!(window.app.dialog.is_none() && window.app.display.is_list_hidden);
    window.type_letter("W");
    assert!(!window.app.display.is_list_hidden);
    window.app.size.width = 480.0;
    window.type_letter("W");
    assert!(matches!(window.app.dialog, Some(Dialog::KeyMoves)));
    let node = window.app.workspace.review().unwrap().key_moves()[0].judged.node;
    window.send(Message::Visit(node));
    assert!(window.app.dialog.is_none());
    assert_eq!(window.view().tree.node, node);
}

#[test]
fn the_graph_shows_the_lead_or_the_chance() {
    let folder = Folder::new();
    let mut window = Window::reviewed(&folder);
    let measure = |window: &Window| window.app.workspace.review().unwrap().measure;
    assert_eq!(measure(&window), Measure::Lead);
    window.send(Message::ToggleMeasure);
    assert_eq!(measure(&window), Measure::Chance);
}

#[test]
fn a_candidate_under_the_mouse_shows_how_it_goes_on() {
    let folder = Folder::new();
    let mut window = Window::reviewed(&folder);
    let point = window.app.scene.candidates[0].point;
    window.input(Input::Hover(Some(point)));
    assert!(!window.app.scene.continuation.is_empty());
    window.input(Input::Hover(None));
    assert!(window.app.scene.continuation.is_empty());
}

#[test]
fn exercises_are_answered_on_the_board() {
    let folder = Folder::new();
    let mut window = Window::reviewed(&folder);
    window.type_letter("d");
    let exercise = window.app.workspace.practice().unwrap().exercise.clone().unwrap();
    assert_eq!(window.move_number(), 10);
    let Move::Play(wrong) = exercise.played else { panic!() };
    window.click(&wrong.to_string());
    assert!(matches!(window.stage(), Stage::Wrong(_)));
    assert!(!window.app.scene.numbers.is_empty(), "the refutation is on the board");
    // The wheel does not leave an exercise.
    window.input(Input::Scroll(1));
    assert!(matches!(window.stage(), Stage::Wrong(_)));
    window.press(Command::Undo);
    let Move::Play(right) = exercise.known[0].mv else { panic!() };
    window.click(&right.to_string());
    assert!(matches!(window.stage(), Stage::Right(_)));
    window.press(Command::NextMistake);
    window.press(Command::HideAnswer);
    assert!(matches!(window.stage(), Stage::Shown(_)));
    window.press(Command::Cancel);
    assert!(window.app.workspace.practice().is_none());
    assert!(!window.app.workspace.has_unsaved_changes());
}

#[test]
fn moves_are_guessed() {
    let folder = Folder::new();
    let mut window = Window::reviewed(&folder);
    window.send(Message::ReviewMenu);
    window.answer(DialogInput::Choose(Command::GuessMoves));
    assert!(window.app.dialog.is_none());
    let played = window.app.workspace.practice().unwrap().exercise.clone().unwrap().played;
    window.click(&played.point().unwrap().to_string());
    window.wait(|app| !app.workspace.is_busy());
    assert_eq!(window.app.workspace.practice().unwrap().score.n_same, 1);
}

#[test]
fn a_guess_of_the_lead_is_typed_until_it_makes_sense() {
    let folder = Folder::new();
    let mut window = Window::reviewed(&folder);
    window.type_letter("Q");
    window.type_and_confirm("soon");
    assert!(matches!(window.app.dialog, Some(Dialog::GuessLead(_))), "{}", window.told());
    assert!(window.app.workspace.review().is_none(), "the graph would tell the lead");
    window.type_and_confirm("W+2");
    assert!(window.app.dialog.is_none() && !window.told().is_empty());
    assert!(window.app.workspace.review().is_some());
}

#[test]
fn a_record_is_reviewed_and_stopped_with_the_same_key() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", RECORD);
    let mut window = folder.window();
    window.send(Message::OpenFile(path));
    window.press(Command::Review);
    window.wait(|app| app.workspace.review().is_some_and(|it| !it.report.moves.is_empty()));
    let is_running = |app: &App| app.workspace.review().is_some_and(|it| it.state.is_running());
    if is_running(&window.app) {
        window.press(Command::Review);
    }
    assert!(!is_running(&window.app));
    assert!(!window.app.scene.candidates.is_empty());
}

#[test]
fn a_review_of_a_game_that_goes_on_is_refused() {
    let mut window = Window::of_people(Size::NINE);
    window.click("E5");
    window.press(Command::Review);
    assert!(window.app.workspace.review().is_none());
    assert!(window.app.notice.as_ref().is_some_and(|it| it.is_problem));
}

#[test]
fn a_move_that_was_taken_back_can_be_insisted_on() {
    let mut window = Window::playing(|form| {
        form.players.white = light();
        form.is_teaching = true;
    });
    window.click("A1");
    window.wait(|app| !app.workspace.is_busy());
    assert_eq!(window.n_moves(), 0, "it was taken back");
    assert!(window.app.scene.labels.contains_key(&at("A1")), "its loss stays on the board");
    window.send(Message::Play("A1".parse().unwrap()));
    window.wait(|app| app.view_of_game().unwrap().position.moves.len() == 2);
    assert_eq!(window.stone("A1"), Some(Color::Black));
}

#[test]
fn the_next_click_chooses_the_group_that_is_played_out() {
    let mut window = Window::playing(|form| form.size = "5".into());
    let moves = ["B3", "D3", "B2", "D2", "B4", "D4", "B1", "D1", "B5", "D5", "E2"];
    window.input(Input::Hover(None));
    for point in moves {
        window.click(point);
    }
    for _ in 0..2 {
        window.press(Command::Pass);
        window.wait(|app| !app.workspace.is_busy());
    }
    if window.view().game.scoring.is_none() {
        window.press(Command::Pass);
    }
    window.wait(|app| !app.workspace.is_busy());
    window.input(Input::Hover(None));
    window.press(Command::Prove);
    assert!(window.app.display.is_proving && !window.told().is_empty());
    window.click("D3");
    assert!(window.app.workspace.proof().is_some(), "{}", window.told());
    window.wait(|app| app.workspace.proof().is_none_or(|it| it.verdict.is_some()));
    window.press(Command::Cancel);
    assert!(window.app.workspace.proof().is_none());
}
