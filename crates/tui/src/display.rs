//! Display settings: what the terminal can show, and what the player wants.

use tengen_front::settings::{Characters, ColorDepth, TerminalSettings};

use crate::theme::{Depth, Theme};

/// What the terminal can show, and what the player wants to see.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct DisplaySettings {
    /// Colors and characters.
    pub theme: Theme,
    /// Whether coordinates are shown where there is space.
    pub has_coordinates: bool,
    /// Whether the bell rings.
    pub has_bell: bool,
}

impl DisplaySettings {
    /// The settings of the player, for the terminal of an environment.
    pub fn new(
        settings: &TerminalSettings,
        environment: impl Fn(&str) -> Option<String>,
    ) -> DisplaySettings {
        let mut theme = Theme::from_environment(environment);
        match settings.color_depth {
            ColorDepth::Auto => (),
            ColorDepth::Mono => theme.depth = Depth::None,
            ColorDepth::Sixteen => theme.depth = Depth::Sixteen,
            ColorDepth::Palette => theme.depth = Depth::Palette,
            ColorDepth::True => theme.depth = Depth::True,
        }
        match settings.characters {
            Characters::Auto => (),
            Characters::Unicode => theme.is_ascii = false,
            Characters::Ascii => theme.is_ascii = true,
        }
        let name = settings.theme.as_str();
        theme.is_light = name.contains("light") || theme.is_light && !name.contains("dark");
        theme.is_color_blind = name.contains("color-blind");
        let TerminalSettings { has_coordinates, has_bell, .. } = *settings;
        DisplaySettings { theme, has_coordinates, has_bell }
    }

    /// The same as settings, to be saved.
    pub(crate) fn to_settings(self) -> TerminalSettings {
        let theme = self.theme;
        let ground = if theme.is_light { "light" } else { "dark" };
        let more = if theme.is_color_blind { "-color-blind" } else { "" };
        TerminalSettings {
            theme: format!("{ground}{more}"),
            color_depth: match theme.depth {
                Depth::None => ColorDepth::Mono,
                Depth::Sixteen => ColorDepth::Sixteen,
                Depth::Palette => ColorDepth::Palette,
                Depth::True => ColorDepth::True,
            },
            characters: if theme.is_ascii { Characters::Ascii } else { Characters::Unicode },
            has_coordinates: self.has_coordinates,
            has_bell: self.has_bell,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back() {
        for name in ["light", "dark", "light-color-blind", "dark-color-blind"] {
            let settings = TerminalSettings {
                theme: name.to_owned(),
                color_depth: ColorDepth::Palette,
                characters: Characters::Ascii,
                has_coordinates: false,
                has_bell: false,
            };
            assert_eq!(DisplaySettings::new(&settings, |_| None).to_settings(), settings);
        }
    }
}
