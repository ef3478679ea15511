//! Games of a file, in buffers of all sizes and in all encodings.

use super::*;

/// A reader that reads little at once, and looks little ahead.
fn small(bytes: &[u8], chunk: usize) -> GameReader<&[u8]> {
    GameReader { chunk, margin: 16, ..GameReader::new(bytes) }
}

fn games(reader: GameReader<&[u8]>) -> Vec<RawGame> {
    reader.map(|game| game.unwrap()).collect()
}

#[test]
fn buffers_of_all_sizes_give_the_same_games() {
    let text = "mail (a)\n(;C[(;\\](]\n(;B[aa])(;B[bb] ) )\n (;SZ[9];W[cc])) x (;PB[柯洁])()\n(;";
    let whole = games(GameReader::new(text.as_bytes()));
    assert_eq!(whole.len(), 4);
    for game in &whole {
        let range = game.span.range.start as usize..game.span.range.end as usize;
        assert_eq!(game.bytes, text.as_bytes()[range]);
    }
    for chunk in 1..=text.len() {
        assert_eq!(games(small(text.as_bytes(), chunk)), whole, "{chunk}");
    }
}

#[test]
fn a_game_larger_than_the_buffer() {
    let text = format!("(;C[x])(;C[{}])(;C[y])", "long ".repeat(10_000));
    let found = games(small(text.as_bytes(), 64));
    let lens: Vec<usize> = found.iter().map(|it| it.bytes.len()).collect();
    assert_eq!(lens, [7, 50_006, 7]);
}

#[test]
fn games_may_have_several_encodings() {
    for chunk in [16, 64, 1 << 20] {
        let file = b"(;CA[GBK]PB[\xBF\xC2\xBD\xE0]) (;CA[Shift_JIS]PB[\x95\x5C\x83\x5D])\
            (;PB[a];B[aa])(;CA[UTF-8]PB[\xE6\x9F\xAF])";
        let found = games(small(file, chunk));
        let names: Vec<String> = found
            .iter()
            .map(|it| {
                it.parse().unwrap().game(0).unwrap().root().value("PB").unwrap().text().into()
            })
            .collect();
        assert_eq!(names, ["柯洁", "表ゾ", "a", "柯"], "{chunk}");
        assert_eq!(found[0].span.encoding, Encoding::Gb18030);
        assert_eq!(found[1].span.encoding, Encoding::ShiftJis);
    }
}

#[test]
fn utf16_is_read_with_and_without_a_mark() {
    let text = "x(;PB[柯]);\n(;PB[\u{5D5D}洁])";
    for mark in ["", "\u{FEFF}"] {
        let text = format!("{mark}{text}").replace('x', if mark.is_empty() { "(x) " } else { "x" });
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for chunk in [2, 7, 100] {
            let found = games(small(&bytes, chunk.max(8)));
            let texts: Vec<String> = found.iter().map(|it| it.parse().unwrap().to_sgf()).collect();
            assert_eq!(texts, ["(;PB[柯])", "(;PB[\u{5D5D}洁])"], "{chunk}");
            let written = found[1].parse().unwrap().to_bytes(Encoding::Utf16Le).unwrap();
            assert_eq!(written, found[1].bytes);
        }
    }
}

#[test]
fn text_without_games_needs_no_memory() {
    let text = vec![b'x'; 100_000];
    let mut reader = small(&text, 64);
    assert!(reader.next().is_none());
    assert!(reader.buffer.capacity() < 1_000);
}

#[test]
fn a_broken_file_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::TimedOut.into())
        }
    }
    let first = GameReader::new(Broken).next();
    assert_eq!(first.unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
}
