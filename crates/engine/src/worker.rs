//! One thread of the search: its board, its memory and its way through the
//! tree.

use tengen_rules::{Board, ByPoint, Color, KoRule, Move, Point, Scoring, Size, area};

use crate::control_variate::{ControlVariate, Correction};
use crate::ownership_stats::OwnershipStats;
use crate::parameters::Parameters;
use crate::playout::{Context, Playout, owner, sign};
use crate::prior::{self, N_POINTS};
use crate::rng::Rng;
use crate::root::Root;
use crate::tree::{AMAF_UNIT, Mean, NewNode, Node, ROOT, Tree, WIN};

/// The longest way down the tree, in moves.
const DEPTH: usize = 256;

/// The most moves of a playout that are remembered.
const LENGTH: usize = 2 * 625;

/// The numbers of playouts after which the moves of the root are weighed again
/// by what playouts have said.
const SECOND_LOOKS: [u32; 4] = [32, 128, 512, 2_048];

/// A time that never comes.
const NEVER: u16 = u16::MAX;

/// A thread's share of the search.
#[derive(Debug)]
pub(crate) struct Worker {
    origin: Playout,
    playout: Playout,
    rng: Rng,
    /// The nodes from the root to the leaf.
    path: [u32; DEPTH],
    /// The hashes of the positions on the way.
    hashes: [u64; DEPTH],
    moves: [(Color, u16); LENGTH],
    n_moves: usize,
    /// For each point the time of the first move there, and by whom.
    first: [(u16, Color); N_POINTS + 1],
    weighed: [(Move, f32); N_POINTS + 1],
    fresh: [NewNode; N_POINTS + 1],
    /// The owner of each point at the end of the last playout: 1 for Black, -1
    /// for White.
    owners: ByPoint<i8>,
    stats: OwnershipStats,
    control_variate: ControlVariate,
    /// What of the stats comes from earlier searches.
    before: OwnershipStats,
    leads: Leads,
}

/// What came of a simulation.
#[derive(Copy, Clone, Debug)]
struct Outcome {
    /// What it is worth to Black, from 0 to [`WIN`].
    value: u32,
    /// The same if what happened far from the moves in the tree is taken for
    /// what mostly happens there.
    calm_value: u32,
    /// Black's lead, in points.
    lead: i32,
}

/// The leads of Black in all playouts, in half points.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Leads {
    sum: i64,
    sum_of_squares: i64,
    /// Playouts won by Black minus those won by White.
    wins: i32,
    /// Playouts with Black ahead of par minus those with White ahead.
    ahead: i32,
    n: u32,
}

impl Leads {
    fn add(&mut self, lead: i32, root: &Root) {
        self.wins += lead.signum();
        self.ahead += root.winner(lead);
        self.sum += i64::from(lead);
        self.sum_of_squares += i64::from(lead).pow(2);
        self.n += 1;
    }

    /// The leads of two threads.
    pub(crate) fn join(self, other: Leads) -> Leads {
        Leads {
            sum: self.sum + other.sum,
            sum_of_squares: self.sum_of_squares + other.sum_of_squares,
            wins: self.wins + other.wins,
            ahead: self.ahead + other.ahead,
            n: self.n + other.n,
        }
    }

    /// By how much the odds of Black to win are better than those to be ahead
    /// of par: the logarithm of their ratio.
    pub(crate) fn odds_beside_par(self) -> f32 {
        let odds = |balance: i32| {
            let (n, balance) = (self.n as f32, balance as f32);
            ((n + balance + 1.0) / (n - balance + 1.0)).ln()
        };
        odds(self.wins) - odds(self.ahead)
    }

    /// The standard deviation, in points.
    pub(crate) fn deviation(self) -> f32 {
        let n = f64::from(self.n.max(1));
        let mean = self.sum as f64 / n;
        let variance = self.sum_of_squares as f64 / n - mean * mean;
        (variance.max(0.0).sqrt() / 2.0) as f32
    }
}

impl Worker {
    pub(crate) fn new(seed: u64) -> Worker {
        let playout = Playout::new(&Board::new(Size::NINE));
        let fresh = NewNode { mv: Move::Pass, prior: 0.0, amaf: Mean::default() };
        Worker {
            origin: playout.clone(),
            playout,
            rng: Rng::new(seed),
            path: [0; DEPTH],
            hashes: [0; DEPTH],
            moves: [(Color::Black, 0); LENGTH],
            n_moves: 0,
            first: [(NEVER, Color::Black); N_POINTS + 1],
            weighed: [(Move::Pass, 0.0); N_POINTS + 1],
            fresh: [fresh; N_POINTS + 1],
            owners: ByPoint::new(0),
            stats: OwnershipStats::new(),
            control_variate: ControlVariate::new(),
            before: OwnershipStats::new(),
            leads: Leads::default(),
        }
    }

    /// Gets ready for a search, which may go on from the last one.
    pub(crate) fn start(&mut self, root: &Root, seed: u64, goes_on: bool) {
        self.rng = Rng::new(seed);
        self.origin = Playout::new(root.board());
        let [last, own_last] = root.last_moves();
        self.origin.set_context(Context { last, own_last });
        if goes_on {
            self.stats.fade(root.board().size());
        } else {
            self.stats = OwnershipStats::new();
        }
        self.before.clone_from(&self.stats);
        self.control_variate = ControlVariate::new();
        self.leads = Leads::default();
    }

    /// How the playouts of this search ended.
    pub(crate) fn leads(&self) -> Leads {
        self.leads
    }

    /// The mean owner of a point, from -1 for White to 1 for Black, as a sum
    /// and the number of playouts.
    pub(crate) fn owner(&self, point: Point) -> (i32, u32) {
        (self.stats.owner(point) - self.before.owner(point), self.n_playouts())
    }

    /// The number of playouts in this search.
    fn n_playouts(&self) -> u32 {
        (self.stats.n_playouts() - self.before.n_playouts()).unsigned_abs()
    }

    /// Goes down the tree, plays to the end, and tells the nodes on the way.
    ///
    /// Says whether the tree had room.
    pub(crate) fn simulate(&mut self, tree: &Tree, root: &Root, parameters: &Parameters) -> bool {
        let size = root.board().size();
        let mut has_room = true;

        // Step 1. Down to a leaf.
        self.playout.reset(&self.origin);
        if SECOND_LOOKS.contains(&self.n_playouts()) {
            self.look_again(tree, root, parameters);
        }
        self.n_moves = 0;
        let mut color = root.to_play();
        let mut n_passes = root.n_passes();
        let mut depth = 0;
        self.path[0] = ROOT;
        self.hashes[0] = root.key(root.board().zobrist(), color);
        tree.node(ROOT).enter();
        while n_passes < 2 && depth + 1 < DEPTH {
            let node_idx = self.path[depth];
            let node = tree.node(node_idx);
            let (mut first, mut children) = tree.children(node_idx);
            if children.is_empty() {
                let is_due = node_idx == ROOT || node.n_visits() > parameters.expand_after;
                if !is_due || !tree.claim(node_idx) {
                    break;
                }
                has_room = self.expand(tree, depth, color, n_passes, root, parameters);
                (first, children) = tree.children(node_idx);
                if children.is_empty() {
                    break;
                }
            }
            let child_idx = select(node, children, parameters);
            let child = &children[child_idx];
            child.enter();
            let mv = child.mv(size);
            match mv {
                Move::Pass => {
                    self.playout.pass();
                    n_passes += 1;
                }
                Move::Play(point) => {
                    self.playout.play(color, point);
                    n_passes = 0;
                }
            }
            self.moves[depth] = (color, child.number());
            depth += 1;
            self.path[depth] = first + child_idx as u32;
            color = !color;
            self.hashes[depth] = root.key(self.playout.board().zobrist(), color);
        }
        self.n_moves = depth;
        if parameters.reach > 0 {
            let line = self.moves[..depth].iter().filter_map(|it| Node::point_of(it.1, size));
            self.control_variate.mark(self.playout.board(), line, parameters.reach);
        }

        // Step 2. To the end of the game.
        let is_over = n_passes >= 2 && root.counts_as_it_is();
        let first_mover = color;
        let mut n_turns = 0_usize;
        if !is_over {
            let Worker { playout, rng, moves, n_moves, .. } = self;
            n_turns = playout.run(color, rng, |color, point| {
                if *n_moves < LENGTH {
                    moves[*n_moves] = (color, Node::number_of(point, size));
                    *n_moves += 1;
                }
            });
        }

        // Step 3. Who has won, and by how much.
        let mut balance = self.count(is_over);
        if root.scoring() == Scoring::Territory {
            balance -= self.stones_played(root, depth);
            // A player who passes could have filled a point of its own.
            if n_turns % 2 == 1 {
                balance -= i32::from(first_mover.sign());
            }
        }
        let lead = root.lead(balance);
        self.leads.add(lead, root);
        let value = value_for_black(lead, root, parameters);
        let calm = if parameters.reach > 0 && !is_over {
            self.control_variate.add(&self.owners, size)
        } else {
            None
        };
        let calm_value = calm.map_or(value, |it| calm_value_for_black(lead, it, root, parameters));
        self.stats.add(&self.owners, root.winner(lead), size);

        // Step 4. Back up.
        self.tell(tree, root, depth, Outcome { value, calm_value, lead: lead.div_euclid(2) });
        has_room
    }

    /// Tells the nodes on the way to the leaf what came of it.
    ///
    /// The leaf is the first: what a node sees as the first move on a point is
    /// what comes after it.
    fn tell(&mut self, tree: &Tree, root: &Root, depth: usize, outcome: Outcome) {
        let size = root.board().size();
        self.first[..=usize::from(size.n_points())].fill((NEVER, Color::Black));
        for time in (depth..self.n_moves).rev() {
            let (color, number) = self.moves[time];
            self.first[usize::from(number)] = (time as u16, color);
        }
        let length = self.n_moves;
        for at in (0..=depth).rev() {
            let to_move = if at % 2 == 0 { root.to_play() } else { !root.to_play() };
            // The numbers of a node are those of who moved there.
            let own = value_for(!to_move, outcome.calm_value);
            tree.node(self.path[at]).leave(own, outcome.lead);
            if at < depth {
                let (color, number) = self.moves[at];
                self.first[usize::from(number)] = (at as u16, color);
                let (_, children) = tree.children(self.path[at]);
                let own = value_for(color, outcome.value);
                for child in children {
                    let (time, by) = self.first[usize::from(child.number())];
                    if time != NEVER && by == color && child.number() != 0 {
                        let age = (usize::from(time) - at) * AMAF_UNIT as usize / (length - at + 1);
                        child.add_amaf(AMAF_UNIT - age as u32, own);
                    }
                }
            }
        }
    }

    /// Adds the moves of a leaf.
    fn expand(
        &mut self,
        tree: &Tree,
        depth: usize,
        color: Color,
        n_passes: u8,
        root: &Root,
        parameters: &Parameters,
    ) -> bool {
        let node_idx = self.path[depth];
        let Worker { playout, weighed, fresh, hashes, stats, .. } = self;
        let board = playout.board();
        let size = board.size();
        let hashes = &hashes[..=depth];
        let mut n_moves = 0;
        prior::weigh(playout, color, Some(stats), |point, weight| {
            if root.ko_rule() != KoRule::Simple {
                let hash = root.key(board.zobrist_after(color, point), !color);
                if hashes.contains(&hash) || root.has_seen(hash) {
                    return;
                }
            }
            if node_idx == ROOT && !root.allows(point) {
                return;
            }
            weighed[n_moves] = (Move::Play(point), weight);
            n_moves += 1;
        });
        prior::normalize(&mut weighed[..n_moves], parameters.prior_sharpness);
        // A pass is worth a thought once there is little left to play.
        let is_near_end = n_moves <= usize::from(size.n_points()) / 3 || n_passes > 0;
        if is_near_end && (node_idx != ROOT || root.allows_pass()) {
            let prior = if n_moves == 0 { 1.0 } else { 0.02 };
            weighed[n_moves] = (Move::Pass, prior);
            n_moves += 1;
        }
        let value = 1.0 - tree.node(node_idx).visits().value;
        let value = if tree.node(node_idx).n_visits() <= 1 { 0.5 } else { value };
        for (fresh, &(mv, prior)) in fresh.iter_mut().zip(&weighed[..n_moves]) {
            let wins = parameters.credit(prior);
            let count = parameters.prior_visits + wins;
            let value = (parameters.prior_visits * value + wins) / count.max(1.0);
            *fresh = NewNode { mv, prior, amaf: Mean { count, value } };
        }
        tree.expand(node_idx, &fresh[..n_moves], size)
    }

    /// Gives the moves of the root the prior that they would have if they were
    /// added now.
    fn look_again(&mut self, tree: &Tree, root: &Root, parameters: &Parameters) {
        let Worker { playout, weighed, stats, .. } = self;
        let size = root.board().size();
        let (_, children) = tree.children(ROOT);
        let child = |mv| children.iter().find(|it| it.mv(size) == mv);
        let mut n_moves = 0;
        prior::weigh(playout, root.to_play(), Some(stats), |point, weight| {
            if child(Move::Play(point)).is_some() {
                weighed[n_moves] = (Move::Play(point), weight);
                n_moves += 1;
            }
        });
        prior::normalize(&mut weighed[..n_moves], parameters.prior_sharpness);
        for &(mv, prior) in &weighed[..n_moves] {
            if let Some(child) = child(mv) {
                let change = prior.sqrt() - child.prior().sqrt();
                child.change_prior(prior, parameters.prior_wins * change);
            }
        }
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

    /// Black's stones played in the tree minus White's, and what the root
    /// has.
    fn stones_played(&self, root: &Root, depth: usize) -> i32 {
        let played = self.moves[..depth].iter().filter(|it| it.1 != 0);
        let balance: i32 = played.map(|it| i32::from(it.0.sign())).sum();
        balance + root.stone_balance()
    }
}

/// The child to visit next.
#[inline]
fn select(node: &Node, children: &[Node], parameters: &Parameters) -> usize {
    let n_visits = node.n_visits() as f32;
    let exploration = parameters.exploration * n_visits.sqrt();
    let mut best = 0;
    let mut best_value = f32::MIN;
    for (idx, child) in children.iter().enumerate() {
        let visits = child.visits();
        let mut amaf = child.amaf();
        if parameters.amaf_most.is_finite() {
            amaf = doubted(amaf, parameters.credit(child.prior()), parameters.amaf_most);
        }
        let share = amaf.count
            / (amaf.count + visits.count + amaf.count * visits.count / parameters.amaf_equivalence);
        let mut value = visits.value + share * (amaf.value - visits.value);
        value += exploration * child.prior() / (1.0 + visits.count);
        if value > best_value {
            best_value = value;
            best = idx;
        }
    }
    best
}

/// What later occurrences of a move say, if all of them together count for less
/// than `most` beside won playouts on credit.
#[inline]
fn doubted(amaf: Mean, credit: f32, most: f32) -> Mean {
    let share = most / ((amaf.count - credit).max(0.0) + most);
    let count = credit + (amaf.count - credit) * share;
    let wins = credit + (amaf.count * amaf.value - credit) * share;
    Mean { count, value: wins / count.max(1e-3) }
}

/// What is worth so much to Black, from 0 to [`WIN`], for either player.
fn value_for(color: Color, value: u32) -> u32 {
    if color == Color::Black { value } else { WIN - value }
}

/// What a lead in half points is worth to Black, from 0 to [`WIN`].
#[inline]
fn value_for_black(lead: i32, root: &Root, parameters: &Parameters) -> u32 {
    let win = (1 + root.winner(lead)) as f32 / 2.0;
    joint_value(win, lead as f32 / 2.0, root, parameters)
}

/// The same if what happened far away is taken for what mostly happens there.
fn calm_value_for_black(lead: i32, calm: Correction, root: &Root, parameters: &Parameters) -> u32 {
    let lead = lead as f32 / 2.0 + calm.change;
    // The logistic function is near enough to the normal distribution.
    let win = 1.0 / (1.0 + (-1.7 * (lead - root.par()) / calm.deviation.max(0.5)).exp());
    joint_value(win, lead, root, parameters)
}

/// A chance to win and a lead in points as one value.
fn joint_value(win: f32, lead: f32, root: &Root, parameters: &Parameters) -> u32 {
    let scale = parameters.score_scale * f32::from(root.board().size().n_points());
    let relative = lead / scale;
    let margin = 0.5 + 0.5 * relative / (1.0 + relative.abs());
    let value = win + parameters.score_share * (margin - win);
    (value * WIN as f32).round() as u32
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Game, Ruleset};

    use super::*;

    #[test]
    fn odds_to_win_differ_from_those_to_be_ahead_of_par() {
        let mut leads = Leads::default();
        let mut root = Root::new(&Game::new(Size::NINE, Ruleset::CHINESE), Color::Black);
        leads.add(9, &root);
        leads.add(-1, &root);
        assert!(leads.odds_beside_par().abs() < 1e-6);
        root.set_par(5.0);
        // Won by Black, but behind par: three of four are won, and one of four
        // is ahead.
        leads.add(9, &root);
        leads.add(9, &root);
        let ratio = leads.odds_beside_par().exp();
        assert!((ratio - (7.0 / 3.0_f32).powi(2)).abs() < 1e-3, "{ratio}");
    }

    #[test]
    fn doubts_leave_credit_alone() {
        let close = |mean: Mean, count: f32, value: f32| {
            assert!((mean.count - count).abs() < 1e-2, "{mean:?}");
            assert!((mean.value - value).abs() < 1e-4, "{mean:?}");
        };
        // 100 on credit, and 300 observations of which one in three was won.
        let amaf = Mean { count: 400.0, value: 0.5 };
        close(doubted(amaf, 100.0, 1e9), 400.0, 0.5);
        close(doubted(amaf, 100.0, 300.0), 250.0, 0.6);
        close(doubted(Mean { count: 100.0, value: 1.0 }, 100.0, 300.0), 100.0, 1.0);
    }
}
