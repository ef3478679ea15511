//! Colors and characters: what a terminal can show, and what a player likes.

use ratatui::style::{Color, Modifier, Style};
use tengen_review::Band;
use tengen_rules::Color as Stone;

/// How many colors a terminal has.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Depth {
    /// None: shapes must do.
    None,
    /// The sixteen of old.
    Sixteen,
    /// The 256 of xterm.
    Palette,
    /// All of them.
    True,
}

/// What a player likes and a terminal can do.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Theme {
    /// The number of colors.
    pub depth: Depth,
    /// Whether the terminal's background is light.
    pub is_light: bool,
    /// Whether no two colors differ only by red and green.
    pub is_color_blind: bool,
    /// Whether only ASCII characters are used.
    pub is_ascii: bool,
}

/// What a color is for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Role {
    /// The wood of the board.
    Board,
    /// The lines of the board, and its coordinates.
    Line,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// Where the player is: the cursor, a chosen entry.
    Cursor,
    /// The last move.
    Last,
    /// What is forbidden or lost: ko, dead stones, errors.
    Warning,
    /// What the engine recommends.
    Hint,
    /// Text that matters less.
    Dim,
    /// Titles and keys.
    Accent,
}

type Rgb = (u8, u8, u8);

impl Theme {
    /// The theme for a terminal, by its environment.
    pub fn from_environment(get: impl Fn(&str) -> Option<String>) -> Theme {
        let text = |name| get(name).unwrap_or_default().to_lowercase();
        let term = text("TERM");
        let color_term = text("COLORTERM");
        let depth = if !text("NO_COLOR").is_empty() || term == "dumb" {
            Depth::None
        } else if color_term == "truecolor" || color_term == "24bit" || term.contains("direct") {
            Depth::True
        } else if term.contains("256") {
            Depth::Palette
        } else {
            Depth::Sixteen
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(text).find(|it| !it.is_empty());
        let is_utf8 = locale.is_none_or(|it| it.contains("utf"));
        // Some terminals tell their colors as "foreground;background".
        let background = text("COLORFGBG");
        let is_light = matches!(background.rsplit(';').next(), Some("7" | "15"));
        Theme {
            depth,
            is_light,
            is_color_blind: false,
            is_ascii: !is_utf8 || term == "linux" || term == "dumb",
        }
    }

    /// The color for a purpose, if the terminal has any.
    pub fn color(self, role: Role) -> Option<Color> {
        match self.depth {
            Depth::None => None,
            Depth::Sixteen => Some(self.old(role)),
            Depth::Palette | Depth::True => Some(self.exact(self.rgb(role))),
        }
    }

    /// A color on the way from one to another, if the terminal can show it.
    pub fn mixed(self, from: Role, to: Role, share: f32) -> Option<Color> {
        if matches!(self.depth, Depth::None | Depth::Sixteen) {
            return None;
        }
        let (from, to) = (self.rgb(from), self.rgb(to));
        Some(self.exact((
            between(from.0, to.0, share),
            between(from.1, to.1, share),
            between(from.2, to.2, share),
        )))
    }

    /// Text on the terminal's background.
    pub fn text(self, role: Role) -> Style {
        let style = Style::new();
        match (self.color(role), role) {
            (Some(color), Role::Accent | Role::Cursor) => {
                style.fg(color).add_modifier(Modifier::BOLD)
            }
            (Some(color), _) => style.fg(color),
            (None, Role::Dim) => style.add_modifier(Modifier::DIM),
            (None, _) => style.add_modifier(Modifier::BOLD),
        }
    }

    /// A chosen entry of a list.
    pub fn chosen(self) -> Style {
        match self.color(Role::Cursor) {
            Some(color) => Style::new().fg(Color::Black).bg(color),
            None => Style::new().add_modifier(Modifier::REVERSED),
        }
    }

    /// The background of the board.
    pub fn board(self) -> Style {
        let style = Style::new();
        match (self.color(Role::Board), self.color(Role::Line)) {
            (Some(board), Some(line)) => style.bg(board).fg(line),
            _ => style,
        }
    }

    /// The color of a move that lost this much, if the terminal has any.
    pub fn band(self, band: Band) -> Option<Color> {
        match self.depth {
            Depth::None => None,
            Depth::Sixteen => Some(self.old_band(band)),
            Depth::Palette | Depth::True => Some(self.exact(self.band_rgb(band))),
        }
    }

    /// Text in the color of a band; without colors, mistakes are bold.
    pub fn band_text(self, band: Band) -> Style {
        match self.band(band) {
            Some(color) => Style::new().fg(color),
            None if band >= Band::Mistake => Style::new().add_modifier(Modifier::BOLD),
            None => Style::new(),
        }
    }

    /// Text on ground of the color of a band.
    pub fn band_ground(self, band: Band) -> Style {
        let Some(ground) = self.band(band) else {
            return Style::new().add_modifier(Modifier::REVERSED);
        };
        let is_dark = matches!(band, Band::Blunder | Band::BigMistake)
            || self.is_color_blind && band == Band::Excellent;
        let ink = if is_dark { self.color(Role::White) } else { self.color(Role::Black) };
        Style { fg: ink, ..Style::new().bg(ground) }
    }

    const fn band_rgb(self, band: Band) -> Rgb {
        match (band, self.is_color_blind) {
            (Band::Excellent, false) => (60, 160, 80),
            (Band::Good, false) => (150, 200, 70),
            (Band::Inaccuracy, false) => (240, 210, 60),
            (Band::Mistake, false) => (240, 150, 40),
            (Band::BigMistake, false) => (214, 58, 46),
            (Band::Blunder, false) => (140, 50, 150),
            (Band::Excellent, true) => (0, 114, 178),
            (Band::Good, true) => (86, 180, 233),
            (Band::Inaccuracy, true) => (240, 228, 66),
            (Band::Mistake, true) => (230, 159, 0),
            (Band::BigMistake, true) => (180, 80, 0),
            (Band::Blunder, true) => (70, 20, 60),
        }
    }

    const fn old_band(self, band: Band) -> Color {
        match (band, self.is_color_blind) {
            (Band::Excellent, false) => Color::Green,
            (Band::Good, false) => Color::LightGreen,
            (Band::Excellent, true) => Color::Blue,
            (Band::Good, true) => Color::LightBlue,
            (Band::Inaccuracy, _) => Color::LightYellow,
            (Band::Mistake, _) => Color::Yellow,
            (Band::BigMistake, false) => Color::Red,
            (Band::BigMistake, true) => Color::LightMagenta,
            (Band::Blunder, _) => Color::Magenta,
        }
    }

    /// One of two characters, by what the terminal can show.
    pub const fn glyph(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.is_ascii { ascii } else { unicode }
    }

    /// Whether stones are told apart by their color alone.
    pub const fn has_colors(self) -> bool {
        !matches!(self.depth, Depth::None)
    }

    /// The role of a stone's color.
    pub const fn stone(color: Stone) -> Role {
        match color {
            Stone::Black => Role::Black,
            Stone::White => Role::White,
        }
    }

    fn rgb(self, role: Role) -> Rgb {
        let is_light = self.is_light;
        match role {
            Role::Board => (220, 179, 106),
            Role::Line => (133, 94, 44),
            Role::Black => (22, 22, 26),
            Role::White => (250, 249, 244),
            Role::Cursor => if_else(self.is_color_blind, (86, 180, 233), (64, 156, 255)),
            Role::Last => if_else(self.is_color_blind, (0, 114, 178), (214, 58, 46)),
            Role::Warning => if_else(self.is_color_blind, (213, 94, 0), (216, 50, 50)),
            Role::Hint => if_else(self.is_color_blind, (0, 114, 178), (34, 120, 60)),
            Role::Dim => if_else(is_light, (105, 105, 105), (140, 140, 140)),
            Role::Accent => if_else(is_light, (140, 84, 10), (232, 186, 108)),
        }
    }

    fn old(self, role: Role) -> Color {
        match role {
            Role::Board => Color::Yellow,
            Role::Line | Role::Black => Color::Black,
            Role::White => Color::White,
            Role::Cursor => Color::LightBlue,
            Role::Last | Role::Warning if !self.is_color_blind => Color::Red,
            Role::Hint if !self.is_color_blind => Color::Green,
            Role::Last | Role::Hint => Color::Blue,
            Role::Warning => Color::Magenta,
            Role::Dim => Color::DarkGray,
            Role::Accent => if_else(self.is_light, Color::Blue, Color::LightYellow),
        }
    }

    fn exact(self, (red, green, blue): Rgb) -> Color {
        match self.depth {
            Depth::True => Color::Rgb(red, green, blue),
            _ => Color::Indexed(indexed((red, green, blue))),
        }
    }
}

fn if_else<T>(condition: bool, yes: T, no: T) -> T {
    if condition { yes } else { no }
}

fn between(from: u8, to: u8, share: f32) -> u8 {
    let value = f32::from(from) + (f32::from(to) - f32::from(from)) * share.clamp(0.0, 1.0);
    #[expect(clippy::cast_sign_loss, reason = "between two numbers that are none below zero")]
    let value = value.round() as u8;
    value
}

/// The nearest color of the cube or the ramp of grays of xterm.
fn indexed(rgb: Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |value: u8| (0..6).min_by_key(|&it| STEPS[it].abs_diff(value)).unwrap_or(0);
    let cube = (step(rgb.0), step(rgb.1), step(rgb.2));
    let cube_rgb = (STEPS[cube.0], STEPS[cube.1], STEPS[cube.2]);
    let mean = (u16::from(rgb.0) + u16::from(rgb.1) + u16::from(rgb.2)) / 3;
    let gray = (mean.saturating_sub(3) / 10).min(23) as u8;
    let level = 8 + gray * 10;
    if distance(rgb, (level, level, level)) < distance(rgb, cube_rgb) {
        return 232 + gray;
    }
    (16 + 36 * cube.0 + 6 * cube.1 + cube.2) as u8
}

fn distance(one: Rgb, other: Rgb) -> u32 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    square(one.0, other.0) + square(one.1, other.1) + square(one.2, other.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> Depth {
        let get = |name: &str| {
            let found = variables.iter().find(|(it, _)| *it == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Theme::from_environment(get).depth
    }

    #[test]
    fn environment_says_how_many_colors_there_are() {
        assert_eq!(depth(&[("TERM", "xterm")]), Depth::Sixteen);
        assert_eq!(depth(&[("TERM", "screen-256color")]), Depth::Palette);
        assert_eq!(depth(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(depth(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(depth(&[("TERM", "dumb")]), Depth::None);
    }

    #[test]
    fn bands_have_colors_of_their_own() {
        for depth in [Depth::Sixteen, Depth::Palette, Depth::True] {
            for is_color_blind in [false, true] {
                let theme = Theme { depth, is_light: false, is_color_blind, is_ascii: false };
                let colors: Vec<Option<Color>> =
                    Band::ALL.into_iter().map(|it| theme.band(it)).collect();
                for (idx, color) in colors.iter().enumerate() {
                    assert!(!colors[..idx].contains(color), "{theme:?} {color:?}");
                }
            }
        }
    }

    #[test]
    fn nearest_colors_of_the_palette_are_found() {
        assert_eq!(indexed((255, 255, 255)), 231);
        assert_eq!(indexed((0, 0, 0)), 16);
        assert_eq!(indexed((128, 128, 128)), 244);
        assert_eq!(indexed((215, 175, 95)), 179);
    }
}
