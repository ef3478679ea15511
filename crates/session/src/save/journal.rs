//! Moves as lines that are appended to a saved session.
//!
//! A line is the node of one move with the time that is left, and the private
//! property `TGNA`: pairs of a name and a value, `line` with the number of the
//! line, what is left on both clocks, `stage` if the pass began the scoring,
//! and `before` with what the engine thought of the position before the move.
//! No user has written any of it, so there is no closing parenthesis in a
//! line, and the last one in the file ends the game that was saved as a whole.
//!
//! Lines are numbered for as long as the session lives, and what is saved as a
//! whole says up to which line it goes. So it does not matter whether a line
//! was appended before or after that.

use std::time::Duration;

use tengen_analysis::Evaluation;
use tengen_clock::TimeLeft;
use tengen_record::Record;
use tengen_rules::{ByColor, Color, End, Move};

use crate::save::property;
use crate::scoring::Scoring;
use crate::session::{Session, Stage};
use crate::transition::{SaveNeed, Transition};
use crate::{Changes, Effect, Event, Save};

/// The property that holds the pairs of a name and a value.
const PAIRS: &str = "TGNA";

/// How much of the session was appended to its file.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Journal {
    pub(crate) n_lines: u32,
    /// Whether something else has changed since, so that the next line cannot
    /// be appended.
    pub(crate) is_whole_due: bool,
}

impl Default for Journal {
    /// Of a session that was never saved.
    fn default() -> Journal {
        Journal { n_lines: 0, is_whole_due: true }
    }
}

impl Session {
    /// Completes the changes of an action with the way to save them.
    pub(crate) fn finish(&mut self, mut transition: Transition) -> Changes {
        let save = match transition.take_save() {
            SaveNeed::Nothing => None,
            SaveNeed::Line(line) if !self.journal.is_whole_due => {
                self.journal.n_lines += 1;
                Some(Save::Appended(line))
            }
            SaveNeed::Line(_) | SaveNeed::Whole => {
                self.journal.is_whole_due = false;
                let is_in_file = self.is_review && !self.has_unsaved_changes();
                Some(if is_in_file { Save::Discard } else { Save::Whole })
            }
        };
        // A discarded file has nothing that a line could follow.
        self.journal.is_whole_due |= save == Some(Save::Discard);
        transition.effects.extend(save.map(Effect::Save));
        self.version += u64::from(transition.events.iter().any(Event::is_change));
        Changes {
            version: self.version,
            events: transition.events,
            effects: transition.effects,
            node: transition.node,
        }
    }
}

/// The line of the move that was just made.
pub(crate) fn line(session: &Session, now: Duration) -> String {
    let node = session.live.node;
    let raw = session.record.node(node).raw();
    let mut line = String::from(";");
    for name in ["B", "W", "BL", "WL", "OB", "OW"] {
        if let Some(value) = raw.value(name) {
            line.extend([name, "[", &plain(value.raw()), "]"]);
        }
    }
    line.push_str(PAIRS);
    let mut add = |name: &str, value: &str| {
        line.extend(["[", name, ":", value, "]"]);
    };
    add("line", &(session.journal.n_lines + 1).to_string());
    for color in Color::ALL {
        add(left_name(color), &session.clock.left(color, now).to_compact());
    }
    if matches!(session.stage, Stage::Scoring(_)) {
        add("stage", "scoring");
    }
    let before = session.record.parent(node).and_then(|it| session.evaluations.get(&it));
    if let Some(&evaluation) = before {
        add("before", &property::evaluation_to_text(evaluation));
    }
    line
}

/// A number or a point, without any other characters.
fn plain(raw: &str) -> String {
    raw.chars().filter(|it| it.is_ascii_alphanumeric() || ".-".contains(*it)).collect()
}

const fn left_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black left",
        Color::White => "white left",
    }
}

/// The last whole save, and the lines after it.
pub(crate) fn split(text: &str) -> (&str, &str) {
    text.split_at(text.rfind(')').map_or(text.len(), |it| it + 1))
}

/// Makes the moves of lines, up to the first that was not written to its end
/// or does not fit.
pub(crate) fn replay(session: &mut Session, lines: &str) {
    let whole = lines.split_inclusive('\n').filter_map(|it| it.strip_suffix('\n'));
    for line in whole.filter(|it| !it.trim().is_empty()) {
        if replay_line(session, line).is_none() {
            return;
        }
    }
}

fn replay_line(session: &mut Session, line: &str) -> Option<()> {
    let line = Line::read(session, line)?;
    if line.number <= session.journal.n_lines {
        return Some(());
    }
    if line.number > session.journal.n_lines + 1
        || session.is_review
        || !matches!(session.stage, Stage::Playing)
        || session.live.game.check_as(line.color, line.mv).is_err()
    {
        return None;
    }
    session.clock = session.clock.with_left(line.left);
    let before = session.live.node;
    session.note_move(line.color, line.mv, Duration::ZERO).ok()?;
    session.evaluations.extend(line.before.map(|it| (before, it)));
    if line.is_scoring && session.live.game.end() == Some(End::Passes) {
        let scoring = Scoring { time: session.scoring_time, ..Scoring::default() };
        session.stage = Stage::Scoring(Box::new(scoring));
    }
    session.journal.n_lines = line.number;
    Some(())
}

/// The content of a line.
#[derive(Debug)]
struct Line {
    number: u32,
    color: Color,
    mv: Move,
    left: ByColor<TimeLeft>,
    is_scoring: bool,
    before: Option<Evaluation>,
}

impl Line {
    fn read(session: &Session, line: &str) -> Option<Line> {
        let size = session.record.size();
        let text = format!("(;SZ[{}:{}]{line})", size.width(), size.height());
        let record = Record::from_sgf(&text).ok()?;
        let node = record.node(*record.children(record.root()).first()?);
        let (color, mv) = node.mv()?;
        let pairs = super::pairs(node.raw().values(PAIRS));
        let value =
            |name: &str| pairs.iter().find(|(it, _)| it == name).map(|(_, value)| value.as_str());
        let control = session.clock.control();
        let left = |color| TimeLeft::from_compact(value(left_name(color))?, control);
        Some(Line {
            number: value("line")?.parse().ok()?,
            color,
            mv,
            left: ByColor { black: left(Color::Black)?, white: left(Color::White)? },
            is_scoring: value("stage") == Some("scoring"),
            before: value("before").and_then(property::evaluation_from_text),
        })
    }
}
