//! A query as a condition of the database.

use rusqlite::types::Value;
use tengen_rules::Color;

use super::{Filter, IsPhrase, NumberField, Property, Query, Term, TextField};
use crate::GameId;
use crate::fold::words;
use crate::name::Names;
use crate::store::NameKind;

/// A condition with its values.
#[derive(Debug, Default)]
pub(crate) struct Where {
    pub(crate) sql: String,
    pub(crate) values: Vec<Value>,
}

/// The names that a query is held against, by kind.
pub(crate) type NamesByKind = [Names; 3];

impl Where {
    pub(crate) fn of(query: &Query, names: &NamesByKind, me: &[u32]) -> Where {
        let mut condition = Where::default();
        Builder { condition: &mut condition, names, me }.term(&query.term);
        condition
    }
}

struct Builder<'a> {
    condition: &'a mut Where,
    names: &'a NamesByKind,
    me: &'a [u32],
}

impl Builder<'_> {
    fn push(&mut self, sql: &str) {
        self.condition.sql.push_str(sql);
    }

    /// Adds a value, which stands for itself in the text.
    fn value(&mut self, value: impl Into<Value>) {
        self.condition.values.push(value.into());
        self.push(&format!("?{}", self.condition.values.len()));
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::All(terms) => self.join(terms, " AND ", "1"),
            Term::Any(terms) => self.join(terms, " OR ", "0"),
            Term::Not(term) => {
                self.push("NOT coalesce(");
                self.term(term);
                self.push(", 0)");
            }
            Term::Filter(filter) => self.filter(filter),
        }
    }

    fn join(&mut self, terms: &[Term], between: &str, empty: &str) {
        if terms.is_empty() {
            return self.push(empty);
        }
        self.push("(");
        for (idx, term) in terms.iter().enumerate() {
            if idx > 0 {
                self.push(between);
            }
            self.term(term);
        }
        self.push(")");
    }

    fn filter(&mut self, filter: &Filter) {
        match filter {
            Filter::Word(text, is_phrase) => self.any_word(text, *is_phrase),
            Filter::Player(color, text) => {
                let ids = self.names[NameKind::Player as usize].of_person(text);
                self.players(*color, &ids);
            }
            Filter::Event(text) => self.named("event", NameKind::Event, text),
            Filter::Place(text) => self.named("place", NameKind::Place, text),
            Filter::Text(field, text) => self.part_of(*field, text),
            Filter::Comment(text, is_phrase) => self.words("comments : ", text, *is_phrase),
            Filter::Date(range) => {
                self.push("(first_day > 0 AND first_day <= ");
                self.value(range.end().last());
                self.push(" AND last_day >= ");
                self.value(range.start().first());
                self.push(")");
            }
            Filter::Added(range) => {
                self.push("(CAST(strftime('%Y%m%d', added, 'unixepoch') AS INTEGER) BETWEEN ");
                self.value(range.start().first());
                self.push(" AND ");
                self.value(range.end().last());
                self.push(")");
            }
            Filter::Result(result) => {
                self.push(&format!("(winner = {}", result.winner));
                if let Some(margin) = result.margin {
                    self.push(&format!(" AND margin = {margin}"));
                }
                self.push(")");
            }
            Filter::Size(size) => {
                let (width, height) = (size.width(), size.height());
                self.push(&format!("(width = {width} AND height = {height})"));
            }
            Filter::Rank(color, range) => {
                let (first, last) = (range.start().number(), range.end().number());
                match color {
                    Some(Color::Black) => self.push("(black_rank"),
                    Some(Color::White) => self.push("(white_rank"),
                    None => {
                        self.push(&format!("(black_rank BETWEEN {first} AND {last} OR white_rank"));
                    }
                }
                self.push(&format!(" BETWEEN {first} AND {last})"));
            }
            Filter::Number(field, range) => {
                self.push(match field {
                    NumberField::Handicap => "(handicap",
                    NumberField::Komi => "(komi",
                    NumberField::Moves => "(moves",
                    NumberField::Variations => "(variations",
                    NumberField::Id => "(game.id",
                });
                self.push(" BETWEEN ");
                self.value(*range.start());
                self.push(" AND ");
                self.value(*range.end());
                self.push(")");
            }
            Filter::Tag(tag) => {
                self.push("game.id IN (SELECT game FROM tag WHERE tag = ");
                self.value(tag.trim().to_lowercase());
                self.push(")");
            }
            Filter::File(text) => {
                self.push(
                    "game.id IN (SELECT record.game FROM file JOIN source ON source.file = \
                     file.id JOIN record ON record.id = source.record WHERE \
                     instr(CAST(path AS TEXT), ",
                );
                self.value(text.clone());
                self.push(") > 0)");
            }
            Filter::Among(games) => {
                self.push("game.id IN (SELECT value FROM json_each(");
                let ids: Vec<u32> = games.iter().map(GameId::number).collect();
                self.value(format!("[{}]", list(&ids)));
                self.push("))");
            }
            Filter::Is(property) => self.property(*property),
        }
    }

    fn property(&mut self, property: Property) {
        match property {
            Property::Mine => {
                self.push("(own > 0 OR ");
                let me = self.me.to_vec();
                self.players(None, &me);
                self.push(")");
            }
            Property::Commented => self.push("(comment_bytes > 0)"),
            Property::Reviewed => self.push("(game.record IN (SELECT record FROM loss))"),
            Property::Tagged => self.push("(game.id IN (SELECT game FROM tag))"),
            Property::Duplicate => self.push(
                "(game.id IN (SELECT game FROM record WHERE game IS NOT NULL GROUP BY game \
                 HAVING count(*) > 1))",
            ),
        }
    }

    /// Games in which one of these is a player.
    fn players(&mut self, color: Option<Color>, ids: &[u32]) {
        let list = list(ids);
        let other = format!("game.id IN (SELECT game FROM player WHERE name IN ({list})");
        match color {
            Some(color) => {
                let column = if color == Color::Black { "black" } else { "white" };
                let number = color as u8;
                self.push(&format!("({column} IN ({list}) OR {other} AND color = {number}))"));
            }
            None => self.push(&format!("(black IN ({list}) OR white IN ({list}) OR {other}))")),
        }
    }

    fn named(&mut self, column: &str, kind: NameKind, text: &str) {
        let list = list(&self.names[kind as usize].containing(text));
        self.push(&format!("({column} IN ({list}))"));
    }

    fn part_of(&mut self, field: TextField, text: &str) {
        self.push(match field {
            TextField::Round => "(instr(lower(round), ",
            TextField::Rules => "(instr(lower(rules), ",
            TextField::Opening => "(instr(lower(opening), ",
        });
        self.value(text.trim().to_lowercase());
        self.push(") > 0)");
    }

    /// A word in names or comments; names are found by any part of them.
    fn any_word(&mut self, text: &str, is_phrase: IsPhrase) {
        self.push("(");
        let players = self.names[NameKind::Player as usize].of_person(text);
        if !players.is_empty() {
            self.players(None, &players);
            self.push(" OR ");
        }
        self.words("", text, is_phrase);
        self.push(")");
    }

    fn words(&mut self, column: &str, text: &str, is_phrase: IsPhrase) {
        let Some(search) = full_text(text, is_phrase) else { return self.push("0") };
        self.push(
            "game.id IN (SELECT record.game FROM words JOIN record ON record.id = words.rowid \
             WHERE words MATCH ",
        );
        self.value(format!("{column}({search})"));
        self.push(")");
    }
}

fn list(ids: &[u32]) -> String {
    let ids: Vec<String> = ids.iter().map(u32::to_string).collect();
    ids.join(",")
}

/// The words as the full text search takes them, or `None` if there are none.
fn full_text(text: &str, is_phrase: IsPhrase) -> Option<String> {
    let runs = words(text);
    // Between an Asian word and the next one is the last character alone, so
    // they are no phrase.
    let is_asian = |run: &Vec<String>| {
        run.first().is_some_and(|it| it.starts_with(crate::fold::is_east_asian))
    };
    let is_joined = is_phrase.0 && !runs.iter().any(is_asian);
    let runs: Vec<String> = runs
        .into_iter()
        .map(|mut tokens| {
            // Pairs overlap, so the single character at the end says nothing
            // more; alone, it may be the beginning of a pair.
            let is_pair = tokens.len() > 1;
            if is_pair {
                tokens.pop();
            }
            let tokens = tokens.join(" ");
            if is_phrase.0 && !is_single_asian(&tokens) {
                format!("\"{tokens}\"")
            } else {
                format!("\"{tokens}\" *")
            }
        })
        .collect();
    if runs.is_empty() {
        return None;
    }
    Some(runs.join(if is_joined { " + " } else { " AND " }))
}

fn is_single_asian(tokens: &str) -> bool {
    let mut characters = tokens.chars();
    characters.next().is_some_and(crate::fold::is_east_asian) && characters.next().is_none()
}
