//! The layers of a network and how large they are.

use std::fmt;

use crate::input::{N_GLOBALS, N_PLANES};

/// How large a network is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Shape {
    /// Residual blocks of two convolutions each.
    pub n_blocks: u32,
    /// Channels of the blocks.
    pub n_channels: u32,
    /// Channels of the global pooling in the second block and every third
    /// after it.
    pub n_pooled: u32,
    /// Channels of the heads.
    pub n_head: u32,
    /// Neurons of the hidden layer before chance and lead.
    pub n_hidden: u32,
}

/// How a tensor is stored.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Coding {
    /// A scale of 32 bits for each row, then 8 bits for each weight.
    Scaled,
    /// 32 bits for each weight.
    Float,
}

/// A matrix of the file.
#[derive(Clone, Debug)]
pub(crate) struct TensorSpec {
    pub(crate) name: String,
    pub(crate) n_rows: usize,
    pub(crate) n_columns: usize,
    pub(crate) coding: Coding,
}

impl TensorSpec {
    pub(crate) fn n_bytes(&self) -> usize {
        match self.coding {
            Coding::Scaled => self.n_rows * (4 + self.n_columns),
            Coding::Float => 4 * self.n_rows * self.n_columns,
        }
    }
}

/// What the score that the owners of all points add up to is given as.
pub(crate) const N_SCORE_INPUTS: usize = 3;

impl Shape {
    /// The common shape with so many blocks and channels.
    pub const fn new(n_blocks: u32, n_channels: u32) -> Shape {
        Shape { n_blocks, n_channels, n_pooled: 32, n_head: 32, n_hidden: 64 }
    }

    /// Whether this can be computed.
    pub(crate) fn is_valid(self) -> bool {
        let Shape { n_blocks, n_channels, n_pooled, n_head, n_hidden } = self;
        let is_width = |width: u32| (32..=512).contains(&width) && width.is_multiple_of(32);
        (1..=64).contains(&n_blocks)
            && is_width(n_channels)
            && is_width(n_pooled)
            && is_width(n_head)
            && (1..=512).contains(&n_hidden)
    }

    /// Whether a block has global pooling.
    pub(crate) const fn is_pooled(block: u32) -> bool {
        block % 3 == 1
    }

    /// All tensors, in the order of the file.
    pub(crate) fn tensors(self) -> Vec<TensorSpec> {
        let [channels, pooled, head, hidden] =
            [self.n_channels, self.n_pooled, self.n_head, self.n_hidden].map(|it| it as usize);
        let mut list = TensorList(Vec::new());
        list.layer("input_conv", channels, 9 * N_PLANES, Coding::Scaled);
        list.matrix("input_linear.weight", channels, N_GLOBALS, Coding::Float);
        for block in 0..self.n_blocks {
            let prefix = format!("blocks.{block}");
            list.layer(&format!("{prefix}.conv1"), channels, 9 * channels, Coding::Scaled);
            list.layer(&format!("{prefix}.conv2"), channels, 9 * channels, Coding::Scaled);
            if Shape::is_pooled(block) {
                list.layer(&format!("{prefix}.pool_conv"), pooled, channels, Coding::Scaled);
                list.layer(&format!("{prefix}.pool_linear"), channels, 3 * pooled, Coding::Scaled);
            }
        }
        list.layer("policy_conv", head, channels, Coding::Scaled);
        list.layer("policy_pool_conv", head, channels, Coding::Scaled);
        list.layer("policy_pool_linear", head, 3 * head, Coding::Scaled);
        list.layer("policy_out", 1, head, Coding::Float);
        list.layer("pass_hidden", head, 3 * head + N_GLOBALS, Coding::Scaled);
        list.layer("pass_out", 1, head, Coding::Float);
        list.layer("value_conv", head, channels, Coding::Scaled);
        list.layer("ownership_out", 1, head, Coding::Float);
        let n_value_inputs = 3 * head + N_GLOBALS + N_SCORE_INPUTS;
        list.layer("value_hidden", hidden, n_value_inputs, Coding::Scaled);
        list.layer("value_out", 2, hidden, Coding::Float);
        list.0
    }
}

/// For example `6x64`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.n_blocks, self.n_channels)
    }
}

struct TensorList(Vec<TensorSpec>);

impl TensorList {
    fn matrix(&mut self, name: &str, n_rows: usize, n_columns: usize, coding: Coding) {
        self.0.push(TensorSpec { name: name.to_owned(), n_rows, n_columns, coding });
    }

    /// Weights and a bias for each row.
    fn layer(&mut self, name: &str, n_rows: usize, n_columns: usize, coding: Coding) {
        self.matrix(&format!("{name}.weight"), n_rows, n_columns, coding);
        self.matrix(&format!("{name}.bias"), 1, n_rows, Coding::Float);
    }
}
