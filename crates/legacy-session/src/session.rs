//! One game being played, and the one way to change it.

use std::collections::HashMap;
use std::time::Duration;

use tengen_analysis::{Analysis, Evaluation};
use tengen_clock::{GameClock, TimeControl};
use tengen_record::{Clip, Margin, NodeId, Outcome, Record, Revision};
use tengen_rules::{ByColor, Color, Game, Move, Point, PointSet, Ruleset};

use crate::editing::{Ends, Writing};
use crate::scoring::Scoring;
use crate::setup::Seat;
use crate::sight::Sight;
use crate::{Action, BadSetup, Effect, Rejected, Setup, Ticket, Wanted, save};

/// One game being played.
///
/// [`Session::apply`] is the only way to change it, and [`Session::view`] has
/// everything that a front end draws. There are no threads and no clock in
/// it: what has to be done is returned as [`Effect`]s, and time is passed in
/// as the duration since some moment that stays the same.
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) seats: ByColor<Seat>,
    /// The rules, unless the record names others.
    pub(crate) ruleset: Ruleset,
    pub(crate) record: Record,
    /// Where the game is.
    pub(crate) live: Place,
    /// What is being looked at.
    pub(crate) viewed: Place,
    /// Where the game was before moves were taken back, the last one last.
    pub(crate) undone: Vec<NodeId>,
    /// The end of the line that was looked at last, at or behind the node
    /// that is being looked at; the main line goes on from there.
    pub(crate) tip: NodeId,
    pub(crate) clock: GameClock,
    pub(crate) stage: Stage,
    pub(crate) motion: Motion,
    /// Whether what is played is the main line, because the record is the
    /// one of this game and not one that was opened.
    pub(crate) is_own: bool,
    /// Whether nobody plays, so that the game is wherever somebody looks.
    pub(crate) is_review: bool,
    /// Where the record is from.
    pub(crate) origin: String,
    /// The state of the record that is in a file.
    pub(crate) saved: Option<Revision>,
    /// What was cut or copied.
    pub(crate) clip: Option<Clip>,
    pub(crate) writing: Option<Writing>,
    /// Where somebody looked before and after the edits that led to a state of
    /// the record.
    pub(crate) ends: HashMap<Revision, Ends>,
    pub(crate) thinking: Option<Thinking>,
    pub(crate) question: Option<Question>,
    pub(crate) insight: Option<Insight>,
    /// Whether every position that is looked at is analyzed.
    pub(crate) is_analysis_on: bool,
    /// What engines thought of positions.
    pub(crate) evaluations: HashMap<NodeId, Evaluation>,
    /// What went wrong with an engine.
    pub(crate) problem: Option<String>,
    /// The seconds that were last heard.
    pub(crate) heard_seconds: Option<u64>,
    pub(crate) last_ticket: u64,
    pub(crate) sight: Sight,
}

/// A position of the record, with what led there.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) node: NodeId,
    pub(crate) game: Game,
}

#[derive(Clone, Debug)]
pub(crate) enum Stage {
    /// Black places handicap stones, these so far.
    Placing(Vec<Point>),
    Playing,
    Scoring(Box<Scoring>),
    /// With the stones that were taken for dead, if the game was counted.
    Over(Outcome, Option<Box<PointSet>>),
}

/// Whether clocks run and engines think.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Motion {
    /// The game has not begun, or was just opened.
    Waiting,
    Running,
    Paused,
}

/// An engine that was asked for its move.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Thinking {
    pub(crate) ticket: Ticket,
    pub(crate) color: Color,
    pub(crate) since: Duration,
}

/// An analysis that is being made.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Question {
    pub(crate) ticket: Ticket,
    pub(crate) node: NodeId,
    pub(crate) wanted: Wanted,
}

/// An analysis that was made.
#[derive(Clone, Debug)]
pub(crate) struct Insight {
    pub(crate) node: NodeId,
    pub(crate) wanted: Wanted,
    pub(crate) analysis: Analysis,
}

/// The time of an action, and what the outside must do because of it.
#[derive(Debug)]
pub(crate) struct Moment {
    pub(crate) now: Duration,
    pub(crate) effects: Vec<Effect>,
    /// Whether something changed that somebody would miss.
    pub(crate) is_worth_saving: bool,
}

impl Moment {
    pub(crate) fn save(&mut self) {
        self.is_worth_saving = true;
    }
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
        save::forget_session(&mut record);
        let last = record.main_line().last().unwrap_or(record.root());
        let outcome = record.info().outcome().filter(|&it| it != Outcome::Unknown);
        let setup = setup.named_by(&record);
        let mut session = Session { is_own: false, ..Session::at(record, last, setup) };
        if let Some(outcome) = outcome {
            session.stage = Stage::Over(outcome, None);
        }
        session
    }

    pub(crate) fn at(record: Record, node: NodeId, setup: Setup) -> Session {
        let Setup { seats, ruleset, time, .. } = setup;
        let place = Place { node, game: save::game_at(&record, node, ruleset) };
        let mut session = Session {
            seats,
            ruleset,
            tip: node,
            saved: Some(record.revision()),
            sight: Sight::new(&record),
            record,
            viewed: place.clone(),
            live: place,
            undone: Vec::new(),
            clock: GameClock::new(time),
            stage: Stage::Playing,
            motion: Motion::Waiting,
            is_own: true,
            is_review: false,
            origin: String::new(),
            clip: None,
            writing: None,
            ends: HashMap::new(),
            thinking: None,
            question: None,
            insight: None,
            is_analysis_on: false,
            evaluations: HashMap::new(),
            problem: None,
            heard_seconds: None,
            last_ticket: 0,
        };
        session.refresh();
        session
    }

    /// Does what an action asks for, and returns what the outside must do.
    ///
    /// `now` is the time since some moment that stays the same for a session.
    /// A clock that has fallen by then ends the game before anything else
    /// happens: an action that comes too late is dropped. So is the answer to
    /// a question that nobody asks any more.
    ///
    /// # Errors
    ///
    /// Returns [`Rejected`] and changes nothing if the action is not
    /// possible.
    pub fn apply(&mut self, action: Action, now: Duration) -> Result<Vec<Effect>, Rejected> {
        let mut moment = Moment { now, effects: Vec::new(), is_worth_saving: false };
        let fallen = self.clock.fallen(now);
        if let Some(color) = fallen {
            self.end(Outcome::Win(!color, Margin::Time), &mut moment);
        }
        if fallen.is_none() || matches!(action, Action::Analyzed { .. }) {
            self.perform(action, &mut moment)?;
        }
        self.refresh();
        if moment.is_worth_saving && self.is_review && !self.has_unsaved_changes() {
            moment.effects.push(Effect::Discard);
        } else if moment.is_worth_saving {
            moment.effects.push(Effect::Save { sgf: self.to_sgf(now) });
        }
        Ok(moment.effects)
    }

    fn perform(&mut self, action: Action, moment: &mut Moment) -> Result<(), Rejected> {
        match action {
            Action::Start => self.start(moment)?,
            Action::Pause => self.pause(moment)?,
            Action::ChangeSeat(color, seat) => self.change_seat(color, seat, moment)?,
            Action::Play(point) => self.play(Move::Play(point), moment)?,
            Action::Pass => self.play(Move::Pass, moment)?,
            Action::Resign(color) => self.resign(color, moment)?,
            Action::Undo => self.undo(moment)?,
            Action::Redo => self.redo(moment)?,
            Action::PlayFromHere => self.play_from_here(moment)?,
            Action::PlayOn { seats, time } => self.play_on(*seats, time, moment)?,
            Action::Review => self.begin_review(moment)?,
            Action::Go(step) => self.go(step, moment)?,
            Action::Find(find, direction) => self.find(&find, direction, moment)?,
            Action::Edit(edit) => self.edit(&edit, moment)?,
            Action::UndoEdit => self.undo_edit(moment)?,
            Action::RedoEdit => self.redo_edit(moment)?,
            Action::MarkSaved(revision) => {
                self.saved = Some(revision);
                self.writing = None;
                moment.is_worth_saving = self.is_review;
            }
            Action::SetOrigin(origin) => self.origin = origin,
            Action::Hint => self.ask(Wanted::Hints, moment)?,
            Action::Estimate => self.ask(Wanted::Ownership, moment)?,
            Action::SetAnalysis(is_on) => self.set_analysis(is_on, moment),
            Action::HideAnalysis => self.hide_analysis(moment),
            Action::MoveNow => self.hurry(moment)?,
            Action::ToggleDead { point, is_forced } => {
                self.toggle_dead(point, is_forced, moment)?;
            }
            Action::Agree(color) => self.agree(color, moment)?,
            Action::ResumePlay(color) => self.resume_play(color, moment)?,
            Action::Tick => self.tick(moment),
            Action::EngineMoved { ticket, decision, evaluation } => {
                self.engine_moved(ticket, decision, evaluation, moment);
            }
            Action::EngineFailed { ticket, reason } => self.engine_failed(ticket, reason, moment),
            Action::Analyzed { ticket, analysis, is_last } => {
                self.analyzed(ticket, *analysis, is_last);
            }
            Action::DeadProposed { ticket, proposal } => {
                self.dead_proposed(ticket, *proposal, moment);
            }
        }
        Ok(())
    }

    /// The record, with all variations.
    ///
    /// What only a session knows is not in it: see [`Session::to_sgf`].
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The game that is being played, up to its last move.
    pub const fn game(&self) -> &Game {
        &self.live.game
    }

    /// The game up to the position that is being looked at.
    pub const fn viewed_game(&self) -> &Game {
        &self.viewed.game
    }

    /// Who plays each color.
    pub const fn seats(&self) -> &ByColor<Seat> {
        &self.seats
    }

    /// The time that each player has at first.
    pub const fn time_control(&self) -> TimeControl {
        self.clock.control()
    }

    /// When the running clock will fall, if it does: [`Action::Tick`] is due
    /// by then.
    pub fn falls_at(&self) -> Option<Duration> {
        self.clock.falls_at()
    }

    /// Says whether a person may make a move in the position that is being
    /// looked at, and why not.
    ///
    /// # Errors
    ///
    /// Returns the same [`Rejected`] as [`Action::Play`] and [`Action::Pass`]
    /// would.
    pub fn check(&self, mv: Move) -> Result<(), Rejected> {
        if self.is_review {
            return self.check_free(self.viewed.game.to_play(), mv);
        }
        let is_live = self.viewed.node == self.live.node;
        match self.stage {
            Stage::Placing(_) => return self.check_handicap(mv),
            Stage::Scoring(_) if is_live => return Err(Rejected::Scoring),
            Stage::Over(..) if is_live => return Err(Rejected::Over),
            _ if self.motion == Motion::Paused => return Err(Rejected::Paused),
            _ => (),
        }
        let color = self.viewed.game.to_play();
        if !self.seats[color].is_person() {
            return Err(Rejected::NotYourTurn(color));
        }
        Ok(self.viewed.game.check(mv)?)
    }

    /// Whether the game has come to its end.
    pub const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(..))
    }

    pub(crate) fn new_ticket(&mut self) -> Ticket {
        self.last_ticket += 1;
        Ticket(self.last_ticket)
    }

    pub(crate) fn place(&mut self, node: NodeId) -> Place {
        let positions = &mut self.sight.positions;
        Place { node, game: save::game_by(&self.record, positions, node, self.ruleset) }
    }

    /// Who is to move, or was when the game ended.
    pub(crate) const fn to_play(&self) -> Color {
        self.live.game.to_play()
    }
}
