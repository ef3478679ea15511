//! How fast files are read, walked and written.
//!
//! Run with `cargo bench -p tengen-sgf --bench parse`; files named behind
//! `--` are measured too.

#![allow(clippy::print_stdout, reason = "a benchmark reports to its user")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use fastrand::Rng;
use tengen_sgf::{Collection, parse};

#[path = "generate/games.rs"]
mod games;

use games::{plain_games, push_annotated_move, push_move};

const N_ROUNDS: u32 = 12;

fn main() {
    let mut inputs = vec![
        ("plain games".to_owned(), plain_games(7_000, 200)),
        ("annotated trees".to_owned(), annotated_trees(1_200)),
        ("one long game".to_owned(), plain_games(1, 1_000_000)),
        ("nested variations".to_owned(), nested(100_000)),
    ];
    for path in std::env::args().skip(1).filter(|it| it != "--bench") {
        match std::fs::read_to_string(&path) {
            Ok(text) => inputs.push((path, text)),
            Err(error) => println!("{path}: {error}"),
        }
    }
    println!("best of {N_ROUNDS} rounds, in MB/s");
    print!("{:>20} {:>8}", "", "MB");
    println!(" {:>8} {:>8} {:>8} {:>8} {:>8}", "parse", "walk", "write", "check", "format");
    for (name, text) in &inputs {
        let collection = parse(text.as_bytes()).expect("the text is short");
        let size = f64::from(text.len() as u32) / 1e6;
        let speed = |work: &dyn Fn()| size / best_of(work).as_secs_f64();
        let parse = speed(&|| drop(black_box(parse(text.as_bytes()))));
        let walk = speed(&|| {
            black_box(walk(&collection));
        });
        let write = speed(&|| drop(black_box(collection.to_sgf())));
        let check = speed(&|| drop(black_box(collection.check())));
        let format = speed(&|| drop(black_box(collection.to_canonical())));
        print!("{name:>20} {size:>8.2} {parse:>8.0} {walk:>8.0} {write:>8.0}");
        println!(" {check:>8.0} {format:>8.0}");
    }
}

fn best_of(work: &dyn Fn()) -> Duration {
    let rounds = (0..N_ROUNDS).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    rounds.min().unwrap_or_default()
}

/// The number of values in all nodes.
fn walk(collection: &Collection) -> usize {
    let nodes = collection.games().flat_map(|game| game.nodes());
    nodes.flat_map(|node| node.properties()).map(|property| property.values().count()).sum()
}

fn annotated_trees(n_games: u32) -> String {
    let mut rng = Rng::with_seed(0x1234_5678);
    let mut out = String::new();
    for _ in 0..n_games {
        out.push_str("(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[柯洁]PW[李世石]\n");
        for idx in 0..120 {
            push_annotated_move(&mut out, idx, &mut rng);
            if rng.u32(..10) == 0 {
                out.push_str("(;W[aa];B[bb]C[bad])(;W[cc]BM[1];B[dd])");
                out.push_str("(;W[ee]\n");
                push_move(&mut out, idx, &mut rng);
                out.push(')');
                break;
            }
        }
        out.push_str(")\n");
    }
    out
}

fn nested(depth: u32) -> String {
    let mut out = "(;B[aa]".repeat(depth as usize);
    out.push_str(&")".repeat(depth as usize));
    out
}
