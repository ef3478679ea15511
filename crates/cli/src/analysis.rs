//! `tengen analysis`: KataGo's analysis protocol on standard input and output.

mod search_engine;

use std::ffi::OsString;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::thread;

use tengen_analysis_protocol::{About, AtEnd, Disconnected, Service, Settings};
use tengen_engine::EvaluatorKind;
use tengen_rules::Size;

use crate::failure::Failure;
use crate::gtp::{parse_memory, parse_seed, parse_threads};
use crate::input;
use crate::network_argument::NetworkArguments;
use search_engine::SearchEngine;

/// Memory for the tree of one search, in mebibytes.
const MEMORY: u32 = 64;

/// Answers queries of KataGo's analysis protocol.
///
/// Tools that were written for KataGo's analysis engine, such as KaTrain, work
/// with Tengen: name this program where they ask for KataGo. KataGo's
/// own options are understood with one hyphen too.
///
/// Queries are lines of JSON on standard input, answers lines of JSON on
/// standard output. At the end of input, all queries are answered first.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Number of positions to analyze at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    threads: Option<u16>,
    /// Visits of a position if a query does not say how many
    #[arg(long, value_name = "N", value_parser = parse_visits, allow_negative_numbers = true)]
    visits: Option<u32>,
    /// Memory for the tree of each search, in mebibytes
    #[arg(long, value_name = "MIB", default_value_t = MEMORY, value_parser = parse_memory)]
    #[arg(allow_negative_numbers = true)]
    memory: u32,
    #[command(flatten)]
    network: NetworkArguments,
    /// Seed of the random numbers; the same query has the same answer
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = parse_seed)]
    #[arg(allow_negative_numbers = true)]
    seed: u64,
    /// Take what applies from this KataGo configuration: maxVisits, maxTime,
    /// reportAnalysisWinratesAs, numAnalysisThreads and others
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Settings that replace those of the configuration, as KEY=VALUE,KEY=VALUE
    #[arg(long = "override-config", value_name = "SETTINGS")]
    overrides: Vec<String>,
    /// Stop at the end of input instead of answering what is left
    #[arg(long)]
    quit_without_waiting: bool,
    /// As --threads, but never more than there are cores
    #[arg(long, value_name = "N", value_parser = parse_threads, hide_short_help = true)]
    #[arg(allow_negative_numbers = true)]
    analysis_threads: Option<u16>,
    /// A network of KataGo: accepted and not used
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    model: Option<PathBuf>,
    /// A network of KataGo that imitates people: accepted and not used
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    human_model: Option<PathBuf>,
}

fn parse_visits(text: &str) -> Result<u32, &'static str> {
    match text.parse() {
        Ok(visits @ 1..) => Ok(visits),
        _ => Err("not a number of visits, expected a whole number, at least 1"),
    }
}

/// The arguments with KataGo's options, such as `-config`, as we write them.
pub(crate) fn with_two_hyphens(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_some_and(|it| it == "analysis") {
        for argument in &mut arguments[2..] {
            let is_katago_option = argument.to_str().is_some_and(|text| {
                let name = text.strip_prefix('-').unwrap_or_default();
                name.len() > 1 && name.starts_with(|it: char| it.is_ascii_lowercase())
            });
            if is_katago_option {
                let mut long = OsString::from("-");
                long.push(&*argument);
                *argument = long;
            }
        }
    }
    arguments
}

/// Answers queries until there are no more.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let settings = settings(arguments)?;
    let evaluator = arguments.network.evaluator()?;
    let n_threads = n_threads(arguments, &settings);
    let engines = (0..n_threads)
        .map(|_| SearchEngine::new(&evaluator, arguments.memory, arguments.seed))
        .collect();
    let about = About {
        name: "Tengen".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        models: models(&evaluator),
    };
    greet(arguments, &about, n_threads);
    let at_end = if arguments.quit_without_waiting { AtEnd::Quit } else { AtEnd::Finish };
    let service = Service::new(settings, about, at_end);
    service.run(BufReader::new(io::stdin()), io::stdout(), engines).map_err(|error| match error {
        Disconnected::Input(error) => Failure::Read("standard input".into(), error),
        Disconnected::Output(error) => Failure::Output(error),
    })
}

fn settings(arguments: &Arguments) -> Result<Settings, Failure> {
    let mut settings = Settings::default();
    if let Some(path) = &arguments.config {
        let bytes = input::read(path)?;
        settings
            .read_config(&String::from_utf8_lossy(&bytes))
            .map_err(|error| Failure::Config(path.clone(), error))?;
    }
    for overrides in &arguments.overrides {
        settings
            .read_overrides(overrides)
            .map_err(|error| Failure::Config("--override-config".into(), error))?;
    }
    settings.max_visits = arguments.visits.unwrap_or(settings.max_visits);
    Ok(settings)
}

/// As many threads as asked for; KataGo's numbers, which are meant for
/// graphics cards, are limited to the number of cores.
fn n_threads(arguments: &Arguments, settings: &Settings) -> u16 {
    let cores = thread::available_parallelism().map_or(1, |it| it.get().min(1024) as u16);
    let katago = arguments.analysis_threads.or(settings.n_threads).unwrap_or(cores);
    arguments.threads.unwrap_or_else(|| katago.min(cores))
}

/// The names of the networks that judge small and large boards.
fn models(evaluator: &EvaluatorKind) -> Vec<String> {
    let networks = [Size::NINE, Size::NINETEEN].map(|size| evaluator.network_for(size));
    let mut names: Vec<String> =
        networks.into_iter().flatten().map(|it| it.name().to_string()).collect();
    names.dedup();
    names
}

/// Says on standard error who answers, in the words that tools wait for.
fn greet(arguments: &Arguments, about: &About, n_threads: u16) {
    let name = &about.name;
    let unused = arguments.model.iter().chain(&arguments.human_model);
    let unused = unused.map(|it| format!("{} is not used, {name} judges by itself", it.display()));
    let lines: Vec<String> = [format!("{name} {}, {n_threads} analysis threads", about.version)]
        .into_iter()
        .chain(unused)
        .chain(["Started, ready to begin handling requests\n".into()])
        .collect();
    // Without standard error, no one waits for it.
    let _ = io::stderr().write_all(lines.join("\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_katago_are_understood() {
        let check = |before: &[&str], after: &[&str]| {
            let arguments = before.iter().map(|&it| OsString::from(it));
            assert_eq!(with_two_hyphens(arguments), after);
        };
        check(
            &["tengen", "analysis", "-config", "a-b", "--threads", "-1", "-h", "-"],
            &["tengen", "analysis", "--config", "a-b", "--threads", "-1", "-h", "-"],
        );
        check(&["tengen", "gtp", "-config"], &["tengen", "gtp", "-config"]);
        check(&["tengen"], &["tengen"]);
    }
}
