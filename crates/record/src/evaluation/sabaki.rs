//! Sabaki's `SBKV`: Black's chance to win in percent.

use tengen_rules::Color;
use tengen_sgf::{self as sgf, ValueBuf};

use super::{Chance, NodeEvaluation};

pub(super) const NAME: &str = "SBKV";

pub(super) fn value(evaluation: &NodeEvaluation) -> ValueBuf {
    let hundredths = evaluation.chance.hundredths();
    ValueBuf::text(&format!("{}.{:02}", hundredths / 100, hundredths % 100))
}

pub(super) fn read(node: sgf::Node<'_>, to_play: Color) -> Option<NodeEvaluation> {
    let percent = node.value(NAME)?.real().ok().filter(|it| (0.0..=100.0).contains(it))?;
    let chance = Chance::new((percent / 100.0) as f32);
    Some(NodeEvaluation { analyst: "Sabaki".to_owned(), ..NodeEvaluation::new(to_play, chance) })
}

#[cfg(test)]
mod tests {
    use crate::Record;

    #[test]
    fn chances_of_sabaki() {
        for (text, chance) in [("53.2", Some(5320)), ("0", Some(0)), ("101", None), ("x", None)] {
            let record = Record::from_sgf(&format!("(;SZ[9];B[ee]SBKV[{text}])")).unwrap();
            let node = record.main_line().last().unwrap();
            let found = record.node(node).evaluation();
            assert_eq!(found.map(|it| it.chance.hundredths()), chance, "{text}");
        }
    }
}
