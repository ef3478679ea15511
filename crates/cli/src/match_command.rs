//! `tengen match`: engines play each other.

mod json;
mod setup;
mod table;

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process;
use std::str::FromStr;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tengen_analysis::Stop;
use tengen_arena::results_file::ResultsFile;
use tengen_arena::{Archive, Conclusion, Contest, Failed, GameResult, MatchEnd, Sprt, Standing};
use tengen_clock::TimeControl;
use tengen_rules::{Komi, Ruleset, Size};

use crate::failure::Failure;
use crate::outcome::Outcome;

/// Plays a match between two engines and reports the result.
///
/// Each engine is given by the command line that starts it. The word `tengen`
/// stands for this program: `--first "tengen --playouts 1000"`. The word {seed}
/// is replaced by a different number in every game.
///
/// Colors alternate, and each opening is played twice. Tengen decides which
/// moves are legal and who has won. An engine loses a game by an illegal move,
/// an unreadable answer, a crash, or by running out of time. Games that repeat
/// themselves or grow too long have no result and do not count.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Command line of the first engine
    #[arg(long, value_name = "CMD")]
    first: String,
    /// Command line of the second engine
    #[arg(long, value_name = "CMD")]
    second: String,
    /// Engine that decides which stones are dead, instead of Tengen
    #[arg(long, value_name = "CMD")]
    judge: Option<String>,
    /// Number of games
    #[arg(long, value_name = "N", default_value = "100", allow_negative_numbers = true)]
    #[arg(value_parser = parse_count)]
    games: u32,
    /// Number of games to play at the same time
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true)]
    #[arg(value_parser = parse_jobs)]
    jobs: u16,
    #[command(flatten)]
    terms: Terms,
    #[command(flatten)]
    beginning: Beginning,
    /// Stop early, by a sequential test (SPRT) between two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Test>,
    /// Save the games in this folder, and resume a match saved there
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Rules, board and time of the games.
#[derive(Debug, clap::Args)]
struct Terms {
    /// Board size, such as 9 or 13x9
    #[arg(long, value_name = "N", default_value = "19")]
    size: Size,
    /// Rules, such as japanese or chinese
    #[arg(long, value_name = "NAME", default_value = "chinese")]
    rules: Ruleset,
    /// Points that White gets for moving second [default: as the rules say]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Number of handicap stones, on the usual points
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true)]
    #[arg(value_parser = parse_handicap)]
    handicap: u8,
    /// Time for each player: 10m, 30s/move, 5m+3x30s (byo-yomi), 5m+25/5m (25
    /// stones in 5 minutes) or 5m+10s (10 seconds more for each move)
    #[arg(long, value_name = "SPEC")]
    clock: Option<TimeControl>,
    /// Longest time for a move in games without a clock
    #[arg(long, value_name = "SECONDS", default_value = "600", allow_negative_numbers = true)]
    #[arg(value_parser = parse_seconds)]
    move_time_limit: Duration,
    /// Number of moves after which a game has no result [default: three for each
    /// point of the board]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    max_moves: Option<u32>,
}

/// How games begin.
#[derive(Debug, clap::Args)]
struct Beginning {
    /// Start games from the records in this folder, two games from each
    #[arg(long, value_name = "DIR", conflicts_with = "handicap")]
    openings: Option<PathBuf>,
    /// Use only this many moves of each record
    #[arg(long, value_name = "N", requires = "openings", allow_negative_numbers = true)]
    #[arg(value_parser = parse_count)]
    opening_moves: Option<u32>,
    /// Start games with this many random but sensible moves
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true)]
    #[arg(value_parser = parse_moves)]
    random_opening: u32,
    /// Seed of the random openings and of the engines
    #[arg(long, value_name = "S", default_value = "1", allow_negative_numbers = true)]
    #[arg(value_parser = crate::gtp::parse_seed)]
    seed: u64,
}

fn parse_count(text: &str) -> Result<u32, &'static str> {
    let count: Result<NonZeroU32, _> = text.parse();
    count.map(NonZeroU32::get).map_err(|_| "expected a whole number, at least 1")
}

fn parse_jobs(text: &str) -> Result<u16, &'static str> {
    match text.parse() {
        Ok(jobs @ 1..=1024) => Ok(jobs),
        _ => Err("not a number of games, expected a whole number from 1 to 1024"),
    }
}

fn parse_handicap(text: &str) -> Result<u8, &'static str> {
    match text.parse() {
        Ok(handicap @ (0 | 2..=9)) => Ok(handicap),
        _ => Err("not a handicap, expected 0 or a whole number from 2 to 9"),
    }
}

fn parse_moves(text: &str) -> Result<u32, &'static str> {
    match text.parse() {
        Ok(moves @ 0..=1000) => Ok(moves),
        _ => Err("not a number of moves, expected a whole number from 0 to 1000"),
    }
}

fn parse_seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|&seconds| 0.0 < seconds && seconds <= 1e6);
    seconds.map(Duration::from_secs_f64).ok_or("not a time, expected seconds such as 5 or 0.5")
}

/// A test by two differences in Elo.
#[derive(Copy, Clone, Debug)]
struct Test(Sprt);

impl FromStr for Test {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Test, &'static str> {
        let elo = |text: &str| text.trim().parse().ok().filter(|it: &f64| it.abs() <= 2000.0);
        text.split_once(',')
            .and_then(|(elo0, elo1)| Some(Sprt { elo0: elo(elo0)?, elo1: elo(elo1)? }))
            .filter(|test| test.elo0 < test.elo1)
            .map(Test)
            .ok_or("expected two Elo differences, the lower one first, such as 0,20")
    }
}

/// Plays the match and prints the result.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    let contest = setup::contest(arguments)?;
    let mut results_file = None;
    let mut known = Vec::new();
    if let Some(folder) = &arguments.sgf {
        let opened = ResultsFile::open(folder, &setup::settings(arguments, &contest));
        let (opened, games) = opened.map_err(Failure::ResultsFile)?;
        (results_file, known) = (Some(opened), games);
    }
    let mut progress = Progress::new(contest.n_games, known.len());
    let archive = Archive { results_file: results_file.as_mut(), known };
    let stop = Stop::new();
    listen(&stop);
    let conclusion = contest.run(arguments.jobs.into(), archive, &stop, |game, standing| {
        progress.show(game, standing);
    });
    progress.bar.finish_and_clear();
    let conclusion = match conclusion {
        Ok(conclusion) => conclusion,
        Err(Failed { error, conclusion }) => {
            // Games that were finished before the failure are still reported.
            if conclusion.standing.n_games > 0 {
                write_conclusion(arguments, &contest, &conclusion, out)?;
            }
            return Err(Failure::Match(error));
        }
    };
    write_conclusion(arguments, &contest, &conclusion, out)?;
    Ok(if conclusion.end == MatchEnd::Stopped { Outcome::No } else { Outcome::Done })
}

fn write_conclusion(
    arguments: &Arguments,
    contest: &Contest,
    conclusion: &Conclusion,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if arguments.json {
        writeln!(out, "{}", json::of(contest, conclusion))?;
    } else {
        write!(out, "{}", table::of(contest, conclusion))?;
    }
    out.flush()?;
    Ok(())
}

/// Stops the match at the first interrupt, and the whole program at
/// the second.
fn listen(stop: &Stop) {
    let stop = stop.clone();
    let listening = ctrlc::set_handler(move || {
        if stop.is_stopped() {
            process::exit(1);
        }
        stop.stop();
    });
    // A program that cannot listen ends at once, and engines with it.
    drop(listening);
}

/// What is shown while games are played: a bar, or one line for each game.
struct Progress {
    bar: ProgressBar,
}

impl Progress {
    fn new(n_games: u32, n_known: usize) -> Progress {
        if n_known > 0 {
            // This is for people; it may be lost.
            let _ = writeln!(io::stderr(), "resuming after {n_known} games");
        }
        let bar = if io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {eta} left");
            let bar = ProgressBar::new(n_games.into());
            bar.with_style(style.expect("the template is valid"))
        } else {
            ProgressBar::hidden()
        };
        bar.set_position(n_known as u64);
        // Games of an earlier run say nothing about the time that is left.
        bar.reset_eta();
        Progress { bar }
    }

    fn show(&mut self, game: &GameResult, standing: &Standing) {
        let wins = &standing.wins;
        let (first, second) = (wins.first.total(), wins.second.total());
        if self.bar.is_hidden() {
            let _ = writeln!(io::stderr(), "{}", table::line(game, standing));
        } else {
            self.bar.set_position(standing.n_games.into());
            self.bar.set_message(format!("{first} to {second}"));
        }
    }
}
