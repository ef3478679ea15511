//! The classical evaluator: a leaf is worth what one playout from it is worth.
//!
//! All that playouts need beside the tree is here: the playout itself, the
//! priors of moves ([`prior`]) and their correction at the root, AMAF,
//! ownership and criticality of all points, which the priors of later leaves
//! depend on, and on large boards a control variate.

pub(crate) mod amaf;
mod control_variate;
mod lead_stats;
mod outcome;
pub(crate) mod selection;

use tengen_rules::{Board, ByPoint, Color, Game, Move, Scoring, Size, area};

use crate::ownership_stats::OwnershipStats;
use crate::parameters::Parameters;
use crate::playout::{Context, Playout, owner, sign};
use crate::point_sums::{MoveSums, PointSums};
use crate::prior::{self, N_POINTS};
use crate::rng::Rng;
use crate::sampler::Sampler;
use crate::search::evaluator::{
    Evaluation, Evaluator, Expansion, SearchEvaluator, SearchStart, Summary,
};
use crate::search::path::Leaf;
use crate::search::root::Root;
use crate::search::tree::{AMAF_WIN, Mean, NewNode, Node, ROOT, Tree, WIN};
use amaf::{Amaf, AmafWeight};
use control_variate::ControlVariate;
use lead_stats::LeadStats;
use selection::Selection;

/// The numbers of playouts after which the priors of the root's children are
/// computed again, with the ownership that is then known.
const PRIOR_UPDATES: [u32; 4] = [32, 128, 512, 2_048];

/// The prior of a pass beside other moves.
const PASS_PRIOR: f32 = 0.02;

/// The number of playouts by which the lead in a game is guessed.
const LEAD_PLAYOUTS: u32 = 64;

/// Evaluates leaves by playouts.
#[derive(Debug)]
pub(crate) struct PlayoutEvaluator {
    parameters: Parameters,
    selection: Selection,
    /// The reach of the control variate, 0 if there is none.
    reach: u8,
    origin: Playout,
    playout: Playout,
    rng: Rng,
    amaf: Amaf,
    /// What the last playout is worth to Black, before the control variate.
    amaf_value: u32,
    priors: [(Move, f32); N_POINTS + 1],
    children: [NewNode; N_POINTS + 1],
    /// The owner of each point at the end of the last playout: 1 for Black, -1
    /// for White.
    owners: ByPoint<i8>,
    stats: OwnershipStats,
    /// The part of the statistics that comes from earlier searches.
    earlier_stats: OwnershipStats,
    control_variate: ControlVariate,
    leads: LeadStats,
    sums: PointSums,
    move_sums: MoveSums,
}

impl PlayoutEvaluator {
    pub(crate) fn new() -> PlayoutEvaluator {
        let playout = Playout::new(&Board::new(Size::NINE));
        let parameters = Parameters::default();
        let child = NewNode { mv: Move::Pass, prior: 0.0, amaf: Mean::default() };
        PlayoutEvaluator {
            selection: Selection::new(&parameters, Size::NINE),
            reach: parameters.sized(Size::NINE).reach,
            parameters,
            origin: playout.clone(),
            playout,
            rng: Rng::new(0),
            amaf: Amaf::new(AmafWeight::Fading),
            amaf_value: 0,
            priors: [(Move::Pass, 0.0); N_POINTS + 1],
            children: [child; N_POINTS + 1],
            owners: ByPoint::new(0),
            stats: OwnershipStats::new(),
            earlier_stats: OwnershipStats::new(),
            control_variate: ControlVariate::new(),
            leads: LeadStats::default(),
            sums: PointSums::new(),
            move_sums: MoveSums::default(),
        }
    }

    /// The number of playouts in this search.
    fn n_playouts(&self) -> u32 {
        (self.stats.n_playouts() - self.earlier_stats.n_playouts()).unsigned_abs()
    }

    /// Gives the root's children the priors that they would have if they were
    /// added now.
    fn update_root_priors(&mut self, tree: &Tree, root: &Root) {
        let PlayoutEvaluator { playout, priors, stats, parameters, selection, .. } = self;
        let size = root.board().size();
        let (_, children) = tree.children(ROOT);
        let child = |mv| children.iter().find(|it| it.mv(size) == mv);
        let mut n_moves = 0;
        prior::weigh(playout, root.to_play(), Some(stats), |point, weight| {
            if child(Move::Play(point)).is_some() {
                priors[n_moves] = (Move::Play(point), weight);
                n_moves += 1;
            }
        });
        prior::normalize(&mut priors[..n_moves], parameters.prior_sharpness);
        for &(mv, prior) in &priors[..n_moves] {
            if let Some(child) = child(mv) {
                let change = prior.sqrt() - child.prior().sqrt();
                child.change_prior(prior, selection.prior_wins * change);
            }
        }
    }

    /// Plays from a leaf to the end of the game; returns the number of turns.
    fn play_out(&mut self, leaf: &Leaf<'_>) -> usize {
        let size = leaf.root.board().size();
        let PlayoutEvaluator { playout, rng, amaf, .. } = self;
        playout.run(leaf.path.to_play(), rng, |color, point| amaf.push(color, point, size))
    }

    /// Black's points minus White's, and who owns what.
    fn count(&mut self, is_over: bool) -> i32 {
        let board = self.playout.board();
        let exact = is_over.then(|| area::find(board));
        let mut balance = 0;
        for point in board.size().points() {
            let owner = match &exact {
                Some(owners) => owners[point],
                None => owner(board, point),
            };
            self.owners[point] = sign(owner);
            balance += i32::from(self.owners[point]);
        }
        balance
    }
}

impl Evaluator for PlayoutEvaluator {
    #[inline]
    fn restart(&mut self, tree: &Tree, root: &Root) {
        self.playout.reset(&self.origin);
        if PRIOR_UPDATES.contains(&self.n_playouts()) {
            self.update_root_priors(tree, root);
        }
    }

    #[inline]
    fn play(&mut self, color: Color, mv: Move) {
        match mv {
            Move::Pass => self.playout.pass(),
            Move::Play(point) => {
                self.playout.play(color, point);
            }
        }
    }

    #[inline]
    fn board(&self) -> &Board {
        self.playout.board()
    }

    #[inline]
    fn select(&self, node: &Node, children: &[Node]) -> usize {
        self.selection.select(node, children)
    }

    #[inline]
    fn expansion(&self) -> Expansion {
        Expansion::OnDescent { after_visits: self.parameters.expand_after }
    }

    fn children(&mut self, leaf: &Leaf<'_>) -> &[NewNode] {
        let PlayoutEvaluator { playout, priors, children, stats, parameters, selection, .. } = self;
        let board = playout.board();
        let mut n_moves = 0;
        prior::weigh(playout, leaf.path.to_play(), Some(stats), |point, weight| {
            if leaf.allows(board, point) {
                priors[n_moves] = (Move::Play(point), weight);
                n_moves += 1;
            }
        });
        prior::normalize(&mut priors[..n_moves], parameters.prior_sharpness);
        // A pass is worth a thought once there is little left to play.
        let n_points = usize::from(board.size().n_points());
        let is_near_end = n_moves <= n_points / 3 || leaf.path.n_passes() > 0;
        if is_near_end && leaf.allows_pass() {
            let prior = if n_moves == 0 { 1.0 } else { PASS_PRIOR };
            priors[n_moves] = (Move::Pass, prior);
            n_moves += 1;
        }
        let value = 1.0 - leaf.node.visits().value;
        let value = if leaf.node.n_visits() <= 1 { 0.5 } else { value };
        for (child, &(mv, prior)) in children.iter_mut().zip(&priors[..n_moves]) {
            let wins = selection.credit(prior);
            let count = parameters.prior_visits + wins;
            let value = (parameters.prior_visits * value + wins) / count.max(1.0);
            *child = NewNode { mv, prior, amaf: Mean { count, value } };
        }
        &children[..n_moves]
    }

    fn evaluate(&mut self, leaf: &Leaf<'_>) -> Evaluation {
        let Leaf { root, path, .. } = *leaf;
        let size = root.board().size();
        self.amaf.restart(path.depth());

        // Step 1. To the end of the game.
        let reach = self.reach;
        if reach > 0 {
            let line = path.moves().iter().filter_map(|it| Node::point_of(it.number, size));
            self.control_variate.mark(self.playout.board(), line, reach);
        }
        let is_over = leaf.is_end() && root.counts_as_it_is();
        let n_turns = if is_over { 0 } else { self.play_out(leaf) };

        // Step 2. Who has won, and by how much.
        let mut balance = self.count(is_over);
        if root.scoring() == Scoring::Territory {
            balance -= leaf.stones_played();
            // A player who passes could have filled a point of its own.
            if n_turns % 2 == 1 {
                balance -= i32::from(path.to_play().sign());
            }
        }
        let black_lead = root.lead(balance);

        // Step 3. What it is worth, and what it teaches.
        self.leads.add(black_lead, root);
        self.amaf_value = outcome::value(black_lead, root, &self.parameters);
        let correction =
            if reach > 0 && !is_over { self.control_variate.add(&self.owners, size) } else { None };
        let value = correction.map_or(self.amaf_value, |it| {
            outcome::corrected_value(black_lead, it, root, &self.parameters)
        });
        self.stats.add(&self.owners, root.winner(black_lead), size);
        let owner = |point| f32::from(self.owners[point]);
        let points = black_lead as f32 / 2.0;
        self.sums.add(owner, points, size);
        if let Some(first) = path.moves().first()
            && let Some(sums) = self.move_sums.of_move(first.number)
        {
            sums.add(owner, points, size);
        }
        Evaluation { value: value * (WIN / AMAF_WIN), lead: black_lead.div_euclid(2) }
    }

    fn observe(&mut self, tree: &Tree, leaf: &Leaf<'_>) {
        self.amaf.back_up(tree, leaf, self.amaf_value);
    }
}

impl SearchEvaluator for PlayoutEvaluator {
    fn start(&mut self, start: &SearchStart<'_>) {
        let SearchStart { root, parameters, seed, is_continued, wants_move_sums, .. } = *start;
        self.parameters = parameters;
        let size = root.board().size();
        self.selection = Selection::new(&parameters, size);
        self.reach = parameters.sized(size).reach;
        self.rng = Rng::new(seed);
        self.origin = Playout::new(root.board());
        let [last, own_last] = root.last_moves();
        self.origin.set_context(Context { last, own_last });
        if is_continued {
            self.stats.fade(size);
        } else {
            self.stats = OwnershipStats::new();
        }
        self.earlier_stats.clone_from(&self.stats);
        self.control_variate = ControlVariate::new();
        self.leads = LeadStats::default();
        self.sums = PointSums::new();
        self.move_sums = MoveSums::new(wants_move_sums, size);
    }

    fn estimate_lead(&mut self, game: &Game, to_play: Color, seed: u64) -> f32 {
        let mut rng = Rng::new(seed);
        let mut sampler = Sampler::new(game.board(), to_play);
        let sum: i32 = (0..LEAD_PLAYOUTS).map(|_| sampler.playout(&mut rng)).sum();
        let bonus = game.ruleset().handicap_points(game.handicap());
        let komi = f32::from(game.komi().half_points()) / 2.0 + f32::from(bonus);
        sum as f32 / LEAD_PLAYOUTS as f32 - komi
    }

    fn summarize<'a>(evaluators: impl Iterator<Item = &'a Self>, root: &Root) -> Summary {
        let size = root.board().size();
        let (mut sums, mut move_sums) = (PointSums::new(), MoveSums::default());
        let mut leads = LeadStats::default();
        for it in evaluators {
            leads = leads.join(it.leads);
            sums.join(&it.sums, size);
            move_sums.join(&it.move_sums, size);
        }
        Summary { sums, move_sums, raw: None, odds_beside_par: leads.odds_beside_par() }
    }
}
