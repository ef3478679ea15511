//! Has an engine analyze the position after some moves on 9×9:
//! `analyze 'gnugo --mode gtp' E5 C3`.

use std::error::Error;
use std::time::Duration;

use tengen_analysis::{AnalysisRequest, Analyst, Effort, Stop};
use tengen_gtp::controller::{CommandLine, Controller, Options};
use tengen_rules::{Game, Ruleset, Size};

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let line: CommandLine = arguments.next().unwrap_or_default().parse()?;
    let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
    for mv in arguments {
        game.play(mv.parse()?)?;
    }
    let mut engine = Controller::start(&line, Options::default())?;
    println!("{} {}", engine.name(), engine.version());
    let request = AnalysisRequest::new(&game, Effort::Time(Duration::from_secs(2)));
    let analysis = Analyst::analyze(&mut engine, &request, &Stop::new(), &mut |it| {
        println!("{} visits so far", it.n_visits);
    })?;
    let (win_rate, lead) = (100.0 * analysis.win_rate, analysis.lead);
    println!("{} wins {win_rate:.1} %, lead {lead:?}", analysis.to_play);
    for it in analysis.candidates.iter().take(5) {
        println!("{} {:.1} % {} visits, {:?}", it.mv, 100.0 * it.win_rate, it.n_visits, it.lead);
    }
    println!("ownership: {}", if analysis.ownership.is_some() { "yes" } else { "no" });
    Ok(())
}
