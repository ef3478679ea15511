//! What a user has chosen, and what changes with it.

use iced::keyboard::key::Named;
use iced::{Task, keyboard, theme};
use tengen_front::settings::WindowSettings;

use crate::app::App;
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

/// How large everything can be, in percent.
pub(crate) const SCALES: [u16; 7] = [80, 90, 100, 125, 150, 175, 200];

impl App {
    pub(crate) fn arrows(&self) -> Arrows {
        let keys = self.workspace.settings().window.keys.get("back");
        if keys.is_some_and(|it| it.iter().any(|key| key == "up")) {
            Arrows::Down
        } else {
            Arrows::Across
        }
    }

    pub(super) fn set(&mut self, setting: Setting) {
        let before = self.interface_scale();
        let saved = self.workspace.change_settings(|it| change(&mut it.window, setting));
        // What was wrong with the file was said when it was read.
        let is_dark = self.is_system_dark;
        self.look = Look::of(&self.workspace.settings().window, is_dark).0;
        // The window stays as it is, so there is another number of units in it.
        let share = before / self.interface_scale();
        self.size = iced::Size::new(self.size.width * share, self.size.height * share);
        self.scale = self.system_scale * self.interface_scale();
        self.boards_changed();
        self.compose();
        if let Err(reason) = saved {
            self.refuse(&reason);
        }
    }

    /// The system is light or dark, which one of the themes follows.
    pub(super) fn follow_system(&mut self, mode: theme::Mode) {
        self.is_system_dark = mode != theme::Mode::Light;
        self.look = Look::of(&self.workspace.settings().window, self.is_system_dark).0;
        self.boards_changed();
        self.compose();
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
        let window = &self.workspace.settings().window;
        let setting = match self.setting_row {
            SettingRow::Theme => return self.next_theme(),
            SettingRow::Scale => {
                let next = SCALES.into_iter().find(|it| *it > window.scale);
                Setting::Scale(next.unwrap_or(SCALES[0]))
            }
            SettingRow::ColorBlind => Setting::ColorBlind(!window.is_color_blind),
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
        let name = self.workspace.settings().window.theme.as_str();
        let all = look::CHOICES;
        let idx = all.iter().position(|&it| it == name).unwrap_or(0);
        let next = all[(idx + 1) % all.len()];
        self.set(Setting::Theme(next.to_owned()));
    }
}

fn change(window: &mut WindowSettings, setting: Setting) {
    match setting {
        Setting::Theme(name) => window.theme = name,
        Setting::Scale(percent) => window.scale = percent,
        Setting::ColorBlind(is_on) => window.is_color_blind = is_on,
        Setting::Sounds(is_on) => window.has_sounds = is_on,
        Setting::Animation(is_on) => window.has_animation = is_on,
        Setting::Fuzz(is_on) => window.has_fuzz = is_on,
        Setting::Coordinates(is_on) => window.has_coordinates = is_on,
        Setting::Arrows(Arrows::Across) => {
            for (name, _) in ARROWS_DOWN {
                window.keys.remove(name);
            }
        }
        Setting::Arrows(Arrows::Down) => {
            for (name, keys) in ARROWS_DOWN {
                let keys = keys.iter().map(|&it| it.to_owned()).collect();
                window.keys.insert(name.to_owned(), keys);
            }
        }
    }
}
