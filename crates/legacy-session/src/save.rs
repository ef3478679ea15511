//! A session as SGF, and back.
//!
//! Moves, players, rules, komi, result and the time left after each move are
//! where every program looks for them. What the format has no word for is in
//! private properties: `TGN` in the root has pairs of a name and a value, and
//! `TGNR` at a pass that did not end the game says who moved on. `TGNE` has
//! the result of a game that ended at its node, since the one in the root is
//! of the main line alone.

use std::time::Duration;

use tengen_clock::{TimeControl, TimeLeft};
use tengen_record::{EditError, InfoKey, NoRecord, NodeId, Outcome, Positions, Record};
use tengen_rules::{ByColor, Color, End, Game, Point, PointSet, Ruleset};
use tengen_sgf::ValueBuf;

use crate::scoring::Scoring;
use crate::session::{Motion, Session, Stage};
use crate::{Handicap, Seat, Setup};

/// What a session knows beyond its record.
const STATE: &str = "TGN";
/// Who moves first after a pass that did not end the game.
const RESUMED: &str = "TGNR";
/// How a game ended at this node.
const END: &str = "TGNE";
/// Where the game is, as opposed to the end of the main line.
const LIVE: &str = "TGNL";
/// Where the game was before moves were taken back.
const UNDONE: &str = "TGNU";

impl Session {
    /// Everything there is to know about the session, as SGF.
    ///
    /// [`Session::resume`] goes on from it.
    pub fn to_sgf(&self, now: Duration) -> String {
        let mut record = self.record.clone();
        let written = self.note_state(&mut record, now);
        debug_assert!(written.is_ok(), "a session fits into its record");
        record.to_sgf()
    }

    fn note_state(&self, record: &mut Record, now: Duration) -> Result<(), EditError> {
        let root = record.root();
        let mut state = Vec::new();
        let mut add = |name: &str, value: &str| state.push(ValueBuf::compose(name, value));
        for color in Color::ALL {
            let name = self.seats[color].to_string();
            add(&color.to_string(), &seat_to_text(&self.seats[color]));
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
        add("time", &self.clock.control().to_string());
        for color in Color::ALL {
            add(&format!("{color} left"), &self.clock.left(color, now).to_compact());
        }
        let dead = match &self.stage {
            Stage::Playing | Stage::Placing(_) => None,
            Stage::Scoring(scoring) => Some(&scoring.dead).filter(|_| scoring.is_touched),
            Stage::Over(_, dead) => dead.as_deref(),
        };
        add("stage", &stage_to_text(&self.stage));
        if let Some(dead) = dead {
            add("dead", &names(dead.iter()));
        }
        record.set_property(root, STATE, state)?;
        record.set_property(self.live.node, LIVE, vec![ValueBuf::EMPTY])?;
        for (idx, &node) in (1..).zip(&self.undone) {
            record.set_property(node, UNDONE, vec![ValueBuf::from(idx)])?;
        }
        Ok(())
    }

    /// A session from what [`Session::to_sgf`] wrote, as it was, waiting for
    /// [`Action::Start`](crate::Action::Start).
    ///
    /// Any other record is opened as well, as a game of two people.
    ///
    /// A seat of an engine comes with the command that starts it. So this is
    /// for what the program has saved itself: for files from elsewhere, take
    /// [`Session::from_record`].
    ///
    /// # Errors
    ///
    /// Returns [`NoRecord`] if there is no game of Go in the text.
    pub fn resume(sgf: &str) -> Result<Session, NoRecord> {
        let mut record = Record::from_sgf(sgf)?;
        let saved = Saved::take(&mut record);
        let setup = saved.setup(&record);
        let Some(live) = saved.live else { return Ok(Session::from_record(record, setup)) };
        let time = setup.time;
        let mut session = Session::at(record, live, setup);
        session.is_own = saved.value("own") != Some("no");
        session.undone.clone_from(&saved.undone);
        session.stage = saved.stage(&session.live.game);
        let at_node = time_left_at(&session.record, live, time);
        let left = |color: Color| {
            let text = saved.value(&format!("{color} left"))?;
            TimeLeft::from_compact(text, time)
        };
        session.clock = session.clock.with_left(ByColor {
            black: left(Color::Black).unwrap_or(at_node.black),
            white: left(Color::White).unwrap_or(at_node.white),
        });
        session.motion = Motion::Waiting;
        session.is_review = saved.value("review") == Some("yes");
        saved.value("origin").unwrap_or_default().clone_into(&mut session.origin);
        // Who asks for it has lost what was not saved elsewhere.
        session.saved = None;
        session.refresh();
        Ok(session)
    }
}

/// What a session wrote beyond its record.
#[derive(Debug)]
struct Saved {
    state: Vec<(String, String)>,
    live: Option<NodeId>,
    undone: Vec<NodeId>,
}

impl Saved {
    /// Reads it, and takes it out of the record.
    fn take(record: &mut Record) -> Saved {
        let pair = |value: tengen_sgf::Value<'_>| {
            let (name, value) = value.compose()?;
            Some((name.simple_text().into_owned(), value.simple_text().into_owned()))
        };
        let root = record.root();
        let state = record.node(root).raw().values(STATE).filter_map(pair).collect();
        let has_any = |&node: &NodeId| {
            let raw = record.node(node).raw();
            [STATE, LIVE, UNDONE].into_iter().any(|name| raw.property(name).is_some())
        };
        let nodes: Vec<NodeId> = record.nodes().filter(has_any).collect();
        let has = |&node: &NodeId, name| record.node(node).raw().property(name).is_some();
        let live = nodes.iter().copied().find(|it| has(it, LIVE));
        let mut undone: Vec<NodeId> = nodes.iter().copied().filter(|it| has(it, UNDONE)).collect();
        undone.sort_by_key(|&it| {
            record.node(it).raw().value(UNDONE).and_then(|value| value.number().ok())
        });
        let has_state = !nodes.is_empty();
        for node in nodes {
            for name in [STATE, LIVE, UNDONE] {
                let removed = record.set_property(node, name, Vec::new());
                debug_assert!(removed.is_ok(), "the node is there");
            }
        }
        if has_state {
            record.forget_history();
        }
        Saved { state, live, undone }
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.state.iter().find(|(it, _)| it == name).map(|(_, value)| value.as_str())
    }

    fn setup(&self, record: &Record) -> Setup {
        let info = record.info();
        let seat = |color: Color| {
            let in_record = info.text(InfoKey::Player(color)).unwrap_or_default();
            let name = self.value(&format!("{color} name")).unwrap_or(&in_record);
            seat_from_text(self.value(&color.to_string()).unwrap_or_default(), name)
        };
        Setup {
            size: record.size(),
            ruleset: info.ruleset().unwrap_or(Ruleset::CHINESE),
            komi: None,
            handicap: Handicap::None,
            seats: ByColor::from_fn(seat),
            time: self.value("time").and_then(time_control).unwrap_or(TimeControl::None),
            date: String::new(),
        }
    }

    /// What was going on, as far as that fits the game: files can be damaged.
    fn stage(&self, game: &Game) -> Stage {
        let stage = self.value("stage").unwrap_or_default();
        let (stage, rest) = stage.split_once(' ').unwrap_or((stage, ""));
        let has_stone = |&it: &Point| game.board().stones().any(|(_, point)| point == it);
        let dead = self.value("dead").map(|it| points(it).filter(has_stone).collect::<PointSet>());
        let placed: Vec<Point> = points(rest).filter(has_stone).collect();
        match (stage, rest.parse::<Outcome>()) {
            ("over", Ok(outcome)) => Stage::Over(outcome, dead.map(Box::new)),
            ("placing", _)
                if game.n_turns() == 0 && placed.len() < usize::from(game.handicap()) =>
            {
                Stage::Placing(placed)
            }
            ("scoring", _) if game.end() == Some(End::Passes) => {
                Stage::Scoring(Box::new(Scoring {
                    dead: dead.unwrap_or_default(),
                    is_touched: dead.is_some(),
                    ..Scoring::default()
                }))
            }
            _ => Stage::Playing,
        }
    }
}

/// Takes out of a record what a session wrote beyond it.
pub(crate) fn forget_session(record: &mut Record) {
    Saved::take(record);
}

/// Reads the short form, and the words that earlier versions wrote.
fn time_control(text: &str) -> Option<TimeControl> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let short = match words[..] {
        ["absolute", main] => format!("{main}s"),
        ["simple", per_move] => format!("{per_move}s/move"),
        ["fischer", initial, increment, max] => {
            let short = format!("{initial}s+{increment}s");
            // A maximum beyond all bounds was written as well.
            let capped = format!("{short},max{max}s").parse();
            return capped.or_else(|_| short.parse()).ok();
        }
        ["byo-yomi", main, periods, period] => format!("{main}s+{periods}x{period}s"),
        ["canadian", main, stones, block] => format!("{main}s+{stones}/{block}s"),
        _ => text.to_owned(),
    };
    short.parse().ok()
}

fn names(points: impl Iterator<Item = Point>) -> String {
    points.map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
}

fn points(names: &str) -> impl Iterator<Item = Point> {
    names.split_whitespace().filter_map(|name| name.parse().ok())
}

fn stage_to_text(stage: &Stage) -> String {
    match stage {
        Stage::Placing(stones) => format!("placing {}", names(stones.iter().copied())),
        Stage::Playing => "playing".to_owned(),
        Stage::Scoring(_) => "scoring".to_owned(),
        Stage::Over(outcome, _) => format!("over {outcome}"),
    }
}

fn seat_to_text(seat: &Seat) -> String {
    match seat {
        Seat::Person { .. } => "person".to_owned(),
        Seat::Level(level) => format!("level {level}"),
        Seat::Engine { command, .. } => format!("engine {command}"),
    }
}

/// Who sat there: a person if nothing says so.
fn seat_from_text(text: &str, name: &str) -> Seat {
    match text.split_once(' ') {
        Some(("engine", command)) => {
            Seat::Engine { name: name.to_owned(), command: command.to_owned() }
        }
        Some(("level", level)) => level.parse().map_or_else(|_| Seat::person(name), Seat::Level),
        _ => Seat::person(name),
    }
}

/// The game up to a node, gone on with if the players did so there.
pub(crate) fn game_at(record: &Record, node: NodeId, ruleset: Ruleset) -> Game {
    game_by(record, &mut Positions::new(), node, ruleset)
}

/// The same with the help of positions of the record.
pub(crate) fn game_by(
    record: &Record,
    positions: &mut Positions,
    node: NodeId,
    ruleset: Ruleset,
) -> Game {
    let mut game = record.game_by(positions, node, ruleset);
    let resumed = record.node(node).raw().value(RESUMED);
    let to_play = resumed.and_then(|value| match value.color().ok()? {
        tengen_sgf::Color::Black => Some(Color::Black),
        tengen_sgf::Color::White => Some(Color::White),
    });
    if let Some(to_play) = to_play {
        // A game that is not over needs nothing to go on.
        let _ = game.resume(to_play);
    }
    game
}

/// Notes how a game ended at a node, or that it did not.
pub(crate) fn note_end(
    record: &mut Record,
    node: NodeId,
    outcome: Option<Outcome>,
) -> Result<(), EditError> {
    let value = outcome.map(|it| ValueBuf::from(it.to_string()));
    record.set_property(node, END, value.into_iter().collect())
}

/// How a game ended at a node.
pub(crate) fn end_at(record: &Record, node: NodeId) -> Option<Outcome> {
    record.node(node).raw().value(END)?.simple_text().parse().ok()
}

/// Notes that the players did not agree, and who goes on.
pub(crate) fn note_resumption(
    record: &mut Record,
    node: NodeId,
    to_play: Color,
) -> Result<(), EditError> {
    let letter = String::from(to_play.letter());
    record.set_property(node, RESUMED, vec![ValueBuf::from(letter)])?;
    record.forget_history();
    Ok(())
}

/// Notes what time a player has left after a move.
pub(crate) fn note_time_left(
    record: &mut Record,
    node: NodeId,
    color: Color,
    left: TimeLeft,
) -> Result<(), EditError> {
    // Thousandths of a second are enough for people.
    let shown = left.shown();
    let time = shown.map(|it| whole_millis(it.time).as_secs_f64());
    let overtime = shown.and_then(|it| it.overtime.count());
    record.set_seconds_left(node, color, time)?;
    record.set_overtime_left(node, color, overtime)
}

fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// The time that was left at a node, as far as the record has it.
pub(crate) fn time_left_at(
    record: &Record,
    node: NodeId,
    control: TimeControl,
) -> ByColor<TimeLeft> {
    let left = |color: Color| {
        let mut nodes = record.upward(node).map(|it| record.node(it));
        let noted = nodes.find_map(|it| Some((it.seconds_left(color)?, it.overtime_left(color))));
        let (seconds, overtime) = noted?;
        let time = Duration::try_from_secs_f64(seconds).ok()?;
        Some(TimeLeft::from_shown(control, time, overtime))
    };
    let start = control.start();
    ByColor {
        black: left(Color::Black).unwrap_or(start),
        white: left(Color::White).unwrap_or(start),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_time(earlier: &str, short: &str) {
        assert_eq!(time_control(earlier), short.parse().ok());
        assert_eq!(time_control(short), short.parse().ok());
    }

    #[test]
    fn time_controls_of_earlier_versions_are_read() {
        check_time("none", "none");
        check_time("absolute 600", "10m");
        check_time("simple 1.5", "1.5s/move");
        check_time("fischer 300 10 480", "5m+10s,max8m");
        check_time("fischer 300 10 18446744073709551615.999999999", "5m+10s");
        check_time("byo-yomi 300 3 30", "5m+3x30s");
        check_time("canadian 0 25 300", "0s+25/5m");
    }

    #[test]
    fn other_texts_are_no_time_controls() {
        for text in ["", "none 3", "absolute", "absolute x", "canadian 1 0 1", "simple -1"] {
            assert_eq!(time_control(text), None, "{text}");
        }
    }
}
