//! Chains that players take for one when they say that it is dead.

use tengen_rules::{Game, Point, PointSet};

/// Chains of one color that hang together over empty points.
#[derive(Debug, Default)]
pub(crate) struct Group {
    pub(crate) stones: PointSet,
    /// Stones of the opponent around it.
    pub(crate) beside: PointSet,
}

/// The chain at a point, with those that are reached from it over empty
/// points and may belong to it.
///
/// If a chain is reached that may not, the border is open, and the chain is
/// by itself.
pub(crate) fn group(game: &Game, point: Point, belongs: impl Fn(Point) -> bool) -> Group {
    let board = game.board();
    let Some(color) = board.stone(point) else { return Group::default() };
    let mut stones: PointSet = board.chain(point).collect();
    let mut seen = stones;
    let mut beside = PointSet::EMPTY;
    let mut open: Vec<Point> = stones.iter().collect();
    while let Some(at) = open.pop() {
        for next in board.neighbors(at) {
            match board.stone(next) {
                Some(other) if other != color => {
                    beside.insert(next);
                }
                Some(_) if seen.contains(next) => (),
                Some(_) if !belongs(next) => return chain_alone(game, point),
                Some(_) => {
                    let chain: PointSet = board.chain(next).collect();
                    stones.extend(chain.iter());
                    seen.extend(chain.iter());
                    open.extend(chain.iter());
                }
                None if seen.insert(next) => open.push(next),
                None => (),
            }
        }
    }
    Group { stones, beside }
}

fn chain_alone(game: &Game, point: Point) -> Group {
    let board = game.board();
    let stones: PointSet = board.chain(point).collect();
    let enemies = stones.iter().flat_map(|it| board.neighbors(it));
    let beside =
        enemies.filter(|&it| board.stone(it).is_some_and(|it| Some(it) != board.stone(point)));
    Group { beside: beside.collect(), stones }
}
