//! Long games and deep trees, on the stack that a test thread has: 2 MiB.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::sync::Arc;

use tengen_record::{Direction, Positions, Query, Record};
use tengen_rules::{Color, Move};
use tengen_sgf::parse_text;

/// Stones on every second point, then passes.
fn push_move(text: &mut String, number: usize) {
    let color = if number.is_multiple_of(2) { 'B' } else { 'W' };
    let letter = |it: usize| char::from(b'a' + it as u8);
    if number < 180 {
        write!(text, ";{color}[{}{}]", letter(number * 2 % 19), letter(number * 2 / 19)).unwrap();
    } else {
        write!(text, ";{color}[]").unwrap();
    }
}

#[test]
fn a_million_nodes_in_a_row() {
    let mut text = "(;SZ[19]".to_owned();
    (0..1_000_000).for_each(|number| push_move(&mut text, number));
    text.push(')');
    let mut record = Record::from_sgf(&text).unwrap();
    assert_eq!(record.to_sgf(), text);
    assert_eq!(record.nodes().count(), 1_000_001);
    let end = record.main_line().last().unwrap();
    assert_eq!(record.depth(end), 1_000_000);

    let mut positions = Positions::new();
    assert_eq!(positions.at(&record, end).move_number, 1_000_000);
    for (idx, id) in record.upward(end).take(2_000).enumerate() {
        assert_eq!(positions.at(&record, id).move_number as usize, 1_000_000 - idx);
    }

    assert_eq!(record.find(end, Direction::Backward, Query::Comment("x")), None);
    let late = record.after_moves(record.root(), 900_001).unwrap();
    let parent = record.parent(late).unwrap();
    let clip = record.cut(late).unwrap();
    let pasted = record.paste(parent, &clip).unwrap();
    assert_eq!(record.descendants(pasted).count(), 100_000);
    assert_eq!(record.to_sgf(), text);
    while record.undo().is_some() {}
    assert_eq!(record.to_sgf(), text);
}

/// This would take minutes if each place were counted from the beginning.
#[test]
fn a_million_illegal_moves_have_their_places() {
    let text = format!("(;SZ[19]{})", ";B[aa];W[cc]".repeat(500_000));
    let collection = Arc::new(parse_text(&text).unwrap());
    let record = Record::from_collection(Arc::clone(&collection), 0).unwrap();
    let problems = record.problems();
    assert_eq!(problems.len(), 999_998);
    let lines = collection.line_index();
    for (idx, &(id, _)) in problems.iter().enumerate() {
        let place = lines.location(record.node(id).raw().id()).unwrap();
        assert_eq!((place.line, place.column as usize), (1, 21 + 6 * idx));
    }
}

#[test]
fn a_hundred_thousand_nested_variations() {
    let mut text = "(;SZ[19]".to_owned();
    for number in 0..100_000 {
        text.push('(');
        push_move(&mut text, number);
    }
    (0..100_000).for_each(|_| text.push_str("(;C[x])(;C[y]))"));
    text.push(')');
    let mut record = Record::from_sgf(&text).unwrap();
    assert_eq!(record.to_sgf(), text);
    assert_eq!(record.nodes().count(), 300_001);
    let last = record.nodes().last().unwrap();
    assert_eq!(record.find(last, Direction::Backward, Query::Markup), None);
    let deepest = record.find_all(Query::Comment("y"))[0];
    assert_eq!(record.depth(deepest), 100_001);
    record.promote(deepest).unwrap();
    record.play(deepest, Color::Black, Move::Pass).unwrap();
    record.delete(record.children(record.root())[0]).unwrap();
    assert_eq!(record.to_sgf(), "(;SZ[19])");
    while record.undo().is_some() {}
    assert_eq!(record.to_sgf(), text);
}

#[test]
fn a_hundred_thousand_siblings() {
    let mut text = "(;SZ[19]".to_owned();
    for number in 0..100_000 {
        text.push('(');
        push_move(&mut text, number);
        text.push_str(";C[x])");
    }
    text.push(')');
    let record = Record::from_sgf(&text).unwrap();
    assert_eq!(record.to_sgf(), text);
    let last = record.nodes().last().unwrap();
    let first = record.children(record.root())[0];
    let wanted = Query::Comment("nowhere");
    assert_eq!(record.find(first, Direction::Forward, wanted), None);
    assert_eq!(record.find(last, Direction::Backward, wanted), None);
    assert!(record.problems().is_empty());
}
