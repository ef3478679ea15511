//! Any bytes in: no panic, and what was written is read as the same trees.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_sgf::{Collection, NodeId, Value, parse, parse_text};

fuzz_target!(|bytes: &[u8]| {
    let Ok(collection) = parse(bytes) else { return };
    let flaws = collection.check();
    assert!(flaws.iter().all(|it| it.line > 0 && !it.to_string().is_empty()));

    let written = collection.to_sgf();
    let again = read(&written);
    assert_same(&again, &collection);
    assert_eq!(again.to_sgf(), written);

    let canonical = collection.to_canonical();
    let again = read(&canonical);
    assert_eq!(again.games().len(), collection.games().len());
    assert_eq!(again.to_canonical(), canonical);

    let mut edited = collection.clone();
    rearrange(&mut edited, bytes);
    assert_same(&read(&edited.to_sgf()), &edited);
});

fn read(text: &str) -> Collection {
    parse_text(text).expect("the text is short")
}

/// Moves and copies nodes, as the bytes say.
fn rearrange(collection: &mut Collection, bytes: &[u8]) {
    for pair in bytes.chunks_exact(2).take(4) {
        let ids: Vec<NodeId> =
            collection.games().flat_map(|game| game.nodes()).map(|node| node.id()).collect();
        if ids.is_empty() {
            return;
        }
        let id = ids[usize::from(pair[0]) % ids.len()];
        let target = ids[usize::from(pair[1]) % ids.len()];
        // A variation that cannot be moved into itself stays, and no copy of
        // a short text is too large.
        let _ = match pair[0] % 7 {
            0 => {
                collection.promote(id);
                true
            }
            1 => collection.move_up(id),
            2 => collection.move_down(id),
            3 => collection.move_to(id, Some(target)).is_ok(),
            4 => collection.move_to(id, None).is_ok(),
            5 => collection.copy(id, Some(target)).is_ok(),
            _ => collection.copy_from(&collection.clone(), id, None).is_ok(),
        };
    }
}

/// Checks that two collections mean the same: the shape of their trees, names
/// and values.
fn assert_same(first: &Collection, second: &Collection) {
    assert_eq!(first.games().len(), second.games().len());
    let nodes = |it| Collection::games(it).flat_map(|game| game.nodes());
    let (mut first, mut second) = (nodes(first), nodes(second));
    loop {
        let (first, second) = match (first.next(), second.next()) {
            (Some(first), Some(second)) => (first, second),
            (None, None) => return,
            (first, second) => panic!("{first:?} instead of {second:?}"),
        };
        assert_eq!(first.children().count(), second.children().count());
        assert_eq!(first.properties().count(), second.properties().count());
        for (first, second) in first.properties().zip(second.properties()) {
            assert_eq!(first.name(), second.name());
            assert!(first.values().map(Value::raw).eq(second.values().map(Value::raw)));
        }
    }
}
