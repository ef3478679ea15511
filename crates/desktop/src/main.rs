//! `tengen-desktop`: Go in a window.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use tengen_desktop::Opening;

const HELP: &str = "\
Go in a window: play, edit and study games

Usage: tengen-desktop [FILE | --join URL]

  FILE           a record to open
  --join URL     plays or watches a game on a server, by its link
  -h, --help     prints this
  -V, --version  prints the version
";

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let first = arguments.next();
    let is_join = first.as_deref().is_some_and(|it| it == "--join");
    let link = if is_join { arguments.next() } else { None };
    if arguments.next().is_some() {
        return fail("too many arguments, expected one file or one link");
    }
    let outcome = match first.as_ref().and_then(|it| it.to_str()) {
        Some("--join") => match link.map(std::ffi::OsString::into_string) {
            Some(Ok(link)) => open(Opening::Join(link)),
            Some(Err(_)) | None => return fail("--join needs a link, such as http://HOST/g/GAME"),
        },
        Some("-h" | "--help") => print(HELP),
        Some("-V" | "--version") => {
            print(concat!("tengen-desktop ", env!("CARGO_PKG_VERSION"), "\n"))
        }
        Some(option) if option.starts_with('-') => {
            return fail(&format!("unknown option {option}, expected a file or --help"));
        }
        _ => open(first.map_or(Opening::Start, |it| Opening::File(PathBuf::from(it)))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => fail(&reason),
    }
}

fn open(opening: Opening) -> Result<(), String> {
    tengen_desktop::run(opening).map_err(|error| error.to_string())
}

fn print(text: &str) -> Result<(), String> {
    io::stdout().write_all(text.as_bytes()).map_err(|error| format!("cannot write: {error}"))
}

/// Says why, in one sentence.
fn fail(reason: &str) -> ExitCode {
    // Without standard error, nobody can be told.
    let _ = writeln!(io::stderr(), "tengen-desktop: {reason}");
    ExitCode::from(2)
}
