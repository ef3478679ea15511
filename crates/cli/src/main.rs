//! The command line of Tengen: arguments, exit codes, and glue between the
//! other crates.
//!
//! Exit code 0 means done, 1 that the answer is no, and 2 that arguments or
//! input were wrong, with one sentence on standard error.

mod analysis;
mod bench;
mod bot;
mod career;
mod failure;
mod gtp;
mod guide;
mod input;
mod learn;
mod level_argument;
mod library;
mod manual;
mod match_command;
mod network_argument;
mod outcome;
mod perft;
mod play;
mod record;
mod review;
mod score;
mod serve;
mod sgf;
mod terminal_text;

use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use failure::Failure;
use outcome::Outcome;

/// Play, analyze and score Go (weiqi, baduk).
///
/// Without a command, Tengen starts the game in the terminal; `tengen FILE.sgf`
/// opens a record there.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Arguments),
    Learn(learn::Arguments),
    Career(career::Arguments),
    Gtp(gtp::Arguments),
    Analysis(Box<analysis::Arguments>),
    Match(Box<match_command::Arguments>),
    Score(score::Arguments),
    Review(Box<review::Arguments>),
    Sgf(sgf::Arguments),
    Library(library::Arguments),
    Serve(serve::Arguments),
    Bot(Box<bot::Arguments>),
    Bench(bench::Arguments),
    Perft(perft::Arguments),
    Completions(manual::Completions),
    Man(manual::Man),
    Help(guide::Arguments),
}

fn main() -> ExitCode {
    match run() {
        Ok(outcome) => outcome.into(),
        // The reader of a pipe closed it: that is a normal end.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // With standard error closed as well, only the exit code is left.
            let _ = writeln!(io::stderr(), "tengen: {failure}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<Outcome, Failure> {
    if let Some(path) = play::record_alone(std::env::args_os()) {
        let mut out = io::stdout();
        play::show(path, &mut out)?;
        return Ok(Outcome::Done);
    }
    let arguments = match Arguments::try_parse_from(analysis::with_two_hyphens(std::env::args_os()))
    {
        Ok(arguments) => arguments,
        Err(error) if !error.use_stderr() => {
            error.print()?;
            return Ok(Outcome::Done);
        }
        Err(error) => return Err(Failure::Usage(error)),
    };
    // Large enough to hold the output for one file, so that it never breaks up
    // a progress bar.
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout());
    match arguments.command {
        Some(Command::Gtp(arguments)) => gtp::run(&arguments, &mut out)?,
        Some(Command::Analysis(arguments)) => analysis::run(&arguments)?,
        Some(Command::Match(arguments)) => return match_command::run(&arguments, &mut out),
        Some(Command::Score(arguments)) => score::run(&arguments, &mut out)?,
        Some(Command::Review(arguments)) => return review::run(&arguments, &mut out),
        Some(Command::Sgf(arguments)) => return sgf::run(&arguments, &mut out),
        Some(Command::Library(arguments)) => return library::run(&arguments, &mut out),
        Some(Command::Serve(arguments)) => return serve::run(&arguments, &mut out),
        Some(Command::Bot(arguments)) => return bot::run(&arguments, &mut out),
        Some(Command::Bench(arguments)) => bench::run(&arguments, &mut out)?,
        Some(Command::Perft(arguments)) => perft::run(&arguments, &mut out)?,
        Some(Command::Play(arguments)) => play::run(&arguments, &mut out)?,
        Some(Command::Learn(arguments)) => learn::run(&arguments, &mut out)?,
        Some(Command::Career(arguments)) => career::run(&arguments)?,
        Some(Command::Completions(arguments)) => {
            manual::completions(&arguments, Arguments::command(), &mut out);
        }
        Some(Command::Help(arguments)) => guide::run(&arguments, Arguments::command(), &mut out)?,
        Some(Command::Man(_)) => manual::man(Arguments::command(), &mut out)?,
        None => play::start(&mut out)?,
    }
    out.flush()?;
    Ok(Outcome::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
