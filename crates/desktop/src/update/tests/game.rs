//! Games that must not be lost or changed by a slip.

use tengen_front::question::Answer;
use tengen_front::tool::Tool;

use super::*;
use crate::panel::tree::ShownTree;
use crate::start_list::StartSection;

/// A game of two people that is looked at after its first of three moves.
fn looking_back() -> Window {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3", "G7"]);
    window.input(Input::Scroll(-2));
    assert_eq!(window.move_number(), 1);
    window
}

fn n_entries(window: &Window, section: StartSection) -> usize {
    window.app.start_list.iter().filter(|it| it.section == section).count()
}

#[test]
fn a_click_while_looking_back_asks_and_changes_nothing() {
    let mut window = looking_back();
    let before = window.sgf();
    window.click("G3");
    assert!(matches!(window.question(), Some(Question::PlayFrom { move_number: 1, .. })));
    assert_eq!(window.sgf(), before);
    window.answer(DialogInput::Close);
    assert_eq!((window.sgf(), window.move_number()), (before.clone(), 1));
    // "Back to the game" is one of the answers.
    window.click("G3");
    window.answer(DialogInput::Answer(Answer::No));
    assert!(window.view().tree.is_live);
    assert_eq!((window.sgf(), window.move_number()), (before, 3));
}

#[test]
fn whoever_says_so_plays_on_from_an_earlier_move() {
    let mut window = looking_back();
    window.click("G3");
    window.answer(DialogInput::Confirm);
    assert_eq!(window.stone("G3"), Some(Color::White));
    assert!(window.view().tree.is_live);
    assert_eq!(window.view().tree.siblings.len(), 2, "the moves before are kept");
}

#[test]
fn tab_takes_no_tool_in_a_running_game() {
    let mut window = Window::of_people(Size::NINE);
    window.click("E5");
    window.key(Key::Named(iced::keyboard::key::Named::Tab), Modifiers::empty());
    assert!(!window.app.workspace.is_editing());
    assert!(window.told().contains("Edit"), "{}", window.told());
    window.click("C3");
    assert_eq!((window.stone("C3"), window.n_moves()), (Some(Color::White), 2));
}

#[test]
fn set_up_is_refused_in_the_line_of_a_running_game() {
    let mut window = Window::of_people(Size::NINE);
    window.click("E5");
    window.press(Command::Edit);
    window.send(Message::Tool(Tool::Stone(Color::Black)));
    let before = window.sgf();
    window.click("C3");
    window.press(Command::Live);
    assert_eq!(window.stone("C3"), None);
    assert_eq!(window.n_moves(), 1, "{before}");
}

#[test]
fn keeping_a_hint_does_not_divert_the_way_forward() {
    let mut window = Window::of_people(Size::square(5).unwrap());
    window.click_all(&["C3", "B2"]);
    window.press(Command::Resign);
    window.answer(DialogInput::Confirm);
    window.press(Command::Back);
    window.press(Command::Hint);
    window.wait(|app| app.scene.candidates.iter().any(|it| it.point != at("B2")));
    let other = window.app.scene.candidates.iter().find(|it| it.point != at("B2")).unwrap();
    let point = other.point;
    window.input(Input::Middle(point));
    assert!(window.told().starts_with("Added a variation"), "{}", window.told());
    assert_eq!((window.move_number(), window.view().tree.variations.len()), (1, 2));
    window.press(Command::Forward);
    assert_eq!(window.stone("B2"), Some(Color::White));
}

#[test]
fn a_stone_is_gone_to_by_its_node() {
    let folder = Folder::new();
    // A node without a move is between the two.
    let path = folder.file("game.sgf", "(;GM[1]SZ[9];B[ee];C[why?];W[cg];B[gc])");
    let mut window = folder.window();
    window.send(Message::OpenFile(path));
    window.press(Command::Last);
    window.input(Input::Press(at("E5"), Held::Modifier));
    assert_eq!(window.move_number(), 1);
    assert_eq!(window.view().markup.comment, "");
    assert_eq!(window.app.scene.last_move, Some(at("E5")));
}

#[test]
fn trees_of_two_records_are_told_apart() {
    let folder = Folder::new();
    let one = folder.file("one.sgf", RECORD);
    let other = folder.file("other.sgf", "(;GM[1]SZ[9];B[aa](;W[bb])(;W[cc]))");
    let mut window = folder.window();
    let shown = |window: &Window| ShownTree::new(window.view(), iced::Vector::ZERO);
    window.send(Message::OpenFile(one));
    let first = shown(&window);
    window.send(Message::OpenFile(other));
    assert_ne!(shown(&window), first, "the tree is drawn anew");
}

#[test]
fn play_from_here_asks_who_plays() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", RECORD);
    let mut window = folder.window();
    window.send(Message::OpenFile(path.clone()));
    window.press(Command::Forward);
    window.press(Command::PlayOn);
    assert!(matches!(window.app.dialog, Some(Dialog::PlayOn)));
    assert!(window.view().game.is_review);
    let change = |change| Message::Form(FormInput(change));
    window.send(change(FormChange::Player(Color::Black, Player::Person)));
    window.send(change(FormChange::Player(Color::White, Player::Person)));
    window.send(change(FormChange::Clock("5m".into())));
    window.answer(DialogInput::Confirm);
    assert!(!window.view().game.is_review, "{}", window.told());
    assert_eq!((window.move_number(), window.app.workspace.is_editing()), (1, false));
    assert_eq!(window.view().game.time.to_string(), "5m");
    assert_eq!(window.app.workspace.path(), None, "the game is not saved into the record");
    assert_eq!(fs::read_to_string(path).unwrap(), RECORD);
}

#[test]
fn a_refused_play_on_leaves_the_other_games_alone() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", RECORD);
    let mut window = folder.window();
    window.start(|_| ());
    window.click_all(&["E5", "C3"]);
    window.send(Message::OpenFile(path));
    window.press(Command::PlayOn);
    let change = |change| Message::Form(FormInput(change));
    window.send(change(FormChange::Clock("soon".into())));
    window.answer(DialogInput::Confirm);
    assert!(window.view().game.is_review && !window.told().is_empty());
    window.answer(DialogInput::Close);
    window.press(Command::Leave);
    assert_eq!(n_entries(&window, StartSection::Unfinished), 1);
    window.type_letter("1");
    assert_eq!((window.stone("C3"), window.n_moves()), (Some(Color::White), 2));
}

#[test]
fn games_are_on_the_start_page_whatever_is_opened_or_begun() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", RECORD);
    let mut window = folder.window();
    for point in ["E5", "C3"] {
        window.start(|_| ());
        window.click(point);
        window.press(Command::Leave);
    }
    window.send(Message::OpenFile(path));
    window.press(Command::Leave);
    assert_eq!(n_entries(&window, StartSection::Unfinished), 2);
    window.type_letter("2");
    assert_eq!(window.stone("E5"), Some(Color::Black));
    window.press(Command::Resign);
    window.answer(DialogInput::Confirm);
    let game = window.app.workspace.game().unwrap();
    assert!(game.wait_until_saved(Duration::from_secs(10)));
    window.press(Command::Leave);
    assert_eq!(n_entries(&window, StartSection::Unfinished), 1);
    assert_eq!(n_entries(&window, StartSection::Played), 1);
}

#[cfg(unix)]
#[test]
fn a_command_that_is_no_engine_is_told_within_seconds() {
    let mut window = Window::playing(|form| {
        form.players.white = Player::Program;
        form.commands.white = "cat".into();
    });
    let start = Instant::now();
    window.click("E5");
    window.wait(|app| app.view_of_game().unwrap().engine.problem.is_some());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert!(window.status().contains("White could not move"), "{}", window.status());
}
