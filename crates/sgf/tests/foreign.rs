//! Records of Asian servers, read as SGF.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;

use fastrand::Rng;
use tengen_sgf::{Encoding, Format, ParseOptions, read, read_with};

/// The moves of the even games.
const MOVES: &str = "\n;B[pd];W[dp];B[cd];W[qp];B[op];W[oq];B[nq];W[pq];B[cn];W[fq]\n;B[];W[])\n";

#[track_caller]
fn check(name: &str, format: Format, expected: &str) {
    let bytes = file(name);
    assert_eq!(Format::of(&bytes), format);
    let collection = read(&bytes).unwrap();
    assert_eq!(collection.to_sgf(), expected);
    assert_eq!(collection.warnings(), []);
    assert_eq!(collection.encoding(), Encoding::Utf8);
}

#[test]
fn tygem_even_game() {
    let root = "(;FF[4]GM[1]CA[UTF-8]SZ[19]GN[구글 딥마인드 챌린지 매치 제4국]DT[2016-03-13]PC[서울]\
                PW[이세돌]WR[9p]PB[알파고]BR[9d]RE[W+R]KM[7.5]TM[7200]OT[3x60 byo-yomi]";
    check("even.gib", Format::Gib, &format!("{root}{MOVES}"));
}

#[test]
fn tygem_handicap_game() {
    check(
        "handicap.gib",
        Format::Gib,
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]PW[柯洁]WR[9d]PB[围棋爱好者]BR[3k]RE[W+5.5]KM[0]\
         DT[2019-07-04]TM[1200]OT[3x30 byo-yomi]HA[3]AB[pd][dp][dd]\n;W[pp];B[nq];W[qn])\n",
    );
}

#[test]
fn cyberoro_even_game() {
    let root = "(;FF[4]GM[1]CA[UTF-8]SZ[19]GN[人机大战 第四局]PB[阿尔法狗]BR[9d]PW[李世石]WR[9p]\
                PC[www.cyberoro.com]KM[7.5]DT[2016-03-13]RE[W+R]";
    check("even.ngf", Format::Ngf, &format!("{root}{MOVES}"));
}

#[test]
fn cyberoro_handicap_game() {
    check(
        "handicap.ngf",
        Format::Ngf,
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]GN[ﾚｰﾃｨﾝｸﾞ対局]PB[囲碁好き]BR[2d]PW[棋士先生]WR[7d]\
         PC[www.wbaduk.com]HA[4]KM[0]DT[2011-08-12]RE[B+2.5]AB[pd][dp][dd][pp]\
         \n;W[fc];B[cf];W[qf])\n",
    );
}

#[test]
fn pandanet_even_game() {
    let root = "(;FF[4]GM[1]CA[UTF-8]SZ[19]EV[人機対決, 第4局]PC[ソウル]RU[Japanese]KM[7.5]\
                DT[2016-03-13]PB[アルファ碁]BR[9d]PW[イ・セドル]WR[九段]RE[W+R]US[表ソ能]\
                C[囲碁の対局です。]";
    let comment = "LB[pp:A]C[白4は普通の手。\n次は[A\\\\\\]が大きい。]";
    let moves = MOVES.replace("W[qp]", &format!("W[qp]{comment}"));
    check("even.ugf", Format::Ugf, &format!("{root}{moves}"));
}

#[test]
fn pandanet_handicap_game() {
    check(
        "handicap.ugf",
        Format::Ugf,
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[Friendly game]HA[2]KM[0.5]DT[2013-10-23]PB[Ann]BR[5k]\
         PW[Ben]WR[3k]RE[B+3.5]AB[gc][cg]\n;W[ee];B[gg];W[])\n",
    );
}

#[test]
fn all_else_is_read_as_sgf() {
    for text in ["", "(;C[\\HS])", "\n;B[aa]", "(;C[\n[Header]\n])", "Title\n19\nno moves", "hello"]
    {
        assert_eq!(Format::of(text.as_bytes()), Format::Sgf, "{text}");
        assert_eq!(read(text.as_bytes()).unwrap().encoding(), Encoding::Utf8);
    }
}

#[test]
fn callers_can_force_an_encoding() {
    let options = ParseOptions { encoding: Some(Encoding::Latin1) };
    let collection = read_with(&file("handicap.gib"), options).unwrap();
    let name = collection.game(0).unwrap().root().value("PW").unwrap();
    assert_eq!(name.simple_text(), "¿Â½à");
}

#[test]
fn damaged_records_are_read() {
    let files = NAMES.map(file);
    let mut rng = Rng::with_seed(0x5EED_0004);
    for _ in 0..20_000 {
        let mut bytes = files[rng.usize(..files.len())].clone();
        for _ in 0..=rng.u32(..8) {
            let at = rng.usize(..=bytes.len());
            let end = (at + rng.usize(..12)).min(bytes.len());
            match rng.u32(..4) {
                0 if at > 20 => bytes.truncate(at),
                1 => drop(bytes.drain(at..end)),
                2 => bytes.insert(at, rng.u8(1..)),
                _ => drop(bytes.splice(at..end, (0..4).map(|_| rng.u8(b' '..=b'~')))),
            }
        }
        let collection = read(&bytes).unwrap();
        if Format::of(&bytes) != Format::Sgf {
            assert_eq!(collection.games().len(), 1);
            assert_eq!(collection.warnings(), [], "{}", bytes.escape_ascii());
        }
    }
}

const NAMES: [&str; 6] =
    ["even.gib", "handicap.gib", "even.ngf", "handicap.ngf", "even.ugf", "handicap.ugf"];

fn file(name: &str) -> Vec<u8> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", "foreign"].iter().collect();
    fs::read(folder.join(name)).unwrap()
}
