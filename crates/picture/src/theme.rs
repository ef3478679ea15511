//! Colors of boards, stones and marks.

use crate::Rgb;

/// The colors of a picture.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Theme {
    /// A wooden board in daylight.
    #[default]
    Wood,
    /// A dark board for dark screens.
    Dark,
    /// Black on white, without shades, for paper.
    Print,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 3] = [Theme::Wood, Theme::Dark, Theme::Print];

    pub(crate) fn palette(self) -> &'static Palette {
        match self {
            Theme::Wood => &WOOD,
            Theme::Dark => &DARK,
            Theme::Print => &PRINT,
        }
    }
}

/// The colors of a theme, as SVG writes them.
#[derive(Debug)]
pub(crate) struct Palette {
    /// Around the caption.
    pub(crate) page: &'static str,
    pub(crate) caption: &'static str,
    /// The board from its upper left to its lower right.
    pub(crate) board: [&'static str; 2],
    /// The grain of the wood.
    pub(crate) grain: Option<&'static str>,
    pub(crate) line: &'static str,
    pub(crate) coordinate: &'static str,
    /// Marks and texts on the board itself.
    pub(crate) ink: &'static str,
    pub(crate) black: StoneStyle,
    pub(crate) white: StoneStyle,
    /// The strength of a stone's shadow.
    pub(crate) shadow: Option<f64>,
    /// The last move on a black and on a white stone.
    pub(crate) last_move: [&'static str; 2],
    pub(crate) selected: &'static str,
    pub(crate) link: [&'static str; 2],
    /// The owner of a point: Black, White.
    pub(crate) owner: [Rgb; 2],
    /// From the least to the greatest value.
    pub(crate) ramp: [Rgb; 3],
    /// The best candidate, and the others.
    pub(crate) candidate: [&'static str; 2],
    pub(crate) warning: &'static str,
}

/// The colors of a stone.
#[derive(Debug)]
pub(crate) struct StoneStyle {
    /// From the light to the rim; the same where there is no shade.
    pub(crate) shade: [&'static str; 3],
    pub(crate) rim: &'static str,
    pub(crate) rim_width: f64,
    pub(crate) ink: &'static str,
}

impl StoneStyle {
    /// Whether this stone needs a gradient.
    pub(crate) fn is_shaded(&self) -> bool {
        self.shade[0] != self.shade[2]
    }
}

// Blue against vermilion, and dark blue over gray to yellow: both are told
// apart with every common form of color blindness.
const WOOD: Palette = Palette {
    page: "#fffaf0",
    caption: "#3a2e1c",
    board: ["#ecc27c", "#dfae62"],
    grain: Some("#a8712c"),
    line: "#5a4222",
    coordinate: "#5f451f",
    ink: "#2b1d0a",
    black: StoneStyle {
        shade: ["#6a6a6e", "#2b2b2e", "#0b0b0c"],
        rim: "#000",
        rim_width: 0.0,
        ink: "#fff",
    },
    white: StoneStyle {
        shade: ["#fff", "#f6f3ec", "#cfc8ba"],
        rim: "#8f8572",
        rim_width: 0.3,
        ink: "#1a1a1a",
    },
    shadow: Some(0.13),
    last_move: ["#ff6a4d", "#e0401f"],
    selected: "#1769c2",
    link: ["#20304a", "#fff3d8"],
    owner: [Rgb(0x00, 0x4f, 0x9e), Rgb(0xd6, 0x3a, 0x00)],
    ramp: [Rgb(0x6d, 0x7a, 0x86), Rgb(0x1f, 0x6f, 0xa8), Rgb(0x08, 0x2f, 0x6b)],
    candidate: ["#6fb7e8", "#9acf86"],
    warning: "#b3261e",
};

const DARK: Palette = Palette {
    page: "#16191e",
    caption: "#c9d1d9",
    board: ["#2c323b", "#242930"],
    grain: None,
    line: "#6f7985",
    coordinate: "#97a1ad",
    ink: "#e6edf3",
    black: StoneStyle {
        shade: ["#3a3f46", "#16181c", "#08090a"],
        rim: "#7b8490",
        rim_width: 0.45,
        ink: "#f0f3f6",
    },
    white: StoneStyle {
        shade: ["#fbfbfa", "#e2e2df", "#b4b5b3"],
        rim: "#1b1f24",
        rim_width: 0.3,
        ink: "#15181c",
    },
    shadow: Some(0.18),
    last_move: ["#ff8a5c", "#cf3d13"],
    selected: "#58a6ff",
    link: ["#ffd58a", "#15181c"],
    owner: [Rgb(0x4d, 0xa3, 0xff), Rgb(0xff, 0x8a, 0x3d)],
    ramp: [Rgb(0x3d, 0x5a, 0x80), Rgb(0x4f, 0xa3, 0xc7), Rgb(0xff, 0xe0, 0x7a)],
    candidate: ["#6fb7e8", "#9acf86"],
    warning: "#ff8a80",
};

const PRINT: Palette = Palette {
    page: "#fff",
    caption: "#000",
    board: ["#fff", "#fff"],
    grain: None,
    line: "#000",
    coordinate: "#000",
    ink: "#000",
    black: StoneStyle { shade: ["#000", "#000", "#000"], rim: "#000", rim_width: 0.8, ink: "#fff" },
    white: StoneStyle { shade: ["#fff", "#fff", "#fff"], rim: "#000", rim_width: 0.8, ink: "#000" },
    shadow: None,
    last_move: ["#fff", "#000"],
    selected: "#000",
    link: ["#000", "#fff"],
    owner: [Rgb(0, 0, 0), Rgb(0xff, 0xff, 0xff)],
    ramp: [Rgb(0xb0, 0xb0, 0xb0), Rgb(0x70, 0x70, 0x70), Rgb(0x20, 0x20, 0x20)],
    candidate: ["#fff", "#fff"],
    warning: "#000",
};
