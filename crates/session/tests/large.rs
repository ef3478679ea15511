//! Records of a hundred thousand nodes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::time::Duration;

use tengen_record::{Mark, Record};
use tengen_rules::{Color, Move, Ruleset};
use tengen_session::{
    Action, Actor, Drawing, Edit, Session, Step, Viewer, ViewerAction, ViewerEdit,
};

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

/// A session and a viewer.
struct Window {
    session: Session,
    viewer: Viewer,
}

impl Window {
    fn open(text: &str) -> Window {
        let session = Session::review(Record::from_sgf(text).unwrap(), Ruleset::CHINESE);
        let viewer = Viewer::new(&session);
        Window { session, viewer }
    }

    /// Draws a part of the tree around the viewed node.
    fn draw(&mut self) -> usize {
        let tree = self.viewer.look(&self.session, NOW).tree;
        let at = tree.layout.place(tree.node).unwrap();
        let (column, row) = (at.column as usize, at.row as usize);
        tree.layout.nodes_in(column..column + 50, row..row + 50).len()
    }

    fn go(&mut self, step: Step) -> usize {
        self.viewer.apply(&self.session, ViewerAction::Go(step)).unwrap();
        self.draw()
    }

    fn edit(&mut self, edit: impl Into<ViewerEdit>) -> usize {
        let action = self.viewer.edit(&self.session, edit).unwrap();
        self.act(action)
    }

    fn act(&mut self, action: Action) -> usize {
        let changes = self.session.apply(Actor::Owner, action, NOW).unwrap();
        self.go(Step::Node(changes.node.unwrap()))
    }
}

/// Everything that a window does, a few times.
fn work_on(text: &str) -> usize {
    let mut window = Window::open(text);
    let mut n_seen = window.go(Step::Last);
    for _ in 0..5 {
        n_seen += window.go(Step::Back(1));
        n_seen += window.edit(Drawing::ToggleMark("D4".parse().unwrap(), Mark::Circle));
    }
    n_seen += window.edit(Edit::Play(Color::Black, Move::Pass));
    n_seen += window.go(Step::First);
    n_seen += window.go(Step::Number(300));
    n_seen += window.edit(Edit::Comment("x".into()));
    n_seen += window.act(Action::UndoEdit);
    n_seen += window.go(Step::Last);
    assert!(window.session.has_unsaved_changes());
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
