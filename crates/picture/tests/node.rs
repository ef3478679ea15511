//! Nodes of records as scenes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use tengen_picture::{Mark, NodeOptions, Numbers, Scene, Stroke, TextStyle};
use tengen_record::{NodeId, Record};
use tengen_rules::{Color, Point, PointSet};

fn at(name: &str) -> Point {
    name.parse().unwrap()
}

fn set(names: &str) -> PointSet {
    names.split_whitespace().map(at).collect()
}

fn last(record: &Record) -> NodeId {
    record.main_line().last().unwrap()
}

fn scene(sgf: &str, options: NodeOptions) -> Scene {
    let record = Record::from_sgf(sgf).unwrap();
    Scene::of_node(&record, last(&record), &options)
}

fn numbered(numbers: Numbers) -> NodeOptions {
    NodeOptions { numbers, ..NodeOptions::default() }
}

#[test]
fn everything_that_is_drawn_on_a_node() {
    let it = scene(
        "(;SZ[5];B[bb];W[cb]TR[bb]SQ[ee]LB[aa:x]LN[aa:bb]AR[ab:cc]DD[ee])",
        NodeOptions::default(),
    );
    assert_eq!(it.stones, [(at("B4"), Color::Black), (at("C4"), Color::White)].into());
    assert_eq!(it.last_move, Some(at("C4")));
    assert_eq!(it.marks, [(at("B4"), Mark::Triangle), (at("E1"), Mark::Square)].into());
    assert_eq!(it.labels, [(at("A5"), "x".to_owned())].into());
    assert_eq!(
        it.links.iter().map(|it| it.stroke).collect::<Vec<_>>(),
        [Stroke::Line, Stroke::Arrow]
    );
    assert_eq!(it.dimmed, set("E1"));
}

#[test]
fn points_out_of_view_are_dimmed() {
    let it = scene("(;SZ[3]VW[aa:bc])", NodeOptions::default());
    assert_eq!(it.dimmed, set("C1 C2 C3"));
}

#[test]
fn opponents_in_territory_are_dead() {
    let it = scene("(;SZ[3]AB[ba][bb][bc]AW[ab]TB[aa][ab][ac]TW[ca])", NodeOptions::default());
    assert_eq!(it.dead, set("A2"));
    assert_eq!(it.territory.len(), 4);
    assert_eq!(
        it.without_coordinates().to_text(TextStyle::Ascii),
        " x  X  o\n O! X  .\n x  X  .\n\nx Black's, o White's, ! dead\n",
    );
}

#[test]
fn numbers_are_those_of_stones_on_the_board() {
    // White captures at A1 with move 4, and fills the point with move 6.
    let sgf = "(;SZ[3];B[ac];W[ab];B[ca];W[bc];B[bb];W[ac])";
    let all = scene(sgf, numbered(Numbers::All));
    assert_eq!(
        all.numbers,
        [("A1", 6), ("B1", 4), ("A2", 2), ("B2", 5), ("C3", 3)].map(|(it, n)| (at(it), n)).into()
    );
    assert_eq!(all.last_move, None);
    let two = scene(sgf, numbered(Numbers::Last(2)));
    assert_eq!(two.numbers, [(at("A1"), 6), (at("B2"), 5)].into());
    assert_eq!(scene(sgf, numbered(Numbers::None)).numbers.len(), 0);
}

#[test]
fn a_stone_that_was_set_up_has_no_number() {
    // The black stone of move 1 makes way for a white one that is set up.
    let it = scene("(;SZ[3];B[bb];AW[bb])", numbered(Numbers::All));
    assert_eq!(it.stones, [(at("B2"), Color::White)].into());
    assert!(it.numbers.is_empty());
}

#[test]
fn stones_without_liberties_are_shown() {
    let it = scene("(;SZ[2]AB[aa][ab][ba][bb])", NodeOptions::default());
    assert_eq!(it.stones.len(), 4);
}

#[test]
fn next_moves_are_shown_on_request() {
    let record = Record::from_sgf("(;SZ[3](;B[bb])(;B[cc])(;C[no move])(;W[]))").unwrap();
    let plain = Scene::of_node(&record, record.root(), &NodeOptions::default());
    assert!(plain.variations.is_empty());
    let options = NodeOptions { has_variations: true, ..NodeOptions::default() };
    let it = Scene::of_node(&record, record.root(), &options);
    let points: Vec<Point> = it.variations.iter().map(|it| it.point).collect();
    assert_eq!(points, [at("B2"), at("C1")]);
    assert_eq!(
        it.without_coordinates().to_text(TextStyle::Ascii),
        " . . .\n . : .\n . . :\n\n: next move\n",
    );
}
