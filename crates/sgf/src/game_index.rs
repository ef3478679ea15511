//! An index of a file, for random access to its games.

use std::io::{self, Read, Seek, SeekFrom};

use crate::{GameReader, GameSpan, ParseOptions, RawGame};

/// Where the games of an SGF file are.
///
/// It takes 24 bytes a game, and is made by reading the file once. After that,
/// any game is read without the others.
///
/// ```
/// use std::io::Cursor;
/// use tengen_sgf::GameIndex;
///
/// let mut file = Cursor::new(b"(;PB[Lee Sedol];B[pd]) (;PB[Ke Jie])");
/// let index = GameIndex::read(&mut file)?;
/// assert_eq!(index.len(), 2);
/// let game = index.game(&mut file, 1)?.expect("there are two games");
/// assert_eq!(game.bytes, b"(;PB[Ke Jie])");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct GameIndex {
    spans: Vec<GameSpan>,
}

impl GameIndex {
    /// Finds the games of a file, without keeping any.
    ///
    /// # Errors
    ///
    /// Returns the error of the file.
    pub fn read(file: impl Read) -> io::Result<GameIndex> {
        GameIndex::read_with(file, ParseOptions::default())
    }

    /// Finds the games of a file, with a choice of how it is read.
    ///
    /// # Errors
    ///
    /// Returns the error of the file.
    pub fn read_with(file: impl Read, options: ParseOptions) -> io::Result<GameIndex> {
        let mut reader = GameReader::with(file, options);
        let mut spans = Vec::new();
        while let Some((span, _)) = reader.next_span()? {
            spans.push(span);
        }
        spans.shrink_to_fit();
        Ok(GameIndex { spans })
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether the file has no game.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Where the games are, in the order of the file.
    pub fn spans(&self) -> &[GameSpan] {
        &self.spans
    }

    /// Reads one game, counted from zero, from the file that the index is of.
    ///
    /// `None` if there is no such game.
    ///
    /// # Errors
    ///
    /// Returns the error of the file, also if it has become shorter.
    pub fn game(&self, mut file: impl Read + Seek, game_idx: usize) -> io::Result<Option<RawGame>> {
        let Some(span) = self.spans.get(game_idx) else { return Ok(None) };
        file.seek(SeekFrom::Start(span.range.start))?;
        let n_bytes = usize::try_from(span.range.end - span.range.start)
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let mut bytes = vec![0; n_bytes];
        file.read_exact(&mut bytes)?;
        Ok(Some(RawGame { span: span.clone(), bytes }))
    }
}
