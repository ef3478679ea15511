//! Colors and characters of the pictures.

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

/// Colors and characters of the pictures.
///
/// Nothing is told by color alone: stones differ by their shape, and the last
/// move and the cursor have brackets.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Skin {
    /// Whether only ASCII characters are used.
    pub is_ascii: bool,
    /// The ground and the lines of the board.
    pub board: Style,
    /// A black stone.
    pub black: Style,
    /// A white stone.
    pub white: Style,
    /// The last move.
    pub last: Style,
    /// The cursor, and what is chosen in the menu.
    pub cursor: Style,
    /// The point that is forbidden by ko.
    pub ko: Style,
    /// Titles, keys, and what needs an answer.
    pub accent: Style,
    /// What matters less.
    pub dim: Style,
}

impl Skin {
    /// Wood, on terminals with 256 colors.
    pub const WOOD: Skin = Skin {
        is_ascii: false,
        board: Style::new().fg(Color::Indexed(94)).bg(Color::Indexed(179)),
        black: Style::new().fg(Color::Indexed(16)),
        white: Style::new().fg(Color::Indexed(231)),
        last: Style::new().fg(Color::Indexed(160)),
        cursor: Style::new().fg(Color::Indexed(19)),
        ko: Style::new().fg(Color::Indexed(124)),
        accent: Style::new().fg(Color::Indexed(179)),
        dim: Style::new().fg(Color::Indexed(244)),
    };

    /// No colors.
    pub const PLAIN: Skin = Skin {
        is_ascii: false,
        board: Style::new(),
        black: Style::new(),
        white: Style::new(),
        last: Style::new().add_modifier(Modifier::BOLD),
        cursor: Style::new().add_modifier(Modifier::REVERSED),
        ko: Style::new().add_modifier(Modifier::BOLD),
        accent: Style::new().add_modifier(Modifier::BOLD),
        dim: Style::new(),
    };

    /// Neither colors nor other characters than ASCII has.
    pub const ASCII: Skin = Skin { is_ascii: true, ..Skin::PLAIN };

    /// Boxes of ASCII characters, also for those that a host draws itself.
    pub const ASCII_BORDER: border::Set<'static> = border::Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    };

    pub(crate) const fn glyph(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.is_ascii { ascii } else { unicode }
    }
}

impl Default for Skin {
    fn default() -> Skin {
        Skin::WOOD
    }
}
