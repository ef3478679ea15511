//! The words of the property `TGNJ`; [`NodeEvaluation`] describes them.

use std::fmt::Write;
use std::str::FromStr;

use tengen_rules::{Color, Move, Point, Size};

use super::{Chance, EvaluatedMove, NodeEvaluation, Points};

/// The version that is written.
const VERSION: &str = "1";

/// The most candidates that are kept, and the moves that follow each.
const MAX_CANDIDATES: usize = 8;
const MAX_LINE: usize = 11;

/// The most bytes of a name.
const MAX_NAME: usize = 40;

/// What stands for a number that is not known.
const UNKNOWN: &str = "?";

/// What stands for a pass: no board has this point.
const PASS: &str = "zz";

/// Whether a value is one that this version writes.
pub(super) fn is_of_this_version(text: &str) -> bool {
    text.split(' ').next() == Some(VERSION)
}

/// The evaluation with what fits into a value.
pub(super) fn fitted(mut evaluation: NodeEvaluation) -> NodeEvaluation {
    evaluation.analyst = name(&evaluation.analyst);
    evaluation.candidates.truncate(MAX_CANDIDATES);
    for candidate in &mut evaluation.candidates {
        candidate.line.truncate(MAX_LINE);
    }
    // The size of the board does not change the length.
    while escaped_len(&to_words(&evaluation, Size::NINETEEN)) > NodeEvaluation::MAX_LEN {
        if !shorten(&mut evaluation.candidates) {
            break;
        }
    }
    evaluation
}

/// The bytes of a text between the brackets.
fn escaped_len(text: &str) -> usize {
    text.len() + text.bytes().filter(|it| matches!(it, b']' | b'\\')).count()
}

/// Takes the last two moves of the longest line, of the last of several, or
/// the last candidate if no line is long.
fn shorten(candidates: &mut Vec<EvaluatedMove>) -> bool {
    // The first line is worth more than the others.
    let length =
        |idx: usize, it: &EvaluatedMove| if idx == 0 { it.line.len() / 2 } else { it.line.len() };
    let longest = (0..candidates.len()).max_by_key(|&idx| length(idx, &candidates[idx]));
    match longest {
        Some(idx) if length(idx, &candidates[idx]) > 3 => {
            let line = &mut candidates[idx].line;
            line.truncate(line.len() - 1);
            true
        }
        _ => candidates.pop().is_some(),
    }
}

/// A name in one line, not too long.
fn name(name: &str) -> String {
    let words = name.split(|it: char| it.is_whitespace() || it.is_control());
    let mut name = words.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
    while name.len() > MAX_NAME {
        name.pop();
    }
    name.trim_end().to_owned()
}

/// The value of the property, which fits.
pub(super) fn to_text(evaluation: &NodeEvaluation, size: Size) -> String {
    to_words(&fitted(evaluation.clone()), size)
}

fn to_words(evaluation: &NodeEvaluation, size: Size) -> String {
    let NodeEvaluation { chance, lead, n_visits, effort, loss, check, .. } = evaluation;
    let to_play = if evaluation.to_play == Color::Black { "b" } else { "w" };
    let check = check.map_or(UNKNOWN.to_owned(), |it| format!("{it:08x}"));
    let (lead, loss) = (number(lead.map(Points::hundredths)), number(loss.map(Points::hundredths)));
    let chance = chance.hundredths();
    let mut text =
        format!("{VERSION} {to_play} {chance} {lead} {n_visits}/{effort} {loss} {check}");
    for candidate in &evaluation.candidates {
        text.push(' ');
        write_candidate(&mut text, candidate, size);
    }
    text.push_str(" =");
    text.push_str(&evaluation.analyst);
    text
}

fn write_candidate(text: &mut String, candidate: &EvaluatedMove, size: Size) {
    let EvaluatedMove { mv, n_visits, chance, lead, prior, line } = candidate;
    let (mv, chance) = (move_letters(*mv, size), chance.hundredths());
    let (lead, prior) = (number(lead.map(Points::hundredths)), number(*prior));
    // Writing to a string does not fail.
    let _ = write!(text, "{mv},{n_visits},{chance},{lead},{prior}");
    if !line.is_empty() {
        text.push(',');
        text.extend(line.iter().map(|&it| move_letters(it, size)));
    }
}

fn number(value: Option<impl ToString>) -> String {
    value.map_or(UNKNOWN.to_owned(), |it| it.to_string())
}

fn move_letters(mv: Move, size: Size) -> String {
    let Move::Play(point) = mv else { return PASS.to_owned() };
    let row = size.height().saturating_sub(1).saturating_sub(point.row());
    [point.column(), row].map(|it| char::from(b'a' + it)).iter().collect()
}

/// The evaluation of a value of this version.
pub(super) fn parse(text: &str, size: Size) -> Option<NodeEvaluation> {
    let (words, analyst) = text.split_once(" =")?;
    let mut words = words.split(' ');
    if words.next()? != VERSION {
        return None;
    }
    let to_play = match words.next()? {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    };
    let chance = Chance::from_hundredths(words.next()?.parse().ok()?)?;
    let lead = parse_number(words.next()?).ok()?.map(Points::from_hundredths);
    let (n_visits, effort) = words.next()?.split_once('/')?;
    let loss = parse_number(words.next()?).ok()?.map(Points::from_hundredths);
    let check = match words.next()? {
        UNKNOWN => None,
        digits => Some(u32::from_str_radix(digits, 16).ok()?),
    };
    let candidates = words.map(|word| parse_candidate(word, size)).collect::<Option<_>>()?;
    Some(NodeEvaluation {
        lead,
        n_visits: n_visits.parse().ok()?,
        effort: effort.parse().ok()?,
        loss,
        check,
        candidates,
        analyst: analyst.to_owned(),
        ..NodeEvaluation::new(to_play, chance)
    })
}

fn parse_candidate(word: &str, size: Size) -> Option<EvaluatedMove> {
    let mut parts = word.split(',');
    Some(EvaluatedMove {
        mv: parse_move(parts.next()?.as_bytes(), size)?,
        n_visits: parts.next()?.parse().ok()?,
        chance: Chance::from_hundredths(parts.next()?.parse().ok()?)?,
        lead: parse_number(parts.next()?).ok()?.map(Points::from_hundredths),
        prior: parse_number(parts.next()?).ok()?,
        line: parse_line(parts.next().unwrap_or_default(), size)?,
    })
    .filter(|_| parts.next().is_none())
}

fn parse_line(letters: &str, size: Size) -> Option<Vec<Move>> {
    letters.as_bytes().chunks(2).map(|it| parse_move(it, size)).collect()
}

fn parse_move(letters: &[u8], size: Size) -> Option<Move> {
    if letters == PASS.as_bytes() {
        return Some(Move::Pass);
    }
    let &[column, row] = letters else { return None };
    let (column, row) = (column.checked_sub(b'a')?, row.checked_sub(b'a')?);
    let row = size.height().checked_sub(row.checked_add(1)?)?;
    Point::new(column, row, size).map(Move::Play)
}

/// A number that may be unknown; a word that is neither is an error.
fn parse_number<T: FromStr>(word: &str) -> Result<Option<T>, T::Err> {
    if word == UNKNOWN { Ok(None) } else { word.parse().map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_evaluation(rng: &mut fastrand::Rng, size: Size) -> NodeEvaluation {
        let points: Vec<Point> = size.points().collect();
        let mv = |rng: &mut fastrand::Rng| match rng.u8(..10) {
            0 => Move::Pass,
            _ => Move::Play(points[rng.usize(..points.len())]),
        };
        let candidate = |rng: &mut fastrand::Rng| EvaluatedMove {
            mv: mv(rng),
            n_visits: rng.u32(..) >> rng.u8(..32),
            chance: Chance::new(rng.f32()),
            lead: rng.bool().then(|| Points::new(200.0 * (rng.f32() - 0.5))),
            prior: rng.bool().then(|| rng.u16(..1000)),
            line: (0..rng.usize(..30)).map(|_| mv(rng)).collect(),
        };
        let candidates = (0..rng.usize(..20)).map(|_| candidate(rng)).collect();
        let name = "Kata Go]\\ \n\u{56f4}\u{68cb} 1.16: =b18".chars().cycle();
        NodeEvaluation {
            lead: rng.bool().then(|| Points::new(800.0 * (rng.f32() - 0.5))),
            n_visits: rng.u32(..),
            effort: rng.u32(..),
            loss: rng.bool().then(|| Points::new(100.0 * rng.f32())),
            check: rng.bool().then(|| rng.u32(..)),
            candidates,
            analyst: name.take(rng.usize(..60)).collect(),
            ..NodeEvaluation::new(Color::Black, Chance::new(rng.f32()))
        }
    }

    #[test]
    fn any_evaluation_fits_and_comes_back() {
        let mut rng = fastrand::Rng::with_seed(5);
        for size in [Size::NINETEEN, Size::new(1, 1).unwrap(), Size::new(25, 3).unwrap()] {
            for _ in 0..500 {
                let evaluation = random_evaluation(&mut rng, size);
                let text = to_text(&evaluation, size);
                let value = tengen_sgf::ValueBuf::text(&text);
                assert!(value.raw().len() <= NodeEvaluation::MAX_LEN, "{text}");
                let fitted = evaluation.fitted();
                let read = parse(&value.as_value().simple_text(), size);
                assert_eq!(read.as_ref(), Some(&fitted), "{text}");
                assert_eq!(fitted.clone().fitted(), fitted);
            }
        }
    }

    #[test]
    fn what_is_no_evaluation_is_none() {
        let sound = "1 b 5321 -150 400/500 30 9a3f21c4 dd,1,2,?,? =x";
        assert!(parse(sound, Size::NINE).is_some());
        for (from, to) in [
            ("1 b", "3 b"),
            (" b ", " x "),
            ("5321", "10001"),
            ("-150", "1.5"),
            ("400/500", "400"),
            ("9a3f21c4", "9a3f21c4a"),
            ("dd,", "jj,"),
            ("dd,", "d,"),
            ("dd,1", "dd,-1"),
            ("?,?", "?,?,d"),
            ("?,?", "?,?,dd,x"),
            (" =x", ""),
        ] {
            let text = sound.replacen(from, to, 1);
            assert_eq!(parse(&text, Size::NINE), None, "{text}");
        }
    }
}
