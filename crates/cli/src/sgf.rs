//! `tengen sgf`: what is in records, what is wrong with them, and their
//! rewriting and drawing.

mod check;
mod files;
mod format;
mod info;
mod render;

use std::io::Write;

use clap::Subcommand;

use crate::failure::Failure;
use crate::outcome::Outcome;

/// Looks into game records, checks, rewrites and draws them
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Info(info::Arguments),
    Check(check::Arguments),
    Format(format::Arguments),
    Render(render::Arguments),
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    match &arguments.command {
        Command::Info(arguments) => info::run(arguments, out),
        Command::Check(arguments) => check::run(arguments, out),
        Command::Format(arguments) => format::run(arguments, out),
        Command::Render(arguments) => render::run(arguments, out),
    }
}
