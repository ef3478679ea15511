//! Games to the end by weighted chance.
//!
//! A playout draws each move with a probability that was learned: from the
//! eight points around it, and from what it does for the chains near the last
//! moves.

mod feature;
mod move_weights;
mod weights;

use tengen_rules::{Board, ByPoint, Color, Point, Suicide};

pub use feature::{Ataris, Context, Feature, doubt, visit};
use move_weights::MoveWeights;
pub use weights::{Weights, is_own_eye, shape_classes};

use crate::rng::Rng;

/// The number of draws before all moves are looked at.
const N_DRAWS: u32 = 24;

/// The most points that the last moves can give a weight of their own.
const N_LOCAL: usize = 96;

/// A game being played to the end by chance.
#[derive(Clone, Debug)]
pub struct Playout {
    move_weights: MoveWeights,
    ataris: Ataris,
    context: Context,
    weights: &'static Weights,
    /// The place of a point in `local`, plus one.
    places: ByPoint<u8>,
    local: [(Point, f32); N_LOCAL],
    n_local: usize,
}

/// A move that was drawn, or none.
pub(crate) type Drawn = Option<Point>;

impl Playout {
    /// A playout that starts from a board.
    pub fn new(board: &Board) -> Playout {
        Playout::with_weights(board, Weights::learned(board.size()))
    }

    /// A playout by other weights.
    ///
    /// # Panics
    ///
    /// Never: every board has a point.
    pub fn with_weights(board: &Board, weights: &'static Weights) -> Playout {
        let first = board.size().points().next().expect("a board has a point");
        Playout {
            move_weights: MoveWeights::new(board, weights),
            ataris: Ataris::find(board),
            context: Context::default(),
            weights,
            places: ByPoint::new(0),
            local: [(first, 0.0); N_LOCAL],
            n_local: 0,
        }
    }

    /// Goes back to the start of another playout, or to one of its moments.
    pub fn reset(&mut self, start: &Playout) {
        self.move_weights.copy_from(&start.move_weights);
        self.weights = start.weights;
        self.ataris = start.ataris;
        self.context = start.context;
    }

    /// The board as it is now.
    pub fn board(&self) -> &Board {
        self.move_weights.board()
    }

    /// Chains that were put in atari.
    pub fn ataris(&self) -> Ataris {
        self.ataris
    }

    /// What was played before.
    pub fn context(&self) -> Context {
        self.context
    }

    /// Sets what was played before.
    pub fn set_context(&mut self, context: Context) {
        self.context = context;
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> u16 {
        let n_captured = self.move_weights.play(color, point, self.weights);
        self.ataris.note(self.move_weights.board(), point);
        self.context = Context { last: Some(point), own_last: self.context.last };
        n_captured
    }

    /// Passes.
    pub fn pass(&mut self) {
        self.move_weights.pass();
        self.context = Context { last: None, own_last: self.context.last };
    }

    /// Plays to the end, tells of each move, and returns the number of turns.
    ///
    /// The end is reached when both players pass, or when one of them has so
    /// many more stones that the rest would change nothing.
    #[inline]
    pub fn run(
        &mut self,
        mut to_play: Color,
        rng: &mut Rng,
        mut played: impl FnMut(Color, Point),
    ) -> usize {
        let n_points = i32::from(self.board().size().n_points());
        let mercy = n_points * 2 / 5;
        let mut lead = stone_lead(self.board());
        let mut n_passes = 0;
        for turn in 1..=3 * n_points as usize {
            if let Some(point) = self.draw(to_play, rng) {
                let n_captured = self.play(to_play, point);
                let change = 1 + i32::from(n_captured);
                lead += i32::from(to_play.sign()) * change;
                played(to_play, point);
                n_passes = 0;
                if n_captured > 0 && lead.abs() > mercy {
                    return turn;
                }
            } else {
                self.pass();
                n_passes += 1;
                if n_passes == 2 {
                    return turn;
                }
            }
            to_play = !to_play;
        }
        3 * n_points as usize
    }

    /// Draws a move by its weight; `None` if only bad ones are left.
    #[inline]
    pub fn draw(&mut self, color: Color, rng: &mut Rng) -> Drawn {
        self.weigh_local(color);
        let drawn = self.draw_weighed(color, rng);
        for &(point, _) in &self.local[..self.n_local] {
            self.places[point] = 0;
        }
        self.n_local = 0;
        drawn
    }

    /// Collects the points with features and their weights.
    #[inline]
    fn weigh_local(&mut self, color: Color) {
        let Playout { move_weights, ataris, context, weights, places, local, n_local } = self;
        visit(move_weights.board(), color, *context, ataris, |point, feature| {
            let mut factor = weights.feature(feature);
            if matches!(feature, Feature::Adjacent | Feature::Diagonal) {
                factor *= weights.near(color, move_weights.shape(point));
            }
            let place = usize::from(places[point]);
            if place > 0 {
                local[place - 1].1 *= factor;
                return;
            }
            let weight = move_weights.weight(color, point);
            if weight > 0 && *n_local < N_LOCAL {
                local[*n_local] = (point, factor * weight as f32);
                *n_local += 1;
                places[point] = *n_local as u8;
            }
        });
    }

    #[inline]
    fn draw_weighed(&mut self, color: Color, rng: &mut Rng) -> Drawn {
        let local = &self.local[..self.n_local];
        let mut local_sum = 0.0;
        let mut elsewhere = self.move_weights.total(color);
        for &(point, weight) in local {
            local_sum += weight;
            elsewhere -= self.move_weights.weight(color, point);
        }
        let total = local_sum + elsewhere as f32;
        for _ in 0..N_DRAWS {
            let mut below = rng.unit() * total;
            let point = if below < local_sum {
                let mut chosen = None;
                for &(point, weight) in local {
                    if below < weight {
                        chosen = Some(point);
                        break;
                    }
                    below -= weight;
                }
                chosen
            } else {
                let below = rng.below(self.move_weights.total(color));
                self.move_weights.point_at(color, below).filter(|&it| self.places[it] == 0)
            };
            let Some(point) = point else { continue };
            if self.accepts(color, point, rng) {
                return Some(point);
            }
        }
        self.any_move(color, rng)
    }

    /// Whether a drawn move is legal and survives the doubts about it.
    #[inline]
    fn accepts(&self, color: Color, point: Point, rng: &mut Rng) -> bool {
        let board = self.move_weights.board();
        if !board.is_legal(color, point, Suicide::Forbidden) {
            return false;
        }
        match doubt(board, color, point) {
            Some(feature) => rng.unit() < self.weights.feature(feature),
            None => true,
        }
    }

    /// A move for when all draws failed: any that is legal, fills no eye and
    /// gives no large chain away.
    fn any_move(&self, color: Color, rng: &mut Rng) -> Drawn {
        let board = self.move_weights.board();
        let n_empty = board.n_empty();
        if n_empty == 0 {
            return None;
        }
        let first = rng.below(n_empty.into()) as u16;
        (0..n_empty).map(|idx| board.empty_point((first + idx) % n_empty)).find(|&point| {
            self.move_weights.weight(color, point) > 0
                && board.is_legal(color, point, Suicide::Forbidden)
                && !matches!(
                    doubt(board, color, point),
                    Some(Feature::SelfAtari2 | Feature::SelfAtari3 | Feature::SelfAtari4)
                )
        })
    }
}

/// Black's stones minus White's.
fn stone_lead(board: &Board) -> i32 {
    board.stones().map(|(color, _)| i32::from(color.sign())).sum()
}

/// The owner of a point after a playout: its stone, or the only color beside
/// it.
#[inline]
pub fn owner(board: &Board, point: Point) -> Option<Color> {
    if let Some(color) = board.stone(point) {
        return Some(color);
    }
    let n_black = board.n_stones_beside(point, Color::Black);
    let n_white = board.n_stones_beside(point, Color::White);
    match (n_black > 0, n_white > 0) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    }
}

/// 1 for Black, -1 for White and 0 for neither.
#[inline]
pub fn sign(owner: Option<Color>) -> i8 {
    owner.map_or(0, Color::sign)
}
