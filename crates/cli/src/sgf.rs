//! `tengen sgf`: information, checks, formatting and pictures of records.

mod check;
pub(crate) mod files;
pub(crate) mod format;
mod info;
mod render;

use std::io::Write;

use clap::Subcommand;
use tengen_sgf::{Encoding, ParseOptions};

use crate::failure::Failure;
use crate::outcome::Outcome;

/// Shows, checks, reformats and draws game records
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Encoding of the files, such as GB18030, if the guess is wrong
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
