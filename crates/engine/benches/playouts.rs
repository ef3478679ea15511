//! Random playouts per second, beside the crate `goban`, and simulations per
//! second of the search.
//!
//! Both sides play uniformly random legal moves that fill no eye of their
//! own from the empty board until both pass, with the simple ko, and count the
//! area. `goban` is used as in its own benchmark: it is asked for the empty
//! points, which are shuffled, and the first that will do is played. Its eyes
//! must be more solid, so its games are a tenth longer on 9×9. They take turns
//! in short rounds, so that a noisy machine disturbs both alike, and the best
//! round of each counts, in time that the thread had a processor where the
//! system tells it.
//!
//! Run with `cargo bench -p tengen-engine --bench playouts`.

#![allow(clippy::print_stdout, reason = "a benchmark reports to its user")]

use std::fs;
use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

use goban::pieces::stones::Stone;
use goban::rules::game::Game as GobanGame;
use goban::rules::{GobanSizes, JAPANESE, Move, ScoreRules};
use tengen_analysis::Stop;
use tengen_engine::{Limits, Rng, Search, Settings, random};
use tengen_rules::{Board, Color, Game, Ruleset, Size};

const N_ROUNDS: u64 = 12;
const ROUND: Duration = Duration::from_millis(150);

fn main() {
    let sizes = [
        (Size::NINE, GobanSizes::Nine),
        (Size::THIRTEEN, GobanSizes::Thirteen),
        (Size::NINETEEN, GobanSizes::Nineteen),
    ];
    println!("a second on one thread, best of {N_ROUNDS} rounds");
    println!("{:>6} {:>10} {:>10} {:>7}", "size", "playouts", "goban", "ratio");
    for (size, goban_size) in sizes {
        compare(size, goban_size);
    }
    println!("{:>6} {:>11}", "size", "simulations");
    for (size, _) in sizes {
        println!("{:>6} {:>11.0}", size.to_string(), simulations(size));
    }
}

fn compare(size: Size, goban_size: GobanSizes) {
    let (board, game) = (Board::new(size), GobanGame::new(goban_size, JAPANESE));
    let (mut ours, mut theirs) = (0.0_f64, 0.0_f64);
    for seed in 0..N_ROUNDS {
        let mut rng = Rng::new(seed);
        ours = ours.max(per_second(|| {
            black_box(random::playout(&board, Color::Black, &mut rng));
        }));
        let mut rng = fastrand::Rng::with_seed(seed);
        theirs = theirs.max(per_second(|| {
            black_box(goban_playout(&game, &mut rng));
        }));
    }
    println!("{:>6} {ours:>10.0} {theirs:>10.0} {:>7.1}", size.to_string(), ours / theirs);
}

fn per_second(mut play: impl FnMut()) -> f64 {
    rate(|| {
        let start = Instant::now();
        let mut n_playouts = 0;
        while start.elapsed() < ROUND {
            play();
            n_playouts += 1;
        }
        n_playouts
    })
}

/// What was done in a second by some work, which says how much it did.
fn rate(work: impl FnOnce() -> u32) -> f64 {
    let (start, thread_start) = (Instant::now(), thread_time());
    let n_done = work();
    let on_processor = thread_start.and_then(|start| thread_time()?.checked_sub(start));
    f64::from(n_done) / on_processor.unwrap_or(start.elapsed()).as_secs_f64()
}

/// The time that this thread has had a processor, if the system tells it.
fn thread_time() -> Option<Duration> {
    // Linux brings the number up to date when the thread might make way.
    thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn goban_playout(start: &GobanGame, rng: &mut fastrand::Rng) -> (f32, f32) {
    let mut game = start.clone();
    let (width, height) = game.size();
    for _ in 0..3 * u32::from(width) * u32::from(height) {
        let mv = goban_move(&game, rng);
        game.play(mv);
        if game.is_over() {
            break;
        }
    }
    game.calculate_score_by(ScoreRules::STONES)
}

fn goban_move(game: &GobanGame, rng: &mut fastrand::Rng) -> Move {
    let mut empty: Vec<_> = game.pseudo_legals().collect();
    rng.shuffle(&mut empty);
    let mut legal = empty.into_iter().filter(|&it| game.check_point(it).is_none());
    let chosen = legal.find(|&coord| !game.check_eye(Stone { coord, color: game.turn() }));
    chosen.map_or(Move::Pass, Move::from)
}

/// Searches the empty board; the best round counts.
fn simulations(size: Size) -> f64 {
    let game = Game::new(size, Ruleset::CHINESE);
    let mut search = Search::new(Settings::default());
    let rounds = (0..N_ROUNDS).map(|_| {
        search.clear();
        let limits = Limits { is_exact: true, ..Limits::time(2 * ROUND) };
        rate(|| search.run(&game, &limits, &Stop::new(), |_| ()).n_playouts)
    });
    rounds.fold(0.0, f64::max)
}
