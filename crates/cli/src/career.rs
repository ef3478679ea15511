//! `tengen career`: challenges along a road, in the terminal.

use std::io::{self, IsTerminal};

use tengen_front::FrontEnd;
use tengen_tui::Opening;

use crate::failure::Failure;
use crate::play;

/// A journey on which strangers challenge you to Go.
///
/// Games are 9×9 against one of four opponents. Wins earn prestige, which is
/// kept between runs.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Find a challenge at once
    #[arg(long)]
    debug: bool,
    /// Seed of the random numbers; the same seed gives the same challenges
    #[arg(long, value_name = "NUMBER", value_parser = crate::gtp::parse_seed, allow_negative_numbers = true)]
    seed: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if !io::stdout().is_terminal() {
        return Err(Failure::NeedsTerminal("tengen career"));
    }
    let Arguments { debug, seed } = *arguments;
    let opening = Opening::Career { seed, is_debug: debug };
    tengen_tui::run(&opening, play::options(FrontEnd::Terminal)).map_err(play::failure)
}
