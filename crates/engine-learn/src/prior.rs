//! Learning the weights of the prior.

use std::collections::HashMap;

use tengen_rules::{Board, Color};

use super::data::{Judged, JudgedGame};
use super::softmax::{self, Quality, Sample};
use tengen_engine::internals::playout::{Ataris, Context};
use tengen_engine::internals::prior::{
    Grid, N_FEATURES, Rings, UNIT, View, is_sensible, pattern_key,
};

/// How often a pattern must have been a good move to be remembered, in moves
/// weighted by their probability.
const LEAST: f32 = 2.0;

/// How many patterns are remembered at most.
const MOST: usize = 40_000;

/// Learns from games and returns the bytes of the weights file.
///
/// `report` gets the number of passes done and the quality on the games kept
/// out.
pub fn learn_prior(games: &[JudgedGame], mut report: impl FnMut(u32, Quality)) -> Vec<u8> {
    let patterns = find_patterns(games);
    let (mut samples, mut kept_out) = (Vec::new(), Vec::new());
    for (idx, game) in games.iter().enumerate() {
        let into = if idx % 10 == 9 { &mut kept_out } else { &mut samples };
        game.replay(|board, color, [last, own_last], judged| {
            into.extend(sample(board, color, Context { last, own_last }, judged, &patterns));
        });
    }
    let n_weights = N_FEATURES + patterns.len();
    let weights = softmax::learn(&samples, n_weights, 6, 1e-4, |pass, weights| {
        report(pass, softmax::measure(&kept_out, weights));
    });
    write(&weights, &patterns)
}

/// The patterns worth remembering, by their keys.
fn find_patterns(games: &[JudgedGame]) -> HashMap<u32, u32> {
    let mut seen: HashMap<u32, f32> = HashMap::new();
    for (idx, game) in games.iter().enumerate() {
        if idx % 10 == 9 {
            continue;
        }
        game.replay(|board, color, _, judged| {
            let grid = Grid::new(board, color);
            for (idx, &target) in judged.policy.iter().enumerate() {
                if target < 0.01 {
                    continue;
                }
                let Some(point) = JudgedGame::point(board.size(), idx) else { continue };
                Rings::get().visit(&grid, point, |hash| {
                    *seen.entry(pattern_key(hash)).or_default() += target;
                    true
                });
            }
        });
    }
    let mut frequent: Vec<(u32, f32)> = seen.into_iter().filter(|it| it.1 >= LEAST).collect();
    frequent.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    frequent.truncate(MOST);
    frequent.iter().zip(0..).map(|(&(key, _), id)| (key, id)).collect()
}

fn sample(
    board: &Board,
    color: Color,
    context: Context,
    judged: &Judged,
    patterns: &HashMap<u32, u32>,
) -> Option<Sample> {
    let view = View::new(board, color, context, Ataris::find(board));
    let grid = Grid::new(board, color);
    let mut sample = Sample::default();
    let mut features: Vec<u32> = Vec::new();
    for (idx, &target) in judged.policy.iter().enumerate() {
        let Some(point) = JudgedGame::point(board.size(), idx) else { continue };
        if !board.is_empty_at(point) || !is_sensible(board, color, point) {
            continue;
        }
        features.clear();
        view.features(point, |id| features.push(id as u32));
        Rings::get().visit(&grid, point, |hash| match patterns.get(&pattern_key(hash)) {
            Some(id) => {
                features.push(N_FEATURES as u32 + id);
                true
            }
            None => false,
        });
        sample.push(features.iter().copied(), 0.0, target);
    }
    sample.normalize().then_some(sample)
}

fn write(weights: &[f32], patterns: &HashMap<u32, u32>) -> Vec<u8> {
    let rounded = |weight: f32| (weight / UNIT).round() as i16;
    let (features, rest) = weights.split_at(N_FEATURES);
    let features: Vec<(u32, i16)> =
        (0..).zip(features.iter().map(|&it| rounded(it))).filter(|it| it.1 != 0).collect();
    let mut keyed: Vec<(u32, i16)> =
        patterns.iter().map(|(&key, &id)| (key, rounded(rest[id as usize]))).collect();
    keyed.sort_unstable();
    let mut bytes = Vec::new();
    for part in [features, keyed] {
        bytes.extend((part.len() as u32).to_le_bytes());
        for (id, weight) in part {
            bytes.extend(id.to_le_bytes());
            bytes.extend(weight.to_le_bytes());
        }
    }
    bytes
}
