//! All players' ratings, game by game or from the whole history.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::time::Duration;

use tengen_rules::{ByColor, Color, Ruleset, Size};

use crate::handicap::with_handicap;
use crate::player::Counted;
use crate::{
    BoardClass, Category, Glicko2, PlayerId, PlayerRatings, PlayerScore, Rating, Speed, Start,
    Terms, scale,
};

/// A rated game that has ended.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// The time of its end, since a fixed moment.
    pub at: Duration,
    /// Who played.
    pub players: ByColor<PlayerId>,
    /// The board.
    pub size: Size,
    /// The speed.
    pub speed: Speed,
    /// The rules, for the value of handicap and komi.
    pub ruleset: Ruleset,
    /// Handicap and komi.
    pub terms: Terms,
    /// Who won, or `None` for a draw or a game without result.
    pub winner: Option<Color>,
    /// Whether it was declared not to count.
    pub is_annulled: bool,
}

/// What changes the ratings.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum RatingEvent {
    /// A player has joined.
    Joined {
        /// Who.
        player: PlayerId,
        /// What he says of himself.
        start: Start,
        /// When.
        at: Duration,
    },
    /// A game has ended.
    Finished(FinishedGame),
}

impl RatingEvent {
    const fn at(&self) -> Duration {
        match self {
            RatingEvent::Joined { at, .. } => *at,
            RatingEvent::Finished(game) => game.at,
        }
    }
}

/// A player's rating at a kind of game before and after one.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct RatingChange {
    /// Before the game.
    pub before: Rating,
    /// After it.
    pub after: Rating,
}

/// The ratings of all players.
///
/// A game changes four ratings of each player: overall, of its board, of its
/// speed, and of both. Each is rated as a period of its own, against the
/// opponent's strength in that category ([`PlayerRatings::rating`]) before the
/// game, with the handicap taken into account.
///
/// Adding events one by one and [replaying](RatingBook::replay) all of them
/// give the same numbers to the last bit.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use tengen_ratings::{
///     BoardClass, Category, FinishedGame, Glicko2, PlayerId, RatingBook, RatingEvent, Speed,
///     Start, Terms,
/// };
/// use tengen_rules::{ByColor, Color, Ruleset, Size};
///
/// let at = Duration::from_secs(1000);
/// let join = |player, start| RatingEvent::Joined { player, start, at };
/// let (anna, ben) = (PlayerId(1), PlayerId(2));
/// let mut book = RatingBook::new(Glicko2::USUAL);
/// book.add(&join(anna, Start::Basic))?;
/// book.add(&join(ben, Start::Rank("15k".parse()?)))?;
///
/// let game = FinishedGame {
///     at,
///     players: ByColor { black: anna, white: ben },
///     size: Size::NINE,
///     speed: Speed::Live,
///     ruleset: Ruleset::JAPANESE,
///     terms: Terms::fair(Size::NINE, &Ruleset::JAPANESE, 2.0),
///     winner: Some(Color::Black),
///     is_annulled: false,
/// };
/// let change = book.add(&RatingEvent::Finished(game))?.unwrap();
/// assert!(change.black.after.value > change.black.before.value);
/// assert!(change.white.after.value < change.white.before.value);
/// assert_eq!(book.player(anna).unwrap().n_games(Category::board(BoardClass::Small)), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RatingBook {
    system: Glicko2,
    players: BTreeMap<PlayerId, PlayerRatings>,
    last: Duration,
}

impl RatingBook {
    /// A book without players.
    pub const fn new(system: Glicko2) -> RatingBook {
        RatingBook { system, players: BTreeMap::new(), last: Duration::ZERO }
    }

    /// The book after a whole history, whatever was annulled in it since.
    ///
    /// # Errors
    ///
    /// Returns the first [`RatingError`].
    pub fn replay<'a>(
        system: Glicko2,
        events: impl IntoIterator<Item = &'a RatingEvent>,
    ) -> Result<RatingBook, RatingError> {
        let mut book = RatingBook::new(system);
        for event in events {
            book.add(event)?;
        }
        Ok(book)
    }

    /// Adds what has happened, and returns what it changed for the players of
    /// a game that counts.
    ///
    /// The changes are those of the strength at the board and speed of the
    /// game.
    ///
    /// # Errors
    ///
    /// Returns [`RatingError`] and changes nothing if the event does not fit.
    pub fn add(
        &mut self,
        event: &RatingEvent,
    ) -> Result<Option<ByColor<RatingChange>>, RatingError> {
        if event.at() < self.last {
            return Err(RatingError::OutOfOrder);
        }
        let change = match *event {
            RatingEvent::Joined { player, start, at } => {
                if self.players.contains_key(&player) {
                    return Err(RatingError::JoinedBefore(player));
                }
                self.players.insert(player, PlayerRatings::new(start, at));
                None
            }
            RatingEvent::Finished(game) => self.finish(&game)?,
        };
        // An annulled game leaves no trace at all.
        if !matches!(event, RatingEvent::Finished(game) if game.is_annulled) {
            self.last = event.at();
        }
        Ok(change)
    }

    fn finish(
        &mut self,
        game: &FinishedGame,
    ) -> Result<Option<ByColor<RatingChange>>, RatingError> {
        let ByColor { black, white } = game.players;
        if black == white {
            return Err(RatingError::AgainstHimself(black));
        }
        let find = |id| self.players.get(&id).cloned().ok_or(RatingError::UnknownPlayer(id));
        let before = ByColor { black: find(black)?, white: find(white)? };
        if game.is_annulled {
            return Ok(None);
        }

        let after = rate_game(&self.system, game, before.as_ref());
        let played = Category::new(BoardClass::of(game.size), game.speed);
        let change = ByColor::from_fn(|color| RatingChange {
            before: before[color].rating(played, &self.system, game.at),
            after: after[color].rating(played, &self.system, game.at),
        });
        self.players.insert(black, after.black);
        self.players.insert(white, after.white);
        Ok(Some(change))
    }

    /// The system of these ratings.
    pub const fn system(&self) -> &Glicko2 {
        &self.system
    }

    /// The ratings of a player who has joined.
    pub fn player(&self, player: PlayerId) -> Option<&PlayerRatings> {
        self.players.get(&player)
    }

    /// All players, by their ids.
    pub fn players(&self) -> impl Iterator<Item = (PlayerId, &PlayerRatings)> {
        self.players.iter().map(|(id, ratings)| (*id, ratings))
    }

    /// The strength of a player in a category, if he has joined.
    pub fn rating(&self, player: PlayerId, category: Category, now: Duration) -> Option<Rating> {
        Some(self.player(player)?.rating(category, &self.system, now))
    }
}

/// The ratings of both players after a game, from those before it, whether or
/// not it was annulled.
///
/// This is what [`RatingBook`] does with a game, for those who keep the ratings
/// elsewhere.
pub fn rate_game(
    system: &Glicko2,
    game: &FinishedGame,
    before: ByColor<&PlayerRatings>,
) -> ByColor<PlayerRatings> {
    let board = BoardClass::of(game.size);
    let categories = [
        Category::OVERALL,
        Category::board(board),
        Category::speed(game.speed),
        Category::new(board, game.speed),
    ];
    let ranks = game.terms.effective_ranks(game.size, &game.ruleset);
    ByColor::from_fn(|color| {
        let handicap = if color == Color::Black { -ranks } else { ranks };
        let score = match game.winner {
            None => PlayerScore::Draw,
            Some(winner) if winner == color => PlayerScore::Win,
            Some(_) => PlayerScore::Loss,
        };
        let mut after = before[color].clone();
        for category in categories {
            let opponent = before[!color].rating(category, system, game.at);
            let opponent = with_handicap(opponent, handicap);
            after.count(category, &Counted { opponent, score, system, now: game.at });
        }
        after
    })
}

/// The most ranks that players of a rated game may be apart.
pub const MAX_RATED_GAP: u8 = 9;

/// Whether two players may play a rated game.
///
/// # Errors
///
/// Returns [`Unrated`] with the reason if they may not.
///
/// # Examples
///
/// ```
/// use tengen_ratings::{Rating, Start, Unrated, check_rated};
/// use tengen_rules::Size;
///
/// let (weak, strong) = (Start::New.rating(), Start::Advanced.rating());
/// assert_eq!(check_rated(weak, strong, Size::NINE), Err(Unrated::TooFarApart { ranks: 22 }));
/// assert_eq!(check_rated(weak, weak, Size::NINE), Ok(()));
/// ```
pub fn check_rated(one: Rating, other: Rating, size: Size) -> Result<(), Unrated> {
    if ![Size::NINE, Size::THIRTEEN, Size::NINETEEN].contains(&size) {
        return Err(Unrated::Board(size));
    }
    match scale::rank_of(one.value).distance(scale::rank_of(other.value)) {
        ..=MAX_RATED_GAP => Ok(()),
        ranks => Err(Unrated::TooFarApart { ranks }),
    }
}

/// The reason why a game cannot be rated.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Unrated {
    /// The players are too many ranks apart.
    TooFarApart {
        /// How many.
        ranks: u8,
    },
    /// It is not on one of the three usual boards.
    Board(Size),
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unrated::TooFarApart { ranks } => {
                write!(f, "the players are {ranks} ranks apart, expected {MAX_RATED_GAP} at most")
            }
            Unrated::Board(size) => {
                write!(f, "games on {size} are not rated, expected 9x9, 13x13 or 19x19")
            }
        }
    }
}

impl Error for Unrated {}

/// The reason why an event was not added.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum RatingError {
    /// It is earlier than the last one, so the history must be replayed.
    OutOfOrder,
    /// The player has joined already.
    JoinedBefore(PlayerId),
    /// The player has not joined.
    UnknownPlayer(PlayerId),
    /// Both players are the same.
    AgainstHimself(PlayerId),
}

impl fmt::Display for RatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RatingError::OutOfOrder => {
                f.write_str("the event is earlier than the last one, replay the history instead")
            }
            RatingError::JoinedBefore(player) => write!(f, "player {player} has joined before"),
            RatingError::UnknownPlayer(player) => write!(f, "player {player} has not joined"),
            RatingError::AgainstHimself(player) => {
                write!(f, "player {player} cannot play a rated game alone")
            }
        }
    }
}

impl Error for RatingError {}
