//! Severity of warnings: note, warning or error.

use std::fmt;

use crate::WarningCode;

/// How bad a flaw is, from the least to the worst.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Severity {
    /// It is allowed, or harmless.
    Note,
    /// It is not allowed, but every reader understands it.
    Warning,
    /// It is not allowed, and readers may lose data or disagree.
    Error,
}

/// Writes `note`, `warning` or `error`.
impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

impl WarningCode {
    /// How bad it is.
    pub const fn severity(self) -> Severity {
        match self {
            WarningCode::Meaning(flaw) => flaw.severity(),
            WarningCode::NoGame
            | WarningCode::EndInsideValue
            | WarningCode::EndInsideTree
            | WarningCode::SurplusBracket
            | WarningCode::MissingBracket
            | WarningCode::MissingSemicolon
            | WarningCode::NodeAfterVariation
            | WarningCode::PropertyAfterVariation
            | WarningCode::MissingValue
            | WarningCode::MissingName
            | WarningCode::DuplicateProperty
            | WarningCode::UnclosedValue
            | WarningCode::UnescapedBracket => Severity::Error,
            _ => Severity::Warning,
        }
    }
}
