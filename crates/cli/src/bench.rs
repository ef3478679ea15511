//! `tengen bench`: how fast the engine is, and what it finds.

mod rate;
mod serve;
mod signature;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use tengen_engine::EvaluatorKind;
use tengen_net::Network;
use tengen_rules::Size;

use crate::failure::Failure;
use crate::network_argument::NetworkArguments;

/// Measures the speed of the engine.
///
/// Speeds are for one thread on the empty board, by CPU time where the system
/// reports it. The signature sums up the results of short searches: it is the
/// same in every run, and changes only when the classical search changes.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Board size [default: 9x9, 13x13 and 19x19]
    #[arg(long, value_name = "N")]
    size: Option<Size>,
    /// Seconds for each of the seven measurements per board
    #[arg(long, value_name = "S", default_value = "1", value_parser = parse_seconds)]
    #[arg(allow_negative_numbers = true)]
    seconds: Duration,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    network: NetworkArguments,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Serve(serve::Arguments),
}

fn parse_seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|&seconds| 0.0 < seconds && seconds <= 3600.0);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or("not a time, expected seconds such as 5 or 0.5, up to 3600")
}

/// What was measured on one board.
#[derive(Debug)]
struct Speed {
    size: Size,
    /// Uniformly random playouts a second.
    light: f64,
    /// Playouts by the learned weights a second.
    learned: f64,
    /// Simulations of the search a second.
    search: f64,
    /// How many times as many simulations two threads do as one.
    two_threads: f64,
}

/// How fast a network is on one board.
#[derive(Debug)]
struct NetworkSpeed {
    size: Size,
    /// Evaluations a second.
    evaluations: f64,
    /// Visits of a search a second.
    visits: f64,
    /// How many times as many visits two threads do as one.
    two_threads: f64,
}

/// A network and how fast it is on the boards that it knows.
#[derive(Debug)]
struct NetworkSpeeds {
    /// Name, shape, hash and instructions.
    name: String,
    hash: u64,
    speeds: Vec<NetworkSpeed>,
}

/// Measures and writes the results.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(Command::Serve(arguments)) = &arguments.command {
        return serve::run(arguments, out);
    }
    let sizes = match arguments.size {
        Some(size) => vec![size],
        None => vec![Size::NINE, Size::THIRTEEN, Size::NINETEEN],
    };
    let evaluator = arguments.network.evaluator()?;
    let bar = progress_bar(7 * sizes.len() + signature::N_SEARCHES);
    let speeds: Vec<Speed> =
        sizes.iter().map(|&size| measure(size, arguments.seconds, &bar)).collect();
    let networks = measure_networks(&evaluator, &sizes, arguments.seconds, &bar);
    bar.set_message("signature");
    let signature = format!("{:016x}", signature::find(|| bar.inc(1)));
    bar.finish_and_clear();
    if arguments.json {
        let speeds: Vec<Value> = speeds.iter().map(to_json).collect();
        let networks: Vec<Value> = networks.iter().map(network_to_json).collect();
        let object = json!({ "speeds": speeds, "networks": networks, "signature": signature });
        writeln!(out, "{object}")?;
    } else {
        write_table(&speeds, out)?;
        for network in &networks {
            write_network_table(network, out)?;
        }
        writeln!(out, "\nsignature {signature}")?;
    }
    Ok(())
}

fn measure(size: Size, time: Duration, bar: &ProgressBar) -> Speed {
    let start = |what: &str| bar.set_message(format!("{size} {what}"));
    let done = |rate: rate::Rate| {
        bar.inc(1);
        rate
    };
    start("light playouts");
    let light = done(rate::light(size, time));
    start("learned playouts");
    let learned = done(rate::learned(size, time));
    start("search");
    let search = done(rate::search(&EvaluatorKind::Playouts, size, 1, time));
    start("search with two threads");
    let two_threads = done(rate::search(&EvaluatorKind::Playouts, size, 2, time));
    Speed {
        size,
        light: light.by_processor,
        learned: learned.by_processor,
        search: search.by_processor,
        two_threads: two_threads.by_clock / search.by_clock,
    }
}

/// The speeds of the networks that judge these boards, each network once.
fn measure_networks(
    evaluator: &EvaluatorKind,
    sizes: &[Size],
    time: Duration,
    bar: &ProgressBar,
) -> Vec<NetworkSpeeds> {
    let mut networks: Vec<NetworkSpeeds> = Vec::new();
    for &size in sizes {
        let Some(network) = evaluator.network_for(size) else { continue };
        let speed = network_speed(evaluator, &network, size, time);
        bar.inc(3);
        match networks.iter_mut().find(|it| it.hash == network.hash()) {
            Some(known) => known.speeds.push(speed),
            None => networks.push(NetworkSpeeds {
                name: format!(
                    "{}, {}, {}",
                    network.name(),
                    network.shape(),
                    network.instructions()
                ),
                hash: network.hash(),
                speeds: vec![speed],
            }),
        }
    }
    networks
}

fn network_speed(
    evaluator: &EvaluatorKind,
    network: &Arc<Network>,
    size: Size,
    time: Duration,
) -> NetworkSpeed {
    let evaluations = rate::evaluations(network, size, time);
    let search = rate::search(evaluator, size, 1, time);
    let two_threads = rate::search(evaluator, size, 2, time);
    NetworkSpeed {
        size,
        evaluations: evaluations.by_processor,
        visits: search.by_processor,
        two_threads: two_threads.by_clock / search.by_clock,
    }
}

fn network_to_json(network: &NetworkSpeeds) -> Value {
    let speeds = network.speeds.iter().map(|speed| {
        json!({
            "size": speed.size.to_string(),
            "evaluations": speed.evaluations.round() as i64,
            "visits": speed.visits.round() as i64,
            "two_threads": (100.0 * speed.two_threads).round() / 100.0,
        })
    });
    let hash = format!("{:016x}", network.hash);
    json!({ "name": network.name, "hash": hash, "speeds": speeds.collect::<Vec<Value>>() })
}

fn write_network_table(network: &NetworkSpeeds, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "\nnetwork {:016x} ({})", network.hash, network.name)?;
    writeln!(out, " size  evaluations  visits  two threads")?;
    for NetworkSpeed { size, evaluations, visits, two_threads } in &network.speeds {
        let size = size.to_string();
        writeln!(out, "{size:>5}  {evaluations:>11.0}  {visits:>6.0}  {two_threads:>10.2}x")?;
    }
    Ok(())
}

fn to_json(speed: &Speed) -> Value {
    json!({
        "size": speed.size.to_string(),
        "light_playouts": speed.light.round() as i64,
        "learned_playouts": speed.learned.round() as i64,
        "simulations": speed.search.round() as i64,
        "two_threads": (100.0 * speed.two_threads).round() / 100.0,
    })
}

fn write_table(speeds: &[Speed], out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "per second, on one thread")?;
    let [light, learned] = ["light playouts", "learned playouts"];
    writeln!(out, " size  {light}  {learned}  simulations  two threads")?;
    for Speed { size, light, learned, search, two_threads } in speeds {
        let size = size.to_string();
        writeln!(
            out,
            "{size:>5}  {light:>14.0}  {learned:>16.0}  {search:>11.0}  {two_threads:>10.2}x"
        )?;
    }
    Ok(())
}

fn progress_bar(n_steps: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}");
    ProgressBar::new(n_steps as u64).with_style(style.expect("the template is valid"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_below_their_names() {
        let speed = |size, light| Speed {
            size,
            light,
            learned: 1_234.5,
            search: 321.4,
            two_threads: 1.876,
        };
        let mut out = Vec::new();
        write_table(&[speed(Size::NINE, 54_321.0), speed(Size::NINETEEN, 9.9)], &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "\
per second, on one thread
 size  light playouts  learned playouts  simulations  two threads
  9x9           54321              1234          321        1.88x
19x19              10              1234          321        1.88x
"
        );
    }
}
