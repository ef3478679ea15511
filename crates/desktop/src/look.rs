//! How the window looks: the colors of the board and of all around it.

use iced::theme::Palette;
use iced::{Color, Theme};
use tengen_front::settings::{Rgb, SettingProblem, WindowSettings};
use tengen_review::Band;
use tengen_rules as rules;

/// The names of the themes that always look the same.
#[cfg(test)]
pub(crate) const NAMES: [&str; 4] = ["wood", "daylight", "slate", "print"];

/// The name of the theme that is light or dark as the system is.
pub(crate) const SYSTEM: &str = "system";

/// All themes, in the order in which they are offered.
pub(crate) const CHOICES: [&str; 5] = ["system", "wood", "daylight", "slate", "print"];

/// What a board is made of.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Ground {
    /// Wood with its grain.
    Wood,
    /// One color.
    Plain,
}

/// What stones are made of.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) enum Finish {
    /// Round, with light from above and a shadow.
    Round,
    /// Discs, as in print.
    Flat,
}

/// How the window looks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) ground: Ground,
    pub(crate) finish: Finish,
    pub(crate) board: Color,
    pub(crate) lines: Color,
    pub(crate) coordinates: Color,
    /// Marks and letters on empty points.
    pub(crate) marks: Color,
    /// Lines and arrows between points.
    pub(crate) links: Color,
    pub(crate) black: Color,
    pub(crate) white: Color,
    pub(crate) background: Color,
    pub(crate) text: Color,
    pub(crate) accent: Color,
    /// Whether losses have colors that color-blind people tell apart.
    pub(crate) is_color_blind: bool,
}

impl Look {
    /// The theme of a name, or the first one.
    pub(crate) fn named(name: &str) -> Look {
        match name {
            "daylight" => Look::DAYLIGHT,
            "slate" => Look::SLATE,
            "print" => Look::PRINT,
            _ => Look::WOOD,
        }
    }

    const WOOD: Look = Look {
        ground: Ground::Wood,
        finish: Finish::Round,
        board: Color::from_rgb8(0xdd, 0xb0, 0x69),
        lines: Color::from_rgb8(0x4a, 0x33, 0x17),
        coordinates: Color::from_rgb8(0x54, 0x3a, 0x1b),
        marks: Color::from_rgb8(0x4a, 0x33, 0x17),
        links: Color::from_rgb8(0x1b, 0x45, 0x86),
        black: Color::from_rgb8(0x1c, 0x1c, 0x1e),
        white: Color::from_rgb8(0xf3, 0xf1, 0xea),
        background: Color::from_rgb8(0x26, 0x22, 0x1f),
        text: Color::from_rgb8(0xee, 0xe6, 0xdb),
        accent: Color::from_rgb8(0xe0, 0xa3, 0x45),
        is_color_blind: false,
    };

    const DAYLIGHT: Look = Look {
        background: Color::from_rgb8(0xf3, 0xef, 0xe7),
        text: Color::from_rgb8(0x2b, 0x25, 0x1f),
        accent: Color::from_rgb8(0x85, 0x51, 0x0a),
        ..Look::WOOD
    };

    const SLATE: Look = Look {
        ground: Ground::Plain,
        finish: Finish::Round,
        board: Color::from_rgb8(0x4a, 0x58, 0x64),
        lines: Color::from_rgb8(0x1c, 0x23, 0x29),
        coordinates: Color::from_rgb8(0xd3, 0xdc, 0xe4),
        marks: Color::from_rgb8(0xf2, 0xf6, 0xf9),
        links: Color::from_rgb8(0x9f, 0xd9, 0xf6),
        black: Color::from_rgb8(0x14, 0x16, 0x18),
        white: Color::from_rgb8(0xf0, 0xf3, 0xf5),
        background: Color::from_rgb8(0x1a, 0x1e, 0x22),
        text: Color::from_rgb8(0xe3, 0xe8, 0xec),
        accent: Color::from_rgb8(0x5f, 0xb3, 0xd4),
        is_color_blind: false,
    };

    const PRINT: Look = Look {
        ground: Ground::Plain,
        finish: Finish::Flat,
        board: Color::WHITE,
        lines: Color::from_rgb8(0x22, 0x22, 0x22),
        coordinates: Color::from_rgb8(0x44, 0x44, 0x44),
        marks: Color::from_rgb8(0x22, 0x22, 0x22),
        links: Color::from_rgb8(0x1f, 0x5f, 0xa8),
        black: Color::from_rgb8(0x0a, 0x0a, 0x0a),
        white: Color::WHITE,
        background: Color::from_rgb8(0xf4, 0xf3, 0xef),
        text: Color::from_rgb8(0x1e, 0x1e, 0x1e),
        accent: Color::from_rgb8(0x1f, 0x5f, 0xa8),
        is_color_blind: false,
    };

    /// The theme and the colors of the settings, and what of them makes no
    /// sense; `is_dark` is what the system wants.
    pub(crate) fn of(settings: &WindowSettings, is_dark: bool) -> (Look, Vec<SettingProblem>) {
        let mut problems = Vec::new();
        if !CHOICES.contains(&settings.theme.as_str()) {
            problems.push(SettingProblem::BadValue {
                name: "window.theme".to_owned(),
                value: settings.theme.clone(),
                expected: CHOICES.join(", "),
            });
        }
        let name = match settings.theme.as_str() {
            SYSTEM if is_dark => "wood",
            SYSTEM => "daylight",
            name => name,
        };
        let is_color_blind = settings.is_color_blind;
        let mut look = Look { is_color_blind, ..Look::named(name) };
        for (name, &Rgb { red, green, blue }) in &settings.colors {
            match look.place(name) {
                Some(place) => *place = Color::from_rgb8(red, green, blue),
                None => problems.push(SettingProblem::UnknownName(format!("window.colors.{name}"))),
            }
        }
        (look, problems)
    }

    fn place(&mut self, name: &str) -> Option<&mut Color> {
        Some(match name {
            "board" => {
                // The grain of wood would hide the color that was chosen.
                self.ground = Ground::Plain;
                &mut self.board
            }
            "lines" => &mut self.lines,
            "marks" => &mut self.marks,
            "links" => &mut self.links,
            "coordinates" => &mut self.coordinates,
            "black" => &mut self.black,
            "white" => &mut self.white,
            "background" => &mut self.background,
            "text" => &mut self.text,
            "accent" => &mut self.accent,
            _ => return None,
        })
    }

    /// The color of a stone.
    pub(crate) const fn stone(&self, color: rules::Color) -> Color {
        match color {
            rules::Color::Black => self.black,
            rules::Color::White => self.white,
        }
    }

    /// A color that is read on a stone, or on an empty point.
    pub(crate) const fn ink(&self, stone: Option<rules::Color>) -> Color {
        match stone {
            Some(color) => self.stone(match color {
                rules::Color::Black => rules::Color::White,
                rules::Color::White => rules::Color::Black,
            }),
            None => self.marks,
        }
    }

    /// The theme of the widgets around the board.
    pub(crate) fn theme(&self) -> Theme {
        let palette = Palette {
            background: self.background,
            text: self.text,
            primary: self.accent,
            success: Color::from_rgb8(0x4f, 0x9d, 0x5d),
            warning: Color::from_rgb8(0xd9, 0x8e, 0x2b),
            danger: Color::from_rgb8(0xc9, 0x4f, 0x43),
        };
        Theme::custom("tengen", palette)
    }

    /// Whether the window is dark.
    pub(crate) fn is_dark(&self) -> bool {
        self.background.relative_luminance() < 0.4
    }

    /// The color of the board as a whole, grain and all.
    pub(crate) fn ground_color(&self) -> Color {
        match self.ground {
            Ground::Wood => mix(self.board, Color::from_rgb8(0xd6, 0xac, 0x72), 0.8),
            Ground::Plain => self.board,
        }
    }

    /// The color of surfaces that lie on the background.
    pub(crate) fn surface(&self) -> Color {
        mix(self.background, if self.is_dark() { Color::WHITE } else { Color::BLACK }, 0.055)
    }

    /// Text that matters less.
    pub(crate) fn dim(&self) -> Color {
        mix(self.text, self.background, if self.is_dark() { 0.38 } else { 0.3 })
    }

    /// Lines between surfaces.
    pub(crate) fn edge(&self) -> Color {
        mix(self.background, self.text, 0.16)
    }

    /// The color of a move that lost this much, the same in all themes; a sign,
    /// a size or a number always goes with it.
    pub(crate) const fn band(&self, band: Band) -> Color {
        match (band, self.is_color_blind) {
            (Band::Excellent, false) => Color::from_rgb8(0x45, 0xa8, 0x5c),
            (Band::Good, false) => Color::from_rgb8(0x9c, 0xcb, 0x4c),
            (Band::Inaccuracy, false) => Color::from_rgb8(0xf2, 0xd2, 0x3e),
            (Band::Mistake, false) => Color::from_rgb8(0xf0, 0x97, 0x2c),
            (Band::BigMistake, false) => Color::from_rgb8(0xcf, 0x35, 0x29),
            (Band::Blunder, false) => Color::from_rgb8(0x8e, 0x35, 0x9a),
            (Band::Excellent, true) => Color::from_rgb8(0x00, 0x6d, 0xab),
            (Band::Good, true) => Color::from_rgb8(0x56, 0xb4, 0xe9),
            (Band::Inaccuracy, true) => Color::from_rgb8(0xf0, 0xe4, 0x42),
            (Band::Mistake, true) => Color::from_rgb8(0xe6, 0x9f, 0x00),
            (Band::BigMistake, true) => Color::from_rgb8(0xa8, 0x48, 0x00),
            (Band::Blunder, true) => Color::from_rgb8(0x46, 0x14, 0x3c),
        }
    }

    /// A color that is read on that of a band.
    pub(crate) const fn band_ink(&self, band: Band) -> Color {
        match (band, self.is_color_blind) {
            (Band::BigMistake | Band::Blunder, _) | (Band::Excellent, true) => Color::WHITE,
            _ => Color::from_rgb8(0x14, 0x12, 0x10),
        }
    }

    /// The color of an outline around a stone in a panel.
    pub(crate) fn rim(&self, color: rules::Color) -> Color {
        let surface = self.surface();
        // What could be taken for the panel needs a line that cannot.
        let fill = self.stone(color);
        let towards = if self.is_dark() { Color::WHITE } else { Color::BLACK };
        let mut rim = mix(fill, towards, 0.3);
        for share in [0.45, 0.6, 0.75] {
            if contrast(rim, surface) >= 3.0 {
                break;
            }
            rim = mix(fill, towards, share);
        }
        rim
    }

    /// A color that is read on the accent.
    pub(crate) fn accent_ink(&self) -> Color {
        let dark = Color::from_rgb8(0x1a, 0x15, 0x10);
        let is_dark_better = contrast(dark, self.accent) > contrast(Color::WHITE, self.accent);
        if is_dark_better { dark } else { Color::WHITE }
    }

    /// What is said about something that went wrong.
    pub(crate) fn warning(&self) -> Color {
        if self.is_dark() {
            Color::from_rgb8(0xf0, 0x8a, 0x6c)
        } else {
            Color::from_rgb8(0xb0, 0x33, 0x22)
        }
    }
}

/// A color between two others.
pub(crate) fn mix(from: Color, to: Color, share: f32) -> Color {
    let between = |from: f32, to: f32| from + (to - from) * share;
    Color {
        r: between(from.r, to.r),
        g: between(from.g, to.g),
        b: between(from.b, to.b),
        a: between(from.a, to.a),
    }
}

/// How clearly two colors differ, from 1 to 21, as the guidelines for
/// accessibility of the W3C count it.
pub(crate) fn contrast(one: Color, other: Color) -> f32 {
    let (one, other) = (one.relative_luminance(), other.relative_luminance());
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What text and marks need to be read.
    const READABLE: f32 = 4.5;

    #[track_caller]
    fn check_contrast(what: &str, ink: Color, ground: Color, least: f32) {
        // What can be looked through is mixed with what is below.
        let ink = mix(Color { a: 1.0, ..ground }, Color { a: 1.0, ..ink }, ink.a);
        let is = contrast(ink, ground);
        assert!(is >= least, "{what}: {is:.2}, which is less than {least}");
    }

    #[test]
    fn everything_is_readable_in_every_theme() {
        for name in NAMES {
            let look = Look::named(name);
            let grounds = [("background", look.background), ("surface", look.surface())];
            for (ground, color) in grounds {
                let check = |what: &str, ink| {
                    check_contrast(&format!("{name}: {what} on {ground}"), ink, color, READABLE);
                };
                check("text", look.text);
                check("dim text", look.dim());
                check("accent", look.accent);
                check("warning", look.warning());
                for stone in rules::Color::ALL {
                    let rim = look.rim(stone);
                    check_contrast(&format!("{name}: rim of {stone:?}"), rim, color, 3.0);
                }
            }
            let board = look.ground_color();
            let check = |what: &str, ink, ground| {
                check_contrast(&format!("{name}: {what}"), ink, ground, READABLE);
            };
            check("coordinates", look.coordinates, board);
            check("marks", look.ink(None), board);
            check("lines and arrows", look.links, board);
            check("marks on black", look.ink(Some(rules::Color::Black)), look.black);
            check("marks on white", look.ink(Some(rules::Color::White)), look.white);
            check("the main button", look.accent_ink(), look.accent);
            // A grid is no text, and must not outdo the stones.
            check_contrast(&format!("{name}: grid"), look.lines, board, 2.0);
        }
    }

    #[test]
    fn losses_are_read_with_both_palettes() {
        for is_color_blind in [false, true] {
            let look = Look { is_color_blind, ..Look::WOOD };
            for band in Band::ALL {
                let what = format!("{band:?}, color-blind: {is_color_blind}");
                check_contrast(&what, look.band_ink(band), look.band(band), READABLE);
            }
        }
    }

    #[test]
    fn the_system_decides_between_light_and_dark() {
        let settings = settings(SYSTEM, &[]);
        assert_eq!(Look::of(&settings, true), (Look::WOOD, Vec::new()));
        assert_eq!(Look::of(&settings, false), (Look::DAYLIGHT, Vec::new()));
    }

    fn settings(theme: &str, colors: &[&str]) -> WindowSettings {
        let color = Rgb { red: 0x10, green: 0x20, blue: 0x30 };
        let colors = colors.iter().map(|&name| (name.to_owned(), color)).collect();
        WindowSettings { theme: theme.to_owned(), colors, ..WindowSettings::default() }
    }

    #[test]
    fn a_user_has_colors_of_their_own() {
        let (look, problems) = Look::of(&settings("wood", &["board", "text"]), true);
        let color = Color::from_rgb8(0x10, 0x20, 0x30);
        assert_eq!(problems, []);
        assert_eq!((look.board, look.text), (color, color));
        assert_eq!((look.ground, look.lines), (Ground::Plain, Look::WOOD.lines));
    }

    #[test]
    fn wrong_names_are_named() {
        let all = [
            "board",
            "lines",
            "coordinates",
            "marks",
            "links",
            "black",
            "white",
            "background",
            "text",
            "accent",
        ];
        assert_eq!(Look::of(&settings("print", &all), true).1, []);
        let (look, problems) = Look::of(&settings("plaid", &["bord"]), true);
        assert_eq!(look, Look::named("wood"));
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert_eq!(problems[1], SettingProblem::UnknownName("window.colors.bord".into()));
    }
}
