//! Search for nodes by comment, move or mark-up.

use tengen_rules::{Color, Move};

use crate::tree::Walk;
use crate::{Mark, Node, NodeId, Record};

/// What to look for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Query<'a> {
    /// A comment that has this text, in any case.
    Comment(&'a str),
    /// A node name that has this text, in any case.
    Name(&'a str),
    /// A comment or a node name that has this text, in any case.
    Text(&'a str),
    /// A move, by one player or by any.
    Move(Option<Color>, Move),
    /// A mark of this kind.
    Mark(Mark),
    /// Any mark, label, line or arrow.
    Markup,
    /// A label with this text.
    Label(&'a str),
    /// Any opinion on the move or the position.
    Annotation,
}

/// Which way to look.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Direction {
    /// Toward the end, through each variation before the next one.
    Forward,
    /// The same way back, toward the root.
    Backward,
}

impl Record {
    /// The next node that matches, not counting the one to look from.
    pub fn find(&self, from: NodeId, direction: Direction, query: Query<'_>) -> Option<NodeId> {
        let matcher = Matcher::new(query);
        let mut walk = Walk::from(&self.tree, from);
        let step = || match direction {
            Direction::Forward => walk.forward(),
            Direction::Backward => walk.backward(),
        };
        std::iter::from_fn(step).find(|&id| matcher.matches(&self.node(id)))
    }

    /// The next node that matches, or if there is none, the first one that
    /// matches from the other end.
    pub fn find_around(
        &self,
        from: NodeId,
        direction: Direction,
        query: Query<'_>,
    ) -> Option<NodeId> {
        self.find(from, direction, query).or_else(|| {
            let matcher = Matcher::new(query);
            let mut all = self.nodes().filter(|&id| matcher.matches(&self.node(id)));
            match direction {
                Direction::Forward => all.next(),
                Direction::Backward => all.last(),
            }
        })
    }

    /// All nodes that match, each before its children.
    pub fn find_all(&self, query: Query<'_>) -> Vec<NodeId> {
        let matcher = Matcher::new(query);
        self.nodes().filter(|&id| matcher.matches(&self.node(id))).collect()
    }
}

/// A query with its text in lower case.
struct Matcher<'a> {
    query: Query<'a>,
    text: String,
}

impl<'a> Matcher<'a> {
    fn new(query: Query<'a>) -> Matcher<'a> {
        let text = match query {
            Query::Comment(text) | Query::Name(text) | Query::Text(text) => text.to_lowercase(),
            _ => String::new(),
        };
        Matcher { query, text }
    }

    fn matches(&self, node: &Node<'_>) -> bool {
        match self.query {
            Query::Comment(_) => node.comment().is_some_and(|it| self.is_in(&it)),
            Query::Name(_) => node.name().is_some_and(|it| self.is_in(&it)),
            Query::Text(_) => {
                let mut texts = [node.comment(), node.name()].into_iter().flatten();
                texts.any(|it| self.is_in(&it))
            }
            Query::Move(by, wanted) => {
                node.mv().is_some_and(|(color, mv)| mv == wanted && by.is_none_or(|it| it == color))
            }
            Query::Mark(mark) => !node.marked(mark).is_empty(),
            Query::Markup => {
                let names = Mark::ALL.map(Mark::name).into_iter().chain(["LB", "LN", "AR"]);
                let raw = node.raw();
                names.into_iter().any(|name| raw.property(name).is_some())
            }
            Query::Label(text) => node.labels().iter().any(|(_, label)| label == text),
            Query::Annotation => !node.annotations().is_empty(),
        }
    }

    fn is_in(&self, text: &str) -> bool {
        text.to_lowercase().contains(&self.text)
    }
}
