//! How fast and how small parsing is beside the crate `sgf-parse`.
//!
//! Run with `cargo bench -p tengen-sgf --bench compare`. The SGF files of
//! folders named behind `--` are measured too, each folder as one input.
//!
//! Both read the same texts in turn, so that a busy machine hurts both. Ours
//! finds the encoding, builds the tree and collects the warnings; the other
//! one gets text that is decoded already.

#![allow(clippy::print_stdout, reason = "a benchmark reports to its user")]
#![allow(unsafe_code, reason = "an allocator cannot be written without it")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use fastrand::Rng;

#[path = "generate/games.rs"]
mod games;

use games::{plain_games, push_annotated_move};

const N_ROUNDS: u32 = 7;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The system's allocator, which counts the bytes in use.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all work is left to the system's allocator; counting does not
// allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(in_use, Relaxed);
        // SAFETY: the caller keeps the contract of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the contract of this function.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// A parser, which takes all files of an input one by one.
type Parser = fn(&[String]) -> usize;

fn ours(files: &[String]) -> usize {
    let parse = |text: &String| tengen_sgf::parse(text.as_bytes()).expect("the text is short");
    files.iter().map(parse).map(|it| black_box(it).games().len()).sum()
}

fn theirs(files: &[String]) -> usize {
    let parse = |text: &String| sgf_parse::parse(text).map_or(0, |it| black_box(it).len());
    files.iter().map(parse).sum()
}

fn main() {
    let mut inputs = vec![
        ("plain games".to_owned(), vec![plain_games(2_000, 200)]),
        ("plain, one a file".to_owned(), (0..2_000).map(|_| plain_games(1, 200)).collect()),
        ("annotated trees".to_owned(), vec![annotated_trees(600)]),
    ];
    for folder in std::env::args().skip(1).filter(|it| !it.starts_with("--")) {
        let folder = Path::new(&folder);
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
        inputs.push((name.into_owned(), files(folder)));
    }
    println!("best of {N_ROUNDS} rounds each, in turn; peak in bytes per byte of input");
    println!(
        "{:>20} {:>8} {:>9} {:>9} {:>7} {:>9} {:>9} {:>7}",
        "", "MB", "ours MB/s", "sgf-parse", "ratio", "our peak", "sgf-parse", "ratio",
    );
    for (name, files) in &inputs {
        let mut best = [Duration::MAX; 2];
        for _ in 0..N_ROUNDS {
            for (best, parser) in best.iter_mut().zip([ours, theirs] as [Parser; 2]) {
                let start = Instant::now();
                black_box(parser(files));
                *best = start.elapsed().min(*best);
            }
        }
        let n_bytes: usize = files.iter().map(String::len).sum();
        let size = f64::from(n_bytes as u32) / 1e6;
        let [our_speed, their_speed] = best.map(|it| size / it.as_secs_f64());
        // Several files are not in memory at once, so the largest counts.
        let largest = files.iter().max_by_key(|it| it.len());
        let peak = |parser| largest.map_or(0.0, |it| peak(parser, it));
        let (our_peak, their_peak) = (peak(ours), peak(theirs));
        println!(
            "{name:>20} {size:>8.2} {our_speed:>9.1} {their_speed:>9.1} {:>7.1} \
             {our_peak:>9.2} {their_peak:>9.2} {:>7.2}",
            our_speed / their_speed,
            our_peak / their_peak,
        );
    }
}

/// The most bytes that were in use on top of the text, for each of its bytes.
fn peak(parser: Parser, text: &String) -> f64 {
    let before = IN_USE.load(Relaxed);
    PEAK.store(before, Relaxed);
    black_box(parser(std::slice::from_ref(text)));
    let peak = PEAK.load(Relaxed) - before;
    f64::from(peak as u32) / f64::from(text.len() as u32)
}

/// The texts of all SGF files in a folder and those inside it that both
/// parsers can take.
fn files(folder: &Path) -> Vec<String> {
    let mut folders = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|it| it.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if is_sgf(&path)
                && let Ok(text) = fs::read_to_string(&path)
                && sgf_parse::parse(&text).is_ok()
            {
                files.push(text);
            }
        }
    }
    files
}

fn is_sgf(path: &Path) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case("sgf"))
}

fn annotated_trees(n_games: u32) -> String {
    let mut rng = Rng::with_seed(0x1234_5678);
    let mut out = String::new();
    for _ in 0..n_games {
        out.push_str("(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[柯洁]PW[李世石]\n");
        for idx in 0..120 {
            push_annotated_move(&mut out, idx, &mut rng);
        }
        out.push_str("(;W[aa];B[bb]C[bad])(;W[cc]BM[1];B[dd])(;W[ee];B[ff]))\n");
    }
    out
}
