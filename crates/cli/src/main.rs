//! The command line of Tengen: arguments, exit codes, and glue between the
//! other crates.
//!
//! Exit code 0 means done, 1 that the answer is no, and 2 that arguments or
//! input were wrong, with one sentence on standard error.

mod failure;
mod perft;
mod record;
mod score;

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use failure::Failure;

/// Go (weiqi, baduk) in one program.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Score(score::Arguments),
    Perft(perft::Arguments),
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has seen enough of it.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // With standard error closed as well, only the exit code is left.
            let _ = writeln!(io::stderr(), "tengen: {failure}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Failure> {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if !error.use_stderr() => return error.print().map_err(Failure::Output),
        Err(error) => return Err(Failure::Usage(error)),
    };
    let mut out = io::stdout().lock();
    match arguments.command {
        Some(Command::Score(arguments)) => score::run(&arguments, &mut out),
        Some(Command::Perft(arguments)) => {
            let is_watched = io::stdout().is_terminal() || io::stderr().is_terminal();
            perft::run(&arguments, &mut out, is_watched)
        }
        None => write!(out, "{}", Arguments::command().render_long_help()).map_err(Failure::Output),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
