//! The review as a state machine: what to evaluate next, and the answers.

use tengen_analysis::{Analysis, AnalysisRequest, Effort};
use tengen_record::{
    EditError, EvaluationFormats, NodeEvaluation, NodeId, Points, Positions, Record,
};
use tengen_rules::{Color, Game, Komi, Move, Ruleset};

use crate::kept::{Nonsense, kept};
use crate::place::{Place, Places, Skipped, open_game};
use crate::priority;
use crate::{MoveReview, Plan, Report};

/// A record that is being judged.
///
/// It asks for evaluations one after the other ([`Review::next`]), the caller
/// has them made by any [`Analyst`](tengen_analysis::Analyst) and hands them
/// back ([`Review::answer`]); several may be under way. Results can be had at
/// any time. What it knows is kept in the record ([`Review::save`]), and a
/// review of that record goes on from there.
///
/// The same answers in the same order give the same requests.
#[derive(Clone, Debug)]
pub struct Review {
    plan: Plan,
    ruleset: Ruleset,
    pub(crate) places: Places,
    /// All places before this one were swept or are under way.
    swept_to: usize,
    n_spent: u64,
    /// The state of the record that the places are of.
    versions: Versions,
}

/// A position to be evaluated.
#[derive(Clone, Debug)]
pub struct Request {
    /// The node whose position it is.
    pub node: NodeId,
    /// The game up to the position; it is not over.
    pub game: Game,
    /// The player to move, whose turn it need not be.
    pub to_play: Color,
    /// The visits that are wanted.
    pub n_visits: u32,
}

impl Request {
    /// The question to an analyst.
    pub fn to_analysis(&self) -> AnalysisRequest<'_> {
        AnalysisRequest {
            to_play: self.to_play,
            wants_ownership: false,
            ..AnalysisRequest::new(&self.game, Effort::Visits(self.n_visits))
        }
    }
}

/// How far a review is.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Progress {
    /// The positions that can be evaluated.
    pub n_positions: usize,
    /// Those that were, at least quickly.
    pub n_swept: usize,
    /// Those that were evaluated more deeply.
    pub n_deepened: usize,
    /// Those at which the analyst failed.
    pub n_failed: usize,
    /// The visits of this run.
    pub n_visits: u64,
}

impl Progress {
    /// Whether every move has been looked at.
    pub const fn is_swept(&self) -> bool {
        self.n_swept + self.n_failed >= self.n_positions
    }
}

impl Review {
    /// A review of a record, with what is kept in it.
    ///
    /// The rules are for a record that names none.
    pub fn new(record: &Record, ruleset: Ruleset, plan: Plan) -> Review {
        Review {
            plan,
            ruleset,
            places: Places::new(record, ruleset),
            swept_to: 0,
            n_spent: 0,
            versions: versions(record),
        }
    }

    /// How much is spent.
    pub const fn plan(&self) -> Plan {
        self.plan
    }

    /// Spends more or less from here on.
    pub fn set_plan(&mut self, plan: Plan) {
        self.plan = plan;
        self.swept_to = 0;
    }

    /// The rules for a record that names none.
    pub const fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// Takes notice of edits of the record; evaluations of positions that
    /// have not changed stay.
    pub fn refresh(&mut self, record: &Record) {
        if self.versions == versions(record) {
            return;
        }
        let before = std::mem::replace(&mut self.places, Places::new(record, self.ruleset));
        let mut positions = Positions::new();
        for place in before.list {
            let Some(idx) = self.places.of(place.node) else { continue };
            let now = &mut self.places.list[idx];
            if now.node != place.node {
                continue;
            }
            now.has_failed = place.has_failed;
            now.pending = place.pending;
            if place.effort() > now.effort()
                && is_still(record, now, &place, self.ruleset, &mut positions)
            {
                now.evaluation = place.evaluation;
            }
        }
        self.swept_to = 0;
        self.versions = versions(record);
    }

    /// The next position to evaluate, or `None` if there is nothing to ask
    /// for: the review is done, or the rest is under way.
    ///
    /// The record is the one that is reviewed.
    pub fn next(&mut self, record: &Record) -> Option<Request> {
        self.refresh(record);
        loop {
            if self.plan.budget.is_some_and(|budget| self.n_spent >= budget) {
                return None;
            }
            let idx = self.next_unswept().or_else(|| priority::next(&self.places, self.plan))?;
            let place = &mut self.places.list[idx];
            let n_visits = self.plan.next_effort(place.effort())?;
            let mut positions = Positions::new();
            let Some(game) = open_game(record, place.node, self.ruleset, &mut positions) else {
                place.has_failed = true;
                continue;
            };
            place.pending = Some(n_visits);
            return Some(Request { node: place.node, game, to_play: place.to_play, n_visits });
        }
    }

    /// A position that somebody is looking at, to be evaluated before others
    /// with this many visits; `None` if it has had as many, is under way or
    /// cannot be evaluated.
    pub fn ask(&mut self, record: &Record, node: NodeId, n_visits: u32) -> Option<Request> {
        self.refresh(record);
        let idx = self.places.of(node)?;
        let place = &mut self.places.list[idx];
        let is_wanted =
            place.skipped.is_none() && place.pending.is_none() && place.effort() < n_visits;
        if !is_wanted {
            return None;
        }
        let game = open_game(record, place.node, self.ruleset, &mut Positions::new())?;
        place.pending = Some(n_visits);
        place.has_failed = false;
        Some(Request { node: place.node, game, to_play: place.to_play, n_visits })
    }

    /// The next place of the sweep, the main line first.
    fn next_unswept(&mut self) -> Option<usize> {
        let quick = self.plan.quick;
        let is_unswept = |it: &Place| it.is_open() && it.effort() < quick;
        let rest = &self.places.list[self.swept_to..];
        let found = rest.iter().position(is_unswept).map(|it| self.swept_to + it);
        self.swept_to = found.unwrap_or(self.places.list.len());
        found
    }

    /// Takes the answer to a request, and the name of who gave it.
    ///
    /// An answer to a node that is gone is dropped.
    ///
    /// # Errors
    ///
    /// Returns [`Nonsense`] if it cannot be true; the position then counts as
    /// one at which the analyst failed.
    pub fn answer(
        &mut self,
        request: &Request,
        analysis: &Analysis,
        analyst: &str,
    ) -> Result<(), Nonsense> {
        let Some(idx) = self.places.of(request.node) else { return Ok(()) };
        let moves = self.places.list[idx].children.iter();
        let played: Vec<Move> =
            moves.filter_map(|&it| self.places.list[it].mv).map(|(_, mv)| mv).collect();
        let place = &mut self.places.list[idx];
        place.pending = None;
        self.n_spent += u64::from(request.n_visits.max(analysis.n_visits));
        let Request { ref game, to_play, n_visits, .. } = *request;
        let evaluation = match kept(analysis, game, to_play, &played) {
            Ok(evaluation) => evaluation,
            Err(nonsense) => {
                place.has_failed = true;
                return Err(nonsense);
            }
        };
        if n_visits >= place.effort() {
            let check = Some(NodeEvaluation::check_of(game, to_play));
            let analyst = analyst.to_owned();
            let evaluation = NodeEvaluation { effort: n_visits, check, analyst, ..evaluation };
            place.evaluation = Some(evaluation.fitted());
        }
        Ok(())
    }

    /// Says that the analyst failed at a request, which is not repeated.
    pub fn fail(&mut self, request: &Request) {
        if let Some(idx) = self.places.of(request.node) {
            let place = &mut self.places.list[idx];
            (place.pending, place.has_failed) = (None, true);
        }
    }

    /// Takes a request back that was not carried out, for later.
    pub fn put_back(&mut self, request: &Request) {
        if let Some(idx) = self.places.of(request.node) {
            self.places.list[idx].pending = None;
            self.swept_to = self.swept_to.min(idx);
        }
    }

    /// Asks again where the analyst failed, for example with another one.
    pub fn retry(&mut self) {
        for place in &mut self.places.list {
            place.has_failed = false;
        }
        self.swept_to = 0;
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let mut progress = Progress { n_visits: self.n_spent, ..Progress::default() };
        for place in self.places.list.iter().filter(|it| it.skipped.is_none()) {
            progress.n_positions += 1;
            if place.effort() >= self.plan.quick {
                progress.n_swept += 1;
            } else if place.has_failed {
                progress.n_failed += 1;
            }
            progress.n_deepened += usize::from(place.effort() > self.plan.quick);
        }
        progress
    }

    /// Where lines are not reviewed, and why: once for each.
    pub fn skipped(&self) -> Vec<Skipped> {
        let of_place = |it: &Place| it.skipped.filter(|skipped| skipped.node == it.node);
        self.places.list.iter().filter_map(of_place).collect()
    }

    /// What is thought of the position after a node.
    pub fn evaluation(&self, node: NodeId) -> Option<&NodeEvaluation> {
        let idx = self.places.of(node)?;
        self.places.list[idx].evaluation.as_ref()
    }

    /// Forgets the evaluations of all other analysts, so that this one makes
    /// them anew; those in the record stay there until it is saved.
    pub fn forget_others(&mut self, analyst: &str) {
        for place in &mut self.places.list {
            place.evaluation.take_if(|it| it.analyst != analyst);
        }
        self.swept_to = 0;
    }

    /// Forgets all evaluations; those in the record stay there.
    pub fn clear(&mut self) {
        for place in &mut self.places.list {
            (place.evaluation, place.has_failed) = (None, false);
        }
        self.swept_to = 0;
    }

    /// What is to be said of the move that leads to a node; `None` for set-up,
    /// a line that is skipped, or before it was judged.
    pub fn judge(&self, record: &Record, node: NodeId) -> Option<MoveReview> {
        self.places.of(node).filter(|&it| self.places.list[it].node == node)?;
        crate::judge::judge(self, record, node)
    }

    /// What is to be said of the main line.
    pub fn report(&self, record: &Record) -> Report {
        self.report_of(record, record.root())
    }

    /// What is to be said of the line through a node: from the root to it, and
    /// on along its first children.
    pub fn report_of(&self, record: &Record, through: NodeId) -> Report {
        let mut line = record.path(through);
        line.extend(record.line(through).skip(1));
        crate::report::report(self, record, &line)
    }

    /// Keeps everything in the record, as one step of its history.
    ///
    /// Nodes whose evaluation is in the record already are left alone.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] and changes nothing if the record would outgrow
    /// 4 GiB.
    pub fn save(&self, record: &mut Record, formats: EvaluationFormats) -> Result<(), EditError> {
        record.transact(|record| {
            for (idx, place) in self.places.list.iter().enumerate() {
                let Some(evaluation) = &place.evaluation else { continue };
                if !record.contains(place.node) {
                    continue;
                }
                let loss = self.loss_at(idx).map(Points::new);
                let evaluation = NodeEvaluation { loss, ..evaluation.clone() };
                if record.node(place.node).evaluation().as_ref() != Some(&evaluation) {
                    record.set_evaluation(place.node, &evaluation, formats)?;
                }
            }
            Ok(())
        })
    }
}

/// What tells that a record may have changed: its tree, its positions, and
/// what the games are played by.
type Versions = (u64, u64, Option<Komi>, Option<Ruleset>);

fn versions(record: &Record) -> Versions {
    let info = record.info();
    (record.tree_version(), record.position_version(), info.komi(), info.ruleset())
}

/// Whether the evaluation of a place before edits is still about it.
fn is_still(
    record: &Record,
    now: &Place,
    before: &Place,
    ruleset: Ruleset,
    positions: &mut Positions,
) -> bool {
    let Some(evaluation) = &before.evaluation else { return false };
    if now.skipped.is_some() || now.to_play != evaluation.to_play {
        return false;
    }
    let game = open_game(record, now.node, ruleset, positions);
    game.is_some_and(|it| {
        evaluation.check.is_none_or(|check| NodeEvaluation::check_of(&it, now.to_play) == check)
    })
}
