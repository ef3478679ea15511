//! A search of the empty board, to count its instructions.
//!
//! `valgrind --tool=callgrind target/release/examples/search 19 400`

#![allow(clippy::print_stdout, reason = "a tool reports to its user")]

use tengen_analysis::Stop;
use tengen_engine::{Limits, Search, Settings};
use tengen_rules::{Game, Ruleset, Size};

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|it| it.parse::<u16>().ok());
    let edge = arguments.next().unwrap_or(19);
    let n_playouts = arguments.next().unwrap_or(400).into();
    let size = u8::try_from(edge).ok().and_then(Size::square).expect("the size of a board");
    let game = Game::new(size, Ruleset::CHINESE);
    let settings = Settings { memory: 8 << 20, seed: 1, ..Settings::default() };
    let mut search = Search::new(settings);
    let report = search.run(&game, &Limits::exactly(n_playouts), &Stop::new(), |_| ());
    println!("{} after {} playouts", report.best_move(), report.n_playouts);
}
