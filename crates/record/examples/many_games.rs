//! How long it takes to open the last game of a large file, and how much
//! memory.
//!
//! Run with `cargo run --release -p tengen-record --example many_games`. It
//! makes a file of 100,000 games, or reads the one that is named.

#![allow(clippy::print_stdout, reason = "an example reports to its user")]

use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use tengen_record::sgf::GameIndex;
use tengen_record::{GameSummary, Record};

const N_GAMES: usize = 100_000;
const N_MOVES: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let named = std::env::args().nth(1).map(PathBuf::from);
    let made = std::env::temp_dir().join(format!("many-games-{}.sgf", std::process::id()));
    if named.is_none() {
        make(&made)?;
    }
    let result = measure(named.as_deref().unwrap_or(&made));
    if named.is_none() {
        fs::remove_file(&made)?;
    }
    result
}

/// Opens the last game of a file.
fn measure(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut file = File::open(path)?;
    let n_bytes = file.metadata()?.len();
    println!("{} MB, peak of memory before: {}", n_bytes / 1_000_000, peak());

    let start = Instant::now();
    let index = GameIndex::read(&mut file)?;
    let n_games = index.len();
    println!("{n_games} games found in {:.3} s, peak {}", start.elapsed().as_secs_f64(), peak());

    let start = Instant::now();
    let last = n_games.checked_sub(1).ok_or("the file has no game")?;
    let game = index.game(&mut file, last)?.ok_or("the file has no game")?;
    let record = Record::from_collection(game.parse()?, 0)?;
    println!("the last one opened in {:.6} s", start.elapsed().as_secs_f64());
    let summary = GameSummary::of_record(last, &record);
    println!("{} against {}, {} moves", summary.black, summary.white, summary.n_moves);
    Ok(())
}

/// Writes a file of games without a meaning.
fn make(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(File::create(path)?);
    let mut rng = fastrand::Rng::with_seed(1);
    let mut text = String::new();
    for idx in 0..N_GAMES {
        text.clear();
        writeln!(text, "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[Black {idx}]PW[White {idx}]KM[6.5]RE[B+R]")?;
        for number in 0..N_MOVES {
            let color = if number % 2 == 0 { 'B' } else { 'W' };
            let (column, row) = (rng.u8(b'a'..=b's') as char, rng.u8(b'a'..=b's') as char);
            write!(text, ";{color}[{column}{row}]")?;
        }
        text.push_str(")\n");
        out.write_all(text.as_bytes())?;
    }
    Ok(out.flush()?)
}

/// The most memory that the process has had, where the system tells.
fn peak() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("unknown".to_owned(), |it| it.trim().to_owned())
}
