//! Ratings and rated games, as a store keeps them.
//!
//! The ratings after a game are written in the transaction that ends it, and
//! the history of games gives the same numbers again, to the last bit.

use std::collections::BTreeMap;
use std::time::Duration;

use tengen_ratings::{
    BoardClass, Category, FinishedGame, Glicko2, PlayerId, PlayerRatings, Rating, RatingChange,
    Speed, StoredRating, Terms, rate_game,
};
use tengen_rules::{ByColor, Color, Ruleset, Size};

use super::Reply;
use crate::id::{GameId, PersonId};

/// The system of all ratings.
pub(crate) const SYSTEM: Glicko2 = Glicko2::USUAL;

/// Keeps ratings and rated games.
///
/// A game that ends is rated with the change that ends it.
pub trait RatingStore {
    /// Adds a player with what is known of the strength; `false` if the player
    /// has ratings already.
    fn join_ratings(&self, player: RatedPlayer) -> Reply<bool>;

    /// The ratings of a person, if there are any.
    fn ratings(&self, person: PersonId) -> Reply<Option<PlayerRatings>>;

    /// A rated game that has ended.
    fn rated_game(&self, game: GameId) -> Reply<Option<RatedGame>>;

    /// The rated games of a person, the last one first.
    fn rated_games_of(&self, person: PersonId, max: usize) -> Reply<Vec<RatedGame>>;

    /// The players with the highest overall ratings.
    fn strongest(&self, max: usize) -> Reply<Vec<(PersonId, PlayerRatings)>>;

    /// Has a game not count, or count again, and computes all ratings from
    /// history; `false` if it is not a rated game.
    fn annul(&self, game: GameId, is_annulled: bool) -> Reply<bool>;

    /// Computes all ratings from history, and says how many games that has.
    fn recompute_ratings(&self) -> Reply<usize>;
}

/// A player with the strength at the beginning.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct RatedPlayer {
    /// Who.
    pub person: PersonId,
    /// The rating without any game.
    pub start: Rating,
    /// Whether it never changes.
    pub is_anchor: bool,
    /// Since when, in milliseconds since 1970.
    pub joined_at: u64,
}

impl RatedPlayer {
    /// The ratings without any game.
    pub fn ratings(&self) -> PlayerRatings {
        let at = Duration::from_millis(self.joined_at);
        let start = StoredRating { rating: self.start, at, n_games: 0 };
        PlayerRatings::from_stored([(Category::OVERALL, start)], self.is_anchor)
    }
}

/// A rated game that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedGame {
    /// Which game.
    pub game: GameId,
    /// The time of its end, in milliseconds since 1970.
    pub at: u64,
    /// Who played. A player who is new has these ratings at first.
    pub players: ByColor<RatedPlayer>,
    /// The board.
    pub size: Size,
    /// The speed.
    pub speed: Speed,
    /// The rules.
    pub ruleset: Ruleset,
    /// Handicap and komi.
    pub terms: Terms,
    /// Who won, or `None` for a draw.
    pub winner: Option<Color>,
    /// Whether it does not count.
    pub is_annulled: bool,
    /// The strength of both at such games, before and after; nothing if it
    /// does not count.
    pub change: Option<ByColor<RatingChange>>,
}

impl RatedGame {
    /// The kind of game that it was.
    pub const fn category(&self) -> Category {
        Category::new(BoardClass::of(self.size), self.speed)
    }

    fn finished(&self) -> FinishedGame {
        FinishedGame {
            at: Duration::from_millis(self.at),
            // Who they are does not matter for the numbers.
            players: ByColor { black: PlayerId(0), white: PlayerId(1) },
            size: self.size,
            speed: self.speed,
            ruleset: self.ruleset,
            terms: self.terms,
            winner: self.winner,
            is_annulled: self.is_annulled,
        }
    }

    /// The ratings of both players after the game, from those before it. The
    /// game learns what it has changed.
    pub(super) fn rate(&mut self, before: ByColor<&PlayerRatings>) -> ByColor<PlayerRatings> {
        if self.is_annulled {
            self.change = None;
            return ByColor::from_fn(|color| before[color].clone());
        }
        let at = Duration::from_millis(self.at);
        let after = rate_game(&SYSTEM, &self.finished(), before);
        let category = self.category();
        self.change = Some(ByColor::from_fn(|color| RatingChange {
            before: before[color].rating(category, &SYSTEM, at),
            after: after[color].rating(category, &SYSTEM, at),
        }));
        after
    }
}

/// All ratings from history: the players as they joined, and the games in the
/// order in which they ended. Each game learns what it has changed.
pub(super) fn replay(
    players: &[RatedPlayer],
    games: &mut [RatedGame],
) -> BTreeMap<PersonId, PlayerRatings> {
    let mut ratings: BTreeMap<PersonId, PlayerRatings> =
        players.iter().map(|it| (it.person, it.ratings())).collect();
    for game in games {
        let before = ByColor::from_fn(|color| {
            let player = &game.players[color];
            ratings.get(&player.person).cloned().unwrap_or_else(|| player.ratings())
        });
        let after = game.rate(before.as_ref());
        for (color, after) in [(Color::Black, after.black), (Color::White, after.white)] {
            ratings.insert(game.players[color].person, after);
        }
    }
    ratings
}

/// The name of a speed, as it is stored.
pub(super) const fn speed_name(speed: Speed) -> &'static str {
    match speed {
        Speed::Blitz => "blitz",
        Speed::Live => "live",
        Speed::Correspondence => "correspondence",
    }
}

/// The speed of this name.
pub(super) fn speed_of_name(name: &str) -> Option<Speed> {
    Speed::ALL.into_iter().find(|it| speed_name(*it) == name)
}

/// The name of a color, as it is stored.
pub(super) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The color of this name.
pub(super) fn color_of_name(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|it| color_name(*it) == name)
}

/// Twelve numbers, to the last bit.
pub(super) fn change_bytes(change: &ByColor<RatingChange>) -> Vec<u8> {
    let ratings =
        [change.black.before, change.black.after, change.white.before, change.white.after];
    let numbers = ratings.into_iter().flat_map(|it| [it.value, it.deviation, it.volatility]);
    numbers.flat_map(f64::to_le_bytes).collect()
}

/// What was written so; nothing if it is something else.
pub(super) fn change_of_bytes(bytes: &[u8]) -> Option<ByColor<RatingChange>> {
    let (numbers, rest) = bytes.as_chunks::<8>();
    let mut numbers = numbers.iter().map(|it| f64::from_le_bytes(*it));
    let mut rating = || {
        let (value, deviation) = (numbers.next()?, numbers.next()?);
        Some(Rating { value, deviation, volatility: numbers.next()? })
    };
    let black = RatingChange { before: rating()?, after: rating()? };
    let white = RatingChange { before: rating()?, after: rating()? };
    rest.is_empty().then_some(ByColor { black, white })
}
