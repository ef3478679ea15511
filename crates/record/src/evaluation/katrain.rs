//! KaTrain's `KT`: three values of Base64 over gzip, with owners, policy, and
//! a JSON object of the root and the moves that were tried.
//!
//! All of its numbers are Black's.

use std::io::Read;

use data_encoding::BASE64;
use flate2::read::GzDecoder;
use serde_json::Value;
use tengen_rules::{Color, Move, Size};
use tengen_sgf as sgf;

use super::{Chance, EvaluatedMove, NodeEvaluation, Points};

const NAME: &str = "KT";

/// The most bytes that one value may unfold to.
const MAX_BYTES: u64 = 8 << 20;

pub(super) fn read(node: sgf::Node<'_>, to_play: Color, size: Size) -> Option<NodeEvaluation> {
    let main = node.values(NAME).nth(2)?;
    let object: Value = serde_json::from_slice(&unfold(main.raw())?).ok()?;
    let root = object.get("root")?;
    let chance = Chance::new(number(root, "winrate").filter(|it| (0.0..=1.0).contains(it))?);
    let moves = object.get("moves").and_then(Value::as_object);
    let mut ranked: Vec<(u64, EvaluatedMove)> = Vec::new();
    for (name, about) in moves.into_iter().flatten() {
        ranked.extend(parse_candidate(name, about, to_play, size));
    }
    ranked.sort_by_key(|(order, candidate)| (*order, std::cmp::Reverse(candidate.n_visits)));
    let n_visits = visits(root);
    let evaluation = NodeEvaluation {
        lead: number(root, "scoreLead").map(Points::new),
        n_visits,
        effort: n_visits,
        candidates: ranked.into_iter().map(|(_, candidate)| candidate).collect(),
        analyst: "KaTrain".to_owned(),
        ..NodeEvaluation::new(to_play, chance)
    };
    Some(evaluation.fitted())
}

/// The bytes of a value, if they are not too many.
fn unfold(raw: &str) -> Option<Vec<u8>> {
    let letters: Vec<u8> = raw.bytes().filter(|it| !it.is_ascii_whitespace()).collect();
    let zipped = BASE64.decode(&letters).ok()?;
    let mut bytes = Vec::new();
    GzDecoder::new(zipped.as_slice()).take(MAX_BYTES + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= MAX_BYTES).then_some(bytes)
}

/// A move with its place among the others.
fn parse_candidate(
    name: &str,
    about: &Value,
    to_play: Color,
    size: Size,
) -> Option<(u64, EvaluatedMove)> {
    let chance = number(about, "winrate").filter(|it| (0.0..=1.0).contains(it))?;
    let line = about.get("pv").and_then(Value::as_array).into_iter().flatten().skip(1);
    let line = line.map_while(|it| parse_move(it.as_str()?, size));
    let prior = number(about, "prior").filter(|it| (0.0..=1.0).contains(it));
    #[expect(clippy::cast_sign_loss, reason = "checked before")]
    let candidate = EvaluatedMove {
        mv: parse_move(name, size)?,
        n_visits: visits(about),
        chance: Chance::new(chance).seen_by(to_play),
        lead: number(about, "scoreLead").map(|it| Points::new(it).seen_by(to_play)),
        prior: prior.map(|it| (1000.0 * it).round() as u16),
        line: line.collect(),
    };
    let order = about.get("order").and_then(Value::as_u64).unwrap_or(u64::MAX);
    Some((order, candidate))
}

fn number(object: &Value, name: &str) -> Option<f32> {
    object.get(name)?.as_f64().map(|it| it as f32).filter(|it| it.is_finite())
}

fn visits(object: &Value) -> u32 {
    object.get("visits").and_then(Value::as_u64).and_then(|it| it.try_into().ok()).unwrap_or(0)
}

fn parse_move(word: &str, size: Size) -> Option<Move> {
    let mv: Move = word.parse().ok()?;
    mv.point().is_none_or(|it| size.contains(it)).then_some(mv)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;
    use crate::Record;

    fn fold(bytes: &[u8]) -> String {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        BASE64.encode(&encoder.finish().unwrap())
    }

    fn evaluation(main: &str) -> Option<NodeEvaluation> {
        let (nothing, main) = (fold(b""), fold(main.as_bytes()));
        let text = format!("(;SZ[9]KTV[1.0];B[ee]KT[{nothing}][{nothing}][{main}])");
        let record = Record::from_sgf(&text).unwrap();
        assert_eq!(record.to_sgf(), text);
        record.node(record.main_line().last().unwrap()).evaluation()
    }

    #[test]
    fn evaluation_of_katrain() {
        let found = evaluation(
            "{\"moves\": {\
               \"C3\": {\"move\": \"C3\", \"order\": 1, \"visits\": 4, \"winrate\": 0.8, \
                        \"scoreLead\": 3.0, \"prior\": 0.125, \"pv\": [\"C3\", \"D4\"]},\
               \"E3\": {\"move\": \"E3\", \"order\": 0, \"visits\": 90, \"winrate\": 0.7, \
                        \"scoreLead\": 1.5, \"pv\": [\"E3\"]}},\
              \"root\": {\"winrate\": 0.71, \"scoreLead\": 1.6, \"visits\": 100}, \
              \"completed\": true}",
        )
        .unwrap();
        assert_eq!((found.chance.hundredths(), found.n_visits), (7100, 100));
        assert_eq!(found.lead, Some(Points::new(1.6)));
        let [best, other] = found.candidates.as_slice() else { panic!("two moves") };
        assert_eq!((best.mv.to_string().as_str(), best.n_visits), ("E3", 90));
        assert_eq!(other.chance, Chance::new(0.2), "White is to move");
        assert_eq!((other.lead, other.prior), (Some(Points::new(-3.0)), Some(125)));
        assert_eq!(other.line, ["D4".parse().unwrap()]);
    }

    #[test]
    fn what_is_broken_is_none() {
        for main in ["", "{}", "[]", "{\"root\": {\"winrate\": 7}}", "{\"root\": null}"] {
            assert_eq!(evaluation(main), None, "{main}");
        }
        let record = Record::from_sgf("(;SZ[9]KT[!][!][!])").unwrap();
        assert_eq!(record.node(record.root()).evaluation(), None);
        let bomb = fold(&vec![b' '; 9 << 20]);
        let record = Record::from_sgf(&format!("(;SZ[9]KT[][][{bomb}])")).unwrap();
        assert_eq!(record.node(record.root()).evaluation(), None);
    }
}
