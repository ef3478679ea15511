//! What a user has chosen, and what changes with it.

use iced::keyboard::key::Named;
use iced::{Task, keyboard};
use tengen_session::Setup;

use crate::app::App;
use crate::keys::Keys;
use crate::look::{self, Look};
use crate::message::{Arrows, Message, Setting, SettingRow};

/// What moves and variations are stepped through with, where arrows down are
/// wanted.
const ARROWS_DOWN: [(&str, &[&str]); 4] = [
    ("back", &["up", "[", ","]),
    ("forward", &["down", "]", "."]),
    ("previous-variation", &["left"]),
    ("next-variation", &["right"]),
];

impl App {
    /// Takes over what the file says, and says what of it makes no sense.
    pub(crate) fn take_config(&mut self) -> Vec<String> {
        let config = &self.room.config;
        let (keys, bad_keys) = Keys::with(&config.keys, &config.window.keys);
        let name = config.window.theme.as_str();
        let (look, bad_colors) = Look::named(name).with_colors(&config.window.colors);
        let mut problems: Vec<String> = bad_keys.iter().map(ToString::to_string).collect();
        problems.extend(bad_colors.iter().map(ToString::to_string));
        if !look::NAMES.contains(&name) {
            let names = look::NAMES.join(", ");
            problems.push(format!("window.theme cannot be \"{name}\", expected one of {names}"));
        }
        self.keys = keys;
        self.look = look;
        self.board.all_changed();
        problems
    }

    pub(crate) fn has_sounds(&self) -> bool {
        self.room.config.window.has_sounds
    }

    pub(crate) fn has_animation(&self) -> bool {
        self.room.config.window.has_animation
    }

    pub(crate) fn arrows(&self) -> Arrows {
        let keys = self.room.config.window.keys.get("back");
        if keys.is_some_and(|it| it.iter().any(|key| key == "up")) {
            Arrows::Down
        } else {
            Arrows::Across
        }
    }

    pub(super) fn set(&mut self, setting: Setting) {
        let window = &mut self.room.config.window;
        match setting {
            Setting::Theme(name) => window.theme = name,
            Setting::Sounds(is_on) => window.has_sounds = is_on,
            Setting::Animation(is_on) => window.has_animation = is_on,
            Setting::Fuzz(is_on) => window.has_fuzz = is_on,
            Setting::Coordinates(is_on) => window.has_coordinates = is_on,
            Setting::Arrows(arrows) => {
                for (name, keys) in ARROWS_DOWN {
                    match arrows {
                        Arrows::Across => drop(window.keys.remove(name)),
                        Arrows::Down => {
                            let keys = keys.iter().map(|&it| it.to_owned()).collect();
                            window.keys.insert(name.to_owned(), keys);
                        }
                    }
                }
            }
        }
        // What was wrong with the file was said when it was read.
        let _ = self.take_config();
        self.compose();
        let kept = self.room.keep_config();
        self.report(kept);
    }

    /// Arrows go through the settings, whatever they do elsewhere.
    pub(super) fn press_setting(&mut self, key: &keyboard::Key) -> Option<Task<Message>> {
        let keyboard::Key::Named(named) = key else { return None };
        let all = SettingRow::ALL;
        let idx = all.iter().position(|&it| it == self.setting_row).unwrap_or(0);
        match named {
            Named::ArrowUp => self.setting_row = all[(idx + all.len() - 1) % all.len()],
            Named::ArrowDown => self.setting_row = all[(idx + 1) % all.len()],
            Named::ArrowLeft | Named::ArrowRight | Named::Enter | Named::Space => {
                self.turn_setting();
            }
            _ => return None,
        }
        Some(Task::none())
    }

    /// Changes the setting that keys change.
    fn turn_setting(&mut self) {
        let window = &self.room.config.window;
        let setting = match self.setting_row {
            SettingRow::Theme => return self.next_theme(),
            SettingRow::Arrows if self.arrows() == Arrows::Across => Setting::Arrows(Arrows::Down),
            SettingRow::Arrows => Setting::Arrows(Arrows::Across),
            SettingRow::Coordinates => Setting::Coordinates(!window.has_coordinates),
            SettingRow::Fuzz => Setting::Fuzz(!window.has_fuzz),
            SettingRow::Animation => Setting::Animation(!window.has_animation),
            SettingRow::Sounds => Setting::Sounds(!window.has_sounds),
        };
        self.set(setting);
    }

    pub(super) fn next_theme(&mut self) {
        let name = self.room.config.window.theme.as_str();
        let idx = look::NAMES.iter().position(|&it| it == name).unwrap_or(0);
        let next = look::NAMES[(idx + 1) % look::NAMES.len()];
        self.set(Setting::Theme(next.to_owned()));
    }

    pub(super) fn toggle_sounds(&mut self) {
        let is_on = !self.has_sounds();
        self.set(Setting::Sounds(is_on));
        self.tell(if is_on { "Sounds are on." } else { "Sounds are off." });
    }

    pub(super) fn toggle_coordinates(&mut self) {
        self.set(Setting::Coordinates(!self.room.config.window.has_coordinates));
    }

    /// The next game is offered as this one was played.
    pub(super) fn keep_wish(&mut self, setup: &Setup) {
        self.room.config.game.keep(setup);
        let kept = self.room.keep_config();
        self.report(kept);
    }
}
