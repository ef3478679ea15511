//! The one place where a game changes, and where effects are handed out.
//!
//! Whoever has an action waits here for a lock, which is the queue: one after
//! the other, nothing in between. Nothing here takes long, since all work is
//! given to threads that come back with their answer as an action.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tengen_analysis::Stop;
use tengen_legacy_session::{Action, Effect, Rejected, Session, Think, Ticket};
use tengen_rules::ByColor;

use crate::analyst::{Analyst, Inquiry};
use crate::event::Mailbox;
use crate::judge;
use crate::keeper::{Keeper, Sheet};
use crate::player::Player;
use crate::{Event, Options};

#[derive(Debug)]
pub(crate) struct Desk {
    start: Instant,
    pub(crate) options: Options,
    pub(crate) mailbox: Arc<Mailbox>,
    state: Mutex<State>,
    /// Told after each action, for clocks.
    change: Condvar,
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) session: Session,
    /// What is being worked on.
    errands: HashMap<Ticket, Errand>,
    /// `None` when the host is gone.
    crew: Option<Crew>,
}

/// Those who work for the game, each from the first time that it is needed.
#[derive(Debug, Default)]
struct Crew {
    players: ByColor<Option<Player>>,
    /// Players that were told to leave, and may not have left yet.
    former: Vec<Player>,
    analyst: Option<Analyst>,
    keeper: Option<Keeper>,
}

/// A question that is being worked on.
#[derive(Clone, Debug)]
pub(crate) struct Errand {
    pub(crate) ticket: Ticket,
    since: Instant,
    /// Ends a search.
    pub(crate) stop: Stop,
    is_canceled: Arc<AtomicBool>,
}

impl Errand {
    fn new(ticket: Ticket) -> Errand {
        Errand { ticket, since: Instant::now(), stop: Stop::new(), is_canceled: Arc::default() }
    }

    fn cancel(&self) {
        self.is_canceled.store(true, Ordering::Relaxed);
        self.stop.stop();
    }

    /// How long somebody has waited for the answer.
    pub(crate) fn age(&self) -> Duration {
        self.since.elapsed()
    }

    /// Whether nobody waits for the answer.
    pub(crate) fn is_canceled(&self) -> bool {
        self.is_canceled.load(Ordering::Relaxed)
    }
}

impl Desk {
    pub(crate) fn new(session: Session, options: Options) -> Desk {
        let state = State { session, errands: HashMap::new(), crew: Some(Crew::default()) };
        Desk {
            start: Instant::now(),
            options,
            mailbox: Arc::default(),
            state: Mutex::new(state),
            change: Condvar::new(),
        }
    }

    pub(crate) fn now(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) fn read<T>(&self, look: impl FnOnce(&Session, Duration) -> T) -> T {
        look(&self.state().session, self.now())
    }

    pub(crate) fn apply(self: &Arc<Desk>, action: Action) -> Result<(), Rejected> {
        self.perform(&mut self.state(), action)
    }

    /// An answer, after which the errand is done.
    pub(crate) fn answer(self: &Arc<Desk>, errand: &Errand, action: Action) {
        let mut state = self.state();
        state.errands.remove(&errand.ticket);
        if !errand.is_canceled() {
            // Answers that come too late are ignored, not rejected.
            let _ = self.perform(&mut state, action);
        }
    }

    /// An answer that will be followed by others.
    pub(crate) fn tell(self: &Arc<Desk>, errand: &Errand, action: Action) {
        let mut state = self.state();
        if !errand.is_canceled() {
            let _ = self.perform(&mut state, action);
        }
    }

    pub(crate) fn perform(
        self: &Arc<Desk>,
        state: &mut State,
        action: Action,
    ) -> Result<(), Rejected> {
        let is_tick = matches!(action, Action::Tick);
        let effects = state.session.apply(action, self.now())?;
        if is_tick && effects.is_empty() {
            return Ok(());
        }
        let failures: Vec<Action> =
            effects.into_iter().filter_map(|effect| self.carry_out(state, effect)).collect();
        for failure in failures {
            self.perform(state, failure)?;
        }
        self.mailbox.post(Event::Changed);
        self.change.notify_all();
        Ok(())
    }

    /// Hands work out, and returns the answer if nobody can do it.
    fn carry_out(self: &Arc<Desk>, state: &mut State, effect: Effect) -> Option<Action> {
        let State { session, errands, crew } = state;
        let crew = crew.as_mut()?;
        let mut new_errand = |ticket| {
            let errand = Errand::new(ticket);
            errands.insert(ticket, errand.clone());
            errand
        };
        let (ticket, given) = match effect {
            Effect::Think(think) => {
                let errand = new_errand(think.ticket);
                (think.ticket, crew.think(self, think, errand))
            }
            Effect::Analyze { ticket, game, wanted } => {
                let inquiry = Inquiry { errand: new_errand(ticket), game, wanted };
                (ticket, crew.analyze(self, inquiry))
            }
            Effect::ProposeDead { ticket, game } => {
                (ticket, judge::start(self, new_errand(ticket), game))
            }
            Effect::Hurry(ticket) => {
                if let Some(errand) = errands.get(&ticket) {
                    errand.stop.stop();
                }
                return None;
            }
            Effect::Cancel(ticket) => {
                if let Some(errand) = errands.remove(&ticket) {
                    errand.cancel();
                }
                return None;
            }
            Effect::Save { sgf } => {
                let sheet = match (session.is_review(), session.is_over()) {
                    (true, _) => Sheet::Draft(sgf),
                    (false, true) => Sheet::Over(sgf),
                    (false, false) => Sheet::Game(sgf),
                };
                self.save(crew, sheet);
                return None;
            }
            Effect::Discard => {
                self.save(crew, Sheet::NoDraft);
                return None;
            }
            Effect::Ring(sound) => {
                self.mailbox.post(Event::Ring(sound));
                return None;
            }
        };
        let error = given.err()?;
        errands.remove(&ticket);
        Some(Action::EngineFailed { ticket, reason: format!("cannot start a thread: {error}") })
    }

    fn save(self: &Arc<Desk>, crew: &mut Crew, sheet: Sheet) {
        if let Err(error) = crew.save(self, sheet) {
            self.mailbox.post(Event::Problem(format!("the game is not saved: {error}")));
        }
    }

    /// Forgets the draft, as its author does not want it.
    pub(crate) fn discard_draft(self: &Arc<Desk>) {
        if let Some(crew) = self.state().crew.as_mut() {
            self.save(crew, Sheet::NoDraft);
        }
    }

    /// Forgets drafts of other games of the same file.
    pub(crate) fn forget_drafts(&self, origins: &[String]) {
        let forgotten = self.options.store.as_ref().map(|it| it.forget_drafts(origins));
        if let Some(Err(error)) = forgotten {
            self.mailbox.post(Event::Problem(error.to_string()));
        }
    }

    /// Lets time pass, from one tick to the next, until the host is gone.
    pub(crate) fn keep_time(self: &Arc<Desk>, pause: impl Fn(Duration) -> Duration) {
        let mut state = self.state();
        while state.crew.is_some() {
            state = match state.session.falls_at() {
                None => self.change.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(end) => {
                    let pause = pause(end.saturating_sub(self.now()));
                    let waited = self.change.wait_timeout(state, pause);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
            if state.crew.is_some() {
                // Time cannot be rejected.
                let _ = self.perform(&mut state, Action::Tick);
            }
        }
    }

    /// Sends everybody home.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        let crew = state.crew.take();
        for (_, errand) in state.errands.drain() {
            errand.cancel();
        }
        // The others need the lock to come to their end.
        drop(state);
        self.change.notify_all();
        if let Some(crew) = crew {
            crew.leave();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Crew {
    fn think(
        &mut self,
        desk: &Arc<Desk>,
        think: Box<Think>,
        errand: Errand,
    ) -> std::io::Result<()> {
        let place = &mut self.players[think.color];
        if let Some(player) = place.take_if(|it| *it.seat() != think.seat) {
            player.dismiss();
            self.former.push(player);
        }
        let player = match place {
            Some(player) => player,
            None => place.insert(Player::start(desk, think.seat.clone())?),
        };
        player.ask(think, errand);
        Ok(())
    }

    fn analyze(&mut self, desk: &Arc<Desk>, inquiry: Inquiry) -> std::io::Result<()> {
        let analyst = match &mut self.analyst {
            Some(analyst) => analyst,
            none => none.insert(Analyst::start(desk)?),
        };
        analyst.ask(inquiry);
        Ok(())
    }

    fn save(&mut self, desk: &Arc<Desk>, sheet: Sheet) -> std::io::Result<()> {
        let Some(store) = &desk.options.store else { return Ok(()) };
        let keeper = match &mut self.keeper {
            Some(keeper) => keeper,
            none => {
                let draft = desk.options.draft.clone();
                none.insert(Keeper::start(store.clone(), draft, Arc::clone(&desk.mailbox))?)
            }
        };
        keeper.save(sheet);
        Ok(())
    }

    fn leave(self) {
        let ByColor { black, white } = self.players;
        let players: Vec<Player> =
            [black, white].into_iter().flatten().chain(self.former).collect();
        for player in &players {
            player.dismiss();
        }
        for player in players {
            player.join();
        }
        if let Some(analyst) = self.analyst {
            analyst.join();
        }
        if let Some(keeper) = self.keeper {
            keeper.join();
        }
    }
}
