//! Options of a runner: time, memory, threads, store.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tengen_gtp::controller::Log;

use crate::{AnalystChoice, MachineTime, Store, Time};

/// How games are run.
#[derive(Clone, Debug)]
pub struct RunnerOptions {
    /// Where games are saved, or `None` for nowhere.
    pub store: Option<Store>,
    /// The library that gets every game that ends, or `None` for none.
    ///
    /// Only games that are saved in the store come into it.
    pub library: Option<PathBuf>,
    /// Limits for all games together.
    pub limits: Limits,
    /// The start of the random numbers.
    pub seed: u64,
    /// Thinking time per move at full strength in a game without a clock.
    pub move_time: Duration,
    /// The least time between a move and the answer of a level, so that people
    /// see what has changed; a short clock is not spent on it.
    pub least_move_time: Duration,
    /// How long good moves are looked for.
    pub hint_time: Duration,
    /// How long owners of points are looked for.
    pub estimate_time: Duration,
    /// How long a GTP program may think about a move.
    pub patience: Duration,
    /// Which engine analyzes, unless a game chooses another.
    pub analyst: AnalystChoice,
    /// The wall clock.
    pub time: Arc<dyn Time>,
    /// Where the dialogues with GTP programs are written.
    pub log: Option<Log>,
}

/// No store, the clock of the machine, and other random numbers each time.
impl Default for RunnerOptions {
    fn default() -> RunnerOptions {
        RunnerOptions {
            store: None,
            library: None,
            limits: Limits::default(),
            seed: RandomState::new().hash_one(0),
            move_time: Duration::from_secs(5),
            least_move_time: Duration::ZERO,
            hint_time: Duration::from_secs(8),
            estimate_time: Duration::from_secs(2),
            patience: Duration::from_secs(600),
            analyst: AnalystChoice::Tengen,
            time: Arc::new(MachineTime::default()),
            log: None,
        }
    }
}

/// Limits for all games of a runner together.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Limits {
    /// The threads of one search at full strength.
    pub threads: usize,
    /// The memory of all search trees together, in bytes.
    ///
    /// One tree has at most half of it.
    pub memory: usize,
    /// How many engines think at the same time.
    pub workers: usize,
    /// Who comes first where processors are short.
    pub precedence: Precedence,
    /// How many GTP programs are kept running.
    pub processes: usize,
}

/// Who comes first where processors are short.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Precedence {
    /// Engines think beside everything else.
    #[default]
    Equal,
    /// Engines think in the time that nothing else wants, where the system has
    /// priorities for threads: on Linux.
    Others,
}

/// One thread for a search, 256 MiB, four engines at a time, eight programs.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            threads: 1,
            memory: 256 << 20,
            workers: 4,
            precedence: Precedence::default(),
            processes: 8,
        }
    }
}

impl Limits {
    /// The most memory of one search tree.
    pub(crate) const fn memory_of_one(&self) -> usize {
        self.memory / 2
    }
}
