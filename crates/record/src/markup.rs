//! Mark-up and annotations: marks, lines, judgements, figures.

use std::borrow::Cow;

use tengen_sgf::{Value, ValueBuf};

/// A sign on a point, of which a point has one at most.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Mark {
    /// A ring.
    Circle,
    /// An X.
    Cross,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// The point is part of a selection.
    Selected,
}

impl Mark {
    /// All signs.
    pub const ALL: [Mark; 5] =
        [Mark::Circle, Mark::Cross, Mark::Square, Mark::Triangle, Mark::Selected];

    /// The name of the property.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Circle => "CR",
            Mark::Cross => "MA",
            Mark::Square => "SQ",
            Mark::Triangle => "TR",
            Mark::Selected => "SL",
        }
    }
}

/// What joins two points.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Stroke {
    /// A line without a direction.
    Line,
    /// An arrow from the first point to the second.
    Arrow,
}

impl Stroke {
    /// The name of the property.
    pub const fn name(self) -> &'static str {
        match self {
            Stroke::Line => "LN",
            Stroke::Arrow => "AR",
        }
    }
}

/// An opinion on a move or a position.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Annotation {
    /// The move is good.
    GoodMove,
    /// The move is bad.
    BadMove,
    /// The move is doubtful.
    DoubtfulMove,
    /// The move is interesting.
    InterestingMove,
    /// The position is good for Black.
    GoodForBlack,
    /// The position is good for White.
    GoodForWhite,
    /// The position is even.
    Even,
    /// The position is unclear.
    Unclear,
    /// Something decisive happens here.
    Hotspot,
}

impl Annotation {
    /// All opinions.
    pub const ALL: [Annotation; 9] = [
        Annotation::GoodMove,
        Annotation::BadMove,
        Annotation::DoubtfulMove,
        Annotation::InterestingMove,
        Annotation::GoodForBlack,
        Annotation::GoodForWhite,
        Annotation::Even,
        Annotation::Unclear,
        Annotation::Hotspot,
    ];

    /// The name of the property.
    pub const fn name(self) -> &'static str {
        match self {
            Annotation::GoodMove => "TE",
            Annotation::BadMove => "BM",
            Annotation::DoubtfulMove => "DO",
            Annotation::InterestingMove => "IT",
            Annotation::GoodForBlack => "GB",
            Annotation::GoodForWhite => "GW",
            Annotation::Even => "DM",
            Annotation::Unclear => "UC",
            Annotation::Hotspot => "HO",
        }
    }

    /// Whether there are two strengths of this opinion.
    pub const fn has_strength(self) -> bool {
        !matches!(self, Annotation::DoubtfulMove | Annotation::InterestingMove)
    }
}

/// The beginning of a figure in print.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Figure {
    /// What the figure does without, as a sum of the constants.
    pub flags: u32,
    /// The name of the figure.
    pub name: String,
}

impl Figure {
    /// No coordinates.
    pub const NO_COORDINATES: u32 = 1;
    /// No name.
    pub const NO_NAME: u32 = 2;
    /// No list of moves that are not in the figure.
    pub const NO_HIDDEN_MOVES: u32 = 4;
    /// Captured stones are taken off.
    pub const REMOVE_CAPTURED: u32 = 256;
    /// No star points.
    pub const NO_STAR_POINTS: u32 = 512;
    /// The viewer decides, whatever the other flags say.
    pub const VIEWER_DEFAULT: u32 = 32_768;

    pub(crate) fn from_value(value: Value<'_>) -> Figure {
        let (flags, name) = value.compose().unzip();
        let flags = flags.unwrap_or(value).number().ok().and_then(|it| it.try_into().ok());
        let name = name.map(Value::simple_text).unwrap_or_default();
        Figure { flags: flags.unwrap_or(0), name: Cow::into_owned(name) }
    }

    pub(crate) fn to_value(&self) -> ValueBuf {
        if *self == Figure::default() {
            return ValueBuf::EMPTY;
        }
        ValueBuf::compose(i64::from(self.flags), self.name.as_str())
    }
}

/// How moves are numbered in print.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum PrintMode {
    /// Moves have no numbers.
    Unnumbered,
    /// Moves have the numbers they have.
    #[default]
    Numbered,
    /// A figure begins with a number below 100.
    ModuloHundred,
}

impl PrintMode {
    pub(crate) fn from_number(number: u32) -> Option<PrintMode> {
        match number {
            0 => Some(PrintMode::Unnumbered),
            1 => Some(PrintMode::Numbered),
            2 => Some(PrintMode::ModuloHundred),
            _ => None,
        }
    }

    pub(crate) const fn number(self) -> i64 {
        match self {
            PrintMode::Unnumbered => 0,
            PrintMode::Numbered => 1,
            PrintMode::ModuloHundred => 2,
        }
    }
}
