//! The opponent's search thread, so that the host never blocks.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use tengen_analysis::{Decision, Stop};
use tengen_engine::{Effort, Level, Limits, Opponent, SearchRequest, Settings, dead_stones};
use tengen_rules::{Game, PointSet};

/// The memory of a search, in bytes, and for each of its simulations.
const MEMORY: usize = 8 << 20;
const MEMORY_BY_SIMULATION: usize = 4 << 10;

/// A request to the thread.
#[derive(Debug)]
pub(crate) enum Task {
    /// The next move.
    Move(Box<Game>),
    /// The dead stones of a game that is over.
    Dead(Box<Game>),
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub(crate) enum Thought {
    Decision(Decision),
    Dead(Box<PointSet>),
}

/// The state of a request.
#[derive(Debug)]
pub(crate) enum Waiting {
    /// The thread is still searching.
    Yes,
    /// The answer has arrived.
    Done(Thought),
    /// The thread has ended.
    Nobody,
}

/// The search thread, which ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Mind {
    tasks: Sender<Task>,
    thoughts: Receiver<Thought>,
    stop: Stop,
}

impl Mind {
    /// A thread for a level, with memory for this many simulations.
    pub(crate) fn start(level: Level, n_simulations: u32, seed: u64) -> io::Result<Mind> {
        let (tasks, received) = mpsc::channel();
        let (sender, thoughts) = mpsc::channel();
        let stop = Stop::new();
        let stopped = stop.clone();
        let thread = thread::Builder::new().name("challenge".into());
        let memory = MEMORY + MEMORY_BY_SIMULATION * n_simulations as usize;
        let settings = Settings { threads: 1, memory, seed, ..Settings::default() };
        thread.spawn(move || think(level, settings, &received, &sender, &stopped))?;
        Ok(Mind { tasks, thoughts, stop })
    }

    pub(crate) fn give(&self, task: Task) {
        // If the thread has ended, polling for the answer reports that.
        let _ = self.tasks.send(task);
    }

    /// Polls for the answer without blocking.
    pub(crate) fn poll(&self) -> Waiting {
        match self.thoughts.try_recv() {
            Ok(thought) => Waiting::Done(thought),
            Err(TryRecvError::Empty) => Waiting::Yes,
            Err(TryRecvError::Disconnected) => Waiting::Nobody,
        }
    }

    /// Blocks until the answer arrives.
    pub(crate) fn wait(&self) -> Waiting {
        self.thoughts.recv().map_or(Waiting::Nobody, Waiting::Done)
    }
}

/// The search ends within milliseconds, and the thread with it; dropping does
/// not wait for that.
impl Drop for Mind {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

fn think(
    level: Level,
    settings: Settings,
    tasks: &Receiver<Task>,
    thoughts: &Sender<Thought>,
    stop: &Stop,
) {
    let mut opponent = Opponent::new(level, settings);
    for task in tasks {
        if stop.is_stopped() {
            return;
        }
        let thought = match task {
            Task::Move(game) => {
                let search_request = SearchRequest::new(&game, Limits::NONE);
                Thought::Decision(opponent.think(&search_request, stop, |_| ()).decision)
            }
            Task::Dead(game) => {
                let proposal = dead_stones(&game, Effort::default());
                Thought::Dead(Box::new(proposal.dead))
            }
        };
        if thoughts.send(thought).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::difficulty::Difficulty;
    use tengen_rules::{Ruleset, Size};

    #[test]
    fn search_ends_when_nobody_wants_it_any_more() {
        let master = Difficulty::Master;
        let mind = Mind::start(master.level(), master.simulations(), 1);
        let mut mind = mind.expect("there are threads");
        // It would take far longer than the whole test.
        let game = Game::new(Size::square(25).expect("a large board"), Ruleset::CHINESE);
        (0..100).for_each(|_| mind.give(Task::Move(Box::new(game.clone()))));
        let thoughts = std::mem::replace(&mut mind.thoughts, mpsc::channel().1);
        drop(mind);
        // One may have been about to come; after that, the thread is gone.
        assert!(thoughts.iter().count() <= 1);
    }
}
