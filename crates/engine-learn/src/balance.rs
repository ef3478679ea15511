//! Balancing: changing the weights of playouts until their outcomes are right.
//!
//! Weights that predict good moves need not give playouts that end as the
//! game would: a mistake that the other side's mistakes make good is not the
//! same as none. So the weights go on to learn from the outcome. From each
//! position some playouts are played; a playout whose owners correct the mean
//! of the others makes its moves more likely (policy gradient, after Silver
//! and Tesauro's simulation balancing, with one target for every point).

use tengen_rules::{Board, ByPoint, Color, Point, Shape, Suicide};

use super::data::JudgedGame;
use super::playouts::{N_WEIGHTS, read_weights, shape_class, write_weights};
use tengen_engine::Rng;
use tengen_engine::internals::playout::{
    Ataris, Context, Feature, doubt, is_own_eye, owner, sign, visit,
};

/// The number of positions between two reports.
pub(super) const REPORT_EVERY: u32 = 2_000;

/// How balancing is done.
#[derive(Copy, Clone, Debug)]
pub struct Balancing {
    /// The number of positions to learn from.
    pub n_positions: u32,
    /// The number of playouts from each.
    pub n_playouts: u32,
    /// The size of a step.
    pub step: f32,
    /// How much the chance to win counts beside the owners of all points.
    pub win_share: f32,
    /// The start of the random numbers.
    pub seed: u64,
}

/// Goes on from a weights file and returns the next one.
///
/// `report` gets the number of positions done and the mean square errors of
/// owners and chance to win since the last call.
pub fn balance(
    games: &[JudgedGame],
    start: &str,
    balancing: Balancing,
    mut report: impl FnMut(u32, f32, f32),
) -> String {
    let mut weights = read_weights(start);
    let mut squares = vec![0.0_f32; N_WEIGHTS];
    let mut rng = Rng::new(balancing.seed);
    let (mut owner_error, mut win_error, mut n_errors) = (0.0, 0.0, 0);
    for n_done in 1..=balancing.n_positions {
        let Some(choice) = choose(games, &mut rng) else { continue };
        let pull = pull(choice, &weights, balancing, &mut rng);
        owner_error += pull.owner_error;
        win_error += pull.win_error;
        n_errors += 1;
        // A step along the gradient, for each weight by its own size.
        for (id, slope) in pull.slopes {
            let id = id as usize;
            squares[id] = 0.999 * squares[id] + 0.001 * slope * slope;
            let fading = 1.0 - 0.9 * n_done as f32 / balancing.n_positions as f32;
            let change = balancing.step * fading * slope / (squares[id].sqrt() + 1e-4);
            weights[id] += change.clamp(-0.02, 0.02);
        }
        if n_done % REPORT_EVERY == 0 {
            report(n_done, owner_error / n_errors as f32, win_error / n_errors as f32);
            (owner_error, win_error, n_errors) = (0.0, 0.0, 0);
        }
    }
    write_weights(&weights)
}

/// Any position of any game, or none if the game is kept out.
pub(super) fn choose<'a>(
    games: &'a [JudgedGame],
    rng: &mut Rng,
) -> Option<(&'a JudgedGame, usize)> {
    let idx = rng.below(games.len() as u32) as usize;
    let game = &games[idx];
    (idx % 10 != 9).then(|| (game, rng.below(game.positions.len() as u32) as usize))
}

/// What a position would change.
pub(super) struct Pull {
    /// The numbers of weights, and where they should go.
    pub(super) slopes: Vec<(u32, f32)>,
    /// The mean square error of the owners.
    pub(super) owner_error: f32,
    /// The square error of the chance to win.
    pub(super) win_error: f32,
}

/// Plays from a position, by its number, and finds out what would have been
/// better.
pub(super) fn pull(
    (game, chosen): (&JudgedGame, usize),
    weights: &[f32],
    balancing: Balancing,
    rng: &mut Rng,
) -> Pull {
    // Step 1. The position.
    let mut idx = 0;
    let mut found = None;
    game.replay(|board, color, [last, own_last], _| {
        if idx == chosen {
            found = Some((*board, color, Context { last, own_last }));
        }
        idx += 1;
    });
    let (board, color, context) = found.expect("judged games can be replayed");
    let judged = &game.positions[chosen];

    // Step 2. Playouts with their gradients.
    let points: Vec<Point> =
        (0..judged.ownership.len()).filter_map(|idx| JudgedGame::point(game.size, idx)).collect();
    let mut course = Course::new();
    let ends: Vec<End> = (0..balancing.n_playouts)
        .map(|_| {
            let end = course.run(&board, color, context, weights, rng);
            let owned: Vec<f32> = points.iter().map(|&it| sign(owner(&end, it)).into()).collect();
            let lead = owned.iter().sum::<f32>() - f32::from(game.komi) / 2.0;
            let win = if lead > 0.0 { 1.0 } else { 0.0 };
            End { owned, win, gradient: course.take_gradient() }
        })
        .collect();

    // Step 3. The reward of each: how far it moves the mean towards the
    // judgement.
    let n = ends.len() as f32;
    let mean = |of: &dyn Fn(&End) -> f32| ends.iter().map(of).sum::<f32>() / n;
    let win_miss = judged.black_wins - mean(&|it| it.win);
    let misses: Vec<f32> =
        (0..points.len()).map(|idx| judged.ownership[idx] - mean(&|it| it.owned[idx])).collect();
    let rewards: Vec<f32> = ends
        .iter()
        .map(|End { owned, win, .. }| {
            let by_owner: f32 = owned.iter().zip(&misses).map(|(a, b)| a * b).sum();
            by_owner / points.len() as f32 + balancing.win_share * win_miss * win
        })
        .collect();
    let mean_reward = rewards.iter().sum::<f32>() / n;
    let mut total = std::collections::BTreeMap::new();
    for (End { gradient, .. }, reward) in ends.iter().zip(&rewards) {
        for &(id, slope) in gradient {
            *total.entry(id).or_insert(0.0) += (reward - mean_reward) * slope / n;
        }
    }
    Pull {
        slopes: total.into_iter().collect(),
        owner_error: misses.iter().map(|it| it * it).sum::<f32>() / misses.len() as f32,
        win_error: win_miss * win_miss,
    }
}

/// How a playout ended.
struct End {
    /// Who owns each point, from -1 for White to 1 for Black.
    owned: Vec<f32>,
    /// 1 if Black has won.
    win: f32,
    /// How its probability depends on the weights.
    gradient: Vec<(u32, f32)>,
}

/// A playout that keeps account of its choices.
struct Course {
    gradient: Vec<f32>,
    touched: Vec<u32>,
    moves: Vec<Choice>,
}

/// A move that may be chosen.
struct Choice {
    point: Point,
    weight: f32,
    class: u16,
    is_near: bool,
    features: u64,
}

impl Course {
    fn new() -> Course {
        Course { gradient: vec![0.0; N_WEIGHTS], touched: Vec::new(), moves: Vec::new() }
    }

    fn run(
        &mut self,
        start: &Board,
        mut color: Color,
        mut context: Context,
        weights: &[f32],
        rng: &mut Rng,
    ) -> Board {
        let mut board = *start;
        let mut ataris = Ataris::find(&board);
        let n_points = u32::from(board.size().n_points());
        let mut n_passes = 0;
        for _ in 0..2 * n_points {
            self.weigh(&board, color, context, &mut ataris, weights);
            let sum: f32 = self.moves.iter().map(|it| it.weight).sum();
            let mut below = rng.unit() * sum;
            let chosen = self.moves.iter().position(|it| {
                below -= it.weight;
                below < 0.0
            });
            let Some(chosen) = chosen else {
                board.clear_ko();
                n_passes += 1;
                if n_passes == 2 {
                    break;
                }
                context = Context { last: None, own_last: context.last };
                color = !color;
                continue;
            };
            n_passes = 0;
            for idx in 0..self.moves.len() {
                let expected = self.moves[idx].weight / sum;
                let slope = if idx == chosen { 1.0 - expected } else { -expected };
                if slope.abs() > 1e-3 {
                    self.add(idx, slope);
                }
            }
            let point = self.moves[chosen].point;
            board.play_unchecked(color, point);
            ataris.note(&board, point);
            context = Context { last: Some(point), own_last: context.last };
            color = !color;
        }
        board
    }

    fn weigh(
        &mut self,
        board: &Board,
        color: Color,
        context: Context,
        ataris: &mut Ataris,
        weights: &[f32],
    ) {
        let mut features = ByPoint::new(0_u64);
        visit(board, color, context, ataris, |point, feature| {
            features[point] |= 1 << feature as u8;
        });
        self.moves.clear();
        for point in board.empty_points() {
            if !board.is_legal(color, point, Suicide::Forbidden) {
                continue;
            }
            let class = shape_class(board, color, point);
            if is_own_eye(Shape::from_code(class)) {
                continue;
            }
            let mut present = features[point];
            if let Some(feature) = doubt(board, color, point) {
                present |= 1 << feature as u8;
            }
            let near = 1 << Feature::Adjacent as u8 | 1 << Feature::Diagonal as u8;
            let is_near = present & near != 0;
            let mut sum = weights[usize::from(class)];
            if is_near {
                sum += weights[Shape::N_CODES + usize::from(class)];
            }
            let mut rest = present;
            while rest != 0 {
                sum += weights[2 * Shape::N_CODES + rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
            let weight = sum.exp();
            self.moves.push(Choice { point, weight, class, is_near, features: present });
        }
    }

    fn add(&mut self, idx: usize, slope: f32) {
        let Choice { class, is_near, features, .. } = self.moves[idx];
        self.add_to(usize::from(class), slope);
        if is_near {
            self.add_to(Shape::N_CODES + usize::from(class), slope);
        }
        let mut rest = features;
        while rest != 0 {
            self.add_to(2 * Shape::N_CODES + rest.trailing_zeros() as usize, slope);
            rest &= rest - 1;
        }
    }

    fn add_to(&mut self, id: usize, slope: f32) {
        if self.gradient[id] == 0.0 {
            self.touched.push(id as u32);
        }
        self.gradient[id] += slope;
    }

    fn take_gradient(&mut self) -> Vec<(u32, f32)> {
        let gradient = &mut self.gradient;
        self.touched.drain(..).map(|id| (id, std::mem::take(&mut gradient[id as usize]))).collect()
    }
}
