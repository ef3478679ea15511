//! Collects the warnings of the parser.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use crate::decode::Odd;
use crate::location::Locator;
use crate::scan::{self, Item, Property};
use crate::{Collection, Encoding, Location, Node, Value, Warning, WarningCode};

/// The most characters of a file that a warning repeats.
const MAX_SUBJECT: usize = 24;

/// Names in a node up to this number are compared one by one.
const N_COMPARED: usize = 16;

/// Collects warnings by offset, and knows what was seen in the same node.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    text: &'a str,
    found: Vec<Found>,
    /// The number of warnings before the game at hand.
    n_before_game: usize,
    /// The names in the node at hand.
    names: Vec<Cow<'a, str>>,
    /// More names of that node, if there are many.
    many_names: HashSet<String>,
    /// A bit for each of these names; several names may share one.
    name_bits: u64,
    /// Whether the item before was junk, which is reported once.
    is_junk: bool,
    is_inside_value: bool,
}

#[derive(Debug)]
struct Found {
    offset: usize,
    code: WarningCode,
    subject: Option<Box<str>>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(text: &'a str) -> Report<'a> {
        let mut report = Report {
            text,
            found: Vec::new(),
            n_before_game: 0,
            names: Vec::new(),
            many_names: HashSet::new(),
            name_bits: 0,
            is_junk: false,
            is_inside_value: false,
        };
        if let Some(offset) = text.find('\0') {
            report.add(offset, WarningCode::NulByte);
        }
        report
    }

    pub(crate) fn add(&mut self, offset: usize, code: WarningCode) {
        self.found.push(Found { offset, code, subject: None });
    }

    /// Adds a warning that repeats the beginning of a text.
    pub(crate) fn add_text(&mut self, offset: usize, code: WarningCode, text: &str) {
        self.found.push(Found { offset, code, subject: Some(shorten(text)) });
    }

    /// Whether the text ended inside a value.
    pub(crate) fn is_inside_value(&self) -> bool {
        self.is_inside_value
    }

    pub(crate) fn begin_game(&mut self) {
        self.n_before_game = self.found.len();
        self.end_junk();
    }

    /// Forgets what is no flaw in a game of an old format.
    pub(crate) fn end_game(&mut self, is_old: bool) {
        if is_old {
            let of_game = self.found.split_off(self.n_before_game);
            let flaws = of_game.into_iter().filter(|it| it.code != WarningCode::MixedCaseName);
            self.found.extend(flaws);
        }
    }

    pub(crate) fn begin_node(&mut self) {
        self.names.clear();
        self.many_names.clear();
        self.name_bits = 0;
        self.end_junk();
    }

    pub(crate) fn end_junk(&mut self) {
        self.is_junk = false;
    }

    /// Reports what is wrong with an item, and returns whether its text can
    /// stay as it is.
    pub(crate) fn item(&mut self, item: &Item) -> bool {
        match item {
            Item::Property(property) => {
                self.end_junk();
                self.property(property)
            }
            Item::LooseValue(range) => self.loose_value(range),
            Item::Junk(range) => {
                if !self.is_junk {
                    let text = &self.text[range.clone()];
                    self.add_text(range.start, WarningCode::Junk, text);
                }
                self.is_junk = true;
                true
            }
        }
    }

    fn loose_value(&mut self, range: &Range<usize>) -> bool {
        self.end_junk();
        let value = scan::value(self.text.as_bytes(), range.start);
        let is_sound = value.is_sound();
        if value.is_closed {
            self.add_text(range.start, WarningCode::MissingName, &self.text[value.content]);
        } else {
            self.is_inside_value = true;
            self.add(range.start, WarningCode::EndInsideValue);
        }
        is_sound
    }

    fn property(&mut self, property: &Property) -> bool {
        let text = self.text;
        let name = &text[property.name.clone()];
        let start = property.name.start;
        self.name(start, name);
        let mut flaw = |code| {
            self.found.push(Found { offset: start, code, subject: Some(shorten(name)) });
        };
        if property.values.is_empty() {
            flaw(WarningCode::MissingValue);
        }
        if property.has_stray_bracket {
            flaw(WarningCode::UnescapedBracket);
        }
        if !property.is_closed && property.values.end == text.len() {
            flaw(WarningCode::EndInsideValue);
            self.is_inside_value = true;
        } else if !property.is_closed {
            flaw(WarningCode::UnclosedValue);
        }
        if self.is_repeated(name) {
            self.add_text(start, WarningCode::DuplicateProperty, name);
            return false;
        }
        property.is_sound
    }

    fn name(&mut self, start: usize, name: &str) {
        if name.bytes().any(|byte| byte.is_ascii_lowercase()) {
            let code = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
                WarningCode::MixedCaseName
            } else {
                WarningCode::LowerCaseName
            };
            self.add_text(start, code, name);
        }
        if name.bytes().any(|byte| byte.is_ascii_digit()) {
            self.add_text(start, WarningCode::DigitInName, name);
        }
    }

    /// Reports a name of one or two capital letters if it is repeated, and
    /// returns whether it is not.
    #[inline]
    pub(crate) fn plain_name(&mut self, range: Range<usize>) -> bool {
        self.end_junk();
        let name = &self.text[range.clone()];
        let bit = name_bit(name);
        if self.name_bits & bit == 0 {
            self.name_bits |= bit;
            self.names.push(name.into());
            return true;
        }
        let is_repeated = self.is_repeated(name);
        if is_repeated {
            self.add_text(range.start, WarningCode::DuplicateProperty, name);
        }
        !is_repeated
    }

    /// Whether this name was in this node before.
    fn is_repeated(&mut self, name: &'a str) -> bool {
        let canonical = scan::canonical_name(name);
        self.name_bits |= name_bit(&canonical);
        if self.many_names.is_empty() && self.names.len() < N_COMPARED {
            let is_repeated = self.names.contains(&canonical);
            if !is_repeated {
                self.names.push(canonical);
            }
            return is_repeated;
        }
        self.many_names.extend(self.names.drain(..).map(Cow::into_owned));
        !self.many_names.insert(canonical.into_owned())
    }

    /// Reports bytes that are not characters, and an encoding that a game
    /// names and that it is not in.
    ///
    /// Of games that are all in one encoding, it is enough to hear of one.
    pub(crate) fn check_encoding(&mut self, collection: &Collection) {
        let is_invalid = |it: &&Odd| self.text.get(it.start..it.end) == Some("\u{FFFD}");
        if let Some(odd) = collection.odd.iter().find(is_invalid) {
            self.add_text(
                odd.start,
                WarningCode::InvalidBytes,
                encoding_at(collection, odd.start).name(),
            );
        }
        let n_games = if collection.parts.is_empty() { 1 } else { usize::MAX };
        for game in collection.games().take(n_games) {
            self.check_name(collection, game.root());
        }
    }

    fn check_name(&mut self, collection: &Collection, root: Node<'_>) {
        let start = collection.origin(root.id()).unwrap_or_default() as usize;
        let used = encoding_at(collection, start);
        let Some(name) = root.value("CA").map(Value::simple_text) else { return };
        let is_same = match name.parse() {
            // The one is a part of the other, with letters in place of
            // control characters.
            Ok(Encoding::Latin1) => matches!(used, Encoding::Latin1 | Encoding::Windows1252),
            Ok(named) if named.is_utf16() => used.is_utf16(),
            named => named == Ok(used),
        };
        if !is_same && !self.text.is_ascii() {
            let start = self.find_name(start, "CA");
            self.add_text(start, WarningCode::EncodingMismatch, &name);
        }
    }

    /// Where the node that begins at `start` has a property of this name.
    fn find_name(&self, start: usize, name: &str) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = start + usize::from(bytes[start] == b';');
        while let Some(item) = scan::item(bytes, at) {
            at = item.end();
            if let Item::Property(property) = item
                && scan::is_name(&self.text[property.name.clone()], name)
            {
                return property.name.start;
            }
        }
        start
    }

    /// The warnings in the order of the text.
    pub(crate) fn finish(mut self) -> Vec<Warning> {
        self.found.sort_by_key(|it| it.offset);
        let mut locator = Locator::new(self.text);
        self.found
            .into_iter()
            .map(|Found { offset, code, subject }| {
                let Location { line, column } = locator.advance(offset);
                Warning { line, column, code, subject, hint: None }
            })
            .collect()
    }
}

/// The encoding of a place in the text.
pub(crate) fn encoding_at(collection: &Collection, start: usize) -> Encoding {
    let n_before = collection.parts.partition_point(|part| part.start <= start);
    let part = n_before.checked_sub(1).map(|idx| collection.parts[idx]);
    part.map_or(collection.encoding, |part| part.encoding)
}

/// One of 64 bits for a name of one or two letters.
fn name_bit(name: &str) -> u64 {
    let mut bytes = name.bytes();
    let (first, second) = (bytes.next().unwrap_or(0), bytes.next().unwrap_or(0));
    1 << (first.wrapping_add(second.wrapping_mul(27)) % 64)
}

/// The beginning of a text, on one line.
pub(crate) fn shorten(text: &str) -> Box<str> {
    let text = text.trim();
    let mut short: String =
        text.chars().take(MAX_SUBJECT).map(|it| if it.is_control() { ' ' } else { it }).collect();
    if text.chars().nth(MAX_SUBJECT).is_some() {
        short.push('…');
    }
    short.into()
}
