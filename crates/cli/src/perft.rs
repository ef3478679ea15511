//! `tengen perft`: counts of legal sequences.

use std::io::Write;

use clap::ValueEnum;
use tengen_rules::perft::{Passes, Perft};
use tengen_rules::{KoRule, Size, Suicide};

use crate::failure::Failure;

/// Counts sequences of legal moves from the empty board (perft).
///
/// Prints the number of sequences of 1, 2, 3, … moves on one line.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Board size, such as 3x3 or 5
    #[arg(long)]
    size: Size,
    /// Which repetitions are forbidden
    #[arg(long, value_enum)]
    ko: Ko,
    /// Allow suicide of two or more stones
    #[arg(long)]
    suicide: bool,
    /// Count passes as moves; two in a row end the game
    #[arg(long)]
    passes: bool,
    /// Number of moves in the longest sequences
    #[arg(long, value_parser = parse_depth, allow_negative_numbers = true)]
    depth: u32,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Ko {
    /// The position before the opponent's last move
    Simple,
    /// Every earlier position
    Positional,
    /// Every earlier position with the same player to move
    Situational,
}

fn parse_depth(text: &str) -> Result<u32, &'static str> {
    match text.parse() {
        Ok(depth @ 1..=1000) => Ok(depth),
        _ => Err("not a depth, expected a whole number from 1 to 1000"),
    }
}

/// Counts, and writes each number as soon as it is known.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let perft = Perft {
        size: arguments.size,
        ko: match arguments.ko {
            Ko::Simple => KoRule::Simple,
            Ko::Positional => KoRule::Positional,
            Ko::Situational => KoRule::Situational,
        },
        suicide: if arguments.suicide { Suicide::Allowed } else { Suicide::Forbidden },
        passes: if arguments.passes { Passes::Counted } else { Passes::Never },
    };
    for depth in 1..=arguments.depth {
        let separator = if depth == 1 { "" } else { " " };
        write!(out, "{separator}{}", perft.count(depth))?;
        out.flush()?;
    }
    writeln!(out)?;
    Ok(())
}
