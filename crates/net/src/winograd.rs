//! Convolutions of 3×3 by Winograd's method.
//!
//! F(M×M): the board is cut into tiles of M×M points; a tile with its border,
//! (M+2)×(M+2) points, becomes as many values, whose products with the
//! transformed weights are transformed back. M = 3 has no waste on 9×9 and
//! 15×15, M = 4 needs the fewest products on large boards.
//! The matrices are those of Cook and Toom for the points 0, 1, −1, 2, (−2), ∞.

use tengen_rules::Size;

use crate::matrix::{PackedMatrix, multiply};
use crate::simd::{Instructions, Simd};

/// The points of a tile's edge.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Tile {
    Three,
    Four,
}

impl Tile {
    /// What is fastest on a board, as measured.
    pub(crate) fn for_size(size: Size) -> Tile {
        if size.width().max(size.height()) <= 13 { Tile::Three } else { Tile::Four }
    }

    const fn edge(self) -> usize {
        match self {
            Tile::Three => 3,
            Tile::Four => 4,
        }
    }

    /// The number of values of a transformed tile.
    const fn n_values(self) -> usize {
        (self.edge() + 2) * (self.edge() + 2)
    }
}

/// How a board is cut into tiles.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Grid {
    width: usize,
    height: usize,
    tile: Tile,
}

impl Grid {
    pub(crate) fn new(size: Size) -> Grid {
        Grid {
            width: usize::from(size.width()),
            height: usize::from(size.height()),
            tile: Tile::for_size(size),
        }
    }

    /// The same for the board with columns for rows.
    pub(crate) fn transposed(self) -> Grid {
        Grid { width: self.height, height: self.width, ..self }
    }

    fn n_tiles(self) -> usize {
        let edge = self.tile.edge();
        self.width.div_ceil(edge) * self.height.div_ceil(edge)
    }

    /// Memory for the transformed tiles of so many channels.
    pub(crate) fn scratch_len(self, n_channels: usize) -> usize {
        self.tile.n_values() * self.n_tiles() * n_channels
    }
}

/// A convolution of 3×3 with transformed weights.
#[derive(Clone, Debug)]
pub(crate) struct Convolution {
    n_inputs: usize,
    n_outputs: usize,
    /// One matrix for each value of a transformed tile.
    matrices: Vec<PackedMatrix>,
}

impl Convolution {
    /// Transforms weights `[output][input][row][column]`; inputs are padded
    /// with zeros up to `n_inputs`.
    pub(crate) fn new(
        weights: &[f32],
        n_inputs: usize,
        n_outputs: usize,
        tile: Tile,
        instructions: Instructions,
    ) -> Convolution {
        let n_given = weights.len() / (9 * n_outputs);
        let rows: &[[f64; 3]] = match tile {
            Tile::Three => &KERNEL_3,
            Tile::Four => &KERNEL_4,
        };
        let mut matrices = Vec::new();
        for vertical in rows {
            for horizontal in rows {
                matrices.push(PackedMatrix::new(n_inputs, n_outputs, instructions, |i, o| {
                    if i >= n_given {
                        return 0.0;
                    }
                    let kernel = &weights[(o * n_given + i) * 9..][..9];
                    let products = (0..9).map(|idx| {
                        vertical[idx / 3] * horizontal[idx % 3] * f64::from(kernel[idx])
                    });
                    products.sum::<f64>() as f32
                }));
            }
        }
        Convolution { n_inputs, n_outputs, matrices }
    }
}

/// `1/∏(pᵢ−pⱼ) · (1, p, p²)` for each point, and the point at infinity.
const KERNEL_3: [[f64; 3]; 5] = [
    [1.0 / 2.0, 0.0, 0.0],
    [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 6.0, 2.0 / 6.0, 4.0 / 6.0],
    [0.0, 0.0, 1.0],
];

const KERNEL_4: [[f64; 3]; 6] = [
    [1.0 / 4.0, 0.0, 0.0],
    [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 24.0, 2.0 / 24.0, 4.0 / 24.0],
    [1.0 / 24.0, -2.0 / 24.0, 4.0 / 24.0],
    [0.0, 0.0, 1.0],
];

/// Memory that a convolution works in.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    /// Transformed tiles before the products.
    pub(crate) inputs: Vec<f32>,
    /// And after them.
    pub(crate) outputs: Vec<f32>,
}

/// What becomes of the result of a convolution.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Finish {
    /// `x = y + bias`
    Set,
    /// `x = max(y + bias, 0)`
    Relu,
    /// `x = x + y + bias`
    Add,
}

/// Applies a convolution to a board of `[row][column][channel]`.
#[inline(always)]
pub(crate) fn convolve<S: Simd>(
    simd: S,
    grid: Grid,
    convolution: &Convolution,
    input: Activation<'_>,
    output: Destination<'_>,
    scratch: &mut Scratch,
) {
    match grid.tile {
        Tile::Three => simd.vectorize(
            #[inline(always)]
            || convolve_tiles::<S, 3, 5>(simd, grid, convolution, input, output, scratch),
        ),
        Tile::Four => simd.vectorize(
            #[inline(always)]
            || convolve_tiles::<S, 4, 6>(simd, grid, convolution, input, output, scratch),
        ),
    }
}

/// The input of a convolution.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Activation<'a> {
    /// As it is.
    Plain(&'a [f32]),
    /// After a rectifier.
    Relu(&'a [f32]),
}

/// Where the result of a convolution goes.
#[derive(Debug)]
pub(crate) struct Destination<'a> {
    pub(crate) values: &'a mut [f32],
    pub(crate) bias: &'a [f32],
    pub(crate) finish: Finish,
}

#[inline(always)]
fn convolve_tiles<S: Simd, const M: usize, const A: usize>(
    simd: S,
    grid: Grid,
    convolution: &Convolution,
    input: Activation<'_>,
    output: Destination<'_>,
    scratch: &mut Scratch,
) {
    let n_tiles = grid.n_tiles();
    let (n_inputs, n_outputs) = (convolution.n_inputs, convolution.n_outputs);
    let Scratch { inputs, outputs } = scratch;
    match input {
        Activation::Plain(x) => {
            transform_input::<S, M, A, false>(simd, grid, n_inputs, x, inputs);
        }
        Activation::Relu(x) => transform_input::<S, M, A, true>(simd, grid, n_inputs, x, inputs),
    }
    let inputs = inputs.chunks_exact(n_tiles * n_inputs);
    let products = outputs.chunks_exact_mut(n_tiles * n_outputs);
    for ((matrix, input), product) in convolution.matrices.iter().zip(inputs).zip(products) {
        multiply(simd, input, matrix, product);
    }
    transform_output::<S, M, A>(simd, grid, n_outputs, outputs, output);
}

#[inline(always)]
fn transform_input<S: Simd, const M: usize, const A: usize, const RELU: bool>(
    simd: S,
    grid: Grid,
    n_channels: usize,
    x: &[f32],
    to: &mut [f32],
) {
    let Grid { width, height, .. } = grid;
    let n_columns = width.div_ceil(M);
    let plane = grid.n_tiles() * n_channels;
    for tile in 0..grid.n_tiles() {
        let (top, left) = (tile / n_columns * M, tile % n_columns * M);
        for channel in (0..n_channels).step_by(S::LANES) {
            let mut half = [[simd.splat(0.0); A]; A];
            for dx in 0..A {
                // The first column of a tile is the border left of it.
                let column = (left + dx).wrapping_sub(1);
                if column >= width {
                    continue;
                }
                let mut points = [simd.splat(0.0); A];
                for (dy, point) in points.iter_mut().enumerate() {
                    let row = (top + dy).wrapping_sub(1);
                    if row < height {
                        let value = simd.load(&x[(row * width + column) * n_channels + channel..]);
                        *point = if RELU { simd.relu(value) } else { value };
                    }
                }
                let values = transformed_input(simd, points);
                for (half, value) in half.iter_mut().zip(values) {
                    half[dx] = value;
                }
            }
            for (row, half) in half.into_iter().enumerate() {
                let values = transformed_input(simd, half);
                for (column, value) in values.into_iter().enumerate() {
                    let at = (row * A + column) * plane + tile * n_channels + channel;
                    simd.store(value, &mut to[at..]);
                }
            }
        }
    }
}

#[inline(always)]
fn transformed_input<S: Simd, const A: usize>(simd: S, d: [S::Vector; A]) -> [S::Vector; A] {
    let mut out = d;
    if A == 5 {
        let t = simd.sub(d[3], d[1]);
        out[0] = simd.scale_add(2.0, simd.sub(d[0], d[2]), t);
        out[1] = simd.sub(simd.scale_add(-2.0, d[1], d[3]), d[2]);
        out[2] = simd.scale_add(2.0, d[1], simd.scale_add(-3.0, d[2], d[3]));
        out[3] = t;
        out[4] = simd.scale_add(-2.0, t, simd.sub(d[4], d[2]));
    } else {
        let even = simd.scale_add(-4.0, d[2], d[4]);
        let odd = simd.scale_add(-4.0, d[1], d[3]);
        let s = simd.sub(d[4], d[2]);
        let t = simd.sub(d[3], d[1]);
        out[0] = simd.scale_add(4.0, d[0], simd.scale_add(-5.0, d[2], d[4]));
        out[1] = simd.add(even, odd);
        out[2] = simd.sub(even, odd);
        out[3] = simd.scale_add(2.0, t, s);
        out[4] = simd.scale_add(-2.0, t, s);
        out[5] = simd.scale_add(4.0, d[1], simd.scale_add(-5.0, d[3], d[5]));
    }
    out
}

#[inline(always)]
fn transform_output<S: Simd, const M: usize, const A: usize>(
    simd: S,
    grid: Grid,
    n_channels: usize,
    from: &[f32],
    output: Destination<'_>,
) {
    let Grid { width, height, .. } = grid;
    let n_columns = width.div_ceil(M);
    let plane = grid.n_tiles() * n_channels;
    let Destination { values, bias, finish } = output;
    for tile in 0..grid.n_tiles() {
        let (top, left) = (tile / n_columns * M, tile % n_columns * M);
        for channel in (0..n_channels).step_by(S::LANES) {
            let mut half = [[simd.splat(0.0); A]; M];
            for column in 0..A {
                let mut products = [simd.splat(0.0); A];
                for (row, product) in products.iter_mut().enumerate() {
                    let at = (row * A + column) * plane + tile * n_channels + channel;
                    *product = simd.load(&from[at..]);
                }
                let points = transformed_output::<S, M, A>(simd, products);
                for (half, point) in half.iter_mut().zip(points) {
                    half[column] = point;
                }
            }
            let bias = simd.load(&bias[channel..]);
            for (dy, half) in half.iter().enumerate() {
                let row = top + dy;
                if row >= height {
                    break;
                }
                let points = transformed_output::<S, M, A>(simd, *half);
                for (dx, &point) in points.iter().enumerate() {
                    let column = left + dx;
                    if column >= width {
                        break;
                    }
                    let at = (row * width + column) * n_channels + channel;
                    let to = &mut values[at..at + S::LANES];
                    let value = simd.add(point, bias);
                    let value = match finish {
                        Finish::Set => value,
                        Finish::Relu => simd.relu(value),
                        Finish::Add => simd.add(simd.load(to), value),
                    };
                    simd.store(value, to);
                }
            }
        }
    }
}

#[inline(always)]
fn transformed_output<S: Simd, const M: usize, const A: usize>(
    simd: S,
    m: [S::Vector; A],
) -> [S::Vector; M] {
    let mut out = [simd.splat(0.0); M];
    let sum = simd.add(m[1], m[2]);
    let difference = simd.sub(m[1], m[2]);
    if M == 3 {
        out[0] = simd.add(simd.add(m[0], sum), m[3]);
        out[1] = simd.scale_add(2.0, m[3], difference);
        out[2] = simd.add(simd.scale_add(4.0, m[3], sum), m[4]);
    } else {
        let sum_2 = simd.add(m[3], m[4]);
        let difference_2 = simd.sub(m[3], m[4]);
        out[0] = simd.add(simd.add(m[0], sum), sum_2);
        out[1] = simd.scale_add(2.0, difference_2, difference);
        out[2] = simd.scale_add(4.0, sum_2, sum);
        out[3] = simd.add(simd.scale_add(8.0, difference_2, difference), m[5]);
    }
    out
}
