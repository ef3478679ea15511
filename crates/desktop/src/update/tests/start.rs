use iced::keyboard::key::Named;
use tengen_front::form::Field;
use tengen_host::EngineError;

use super::*;
use crate::look;
use crate::message::Setting;

fn change(window: &mut Window, change: FormChange) {
    window.send(Message::Form(FormInput(change)));
}

#[test]
fn a_game_begins_as_it_was_chosen() {
    let mut window = Window::new();
    change(&mut window, FormChange::Player(Color::Black, light()));
    change(&mut window, FormChange::Player(Color::White, Player::Person));
    change(&mut window, FormChange::Size("13".into()));
    change(&mut window, FormChange::Handicap(2));
    change(&mut window, FormChange::Komi("0.5".into()));
    change(&mut window, FormChange::Rules(Ruleset::JAPANESE));
    change(&mut window, FormChange::Clock("10m+3x30s".into()));
    change(&mut window, FormChange::Start);
    let game = &window.view().game;
    assert_eq!(window.view().position.size, Size::THIRTEEN);
    assert_eq!((game.handicap, game.komi.to_string()), (2, "0.5".into()));
    assert!(!game.seats.black.is_person() && game.seats.white.is_person());
    assert_eq!(game.ruleset, Ruleset::JAPANESE);
    assert_eq!(game.time.to_string(), "10m+3x30s");
}

#[test]
fn nonsense_in_the_form_is_named() {
    let mut window = Window::new();
    change(&mut window, FormChange::Size("99".into()));
    change(&mut window, FormChange::Start);
    assert_eq!((window.app.page, window.app.form.field), (Page::Start, Field::Size));
    assert_eq!(window.told(), "Board size must be between 1 and 25.");
}

#[test]
fn arrows_go_through_the_form() {
    let mut window = Window::new();
    let press = |window: &mut Window, key| window.key(Key::Named(key), Modifiers::empty());
    press(&mut window, Named::ArrowDown);
    assert_eq!(window.app.form.field, Field::Size);
    press(&mut window, Named::ArrowRight);
    assert_eq!(window.app.form.size, "11");
    press(&mut window, Named::ArrowLeft);
    press(&mut window, Named::ArrowUp);
    assert_eq!((window.app.form.size.as_str(), window.app.form.field), ("9", Field::White));
}

#[test]
fn letters_change_nothing_that_is_not_to_be_seen() {
    let mut window = Window::new();
    window.app.form.size = "13".into();
    let form = window.app.form.clone();
    for letter in ["c", "x", "S", "m", "p", "u", "n"] {
        window.type_letter(letter);
    }
    assert_eq!(window.app.form, form);
    let settings = &window.app.workspace.settings().window;
    assert!(settings.has_coordinates && settings.has_sounds);
}

#[test]
fn an_engine_is_tried() {
    let mut window = Window::new();
    change(&mut window, FormChange::Player(Color::White, Player::Program));
    change(&mut window, FormChange::Command(Color::White, "no-such-engine".into()));
    change(&mut window, FormChange::TryEngine(Color::White));
    assert_eq!(window.told(), "Starting no-such-engine…");
    window.send(Message::EngineChecked(Color::White, Err(Arc::new(EngineError::Crashed))));
    assert!(window.app.notice.as_ref().unwrap().is_problem);
    assert_eq!(window.app.form.field, Field::White);
    window.send(Message::EngineChecked(Color::White, Ok("GNU Go 3.8".into())));
    assert_eq!(window.told(), "GNU Go 3.8 is ready.");
}

#[test]
fn colors_are_swapped() {
    let mut window = Window::new();
    change(&mut window, FormChange::Swap);
    assert_eq!(window.app.form.players.white, Player::Person);
    assert_ne!(window.app.form.players.black, Player::Person);
}

#[test]
fn a_game_goes_on_from_the_start_page() {
    let mut window = Window::of_people(Size::NINE);
    window.click("E5");
    window.press(Command::Leave);
    assert_eq!(window.app.page, Page::Start);
    assert_eq!(window.app.start_list[0].entry.title, "9×9, move 1");
    window.type_letter("1");
    assert_eq!(window.app.page, Page::Board);
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
    assert_eq!(window.app.page, Page::Board);
    window.click("E5");
    assert_eq!(window.app.display.arriving, None);
    // After the last theme comes the one that follows the system.
    window.press(Command::Theme);
    assert_eq!(window.app.look, look::Look::named("wood"));
    window.send(Message::SystemTheme(iced::theme::Mode::Light));
    assert_eq!(window.app.look, look::Look::named("daylight"));
    window.send(Message::SystemTheme(iced::theme::Mode::Dark));
    assert_eq!(window.app.look, look::Look::named("wood"));
    window.press(Command::Sounds);
    assert!(window.app.workspace.settings().window.has_sounds);
    assert_eq!(window.told(), "Sounds are on.");
}

#[test]
fn settings_are_changed_with_keys() {
    let mut window = Window::new();
    window.press(Command::Settings);
    let press = |window: &mut Window, key| window.key(Key::Named(key), Modifiers::empty());
    press(&mut window, Named::Enter);
    assert_eq!(window.app.look, look::Look::named("daylight"));
    for _ in 0..6 {
        press(&mut window, Named::ArrowDown);
        press(&mut window, Named::ArrowRight);
    }
    let settings = &window.app.workspace.settings().window;
    assert_eq!((settings.scale, settings.is_color_blind), (125, true));
    assert!(!settings.has_coordinates && !settings.has_fuzz && !settings.has_animation);
    assert_eq!(window.app.arrows(), crate::message::Arrows::Down);
    press(&mut window, Named::ArrowDown);
    press(&mut window, Named::Space);
    assert!(!window.app.workspace.settings().window.has_sounds);
    press(&mut window, Named::ArrowUp);
    press(&mut window, Named::Enter);
    assert!(window.app.workspace.settings().window.has_animation);
    press(&mut window, Named::Escape);
    assert_eq!(window.app.page, Page::Start);
}

#[test]
fn the_window_can_change() {
    let mut window = Window::of_people(Size::NINE);
    window.send(Message::Resized(iced::Size::new(500.0, 400.0)));
    window.send(Message::Rescaled(2.0));
    assert_eq!((window.app.size.width, window.app.scale), (500.0, 2.0));
    assert!(window.app.title().contains("Tengen"));
}
