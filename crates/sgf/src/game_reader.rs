//! Streaming: reads a file game by game in constant memory.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;

use crate::decode;
use crate::game_scan::next_game;
use crate::skeleton::{skeleton, unit_len};
use crate::{Collection, Encoding, ParseOptions, TooLarge, parse_with};

/// How many bytes are read at once.
const CHUNK: usize = 1 << 20;

/// How many bytes behind the end of a game are looked at before it is taken:
/// in a damaged file, the end may depend on what follows.
const MARGIN: usize = 1 << 16;

/// Where a game is in its file, and how its bytes are to be understood.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GameSpan {
    /// The bytes of the game, from its first bracket to behind its last.
    pub range: Range<u64>,
    /// The encoding that the game names, or else that of the file.
    pub encoding: Encoding,
}

/// The bytes of one game of a file.
#[derive(Clone, Eq, PartialEq)]
pub struct RawGame {
    /// Where the game is in its file.
    pub span: GameSpan,
    /// The bytes of the game, as they are in the file.
    pub bytes: Vec<u8>,
}

impl RawGame {
    /// Reads the game.
    ///
    /// Lines and columns are counted from the beginning of the game.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if the text takes 4 GiB or more.
    pub fn parse(&self) -> Result<Collection, TooLarge> {
        parse_with(&self.bytes, ParseOptions { encoding: Some(self.span.encoding) })
    }
}

impl fmt::Debug for RawGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawGame").field("span", &self.span).finish_non_exhaustive()
    }
}

/// Goes over the games of an SGF file one at a time.
///
/// Only the game at hand is in memory, so the file may be of any size. The
/// games are those that [`parse`](crate::parse) finds; text outside games is
/// left out. What games do not say about their encoding is guessed from the
/// first mebibyte of the file.
///
/// ```
/// use tengen_sgf::GameReader;
///
/// let file = b"(;PB[Lee Sedol];B[pd]) (;PB[Ke Jie])";
/// let mut names = Vec::new();
/// for game in GameReader::new(&file[..]) {
///     let game = game?;
///     assert_eq!(game.bytes, file[game.span.range.start as usize..][..game.bytes.len()]);
///     let collection = game.parse()?;
///     let root = collection.game(0).expect("a game is there").root();
///     names.extend(root.value("PB").map(|it| it.simple_text().into_owned()));
/// }
/// assert_eq!(names, ["Lee Sedol", "Ke Jie"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameReader<R> {
    source: R,
    /// The encoding that the caller knows.
    given: Option<Encoding>,
    /// The encoding of the game at hand, or of the last that named one.
    encoding: Encoding,
    buffer: Vec<u8>,
    /// The structure of the buffer, if the encoding needs one.
    structure: Option<Vec<u8>>,
    /// The number of bytes before the buffer.
    n_before: u64,
    /// How far the buffer was read.
    at: usize,
    is_begun: bool,
    is_end: bool,
    /// Whether games are in several encodings, so that one does not tell of
    /// the next.
    is_mixed: bool,
    chunk: usize,
    margin: usize,
}

impl<R: Read> GameReader<R> {
    /// A reader at the beginning of a file.
    ///
    /// The source need not be buffered.
    pub fn new(source: R) -> GameReader<R> {
        GameReader::with(source, ParseOptions::default())
    }

    /// A reader at the beginning of a file, with a choice of how it is read.
    pub fn with(source: R, options: ParseOptions) -> GameReader<R> {
        GameReader {
            source,
            given: options.encoding,
            encoding: options.encoding.unwrap_or(Encoding::Utf8),
            buffer: Vec::new(),
            structure: None,
            n_before: 0,
            at: 0,
            is_begun: false,
            is_end: false,
            is_mixed: false,
            chunk: CHUNK,
            margin: MARGIN,
        }
    }

    /// Where the next game is, and its place in the buffer.
    pub(crate) fn next_span(&mut self) -> io::Result<Option<(GameSpan, Range<usize>)>> {
        if !self.is_begun {
            self.is_begun = true;
            self.fill()?;
            self.set_encoding(decode::encoding_of_head(&self.buffer));
        }
        loop {
            match self.scan() {
                Some(range) => {
                    if self.renames(&range) {
                        continue;
                    }
                    self.at = range.end;
                    let file_range =
                        self.n_before + range.start as u64..self.n_before + range.end as u64;
                    let encoding = self.encoding_of(&self.buffer[range.clone()]);
                    return Ok(Some((GameSpan { range: file_range, encoding }, range)));
                }
                None if self.is_end => return Ok(None),
                None => self.fill()?,
            }
        }
    }

    /// The next game in the buffer, unless more must be read to be sure.
    fn scan(&mut self) -> Option<Range<usize>> {
        let unit = unit_len(self.encoding);
        let structure = self.structure.as_deref().unwrap_or(&self.buffer);
        let game = next_game(structure, self.at / unit);
        let Some(game) = game else {
            // Of text without a game, only the end may begin one.
            self.at = self.at.max(self.buffer.len().saturating_sub(self.margin) / unit * unit);
            return None;
        };
        let is_sure = !game.is_cut && game.range.end + self.margin <= structure.len();
        if !is_sure && !self.is_end {
            return None;
        }
        // The last byte of half a character belongs to a game without an end.
        let end = if game.is_cut { self.buffer.len() } else { unit * game.range.end };
        Some(unit * game.range.start..end)
    }

    /// Whether the game names an encoding in which its end may be elsewhere.
    fn renames(&mut self, range: &Range<usize>) -> bool {
        let named = decode::named_in_root(&self.buffer[range.clone()]);
        let Some(named) = named.filter(|&it| it != self.encoding) else { return false };
        if self.given.is_some() || self.encoding.is_utf16() {
            return false;
        }
        // The name is believed as far as the bytes of the game do not differ.
        if decode::choose(&self.buffer[range.clone()]) != named {
            return false;
        }
        self.at = range.start;
        self.is_mixed = true;
        self.set_encoding(named);
        true
    }

    /// The encoding of a game with these bytes.
    fn encoding_of(&self, game: &[u8]) -> Encoding {
        if self.given.is_some() || self.encoding.is_utf16() || game.is_ascii() {
            return self.encoding;
        }
        match decode::named_in_root(game) {
            Some(_) => decode::choose(game),
            None if self.is_mixed || self.encoding == Encoding::Utf8 => decode::choose(game),
            None => self.encoding,
        }
    }

    fn set_encoding(&mut self, encoding: Encoding) {
        self.encoding = self.given.unwrap_or(encoding);
        self.hide();
    }

    /// Brings the structure of the buffer up to date.
    fn hide(&mut self) {
        // What was read is of no interest, and may be in another encoding.
        let (read, rest) = self.buffer.split_at(self.at);
        let of_rest = skeleton(rest, self.encoding);
        self.structure = match of_rest {
            std::borrow::Cow::Borrowed(_) => None,
            std::borrow::Cow::Owned(rest) => {
                let mut all = vec![b' '; read.len() / unit_len(self.encoding)];
                all.extend_from_slice(&rest);
                Some(all)
            }
        };
    }

    /// Reads more, and forgets what was read of the buffer.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.at);
        self.n_before += self.at as u64;
        self.at = 0;
        // A large game is not scanned again and again in small steps.
        let n_wanted = self.chunk.max(self.buffer.len()) as u64;
        let n_read = (&mut self.source).take(n_wanted).read_to_end(&mut self.buffer)?;
        self.is_end = (n_read as u64) < n_wanted;
        self.hide();
        Ok(())
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = io::Result<RawGame>;

    fn next(&mut self) -> Option<io::Result<RawGame>> {
        let next = self.next_span().transpose()?;
        Some(next.map(|(span, range)| RawGame { span, bytes: self.buffer[range].to_vec() }))
    }
}

impl<R> fmt::Debug for GameReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameReader")
            .field("encoding", &self.encoding)
            .field("offset", &(self.n_before + self.at as u64))
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
