//! How often something can be done in a second.

use std::fs;
use std::hint::black_box;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tengen_analysis::Stop;
use tengen_engine::{EvaluatorKind, Limits, Rng, Sampler, Search, Settings, random};
use tengen_net::{Evaluator, Input, Network};
use tengen_rules::{Board, Color, Game, Ruleset, Size, Symmetry};

/// How often something was done in a second.
#[derive(Copy, Clone, Debug)]
pub(super) struct Rate {
    /// By the clock on the wall.
    pub(super) by_clock: f64,
    /// By the time that the measuring thread had a processor; by the clock
    /// where the system does not tell.
    pub(super) by_processor: f64,
}

/// Uniformly random playouts from the empty board.
pub(super) fn light(size: Size, time: Duration) -> Rate {
    let board = Board::new(size);
    let mut rng = Rng::new(1);
    repeated(time, || {
        black_box(random::playout(&board, Color::Black, &mut rng));
    })
}

/// Playouts by the learned weights from the empty board.
pub(super) fn learned(size: Size, time: Duration) -> Rate {
    let mut sampler = Sampler::new(&Board::new(size), Color::Black);
    let mut rng = Rng::new(1);
    repeated(time, || {
        black_box(sampler.playout(&mut rng));
    })
}

/// Evaluations of the empty board by a network.
pub(super) fn evaluations(network: &Arc<Network>, size: Size, time: Duration) -> Rate {
    let game = Game::new(size, Ruleset::CHINESE);
    let mut evaluator = Evaluator::new(network, size);
    repeated(time, || {
        let input = Input::from_game(&game, game.to_play());
        black_box(evaluator.evaluate(&input, Symmetry::Identity));
    })
}

/// Simulations of a search of the empty board.
pub(super) fn search(
    evaluator: &EvaluatorKind,
    size: Size,
    threads: usize,
    time: Duration,
) -> Rate {
    let game = Game::new(size, Ruleset::CHINESE);
    let evaluator = evaluator.clone();
    let mut search = Search::new(Settings { threads, seed: 1, evaluator, ..Settings::default() });
    let limits = Limits { is_exact: true, ..Limits::time(time) };
    rate(|| search.run(&game, &limits, &Stop::new(), |_| ()).n_playouts)
}

fn repeated(time: Duration, mut playout: impl FnMut()) -> Rate {
    rate(|| {
        let start = Instant::now();
        let mut n_done = 0;
        while n_done == 0 || start.elapsed() < time {
            playout();
            n_done += 1;
        }
        n_done
    })
}

/// Does some work, which says how often it did something.
fn rate(work: impl FnOnce() -> u32) -> Rate {
    let (start, thread_start) = (Instant::now(), thread_time());
    let n_done = f64::from(work());
    let on_clock = start.elapsed();
    let on_processor = thread_start
        .and_then(|start| thread_time()?.checked_sub(start))
        .filter(|time| !time.is_zero())
        .unwrap_or(on_clock);
    let per_second = |time: Duration| n_done / time.as_secs_f64().max(1e-9);
    Rate { by_clock: per_second(on_clock), by_processor: per_second(on_processor) }
}

/// The time that this thread has had a processor, if the system tells it.
fn thread_time() -> Option<Duration> {
    // Linux brings the number up to date when the thread might make way.
    thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
