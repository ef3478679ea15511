//! The search tree: nodes in one block of memory, shared by all threads.
//!
//! Siblings lie side by side. Nothing is locked: a node's numbers are single
//! atomic words, and its children appear at once when their place is written.

use std::sync::atomic::{AtomicI32, AtomicU16, AtomicU32, AtomicU64, Ordering};

use tengen_rules::{Move, Point, Size};

/// The value of a visit that is won for certain.
pub(crate) const WIN: u32 = 1 << 16;

/// Where the number of visits begins beside the sum of their values.
const VISITS_SHIFT: u32 = 40;

/// The value of a won all-moves-as-first observation.
pub(crate) const AMAF_WIN: u32 = 256;

/// The weight of an all-moves-as-first observation at its strongest.
pub(crate) const AMAF_UNIT: u32 = 16;

/// The sum of such weights from which on there are no more: the sum of values
/// has 32 bits, and long before that a move's own visits say more.
const MOST_AMAF: u64 = (1 << 24) - 2 * AMAF_UNIT as u64;

/// The most visits that the sums of a node have room for.
pub(crate) const MOST_VISITS: u32 = 8_000_000;

/// The parts of a point in which an evaluator without AMAF adds up leads.
const FINE_POINT: f32 = 1024.0;

/// The square of a value of 1, where squares are added up. The most visits of
/// a node fit into 31 bits.
const SQUARE: f32 = 256.0;

/// The fewest nodes that a search can work with.
const MIN_CAPACITY: usize = 1_024;

/// `Node::children` of a leaf.
const LEAF: u32 = 0;
/// `Node::children` while a thread writes them.
const BUSY: u32 = 1;
/// The root of every tree; the two nodes before it stand for the values above.
pub(crate) const ROOT: u32 = 2;

/// A move and what the search knows of it, from the view of who makes it.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// Visits in the upper 24 bits, the sum of their values in the lower 40.
    visits: AtomicU64,
    /// Moves that came later in playouts: their number in the upper half, the
    /// sum of their values in the lower one. Where there are no playouts, the
    /// sum of Black's leads in fractions of a point.
    amaf: AtomicU64,
    /// The sum of Black's leads, in points. Where there are no playouts, the
    /// sum of squared values.
    lead: AtomicI32,
    children: AtomicU32,
    n_children: AtomicU16,
    /// The number of the point, or 0 for a pass.
    point: AtomicU16,
    /// The prior probability, as the bits of a float.
    prior: AtomicU32,
}

/// A number of observations and their mean value, from 0 to 1.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Mean {
    pub(crate) count: f32,
    pub(crate) value: f32,
}

impl Node {
    pub(crate) fn n_visits(&self) -> u32 {
        (self.visits.load(Ordering::Relaxed) >> VISITS_SHIFT) as u32
    }

    /// Visits and their mean value.
    #[inline]
    pub(crate) fn visits(&self) -> Mean {
        let packed = self.visits.load(Ordering::Relaxed);
        let count = (packed >> VISITS_SHIFT) as f32;
        if count == 0.0 {
            return Mean::default();
        }
        let sum = (packed & ((1 << VISITS_SHIFT) - 1)) as f32;
        Mean { count, value: sum / (count * WIN as f32) }
    }

    /// The mean value of all visits but the one that is under way, if there
    /// are any.
    pub(crate) fn value_before_visit(&self) -> Option<f32> {
        let Mean { count, value } = self.visits();
        (count > 1.0).then(|| value * count / (count - 1.0))
    }

    /// Later moves and their mean value.
    #[inline]
    pub(crate) fn amaf(&self) -> Mean {
        let packed = self.amaf.load(Ordering::Relaxed);
        let (count, sum) = ((packed >> 32) as f32, packed as u32 as f32);
        if count == 0.0 {
            return Mean::default();
        }
        Mean { count: count / AMAF_UNIT as f32, value: sum / (count * AMAF_WIN as f32) }
    }

    /// Black's mean lead, in points.
    pub(crate) fn lead(&self) -> f32 {
        let n_visits = self.n_visits();
        if n_visits == 0 { 0.0 } else { self.lead.load(Ordering::Relaxed) as f32 / n_visits as f32 }
    }

    /// Black's mean lead in fine units, for evaluators that have no use for
    /// AMAF, see [`Node::add_fine_lead`].
    #[inline]
    pub(crate) fn fine_lead(&self) -> f32 {
        let n_visits = self.n_visits();
        if n_visits == 0 {
            return 0.0;
        }
        let sum = self.amaf.load(Ordering::Relaxed).cast_signed();
        sum as f32 / (n_visits as f32 * FINE_POINT)
    }

    /// The variance of the values of all visits, of which as many as
    /// `n_pending` have no value yet, with `n_prior` visits more that vary by
    /// `prior`; for evaluators that call [`Node::add_square`].
    #[inline]
    pub(crate) fn variance(&self, n_pending: f32, n_prior: f32, prior: f32) -> f32 {
        let Mean { count, value } = self.visits();
        let n = (count - n_pending).max(0.0);
        if n == 0.0 {
            return prior;
        }
        let mean = value * count / n;
        let squares = self.lead.load(Ordering::Relaxed) as f32 / SQUARE;
        let spread = (squares - n * mean * mean).max(0.0);
        (spread + n_prior * prior) / (n + n_prior)
    }

    pub(crate) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    pub(crate) fn mv(&self, size: Size) -> Move {
        Node::point_of(self.number(), size).map_or(Move::Pass, Move::Play)
    }

    /// The number of the point, from 1 on, or 0 for a pass.
    #[inline]
    pub(crate) fn number(&self) -> u16 {
        self.point.load(Ordering::Relaxed)
    }

    /// The point with a number, none for a pass.
    pub(crate) fn point_of(number: u16, size: Size) -> Option<Point> {
        (number > 0).then(|| point_at(number, size))
    }

    /// Points by number, from 1 on: row by row.
    #[inline]
    pub(crate) fn number_of(point: Point, size: Size) -> u16 {
        1 + u16::from(point.row()) * u16::from(size.width()) + u16::from(point.column())
    }

    /// Counts a visit whose value is still unknown, which makes other threads
    /// look elsewhere.
    #[inline]
    pub(crate) fn enter(&self) {
        self.visits.fetch_add(1 << VISITS_SHIFT, Ordering::Relaxed);
    }

    /// Adds the value of a visit that was counted by `enter`.
    #[inline]
    pub(crate) fn leave(&self, value: u32, lead: i32) {
        self.visits.fetch_add(value.into(), Ordering::Relaxed);
        self.lead.fetch_add(lead, Ordering::Relaxed);
    }

    /// Adds Black's lead in a visit, in points, where AMAF would be counted.
    #[inline]
    pub(crate) fn add_fine_lead(&self, lead: f32) {
        let fine = (lead * FINE_POINT).round() as i64;
        self.amaf.fetch_add(fine.cast_unsigned(), Ordering::Relaxed);
    }

    /// Adds the square of a visit's value, where leads would be counted.
    #[inline]
    pub(crate) fn add_square(&self, value: f32) {
        self.lead.fetch_add((value * value * SQUARE).round() as i32, Ordering::Relaxed);
    }

    /// Sets the prior.
    pub(crate) fn set_prior(&self, prior: f32) {
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
    }

    /// Adds a later move.
    ///
    /// Two threads that do this at once may lose one of them.
    #[inline]
    pub(crate) fn add_amaf(&self, weight: u32, value: u32) {
        let added = u64::from(weight) << 32 | u64::from(weight * value);
        let before = self.amaf.load(Ordering::Relaxed);
        if before >> 32 < MOST_AMAF {
            self.amaf.store(before + added, Ordering::Relaxed);
        }
    }

    /// Sets the prior and adds to the wins on credit that it stands for, or
    /// takes some away.
    ///
    /// Like a later move, it may get lost.
    pub(crate) fn change_prior(&self, prior: f32, wins: f32) {
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
        let change = (wins * AMAF_UNIT as f32) as i64;
        let before = self.amaf.load(Ordering::Relaxed);
        let (count, sum) = (before >> 32, u64::from(before as u32));
        let count = count.saturating_add_signed(change).clamp(1, MOST_AMAF);
        let sum = sum
            .saturating_add_signed(change * i64::from(AMAF_WIN))
            .min(count * u64::from(AMAF_WIN));
        self.amaf.store(count << 32 | sum, Ordering::Relaxed);
    }

    fn set(&self, node: &NewNode, size: Size) {
        let count = (node.amaf.count * AMAF_UNIT as f32) as u64;
        let sum = (node.amaf.value * (count * u64::from(AMAF_WIN)) as f32) as u64;
        self.visits.store(0, Ordering::Relaxed);
        self.amaf.store(count << 32 | sum, Ordering::Relaxed);
        self.lead.store(0, Ordering::Relaxed);
        self.children.store(LEAF, Ordering::Relaxed);
        self.n_children.store(0, Ordering::Relaxed);
        let number = match node.mv {
            Move::Pass => 0,
            Move::Play(point) => Node::number_of(point, size),
        };
        self.point.store(number, Ordering::Relaxed);
        self.prior.store(node.prior.to_bits(), Ordering::Relaxed);
    }

    fn copy_from(&self, other: &Node) {
        let order = Ordering::Relaxed;
        self.visits.store(other.visits.load(order), order);
        self.amaf.store(other.amaf.load(order), order);
        self.lead.store(other.lead.load(order), order);
        self.children.store(LEAF, order);
        self.n_children.store(0, order);
        self.point.store(other.point.load(order), order);
        self.prior.store(other.prior.load(order), order);
    }
}

fn point_at(number: u16, size: Size) -> Point {
    let (row, column) =
        ((number - 1) / u16::from(size.width()), (number - 1) % u16::from(size.width()));
    Point::new(column as u8, row as u8, size).expect("nodes have points of the board")
}

fn claim(n_nodes: usize) -> Vec<Node> {
    (0..n_nodes).map(|_| Node::default()).collect()
}

/// What is known of a child when it is added.
#[derive(Copy, Clone, Debug)]
pub(crate) struct NewNode {
    pub(crate) mv: Move,
    pub(crate) prior: f32,
    pub(crate) amaf: Mean,
}

/// A tree in memory that is claimed once.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// Where the kept part of the tree goes when it is moved.
    spare: Vec<Node>,
    next: AtomicU32,
}

impl Tree {
    /// A tree with room for this many nodes.
    pub(crate) fn with_capacity(n_nodes: usize) -> Tree {
        let n_nodes = n_nodes.max(MIN_CAPACITY);
        Tree::from_nodes(claim(n_nodes), claim(n_nodes))
    }

    /// A tree of which no part will be kept, see [`Tree::keep`].
    pub(crate) fn for_one_search(n_nodes: usize) -> Tree {
        Tree::from_nodes(claim(n_nodes + ROOT as usize), Vec::new())
    }

    fn from_nodes(nodes: Vec<Node>, spare: Vec<Node>) -> Tree {
        let tree = Tree { nodes, spare, next: AtomicU32::new(0) };
        tree.clear();
        tree
    }

    /// Forgets everything but an empty root.
    pub(crate) fn clear(&self) {
        self.nodes[ROOT as usize].copy_from(&Node::default());
        self.next.store(ROOT + 1, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn node(&self, idx: u32) -> &Node {
        &self.nodes[idx as usize]
    }

    /// The index of the first child and the children, none for a leaf.
    #[inline]
    pub(crate) fn children(&self, idx: u32) -> (u32, &[Node]) {
        let node = &self.nodes[idx as usize];
        let first = node.children.load(Ordering::Acquire);
        if first <= BUSY {
            return (first, &[]);
        }
        let n_children = usize::from(node.n_children.load(Ordering::Relaxed));
        (first, &self.nodes[first as usize..first as usize + n_children])
    }

    /// The share of the memory that is in use.
    pub(crate) fn fullness(&self) -> f32 {
        self.next.load(Ordering::Relaxed) as f32 / self.nodes.len() as f32
    }

    /// Asks to write the children of a leaf; only one thread gets leave to.
    pub(crate) fn claim(&self, idx: u32) -> bool {
        let children = &self.nodes[idx as usize].children;
        children.compare_exchange(LEAF, BUSY, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Writes the children of a claimed leaf; it stays a leaf if there is no
    /// room.
    pub(crate) fn expand(&self, idx: u32, children: &[NewNode], size: Size) -> bool {
        let node = &self.nodes[idx as usize];
        let n_children = children.len() as u32;
        let first = self.next.fetch_add(n_children, Ordering::Relaxed);
        if (first + n_children) as usize > self.nodes.len() {
            self.next.fetch_sub(n_children, Ordering::Relaxed);
            node.children.store(LEAF, Ordering::Release);
            return false;
        }
        for (child, new) in self.nodes[first as usize..].iter().zip(children) {
            child.set(new, size);
        }
        node.n_children.store(n_children as u16, Ordering::Relaxed);
        node.children.store(first, Ordering::Release);
        true
    }

    /// Gives a node other children, which keep what is known of the same moves;
    /// those that it had stay if there is no room.
    pub(crate) fn replace_children(&mut self, idx: u32, children: &[NewNode], size: Size) {
        let (before, n_before) = (self.children(idx).0, self.children(idx).1.len() as u32);
        if !self.expand(idx, children, size) {
            self.nodes[idx as usize].children.store(before, Ordering::Relaxed);
            return;
        }
        for old in (before..before + n_before).map(|it| self.node(it)) {
            let new = self.children(idx).1.iter().find(|it| it.number() == old.number());
            if let Some(new) = new {
                let prior = new.prior();
                new.copy_from(old);
                new.set_prior(prior);
                let order = Ordering::Relaxed;
                new.n_children.store(old.n_children.load(order), order);
                new.children.store(old.children.load(order), order);
            }
        }
    }

    /// Makes a node the root and keeps what is below it, except for the
    /// children of nodes with fewer visits than `least`.
    pub(crate) fn keep(&mut self, idx: u32, least: u32) {
        self.spare[ROOT as usize].copy_from(&self.nodes[idx as usize]);
        let mut next = ROOT + 1;
        // The new place of a node also serves as the queue: `children` holds
        // the old place until the node's turn comes.
        self.spare[ROOT as usize].children.store(idx, Ordering::Relaxed);
        let mut turn = ROOT;
        while turn < next {
            let old = self.spare[turn as usize].children.load(Ordering::Relaxed);
            let (first, children) = self.children(old);
            let node = &self.spare[turn as usize];
            if children.is_empty() || node.n_visits() < least {
                node.children.store(LEAF, Ordering::Relaxed);
            } else {
                node.children.store(next, Ordering::Relaxed);
                node.n_children.store(children.len() as u16, Ordering::Relaxed);
                for (idx, child) in children.iter().enumerate() {
                    let place = &self.spare[next as usize + idx];
                    place.copy_from(child);
                    place.children.store(first + idx as u32, Ordering::Relaxed);
                }
                next += children.len() as u32;
            }
            turn += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
        self.next.store(next, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(name: &str) -> NewNode {
        let mv = name.parse().map_or(Move::Pass, Move::Play);
        NewNode { mv, prior: 0.5, amaf: Mean { count: 2.0, value: 0.75 } }
    }

    #[test]
    fn node_is_half_a_cache_line() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn kept_subtree_has_the_same_numbers() {
        let mut tree = Tree::with_capacity(2_000);
        let size = Size::NINE;
        assert!(tree.claim(ROOT) && !tree.claim(ROOT));
        assert!(tree.expand(ROOT, &[child("A1"), child("B2"), child("pass")], size));
        let (first, _) = tree.children(ROOT);
        assert!(tree.claim(first + 1));
        assert!(tree.expand(first + 1, &[child("C3"), child("D4")], size));
        let (below, _) = tree.children(first + 1);
        tree.node(first + 1).enter();
        tree.node(below).enter();
        tree.node(below).leave(WIN, -7);

        tree.keep(first + 1, 1);

        assert_eq!(tree.node(ROOT).mv(size), Move::Play("B2".parse().unwrap()));
        let (_, children) = tree.children(ROOT);
        assert_eq!(children.len(), 2);
        assert_eq!(children[0].mv(size).to_string(), "C3");
        assert_eq!((children[0].n_visits(), children[0].lead()), (1, -7.0));
        assert!((children[0].amaf().value - 0.75).abs() < 1e-3);
        assert!(tree.children(ROOT + 1).1.is_empty());
        tree.keep(ROOT, 2);
        assert!(tree.children(ROOT).1.is_empty(), "too few visits");
    }

    #[test]
    fn full_tree_stays_as_it_is() {
        let tree = Tree::with_capacity(0);
        let children = [child("A1"); 600];
        assert!(tree.claim(ROOT) && tree.expand(ROOT, &children, Size::NINE));
        let (first, _) = tree.children(ROOT);
        assert!(tree.claim(first) && !tree.expand(first, &children, Size::NINE));
        assert!(tree.children(first).1.is_empty());
        assert!(tree.claim(first), "it can be tried again");
    }
}
