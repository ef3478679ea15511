//! Menus, lists, the slider and the card at the end of a game.

use iced::keyboard::key::Named;
use tengen_front::command::Section;

use super::*;
use crate::menu::{self, Choice, MenuSubject, OpenMenu};

fn named(window: &mut Window, named: Named) {
    window.key(Key::Named(named), Modifiers::empty());
}

#[test]
fn every_command_with_a_key_is_in_the_menu() {
    let window = Window::new();
    let listed: Vec<Command> = Section::ALL.into_iter().flat_map(menu::commands).collect();
    for command in Command::all() {
        let is_cursor = matches!(
            command,
            Command::Left
                | Command::Right
                | Command::Up
                | Command::Down
                | Command::Confirm
                | Command::Other
                | Command::VisitStone
                | Command::Menu
                | Command::Cancel
        );
        let has_key = window.app.keys().chords(command).next().is_some();
        assert!(!has_key || is_cursor || listed.contains(&command), "{command:?}");
    }
}

#[test]
fn the_menu_is_gone_through_with_keys() {
    let mut window = Window::of_people(Size::NINE);
    named(&mut window, Named::F10);
    assert_eq!(window.app.menu, Some(OpenMenu::All(Section::Play, 0)));
    named(&mut window, Named::ArrowDown);
    named(&mut window, Named::Enter);
    assert_eq!(window.app.menu, None);
    assert_eq!(window.n_moves(), 1, "the second entry passes");
    named(&mut window, Named::F10);
    named(&mut window, Named::ArrowRight);
    assert_eq!(window.app.menu, Some(OpenMenu::All(Section::Record, 0)));
    named(&mut window, Named::Escape);
    assert_eq!(window.app.menu, None);
    assert_eq!(window.n_moves(), 1);
}

#[test]
fn the_right_button_opens_a_menu_where_it_means_nothing_else() {
    let mut window = Window::of_people(Size::NINE);
    let spot = Spot { x: 30, y: 40 };
    window.input(Input::Other(at("E5"), spot));
    let place = iced::Point::new(30.0, 40.0);
    let expected = OpenMenu::At(place, MenuSubject::Board(Some(at("E5"))));
    assert_eq!(window.app.menu, Some(expected));
    window.press(Command::Pass);
    assert_eq!(window.app.menu, None, "what was chosen closes it");
    window.press(Command::Edit);
    window.input(Input::Other(at("E5"), spot));
    assert_eq!(window.app.menu, None, "it puts down a stone of the other color");
    window.input(Input::Beside(spot));
    assert!(window.app.menu.is_some(), "beside the board there is nothing to edit");
}

#[test]
fn the_tree_has_a_menu_for_the_node_that_was_clicked() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3"]);
    let node = window.view().tree.line[1].node;
    window.send(Message::NodeMenu(node, iced::Point::ORIGIN));
    assert_eq!(window.move_number(), 1);
    let expected = OpenMenu::At(iced::Point::ORIGIN, MenuSubject::Node);
    assert_eq!(window.app.menu, Some(expected));
}

#[test]
fn escape_closes_a_list_and_not_the_page() {
    let mut window = Window::of_people(Size::NINE);
    window.press(Command::Leave);
    let list = OpenMenu::Choice(Choice::Handicap);
    window.send(Message::Menu(list));
    assert_eq!(window.app.menu, Some(list));
    named(&mut window, Named::Escape);
    assert_eq!((window.app.menu, window.app.page), (None, Page::Start));
    // A value of a list closes it.
    window.send(Message::Menu(list));
    let chosen = Message::Form(FormInput(FormChange::Handicap(3)));
    window.send(Message::Pick(Box::new(chosen)));
    assert_eq!((window.app.menu, window.app.form.handicap), (None, 3));
}

#[test]
fn the_slider_goes_to_a_move() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3", "G7"]);
    window.send(Message::SlideTo(1));
    assert_eq!(window.move_number(), 1);
    window.send(Message::SlideTo(3));
    assert_eq!(window.move_number(), 3);
    window.send(Message::SlideTo(99));
    assert_eq!(window.move_number(), 3);
}

#[test]
fn a_card_shows_how_the_game_has_ended() {
    let mut window = Window::against_light();
    window.press(Command::Resign);
    window.answer(DialogInput::Confirm);
    assert!(matches!(window.app.dialog, Some(Dialog::GameOver)));
    let before = window.view().tree.record_id;
    window.send(Message::Rematch);
    assert!(window.app.dialog.is_none() && window.phase() == Phase::Playing);
    assert_ne!(window.view().tree.record_id, before);
    assert!(!window.view().game.seats.white.is_person());
    window.press(Command::Resign);
    window.answer(DialogInput::Confirm);
    named(&mut window, Named::Enter);
    assert!(window.app.dialog.is_none());
    // It does not come again.
    window.press(Command::Back);
    window.press(Command::Live);
    assert!(window.app.dialog.is_none());
}

#[test]
fn hints_stay_until_they_are_switched_off() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", "(;GM[1]SZ[5];B[cc];W[bb];B[dd])");
    let mut window = folder.window();
    window.send(Message::OpenFile(path));
    window.press(Command::Hint);
    window.wait(|app| !app.scene.candidates.is_empty());
    window.press(Command::Forward);
    assert!(window.app.workspace.shows_hints(), "another position is asked about");
    window.wait(|app| !app.scene.candidates.is_empty());
    window.press(Command::Hint);
    window.press(Command::Forward);
    assert!(!window.app.workspace.shows_hints());
    assert!(!window.view().engine.is_analyzing && window.app.scene.candidates.is_empty());
}

/// Walls in the middle, and a record that is over by passes.
const COUNTED: &str = "(;GM[1]SZ[5]RU[Chinese]KM[0];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd]\
                       ;W[dd];B[ce];W[de];B[];W[])";

#[test]
fn any_position_of_a_record_is_counted_and_left_as_it_was() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", COUNTED);
    let mut window = folder.window();
    window.send(Message::OpenFile(path));
    window.press(Command::Last);
    window.press(Command::Comment);
    let before = window.sgf();
    window.press(Command::Count);
    assert!(window.app.workspace.is_counting(), "{}", window.told());
    window.wait(|app| {
        let game = &app.view_of_game().unwrap().game;
        game.scoring.as_ref().is_some_and(|it| !it.is_proposal_pending)
    });
    let score = window.view().game.counting.as_ref().unwrap().score();
    assert_eq!(score.to_string(), "B+5", "{}", window.status());
    // Escape goes back to the record, which nothing has happened to.
    named(&mut window, Named::Escape);
    assert!(!window.app.workspace.is_counting() && window.view().game.is_review);
    assert_eq!((window.sgf(), window.move_number()), (before, 12));
    // What would lose the record ends the count first.
    window.press(Command::Count);
    window.press(Command::Save);
    assert!(!window.app.workspace.is_counting());
}

#[test]
fn the_scale_changes_how_much_fits_into_the_window() {
    let mut window = Window::new();
    window.send(Message::Resized(iced::Size::new(1000.0, 700.0)));
    window.send(Message::Rescaled(2.0));
    window.send(Message::Setting(crate::message::Setting::Scale(125)));
    assert_eq!((window.app.size.width, window.app.size.height), (800.0, 560.0));
    assert_eq!((window.app.scale, window.app.interface_scale()), (2.5, 1.25));
}
