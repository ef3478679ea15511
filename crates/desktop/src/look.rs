//! How the window looks: the colors of the board and of all around it.

use iced::theme::Palette;
use iced::{Color, Theme};
use tengen_front::settings::{Rgb, SettingProblem, WindowSettings};
use tengen_review::Band;
use tengen_rules as rules;

/// The names of the themes, in the order in which they are offered.
pub(crate) const NAMES: [&str; 3] = ["wood", "slate", "print"];

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
    pub(crate) black: Color,
    pub(crate) white: Color,
    pub(crate) background: Color,
    pub(crate) text: Color,
    pub(crate) accent: Color,
}

impl Look {
    /// The theme of a name, or the first one.
    pub(crate) fn named(name: &str) -> Look {
        match name {
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
        coordinates: Color::from_rgb8(0x5d, 0x42, 0x20),
        black: Color::from_rgb8(0x1c, 0x1c, 0x1e),
        white: Color::from_rgb8(0xf3, 0xf1, 0xea),
        background: Color::from_rgb8(0x26, 0x22, 0x1f),
        text: Color::from_rgb8(0xee, 0xe6, 0xdb),
        accent: Color::from_rgb8(0xe0, 0xa3, 0x45),
    };

    const SLATE: Look = Look {
        ground: Ground::Plain,
        finish: Finish::Round,
        board: Color::from_rgb8(0x4a, 0x58, 0x64),
        lines: Color::from_rgb8(0x1c, 0x23, 0x29),
        coordinates: Color::from_rgb8(0xa9, 0xb6, 0xc1),
        black: Color::from_rgb8(0x14, 0x16, 0x18),
        white: Color::from_rgb8(0xf0, 0xf3, 0xf5),
        background: Color::from_rgb8(0x1a, 0x1e, 0x22),
        text: Color::from_rgb8(0xe3, 0xe8, 0xec),
        accent: Color::from_rgb8(0x5f, 0xb3, 0xd4),
    };

    const PRINT: Look = Look {
        ground: Ground::Plain,
        finish: Finish::Flat,
        board: Color::WHITE,
        lines: Color::from_rgb8(0x22, 0x22, 0x22),
        coordinates: Color::from_rgb8(0x44, 0x44, 0x44),
        black: Color::from_rgb8(0x0a, 0x0a, 0x0a),
        white: Color::WHITE,
        background: Color::from_rgb8(0xf4, 0xf3, 0xef),
        text: Color::from_rgb8(0x1e, 0x1e, 0x1e),
        accent: Color::from_rgb8(0x1f, 0x5f, 0xa8),
    };

    /// The theme and the colors of the settings, and what of them makes no
    /// sense.
    pub(crate) fn of(settings: &WindowSettings) -> (Look, Vec<SettingProblem>) {
        let mut problems = Vec::new();
        if !NAMES.contains(&settings.theme.as_str()) {
            problems.push(SettingProblem::BadValue {
                name: "window.theme".to_owned(),
                value: settings.theme.clone(),
                expected: NAMES.join(", "),
            });
        }
        let mut look = Look::named(&settings.theme);
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
            None => self.lines,
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
        mix(self.text, self.background, 0.38)
    }

    /// Lines between surfaces.
    pub(crate) fn edge(&self) -> Color {
        mix(self.background, self.text, 0.16)
    }

    /// The color of a move that lost this much, the same in all themes; a sign,
    /// a size or a number always goes with it.
    pub(crate) const fn band(band: Band) -> Color {
        match band {
            Band::Excellent => Color::from_rgb8(0x45, 0xa8, 0x5c),
            Band::Good => Color::from_rgb8(0x9c, 0xcb, 0x4c),
            Band::Inaccuracy => Color::from_rgb8(0xf2, 0xd2, 0x3e),
            Band::Mistake => Color::from_rgb8(0xf0, 0x97, 0x2c),
            Band::BigMistake => Color::from_rgb8(0xd8, 0x3d, 0x30),
            Band::Blunder => Color::from_rgb8(0x8e, 0x35, 0x9a),
        }
    }

    /// A color that is read on that of a band.
    pub(crate) const fn band_ink(band: Band) -> Color {
        match band {
            Band::BigMistake | Band::Blunder => Color::WHITE,
            _ => Color::from_rgb8(0x14, 0x12, 0x10),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(theme: &str, colors: &[&str]) -> WindowSettings {
        let color = Rgb { red: 0x10, green: 0x20, blue: 0x30 };
        let colors = colors.iter().map(|&name| (name.to_owned(), color)).collect();
        WindowSettings { theme: theme.to_owned(), colors, ..WindowSettings::default() }
    }

    #[test]
    fn a_user_has_colors_of_their_own() {
        let (look, problems) = Look::of(&settings("wood", &["board", "text"]));
        let color = Color::from_rgb8(0x10, 0x20, 0x30);
        assert_eq!(problems, []);
        assert_eq!((look.board, look.text), (color, color));
        assert_eq!((look.ground, look.lines), (Ground::Plain, Look::WOOD.lines));
    }

    #[test]
    fn wrong_names_are_named() {
        let all =
            ["board", "lines", "coordinates", "black", "white", "background", "text", "accent"];
        assert_eq!(Look::of(&settings("print", &all)).1, []);
        let (look, problems) = Look::of(&settings("plaid", &["bord"]));
        assert_eq!(look, Look::named("wood"));
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert_eq!(problems[1], SettingProblem::UnknownName("window.colors.bord".into()));
    }
}
