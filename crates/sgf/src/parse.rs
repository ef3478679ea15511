//! The parser: from text to a collection.
//!
//! The parser keeps a stack of open trees instead of calling itself, so the
//! depth of a file is limited by memory alone. Whatever it does not
//! understand it reports and goes on.

use crate::collection::{Span, Tree};
use crate::decode::{Decoded, decode};
use crate::game_scan::find_game;
use crate::node_text::Parts;
use crate::parse_report::Report;
use crate::scan::{self, Item};
use crate::{Collection, Encoding, NodeId, TooLarge, WarningCode};

/// Reads a file.
///
/// The bytes are taken as UTF-16 if they begin with its byte order mark or
/// with ASCII characters of two bytes, and as UTF-8 if they are that. Otherwise
/// they are in the encoding that the file names in the property `CA`, or, if it
/// names none or its text would be nonsense in it beyond doubt, in the one of
/// several that gives the most likely text. The games of a collection may each
/// have their own.
///
/// A file with flaws is read as far as it can be understood;
/// [`Collection::warnings`] says what is wrong. A file without any game is a
/// collection without games.
///
/// # Errors
///
/// Returns [`TooLarge`] if the text takes 4 GiB or more.
pub fn parse(bytes: &[u8]) -> Result<Collection, TooLarge> {
    parse_with(bytes, ParseOptions::default())
}

/// How a file is read.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct ParseOptions {
    /// The encoding of the file, whatever it says; guessed if there is none.
    pub encoding: Option<Encoding>,
}

/// Reads a file, as [`parse`] does, with a choice of how.
///
/// # Errors
///
/// Returns [`TooLarge`] if the text takes 4 GiB or more.
pub fn parse_with(bytes: &[u8], options: ParseOptions) -> Result<Collection, TooLarge> {
    TooLarge::check(bytes.len())?;
    let Decoded { text, encoding, odd, parts, is_unmarked } = decode(bytes, options.encoding);
    let mut parser = Parser::new(&text)?;
    parser.collection.encoding = encoding;
    parser.collection.odd = odd;
    parser.collection.parts = parts;
    parser.collection.is_unmarked = is_unmarked;
    parser.is_decoded = true;
    parser.run()
}

/// Reads a text, as [`parse`] does for bytes.
///
/// # Errors
///
/// Returns [`TooLarge`] if the text takes 4 GiB or more.
pub fn parse_text(text: &str) -> Result<Collection, TooLarge> {
    Parser::new(text)?.run()
}

/// How often a byte occurs.
fn count(bytes: &[u8], byte: u8) -> usize {
    // A sum that fits into a byte for as long as possible lets the compiler
    // add many at once.
    let chunks = bytes.chunks(u8::MAX.into());
    chunks.map(|chunk| usize::from(chunk.iter().map(|&it| u8::from(it == byte)).sum::<u8>())).sum()
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// How far the text has been read.
    at: usize,
    collection: Collection,
    /// Texts that replace what was read, to be added behind the file's.
    repairs: String,
    /// Whether the repairs do not fit behind the text.
    is_full: bool,
    frames: Vec<Frame>,
    /// Whether the text was read from bytes, in an encoding that may not be
    /// the one it names.
    is_decoded: bool,
    /// Whether the text ended inside a game.
    is_cut: bool,
    /// How far the text outside games has been kept.
    kept: usize,
    /// The brackets of the game that was closed last.
    last_game: Option<usize>,
    report: Report<'a>,
}

/// A tree that was opened and not yet closed.
struct Frame {
    /// The node before the bracket, or `None` for a game.
    parent: Option<NodeId>,
    /// The node that goes on, or `None` as long as the tree has none.
    tip: Option<NodeId>,
    /// Whether a variation was opened behind the tip.
    is_branched: bool,
    open: Span,
    /// The index of the brackets, once the tree has a node.
    tree: Option<usize>,
    /// Properties of the tip that are behind its variations.
    late: Vec<Span>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Parser<'a>, TooLarge> {
        TooLarge::check(text.len())?;
        let mut collection = Collection::new();
        collection.source_len = text.len() as u32;
        // Nearly every semicolon begins a node, so the arena never moves.
        collection.nodes.reserve_exact(count(text.as_bytes(), b';'));
        Ok(Parser {
            text,
            bytes: text.as_bytes(),
            at: if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 },
            collection,
            repairs: String::new(),
            is_full: false,
            frames: Vec::new(),
            is_decoded: false,
            is_cut: false,
            kept: 0,
            last_game: None,
            report: Report::new(text),
        })
    }

    fn run(mut self) -> Result<Collection, TooLarge> {
        loop {
            let start = find_game(self.bytes, self.at);
            self.outside(start);
            self.at = start;
            if start == self.bytes.len() {
                break;
            }
            self.game();
        }
        if self.is_full {
            return Err(TooLarge);
        }
        let mut collection = self.collection;
        collection.text.reserve_exact(self.text.len() + self.repairs.len());
        collection.text.push_str(self.text);
        collection.text.push_str(&self.repairs);
        collection.nodes.shrink_to_fit();
        if self.is_decoded {
            self.report.check_encoding(&collection);
        }
        collection.warnings = self.report.finish();
        Ok(collection)
    }

    /// Takes the text between two games, which goes up to `end`.
    fn outside(&mut self, end: usize) {
        let start = scan::skip_space(self.bytes, self.at);
        if self.collection.games.is_empty() {
            self.collection.prefix = Span::new(0, end);
            if end == self.bytes.len() {
                self.report.add(start, WarningCode::NoGame);
            } else if start < end {
                self.report.add(start, WarningCode::TextBeforeGame);
            }
            return;
        }
        let mut junk = start;
        while junk < end && (self.bytes[junk] == b')' || scan::is_space(self.bytes[junk])) {
            junk += 1;
        }
        if junk > start {
            self.report.add(start, WarningCode::SurplusBracket);
        }
        if junk < end {
            self.report.add_text(junk, WarningCode::Junk, &self.text[junk..end]);
        }
        let mut kept = self.kept;
        if junk > start {
            self.keep_outside(kept, start);
            kept = self.text[..junk].rfind(')').map_or(start, |bracket| bracket + 1);
        }
        self.keep_outside(kept, end);
        self.kept = end;
    }

    /// Keeps the text from `start` to `end` behind the game before it.
    fn keep_outside(&mut self, start: usize, end: usize) {
        let Some(tree) = self.last_game.filter(|_| start < end) else { return };
        let close = self.collection.trees[tree].close;
        let kept = &self.text[start..end];
        let close = if close.end as usize == start {
            Some(Span::new(close.start as usize, end))
        } else if close.end as usize == self.text.len() + self.repairs.len() {
            self.repair(|out| out.push_str(kept)).map(|added| Span { end: added.end, ..close })
        } else {
            let bracket = self.span(close).to_owned();
            self.repair(|out| out.extend([&bracket, kept]))
        };
        if let Some(close) = close {
            self.collection.trees[tree].close = close;
        }
    }

    /// A text of the file or of the repairs.
    fn span(&self, Span { start, end }: Span) -> &str {
        let (start, end) = (start as usize, end as usize);
        match start.checked_sub(self.text.len()) {
            Some(start) => &self.repairs[start..end - self.text.len()],
            None => &self.text[start..end],
        }
    }

    /// Adds a text to the repairs, unless they would outgrow a span.
    fn repair(&mut self, write: impl FnOnce(&mut String)) -> Option<Span> {
        let start = self.repairs.len();
        write(&mut self.repairs);
        if self.is_full || TooLarge::check(self.text.len() + self.repairs.len()).is_err() {
            self.is_full = true;
            self.repairs.truncate(start);
            return None;
        }
        let base = self.text.len();
        Some(Span::new(base + start, base + self.repairs.len()))
    }

    /// Reads from the beginning of a game to its end.
    fn game(&mut self) {
        let n_games = self.collection.games.len();
        self.report.begin_game();
        if self.bytes[self.at] == b';' {
            self.report.add(self.at, WarningCode::MissingBracket);
            self.push_frame(Span::EMPTY);
        } else {
            self.open();
        }
        while !self.frames.is_empty() {
            match self.bytes.get(self.at) {
                None => self.end_of_file(),
                Some(b'(') => self.open(),
                Some(b')') => self.close(),
                Some(b';') => self.node(),
                Some(&byte) if scan::is_space(byte) => {
                    self.at = scan::skip_space(self.bytes, self.at);
                }
                Some(_) => self.loose_item(),
            }
        }
        match self.collection.games.get(n_games) {
            Some(&root) => self.report.end_game(self.is_old(root)),
            // Brackets without a node remain a part of the text outside,
            // unless they are open.
            None if !self.is_cut => return,
            None => (),
        }
        self.kept = self.at;
        let close = self.last_game.map(|tree| self.collection.trees[tree].close);
        if !self.is_cut && close.is_none_or(|close| close.end as usize != self.at) {
            // The last bracket is left out, but not the space behind it.
            self.kept = self.text[..self.at].rfind(')').map_or(self.at, |bracket| bracket + 1);
        }
    }

    /// Whether a game is of a format before the fourth.
    fn is_old(&self, root: NodeId) -> bool {
        let text = self.span(self.collection.entry(root).text);
        let mut at = 1;
        while let Some(item) = scan::item(text.as_bytes(), at) {
            at = item.end();
            if let Item::Property(property) = item
                && scan::is_name(&text[property.name], "FF")
            {
                return matches!(text[property.values].trim(), "[1]" | "[2]" | "[3]");
            }
        }
        true
    }

    fn push_frame(&mut self, open: Span) {
        let parent = match self.frames.last_mut() {
            None => None,
            Some(frame) => {
                if frame.tip.is_none() && !frame.is_branched {
                    self.report.add(frame.open.start as usize, WarningCode::EmptyTree);
                }
                frame.is_branched = true;
                frame.tip.or(frame.parent)
            }
        };
        self.frames.push(Frame {
            parent,
            tip: None,
            is_branched: false,
            open,
            tree: None,
            late: Vec::new(),
        });
    }

    fn open(&mut self) {
        let start = self.at;
        self.at = scan::skip_space(self.bytes, start + 1);
        self.push_frame(Span::new(start, self.at));
        self.report.end_junk();
    }

    fn close(&mut self) {
        let start = self.at;
        self.at = scan::skip_space(self.bytes, start + 1);
        self.pop_frame(Span::new(start, self.at));
        self.report.end_junk();
    }

    fn pop_frame(&mut self, close: Span) {
        self.add_late();
        let frame = self.frames.pop().expect("a game has an open tree until it ends");
        if let Some(tree) = frame.tree {
            self.collection.trees[tree].close = close;
            if frame.parent.is_none() {
                self.last_game = Some(tree);
            }
        } else if !frame.is_branched && !close.is_empty() {
            self.report.add(frame.open.start as usize, WarningCode::EmptyTree);
        }
    }

    fn end_of_file(&mut self) {
        self.is_cut = true;
        if !self.report.is_inside_value() {
            self.report.add(self.bytes.len(), WarningCode::EndInsideTree);
        }
        while !self.frames.is_empty() {
            self.pop_frame(Span::EMPTY);
        }
    }

    /// Reads the node whose semicolon is here.
    fn node(&mut self) {
        let start = self.at;
        self.at += 1;
        let is_sound = self.items();
        self.push_node(Span::new(start, self.at), is_sound);
    }

    /// Reads what stands between brackets without a semicolon before it.
    fn loose_item(&mut self) {
        let start = self.at;
        let item = scan::item(self.bytes, start).expect("neither space nor a bracket is here");
        let Item::Property(property) = item else {
            self.at = item.end();
            self.report.item(&item);
            return;
        };
        let frame = self.frames.last_mut().expect("a game has an open tree until it ends");
        let name = &self.text[property.name.clone()];
        if frame.tip.is_some() {
            self.report.add_text(start, WarningCode::PropertyAfterVariation, name);
            self.at = property.values.end;
            frame.late.push(Span::new(start, self.at));
            self.report.begin_node();
            self.report.item(&Item::Property(property));
        } else {
            self.report.add_text(start, WarningCode::MissingSemicolon, name);
            self.items();
            self.push_node(Span::new(start, self.at), false);
        }
    }

    /// Reads the properties of a node up to its end, and returns whether its
    /// text can stay as it is.
    fn items(&mut self) -> bool {
        self.report.begin_node();
        let mut is_sound = true;
        loop {
            self.at = scan::skip_space(self.bytes, self.at);
            if let None | Some(b';' | b'(' | b')') = self.bytes.get(self.at) {
                break;
            }
            if let Some((name, end)) = scan::plain_property(self.bytes, self.at) {
                self.at = end;
                is_sound &= self.report.plain_name(name);
            } else if let Some(item) = scan::item(self.bytes, self.at) {
                self.at = item.end();
                is_sound &= self.report.item(&item);
            }
        }
        self.report.end_junk();
        is_sound
    }

    fn push_node(&mut self, text: Span, is_sound: bool) {
        let mut frame = self.frames.last_mut().expect("a game has an open tree until it ends");
        if frame.is_branched {
            frame.is_branched = false;
            self.report.add(text.start as usize, WarningCode::NodeAfterVariation);
            self.add_late();
            frame = self.frames.last_mut().expect("the tree is still open");
        }
        let id = self.collection.push_node(frame.tip.or(frame.parent), text);
        if frame.tree.is_none() {
            frame.tree = Some(self.collection.trees.len());
            self.collection.trees.push(Tree { node: id, open: frame.open, close: Span::EMPTY });
        }
        frame.tip = Some(id);
        if !is_sound {
            self.replace(id, &Parts::new(&self.text[text.start as usize..text.end as usize]));
        }
    }

    /// Gives the tip of a tree the properties behind its variations.
    fn add_late(&mut self) {
        let frame = self.frames.last_mut().expect("a game has an open tree until it ends");
        let Some(tip) = frame.tip.filter(|_| !frame.late.is_empty()) else { return };
        let late = std::mem::take(&mut frame.late);
        let own = self.span(self.collection.entry(tip).text).to_owned();
        let mut parts = Parts::new(&own);
        for late in late {
            parts.add(&self.text[late.start as usize..late.end as usize]);
        }
        self.replace(tip, &parts);
    }

    fn replace(&mut self, id: NodeId, parts: &Parts<'_>) {
        if let Some(span) = self.repair(|out| parts.write(out)) {
            let old = std::mem::replace(&mut self.collection.entry_mut(id).text, span);
            self.collection.origins.entry(id).or_insert(old.start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a text, compares the warnings and what is written, and makes
    /// sure that this is read as it was written.
    #[track_caller]
    fn check(text: &str, warnings: &[&str], written: &str) {
        let collection = parse_text(text).unwrap();
        let found: Vec<String> = collection
            .warnings()
            .iter()
            .map(|it| format!("{}:{} {}: {it}", it.line, it.column, it.code))
            .collect();
        assert_eq!(found, warnings, "{text}");
        assert_eq!(collection.to_sgf(), written, "{text}");
        assert_eq!(parse_text(written).unwrap().to_sgf(), written, "{text}");
    }

    #[test]
    fn files_without_a_game() {
        for text in ["", " \n", "\u{FEFF}", "hello (world)", ")", "[x]", "(see [1])"] {
            let collection = parse_text(text).unwrap();
            assert_eq!(collection.games().len(), 0, "{text}");
            let codes: Vec<WarningCode> = collection.warnings().iter().map(|it| it.code).collect();
            assert_eq!(codes, [WarningCode::NoGame], "{text}");
            assert_eq!(collection.to_sgf(), text);
        }
    }

    #[test]
    fn text_around_games_stays() {
        check(
            "\u{FEFF}From: (me)\n(;B[aa]) note (a) \n(;W[bb]) end",
            &[
                "1:1 text-before-game: the text before the first game is not a game",
                "2:10 junk: the text note (a) has no meaning here",
                "3:10 junk: the text end has no meaning here",
            ],
            "\u{FEFF}From: (me)\n(;B[aa]) note (a) \n(;W[bb]) end",
        );
    }

    #[test]
    fn brackets_are_repaired() {
        check(
            ";B[aa];W[bb])",
            &["1:1 missing-bracket: this game begins without a ("],
            "(;B[aa];W[bb])",
        );
        check(
            "(;B[aa]) )\n) (;W[bb])",
            &["1:10 surplus-bracket: this ) closes nothing and is left out"],
            "(;B[aa])  (;W[bb])",
        );
        check(
            "(;B[aa]\n(;W[bb])",
            &["2:9 end-inside-tree: the file ends before the last game does, a ) is missing"],
            "(;B[aa]\n(;W[bb]))",
        );
    }

    #[test]
    fn trees_without_a_node_are_left_out() {
        let empty = "empty-tree: this ( is not followed by a node";
        check("((;B[aa]))\n", &[&format!("1:1 {empty}")], "(;B[aa])\n");
        check("(;B[aa]())", &[&format!("1:8 {empty}")], "(;B[aa])");
        check("(;B[aa]((;W[bb])(;W[cc])))", &[&format!("1:8 {empty}")], "(;B[aa](;W[bb])(;W[cc]))");
    }

    #[test]
    fn variations_come_last() {
        check(
            "(;B[aa](;W[bb]) ;W[cc])",
            &["1:17 node-after-variation: \
               this node follows a variation and is read as another variation"],
            "(;B[aa](;W[bb]) (;W[cc]))",
        );
        check(
            "(;B[aa]C[x](;W[bb])C[y] N[z])",
            &[
                "1:20 property-after-variation: \
                 C follows a variation and is moved to the node before it",
                "1:25 property-after-variation: \
                 N follows a variation and is moved to the node before it",
            ],
            "(;B[aa]C[x][y]N[z](;W[bb]))",
        );
    }

    #[test]
    fn values_are_repaired() {
        check(
            "(;B[aa;W[bb])",
            &["1:3 unclosed-value: a value of B lacks its ] before the next node"],
            "(;B[aa];W[bb])",
        );
        check("(;C[a\\", &["1:3 end-inside-value: the file ends inside a value of C"], "(;C[a])");
        check("(;[a", &["1:3 end-inside-value: the file ends inside a value"], "(;)");
        check(
            "(;AB;W[bb])",
            &["1:3 missing-value: AB has no value and is given an empty one"],
            "(;AB[];W[bb])",
        );
    }

    #[test]
    fn text_without_a_meaning_stays_in_its_node() {
        check(
            "(;[x] $$ some words B[aa];W[bb])",
            &[
                "1:3 missing-name: the value [x] belongs to no property",
                "1:7 junk: the text $$ has no meaning here",
            ],
            "(;[x] $$ some words B[aa];W[bb])",
        );
    }

    #[test]
    fn old_formats_have_long_names() {
        check("(;FF[3]SiZe[9];White[aa])", &[], "(;FF[3]SiZe[9];White[aa])");
        check(
            "(;FF[4]SiZe[9])",
            &["1:8 mixed-case-name: the name SiZe has lower-case letters, which are ignored"],
            "(;FF[4]SiZe[9])",
        );
    }
}
