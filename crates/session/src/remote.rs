//! A game that is played elsewhere, such as on a server: the session follows
//! what it is told, and decides nothing by itself.
//!
//! [`Action::Follow`](crate::Action::Follow) brings the session to a state that
//! was told. No player can change such a session: what a person wants is sent
//! to where the game is played, and comes back as another state.

use std::sync::Arc;
use std::time::Duration;

use tengen_clock::TimeLeft;
use tengen_record::{EditError, Outcome};
use tengen_rules::{ByColor, Color, End, Game, Move, PointSet};

use crate::consent::PendingRequest;
use crate::save::property;
use crate::scoring::Scoring;
use crate::session::{Live, PendingMove, RunState, Session, Stage};
use crate::transition::Transition;
use crate::{Action, Actor, EndReason, Ended, Event, Rejected, Request, Seat};

/// The state of a game that is played elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct RemoteGame {
    /// Who this side is, and who is there.
    pub about: RemoteView,
    /// Who plays each color.
    pub seats: ByColor<Seat>,
    /// The handicap stones that Black has placed.
    pub handicap: PointSet,
    /// All moves.
    pub moves: Vec<(Color, Move)>,
    /// Who is to play.
    pub to_play: Color,
    /// What is going on.
    pub stage: RemoteStage,
    /// Both clocks.
    pub clocks: RemoteClocks,
    /// What a player has asked the opponent for.
    pub request: Option<(Color, Request)>,
}

/// Who this side is in a game that is played elsewhere, and who is there.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct RemoteView {
    /// The colors that are played here; neither by a spectator.
    pub own: ByColor<bool>,
    /// The players who are there.
    pub present: ByColor<bool>,
    /// How many others watch.
    pub n_spectators: u32,
    /// Whether there is a connection.
    pub is_connected: bool,
    /// Who has asked to play again.
    pub rematch: Option<Color>,
}

impl RemoteView {
    /// Whether the game is only watched here.
    pub const fn is_spectator(&self) -> bool {
        !self.own.black && !self.own.white
    }
}

/// What is going on in a game that is played elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub enum RemoteStage {
    /// A player has not come yet.
    Waiting,
    /// Black places handicap stones.
    Placing,
    /// Players make moves.
    Playing,
    /// The clocks stand still.
    Paused,
    /// Players find out which stones are dead.
    Scoring(RemoteScoring),
    /// The game is over, with the dead stones if it was counted.
    Over(Outcome, Option<PointSet>),
}

/// The scoring of a game that is played elsewhere.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct RemoteScoring {
    /// The stones that are marked dead.
    pub dead: PointSet,
    /// Empty points where a border is still open.
    pub open: PointSet,
    /// Who has agreed with that.
    pub agreed: ByColor<bool>,
    /// Whether an engine is still looking at the position.
    pub is_proposal_pending: bool,
    /// The time to agree that is left, if it is limited, as of the moment
    /// of the clocks.
    pub time_left: Option<Duration>,
}

/// The clocks of a game that is played elsewhere.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct RemoteClocks {
    /// What was left on each.
    pub left: ByColor<TimeLeft>,
    /// Whose clock runs.
    pub running: Option<Color>,
    /// How long ago that was.
    pub age: Duration,
}

impl Session {
    /// Who this side is, if the game is played elsewhere.
    pub const fn remote(&self) -> Option<RemoteView> {
        self.remote
    }

    /// Says who may do something to a game that is played elsewhere.
    pub(crate) const fn check_remote_right(actor: Actor, action: &Action) -> Result<(), Rejected> {
        match (actor, action) {
            (
                Actor::Owner,
                Action::Follow(_)
                | Action::MarkSaved(_)
                | Action::SetOrigin(_)
                | Action::NoteEvaluation { .. }
                | Action::KeepEvaluations(_),
            )
            | (Actor::Clock, Action::Tick) => Ok(()),
            _ => Err(Rejected::Elsewhere),
        }
    }

    /// Brings the game to the state that was told.
    pub(crate) fn follow(
        &mut self,
        told: &RemoteGame,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        if self.is_review {
            return Err(Rejected::NotPlaying);
        }
        let before = matches!(self.stage, Stage::Placing(_)).then(|| self.clone());
        self.follow_handicap(told, transition);
        if let Err(reason) = self.follow_moves(told, transition) {
            if let Some(before) = before {
                *self = before;
            }
            return Err(reason);
        }
        self.follow_seats(&told.seats, transition);
        self.follow_clocks(&told.clocks, transition);
        self.follow_stage(told, transition);
        self.follow_request(told.request, transition);
        if self.remote.replace(told.about) != Some(told.about) {
            transition.event(Event::RemoteChanged);
        }
        Ok(())
    }

    /// Stops what has run out; the end is told by those who play.
    pub(crate) fn stop_fallen(&mut self, now: Duration) {
        match &mut self.stage {
            Stage::Scoring(scoring) => {
                scoring.time = Some(Duration::ZERO);
                scoring.since = None;
            }
            Stage::Placing(_) | Stage::Playing | Stage::Over(..) => self.clock.stop(now),
        }
    }

    fn follow_handicap(&mut self, told: &RemoteGame, transition: &mut Transition) {
        let Stage::Placing(stones) = &self.stage else { return };
        let before: PointSet = stones.iter().copied().collect();
        let n_left = usize::from(self.live.game.handicap()).saturating_sub(told.handicap.len());
        for point in before - told.handicap {
            let noted = self.note_handicap(point, None, false);
            debug_assert!(noted.is_ok(), "the root is there and has no move");
            transition.event(Event::HandicapTaken(point));
        }
        let new = told.handicap - before;
        for (idx, point) in new.iter().enumerate() {
            let is_last = n_left == 0 && idx + 1 == new.len();
            let noted = self.note_handicap(point, Some(Color::Black), is_last);
            debug_assert!(noted.is_ok(), "the root is there and has no move");
            transition.event(Event::HandicapPlaced(point));
        }
        self.stage = match n_left {
            0 => Stage::Playing,
            _ => Stage::Placing(told.handicap.iter().collect()),
        };
    }

    /// Goes back to the last common position, and makes the moves from there.
    fn follow_moves(
        &mut self,
        told: &RemoteGame,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let made = self.record.moves(self.live.node);
        let is_same = |(mv, told): &(&_, &(Color, Move))| same_move(mv, **told);
        let n_common = made.iter().zip(&told.moves).take_while(is_same).count();
        let is_back = n_common < made.len();
        let mut live = self.live.clone();
        if is_back {
            let node = n_common.checked_sub(1).map_or(self.record.root(), |idx| made[idx].node);
            live = Live { node, game: Arc::new(self.game_at(node)) };
        }
        let new = &told.moves[n_common..];
        // An illegal move is found before anything has changed.
        play_all((*live.game).clone(), new)?;
        if is_back {
            self.undone.clear();
            self.is_live_main = false;
            self.live = live;
            transition.event(Event::WentTo(self.live.node));
        }
        if let Some((last, earlier)) = new.split_last() {
            for &(color, mv) in earlier {
                self.note_remote_move(color, mv);
            }
            if !earlier.is_empty() {
                transition.event(Event::WentTo(self.live.node));
            }
            self.follow_last_move(*last, &told.clocks, transition);
        }
        transition.node = Some(self.live.node).filter(|_| is_back || !new.is_empty());
        self.follow_resumption(told, transition);
        Ok(())
    }

    fn follow_last_move(
        &mut self,
        (color, mv): (Color, Move),
        clocks: &RemoteClocks,
        transition: &mut Transition,
    ) {
        let n_before = self.live.game.position().prisoners[color];
        self.note_remote_move(color, mv);
        let node = self.live.node;
        let noted = property::note_time_left(&mut self.record, node, color, clocks.left[color]);
        debug_assert!(noted.is_ok(), "a node can have any time");
        self.forget_edits();
        let n_captured = self.live.game.position().prisoners[color].saturating_sub(n_before);
        transition.event(Event::Moved { node, color, mv, n_captured: n_captured as u16 });
        self.told_seconds = None;
    }

    /// Writes down a move that is known to be legal.
    fn note_remote_move(&mut self, color: Color, mv: Move) {
        if self.live.game.end() == Some(End::Passes) {
            self.resume_remote(color);
        }
        let noted = self.try_note_remote_move(color, mv);
        debug_assert!(noted.is_ok(), "a legal move fits into the record");
    }

    fn try_note_remote_move(&mut self, color: Color, mv: Move) -> Result<(), EditError> {
        let before = self.live.node;
        let node = self.record.play(before, color, mv)?;
        self.keep_on_main_line(before, node)?;
        self.forget_edits();
        let played = Arc::make_mut(&mut self.live.game).play_as(color, mv);
        debug_assert!(played.is_ok(), "the move was checked");
        self.live.node = node;
        Ok(())
    }

    /// Both have passed and the game goes on.
    fn follow_resumption(&mut self, told: &RemoteGame, transition: &mut Transition) {
        let goes_on = matches!(told.stage, RemoteStage::Playing | RemoteStage::Paused);
        if goes_on && self.live.game.end() == Some(End::Passes) {
            self.resume_remote(told.to_play);
            transition.event(Event::PlayResumed(told.to_play));
        }
    }

    fn resume_remote(&mut self, to_play: Color) {
        let noted = property::note_resumption(&mut self.record, self.live.node, to_play);
        debug_assert!(noted.is_ok(), "a node can have any property");
        self.forget_edits();
        // A game that is not over needs nothing to go on.
        let _ = Arc::make_mut(&mut self.live.game).resume(to_play);
    }

    fn follow_seats(&mut self, seats: &ByColor<Seat>, transition: &mut Transition) {
        for color in Color::ALL {
            if self.seats[color] != seats[color] {
                self.name_player(color, &seats[color]);
                self.seats[color] = seats[color].clone();
                transition.event(Event::SeatChanged(color));
            }
        }
    }

    fn follow_clocks(&mut self, clocks: &RemoteClocks, transition: &Transition) {
        let since = transition.now.saturating_sub(clocks.age);
        self.clock = self.clock.with_left(clocks.left);
        if let Some(color) = clocks.running {
            self.clock.start(color, since);
        }
    }

    fn follow_stage(&mut self, told: &RemoteGame, transition: &mut Transition) {
        let since = transition.now.saturating_sub(told.clocks.age);
        let run_state = match told.stage {
            RemoteStage::Waiting | RemoteStage::Over(..) => RunState::Waiting,
            RemoteStage::Paused => RunState::Paused,
            RemoteStage::Placing | RemoteStage::Playing | RemoteStage::Scoring(_) => {
                RunState::Running
            }
        };
        match (self.run_state, run_state) {
            (before, RunState::Running) if before != RunState::Running => {
                transition.event(Event::Started);
            }
            (RunState::Running, RunState::Paused) => transition.event(Event::Paused),
            _ => (),
        }
        self.run_state = run_state;
        match &told.stage {
            RemoteStage::Scoring(scoring) => self.follow_scoring(scoring, since, transition),
            RemoteStage::Over(outcome, dead) => self.follow_end(*outcome, *dead, transition),
            // A game that waits or is paused may still have stones to place.
            _ if matches!(self.stage, Stage::Placing(_)) => (),
            _ => self.stage = Stage::Playing,
        }
        let is_playing = told.stage == RemoteStage::Playing;
        let color = told.to_play;
        let is_engine = is_playing && !self.seats[color].is_person();
        self.thinking = match self.thinking.filter(|it| it.color == color) {
            _ if !is_engine => None,
            Some(known) => Some(known),
            None => Some(PendingMove { ticket: self.new_ticket(), color, since }),
        };
    }

    fn follow_scoring(
        &mut self,
        told: &RemoteScoring,
        since: Duration,
        transition: &mut Transition,
    ) {
        let before = if let Stage::Scoring(before) = &self.stage {
            (**before).clone()
        } else {
            transition.event(Event::ScoringBegan);
            Scoring::default()
        };
        if before.dead != told.dead || before.ticket.is_some() && !told.is_proposal_pending {
            transition.event(Event::DeadChanged(told.dead));
        }
        for color in Color::ALL {
            if told.agreed[color] && !before.agreed[color] {
                transition.event(Event::Agreed(color));
            }
        }
        let ticket = told.is_proposal_pending.then(|| self.new_ticket());
        self.stage = Stage::Scoring(Box::new(Scoring {
            dead: told.dead,
            open: told.open,
            ownership: None,
            ticket,
            is_touched: false,
            agreed: told.agreed,
            proposal: None,
            agreed_on: ByColor::default(),
            time: told.time_left,
            since: told.time_left.map(|_| since),
        }));
    }

    fn follow_end(
        &mut self,
        outcome: Outcome,
        dead: Option<PointSet>,
        transition: &mut Transition,
    ) {
        let mut ended = Ended::by(outcome);
        if ended.reason == EndReason::LongCycle && self.live.game.end() != Some(End::LongCycle) {
            ended.reason = EndReason::Cancelled;
        }
        if matches!(&self.stage, Stage::Over(before, _) if *before == ended) {
            return;
        }
        if let Some(dead) = dead {
            let counting = self.live.game.count(&dead);
            let noted = self.note_territory(&counting);
            debug_assert!(noted.is_ok(), "points of the board can be marked");
        }
        self.note_end(outcome);
        self.stage = Stage::Over(ended, dead.map(Box::new));
        transition.event(Event::Ended(ended));
    }

    fn follow_request(&mut self, told: Option<(Color, Request)>, transition: &mut Transition) {
        let told = told.map(|(by, request)| PendingRequest { by, request });
        if self.request == told {
            return;
        }
        self.close_request(false, transition);
        self.request = told;
        if let Some(PendingRequest { by, request }) = told {
            transition.event(Event::Asked(by, request));
        }
    }
}

fn same_move(made: &tengen_record::NumberedMove, told: (Color, Move)) -> bool {
    (made.color, made.mv) == told
}

/// Checks that moves are legal one after another.
fn play_all(mut game: Game, moves: &[(Color, Move)]) -> Result<(), Rejected> {
    for &(color, mv) in moves {
        if game.end() == Some(End::Passes) {
            // A game that is not over needs nothing to go on.
            let _ = game.resume(color);
        }
        game.play_as(color, mv)?;
    }
    Ok(())
}
