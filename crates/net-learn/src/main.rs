//! Tools around the training of the network, see CONTRIBUTING.md.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is a program that tells what it does"
)]

mod dump;
mod label;

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::process::ExitCode;

use dump::Destination;
use label::Format;

const USAGE: &str = "\
usage:
  net-learn dump dense|sparse FOLDER NAME < LABELS   arrays for training
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["dump", format @ ("dense" | "sparse"), folder, name] => run_dump(format, folder, name),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("net-learn: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_dump(format: &str, folder: &str, name: &str) -> io::Result<()> {
    let format = if format == "dense" { Format::Dense } else { Format::Sparse };
    let destination = Destination { folder: PathBuf::from(folder), name: name.to_owned() };
    let counts = dump::dump(&mut BufReader::new(io::stdin().lock()), format, &destination)?;
    println!(
        "{} games, {} positions, {} games with an illegal move",
        counts.n_games, counts.n_positions, counts.n_illegal
    );
    Ok(())
}
