//! Rated games: between whom, and on which terms.

use std::time::Duration;

use tengen_ratings::{
    BoardClass, Category, PlayerRatings, Rating, Speed, Terms, Unrated, check_rated, scale,
};
use tengen_rules::{Color, Ruleset, Size};

use crate::id::random_bytes;
use crate::room::{NewGame, Opponent, Placement, rated_level, speed};
use crate::store::SYSTEM;
use crate::wire::Visibility;

/// With a deviation above this, somebody is new: the first games find out how
/// strong, so they are even and against any level.
const NEW: f64 = 200.0;

/// Why a game cannot be rated.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum NotRated {
    /// An account is needed.
    NoAccount,
    /// There is no opponent yet, or it is the same person.
    NoOpponent,
    /// The strength of the level is not known.
    Level,
    /// Only the players could see it.
    Private,
    /// The rules of the ratings do not allow it.
    Unrated(Unrated),
}

impl NotRated {
    /// The sentence.
    pub(crate) fn text(&self) -> String {
        match self {
            NotRated::NoAccount => {
                "Rated games need an account: log in or sign up first.".to_owned()
            }
            NotRated::NoOpponent => {
                "A rated game by link is not possible. Offer it in the lobby, or play a level of \
                 the computer."
                    .to_owned()
            }
            NotRated::Level => {
                "The rank of this level is not known. Choose one that is named by its rank."
                    .to_owned()
            }
            NotRated::Private => "A rated game can be seen by others.".to_owned(),
            NotRated::Unrated(Unrated::TooFarApart { ranks }) => format!(
                "You are {ranks} ranks apart. In rated games, it is {} at most.",
                tengen_ratings::MAX_RATED_GAP
            ),
            NotRated::Unrated(Unrated::Board(_)) => {
                "Rated games are on 9×9, 13×13 or 19×19.".to_owned()
            }
        }
    }
}

/// The terms of a rated game between two players.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct RatedTerms {
    /// The color of the first one; nothing if it is drawn by lot.
    pub(crate) color: Option<Color>,
    pub(crate) terms: Terms,
}

/// The strength of somebody at a kind of game.
pub(crate) fn strength(
    ratings: Option<&PlayerRatings>,
    category: Category,
    now: Duration,
) -> Rating {
    ratings.map_or(Rating::UNKNOWN, |it| it.rating(category, &SYSTEM, now))
}

/// The kind of game that a board at a speed is.
pub(crate) const fn category(size: Size, speed: Speed) -> Category {
    Category::new(BoardClass::of(size), speed)
}

/// The handicap that makes a game fair; who is weaker has Black.
pub(crate) fn fair(one: Rating, other: Rating, size: Size, ruleset: &Ruleset) -> RatedTerms {
    let even = RatedTerms { color: None, terms: Terms::even(ruleset) };
    if one.deviation > NEW || other.deviation > NEW {
        return even;
    }
    let ranks = scale::ranks_at(other.value) - scale::ranks_at(one.value);
    let terms = Terms::fair(size, ruleset, ranks.abs());
    if terms == even.terms {
        return even;
    }
    let color = if ranks > 0.0 { Color::Black } else { Color::White };
    RatedTerms { color: Some(color), terms }
}

/// Whether two people may play a rated game.
pub(crate) fn check_people(one: Rating, other: Rating, size: Size) -> Result<(), NotRated> {
    check_rated(one, other, size).map_err(NotRated::Unrated)
}

/// Makes a game against a level a rated one: its handicap, komi and color are
/// what the ratings say.
pub(crate) fn against_level(
    game: &mut NewGame,
    ratings: Option<&PlayerRatings>,
    now: Duration,
) -> Result<(), NotRated> {
    let Opponent::Level(level) = &game.opponent else { return Err(NotRated::NoOpponent) };
    if game.visibility == Visibility::Private {
        return Err(NotRated::Private);
    }
    let level = rated_level(level).ok_or(NotRated::Level)?;
    // Only the board matters here: whoever is new may play any level.
    check_people(level.start, level.start, game.size)?;
    let own = strength(ratings, category(game.size, speed(game.time(), game.size)), now);
    if own.deviation <= NEW {
        check_people(own, level.start, game.size)?;
    }
    apply(game, fair(own, level.start, game.size, &game.ruleset));
    Ok(())
}

/// Makes a game a rated one on these terms, of which the creator is the first.
pub(crate) fn apply(game: &mut NewGame, rated: RatedTerms) {
    let [byte] = random_bytes();
    let by_lot = if byte.is_multiple_of(2) { Color::Black } else { Color::White };
    game.color = rated.color.unwrap_or(by_lot);
    game.handicap = rated.terms.handicap;
    game.komi = Some(rated.terms.komi);
    game.placement = Placement::Fixed;
    game.is_rated = true;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(rank: &str, deviation: f64) -> Rating {
        let rank: tengen_ratings::Rank = rank.parse().unwrap();
        Rating::new(scale::rating_of(rank), deviation)
    }

    #[test]
    fn weaker_player_has_black_and_a_fair_handicap() {
        let fair = |one, other, size| {
            let it = fair(rating(one, 80.0), rating(other, 80.0), size, &Ruleset::JAPANESE);
            (it.color, it.terms.handicap, it.terms.komi.to_string())
        };
        let large = Size::NINETEEN;
        assert_eq!(fair("5k", "5k", large), (None, 0, "6.5".to_owned()));
        assert_eq!(fair("8k", "5k", large), (Some(Color::Black), 4, "6.5".to_owned()));
        assert_eq!(fair("5k", "8k", large), (Some(Color::White), 4, "6.5".to_owned()));
        assert_eq!(fair("8k", "5k", Size::NINE), (Some(Color::Black), 0, "0.5".to_owned()));
    }

    #[test]
    fn whoever_is_new_plays_even_games_against_any_level() {
        let even = RatedTerms { color: None, terms: Terms::even(&Ruleset::JAPANESE) };
        let (new, weak) = (Rating::UNKNOWN, rating("25k", 70.0));
        assert_eq!(fair(new, weak, Size::NINE, &Ruleset::JAPANESE), even);
        assert!(check_people(new, weak, Size::NINE).is_err(), "but not against people");
    }
}
