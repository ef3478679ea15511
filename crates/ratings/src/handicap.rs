//! Handicap and komi: what they are worth, and which make a game fair.
//!
//! A stone is worth 12 points, and so is a rank on a large board. On smaller
//! boards a rank is worth less: 4 points on 13×13, 2 points on 9×9.

use tengen_rules::{Komi, Ruleset, Scoring, Size, handicap::max_fixed};

use crate::glicko::hypot;
use crate::{BoardClass, Rating, scale};

/// The value of a stone in points.
pub const POINTS_PER_STONE: f64 = 12.0;

/// The share of a handicap by which its value may be wrong for two players.
const HANDICAP_ERROR: f64 = 0.2;

/// Handicap stones and komi of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Terms {
    /// The stones that Black has on the board in advance: 0, or 2 and more.
    pub handicap: u8,
    /// White's compensation, which is negative if Black gets it.
    pub komi: Komi,
}

/// The points that Black gets for moving first: by area, one more than by
/// territory.
pub const fn fair_komi(ruleset: &Ruleset) -> f64 {
    match ruleset.scoring {
        Scoring::Territory => 6.0,
        Scoring::Area => 7.0,
    }
}

impl Terms {
    /// An even game: no stones, and the usual komi of the rules.
    pub const fn even(ruleset: &Ruleset) -> Terms {
        Terms { handicap: 0, komi: ruleset.komi }
    }

    /// The game that is as fair as possible if White is stronger by this many
    /// ranks.
    ///
    /// Komi falls until it would be reversed by as much, and then there is
    /// another stone. It always has half a point, so that there is no draw.
    /// If the board has not enough fixed points, komi goes on falling, to a
    /// quarter of the board at most; [`Terms::effective_ranks`] tells what is
    /// missing then.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_ratings::Terms;
    /// use tengen_rules::{Ruleset, Size};
    ///
    /// let fair = |size, ranks| {
    ///     let terms = Terms::fair(size, &Ruleset::JAPANESE, ranks);
    ///     (terms.handicap, terms.komi.to_string())
    /// };
    /// assert_eq!(fair(Size::NINETEEN, 0.0), (0, "6.5".into()));
    /// assert_eq!(fair(Size::NINETEEN, 0.5), (0, "0.5".into()));
    /// assert_eq!(fair(Size::NINETEEN, 3.0), (4, "6.5".into()));
    /// assert_eq!(fair(Size::NINE, 3.0), (0, "0.5".into()));
    /// ```
    pub fn fair(size: Size, ruleset: &Ruleset, ranks: f64) -> Terms {
        let class = BoardClass::of(size);
        let points = points_of(ranks.max(0.0), class);
        let per_stone = stones_value(ruleset, 3) - stones_value(ruleset, 2);
        let most = max_fixed(size);
        let fits = |stones: &u8| f64::from(stones - 1) * per_stone <= points;
        let handicap = (2..=most).rev().find(fits).unwrap_or(0);
        let fair = fair_komi(ruleset) + stones_value(ruleset, handicap) - points;
        let least = -f64::from(size.n_points()) / 4.0;
        Terms { handicap, komi: with_half_point(fair.max(least)) }
    }

    /// The game that clubs play if White is stronger by this many ranks: no
    /// komi for one rank, and as many stones as ranks from two on.
    ///
    /// Ranks are divided by 3 on 13×13 and by 6 on 9×9, and rounded.
    pub fn customary(size: Size, ruleset: &Ruleset, ranks: f64) -> Terms {
        let per_stone = f64::from(BoardClass::of(size).ranks_per_stone());
        let stones = ranks / per_stone;
        if stones < 0.5 {
            return Terms::even(ruleset);
        }
        let fits = |handicap: &u8| f64::from(*handicap) - 0.5 <= stones;
        let handicap = (2..=max_fixed(size)).rev().find(fits).unwrap_or(0);
        Terms { handicap, komi: ruleset.handicap_komi }
    }

    /// The ranks by which White must be stronger for these terms to be fair.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_ratings::Terms;
    /// use tengen_rules::{Komi, Ruleset, Size};
    ///
    /// // Two stones and half a point: what White has less is 17.5 points.
    /// let terms = Terms { handicap: 2, komi: Komi::from_half_points(1) };
    /// let ranks = |size| terms.effective_ranks(size, &Ruleset::JAPANESE);
    /// assert_eq!(ranks(Size::NINETEEN), 17.5 / 12.0);
    /// assert_eq!(ranks(Size::THIRTEEN), 3.0 * 17.5 / 12.0);
    /// assert_eq!(ranks(Size::NINE), 6.0 * 17.5 / 12.0);
    /// ```
    pub fn effective_ranks(&self, size: Size, ruleset: &Ruleset) -> f64 {
        let komi = f64::from(self.komi.half_points()) / 2.0;
        let points = stones_value(ruleset, self.handicap) + fair_komi(ruleset) - komi;
        f64::from(BoardClass::of(size).ranks_per_stone()) * points / POINTS_PER_STONE
    }
}

/// A player as an opponent who gets handicap worth this many ranks meets him,
/// or with a negative number, one who gives it.
///
/// Besides the value, the deviation changes: what a handicap is worth is less
/// sure the larger it is.
#[must_use]
pub fn with_handicap(player: Rating, ranks: f64) -> Rating {
    let value = player.value * scale::rating_at(ranks) / scale::rating_at(0.0);
    let error = HANDICAP_ERROR * (value - player.value);
    Rating { value, deviation: hypot(player.deviation, error), ..player }
}

/// The points that Black can expect, from 0 to 1, in a game with handicap
/// worth this many ranks.
///
/// # Examples
///
/// ```
/// use tengen_ratings::{Rank, Rating, handicap, scale};
///
/// let rated = |rank: &str| Rating::new(scale::rating_of(rank.parse().unwrap()), 60.0);
/// assert!(handicap::expected_score(rated("5k"), rated("1k"), 0.0) < 0.25);
/// let even = handicap::expected_score(rated("5k"), rated("1k"), 4.0);
/// assert!((even - 0.5).abs() < 1e-9);
/// ```
pub fn expected_score(black: Rating, white: Rating, ranks: f64) -> f64 {
    with_handicap(black, ranks).expected_score(white)
}

/// What stones in advance are worth in points, beyond the right to move first.
fn stones_value(ruleset: &Ruleset, handicap: u8) -> f64 {
    if handicap < 2 {
        return 0.0;
    }
    let n_more = f64::from(handicap - 1);
    // By area, each stone is a point besides, which some rules take back.
    let on_board = match ruleset.scoring {
        Scoring::Territory => 0.0,
        Scoring::Area => n_more,
    };
    POINTS_PER_STONE * n_more + on_board - f64::from(ruleset.handicap_points(handicap))
}

fn points_of(ranks: f64, class: BoardClass) -> f64 {
    POINTS_PER_STONE * ranks / f64::from(class.ranks_per_stone())
}

/// The nearest komi that makes draws impossible, the larger of two.
fn with_half_point(points: f64) -> Komi {
    Komi::from_half_points(2 * libm::floor(points + ROUNDING) as i16 + 1)
}

/// So that a whole number of points is one, whatever is lost in rounding.
const ROUNDING: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use super::*;

    const RULESETS: [Ruleset; 5] = [
        Ruleset::JAPANESE,
        Ruleset::CHINESE,
        Ruleset::AGA,
        Ruleset::NEW_ZEALAND,
        Ruleset::TROMP_TAYLOR,
    ];

    #[test]
    fn fair_terms_are_fair() {
        for ruleset in &RULESETS {
            for (edge, most) in [(9, 40), (13, 40), (19, 80)] {
                let size = Size::square(edge).unwrap();
                // Half a point is the error of a komi without draws.
                let tolerance =
                    f64::from(BoardClass::of(size).ranks_per_stone()) * 0.51 / POINTS_PER_STONE;
                for tenths in 0..most * 10 {
                    let ranks = f64::from(tenths) / 100.0 * 9.0;
                    if edge == 19 && ranks > 8.0 {
                        continue;
                    }
                    let terms = Terms::fair(size, ruleset, ranks);
                    let actual = terms.effective_ranks(size, ruleset);
                    assert!((actual - ranks).abs() <= tolerance, "{edge} {ranks}: {terms:?}");
                    assert_ne!(terms.handicap, 1);
                    assert_ne!(terms.komi.half_points() % 2, 0);
                }
            }
        }
    }

    #[test]
    fn more_ranks_never_make_it_harder_for_black() {
        for ruleset in &RULESETS {
            for size in [Size::NINE, Size::THIRTEEN, Size::NINETEEN, Size::square(5).unwrap()] {
                let mut last = (f64::MIN, f64::MIN);
                for tenths in 0..400 {
                    let ranks = f64::from(tenths) / 10.0;
                    let fair = Terms::fair(size, ruleset, ranks).effective_ranks(size, ruleset);
                    let customary =
                        Terms::customary(size, ruleset, ranks).effective_ranks(size, ruleset);
                    assert!(fair >= last.0 && customary >= last.1, "{size:?} {ranks}");
                    last = (fair, customary);
                }
            }
        }
    }

    #[test]
    fn even_games_have_the_usual_komi() {
        for (ruleset, komi) in [(Ruleset::JAPANESE, "6.5"), (Ruleset::CHINESE, "7.5")] {
            for size in [Size::NINE, Size::THIRTEEN, Size::NINETEEN] {
                let terms = Terms::fair(size, &ruleset, 0.0);
                assert_eq!((terms.handicap, terms.komi.to_string().as_str()), (0, komi));
                assert_eq!(terms, Terms::customary(size, &ruleset, 0.4));
            }
        }
    }

    #[test]
    fn clubs_give_a_stone_for_a_rank() {
        let customary = |size, ranks| {
            let terms = Terms::customary(size, &Ruleset::JAPANESE, ranks);
            (terms.handicap, terms.komi.to_string())
        };
        assert_eq!(customary(Size::NINETEEN, 1.0), (0, "0.5".into()));
        assert_eq!(customary(Size::NINETEEN, 2.0), (2, "0.5".into()));
        assert_eq!(customary(Size::NINETEEN, 9.0), (9, "0.5".into()));
        assert_eq!(customary(Size::NINETEEN, 30.0), (9, "0.5".into()));
        assert_eq!(customary(Size::THIRTEEN, 9.0), (3, "0.5".into()));
        assert_eq!(customary(Size::NINE, 9.0), (2, "0.5".into()));
    }

    #[test]
    fn american_points_for_stones_make_area_as_territory() {
        let terms = Terms { handicap: 5, komi: Komi::from_half_points(1) };
        let by = |ruleset| terms.effective_ranks(Size::NINETEEN, &ruleset);
        assert!((by(Ruleset::AGA) - by(Ruleset::JAPANESE) - 1.0 / 12.0).abs() < 1e-9);
        assert!(by(Ruleset::TROMP_TAYLOR) > by(Ruleset::AGA));
        assert!(by(Ruleset::CHINESE) < by(Ruleset::AGA));
    }

    #[test]
    fn handicap_moves_the_chances_and_widens_the_error() {
        let (black, white) = (Rating::new(1500.0, 60.0), Rating::new(1800.0, 60.0));
        let mut last = 0.0;
        for ranks in 0..10 {
            let chance = expected_score(black, white, ranks.into());
            assert!(chance > last);
            last = chance;
        }
        assert_eq!(with_handicap(black, 0.0), black);
        assert!(with_handicap(black, 5.0).deviation > with_handicap(black, 2.0).deviation);
        let there_and_back = with_handicap(with_handicap(black, 4.0), -4.0);
        assert!((there_and_back.value - black.value).abs() < 1e-9);
    }
}
