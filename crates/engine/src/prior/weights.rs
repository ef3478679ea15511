//! What was learned about moves before they are searched.
//!
//! The file is written by the tool `learn`: the number of features that are
//! not zero, then each with its weight; the number of patterns, then each.

use std::sync::OnceLock;

use tengen_rules::Size;

use super::feature::N_FEATURES;
use crate::ownership_stats::OwnershipStats;

/// The number of points from which what was learned on 19×19 serves a board
/// better than what was learned on 9×9.
const LARGE_FROM: u16 = 11 * 11;

/// The unit of a weight in a file.
pub const UNIT: f32 = 1.0 / 1_000.0;

/// The weights of features and patterns.
#[derive(Debug)]
pub(crate) struct PriorWeights {
    features: Vec<f32>,
    /// An open hash table: the upper half of a pattern's hash and its weight.
    patterns: Vec<(u32, f32)>,
    /// By the class of a point in an ownership.
    ownership: [f32; OwnershipStats::N_CLASSES],
}

impl PriorWeights {
    /// The weights for boards of this size.
    pub(crate) fn learned(size: Size) -> &'static PriorWeights {
        static SMALL: OnceLock<PriorWeights> = OnceLock::new();
        static LARGE: OnceLock<PriorWeights> = OnceLock::new();
        let parse = |bytes, classes| {
            PriorWeights::parse(bytes, classes).expect("the embedded weights are whole")
        };
        if size.n_points() < LARGE_FROM {
            SMALL.get_or_init(|| parse(include_bytes!("small.bin"), include_str!("small.txt")))
        } else {
            LARGE.get_or_init(|| parse(include_bytes!("large.bin"), include_str!("large.txt")))
        }
    }

    /// Reads the file of features and patterns, and that of classes: a number
    /// for each class.
    pub(crate) fn parse(mut bytes: &[u8], classes: &str) -> Option<PriorWeights> {
        let lines = classes.lines().filter(|line| !line.starts_with('#'));
        let ownership = lines.flat_map(str::split_whitespace).map(|it| it.parse().ok());
        let ownership: Vec<f32> = ownership.collect::<Option<_>>()?;
        let ownership = ownership.try_into().ok()?;
        let n_features = u32::from_le_bytes(take(&mut bytes)?);
        let mut features = vec![0.0; N_FEATURES];
        for _ in 0..n_features {
            let id = u32::from_le_bytes(take(&mut bytes)?);
            let weight = i16::from_le_bytes(take(&mut bytes)?);
            *features.get_mut(id as usize)? = f32::from(weight) * UNIT;
        }
        let n_patterns = u32::from_le_bytes(take(&mut bytes)?);
        let n_slots = (2 * n_patterns as usize + 2).next_power_of_two();
        let mut weights = PriorWeights { features, patterns: vec![(0, 0.0); n_slots], ownership };
        for _ in 0..n_patterns {
            let key = u32::from_le_bytes(take(&mut bytes)?);
            let weight = i16::from_le_bytes(take(&mut bytes)?);
            let slot = weights.slot(key);
            weights.patterns[slot] = (key, f32::from(weight) * UNIT);
        }
        bytes.is_empty().then_some(weights)
    }

    #[inline]
    pub(crate) fn feature(&self, id: usize) -> f32 {
        self.features[id]
    }

    /// The weight of a class of an [`OwnershipStats`].
    #[inline]
    pub(crate) fn ownership(&self, class: usize) -> f32 {
        self.ownership[class]
    }

    /// The weight of a pattern, if it is known.
    #[inline]
    pub(crate) fn pattern(&self, hash: u64) -> Option<f32> {
        let key = pattern_key(hash);
        let (found, weight) = self.patterns[self.slot(key)];
        (found == key).then_some(weight)
    }

    /// Where a pattern is, or would be.
    #[inline]
    fn slot(&self, key: u32) -> usize {
        let mask = self.patterns.len() - 1;
        let mut slot = key.wrapping_mul(0x9e37_79b9) as usize >> 4 & mask;
        while self.patterns[slot].0 != 0 && self.patterns[slot].0 != key {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// The part of a hash that a pattern is known by, never zero.
pub fn pattern_key(hash: u64) -> u32 {
    (hash >> 32) as u32 | 1
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = bytes.split_first_chunk()?;
    *bytes = tail;
    Some(*head)
}
