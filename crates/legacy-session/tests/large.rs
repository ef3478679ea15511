//! Records of a hundred thousand nodes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::time::Duration;

use tengen_legacy_session::{Action, Edit, Session, Step};
use tengen_record::{Mark, Record};
use tengen_rules::{Color, Move, Ruleset};

const NOW: Duration = Duration::ZERO;

/// Moves on every second point, then passes.
fn push_move(text: &mut String, number: usize) {
    let color = if number.is_multiple_of(2) { 'B' } else { 'W' };
    let letter = |it: usize| char::from(b'a' + it as u8);
    if number < 180 {
        write!(text, ";{color}[{}{}]", letter(number * 2 % 19), letter(number * 2 / 19)).unwrap();
    } else {
        write!(text, ";{color}[]").unwrap();
    }
}

/// One line.
fn long() -> String {
    let mut text = "(;SZ[19]".to_owned();
    (0..100_000).for_each(|number| push_move(&mut text, number));
    text + ")"
}

/// A main line with a variation of 250 moves at each of its 400 nodes.
fn bushy() -> String {
    let mut text = "(;SZ[19]".to_owned();
    for number in 0..400 {
        text.push('(');
        push_move(&mut text, number);
    }
    for number in (0..400).rev() {
        text.push_str(")(");
        (number..number + 250).for_each(|it| push_move(&mut text, it + 1));
        text.push(')');
    }
    text + ")"
}

/// Everything that a window does, a few times.
fn work_on(text: &str) -> usize {
    let record = Record::from_sgf(text).unwrap();
    let mut session = Session::review(record, Ruleset::CHINESE);
    let mut act = |action| {
        session.apply(action, NOW).unwrap();
        let view = session.view(NOW);
        let at = view.tree.place(view.node).unwrap();
        let (column, row) = (at.column as usize, at.row as usize);
        view.tree.nodes_in(column..column + 50, row..row + 50).len()
    };
    let mut n_seen = act(Action::Go(Step::Last));
    for _ in 0..5 {
        n_seen += act(Action::Go(Step::Back(1)));
        n_seen += act(Action::Edit(Edit::ToggleMark("D4".parse().unwrap(), Mark::Circle)));
    }
    n_seen += act(Action::Edit(Edit::Play(Color::Black, Move::Pass)));
    n_seen += act(Action::Go(Step::First));
    n_seen += act(Action::Go(Step::Number(300)));
    n_seen += act(Action::Edit(Edit::Comment("x".into())));
    n_seen += act(Action::UndoEdit);
    n_seen += act(Action::Go(Step::Last));
    assert!(session.view(NOW).has_unsaved_changes);
    n_seen
}

#[test]
fn a_long_line_is_edited() {
    assert!(work_on(&long()) > 10);
}

#[test]
fn a_bush_is_edited() {
    assert!(work_on(&bushy()) > 100);
}
