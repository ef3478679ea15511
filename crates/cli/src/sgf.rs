//! `tengen sgf`: what is in records, what is wrong with them, and their
//! rewriting and drawing.

mod check;
pub(crate) mod files;
mod format;
mod info;
mod render;

use std::io::Write;

use clap::Subcommand;
use tengen_sgf::{Encoding, ParseOptions};

use crate::failure::Failure;
use crate::outcome::Outcome;

/// Looks into game records, checks, rewrites and draws them
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// The encoding of the files, such as GB18030, if it is guessed wrong
    #[arg(long, global = true, value_name = "NAME")]
    encoding: Option<Encoding>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Info(info::Arguments),
    Check(check::Arguments),
    Format(format::Arguments),
    Render(render::Arguments),
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    let options = ParseOptions { encoding: arguments.encoding };
    match &arguments.command {
        Command::Info(arguments) => info::run(arguments, options, out),
        Command::Check(arguments) => check::run(arguments, options, out),
        Command::Format(arguments) => format::run(arguments, options, out),
        Command::Render(arguments) => render::run(arguments, options, out),
    }
}
