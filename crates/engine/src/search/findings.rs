//! From the tree to a report.

use tengen_analysis::{Analysis, Candidate};
use tengen_rules::{Move, Size};

use super::evaluator::{SearchEvaluator, Summary};
use super::root::Root;
use super::tree::{Node, ROOT, Tree};
use crate::report::Report;

/// The longest variation in a report.
const VARIATION: usize = 12;

/// The share of the most visits, and the number of them, from which on the
/// value of a move is trusted.
const VISITED_OFTEN: f32 = 0.15;
const FEWEST_VISITS: f32 = 8.0;

/// The report on a tree after a number of new playouts.
pub(super) fn report<E: SearchEvaluator>(
    tree: &Tree,
    root: &Root,
    evaluator: &E,
    summary: &Summary,
    n_playouts: u32,
) -> Report {
    let size = root.board().size();
    let to_play = root.to_play();
    let lead_for = |node: &Node| f32::from(to_play.sign()) * E::lead(node, root);
    // Nodes know who was ahead of par; people ask who wins.
    let odds_ratio = (f32::from(to_play.sign()) * summary.odds_beside_par).exp();
    let chance = |ahead: f32| ahead * odds_ratio / (1.0 - ahead + ahead * odds_ratio);
    let (first, children) = tree.children(ROOT);
    let mut order: Vec<usize> = (0..children.len()).collect();
    order.sort_by_key(|&idx| std::cmp::Reverse(children[idx].n_visits()));
    put_surest_first(&mut order, children, |child| evaluator.lower_bound(to_play, child));
    let node = tree.node(ROOT);
    let root_chance = chance(1.0 - node.visits().value);
    let has_tried = order.first().is_some_and(|&idx| children[idx].n_visits() > 0);
    if has_tried {
        order.retain(|&idx| children[idx].n_visits() > 0);
    } else {
        // One evaluation has a policy and nothing else.
        order.sort_by(|&a, &b| children[b].prior().total_cmp(&children[a].prior()));
        order.truncate(1);
    }
    let candidates = order
        .into_iter()
        .map(|idx| {
            let node = &children[idx];
            if !has_tried {
                let lead = Some(lead_for(tree.node(ROOT)));
                return Candidate { lead, ..untried(node, root_chance, size) };
            }
            Candidate {
                mv: node.mv(size),
                n_visits: node.n_visits(),
                win_rate: chance(node.visits().value),
                lead: Some(lead_for(node)),
                prior: Some(node.prior()),
                lower_bound: None,
                variation: variation(tree, first + idx as u32, size),
            }
        })
        .collect();
    let analysis = Analysis {
        to_play,
        n_visits: node.n_visits(),
        win_rate: root_chance,
        lead: Some(lead_for(node)),
        lead_deviation: summary.lead_deviation,
        candidates,
        priors: children.iter().map(|it| (it.mv(size), it.prior())).collect(),
        ownership: Some(Box::new(summary.ownership)),
    };
    Report { analysis, n_playouts, par: root.par() }
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

/// A move that only its prior speaks for, with the chance of its parent.
fn untried(node: &Node, win_rate: f32, size: Size) -> Candidate {
    let mv = node.mv(size);
    Candidate {
        mv,
        n_visits: 0,
        win_rate,
        lead: None,
        prior: Some(node.prior()),
        lower_bound: None,
        variation: vec![mv],
    }
}

/// The most visited moves from a node on.
fn variation(tree: &Tree, mut node_idx: u32, size: Size) -> Vec<Move> {
    let mut moves = vec![tree.node(node_idx).mv(size)];
    while moves.len() < VARIATION {
        let (first, children) = tree.children(node_idx);
        let best = (0..children.len()).max_by_key(|&idx| children[idx].n_visits());
        let Some(best) = best.filter(|&idx| children[idx].n_visits() > 0) else { break };
        moves.push(children[best].mv(size));
        node_idx = first + best as u32;
    }
    moves
}
