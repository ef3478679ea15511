//! The words of Go, with diagrams and links between them.

use std::sync::OnceLock;

use tengen_rules::{Board, Point};

use crate::lesson::Mark;
use crate::script::{self, ScriptError};
use crate::text::{Language, Text};

/// A word of Go.
#[derive(Clone, Debug)]
pub struct Term {
    /// The name by which other terms link to it.
    pub id: &'static str,
    /// Terms that belong to it.
    pub see: Vec<&'static str>,
    /// What it looks like, where that helps.
    pub diagram: Option<Diagram>,
}

/// A board with marks.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The stones.
    pub board: Board,
    /// What the text speaks of.
    pub marks: Vec<(Point, Mark)>,
}

impl Term {
    /// The word.
    pub fn name(&self) -> Text {
        Text::new(format!("term.{}.name", self.id))
    }

    /// What it means.
    pub fn meaning(&self) -> Text {
        Text::new(format!("term.{}.text", self.id))
    }

    /// The text with other words for it, separated by commas, if there are
    /// any.
    pub fn synonyms(&self, language: Language) -> Option<&'static str> {
        language.get(&format!("term.{}.also", self.id))
    }

    /// The terms that belong to it.
    pub fn links(&self) -> impl Iterator<Item = &'static Term> {
        self.see.iter().filter_map(|id| term(id))
    }

    /// How well a word that somebody looks for fits, the lower the better.
    fn rank(&self, language: Language, query: &str) -> Option<u8> {
        let name = plain(&language.say(&self.name()));
        let synonyms = self.synonyms(language).unwrap_or_default();
        let synonyms: Vec<String> = synonyms.split(',').map(plain).collect();
        if name == query || self.id == query {
            Some(0)
        } else if synonyms.iter().any(|it| it == query) {
            Some(1)
        } else if name.starts_with(query) || synonyms.iter().any(|it| it.starts_with(query)) {
            Some(2)
        } else if name.contains(query) {
            Some(3)
        } else {
            plain(&language.say(&self.meaning())).contains(query).then_some(4)
        }
    }
}

/// Letters and digits in lower case, with single spaces.
fn plain(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// All terms, in the order of their ids.
pub fn terms() -> &'static [Term] {
    static TERMS: OnceLock<Vec<Term>> = OnceLock::new();
    // A test reads the file as well.
    TERMS.get_or_init(|| read(include_str!("../lessons/glossary.txt")).unwrap_or_default())
}

/// The term with this id.
pub fn term(id: &str) -> Option<&'static Term> {
    terms().iter().find(|it| it.id == id)
}

/// The terms that fit what somebody looks for, the best ones first.
///
/// A term that has exactly this name, or this synonym, is first. Without such
/// a term, others that begin with the words or contain them follow, and those
/// whose text does.
pub fn search(language: Language, query: &str) -> Vec<&'static Term> {
    let query = plain(query);
    if query.is_empty() {
        return Vec::new();
    }
    // Somebody who looks for eyes means the eye.
    let singular = query.strip_suffix('s').filter(|it| it.len() > 2);
    let rank = |term: &Term| {
        let exact = term.rank(language, &query);
        let one = singular.and_then(|it| term.rank(language, it));
        [exact, one].into_iter().flatten().min()
    };
    let mut found: Vec<_> = terms().iter().filter_map(|it| Some((rank(it)?, it))).collect();
    found.sort_by_key(|&(rank, _)| rank);
    found.into_iter().map(|(_, it)| it).collect()
}

/// Reads the terms: `term ID`, then rows, `show`, and `see ID ID`.
fn read(text: &'static str) -> Result<Vec<Term>, ScriptError> {
    let mut terms: Vec<Term> = Vec::new();
    for part in text.split("\n\n") {
        let mut lines = part.lines().filter(|it| !it.starts_with('#'));
        let Some(id) = lines.next().and_then(|it| it.strip_prefix("term ")) else { continue };
        let (see, lines): (Vec<&str>, Vec<&str>) = lines.partition(|it| it.starts_with("see "));
        let see = see.iter().flat_map(|it| it.split_whitespace().skip(1)).collect();
        let diagram = if lines.is_empty() { None } else { Some(script::diagram(&lines)?) };
        let diagram = diagram.map(|(board, marks)| Diagram { board, marks });
        terms.push(Term { id, see, diagram });
    }
    terms.sort_by_key(|it| it.id);
    Ok(terms)
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Color, PointSet, Suicide};

    use super::*;
    use crate::reading;

    #[test]
    fn every_term_has_a_name_a_text_and_links_that_lead_somewhere() {
        let terms = read(include_str!("../lessons/glossary.txt")).unwrap();
        assert!(terms.len() >= 50, "{}", terms.len());
        for it in &terms {
            for text in [it.name(), it.meaning()] {
                assert!(Language::English.get(&text.id).is_some(), "{}", text.id);
            }
            assert!(!it.see.is_empty(), "{} leads nowhere", it.id);
            for link in &it.see {
                assert!(term(link).is_some(), "{} leads to {link}", it.id);
                assert_ne!(*link, it.id);
            }
            let n_equal = terms.iter().filter(|other| other.id == it.id).count();
            assert_eq!(n_equal, 1, "{} is there twice", it.id);
        }
        for id in Language::English.ids().filter_map(|it| it.strip_prefix("term.")) {
            let id = id.split('.').next().unwrap();
            assert!(term(id).is_some(), "{id} has a text and no term");
        }
    }

    #[test]
    fn words_are_found() {
        let first = |query: &str| search(Language::English, query).first().map(|it| it.id);
        for (query, expected) in [
            ("liberty", "liberty"),
            ("Liberties", "liberty"),
            ("eyes", "eye"),
            ("baduk", "go"),
            ("byoyomi", "byo-yomi"),
            ("byo-yomi", "byo-yomi"),
            ("geta", "net"),
            ("ko threat", "ko-threat"),
            ("under the stones", "under-the-stones"),
        ] {
            assert_eq!(first(query).unwrap_or("nothing"), expected, "{query}");
        }
        assert_eq!(first("xyzzy"), None);
        assert_eq!(first("  "), None);
    }

    /// What the diagrams show is what the rules say of them.
    #[test]
    fn diagrams_are_true() {
        let board = |id: &str| term(id).unwrap().diagram.as_ref().unwrap().board;
        let marked = |id: &str| term(id).unwrap().diagram.as_ref().unwrap().marks[0].0;
        let point = |name: &str| name.parse::<Point>().unwrap();
        let seki = tengen_rules::territory::find(&board("seki"), &PointSet::EMPTY).seki;
        assert!(seki.contains(point("D5")) && seki.contains(point("C5")));
        let black =
            |id: &str| board(id).after(Color::Black, marked(id), Suicide::Forbidden).unwrap();
        let double = black("double-atari");
        assert!(double.atari(point("B3")).is_some() && double.atari(point("D3")).is_some());
        assert!(reading::rescue(&black("net"), point("C3")).is_none());
        assert!(reading::rescue(&black("snapback"), point("B2")).is_none());
        assert!(board("atari").atari(point("C3")).is_some());
        assert!(black("capture").is_empty_at(point("C3")));
        assert!(black("ko").ko().is_some());
        assert!(!board("suicide").is_legal(Color::Black, marked("suicide"), Suicide::Forbidden));
        assert!(!board("eye").is_legal(Color::Black, marked("eye"), Suicide::Forbidden));
        assert!(black("false-eye").is_empty_at(point("D5")));
        let liberties = board("liberty").liberties(point("C3"));
        let circled = &term("liberty").unwrap().diagram.as_ref().unwrap().marks;
        assert_eq!(liberties, circled.iter().map(|(it, _)| *it).collect());
    }
}
