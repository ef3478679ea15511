//! How strong one player is, from games against opponents of known strength.

use tengen_rules::{Ruleset, Size};

use crate::handicap::with_handicap;
use crate::{Glicko2, PlayerScore, Rank, RatedRank, Rating, Start, Terms, scale};

/// An estimate of one player on one kind of board, made better by each game.
///
/// The opponents are engines whose strength does not change.
///
/// # Examples
///
/// ```
/// use tengen_ratings::{Estimate, PlayerScore, Start};
///
/// // Somebody of about 12 kyu who thinks that he is 20 kyu.
/// let mut estimate = Estimate::new(Start::Rank("20k".parse()?));
/// assert_eq!(estimate.next_opponent(), "20k".parse()?);
/// for game in 0..20 {
///     let opponent = estimate.next_opponent();
///     let score =
///         if opponent <= "12k".parse()? { PlayerScore::Win } else { PlayerScore::Loss };
///     estimate.add(Estimate::known(opponent), 0.0, score);
/// }
/// assert!(estimate.rank().rank.distance("12k".parse()?) <= 1);
/// assert!(estimate.rank().error < 2.5 && !estimate.rank().is_provisional);
/// # Ok::<(), tengen_ratings::ParseRankError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    rating: Rating,
    n_games: u32,
}

impl Estimate {
    /// The deviation of an opponent of known strength.
    pub const KNOWN_DEVIATION: f64 = 40.0;

    /// The estimate before the first game.
    pub fn new(start: Start) -> Estimate {
        Estimate { rating: start.rating(), n_games: 0 }
    }

    /// An estimate that was stored.
    pub const fn from_parts(rating: Rating, n_games: u32) -> Estimate {
        Estimate { rating, n_games }
    }

    /// The rating of an opponent who has a known rank: in its middle.
    pub fn known(rank: Rank) -> Rating {
        Rating::new(scale::rating_at(f64::from(rank.index()) + 0.5), Estimate::KNOWN_DEVIATION)
    }

    /// Counts a game against an opponent, in which the player had handicap
    /// worth this many ranks, or has given it if the number is negative.
    ///
    /// [`Terms::effective_ranks`] tells what a handicap is worth to Black.
    pub fn add(&mut self, opponent: Rating, handicap_ranks: f64, score: PlayerScore) {
        let opponent = with_handicap(opponent, -handicap_ranks);
        self.rating = Glicko2::USUAL.rate(self.rating, &[(opponent, score)]);
        self.n_games += 1;
    }

    /// The rating.
    pub const fn rating(&self) -> Rating {
        self.rating
    }

    /// The rating as a rank with its error.
    pub fn rank(&self) -> RatedRank {
        self.rating.rank()
    }

    /// The number of games.
    pub const fn n_games(&self) -> u32 {
        self.n_games
    }

    /// The rank of the opponent for an even game.
    pub fn next_opponent(&self) -> Rank {
        self.rank().rank
    }

    /// The position of the opponent against whom the result is most open, the
    /// first of several, or `None` if there are no opponents.
    pub fn nearest_opponent(&self, opponents: &[Rating]) -> Option<usize> {
        let distance = |it: &Rating| (self.rating.expected_score(*it) - 0.5).abs();
        let (idx, _) = opponents
            .iter()
            .enumerate()
            .min_by(|(_, one), (_, other)| distance(one).total_cmp(&distance(other)))?;
        Some(idx)
    }

    /// The fair handicap against an opponent.
    pub fn fair_terms(&self, opponent: Rating, size: Size, ruleset: &Ruleset) -> FairGame {
        let ranks = scale::ranks_at(opponent.value) - scale::ranks_at(self.rating.value);
        FairGame { takes_black: ranks >= 0.0, terms: Terms::fair(size, ruleset, ranks.abs()) }
    }
}

/// A game against a given opponent that is as open as possible.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct FairGame {
    /// Whether the player is the weaker one, who takes Black.
    pub takes_black: bool,
    /// Handicap and komi.
    pub terms: Terms,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody of true strength `ranks` plays whom the estimate asks for.
    fn played(ranks: f64, start: Start, n_games: u32, seed: u64) -> Estimate {
        let mut rng = fastrand::Rng::with_seed(seed);
        let truth = Rating::new(scale::rating_at(ranks), 30.0);
        let mut estimate = Estimate::new(start);
        for _ in 0..n_games {
            let opponent = Estimate::known(estimate.next_opponent());
            let is_won = rng.f64() < truth.expected_score(opponent);
            let score = if is_won { PlayerScore::Win } else { PlayerScore::Loss };
            estimate.add(opponent, 0.0, score);
        }
        estimate
    }

    #[test]
    fn estimates_find_players_wherever_they_start() {
        let cases = [
            (5.0, Start::New),
            (12.0, Start::New),
            (16.0, Start::Unknown),
            (20.0, Start::Unknown),
            (20.0, Start::Basic),
            (28.0, Start::Unknown),
            (33.0, Start::Advanced),
        ];
        for (true_rank, start) in cases {
            let mut off = Vec::new();
            let mut within = 0;
            for seed in 0..40 {
                let estimate = played(true_rank, start, 30, seed);
                let error = scale::ranks_at(estimate.rating().value) - true_rank;
                off.push(error);
                within += u32::from(error.abs() <= 2.0 * estimate.rank().error);
            }
            let mean = off.iter().sum::<f64>() / 40.0;
            assert!(mean.abs() < 1.5, "{true_rank}: {mean}");
            assert!(within >= 32, "{true_rank}: {within} of 40 within two errors");
        }
    }

    #[test]
    fn games_make_the_error_smaller() {
        let mut last = f64::MAX;
        for n_games in [0, 1, 5, 10, 20] {
            let estimate = played(18.0, Start::Unknown, n_games, 1);
            assert_eq!(estimate.n_games(), n_games);
            assert!(estimate.rating().deviation < last);
            last = estimate.rating().deviation;
        }
        assert!(last < RatedRank::PROVISIONAL_DEVIATION);
    }

    #[test]
    fn handicap_replaces_an_opponent_of_equal_strength() {
        let estimate = Estimate::new(Start::Rank("10k".parse().unwrap()));
        let opponent = Rating::new(scale::rating_at(24.0), 40.0);
        let game = estimate.fair_terms(opponent, Size::NINETEEN, &Ruleset::JAPANESE);
        assert!(game.takes_black);
        assert_eq!((game.terms.handicap, game.terms.komi.to_string().as_str()), (5, "6.5"));

        let mut with_handicap = estimate.clone();
        let ranks = game.terms.effective_ranks(Size::NINETEEN, &Ruleset::JAPANESE);
        with_handicap.add(opponent, ranks, PlayerScore::Win);
        let mut without = estimate.clone();
        without.add(opponent, 0.0, PlayerScore::Win);
        assert!(with_handicap.rating().value > estimate.rating().value);
        assert!(without.rating().value > with_handicap.rating().value);

        let weaker = Rating::new(scale::rating_at(10.0), 40.0);
        assert!(!estimate.fair_terms(weaker, Size::NINE, &Ruleset::JAPANESE).takes_black);
    }

    #[test]
    fn nearest_opponent_is_the_most_open_one() {
        let estimate = Estimate::new(Start::Rank("10k".parse().unwrap()));
        let opponents: Vec<Rating> =
            ["20k", "11k", "1d"].map(|it| Estimate::known(it.parse().unwrap())).into();
        assert_eq!(estimate.nearest_opponent(&opponents), Some(1));
        assert_eq!(estimate.nearest_opponent(&[]), None);
    }
}
