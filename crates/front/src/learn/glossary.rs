//! The glossary on a screen: words to search, with diagrams and links.

use tengen_lessons::Language;
use tengen_lessons::glossary::{self, Term};
use tengen_picture::Scene;

use super::{say, scene_of};

/// The glossary with what somebody looks for.
#[derive(Clone, Debug)]
pub struct Glossary {
    query: String,
    found: Vec<&'static Term>,
    chosen: usize,
}

/// A word with all that is said of it.
#[derive(Clone, Debug)]
pub struct TermView {
    /// The word.
    pub name: String,
    /// Other words for it.
    pub synonyms: Option<&'static str>,
    /// What it means.
    pub meaning: String,
    /// What it looks like.
    pub scene: Option<Scene>,
    /// Words that belong to it.
    pub links: Vec<String>,
}

impl Glossary {
    /// All words, or those that fit a query.
    pub fn new(query: &str) -> Glossary {
        let mut glossary = Glossary { query: String::new(), found: Vec::new(), chosen: 0 };
        glossary.set_query(query);
        glossary
    }

    /// What somebody looks for.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// Looks for something else.
    pub fn set_query(&mut self, query: &str) {
        query.clone_into(&mut self.query);
        self.chosen = 0;
        self.found = match query.trim() {
            "" => {
                let mut all: Vec<&'static Term> = glossary::terms().iter().collect();
                all.sort_by_key(|it| say(&it.name()).to_lowercase());
                all
            }
            query => glossary::search(Language::default(), query),
        };
    }

    /// The words that were found.
    pub fn names(&self) -> Vec<String> {
        self.found.iter().map(|it| capitalized(it)).collect()
    }

    /// The place of the word that is chosen.
    pub const fn chosen(&self) -> usize {
        self.chosen
    }

    /// Chooses a word by its place.
    pub fn choose(&mut self, idx: usize) {
        self.chosen = idx.min(self.found.len().saturating_sub(1));
    }

    /// Goes to the next word that belongs to the chosen one.
    pub fn follow_link(&mut self) {
        let link = self.found.get(self.chosen).and_then(|it| it.links().next());
        if let Some(link) = link {
            self.set_query("");
            let place = self.found.iter().position(|it| it.id == link.id);
            self.chosen = place.unwrap_or(0);
        }
    }

    /// The word that is chosen.
    pub fn term(&self) -> Option<TermView> {
        let term = self.found.get(self.chosen)?;
        let diagram = term.diagram.as_ref();
        Some(TermView {
            name: capitalized(term),
            synonyms: term.synonyms(Language::default()),
            meaning: say(&term.meaning()),
            scene: diagram.map(|it| scene_of(&it.board, &it.marks, None)),
            links: term.links().map(|it| say(&it.name())).collect(),
        })
    }
}

/// The name of a term.
pub(super) fn name(id: &str) -> Option<String> {
    glossary::term(id).map(|it| say(&it.name()))
}

fn capitalized(term: &Term) -> String {
    crate::words::capitalized(&say(&term.name()))
}
