//! What a picture shows, as plain data.

use std::collections::BTreeMap;

use tengen_rules::{Board, Color, Point, PointSet, Size};

use crate::Theme;

/// A position with everything that is drawn on it.
///
/// Whatever lies outside of the board or of the crop is left out, so every
/// value of this type can be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The width and height of the board.
    pub size: Size,
    /// The stones.
    pub stones: BTreeMap<Point, Color>,
    /// The point of the last move.
    pub last_move: Option<Point>,
    /// The point that a ko forbids.
    pub ko: Option<Point>,
    /// Signs on stones and empty points.
    pub marks: BTreeMap<Point, Mark>,
    /// Texts on stones and empty points.
    pub labels: BTreeMap<Point, String>,
    /// Move numbers, shown where there is no label.
    pub numbers: BTreeMap<Point, u32>,
    /// Lines and arrows, drawn if both of their ends are visible.
    pub links: Vec<Link>,
    /// Who owns a point.
    pub territory: BTreeMap<Point, Color>,
    /// Colored values.
    pub heat: Option<Heat>,
    /// Stones that are shown as dead.
    pub dead: PointSet,
    /// Points that are grayed out.
    pub dimmed: PointSet,
    /// Whether the names of columns and rows surround the board.
    pub has_coordinates: bool,
    /// The part of the board that is shown, or all of it.
    pub crop: Option<Crop>,
    /// The colors.
    pub theme: Theme,
    /// A text below the board.
    pub caption: Option<String>,
    /// What the picture shows, for those who cannot see it.
    ///
    /// Without one, the size, the number of stones and the last move are told.
    pub title: Option<String>,
}

/// A sign on a point.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Mark {
    /// A ring, SGF's `CR`.
    Circle,
    /// Two strokes, SGF's `MA`.
    Cross,
    /// The outline of a square, SGF's `SQ`.
    Square,
    /// The outline of a triangle, SGF's `TR`.
    Triangle,
    /// A highlighted point, SGF's `SL`.
    Selected,
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 5] =
        [Mark::Circle, Mark::Cross, Mark::Square, Mark::Triangle, Mark::Selected];
}

/// A straight connection of two points.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Link {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// Whether it has a head at its end.
    pub tip: Tip,
}

/// The end of a [`Link`].
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Tip {
    /// A line, SGF's `LN`.
    Plain,
    /// An arrow, SGF's `AR`.
    Arrow,
}

/// Values of points, shown by color and size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heat {
    /// What the values mean.
    pub scale: HeatScale,
    /// The values; those out of range are taken to its ends, and those that
    /// are not numbers are left out.
    pub values: BTreeMap<Point, f32>,
}

/// The range and the colors of a [`Heat`].
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum HeatScale {
    /// From -1 to 1: who owns a point, positive for Black.
    #[default]
    Signed,
    /// From 0 to 1: how good or likely a move is.
    Unsigned,
    /// From 0 to 1 in one color.
    Tint(Rgb),
}

/// A color of the screen: red, green and blue.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// A rectangle of points, given by two opposite corners.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Crop {
    /// One corner.
    pub from: Point,
    /// The corner opposite of it.
    pub to: Point,
}

impl Picture {
    /// An empty board of this size.
    pub fn new(size: Size) -> Picture {
        Picture {
            size,
            stones: BTreeMap::new(),
            last_move: None,
            ko: None,
            marks: BTreeMap::new(),
            labels: BTreeMap::new(),
            numbers: BTreeMap::new(),
            links: Vec::new(),
            territory: BTreeMap::new(),
            heat: None,
            dead: PointSet::EMPTY,
            dimmed: PointSet::EMPTY,
            has_coordinates: true,
            crop: None,
            theme: Theme::default(),
            caption: None,
            title: None,
        }
    }

    /// The stones of a board, and its ko.
    pub fn of(board: &Board) -> Picture {
        let mut picture = Picture::new(board.size());
        picture.stones = board.stones().map(|(color, point)| (point, color)).collect();
        picture.ko = board.ko();
        picture
    }

    /// Shows where the last move was.
    #[must_use]
    pub fn with_last_move(mut self, point: Point) -> Picture {
        self.last_move = Some(point);
        self
    }

    /// Puts a sign on a point, in the place of an earlier one.
    #[must_use]
    pub fn with_mark(mut self, point: Point, mark: Mark) -> Picture {
        self.marks.insert(point, mark);
        self
    }

    /// Writes a text on a point.
    #[must_use]
    pub fn with_label(mut self, point: Point, text: impl Into<String>) -> Picture {
        self.labels.insert(point, text.into());
        self
    }

    /// Writes a move number on a point.
    #[must_use]
    pub fn with_number(mut self, point: Point, number: u32) -> Picture {
        self.numbers.insert(point, number);
        self
    }

    /// Connects two points with a line.
    #[must_use]
    pub fn with_line(mut self, from: Point, to: Point) -> Picture {
        self.links.push(Link { from, to, tip: Tip::Plain });
        self
    }

    /// Draws an arrow between two points.
    #[must_use]
    pub fn with_arrow(mut self, from: Point, to: Point) -> Picture {
        self.links.push(Link { from, to, tip: Tip::Arrow });
        self
    }

    /// Shows who owns these points.
    #[must_use]
    pub fn with_territory(mut self, owned: impl IntoIterator<Item = (Point, Color)>) -> Picture {
        self.territory.extend(owned);
        self
    }

    /// Shows values of points, in the place of earlier ones.
    #[must_use]
    pub fn with_heat(
        mut self,
        scale: HeatScale,
        values: impl IntoIterator<Item = (Point, f32)>,
    ) -> Picture {
        self.heat = Some(Heat { scale, values: values.into_iter().collect() });
        self
    }

    /// Shows these stones as dead.
    #[must_use]
    pub fn with_dead(mut self, stones: impl IntoIterator<Item = Point>) -> Picture {
        self.dead.extend(stones);
        self
    }

    /// Grays these points out.
    #[must_use]
    pub fn with_dimmed(mut self, points: impl IntoIterator<Item = Point>) -> Picture {
        self.dimmed.extend(points);
        self
    }

    /// Leaves the names of columns and rows out.
    #[must_use]
    pub fn without_coordinates(mut self) -> Picture {
        self.has_coordinates = false;
        self
    }

    /// Shows only the rectangle with these opposite corners.
    #[must_use]
    pub fn with_crop(mut self, from: Point, to: Point) -> Picture {
        self.crop = Some(Crop { from, to });
        self
    }

    /// Chooses the colors.
    #[must_use]
    pub fn with_theme(mut self, theme: Theme) -> Picture {
        self.theme = theme;
        self
    }

    /// Writes a text below the board.
    #[must_use]
    pub fn with_caption(mut self, text: impl Into<String>) -> Picture {
        self.caption = Some(text.into());
        self
    }

    /// Says what the picture shows, for those who cannot see it.
    #[must_use]
    pub fn with_title(mut self, text: impl Into<String>) -> Picture {
        self.title = Some(text.into());
        self
    }

    /// The text on a point: its label, or else its number.
    pub(crate) fn text_at(&self, point: Point) -> Option<String> {
        let label = self.labels.get(&point).map(|label| label.trim()).filter(|it| !it.is_empty());
        match label {
            Some(label) => Some(label.to_owned()),
            None => self.numbers.get(&point).map(u32::to_string),
        }
    }

    /// The stone on a point, if the board has the point.
    pub(crate) fn stone(&self, point: Point) -> Option<Color> {
        self.stones.get(&point).copied().filter(|_| self.size.contains(point))
    }

    /// The title, or one that tells what there is.
    pub(crate) fn title_or_default(&self) -> String {
        if let Some(title) = &self.title {
            return title.clone();
        }
        let count = |color| {
            self.stones.iter().filter(|&(&at, &it)| it == color && self.size.contains(at)).count()
        };
        let (black, white) = (count(Color::Black), count(Color::White));
        let last_move = self.last_move.map(|it| format!(", last move at {it}")).unwrap_or_default();
        format!("Go board {}, {black} black and {white} white stones{last_move}", self.size)
    }
}
