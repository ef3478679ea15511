//! What an engine does when it is its turn.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tengen_rules::Move;

/// What an engine does when it is its turn.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Decision {
    /// It plays or passes.
    Move(Move),
    /// It gives up.
    Resign,
}

/// Writes the name of the point, `pass` or `resign`.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Move(mv) => mv.fmt(f),
            Decision::Resign => f.pad("resign"),
        }
    }
}

/// Reads what is written, in upper or lower case.
impl FromStr for Decision {
    type Err = ParseDecisionError;

    fn from_str(text: &str) -> Result<Decision, ParseDecisionError> {
        if text.eq_ignore_ascii_case("resign") {
            return Ok(Decision::Resign);
        }
        text.parse().map(Decision::Move).map_err(|_| ParseDecisionError)
    }
}

/// A text is neither a point, nor `pass`, nor `resign`.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ParseDecisionError;

impl fmt::Display for ParseDecisionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a move, expected a point such as D4, pass or resign")
    }
}

impl Error for ParseDecisionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_read_back() {
        for text in ["D4", "pass", "resign"] {
            let decision: Decision = text.to_uppercase().parse().unwrap();
            assert_eq!(decision.to_string(), text);
        }
        assert_eq!("I9".parse::<Decision>(), Err(ParseDecisionError));
    }
}
