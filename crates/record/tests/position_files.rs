//! Positions of whole games.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use tengen_record::{NodeId, Positions, Record};
use tengen_rules::Color;

/// Stepping with checkpoints gives what replaying gives, in any order.
#[test]
fn checkpoints_agree_with_replay() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    let mut rng = fastrand::Rng::with_seed(3);
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let mut record = Record::from_sgf(&text).unwrap();
        for _ in 0..20 {
            let parent = rng.choice(record.nodes().collect::<Vec<_>>()).unwrap();
            let point = rng.choice(record.size().points().collect::<Vec<_>>()).unwrap();
            record.play(parent, Color::Black, point.into()).unwrap();
        }
        let nodes: Vec<NodeId> = record.nodes().collect();
        let mut positions = Positions::new();
        for &id in nodes.iter().chain(nodes.iter().rev()) {
            assert_eq!(positions.at(&record, id), record.position(id));
        }
        for _ in 0..200 {
            let id = *rng.choice(&nodes).unwrap();
            assert_eq!(positions.at(&record, id), record.position(id));
        }
        assert!(record.problems().len() <= 20, "GNU Go plays by the rules");
    }
}
