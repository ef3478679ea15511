use iced::keyboard::key::Named;

use super::*;
use crate::form::{Player, Row};
use crate::look;
use crate::message::Setting;

fn change(window: &mut Window, change: FormChange) {
    window.send(Message::Form(FormInput(change)));
}

#[test]
fn a_game_begins_as_it_was_chosen() {
    let mut window = Window::new();
    change(&mut window, FormChange::Player(Color::Black, Player::Level(Level::LIGHT)));
    change(&mut window, FormChange::Player(Color::White, Player::Person));
    change(&mut window, FormChange::Size("13".into()));
    change(&mut window, FormChange::Handicap(2));
    change(&mut window, FormChange::Komi("0.5".into()));
    change(&mut window, FormChange::Rules(Ruleset::JAPANESE));
    change(&mut window, FormChange::Clock("10m+3x30s".into()));
    change(&mut window, FormChange::Start);
    let view = window.view();
    assert_eq!(view.board.size(), Size::THIRTEEN);
    assert_eq!((view.handicap, view.komi.to_string()), (2, "0.5".into()));
    assert_eq!(view.seats.black, level_seat(Level::LIGHT));
    assert_eq!(view.ruleset, Ruleset::JAPANESE);
    assert_eq!(view.time.to_string(), "10m+3x30s");
}

#[test]
fn nonsense_in_the_form_is_named() {
    let mut window = Window::new();
    change(&mut window, FormChange::Size("99".into()));
    change(&mut window, FormChange::Start);
    assert_eq!((window.app.screen, window.app.form.row), (Screen::Start, Row::Size));
    assert_eq!(window.told(), "Unsupported board size, expected edges from 1 to 25.");
}

#[test]
fn arrows_go_through_the_form() {
    let mut window = Window::new();
    let press = |window: &mut Window, key| window.key(Key::Named(key), Modifiers::empty());
    press(&mut window, Named::ArrowDown);
    assert_eq!(window.app.form.row, Row::Size);
    press(&mut window, Named::ArrowRight);
    assert_eq!(window.app.form.size, "13");
    press(&mut window, Named::ArrowLeft);
    press(&mut window, Named::ArrowUp);
    assert_eq!((window.app.form.size.as_str(), window.app.form.row), ("9", Row::White));
}

#[test]
fn an_engine_is_tried() {
    let mut window = Window::new();
    change(&mut window, FormChange::Player(Color::White, Player::Engine));
    change(&mut window, FormChange::Command(Color::White, "no-such-engine".into()));
    change(&mut window, FormChange::TryEngine(Color::White));
    assert_eq!(window.told(), "Starting no-such-engine…");
    let outcome = Err("no-such-engine cannot be started".to_owned());
    window.send(Message::EngineChecked(Color::White, outcome));
    assert_eq!(window.told(), "No-such-engine cannot be started.");
    window.send(Message::EngineChecked(Color::White, Ok("GNU Go 3.8".into())));
    assert_eq!(window.told(), "GNU Go 3.8 answers.");
}

#[test]
fn colors_are_swapped() {
    let mut window = Window::new();
    change(&mut window, FormChange::Swap);
    assert_eq!(window.app.form.players.white, Player::Person);
    window.type_letter("x");
    assert_eq!(window.app.form.players.black, Player::Person);
}

#[test]
fn a_game_goes_on_from_the_start_screen() {
    let mut window = Window::of_people(Size::NINE);
    window.click("E5");
    window.press(Command::Menu);
    assert_eq!(window.app.screen, Screen::Start);
    assert_eq!(window.app.saved.as_deref(), Some("9×9, move 1"));
    window.press(Command::PlayOn);
    assert_eq!(window.app.screen, Screen::Game);
    assert_eq!(window.stone("E5"), Some(Color::Black));
}

#[test]
fn settings_change_what_is_seen_and_lead_back() {
    let mut window = Window::of_people(Size::NINE);
    window.press(Command::Settings);
    for name in look::NAMES {
        window.send(Message::Setting(Setting::Theme(name.into())));
        assert_eq!(window.app.look, look::Look::named(name));
    }
    window.send(Message::Setting(Setting::Animation(false)));
    window.send(Message::Setting(Setting::Fuzz(false)));
    window.send(Message::Setting(Setting::Sounds(false)));
    window.send(Message::Setting(Setting::Coordinates(true)));
    window.press(Command::Cancel);
    assert_eq!(window.app.screen, Screen::Game);
    window.click("E5");
    assert_eq!(window.app.display.arrived, None);
    window.press(Command::Theme);
    assert_eq!(window.app.look, look::Look::named("wood"));
    window.press(Command::Sounds);
    assert!(window.app.has_sounds());
}

#[test]
fn settings_are_changed_with_keys() {
    let mut window = Window::new();
    window.press(Command::Settings);
    let press = |window: &mut Window, key| window.key(Key::Named(key), Modifiers::empty());
    press(&mut window, Named::Enter);
    assert_eq!(window.app.look, look::Look::named("slate"));
    for _ in 0..4 {
        press(&mut window, Named::ArrowDown);
        press(&mut window, Named::ArrowRight);
    }
    let config = &window.app.room.config.window;
    assert!(!config.has_coordinates && !config.has_fuzz && !config.has_animation);
    assert_eq!(window.app.arrows(), crate::message::Arrows::Down);
    press(&mut window, Named::ArrowDown);
    press(&mut window, Named::Space);
    assert!(!window.app.has_sounds());
    press(&mut window, Named::ArrowDown);
    press(&mut window, Named::ArrowUp);
    press(&mut window, Named::ArrowUp);
    press(&mut window, Named::Enter);
    assert!(window.app.has_animation());
    press(&mut window, Named::Escape);
    assert_eq!(window.app.screen, Screen::Start);
}

#[test]
fn the_window_can_change() {
    let mut window = Window::of_people(Size::NINE);
    window.send(Message::Resized(iced::Size::new(500.0, 400.0)));
    window.send(Message::Rescaled(2.0));
    assert_eq!((window.app.size.width, window.app.scale), (500.0, 2.0));
    assert!(window.app.title().contains("Tengen"));
}
