//! One input while it is carried out: actions of the session, and their
//! changes as clients see them.

use tengen_rules::{Board, Color, Move, PointSet};
use tengen_session::{
    Action, Actor, Changes, Effect, EngineProblem, Event as SessionEvent, Rejected, Save,
};

use super::{MAX_RECENT, NewGame, Output, Refusal, Room, describe};
use crate::store::{StoredChange, StoredSgf};
use crate::wire::{Change, ChatLine, Event, PlayedMove, Requested};

/// What an input has led to so far.
#[derive(Debug, Default)]
pub(super) struct Step {
    pub(super) changes: Vec<Change>,
    pub(super) line: Option<ChatLine>,
    pub(super) effects: Vec<Effect>,
    pub(super) rematch: Option<Box<NewGame>>,
    sgf: SgfNeed,
    /// Whether something about the scoring is different.
    is_scoring_changed: bool,
    /// Whether what the room knows must be stored without a public change.
    pub(super) is_meta_changed: bool,
    /// Whether a request to take back stays open although a move was made.
    pub(super) keeps_undo: bool,
}

/// What must be stored of the session.
#[derive(Debug, Default)]
enum SgfNeed {
    #[default]
    Nothing,
    Lines(Vec<String>),
    Whole,
}

impl Step {
    pub(super) fn change(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Has the session stored as it is.
    pub(super) fn save_whole(&mut self) {
        self.sgf = SgfNeed::Whole;
    }

    fn save(&mut self, save: Save) {
        match (save, &mut self.sgf) {
            (Save::Appended(_), SgfNeed::Whole) => (),
            (Save::Appended(line), SgfNeed::Lines(lines)) => lines.push(line),
            (Save::Appended(line), need @ SgfNeed::Nothing) => *need = SgfNeed::Lines(vec![line]),
            (Save::Whole | Save::Discard, need) => *need = SgfNeed::Whole,
        }
    }
}

impl Room {
    /// Has a player do something.
    pub(super) fn act(
        &mut self,
        color: Color,
        action: Action,
        step: &mut Step,
    ) -> Result<(), Refusal> {
        self.apply(Actor::Player(color), action, step)
    }

    /// Does something as the owner of the game.
    pub(super) fn act_owner(&mut self, action: Action, step: &mut Step) -> Result<(), Refusal> {
        self.apply(Actor::Owner, action, step)
    }

    pub(super) fn apply(
        &mut self,
        actor: Actor,
        action: Action,
        step: &mut Step,
    ) -> Result<(), Refusal> {
        match self.session.apply(actor, action, self.now) {
            Ok(changes) => {
                self.take(changes, step);
                Ok(())
            }
            Err(Rejected::TimeUp) => {
                self.fall(step);
                Err(Refusal::Rejected(Rejected::TimeUp))
            }
            Err(reason) => Err(reason.into()),
        }
    }

    /// The clock has fallen, or the time for scoring is over.
    pub(super) fn fall(&mut self, step: &mut Step) {
        if let Ok(changes) = self.session.apply(Actor::Clock, Action::Tick, self.now) {
            self.take(changes, step);
        }
    }

    /// An engine answers; a late answer is refused, and concerns no client.
    pub(super) fn engine(&mut self, action: Action, step: &mut Step) {
        let _ = self.apply(Actor::Engine, action, step);
    }

    /// Takes what the session says has changed.
    pub(super) fn take(&mut self, changes: Changes, step: &mut Step) {
        for effect in changes.effects {
            match effect {
                Effect::Save(save) => step.save(save),
                effect => step.effects.push(effect),
            }
        }
        for event in changes.events {
            self.translate(event, step);
        }
    }

    fn translate(&mut self, event: SessionEvent, step: &mut Step) {
        match event {
            SessionEvent::Started => {
                self.meta.is_paused = false;
                self.turn_since = self.now;
                step.change(Change::Started {});
            }
            SessionEvent::Paused => {
                self.meta.is_paused = true;
                step.change(Change::Paused {});
            }
            SessionEvent::Moved { color, mv, .. } => self.moved(color, mv, step),
            SessionEvent::HandicapPlaced(at) => {
                self.turn_since = self.now;
                self.board = *self.session.game().board();
                let left = self.session.n_handicap_left() as u32;
                step.change(Change::Placed { at, left, to_play: self.to_play() });
            }
            SessionEvent::HandicapTaken(at) => {
                self.board = *self.session.game().board();
                let left = self.session.n_handicap_left() as u32;
                step.change(Change::Unplaced { at, left });
            }
            SessionEvent::WentTo(_) => self.went(step),
            SessionEvent::Asked(by, request) => {
                let is_kept = |what: &Requested| *what == Requested::Undo && step.keeps_undo;
                if let Some(what) = describe::requested(request).filter(|it| !is_kept(it)) {
                    step.change(Change::Asked { by, what });
                }
            }
            SessionEvent::RequestClosed { request, is_accepted } => {
                let what = describe::requested(request);
                let is_kept = what == Some(Requested::Undo) && step.keeps_undo && !is_accepted;
                if let Some(what) = what.filter(|_| !is_kept) {
                    step.change(Change::Answered { what, accepted: is_accepted });
                }
            }
            SessionEvent::ScoringBegan | SessionEvent::DeadChanged(_) => {
                self.meta.scoring_revision += 1;
                step.is_scoring_changed = true;
            }
            SessionEvent::Agreed(_) => step.is_scoring_changed = true,
            SessionEvent::PlayResumed(to_play) => {
                self.turn_since = self.now;
                let resumes_left = self.resumes_left();
                step.change(Change::Resumed { to_play, resumes_left });
            }
            SessionEvent::Ended(_) => {
                // The result needs the dead stones, which are there at the end.
                step.change(Change::Over(describe::NO_RESULT));
            }
            SessionEvent::TimeCredited(color, time) => {
                let ms = crate::wire::millis(time);
                step.change(Change::Credited { color, ms });
            }
            SessionEvent::Failed(problem) => {
                let color = match problem {
                    EngineProblem::NoMove { color, .. }
                    | EngineProblem::IllegalMove { color, .. } => Some(color),
                    EngineProblem::NoDeadStones(_) | EngineProblem::NoAnalysis(_) => None,
                };
                step.change(Change::EngineFailed { color });
            }
            SessionEvent::SeatChanged(_)
            | SessionEvent::RemoteChanged
            | SessionEvent::ReviewBegan
            | SessionEvent::SecondsLeft(..)
            | SessionEvent::Edited(_)
            | SessionEvent::MoveAdded { .. }
            | SessionEvent::Evaluated(_)
            | SessionEvent::FileChanged => (),
        }
    }

    fn moved(&mut self, color: Color, mv: Move, step: &mut Step) {
        let after = *self.session.game().board();
        let mv = PlayedMove { color, mv, captured: gone(&self.board, &after) };
        self.board = after;
        self.moves.push(mv.clone());
        self.turn_since = self.now;
        self.meta.is_paused = false;
        let n = self.moves.len() as u32;
        step.change(Change::Played { n, mv, to_play: self.session.to_play() });
    }

    /// Moves were taken back.
    fn went(&mut self, step: &mut Step) {
        self.board = *self.session.game().board();
        let n = describe::n_moves(self.session.game());
        self.moves.truncate(n);
        self.turn_since = self.now;
        step.change(Change::Undone { n: n as u32, to_play: self.session.to_play() });
    }

    /// Gives the changes their versions, and says what must be stored.
    pub(super) fn finish(
        &mut self,
        mut step: Step,
        before: u64,
        answer: Option<Result<u64, Refusal>>,
    ) -> Output {
        self.complete_changes(&mut step);
        let has_ended = step.changes.iter().any(|it| matches!(it, Change::Over(_)));
        let clocks = self.clocks();
        let events: Vec<Event> = step
            .changes
            .into_iter()
            .zip(before + 1..)
            .map(|(change, v)| Event { v, clocks: clocks.clone(), change })
            .collect();
        self.version = before + events.len() as u64;
        self.recent.extend(events.iter().cloned());
        self.recent.drain(..self.recent.len().saturating_sub(MAX_RECENT));
        let sgf = match step.sgf {
            SgfNeed::Nothing => StoredSgf::Same,
            SgfNeed::Lines(lines) => StoredSgf::Line(lines.join("\n")),
            SgfNeed::Whole => StoredSgf::Whole(self.session.to_sgf(self.now)),
        };
        let is_changed = self.version != before || sgf != StoredSgf::Same || step.is_meta_changed;
        let change = is_changed.then(|| StoredChange {
            before,
            version: self.version,
            epoch: self.epoch,
            sgf,
            room: self.meta_text(),
            listing: self.listing(),
            rated: if has_ended { self.rated_game() } else { None },
        });
        Output {
            answer: answer.map(|it| it.map(|_| self.version)),
            events,
            line: step.line,
            change,
            effects: step.effects,
            rematch: step.rematch,
            presence: self.changed_presence(),
        }
    }

    /// Fills in what is known at the end only.
    fn complete_changes(&mut self, step: &mut Step) {
        if step.is_scoring_changed
            && let Some(scoring) = self.scoring_state()
        {
            self.meta.agreed = scoring.agreed;
            step.change(Change::Scoring(scoring));
        }
        let result = self.result_state();
        for change in &mut step.changes {
            if let (Change::Over(told), Some(result)) = (change, &result) {
                told.clone_from(result);
            }
        }
    }
}

/// The stones that were there before.
pub(super) fn gone(before: &Board, after: &Board) -> PointSet {
    before.stones().map(|(_, it)| it).filter(|&it| after.is_empty_at(it)).collect()
}
