//! Points of tournaments, exact to a quarter.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// Points of a tournament: wins, McMahon points, and sums of them.
///
/// # Examples
///
/// ```
/// use tengen_ratings::Points;
///
/// let points = Points::from_whole(3) + Points::HALF;
/// assert_eq!(points.to_string(), "3½");
/// ```
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Points {
    quarters: i32,
}

impl Points {
    /// Nothing.
    pub const ZERO: Points = Points { quarters: 0 };
    /// Half a point, for a draw.
    pub const HALF: Points = Points { quarters: 2 };
    /// A point, for a win.
    pub const ONE: Points = Points { quarters: 4 };

    /// A whole number of points.
    pub const fn from_whole(points: i32) -> Points {
        Points { quarters: 4 * points }
    }

    /// The number of quarters of a point.
    pub const fn quarters(self) -> i32 {
        self.quarters
    }

    /// The points as they are compared for handicap: whole ones, rounded down.
    pub const fn whole(self) -> i32 {
        self.quarters.div_euclid(4)
    }

    /// Half as many.
    pub(crate) const fn halved(self) -> Points {
        Points { quarters: self.quarters / 2 }
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points { quarters: self.quarters + other.quarters }
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points { quarters: self.quarters - other.quarters }
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(iter: I) -> Points {
        iter.fold(Points::ZERO, Add::add)
    }
}

/// Such as `3`, `3½` or `-¼`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.quarters < 0 { "-" } else { "" };
        let whole = self.quarters.unsigned_abs() / 4;
        let fraction = ["", "¼", "½", "¾"][self.quarters.unsigned_abs() as usize % 4];
        if whole == 0 && !fraction.is_empty() {
            return f.pad(&format!("{sign}{fraction}"));
        }
        f.pad(&format!("{sign}{whole}{fraction}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_as_text() {
        let text = |quarters| Points { quarters }.to_string();
        assert_eq!([0, 1, 2, 4, 7, 14].map(text), ["0", "¼", "½", "1", "1¾", "3½"]);
        assert_eq!([-4, -2, -5].map(text), ["-1", "-½", "-1¼"]);
        assert_eq!(Points { quarters: -1 }.whole(), -1);
    }
}
