//! The ways in which clients want to be told what a player thinks.
//!
//! They read more exactly than they write down: which fields there are, their
//! order, and how numbers look, is what Sabaki, Lizzie and CGOS parse.

use std::fmt::Write;

use tengen_rules::{Color, Move, Size};

use crate::thoughts::{Candidate, Thoughts};

/// A way to write thoughts down.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Dialect {
    /// As `kata-analyze` does: fractions.
    Kata,
    /// The same, but every fraction has a point.
    Sabaki,
    /// As `lz-analyze` does: whole numbers, in hundredths of a percent.
    LeelaZero,
    /// One JSON object.
    Cgos,
}

/// What a client wants to hear.
#[derive(Copy, Clone, Debug)]
pub(super) struct Wishes {
    pub(super) min_moves: usize,
    pub(super) max_moves: usize,
    pub(super) ownership: bool,
    pub(super) root: bool,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes { min_moves: 0, max_moves: usize::MAX, ownership: false, root: false }
    }
}

/// The share of visits from which a move is worth telling.
const MIN_SHARE: f32 = 0.001;

impl Dialect {
    /// The thoughts of one moment in one line.
    pub(super) fn line(self, thoughts: &Thoughts, size: Size, wishes: &Wishes) -> String {
        if self == Dialect::Cgos {
            return cgos(thoughts, size);
        }
        let mut parts: Vec<String> = told(thoughts, wishes)
            .iter()
            .enumerate()
            .map(|(order, it)| match self {
                Dialect::LeelaZero => leela_zero(it, order),
                _ => self.kata(it, order, thoughts.lead_deviation),
            })
            .collect();
        if wishes.root && self != Dialect::LeelaZero {
            parts.push(self.root(thoughts));
        }
        if wishes.ownership {
            parts.push(self.ownership(thoughts, size));
        }
        parts.join(" ")
    }

    fn kata(self, candidate: &Candidate, order: usize, deviation: f32) -> String {
        let Candidate { mv, n_visits, win_rate, lead, prior, .. } = candidate;
        let lower_bound = candidate.lower_bound();
        let number = |value: f32| self.number(value);
        format!(
            "info move {mv} visits {n_visits} edgeVisits {n_visits} utility {} winrate {} \
             scoreMean {lead} scoreStdev {} scoreLead {lead} scoreSelfplay {lead} prior {} \
             lcb {} utilityLcb {} weight {} order {order} pv {}",
            number(2.0 * win_rate - 1.0),
            number(*win_rate),
            number(deviation),
            number(*prior),
            number(lower_bound),
            number(2.0 * lower_bound - 1.0),
            number(*n_visits as f32),
            variation(candidate),
            lead = number(*lead),
        )
    }

    fn root(self, thoughts: &Thoughts) -> String {
        let number = |value: f32| self.number(value);
        let lead = number(thoughts.lead);
        format!(
            "rootInfo currentPlayer {} visits {} winrate {} utility {} scoreLead {lead} \
             scoreSelfplay {lead} scoreStdev {} weight {}",
            thoughts.to_play.letter(),
            thoughts.n_visits,
            number(thoughts.win_rate),
            number(2.0 * thoughts.win_rate - 1.0),
            number(thoughts.lead_deviation),
            number(thoughts.n_visits as f32),
        )
    }

    /// The owner of every point as the player to move sees it, row by row
    /// from the top.
    fn ownership(self, thoughts: &Thoughts, size: Size) -> String {
        let owners = owners(thoughts, size).map(|owner| self.number(owner));
        format!("ownership {}", owners.collect::<Vec<_>>().join(" "))
    }

    fn number(self, value: f32) -> String {
        let text = significant(value);
        if self == Dialect::Sabaki && !text.contains(['.', 'e']) { text + ".0" } else { text }
    }
}

/// The candidates that are worth telling.
fn told<'a>(thoughts: &'a Thoughts, wishes: &Wishes) -> &'a [Candidate] {
    let candidates = &thoughts.candidates;
    let most = candidates.first().map_or(0, |it| it.n_visits) as f32;
    let is_worth = |it: &Candidate| it.n_visits as f32 >= MIN_SHARE * most;
    let n_worth = candidates.iter().take_while(|it| is_worth(it)).count();
    let n_told = n_worth.max(wishes.min_moves).min(wishes.max_moves).min(candidates.len());
    &candidates[..n_told]
}

/// Up to six digits that matter, as C++ writes numbers.
fn significant(value: f32) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".into();
    }
    let magnitude = value.abs().log10().floor();
    let n_decimals = (5.0 - magnitude).clamp(0.0, 12.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped above")]
    let text = format!("{value:.*}", n_decimals as usize);
    if !text.contains('.') {
        return text;
    }
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn leela_zero(candidate: &Candidate, order: usize) -> String {
    format!(
        "info move {} visits {} winrate {} prior {} lcb {} order {order} pv {}",
        candidate.mv,
        candidate.n_visits,
        hundredths_of_percent(candidate.win_rate),
        hundredths_of_percent(candidate.prior),
        hundredths_of_percent(candidate.lower_bound()),
        variation(candidate),
    )
}

fn hundredths_of_percent(chance: f32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "chances are small numbers")]
    let number = (chance * 10_000.0).round() as i32;
    number
}

fn variation(candidate: &Candidate) -> String {
    let names: Vec<String> = candidate.variation.iter().map(Move::to_string).collect();
    names.join(" ")
}

/// The owner of every point as the player to move sees it, row by row from
/// the top.
fn owners(thoughts: &Thoughts, size: Size) -> impl Iterator<Item = f32> {
    let sign = if thoughts.to_play == Color::Black { 1.0 } else { -1.0 };
    size.rows().flatten().map(move |point| sign * thoughts.ownership[point])
}

/// The digits in which owners are written, from -1 to 1.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The number of digits above the first.
const STEPS: f32 = 62.0;

fn cgos(thoughts: &Thoughts, size: Size) -> String {
    let mut text = format!(
        "{{\"winrate\":{:.4},\"score\":{:.2},\"visits\":{},\"moves\":[",
        thoughts.win_rate, thoughts.lead, thoughts.n_visits,
    );
    for (idx, it) in told(thoughts, &Wishes::default()).iter().enumerate() {
        let comma = if idx == 0 { "" } else { "," };
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "{comma}{{\"move\":\"{}\",\"winrate\":{:.4},\"score\":{:.2},\"prior\":{:.4},\
             \"visits\":{},\"pv\":\"{}\"}}",
            it.mv,
            it.win_rate,
            it.lead,
            it.prior,
            it.n_visits,
            variation(it),
        );
    }
    text.push_str("],\"ownership\":\"");
    text.extend(owners(thoughts, size).map(digit));
    text.push_str("\"}");
    text
}

fn digit(owner: f32) -> char {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let step = ((owner.clamp(-1.0, 1.0) + 1.0) * STEPS / 2.0).round() as usize;
    char::from(DIGITS[step])
}

#[cfg(test)]
mod tests {
    use tengen_rules::ByPoint;

    use super::*;

    fn thoughts() -> Thoughts {
        let candidate = |name: &str, n_visits, win_rate, variation: &str| Candidate {
            mv: name.parse().unwrap(),
            n_visits,
            win_rate,
            lead: -1.25,
            prior: 0.082_1,
            variation: variation.split(' ').map(|it| it.parse().unwrap()).collect(),
        };
        let mut ownership = ByPoint::new(0.5);
        ownership["A1".parse().unwrap()] = -1.0;
        Thoughts {
            to_play: Color::White,
            n_visits: 10_021,
            win_rate: 0.5,
            lead: 3.0,
            lead_deviation: 12.011_9,
            candidates: vec![
                candidate("B2", 10_000, 0.573_411, "B2 A1"),
                candidate("pass", 20, 0.1, "pass"),
                candidate("A2", 1, 0.0, "A2"),
            ],
            ownership,
        }
    }

    #[track_caller]
    fn check(dialect: Dialect, wishes: Wishes, expected: &str) {
        assert_eq!(dialect.line(&thoughts(), Size::new(2, 2).unwrap(), &wishes), expected);
    }

    #[test]
    fn kata() {
        check(
            Dialect::Kata,
            Wishes { root: true, ownership: true, ..Wishes::default() },
            "info move B2 visits 10000 edgeVisits 10000 utility 0.146822 winrate 0.573411 \
             scoreMean -1.25 scoreStdev 12.0119 scoreLead -1.25 scoreSelfplay -1.25 prior 0.0821 \
             lcb 0.563717 utilityLcb 0.127434 weight 10000 order 0 pv B2 A1 \
             info move pass visits 20 edgeVisits 20 utility -0.8 winrate 0.1 scoreMean -1.25 \
             scoreStdev 12.0119 scoreLead -1.25 scoreSelfplay -1.25 prior 0.0821 lcb -0.0314808 \
             utilityLcb -1.06296 weight 20 order 1 pv pass \
             rootInfo currentPlayer W visits 10021 winrate 0.5 utility 0 scoreLead 3 \
             scoreSelfplay 3 scoreStdev 12.0119 weight 10021 ownership -0.5 -0.5 1 -0.5",
        );
    }

    #[test]
    fn sabaki() {
        check(
            Dialect::Sabaki,
            Wishes { max_moves: 0, root: true, ..Wishes::default() },
            "rootInfo currentPlayer W visits 10021 winrate 0.5 utility 0.0 scoreLead 3.0 \
             scoreSelfplay 3.0 scoreStdev 12.0119 weight 10021.0",
        );
    }

    #[test]
    fn leela_zero() {
        check(
            Dialect::LeelaZero,
            Wishes { min_moves: 3, ..Wishes::default() },
            "info move B2 visits 10000 winrate 5734 prior 821 lcb 5637 order 0 pv B2 A1 \
             info move pass visits 20 winrate 1000 prior 821 lcb -315 order 1 pv pass \
             info move A2 visits 1 winrate 0 prior 821 lcb -1960 order 2 pv A2",
        );
    }

    #[test]
    fn cgos() {
        check(
            Dialect::Cgos,
            Wishes::default(),
            "{\"winrate\":0.5000,\"score\":3.00,\"visits\":10021,\"moves\":[{\"move\":\"B2\",\
             \"winrate\":0.5734,\"score\":-1.25,\"prior\":0.0821,\"visits\":10000,\
             \"pv\":\"B2 A1\"},{\"move\":\"pass\",\"winrate\":0.1000,\"score\":-1.25,\
             \"prior\":0.0821,\"visits\":20,\"pv\":\"pass\"}],\"ownership\":\"QQ+Q\"}",
        );
    }

    #[test]
    fn numbers() {
        for (value, expected) in [
            (0.0, "0"),
            (1.0, "1"),
            (-0.5, "-0.5"),
            (0.011_581_24, "0.0115812"),
            (30.919_5, "30.9195"),
            (123_456.7, "123457"),
            (1_234_567.0, "1234567"),
            (f32::NAN, "0"),
        ] {
            assert_eq!(significant(value), expected);
        }
    }
}
