//! One thread's part of the search: descend, evaluate, back up.

use super::evaluator::{Evaluation, Evaluator, Expansion, SearchEvaluator};
use super::path::{Leaf, Path};
use super::root::Root;
use super::tree::{ROOT, Tree};

/// One way through the tree at a time, and an evaluator.
#[derive(Debug)]
pub(crate) struct Worker<E> {
    evaluator: E,
    path: Path,
}

impl<E: Evaluator> Worker<E> {
    pub(crate) fn new(evaluator: E) -> Worker<E> {
        Worker { evaluator, path: Path::new() }
    }

    pub(crate) fn evaluator(&self) -> &E {
        &self.evaluator
    }

    pub(crate) fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// Has the evaluator look again at the root of a tree that goes on from an
    /// earlier search.
    pub(crate) fn review_root(&mut self, tree: &mut Tree, root: &Root)
    where
        E: SearchEvaluator,
    {
        self.evaluator.restart(tree, root);
        self.path.restart(root);
        let leaf = Leaf { root, path: &self.path, node: tree.node(ROOT) };
        if let Some(children) = self.evaluator.review_root(&leaf)
            && !tree.children(ROOT).1.is_empty()
        {
            tree.replace_children(ROOT, children, root.board().size());
        }
    }

    /// Visits one leaf; says whether the tree had room for its children.
    pub(crate) fn simulate(&mut self, tree: &Tree, root: &Root) -> bool {
        let had_room_on_descent = self.descend(tree, root);
        let (evaluation, had_room) = self.evaluate(tree, root);
        self.back_up(tree, root, evaluation);
        had_room_on_descent && had_room
    }

    /// Goes down the tree to a leaf, which it may expand on the way; says
    /// whether there was room for that.
    ///
    /// Each node on the way counts a visit without value until
    /// [`Worker::back_up`], which keeps other workers away (virtual loss).
    pub(crate) fn descend(&mut self, tree: &Tree, root: &Root) -> bool {
        let size = root.board().size();
        let mut had_room = true;
        self.evaluator.restart(tree, root);
        self.path.restart(root);
        tree.node(ROOT).enter();
        while self.path.n_passes() < 2 && self.path.depth() + 1 < E::MAX_DEPTH {
            let node_idx = self.path.node_idx();
            let node = tree.node(node_idx);
            let (mut first, mut children) = tree.children(node_idx);
            if children.is_empty() {
                let Expansion::OnDescent { after_visits } = self.evaluator.expansion() else {
                    break;
                };
                let is_due = node_idx == ROOT || node.n_visits() > after_visits;
                if !is_due || !tree.claim(node_idx) {
                    break;
                }
                had_room = self.expand(tree, root);
                (first, children) = tree.children(node_idx);
                if children.is_empty() {
                    break;
                }
            }
            let child_idx = self.evaluator.select(node, children);
            let child = &children[child_idx];
            child.enter();
            let mv = child.mv(size);
            self.evaluator.play(self.path.to_play(), mv);
            self.path.push(first + child_idx as u32, mv, child.number());
            self.path.set_position(self.evaluator.board(), root);
        }
        had_room
    }

    /// Evaluates the leaf at the end of the way, and expands it if that comes
    /// with the evaluation; says whether there was room for that.
    pub(crate) fn evaluate(&mut self, tree: &Tree, root: &Root) -> (Evaluation, bool) {
        let node_idx = self.path.node_idx();
        let leaf = Leaf { root, path: &self.path, node: tree.node(node_idx) };
        let evaluation = self.evaluator.evaluate(&leaf);
        let is_inner = !leaf.is_end() && self.path.depth() + 1 < E::MAX_DEPTH;
        let has_room = match self.evaluator.expansion() {
            Expansion::OnEvaluation if is_inner && tree.claim(node_idx) => self.expand(tree, root),
            _ => true,
        };
        (evaluation, has_room)
    }

    /// Tells all nodes on the way what the leaf is worth.
    pub(crate) fn back_up(&mut self, tree: &Tree, root: &Root, evaluation: Evaluation) {
        for (depth, &node_idx) in self.path.nodes().iter().enumerate() {
            let to_play = if depth % 2 == 0 { root.to_play() } else { !root.to_play() };
            // The numbers of a node are those of who moved there.
            tree.node(node_idx).leave(evaluation.value_for(!to_play), evaluation.lead);
        }
        let leaf = Leaf { root, path: &self.path, node: tree.node(self.path.node_idx()) };
        self.evaluator.observe(tree, &leaf);
    }

    /// Adds the children of a leaf that was claimed.
    fn expand(&mut self, tree: &Tree, root: &Root) -> bool {
        let node_idx = self.path.node_idx();
        let leaf = Leaf { root, path: &self.path, node: tree.node(node_idx) };
        let children = self.evaluator.children(&leaf);
        tree.expand(node_idx, children, root.board().size())
    }
}

#[cfg(test)]
mod tests;
