//! What all games of a runner share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tengen_analysis::Stop;

use crate::autosave::Autosave;
use crate::dispatcher::Dispatcher;
use crate::engines::{Engine, EngineKey, Engines};
use crate::library_writer::LibraryWriter;
use crate::program::{Program, ProgramOptions};
use crate::store::{Claims, Store};
use crate::timer::Timer;
use crate::workers::Workers;
use crate::{RunnerOptions, Time};

/// The seed of the engines of a game, by that of the runner.
pub(crate) const fn engine_seed(seed: u64, game: u64) -> u64 {
    seed.wrapping_add(game.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// What all games of a runner share.
#[derive(Debug)]
pub(crate) struct Services {
    pub(crate) options: RunnerOptions,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) timer: Timer,
    pub(crate) autosave: Autosave,
    pub(crate) library: LibraryWriter,
    pub(crate) workers: Workers,
    pub(crate) dispatcher: Dispatcher,
    pub(crate) engines: Engines,
    /// The store with the claims of this program.
    pub(crate) store: Option<(Store, Arc<Claims>)>,
    last_game: AtomicU64,
}

impl Services {
    pub(crate) fn new(options: RunnerOptions) -> Services {
        let limits = options.limits;
        let time = Arc::clone(&options.time);
        let store = options.store.clone();
        Services {
            timer: Timer::new(Arc::clone(&time)),
            time,
            autosave: Autosave::default(),
            library: LibraryWriter::new(options.library.clone(), store.as_ref()),
            workers: Workers::new(limits.workers, limits.precedence),
            dispatcher: Dispatcher::default(),
            engines: Engines::new(limits.memory, limits.processes),
            store: store.map(|store| {
                let claims = Arc::new(Claims::new(store.claims()));
                (store, claims)
            }),
            last_game: AtomicU64::new(0),
            options,
        }
    }

    /// A number that no other game of this runner has.
    pub(crate) fn next_game(&self) -> u64 {
        self.last_game.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The program of a role, which is the engine that was kept or a new one.
    pub(crate) fn program(
        &self,
        key: EngineKey,
        engine: Option<Engine>,
        command: &str,
        kill: Stop,
    ) -> Box<Program> {
        if let Some(Engine::Program(program)) = engine {
            return program;
        }
        self.engines.reserve_process(key);
        let (patience, log) = (self.options.patience, self.options.log.clone());
        Box::new(Program::new(command, ProgramOptions { kill, patience, log }))
    }

    /// Takes an engine back, and lets tasks go on that have waited for it.
    pub(crate) fn return_engine(&self, key: EngineKey, engine: Option<Engine>) {
        for task in self.engines.check_in(key, engine) {
            // The thread that returns the engine is one of the workers.
            let _ = self.workers.add(task);
        }
    }

    /// Ends all threads, after pending saves are written.
    pub(crate) fn close(&self) {
        self.timer.close();
        self.workers.close();
        self.autosave.close();
        self.library.close();
    }
}
