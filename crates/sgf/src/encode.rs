//! Encoding: from a collection to the bytes of a file.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use encoding_rs::EncoderResult;

use crate::collection::Span;
use crate::parse_report::encoding_at;
use crate::write::Sink;
use crate::{Collection, Encoding, NodeId, PropertyError};

impl Collection {
    /// The bytes of all games in an encoding.
    ///
    /// In the encoding of the file, all that was neither edited nor repaired
    /// has the same bytes as before, even those that are not characters.
    /// UTF-16 is written with a byte order mark, unless the file has none. The
    /// property `CA` is not
    /// changed; [`Collection::set_encoding`] does that.
    ///
    /// # Errors
    ///
    /// Returns [`UnmappableCharacter`] if the encoding lacks a character.
    pub fn to_bytes(&self, encoding: Encoding) -> Result<Vec<u8>, UnmappableCharacter> {
        let mut out = Bytes::new(self, encoding);
        if encoding.is_utf16() && !(self.is_unmarked && out.is_original) {
            out.text("\u{FEFF}")?;
        }
        self.write(&mut out)?;
        Ok(out.out)
    }

    /// The bytes of all games in the encoding of the file, with other texts in
    /// the place of some, as [`Collection::to_sgf_replacing`] has them.
    ///
    /// All other games have the same bytes as before, even those that are no
    /// characters.
    ///
    /// # Errors
    ///
    /// Returns [`UnmappableCharacter`] if the encoding lacks a character.
    pub fn to_bytes_replacing(
        &self,
        texts: &BTreeMap<usize, String>,
    ) -> Result<Vec<u8>, UnmappableCharacter> {
        let mut out = Bytes::new(self, self.encoding);
        if self.encoding.is_utf16() && !self.is_unmarked {
            out.text("\u{FEFF}")?;
        }
        self.write_replacing(&mut out, texts)?;
        Ok(out.out)
    }

    /// Makes all games say in `CA` that they are in this encoding, which is
    /// that of the collection from then on.
    ///
    /// Bytes that are not characters in the encoding of the file are replaced
    /// by U+FFFD if the encoding changes.
    ///
    /// # Errors
    ///
    /// Returns [`PropertyError`] if the collection would outgrow 4 GiB.
    pub fn set_encoding(&mut self, encoding: Encoding) -> Result<(), PropertyError> {
        let roots: Vec<NodeId> = self.games().map(|game| game.root().id()).collect();
        for root in roots {
            let named = self.node(root).value("CA").map(|it| it.simple_text().parse());
            if named != Some(Ok(encoding)) {
                self.set_property(root, "CA", [encoding.name()])?;
            }
        }
        if encoding != self.encoding || !self.parts.is_empty() {
            self.encoding = encoding;
            self.odd.clear();
            self.parts.clear();
            self.is_unmarked = false;
        }
        Ok(())
    }
}

/// Takes a collection as bytes.
struct Bytes<'a> {
    collection: &'a Collection,
    /// The encoding of the game at hand.
    encoding: Encoding,
    /// Whether the encodings are those of the file.
    is_original: bool,
    out: Vec<u8>,
}

impl Sink for Bytes<'_> {
    type Error = UnmappableCharacter;

    fn text(&mut self, text: &str) -> Result<(), UnmappableCharacter> {
        match self.encoding {
            Encoding::Utf8 => self.out.extend_from_slice(text.as_bytes()),
            Encoding::Utf16Le => self.out.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
            Encoding::Utf16Be => self.out.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
            _ if text.is_ascii() => self.out.extend_from_slice(text.as_bytes()),
            _ => return self.encoded(text),
        }
        Ok(())
    }

    fn span(&mut self, mut span: Span) -> Result<(), UnmappableCharacter> {
        let collection = self.collection;
        if !self.is_original {
            // A byte order mark belongs to the encoding, not to the text.
            if span.start == 0 && collection.span(span).starts_with('\u{FEFF}') {
                let is_kept = self.encoding == Encoding::Utf8;
                span.start += if is_kept { 0 } else { '\u{FEFF}'.len_utf8() as u32 };
            }
            return self.text(collection.span(span));
        }
        while span.start < span.end.min(collection.source_len) {
            let idx = collection.parts.partition_point(|it| it.start <= span.start as usize);
            let part = idx.checked_sub(1).map(|it| collection.parts[it]);
            self.encoding = part.map_or(self.encoding, |it| it.encoding);
            let next = collection.parts.get(idx).map_or(span.end, |it| it.start as u32);
            let end = next.min(span.end);
            self.part(Span { start: span.start, end })?;
            span.start = end;
        }
        self.text(collection.span(span))
    }

    fn game_text(&mut self, text: &str, origin: Option<u32>) -> Result<(), UnmappableCharacter> {
        if let (Some(start), true) = (origin, self.is_original) {
            self.encoding = encoding_at(self.collection, start as usize);
        }
        self.text(text)
    }
}

impl<'a> Bytes<'a> {
    fn new(collection: &'a Collection, encoding: Encoding) -> Bytes<'a> {
        Bytes {
            collection,
            encoding,
            is_original: encoding == collection.encoding,
            out: Vec::with_capacity(collection.source_len as usize + 16),
        }
    }

    /// Writes a piece of the file that is in one encoding.
    fn part(&mut self, mut span: Span) -> Result<(), UnmappableCharacter> {
        let collection = self.collection;
        let odd = &collection.odd;
        let first = odd.partition_point(|it| it.start < span.start as usize);
        for odd in odd[first..].iter().take_while(|it| it.end <= span.end as usize) {
            self.text(&collection.text[span.start as usize..odd.start])?;
            self.out.extend_from_slice(&odd.bytes);
            span.start = odd.end as u32;
        }
        self.text(collection.span(span))
    }

    fn encoded(&mut self, mut text: &str) -> Result<(), UnmappableCharacter> {
        let Some(codec) = self.encoding.codec() else {
            for character in text.chars() {
                match u8::try_from(character) {
                    Ok(byte) => self.out.push(byte),
                    Err(_) => self.unmappable(character)?,
                }
            }
            return Ok(());
        };
        let mut buffer = [0; 1024];
        while !text.is_empty() {
            let mut encoder = codec.new_encoder();
            let (result, n_read, n_written) =
                encoder.encode_from_utf8_without_replacement(text, &mut buffer, true);
            self.out.extend_from_slice(&buffer[..n_written]);
            text = &text[n_read..];
            if let EncoderResult::Unmappable(character) = result {
                self.unmappable(character)?;
            }
        }
        Ok(())
    }

    /// Writes a character as it was in the file, even though the encoding
    /// says it is none.
    fn unmappable(&mut self, character: char) -> Result<(), UnmappableCharacter> {
        let collection = self.collection;
        let is_same =
            |text: &str| text.chars().eq([character]) && character != char::REPLACEMENT_CHARACTER;
        let known = collection.odd.iter().find(|it| is_same(&collection.text[it.start..it.end]));
        match known.filter(|_| self.is_original) {
            Some(odd) => self.out.extend_from_slice(&odd.bytes),
            None => return Err(UnmappableCharacter { character, encoding: self.encoding }),
        }
        Ok(())
    }
}

/// A text has a character that the encoding does not have.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct UnmappableCharacter {
    /// The first such character.
    pub character: char,
    /// The encoding that lacks it.
    pub encoding: Encoding,
}

impl fmt::Display for UnmappableCharacter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnmappableCharacter { character, encoding } = *self;
        let code = u32::from(character);
        write!(f, "the character {character} (U+{code:04X}) cannot be written in {encoding}")
    }
}

impl Error for UnmappableCharacter {}
