//! Growing the trees that add to the prior what several measures of a move say
//! together.
//!
//! Each tree goes a step from the prior and the trees before it towards the
//! judgements (gradient boosting).

use std::ops::Range;

use tengen_rules::{Board, Color};

use super::data::{Judged, JudgedGame};
use super::ownership::play_out;
use super::softmax::{self, Quality};
use super::{Choice, in_parallel};
use tengen_engine::Rng;
use tengen_engine::internals::OwnershipStats;
use tengen_engine::internals::playout::{Context, Playout};
use tengen_engine::internals::prior::{
    self, BoostedTrees, DEPTH, MOST, Measure, Measurer, N_LEAVES, Split, Tree,
};

/// The number of positions that are enough.
const N_POSITIONS: usize = 30_000;

/// The positions whose stats may serve: the position itself and those of the
/// moves before, as in a search all nodes have the stats of the root.
const N_EARLIER: usize = 6;

/// The number of trees.
const N_TREES: u32 = 500;

/// The number of trees between two reports.
const REPORT_EVERY: u32 = 20;

/// How far each tree goes of the way that seems best.
const STEP: f32 = 0.15;

/// What a leaf must weigh to be half believed.
const DOUBT: f32 = 8.0;

/// Moves less likely than this do not pull at a tree.
const LEAST: f32 = 1e-4;

/// The values that a measure can have.
const N_VALUES: usize = MOST as usize + 1;

/// Grows trees from positions of the games, beside the prior that the engine
/// comes with, and returns the bytes of the file.
///
/// `report` gets the number of trees and the quality on the games kept out.
///
/// # Panics
///
/// Panics if a thread does.
pub fn learn_trees(games: &[JudgedGame], mut report: impl FnMut(u32, Quality)) -> Vec<u8> {
    let (tables, kept_out) = super::look(games, N_POSITIONS, table);
    let (mut table, mut kept_out) = (Table::join(tables), Table::join(kept_out));
    let mut rng = Rng::new(1);
    let mut trees = BoostedTrees::default();
    report(0, kept_out.quality());
    for n_trees in 1..=N_TREES {
        let tree = grow(&table, &mut rng);
        table.add(&tree);
        kept_out.add(&tree);
        trees.push(tree);
        if n_trees.is_multiple_of(REPORT_EVERY) {
            report(n_trees, kept_out.quality());
        }
    }
    trees.to_bytes()
}

/// Positions with the measures of their moves.
#[derive(Debug)]
struct Table {
    /// The numbers of the moves that a position ends before.
    ends: Vec<usize>,
    /// By measure and move.
    columns: [Vec<u8>; Measure::COUNT],
    /// The logarithm of the weight that each move has so far.
    weights: Vec<f32>,
    targets: Vec<f32>,
}

impl Default for Table {
    fn default() -> Table {
        Table {
            ends: Vec::new(),
            columns: [const { Vec::new() }; Measure::COUNT],
            weights: Vec::new(),
            targets: Vec::new(),
        }
    }
}

impl Table {
    fn join(tables: Vec<Table>) -> Table {
        let mut joined = Table::default();
        for table in tables {
            let n_moves = joined.weights.len();
            joined.ends.extend(table.ends.iter().map(|it| it + n_moves));
            for (column, more) in joined.columns.iter_mut().zip(table.columns) {
                column.extend(more);
            }
            joined.weights.extend(table.weights);
            joined.targets.extend(table.targets);
        }
        joined
    }

    fn push(&mut self, seen: &Seen, stats: &OwnershipStats, judged: &Judged) {
        let origin = seen.playout();
        let targets = judged.by_point(seen.board.size());
        let mut moves = Vec::new();
        let context = origin.context();
        prior::weigh_linearly(&origin, seen.color, context, Some(stats), |it| moves.push(it));
        let sum: f32 = moves.iter().map(|it| targets[it.point]).sum();
        if sum < 0.5 || moves.len() < 2 {
            return;
        }
        let most = moves.iter().map(|it| it.weight).fold(f32::MIN, f32::max);
        let measurer = Measurer::new(&origin, seen.color, stats);
        for weighed in moves {
            for (column, value) in self.columns.iter_mut().zip(measurer.measure(weighed, most)) {
                column.push(value);
            }
            self.weights.push(weighed.weight);
            self.targets.push(targets[weighed.point] / sum);
        }
        self.ends.push(self.weights.len());
    }

    /// The numbers of the moves of each position.
    fn positions(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| start..end)
    }

    /// The probability of each move.
    fn probabilities(&self) -> Vec<f32> {
        let mut chances = self.weights.clone();
        for range in self.positions() {
            softmax::normalize(&mut chances[range]);
        }
        chances
    }

    fn quality(&self) -> Quality {
        let chances = self.probabilities();
        Quality::mean(self.positions().map(|it| (&chances[it.clone()], &self.targets[it])))
    }

    /// Adds what a tree says to the weights.
    fn add(&mut self, tree: &Tree) {
        for (idx, weight) in self.weights.iter_mut().enumerate() {
            *weight += tree.value(|measure| self.columns[measure][idx]);
        }
    }
}

/// A position.
#[derive(Copy, Clone, Debug)]
struct Seen {
    board: Board,
    color: Color,
    context: Context,
}

impl Seen {
    fn playout(&self) -> Playout {
        let mut playout = Playout::new(&self.board);
        playout.set_context(self.context);
        playout
    }
}

/// Some positions of a game.
fn table(game: &JudgedGame, choice: Choice) -> Table {
    let mut table = Table::default();
    let mut number = choice.n_before;
    // The last positions, the newest first.
    let mut seen: Vec<Seen> = Vec::new();
    game.replay(|board, color, [last, own_last], judged| {
        seen.insert(0, Seen { board: *board, color, context: Context { last, own_last } });
        seen.truncate(N_EARLIER);
        number += 1;
        if number.is_multiple_of(choice.stride) {
            let mut rng = Rng::new(number as u64);
            let earlier = &seen[rng.below(seen.len() as u32) as usize];
            let stats = play_out(&earlier.playout(), earlier.color, game.komi, &mut rng);
            table.push(&seen[0], &stats, judged);
        }
    });
    table
}

/// What pulls at a weight, down if positive, and how firmly the weight stands:
/// the first and second derivative of the cross entropy.
#[derive(Copy, Clone, Debug, Default)]
struct Pull {
    force: f32,
    firmness: f32,
}

impl Pull {
    fn plus(self, other: Pull) -> Pull {
        Pull { force: self.force + other.force, firmness: self.firmness + other.firmness }
    }

    fn minus(self, other: Pull) -> Pull {
        Pull { force: self.force - other.force, firmness: self.firmness - other.firmness }
    }

    /// What is gained by giving way.
    fn gain(self) -> f32 {
        self.force * self.force / (self.firmness + DOUBT)
    }
}

/// The moves that a tree is grown from.
struct Rows<'a> {
    table: &'a Table,
    /// The number of each move in the table.
    numbers: Vec<u32>,
    pulls: Vec<Pull>,
    /// The answers of each move to the splits so far.
    leaves: Vec<u8>,
}

/// Grows a tree from a random half of the positions.
fn grow(table: &Table, rng: &mut Rng) -> Tree {
    let mut rows = Rows { table, numbers: Vec::new(), pulls: Vec::new(), leaves: Vec::new() };
    let chances = table.probabilities();
    for range in table.positions().filter(|_| rng.below(2) == 0) {
        for idx in range {
            let (chance, target) = (chances[idx], table.targets[idx]);
            if chance > LEAST || target > LEAST {
                rows.numbers.push(idx as u32);
                rows.pulls.push(Pull { force: chance - target, firmness: chance * (1.0 - chance) });
            }
        }
    }
    rows.leaves = vec![0; rows.numbers.len()];
    let mut splits = [Split::default(); DEPTH];
    for (level, split) in splits.iter_mut().enumerate() {
        *split = rows.best_question();
        let column = &table.columns[usize::from(split.measure)];
        for (leaf, &number) in rows.leaves.iter_mut().zip(&rows.numbers) {
            *leaf |= u8::from(column[number as usize] > split.threshold) << level;
        }
    }
    let mut sums = [Pull::default(); N_LEAVES];
    for (&leaf, &pull) in rows.leaves.iter().zip(&rows.pulls) {
        let sum = &mut sums[usize::from(leaf)];
        *sum = sum.plus(pull);
    }
    Tree { splits, leaves: sums.map(|it| -STEP * it.force / (it.firmness + DOUBT)) }
}

impl Rows<'_> {
    /// The split that tells most.
    fn best_question(&self) -> Split {
        in_parallel(Measure::COUNT, |measure| {
            let (gain, threshold) = self.best_bound(measure);
            (gain, Split { measure: measure as u8, threshold })
        })
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .expect("there are measures")
        .1
    }

    /// The threshold of a measure that tells most, and how much.
    fn best_bound(&self, measure: usize) -> (f32, u8) {
        let column = &self.table.columns[measure];
        let mut sums = [[Pull::default(); N_VALUES]; N_LEAVES];
        for ((&number, &pull), &leaf) in self.numbers.iter().zip(&self.pulls).zip(&self.leaves) {
            let sum = &mut sums[usize::from(leaf)][usize::from(column[number as usize])];
            *sum = sum.plus(pull);
        }
        let mut gains = [0.0; N_VALUES];
        for sums in &sums {
            let total = sums.iter().copied().fold(Pull::default(), Pull::plus);
            let mut below = Pull::default();
            for (gain, &sum) in gains.iter_mut().zip(sums) {
                below = below.plus(sum);
                *gain += below.gain() + total.minus(below).gain() - total.gain();
            }
        }
        let bounds = (0..).zip(gains).map(|(threshold, gain)| (gain, threshold));
        bounds.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions of four moves, of which the one is right whose measures 2 and
    /// 4 are both above 15; the others have one of them, the other or neither.
    fn made_up(n_positions: usize, seed: u64) -> Table {
        let mut rng = Rng::new(seed);
        let mut table = Table::default();
        for _ in 0..n_positions {
            for answers in 0..4 {
                for (measure, column) in table.columns.iter_mut().enumerate() {
                    let value = rng.below(16) as u8;
                    let is_yes = match measure {
                        2 => answers & 1 > 0,
                        4 => answers & 2 > 0,
                        _ => rng.below(2) == 0,
                    };
                    column.push(value + 16 * u8::from(is_yes));
                }
                table.weights.push(0.0);
                table.targets.push(if answers == 3 { 1.0 } else { 0.0 });
            }
            table.ends.push(table.weights.len());
        }
        table
    }

    #[test]
    fn asks_what_tells() {
        let tree = grow(&made_up(300, 1), &mut Rng::new(1));
        let mut splits = [tree.splits[0], tree.splits[1]];
        splits.sort_by_key(|it| it.measure);
        assert_eq!(splits.map(|it| (it.measure, it.threshold)), [(2, 15), (4, 15)]);
    }

    #[test]
    fn trees_learn_what_goes_together() {
        let (mut table, mut kept_out) = (made_up(300, 1), made_up(100, 2));
        let mut rng = Rng::new(1);
        let before = kept_out.quality();
        for _ in 0..20 {
            let tree = grow(&table, &mut rng);
            table.add(&tree);
            kept_out.add(&tree);
        }
        let after = kept_out.quality();
        assert!((before.cross_entropy - 4.0_f64.ln()).abs() < 1e-3, "{before:?}");
        assert!(after.cross_entropy < 0.5 * before.cross_entropy, "{after:?}");
        assert!(after.top_1 > 0.99, "{after:?}");
    }
}
