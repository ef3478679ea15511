//! Life that no sequence of moves can take, and what can be built on it.
//!
//! The method is Benson's: a chain lives for certain if it has two regions
//! of its own whose empty points are all its liberties, and if the same holds
//! for every other chain around these regions. Its owner may pass forever.

use crate::flood::{MAX_POINTS, flood};
use crate::{Board, ByColor, ByPoint, Color, Point, PointSet, Suicide};

/// How much of a board is counted as owned.
///
/// Each step includes those before it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Extent {
    /// Chains that live unconditionally, and regions between them in which
    /// the opponent could not live.
    Unconditional,
    /// Empty regions of any size whose walls live unconditionally.
    Walled,
    /// Empty regions whose walls are of one color.
    Surrounded,
    /// All other stones, dead or alive.
    Stones,
}

/// The owner of each point, as far as the extent goes.
///
/// # Examples
///
/// ```
/// use tengen_rules::{Board, Color, Suicide, life};
///
/// let board: Board = "
///     . X . X O
///     X X X X O
///     O O O O O
///     . . . . .
/// ".parse()?;
/// let owner = life::area(&board, Suicide::Forbidden, life::Extent::Unconditional);
/// assert_eq!(owner["A4".parse()?], Some(Color::Black));
/// assert_eq!(owner["A2".parse()?], None, "White has only one region");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn area(board: &Board, suicide: Suicide, extent: Extent) -> ByPoint<Option<Color>> {
    let mut owner = ByPoint::new(None);
    for color in Color::ALL {
        let regions = Regions::around(board, color, suicide);
        let alive = unconditionally_alive(board, color, &regions);
        for point in alive {
            owner[point] = Some(color);
        }
        let is_walled = regions.walled_by(board, &alive);
        for point in board.size().points() {
            let Some(id) = regions.id[point] else { continue };
            let region = &regions.list[usize::from(id)];
            let is_walled = is_walled[usize::from(id)];
            if is_walled
                && (region.n_inner < 2 || (extent >= Extent::Walled && !region.has_opponent))
            {
                owner[point] = Some(color);
            } else if extent >= Extent::Surrounded && region.has_wall && !region.has_opponent {
                owner[point] = owner[point].or(Some(color));
            }
        }
    }
    if extent >= Extent::Stones {
        for (color, point) in board.stones() {
            owner[point] = owner[point].or(Some(color));
        }
    }
    owner
}

/// The stones that cannot live because they are in a region where the
/// opponent lives unconditionally.
pub fn dead_stones(board: &Board, suicide: Suicide) -> PointSet {
    let owner = area(board, suicide, Extent::Unconditional);
    board
        .stones()
        .filter(|&(color, point)| owner[point] == Some(!color))
        .map(|(_, point)| point)
        .collect()
}

/// Areas of one color that live by themselves.
#[derive(Copy, Clone, Debug)]
pub struct Independent {
    /// The owner of each point of such an area.
    pub owner: ByPoint<Option<Color>>,
    /// How many such areas each color has.
    pub n_areas: ByColor<u16>,
}

/// Finds the areas that live by themselves: connected, without a neutral
/// point beside them and without a chain in atari.
///
/// An area with a neutral point beside it is in seki, or not settled.
pub fn independent(board: &Board, suicide: Suicide) -> Independent {
    let all = area(board, suicide, Extent::Stones);
    let size = board.size();
    let mut result = Independent { owner: ByPoint::new(None), n_areas: ByColor::default() };
    let mut seen = PointSet::EMPTY;
    for start in size.points() {
        let Some(color) = all[start] else { continue };
        if seen.contains(start) {
            continue;
        }
        let points = flood(size, start, |point| all[point] == Some(color));
        seen.extend(points.iter());
        let is_in_atari =
            |point: Point| board.stone(point) == Some(color) && board.n_liberties(point) == 1;
        let is_beside_neutral = |point: Point| {
            point.neighbors(size).any(|it| board.is_empty_at(it) && all[it].is_none())
        };
        if !points.iter().any(|point| is_in_atari(point) || is_beside_neutral(point)) {
            result.n_areas[color] += 1;
            for point in points {
                result.owner[point] = Some(color);
            }
        }
    }
    result
}

/// A connected set of points without a stone of one color.
#[derive(Copy, Clone, Debug)]
struct Region {
    /// Points that touch no stone of the color, up to two.
    n_inner: u8,
    has_opponent: bool,
    /// Whether a stone of the color is beside it at all.
    has_wall: bool,
    /// The chains of the color that have all empty points of the region for
    /// liberties. Each touches the first of these points, so there are at
    /// most four.
    vital_to: [Option<Point>; 4],
}

struct Regions {
    id: ByPoint<Option<u16>>,
    list: [Region; MAX_POINTS],
    len: usize,
}

impl Regions {
    fn around(board: &Board, color: Color, suicide: Suicide) -> Regions {
        let none = Region { n_inner: 0, has_opponent: false, has_wall: false, vital_to: [None; 4] };
        let mut regions = Regions { id: ByPoint::new(None), list: [none; MAX_POINTS], len: 0 };
        let size = board.size();
        for start in size.points() {
            if board.stone(start) == Some(color) || regions.id[start].is_some() {
                continue;
            }
            let points = flood(size, start, |point| board.stone(point) != Some(color));
            let mut region = none;
            let mut is_first = true;
            for point in points {
                regions.id[point] = Some(regions.len as u16);
                let chains = chains_beside(board, color, point);
                let is_inner = chains == [None; 4];
                region.has_wall |= !is_inner;
                region.n_inner = (region.n_inner + u8::from(is_inner)).min(2);
                region.has_opponent |= !board.is_empty_at(point);
                // Where suicide is legal, the opponent can empty the points
                // of its own stones too.
                if board.is_empty_at(point) || suicide == Suicide::Allowed {
                    if is_first {
                        region.vital_to = chains;
                        is_first = false;
                    }
                    for vital in &mut region.vital_to {
                        *vital = vital.filter(|it| chains.contains(&Some(*it)));
                    }
                }
            }
            regions.list[regions.len] = region;
            regions.len += 1;
        }
        regions
    }

    /// Whether all chains around each region are among these stones.
    fn walled_by(&self, board: &Board, stones: &PointSet) -> [bool; MAX_POINTS] {
        let mut is_walled = [false; MAX_POINTS];
        for (is_walled, region) in is_walled.iter_mut().zip(&self.list) {
            *is_walled = region.has_wall;
        }
        let size = board.size();
        for point in size.points() {
            if self.id[point].is_some() || stones.contains(point) {
                continue;
            }
            for neighbor in point.neighbors(size) {
                if let Some(id) = self.id[neighbor] {
                    is_walled[usize::from(id)] = false;
                }
            }
        }
        is_walled
    }
}

/// The chains of a color beside a point, each once.
fn chains_beside(board: &Board, color: Color, point: Point) -> [Option<Point>; 4] {
    let mut chains = [None; 4];
    for (chain, stone) in chains.iter_mut().zip(board.chains_beside(point, color)) {
        *chain = board.chain_id(stone);
    }
    chains
}

/// The stones of a color that live whatever happens.
fn unconditionally_alive(board: &Board, color: Color, regions: &Regions) -> PointSet {
    let mut alive: PointSet =
        board.stones().filter(|&(it, _)| it == color).map(|(_, point)| point).collect();
    loop {
        let is_walled = regions.walled_by(board, &alive);
        let mut n_vital = ByPoint::new(0_u16);
        for (region, _) in
            regions.list[..regions.len].iter().zip(is_walled).filter(|&(_, is_walled)| is_walled)
        {
            for chain in region.vital_to.into_iter().flatten() {
                n_vital[chain] += 1;
            }
        }
        let survives = |point: &Point| board.chain_id(*point).is_some_and(|id| n_vital[id] >= 2);
        let survivors: PointSet = alive.iter().filter(survives).collect();
        if survivors == alive {
            return alive;
        }
        alive = survivors;
    }
}
