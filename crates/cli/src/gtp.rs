//! `tengen gtp`: an engine on standard input and output.

mod parameter;
mod player;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufReader, Write};
use std::str::FromStr;
use std::time::Duration;

use tengen_engine::{Level, Limits, Opponent, Parameters, Settings, UnknownParameter};
use tengen_gtp::{Disconnected, Engine};
use tengen_rules::Ruleset;

use crate::failure::Failure;
use crate::level_argument::LevelArgument;
use crate::network_argument::NetworkArguments;
use player::EnginePlayer;

/// Runs as a GTP engine.
///
/// It speaks the Go Text Protocol on standard input and output, so that Sabaki,
/// GoGui, Lizzie and other programs can play against it and analyze with it.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Strength: a rank from 30k to 9d, or a name such as novice or full
    #[arg(long, value_name = "NAME", group = "strength")]
    level: Option<LevelArgument>,
    /// Think for exactly this many playouts per move
    #[arg(long, value_name = "N", group = "strength", allow_negative_numbers = true)]
    #[arg(value_parser = parse_playouts)]
    playouts: Option<u32>,
    /// Think this long per move
    #[arg(long, value_name = "SECONDS", group = "strength", allow_negative_numbers = true)]
    #[arg(value_parser = parse_time)]
    time: Option<Duration>,
    #[command(flatten)]
    resources: Resources,
    #[command(flatten)]
    network: NetworkArguments,
    /// Report another name and version, such as "Leela Zero 0.17"
    ///
    /// Some clients, such as Lizzie, decide by the version whether an engine can
    /// analyze.
    #[arg(long = "as", value_name = "NAME", value_parser = parse_introduction)]
    introduction: Option<Introduction>,
    /// Think on the opponent's time
    #[arg(long)]
    ponder: bool,
    /// Seed of the random numbers; without one, every run is different
    #[arg(long, value_name = "S", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Rules, such as japanese or chinese
    #[arg(long, value_name = "NAME", default_value = "chinese")]
    rules: Ruleset,
    /// Search parameter, for tuning; may be repeated
    #[arg(long = "parameter", value_name = "NAME=VALUE", hide_short_help = true)]
    parameters: Vec<Setting>,
}

/// A parameter of the search and its value.
#[derive(Clone, Debug)]
struct Setting {
    name: String,
    value: f32,
}

impl Setting {
    fn apply(&self, parameters: &mut Parameters) {
        parameters.set(&self.name, self.value).expect("the name was checked when it was read");
    }
}

impl FromStr for Setting {
    type Err = UnknownParameter;

    fn from_str(text: &str) -> Result<Setting, UnknownParameter> {
        let (name, value) = text.split_once('=').ok_or(UnknownParameter)?;
        let value = value.parse().map_err(|_| UnknownParameter)?;
        Parameters::default().set(name, value)?;
        Ok(Setting { name: name.into(), value })
    }
}

/// A name and a version.
#[derive(Clone, Debug)]
struct Introduction {
    name: String,
    version: String,
}

fn parse_introduction(text: &str) -> Result<Introduction, &'static str> {
    let (name, version) = text
        .trim()
        .rsplit_once(' ')
        .filter(|(name, _)| !name.trim().is_empty())
        .ok_or("no version given, expected a name and a version such as \"Leela Zero 0.17\"")?;
    Ok(Introduction { name: name.trim().into(), version: version.into() })
}

/// Thinking time per move where neither a level nor a clock sets one.
const THINKING_TIME: Duration = Duration::from_secs(2);

/// The threads and the memory that the engine may use.
#[derive(Debug, clap::Args)]
struct Resources {
    /// Number of threads to think with
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    threads: Option<u16>,
    /// Memory for the search tree, in mebibytes
    #[arg(long, value_name = "MIB", value_parser = parse_memory, allow_negative_numbers = true)]
    memory: Option<u32>,
}

fn parse_playouts(text: &str) -> Result<u32, &'static str> {
    match text.parse() {
        Ok(playouts @ 1..) => Ok(playouts),
        _ => Err("not a number of playouts, expected a whole number, at least 1"),
    }
}

fn parse_time(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|&seconds| 0.0 < seconds && seconds <= 1e6);
    seconds.map(Duration::from_secs_f64).ok_or("not a time, expected seconds such as 5 or 0.5")
}

pub(crate) fn parse_threads(text: &str) -> Result<u16, &'static str> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("not a number of threads, expected a whole number from 1 to 1024"),
    }
}

pub(crate) fn parse_memory(text: &str) -> Result<u32, &'static str> {
    match text.parse() {
        Ok(memory @ 1..=65_536) => Ok(memory),
        _ => Err("not an amount of memory, expected a whole number of mebibytes from 1 to 65536"),
    }
}

pub(crate) fn parse_seed(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "not a seed, expected a whole number from 0 to 18446744073709551615")
}

/// Answers commands until one says to quit or there are no more.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let mut player = player(arguments)?;
    let mut engine = Engine::new(&mut player, arguments.rules);
    engine.run(BufReader::new(io::stdin()), out).map_err(|error| match error {
        Disconnected::Input(error) => Failure::Read("standard input".into(), error),
        Disconnected::Output(error) => Failure::Output(error),
    })
}

/// The player that these arguments describe.
fn player(arguments: &Arguments) -> Result<EnginePlayer, Failure> {
    let seed = arguments.seed.unwrap_or_else(random_seed);
    let resources = &arguments.resources;
    let evaluator = arguments.network.evaluator()?;
    let mut settings = Settings { seed, evaluator, ..Settings::default() };
    settings.threads = resources.threads.unwrap_or(1).into();
    if let Some(memory) = resources.memory {
        settings.memory = (memory as usize) << 20;
    }
    for setting in &arguments.parameters {
        setting.apply(&mut settings.parameters);
    }
    let limits = match (arguments.playouts, arguments.time) {
        (Some(playouts), _) => Limits::exactly(playouts),
        (None, Some(time)) => Limits::time(time),
        (None, None) => Limits::time(THINKING_TIME),
    };
    let opponent =
        Opponent::new(arguments.level.map_or(Level::FULL, LevelArgument::level), settings);
    let mut player = EnginePlayer::new(opponent, limits);
    player.set_pondering(arguments.ponder);
    if let Some(Introduction { name, version }) = arguments.introduction.clone() {
        player.introduce(name, version);
    }
    Ok(player)
}

/// A random seed, from the only source of randomness in the standard library.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
