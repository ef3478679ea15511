//! The evaluator with a network: policy, value, lead and ownership of a leaf
//! from one forward pass.
//!
//! Each leaf is turned or mirrored at random, the root is seen from all sides.
//! A finished game is counted by the rules; the network then only says which
//! stones are dead, where the rules leave that to agreement.

mod puct;
mod terminal;

use std::sync::Arc;

use tengen_analysis::RawEvaluation;
use tengen_net::{Conditions, Evaluator as Forward, Input, N_RECENT, Network};
use tengen_rules::{
    Board, Color, Game, KoRule, Move, Point, PointSet, Position, Ruleset, Size, Suicide, Symmetry,
};

use crate::parameters::NetworkParameters;
use crate::point_sums::{MoveSums, PointSums};
use crate::prior::N_POINTS;
use crate::rng::Rng;
use crate::search::evaluator::{
    Evaluation, Evaluator, Expansion, SearchEvaluator, SearchStart, Summary,
};
use crate::search::path::Leaf;
use crate::search::root::Root;
use crate::search::tree::{Mean, NewNode, Node, ROOT, Tree, WIN};
use puct::Puct;

/// The bits of a point that a player owns whatever happens, see [`Input`].
const OWN_ALIVE: u32 = 1 << 21;
const OPPONENT_ALIVE: u32 = 1 << 22;

/// Evaluates leaves by a network.
#[derive(Debug)]
pub(crate) struct NetworkEvaluator {
    forward: Forward,
    parameters: NetworkParameters,
    puct: Puct,
    conditions: Conditions,
    rng: Rng,
    /// Whether it looks at the root from all sides for the other workers too.
    is_first: bool,
    origin: Line,
    line: Line,
    children: [NewNode; N_POINTS + 1],
    n_children: usize,
    /// Black's lead at the last leaf, in points.
    lead: f32,
    /// Black's chance there.
    win: f32,
    seen: PointSums,
    seen_by_move: MoveSums,
    /// The number of moves from the root.
    depth: usize,
    /// Whether what the network says of the root is kept.
    keeps_raw: bool,
    raw: Option<RawEvaluation>,
}

/// A position and the moves that led to it.
#[derive(Clone, Debug)]
struct Line {
    position: Position,
    /// The latest first.
    recent: [Option<Move>; N_RECENT],
}

impl Line {
    fn play(&mut self, mv: Move) {
        self.position.play_unchecked(mv);
        self.recent.rotate_right(1);
        self.recent[0] = Some(mv);
    }
}

impl NetworkEvaluator {
    pub(crate) fn new(network: &Arc<Network>, size: Size) -> NetworkEvaluator {
        let parameters = NetworkParameters::default();
        let line = Line { position: Position::new(size), recent: [None; N_RECENT] };
        NetworkEvaluator {
            forward: Forward::new(network, size),
            parameters,
            puct: Puct::new(&parameters, size),
            conditions: Conditions::of(&Game::new(size, Ruleset::CHINESE)),
            rng: Rng::new(0),
            is_first: true,
            origin: line.clone(),
            line,
            children: [NewNode { mv: Move::Pass, prior: 0.0, amaf: Mean::default() }; N_POINTS + 1],
            n_children: 0,
            lead: 0.0,
            win: 0.5,
            seen: PointSums::new(),
            seen_by_move: MoveSums::default(),
            depth: 0,
            keeps_raw: false,
            raw: None,
        }
    }

    /// The network that judges.
    pub(crate) fn network(&self) -> &Arc<Network> {
        self.forward.network()
    }

    fn to_play(&self) -> Color {
        self.line.position.to_play
    }

    /// Looks at the position, the root from all sides.
    fn look(&mut self, leaf: &Leaf<'_>, input: &Input) {
        let symmetry = Symmetry::ALL[self.rng.below(8) as usize];
        if leaf.is_root() && self.is_first {
            let n_sides = usize::from(self.parameters.root_symmetries).clamp(1, 8);
            self.forward.evaluate_mean(input, &Symmetry::ALL[..n_sides]);
        } else {
            self.forward.evaluate(input, symmetry);
        }
        let (output, size) = (self.forward.output(), self.forward.size());
        let sign = f32::from(self.line.position.to_play.sign());
        let owner = |point| sign * output.ownership(point);
        let black_lead = sign * output.lead();
        self.seen.add(owner, black_lead, size);
        if let Some(first) = leaf.path.moves().first()
            && let Some(sums) = self.seen_by_move.of_move(first.number)
        {
            sums.add(owner, black_lead, size);
        }
    }

    /// What the last look at the root says by itself.
    fn raw_evaluation(&self, leaf: &Leaf<'_>) -> RawEvaluation {
        let output = self.forward.output();
        let board = &self.line.position.board;
        let may_play = |&point: &Point| {
            board.is_empty_at(point)
                && board.is_legal(self.to_play(), point, Suicide::Forbidden)
                && !leaf.root.forbids(point)
        };
        let mut policy = vec![(Move::Pass, output.pass())];
        let points = board.size().points().filter(may_play);
        policy.extend(points.map(|it| (Move::Play(it), output.policy(it))));
        let total: f32 = policy.iter().map(|(_, it)| it).sum();
        for (_, probability) in &mut policy {
            *probability /= total.max(1e-6);
        }
        RawEvaluation { win_rate: output.win(), lead: output.lead(), policy }
    }

    fn input(&self, leaf: &Leaf<'_>) -> Input {
        let Line { position, recent } = &self.line;
        Input::new(position, recent, &self.conditions, &self.forbidden_captures(leaf))
    }

    /// The captures that superko forbids.
    fn forbidden_captures(&self, leaf: &Leaf<'_>) -> PointSet {
        let board = &self.line.position.board;
        let mut forbidden = PointSet::EMPTY;
        if leaf.root.ko_rule() == KoRule::Simple {
            return forbidden;
        }
        for (color, point) in board.stones() {
            if color == self.to_play() || board.chain_id(point) != Some(point) {
                continue;
            }
            if let Some(capture) = board.atari(point).filter(|&it| leaf.repeats(board, it)) {
                forbidden.insert(capture);
            }
        }
        forbidden
    }

    /// Makes children of the legal moves with the policy of the last look.
    fn make_children(&mut self, leaf: &Leaf<'_>, input: &Input) {
        self.n_children = 0;
        let alive =
            if leaf.root.counts_as_it_is() { OPPONENT_ALIVE } else { OWN_ALIVE | OPPONENT_ALIVE };
        // Moves where all is decided are no moves, unless there are no others
        // and passing is excluded.
        for useless in [alive, 0] {
            self.add_moves(leaf, input, useless);
            if leaf.allows_pass() {
                self.add_child(Move::Pass, self.forward.output().pass());
            }
            if self.n_children > 0 {
                break;
            }
        }
        self.normalize_priors(leaf.is_root());
    }

    fn add_moves(&mut self, leaf: &Leaf<'_>, input: &Input, useless: u32) {
        let board = self.line.position.board;
        let to_play = self.to_play();
        for (point, bits) in board.size().points().zip(input.bits()) {
            let is_legal = board.is_empty_at(point)
                && bits & useless == 0
                && board.is_legal(to_play, point, Suicide::Forbidden)
                && leaf.allows(&board, point);
            if is_legal {
                self.add_child(Move::Play(point), self.forward.output().policy(point));
            }
        }
    }

    fn add_child(&mut self, mv: Move, prior: f32) {
        self.children[self.n_children] = NewNode { mv, prior, amaf: Mean::default() };
        self.n_children += 1;
    }

    /// Makes the priors add up to 1; the least likely moves are dropped below
    /// the root, since no search comes to them.
    fn normalize_priors(&mut self, is_root: bool) {
        let temperature = self.parameters.root_temperature;
        if is_root && (temperature - 1.0).abs() > 1e-6 {
            for child in &mut self.children[..self.n_children] {
                child.prior = child.prior.powf(1.0 / temperature.max(1e-3));
            }
        }
        let total: f32 = self.children[..self.n_children].iter().map(|it| it.prior).sum();
        let factor = 1.0 / total.max(1e-6);
        let least = if is_root { 0.0 } else { self.parameters.least_prior };
        let mut n_kept = 0;
        for idx in 0..self.n_children {
            let child = self.children[idx];
            let prior = child.prior * factor;
            if prior >= least || (idx + 1 == self.n_children && n_kept == 0) {
                self.children[n_kept] = NewNode { prior, ..child };
                n_kept += 1;
            }
        }
        self.n_children = n_kept;
    }
}

impl Evaluator for NetworkEvaluator {
    fn restart(&mut self, tree: &Tree, _root: &Root) {
        self.line.clone_from(&self.origin);
        self.depth = 0;
        self.puct.set_expected_lead(tree.node(ROOT).fine_lead());
    }

    fn play(&mut self, color: Color, mv: Move) {
        debug_assert_eq!(color, self.to_play());
        self.line.play(mv);
        self.depth += 1;
    }

    fn board(&self) -> &Board {
        &self.line.position.board
    }

    fn select(&self, node: &Node, children: &[Node]) -> usize {
        self.puct.select(self.to_play(), node, children, self.depth == 0)
    }

    fn expansion(&self) -> Expansion {
        Expansion::OnEvaluation
    }

    fn children(&mut self, _leaf: &Leaf<'_>) -> &[NewNode] {
        &self.children[..self.n_children]
    }

    fn evaluate(&mut self, leaf: &Leaf<'_>) -> Evaluation {
        let to_play = self.to_play();
        if leaf.is_end() && leaf.root.counts_as_it_is() {
            return self.end(terminal::lead(leaf, &self.line.position.board, None));
        }
        let input = self.input(leaf);
        self.look(leaf, &input);
        if leaf.is_root() && self.keeps_raw {
            self.raw = Some(self.raw_evaluation(leaf));
        }
        let output = self.forward.output();
        if leaf.is_end() {
            return self.end(terminal::lead(leaf, &self.line.position.board, Some(output)));
        }
        let sign = f32::from(to_play.sign());
        self.lead = sign * output.lead();
        self.win = if to_play == Color::Black { output.win() } else { 1.0 - output.win() };
        self.make_children(leaf, &input);
        Evaluation { value: (self.win * WIN as f32).round() as u32, lead: 0 }
    }

    fn observe(&mut self, tree: &Tree, leaf: &Leaf<'_>) {
        let mut value = if leaf.root.to_play() == Color::Black { 1.0 - self.win } else { self.win };
        for &node_idx in leaf.path.nodes() {
            let node = tree.node(node_idx);
            node.add_fine_lead(self.lead);
            node.add_square(value);
            value = 1.0 - value;
        }
    }
}

impl NetworkEvaluator {
    /// The evaluation of a finished game with this lead of Black, in half
    /// points.
    fn end(&mut self, lead: i32) -> Evaluation {
        self.lead = lead as f32 / 2.0;
        self.win = 0.5 * (1 + lead.signum()) as f32;
        self.n_children = 0;
        Evaluation { value: (1 + lead.signum()).unsigned_abs() * (WIN / 2), lead: 0 }
    }
}

impl SearchEvaluator for NetworkEvaluator {
    /// A leaf was worth a forward pass.
    const LEAST_KEPT: u32 = 1;
    /// It knows handicaps.
    const NEEDS_PAR: bool = false;

    fn start(&mut self, start: &SearchStart<'_>) {
        let SearchStart { root, parameters, seed, worker_idx, .. } = *start;
        let size = root.board().size();
        if size != self.forward.size() {
            self.forward = Forward::new(&Arc::clone(self.forward.network()), size);
        }
        self.parameters = parameters.network;
        self.puct = Puct::new(&self.parameters, size);
        self.conditions = *root.conditions();
        self.rng = Rng::new(seed);
        self.is_first = worker_idx == 0;
        self.origin = Line { position: *root.position(), recent: *root.recent() };
        self.seen = PointSums::new();
        self.seen_by_move = MoveSums::new(start.wants_move_sums, size);
        self.keeps_raw = start.wants_raw && self.is_first;
        self.raw = None;
    }

    fn review_root(&mut self, root: &Leaf<'_>) -> Option<&[NewNode]> {
        let input = self.input(root);
        self.look(root, &input);
        if self.keeps_raw {
            self.raw = Some(self.raw_evaluation(root));
        }
        self.make_children(root, &input);
        Some(&self.children[..self.n_children])
    }

    fn estimate_lead(&mut self, game: &Game, to_play: Color, _seed: u64) -> f32 {
        let input = Input::from_game(game, to_play);
        f32::from(to_play.sign()) * self.forward.evaluate(&input, Symmetry::Identity).lead()
    }

    fn lead(node: &Node, _root: &Root) -> f32 {
        node.fine_lead()
    }

    fn lower_bound(&self, to_play: Color, child: &Node) -> Option<f32> {
        Some(self.puct.lower_bound(to_play, child))
    }

    fn utility(&self, color: Color, win: f32, black_lead: f32) -> f32 {
        self.puct.utility(color, win, black_lead)
    }

    fn summarize<'a>(evaluators: impl Iterator<Item = &'a Self>, root: &Root) -> Summary {
        let size = root.board().size();
        let (mut sums, mut move_sums) = (PointSums::new(), MoveSums::default());
        let mut raw = None;
        for it in evaluators {
            sums.join(&it.seen, size);
            move_sums.join(&it.seen_by_move, size);
            raw = raw.or_else(|| it.raw.clone());
        }
        Summary { sums, move_sums, raw, odds_beside_par: 0.0 }
    }
}
