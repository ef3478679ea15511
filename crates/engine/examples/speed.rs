//! Searches the empty board and prints what was found.
use tengen_engine::*;
use tengen_rules::*;
fn main() {
    let size: Size = std::env::args().nth(1).unwrap().parse().unwrap();
    let n: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let threads: usize = std::env::args().nth(3).map_or(1, |it| it.parse().unwrap());
    let mut search = Search::new(Settings { threads, ..Settings::default() });
    let game = Game::new(size, Ruleset::CHINESE);
    let report = search.run(&game, &Limits::exactly(n), &Stop::new(), |_| ());
    println!(
        "{} playouts, {:.0} a second, win {:.3} lead {:.1}",
        report.n_playouts,
        report.n_playouts as f64 / report.elapsed.as_secs_f64(),
        report.win_rate,
        report.lead
    );
    for it in report.candidates.iter().take(8) {
        println!(
            "{} {} win {:.3} lead {:.1} prior {:.3} {:?}",
            it.mv, it.n_visits, it.win_rate, it.lead, it.prior, it.variation
        );
    }
}
