//! How strong an opponent plays.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tengen_rules::Size;

use crate::limits::Limits;
use crate::rank::Rank;

/// A strength that an opponent can play at.
///
/// # Examples
///
/// ```
/// use tengen_engine::{Level, Rank, Style};
///
/// assert_eq!(Level::by_name("light"), Some(Level::LIGHT));
/// // There is no level of exactly 5 kyu.
/// assert_eq!(Level::by_name("5k").unwrap().name(), "6k");
/// let quick = Level::new("quick", None, Style::Playouts { n: 300, is_exact: false });
/// assert_eq!(quick.n_playouts(), Some(300));
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Level {
    name: &'static str,
    rank: Option<Rank>,
    style: Style,
    /// Visits for each move where a network judges positions.
    n_network_visits: Option<u32>,
}

/// How a level finds its moves.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Style {
    /// The best move by a few rules of thumb, and one move in five by chance.
    Greedy,
    /// The most likely move by policy among a random share of the sensible
    /// ones.
    ///
    /// Obvious moves are never overlooked.
    Policy {
        /// That share.
        percent: u8,
    },
    /// By a search with a number of playouts.
    Playouts {
        /// The number of playouts for each move.
        n: u32,
        /// Whether all of them are played even if the move is decided.
        is_exact: bool,
    },
    /// By a search that goes on as long as its caller allows.
    Full,
}

impl Level {
    /// The greedy opponent: rules of thumb and chance.
    pub const LIGHT: Level = Level::new("light", None, Style::Greedy);

    /// The levels of the challenge, the weakest first.
    pub const CHALLENGE: [Level; 4] = [
        Level::challenge("novice", 500),
        Level::challenge("apprentice", 2_000),
        Level::challenge("journeyman", 8_000),
        Level::challenge("master", 20_000),
    ];

    /// The ladder of levels, the weakest first.
    ///
    /// Each played 100 games on 9×9 against the one before it, with one thread,
    /// Chinese rules and a komi of 7.5, full with two seconds a move. From 25k
    /// on they won 82, 80, 69, 74, 75, 79, 80, 72, 66, 70 and 73 of them; one
    /// of 3k ended in a repetition and does not count.
    /// The ranks are rough: GNU Go 3.8 at its level 10 is taken for 8 kyu, of
    /// which 6k won 14 of 20 games with an earlier search, and a rank for about
    /// 64 points of Elo.
    pub const LADDER: [Level; 12] = [
        Level::policy("28k", 28, 7),
        Level::policy("25k", 25, 15),
        Level::policy("22k", 22, 30),
        Level::policy("20k", 20, 55),
        Level::policy("18k", 18, 100),
        Level::playouts("14k", Rank::kyu(14), 20),
        Level::playouts("10k", Rank::kyu(10), 80),
        Level::playouts("8k", Rank::kyu(8), 220),
        Level::playouts("6k", Rank::kyu(6), 600),
        Level::playouts("3k", Rank::kyu(3), 1_600),
        Level::playouts("1d", Rank::dan(1), 8_000).with_network(200),
        Level::new("full", None, Style::Full),
    ];

    /// The strongest level.
    pub const FULL: Level = Level::LADDER[Level::LADDER.len() - 1];

    /// A level of one's own.
    ///
    /// Names of this crate's levels are in lower case.
    pub const fn new(name: &'static str, rank: Option<Rank>, style: Style) -> Level {
        Level { name, rank, style, n_network_visits: None }
    }

    /// The level with a network as its judge on boards that it knows, and so
    /// many visits there.
    const fn with_network(self, n_visits: u32) -> Level {
        Level { n_network_visits: Some(n_visits), ..self }
    }

    const fn challenge(name: &'static str, n: u32) -> Level {
        Level::new(name, None, Style::Playouts { n, is_exact: true })
    }

    const fn policy(name: &'static str, kyu: u8, percent: u8) -> Level {
        Level::new(name, Rank::kyu(kyu), Style::Policy { percent })
    }

    const fn playouts(name: &'static str, rank: Option<Rank>, n: u32) -> Level {
        Level::new(name, rank, Style::Playouts { n, is_exact: false })
    }

    /// All levels of this crate: the light one, the ladder and those of the
    /// challenge, each group from the weakest to the strongest.
    pub fn all() -> impl Iterator<Item = Level> {
        [Level::LIGHT].into_iter().chain(Level::LADDER).chain(Level::CHALLENGE)
    }

    /// The level with this name, or nearest to this rank.
    pub fn by_name(name: &str) -> Option<Level> {
        name.parse().ok()
    }

    /// The level of the ladder that is nearest to a rank, the weaker of two;
    /// the strongest for all ranks above those of the ladder.
    pub fn by_rank(rank: Rank) -> Level {
        let ranked = || Level::LADDER.into_iter().filter_map(|it| Some((it.rank?, it)));
        if ranked().all(|(it, _)| it < rank) {
            return Level::FULL;
        }
        ranked().min_by_key(|(it, _)| it.distance(rank)).map_or(Level::FULL, |(_, level)| level)
    }

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The rank that it plays at, roughly, if that does not depend on the
    /// machine and is known.
    pub const fn rank(self) -> Option<Rank> {
        self.rank
    }

    /// The boards on which its rank was measured; it plays on all.
    pub const fn measured_on(self) -> &'static [Size] {
        if self.rank.is_some() { &[Size::NINE] } else { &[] }
    }

    /// The playouts for each move, if it searches and has a number of them.
    pub const fn n_playouts(self) -> Option<u32> {
        match self.style {
            Style::Playouts { n, .. } => Some(n),
            Style::Greedy | Style::Policy { .. } | Style::Full => None,
        }
    }

    /// Whether it has positions judged by a network, on boards that networks
    /// know.
    pub const fn uses_network(self) -> bool {
        matches!(self.style, Style::Full) || self.n_network_visits.is_some()
    }

    /// How it finds its moves.
    pub const fn style(self) -> Style {
        self.style
    }

    /// What its search may use where a network judges positions, or `None` if
    /// that is the caller's to say.
    pub const fn network_limits(self) -> Option<Limits> {
        match self.n_network_visits {
            Some(n) => Some(Limits::playouts(n)),
            None => self.limits(),
        }
    }

    /// What its search may use, or `None` if that is the caller's to say.
    pub const fn limits(self) -> Option<Limits> {
        match self.style {
            Style::Greedy => Some(Limits::exactly(0)),
            Style::Policy { .. } => Some(Limits::exactly(Level::LOOK_PLAYOUTS)),
            Style::Playouts { n, is_exact: true } => Some(Limits::exactly(n)),
            Style::Playouts { n, is_exact: false } => Some(Limits::playouts(n)),
            Style::Full => None,
        }
    }

    /// Playouts by which a level that does not read sees whether the game is
    /// over.
    const LOOK_PLAYOUTS: u32 = 60;
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// Reads a name in upper or lower case, or a rank, which gives the nearest
/// level.
impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let named = Level::all().find(|it| it.name.eq_ignore_ascii_case(text));
        named.or_else(|| text.parse().ok().map(Level::by_rank)).ok_or(ParseLevelError)
    }
}

/// A text is neither the name of a level nor a rank.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a level, expected a rank from 30k to 9d or one of")?;
        let names = Level::all().filter(|it| it.rank.is_none());
        for (idx, level) in names.enumerate() {
            write!(f, "{} {level}", if idx == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl Error for ParseLevelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for level in Level::all() {
            assert_eq!(level.name().to_uppercase().parse(), Ok(level));
        }
        assert!("grandmaster".parse::<Level>().is_err());
    }

    #[test]
    fn ranks_give_the_nearest_level() {
        for (rank, name) in [
            ("30k", "28k"),
            ("28k", "28k"),
            ("16k", "18k"),
            ("7k", "8k"),
            ("5K", "6k"),
            ("4k", "3k"),
            ("1k", "1d"),
            ("1d", "1d"),
            ("2d", "full"),
            ("9d", "full"),
        ] {
            assert_eq!(Level::by_name(rank).map(Level::name), Some(name), "{rank}");
        }
        assert_eq!(Level::by_name("31k"), None);
    }

    #[test]
    fn ladder_is_in_order() {
        let ranks: Vec<Rank> = Level::LADDER.iter().filter_map(|it| it.rank()).collect();
        assert_eq!(ranks.len(), Level::LADDER.len() - 1);
        assert!(ranks.is_sorted());
        for level in Level::LADDER.into_iter().filter(|it| it.rank().is_some()) {
            assert_eq!(level.rank().unwrap().to_string(), level.name());
        }
    }

    #[test]
    fn challenge_plays_exactly_so_many_playouts() {
        let limits = Level::CHALLENGE.map(|level| level.limits().unwrap());
        assert_eq!(limits.map(|it| it.playouts.unwrap()), [500, 2_000, 8_000, 20_000]);
        assert!(limits.iter().all(|it| it.is_exact));
    }
}
