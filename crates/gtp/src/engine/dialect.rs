//! The analysis formats of the various clients.
//!
//! They read more exactly than they write down: which fields there are, their
//! order, and how numbers look, is what Sabaki, Lizzie and CGOS parse.

use std::fmt::Write;

use tengen_analysis::{Analysis, Candidate};
use tengen_rules::{ByPoint, Move, Size};

/// A way to write an analysis down.
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

/// The fields that a client asks for.
#[derive(Copy, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of the command")]
pub(super) struct Wishes {
    pub(super) min_moves: usize,
    pub(super) max_moves: usize,
    pub(super) ownership: bool,
    pub(super) ownership_deviation: bool,
    pub(super) root: bool,
    /// The chance that a game ends without result.
    pub(super) no_result: bool,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            min_moves: 0,
            max_moves: usize::MAX,
            ownership: false,
            ownership_deviation: false,
            root: false,
            no_result: false,
        }
    }
}

/// The share of visits from which a move is worth telling.
const MIN_SHARE: f32 = 0.001;

impl Dialect {
    /// An analysis in one line.
    pub(super) fn line(self, analysis: &Analysis, size: Size, wishes: &Wishes) -> String {
        if self == Dialect::Cgos {
            return cgos(analysis, size);
        }
        let mut parts: Vec<String> = told(analysis, wishes)
            .iter()
            .enumerate()
            .map(|(order, it)| match self {
                Dialect::LeelaZero => leela_zero(it, order),
                _ => self.kata(it, order, analysis.lead_deviation, wishes),
            })
            .collect();
        if wishes.root && self != Dialect::LeelaZero {
            parts.push(self.root(analysis));
        }
        if wishes.ownership {
            parts.extend(self.owners("ownership", analysis, size, |owner| owner));
        }
        if wishes.ownership_deviation {
            // The owner in one playout is one player or the other.
            let deviation = |owner: f32| (1.0 - owner * owner).max(0.0).sqrt();
            parts.extend(self.owners("ownershipStdev", analysis, size, deviation));
        }
        parts.join(" ")
    }

    fn kata(
        self,
        candidate: &Candidate,
        order: usize,
        deviation: Option<f32>,
        wishes: &Wishes,
    ) -> String {
        let Candidate { mv, n_visits, win_rate, lead, prior, .. } = candidate;
        let lower_bound = candidate.lower_bound();
        let number = |value: f32| self.number(value);
        let field = |name, value| self.field(name, value);
        format!(
            "info move {mv} visits {n_visits} edgeVisits {n_visits} utility {} winrate {}{}{}{}{}{} \
             lcb {} utilityLcb {} weight {}{} order {order} pv {}",
            number(2.0 * win_rate - 1.0),
            number(*win_rate),
            field("scoreMean", *lead),
            field("scoreStdev", deviation),
            field("scoreLead", *lead),
            field("scoreSelfplay", *lead),
            field("prior", *prior),
            number(lower_bound),
            number(2.0 * lower_bound - 1.0),
            number(*n_visits as f32),
            field("noResultValue", wishes.no_result.then_some(0.0)),
            variation(candidate),
        )
    }

    fn root(self, analysis: &Analysis) -> String {
        let number = |value: f32| self.number(value);
        let field = |name, value| self.field(name, value);
        format!(
            "rootInfo currentPlayer {} visits {} winrate {} utility {}{}{}{} weight {}",
            analysis.to_play.letter(),
            analysis.n_visits,
            number(analysis.win_rate),
            number(2.0 * analysis.win_rate - 1.0),
            field("scoreLead", analysis.lead),
            field("scoreSelfplay", analysis.lead),
            field("scoreStdev", analysis.lead_deviation),
            number(analysis.n_visits as f32),
        )
    }

    /// Something about the owner of every point as the player to move sees it,
    /// row by row from the top.
    fn owners(
        self,
        name: &str,
        analysis: &Analysis,
        size: Size,
        value: impl Fn(f32) -> f32,
    ) -> Option<String> {
        let values = owners(analysis, size)?.map(|it| self.number(value(it)));
        Some(format!("{name} {}", values.collect::<Vec<_>>().join(" ")))
    }

    /// A name and its value with a space before each, or nothing if the value
    /// is not known.
    fn field(self, name: &str, value: Option<f32>) -> String {
        value.map(|value| format!(" {name} {}", self.number(value))).unwrap_or_default()
    }

    fn number(self, value: f32) -> String {
        let text = significant(value);
        if self == Dialect::Sabaki && !text.contains(['.', 'e']) { text + ".0" } else { text }
    }
}

/// The candidates that are worth telling.
fn told<'a>(analysis: &'a Analysis, wishes: &Wishes) -> &'a [Candidate] {
    let candidates = &analysis.candidates;
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
        hundredths_of_percent(candidate.prior.unwrap_or(0.0)),
        hundredths_of_percent(candidate.lower_bound()),
        variation(candidate),
    )
}

fn hundredths_of_percent(chance: f32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "chances are small numbers")]
    let number = (chance * 10_000.0).round() as i32;
    number
}

/// The variation, which is at least the move itself.
fn variation(candidate: &Candidate) -> String {
    if candidate.variation.is_empty() {
        return candidate.mv.to_string();
    }
    let names: Vec<String> = candidate.variation.iter().map(Move::to_string).collect();
    names.join(" ")
}

/// The owner of every point as the player to move sees it, row by row from
/// the top.
fn owners(analysis: &Analysis, size: Size) -> Option<impl Iterator<Item = f32>> {
    let sign = f32::from(analysis.to_play.sign());
    let ownership: &ByPoint<f32> = analysis.ownership.as_deref()?;
    Some(size.rows().flatten().map(move |point| sign * ownership[point]))
}

/// The digits in which owners are written, from -1 to 1.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The number of digits above the first.
const STEPS: f32 = 62.0;

fn cgos(analysis: &Analysis, size: Size) -> String {
    // Writing to a string does not fail.
    let score =
        |lead: Option<f32>| lead.map(|it| format!("\"score\":{it:.2},")).unwrap_or_default();
    let mut text = format!(
        "{{\"winrate\":{:.4},{}\"visits\":{},\"moves\":[",
        analysis.win_rate,
        score(analysis.lead),
        analysis.n_visits,
    );
    for (idx, it) in told(analysis, &Wishes::default()).iter().enumerate() {
        let comma = if idx == 0 { "" } else { "," };
        let prior = it.prior.map(|it| format!("\"prior\":{it:.4},")).unwrap_or_default();
        let _ = write!(
            text,
            "{comma}{{\"move\":\"{}\",\"winrate\":{:.4},{}{prior}\"visits\":{},\"pv\":\"{}\"}}",
            it.mv,
            it.win_rate,
            score(it.lead),
            it.n_visits,
            variation(it),
        );
    }
    text.push(']');
    if let Some(owners) = owners(analysis, size) {
        let digits: String = owners.map(digit).collect();
        let _ = write!(text, ",\"ownership\":\"{digits}\"");
    }
    text.push('}');
    text
}

fn digit(owner: f32) -> char {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let step = ((owner.clamp(-1.0, 1.0) + 1.0) * STEPS / 2.0).round() as usize;
    char::from(DIGITS[step])
}

#[cfg(test)]
mod tests {
    use tengen_rules::Color;

    use super::*;

    fn analysis() -> Analysis {
        let candidate = |name: &str, n_visits, win_rate, variation: &str| Candidate {
            mv: name.parse().unwrap(),
            n_visits,
            win_rate,
            lead: Some(-1.25),
            prior: Some(0.082_1),
            lower_bound: None,
            variation: variation.split(' ').map(|it| it.parse().unwrap()).collect(),
        };
        let mut ownership = ByPoint::new(0.5);
        ownership["A1".parse().unwrap()] = -1.0;
        Analysis {
            n_visits: 10_021,
            lead: Some(3.0),
            lead_deviation: Some(12.011_9),
            candidates: vec![
                candidate("B2", 10_000, 0.573_411, "B2 A1"),
                candidate("pass", 20, 0.1, "pass"),
                candidate("A2", 1, 0.0, "A2"),
            ],
            ownership: Some(Box::new(ownership)),
            ..Analysis::new(Color::White, 0.5)
        }
    }

    #[track_caller]
    fn check(dialect: Dialect, wishes: Wishes, expected: &str) {
        assert_eq!(dialect.line(&analysis(), Size::new(2, 2).unwrap(), &wishes), expected);
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
    fn what_is_not_known_is_left_out() {
        let candidate = Candidate { n_visits: 4, ..Candidate::new(Move::Pass, 0.5) };
        let analysis = Analysis { candidates: vec![candidate], ..Analysis::new(Color::Black, 0.5) };
        let wishes = Wishes { root: true, ownership: true, ..Wishes::default() };
        let size = Size::new(2, 2).unwrap();
        assert_eq!(
            Dialect::Kata.line(&analysis, size, &wishes),
            "info move pass visits 4 edgeVisits 4 utility 0 winrate 0.5 lcb 0.00999999 utilityLcb -0.98 \
             weight 4 order 0 pv pass rootInfo currentPlayer B visits 0 winrate 0.5 utility 0 weight 0",
        );
        assert_eq!(
            Dialect::Cgos.line(&analysis, size, &wishes),
            "{\"winrate\":0.5000,\"visits\":0,\"moves\":[{\"move\":\"pass\",\"winrate\":0.5000,\
             \"visits\":4,\"pv\":\"pass\"}]}",
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
