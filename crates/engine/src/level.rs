//! How strong an opponent plays.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::limits::Limits;

/// A strength that an opponent can play at.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Level {
    name: &'static str,
    style: Style,
    summary: &'static str,
}

/// How a level finds its moves.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Style {
    /// By a few rules of thumb, and one move in five by chance.
    Greedy,
    /// The most natural of so many moves that come to mind, in percent of all
    /// sensible ones.
    ///
    /// Moves that anybody would see always come to mind.
    Policy {
        /// The share of the moves that is looked at.
        percent: u8,
    },
    /// By a search of so many playouts.
    Playouts {
        /// The number of playouts for each move.
        n: u32,
        /// Whether all of them are played even if the move is decided.
        is_exact: bool,
    },
    /// As well as the time allows.
    Full,
}

impl Level {
    /// The light opponent: rules of thumb and chance.
    pub const LIGHT: Level = Level {
        name: "light",
        style: Style::Greedy,
        summary: "rules of thumb, and one move in five by chance",
    };

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
    /// of 3k repeated itself and counts for nobody.
    /// The names are rough ranks: GNU Go 3.8 at its level 10 is taken for
    /// 8 kyu, of which 6k won 14 of 20 games with an earlier search, and a rank
    /// for about 64 points of Elo.
    pub const LADDER: [Level; 12] = [
        Level::policy("28k", 7),
        Level::policy("25k", 15),
        Level::policy("22k", 30),
        Level::policy("20k", 55),
        Level::policy("18k", 100),
        Level::playouts("14k", 20),
        Level::playouts("10k", 80),
        Level::playouts("8k", 220),
        Level::playouts("6k", 600),
        Level::playouts("3k", 1_600),
        Level::playouts("1d", 8_000),
        Level { name: "full", style: Style::Full, summary: "as strong as time and machine allow" },
    ];

    /// The strongest level.
    pub const FULL: Level = Level::LADDER[Level::LADDER.len() - 1];

    const fn challenge(name: &'static str, n: u32) -> Level {
        let style = Style::Playouts { n, is_exact: true };
        Level { name, style, summary: "an opponent of the challenge" }
    }

    const fn policy(name: &'static str, percent: u8) -> Level {
        let summary = "plays what looks natural, and overlooks a lot";
        Level { name, style: Style::Policy { percent }, summary }
    }

    const fn playouts(name: &'static str, n: u32) -> Level {
        Level { name, style: Style::Playouts { n, is_exact: false }, summary: "reads ahead" }
    }

    /// All levels: the light one, the ladder and those of the challenge.
    pub fn all() -> impl Iterator<Item = Level> {
        [Level::LIGHT].into_iter().chain(Level::LADDER).chain(Level::CHALLENGE)
    }

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// What to expect of it, in a few words.
    pub const fn summary(self) -> &'static str {
        self.summary
    }

    /// How it finds its moves.
    pub const fn style(self) -> Style {
        self.style
    }

    /// What its search may use, or `None` if that is the caller's to say.
    pub const fn limits(self) -> Option<Limits> {
        match self.style {
            Style::Greedy => Some(Limits::exactly(0)),
            Style::Policy { .. } => Some(Limits::exactly(Level::GLANCE)),
            Style::Playouts { n, is_exact: true } => Some(Limits::exactly(n)),
            Style::Playouts { n, is_exact: false } => Some(Limits::playouts(n)),
            Style::Full => None,
        }
    }

    /// Playouts by which a level that does not read sees whether the game is
    /// over.
    const GLANCE: u32 = 60;
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// Reads a name in upper or lower case.
impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        Level::all().find(|it| it.name.eq_ignore_ascii_case(text)).ok_or(ParseLevelError)
    }
}

/// A text is not the name of a level.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a level, expected one of")?;
        for (idx, level) in Level::all().enumerate() {
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
    fn challenge_plays_exactly_so_many_playouts() {
        let limits = Level::CHALLENGE.map(|level| level.limits().unwrap());
        assert_eq!(limits.map(|it| it.playouts.unwrap()), [500, 2_000, 8_000, 20_000]);
        assert!(limits.iter().all(|it| it.is_exact));
    }
}
