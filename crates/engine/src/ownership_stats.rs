//! Ownership and criticality of each point over all playouts.

use tengen_rules::{ByPoint, Color, Point, Size};

/// The classes of a point by its owner.
const BY_OWNER: usize = 10;

/// The classes of a point by its criticality.
const BY_CRITICALITY: usize = 8;

/// Virtual playouts without owner or winner, which shrink early statistics.
const SHRINKAGE: f32 = 16.0;

/// The divisor of all counts when a move is made.
const FADING: i32 = 4;

/// Who owned each point at the end of playouts, and who won with it.
#[derive(Clone, Debug)]
pub struct OwnershipStats {
    n_playouts: i32,
    /// Playouts won by Black minus those won by White.
    wins: i32,
    /// For each point, playouts in which Black owned it minus those in which
    /// White did.
    owners: ByPoint<i32>,
    /// For each point, playouts in which the winner owned it minus those in
    /// which the loser did.
    winners: ByPoint<i32>,
}

/// What the statistics say about one point.
#[derive(Copy, Clone, Debug)]
pub struct PointStats {
    /// From -1 for the opponent's to 1 for the player's.
    pub ownership: f32,
    /// The covariance of owning the point and winning.
    pub criticality: f32,
}

impl OwnershipStats {
    /// The number of classes.
    pub const N_CLASSES: usize = 2 * BY_OWNER * BY_CRITICALITY;

    /// Statistics without playouts, which put all points into the same class.
    pub fn new() -> OwnershipStats {
        let zero = ByPoint::new(0);
        OwnershipStats { n_playouts: 0, wins: 0, owners: zero, winners: zero }
    }

    /// The number of playouts.
    pub fn n_playouts(&self) -> i32 {
        self.n_playouts
    }

    /// Playouts in which Black owned the point minus those in which White did.
    pub fn owner(&self, point: Point) -> i32 {
        self.owners[point]
    }

    /// Divides all counts, since they come from an earlier position.
    pub fn fade(&mut self, size: Size) {
        self.n_playouts /= FADING;
        self.wins /= FADING;
        for point in size.points() {
            self.owners[point] /= FADING;
            self.winners[point] /= FADING;
        }
    }

    /// Adds the end of a playout: the owner of each point and the winner, both
    /// 1 for Black, -1 for White and 0 for neither.
    #[inline]
    pub fn add(&mut self, owners: &ByPoint<i8>, winner: i32, size: Size) {
        self.n_playouts += 1;
        self.wins += winner;
        for point in size.points() {
            let owner = i32::from(owners[point]);
            self.owners[point] += owner;
            self.winners[point] += owner * winner;
        }
    }

    /// Ownership and criticality of a point for a player.
    #[inline]
    pub fn point(&self, color: Color, point: Point) -> PointStats {
        let share = 1.0 / (self.n_playouts as f32 + SHRINKAGE);
        let mean = |sum: i32| sum as f32 * share;
        let owner = mean(self.owners[point]);
        let criticality = mean(self.winners[point]) - owner * mean(self.wins);
        PointStats { ownership: f32::from(color.sign()) * owner, criticality }
    }

    /// The chance of a player to win, from 0 to 1.
    pub fn chance(&self, color: Color) -> f32 {
        let lead = self.wins as f32 / (self.n_playouts as f32 + SHRINKAGE);
        (f32::from(color.sign()) * lead).midpoint(1.0)
    }

    /// The class of a point for a player, by ownership and criticality; points
    /// near the last move have classes of their own.
    pub fn class(&self, color: Color, point: Point, is_near: bool) -> usize {
        let PointStats { ownership, criticality } = self.point(color, point);
        let by_owner = (ownership.midpoint(1.0) * BY_OWNER as f32) as usize;
        let by_criticality = (criticality * 10.0 + 0.5) as usize;
        (usize::from(is_near) * BY_OWNER + by_owner.min(BY_OWNER - 1)) * BY_CRITICALITY
            + by_criticality.min(BY_CRITICALITY - 1)
    }
}

impl Default for OwnershipStats {
    fn default() -> OwnershipStats {
        OwnershipStats::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::NINE;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// Playouts in which A1 is Black's, B1 the winner's, and nothing else
    /// anybody's.
    fn stats(n_black: u32, n_white: u32) -> OwnershipStats {
        let mut stats = OwnershipStats::new();
        for (winner, n) in [(1, n_black), (-1, n_white)] {
            let mut owners = ByPoint::new(0);
            owners[point("A1")] = 1;
            owners[point("B1")] = winner as i8;
            (0..n).for_each(|_| stats.add(&owners, winner, SIZE));
        }
        stats
    }

    #[test]
    fn knows_nothing_at_first() {
        let stats = OwnershipStats::new();
        for color in Color::ALL {
            let classes = SIZE.points().map(|it| stats.class(color, it, false));
            assert!(
                classes.into_iter().all(|it| it == stats.class(Color::Black, point("E5"), false))
            );
        }
    }

    #[test]
    fn sure_points_weigh_nothing() {
        let stats = stats(600, 400);
        let class = |color, name| stats.class(color, point(name), false);
        assert_eq!(class(Color::Black, "A1"), (BY_OWNER - 1) * BY_CRITICALITY);
        assert_eq!(class(Color::White, "A1"), 0);
        assert_eq!(class(Color::Black, "B1") % BY_CRITICALITY, BY_CRITICALITY - 1);
        assert_eq!(class(Color::White, "B1") % BY_CRITICALITY, BY_CRITICALITY - 1);
        assert_eq!(class(Color::Black, "E5") % BY_CRITICALITY, 0);
    }

    #[test]
    fn all_classes_are_in_range() {
        for (n_black, n_white) in [(0, 0), (1_000, 0), (0, 1_000), (500, 500)] {
            let stats = stats(n_black, n_white);
            for color in Color::ALL {
                let classes = SIZE.points().map(|it| stats.class(color, it, true));
                assert!(classes.into_iter().all(|it| it < OwnershipStats::N_CLASSES));
            }
        }
    }

    #[test]
    fn fades() {
        let mut faded = stats(600, 400);
        faded.fade(SIZE);
        assert_eq!((faded.n_playouts(), faded.owner(point("A1"))), (250, 250));
        assert_eq!(faded.owner(point("B1")), 50);
    }
}
