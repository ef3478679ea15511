//! A proposal of dead stones at the end of a game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tengen_engine::{Effort, dead_stones_until};
use tengen_rules::Game as Position;
use tengen_session::{Action, Ticket};

use crate::asker::Asker;
use crate::game::FailedEngine;
use crate::program::EngineError;
use crate::workers::{Priority, Task, TaskSignals};

/// A proposal of dead stones.
pub(crate) struct DeadStonesTask {
    game: Arc<dyn Asker>,
    ticket: Ticket,
    signals: TaskSignals,
    position: Arc<Position>,
}

impl DeadStonesTask {
    pub(crate) fn new(
        game: Arc<dyn Asker>,
        ticket: Ticket,
        signals: TaskSignals,
        position: Arc<Position>,
    ) -> DeadStonesTask {
        DeadStonesTask { game, ticket, signals, position }
    }
}

impl Task for DeadStonesTask {
    fn priority(&self) -> Priority {
        Priority::DeadStones
    }

    fn signals(&self) -> &TaskSignals {
        &self.signals
    }

    fn can_give_way(&self) -> bool {
        false
    }

    fn run(self: Box<Self>) -> Option<Box<dyn Task>> {
        let DeadStonesTask { game, ticket, position, signals } = *self;
        let found = catch_unwind(AssertUnwindSafe(|| {
            dead_stones_until(&position, Effort::default(), &signals.stop)
        }));
        // A move costs a copy of the game if it is still shared.
        drop(position);
        match found {
            Ok(Some(proposal)) => {
                let proposal = Box::new(proposal);
                game.answer(ticket, Action::DeadProposed { ticket, proposal });
            }
            // Only a canceled task is stopped.
            Ok(None) => (),
            Err(_) => {
                let engine = FailedEngine { name: "Tengen".to_owned(), color: None };
                game.answer_failure(ticket, engine, EngineError::Crashed);
            }
        }
        None
    }
}
