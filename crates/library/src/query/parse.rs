//! Reading a query.

use std::ops::{Range, RangeInclusive};

use tengen_record::{Margin, Outcome};
use tengen_rules::{Color, Size};

use super::{
    Filter, IsPhrase, NumberField, Property, Query, QueryError, QueryProblem, ResultFilter, Term,
    TextField,
};
use crate::fold::words;
use crate::{Date, Rank};

/// How deep brackets may be.
const MAX_DEPTH: usize = 64;

pub(super) fn parse(text: &str) -> Result<Query, QueryError> {
    let mut parser = Parser { text, tokens: tokens(text)?, at: 0, depth: 0 };
    let term = parser.any()?;
    match parser.peek() {
        // Only a closing bracket ends a term early.
        Some(token) => Err(error(text, token.range.clone(), QueryProblem::StrayBracket)),
        None => Ok(Query { term }),
    }
}

fn error(text: &str, range: Range<usize>, problem: QueryProblem) -> QueryError {
    let wrong = text.get(range.clone()).unwrap_or_default().to_owned();
    let column = text.get(..range.start).map_or(0, |it| it.chars().count()) + 1;
    QueryError { text: wrong, range, column, problem }
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Open,
    Close,
    Not,
    Or,
    Word,
}

#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    range: Range<usize>,
    /// The field before the colon, if there is one.
    field: Option<String>,
    /// The value without its quotation marks.
    value: String,
    /// Where the value is.
    value_range: Range<usize>,
    is_quoted: bool,
}

impl Token {
    /// Whether there is nothing in it to look for.
    fn is_punctuation(&self) -> bool {
        self.field.is_none() && !self.is_quoted && words(&self.value).is_empty()
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, QueryError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let next = at + c.len_utf8();
        let kind = match c {
            '(' | '（' => Some(Kind::Open),
            ')' | '）' => Some(Kind::Close),
            '-' if text[next..].starts_with(|c: char| !c.is_whitespace()) => Some(Kind::Not),
            _ => None,
        };
        if c.is_whitespace() {
            at = next;
        } else if let Some(kind) = kind {
            tokens.push(token(kind, at..next));
            at = next;
        } else {
            let word = word(text, at)?;
            at = word.range.end;
            tokens.push(word);
        }
    }
    Ok(tokens)
}

fn token(kind: Kind, range: Range<usize>) -> Token {
    let value_range = range.clone();
    Token { kind, range, field: None, value: String::new(), value_range, is_quoted: false }
}

/// A word, a phrase in quotation marks, or a field with one of them.
fn word(text: &str, start: usize) -> Result<Token, QueryError> {
    let mut word = token(Kind::Word, start..start);
    let mut at = start;
    word.value_range.start = start;
    while let Some(c) = text[at..].chars().next() {
        let next = at + c.len_utf8();
        match c {
            '"' | '“' | '”' | '„' => {
                let Some(len) = text[next..].find(['"', '“', '”']) else {
                    return Err(error(text, start..text.len(), QueryProblem::OpenQuote));
                };
                word.value.push_str(&text[next..next + len]);
                word.is_quoted = true;
                let closing = text[next + len..].chars().next().map_or(0, char::len_utf8);
                at = next + len + closing;
                continue;
            }
            ':' | '：' if word.field.is_none() && !word.is_quoted => {
                word.field = Some(std::mem::take(&mut word.value).to_lowercase());
                word.value_range.start = next;
            }
            _ if c.is_whitespace() || "()（）".contains(c) => break,
            _ => word.value.push(c),
        }
        at = next;
    }
    word.range.end = at;
    word.value_range.end = at;
    if word.field.is_none() && !word.is_quoted {
        word.kind = match word.value.to_ascii_lowercase().as_str() {
            "or" => Kind::Or,
            "not" => Kind::Not,
            _ => Kind::Word,
        };
    }
    Ok(word)
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn fail<T>(&self, range: Range<usize>, problem: QueryProblem) -> Result<T, QueryError> {
        Err(error(self.text, range, problem))
    }

    /// Terms with `or` between them.
    fn any(&mut self) -> Result<Term, QueryError> {
        let mut terms = vec![self.all()?];
        while let Some(token) = self.peek().filter(|it| it.kind == Kind::Or) {
            let range = token.range.clone();
            let is_empty = |term: &Term| *term == Term::All(Vec::new());
            self.at += 1;
            let next = self.all()?;
            if is_empty(&next) || terms.last().is_some_and(is_empty) {
                return self.fail(range, QueryProblem::Dangling);
            }
            terms.push(next);
        }
        Ok(if terms.len() == 1 { terms.remove(0) } else { Term::Any(terms) })
    }

    /// Terms that must all be true.
    fn all(&mut self) -> Result<Term, QueryError> {
        let mut terms = Vec::new();
        while self.peek().is_some_and(|it| !matches!(it.kind, Kind::Or | Kind::Close)) {
            terms.push(self.single()?);
        }
        Ok(if terms.len() == 1 { terms.remove(0) } else { Term::All(terms) })
    }

    fn single(&mut self) -> Result<Term, QueryError> {
        let Some(token) = self.peek().cloned() else { return Ok(Term::All(Vec::new())) };
        self.at += 1;
        match token.kind {
            Kind::Not => match self.peek().map(|it| &it.kind) {
                Some(Kind::Word) if self.peek().is_some_and(Token::is_punctuation) => {
                    self.fail(token.range, QueryProblem::Dangling)
                }
                Some(Kind::Word | Kind::Open) => Ok(Term::Not(Box::new(self.single()?))),
                _ => self.fail(token.range, QueryProblem::Dangling),
            },
            Kind::Open => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return self.fail(token.range, QueryProblem::TooDeep);
                }
                let term = self.any()?;
                if self.peek().is_none_or(|it| it.kind != Kind::Close) {
                    return self.fail(token.range, QueryProblem::OpenBracket);
                }
                self.at += 1;
                self.depth -= 1;
                Ok(term)
            }
            // A dash between two names, for example.
            Kind::Word if token.is_punctuation() => Ok(Term::All(Vec::new())),
            Kind::Word => filter(self.text, &token).map(Term::Filter),
            Kind::Close | Kind::Or => self.fail(token.range, QueryProblem::StrayBracket),
        }
    }
}

fn filter(text: &str, token: &Token) -> Result<Filter, QueryError> {
    let value = token.value.clone();
    let is_phrase = IsPhrase(token.is_quoted);
    let Some(field) = &token.field else { return Ok(Filter::Word(value, is_phrase)) };
    let fail = |problem| {
        let mut error = error(text, token.value_range.clone(), problem);
        error.text = format!("{field}:{value}");
        Err(error)
    };
    if !FIELDS.contains(&field.as_str()) {
        let end = token.range.start + field.len();
        let mut error = error(text, token.range.start..end, QueryProblem::UnknownField);
        error.text = format!("{field}:");
        return Err(error);
    }
    if value.trim().is_empty() {
        let mut error = error(text, token.range.clone(), QueryProblem::NoValue);
        error.text = format!("{field}:");
        return Err(error);
    }
    Ok(match field.as_str() {
        "player" => Filter::Player(None, value),
        "black" => Filter::Player(Some(Color::Black), value),
        "white" => Filter::Player(Some(Color::White), value),
        "event" => Filter::Event(value),
        "place" => Filter::Place(value),
        "round" => Filter::Text(TextField::Round, value),
        "rules" => Filter::Text(TextField::Rules, value),
        "opening" => Filter::Text(TextField::Opening, value),
        "text" => Filter::Comment(value, is_phrase),
        "tag" => Filter::Tag(value),
        "file" => Filter::File(value),
        "date" | "year" | "added" => match dates(&value) {
            Some(range) if field == "added" => Filter::Added(range),
            Some(range) => Filter::Date(range),
            None => return fail(QueryProblem::NotADate),
        },
        "result" => match result(&value) {
            Some(result) => Filter::Result(result),
            None => return fail(QueryProblem::NotAResult),
        },
        "size" => match size(&value) {
            Some(size) => Filter::Size(size),
            None => return fail(QueryProblem::NotASize),
        },
        "rank" | "blackrank" | "whiterank" => match ranks(&value) {
            Some(range) => Filter::Rank(color(field), range),
            None => return fail(QueryProblem::NotARank),
        },
        "is" => match Property::ALL.iter().find(|(_, name)| *name == value.to_lowercase()) {
            Some((property, _)) => Filter::Is(*property),
            None => return fail(QueryProblem::NotAProperty),
        },
        _ => match numbers(&value) {
            Some(range) => Filter::Number(number_field(field), range),
            None => return fail(QueryProblem::NotANumber),
        },
    })
}

const FIELDS: [&str; 25] = [
    "player",
    "black",
    "white",
    "event",
    "place",
    "round",
    "rules",
    "opening",
    "text",
    "tag",
    "file",
    "date",
    "year",
    "added",
    "result",
    "size",
    "rank",
    "blackrank",
    "whiterank",
    "is",
    "handicap",
    "komi",
    "moves",
    "variations",
    "id",
];

fn number_field(field: &str) -> NumberField {
    match field {
        "handicap" => NumberField::Handicap,
        "komi" => NumberField::Komi,
        "moves" => NumberField::Moves,
        "variations" => NumberField::Variations,
        _ => NumberField::Id,
    }
}

fn color(field: &str) -> Option<Color> {
    match field {
        "blackrank" => Some(Color::Black),
        "whiterank" => Some(Color::White),
        _ => None,
    }
}

/// The two ends of a range, of which one may be open; a single value is both.
/// The third is whether the ends do not belong to it.
fn ends(value: &str) -> Option<(Option<&str>, Option<&str>, bool)> {
    for (sign, is_lower, is_open) in
        [(">=", true, false), ("<=", false, false), (">", true, true), ("<", false, true)]
    {
        if let Some(end) = value.strip_prefix(sign) {
            return Some(if is_lower {
                (Some(end), None, is_open)
            } else {
                (None, Some(end), is_open)
            });
        }
    }
    let Some((first, last)) = value.split_once("..") else {
        return Some((Some(value), Some(value), false));
    };
    let end = |text| Some(text).filter(|it: &&str| !it.is_empty());
    (end(first).is_some() || end(last).is_some()).then(|| (end(first), end(last), false))
}

const FIRST_DATE: Date = Date { year: 0, month: 0, day: 0 };
const LAST_DATE: Date = Date { year: 9999, month: 0, day: 0 };

fn dates(value: &str) -> Option<RangeInclusive<Date>> {
    let (first, last, is_open) = ends(value)?;
    let mut first = first.map_or(Some(FIRST_DATE), Date::parse)?;
    let mut last = last.map_or(Some(LAST_DATE), Date::parse)?;
    if is_open {
        if first == FIRST_DATE {
            last = before(last);
        } else {
            first = after(first);
        }
    }
    Some(first..=last)
}

/// The last date that is before a date and all its days.
fn before(date: Date) -> Date {
    match (date.month, date.day) {
        (0, _) => Date { year: date.year.saturating_sub(1), ..date },
        (1, 0) => Date { year: date.year.saturating_sub(1), month: 12, day: 31 },
        (month, 0) => Date { month: month - 1, day: 31, ..date },
        (_, 1) => before(Date { day: 0, ..date }),
        (_, day) => Date { day: day - 1, ..date },
    }
}

/// The first date that is after a date and all its days.
fn after(date: Date) -> Date {
    match (date.month, date.day) {
        (0, _) | (12, 0 | 31) => Date { year: date.year + 1, month: 1, day: 1 },
        (month, 0 | 31) => Date { month: month + 1, day: 1, ..date },
        (_, day) => Date { day: day + 1, ..date },
    }
}

fn ranks(value: &str) -> Option<RangeInclusive<Rank>> {
    let (first, last, is_open) = ends(value)?;
    // No rank is weaker than 50 kyu or stronger than 12 dan professional.
    let mut first = match first {
        Some(text) => Rank::parse_exactly(text)?.number(),
        None => -100,
    };
    let mut last = match last {
        Some(text) => Rank::parse_exactly(text)?.number(),
        None => 100,
    };
    if is_open {
        first += i16::from(first != -100);
        last -= i16::from(last != 100);
    }
    Some(Rank::from_number(first)..=Rank::from_number(last))
}

fn numbers(value: &str) -> Option<RangeInclusive<f64>> {
    let (first, last, is_open) = ends(value)?;
    let parse = |text: &str| text.replace(',', ".").parse().ok().filter(|it: &f64| it.is_finite());
    let mut lower = first.map_or(Some(f64::MIN), parse)?;
    let mut upper = last.map_or(Some(f64::MAX), parse)?;
    if is_open {
        // Half of the least difference between two komi.
        lower += if first.is_some() { 0.125 } else { 0.0 };
        upper -= if last.is_some() { 0.125 } else { 0.0 };
    }
    Some(lower..=upper)
}

fn size(value: &str) -> Option<Size> {
    let text = value.to_lowercase().replace(['×', ':', '*'], "x");
    match text.split_once('x') {
        Some((width, height)) => Size::new(width.parse().ok()?, height.parse().ok()?),
        None => Size::square(text.parse().ok()?),
    }
}

fn result(value: &str) -> Option<ResultFilter> {
    let winner = match value.trim().to_lowercase().as_str() {
        "b" | "black" | "b+" => Some(1),
        "w" | "white" | "w+" => Some(2),
        "unknown" => Some(0),
        "void" => Some(4),
        _ => None,
    };
    if let Some(winner) = winner {
        return Some(ResultFilter { winner, margin: None });
    }
    Some(match value.parse().ok()? {
        Outcome::Win(color, margin) => ResultFilter {
            winner: 1 + color as u8,
            margin: match margin {
                Margin::Points(hundredths) => Some(hundredths.into()),
                Margin::Resignation => Some(-1),
                Margin::Time => Some(-2),
                Margin::Forfeit => Some(-3),
                Margin::Unspecified => None,
            },
        },
        Outcome::Draw => ResultFilter { winner: 3, margin: None },
        Outcome::Void => ResultFilter { winner: 4, margin: None },
        Outcome::Unknown => ResultFilter { winner: 0, margin: None },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_terms() {
        let parsed = parse("a -b (c or \"d e\") black:F").unwrap();
        let word = |text: &str, quoted| Term::Filter(Filter::Word(text.into(), IsPhrase(quoted)));
        let black = Filter::Player(Some(Color::Black), "F".into());
        assert_eq!(
            parsed.term,
            Term::All(vec![
                word("a", false),
                Term::Not(Box::new(word("b", false))),
                Term::Any(vec![word("c", false), word("d e", true)]),
                Term::Filter(black),
            ])
        );
        assert!(parse("  ").unwrap().is_all());
        assert_eq!(parse("not a").unwrap(), parse("-a").unwrap());
        let both = Term::All(vec![word("a", false), Term::All(Vec::new()), word("b", false)]);
        for text in ["a - b", "a – b", "a & b"] {
            assert_eq!(parse(text).unwrap().term, both, "{text}");
        }
    }

    #[test]
    fn values_are_understood() {
        for text in [
            "date:2016-03 year:2010..2016 year:..1900 date:>=2001 added:2026",
            "result:B result:w+r result:B+0.5 result:draw result:? result:void",
            "size:19 size:13x9 rank:5d.. blackrank:<1d whiterank:9p",
            "handicap:2..9 komi:6.5 moves:<100 variations:>0 id:7",
            "player:\"Lee Sedol\" event:LG text:joseki tag:study is:mine file:games/ rules:AGA",
            "player:李世乭 李昌鎬 Lee-Sedol O'Hara http//x",
        ] {
            assert!(parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        for (text, place, problem) in [
            ("player:", "player:", QueryProblem::NoValue),
            ("colour:black", "colour", QueryProblem::UnknownField),
            ("a \"b c", "\"b c", QueryProblem::OpenQuote),
            ("(a b", "(", QueryProblem::OpenBracket),
            ("a) b", ")", QueryProblem::StrayBracket),
            ("a or", "or", QueryProblem::Dangling),
            ("or a", "or", QueryProblem::Dangling),
            ("a -(", "(", QueryProblem::OpenBracket),
            ("date:yesterday", "yesterday", QueryProblem::NotADate),
            ("李 result:B+x", "B+x", QueryProblem::NotAResult),
            ("size:26", "26", QueryProblem::NotASize),
            ("rank:strong", "strong", QueryProblem::NotARank),
            ("rank:9dd", "9dd", QueryProblem::NotARank),
            ("rank:3kids..", "3kids..", QueryProblem::NotARank),
            ("moves:..", "..", QueryProblem::NotANumber),
            ("is:nice", "nice", QueryProblem::NotAProperty),
            ("--a", "-", QueryProblem::Dangling),
            ("--", "-", QueryProblem::Dangling),
            ("a not", "not", QueryProblem::Dangling),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((&text[error.range.clone()], error.problem), (place, problem), "{text}");
        }
        assert_eq!(parse(&"(".repeat(100)).unwrap_err().problem, QueryProblem::TooDeep);
    }

    #[test]
    fn open_ranges_leave_out_their_ends() {
        let shown = |text| dates(text).map(|it| format!("{} {}", it.start(), it.end())).unwrap();
        assert_eq!(shown("<2016"), "0000 2015");
        assert_eq!(shown("<2016-03-01"), "0000 2016-02-31");
        assert_eq!(shown(">2016-12"), "2017-01-01 9999");
        assert_eq!(shown(">2016-01-31"), "2016-02-01 9999");
    }
}
