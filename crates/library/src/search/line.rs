//! One line of a game, as a search goes through it.

use tengen_rules::{Color, Size};

use crate::timeline::{Content, Step};
use crate::variant::Variant;

/// No time at all.
pub(super) const NEVER: u32 = u32::MAX;

/// A step has ten bits for its point, so no look at such a table needs a check.
pub(super) const N_POINTS: usize = 1 << 10;

/// The columns and rows of the points of a board.
#[derive(Debug)]
pub(super) struct Grid {
    columns: [u8; N_POINTS],
    rows: [u8; N_POINTS],
}

impl Grid {
    pub(super) fn new(size: Size) -> Grid {
        let mut grid = Grid { columns: [0; N_POINTS], rows: [0; N_POINTS] };
        for (idx, point) in size.points().enumerate() {
            grid.columns[idx] = point.column();
            grid.rows[idx] = point.row();
        }
        grid
    }

    pub(super) fn place(&self, point: usize) -> (u8, u8) {
        (self.columns[point & (N_POINTS - 1)], self.rows[point & (N_POINTS - 1)])
    }
}

/// When the points of a board get their first stones in a line, in nodes.
#[derive(Debug)]
pub(super) struct Times {
    pub(super) black: [u32; N_POINTS],
    pub(super) white: [u32; N_POINTS],
    /// Points that lose a stone, or get another one.
    pub(super) is_changed: [bool; N_POINTS],
    /// Where each node begins, and the moves before it.
    pub(super) starts: Vec<(u32, u32)>,
    n_moves: u32,
}

impl Times {
    pub(super) fn new() -> Times {
        Times {
            black: [NEVER; N_POINTS],
            white: [NEVER; N_POINTS],
            is_changed: [false; N_POINTS],
            starts: Vec::new(),
            n_moves: 0,
        }
    }

    pub(super) fn read(&mut self, steps: &[Step], size: Size) {
        let n_points = usize::from(size.n_points());
        self.black[..n_points].fill(NEVER);
        self.white[..n_points].fill(NEVER);
        self.is_changed[..n_points].fill(false);
        self.starts.clear();
        self.n_moves = 0;
        let mut node = NEVER;
        for (idx, step) in steps.iter().enumerate() {
            if step.begins_node() {
                self.starts.push((idx as u32, self.n_moves));
                node = node.wrapping_add(1);
            }
            self.n_moves += u32::from(step.is_move());
            let point = step.point();
            match step.content() {
                Content::Black => {
                    self.is_changed[point] |= self.black[point].min(self.white[point]) != NEVER;
                    self.black[point] = self.black[point].min(node);
                }
                Content::White => {
                    self.is_changed[point] |= self.black[point].min(self.white[point]) != NEVER;
                    self.white[point] = self.white[point].min(node);
                }
                Content::Empty => self.is_changed[point] = true,
                Content::NoPoint => (),
            }
        }
    }

    /// The step behind a node.
    pub(super) fn end(&self, node: u32, steps: &[Step]) -> usize {
        self.starts.get(node as usize + 1).map_or(steps.len(), |(start, _)| *start as usize)
    }

    /// The moves up to the end of a node.
    pub(super) fn n_moves(&self, node: u32) -> u32 {
        self.starts.get(node as usize + 1).map_or(self.n_moves, |(_, n_moves)| *n_moves)
    }
}

/// A variant at one place of a board.
#[derive(Copy, Clone, Debug)]
pub(super) struct Placement<'a> {
    pub(super) variant: &'a Variant,
    pub(super) column: u8,
    pub(super) row: u8,
    pub(super) grid: &'a Grid,
}

impl Placement<'_> {
    /// The cell of the variant on a point, if the point is within.
    pub(super) fn cell(&self, point: usize) -> Option<usize> {
        let (column, row) = self.grid.place(point);
        let (column, row) = (column.wrapping_sub(self.column), row.wrapping_sub(self.row));
        let shape = self.variant.shape;
        let is_within = column < shape.width() && row < shape.height();
        is_within.then(|| usize::from(row) * usize::from(shape.width()) + usize::from(column))
    }
}

/// What follows in the rectangle of a placement.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Follower {
    pub(super) color: Color,
    pub(super) cell: usize,
    pub(super) point: usize,
    /// The place of its node in the line.
    pub(super) node: u32,
    /// The moves before it, of all kinds.
    pub(super) n_moves_before: u32,
}

/// The next move within a placement from a step on, which begins a node.
///
/// If something else changes the rectangle first, set-up or a capture by a
/// move elsewhere, there is none. Returns the step behind its node as well.
pub(super) fn next_move(
    steps: &[Step],
    start: usize,
    node: u32,
    placement: Placement<'_>,
) -> Option<(Follower, usize)> {
    let mut node = node.wrapping_sub(1);
    let mut n_moves = 0;
    for (idx, step) in steps.iter().enumerate().skip(start) {
        node = node.wrapping_add(step.begins_node().into());
        n_moves += u32::from(step.is_move());
        if step.content() == Content::NoPoint {
            continue;
        }
        let Some(cell) = placement.cell(step.point()) else { continue };
        let color = step.mover()?;
        let n_moves_before = n_moves - 1;
        let follower = Follower { color, cell, point: step.point(), node, n_moves_before };
        let rest = steps[idx + 1..].iter().position(|it| it.begins_node());
        return Some((follower, rest.map_or(steps.len(), |it| idx + 1 + it)));
    }
    None
}
