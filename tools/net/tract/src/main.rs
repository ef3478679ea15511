//! Compares our forward pass with tract on the same network, in one run:
//! answers and evaluations in a second of processor time.
//!
//! The arguments are a file of weights and a folder with `SIZE.onnx`, as
//! `onnx_export.py` writes them.

use std::error::Error;
use std::sync::Arc;

use rustix::time::{ClockId, clock_gettime};
use tengen_net::{Evaluator, Input, Instructions, N_GLOBALS, N_PLANES, Network};
use tengen_rules::{Game, Move, Ruleset, Size, Symmetry};
use tract_onnx::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, weights, folder] = arguments.as_slice() else {
        return Err("usage: tengen-net-tract NETWORK FOLDER".into());
    };
    let bytes = std::fs::read(weights)?;
    for size in [Size::NINE, Size::THIRTEEN, Size::NINETEEN] {
        let edge = usize::from(size.width());
        let model = tract_onnx::onnx()
            .model_for_path(format!("{folder}/{edge}.onnx"))?
            .into_optimized()?
            .into_runnable()?;
        let game = random_game(size);
        let input = Input::from_game(&game, game.to_play());
        let planes: Tensor =
            tract_ndarray::Array4::from_shape_fn((1, N_PLANES, edge, edge), |(_, plane, y, x)| {
                ((input.bits()[y * edge + x] >> plane) & 1) as f32
            })
            .into();
        let globals: Tensor =
            tract_ndarray::Array2::from_shape_fn((1, N_GLOBALS), |(_, i)| input.globals()[i]).into();
        let run = || model.run(tvec!(planes.clone().into(), globals.clone().into()));
        let theirs = run()?;
        let logits = theirs[0].to_plain_array_view::<f32>()?;
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = logits.iter().map(|it| (it - most).exp()).sum();
        let tract_rate = per_second(|| {
            std::hint::black_box(run().expect("it ran before"));
        });
        for instructions in Instructions::available() {
            let network = Network::from_bytes(&bytes)?.with_instructions(instructions);
            let mut evaluator = Evaluator::new(&Arc::new(network), size);
            let output = evaluator.evaluate(&input, Symmetry::Identity);
            let off = size.points().zip(logits.iter()).map(|(point, logit)| {
                (output.policy(point) - (logit - most).exp() / total).abs()
            });
            let off = off.fold(0.0, f32::max);
            let rate = per_second(|| {
                std::hint::black_box(evaluator.evaluate(&input, Symmetry::Identity));
            });
            println!(
                "{size} {instructions}: {rate:.0} evaluations/s, tract {tract_rate:.0}, \
                 {:.2} times; policies differ by {off:.1e}",
                rate / tract_rate
            );
        }
    }
    Ok(())
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

/// The best of some short runs, by processor time.
fn per_second(mut run: impl FnMut()) -> f64 {
    run();
    let mut best: f64 = 0.0;
    for _ in 0..10 {
        let start = processor_seconds();
        let mut n_runs = 0.0;
        while processor_seconds() - start < 0.1 {
            run();
            n_runs += 1.0;
        }
        best = best.max(n_runs / (processor_seconds() - start));
    }
    best
}

fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
