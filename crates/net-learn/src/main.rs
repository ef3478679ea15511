//! Tools around the training of the network, see CONTRIBUTING.md.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is a program that tells what it does"
)]
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "numbers are small")]

mod dump;
mod judge;
mod label;
mod measure;
mod play;
mod teacher;

use std::error::Error;
use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use dump::Destination;
use label::Format;
use play::Plan;
use tengen_net::Network;
use tengen_rules::Symmetry;

const USAGE: &str = "\
usage:
  net-learn play GAMES N_GAMES SEED [--network NETWORK] [--engine COMMAND]... [--size N]...
      play varied games until the file has N_GAMES, on boards of all sizes or of these
  net-learn label GAMES LABELS TEACHER
      ask an engine that speaks KataGo's analysis protocol about them
  net-learn dump dense|sparse FOLDER NAME < LABELS
      arrays for training
  net-learn measure NETWORK dense|sparse one|all < LABELS
      errors of the network on every tenth game, by one or all symmetries
  net-learn judge NETWORK POSITIONS
      errors of the network on judged positions (JSON)
play and label go on where they were stopped.
";

type Result = std::result::Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["play", games, n_games, seed, options @ ..] => run_play(games, [n_games, seed], options),
        ["label", games, labels, teacher] => run_label(games, labels, teacher),
        ["dump", format @ ("dense" | "sparse"), folder, name] => run_dump(format, folder, name),
        ["measure", network, format @ ("dense" | "sparse"), symmetries @ ("one" | "all")] => {
            run_measure(network, format, symmetries)
        }
        ["judge", network, positions] => run_judge(network, positions),
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

fn run_play(games: &str, [n_games, seed]: [&str; 2], options: &[&str]) -> Result {
    let mut plan = Plan::new(n_games.parse()?, seed.parse()?);
    for option in options.chunks(2) {
        match *option {
            ["--network", path] => plan.network = Some(load(path)?),
            ["--engine", command] => plan.engines.push(command.parse()?),
            ["--size", size] => plan.sizes.push(size.parse()?),
            _ => return Err(format!("unknown option {}", option[0]).into()),
        }
    }
    if plan.network.is_none() && plan.engines.is_empty() {
        return Err("nobody plays, expected --network or --engine".into());
    }
    play::play(&plan, Path::new(games))
}

fn run_label(games: &str, labels: &str, teacher: &str) -> Result {
    teacher::label(&teacher.parse()?, Path::new(games), Path::new(labels))
}

fn run_judge(network: &str, positions: &str) -> Result {
    let network = load(network)?;
    println!("{} ({}, {:016x})", network.name(), network.shape(), network.hash());
    judge::judge(&network, &fs::read_to_string(positions)?)
}

fn run_measure(network: &str, format: &str, symmetries: &str) -> Result {
    let symmetries = if symmetries == "one" { &Symmetry::ALL[..1] } else { &Symmetry::ALL };
    let mut input = BufReader::new(io::stdin().lock());
    Ok(measure::measure(&load(network)?, &mut input, format_by_name(format), symmetries)?)
}

fn format_by_name(name: &str) -> Format {
    if name == "dense" { Format::Dense } else { Format::Sparse }
}

fn run_dump(format: &str, folder: &str, name: &str) -> Result {
    let format = format_by_name(format);
    let destination = Destination { folder: PathBuf::from(folder), name: name.to_owned() };
    let counts = dump::dump(&mut BufReader::new(io::stdin().lock()), format, &destination)?;
    println!(
        "{} games, {} positions, {} games with an illegal move",
        counts.games, counts.positions, counts.illegal
    );
    Ok(())
}

fn load(path: &str) -> std::result::Result<Arc<Network>, Box<dyn Error>> {
    let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(Arc::new(Network::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))?))
}
