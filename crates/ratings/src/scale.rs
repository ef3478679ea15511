//! The curve between ratings and ranks.

use std::fmt;

use crate::{Rank, Rating};

/// The rating at which 30 kyu begins.
const RATING_OF_LOWEST: f64 = 525.0;
/// A rank is this much of the rating's logarithm.
const RANKS_PER_E: f64 = 23.15;
/// So that the rating of a rank has that rank, whatever is lost in rounding.
const ROUNDING: f64 = 1e-9;

/// Ranks above the lowest, with fractions: 0 is the beginning of 30 kyu, 30
/// that of 1 dan.
///
/// It is not limited to the ranks that have a name.
///
/// # Examples
///
/// ```
/// use tengen_ratings::scale;
///
/// assert_eq!(scale::ranks_at(1500.0).round(), 24.0);
/// assert_eq!(scale::rating_at(30.0).round(), 1918.0);
/// ```
pub fn ranks_at(rating: f64) -> f64 {
    RANKS_PER_E * libm::log(rating.clamp(100.0, 6000.0) / RATING_OF_LOWEST)
}

/// The rating with this many ranks above the lowest.
pub fn rating_at(ranks: f64) -> f64 {
    RATING_OF_LOWEST * libm::exp(ranks / RANKS_PER_E)
}

/// The rating at which a rank begins.
pub fn rating_of(rank: Rank) -> f64 {
    rating_at(rank.index().into())
}

/// The rank of a rating, which is 30 kyu below and 9 dan above the scale.
pub fn rank_of(rating: f64) -> Rank {
    Rank::LOWEST.offset(libm::floor(ranks_at(rating) + ROUNDING) as i32)
}

impl Rating {
    /// The rating as a rank.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_ratings::Rating;
    ///
    /// let settled = Rating::new(1539.35, 70.0).rank();
    /// assert_eq!((settled.to_string(), format!("{settled:#}")), ("6k".into(), "6k ± 1.1".into()));
    /// assert_eq!(Rating::UNKNOWN.rank().to_string(), "6k?");
    /// ```
    pub fn rank(self) -> RatedRank {
        RatedRank {
            rank: rank_of(self.value),
            error: RANKS_PER_E * self.deviation / self.value.max(1.0),
            is_provisional: self.deviation >= RatedRank::PROVISIONAL_DEVIATION,
        }
    }
}

/// A rank that follows from a rating.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct RatedRank {
    /// The most likely rank.
    pub rank: Rank,
    /// The standard error in ranks.
    pub error: f64,
    /// Whether too little is known to rely on it.
    pub is_provisional: bool,
}

impl RatedRank {
    /// Ratings with this deviation or more are provisional.
    pub const PROVISIONAL_DEVIATION: f64 = 160.0;
}

/// Such as `5k`, `5k?` if it is provisional, and `5k ± 1.2` with `#`.
impl fmt::Display for RatedRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_provisional { "?" } else { "" };
        let error = if f.alternate() { format!(" ± {:.1}", self.error) } else { String::new() };
        f.pad(&format!("{}{mark}{error}", self.rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_of_the_scale() {
        let anchors = [
            ("25k", 652),
            ("17k", 920),
            ("10k", 1245),
            ("5k", 1546),
            ("1k", 1837),
            ("1d", 1918),
            ("2d", 2003),
            ("4d", 2184),
            ("6d", 2381),
            ("9d", 2710),
        ];
        for (name, expected) in anchors {
            let rating = rating_of(name.parse().unwrap());
            assert!((rating - f64::from(expected)).abs() < 0.6, "{name}: {rating}");
        }
        assert!((ranks_at(1539.35) - 24.90).abs() < 0.005);
    }

    #[test]
    fn each_rank_has_its_rating_and_back() {
        for rank in Rank::all() {
            let rating = rating_of(rank);
            assert_eq!(rank_of(rating), rank);
            assert_eq!(rank_of(rating + 1.0), rank);
            assert_eq!(rank_of(rating - 1.0), rank.offset(-1), "{rank}");
            assert!(
                (ranks_at(rating_at(rank.index().into())) - f64::from(rank.index())).abs() < 1e-9
            );
        }
        for (rating, rank) in [(-5.0, Rank::LOWEST), (100.0, Rank::LOWEST), (9999.0, Rank::HIGHEST)]
        {
            assert_eq!(rank_of(rating), rank);
        }
    }

    #[test]
    fn ranks_are_marked_until_they_are_known() {
        let at = |deviation| Rating::new(1546.0, deviation).rank();
        assert_eq!(at(160.0).to_string(), "5k?");
        assert_eq!(at(159.9).to_string(), "5k");
        assert_eq!(format!("{:#}", at(60.0)), "5k ± 0.9");
    }
}
