//! How often a search agrees with the judgements.

use std::time::Instant;

use tengen_rules::{Color, Game, Komi, Move, Ruleset};

use super::data::JudgedGame;
use tengen_analysis::Stop;

use tengen_engine::{EvaluatorKind, Limits, Parameters, Search, Settings};

/// How far a search is from the judgements.
#[derive(Copy, Clone, Debug, Default)]
pub struct Agreement {
    /// The number of positions.
    pub n_positions: u32,
    /// How often the move is the teacher's.
    pub top_1: f64,
    /// The mean probability that the teacher gives to the move.
    pub expected: f64,
    /// The mean square error of the chance to win.
    pub win_error: f64,
    /// Playouts a second.
    pub speed: f64,
}

/// Searches every `stride`-th position of the games kept out of learning.
pub fn measure_search(
    games: &[JudgedGame],
    parameters: Parameters,
    n_playouts: u32,
    stride: usize,
) -> Agreement {
    let mut agreement = Agreement::default();
    let evaluator = EvaluatorKind::Playouts;
    let settings = Settings { memory: 32 << 20, parameters, evaluator, ..Settings::default() };
    let mut search = Search::new(settings);
    let mut idx = 0;
    let mut seconds = 0.0;
    for judged_game in games.iter().skip(9).step_by(10) {
        let komi = Komi::from_half_points(judged_game.komi.into());
        let mut game = Game::new(judged_game.size, Ruleset::TROMP_TAYLOR).with_komi(komi);
        for judged in &judged_game.positions {
            idx += 1;
            // Where passing is right there is nothing to tell apart.
            let pass = judged.policy.last().copied().unwrap_or(0.0);
            if idx % stride == 0 && pass < 0.1 {
                search.clear();
                let start = Instant::now();
                let report = search.run(&game, &Limits::exactly(n_playouts), &Stop::new(), |_| ());
                seconds += start.elapsed().as_secs_f64();
                let best = report.best_move();
                let chance = |idx: usize| judged.policy[idx];
                let n_points = judged.policy.len() - 1;
                let teacher = (0..n_points).max_by(|&a, &b| chance(a).total_cmp(&chance(b)));
                let found = (0..n_points).find(|&idx| {
                    best == JudgedGame::point(judged_game.size, idx).map_or(Move::Pass, Move::Play)
                });
                agreement.n_positions += 1;
                agreement.top_1 += f64::from(u8::from(found == teacher));
                agreement.expected += found.map_or(0.0, |idx| f64::from(chance(idx)));
                let win = match game.to_play() {
                    Color::Black => judged.black_wins,
                    Color::White => 1.0 - judged.black_wins,
                };
                agreement.win_error += f64::from((win - report.analysis.win_rate).powi(2));
            }
            let mv = judged.played.map_or(Move::Pass, Move::Play);
            if game.play(mv).is_err() {
                break;
            }
        }
    }
    let n = f64::from(agreement.n_positions.max(1));
    agreement.top_1 /= n;
    agreement.expected /= n;
    agreement.win_error /= n;
    agreement.speed = n * f64::from(n_playouts) / seconds;
    agreement
}
