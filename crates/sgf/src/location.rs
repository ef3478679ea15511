//! Lines and columns of a file.

use crate::{Collection, NodeId};

/// A place in the text of a file.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Location {
    /// The line, counted from one.
    pub line: u32,
    /// The character in the line, counted from one.
    pub column: u32,
}

/// Counts lines and columns up to offsets that only ever grow.
#[derive(Clone, Debug)]
pub(crate) struct Locator<'a> {
    text: &'a str,
    offset: usize,
    location: Location,
}

impl<'a> Locator<'a> {
    pub(crate) fn new(text: &'a str) -> Locator<'a> {
        // A byte order mark is no character of the first line.
        let offset = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        Locator { text, offset, location: Location { line: 1, column: 1 } }
    }

    /// The place of this byte, which must not lie before the last one asked.
    pub(crate) fn advance(&mut self, offset: usize) -> Location {
        let bytes = self.text.as_bytes();
        while self.offset < offset {
            let byte = bytes[self.offset];
            self.offset += 1;
            match byte {
                b'\n' | b'\r' => {
                    let partner = if byte == b'\n' { b'\r' } else { b'\n' };
                    if self.offset < offset && bytes[self.offset] == partner {
                        self.offset += 1;
                    }
                    self.location.line += 1;
                    self.location.column = 1;
                }
                0x80..=0xBF => (),
                _ => self.location.column += 1,
            }
        }
        self.location
    }
}

/// The number of bytes from one known place of a [`LineIndex`] to the next.
const INTERVAL: usize = 4096;

/// Finds the lines and columns of many nodes of a collection.
///
/// It counts the lines of the file once, while [`Node::location`] counts them
/// for each node.
///
/// [`Node::location`]: crate::Node::location
#[derive(Debug)]
pub struct LineIndex<'a> {
    collection: &'a Collection,
    /// The places that are reached after each interval.
    known: Vec<Locator<'a>>,
}

impl<'a> LineIndex<'a> {
    pub(crate) fn new(collection: &'a Collection) -> LineIndex<'a> {
        let mut locator = Locator::new(collection.source());
        let mut known = vec![locator.clone()];
        let bytes = collection.source().as_bytes();
        let is_break = |byte: u8| matches!(byte, b'\n' | b'\r');
        let mut offset = INTERVAL;
        while offset < bytes.len() {
            // A line break of two bytes must be counted as a whole.
            offset += bytes[offset - 1..].iter().take_while(|&&it| is_break(it)).count();
            locator.advance(offset.min(bytes.len()));
            known.push(locator.clone());
            offset += INTERVAL;
        }
        LineIndex { collection, known }
    }

    /// Where a node begins in the file, or `None` if it was added.
    ///
    /// # Panics
    ///
    /// Panics if the id is that of another collection with more nodes.
    pub fn location(&self, id: NodeId) -> Option<Location> {
        let offset = self.collection.origin(id)? as usize;
        let idx = self.known.partition_point(|it| it.offset <= offset).saturating_sub(1);
        Some(self.known[idx].clone().advance(offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_finds_what_counting_finds() {
        for piece in [";B[aa]", ";B[aa]\r\n", ";C[\né\r\n\n\r]", ";C[柯\r]\n"] {
            let text = format!("(;SZ[9]{})", piece.repeat(3_000));
            let collection = crate::parse_text(&text).unwrap();
            let index = collection.line_index();
            for node in collection.game(0).unwrap().nodes().step_by(97) {
                assert_eq!(index.location(node.id()), node.location(), "{piece:?}");
            }
        }
    }

    #[test]
    fn lines_end_in_four_ways() {
        let text = "\u{FEFF}a\nb\rc\r\nd\n\re\n\nfé(";
        let mut locator = Locator::new(text);
        let mut place = |needle: char| {
            let Location { line, column } = locator.advance(text.find(needle).unwrap());
            (line, column)
        };
        assert_eq!(place('a'), (1, 1));
        assert_eq!(place('b'), (2, 1));
        assert_eq!(place('c'), (3, 1));
        assert_eq!(place('d'), (4, 1));
        assert_eq!(place('e'), (5, 1));
        assert_eq!(place('f'), (7, 1));
        assert_eq!(place('('), (7, 3));
    }
}
