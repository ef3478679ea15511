//! Measures a library of many games:
//!
//! `cargo run --release -p tengen-library --example bench -- 100000 GAMES`
//!
//! The games are made from those in the folder GAMES (see `make_games`). All
//! of them are imported, searched in several ways, and gone through one by one
//! with the parser and the rules, for comparison.

#![allow(clippy::print_stdout, reason = "that is what it is for")]
#![allow(clippy::cast_precision_loss, reason = "they are shown with two digits")]

mod made_games;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tengen_library::{Access, Cancel, GameId, Library, Order, Page, Pattern, Query, SearchOptions};
use tengen_record::Record;
use tengen_rules::{Board, Color, Move, Point, Size, Symmetry};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(Ok(n_games)), Some(games)) =
        (arguments.next().map(|it| it.parse::<usize>()), arguments.next().map(PathBuf::from))
    else {
        println!("usage: bench COUNT GAMES");
        return;
    };
    let folder = std::env::temp_dir().join(format!("tengen-library-bench-{n_games}"));
    let _ = fs::remove_dir_all(&folder);
    let start = Instant::now();
    let n_bytes = made_games::Maker::new(&games, 1).write(&folder.join("games"), n_games);
    println!(
        "{n_games} games of {} bytes made in {:.1?}",
        n_bytes / n_games as u64,
        start.elapsed()
    );

    let mut library = import(&folder, n_games, n_bytes);
    let patterns = patterns(&library);
    let scanned = scan(&folder.join("games"), &patterns);
    let start = Instant::now();
    library.warm_up().expect("the library can be read");
    println!("reading the index: {:.0?}", start.elapsed());
    for ((name, pattern), (scan_time, n_scanned)) in patterns.iter().zip(scanned) {
        let cancel = Cancel::new();
        let mut n_hits = 0;
        let mut n_found = 0;
        let time = times(|| {
            let hits = library.search(pattern, &SearchOptions::default(), &cancel);
            let hits = hits.expect("the library can be read");
            (n_hits, n_found) = (hits.hits.len(), hits.games().len());
        });
        let scan_time = scan_time * SAMPLE;
        println!(
            "{name:<24} {:>7.1} ms ({:>6.1} ms cpu), {n_hits:>7} hits in {n_found:>6} games; plain \
             scan {:>7.0} ms cpu, {:.0} times ({n_scanned} of every {SAMPLE}th game)",
            ms(time.wall),
            ms(time.cpu),
            ms(scan_time),
            scan_time.as_secs_f64() / time.cpu.as_secs_f64().max(0.0005)
        );
    }
    for text in [
        "joseki",
        "text:\"the ladder works\"",
        "text:定石",
        "player:\"Lee Sedol\"",
        "player:李世乭 result:B+R year:1990..2016 size:19",
        "event:meijin rank:5d.. moves:>200",
        "ota",
    ] {
        let query: Query = text.parse().expect("the query is sound");
        let page = Page { start: 0, len: 100 };
        let mut total = 0;
        let time = times(|| {
            let list = library.games(&query, Order::default(), page, &Cancel::new());
            total = list.expect("the library can be read").total;
        });
        println!(
            "{text:<48} {:>7.1} ms ({:>5.1} ms cpu), {total:>6} games",
            ms(time.wall),
            ms(time.cpu)
        );
    }
    let hits = library
        .search(&patterns[0].1, &SearchOptions::default(), &Cancel::new())
        .expect("the library can be read");
    let time = times(|| {
        library.continuations(&hits).expect("the library can be read");
    });
    println!("continuations of {} hits: {:.1} ms", hits.hits.len(), ms(time.wall));
    let start = Instant::now();
    let defects = library.check(&Cancel::new(), &mut |_, _| ()).expect("it can be read");
    println!("check: {:.1?}, {} defects", start.elapsed(), defects.len());
    drop(library);
    let _ = fs::remove_dir_all(&folder);
}

fn import(folder: &Path, n_games: usize, n_bytes: u64) -> Library {
    let path = folder.join("library.db");
    let mut library = Library::open(&path, Access::Create).expect("the library can be made");
    let (start, cpu) = (Instant::now(), cpu_time());
    let report = library
        .import(&[folder.join("games")], &Cancel::new(), &mut |_| ())
        .expect("the library can be written");
    let (time, cpu) = (start.elapsed(), cpu_time().saturating_sub(cpu));
    println!(
        "import: {time:.1?} ({cpu:.1?} cpu), {:.0} games a second ({:.0} by cpu); {} new, {} \
         duplicates, {} known",
        n_games as f64 / time.as_secs_f64(),
        n_games as f64 / cpu.as_secs_f64(),
        report.n_new,
        report.n_duplicates,
        report.n_known
    );
    drop(library);
    let size: u64 = ["", "-wal"]
        .iter()
        .filter_map(|it| fs::metadata(format!("{}{it}", path.display())).ok())
        .map(|it| it.len())
        .sum();
    println!(
        "size: {} bytes a game, {} of them beyond the record",
        size / n_games as u64,
        size.saturating_sub(n_bytes) / n_games as u64
    );
    Library::open(&path, Access::Write).expect("the library can be opened")
}

/// Patterns of all kinds, from one of the games.
fn patterns(library: &Library) -> Vec<(&'static str, Pattern)> {
    let mut id = 1;
    let record = loop {
        let record = library.record(GameId::from_number(id)).expect("there are games");
        if record.size() == Size::NINETEEN {
            break record;
        }
        id += 1;
    };
    let board = |n_moves: usize| -> Board {
        let node = record.after_moves(record.root(), n_moves).unwrap_or(record.root());
        *record.position(node).board()
    };
    let region = |n_moves: usize, corner: &str, opposite: &str| -> Option<Pattern> {
        Pattern::region(&board(n_moves), corner.parse().ok()?, opposite.parse().ok()?)
    };
    let parse = |text: &str| text.parse::<Pattern>().expect("the pattern is sound");
    let mut patterns = vec![
        ("whole board, 2 moves", Pattern::whole_board(&board(2))),
        ("whole board, 6 moves", Pattern::whole_board(&board(6))),
        ("whole board, 30 moves", Pattern::whole_board(&board(30))),
    ];
    patterns.extend(region(30, "A1", "J9").map(|it| ("corner 9x9, 30 moves", it)));
    patterns.extend(region(30, "K10", "T19").map(|it| ("corner 10x10, 30 moves", it)));
    patterns.extend([
        (
            "corner, a known joseki",
            parse("|. . . . . ./|. . . X . ./|. . O . . ./|. . . . . ./|. . . . . ./-------------"),
        ),
        (
            "side 7x4",
            parse(". . . . . . ./. . X . . O ./. . . . . . ./. . . . . . ./---------------"),
        ),
        ("anywhere 3x3, hane", parse("X O ./. X O/. . .")),
        ("anywhere 3x3, ponnuki", parse("* X */X . X/* X *")),
        ("anywhere 4x4", parse(". . . ./. X O ./. O X ./. . . .")),
        ("anywhere 5x4", parse(". . . . ./. X . O ./. . X . ./. . . . .")),
        ("anywhere 6x3, wildcards", parse("* x . . o */X . . O . */* * X * * *")),
    ]);
    patterns
}

/// The plain scan takes so long that it goes through a part of the games, and
/// its time is multiplied.
const SAMPLE: u32 = 20;

/// Goes through every twentieth file with the parser and the rules, and compares every
/// position with the pattern at every place. Returns the time and the number
/// of games for each pattern.
fn scan(folder: &Path, patterns: &[(&str, Pattern)]) -> Vec<(Duration, usize)> {
    let mut files = Vec::new();
    for part in fs::read_dir(folder).into_iter().flatten().flatten() {
        for file in fs::read_dir(part.path()).into_iter().flatten().flatten() {
            files.push(file.path());
        }
    }
    files.sort();
    let sample = files.iter().step_by(SAMPLE as usize);
    let texts: Vec<Vec<u8>> =
        sample.map(|it| fs::read(it).expect("the file can be read")).collect();
    patterns
        .iter()
        .map(|(_, pattern)| {
            let start = cpu_time();
            let n_games = texts.iter().filter(|text| is_in(text, pattern)).count();
            (cpu_time().saturating_sub(start), n_games)
        })
        .collect()
}

/// Whether a game has a pattern in its main line.
fn is_in(text: &[u8], pattern: &Pattern) -> bool {
    let Ok(record) = Record::from_bytes(text) else { return false };
    let size = record.size();
    let places = places(pattern, size);
    if places.is_empty() {
        return false;
    }
    let mut board = Board::new(size);
    if stands_anywhere(&board, &places) {
        return true;
    }
    for id in record.main_line() {
        if let Some((color, Move::Play(point))) = record.node(id).mv() {
            board.play_unchecked(color, point);
            if stands_anywhere(&board, &places) {
                return true;
            }
        }
    }
    false
}

type Place = Vec<(Point, u8)>;

/// The points of a pattern with what they may be, stones first, at all places
/// in all symmetries and colors.
fn places(pattern: &Pattern, size: Size) -> Vec<Place> {
    use tengen_library::{Anchor, Cell};
    let mut places = Vec::new();
    if pattern.board_size().is_some_and(|it| it != size) {
        return places;
    }
    let Anchor::Edges(edges) = pattern.anchor() else { return places };
    for symmetry in Symmetry::ALL {
        let turned = symmetry.inverse().size(size);
        for origin in turned.points() {
            let right = origin.column() + pattern.width();
            let top = origin.row() + pattern.height();
            if right > turned.width()
                || top > turned.height()
                || edges.left && origin.column() > 0
                || edges.bottom && origin.row() > 0
                || edges.right && right < turned.width()
                || edges.top && top < turned.height()
            {
                continue;
            }
            for is_swapped in [false, true] {
                let mut place: Place = Vec::new();
                for point in pattern.shape().points() {
                    let column = origin.column() + point.column();
                    let row = origin.row() + point.row();
                    let on_board = Point::new(column, row, turned)
                        .and_then(|it| symmetry.point(it, turned))
                        .expect("the place is on the board");
                    let allowed = match pattern.cell(point).unwrap_or_default() {
                        Cell::Any => continue,
                        Cell::Empty => 1,
                        Cell::Black => 2,
                        Cell::White => 4,
                        Cell::BlackOrEmpty => 3,
                        Cell::WhiteOrEmpty => 5,
                        Cell::Stone => 6,
                    };
                    let swapped = allowed & 1 | (allowed & 2) << 1 | (allowed & 4) >> 1;
                    place.push((on_board, if is_swapped { swapped } else { allowed }));
                }
                place.sort_by_key(|(_, allowed)| allowed & 1);
                places.push(place);
            }
        }
    }
    places
}

fn stands_anywhere(board: &Board, places: &[Place]) -> bool {
    places.iter().any(|place| {
        place.iter().all(|&(point, allowed)| {
            let stone = match board.stone(point) {
                None => 1,
                Some(Color::Black) => 2,
                Some(Color::White) => 4,
            };
            stone & allowed != 0
        })
    })
}

/// How long something takes, warm: by the clock, the best of ten, and in
/// processor time, the mean.
#[derive(Copy, Clone)]
struct Times {
    wall: Duration,
    cpu: Duration,
}

fn times(mut run: impl FnMut()) -> Times {
    run();
    let start = cpu_time();
    let mut wall = Duration::MAX;
    for _ in 0..10 {
        let start = Instant::now();
        run();
        wall = wall.min(start.elapsed());
    }
    Times { wall, cpu: cpu_time().saturating_sub(start) / 10 }
}

/// The processor time of all threads so far, where the system tells it
/// (Linux); otherwise the time of the clock.
///
/// On a machine that others use as well, the clock says little.
fn cpu_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let ticks = || -> Option<u64> {
        let line = fs::read_to_string("/proc/self/stat").ok()?;
        // Behind the name of the program, which may have spaces, the user's
        // and the system's time are the 12th and 13th field, in 1/100 s.
        let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    };
    ticks().map_or_else(|| start.elapsed(), |it| Duration::from_millis(10 * it))
}

fn ms(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}
