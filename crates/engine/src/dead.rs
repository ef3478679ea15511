//! Which stones are dead when a game is over.
//!
//! The players cannot be asked here, so the game is played on, with each player
//! in turn moving first. A stone is dead only if it is lost both times.
//!
//! 1. What lives or dies unconditionally is known.
//! 2. Playouts and the network say who owns each point: most of the board is
//!    settled where they agree.
//! 3. Where stones are in doubt, a local search reads on, with the network or,
//!    on boards that have none, with playouts.
//! 4. Chains that hang together are judged together, and a stone that its
//!    opponent cannot approach is in seki, not dead.
//! 5. Stones in a small eye space of a group that lives are dead, although
//!    neither player will take them.
//! 6. Borders are looked at that are still open.

mod border;
mod enclosed;
mod estimate;
mod filled_territory;
mod group;
mod network_reading;
mod reading;
mod spot;
mod stranded;

use tengen_analysis::{DeadStones, Stop};
use tengen_rules::{Board, Color, Game, Point, PointSet, Suicide, life};

use crate::rng::Rng;
use crate::search::EvaluatorKind;
use estimate::Estimate;
use group::Groups;
use network_reading::NetworkReader;
use spot::Spot;

/// A group is dead if its mean ownership is below this, from -1 for lost to 1
/// for safe, whoever moves first.
///
/// It is above zero because both playouts and reading see more ways out for
/// the weaker side than there are.
const DEAD: f32 = 0.05;

/// The same for a group in a part of the board that is too open to be read.
const DEAD_IN_THE_OPEN: f32 = -0.6;

/// The largest share of the board that can be read at one spot.
const READABLE: f32 = 0.6;

/// The fewest simulations that are worth reading with.
const MIN_READING: u32 = 150;

/// The same for a network, whose simulations count for more.
const MIN_NETWORK_READING: u32 = 60;

/// How many simulations one with a network counts for.
const NETWORK_COST: u32 = 2;

/// The stones of the largest chain that can be given up to kill with.
const LARGEST_NAKADE: u16 = 6;

/// How much is played to find out.
///
/// The numbers are those of a 19×19 board for each player to move first;
/// smaller boards get up to twice as much, and up to eight times as much where
/// there is no network.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Effort {
    /// Playouts of the whole board.
    pub playouts: u32,
    /// Simulations of the local search, over all places in doubt.
    pub reading: u32,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { playouts: 128, reading: 600 }
    }
}

impl Effort {
    fn for_board(self, board: &Board, has_network: bool) -> Effort {
        let most = if has_network { 2.0 } else { 8.0 };
        let factor = (361.0 / f32::from(board.size().n_points())).clamp(1.0, most);
        let scaled = |n: u32| (n as f32 * factor) as u32;
        Effort { playouts: scaled(self.playouts).max(1), reading: scaled(self.reading) }
    }
}

/// Proposes the dead stones of a game as it stands.
///
/// The same position gives the same answer: random numbers start from it. A
/// game that is far from its end has few dead stones, or none: what is in doubt
/// is left on the board.
///
/// # Examples
///
/// ```
/// use tengen_engine::{Effort, dead_stones};
/// use tengen_rules::{Board, Game, Ruleset};
///
/// let board: Board = "
///     . . . X O . .
///     . O . X O . .
///     . . . X O O .
///     X X X X X O .
///     O O O O X O .
///     . . . O X O .
///     . . . O O O .
/// ".parse()?;
/// let game = Game::from_position(board.into(), Ruleset::JAPANESE);
/// let proposal = dead_stones(&game, Effort::default());
/// assert!(proposal.dead.iter().eq(["B6".parse()?]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(clippy::missing_panics_doc, reason = "the signal is never given")]
pub fn dead_stones(game: &Game, effort: Effort) -> DeadStones {
    let proposal = dead_stones_until(game, effort, &Stop::new());
    proposal.expect("the signal is local, so it is never given")
}

/// As [`dead_stones`], or `None` if it was told to stop before it knew.
pub fn dead_stones_until(game: &Game, effort: Effort, stop: &Stop) -> Option<DeadStones> {
    let mut board = *game.board();
    board.clear_ko();
    let network = EvaluatorKind::BuiltIn.network_for(board.size());
    let effort = effort.for_board(&board, network.is_some());
    let mut rng = Rng::new(board.zobrist());
    let sure = life::area(&board, game.ruleset().suicide, life::Extent::Unconditional);
    let mut estimate = Estimate::by_playouts(&board, effort.playouts, &mut rng, stop)?;
    let mut network = network.map(|network| NetworkReader::new(&network, game));
    if let Some(network) = &mut network {
        estimate.add_network(&board, network);
    }
    estimate.set(&sure, board.size());

    let spots = spot::find(&board, &estimate);
    let in_doubt: PointSet = spots.iter().flat_map(|spot| spot.points.iter()).collect();
    let most = READABLE * f32::from(board.size().n_points());
    let is_open = |spot: &Spot| spot.n_open(&board) as f32 > most;
    let (open, readable): (Vec<Spot>, Vec<Spot>) = spots.into_iter().partition(is_open);
    read(&board, &readable, effort, &mut estimate, network.as_mut(), &mut rng, stop)?;
    estimate.set(&sure, board.size());

    let groups = Groups::of(&board, &estimate);
    let mut dead = PointSet::EMPTY;
    for (color, point) in board.stones() {
        let is_open = open.iter().any(|spot| spot.points.contains(point));
        let limit = if is_open { DEAD_IN_THE_OPEN } else { DEAD };
        let is_dead = match sure[point] {
            Some(owner) => owner != color,
            None => {
                groups.max_ownership(point) < limit
                    && !(in_doubt.contains(point) && is_unapproachable(&board, color, point))
            }
        };
        if is_dead {
            dead.insert(point);
        }
    }
    let enclosed = enclosed::dead_stones(&board, &dead, &groups);
    dead.extend(enclosed.iter().filter(|&point| sure[point].is_none()));
    if network.is_some() {
        // Playouts alone are not sure enough of what surrounds such stones.
        let stranded = stranded::dead_stones(&board, &dead, &groups);
        dead.extend(stranded.iter().filter(|&point| sure[point].is_none()));
    }
    let open = border::open_points(&board, &dead, &estimate);
    Some(DeadStones { dead, open, ownership: Some(Box::new(estimate.ownership)) })
}

/// Reads all spots and corrects what was thought of their points; `None` if it
/// was told to stop.
fn read(
    board: &Board,
    spots: &[Spot],
    effort: Effort,
    estimate: &mut Estimate,
    mut network: Option<&mut NetworkReader>,
    rng: &mut Rng,
    stop: &Stop,
) -> Option<()> {
    if spots.is_empty() || effort.reading == 0 {
        return Some(());
    }
    let (n_all, least) = match network {
        Some(_) => (effort.reading / NETWORK_COST, MIN_NETWORK_READING),
        None => (effort.reading, MIN_READING),
    };
    let n_each = (n_all / spots.len() as u32).max(least);
    let filled = filled_territory::fill(board, estimate, spots);
    for spot in spots {
        for first in Color::ALL {
            if stop.is_stopped() {
                return None;
            }
            let (read, share) = match &mut network {
                Some(network) => (network.read(board, &filled, spot, first, n_each, rng), 0.7),
                None => (reading::read(&filled, spot, first, n_each, rng), 0.5),
            };
            for point in spot.points {
                let ownership = &mut estimate.ownership[first][point];
                *ownership += share * (read[point] - *ownership);
            }
        }
    }
    Some(())
}

/// Whether the opponent can play at no liberty of a chain without losing more
/// than can be sacrificed, not even after another move: then it stays, as in
/// seki.
fn is_unapproachable(board: &Board, color: Color, stone: Point) -> bool {
    let liberties = board.liberties(stone);
    let is_bad = |board: &Board, liberty: Point| {
        let mut after = *board;
        let Ok(captured) = after.play(!color, liberty, Suicide::Forbidden) else {
            return true;
        };
        captured.opponent == 0
            && after.n_liberties(liberty) == 1
            && after.n_stones(liberty) > LARGEST_NAKADE
    };
    let helps = |preparation: Point, liberty: Point| {
        let after = board.after(!color, preparation, Suicide::Forbidden);
        after.is_ok_and(|after| after.n_liberties(preparation) > 1 && !is_bad(&after, liberty))
    };
    liberties.len() >= 2
        && liberties.iter().all(|liberty| {
            is_bad(board, liberty)
                && !preparations(board, color, liberty)
                    .iter()
                    .any(|point| !liberties.contains(point) && helps(point, liberty))
        })
}

/// The moves that may give more liberties to the opponent's stones beside a
/// point.
fn preparations(board: &Board, color: Color, point: Point) -> PointSet {
    let mut found = PointSet::EMPTY;
    for beside in board.neighbors(point).filter(|&it| board.stone(it) == Some(!color)) {
        found |= board.liberties(beside);
    }
    found
}
