//! The format of answers, and all failures of commands.

use std::fmt;

/// The reason why a command was not carried out.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Failure {
    UnknownCommand,
    SyntaxError,
    LineTooLong,
    UnacceptableSize,
    IllegalMove,
    CannotUndo,
    BoardNotEmpty,
    InvalidNumberOfStones,
    BadVertexList,
    CannotLoad,
    CannotSave,
    IllegalPosition,
    UnknownRules,
    RulesForbidGame,
    NotTold,
    /// A part of an analysis that the engine does not know.
    NotKnown(&'static str),
    UnknownParameter,
    BadParameterValue,
}

/// Writes the words of the protocol.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Failure::NotKnown(name) => return write!(f, "{name} is not supported"),
            Failure::UnknownParameter => "unknown parameter",
            Failure::BadParameterValue => "bad value for this parameter",
            Failure::UnknownCommand => "unknown command",
            Failure::SyntaxError => "syntax error",
            Failure::LineTooLong => "line too long",
            Failure::UnacceptableSize => "unacceptable size",
            Failure::IllegalMove => "illegal move",
            Failure::CannotUndo => "cannot undo",
            Failure::BoardNotEmpty => "board not empty",
            Failure::InvalidNumberOfStones => "invalid number of stones",
            Failure::BadVertexList => "bad vertex list",
            Failure::CannotLoad => "cannot load file",
            Failure::CannotSave => "cannot save file",
            Failure::IllegalPosition => "illegal position",
            Failure::UnknownRules => "unknown rules",
            Failure::RulesForbidGame => "the game so far is illegal by these rules",
            Failure::NotTold => "the player does not tell",
        })
    }
}

/// The answer to a command, with the blank line that ends it.
///
/// A blank line inside the text would end it too early and is left out.
pub(crate) fn format(id: Option<&str>, result: &Result<String, Failure>) -> String {
    let (sign, text) = match result {
        Ok(text) => ('=', text.clone()),
        Err(failure) => ('?', failure.to_string()),
    };
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    // The space is there even if no text follows: well-known engines do it,
    // and controllers were written for them.
    let mut answer = format!("{sign}{} {first}\n", id.unwrap_or_default());
    for line in lines.filter(|line| !line.trim().is_empty()) {
        answer.push_str(line);
        answer.push('\n');
    }
    answer.push('\n');
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_an_answer() {
        for (id, result, expected) in [
            (None, Ok(""), "= \n\n"),
            (Some("7"), Ok(""), "=7 \n\n"),
            (Some("7"), Ok("D4"), "=7 D4\n\n"),
            (None, Err(Failure::IllegalMove), "? illegal move\n\n"),
            (None, Ok("a\n\nb\n \n"), "= a\nb\n\n"),
            (None, Ok("\na\nb"), "= \na\nb\n\n"),
        ] {
            assert_eq!(format(id, &result.map(String::from)), expected);
        }
    }
}
