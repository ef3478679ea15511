//! Somebody who says which stones are dead, in a thread for each question.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use tengen_engine::{Effort, dead_stones};
use tengen_legacy_session::Action;
use tengen_rules::Game;

use crate::desk::{Desk, Errand};

/// Looks at the end of a game.
///
/// This cannot be stopped, but it does not take long, so nobody waits for the
/// thread when the host is gone.
pub(crate) fn start(desk: &Arc<Desk>, errand: Errand, game: Box<Game>) -> io::Result<()> {
    let desk = Arc::clone(desk);
    let thread = thread::Builder::new().name("judge".into());
    thread.spawn(move || desk.answer(&errand, judge(&game, &errand, desk.options.seed)))?;
    Ok(())
}

fn judge(game: &Game, errand: &Errand, seed: u64) -> Action {
    let ticket = errand.ticket;
    let looked = catch_unwind(AssertUnwindSafe(|| dead_stones(game, Effort::default(), seed)));
    let Ok(proposal) = looked else {
        let reason = "the proposal of dead stones has failed".to_owned();
        return Action::EngineFailed { ticket, reason };
    };
    Action::DeadProposed { ticket, proposal: Box::new(proposal) }
}
