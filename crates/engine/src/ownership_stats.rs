//! What playouts say about the points of a board.

use tengen_rules::{ByPoint, Color, Point, Size};

/// The classes of a point by its owner.
const BY_OWNER: usize = 10;

/// The classes of a point by its weight.
const BY_WEIGHT: usize = 8;

/// The number of playouts that an stats needs to be half believed.
const DOUBT: f32 = 16.0;

/// What remains of an stats after a move was made, as a divisor.
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

impl OwnershipStats {
    /// The number of classes.
    pub const N_CLASSES: usize = 2 * BY_OWNER * BY_WEIGHT;

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

    /// Makes what is known count for less, as it comes from another position.
    pub fn fade(&mut self, size: Size) {
        self.n_playouts /= FADING;
        self.wins /= FADING;
        for point in size.points() {
            self.owners[point] /= FADING;
            self.winners[point] /= FADING;
        }
    }

    /// Adds the end of a playout: the owner of each point and the winner, both
    /// 1 for Black, -1 for White and 0 for nobody.
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

    /// How sure a point is to be the player's, from -1 to 1, and how much
    /// weighs on it: how far owning it and winning go together (known as
    /// criticality).
    #[inline]
    pub fn look(&self, color: Color, point: Point) -> (f32, f32) {
        let share = 1.0 / (self.n_playouts as f32 + DOUBT);
        let mean = |sum: i32| sum as f32 * share;
        let owner = mean(self.owners[point]);
        let weight = mean(self.winners[point]) - owner * mean(self.wins);
        (f32::from(color.sign()) * owner, weight)
    }

    /// The chance of a player to win, from 0 to 1.
    pub fn chance(&self, color: Color) -> f32 {
        let lead = self.wins as f32 / (self.n_playouts as f32 + DOUBT);
        (f32::from(color.sign()) * lead).midpoint(1.0)
    }

    /// The class of a point for a player: how sure it is to be the player's,
    /// and how much weighs on it, that is how far owning it and winning go
    /// together (known as criticality). Points near the last move have classes
    /// of their own.
    pub fn class(&self, color: Color, point: Point, is_near: bool) -> usize {
        let (own, weight) = self.look(color, point);
        let by_owner = (own.midpoint(1.0) * BY_OWNER as f32) as usize;
        let by_weight = (weight * 10.0 + 0.5) as usize;
        (usize::from(is_near) * BY_OWNER + by_owner.min(BY_OWNER - 1)) * BY_WEIGHT
            + by_weight.min(BY_WEIGHT - 1)
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
        assert_eq!(class(Color::Black, "A1"), (BY_OWNER - 1) * BY_WEIGHT);
        assert_eq!(class(Color::White, "A1"), 0);
        assert_eq!(class(Color::Black, "B1") % BY_WEIGHT, BY_WEIGHT - 1);
        assert_eq!(class(Color::White, "B1") % BY_WEIGHT, BY_WEIGHT - 1);
        assert_eq!(class(Color::Black, "E5") % BY_WEIGHT, 0);
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
