//! The forward pass.

use tengen_rules::Size;

use crate::input::{KOMI_SCALE, N_GLOBALS, scaled_edge};
use crate::matrix::multiply;
use crate::network::{Linear, N_PADDED_PLANES, Network, Pooling, Prepared};
use crate::shape::{N_SCORE_INPUTS, Shape};
use crate::simd::{Baseline, Instructions, Simd};
use crate::winograd::{Activation, Destination, Finish, Grid, Scratch, Tile, convolve};

/// All memory of a forward pass.
#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    size: Size,
    grid: Grid,
    n_points: usize,
    /// `[point][plane]`, to be filled in by the caller.
    pub(crate) planes: Vec<f32>,
    /// To be filled in by the caller.
    pub(crate) globals: [f32; N_GLOBALS],
    /// `[point][channel]`
    trunk: Vec<f32>,
    middle: Vec<f32>,
    /// The bias of a convolution, with what global pooling adds.
    bias: Vec<f32>,
    /// `[point][channel]` of all heads, or of the pooling of a block.
    heads: Vec<f32>,
    pooled: Vec<f32>,
    hidden: Vec<f32>,
    scratch: Scratch,
    /// The result.
    pub(crate) raw: Raw,
}

/// What the network says, before anything is made of it.
#[derive(Clone, Debug)]
pub(crate) struct Raw {
    /// Logits of the points in the order of the planes.
    pub(crate) policy: Vec<f32>,
    pub(crate) pass: f32,
    /// A logit.
    pub(crate) win: f32,
    /// Points.
    pub(crate) lead: f32,
    /// From −1 to 1.
    pub(crate) ownership: Vec<f32>,
}

impl Workspace {
    pub(crate) fn new(shape: Shape, size: Size) -> Workspace {
        let n_points = usize::from(size.n_points());
        let [n_channels, n_pooled, n_head, n_hidden] =
            [shape.n_channels, shape.n_pooled, shape.n_head, shape.n_hidden].map(|it| it as usize);
        let grid = Grid::new(size);
        let n_widest = n_channels.max(N_PADDED_PLANES);
        let zeros = |len: usize| vec![0.0; len];
        Workspace {
            size,
            grid,
            n_points,
            planes: zeros(n_points * N_PADDED_PLANES),
            globals: [0.0; N_GLOBALS],
            trunk: zeros(n_points * n_channels),
            middle: zeros(n_points * n_channels),
            bias: zeros(n_channels),
            heads: zeros(n_points * n_pooled.max(3 * n_head)),
            pooled: zeros(3 * n_pooled.max(n_head) + N_GLOBALS + N_SCORE_INPUTS),
            hidden: zeros(n_channels.max(n_head).max(n_hidden)),
            scratch: Scratch {
                inputs: zeros(grid.scratch_len(n_widest)),
                outputs: zeros(grid.scratch_len(n_channels)),
            },
            raw: Raw {
                policy: zeros(n_points),
                pass: 0.0,
                win: 0.0,
                lead: 0.0,
                ownership: zeros(n_points),
            },
        }
    }

    /// Computes the result for a board of the size, or of the size with
    /// columns for rows.
    pub(crate) fn run(&mut self, network: &Network, is_transposed: bool) {
        let prepared = network.prepared(Tile::for_size(self.size));
        let grid = if is_transposed { self.grid.transposed() } else { self.grid };
        match network.instructions() {
            Instructions::Baseline => self.forward(Baseline, prepared, grid),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(simd) => self.forward(simd, prepared, grid),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(simd) => self.forward(simd, prepared, grid),
        }
    }

    fn forward<S: Simd>(&mut self, simd: S, network: &Prepared, grid: Grid) {
        self.run_input(simd, network, grid);
        for block in &network.blocks {
            self.bias.copy_from_slice(&block.first.bias);
            if let Some(pooling) = &block.pooling {
                simd.vectorize(
                    #[inline(always)]
                    || self.add_pooled_bias(simd, pooling),
                );
            }
            let output =
                Destination { values: &mut self.middle, bias: &self.bias, finish: Finish::Relu };
            let input = Activation::Relu(&self.trunk);
            convolve(simd, grid, &block.first.convolution, input, output, &mut self.scratch);
            let bias = &block.second.bias;
            let output = Destination { values: &mut self.trunk, bias, finish: Finish::Add };
            let input = Activation::Plain(&self.middle);
            convolve(simd, grid, &block.second.convolution, input, output, &mut self.scratch);
        }
        simd.vectorize(
            #[inline(always)]
            || self.run_heads(simd, network),
        );
    }

    fn run_input<S: Simd>(&mut self, simd: S, network: &Prepared, grid: Grid) {
        let n_channels = self.bias.len();
        self.bias.copy_from_slice(&network.input.bias);
        for (&value, weights) in self.globals.iter().zip(network.globals.chunks_exact(n_channels)) {
            add_scaled(&mut self.bias, value, weights);
        }
        let output = Destination { values: &mut self.trunk, bias: &self.bias, finish: Finish::Set };
        let input = Activation::Plain(&self.planes);
        convolve(simd, grid, &network.input.convolution, input, output, &mut self.scratch);
    }

    #[inline(always)]
    fn add_pooled_bias<S: Simd>(&mut self, simd: S, pooling: &Pooling) {
        let n_pooled = pooling.bias.len();
        self.rectify_trunk_into_middle();
        let values = &mut self.heads[..self.n_points * n_pooled];
        multiply(simd, &self.middle, &pooling.matrix, values);
        for row in values.chunks_exact_mut(n_pooled) {
            add_bias_and_rectify(row, &pooling.bias);
        }
        let pooled = &mut self.pooled[..3 * n_pooled];
        pool(values.chunks_exact(n_pooled), scaled_edge(self.size), pooled);
        let hidden = &mut self.hidden[..self.bias.len()];
        linear(&pooling.linear, pooled, hidden);
        for (bias, value) in self.bias.iter_mut().zip(hidden) {
            *bias += *value;
        }
    }

    #[inline(always)]
    fn rectify_trunk_into_middle(&mut self) {
        for (to, from) in self.middle.iter_mut().zip(&self.trunk) {
            *to = from.max(0.0);
        }
    }

    #[inline(always)]
    fn run_heads<S: Simd>(&mut self, simd: S, network: &Prepared) {
        let n_heads = network.heads_bias.len();
        self.rectify_trunk_into_middle();
        let heads = &mut self.heads[..self.n_points * n_heads];
        multiply(simd, &self.middle, &network.heads, heads);
        self.run_policy(network);
        self.run_value(network);
    }

    /// The first third of the heads is pooled for the second, which makes the
    /// policy.
    #[inline(always)]
    fn run_policy(&mut self, network: &Prepared) {
        let n_heads = network.heads_bias.len();
        let n_head = n_heads / 3;
        let heads = &mut self.heads[..self.n_points * n_heads];
        for row in heads.chunks_exact_mut(n_heads) {
            add_bias_and_rectify(&mut row[..n_head], &network.heads_bias[..n_head]);
        }
        let rows = heads.chunks_exact(n_heads).map(|row| &row[..n_head]);
        pool(rows, scaled_edge(self.size), &mut self.pooled[..3 * n_head]);

        let bias = &mut self.hidden[..n_head];
        linear(&network.policy_pool, &self.pooled[..3 * n_head], bias);
        for (bias, own) in bias.iter_mut().zip(&network.heads_bias[n_head..]) {
            *bias += own;
        }
        let out = &network.policy_out;
        for (row, logit) in heads.chunks_exact_mut(n_heads).zip(&mut self.raw.policy) {
            let row = &mut row[n_head..2 * n_head];
            add_bias_and_rectify(row, bias);
            *logit = out.bias[0] + dot(row, &out.weights);
        }

        let n_inputs = 3 * n_head + N_GLOBALS;
        self.pooled[3 * n_head..n_inputs].copy_from_slice(&self.globals);
        let hidden = &mut self.hidden[..n_head];
        linear(&network.pass_hidden, &self.pooled[..n_inputs], hidden);
        rectify(hidden);
        self.raw.pass = network.pass_out.bias[0] + dot(hidden, &network.pass_out.weights);
    }

    /// The last third of the heads makes ownership, chance and lead.
    #[inline(always)]
    fn run_value(&mut self, network: &Prepared) {
        let n_heads = network.heads_bias.len();
        let n_head = n_heads / 3;
        let heads = &mut self.heads[..self.n_points * n_heads];
        let out = &network.ownership_out;
        let mut score = self.globals[0] * KOMI_SCALE;
        for (row, ownership) in heads.chunks_exact_mut(n_heads).zip(&mut self.raw.ownership) {
            let row = &mut row[2 * n_head..];
            add_bias_and_rectify(row, &network.heads_bias[2 * n_head..]);
            let logit = out.bias[0] + dot(row, &out.weights);
            *ownership = (logit / 2.0).tanh();
            score += *ownership;
        }
        let rows = heads.chunks_exact(n_heads).map(|row| &row[2 * n_head..]);
        pool(rows, scaled_edge(self.size), &mut self.pooled[..3 * n_head]);
        let n_inputs = 3 * n_head + N_GLOBALS + N_SCORE_INPUTS;
        let (globals, score_inputs) = self.pooled[3 * n_head..n_inputs].split_at_mut(N_GLOBALS);
        globals.copy_from_slice(&self.globals);
        score_inputs.copy_from_slice(&[(score / 4.0).tanh(), (score / 16.0).tanh(), score / 64.0]);
        let hidden = &mut self.hidden[..network.value_hidden.bias.len()];
        linear(&network.value_hidden, &self.pooled[..n_inputs], hidden);
        rectify(hidden);
        let mut value = [0.0; 2];
        linear(&network.value_out, hidden, &mut value);
        self.raw.win = value[0];
        self.raw.lead = 10.0 * value[1] + score;
    }
}

#[inline(always)]
fn add_scaled(to: &mut [f32], factor: f32, values: &[f32]) {
    for (to, value) in to.iter_mut().zip(values) {
        *to += factor * value;
    }
}

#[inline(always)]
fn add_bias_and_rectify(row: &mut [f32], bias: &[f32]) {
    for (value, bias) in row.iter_mut().zip(bias) {
        *value = (*value + bias).max(0.0);
    }
}

#[inline(always)]
fn rectify(values: &mut [f32]) {
    for value in values {
        *value = value.max(0.0);
    }
}

#[inline(always)]
fn linear(layer: &Linear, input: &[f32], output: &mut [f32]) {
    output.copy_from_slice(&layer.bias);
    for (&value, weights) in input.iter().zip(layer.weights.chunks_exact(output.len())) {
        add_scaled(output, value, weights);
    }
}

/// A scalar product; eight sums at a time, so that it can be vectorized.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a, _) = a.as_chunks::<8>();
    let (b, _) = b.as_chunks::<8>();
    let mut sums = [0.0_f32; 8];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

/// Mean, mean scaled by the size of the board, and maximum of each channel.
#[inline(always)]
fn pool<'a>(rows: impl ExactSizeIterator<Item = &'a [f32]>, scale: f32, to: &mut [f32]) {
    let n_rows = rows.len() as f32;
    let n_channels = to.len() / 3;
    let (mean, rest) = to.split_at_mut(n_channels);
    let (scaled, most) = rest.split_at_mut(n_channels);
    mean.fill(0.0);
    most.fill(f32::MIN);
    for row in rows {
        for ((mean, most), &value) in mean.iter_mut().zip(most.iter_mut()).zip(row) {
            *mean += value;
            *most = most.max(value);
        }
    }
    for (mean, scaled) in mean.iter_mut().zip(scaled) {
        *mean /= n_rows;
        *scaled = *mean * scale;
    }
}
