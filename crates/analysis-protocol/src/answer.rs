//! Answers as JSON, with the fields in alphabetical order as KataGo has them.

use serde_json::{Map, Value, json};
use tengen_analysis::{Analysis, Candidate, CandidateDetails, Details};
use tengen_rules::{Board, ByPoint, Color, Move, Size, Suicide};

use crate::hash;
use crate::problem::letter;
use crate::query::{Includes, Query, Task};
use crate::setting::Perspective;

/// Whether there is more to come.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Stage {
    DuringSearch,
    Final,
}

/// The answer about a position.
pub(crate) fn results(task: &Task, board: &Board, analysis: &Analysis, stage: Stage) -> Value {
    let Query { id, settings, includes, record, .. } = &*task.query;
    let size = board.size();
    let perspective = match settings.perspective {
        Perspective::Black => Color::Black,
        Perspective::White => Color::White,
        Perspective::SideToMove => analysis.to_play,
    };
    let viewer = Viewer { to_play: analysis.to_play, perspective, size, includes: *includes };
    let mut answer = Map::new();
    put(&mut answer, "id", id.as_str());
    put(&mut answer, "isDuringSearch", stage == Stage::DuringSearch);
    put(&mut answer, "moveInfos", viewer.moves(analysis));
    if let Some(ownership) = analysis.ownership.as_deref().filter(|_| includes.ownership) {
        put(&mut answer, "ownership", viewer.ownership(ownership));
    }
    let deviation = analysis.details.as_ref().and_then(|it| it.ownership_deviation.as_deref());
    if let Some(deviation) = deviation.filter(|_| includes.ownership_deviation) {
        put(&mut answer, "ownershipStdev", points(deviation, size, 1.0));
    }
    if includes.policy {
        put(&mut answer, "policy", policy(analysis, board, record.ruleset.suicide));
    }
    put(&mut answer, "rootInfo", viewer.root(analysis, board));
    put(&mut answer, "turnNumber", task.turn);
    sorted(answer)
}

/// The answer about a position that was given up before it was looked at.
pub(crate) fn no_results(task: &Task) -> Value {
    json!({
        "id": task.query.id,
        "isDuringSearch": false,
        "noResults": true,
        "turnNumber": task.turn,
    })
}

/// An object with its fields in alphabetical order.
pub(crate) fn sorted(fields: Map<String, Value>) -> Value {
    let mut value = Value::Object(fields);
    value.sort_all_objects();
    value
}

fn put(fields: &mut Map<String, Value>, name: &str, value: impl Into<Value>) {
    fields.insert(name.to_string(), value.into());
}

/// A number that is not longer than what is known of it.
fn number(value: f32) -> Value {
    rounded(value, 1e6)
}

/// A probability, which may be tiny.
fn probability(value: f32) -> Value {
    rounded(value, 1e9)
}

fn rounded(value: f32, parts: f64) -> Value {
    let value = if value.is_finite() { f64::from(value) } else { 0.0 };
    // Adding zero makes a negative zero positive.
    Value::from((value * parts).round() / parts + 0.0)
}

/// From the left to the right, the top row first.
fn points(values: &ByPoint<f32>, size: Size, factor: f32) -> Value {
    let by_row = size.rows().flatten();
    Value::Array(by_row.map(|point| number(factor * values[point])).collect())
}

/// The probability of each point and the pass, -1 where no move is legal.
fn policy(analysis: &Analysis, board: &Board, suicide: Suicide) -> Value {
    let raw = analysis.details.as_ref().and_then(|it| it.raw.as_ref());
    let known = raw.map_or(&analysis.priors, |it| &it.policy);
    let size = board.size();
    let mut by_point = ByPoint::new(-1.0);
    let mut pass = 0.0;
    for point in size.points() {
        if board.check(analysis.to_play, point, suicide).is_ok() {
            by_point[point] = 0.0;
        }
    }
    for &(mv, prior) in known {
        match mv {
            Move::Play(point) => by_point[point] = prior,
            Move::Pass => pass = prior,
        }
    }
    let by_row = size.rows().flatten().map(|point| probability(by_point[point]));
    Value::Array(by_row.chain([probability(pass)]).collect())
}

/// Who looks at an analysis, and what he wants to see.
struct Viewer {
    to_play: Color,
    perspective: Color,
    size: Size,
    includes: Includes,
}

impl Viewer {
    fn sign(&self) -> f32 {
        if self.to_play == self.perspective { 1.0 } else { -1.0 }
    }

    /// A number of the player to move that the opponent has the negative of.
    fn balance(&self, value: f32) -> Value {
        number(self.sign() * value)
    }

    /// A chance of the player to move.
    fn chance(&self, value: f32) -> Value {
        number(if self.to_play == self.perspective { value } else { 1.0 - value })
    }

    fn ownership(&self, black: &ByPoint<f32>) -> Value {
        points(black, self.size, f32::from(self.perspective.sign()))
    }

    fn moves(&self, analysis: &Analysis) -> Vec<Value> {
        let most = analysis.candidates.iter().map(|it| it.n_visits).max().unwrap_or(0);
        let details = analysis.details.as_deref();
        let candidate = |(order, candidate): (usize, &Candidate)| {
            let details = details.and_then(|it| it.candidates.get(order));
            // The first move is the best one, whatever its visits.
            let weight = if order == 0 { most } else { candidate.n_visits };
            let mut fields = self.candidate(candidate, details, analysis);
            put(&mut fields, "order", order);
            put(&mut fields, "playSelectionValue", f64::from(weight));
            Value::Object(fields)
        };
        // A move that only its prior speaks for was not considered yet.
        let tried = analysis.candidates.iter().enumerate().filter(|(_, it)| it.n_visits > 0);
        tried.map(candidate).collect()
    }

    fn candidate(
        &self,
        candidate: &Candidate,
        details: Option<&CandidateDetails>,
        analysis: &Analysis,
    ) -> Map<String, Value> {
        let Candidate { mv, n_visits, win_rate, .. } = *candidate;
        let lower_bound = candidate.lower_bound();
        let utility = details.map_or(2.0 * win_rate - 1.0, |it| it.utility);
        let lead = self.balance(candidate.lead.unwrap_or_default());
        let deviation = details.and_then(|it| it.lead_deviation).or(analysis.lead_deviation);
        let variation = candidate.variation.iter().map(Move::to_string).collect::<Vec<_>>();
        let mut fields = Map::new();
        put(&mut fields, "edgeVisits", n_visits);
        put(&mut fields, "edgeWeight", f64::from(n_visits));
        put(&mut fields, "lcb", self.chance(lower_bound));
        put(&mut fields, "move", mv.to_string());
        put(&mut fields, "prior", probability(candidate.prior.unwrap_or_default()));
        put(&mut fields, "pv", variation);
        put(&mut fields, "scoreLead", lead.clone());
        put(&mut fields, "scoreMean", lead.clone());
        put(&mut fields, "scoreSelfplay", lead);
        put(&mut fields, "scoreStdev", number(deviation.unwrap_or_default()));
        put(&mut fields, "utility", self.balance(utility));
        put(&mut fields, "utilityLcb", self.balance(utility + 2.0 * (lower_bound - win_rate)));
        put(&mut fields, "visits", n_visits);
        put(&mut fields, "weight", f64::from(n_visits));
        put(&mut fields, "winrate", self.chance(win_rate));
        if self.includes.no_result {
            put(&mut fields, "noResultValue", number(0.0));
        }
        let Some(details) = details else { return fields };
        if self.includes.variation_visits {
            put(&mut fields, "pvEdgeVisits", details.variation_visits.clone());
            put(&mut fields, "pvVisits", details.variation_visits.clone());
        }
        let ownership = details.ownership.as_deref().or(analysis.ownership.as_deref());
        if let Some(ownership) = ownership.filter(|_| self.includes.moves_ownership) {
            put(&mut fields, "ownership", self.ownership(ownership));
        }
        if self.includes.moves_ownership_deviation {
            let zeros = ByPoint::new(0.0);
            let deviation = details.ownership_deviation.as_deref().unwrap_or(&zeros);
            put(&mut fields, "ownershipStdev", points(deviation, self.size, 1.0));
        }
        fields
    }

    fn root(&self, analysis: &Analysis, board: &Board) -> Map<String, Value> {
        let details = analysis.details.as_deref();
        let utility = details.map_or(2.0 * analysis.win_rate - 1.0, |it: &Details| it.utility);
        let raw = details.and_then(|it| it.raw.as_ref());
        let lead = analysis.lead.unwrap_or_default();
        let deviation = number(analysis.lead_deviation.unwrap_or_default());
        let raw_lead = self.balance(raw.map_or(lead, |it| it.lead));
        let mut fields = Map::new();
        put(&mut fields, "currentPlayer", letter(self.to_play));
        put(&mut fields, "rawLead", raw_lead.clone());
        put(&mut fields, "rawNoResultProb", number(0.0));
        put(&mut fields, "rawScoreSelfplay", raw_lead);
        put(&mut fields, "rawScoreSelfplayStdev", deviation.clone());
        // -1 is what KataGo says for networks that do not know.
        for unknown in ["rawStScoreError", "rawStWrError", "rawVarTimeLeft"] {
            put(&mut fields, unknown, number(-1.0));
        }
        put(
            &mut fields,
            "rawWinrate",
            self.chance(raw.map_or(analysis.win_rate, |it| it.win_rate)),
        );
        put(&mut fields, "scoreLead", self.balance(lead));
        put(&mut fields, "scoreSelfplay", self.balance(lead));
        put(&mut fields, "scoreStdev", deviation);
        put(&mut fields, "symHash", hash::symmetric_hash(board, self.to_play));
        put(&mut fields, "thisHash", hash::this_hash(board, self.to_play));
        put(&mut fields, "utility", self.balance(utility));
        put(&mut fields, "visits", analysis.n_visits);
        put(&mut fields, "weight", f64::from(analysis.n_visits));
        put(&mut fields, "winrate", self.chance(analysis.win_rate));
        fields
    }
}
