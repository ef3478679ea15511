//! What is to be seen on a board, as plain data.

mod build;
mod node;
mod part;

use std::collections::BTreeMap;

use tengen_record::Mark;
use tengen_rules::{Board, Color, Point, PointSet, Size};

pub use node::{NodeOptions, Numbers};
pub use part::{Candidate, Crop, Heat, Link, NumberedStone, Rgb, Stone};

use crate::visible::Visible;

/// A board with everything that is drawn on it.
///
/// This is what SVG, PNG, GIF and text diagrams show, and what the cells of a
/// terminal or the canvas of a window can show as well. It says what is there,
/// not how it looks: colors are a [`Theme`](crate::Theme)'s.
///
/// Whatever lies outside the board or the crop is left out, so every
/// value of this type can be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The width and height of the board.
    pub size: Size,
    /// The part of the board that is shown, or all of it.
    pub crop: Option<Crop>,
    /// Whether the names of columns and rows surround the board.
    pub has_coordinates: bool,

    /// The stones, those without liberties included.
    pub stones: BTreeMap<Point, Color>,
    /// Stones that are shown as dead.
    pub dead: PointSet,
    /// The point of the last move.
    pub last_move: Option<Point>,
    /// The point that a ko forbids.
    pub ko: Option<Point>,
    /// What the moves of stones lost, in points, by their points.
    pub losses: BTreeMap<Point, f32>,
    /// Move numbers, shown where there is no label.
    pub numbers: BTreeMap<Point, u32>,

    /// Signs on stones and empty points.
    pub marks: BTreeMap<Point, Mark>,
    /// Texts on stones and empty points.
    pub labels: BTreeMap<Point, String>,
    /// Lines and arrows, drawn if both of their ends are visible.
    pub links: Vec<Link>,
    /// Points that are grayed out.
    pub dimmed: PointSet,
    /// The next moves of the record, the main line first.
    pub variations: Vec<Stone>,

    /// Whose territory a point is, as it is counted.
    pub territory: BTreeMap<Point, Color>,
    /// Points where a border is open.
    pub open_borders: PointSet,

    /// Who will own a point, from -1 for White to 1 for Black.
    pub ownership: BTreeMap<Point, f32>,
    /// How likely moves are, or other values of points.
    pub heat: Heat,
    /// Moves that an engine proposes, shown where there is no continuation.
    pub candidates: Vec<Candidate>,
    /// How the game would go on, on top of the stones.
    pub continuation: Vec<NumberedStone>,

    /// The stone under the pointer, where one could be played.
    pub ghost: Option<Stone>,
    /// Where keys put a stone.
    pub cursor: Option<Point>,
    /// The line or arrow that is being drawn.
    pub draft: Option<Link>,

    /// A text below the board.
    pub caption: Option<String>,
    /// What is to be seen, for those who cannot see it.
    ///
    /// Without one, the size, the number of stones and the last move are told.
    pub title: Option<String>,
}

impl Scene {
    /// An empty board of this size.
    pub fn new(size: Size) -> Scene {
        Scene {
            size,
            crop: None,
            has_coordinates: true,
            stones: BTreeMap::new(),
            dead: PointSet::EMPTY,
            last_move: None,
            ko: None,
            losses: BTreeMap::new(),
            numbers: BTreeMap::new(),
            marks: BTreeMap::new(),
            labels: BTreeMap::new(),
            links: Vec::new(),
            dimmed: PointSet::EMPTY,
            variations: Vec::new(),
            territory: BTreeMap::new(),
            open_borders: PointSet::EMPTY,
            ownership: BTreeMap::new(),
            heat: Heat::default(),
            candidates: Vec::new(),
            continuation: Vec::new(),
            ghost: None,
            cursor: None,
            draft: None,
            caption: None,
            title: None,
        }
    }

    /// The stones of a board, and its ko.
    pub fn of(board: &Board) -> Scene {
        let mut scene = Scene::new(board.size());
        scene.stones = board.stones().map(|(color, point)| (point, color)).collect();
        scene.ko = board.ko();
        scene
    }

    /// The stone on a point of the board: that of the continuation, or else
    /// the one that is there.
    pub fn stone(&self, point: Point) -> Option<Color> {
        let ahead = self.continuation_at(point).map(|it| it.stone.color);
        let stone = ahead.or_else(|| self.stones.get(&point).copied());
        stone.filter(|_| self.size.contains(point))
    }

    /// The text on a point: its number in the continuation, its label, or
    /// else its move number.
    pub fn text(&self, point: Point) -> Option<String> {
        if let Some(it) = self.continuation_at(point) {
            return Some(it.number.to_string());
        }
        let label = self.labels.get(&point).map(|label| label.trim()).filter(|it| !it.is_empty());
        match label {
            Some(label) => Some(label.to_owned()),
            None => self.numbers.get(&point).map(u32::to_string),
        }
    }

    /// The candidate on a point, unless a continuation is shown instead.
    pub fn candidate(&self, point: Point) -> Option<&Candidate> {
        let is_shown = self.continuation.is_empty();
        self.candidates.iter().find(|it| is_shown && it.point == point)
    }

    /// The points that are shown, the top row first.
    pub fn visible_points(&self) -> impl Iterator<Item = Point> {
        Visible::of(self).points()
    }

    fn continuation_at(&self, point: Point) -> Option<&NumberedStone> {
        self.continuation.iter().find(|it| it.stone.point == point)
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
