//! Makes a folder of games to measure a library with:
//!
//! `cargo run --release -p tengen-library --example make_games -- 100000 GAMES OUT [SEED]`
//!
//! Each game begins like one of those in the folder GAMES and goes on with
//! random legal moves; the same seed gives the same games.

#![allow(clippy::print_stdout, reason = "that is what it is for")]

#[path = "bench/made_games.rs"]
mod made_games;

use std::path::PathBuf;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(Ok(n_games)), Some(games), Some(out)) = (
        arguments.next().map(|it| it.parse::<usize>()),
        arguments.next().map(PathBuf::from),
        arguments.next().map(PathBuf::from),
    ) else {
        println!("usage: make_games COUNT GAMES OUT [SEED]");
        return;
    };
    let seed = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(1);
    let n_bytes = made_games::Maker::new(&games, seed).write(&out, n_games);
    println!("{n_games} games, {n_bytes} bytes");
}
