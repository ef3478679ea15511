//! The lines beside the main line, as far as they were judged.

use std::collections::HashSet;

use tengen_record::{NodeId, Record};
use tengen_review::{MoveReview, Review};

/// A line that leaves another one, up to its end.
pub(super) struct Variation {
    /// The number of the last move that both lines have.
    pub(super) after: u32,
    /// Its judged moves with their numbers.
    pub(super) moves: Vec<(u32, MoveReview)>,
}

/// All of them, in the order of the record.
pub(super) fn variations(review: &Review, record: &Record) -> Vec<Variation> {
    let mut known: HashSet<NodeId> = record.main_line().collect();
    let mut found = Vec::new();
    for leaf in record.nodes().filter(|&it| record.children(it).is_empty()) {
        let path = record.path(leaf);
        let Some(start) = path.iter().position(|it| !known.contains(it)) else { continue };
        let numbered = record.moves(leaf);
        let number =
            |node: NodeId| numbered.iter().find(|it| it.node == node).map_or(0, |it| it.number);
        let after = path[..start].iter().rev().map(|&it| number(it)).find(|&it| it > 0);
        let judged = path[start..]
            .iter()
            .filter_map(|&node| Some((number(node), review.judge(record, node)?)));
        found.push(Variation { after: after.unwrap_or(0), moves: judged.collect() });
        known.extend(path);
    }
    found.retain(|it| !it.moves.is_empty());
    found
}
