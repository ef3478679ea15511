//! Somebody who thinks about moves in a thread: our engine, or a program.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use tengen_analysis::{Decision, Evaluation, Stop};
use tengen_engine::time::{Budget, GamePhase};
use tengen_engine::{Level, Limits, Opponent, SearchRequest, Settings, Style};
use tengen_session::{Action, Seat, Think};

use crate::desk::{Desk, Errand};
use crate::level::level;
use crate::program::Program;
use crate::worker::Worker;
use crate::{Event, Options, Progress};

/// What is kept back for the way from and to the clock.
const LAG: Duration = Duration::from_millis(200);

/// The time between two reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// The memory of a level that hardly reads, in bytes.
const LITTLE_MEMORY: usize = 8 << 20;

/// The memory of a level with so many playouts, in bytes for each of them.
const MEMORY_BY_PLAYOUT: usize = 8 << 10;

/// A move to think about.
type Job = (Box<Think>, Errand);

/// What a player does, and what it thinks of the position before.
type Thought = (Decision, Option<Evaluation>);

/// Somebody who sits at the board and thinks in a thread.
#[derive(Debug)]
pub(crate) struct Player {
    seat: Seat,
    /// Ends a program.
    stop: Stop,
    worker: Worker<Job>,
}

impl Player {
    pub(crate) fn start(desk: &Arc<Desk>, seat: Seat) -> io::Result<Player> {
        let stop = Stop::new();
        let (desk, mut mind) = (Arc::clone(desk), Mind::new(&seat, desk, &stop));
        let worker = Worker::start("player", move |jobs: Receiver<Job>| {
            for (think, errand) in jobs {
                if !errand.is_canceled() {
                    desk.answer(&errand, mind.answer(&think, &errand, &desk));
                }
            }
        })?;
        Ok(Player { seat, stop, worker })
    }

    pub(crate) const fn seat(&self) -> &Seat {
        &self.seat
    }

    pub(crate) fn ask(&self, think: Box<Think>, errand: Errand) {
        self.worker.give((think, errand));
    }

    /// Ends a program at once; errands of our engine are canceled one by one.
    pub(crate) fn dismiss(&self) {
        self.stop.stop();
    }

    pub(crate) fn join(self) {
        self.worker.join();
    }
}

/// How a player finds its moves.
#[derive(Debug)]
enum Mind {
    Nobody,
    /// Our engine, which claims its memory when it is first asked, and keeps
    /// its thoughts from move to move.
    Level(Level, Option<Box<Opponent>>),
    Program(Box<Program>),
}

impl Mind {
    fn new(seat: &Seat, desk: &Desk, stop: &Stop) -> Mind {
        match seat {
            Seat::Person { .. } => Mind::Nobody,
            Seat::Level(name) => Mind::Level(level(name), None),
            Seat::Engine { command, .. } => {
                let patience = desk.options.patience;
                Mind::Program(Box::new(Program::new(command, stop.clone(), patience)))
            }
        }
    }

    fn answer(&mut self, think: &Think, errand: &Errand, desk: &Desk) -> Action {
        let ticket = errand.ticket;
        let decided = match self {
            Mind::Nobody => Err("nobody plays here".to_owned()),
            Mind::Program(program) => {
                let decided = program.decide(think).map(|it| (it, None));
                decided.map_err(|error| format!("{}: {error}", think.seat))
            }
            Mind::Level(level, opponent) => decide(*level, opponent, think, errand, desk),
        };
        match decided {
            Ok((decision, evaluation)) => Action::EngineMoved { ticket, decision, evaluation },
            Err(reason) => Action::EngineFailed { ticket, reason },
        }
    }
}

/// Has our engine decide; one that fails is replaced at the next move.
fn decide(
    level: Level,
    place: &mut Option<Box<Opponent>>,
    think: &Think,
    errand: &Errand,
    desk: &Desk,
) -> Result<Thought, String> {
    let opponent = place.take();
    let thought = catch_unwind(AssertUnwindSafe(|| {
        let mut opponent = opponent
            .unwrap_or_else(|| Box::new(Opponent::new(level, settings(level, &desk.options))));
        let thought = search(&mut opponent, think, errand, desk);
        (opponent, thought)
    }));
    let Ok((opponent, thought)) = thought else {
        return Err(format!("{} has failed", think.seat));
    };
    *place = Some(opponent);
    Ok(thought)
}

fn search(opponent: &mut Opponent, think: &Think, errand: &Errand, desk: &Desk) -> Thought {
    let Think { ref game, color, left, .. } = *think;
    let budget = Budget::new(left[color], GamePhase::of(game.board()), LAG + errand.age());
    let limits = match budget {
        Some(_) => Limits { time: budget, ..Limits::default() },
        None => Limits::time(desk.options.move_time),
    };
    let search_request = SearchRequest { color, ..SearchRequest::new(game, limits) };
    let start = Instant::now();
    let mut next = INTERVAL;
    let answer = opponent.think(&search_request, &errand.stop, |progress| {
        let elapsed = start.elapsed();
        // A level with its own number of playouts does not know the clock.
        if budget.is_some_and(|Budget { most, .. }| elapsed >= most) {
            errand.stop.stop();
        }
        if elapsed >= next && !errand.is_canceled() {
            next = elapsed + INTERVAL;
            let n_playouts = progress.n_playouts();
            desk.mailbox.post(Event::Progress(Progress { color, n_playouts, elapsed }));
        }
    });
    let evaluation = answer.report.map(|it| it.analysis.evaluation());
    (answer.decision, evaluation)
}

/// What a level needs: only the strongest gets all there is.
fn settings(level: Level, options: &Options) -> Settings {
    let (threads, memory) = match level.style() {
        Style::Greedy | Style::Policy { .. } => (1, LITTLE_MEMORY),
        Style::Playouts { n, .. } => {
            (1, LITTLE_MEMORY.saturating_add(MEMORY_BY_PLAYOUT.saturating_mul(n as usize)))
        }
        Style::Full => (options.threads, options.memory),
    };
    let memory = memory.min(options.memory);
    Settings { threads, memory, seed: options.seed, ..Settings::default() }
}
