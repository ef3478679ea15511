//! Lizzie's `LZ`: version, chance and visits in the first line, candidates in
//! the second.
//!
//! The chance in the first line is that of the player who has just moved;
//! those of the candidates are the other player's, in hundredths of a percent.

use std::fmt::Write;

use tengen_rules::{Color, Move, Size};
use tengen_sgf::{self as sgf, ValueBuf};

use super::{Chance, EvaluatedMove, NodeEvaluation, Points};

pub(super) const NAME: &str = "LZ";

/// The version of Lizzie whose format is written.
const VERSION: &str = "0.7.4";

/// How much of our evaluation Lizzie is given.
const MAX_CANDIDATES: usize = 3;
const MAX_LINE: usize = 6;

pub(super) fn value(evaluation: &NodeEvaluation) -> Vec<ValueBuf> {
    let chance = evaluation.chance.seen_by(evaluation.to_play).of_opponent();
    let percent = 100.0 * chance.share();
    // Without visits, Lizzie takes the position for one that was not analyzed.
    let n_visits = evaluation.n_visits.max(1);
    let mut text = format!("{VERSION} {percent:.1} {n_visits}\n");
    for candidate in evaluation.candidates.iter().take(MAX_CANDIDATES) {
        let EvaluatedMove { mv, n_visits, chance, lead, line, .. } = candidate;
        // Writing to a string does not fail.
        let _ = write!(text, "move {mv} visits {n_visits} winrate {} ", chance.hundredths());
        if let Some(lead) = lead {
            let _ = write!(text, "scoreMean {:.2} ", lead.points());
        }
        let _ = write!(text, "pv {mv}");
        for mv in line.iter().take(MAX_LINE - 1) {
            let _ = write!(text, " {mv}");
        }
        text.push_str(" info ");
    }
    vec![ValueBuf::text(text.trim_end_matches('\n'))]
}

pub(super) fn read(node: sgf::Node<'_>, to_play: Color, size: Size) -> Option<NodeEvaluation> {
    let text = node.value(NAME)?.text();
    let mut lines = text.lines();
    let mut words = lines.next()?.split_whitespace().skip(1);
    let percent: f32 = words.next()?.parse().ok().filter(|it| (0.0..=100.0).contains(it))?;
    let n_visits = parse_visits(words.next()?)?;
    let chance = Chance::new(1.0 - percent / 100.0).seen_by(to_play);
    let sections = lines.next().unwrap_or_default().split("info");
    let candidates: Vec<_> = sections.filter_map(|it| parse_candidate(it, size)).collect();
    let lead = candidates.first().and_then(|it| it.lead).map(|it| it.seen_by(to_play));
    let analyst = "Lizzie".to_owned();
    Some(
        NodeEvaluation {
            lead,
            n_visits,
            effort: n_visits,
            candidates,
            analyst,
            ..NodeEvaluation::new(to_play, chance)
        }
        .fitted(),
    )
}

/// Visits as Lizzie shortens them: `800`, `1.5k`, `2m`.
fn parse_visits(word: &str) -> Option<u32> {
    let lower = word.to_ascii_lowercase();
    let (digits, factor) = match lower.strip_suffix('k') {
        Some(digits) => (digits, 1e3),
        None => lower.strip_suffix('m').map_or((lower.as_str(), 1.0), |digits| (digits, 1e6)),
    };
    let number: f64 = digits.parse().ok().filter(|it: &f64| (0.0..4e3).contains(&(it / 1e6)))?;
    #[expect(clippy::cast_sign_loss, reason = "checked before")]
    Some((number * factor).min(f64::from(u32::MAX)) as u32)
}

fn parse_candidate(section: &str, size: Size) -> Option<EvaluatedMove> {
    let words: Vec<&str> = section.split_whitespace().collect();
    let value = |name: &str| {
        let at = words.iter().position(|it| *it == name)?;
        words.get(at + 1).copied()
    };
    let lead = value("scoreMean").or_else(|| value("scoreLead"));
    let lead = lead.and_then(|it| it.parse().ok()).filter(|it: &f32| it.is_finite());
    let pv = words.iter().skip_while(|it| **it != "pv").skip(2);
    Some(EvaluatedMove {
        mv: parse_move(value("move")?, size)?,
        n_visits: value("visits").and_then(parse_visits).unwrap_or(0),
        chance: parse_chance(value("winrate")?)?,
        lead: lead.map(Points::new),
        prior: None,
        line: pv.map_while(|it| parse_move(it, size)).collect(),
    })
}

/// A chance in hundredths of a percent, or in percent if there is a point.
fn parse_chance(word: &str) -> Option<Chance> {
    let number: f32 = word.parse().ok()?;
    let percent = if word.contains('.') { number } else { number / 100.0 };
    (0.0..=100.0).contains(&percent).then(|| Chance::new(percent / 100.0))
}

fn parse_move(word: &str, size: Size) -> Option<Move> {
    let mv: Move = word.parse().ok()?;
    mv.point().is_none_or(|it| size.contains(it)).then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;

    fn read(text: &str) -> Option<NodeEvaluation> {
        let record = Record::from_sgf(&format!("(;SZ[19];B[pd]LZ[{text}])")).unwrap();
        let node = record.main_line().last().unwrap();
        record.node(node).evaluation()
    }

    #[test]
    fn evaluation_of_lizzie() {
        let text = "0.7.2 55.8 1.2k\nmove D4 visits 700 winrate 4418 pv D4 Q3 info \
                    move Q3 visits 20 winrate 4390 scoreMean -0.5 pv Q3 D4 info ";
        let found = read(text).unwrap();
        assert_eq!((found.to_play, found.n_visits), (Color::White, 1200));
        assert_eq!(found.chance.hundredths(), 5580, "Black has just moved");
        let [first, second] = found.candidates.as_slice() else { panic!("two moves") };
        assert_eq!((first.mv.to_string(), first.chance.hundredths()), ("D4".to_owned(), 4418));
        assert_eq!(first.line, ["Q3".parse().unwrap()]);
        assert_eq!(second.lead, Some(Points::new(-0.5)));
    }

    #[test]
    fn flaws_are_left_out() {
        assert!(read("0.7.2 55.8").is_none());
        assert!(read("0.7.2 155.8 100").is_none());
        assert!(read("0.7.2 x 100").is_none());
        let found =
            read("x 50 100\nmove Z99 visits 1 winrate 1 pv Z99 info move D4 pv D4").unwrap();
        assert!(found.candidates.is_empty());
    }
}
