//! `tengen library`: every game you have, found by player, date and position.

mod add;
mod check;
mod export;
mod list;
mod position;
mod show;
mod stats;
mod tags;
mod text;

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use tengen_host::Dirs;
use tengen_library::{Access, Cancel, Library, LibraryError, Query};

use crate::failure::Failure;
use crate::outcome::Outcome;

/// Keeps all your games, and finds them by player, date, text and position
///
/// Queries are words and fields, such as: player:"Lee Sedol" result:B+R
/// year:2010..2016 size:19. Fields are player, black, white, event, place,
/// round, date, year, added, result, size, rank, blackrank, whiterank,
/// handicap, komi, moves, variations, rules, opening, text, tag, file, id and
/// is (mine, commented, reviewed, tagged, duplicate). Put - or not before a
/// term to leave it out, or between two to have either, and brackets around
/// them.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// The library, if not your own
    #[arg(long, global = true, value_name = "FILE")]
    library: Option<PathBuf>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Add(add::Arguments),
    List(list::ListArguments),
    Show(show::Arguments),
    Find(list::FindArguments),
    Position(position::Arguments),
    Tags(tags::Arguments),
    Export(export::Arguments),
    Stats(stats::Arguments),
    Me(tags::MeArguments),
    Check(check::CheckArguments),
    Rebuild(check::RebuildArguments),
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    let path = match &arguments.library {
        Some(path) => path.clone(),
        None => Dirs::find().map_err(|_| Failure::NoLibraryHome)?.library_file(),
    };
    let place = Place { path, json: arguments.json };
    let outcome = match &arguments.command {
        Command::Add(arguments) => add::run(arguments, &place, out),
        Command::List(arguments) => list::list(arguments, &place, out),
        Command::Show(arguments) => show::run(arguments, &place, out),
        Command::Find(arguments) => list::find(arguments, &place, out),
        Command::Position(arguments) => position::run(arguments, &place, out),
        Command::Tags(arguments) => tags::run(arguments, &place, out),
        Command::Export(arguments) => export::run(arguments, &place, out),
        Command::Stats(arguments) => stats::run(arguments, &place, out),
        Command::Me(arguments) => tags::me(arguments, &place, out),
        Command::Check(arguments) => check::check(arguments, &place, out),
        Command::Rebuild(arguments) => check::rebuild(arguments, &place, out),
    }?;
    out.flush()?;
    Ok(outcome)
}

/// Where the library is, and how results are printed.
struct Place {
    path: PathBuf,
    json: bool,
}

impl Place {
    fn open(&self, access: Access) -> Result<Library, Failure> {
        Library::open(&self.path, access).map_err(|error| self.failure(error))
    }

    /// Opens the library to look at it. Where it cannot be written, it is read
    /// as it is.
    fn open_to_read(&self) -> Result<Library, Failure> {
        match Library::open(&self.path, Access::Write) {
            Err(LibraryError::ReadOnly | LibraryError::Failed(_)) => self.open(Access::Read),
            opened => opened.map_err(|error| self.failure(error)),
        }
    }

    fn failure(&self, error: LibraryError) -> Failure {
        Failure::Library(self.path.clone(), error)
    }

    fn query(&self, words: &[String]) -> Result<Query, Failure> {
        words.join(" ").parse().map_err(|error| self.failure(LibraryError::Query(error)))
    }
}

/// A signal that Ctrl-C gives.
fn stopped_by_user() -> Cancel {
    let cancel = Cancel::new();
    let signal = cancel.clone();
    // Without a handler, Ctrl-C ends the program, which loses nothing either.
    let _ = ctrlc::set_handler(move || {
        if signal.is_cancelled() {
            std::process::exit(130);
        }
        signal.cancel();
    });
    cancel
}
