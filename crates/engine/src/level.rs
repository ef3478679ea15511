//! How strong an opponent plays.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tengen_ratings::Rank;
use tengen_rules::Size;

use crate::limits::Limits;

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
    /// Where no network judges positions.
    classical: Style,
    /// Where one does.
    with_network: Option<Style>,
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
    /// By a network's policy, after a search of some visits if there is more
    /// than one.
    Network {
        /// The visits for each move.
        n_visits: u32,
        /// How random moves are, in hundredths: they are drawn with the
        /// policy to the power of 100 / this; 0 plays the best one.
        temperature: u8,
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

impl Style {
    /// What its search may use, or `None` if that is the caller's to say.
    pub const fn limits(self) -> Option<Limits> {
        match self {
            Style::Greedy => Some(Limits::exactly(0)),
            Style::Policy { .. } => Some(Limits::exactly(Style::LOOK_PLAYOUTS)),
            Style::Network { n_visits, .. } => Some(Limits::playouts(n_visits)),
            Style::Playouts { n, is_exact: true } => Some(Limits::exactly(n)),
            Style::Playouts { n, is_exact: false } => Some(Limits::playouts(n)),
            Style::Full => None,
        }
    }

    /// Whether it reads ahead.
    pub const fn searches(self) -> bool {
        match self {
            Style::Greedy | Style::Policy { .. } => false,
            Style::Network { n_visits, .. } => n_visits > 1,
            Style::Playouts { .. } | Style::Full => true,
        }
    }

    /// Playouts by which a level that does not read sees whether the game is
    /// over.
    const LOOK_PLAYOUTS: u32 = 60;
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
    /// The ranks are rough: 18k by earlier matches with GNU Go 3.8, whose level
    /// 10 is taken for 8 kyu, and 64 points of Elo on 9×9 for a rank.
    pub const LADDER: [Level; 17] = [
        Level::policy("28k", 28, 7),
        Level::policy("25k", 25, 15),
        Level::policy("22k", 22, 30),
        Level::policy("20k", 20, 55),
        Level::policy("18k", 18, 100),
        Level::network("16k", Rank::kyu(16), Visits(1), Temperature(110), Playouts(10)),
        Level::network("14k", Rank::kyu(14), Visits(1), Temperature(92), Playouts(20)),
        Level::network("12k", Rank::kyu(12), Visits(1), Temperature(77), Playouts(40)),
        Level::network("10k", Rank::kyu(10), Visits(1), Temperature(66), Playouts(80)),
        Level::network("8k", Rank::kyu(8), Visits(1), Temperature(55), Playouts(220)),
        Level::network("6k", Rank::kyu(6), Visits(1), Temperature(35), Playouts(600)),
        Level::network("4k", Rank::kyu(4), Visits(3), Temperature(0), Playouts(1_200)),
        Level::network("2k", Rank::kyu(2), Visits(8), Temperature(0), Playouts(3_000)),
        Level::network("1d", Rank::dan(1), Visits(16), Temperature(0), Playouts(8_000)),
        Level::network("3d", Rank::dan(3), Visits(45), Temperature(0), Playouts(16_000)),
        Level::network("5d", Rank::dan(5), Visits(150), Temperature(0), Playouts(32_000)),
        Level::new("full", None, Style::Full),
    ];

    /// The strongest level.
    pub const FULL: Level = Level::LADDER[Level::LADDER.len() - 1];

    /// A level of one's own, which plays alike on all boards.
    ///
    /// Names of this crate's levels are in lower case.
    pub const fn new(name: &'static str, rank: Option<Rank>, style: Style) -> Level {
        let with_network = match style {
            Style::Network { .. } | Style::Full => Some(style),
            _ => None,
        };
        Level { name, rank, classical: style, with_network }
    }

    const fn challenge(name: &'static str, n: u32) -> Level {
        Level::new(name, None, Style::Playouts { n, is_exact: true })
    }

    const fn policy(name: &'static str, kyu: u8, percent: u8) -> Level {
        Level::new(name, Rank::kyu(kyu), Style::Policy { percent })
    }

    /// A level with a network, and with playouts where there is none.
    const fn network(
        name: &'static str,
        rank: Option<Rank>,
        Visits(n_visits): Visits,
        Temperature(temperature): Temperature,
        Playouts(n): Playouts,
    ) -> Level {
        let classical = Style::Playouts { n, is_exact: false };
        let with_network = Style::Network { n_visits, temperature };
        Level { name, rank, classical, with_network: Some(with_network) }
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

    /// The playouts for each move, if it searches by a number of them on all
    /// boards.
    pub const fn n_playouts(self) -> Option<u32> {
        match (self.classical, self.with_network) {
            (Style::Playouts { n, .. }, None) => Some(n),
            _ => None,
        }
    }

    /// The playouts or visits that a move takes at most, on any board, or
    /// `None` if that is the caller's to say.
    pub fn most_playouts(self) -> Option<u32> {
        let n_playouts = self.classical.limits()?.playouts?;
        let n_visits = match self.with_network {
            Some(style) => style.limits()?.playouts?,
            None => 0,
        };
        Some(n_playouts.max(n_visits))
    }

    /// Whether it reads ahead on some board.
    pub const fn searches(self) -> bool {
        self.classical.searches()
    }

    /// Whether it has positions judged by a network, on boards that networks
    /// know.
    pub const fn uses_network(self) -> bool {
        self.with_network.is_some()
    }

    /// How it finds its moves on a board for which there is a network, or none.
    pub const fn style(self, has_network: bool) -> Style {
        match self.with_network {
            Some(style) if has_network => style,
            _ => self.classical,
        }
    }
}

/// Visits for each move.
struct Visits(u32);

/// See [`Style::Network`].
struct Temperature(u8);

/// Playouts for each move where there is no network.
struct Playouts(u32);

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
            ("15k", "16k"),
            ("7k", "8k"),
            ("5K", "6k"),
            ("4k", "4k"),
            ("1k", "2k"),
            ("1d", "1d"),
            ("4d", "3d"),
            ("6d", "full"),
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
        let limits = Level::CHALLENGE.map(|it| it.style(true).limits().unwrap());
        assert_eq!(limits.map(|it| it.playouts.unwrap()), [500, 2_000, 8_000, 20_000]);
        assert!(limits.iter().all(|it| it.is_exact));
    }
}
