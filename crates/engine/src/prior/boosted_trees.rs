//! Gradient-boosted decision trees: a correction of the policy's logits.
//!
//! The trees are oblivious: all nodes of a level have the same split, so the
//! answers to the splits are the index of the leaf, and a block of moves is
//! answered at once.

use std::sync::OnceLock;

use tengen_rules::Size;

use super::measure::Measure;
use super::weights::UNIT;
use crate::parameters::is_large;

/// The number of splits of a tree.
pub const DEPTH: usize = 6;

/// The number of leaves of a tree.
pub const N_LEAVES: usize = 1 << DEPTH;

/// The number of moves that are evaluated together.
pub(crate) const WIDTH: usize = 64;

/// The measures of some moves.
pub(crate) type Block = [[u8; WIDTH]; Measure::COUNT];

/// Whether a measure of a move is above a threshold.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Split {
    /// The number of the measure.
    pub measure: u8,
    /// Values above it go to the upper half of the leaves.
    pub threshold: u8,
}

/// A decision tree.
#[derive(Clone, Debug)]
pub struct Tree {
    /// One for each level.
    pub splits: [Split; DEPTH],
    /// By the answers, the first split being the lowest bit.
    pub leaves: [f32; N_LEAVES],
}

impl Tree {
    /// The leaf of a move with these measures.
    pub fn value(&self, measured: impl Fn(usize) -> u8) -> f32 {
        let splits = self.splits.iter().enumerate();
        let answers = splits.map(|(bit, split)| {
            usize::from(measured(usize::from(split.measure)) > split.threshold) << bit
        });
        self.leaves[answers.sum::<usize>()]
    }

    /// The answers of each move.
    #[inline]
    fn answers(&self, block: &Block) -> [u8; WIDTH] {
        let mut answers = [0; WIDTH];
        for (bit, split) in self.splits.iter().enumerate() {
            let values = &block[usize::from(split.measure)];
            for (answer, &value) in answers.iter_mut().zip(values) {
                *answer |= u8::from(value > split.threshold) << bit;
            }
        }
        answers
    }
}

/// Trees whose leaves are added up.
#[derive(Clone, Debug, Default)]
pub struct BoostedTrees {
    trees: Vec<Tree>,
}

impl BoostedTrees {
    /// The trees that were learned for boards of this size, if any were.
    ///
    /// # Panics
    ///
    /// Panics if the embedded file is broken, which a test excludes.
    pub fn learned(size: Size) -> Option<&'static BoostedTrees> {
        static LARGE: OnceLock<BoostedTrees> = OnceLock::new();
        let parse = |bytes| BoostedTrees::parse(bytes).expect("the embedded trees are whole");
        is_large(size).then(|| LARGE.get_or_init(|| parse(include_bytes!("large.trees"))))
    }

    /// Adds a tree.
    pub fn push(&mut self, tree: Tree) {
        self.trees.push(tree);
    }

    /// Adds the trees' leaves to the logits of the moves of a block.
    #[inline]
    pub(crate) fn add_to(&self, block: &Block, weights: &mut [f32; WIDTH]) {
        for tree in &self.trees {
            let answers = tree.answers(block);
            for (weight, answer) in weights.iter_mut().zip(answers) {
                *weight += tree.leaves[usize::from(answer) % N_LEAVES];
            }
        }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for tree in &self.trees {
            for split in tree.splits {
                bytes.extend([split.measure, split.threshold]);
            }
            for leaf in tree.leaves {
                bytes.extend(((leaf / UNIT).round() as i16).to_le_bytes());
            }
        }
        bytes
    }

    /// Reads what [`BoostedTrees::to_bytes`] wrote.
    pub fn parse(bytes: &[u8]) -> Option<BoostedTrees> {
        let (trees, rest) = bytes.as_chunks::<{ 2 * (DEPTH + N_LEAVES) }>();
        let trees = trees.iter().map(|bytes| {
            let (pairs, _) = bytes.as_chunks::<2>();
            let mut tree = Tree { splits: Default::default(), leaves: [0.0; N_LEAVES] };
            for (split, &[measure, threshold]) in tree.splits.iter_mut().zip(pairs) {
                *split = Split { measure, threshold };
            }
            for (leaf, &pair) in tree.leaves.iter_mut().zip(&pairs[DEPTH..]) {
                *leaf = f32::from(i16::from_le_bytes(pair)) * UNIT;
            }
            tree.splits.iter().all(|it| usize::from(it.measure) < Measure::COUNT).then_some(tree)
        });
        rest.is_empty()
            .then(|| trees.collect::<Option<_>>())
            .flatten()
            .map(|trees| BoostedTrees { trees })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree that asks whether the first measure is above 3 and the second
    /// above 5.
    fn bytes() -> Vec<u8> {
        let mut bytes = vec![0, 3, 1, 5];
        // Nothing is above 255.
        bytes.extend([0, 255].repeat(DEPTH - 2));
        for leaf in 0..N_LEAVES as i16 {
            bytes.extend((leaf % 4 * 1_000).to_le_bytes());
        }
        bytes
    }

    #[test]
    fn answers_choose_the_number() {
        let trees = BoostedTrees::parse(&bytes()).unwrap();
        let mut block: Block = [[0; WIDTH]; Measure::COUNT];
        for (idx, (one, other)) in [(3, 5), (4, 5), (3, 6), (4, 6)].into_iter().enumerate() {
            (block[0][idx], block[1][idx]) = (one, other);
        }
        let mut weights = [10.0; WIDTH];
        trees.add_to(&block, &mut weights);
        assert_eq!(weights[..5], [10.0, 11.0, 12.0, 13.0, 10.0]);
    }

    #[test]
    fn trees_add_up() {
        let trees = BoostedTrees::parse(&bytes().repeat(3)).unwrap();
        let mut weights = [0.0; WIDTH];
        trees.add_to(&[[9; WIDTH]; Measure::COUNT], &mut weights);
        assert!(weights.iter().all(|it| (it - 9.0).abs() < 1e-4), "{weights:?}");
    }

    #[test]
    fn refuses_broken_files() {
        let mut cut = bytes();
        cut.pop();
        assert!(BoostedTrees::parse(&cut).is_none());
        let mut unknown = bytes();
        unknown[0] = Measure::COUNT as u8;
        assert!(BoostedTrees::parse(&unknown).is_none());
        assert!(BoostedTrees::parse(&[]).unwrap().trees.is_empty());
    }

    #[test]
    fn comes_with_trees_for_large_boards() {
        assert!(BoostedTrees::learned(Size::NINE).is_none());
        let trees = BoostedTrees::learned(Size::NINETEEN).unwrap();
        assert!(!trees.trees.is_empty());
        assert_eq!(trees.to_bytes(), include_bytes!("large.trees"));
    }
}
