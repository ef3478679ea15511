//! Variations in other orders and places.

use crate::{Collection, MoveError, NodeId, parse_text};

#[track_caller]
fn check(before: &str, edit: impl FnOnce(&mut Collection), after: &str) {
    let mut collection = parse_text(before).unwrap();
    edit(&mut collection);
    assert_eq!(collection.to_sgf(), after);
    assert_eq!(parse_text(after).unwrap().to_sgf(), after);
}

/// The first node with this raw text, spaces aside.
fn find(collection: &Collection, raw: &str) -> NodeId {
    let mut nodes = collection.games().flat_map(|game| game.nodes());
    nodes.find(|node| node.raw().trim() == raw).map(|node| node.id()).unwrap()
}

const ALL: &str = "( ;SZ[9];B[aa]\n(;W[bb];B[ee])\n(;W[cc] )(;W[dd]))\n";

#[test]
fn variations_are_promoted_with_their_text() {
    let promote = |raw| move |it: &mut Collection| it.promote(find(it, raw));
    check(ALL, promote(";W[bb]"), ALL);
    check(ALL, promote(";W[cc]"), "( ;SZ[9];B[aa]\n(;W[cc] )(;W[bb];B[ee])\n(;W[dd]))\n");
    check(ALL, promote(";W[dd]"), "( ;SZ[9];B[aa]\n(;W[dd])(;W[bb];B[ee])\n(;W[cc] ))\n");
    check(ALL, promote(";B[aa]"), ALL);
    check("(;B[aa])\n(;B[bb])", promote(";B[bb]"), "(;B[bb])(;B[aa])\n");
}

#[test]
fn variations_go_up_and_down() {
    for (raw, up, down) in [
        (";W[bb]", "bcd", "cbd"),
        (";W[cc]", "cbd", "bdc"),
        (";W[dd]", "bdc", "bcd"),
        (";B[aa]", "bcd", "bcd"),
        (";SZ[9]", "bcd", "bcd"),
    ] {
        let order = |collection: &Collection| {
            let node = collection.node(find(collection, ";B[aa]"));
            node.children().map(|it| it.raw().as_bytes()[3] as char).collect::<String>()
        };
        let mut collection = parse_text(ALL).unwrap();
        assert_eq!(collection.move_up(find(&collection, raw)), up != "bcd", "{raw}");
        assert_eq!(order(&collection), up);
        let mut collection = parse_text(ALL).unwrap();
        assert_eq!(collection.move_down(find(&collection, raw)), down != "bcd", "{raw}");
        assert_eq!(order(&collection), down);
    }
    check("(;B[aa])(;B[bb])", |it| assert!(it.move_up(find(it, ";B[bb]"))), "(;B[bb])(;B[aa])");
    check("(;B[aa])(;B[bb])", |it| assert!(it.move_down(find(it, ";B[aa]"))), "(;B[bb])(;B[aa])");
}

#[test]
fn variations_are_moved() {
    let move_to = |raw, parent| {
        move |it: &mut Collection| it.move_to(find(it, raw), Some(find(it, parent))).unwrap()
    };
    check(ALL, move_to(";W[bb]", ";W[cc]"), "( ;SZ[9];B[aa]\n(;W[cc] (;W[bb];B[ee])\n)(;W[dd]))\n");
    check(
        ALL,
        move_to(";B[ee]", ";B[aa]"),
        "( ;SZ[9];B[aa]\n(;W[bb])\n(;W[cc] )(;W[dd])(;B[ee]))\n",
    );
    check("(;B[aa]) text (x)\n(;B[bb])", move_to(";B[aa]", ";B[bb]"), "(;B[bb](;B[aa]))");
    check("(;B[aa];W[bb])", |it| it.move_to(find(it, ";W[bb]"), None).unwrap(), "(;B[aa])(;W[bb])");
}

#[test]
fn a_cut_variation_is_pasted() {
    let mut collection = parse_text(ALL).unwrap();
    let node = find(&collection, ";W[bb]");
    collection.remove(node);
    assert_eq!(collection.to_sgf(), "( ;SZ[9];B[aa]\n(;W[cc] )(;W[dd]))\n");
    let target = find(&collection, ";W[dd]");
    collection.move_to(node, Some(target)).unwrap();
    assert_eq!(collection.to_sgf(), "( ;SZ[9];B[aa]\n(;W[cc] )(;W[dd](;W[bb];B[ee])\n))\n");
}

#[test]
fn brackets_at_the_end_open_nothing_later() {
    check("(;B[aa]) x( (\n", |it| assert_eq!(it.add_game().idx(), 1), "(;B[aa]) x(;)");
    check("(;B[aa])(;B[bb]) (", |it| assert!(it.move_down(find(it, ";B[aa]"))), "(;B[bb])(;B[aa])");
}

#[test]
fn nothing_is_moved_into_itself() {
    let mut collection = parse_text(ALL).unwrap();
    let root = find(&collection, ";SZ[9]");
    let leaf = find(&collection, ";B[ee]");
    assert_eq!(collection.move_to(root, Some(leaf)), Err(MoveError));
    assert_eq!(collection.move_to(leaf, Some(leaf)), Err(MoveError));
    assert_eq!(collection.to_sgf(), ALL);
}

#[test]
fn variations_are_copied() {
    let mut collection = parse_text("(;SZ[9](;B[aa]\n(;W[bb])(;W[cc]C[x]))(;B[dd]))").unwrap();
    let (from, to) = (find(&collection, ";B[aa]"), find(&collection, ";W[cc]C[x]"));
    let copy = collection.copy(from, Some(to)).unwrap();
    assert_eq!(collection.node(copy).location(), collection.node(from).location());
    let written = "(;SZ[9](;B[aa]\n(;W[bb])(;W[cc]C[x];B[aa]\n(;W[bb])(;W[cc]C[x])))(;B[dd]))";
    assert_eq!(collection.to_sgf(), written);

    let mut other = Collection::new();
    let root = other.copy_from(&collection, from, None).unwrap();
    other.set_property(root, "N", ["copy"]).unwrap();
    let written = "(;B[aa]N[copy]\n(;W[bb])(;W[cc]C[x];B[aa]\n(;W[bb])(;W[cc]C[x])))";
    assert_eq!(other.to_sgf(), written);
}

#[test]
fn long_variations_are_moved_and_copied() {
    let text = format!("(;SZ[9]{})", "(;B[aa](;W[bb])".repeat(50_000) + &")".repeat(50_000));
    let mut collection = parse_text(&text).unwrap();
    let root = collection.game(0).unwrap().root().id();
    let first = find(&collection, ";B[aa]");
    let copy = collection.copy(first, Some(root)).unwrap();
    assert_eq!(collection.node(copy).descendants().count(), 100_000);
    collection.move_to(copy, None).unwrap();
    assert_eq!(collection.games().len(), 2);
    collection.promote(copy);
    assert_eq!(collection.game(0).unwrap().nodes().count(), 100_000);
}
