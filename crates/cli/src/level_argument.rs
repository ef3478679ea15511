//! A level as an argument: by its name, or by any rank.

use std::io::{self, Write};
use std::str::FromStr;

use tengen_engine::{Level, ParseLevelError, Rank};

/// A level, and the rank that was asked for if the level is only near it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct LevelArgument {
    level: Level,
    nearest_to: Option<Rank>,
}

impl LevelArgument {
    /// The level; says on standard error which one it is if the rank that was
    /// asked for has none.
    pub(crate) fn level(self) -> Level {
        let LevelArgument { level, nearest_to } = self;
        if let Some(rank) = nearest_to {
            // A note that cannot be written is no reason not to play.
            let _ = writeln!(io::stderr(), "tengen: the nearest level to {rank} is {level}");
        }
        level
    }
}

impl FromStr for LevelArgument {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<LevelArgument, ParseLevelError> {
        let level: Level = text.parse()?;
        let rank = text.parse().ok().filter(|&rank| level.rank() != Some(rank));
        Ok(LevelArgument { level, nearest_to: rank })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_without_a_level_is_remembered() {
        let nearest = |text: &str| text.parse::<LevelArgument>().unwrap().nearest_to;
        assert_eq!((nearest("6k"), nearest("light"), nearest("FULL")), (None, None, None));
        assert_eq!((nearest("5k"), nearest("9d")), (Rank::kyu(5), Rank::dan(9)));
        assert_eq!("god".parse::<LevelArgument>(), Err(ParseLevelError));
    }
}
