//! The match as a whole: pairing, threads, and the order of results.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use tengen_analysis::Stop;
use tengen_clock::TimeControl;
use tengen_gtp::controller;
use tengen_rules::{ByColor, Color, Game};

use crate::contestant::Contestant;
use crate::game_record::{self, Head};
use crate::judge;
use crate::opening;
use crate::referee::{self, RefereeOptions};
use crate::result::GameResult;
use crate::results_file::{ResultsFile, ResultsFileError};
use crate::scores::{Finished, Scores};
use crate::seat::Seat;
use crate::side::{BySide, Side};
use crate::sprt::{Finding, Sprt};
use crate::standing::Standing;

/// The settings of a match.
///
/// It is a contest because `match` is a keyword of Rust.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The two engines.
    pub engines: BySide<Contestant>,
    /// The engine that names dead stones; `None` for our own.
    pub judge: Option<Contestant>,
    /// Starting positions, each for a pair of games, used in rotation.
    pub starts: Vec<Game>,
    /// The number of random moves that follow.
    pub n_random_moves: u32,
    /// The seed of random moves and of engines that take a seed.
    pub seed: u64,
    /// The time of each player.
    pub clock: TimeControl,
    /// The longest time for a move in games without a clock.
    pub patience: Duration,
    /// The number of moves after which a game has no result.
    pub max_moves: u32,
    /// The number of games.
    pub n_games: u32,
    /// A test that may end the match earlier.
    pub sprt: Option<Sprt>,
}

/// How a match ended.
#[derive(Clone, Debug)]
pub struct Conclusion {
    /// The totals of all games.
    pub standing: Standing,
    /// Why the match ended.
    pub end: MatchEnd,
}

/// Why a match ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum MatchEnd {
    /// All games were played.
    Complete,
    /// The sequential test has reached a decision.
    Decided(Finding),
    /// It was stopped from outside.
    Stopped,
}

/// The number of a game, which decides colors and opening.
#[derive(Copy, Clone, Debug)]
struct Pairing {
    number: u32,
}

impl Pairing {
    /// Colors alternate; the first side begins.
    const fn black(self) -> Side {
        if self.number % 2 == 1 { Side::First } else { Side::Second }
    }

    /// Two games in a row have the same opening.
    const fn pair_idx(self) -> usize {
        (self.number as usize - 1) / 2
    }
}

/// The engines of one thread.
struct Bench<'a> {
    sides: BySide<Seat<'a>>,
    judge: Option<Seat<'a>>,
}

impl Contest {
    /// Plays the match, several games at a time.
    ///
    /// Games that are known are not played again. `report` learns of each new
    /// game in the order of their numbers, and of where the match stands.
    ///
    /// # Errors
    ///
    /// Returns [`Failed`] if an engine cannot be started or told about a game,
    /// or if results cannot be kept.
    ///
    /// # Panics
    ///
    /// Panics if there is no start.
    pub fn run(
        &self,
        n_jobs: usize,
        mut archive: Archive<'_>,
        stop: &Stop,
        report: impl FnMut(&GameResult, &Standing),
    ) -> Result<Conclusion, Failed> {
        let known = std::mem::take(&mut archive.known);
        let known = known.into_iter().filter(|it| (1..=self.n_games).contains(&it.number));
        let mut scores = Scores::new(self, known.collect(), report);
        if scores.end().is_some() {
            return Ok(scores.conclude());
        }
        let is_missing = |number: &u32| !scores.is_waiting(*number);
        let missing: Vec<u32> = (scores.next()..=self.n_games).filter(is_missing).collect();
        let next = AtomicUsize::new(0);
        let take = &|| missing.get(next.fetch_add(1, Ordering::Relaxed)).copied();
        let keeps_records = archive.results_file.is_some();
        let (sender, receiver) = mpsc::channel();
        let failure = thread::scope(|scope| {
            for _ in 0..n_jobs.min(missing.len()) {
                let sender = sender.clone();
                let bench = self.bench(stop, keeps_records);
                scope.spawn(move || self.work(bench, stop, take, &sender));
            }
            drop(sender);
            let mut failure = None;
            for finished in receiver {
                let added =
                    finished.and_then(|it| scores.add(it, archive.results_file.as_deref_mut()));
                if let Err(error) = added {
                    failure.get_or_insert(error);
                }
                if failure.is_some() || matches!(scores.end(), Some(MatchEnd::Decided(_))) {
                    stop.stop();
                }
            }
            failure
        });
        let conclusion = scores.conclude();
        match failure {
            Some(error) => Err(Failed { error, conclusion: Box::new(conclusion) }),
            None => Ok(conclusion),
        }
    }

    fn bench<'a>(&'a self, stop: &'a Stop, wants_evaluations: bool) -> Bench<'a> {
        let seat = |contestant| {
            let mut seat = Seat::new(contestant, stop);
            seat.wants_evaluations = wants_evaluations;
            seat
        };
        Bench {
            sides: BySide::from_fn(|side| seat(&self.engines[side])),
            judge: self.judge.as_ref().map(seat),
        }
    }

    /// Plays games as long as there are any.
    fn work(
        &self,
        mut bench: Bench<'_>,
        stop: &Stop,
        take: impl Fn() -> Option<u32>,
        results: &Sender<Result<Finished, ContestError>>,
    ) {
        while let Some(number) = take() {
            let finished = match self.play(Pairing { number }, &mut bench, stop) {
                // Engines that were killed are not to blame.
                _ if stop.is_stopped() => return,
                Ok(None) => return,
                Ok(Some(finished)) => Ok(finished),
                Err(error) => Err(error),
            };
            let has_failed = finished.is_err();
            if results.send(finished).is_err() || has_failed {
                return;
            }
        }
    }

    /// Plays one game, or returns `None` if the match was interrupted.
    fn play(
        &self,
        pairing: Pairing,
        bench: &mut Bench<'_>,
        stop: &Stop,
    ) -> Result<Option<Finished>, ContestError> {
        let game = self.start(pairing);
        for side in Side::ALL {
            let seed = self.engine_seed(pairing, side);
            let prepared = bench.sides[side].prepare(&game, self.clock, seed);
            prepared.map_err(|error| ContestError::engine(side, &self.engines[side], error))?;
        }
        if let Some(judge) = &mut bench.judge {
            judge::prepare(judge, &game).map_err(ContestError::Judge)?;
        }
        let names = self.names(pairing, &bench.sides);
        let BySide { first, second } = &mut bench.sides;
        let seats = match pairing.black() {
            Side::First => ByColor { black: first, white: second },
            Side::Second => ByColor { black: second, white: first },
        };
        let start = Instant::now();
        let options = RefereeOptions {
            clock: self.clock,
            patience: self.patience,
            max_moves: self.max_moves,
            stop,
            now: &|| start.elapsed(),
        };
        let Some(played) = referee::play(seats, bench.judge.as_mut(), game, options) else {
            return Ok(None);
        };
        let event = format!("{} against {}", self.engines.first.label, self.engines.second.label);
        let head = Head { names, event: &event, number: pairing.number, clock: self.clock };
        let record = game_record::write(&head, &played);
        let color_of = |side| if side == pairing.black() { Color::Black } else { Color::White };
        let result = GameResult {
            number: pairing.number,
            black: pairing.black(),
            outcome: played.ending.outcome,
            reason: played.ending.reason,
            detail: played.ending.detail.clone(),
            n_moves: played.game.n_turns() as u32,
            usage: BySide::from_fn(|side| played.usage[color_of(side)]),
        };
        Ok(Some(Finished { result, record }))
    }

    /// The game before the engines' first move.
    fn start(&self, pairing: Pairing) -> Game {
        let idx = pairing.pair_idx();
        let mut game = self.starts[idx % self.starts.len()].clone();
        let seed = self.seed.rotate_left(32).wrapping_add(idx as u64);
        opening::add_random_moves(&mut game, self.n_random_moves, seed);
        game
    }

    /// A different seed for each game and side, small enough for all engines.
    fn engine_seed(&self, pairing: Pairing, side: Side) -> u64 {
        let number = 2 * u64::from(pairing.number) + side as u64;
        self.seed.wrapping_mul(1_000_003).wrapping_add(number) & 0x7fff_ffff
    }

    /// The players' names for a record: those of the engines, or their command
    /// lines if the names are equal.
    fn names(&self, pairing: Pairing, seats: &BySide<Seat<'_>>) -> ByColor<String> {
        let mut names = BySide::from_fn(|side| seats[side].name());
        if names.first == names.second {
            names = BySide::from_fn(|side| self.engines[side].label.clone());
        }
        let BySide { first, second } = names;
        match pairing.black() {
            Side::First => ByColor { black: first, white: second },
            Side::Second => ByColor { black: second, white: first },
        }
    }
}

/// Where results are kept, and the games played before.
#[derive(Debug, Default)]
pub struct Archive<'a> {
    /// The results file, if results are kept at all.
    pub results_file: Option<&'a mut ResultsFile>,
    /// The games that were played before.
    pub known: Vec<GameResult>,
}

/// A match that could not be played to its end.
#[derive(Debug)]
pub struct Failed {
    /// Why.
    pub error: ContestError,
    /// Where it stood.
    pub conclusion: Box<Conclusion>,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for Failed {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

/// The reason why a match could not be played.
#[derive(Debug)]
pub enum ContestError {
    /// An engine, of which this is the command line, cannot be used.
    Engine(Side, String, controller::Error),
    /// The judge cannot be used.
    Judge(controller::Error),
    /// Results cannot be kept.
    ResultsFile(ResultsFileError),
}

impl ContestError {
    fn engine(side: Side, contestant: &Contestant, error: controller::Error) -> ContestError {
        ContestError::Engine(side, contestant.label.clone(), error)
    }
}

impl fmt::Display for ContestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContestError::Engine(side, label, error) => {
                write!(f, "the {} engine, {label}, cannot play: {error}", side.name())
            }
            ContestError::Judge(error) => write!(f, "the judge failed: {error}"),
            ContestError::ResultsFile(error) => error.fmt(f),
        }
    }
}

impl Error for ContestError {}
