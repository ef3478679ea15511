//! Territory as players count it: who surrounds a point with stones that
//! live, and which points are worth nothing because they are in seki or must
//! be filled in the end.
//!
//! Dead stones are given. From there on, everything is read off the board:
//!
//! 1. What each player reaches over points without living stones. A point
//!    reached by both is neutral.
//! 2. Which chains are joined, over neutral points or by common eyes.
//! 3. How many eyes each eye space is worth, from none to two.
//! 4. A group with fewer than two eyes is in seki: its eyes are no territory.
//! 5. A point that must be filled to join two parts, of which one has no eye,
//!    is no territory either.

mod chain;
mod eye;
mod reach;

use crate::flood::flood;
use crate::{Board, ByColor, ByPoint, Color, Point, PointSet, Size};
use chain::Chains;
use eye::EyeSpace;
use reach::Reach;

/// Territory, and the groups that have none.
#[derive(Copy, Clone, Debug)]
pub struct Territory {
    /// Whose territory each point is; living stones are no territory.
    pub owner: ByPoint<Option<Color>>,
    /// The living stones of groups with fewer than two eyes.
    pub seki: PointSet,
    /// The points that both players reach, and those that neither does.
    pub neutral: PointSet,
    /// The dead stones of each color that are taken off as prisoners: those
    /// inside groups that live.
    pub prisoners: ByColor<u16>,
    /// Whether every border is closed: no player reaches into what looks like
    /// the other's territory.
    pub is_sealed: bool,
}

/// Finds the territory of both players.
///
/// A chain is dead as a whole: a point of it is enough.
///
/// # Examples
///
/// ```
/// use tengen_rules::{Board, Color, PointSet, territory};
///
/// let board: Board = "
///     . . X . O .
///     . X X O O .
///     X . X O O O
///     . X X O . .
/// ".parse()?;
/// let territory = territory::find(&board, &PointSet::EMPTY);
/// assert_eq!(territory.owner["A4".parse()?], Some(Color::Black));
/// assert_eq!(territory.owner["F1".parse()?], Some(Color::White));
/// assert!(territory.neutral.contains("D4".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find(board: &Board, dead: &PointSet) -> Territory {
    let stones = Stones::new(board, dead);
    let reach = Reach::of(&stones);
    let neutral = reach.neutral(&stones);
    let mut territory = Territory {
        owner: ByPoint::new(None),
        seki: PointSet::EMPTY,
        neutral,
        prisoners: ByColor::default(),
        is_sealed: reach.is_sealed(&stones, &neutral),
    };
    for color in Color::ALL {
        Groups::of(&stones, &reach, &neutral, color).count(&reach, &mut territory);
    }
    territory
}

/// Whether every border is closed: no player reaches into what looks like the
/// other's territory.
///
/// This is [`Territory::is_sealed`] without the rest, at a small part of its
/// cost.
pub fn is_sealed(board: &Board, dead: &PointSet) -> bool {
    let stones = Stones::new(board, dead);
    let reach = Reach::of(&stones);
    reach.is_sealed(&stones, &reach.neutral(&stones))
}

/// The stones of a board, divided into the living and the dead.
struct Stones<'a> {
    board: &'a Board,
    dead: PointSet,
}

impl<'a> Stones<'a> {
    fn new(board: &'a Board, dead: &PointSet) -> Stones<'a> {
        Stones { board, dead: dead.iter().flat_map(|point| board.chain(point)).collect() }
    }

    fn size(&self) -> Size {
        self.board.size()
    }

    /// The color of a living stone.
    fn living(&self, point: Point) -> Option<Color> {
        self.board.stone(point).filter(|_| !self.dead.contains(point))
    }

    /// The points without a living stone.
    fn not_living(&self) -> PointSet {
        self.size().points().filter(|&point| self.living(point).is_none()).collect()
    }
}

/// The chains and eyes of one color.
struct Groups<'a> {
    stones: &'a Stones<'a>,
    neutral: &'a PointSet,
    color: Color,
    /// The chains, joined where they meet over neutral points.
    chains: Chains,
    eyes: [Eye; MAX_EYES],
    n_eyes: usize,
}

/// Every second point of a board at the most.
const MAX_EYES: usize = 313;

/// Points of one player without living stones, connected.
#[derive(Copy, Clone)]
struct Eye {
    points: PointSet,
    /// Where a part of the group touches the eye at one point only, which it
    /// needs to be connected.
    false_points: PointSet,
    /// How many eyes it is worth.
    value: u8,
}

impl<'a> Groups<'a> {
    #[expect(clippy::large_stack_arrays, reason = "scoring allocates nothing")]
    fn of(
        stones: &'a Stones<'a>,
        reach: &Reach,
        neutral: &'a PointSet,
        color: Color,
    ) -> Groups<'a> {
        let none = Eye { points: PointSet::EMPTY, false_points: PointSet::EMPTY, value: 0 };
        let mut groups = Groups {
            stones,
            neutral,
            color,
            chains: Chains::joined_over(stones, neutral, color),
            eyes: [none; MAX_EYES],
            n_eyes: 0,
        };
        let mut rest = reach.only[color] & stones.not_living();
        while let Some(start) = rest.first() {
            let points = flood(stones.size(), start, |point| rest.contains(point));
            rest -= points;
            groups.eyes[groups.n_eyes].points = points;
            groups.n_eyes += 1;
        }
        for idx in 0..groups.n_eyes {
            groups.eyes[idx].false_points = groups.false_points(idx);
            groups.eyes[idx].value = groups.eye_space(&groups.eyes[idx]).value();
        }
        groups
    }

    fn eye_space<'b>(&'b self, eye: &'b Eye) -> EyeSpace<'b> {
        EyeSpace {
            stones: self.stones,
            color: self.color,
            points: &eye.points,
            false_points: &eye.false_points,
            neutral: self.neutral,
        }
    }

    /// The chains, joined further by all eyes except for one.
    fn joined_without(&self, except: Option<usize>) -> Chains {
        let mut chains = self.chains;
        for (idx, eye) in self.eyes[..self.n_eyes].iter().enumerate() {
            if Some(idx) == except {
                continue;
            }
            let mut beside = self.stones_beside(&eye.points);
            if let Some(first) = beside.next() {
                for stone in beside {
                    chains.join(first, stone);
                }
            }
        }
        chains
    }

    /// The living stones of the color beside a set of points.
    fn stones_beside(&self, points: &PointSet) -> impl Iterator<Item = Point> {
        let size = self.stones.size();
        points
            .iter()
            .flat_map(move |point| point.neighbors(size))
            .filter(|&it| self.stones.living(it) == Some(self.color))
    }

    /// The points of an eye where a part touches it that is not connected in
    /// another way and has no second contact.
    fn false_points(&self, eye_idx: usize) -> PointSet {
        let contacts = Contacts::of(self, eye_idx);
        let mut points = PointSet::EMPTY;
        if contacts.n_parts > 1 {
            points.extend(contacts.parts().iter().filter_map(|part| part.only_point));
        }
        points
    }

    /// Counts territory and seki of this color.
    fn count(&self, reach: &Reach, territory: &mut Territory) {
        let chains = self.joined_without(None);
        let mut values = ByPoint::new(0_u8);
        for eye in &self.eyes[..self.n_eyes] {
            if let Some(stone) = self.stones_beside(&eye.points).next() {
                let root = chains.root(stone);
                values[root] = values[root].saturating_add(eye.value);
            }
        }
        let is_alive = |stone: Point| values[chains.root(stone)] >= 2;
        let stones = self.stones.size().points();
        territory.seki.extend(
            stones.filter(|&it| self.stones.living(it) == Some(self.color) && !is_alive(it)),
        );
        for idx in 0..self.n_eyes {
            let points = self.eyes[idx].points;
            if !self.stones_beside(&points).next().is_some_and(is_alive) {
                continue;
            }
            let filled = self.filled_points(idx);
            for point in points - reach.strict[!self.color] {
                if self.stones.board.stone(point) == Some(!self.color) {
                    territory.prisoners[!self.color] += 1;
                }
                if !filled.contains(point) {
                    territory.owner[point] = Some(self.color);
                }
            }
        }
    }

    /// The points of an eye that must be filled to save a part of the group
    /// without an eye of its own.
    fn filled_points(&self, eye_idx: usize) -> PointSet {
        let contacts = Contacts::of(self, eye_idx);
        let eye = &self.eyes[eye_idx];
        let total: u32 = contacts.parts().iter().map(|part| part.value).sum();
        let mut filled = PointSet::EMPTY;
        for part in contacts.parts() {
            let others = total - part.value + u32::from(eye.value);
            if let Some(point) = part.only_point
                && eye.false_points.contains(point)
                && (part.value == 0 || others == 0)
            {
                filled.insert(point);
                // An opponent there is captured first, which takes a stone.
                filled |= self.behind(eye, point);
            }
        }
        filled
    }

    /// The points behind a false point where the opponent has thrown in.
    fn behind(&self, eye: &Eye, point: Point) -> PointSet {
        if self.stones.board.is_empty_at(point) {
            return PointSet::EMPTY;
        }
        self.eye_space(eye).behind(point)
    }
}

/// Which parts of a group meet in an eye, if it is not counted as a
/// connection itself.
struct Contacts {
    parts: [Part; MAX_EYES],
    n_parts: usize,
}

#[derive(Copy, Clone)]
struct Part {
    root: Point,
    /// The only point of the eye that it touches.
    only_point: Option<Point>,
    /// What its other eyes are worth.
    value: u32,
}

impl Contacts {
    fn of(groups: &Groups<'_>, eye_idx: usize) -> Contacts {
        let chains = groups.joined_without(Some(eye_idx));
        let points = groups.eyes[eye_idx].points;
        let size = groups.stones.size();
        let start = Part { root: points.first().unwrap_or(FIRST), only_point: None, value: 0 };
        let mut contacts = Contacts { parts: [start; MAX_EYES], n_parts: 0 };
        for point in points {
            let beside = point.neighbors(size);
            for stone in beside.filter(|&it| groups.stones.living(it) == Some(groups.color)) {
                let root = chains.root(stone);
                let parts = &mut contacts.parts[..contacts.n_parts];
                if let Some(part) = parts.iter_mut().find(|it| it.root == root) {
                    part.only_point = part.only_point.filter(|&it| it == point);
                } else {
                    contacts.parts[contacts.n_parts] =
                        Part { root, only_point: Some(point), value: 0 };
                    contacts.n_parts += 1;
                }
            }
        }
        for (idx, eye) in groups.eyes[..groups.n_eyes].iter().enumerate() {
            if idx == eye_idx {
                continue;
            }
            let Some(stone) = groups.stones_beside(&eye.points).next() else { continue };
            let root = chains.root(stone);
            let parts = &mut contacts.parts[..contacts.n_parts];
            if let Some(part) = parts.iter_mut().find(|it| it.root == root) {
                part.value += u32::from(eye.value);
            }
        }
        contacts
    }

    fn parts(&self) -> &[Part] {
        &self.parts[..self.n_parts]
    }
}

/// The point `A1`.
const FIRST: Point = match Point::new(0, 0, Size::NINE) {
    Some(point) => point,
    None => unreachable!(),
};
