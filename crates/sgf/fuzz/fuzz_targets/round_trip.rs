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
    edit(&mut edited, bytes);
    assert_same(&read(&edited.to_sgf()), &edited);
});

fn read(text: &str) -> Collection {
    parse_text(text).expect("the text is short")
}

/// Sets properties of nodes, as the bytes say.
fn edit(collection: &mut Collection, bytes: &[u8]) {
    let nodes = collection.games().flat_map(|game| game.nodes());
    let ids: Vec<NodeId> = nodes.map(|node| node.id()).collect();
    for pair in bytes.chunks_exact(2).take(4).filter(|_| !ids.is_empty()) {
        let id = ids[usize::from(pair[0]) % ids.len()];
        let value = char::from(pair[1]).to_string();
        collection.set_property(id, "C", [value.as_str()]).expect("the text is short");
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
