//! The language in which games are looked for.

mod error;
mod parse;
mod sql;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use tengen_rules::{Color, Size};

use crate::{Date, GameId, GameSet, Rank};

pub use error::{QueryError, QueryProblem};
pub(crate) use sql::Where;

/// Which games are meant.
///
/// A query is words and fields with a value, such as
/// `player:"Lee Sedol" result:B+R year:2010..2016 size:19`. All of them must
/// be true of a game; `or`, `not` (or `-`) and brackets are understood as well.
///
/// | field | value |
/// |---|---|
/// | a word alone | in names, event, place or comments |
/// | `player:`, `black:`, `white:` | a name or a part of it, in any spelling |
/// | `event:`, `place:`, `round:`, `rules:`, `opening:` | a part of the text |
/// | `text:` | words in comments |
/// | `date:`, `year:`, `added:` | `2016`, `2016-03`, `2016-03-09` |
/// | `result:` | `B`, `W+R`, `B+0.5`, `B+T`, `draw`, `void`, `?` |
/// | `size:` | `19`, `13x9` |
/// | `rank:`, `blackrank:`, `whiterank:` | `3k`, `5d`, `9p` |
/// | `handicap:`, `komi:`, `moves:`, `variations:`, `id:` | a number |
/// | `tag:` | a tag of yours |
/// | `file:` | a part of the path that the game is from |
/// | `is:` | `mine`, `commented`, `reviewed`, `tagged`, `duplicate` |
///
/// Dates, ranks and numbers can be ranges: `2010..2016`, `5d..`, `<100`,
/// `>=2`.
///
/// ```
/// use tengen_library::Query;
///
/// let query: Query = "player:\"Lee Sedol\" -is:mine (size:19 or size:13)".parse()?;
/// let error = "player:Lee size:nineteen".parse::<Query>().unwrap_err();
/// assert_eq!(error.range, 16..24);
/// assert_eq!(error.to_string(), "size:nineteen is not a board size, expected 19 or 13x9");
/// # Ok::<(), tengen_library::QueryError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    pub(crate) term: Term,
}

impl Query {
    /// All games.
    pub fn all() -> Query {
        Query { term: Term::All(Vec::new()) }
    }

    /// One game.
    pub fn game(id: GameId) -> Query {
        let id = i64::from(id.number());
        Query { term: Term::Filter(Filter::Number(NumberField::Id, id as f64..=id as f64)) }
    }

    /// Games with the user as a player.
    pub fn mine() -> Query {
        Query { term: Term::Filter(Filter::Is(Property::Mine)) }
    }

    /// The games of a set.
    pub fn among(games: GameSet) -> Query {
        Query { term: Term::Filter(Filter::Among(games)) }
    }

    /// The same query, in which `is:mine` means these games.
    ///
    /// A library has one user; a program that has several says so for each.
    #[must_use]
    pub fn with_mine(self, mine: &GameSet) -> Query {
        Query { term: self.term.with_mine(mine) }
    }

    /// The games that both queries mean.
    #[must_use]
    pub fn and(self, other: Query) -> Query {
        Query { term: Term::All(vec![self.term, other.term]) }
    }

    /// Whether it means all games.
    pub fn is_all(&self) -> bool {
        self.term == Term::All(Vec::new())
    }
}

impl Default for Query {
    fn default() -> Query {
        Query::all()
    }
}

impl FromStr for Query {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<Query, QueryError> {
        parse::parse(text)
    }
}

/// A part of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Term {
    All(Vec<Term>),
    Any(Vec<Term>),
    Not(Box<Term>),
    Filter(Filter),
}

impl Term {
    fn with_mine(self, mine: &GameSet) -> Term {
        let all = |terms: Vec<Term>| terms.into_iter().map(|it| it.with_mine(mine)).collect();
        match self {
            Term::All(terms) => Term::All(all(terms)),
            Term::Any(terms) => Term::Any(all(terms)),
            Term::Not(term) => Term::Not(Box::new(term.with_mine(mine))),
            Term::Filter(Filter::Is(Property::Mine)) => Term::Filter(Filter::Among(mine.clone())),
            filter @ Term::Filter(_) => filter,
        }
    }
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Filter {
    /// Anywhere in names and texts; a phrase if it was quoted.
    Word(String, IsPhrase),
    Player(Option<Color>, String),
    Event(String),
    Place(String),
    Text(TextField, String),
    Comment(String, IsPhrase),
    Date(RangeInclusive<Date>),
    /// When it was added, in days of UTC.
    Added(RangeInclusive<Date>),
    Result(ResultFilter),
    Size(Size),
    Rank(Option<Color>, RangeInclusive<Rank>),
    Number(NumberField, RangeInclusive<f64>),
    Tag(String),
    File(String),
    Among(GameSet),
    Is(Property),
}

/// Whether words must stand one after the other.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct IsPhrase(pub(crate) bool);

/// A text that is looked into.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum TextField {
    Round,
    Rules,
    Opening,
}

/// A number of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum NumberField {
    Handicap,
    Komi,
    Moves,
    Variations,
    Id,
}

/// How a game ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct ResultFilter {
    /// As in the table of games.
    pub(crate) winner: u8,
    /// As in the table of games, if it matters.
    pub(crate) margin: Option<i64>,
}

/// What a game is or is not.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Property {
    Mine,
    Commented,
    Reviewed,
    Tagged,
    Duplicate,
}

impl Property {
    pub(crate) const ALL: [(Property, &'static str); 5] = [
        (Property::Mine, "mine"),
        (Property::Commented, "commented"),
        (Property::Reviewed, "reviewed"),
        (Property::Tagged, "tagged"),
        (Property::Duplicate, "duplicate"),
    ];
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Property::ALL.iter().find(|(it, _)| it == self).map(|(_, name)| *name);
        f.write_str(name.unwrap_or_default())
    }
}
