//! What is to be seen on the board, as plain data.

use tengen_record::Mark;
use tengen_rules::{Color, Point, PointSet, Size};

/// What is to be seen on the board.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) size: Size,
    pub(crate) stones: Vec<(Point, Color)>,
    /// Stones that are taken for dead.
    pub(crate) dead: PointSet,
    /// The stone that has just been put down.
    pub(crate) arriving: Option<Point>,
    /// Where the last move was made.
    pub(crate) last: Option<Point>,
    pub(crate) ko: Option<Point>,
    /// The numbers of moves on their stones.
    pub(crate) numbers: Vec<(Point, u32)>,
    pub(crate) marks: Vec<(Point, Mark)>,
    pub(crate) labels: Vec<(Point, String)>,
    pub(crate) lines: Vec<(Point, Point)>,
    pub(crate) arrows: Vec<(Point, Point)>,
    /// Points that are shown faintly.
    pub(crate) faint: PointSet,
    /// Whose territory points are.
    pub(crate) territory: Vec<(Point, Color)>,
    /// Points where a border is open.
    pub(crate) open: PointSet,
    /// Who will own points, from -1 for White to 1 for Black.
    pub(crate) owners: Vec<(Point, f32)>,
    /// How likely moves are, from 0 to 1.
    pub(crate) heat: Vec<(Point, f32)>,
    pub(crate) candidates: Vec<Candidate>,
    /// Moves that the record has here.
    pub(crate) variations: Vec<Point>,
    /// How the game would go on, with the number of each move.
    pub(crate) continuation: Vec<(Point, Color, usize)>,
    /// A stone under the pointer.
    pub(crate) ghost: Option<(Point, Color)>,
    /// Where keys put a stone.
    pub(crate) cursor: Option<Point>,
    /// A line that is being drawn.
    pub(crate) draft: Option<(Point, Point, bool)>,
}

/// A move that an engine thinks is good.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) point: Point,
    /// Its place among all candidates, zero for the best.
    pub(crate) rank: usize,
    /// Its share of all visits, from 0 to 1.
    pub(crate) share: f32,
    /// The chance to win, the lead and the visits, as text.
    pub(crate) texts: [String; 3],
}

impl Scene {
    /// An empty board.
    pub(crate) fn new(size: Size) -> Scene {
        Scene {
            size,
            stones: Vec::new(),
            dead: PointSet::EMPTY,
            arriving: None,
            last: None,
            ko: None,
            numbers: Vec::new(),
            marks: Vec::new(),
            labels: Vec::new(),
            lines: Vec::new(),
            arrows: Vec::new(),
            faint: PointSet::EMPTY,
            territory: Vec::new(),
            open: PointSet::EMPTY,
            owners: Vec::new(),
            heat: Vec::new(),
            candidates: Vec::new(),
            variations: Vec::new(),
            continuation: Vec::new(),
            ghost: None,
            cursor: None,
            draft: None,
        }
    }

    /// The color of the stone on a point.
    pub(crate) fn stone_there(&self, point: Point) -> Option<Color> {
        self.stones.iter().find(|it| it.0 == point).map(|it| it.1)
    }

    /// The color of the stone on a point, be it there or in a continuation.
    pub(crate) fn stone(&self, point: Point) -> Option<Color> {
        let ahead = self.continuation.iter().find(|it| it.0 == point).map(|it| it.1);
        ahead.or_else(|| self.stone_there(point))
    }
}
