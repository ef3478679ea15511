//! Files are read game by game: how many bytes are read, not how long it takes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use tengen_sgf::{GameIndex, GameReader, parse};

/// A file that counts what is read from it.
struct Counting {
    file: Cursor<Vec<u8>>,
    n_read: usize,
}

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.file.read(buffer)?;
        self.n_read += n_read;
        Ok(n_read)
    }
}

impl Seek for Counting {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

fn file(n_games: usize) -> Counting {
    let game = |idx: usize| format!("(;GN[{idx}]SZ[19]{})\n", ";B[aa];W[bb]".repeat(100));
    let text: String = (0..n_games).map(game).collect();
    Counting { file: Cursor::new(text.into_bytes()), n_read: 0 }
}

#[test]
fn an_index_reads_the_file_once_and_a_game_alone() {
    let mut file = file(5_000);
    let n_bytes = file.file.get_ref().len();
    let index = GameIndex::read(&mut file).unwrap();
    assert_eq!((index.len(), file.n_read), (5_000, n_bytes));

    file.n_read = 0;
    let last = index.game(&mut file, 4_999).unwrap().unwrap();
    assert_eq!(file.n_read, last.bytes.len());
    assert!(last.bytes.starts_with(b"(;GN[4999]"));
    assert_eq!(index.game(&mut file, 5_000).unwrap(), None);
}

#[test]
fn games_come_one_after_the_other() {
    let mut file = file(3_000);
    let n_bytes = file.file.get_ref().len();
    let mut reader = GameReader::new(&mut file);
    let first = reader.next().unwrap().unwrap();
    assert!(first.bytes.starts_with(b"(;GN[0]"));
    drop(reader);
    assert!(file.n_read < n_bytes, "the file is not read to its end for the first game");

    file.file.set_position(0);
    let names: Vec<String> = GameReader::new(&mut file)
        .map(|game| {
            let collection = game.unwrap().parse().unwrap();
            assert_eq!(collection.games().len(), 1);
            collection.game(0).unwrap().root().value("GN").unwrap().text().into_owned()
        })
        .collect();
    assert!(names.iter().enumerate().all(|(idx, name)| *name == idx.to_string()));
    assert_eq!(names.len(), 3_000);
}

#[test]
fn an_index_has_the_games_of_the_whole_file() {
    let file = file(100).file.into_inner();
    let index = GameIndex::read(&file[..]).unwrap();
    let whole = parse(&file).unwrap();
    for (span, game) in index.spans().iter().zip(whole.games()) {
        let bytes = &file[span.range.start as usize..span.range.end as usize];
        assert_eq!(bytes, game.to_sgf().trim_end().as_bytes());
    }
}

#[test]
fn a_file_that_became_shorter_is_an_error() {
    let mut bytes = file(10).file.into_inner();
    let index = GameIndex::read(&bytes[..]).unwrap();
    bytes.truncate(bytes.len() / 2);
    let error = index.game(Cursor::new(bytes), 9).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
}
