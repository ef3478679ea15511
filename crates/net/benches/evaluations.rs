//! Evaluations in a second of processor time, one thread, for each size and
//! set of instructions; and inputs in a second.

#![allow(clippy::print_stdout, reason = "this is what a benchmark does")]

use std::sync::Arc;

use rustix::time::{ClockId, clock_gettime};
use tengen_net::{Evaluator, Input, Instructions, Network, Shape, Weights};
use tengen_rules::{Game, Move, Ruleset, Size, Symmetry};

fn main() {
    let all = [(6, 64), (10, 64), (6, 96), (8, 96), (10, 128)];
    let all = all.map(|(n_blocks, n_channels)| Shape::new(n_blocks, n_channels));
    // `--all` compares shapes.
    let shapes = if std::env::args().any(|it| it == "--all") { &all[..] } else { &all[..1] };
    let sizes = [Size::NINE, Size::THIRTEEN, Size::NINETEEN];
    for size in sizes {
        let game = random_game(size);
        let rate = per_second(|| {
            std::hint::black_box(Input::from_game(&game, game.to_play()));
        });
        println!("{size}: {rate:.0} inputs/s");
    }
    for &shape in shapes {
        for size in sizes {
            let bytes = Weights::random(shape, 1).to_bytes();
            let rate = per_second(|| {
                let network = Network::from_bytes(&bytes).expect("it was just written");
                std::hint::black_box(Evaluator::new(&Arc::new(network), size));
            });
            println!("{shape} {size}: ready after {:.1} ms", 1000.0 / rate);
        }
        let bytes = Weights::random(shape, 1).to_bytes();
        for instructions in Instructions::available() {
            for size in sizes {
                let network = Network::from_bytes(&bytes).expect("it was just written");
                let network = Arc::new(network.with_instructions(instructions));
                let mut evaluator = Evaluator::new(&network, size);
                let game = random_game(size);
                let input = Input::from_game(&game, game.to_play());
                let rate = per_second(|| {
                    std::hint::black_box(evaluator.evaluate(&input, Symmetry::Identity));
                });
                println!("{shape} {size} {instructions}: {rate:.0} evaluations/s");
            }
        }
    }
}

fn random_game(size: Size) -> Game {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut game = Game::new(size, Ruleset::CHINESE);
    for _ in 0..size.n_points() / 2 {
        let legal: Vec<Move> = game.legal_points().map(Move::Play).collect();
        let Some(&mv) = rng.choice(&legal) else { break };
        game.play(mv).expect("the move is legal");
    }
    game
}

/// The best of some short runs, by processor time: others may be using the
/// machine.
fn per_second(mut run: impl FnMut()) -> f64 {
    run();
    let mut best: f64 = 0.0;
    for _ in 0..8 {
        let start = processor_seconds();
        let mut n_runs = 0.0;
        while processor_seconds() - start < 0.06 {
            run();
            n_runs += 1.0;
        }
        best = best.max(n_runs / (processor_seconds() - start));
    }
    best
}

#[expect(clippy::cast_precision_loss, reason = "nobody runs this for years")]
fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
