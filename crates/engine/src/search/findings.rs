//! From the tree to a report.

use tengen_analysis::{Analysis, Candidate, CandidateDetails, Details};
use tengen_rules::{Move, Size};

use super::evaluator::{SearchEvaluator, Summary};
use super::root::Root;
use super::tree::{Node, ROOT, Tree};
use crate::point_sums::PointSums;
use crate::report::Report;
use crate::search_request::DetailRequest;

/// The longest variation in a report.
const VARIATION: usize = 12;

/// The share of the most visits, and the number of them, from which on the
/// value of a move is trusted.
const VISITED_OFTEN: f32 = 0.15;
const FEWEST_VISITS: f32 = 8.0;

/// A tree with what its evaluators know.
pub(super) struct Found<'a, E> {
    pub(super) tree: &'a Tree,
    pub(super) root: &'a Root,
    pub(super) evaluator: &'a E,
    pub(super) summary: &'a Summary,
}

impl<E: SearchEvaluator> Found<'_, E> {
    /// The report after a number of new playouts.
    pub(super) fn report(&self, n_playouts: u32, details: Option<DetailRequest>) -> Report {
        let Found { tree, root, summary, .. } = *self;
        let (size, to_play) = (root.board().size(), root.to_play());
        let longest = match details {
            Some(DetailRequest { longest_variation: longest @ 1.., .. }) => longest.into(),
            _ => VARIATION,
        };
        let (first, children) = tree.children(ROOT);
        let order = self.order(children);
        let lines: Vec<Line> =
            order.iter().map(|&idx| line(tree, first + idx as u32, size, longest)).collect();
        let node = tree.node(ROOT);
        let candidates = order.iter().zip(&lines);
        let candidates = candidates.map(|(&idx, line)| self.candidate(&children[idx], line));
        let analysis = Analysis {
            to_play,
            n_visits: node.n_visits(),
            win_rate: self.root_chance(),
            lead: Some(self.lead(node)),
            lead_deviation: Some(summary.sums.lead_deviation()),
            candidates: candidates.collect(),
            priors: children.iter().map(|it| (it.mv(size), it.prior())).collect(),
            ownership: Some(Box::new(summary.sums.ownership())),
            details: details.map(|_| Box::new(self.details(&order, &lines))),
        };
        Report { analysis, n_playouts, par: root.par() }
    }

    /// The indexes of the moves to report, the best first.
    fn order(&self, children: &[Node]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..children.len()).collect();
        order.sort_by_key(|&idx| std::cmp::Reverse(children[idx].n_visits()));
        let to_play = self.root.to_play();
        put_surest_first(&mut order, children, |it| self.evaluator.lower_bound(to_play, it));
        if order.first().is_some_and(|&idx| children[idx].n_visits() > 0) {
            order.retain(|&idx| children[idx].n_visits() > 0);
        } else {
            // One evaluation has a policy and nothing else.
            order.sort_by(|&a, &b| children[b].prior().total_cmp(&children[a].prior()));
            order.truncate(1);
        }
        order
    }

    fn candidate(&self, node: &Node, line: &Line) -> Candidate {
        let is_tried = node.n_visits() > 0;
        // A move that only its prior speaks for has the numbers of its parent.
        let judged = if is_tried { node } else { self.tree.node(ROOT) };
        let own = self.chance(node.visits().value);
        Candidate {
            mv: node.mv(self.root.board().size()),
            n_visits: node.n_visits(),
            win_rate: if is_tried { own } else { self.root_chance() },
            lead: Some(self.lead(judged)),
            prior: Some(node.prior()),
            lower_bound: None,
            variation: line.moves.clone(),
        }
    }

    fn details(&self, order: &[usize], lines: &[Line]) -> Details {
        let (size, to_play) = (self.root.board().size(), self.root.to_play());
        let (_, children) = self.tree.children(ROOT);
        let utility = |node: &Node, win| {
            2.0 * self.evaluator.utility(to_play, win, E::lead(node, self.root)) - 1.0
        };
        let root_utility = utility(self.tree.node(ROOT), self.root_chance());
        let candidate = |(&idx, line): (&usize, &Line)| {
            let node = &children[idx];
            let sums = self.summary.move_sums.get(node.number());
            let is_tried = node.n_visits() > 0;
            let own = utility(node, self.chance(node.visits().value));
            CandidateDetails {
                utility: if is_tried { own } else { root_utility },
                lead_deviation: sums.map(PointSums::lead_deviation),
                ownership: sums.map(|it| Box::new(it.ownership())),
                ownership_deviation: sums.map(|it| Box::new(it.ownership_deviation(size))),
                variation_visits: line.visits.clone(),
            }
        };
        Details {
            utility: root_utility,
            raw: self.summary.raw.clone(),
            ownership_deviation: Some(Box::new(self.summary.sums.ownership_deviation(size))),
            candidates: order.iter().zip(lines).map(candidate).collect(),
        }
    }

    /// The lead of the player to move.
    fn lead(&self, node: &Node) -> f32 {
        f32::from(self.root.to_play().sign()) * E::lead(node, self.root)
    }

    fn root_chance(&self) -> f32 {
        self.chance(1.0 - self.tree.node(ROOT).visits().value)
    }

    /// The chance to win: nodes know who was ahead of par, people ask who
    /// wins.
    fn chance(&self, ahead: f32) -> f32 {
        let sign = f32::from(self.root.to_play().sign());
        let odds_ratio = (sign * self.summary.odds_beside_par).exp();
        ahead * odds_ratio / (1.0 - ahead + ahead * odds_ratio)
    }
}

/// Puts the move first whose value is the surest, if it was visited often
/// enough.
fn put_surest_first(
    order: &mut [usize],
    children: &[Node],
    lower_bound: impl Fn(&Node) -> Option<f32>,
) {
    let most = order.first().map_or(0, |&idx| children[idx].n_visits());
    let least = (VISITED_OFTEN * most as f32).max(FEWEST_VISITS);
    let n_often = order.iter().take_while(|&&idx| children[idx].n_visits() as f32 >= least).count();
    let bounds = order[..n_often].iter().map(|&idx| lower_bound(&children[idx]));
    let surest = bounds
        .enumerate()
        .filter_map(|(place, bound)| Some((place, bound?)))
        .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    if let Some((place, _)) = surest {
        order[..=place].rotate_right(1);
    }
}

/// A variation with the visits of its moves.
struct Line {
    moves: Vec<Move>,
    visits: Vec<u32>,
}

/// The most visited moves from a node on.
fn line(tree: &Tree, mut node_idx: u32, size: Size, longest: usize) -> Line {
    let node = tree.node(node_idx);
    let mut line = Line { moves: vec![node.mv(size)], visits: vec![node.n_visits()] };
    while line.moves.len() < longest {
        let (first, children) = tree.children(node_idx);
        let best = (0..children.len()).max_by_key(|&idx| children[idx].n_visits());
        let Some(best) = best.filter(|&idx| children[idx].n_visits() > 0) else { break };
        line.moves.push(children[best].mv(size));
        line.visits.push(children[best].n_visits());
        node_idx = first + best as u32;
    }
    line
}
