//! A network that is ready to be computed.

use std::fmt;
use std::sync::OnceLock;

use tengen_rules::Size;

use crate::input::N_PLANES;
use crate::matrix::PackedMatrix;
use crate::shape::Shape;
use crate::simd::Instructions;
use crate::weights::{LoadNetworkError, Weights, hash};
use crate::winograd::{Convolution, Tile};

/// Planes of the input with those that fill the last vector.
pub(crate) const N_PADDED_PLANES: usize = N_PLANES.next_multiple_of(32);

/// A network with its weights.
///
/// It is shared by all evaluators, in any number of threads.
pub struct Network {
    weights: Weights,
    hash: u64,
    instructions: Instructions,
    prepared: [OnceLock<Prepared>; 2],
}

/// The networks that come with this crate.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Builtin {
    /// Trained for boards up to 11×11.
    Small,
    /// Trained for larger ones.
    Large,
}

impl Builtin {
    /// Both of them.
    pub const ALL: [Builtin; 2] = [Builtin::Small, Builtin::Large];

    /// The one for boards of a size.
    pub const fn for_size(size: Size) -> Builtin {
        if size.n_points() <= 11 * 11 { Builtin::Small } else { Builtin::Large }
    }

    const fn bytes(self) -> &'static [u8] {
        match self {
            Builtin::Small => include_bytes!("../weights/small.net"),
            Builtin::Large => include_bytes!("../weights/large.net"),
        }
    }
}

impl Network {
    /// One of the networks that come with this crate.
    #[expect(clippy::missing_panics_doc, reason = "the files are part of the crate")]
    pub fn builtin(builtin: Builtin) -> Network {
        Network::from_bytes(builtin.bytes()).expect("a test loads the built-in networks")
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    ///
    /// Returns [`LoadNetworkError`] if the bytes are not exactly a network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, LoadNetworkError> {
        let weights = Weights::from_bytes(bytes)?;
        let prepared = [const { OnceLock::new() }; 2];
        let instructions = Instructions::detect();
        Ok(Network { weights, hash: hash(bytes), instructions, prepared })
    }

    /// The network computed with other instructions than the best, for
    /// comparisons.
    #[must_use]
    pub fn with_instructions(self, instructions: Instructions) -> Network {
        Network { instructions, prepared: [const { OnceLock::new() }; 2], ..self }
    }

    /// How the network is called.
    pub fn name(&self) -> &str {
        self.weights.name()
    }

    /// A number that tells networks apart.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The number of blocks and channels.
    pub const fn shape(&self) -> Shape {
        self.weights.shape()
    }

    /// The instructions that compute it.
    pub const fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// Whether networks are trained for boards of this size: squares from 7×7
    /// to 19×19.
    ///
    /// On all other boards from 1×1 to 25×25 a network can be computed, but
    /// nobody has measured what its answers are worth: a search without it
    /// should take over.
    pub const fn supports(size: Size) -> bool {
        size.width() == size.height() && size.width() >= 7 && size.width() <= 19
    }

    /// Brings the weights into the form that boards of a size need, unless an
    /// evaluator has done so before.
    pub(crate) fn prepare(&self, size: Size) {
        self.prepared(Tile::for_size(size));
    }

    /// The weights in the form that boards of a size need.
    pub(crate) fn prepared(&self, tile: Tile) -> &Prepared {
        let prepare = || Prepared::new(&self.weights, tile, self.instructions);
        self.prepared[tile as usize].get_or_init(prepare)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("name", &self.name())
            .field("shape", &self.shape())
            .field("hash", &format_args!("{:016x}", self.hash))
            .field("instructions", &self.instructions)
            .finish_non_exhaustive()
    }
}

/// A matrix and a bias, for vectors.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    /// `[input][output]`
    pub(crate) weights: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

impl Linear {
    fn new(weights: &Weights, name: &str) -> Linear {
        let bias = weights.tensor(&format!("{name}.bias")).to_vec();
        Linear { weights: transposed(weights, name, bias.len()), bias }
    }
}

fn transposed(weights: &Weights, name: &str, n_outputs: usize) -> Vec<f32> {
    let rows = weights.tensor(&format!("{name}.weight"));
    let n_inputs = rows.len() / n_outputs;
    let entry = |idx: usize| rows[idx % n_outputs * n_inputs + idx / n_outputs];
    (0..rows.len()).map(entry).collect()
}

/// A convolution with a bias.
#[derive(Clone, Debug)]
pub(crate) struct ConvolutionLayer {
    pub(crate) convolution: Convolution,
    pub(crate) bias: Vec<f32>,
}

/// The global pooling of a block.
#[derive(Clone, Debug)]
pub(crate) struct Pooling {
    pub(crate) matrix: PackedMatrix,
    pub(crate) bias: Vec<f32>,
    pub(crate) linear: Linear,
}

#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) first: ConvolutionLayer,
    pub(crate) second: ConvolutionLayer,
    pub(crate) pooling: Option<Pooling>,
}

/// Weights in the form in which they are computed with.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    pub(crate) input: ConvolutionLayer,
    /// From global inputs to the bias of the first layer.
    pub(crate) globals: Vec<f32>,
    pub(crate) blocks: Vec<Block>,
    /// The 1×1 convolutions of policy pooling, policy and value, side by side.
    pub(crate) heads: PackedMatrix,
    pub(crate) heads_bias: Vec<f32>,
    pub(crate) policy_pool: Linear,
    pub(crate) policy_out: Linear,
    pub(crate) pass_hidden: Linear,
    pub(crate) pass_out: Linear,
    pub(crate) ownership_out: Linear,
    pub(crate) value_hidden: Linear,
    pub(crate) value_out: Linear,
}

const HEADS: [&str; 3] = ["policy_pool_conv", "policy_conv", "value_conv"];

impl Prepared {
    fn new(weights: &Weights, tile: Tile, instructions: Instructions) -> Prepared {
        let shape = weights.shape();
        let [n_channels, n_pooled, n_head] =
            [shape.n_channels, shape.n_pooled, shape.n_head].map(|it| it as usize);
        let convolution = |name: &str, n_inputs: usize| ConvolutionLayer {
            convolution: Convolution::new(
                weights.tensor(&format!("{name}.weight")),
                n_inputs,
                n_channels,
                tile,
                instructions,
            ),
            bias: weights.tensor(&format!("{name}.bias")).to_vec(),
        };
        let pooling = |name: &str| {
            let conv = weights.tensor(&format!("{name}.pool_conv.weight"));
            Pooling {
                matrix: PackedMatrix::new(n_channels, n_pooled, instructions, |i, o| {
                    conv[o * n_channels + i]
                }),
                bias: weights.tensor(&format!("{name}.pool_conv.bias")).to_vec(),
                linear: Linear::new(weights, &format!("{name}.pool_linear")),
            }
        };
        let block = |number: u32| {
            let name = format!("blocks.{number}");
            Block {
                first: convolution(&format!("{name}.conv1"), n_channels),
                second: convolution(&format!("{name}.conv2"), n_channels),
                pooling: Shape::is_pooled(number).then(|| pooling(&name)),
            }
        };
        let heads = HEADS.map(|name| weights.tensor(&format!("{name}.weight")));
        let heads_bias = HEADS.map(|name| weights.tensor(&format!("{name}.bias"))).concat();
        Prepared {
            input: convolution("input_conv", N_PADDED_PLANES),
            globals: transposed(weights, "input_linear", n_channels),
            blocks: (0..shape.n_blocks).map(block).collect(),
            heads: PackedMatrix::new(n_channels, heads_bias.len(), instructions, |i, o| {
                heads[o / n_head][o % n_head * n_channels + i]
            }),
            heads_bias,
            policy_pool: Linear::new(weights, "policy_pool_linear"),
            policy_out: Linear::new(weights, "policy_out"),
            pass_hidden: Linear::new(weights, "pass_hidden"),
            pass_out: Linear::new(weights, "pass_out"),
            ownership_out: Linear::new(weights, "ownership_out"),
            value_hidden: Linear::new(weights, "value_hidden"),
            value_out: Linear::new(weights, "value_out"),
        }
    }
}
