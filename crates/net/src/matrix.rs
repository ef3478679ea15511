//! Products of small matrices.

use crate::simd::{Instructions, Simd};

/// A matrix whose columns are kept in panels, so that a product reads it from
/// the first to the last float.
#[derive(Clone, Debug)]
pub(crate) struct PackedMatrix {
    n_rows: usize,
    n_columns: usize,
    panels: Vec<f32>,
}

impl PackedMatrix {
    /// Packs a matrix, given by its entries.
    ///
    /// # Panics
    ///
    /// Panics if the numbers of rows and columns do not fit the panels.
    pub(crate) fn new(
        n_rows: usize,
        n_columns: usize,
        instructions: Instructions,
        entry: impl Fn(usize, usize) -> f32,
    ) -> PackedMatrix {
        let width = instructions.panel_width();
        assert_eq!(n_columns % width, 0, "columns come in panels");
        assert_eq!(n_rows % DEPTH, 0, "rows come in parts of a known length");
        let mut panels = Vec::with_capacity(n_rows * n_columns);
        for first in (0..n_columns).step_by(width) {
            for row in 0..n_rows {
                panels.extend((first..first + width).map(|column| entry(row, column)));
            }
        }
        PackedMatrix { n_rows, n_columns, panels }
    }
}

/// Rows of a packed matrix come in multiples of this, so that the compiler
/// knows the length of inner loops.
pub(crate) const DEPTH: usize = 32;

/// `product = rows * matrix`, row by row without gaps.
#[inline(always)]
pub(crate) fn multiply<S: Simd>(simd: S, rows: &[f32], matrix: &PackedMatrix, product: &mut [f32]) {
    let n_total = rows.len() / matrix.n_rows;
    let n_blocks = n_total.div_ceil(S::MAX_ROWS);
    let mut first = 0;
    for block in 0..n_blocks {
        // Blocks of like size keep more registers busy than full ones and a
        // rest.
        let n_rows = (n_total - first).div_ceil(n_blocks - block);
        let rows = &rows[first * matrix.n_rows..(first + n_rows) * matrix.n_rows];
        let product = &mut product[first * matrix.n_columns..(first + n_rows) * matrix.n_columns];
        match n_rows {
            1 => multiply_block::<S, 1>(simd, rows, matrix, product),
            2 => multiply_block::<S, 2>(simd, rows, matrix, product),
            3 => multiply_block::<S, 3>(simd, rows, matrix, product),
            4 => multiply_block::<S, 4>(simd, rows, matrix, product),
            5 => multiply_block::<S, 5>(simd, rows, matrix, product),
            6 => multiply_block::<S, 6>(simd, rows, matrix, product),
            7 => multiply_block::<S, 7>(simd, rows, matrix, product),
            8 => multiply_block::<S, 8>(simd, rows, matrix, product),
            9 => multiply_block::<S, 9>(simd, rows, matrix, product),
            10 => multiply_block::<S, 10>(simd, rows, matrix, product),
            11 => multiply_block::<S, 11>(simd, rows, matrix, product),
            _ => multiply_block::<S, 12>(simd, rows, matrix, product),
        }
        first += n_rows;
    }
}

/// The product for `R` rows.
#[inline(always)]
fn multiply_block<S: Simd, const R: usize>(
    simd: S,
    rows: &[f32],
    matrix: &PackedMatrix,
    product: &mut [f32],
) {
    if R > S::MAX_ROWS {
        return;
    }
    let (depth, n_columns) = (matrix.n_rows, matrix.n_columns);
    let width = 2 * S::LANES;
    let (rows, _) = rows.as_chunks::<DEPTH>();
    for (idx, panel) in matrix.panels.chunks_exact(depth * width).enumerate() {
        let mut left = [simd.splat(0.0); R];
        let mut right = [simd.splat(0.0); R];
        for (part, panel) in panel.chunks_exact(DEPTH * width).enumerate() {
            let mut parts = [&[0.0; DEPTH]; R];
            for (row, to) in parts.iter_mut().enumerate() {
                *to = &rows[row * (depth / DEPTH) + part];
            }
            for (at, panel) in (0..DEPTH).zip(panel.chunks_exact(width)) {
                let (panel_left, panel_right) = (simd.load(panel), simd.load(&panel[S::LANES..]));
                for row in 0..R {
                    let value = simd.splat(parts[row][at]);
                    left[row] = simd.mul_add(value, panel_left, left[row]);
                    right[row] = simd.mul_add(value, panel_right, right[row]);
                }
            }
        }
        for row in 0..R {
            let to = &mut product[row * n_columns + idx * width..][..width];
            simd.store(left[row], to);
            simd.store(right[row], &mut to[S::LANES..]);
        }
    }
}
