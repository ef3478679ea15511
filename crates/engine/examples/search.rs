//! A search of the empty board, to count its instructions.
//!
//! `valgrind --tool=callgrind target/release/examples/search 19 400`

use tengen_analysis::Stop;
use tengen_engine::{Limits, Search, Settings};
use tengen_rules::{Game, Ruleset, Size};

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|it| it.parse::<u32>().ok());
    let (length, n_playouts) = (arguments.next().unwrap_or(19), arguments.next().unwrap_or(400));
    let size = Size::square(length as u8).expect("a board size");
    let game = Game::new(size, Ruleset::CHINESE);
    let settings = Settings { memory: 8 << 20, seed: 1, ..Settings::default() };
    let mut search = Search::new(settings);
    let report = search.run(&game, &Limits::exactly(n_playouts), &Stop::new(), |_| ());
    eprintln!("{} {}", report.best_move(), report.n_playouts);
}
