//! The names of the levels of our own engine.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The name of a level of our own engine, such as `5k` or `full`.
///
/// Which levels there are is known to the host, who finds the nearest one.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct LevelName(String);

impl LevelName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for LevelName {
    type Err = EmptyLevelName;

    fn from_str(text: &str) -> Result<LevelName, EmptyLevelName> {
        let name = text.trim();
        if name.is_empty() { Err(EmptyLevelName) } else { Ok(LevelName(name.to_owned())) }
    }
}

/// A level has no name.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct EmptyLevelName;

impl fmt::Display for EmptyLevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("empty level, expected a name such as 5k")
    }
}

impl Error for EmptyLevelName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_but_none_is_kept() {
        assert_eq!(" 5k ".parse::<LevelName>().unwrap().to_string(), "5k");
        assert_eq!("of old".parse::<LevelName>().unwrap().as_str(), "of old");
        assert_eq!(" ".parse::<LevelName>(), Err(EmptyLevelName));
    }
}
