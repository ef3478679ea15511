//! The board on a canvas: one layer for what rarely changes, one for stones,
//! one for what is drawn on them, and one for the pointer.
//!
//! What was kept is drawn anew as a whole when it has changed, so marks are
//! not kept: only the places are drawn anew where there are some.

mod ground;
mod input;
mod loss;
mod mark;
mod overlay;
mod piece;
mod stones;

use std::cell::RefCell;

use iced::widget::canvas::{Cache, Canvas};
use iced::widget::stack;
use iced::{Element, Length, Size as Extent};
use tengen_picture::Scene;
use tengen_rules::{Point, Size};

use crate::geometry::{Fit, Geometry, Turn};
use crate::look::Look;
use piece::Pieces;

pub(crate) use input::{Held, Input, Spot};

/// The layers of the board, kept until they change.
#[derive(Debug, Default)]
pub(crate) struct Board {
    ground: Cache,
    grid: Cache,
    stones: Cache,
    pieces: RefCell<Pieces>,
}

/// How the board is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardOptions<'a> {
    pub(crate) look: &'a Look,
    pub(crate) turn: Turn,
    /// Pixels of the screen for one unit of length.
    pub(crate) scale: f32,
    pub(crate) has_coordinates: bool,
    /// Whether stones lie slightly off their points, as they do in life.
    pub(crate) has_fuzz: bool,
    /// The stone that is on its way to the board.
    pub(crate) arrival: Option<Arrival>,
}

/// A stone on its way to the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) point: Point,
    /// How far it has come, from 0 to 1.
    pub(crate) progress: f32,
}

impl BoardOptions<'_> {
    fn geometry(&self, size: Size, canvas: Extent) -> Geometry {
        Geometry::new(
            size,
            self.turn,
            canvas,
            Fit { scale: self.scale, has_coordinates: self.has_coordinates },
        )
    }

    /// How far the stone on a point has come on its way, from 0 to 1.
    fn progress(&self, point: Point) -> f32 {
        self.arrival.filter(|it| it.point == point).map_or(1.0, |it| it.progress)
    }
}

/// A board to be drawn.
#[derive(Clone, Copy, Debug)]
struct Painter<'a> {
    board: &'a Board,
    scene: &'a Scene,
    options: BoardOptions<'a>,
}

impl Board {
    /// The position is another one.
    pub(crate) fn stones_changed(&self) {
        self.stones.clear();
    }

    /// Colors, size or direction of the board are others.
    pub(crate) fn all_changed(&self) {
        self.ground.clear();
        self.grid.clear();
        self.stones_changed();
    }

    /// The board, which tells what the mouse does on it.
    pub(crate) fn view<'a, Message: Clone + 'a>(
        &'a self,
        scene: &'a Scene,
        options: BoardOptions<'a>,
        on_input: fn(Input) -> Message,
    ) -> Element<'a, Message> {
        let painter = Painter { board: self, scene, options };
        let full = Length::Fill;
        stack![
            Canvas::new(ground::Ground(painter)).width(full).height(full),
            Canvas::new(ground::Grid(painter)).width(full).height(full),
            Canvas::new(stones::Stones(painter)).width(full).height(full),
            Canvas::new(mark::Marks(painter)).width(full).height(full),
            Canvas::new(input::Pointer { painter, on_input }).width(full).height(full),
        ]
        .into()
    }
}

/// How far a stone lies beside its point, in cells.
fn fuzz(point: Point) -> (f32, f32) {
    let (column, row) = (i32::from(point.column()), i32::from(point.row()));
    let offset = |salt: i32| 0.075 * (crate::wood::chance(column + salt, row) - 0.5);
    (offset(40), offset(90))
}
