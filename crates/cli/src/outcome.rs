//! The exit code of a command that ran to its end.

use std::process::ExitCode;

/// How a command ended that was not interrupted.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(crate) enum Outcome {
    /// All is done.
    Done,
    /// The answer is no.
    No,
    /// Some of the input could not be used, and was reported.
    Unusable,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        match outcome {
            Outcome::Done => ExitCode::SUCCESS,
            Outcome::No => ExitCode::from(1),
            Outcome::Unusable => ExitCode::from(2),
        }
    }
}
