use iced::keyboard::key::Named;

use tengen_record::Stroke;

use super::*;
use crate::dialog::Dialog;
use crate::edit::Tool;
use crate::message::{Arrows, Setting};

fn named(window: &mut Window, named: Named) {
    window.key(Key::Named(named), Modifiers::empty());
}

#[test]
fn a_game_is_played_with_keys_alone() {
    let mut window = Window::new();
    window.app.form = Form::new(&Setup::new(Size::NINE, Ruleset::JAPANESE), &[]);
    named(&mut window, Named::Enter);
    assert_eq!(window.app.screen, Screen::Game);
    // The cursor appears in the middle.
    named(&mut window, Named::Enter);
    assert_eq!(window.app.scene.cursor, Some(at("E5")));
    window.type_letter("h");
    window.type_letter("j");
    assert_eq!(window.app.scene.cursor, Some(at("D4")));
    assert_eq!(window.app.scene.ghost, Some((at("D4"), Color::Black)));
    named(&mut window, Named::Space);
    assert_eq!(window.stone("D4"), Some(Color::Black));
    window.key(Key::Named(Named::ArrowUp), Modifiers::SHIFT);
    assert_eq!(window.app.scene.cursor, Some(at("D5")));
    window.type_letter("p");
    assert_eq!(window.view().status, "White passes. Black to play.");
    named(&mut window, Named::Escape);
    assert_eq!(window.app.scene.cursor, None);
}

#[test]
fn points_are_typed() {
    let mut window = Window::of_people(Size::NINE);
    window.type_letter(":");
    assert_eq!(window.app.dialog, Some(Dialog::Prompt(String::new())));
    window.answer(DialogInput::Type("d4".into()));
    named(&mut window, Named::Enter);
    assert_eq!(window.stone("D4"), Some(Color::Black));
    window.type_letter(":");
    window.answer(DialogInput::Type("z99".into()));
    window.answer(DialogInput::Confirm);
    assert_eq!(window.told(), "No point z99, expected one like D4.");
}

#[test]
fn arrows_step_across_or_down() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3", "G7"]);
    named(&mut window, Named::ArrowLeft);
    assert_eq!(window.view().move_number, 2);
    named(&mut window, Named::ArrowRight);
    assert_eq!(window.view().move_number, 3);
    window.send(Message::Setting(Setting::Arrows(Arrows::Down)));
    assert_eq!(window.app.arrows(), Arrows::Down);
    named(&mut window, Named::ArrowUp);
    assert_eq!(window.view().move_number, 2);
    named(&mut window, Named::ArrowLeft);
    assert_eq!(window.view().move_number, 2);
    window.send(Message::Setting(Setting::Arrows(Arrows::Across)));
    named(&mut window, Named::ArrowRight);
    assert_eq!(window.view().move_number, 3);
}

#[test]
fn pages_and_ends_of_the_game_have_keys() {
    let mut window = Window::of_people(Size::NINE);
    window.click_all(&["E5", "C3", "G7", "C7", "G3", "E3", "E7", "C5", "G5", "B2", "H8", "B8"]);
    let steps = [(Named::Home, 0), (Named::PageDown, 10), (Named::End, 12), (Named::PageUp, 2)];
    for (key, number) in steps {
        named(&mut window, key);
        assert_eq!(window.view().move_number, number, "{key:?}");
    }
    window.press(Command::GoToMove);
    window.answer(DialogInput::Type("7".into()));
    window.answer(DialogInput::Confirm);
    assert_eq!(window.view().move_number, 7);
}

#[test]
fn help_opens_and_any_key_closes_it() {
    let mut window = Window::of_people(Size::NINE);
    window.type_letter("?");
    assert_eq!(window.app.dialog, Some(Dialog::Help));
    window.type_letter("p");
    assert_eq!(window.app.dialog, None);
    assert_eq!(window.view().moves.len(), 0);
}

#[test]
fn lines_opinions_and_other_buttons_have_keys() {
    let mut window = Window::of_people(Size::NINE);
    window.press(Command::Edit);
    window.app.display.tool = Tool::Stroke(Stroke::Arrow);
    named(&mut window, Named::Enter);
    named(&mut window, Named::Enter);
    window.type_letter("h");
    assert_eq!(window.app.scene.draft, Some((at("E5"), at("D5"), true)));
    named(&mut window, Named::Enter);
    assert_eq!(window.app.scene.arrows, [(at("E5"), at("D5"))]);
    window.app.display.tool = Tool::Play;
    named(&mut window, Named::Enter);
    assert_eq!(window.stone("D5"), Some(Color::Black));
    window.key(Key::Character("]".into()), Modifiers::CTRL);
    assert_eq!(window.view().annotations.len(), 1);
    window.press(Command::First);
    window.press(Command::Last);
    window.type_letter("l");
    named(&mut window, Named::Enter);
    window.type_letter("h");
    window.key(Key::Named(Named::Enter), Modifiers::CTRL);
    assert_eq!(window.view().move_number, 1);
}

#[test]
fn every_key_of_the_help_is_safe_on_every_screen() {
    use crate::keys::Section;
    for screen in [Screen::Start, Screen::Game, Screen::Settings] {
        for (section, _) in Section::ALL {
            for (command, _) in Command::of(section) {
                let mut window = Window::of_people(Size::square(5).unwrap());
                window.app.screen = screen;
                // The dialog of the system is not for tests.
                if !matches!(command, Command::Open | Command::Save | Command::SaveAs) {
                    window.press(command);
                    drop(window.app.view());
                }
            }
        }
    }
}
