//! Names of players: their spellings, and the names that belong together.

use std::collections::{HashMap, HashSet};

use crate::fold::{fold, is_east_asian};

/// Family names that have several usual romanisations.
const FAMILIES: [&[&str]; 12] = [
    &["lee", "yi", "rhee", "ree"],
    &["park", "pak", "bak"],
    &["choi", "choe"],
    &["cho", "jo"],
    &["jung", "jeong", "chung", "chong", "cheong"],
    &["kang", "gang"],
    &["yoo", "yu", "ryu"],
    &["won", "weon"],
    &["paek", "baek", "back"],
    &["kim", "gim"],
    &["shin", "sin"],
    &["mok", "mog"],
];

/// A name in a form in which its spellings are alike: folded, long vowels
/// short, without signs and spaces.
fn key(text: &str) -> String {
    key_words(text).concat()
}

/// The words of a name, each in that form. A hyphen is no end of a word.
fn key_words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let words = folded.split(|c: char| c.is_whitespace() || "()[]（）【】,、/;:·・.".contains(c));
    let is_sign = |c: &char| !c.is_alphanumeric() && !is_east_asian(*c);
    let words = words.map(|word| word.chars().filter(|c| !is_sign(c)).collect::<String>());
    words.map(|word| shorten(&word)).filter(|word| !word.is_empty()).collect()
}

/// Writes the long vowels of Japanese names as short ones: Ohta, Oota, Outa
/// and Ōta are one.
fn shorten(word: &str) -> String {
    if !word.is_ascii() {
        return word.to_owned();
    }
    let mut short = String::with_capacity(word.len());
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        short.push(letter);
        match letter {
            'o' => {
                let is_long = |next: &char| matches!(next, 'o' | 'u');
                if letters.next_if(is_long).is_none() && letters.peek() == Some(&'h') {
                    let mut ahead = letters.clone();
                    ahead.next();
                    if ahead.peek().is_none_or(|it| !"aeiou".contains(*it)) {
                        letters.next();
                    }
                }
            }
            'u' => {
                letters.next_if_eq(&'u');
            }
            _ => (),
        }
    }
    short
}

/// The parts of a name that has two scripts, such as `Lee Sedol (李世乭)`.
fn scripts(text: &str) -> Option<(String, String)> {
    let (mut asian, mut other) = (String::new(), String::new());
    for c in text.chars() {
        if is_east_asian(c) {
            asian.push(c);
            other.push(' ');
        } else {
            asian.push(' ');
            other.push(c);
        }
    }
    // A rank or a number beside an Asian name is no romanisation.
    let other = key_words(&other);
    let other: Vec<String> =
        other.into_iter().filter(|it| !it.starts_with(|c: char| c.is_ascii_digit())).collect();
    let (asian, mut sorted) = (key(&asian), other);
    if asian.is_empty() || sorted.concat().len() < 3 {
        return None;
    }
    sorted.sort();
    Some((asian, sorted.concat()))
}

/// A name in the library.
#[derive(Clone, Debug)]
struct Name {
    id: u32,
    key: String,
    words: Vec<String>,
    /// The keys under which it may be linked to others: its words in any
    /// order, or those of each script.
    links: Vec<String>,
}

/// All names of a library in memory, to find those that are meant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    names: Vec<Name>,
    /// The places in `names` by key.
    by_link: HashMap<String, Vec<u32>>,
}

impl Names {
    pub(crate) fn add(&mut self, id: u32, text: &str) {
        let words = key_words(text);
        let mut sorted = words.clone();
        sorted.sort();
        let mut links = vec![sorted.concat()];
        if let Some((asian, other)) = scripts(text) {
            links.extend([asian, other]);
        }
        let idx = self.names.len() as u32;
        for link in &links {
            self.by_link.entry(link.clone()).or_default().push(idx);
        }
        self.names.push(Name { id, key: words.concat(), words, links });
    }

    /// The names that are this one, in any spelling.
    pub(crate) fn spelled(&self, text: &str) -> Vec<u32> {
        let mut sorted = key_words(text);
        sorted.sort();
        let whole = key(text);
        let is_same = |name: &&Name| {
            !whole.is_empty() && (name.key == whole || name.links.contains(&sorted.concat()))
        };
        self.names.iter().filter(is_same).map(|name| name.id).collect()
    }

    /// The names that contain what was typed, in any spelling.
    pub(crate) fn containing(&self, text: &str) -> Vec<u32> {
        self.matching(text).into_iter().map(|idx| self.names[idx as usize].id).collect()
    }

    /// The same, and the other names of the same people, as far as a name
    /// that has both says so.
    pub(crate) fn of_person(&self, text: &str) -> Vec<u32> {
        let mut found = self.matching(text);
        let mut is_found: HashSet<u32> = found.iter().copied().collect();
        // One step and no further, so that a file that is wrong about a name
        // makes few people one.
        for at in 0..found.len() {
            for link in &self.names[found[at] as usize].links {
                for &idx in self.by_link.get(link).into_iter().flatten() {
                    if is_found.insert(idx) {
                        found.push(idx);
                    }
                }
            }
        }
        found.into_iter().map(|idx| self.names[idx as usize].id).collect()
    }

    fn matching(&self, text: &str) -> Vec<u32> {
        let whole = key(text);
        if whole.is_empty() {
            return Vec::new();
        }
        let words = key_words(text);
        let words: Vec<(&String, Vec<String>)> =
            words.iter().map(|word| (word, romanisations(word))).collect();
        // Another romanisation is a whole word: there is a "ree" in "street".
        let has_word = |name: &Name, (typed, forms): &(&String, Vec<String>)| {
            name.key.contains(*typed) || forms.iter().any(|form| name.words.contains(form))
        };
        let is_match = |name: &Name| {
            name.key.contains(&whole) || words.iter().all(|word| has_word(name, word))
        };
        let matching = self.names.iter().enumerate().filter(|(_, name)| is_match(name));
        matching.map(|(idx, _)| idx as u32).collect()
    }
}

/// The other romanisations that a word may have.
fn romanisations(word: &str) -> Vec<String> {
    let family = FAMILIES.iter().find(|family| family.contains(&word));
    family.into_iter().flat_map(|family| family.iter()).map(|&it| shorten(it)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 11] = [
        "Lee Sedol (李世乭)",
        "이세돌",
        "Yi Se-tol",
        "李世石",
        "Ōta Yūzō",
        "Cho Chikun",
        "趙治勲",
        "Cho Chikun 趙治勲",
        "AlphaGo 9段",
        "Sedol Lee",
        "streetplay",
    ];

    fn names() -> Names {
        let mut names = Names::default();
        NAMES.iter().enumerate().for_each(|(id, text)| names.add(id as u32, text));
        names
    }

    #[test]
    fn names_are_found_in_any_spelling() {
        let names = names();
        for (typed, expected) in [
            ("lee sedol", &[0, 9][..]),
            ("Lee Se-Dol", &[0, 9]),
            ("sedol", &[0, 9]),
            ("yi", &[0, 2, 9]),
            ("street", &[10]),
            ("yi se tol", &[2]),
            ("ohta yuzo", &[4]),
            ("oota", &[4]),
            ("赵治勋", &[]),
            ("nobody", &[]),
            ("...", &[]),
            ("alphago", &[8]),
        ] {
            assert_eq!(names.containing(typed), expected, "{typed}");
        }
    }

    /// A game by 李世石 alone is not found under Lee Sedol: no name says that
    /// they are one.
    #[test]
    fn names_in_two_scripts_belong_together() {
        let names = names();
        let of = |typed: &str| {
            let mut ids = names.of_person(typed);
            ids.sort_unstable();
            ids
        };
        assert_eq!(of("李世乭"), [0, 9]);
        assert_eq!(of("趙治勲"), [5, 6, 7]);
        assert_eq!(of("chikun"), [5, 6, 7]);
        assert_eq!(of("AlphaGo"), [8]);
    }
}
