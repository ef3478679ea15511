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
/// Games that you finish or review are there already; tengen library add brings
/// in what else you have.
#[derive(Debug, clap::Args)]
#[command(after_long_help = QUERIES)]
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

/// How games are looked for.
const QUERIES: &str = "\
Queries:
  Words are looked for in names, events, places and comments. Fields say more:

    player:\"Lee Sedol\" black:ota white:anna    a name or a part, in any spelling
    event:meijin place:tokyo round:3           a part of the text
    rules:chinese opening:sanrensei            a part of the text
    text:ladder text:\"the ladder works\"        words or a phrase in comments
    date:2016-03 year:2010..2016 added:2026    a date, a part of one, or a range
    result:B+R result:W+0.5 result:draw        also B, W, W+T, void and ?
    size:19 size:13x9                          the board
    rank:5d.. blackrank:9p whiterank:..1k      one of both players, or that one
    moves:<100 variations:>0 handicap:2..9     numbers, ranges, < > <= >=
    komi:6.5 id:7                              numbers, ranges, < > <= >=
    tag:study file:downloads/                  your tags; a part of a path
    is:mine                                    also commented, reviewed, tagged,
                                               duplicate

  All terms must be true of a game. Put or between two to have either, - or not
  before one to leave it out, and brackets around several:

    tengen library find 'is:mine (text:ladder or tag:study) -result:W'";

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
