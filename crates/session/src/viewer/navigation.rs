//! Ways through the record.

use tengen_record::{Direction, Mark, NodeId, Query, Record};
use tengen_rules::{Color, Move};

use crate::session::Session;
use crate::{Rejected, Viewer};

/// A way to another position of the record.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Step {
    /// To this node.
    Node(NodeId),
    /// This many nodes toward the start, or as many as there are.
    ///
    /// A node need not have a move: to reach one that has, name it.
    Back(usize),
    /// This many nodes toward the end, or as many as there are: along the line
    /// that was walked last, then along the main line.
    Forward(usize),
    /// To the start.
    First,
    /// To the end of this line.
    Last,
    /// To the position of the game.
    Live,
    /// To the move of this number in the viewed line, or to the start for
    /// zero.
    Number(u32),
    /// To the next of the variations at this move.
    NextVariation,
    /// To the one before among the variations at this move.
    PreviousVariation,
    /// Toward the end, to the next node of this line that goes on in several
    /// ways.
    NextFork,
    /// Toward the start, to the last node that goes on in several ways.
    PreviousFork,
}

/// What to look for in a record.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Find {
    /// A comment or a name that has this text, in any case.
    Text(String),
    /// A move, by one player or by any.
    Move(Option<Color>, Move),
    /// A mark of this kind.
    Mark(Mark),
    /// Any mark, text, line or arrow.
    Markup,
    /// Any opinion on a move or a position.
    Annotation,
}

impl Viewer {
    pub(super) fn go(&mut self, session: &Session, step: Step) -> Result<(), Rejected> {
        let node = self.destination(session, step).ok_or(Rejected::NoSuchNode)?;
        self.is_following = node == session.live_node() && !session.is_review();
        self.look_at(session, node);
        self.keep_analysis_fitting(session);
        Ok(())
    }

    pub(super) fn find(
        &mut self,
        session: &Session,
        find: &Find,
        direction: Direction,
    ) -> Result<(), Rejected> {
        let query = match find {
            Find::Text(text) => Query::Text(text),
            Find::Move(color, mv) => Query::Move(*color, *mv),
            Find::Mark(mark) => Query::Mark(*mark),
            Find::Markup => Query::Markup,
            Find::Annotation => Query::Annotation,
        };
        let found = session.record.find_around(self.node, direction, query);
        self.go(session, Step::Node(found.ok_or(Rejected::NotFound)?))
    }

    fn destination(&mut self, session: &Session, step: Step) -> Option<NodeId> {
        let record = &session.record;
        let node = self.node;
        match step {
            Step::Node(node) => Some(node).filter(|&it| record.contains(it)),
            Step::Back(n_nodes) => record.upward(node).take(n_nodes.saturating_add(1)).last(),
            Step::Forward(n_nodes) => self.ahead(session, n_nodes).or(Some(node)),
            Step::First | Step::Number(0) => Some(record.root()),
            Step::Last => self.ahead(session, usize::MAX).or(Some(node)),
            Step::Live => Some(session.live_node()),
            Step::Number(number) => {
                self.refresh_line(session);
                let mut line = self.cache.line().iter();
                line.find(|it| it.number == number && it.mv.is_some()).map(|it| it.node)
            }
            Step::NextVariation => sibling(record, node, 1),
            Step::PreviousVariation => sibling(record, node, -1),
            Step::NextFork => {
                self.refresh_line(session);
                let depth = self.cache.depth(node);
                let mut later = self.cache.line().iter().skip(depth + 1).map(|it| it.node);
                later.find(|&it| is_fork(record, it))
            }
            Step::PreviousFork => record.upward(node).skip(1).find(|&it| is_fork(record, it)),
        }
    }

    /// The node this many behind the viewed one, or the last of its line.
    fn ahead(&mut self, session: &Session, n_nodes: usize) -> Option<NodeId> {
        self.refresh_line(session);
        let line = self.cache.line();
        let depth = self.cache.depth(self.node).saturating_add(n_nodes);
        line.get(depth.min(line.len().checked_sub(1)?)).map(|it| it.node)
    }

    /// Looks at a node.
    pub(super) fn look_at(&mut self, session: &Session, node: NodeId) {
        if node == self.node && session.record.contains(self.tip) {
            return;
        }
        let is_next = session.record.parent(node) == Some(self.tip);
        let is_ahead = || session.record.upward(self.tip).any(|it| it == node);
        if is_next || !is_ahead() {
            self.tip = node;
        }
        self.node = node;
    }
}

/// The node, or the last one before it that was not removed.
pub(super) fn surviving(session: &Session, node: NodeId) -> NodeId {
    let record = &session.record;
    record.upward(node).find(|&it| record.contains(it)).unwrap_or(record.root())
}

fn is_fork(record: &Record, node: NodeId) -> bool {
    record.children(node).len() > 1
}

fn sibling(record: &Record, node: NodeId, offset: isize) -> Option<NodeId> {
    let siblings = record.children(record.parent(node)?);
    let idx = siblings.iter().position(|&it| it == node)?;
    siblings.get(idx.checked_add_signed(offset)?).copied()
}
