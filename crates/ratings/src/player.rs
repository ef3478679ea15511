//! The sixteen ratings of a player, and what they say together.

use std::fmt;
use std::time::Duration;

use crate::glicko::hypot;
use crate::{Category, Glicko2, PlayerScore, Rank, Rating, scale};

/// Who somebody is, as a number that the caller has given.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct PlayerId(pub u64);

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// What somebody says of his strength before his first game.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Start {
    /// Nothing.
    Unknown,
    /// That the game is new to him: 23 kyu.
    New,
    /// That he knows the basics: 17 kyu.
    Basic,
    /// That he is in the middle.
    Intermediate,
    /// That he is advanced: 1 kyu.
    Advanced,
    /// A rank.
    Rank(Rank),
    /// A rating that never changes, such as that of an engine that others are
    /// measured by.
    Anchor(Rating),
}

impl Start {
    /// The deviation of what people say about themselves.
    pub const DEVIATION: f64 = 250.0;

    /// The first rating.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_ratings::Start;
    ///
    /// assert_eq!(Start::New.rating().rank().to_string(), "23k?");
    /// assert_eq!(Start::Advanced.rating().rank().to_string(), "1k?");
    /// assert_eq!(Start::Unknown.rating().deviation, 350.0);
    /// ```
    pub fn rating(self) -> Rating {
        let rated = |index: u8| Rating::new(scale::rating_at(index.into()), Start::DEVIATION);
        match self {
            Start::Unknown => Rating::UNKNOWN,
            Start::New => rated(7),
            Start::Basic => rated(13),
            Start::Intermediate => Rating::new(Rating::UNKNOWN.value, Start::DEVIATION),
            Start::Advanced => rated(29),
            Start::Rank(rank) => rated(rank.index()),
            Start::Anchor(rating) => rating,
        }
    }
}

/// The ratings of a player by category.
///
/// # Specific and overall
///
/// How strong somebody is on small boards is known from his games there, and
/// if there are few, from all his games. [`PlayerRatings::rating`] mixes the
/// two by how well they are known:
///
/// ```text
/// wide² = deviation of the parent² + SPREAD²
/// share = wide² / (wide² + own deviation²)
/// value = share · own value + (1 − share) · value of the parent
/// deviation = share · own deviation + (1 − share) · wide
/// ```
///
/// A board at one speed has the board as its parent, and that has the overall
/// rating. A category without games has a share of 0, and its first game
/// starts from the mixture, so nobody starts from nothing twice.
/// The mixture lies between the two, the share grows as the category becomes
/// known, and with a deviation of 50 in both it is over 0.9.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerRatings {
    // Invariant: the first is there.
    by_category: [Option<StoredRating>; Category::COUNT],
    is_anchor: bool,
}

/// A rating as it was when it last changed, which is what a store keeps.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct StoredRating {
    /// The rating then.
    pub rating: Rating,
    /// When it changed.
    pub at: Duration,
    /// The number of games that it has counted.
    pub n_games: u32,
}

impl PlayerRatings {
    /// How much the strength of one player differs between categories, as a
    /// standard deviation: some two ranks.
    pub const SPREAD: f64 = 150.0;

    /// The ratings of somebody without games.
    pub fn new(start: Start, at: Duration) -> PlayerRatings {
        let mut by_category = [None; Category::COUNT];
        by_category[0] = Some(StoredRating { rating: start.rating(), at, n_games: 0 });
        PlayerRatings { by_category, is_anchor: matches!(start, Start::Anchor(_)) }
    }

    /// The ratings that [`PlayerRatings::stored`] has given, in any order.
    ///
    /// If the overall one is missing, it is unknown.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use tengen_ratings::{PlayerRatings, Start};
    ///
    /// let ratings = PlayerRatings::new(Start::Basic, Duration::from_secs(60));
    /// let again = PlayerRatings::from_stored(ratings.stored(), ratings.is_anchor());
    /// assert_eq!(again, ratings);
    /// ```
    pub fn from_stored(
        stored: impl IntoIterator<Item = (Category, StoredRating)>,
        is_anchor: bool,
    ) -> PlayerRatings {
        let mut ratings = PlayerRatings::new(Start::Unknown, Duration::ZERO);
        for (category, rating) in stored {
            ratings.by_category[category.index()] = Some(rating);
        }
        PlayerRatings { is_anchor, ..ratings }
    }

    /// The ratings of all categories that have one, to be stored.
    pub fn stored(&self) -> impl Iterator<Item = (Category, StoredRating)> {
        Category::all().filter_map(|it| Some((it, self.by_category[it.index()]?)))
    }

    /// The rating from the games of this category alone, or `None` if there
    /// are none.
    ///
    /// The overall rating is always there.
    pub fn own_rating(
        &self,
        category: Category,
        system: &Glicko2,
        now: Duration,
    ) -> Option<Rating> {
        let rated = self.by_category[category.index()]?;
        if self.is_anchor {
            return Some(rated.rating);
        }
        Some(system.idle(rated.rating, now.saturating_sub(rated.at)))
    }

    /// The strength in games of this category, from all that is known.
    pub fn rating(&self, category: Category, system: &Glicko2, now: Duration) -> Rating {
        let own = self.own_rating(category, system, now);
        let Some(parent) = category.parent() else {
            return own.unwrap_or(Rating::UNKNOWN);
        };
        let parent = self.rating(parent, system, now);
        if self.is_anchor {
            return parent;
        }
        shrunk(own, parent, system)
    }

    /// The number of games that count in this category.
    pub fn n_games(&self, category: Category) -> u32 {
        self.by_category[category.index()].map_or(0, |it| it.n_games)
    }

    /// Whether the rating never changes.
    pub const fn is_anchor(&self) -> bool {
        self.is_anchor
    }

    /// Counts a game in this category, against an opponent as strong as he is
    /// in it.
    pub(crate) fn count(&mut self, category: Category, game: &Counted<'_>) {
        let Counted { opponent, score, system, now } = *game;
        let before = self.by_category[category.index()];
        let n_games = before.map_or(0, |it| it.n_games) + 1;
        let rating = match self.own_rating(category, system, now) {
            Some(own) => own,
            None => self.rating(category, system, now),
        };
        let rating =
            if self.is_anchor { rating } else { system.rate(rating, &[(opponent, score)]) };
        self.by_category[category.index()] = Some(StoredRating { rating, at: now, n_games });
    }
}

/// A game as one of its players counts it.
pub(crate) struct Counted<'a> {
    pub(crate) opponent: Rating,
    pub(crate) score: PlayerScore,
    pub(crate) system: &'a Glicko2,
    pub(crate) now: Duration,
}

/// The mixture that [`PlayerRatings`] describes.
fn shrunk(own: Option<Rating>, parent: Rating, system: &Glicko2) -> Rating {
    let wide = hypot(parent.deviation, PlayerRatings::SPREAD);
    let Some(own) = own else {
        return system.limited(Rating { deviation: wide, ..parent });
    };
    let share = wide * wide / (wide * wide + own.deviation * own.deviation);
    system.limited(Rating {
        value: share * own.value + (1.0 - share) * parent.value,
        deviation: share * own.deviation + (1.0 - share) * wide,
        volatility: own.volatility,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn self_declared_starts() {
        let starts = [
            (Start::New, "23k?", 250.0),
            (Start::Basic, "17k?", 250.0),
            (Start::Intermediate, "6k?", 250.0),
            (Start::Advanced, "1k?", 250.0),
            (Start::Unknown, "6k?", 350.0),
            (Start::Rank(Rank::dan(3).unwrap()), "3d?", 250.0),
        ];
        for (start, rank, deviation) in starts {
            let rating = start.rating();
            assert_eq!((rating.rank().to_string().as_str(), rating.deviation), (rank, deviation));
        }
    }

    #[test]
    fn mixture_lies_between_and_follows_what_is_known() {
        let system = Glicko2::USUAL;
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let mut make = || Rating::new(600.0 + 2000.0 * rng.f64(), 30.0 + 320.0 * rng.f64());
            let (own, parent) = (make(), make());
            let mixed = shrunk(Some(own), parent, &system);
            let (low, high) = (own.value.min(parent.value), own.value.max(parent.value));
            assert!((low..=high).contains(&mixed.value));
            let wide = hypot(parent.deviation, PlayerRatings::SPREAD);
            let widest = own.deviation.max(wide);
            assert!(mixed.deviation >= own.deviation.min(wide) && mixed.deviation <= widest);

            // The better the category is known, the nearer to it.
            let surer = Rating { deviation: own.deviation / 2.0, ..own };
            let nearer = shrunk(Some(surer), parent, &system);
            assert!((nearer.value - own.value).abs() <= (mixed.value - own.value).abs());
        }
        let known = shrunk(Some(Rating::new(1900.0, 50.0)), Rating::new(1500.0, 50.0), &system);
        assert!(known.value > 1860.0, "{known:?}");
        let unknown = shrunk(None, Rating::new(1500.0, 50.0), &system);
        assert!((unknown.value - 1500.0).abs() < 1e-9);
        assert!(unknown.deviation > 150.0);
    }
}
