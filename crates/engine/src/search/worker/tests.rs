//! The seam from the other side: an evaluator of the kind that a network is.

use std::collections::BTreeSet;

use tengen_rules::{Board, Color, Move, Suicide, area};

use super::*;
use crate::search::tree::{Mean, NewNode, Node, WIN};

/// Black's stones and area as value, the same prior for all moves, and PUCT.
struct AreaEvaluator {
    origin: Board,
    board: Board,
    children: Vec<NewNode>,
}

impl AreaEvaluator {
    const EXPLORATION: f32 = 0.5;

    fn new(board: &Board) -> AreaEvaluator {
        AreaEvaluator { origin: *board, board: *board, children: Vec::new() }
    }
}

impl Evaluator for AreaEvaluator {
    fn restart(&mut self, _tree: &Tree, _root: &Root) {
        self.board = self.origin;
    }

    fn play(&mut self, color: Color, mv: Move) {
        match mv {
            Move::Pass => self.board.clear_ko(),
            Move::Play(point) => {
                self.board.play_unchecked(color, point);
            }
        }
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn select(&self, node: &Node, children: &[Node]) -> usize {
        let exploration = AreaEvaluator::EXPLORATION * (node.n_visits() as f32).sqrt();
        let value = |child: &Node| {
            let Mean { count, value } = child.visits();
            // A move without visits is worth what its parent is worth.
            let value = if count == 0.0 { 1.0 - node.visits().value } else { value };
            value + exploration * child.prior() / (1.0 + count)
        };
        let best = |&a: &usize, &b: &usize| value(&children[a]).total_cmp(&value(&children[b]));
        (0..children.len()).max_by(best).unwrap()
    }

    fn expansion(&self) -> Expansion {
        Expansion::OnEvaluation
    }

    fn children(&mut self, _leaf: &Leaf<'_>) -> &[NewNode] {
        &self.children
    }

    fn evaluate(&mut self, leaf: &Leaf<'_>) -> Evaluation {
        let board = &self.board;
        let to_play = leaf.path.to_play();
        let legal = board.empty_points().filter(|&point| {
            board.is_legal(to_play, point, Suicide::Forbidden) && leaf.allows(board, point)
        });
        let moves: Vec<Move> = legal.map(Move::Play).chain([Move::Pass]).collect();
        let prior = 1.0 / moves.len() as f32;
        self.children.clear();
        let amaf = Mean::default();
        self.children.extend(moves.into_iter().map(|mv| NewNode { mv, prior, amaf }));
        let owners = area::find(board);
        let points = board.size().points().filter_map(|point| owners[point]);
        let balance: i32 = points.map(|color| i32::from(color.sign())).sum();
        let share = f32::midpoint(1.0, balance as f32 / f32::from(board.size().n_points()));
        Evaluation { value: (share * WIN as f32).round() as u32, lead: balance }
    }
}

const ATARI: &str = "
    . . . . .
    . X O O X
    . O X X .
    . O O O .
    . . . . .
";

fn board() -> Board {
    ATARI.parse().unwrap()
}

/// The most visited move after a number of simulations.
fn best_move(board: &Board, to_play: Color, n_simulations: u32) -> Move {
    let (tree, root) = (Tree::with_capacity(50_000), Root::of_board(board, to_play));
    let mut worker = Worker::new(AreaEvaluator::new(board));
    for _ in 0..n_simulations {
        assert!(worker.simulate(&tree, &root));
    }
    assert_eq!(tree.node(ROOT).n_visits(), n_simulations);
    let (_, children) = tree.children(ROOT);
    let n_visits: u32 = children.iter().map(Node::n_visits).sum();
    assert_eq!(n_visits, n_simulations - 1, "the first one evaluates the root");
    children.iter().max_by_key(|it| it.n_visits()).unwrap().mv(board.size())
}

#[test]
fn puct_finds_the_capture() {
    assert_eq!(best_move(&board(), Color::White, 600).to_string(), "E3");
}

#[test]
fn leaf_is_expanded_with_its_first_evaluation() {
    let (tree, root) = (Tree::with_capacity(2_000), Root::of_board(&board(), Color::Black));
    let mut worker = Worker::new(AreaEvaluator::new(&board()));
    worker.descend(&tree, &root);
    assert!(tree.children(ROOT).1.is_empty());
    let (evaluation, has_room) = worker.evaluate(&tree, &root);
    assert!(has_room && !tree.children(ROOT).1.is_empty());
    worker.back_up(&tree, &root, evaluation);
    assert!(tree.children(ROOT).1.iter().all(|it| it.n_visits() == 0));
    worker.simulate(&tree, &root);
    let visited = tree.children(ROOT).1.iter().position(|it| it.n_visits() == 1).unwrap();
    assert!(!tree.children(tree.children(ROOT).0 + visited as u32).1.is_empty());
}

#[test]
fn leaves_of_a_batch_differ() {
    let (tree, root) = (Tree::with_capacity(50_000), Root::of_board(&board(), Color::Black));
    let mut workers: Vec<_> = (0..4).map(|_| Worker::new(AreaEvaluator::new(&board()))).collect();
    workers[0].simulate(&tree, &root);
    for _ in 0..50 {
        for worker in &mut workers {
            worker.descend(&tree, &root);
        }
        let leaves: BTreeSet<u32> = workers.iter().map(|it| it.path.node_idx()).collect();
        assert!(leaves.len() >= 3, "{leaves:?}");
        let evaluations: Vec<_> = workers.iter_mut().map(|it| it.evaluate(&tree, &root)).collect();
        for (worker, (evaluation, _)) in workers.iter_mut().zip(evaluations) {
            worker.back_up(&tree, &root, evaluation);
        }
    }
    assert_eq!(tree.node(ROOT).n_visits(), 201);
    // Nothing is left of the virtual losses: values are near one half.
    let value = tree.node(ROOT).visits().value;
    assert!((0.3..0.7).contains(&value), "{value}");
}
