//! Moves per second in uniformly random games, beside the crate `goban`.
//!
//! Both sides play by the same policy with the same generator: any legal move
//! that does not fill an own eye, with equal chances, until both pass or the
//! game has three times as many moves as the board has points. They take
//! turns in short rounds, so that a noisy machine disturbs both alike, and
//! the best round of each counts.
//!
//! `goban` makes a list of the empty points when it is asked for one. It is
//! measured with that, and with a list that the benchmark keeps for it.
//!
//! Run with `cargo bench -p tengen-rules --bench random_games`.

#![allow(clippy::print_stdout, reason = "a benchmark reports to its user")]

use std::time::{Duration, Instant};

use fastrand::Rng;
use goban::rules::game::Game;
use goban::rules::{CHINESE, GobanSizes, IllegalRules, Move};
use tengen_rules::{Board, Color, Point, Size, Suicide};

const N_ROUNDS: u32 = 12;
const ROUND: Duration = Duration::from_millis(150);

fn main() {
    println!("uniformly random games, own eyes not filled, best of {N_ROUNDS} rounds");
    println!("moves a second: tengen, goban, goban with a list of empty points kept for it");
    println!(
        "{:>6} {:>10} {:>10} {:>7} {:>10} {:>7}",
        "size", "tengen", "goban", "ratio", "kept", "ratio"
    );
    for (edge, goban_size) in
        [(9, GobanSizes::Nine), (13, GobanSizes::Thirteen), (19, GobanSizes::Nineteen)]
    {
        let size = Size::square(edge).expect("the edge is on the list above");
        let (start, goban_start) = (Board::new(size), Game::new(goban_size, CHINESE));
        let (mut tengen, mut asked, mut kept) = (0.0_f64, 0.0_f64, 0.0_f64);
        for round in 0..N_ROUNDS {
            let mut rng = Rng::with_seed(0x1234_5678 + u64::from(round));
            tengen = tengen.max(moves_per_second(|| play_tengen(&start, &mut rng)));
            asked =
                asked.max(moves_per_second(|| play_goban(&goban_start, &mut rng, Empty::Asked)));
            kept = kept.max(moves_per_second(|| play_goban(&goban_start, &mut rng, Empty::Kept)));
        }
        println!(
            "{:>6} {tengen:>10.0} {asked:>10.0} {:>7.1} {kept:>10.0} {:>7.1}",
            size.to_string(),
            tengen / asked,
            tengen / kept,
        );
    }
}

fn moves_per_second(mut play: impl FnMut() -> u32) -> f64 {
    let start = Instant::now();
    let mut n_moves = 0;
    while start.elapsed() < ROUND {
        n_moves += play();
    }
    f64::from(n_moves) / start.elapsed().as_secs_f64()
}

/// Draws a few candidates, then looks at all: most draws succeed at once, and
/// the choice stays uniform.
fn choose<T: Copy>(
    n_candidates: u32,
    rng: &mut Rng,
    mut playable: impl FnMut(u32) -> Option<T>,
    last: &mut Vec<T>,
) -> Option<T> {
    for _ in 0..6 {
        if let Some(chosen) = playable(rng.u32(..n_candidates)) {
            return Some(chosen);
        }
    }
    last.clear();
    last.extend((0..n_candidates).filter_map(playable));
    (!last.is_empty()).then(|| last[rng.u32(..last.len() as u32) as usize])
}

fn play_tengen(start: &Board, rng: &mut Rng) -> u32 {
    let mut board = *start;
    let size = board.size();
    let mut to_play = Color::Black;
    let mut n_passes = 0;
    let mut last: Vec<Point> = Vec::new();
    for n_moves in 0..3 * u32::from(size.n_points()) {
        let playable = |idx: u32| {
            let point = board.empty_point(idx as u16);
            (!board.is_eye(to_play, point) && board.is_legal(to_play, point, Suicide::Forbidden))
                .then_some(point)
        };
        match choose(board.n_empty().into(), rng, playable, &mut last) {
            Some(point) => {
                board.play_unchecked(to_play, point);
                n_passes = 0;
            }
            None if n_passes == 1 => return n_moves,
            None => {
                board.clear_ko();
                n_passes += 1;
            }
        }
        to_play = !to_play;
    }
    3 * u32::from(size.n_points())
}

/// Where the empty points of the other crate come from.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Empty {
    /// The crate is asked before each move.
    Asked,
    /// The benchmark keeps a list and asks after captures only.
    Kept,
}

fn play_goban(start: &Game, rng: &mut Rng, source: Empty) -> u32 {
    let forbidden = IllegalRules::KO | IllegalRules::SUICIDE | IllegalRules::FILLEYE;
    let mut game = start.clone();
    let mut empty = game.pseudo_legals_vec();
    let max_moves = 3 * empty.len() as u32;
    let mut n_passes = 0;
    let mut last = Vec::new();
    for n_moves in 0..max_moves {
        let playable = |idx: u32| {
            let coord = empty[idx as usize];
            game.check_point_by(coord, forbidden).is_none().then_some((idx as usize, coord))
        };
        match choose(empty.len() as u32, rng, playable, &mut last) {
            Some((idx, (x, y))) => {
                let prisoners = game.prisoners();
                game.play(Move::Play(x, y));
                if source == Empty::Kept && game.prisoners() == prisoners {
                    empty.swap_remove(idx);
                } else {
                    empty = game.pseudo_legals_vec();
                }
                n_passes = 0;
            }
            None if n_passes == 1 => return n_moves,
            None => {
                game.play(Move::Pass);
                n_passes += 1;
            }
        }
    }
    max_moves
}
