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
    /// Panics if the number of columns is not a multiple of a panel's width.
    pub(crate) fn new(
        n_rows: usize,
        n_columns: usize,
        instructions: Instructions,
        entry: impl Fn(usize, usize) -> f32,
    ) -> PackedMatrix {
        let width = instructions.panel_width();
        assert_eq!(n_columns % width, 0, "columns come in panels");
        let mut panels = Vec::with_capacity(n_rows * n_columns);
        for first in (0..n_columns).step_by(width) {
            for row in 0..n_rows {
                panels.extend((first..first + width).map(|column| entry(row, column)));
            }
        }
        PackedMatrix { n_rows, n_columns, panels }
    }
}

/// The most rows that any instructions compute at a time.
pub(crate) const MAX_ROWS: usize = 12;

/// `c = a * b`, both row by row without gaps.
#[inline(always)]
pub(crate) fn multiply<S: Simd>(
    simd: S,
    a: &[f32],
    b: &PackedMatrix,
    c: &mut [f32],
    scratch: &mut [f32],
) {
    let m = a.len() / b.n_rows;
    let n_blocks = m.div_ceil(S::MAX_ROWS);
    let mut first = 0;
    for block in 0..n_blocks {
        // Blocks of like size keep more registers busy than full ones and a
        // rest.
        let n_rows = (m - first).div_ceil(n_blocks - block);
        let a = &a[first * b.n_rows..(first + n_rows) * b.n_rows];
        let c = &mut c[first * b.n_columns..(first + n_rows) * b.n_columns];
        match n_rows {
            1 => rows::<S, 1>(simd, a, b, c, scratch),
            2 => rows::<S, 2>(simd, a, b, c, scratch),
            3 => rows::<S, 3>(simd, a, b, c, scratch),
            4 => rows::<S, 4>(simd, a, b, c, scratch),
            5 => rows::<S, 5>(simd, a, b, c, scratch),
            6 => rows::<S, 6>(simd, a, b, c, scratch),
            7 => rows::<S, 7>(simd, a, b, c, scratch),
            8 => rows::<S, 8>(simd, a, b, c, scratch),
            9 => rows::<S, 9>(simd, a, b, c, scratch),
            10 => rows::<S, 10>(simd, a, b, c, scratch),
            11 => rows::<S, 11>(simd, a, b, c, scratch),
            _ => rows::<S, 12>(simd, a, b, c, scratch),
        }
        first += n_rows;
    }
}

/// The product for `R` rows.
#[inline(always)]
fn rows<S: Simd, const R: usize>(
    simd: S,
    a: &[f32],
    b: &PackedMatrix,
    c: &mut [f32],
    scratch: &mut [f32],
) {
    if R > S::MAX_ROWS {
        return;
    }
    let (k, n) = (b.n_rows, b.n_columns);
    let width = 2 * S::LANES;
    // What the rows have in one column stands together.
    let columns = &mut scratch[..k * R];
    for row in 0..R {
        for (column, &value) in columns.chunks_exact_mut(R).zip(&a[row * k..(row + 1) * k]) {
            column[row] = value;
        }
    }
    for (idx, panel) in b.panels.chunks_exact(k * width).enumerate() {
        let mut left = [simd.splat(0.0); R];
        let mut right = [simd.splat(0.0); R];
        for (column, b) in columns.chunks_exact(R).zip(panel.chunks_exact(width)) {
            let (b_left, b_right) = (simd.load(b), simd.load(&b[S::LANES..]));
            for row in 0..R {
                let value = simd.splat(column[row]);
                left[row] = simd.mul_add(value, b_left, left[row]);
                right[row] = simd.mul_add(value, b_right, right[row]);
            }
        }
        for row in 0..R {
            let to = &mut c[row * n + idx * width..][..width];
            simd.store(left[row], to);
            simd.store(right[row], &mut to[S::LANES..]);
        }
    }
}
