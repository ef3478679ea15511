//! Sentences by id: what the crate says is data, and a language is a table.

mod table;

use std::fmt::Write as _;

use tengen_rules::{Color, Point, PointSet};

/// Something to be said: the id of a text with its parameters.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Text {
    /// The id in the table of each language.
    pub id: String,
    /// What stands for `{name}` in the text.
    pub params: Vec<(&'static str, Param)>,
}

/// A parameter of a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Param {
    /// A number, which also chooses between the forms of the text for one
    /// thing and for several.
    Number(u32),
    /// A number of half points, such as a margin.
    HalfPoints(u32),
    /// A point.
    Point(Point),
    /// A list of points.
    Points(PointSet),
    /// A color.
    Color(Color),
    /// Words that are the same in every language, as somebody typed them.
    Words(String),
    /// Another text.
    Text(Box<Text>),
}

impl Text {
    /// A text without parameters.
    pub fn new(id: impl Into<String>) -> Text {
        Text { id: id.into(), params: Vec::new() }
    }

    /// The text with one more parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, param: impl Into<Param>) -> Text {
        self.params.push((name, param.into()));
        self
    }

    /// The number that chooses the form of the text.
    fn number(&self) -> Option<u32> {
        self.params.iter().find_map(|(_, param)| match param {
            Param::Number(number) => Some(*number),
            Param::Points(points) => u32::try_from(points.len()).ok(),
            _ => None,
        })
    }
}

impl From<u32> for Param {
    fn from(number: u32) -> Param {
        Param::Number(number)
    }
}

impl From<Point> for Param {
    fn from(point: Point) -> Param {
        Param::Point(point)
    }
}

impl From<PointSet> for Param {
    fn from(points: PointSet) -> Param {
        Param::Points(points)
    }
}

impl From<Color> for Param {
    fn from(color: Color) -> Param {
        Param::Color(color)
    }
}

impl From<Text> for Param {
    fn from(text: Text) -> Param {
        Param::Text(Box::new(text))
    }
}

/// A language that the lessons speak.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Language {
    /// English, which has every text.
    #[default]
    English,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 1] = [Language::English];

    /// The code of the language by ISO 639.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
        }
    }

    /// The text of an id, as it stands in the table.
    pub fn get(self, id: &str) -> Option<&'static str> {
        table::of(self).get(id).map(String::as_str)
    }

    /// All ids of the table, in order.
    pub fn ids(self) -> impl Iterator<Item = &'static str> {
        table::of(self).keys().map(String::as_str)
    }

    /// A text as a sentence of this language.
    ///
    /// An id that is in no table stands for itself, which a test rules out for
    /// all that the crate says.
    pub fn say(self, text: &Text) -> String {
        let form = text.number().map(|it| format!("{}.{}", text.id, self.plural(it)));
        let template = form.and_then(|it| self.get(&it)).or_else(|| self.get(&text.id));
        let mut rest = template.unwrap_or(&text.id);
        let mut said = String::new();
        while let Some((before, name, after)) = next_name(rest) {
            said.push_str(before);
            match text.params.iter().find(|(it, _)| *it == name) {
                Some((_, param)) => said.push_str(&self.param(param)),
                None => drop(write!(said, "{{{name}}}")),
            }
            rest = after;
        }
        said.push_str(rest);
        said
    }

    /// Which form of a text a number takes.
    const fn plural(self, number: u32) -> &'static str {
        match (self, number) {
            (Language::English, 0) => "none",
            (Language::English, 1) => "one",
            (Language::English, _) => "other",
        }
    }

    fn param(self, param: &Param) -> String {
        match param {
            Param::Number(number) => number.to_string(),
            Param::HalfPoints(half) if half % 2 == 0 => (half / 2).to_string(),
            Param::HalfPoints(half) => format!("{}.5", half / 2),
            Param::Point(point) => point.to_string(),
            Param::Points(points) => self.list(points),
            Param::Color(Color::Black) => self.say(&Text::new("word.black")),
            Param::Color(Color::White) => self.say(&Text::new("word.white")),
            Param::Words(words) => words.clone(),
            Param::Text(text) => self.say(text),
        }
    }

    fn list(self, points: &PointSet) -> String {
        let names: Vec<String> = points.iter().map(|it| it.to_string()).collect();
        let Some((last, others)) = names.split_last() else {
            return self.say(&Text::new("word.nothing"));
        };
        if others.is_empty() {
            return last.clone();
        }
        format!("{} {} {last}", others.join(", "), self.say(&Text::new("word.and")))
    }
}

/// The text before a `{name}`, the name, and the text behind it.
fn next_name(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_points_are_sentences() {
        let points = |names: &str| -> PointSet {
            names.split_whitespace().map(|it| it.parse::<Point>().unwrap()).collect()
        };
        for (names, expected) in
            [("", "nothing"), ("D4", "D4"), ("D4 E5", "D4 and E5"), ("A1 D4 E5", "A1, D4 and E5")]
        {
            assert_eq!(Language::English.list(&points(names)), expected);
        }
    }

    #[test]
    fn unknown_texts_and_parameters_stand_for_themselves() {
        assert_eq!(Language::English.say(&Text::new("no.such {name}")), "no.such {name}");
    }

    #[test]
    fn half_points_are_written_as_decimals() {
        let say = |half| Language::English.param(&Param::HalfPoints(half));
        assert_eq!((say(13), say(8), say(0)), ("6.5".into(), "4".into(), "0".into()));
    }

    /// Every `{name}` of a form is one that the other forms could have.
    #[test]
    fn braces_are_closed() {
        for id in Language::English.ids() {
            let text = Language::English.get(id).unwrap();
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "{id}");
        }
    }
}
