//! `tengen bot`: a program that speaks GTP as a player on a server.

mod words;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde_json::json;
use tengen_bot::{Bot, BotError, BotOptions, Conditions, Leave, Report};
use tengen_clock::TimeControl;
use tengen_gtp::controller::CommandLine;
use tengen_remote::ServerAddress;
use tengen_remote::api::Api;
use tengen_rules::{Ruleset, Size};

use crate::failure::Failure;
use crate::outcome::Outcome;

/// The variable with the token, where no file has it.
const TOKEN: &str = "TENGEN_TOKEN";

/// The most games at the same time.
const MAX_GAMES: u16 = 64;

/// Lets a program that speaks GTP play on a server
///
/// It accepts challenges and offers that fit, and plays one game after another.
/// If the server restarts or the engine fails, the games go on. Ctrl-C once: it
/// finishes its games and leaves; twice: it leaves now, and games can be gone
/// on with later.
///
/// The account must be marked as that of a bot: see `docs/api.md`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Server, such as <http://192.168.0.7:8361>
    #[arg(long, value_name = "URL")]
    server: ServerAddress,
    /// File with the token of the account [default: the variable `TENGEN_TOKEN`]
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Board size that it plays, such as 9 or 13x9; may be repeated [default:
    /// all]
    #[arg(long, value_name = "SIZE")]
    size: Vec<Size>,
    /// Rules that it plays; may be repeated [default: all]
    #[arg(long, value_name = "NAME")]
    rules: Vec<Ruleset>,
    /// Time control that it plays, such as 5m+3x30s; may be repeated [default:
    /// all]
    #[arg(long, value_name = "SPEC")]
    clock: Vec<TimeControl>,
    /// Most handicap stones that it plays with
    #[arg(long, value_name = "N", default_value = "9")]
    handicap: u8,
    /// Accept only challenges, and no offers that are for everyone
    #[arg(long)]
    challenges_only: bool,
    /// Keep an offer open for everyone, with the first size, rules and clock
    #[arg(long)]
    offer: bool,
    /// Number of games to play at the same time
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_GAMES)))]
    games: u16,
    /// Leave after this many games
    #[arg(long, value_name = "N")]
    max_games: Option<usize>,
    /// Never let the opponent take moves back
    #[arg(long)]
    no_undo: bool,
    /// Command line of the engine, after two hyphens
    #[arg(last = true, required = true, value_name = "CMD")]
    engine: Vec<String>,
}

pub(crate) fn run(
    arguments: &Arguments,
    out: &mut (impl Write + Send),
) -> Result<Outcome, Failure> {
    let token = token(arguments.token_file.as_deref())?;
    let options = BotOptions {
        api: Api::new(arguments.server.clone(), &token),
        engine: engine(&arguments.engine),
        conditions: Conditions {
            sizes: arguments.size.clone(),
            rules: arguments.rules.clone(),
            clocks: arguments.clock.clone(),
            min_time: None,
            max_handicap: arguments.handicap,
            takes_open_offers: !arguments.challenges_only,
        },
        offer: arguments.offer.then(|| own_offer(arguments)),
        n_games: arguments.games.into(),
        max_games: arguments.max_games,
        allows_undo: !arguments.no_undo,
    };
    let leave = Leave::default();
    let interrupted = leave.clone();
    // Where Ctrl-C cannot be noticed, it ends the program by itself.
    let _ = ctrlc::set_handler(move || interrupted.leave());
    let written = Mutex::new((out, Ok(())));
    let report = |report: Report| {
        let mut written = written.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (out, result) = &mut *written;
        let line = words::report(&report, &arguments.server);
        if result.is_ok() {
            *result = writeln!(out, "{line}").and_then(|()| out.flush());
        }
        // Whoever does not listen any more wants no more games.
        if result.is_err() {
            leave.leave();
        }
    };
    let ended = Bot::new(options, leave.clone()).run(&report);
    let (_, result) = written.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    ended.map_err(|error| Failure::Bot(Box::new(error)))?;
    result?;
    Ok(Outcome::Done)
}

/// The command line, in words as the shell has given them.
fn engine(words: &[String]) -> CommandLine {
    let (program, arguments) = words.split_first().map_or(("", &[][..]), |(a, b)| (a.as_str(), b));
    CommandLine::new(program, arguments)
}

/// What the bot offers to everyone.
fn own_offer(arguments: &Arguments) -> serde_json::Value {
    let mut offer = json!({"visibility": "listed"});
    if let Some(size) = arguments.size.first() {
        offer["size"] = size.to_string().into();
    }
    if let Some(rules) = arguments.rules.first().and_then(Ruleset::name) {
        offer["rules"] = rules.into();
    }
    if let Some(clock) = arguments.clock.first() {
        offer["clock"] = clock.to_string().into();
    }
    offer
}

fn token(file: Option<&Path>) -> Result<String, Failure> {
    let token = match file {
        Some(path) => {
            std::fs::read_to_string(path).map_err(|error| Failure::Read(path.to_owned(), error))?
        }
        None => std::env::var(TOKEN).unwrap_or_default(),
    };
    let token = token.trim();
    let is_token = !token.is_empty() && token.bytes().all(|it| it.is_ascii_graphic());
    if is_token { Ok(token.to_owned()) } else { Err(Failure::NoToken(file.map(Path::to_owned))) }
}

/// Why a bot could not play, as one sentence.
pub(crate) fn failure(error: &BotError) -> String {
    words::failure(error)
}

/// Why there is no token.
pub(crate) fn no_token(file: Option<&Path>) -> String {
    match file {
        Some(path) => format!("{} has no token, expected one line with it", path.display()),
        None => "no token: name a file with --token-file, or set TENGEN_TOKEN".to_owned(),
    }
}
