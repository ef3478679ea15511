//! A session as SGF, and back.
//!
//! Moves, players, rules, komi, result and the time left after each move are
//! where every program looks for them. What the format has no word for is in
//! private properties:
//!
//! | property | where | says |
//! |---|---|---|
//! | `TGN` | root | pairs of a name and a value: seats, clocks, phase, policy |
//! | `TGNL` | one node | the game is here |
//! | `TGNU` | some nodes | the game was here before moves were taken back, in this order |
//! | `TGNR` | a pass | the game did not end here, and this player moved on |
//! | `TGNE` | any node | a game ended here with this result; `RE` is that of the main line |
//! | `TGNV` | any node | an engine's evaluation: Black's chance to win, visits, Black's lead |
//! | `TGNA` | appended lines | see [`journal`] |

pub(crate) mod journal;
pub(crate) mod property;
mod state;

use std::collections::HashMap;
use std::time::Duration;

use tengen_analysis::Evaluation;
use tengen_clock::{TimeControl, TimeLeft};
use tengen_record::{EditError, EvaluationFormats, InfoKey, NoRecord, NodeId, Outcome, Record};
use tengen_rules::{ByColor, Color, End, Game, Point, PointSet, Ruleset};
use tengen_sgf::ValueBuf;

use crate::scoring::Scoring;
use crate::session::{RunState, Session, Stage};
use crate::{Ended, Setup};

/// The state of a session that is not in its record.
const STATE: &str = "TGN";
/// Where the game is, as opposed to the end of the main line.
const LIVE: &str = "TGNL";
/// Where the game was before moves were taken back.
const UNDONE: &str = "TGNU";

impl Session {
    /// Everything there is to know about the session, as SGF.
    ///
    /// [`Session::resume`] goes on from it. It ends with a line feed, so that
    /// the lines of [`Save::Appended`](crate::Save::Appended) can follow.
    pub fn to_sgf(&self, now: Duration) -> String {
        let mut record = self.record_with_evaluations();
        let written = self.note_state(&mut record, now);
        debug_assert!(written.is_ok(), "a session fits into its record");
        let mut text = record.to_sgf();
        text.truncate(text.trim_end().len());
        if !text.ends_with(')') {
            text.push(')');
        }
        text.push('\n');
        text
    }

    /// The record with what engines thought of its positions, for a file of
    /// the user.
    pub fn record_with_evaluations(&self) -> Record {
        let mut record = self.record.clone();
        for (&node, &evaluation) in &self.evaluations {
            if record.contains(node) {
                let text = property::evaluation_to_text(evaluation);
                let value = vec![ValueBuf::from(text)];
                let noted = record.set_property(node, property::EVALUATION, value);
                debug_assert!(noted.is_ok(), "a node can have any property");
            }
        }
        for (&node, evaluation) in &self.kept {
            if record.contains(node) {
                let formats = EvaluationFormats::default();
                let kept = record.set_evaluation(node, evaluation, formats);
                debug_assert!(kept.is_ok(), "a node can have any property");
            }
        }
        record
    }

    fn note_state(&self, record: &mut Record, now: Duration) -> Result<(), EditError> {
        let pairs = self.state(record, now);
        let values = pairs.iter().map(|(name, value)| ValueBuf::compose(&**name, &**value));
        record.set_property(record.root(), STATE, values.collect())?;
        record.set_property(self.live.node, LIVE, vec![ValueBuf::EMPTY])?;
        for (idx, &node) in (1..).zip(&self.undone) {
            record.set_property(node, UNDONE, vec![ValueBuf::from(idx)])?;
        }
        Ok(())
    }

    /// The pairs of a name and a value that the root has.
    fn state(&self, record: &Record, now: Duration) -> Vec<(String, String)> {
        let mut state = Vec::new();
        let mut add = |name: &str, value: &str| state.push((name.to_owned(), value.to_owned()));
        for color in Color::ALL {
            let name = self.seats[color].to_string();
            add(&color.to_string(), &state::seat_to_text(&self.seats[color]));
            // A record that was opened has the names of its own players.
            if record.info().text(InfoKey::Player(color)).unwrap_or_default() != name {
                add(&format!("{color} name"), &name);
            }
        }
        if self.is_review {
            add("review", "yes");
        }
        if !self.origin.is_empty() {
            add("origin", &self.origin);
        }
        add("own", if self.is_own { "yes" } else { "no" });
        if self.policy != crate::Policy::FREE {
            add("policy", &state::policy_to_text(self.policy));
        }
        add("time", &self.clock.control().to_string());
        for color in Color::ALL {
            add(&format!("{color} left"), &self.clock.left(color, now).to_compact());
        }
        if let Some(time) = self.scoring_time {
            add("scoring time", &state::time_to_text(time));
        }
        self.add_stage(&mut add, now);
        if self.journal.n_lines > 0 {
            add("line", &self.journal.n_lines.to_string());
        }
        state
    }

    fn add_stage(&self, add: &mut impl FnMut(&str, &str), now: Duration) {
        let dead = match &self.stage {
            Stage::Placing(stones) => {
                add("stage", &format!("placing {}", state::names(stones.iter().copied())));
                None
            }
            Stage::Playing => {
                add("stage", "playing");
                None
            }
            Stage::Scoring(scoring) => {
                add("stage", "scoring");
                if let Some(left) = scoring.time_left(now) {
                    add("scoring left", &state::time_to_text(left));
                }
                Some(&scoring.dead).filter(|_| scoring.is_touched)
            }
            Stage::Over(ended, dead) => {
                add("stage", &format!("over {}", ended.outcome));
                if let Some(reason) = state::reason_to_text(ended.reason) {
                    add("end", reason);
                }
                dead.as_deref()
            }
        };
        if let Some(dead) = dead {
            add("dead", &state::names(dead.iter()));
        }
    }

    /// A session from what [`Session::to_sgf`] wrote and from the lines that
    /// were appended since, waiting for [`Action::Start`](crate::Action::Start).
    ///
    /// A last line without a line feed was not written to its end, and is
    /// left out. Any other record is opened as well, as a game of two people.
    ///
    /// A seat of an engine comes with the command that starts it. So this is
    /// for what the program has saved itself: for files from elsewhere, take
    /// [`Session::from_record`].
    ///
    /// # Errors
    ///
    /// Returns [`NoRecord`] if there is no game of Go in the text.
    pub fn resume(text: &str) -> Result<Session, NoRecord> {
        let (base, lines) = journal::split(text);
        let mut record = Record::from_sgf(base)?;
        let saved = take_state(&mut record);
        let setup = saved.setup(&record);
        let mut session = match saved.live {
            Some(live) => saved.session(record, live, setup),
            None => Session::from_record(record, setup),
        };
        session.evaluations = saved.evaluations;
        journal::replay(&mut session, lines);
        // No file is known to have this state, so it counts as unsaved.
        session.saved = None;
        Ok(session)
    }
}

/// The private properties of a saved session.
#[derive(Debug)]
pub(crate) struct Saved {
    state: Vec<(String, String)>,
    live: Option<NodeId>,
    undone: Vec<NodeId>,
    pub(crate) evaluations: HashMap<NodeId, Evaluation>,
}

/// Reads the private properties of a session, and removes them.
pub(crate) fn take_state(record: &mut Record) -> Saved {
    const NAMES: [&str; 4] = [STATE, LIVE, UNDONE, property::EVALUATION];
    let root = record.root();
    let state = pairs(record.node(root).raw().values(STATE));
    let has = |node: NodeId, name| record.node(node).raw().property(name).is_some();
    let has_any = |&node: &NodeId| NAMES.into_iter().any(|name| has(node, name));
    let nodes: Vec<NodeId> = record.nodes().filter(has_any).collect();
    let live = nodes.iter().copied().find(|&it| has(it, LIVE));
    let mut undone: Vec<NodeId> = nodes.iter().copied().filter(|&it| has(it, UNDONE)).collect();
    undone.sort_by_key(|&it| {
        record.node(it).raw().value(UNDONE).and_then(|value| value.number().ok())
    });
    let evaluation = |&node: &NodeId| {
        let value = record.node(node).raw().value(property::EVALUATION)?;
        Some((node, property::evaluation_from_text(&value.simple_text())?))
    };
    let evaluations = nodes.iter().filter_map(evaluation).collect();
    for &node in &nodes {
        for name in NAMES {
            let removed = record.set_property(node, name, Vec::new());
            debug_assert!(removed.is_ok(), "the node is there");
        }
    }
    if !nodes.is_empty() {
        record.forget_history();
    }
    Saved { state, live, undone, evaluations }
}

/// Pairs of a name and a value.
fn pairs<'a>(values: impl Iterator<Item = tengen_sgf::Value<'a>>) -> Vec<(String, String)> {
    let pair = |value: tengen_sgf::Value<'_>| {
        let (name, value) = value.compose()?;
        Some((name.simple_text().into_owned(), value.simple_text().into_owned()))
    };
    values.filter_map(pair).collect()
}

impl Saved {
    fn value(&self, name: &str) -> Option<&str> {
        self.state.iter().find(|(it, _)| it == name).map(|(_, value)| value.as_str())
    }

    fn setup(&self, record: &Record) -> Setup {
        let info = record.info();
        let seat = |color: Color| {
            let in_record = info.text(InfoKey::Player(color)).unwrap_or_default();
            let name = self.value(&format!("{color} name")).unwrap_or(&in_record);
            state::seat_from_text(self.value(&color.to_string()).unwrap_or_default(), name)
        };
        Setup {
            seats: ByColor::from_fn(seat),
            time: self
                .value("time")
                .and_then(state::time_control_from_text)
                .unwrap_or(TimeControl::None),
            scoring_time: self.value("scoring time").and_then(state::time_from_text),
            policy: self.value("policy").map(state::policy_from_text).unwrap_or_default(),
            ..Setup::new(record.size(), info.ruleset().unwrap_or(Ruleset::CHINESE))
        }
    }

    /// The session whose game is at this node.
    fn session(&self, record: Record, live: NodeId, setup: Setup) -> Session {
        let time = setup.time;
        let mut session = Session::at(record, live, setup);
        session.is_own = self.value("own") != Some("no");
        session.undone.clone_from(&self.undone);
        session.stage = self.stage(session.game());
        let at_node = property::time_left_at(&session.record, live, time);
        let left = |color: Color| {
            let text = self.value(&format!("{color} left"))?;
            TimeLeft::from_compact(text, time)
        };
        let left = ByColor::from_fn(|color| left(color).unwrap_or(at_node[color]));
        session.clock = session.clock.with_left(left);
        session.journal.n_lines = self.value("line").and_then(|it| it.parse().ok()).unwrap_or(0);
        session.run_state = RunState::Waiting;
        session.is_review = self.value("review") == Some("yes");
        self.value("origin").unwrap_or_default().clone_into(&mut session.origin);
        session
    }

    /// What was going on, as far as that fits the game: files can be damaged.
    fn stage(&self, game: &Game) -> Stage {
        let stage = self.value("stage").unwrap_or_default();
        let (stage, rest) = stage.split_once(' ').unwrap_or((stage, ""));
        let has_stone = |it: &Point| game.board().stones().any(|(_, point)| point == *it);
        let dead =
            self.value("dead").map(|it| state::points(it).filter(has_stone).collect::<PointSet>());
        let placed: Vec<Point> = state::points(rest).filter(has_stone).collect();
        match (stage, rest.parse::<Outcome>()) {
            ("over", Ok(outcome)) => {
                let reason = self.value("end").and_then(state::reason_from_text);
                let ended = Ended::by(outcome);
                let ended = Ended { reason: reason.unwrap_or(ended.reason), ..ended };
                Stage::Over(ended, dead.map(Box::new))
            }
            ("placing", _)
                if game.n_turns() == 0 && placed.len() < usize::from(game.handicap()) =>
            {
                Stage::Placing(placed)
            }
            ("scoring", _) if game.end() == Some(End::Passes) => {
                let left = self.value("scoring left").and_then(state::time_from_text);
                Stage::Scoring(Box::new(Scoring {
                    dead: dead.unwrap_or_default(),
                    is_touched: dead.is_some(),
                    time: left,
                    ..Scoring::default()
                }))
            }
            _ => Stage::Playing,
        }
    }
}
