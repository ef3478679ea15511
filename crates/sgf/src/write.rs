//! Writing: from a collection to text.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;

use crate::collection::{Span, Tree};
use crate::{Collection, NodeId};

impl Collection {
    /// The text of all games.
    ///
    /// What was not edited is written as it was read; only what the format
    /// does not allow is repaired, such as a missing bracket.
    pub fn to_sgf(&self) -> String {
        let out = String::with_capacity(self.source_len as usize + 16);
        let mut out = Text { collection: self, out };
        match self.write(&mut out) {
            Ok(()) => out.out,
            Err(never) => match never {},
        }
    }

    /// The text of all games, with other texts in place of some.
    ///
    /// A game with a number that the file does not have is added behind the
    /// others. The text of the first game includes what stands before it, as
    /// that of [`Game::to_sgf`] does.
    ///
    /// [`Game::to_sgf`]: crate::Game::to_sgf
    pub fn to_sgf_replacing(&self, texts: &BTreeMap<usize, String>) -> String {
        let mut out = Text { collection: self, out: String::new() };
        match self.write_replacing(&mut out, texts) {
            Ok(()) => out.out,
            Err(never) => match never {},
        }
    }

    /// Gives all pieces of the text to a sink, with other texts in place of
    /// some games.
    pub(crate) fn write_replacing<S: Sink>(
        &self,
        out: &mut S,
        texts: &BTreeMap<usize, String>,
    ) -> Result<(), S::Error> {
        let has_added = texts.range(self.games.len()..).next().is_some();
        if has_added && self.has_open_brackets() {
            let mut closed = self.clone();
            closed.cut_open_brackets();
            return closed.write_replacing(out, texts);
        }
        let mut trees = Trees { trees: &self.trees, at: 0 };
        if !texts.contains_key(&0) {
            out.span(self.prefix)?;
        }
        let mut is_line_end = true;
        for (idx, &root) in self.games.iter().enumerate() {
            if let Some(text) = texts.get(&idx) {
                let text = if has_added { without_open_brackets(text) } else { text };
                out.game_text(text, self.origin(root))?;
                is_line_end = text.ends_with('\n');
            } else {
                self.write_game(out, root, &mut trees)?;
                is_line_end = self.brackets(root).is_some_and(|it| it.close.ends_with('\n'));
            }
        }
        for text in texts.range(self.games.len()..).map(|(_, text)| text) {
            if !is_line_end {
                out.text("\n")?;
            }
            out.text(text)?;
            is_line_end = text.ends_with('\n');
        }
        Ok(())
    }

    /// The text of the game with this root.
    pub(crate) fn game_text(&self, root: NodeId) -> String {
        let mut out = Text { collection: self, out: String::new() };
        if self.games.first() == Some(&root) {
            out.out.push_str(self.prefix());
        }
        let mut trees = Trees { trees: &self.trees, at: 0 };
        match self.write_game(&mut out, root, &mut trees) {
            Ok(()) => out.out,
            Err(never) => match never {},
        }
    }

    /// Gives all pieces of the text to a sink.
    pub(crate) fn write<S: Sink>(&self, out: &mut S) -> Result<(), S::Error> {
        out.span(self.prefix)?;
        let mut trees = Trees { trees: &self.trees, at: 0 };
        self.games.iter().try_for_each(|&root| self.write_game(out, root, &mut trees))
    }

    /// Goes through a game along its links, so that its depth does not matter.
    fn write_game<S: Sink>(
        &self,
        out: &mut S,
        root: NodeId,
        trees: &mut Trees<'_>,
    ) -> Result<(), S::Error> {
        let mut id = root;
        loop {
            self.write_bracket(out, "(", id, trees.find(id).map(|tree| tree.open))?;
            match self.entry(id).text {
                span if span.is_empty() => out.text(";")?,
                span => out.span(span)?,
            }
            if let Some(child) = self.first_child(id) {
                id = child;
                continue;
            }
            loop {
                self.write_bracket(out, ")", id, trees.find(id).map(|tree| tree.close))?;
                if id == root {
                    return Ok(());
                }
                if let Some(sibling) = self.next_sibling(id) {
                    id = sibling;
                    break;
                }
                id = self.entry(id).parent.expect("only a root has no parent");
            }
        }
    }

    /// Writes the bracket of the file, or a new one where one is missing.
    fn write_bracket<S: Sink>(
        &self,
        out: &mut S,
        bracket: &str,
        id: NodeId,
        span: Option<Span>,
    ) -> Result<(), S::Error> {
        match span {
            Some(span) if !span.is_empty() => out.span(span),
            None if self.entry(id).parent.is_some() && self.entry(id).next_sibling == id => Ok(()),
            _ => out.text(bracket),
        }
    }
}

/// A text without brackets at its end that would open what is added to it.
fn without_open_brackets(text: &str) -> &str {
    if !text.trim_end().ends_with('(') {
        return text;
    }
    text.trim_end_matches(|it: char| it == '(' || it.is_ascii_whitespace())
}

/// Takes the text of a collection in pieces.
pub(crate) trait Sink {
    /// What may go wrong.
    type Error;

    /// Takes a text that is not of the collection.
    fn text(&mut self, text: &str) -> Result<(), Self::Error>;

    /// Takes a piece of the text of the collection.
    fn span(&mut self, span: Span) -> Result<(), Self::Error>;

    /// Takes a text in place of the game that began here in the file.
    fn game_text(&mut self, text: &str, _origin: Option<u32>) -> Result<(), Self::Error> {
        self.text(text)
    }
}

/// Takes a collection as text.
struct Text<'a, W> {
    collection: &'a Collection,
    out: W,
}

impl Sink for Text<'_, String> {
    type Error = Infallible;

    fn text(&mut self, text: &str) -> Result<(), Infallible> {
        self.out.push_str(text);
        Ok(())
    }

    fn span(&mut self, span: Span) -> Result<(), Infallible> {
        self.text(self.collection.span(span))
    }
}

impl Sink for Text<'_, &mut fmt::Formatter<'_>> {
    type Error = fmt::Error;

    fn text(&mut self, text: &str) -> fmt::Result {
        self.out.write_str(text)
    }

    fn span(&mut self, span: Span) -> fmt::Result {
        self.text(self.collection.span(span))
    }
}

/// Finds the brackets of nodes, fast where nodes are asked in order.
struct Trees<'a> {
    trees: &'a [Tree],
    /// The index of the brackets that were found last.
    at: usize,
}

impl<'a> Trees<'a> {
    fn find(&mut self, id: NodeId) -> Option<&'a Tree> {
        let near = self.at.saturating_sub(1)..(self.at + 2).min(self.trees.len());
        let window = &self.trees[near.clone()];
        let is_near = window.first().is_some_and(|tree| tree.node <= id)
            && window.last().is_some_and(|tree| id <= tree.node || near.end == self.trees.len());
        let found = if is_near {
            window.iter().position(|tree| tree.node == id).map(|idx| near.start + idx)
        } else {
            self.trees.binary_search_by_key(&id, |tree| tree.node).ok()
        };
        self.at = found.unwrap_or(self.at);
        self.trees.get(found?)
    }
}

/// Writes the text of all games, as [`Collection::to_sgf`] does.
impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(&mut Text { collection: self, out: f })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::{Encoding, parse, parse_text};

    #[track_caller]
    fn check(text: &str, replaced: &[(usize, &str)], expected: &str) {
        let texts = replaced.iter().map(|&(idx, text)| (idx, text.to_owned())).collect();
        let collection = parse_text(text).unwrap();
        assert_eq!(collection.to_sgf_replacing(&texts), expected);
        assert_eq!(collection.to_bytes_replacing(&texts).unwrap(), expected.as_bytes());
    }

    #[test]
    fn games_are_replaced_and_added() {
        let text = "x (;B[aa])\n (;B[bb]) y";
        check(text, &[], text);
        check(text, &[(1, "(;C[z])")], "x (;B[aa])\n (;C[z])");
        check(text, &[(0, "(;C[z])")], "(;C[z])(;B[bb]) y");
        check(text, &[(2, "(;C[z])\n"), (5, "(;)")], "x (;B[aa])\n (;B[bb]) y\n(;C[z])\n(;)");
        check("", &[(0, "(;)")], "(;)");
        check("(;B[aa]) x( (\n", &[(1, "(;)")], "(;B[aa]) x\n(;)");
        check("(;B[aa])", &[(0, "(;) ( ("), (1, "(;)")], "(;)\n(;)");
    }

    #[test]
    fn other_games_keep_their_bytes() {
        let bytes = b"(;CA[UTF-8]C[\xE6\x9F\xAF\xE6];B[aa])(;CA[GBK]C[\xBF\xC2\xBD\xE0])(;C[x])";
        let collection = parse(bytes).unwrap();
        let texts = BTreeMap::from([(2, "(;C[y])".to_owned())]);
        let written = collection.to_bytes_replacing(&texts).unwrap();
        assert_eq!(written, [&bytes[..bytes.len() - 7], b"(;C[y])"].concat());
        let texts = BTreeMap::from([(1, "(;CA[GBK]C[\u{6D01}])".to_owned())]);
        let written = collection.to_bytes_replacing(&texts).unwrap();
        assert!(written.ends_with(b"(;CA[GBK]C[\xBD\xE0])(;C[x])"), "{}", written.escape_ascii());
        assert_eq!(collection.encoding(), Encoding::Utf8);
    }
}
