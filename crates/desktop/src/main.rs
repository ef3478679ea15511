//! `tengen-desktop`: Go in a window.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
Go in a window: play, edit and study games

Usage: tengen-desktop [FILE]

  FILE           a record to open
  -h, --help     prints this
  -V, --version  prints the version
";

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let first = arguments.next();
    if arguments.next().is_some() {
        return fail("too many arguments, expected one file");
    }
    let outcome = match first.as_ref().and_then(|it| it.to_str()) {
        Some("-h" | "--help") => print(HELP),
        Some("-V" | "--version") => {
            print(concat!("tengen-desktop ", env!("CARGO_PKG_VERSION"), "\n"))
        }
        Some(option) if option.starts_with('-') => {
            return fail(&format!("unknown option {option}, expected a file or --help"));
        }
        _ => tengen_desktop::run(first.map(PathBuf::from)).map_err(|error| error.to_string()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => fail(&reason),
    }
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
