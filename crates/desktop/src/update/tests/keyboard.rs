use iced::keyboard::key::Named;
use tengen_front::command::Section;
use tengen_front::tool::Tool;
use tengen_picture::Link;
use tengen_record::Stroke;

use super::*;
use crate::message::{Arrows, Setting};

fn named(window: &mut Window, named: Named) {
    window.key(Key::Named(named), Modifiers::empty());
}

#[test]
fn a_game_is_played_with_keys_alone() {
    let mut window = Window::new();
    window.app.form.players.white = Player::Person;
    named(&mut window, Named::Enter);
    assert_eq!(window.app.page, Page::Board);
    // The cursor appears in the middle.
    named(&mut window, Named::Enter);
    assert_eq!(window.app.scene.cursor, Some(at("E5")));
    window.type_letter("h");
    window.type_letter("j");
    assert_eq!(window.app.scene.cursor, Some(at("D4")));
    assert_eq!(window.app.scene.ghost, Some(stone("D4", Color::Black)));
    named(&mut window, Named::Space);
    assert_eq!(window.stone("D4"), Some(Color::Black));
    window.key(Key::Named(Named::ArrowUp), Modifiers::SHIFT);
    assert_eq!(window.app.scene.cursor, Some(at("D5")));
    window.type_letter("p");
    assert_eq!(window.status(), "White passes. Black to play.");
    named(&mut window, Named::Escape);
    assert_eq!(window.app.scene.cursor, None);
}

#[test]
fn points_and_commands_are_typed() {
    let mut window = Window::of_people(Size::NINE);
    window.type_letter(":");
    assert!(matches!(window.app.dialog, Some(Dialog::Prompt(_))));
    window.answer(DialogInput::Type("d4".into()));
    named(&mut window, Named::Enter);
    assert_eq!(window.stone("D4"), Some(Color::Black));
    window.type_letter(":");
    window.type_and_confirm("z99");
    assert!(window.told().contains("z99"), "{}", window.told());
    window.type_letter(":");
    window.type_and_confirm("look d4");
    assert!(window.told().starts_with("D4 is Black"), "{}", window.told());
    window.type_letter(":");
    window.type_and_confirm("board");
    assert!(matches!(&window.app.dialog, Some(Dialog::Text(text)) if text.contains('9')));
}

#[test]
fn arrows_step_across_or_down() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3", "G7"]);
    named(&mut window, Named::ArrowLeft);
    assert_eq!(window.move_number(), 2);
    named(&mut window, Named::ArrowRight);
    assert_eq!(window.move_number(), 3);
    window.send(Message::Setting(Setting::Arrows(Arrows::Down)));
    assert_eq!(window.app.arrows(), Arrows::Down);
    named(&mut window, Named::ArrowUp);
    assert_eq!(window.move_number(), 2);
    named(&mut window, Named::ArrowLeft);
    assert_eq!(window.move_number(), 2);
    window.send(Message::Setting(Setting::Arrows(Arrows::Across)));
    named(&mut window, Named::ArrowRight);
    assert_eq!(window.move_number(), 3);
}

#[test]
fn pages_and_ends_of_the_game_have_keys() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3", "G7", "C7", "G3", "E3", "E7", "C5", "G5", "B2", "H8", "B8"]);
    let steps = [(Named::Home, 0), (Named::PageDown, 10), (Named::End, 12), (Named::PageUp, 2)];
    for (key, number) in steps {
        named(&mut window, key);
        assert_eq!(window.move_number(), number, "{key:?}");
    }
    window.press(Command::GoToMove);
    window.type_and_confirm("7");
    assert_eq!(window.move_number(), 7);
}

#[test]
fn help_opens_and_any_key_closes_it() {
    let mut window = Window::of_people(Size::NINE);
    window.type_letter("?");
    assert!(matches!(window.app.dialog, Some(Dialog::Help)));
    window.type_letter("p");
    assert!(window.app.dialog.is_none());
    assert_eq!(window.n_moves(), 0);
}

#[test]
fn lines_opinions_and_other_buttons_have_keys() {
    let folder = Folder::new();
    let path = folder.file("empty.sgf", "(;GM[1]SZ[9])");
    let mut window = folder.window();
    window.send(Message::OpenFile(path));
    window.send(Message::Tool(Tool::Stroke(Stroke::Arrow)));
    named(&mut window, Named::Enter);
    named(&mut window, Named::Enter);
    window.type_letter("h");
    let arrow = Link { from: at("E5"), to: at("D5"), stroke: Stroke::Arrow };
    assert_eq!(window.app.scene.draft, Some(arrow));
    named(&mut window, Named::Enter);
    assert_eq!(window.app.scene.links, [arrow]);
    window.send(Message::Tool(Tool::Play));
    named(&mut window, Named::Enter);
    assert_eq!(window.stone("D5"), Some(Color::Black));
    window.key(Key::Character("]".into()), Modifiers::CTRL);
    assert_eq!(window.view().markup.annotations.len(), 1);
    window.type_letter("l");
    named(&mut window, Named::Enter);
    window.type_letter("h");
    window.key(Key::Named(Named::Enter), Modifiers::CTRL);
    assert_eq!(window.move_number(), 1);
}

#[test]
fn every_command_is_safe_on_every_page() {
    for page in [Page::Start, Page::Board, Page::Settings] {
        for command in Section::ALL.into_iter().flat_map(Section::commands) {
            let mut window = Window::of_people(Size::square(5).unwrap());
            window.app.page = page;
            // The dialog of the system is not for tests.
            let asks_system = matches!(
                command,
                Command::Open | Command::Save | Command::SaveAs | Command::ExportPicture
            );
            if !asks_system {
                window.press(command);
                drop(window.app.view());
            }
        }
    }
}
