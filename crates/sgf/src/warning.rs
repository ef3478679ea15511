//! Warnings about the grammar of a file, with line and column.

use std::fmt;

use crate::Flaw;

/// Something in a file that is not as it should be.
///
/// The file was read nevertheless. `Display` says in one sentence what is
/// wrong and how it was understood.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub struct Warning {
    /// The line, counted from one.
    pub line: u32,
    /// The character in the line, counted from one.
    pub column: u32,
    /// The kind of flaw.
    pub code: WarningCode,
    /// The property or text concerned, shortened, where there is one.
    pub subject: Option<Box<str>>,
    /// What was probably meant, where there is a guess.
    pub hint: Option<Box<str>>,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = self.subject.as_deref().unwrap_or_default();
        match self.code {
            WarningCode::Meaning(flaw) => write!(f, "{subject} {}", flaw.predicate()),
            WarningCode::TextBeforeGame => {
                f.write_str("the text before the first game is not a game")
            }
            WarningCode::NoGame => f.write_str("there is no game in this file"),
            WarningCode::EndInsideValue if subject.is_empty() => {
                f.write_str("the file ends inside a value")
            }
            WarningCode::EndInsideValue => {
                write!(f, "the file ends inside a value of {subject}")
            }
            WarningCode::EndInsideTree => {
                f.write_str("the file ends before the last game does, a ) is missing")
            }
            WarningCode::SurplusBracket => f.write_str("this ) closes nothing and is left out"),
            WarningCode::MissingBracket => f.write_str("this game begins without a ("),
            WarningCode::MissingSemicolon => {
                write!(f, "this node begins with {subject} instead of a semicolon")
            }
            WarningCode::EmptyTree => f.write_str("this ( is not followed by a node"),
            WarningCode::NodeAfterVariation => {
                f.write_str("this node follows a variation and is read as another variation")
            }
            WarningCode::PropertyAfterVariation => {
                write!(f, "{subject} follows a variation and is moved to the node before it")
            }
            WarningCode::MixedCaseName => {
                write!(f, "the name {subject} has lower-case letters, which are ignored")
            }
            WarningCode::LowerCaseName => {
                write!(f, "the name {subject} is read in upper case")
            }
            WarningCode::DigitInName => {
                write!(f, "the name {subject} has a digit, expected letters only")
            }
            WarningCode::MissingValue => {
                write!(f, "{subject} has no value and is given an empty one")
            }
            WarningCode::MissingName => write!(f, "the value [{subject}] belongs to no property"),
            WarningCode::DuplicateProperty => {
                write!(f, "{subject} is given twice in this node, its values are joined")
            }
            WarningCode::UnclosedValue => {
                write!(f, "a value of {subject} lacks its ] before the next node")
            }
            WarningCode::UnescapedBracket => {
                write!(f, "a value of {subject} contains a ] without a backslash")
            }
            WarningCode::Junk => write!(f, "the text {subject} has no meaning here"),
            WarningCode::NulByte => f.write_str("there are NUL characters in this file"),
            WarningCode::EncodingMismatch => {
                write!(f, "the text is not in the encoding {subject} that CA names")
            }
            WarningCode::InvalidBytes => {
                write!(f, "some bytes are not characters in {subject}; they are kept as they are")
            }
        }
    }
}

/// The kinds of flaws in a file.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[non_exhaustive]
pub enum WarningCode {
    /// The first game does not begin at the first character.
    TextBeforeGame,
    /// The file has no game at all.
    NoGame,
    /// The file ends between `[` and `]`.
    EndInsideValue,
    /// The file ends before the last `)`.
    EndInsideTree,
    /// A `)` was never opened.
    SurplusBracket,
    /// A game begins with `;` instead of `(;`.
    MissingBracket,
    /// A node begins with a property instead of `;`.
    MissingSemicolon,
    /// A tree has no node of its own.
    EmptyTree,
    /// A node stands behind the variations of its predecessor.
    NodeAfterVariation,
    /// A property stands behind the variations of its node.
    PropertyAfterVariation,
    /// A name has lower-case letters in a file of the fourth format.
    MixedCaseName,
    /// A name has no upper-case letter.
    LowerCaseName,
    /// A name has a digit.
    DigitInName,
    /// A property has no value.
    MissingValue,
    /// A value has no property.
    MissingName,
    /// A property occurs twice in a node.
    DuplicateProperty,
    /// The value of a move has no `]` before the next node.
    UnclosedValue,
    /// A `]` inside a value lacks its backslash.
    UnescapedBracket,
    /// Text between properties or games has no meaning.
    Junk,
    /// The file has NUL characters; only the first is reported.
    NulByte,
    /// The property `CA` names an encoding that this file is not read with.
    EncodingMismatch,
    /// Bytes are not characters in the encoding of the file; only the first
    /// are reported.
    InvalidBytes,
    /// The meaning of a property is not as it should be, which only
    /// [`Collection::check`](crate::Collection::check) looks at.
    Meaning(Flaw),
}

impl WarningCode {
    /// The name that scripts may rely on.
    pub const fn as_str(self) -> &'static str {
        match self {
            WarningCode::Meaning(flaw) => flaw.as_str(),
            WarningCode::TextBeforeGame => "text-before-game",
            WarningCode::NoGame => "no-game",
            WarningCode::EndInsideValue => "end-inside-value",
            WarningCode::EndInsideTree => "end-inside-tree",
            WarningCode::SurplusBracket => "surplus-bracket",
            WarningCode::MissingBracket => "missing-bracket",
            WarningCode::MissingSemicolon => "missing-semicolon",
            WarningCode::EmptyTree => "empty-tree",
            WarningCode::NodeAfterVariation => "node-after-variation",
            WarningCode::PropertyAfterVariation => "property-after-variation",
            WarningCode::MixedCaseName => "mixed-case-name",
            WarningCode::LowerCaseName => "lower-case-name",
            WarningCode::DigitInName => "digit-in-name",
            WarningCode::MissingValue => "missing-value",
            WarningCode::MissingName => "missing-name",
            WarningCode::DuplicateProperty => "duplicate-property",
            WarningCode::UnclosedValue => "unclosed-value",
            WarningCode::UnescapedBracket => "unescaped-bracket",
            WarningCode::Junk => "junk",
            WarningCode::NulByte => "nul-byte",
            WarningCode::EncodingMismatch => "encoding-mismatch",
            WarningCode::InvalidBytes => "invalid-bytes",
        }
    }

    /// Whether the file seems to have lost its end.
    pub const fn is_truncation(self) -> bool {
        matches!(self, WarningCode::EndInsideValue | WarningCode::EndInsideTree)
    }
}

impl fmt::Display for WarningCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
