//! A pattern in one of its symmetries and colors, ready for boards of a size.

use std::ops::RangeInclusive;

use tengen_rules::{Color, Point, Size, Symmetry};

use crate::index::n_words;
use crate::pattern::{Anchor, Edges, Pattern};

/// A pattern as it may stand on boards of one size.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) symmetry: Symmetry,
    pub(crate) is_swapped: bool,
    pub(crate) shape: Size,
    /// What each point may be, see [`crate::Cell`].
    pub(crate) masks: Vec<u8>,
    pub(crate) moves: Vec<(Color, usize)>,
    pub(crate) next: Option<Color>,
    /// The points that are not free, as distances from the lower left corner,
    /// those with stones first.
    pub(crate) cells: Vec<(usize, u8)>,
    /// The number of cells that must have a stone.
    pub(crate) n_stones: usize,
    /// Where the lower left corner may be.
    pub(crate) origins: Vec<u64>,
    /// The same as a list, if they are few.
    pub(crate) few_origins: Option<Vec<usize>>,
}

/// So many origins are tested one by one.
const FEW: usize = 8;

/// What a pattern may be turned into.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Freedom {
    pub(crate) symmetries: bool,
    pub(crate) colors: bool,
}

/// The different variants of a pattern on boards of a size.
pub(crate) fn variants(pattern: &Pattern, size: Size, freedom: Freedom) -> Vec<Variant> {
    let mut variants: Vec<Variant> = Vec::new();
    for mut variant in all_variants(pattern, size, freedom) {
        // A corner belongs to two sides: what stands there is found once.
        for earlier in &variants {
            if !earlier.stands_for(&variant) {
                continue;
            }
            for (word, known) in variant.origins.iter_mut().zip(&earlier.origins) {
                *word &= !known;
            }
        }
        variant.count_origins();
        if variant.origins.iter().any(|&word| word != 0) {
            variants.push(variant);
        }
    }
    variants
}

/// The ways to turn a pattern and to swap its colors that leave it as it is.
pub(crate) fn automorphisms(pattern: &Pattern, freedom: Freedom) -> Vec<(Symmetry, bool)> {
    // On a board of any size on which it fits.
    let size = pattern.board_size.unwrap_or(Size::LARGEST);
    let all = all_variants(pattern, size, freedom);
    let Some(first) = all.first() else { return vec![(Symmetry::Identity, false)] };
    let is_same = |it: &&Variant| it.stands_for(first) && it.origins == first.origins;
    let same = all.iter().filter(is_same);
    same.map(|it| (it.symmetry, it.is_swapped)).collect()
}

fn all_variants(pattern: &Pattern, size: Size, freedom: Freedom) -> Vec<Variant> {
    let mut variants = Vec::new();
    let symmetries = if freedom.symmetries { &Symmetry::ALL[..] } else { &[Symmetry::Identity] };
    for &is_swapped in if freedom.colors { &[false, true][..] } else { &[false] } {
        for &symmetry in symmetries {
            variants.extend(Variant::new(pattern, size, symmetry, is_swapped));
        }
    }
    variants
}

impl Variant {
    /// Whether both find the same where both may be.
    fn stands_for(&self, other: &Variant) -> bool {
        (self.shape, &self.masks, &self.moves, self.next)
            == (other.shape, &other.masks, &other.moves, other.next)
    }

    /// Lists the origins if they are few.
    fn count_origins(&mut self) {
        let n_origins: u32 = self.origins.iter().map(|it| it.count_ones()).sum();
        let has = |point: &usize| self.origins[point / 64] >> (point % 64) & 1 == 1;
        let list = || (0..64 * self.origins.len()).filter(has).collect();
        self.few_origins = (n_origins as usize <= FEW).then(list);
    }

    /// `None` if it does not fit on the board.
    fn new(pattern: &Pattern, size: Size, symmetry: Symmetry, is_swapped: bool) -> Option<Variant> {
        if pattern.board_size.is_some_and(|it| symmetry.size(it) != size) {
            return None;
        }
        let shape = symmetry.size(pattern.shape);
        let (columns, rows) = origins(pattern, size, symmetry, shape)?;
        let turned = |point: Point| {
            let point = symmetry.point(point, pattern.shape)?;
            point.index_in(shape).map(usize::from)
        };
        let mut masks = vec![0; pattern.cells.len()];
        for (point, cell) in pattern.shape.points().zip(&pattern.cells) {
            masks[turned(point)?] = swap_mask(cell.mask(), is_swapped);
        }
        let width = usize::from(size.width());
        let distance = |idx: usize| {
            let shape_width = usize::from(shape.width());
            idx / shape_width * width + idx % shape_width
        };
        let free = 7;
        let mut cells: Vec<(usize, u8)> =
            masks.iter().enumerate().map(|(idx, &mask)| (distance(idx), mask)).collect();
        cells.retain(|&(_, mask)| mask != free);
        // Stones first: most games have none there.
        cells.sort_by_key(|&(_, mask)| mask & 1);
        let n_stones = cells.iter().filter(|(_, mask)| mask & 1 == 0).count();
        let mut bits = vec![0; n_words(size)];
        for row in rows.clone() {
            for column in columns.clone() {
                let point = usize::from(row) * width + usize::from(column);
                bits[point / 64] |= 1 << (point % 64);
            }
        }
        let color = |color: Color| if is_swapped { !color } else { color };
        Some(Variant {
            symmetry,
            is_swapped,
            shape,
            masks,
            moves: pattern
                .moves
                .iter()
                .map(|&(it, point)| Some((color(it), turned(point)?)))
                .collect::<Option<_>>()?,
            next: pattern.next.map(color),
            cells,
            n_stones,
            origins: bits,
            few_origins: None,
        })
    }

    /// A point of the board as a point of the pattern, and a color as one of
    /// the pattern.
    pub(crate) fn to_pattern(&self, point: Point) -> Option<Point> {
        self.symmetry.inverse().point(point, self.shape)
    }
}

const fn swap_mask(mask: u8, is_swapped: bool) -> u8 {
    if is_swapped { mask & 1 | (mask & 2) << 1 | (mask & 4) >> 1 } else { mask }
}

/// Where the lower left corner may be: columns and rows.
fn origins(
    pattern: &Pattern,
    size: Size,
    symmetry: Symmetry,
    shape: Size,
) -> Option<(RangeInclusive<u8>, RangeInclusive<u8>)> {
    let last_column = size.width().checked_sub(shape.width())?;
    let last_row = size.height().checked_sub(shape.height())?;
    match pattern.anchor {
        Anchor::Edges(edges) => {
            let edges = turn_edges(edges, symmetry);
            let columns = range(edges.left, edges.right, last_column)?;
            Some((columns, range(edges.bottom, edges.top, last_row)?))
        }
        Anchor::At(origin) => {
            let board = pattern.board_size.unwrap_or(symmetry.inverse().size(size));
            let opposite = Point::new(
                origin.column() + pattern.width() - 1,
                origin.row() + pattern.height() - 1,
                board,
            )?;
            let (one, other) = (symmetry.point(origin, board)?, symmetry.point(opposite, board)?);
            let column = one.column().min(other.column());
            let row = one.row().min(other.row());
            (column <= last_column && row <= last_row).then_some((column..=column, row..=row))
        }
    }
}

fn range(at_first: bool, at_last: bool, last: u8) -> Option<RangeInclusive<u8>> {
    match (at_first, at_last) {
        (true, true) => (last == 0).then_some(0..=0),
        (true, false) => Some(0..=0),
        (false, true) => Some(last..=last),
        (false, false) => Some(0..=last),
    }
}

fn turn_edges(edges: Edges, symmetry: Symmetry) -> Edges {
    let three = Size::square(3).expect("there are boards of 3x3");
    let mut turned = Edges::default();
    for (is_set, column, row) in
        [(edges.left, 0, 1), (edges.right, 2, 1), (edges.bottom, 1, 0), (edges.top, 1, 2)]
    {
        let point = Point::new(column, row, three).and_then(|it| symmetry.point(it, three));
        match point.map(|it| (it.column(), it.row())) {
            Some((0, _)) => turned.left |= is_set,
            Some((2, _)) => turned.right |= is_set,
            Some((_, 0)) => turned.bottom |= is_set,
            _ => turned.top |= is_set,
        }
    }
    turned
}
