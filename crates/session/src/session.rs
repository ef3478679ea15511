//! One game, and the one way to change it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tengen_analysis::Evaluation;
use tengen_clock::{GameClock, TimeControl, TimeLeft};
use tengen_record::{NodeEvaluation, NodeId, Outcome, Positions, Record, Revision};
use tengen_rules::{ByColor, Color, Game, Move, Point, PointSet, Ruleset};

use crate::consent::PendingRequest;
use crate::edit::guard::EditHistory;
use crate::save::journal::Journal;
use crate::save::property;
use crate::scoring::Scoring;
use crate::transition::Transition;
use crate::{
    Action, Actor, BadSetup, Changes, ClockView, Ended, EngineProblem, Phase, Policy, Rejected,
    RemoteView, Request, Seat, Setup, Ticket,
};

/// One game: seats, record, live position, clock and phase.
///
/// [`Session::apply`] is the only way to change it. It knows nothing of who
/// looks where: that is a [`Viewer`](crate::Viewer). There are no threads and
/// no wall clock in it: what has to be done is returned as
/// [`Effect`](crate::Effect)s, and time is passed in as the duration since a
/// moment that stays the same.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Session {
    pub(crate) seats: ByColor<Seat>,
    /// The rules, unless the record names others.
    pub(crate) ruleset: Ruleset,
    pub(crate) policy: Policy,
    pub(crate) scoring_time: Option<Duration>,
    pub(crate) record: Record,
    /// Where the game is.
    pub(crate) live: Live,
    /// Whether the live node is known to be on the main line.
    pub(crate) is_live_main: bool,
    /// Where the game was before moves were taken back, the last one last.
    pub(crate) undone: Vec<NodeId>,
    pub(crate) clock: GameClock,
    pub(crate) stage: Stage,
    pub(crate) run_state: RunState,
    /// Whether what is played is the main line, because the record is the
    /// one of this game and not one that was opened.
    pub(crate) is_own: bool,
    /// Whether no game is played.
    pub(crate) is_review: bool,
    /// Who this side is, if the game is played elsewhere.
    pub(crate) remote: Option<RemoteView>,
    /// Where the record is from.
    pub(crate) origin: String,
    /// The state of the record that is in a file.
    pub(crate) saved: Option<Revision>,
    pub(crate) edits: EditHistory,
    pub(crate) thinking: Option<PendingMove>,
    pub(crate) request: Option<PendingRequest>,
    /// Engine evaluations of positions.
    pub(crate) evaluations: HashMap<NodeId, Evaluation>,
    /// Changes whenever an evaluation does.
    pub(crate) evaluation_version: u64,
    /// What a review found, beside what the record has already.
    pub(crate) kept: HashMap<NodeId, NodeEvaluation>,
    /// Whether some of that is in no file yet.
    pub(crate) has_unsaved_evaluations: bool,
    pub(crate) problem: Option<EngineProblem>,
    /// The seconds of which a person was last told.
    pub(crate) told_seconds: Option<u64>,
    pub(crate) n_tickets: u32,
    pub(crate) version: u64,
    pub(crate) record_id: u64,
    pub(crate) journal: Journal,
}

/// The live node, and the game up to it.
#[derive(Clone, Debug)]
pub(crate) struct Live {
    pub(crate) node: NodeId,
    /// Shared with engines that think about it.
    pub(crate) game: Arc<Game>,
}

#[derive(Clone, Debug)]
pub(crate) enum Stage {
    /// Black places handicap stones, these so far.
    Placing(Vec<Point>),
    Playing,
    Scoring(Box<Scoring>),
    /// With the stones that were dead, if the game was counted.
    Over(Ended, Option<Box<PointSet>>),
}

/// Whether clocks run and engines think.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum RunState {
    /// The game was not started yet, or was just opened.
    Waiting,
    Running,
    Paused,
}

/// An engine that was asked for its move.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PendingMove {
    pub(crate) ticket: Ticket,
    pub(crate) color: Color,
    pub(crate) since: Duration,
}

impl Session {
    /// A game before its first move, which waits for [`Action::Start`].
    ///
    /// # Errors
    ///
    /// Returns [`BadSetup`] if the stones of the handicap cannot stand.
    pub fn new(setup: Setup) -> Result<Session, BadSetup> {
        let game = setup.game()?;
        let mut record = Record::from_game(&game);
        let noted = setup.note(&mut record);
        debug_assert!(noted.is_ok(), "a root can say everything about a game");
        record.forget_history();
        let root = record.root();
        let is_placing = setup.is_placing();
        let mut session = Session::at(record, root, setup);
        if is_placing {
            session.stage = Stage::Placing(Vec::new());
        }
        Ok(session)
    }

    /// A game that was read from a file, with what of the set-up the record
    /// does not say: who sits where, the time, and the rules if it names none.
    ///
    /// People without a name get that of the record. The game stands at the
    /// end of the main line and waits. What is played from there, or from any
    /// other node, becomes a variation if the record goes on there.
    ///
    /// If the record was a session once, that is forgotten: a file of others
    /// does not decide which programs run here.
    pub fn from_record(mut record: Record, setup: Setup) -> Session {
        let saved = crate::save::take_state(&mut record);
        let last = record.main_line().last().unwrap_or(record.root());
        let outcome = record.info().outcome().filter(|&it| it != Outcome::Unknown);
        let setup = setup.named_by(&record);
        let mut session = Session { is_own: false, ..Session::at(record, last, setup) };
        session.evaluations = saved.evaluations;
        if let Some(outcome) = outcome {
            session.stage = Stage::Over(Ended::by(outcome), None);
        }
        session
    }

    pub(crate) fn at(record: Record, node: NodeId, setup: Setup) -> Session {
        static N_RECORDS: AtomicU64 = AtomicU64::new(0);
        let Setup { seats, ruleset, time, scoring_time, policy, .. } = setup;
        let game = property::game_by(&record, &mut Positions::new(), node, ruleset);
        Session {
            seats,
            ruleset,
            policy,
            scoring_time,
            saved: Some(record.revision()),
            record,
            live: Live { node, game: Arc::new(game) },
            is_live_main: false,
            undone: Vec::new(),
            clock: GameClock::new(time),
            stage: Stage::Playing,
            run_state: RunState::Waiting,
            is_own: true,
            is_review: false,
            remote: None,
            origin: String::new(),
            edits: EditHistory::default(),
            thinking: None,
            request: None,
            evaluations: HashMap::new(),
            evaluation_version: 0,
            kept: HashMap::new(),
            has_unsaved_evaluations: false,
            problem: None,
            told_seconds: None,
            n_tickets: 0,
            version: 0,
            record_id: N_RECORDS.fetch_add(1, Ordering::Relaxed),
            journal: Journal::default(),
        }
    }

    /// Applies an action, and returns its changes.
    ///
    /// `now` is the time since a moment that stays the same for a session.
    ///
    /// # Errors
    ///
    /// Returns [`Rejected`] and changes nothing if the actor has no right to
    /// the action, or if it is not possible or too late. After
    /// [`Rejected::TimeUp`], [`Action::Tick`] is due: it ends the game on time.
    pub fn apply(
        &mut self,
        actor: Actor,
        action: Action,
        now: Duration,
    ) -> Result<Changes, Rejected> {
        self.check_right(actor, &action)?;
        if action.depends_on_time() && self.falls_at().is_some_and(|it| it <= now) {
            return Err(Rejected::TimeUp);
        }
        let mut transition = Transition::new(now);
        self.perform(actor, action, &mut transition)?;
        Ok(self.finish(transition))
    }

    fn perform(
        &mut self,
        actor: Actor,
        action: Action,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        match action {
            Action::Start => self.start(transition),
            Action::Pause => self.pause(actor, transition),
            Action::Play(point) => self.play(actor, Move::Play(point), transition),
            Action::Pass => self.play(actor, Move::Pass, transition),
            Action::Resign => self.resign(actor, transition),
            Action::Undo => self.undo(actor, transition),
            Action::Redo => self.redo(actor, transition),
            Action::PlayFrom(node) => self.play_from(node, transition),
            Action::PlayOn { node, seats, time } => self.play_on(node, *seats, time, transition),
            Action::Review => self.begin_review(transition),
            Action::ChangeSeat(color, seat) => self.change_seat(color, seat, transition),
            Action::Follow(told) => self.follow(&told, transition),
            Action::Ask(request) => self.ask(actor, request, transition),
            Action::Accept => self.accept(actor, transition),
            Action::Decline => self.decline(transition),
            Action::MoveNow => self.hurry(transition),
            Action::ToggleDead { point, is_forced } => {
                self.toggle_dead(point, is_forced, transition)
            }
            Action::Agree(dead) => self.agree(actor, dead, transition),
            Action::ResumePlay => self.resume_play(actor, transition),
            Action::End(ending) => self.end_from_outside(ending, transition),
            Action::CreditTime(color, time) => self.credit_time(color, time, transition),
            Action::Edit { node, edit } => self.edit(node, &edit, transition),
            Action::UndoEdit => self.undo_edit(transition),
            Action::RedoEdit => self.redo_edit(transition),
            Action::MarkSaved(revision) => {
                self.mark_saved(revision, transition);
                Ok(())
            }
            Action::SetOrigin(origin) => {
                self.set_origin(origin, transition);
                Ok(())
            }
            Action::NoteEvaluation { node, evaluation } => {
                self.keep_evaluation(node, evaluation, transition)
            }
            Action::KeepEvaluations(evaluations) => {
                self.keep_node_evaluations(evaluations, transition);
                Ok(())
            }
            Action::Tick => {
                self.tick(transition);
                Ok(())
            }
            Action::EngineMoved { ticket, decision, evaluation } => {
                self.engine_moved(ticket, decision, evaluation, transition)
            }
            Action::EngineFailed { ticket, reason } => {
                self.engine_failed(ticket, reason, transition)
            }
            Action::DeadProposed { ticket, proposal } => {
                self.dead_proposed(ticket, *proposal, transition)
            }
        }
    }

    /// Says whether a person may make a move in the live position, and why
    /// not.
    ///
    /// # Errors
    ///
    /// Returns the same [`Rejected`] as [`Action::Play`] and [`Action::Pass`]
    /// would before the clock falls.
    pub fn check(&self, actor: Actor, mv: Move) -> Result<(), Rejected> {
        self.check_mover(actor)?;
        let Actor::Player(color) = actor else { return Err(Rejected::NotAllowed(actor)) };
        match self.stage {
            _ if self.is_review => return Err(Rejected::NotPlaying),
            Stage::Scoring(_) => return Err(Rejected::Scoring),
            Stage::Over(..) => return Err(Rejected::Over),
            _ if self.run_state == RunState::Paused => return Err(Rejected::Paused),
            Stage::Placing(_) if color != Color::Black => return Err(Rejected::Handicap),
            Stage::Placing(_) => return self.check_handicap(mv),
            Stage::Playing => (),
        }
        let to_play = self.to_play();
        if to_play != color {
            return Err(Rejected::NotYourTurn(to_play));
        }
        Ok(self.live.game.check(mv)?)
    }

    /// Says whether an actor may make moves at all.
    fn check_mover(&self, actor: Actor) -> Result<(), Rejected> {
        match (self.remote, actor) {
            (None, _) => self.check_right(actor, &Action::Pass),
            (Some(remote), Actor::Player(color)) if remote.own[color] => Ok(()),
            (Some(_), _) => Err(Rejected::NotAllowed(actor)),
        }
    }

    /// Grows by one with each accepted change of the game.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The record, with all variations.
    ///
    /// What only a session knows is not in it: see [`Session::to_sgf`].
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Tells records of a program apart, for caches.
    pub const fn record_id(&self) -> u64 {
        self.record_id
    }

    /// The game up to its last move.
    pub fn game(&self) -> &Game {
        &self.live.game
    }

    /// Where the game is in the record; in a review, where the last edit was.
    pub const fn live_node(&self) -> NodeId {
        self.live.node
    }

    /// The rules, unless the record names others.
    pub const fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// Who plays each color.
    pub const fn seats(&self) -> &ByColor<Seat> {
        &self.seats
    }

    /// What the players may do.
    pub const fn policy(&self) -> Policy {
        self.policy
    }

    /// The time that each player has at first.
    pub const fn time_control(&self) -> TimeControl {
        self.clock.control()
    }

    /// What both clocks show.
    pub fn time_left(&self, now: Duration) -> ByColor<TimeLeft> {
        self.clock.both_left(now)
    }

    /// Both clocks, as [`GameView::clocks`](crate::GameView::clocks) has them.
    pub fn clocks(&self, now: Duration) -> ByColor<ClockView> {
        ByColor::from_fn(|color| ClockView {
            left: self.clock.left(color, now),
            is_running: self.clock.is_running(color),
        })
    }

    /// When the clock falls, or the time for scoring is over: [`Action::Tick`]
    /// is due by then.
    pub fn falls_at(&self) -> Option<Duration> {
        match &self.stage {
            Stage::Scoring(scoring) => scoring.falls_at(),
            Stage::Placing(_) | Stage::Playing | Stage::Over(..) => self.clock.falls_at(),
        }
    }

    /// What is going on.
    pub const fn phase(&self) -> Phase {
        match self.stage {
            Stage::Placing(_) => Phase::Placing,
            Stage::Playing => Phase::Playing,
            Stage::Scoring(_) => Phase::Scoring,
            Stage::Over(ended, _) => Phase::Over(ended),
        }
    }

    /// Whether the game has come to its end.
    pub const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(..))
    }

    /// Whether clocks run and engines think.
    pub const fn is_running(&self) -> bool {
        matches!(self.run_state, RunState::Running) && !self.is_over() && !self.is_review
    }

    /// Who is to move, or was when the game ended.
    pub fn to_play(&self) -> Color {
        self.live.game.to_play()
    }

    /// What a player has asked the opponent for.
    pub fn request(&self) -> Option<(Color, Request)> {
        self.request.map(|it| (it.by, it.request))
    }

    /// An engine's evaluation of a position.
    pub fn evaluation(&self, node: NodeId) -> Option<Evaluation> {
        self.evaluations.get(&node).copied()
    }

    pub(crate) fn new_ticket(&mut self) -> Ticket {
        self.n_tickets += 1;
        Ticket::of_viewer(0, self.n_tickets)
    }

    /// The game up to a node.
    pub(crate) fn game_at(&self, node: NodeId) -> Game {
        property::game_by(&self.record, &mut Positions::new(), node, self.ruleset)
    }

    /// The node if the record has it.
    pub(crate) fn existing(&self, node: NodeId) -> Result<NodeId, Rejected> {
        if self.record.contains(node) { Ok(node) } else { Err(Rejected::NoSuchNode) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{View, Viewer};

    #[test]
    fn sessions_go_between_threads() {
        fn check<T: Send + Sync + Clone>() {}
        check::<Session>();
        check::<Viewer>();
        check::<View>();
        check::<Changes>();
        check::<Action>();
    }
}
