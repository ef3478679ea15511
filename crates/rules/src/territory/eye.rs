//! How many eyes an eye space is worth.
//!
//! The space is played out on its own, as a game between the defender, who
//! owns it, and the attacker, whose dead stones may stand in it. The defender
//! moves first, since the attacker has had the last chance in the real game.
//! Two separate parts are two eyes. Stones that fill all but one point are
//! taken, and the attacker moves first in the space they leave.

use super::Stones;
use crate::{Color, Point, PointSet, Size};

/// The free points from which on a space has two eyes, whatever is in it.
const ENOUGH: u32 = 7;

/// The most ends that are tried in all combinations.
const MAX_ENDS: usize = 4;

/// The attacker never gets more moves in a row than that.
const MAX_TEMPI: u32 = 2;

/// An eye space, and what decides how many eyes it is worth.
pub(super) struct EyeSpace<'a> {
    pub(super) stones: &'a Stones<'a>,
    /// The defender.
    pub(super) color: Color,
    pub(super) points: &'a PointSet,
    pub(super) false_points: &'a PointSet,
    pub(super) neutral: &'a PointSet,
}

/// Where the attacker can force the defender to fill the next point.
struct Ends {
    /// Empty false points, and gaps to the outside.
    open: PointSet,
    /// How many of the open ends are false points.
    n_open_false: usize,
    /// The number of false points where the attacker has thrown a stone in.
    n_thrown_in: usize,
    /// The points behind those, which the defender fills to capture.
    used: PointSet,
}

impl EyeSpace<'_> {
    /// The worth: no, one or two eyes.
    pub(super) fn value(&self) -> u8 {
        let size = self.stones.size();
        let ends = self.ends();
        let cells = self.points - self.false_points;
        if largest_part(size, cells - ends.used) < ends.n_cells_needed() {
            return 0;
        }
        // A rectangle of six in the corner lacks liberties; a single false
        // point is one more of them.
        let is_short =
            is_corner_six(size, &cells) && ends.used.is_empty() && ends.n_open_false != 1;
        let n_tempi = (ends.n_thrown_in as u32 + u32::from(is_short)).min(MAX_TEMPI);
        if self.has_two_eyes(cells, &ends, n_tempi) { 2 } else { 1 }
    }

    fn ends(&self) -> Ends {
        let is_empty = |point: &Point| self.stones.board.is_empty_at(*point);
        let open_false: PointSet = self.false_points.iter().filter(is_empty).collect();
        let thrown_in = self.false_points - open_false;
        let size = self.stones.size();
        let beside = self.points.iter().flat_map(|point| point.neighbors(size));
        let gaps: PointSet = beside.filter(|&it| self.neutral.contains(it)).collect();
        Ends {
            open: open_false | gaps,
            n_open_false: open_false.len(),
            n_thrown_in: thrown_in.len(),
            used: thrown_in.iter().flat_map(|point| self.behind(point)).collect(),
        }
    }

    /// The points of the space beside a false one.
    pub(super) fn behind(&self, false_point: Point) -> PointSet {
        let beside = false_point.neighbors(self.stones.size()).collect::<PointSet>();
        (beside & self.points) - self.false_points
    }

    /// Whether there are two eyes whichever of the open ends the attacker
    /// uses.
    fn has_two_eyes(&self, cells: PointSet, ends: &Ends, n_tempi: u32) -> bool {
        let size = self.stones.size();
        let n_ends = ends.open.len().min(MAX_ENDS);
        (0..1_u32 << n_ends).all(|combination| {
            let is_used = |&(bit, _): &(usize, Point)| combination >> bit & 1 != 0;
            let used_ends = ends.open.iter().take(MAX_ENDS).enumerate().filter(is_used);
            let filled: PointSet = used_ends
                .flat_map(|(_, end)| end.neighbors(size))
                .filter(|&it| self.stones.board.is_empty_at(it) && !ends.used.contains(it))
                .collect();
            let left = cells - filled;
            Space::new(self.stones, self.color, &left, &ends.used)
                .is_none_or(|space| space.has_two_eyes(n_tempi))
        })
    }
}

impl Ends {
    /// The points that one part of the space must have to be an eye at all.
    fn n_cells_needed(&self) -> usize {
        let n_least = if self.n_thrown_in > 0 { 2 } else { 1 };
        (self.open.len() + self.n_thrown_in).max(n_least)
    }
}

/// The number of points of the largest connected part.
fn largest_part(size: Size, points: PointSet) -> usize {
    let mut rest = points;
    let mut largest = 0;
    while let Some(start) = rest.first() {
        let part = crate::flood::flood(size, start, |point| points.contains(point));
        largest = largest.max(part.len());
        rest -= part;
    }
    largest
}

/// Whether the points are a rectangle of two by three in a corner.
fn is_corner_six(size: Size, points: &PointSet) -> bool {
    let columns = (
        points.iter().map(Point::column).min().unwrap_or(0),
        points.iter().map(Point::column).max().unwrap_or(0),
    );
    let rows = (
        points.iter().map(Point::row).min().unwrap_or(0),
        points.iter().map(Point::row).max().unwrap_or(0),
    );
    let edges = (columns.1 - columns.0 + 1, rows.1 - rows.0 + 1);
    points.len() == 6
        && (edges == (2, 3) || edges == (3, 2))
        && (columns.0 == 0 || columns.1 == size.width() - 1)
        && (rows.0 == 0 || rows.1 == size.height() - 1)
}

/// An eye space as a set of up to 64 cells, numbered by the bits of a word.
struct Space {
    n_cells: u32,
    neighbors: [u64; 64],
    attacker: u64,
    /// Cells that connect, but are no eye, since they will be filled.
    used: u64,
    /// Cells that touch no stone of the defender.
    inner: u64,
}

impl Space {
    /// The space to play in, or `None` if it is too large not to have two
    /// eyes.
    fn new(stones: &Stones<'_>, color: Color, points: &PointSet, used: &PointSet) -> Option<Space> {
        let size = stones.size();
        let n_free = points.iter().filter(|&it| stones.board.is_empty_at(it)).count() as u32;
        if points.len() > 64 || n_free > ENOUGH + MAX_ENDS as u32 {
            return None;
        }
        let mut space = Space {
            n_cells: points.len() as u32,
            neighbors: [0; 64],
            attacker: 0,
            used: 0,
            inner: 0,
        };
        for (cell, point) in points.iter().enumerate() {
            let bit = 1 << cell;
            for (other, neighbor) in points.iter().enumerate() {
                if point.neighbors(size).any(|it| it == neighbor) {
                    space.neighbors[cell] |= 1 << other;
                }
            }
            if used.contains(point) {
                space.used |= bit;
            } else if !stones.board.is_empty_at(point) {
                space.attacker |= bit;
            }
            if !point.neighbors(size).any(|it| stones.living(it) == Some(color)) {
                space.inner |= bit;
            }
        }
        Some(space)
    }

    fn has_two_eyes(&self, n_tempi: u32) -> bool {
        let all = if self.n_cells == 64 { u64::MAX } else { (1 << self.n_cells) - 1 };
        // Leaving everything as it is serves a defender only against a single
        // stone: more of them would make a seki.
        let may_wait = self.attacker.count_ones() <= 1;
        let n_free = (all & !self.attacker & !self.used).count_ones();
        n_free >= ENOUGH + n_tempi
            || self.survives(Fight { space: all, attacker: self.attacker, may_wait }, n_tempi)
    }

    /// Whether the defender gets two eyes after `n_tempi` moves of the attacker
    /// in a row.
    fn survives(&self, fight: Fight, n_tempi: u32) -> bool {
        let free = fight.space & !fight.attacker & !self.used;
        if n_tempi == 0 || free.count_ones() <= 1 {
            return self.defends(fight, true);
        }
        self.defends(fight, true)
            && bits(free).all(|cell| self.survives(fight.with_attacker(cell), n_tempi - 1))
    }

    /// Whether the defender gets two eyes with a move, or by waiting.
    fn defends(&self, fight: Fight, has_choice: bool) -> bool {
        let space = match self.eyes(fight.space) {
            Eyes::None => return false,
            Eyes::One(space) => space,
            Eyes::Two => return true,
        };
        let fight = Fight { space, ..fight };
        let free = space & !fight.attacker & !self.used;
        if bits(free)
            .filter(|&cell| self.is_legal(fight, cell))
            .any(|cell| self.withstands(fight.with_defender(cell)))
        {
            return true;
        }
        has_choice
            && fight.may_wait
            && free.count_ones() >= 2
            && bits(free).all(|cell| self.defends(fight.with_attacker(cell), true))
    }

    /// Whether the defender gets two eyes if the attacker is to move.
    fn withstands(&self, fight: Fight) -> bool {
        let space = match self.eyes(fight.space) {
            Eyes::None => return false,
            Eyes::One(space) => space,
            Eyes::Two => return true,
        };
        let attacker = fight.attacker & space;
        let fight = Fight { space, attacker, ..fight };
        let free = space & !attacker & !self.used;
        if free.count_ones() <= 1 {
            // The attacker cannot fill the last point; the defender takes.
            let taken = if free == 0 { space } else { attacker };
            let n_taken = taken.count_ones();
            return attacker != 0
                && n_taken > 2
                && (n_taken > ENOUGH
                    || self.withstands(Fight { space: taken, attacker: 0, may_wait: true }));
        }
        bits(free).all(|cell| self.defends(fight.with_attacker(cell), true))
            && self.defends(fight, false)
    }

    /// Whether the defender's stone would have a liberty, or take some.
    fn is_legal(&self, fight: Fight, cell: u32) -> bool {
        let bit = 1 << cell;
        let beside = self.neighbors[cell as usize];
        let stones = fight.attacker | (self.used & fight.space);
        if self.inner & bit == 0 || beside == 0 || beside & !stones != 0 {
            return true;
        }
        bits(beside).any(|start| {
            let chain = self.connected(1 << start, stones);
            self.around(chain) & fight.space & !chain == bit
        })
    }

    /// The parts of the space that can be eyes.
    fn eyes(&self, space: u64) -> Eyes {
        let mut rest = space;
        let mut first = None;
        while rest != 0 {
            let part = self.connected(rest & rest.wrapping_neg(), space);
            rest &= !part;
            if part & !self.used != 0 && first.replace(part).is_some() {
                return Eyes::Two;
            }
        }
        first.map_or(Eyes::None, Eyes::One)
    }

    fn connected(&self, start: u64, within: u64) -> u64 {
        let mut part = start;
        loop {
            let larger = (part | self.around(part)) & within;
            if larger == part {
                return part;
            }
            part = larger;
        }
    }

    /// The cells beside others.
    fn around(&self, cells: u64) -> u64 {
        bits(cells).fold(0, |around, cell| around | self.neighbors[cell as usize])
    }
}

enum Eyes {
    None,
    One(u64),
    Two,
}

/// A stage of the game in a space.
#[derive(Copy, Clone)]
struct Fight {
    /// The cells without stones of the defender.
    space: u64,
    attacker: u64,
    may_wait: bool,
}

impl Fight {
    fn with_attacker(self, cell: u32) -> Fight {
        Fight { attacker: self.attacker | 1 << cell, ..self }
    }

    fn with_defender(self, cell: u32) -> Fight {
        Fight { space: self.space & !(1 << cell), ..self }
    }
}

/// The numbers of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros());
        word &= word.wrapping_sub(1);
        bit
    })
}
