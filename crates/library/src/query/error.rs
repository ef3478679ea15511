//! What is wrong with a query, and where.

use std::error::Error;
use std::fmt;
use std::ops::Range;

/// A query that cannot be understood.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct QueryError {
    /// The bytes of the query that are wrong.
    pub range: Range<usize>,
    /// The character at which they begin, from 1.
    pub column: usize,
    /// What is wrong with them.
    pub problem: QueryProblem,
    /// The text that is wrong, with the field before it.
    pub text: String,
}

/// What is wrong with a part of a query.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum QueryProblem {
    /// A field that does not exist.
    UnknownField,
    /// A field without a value.
    NoValue,
    /// A quotation mark without another one.
    OpenQuote,
    /// A bracket without another one.
    OpenBracket,
    /// A closing bracket without an opening one.
    StrayBracket,
    /// `or` or `-` with nothing to join or deny.
    Dangling,
    /// A value that is not a date.
    NotADate,
    /// A value that is not a result.
    NotAResult,
    /// A value that is not a board size.
    NotASize,
    /// A value that is not a rank.
    NotARank,
    /// A value that is not a number.
    NotANumber,
    /// A value that `is:` does not know.
    NotAProperty,
    /// Brackets in brackets, deeper than anybody needs.
    TooDeep,
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        match self.problem {
            QueryProblem::UnknownField => write!(
                f,
                "unknown field {text}, expected one such as player:, event:, date:, result:, \
                 size:, rank:, text: or tag:"
            ),
            QueryProblem::NoValue => write!(f, "{text} has no value, expected {text}something"),
            QueryProblem::OpenQuote => write!(f, "the quotation mark of {text} is not closed"),
            QueryProblem::OpenBracket => f.write_str("the bracket ( is not closed"),
            QueryProblem::StrayBracket => f.write_str("the bracket ) closes nothing"),
            QueryProblem::Dangling => {
                write!(f, "{text} stands alone, expected something to search for after it")
            }
            QueryProblem::NotADate => {
                write!(f, "{text} is not a date, expected 2016, 2016-03, 2016-03-09 or 2010..2016")
            }
            QueryProblem::NotAResult => {
                write!(f, "{text} is not a result, expected B, W+R, B+0.5, W+T, draw, void or ?")
            }
            QueryProblem::NotASize => {
                write!(f, "{text} is not a board size, expected 19 or 13x9")
            }
            QueryProblem::NotARank => {
                write!(f, "{text} is not a rank, expected 3k, 5d, 9p or 1d..5d")
            }
            QueryProblem::NotANumber => {
                write!(f, "{text} is not a number, expected 5, 2..9, >=2 or <100")
            }
            QueryProblem::NotAProperty => write!(
                f,
                "{text} is not known, expected is:mine, is:commented, is:reviewed, is:tagged or \
                 is:duplicate"
            ),
            QueryProblem::TooDeep => f.write_str("the brackets are nested too deeply"),
        }
    }
}

impl Error for QueryError {}
