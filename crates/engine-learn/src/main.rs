//! Learns the weights that the engine comes with.
//!
//! `zcat 9x9.bin.gz | learn playouts > start.txt`, see CONTRIBUTING.md

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool reports to its user")]

use std::io;
use std::process::ExitCode;

use tengen_engine_learn as learn;

fn main() -> ExitCode {
    let mode = std::env::args().nth(1).unwrap_or_default();
    let games = match learn::data::read(io::stdin().lock()) {
        Ok(games) => games,
        Err(error) => {
            eprintln!("learn: cannot read positions from standard input: {error}");
            return ExitCode::from(2);
        }
    };
    eprintln!("{} games", games.len());
    match mode.as_str() {
        "playouts" => {
            let text = learn::learn_playout_weights(&games, |pass, quality| {
                eprintln!("pass {pass}: {quality:.4?}");
            });
            print!("{text}");
            ExitCode::SUCCESS
        }
        "prior" => {
            let bytes = learn::learn_prior(&games, |pass, quality| {
                eprintln!("pass {pass}: {quality:.4?}");
            });
            write(&bytes)
        }
        "ownership" => {
            let text = learn::learn_ownership(&games, |pass, quality| {
                eprintln!("pass {pass}: {quality:.4?}");
            });
            print!("{text}");
            ExitCode::SUCCESS
        }
        "trees" => {
            let bytes = learn::learn_trees(&games, |n_trees, quality| {
                eprintln!("{n_trees} trees: {quality:.4?}");
            });
            write(&bytes)
        }
        "agreement" => {
            let mut arguments = std::env::args().skip(2);
            let n_playouts = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(400);
            let stride = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(23);
            let mut parameters = tengen_engine::Parameters::default();
            for argument in arguments {
                let (name, value) = argument.split_once('=').unwrap_or((&argument, ""));
                if let Err(error) = parameters.set(name, value.parse().unwrap_or(-1.0)) {
                    eprintln!("learn: {argument}: {error}");
                    return ExitCode::from(2);
                }
            }
            println!("{:.4?}", learn::measure_search(&games, parameters, n_playouts, stride));
            ExitCode::SUCCESS
        }
        "measure" => {
            let file = std::env::args().nth(2).unwrap_or_default();
            let text = std::fs::read_to_string(file).ok();
            let start = std::time::Instant::now();
            let stride = std::env::args().nth(3).and_then(|it| it.parse().ok()).unwrap_or(23);
            let quality = learn::measure_playouts(&games, text.as_deref(), 100, stride);
            println!("{quality:.4?} {:.1} s", start.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        "balance" | "refine" => {
            let argument = |idx| std::env::args().nth(idx).unwrap_or_default();
            let text = std::fs::read_to_string(argument(2)).unwrap_or_default();
            let balancing = learn::Balancing {
                n_positions: argument(3).parse().unwrap_or(20_000),
                n_playouts: 32,
                step: argument(4).parse().unwrap_or(0.01),
                win_share: argument(5).parse().unwrap_or(0.3),
                seed: 1,
            };
            let report = |n_done, owners, wins| {
                eprintln!("{n_done} positions: owners {owners:.4}, wins {wins:.4}");
            };
            let text = match mode.as_str() {
                "balance" => learn::balance(&games, &text, balancing, report),
                _ => learn::refine(&games, &text, balancing, report),
            };
            print!("{text}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!(
                "learn: unknown mode {mode:?}, expected playouts, balance, refine, measure, prior, ownership, trees or agreement"
            );
            ExitCode::from(2)
        }
    }
}

/// Writes a file of weights to standard output.
fn write(bytes: &[u8]) -> ExitCode {
    if let Err(error) = io::Write::write_all(&mut io::stdout().lock(), bytes) {
        eprintln!("learn: cannot write: {error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}
