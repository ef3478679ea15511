//! Display and sound settings of the window.

use std::collections::BTreeMap;
use std::fmt;

/// Display and sound settings of the window.
#[derive(Clone, Debug, Eq, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one switch")]
pub struct WindowSettings {
    /// The name of the theme; `system` is light or dark as the system is.
    pub theme: String,
    /// How large everything is, in percent.
    pub scale: u16,
    /// Whether losses have colors that color-blind people tell apart.
    pub is_color_blind: bool,
    /// Whether there is something to hear.
    pub has_sounds: bool,
    /// Whether stones move when they are put down.
    pub has_animation: bool,
    /// Whether stones are placed slightly off center.
    pub has_fuzz: bool,
    /// Whether the board has coordinates around it.
    pub has_coordinates: bool,
    /// Colors by name, where they are not those of the theme.
    pub colors: BTreeMap<String, Rgb>,
    /// Keys of the window alone, which win over [`Settings::keys`](super::Settings::keys).
    pub keys: BTreeMap<String, Vec<String>>,
}

impl Default for WindowSettings {
    fn default() -> WindowSettings {
        WindowSettings {
            theme: "wood".to_owned(),
            scale: 100,
            is_color_blind: false,
            has_sounds: true,
            has_animation: true,
            has_fuzz: true,
            has_coordinates: true,
            colors: BTreeMap::new(),
            keys: BTreeMap::new(),
        }
    }
}

impl WindowSettings {
    /// The smallest and the largest scale, in percent.
    pub const SCALES: std::ops::RangeInclusive<u16> = 50..=300;
}

/// A color, as in `#d7a860`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Rgb {
    /// How red it is.
    pub red: u8,
    /// How green it is.
    pub green: u8,
    /// How blue it is.
    pub blue: u8,
}

impl Rgb {
    pub(super) fn parse(text: &str) -> Option<Rgb> {
        let digits = text.strip_prefix('#').filter(|it| it.len() == 6 && it.is_ascii())?;
        let part = |idx: usize| u8::from_str_radix(&digits[idx..idx + 2], 16).ok();
        Some(Rgb { red: part(0)?, green: part(2)?, blue: part(4)? })
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}
