//! Measures what a review is worth and what it costs.
//!
//! ```sh
//! M="cargo run --release -p tengen-review --example measure --"
//! $M sweep game.sgf 2            # the quick look at every move, on 2 threads
//! $M judged positions.json 16    # judged positions, by 16 visits
//! $M worst "katago gtp …" 100 100 *.sgf  # a teacher's ten worst moves of a game
//! $M reasons reviewed.sgf        # every reason beside its board, to be judged
//! ```

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for developers")]
#![allow(clippy::cast_precision_loss, reason = "numbers for people")]

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use serde_json::Value;
use tengen_analysis::{AnalysisRequest, Analyst, Effort, Stop};
use tengen_engine::{Search, Settings};
use tengen_gtp::controller::{CommandLine, Controller, Options};
use tengen_record::{NodeId, Record};
use tengen_review::{AnalystKind, Plan, Review};
use tengen_rules::{Color, Game, Komi, Move, Ruleset, Size};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["sweep", path, n_threads] => sweep(path, n_threads.parse().unwrap()),
        ["judged", path, n_visits] => judged(path, n_visits.parse().unwrap()),
        ["worst", teacher, visits, deep, paths @ ..] => {
            worst(teacher, visits.parse().unwrap(), deep.parse().unwrap(), paths);
        }
        ["reasons", paths @ ..] => paths.iter().for_each(|it| reasons(it)),
        _ => println!("expected sweep, judged, worst or reasons; see the source"),
    }
}

fn search() -> Search {
    Search::new(Settings { memory: 64 << 20, seed: 1, ..Settings::default() })
}

fn record(path: &str) -> Record {
    Record::from_bytes(&fs::read(path).unwrap()).unwrap()
}

/// Runs a review to its end on some threads.
fn run(review: Review, record: &Record, n_threads: usize) -> Review {
    let review = Mutex::new(review);
    let work = || {
        let mut search = search();
        loop {
            let next = review.lock().unwrap().next(record);
            let Some(request) = next else { break };
            let analysis = search.analyze(&request.to_analysis(), &Stop::new(), &mut |_| ());
            review.lock().unwrap().answer(&request, &analysis.unwrap(), "Tengen").unwrap();
        }
    };
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(work);
        }
    });
    review.into_inner().unwrap()
}

fn sweep(path: &str, n_threads: usize) {
    let record = record(path);
    let plan = Plan::new(AnalystKind::Search, record.size());
    let start = Instant::now();
    let quick =
        run(Review::new(&record, Ruleset::CHINESE, plan.with_deep(plan.quick)), &record, n_threads);
    let n_positions = quick.progress().n_swept;
    println!("sweep: {n_positions} positions in {:.1} s", start.elapsed().as_secs_f32());
    println!("memory: {} MB at the most", peak_memory() / 1024);
    let start = Instant::now();
    let mut review = quick;
    review.set_plan(plan);
    let review = run(review, &record, n_threads);
    let progress = review.progress();
    println!(
        "deeper: {} positions, {} visits in {:.1} s",
        progress.n_deepened,
        progress.n_visits,
        start.elapsed().as_secs_f32()
    );
    let report = review.report(&record);
    for color in Color::ALL {
        println!("{color}: {:?}", report.players[color]);
    }
    for judged in report.key_moves() {
        println!(
            "{} {} {} lost {:.1} (better {}) {:?}",
            report.number_of(judged.node).unwrap(),
            judged.color,
            judged.mv,
            judged.points_lost(),
            judged.better.first().map_or("?".to_owned(), |it| it.mv.to_string()),
            judged.reasons,
        );
    }
}

/// Prints the reasons of a record that was reviewed before.
fn reasons(path: &str) {
    let record = record(path);
    let plan = Plan { quick: 1, deep: 1, budget: Some(0) };
    let report = Review::new(&record, Ruleset::CHINESE, plan).report(&record);
    let names = |line: &[Move]| -> String {
        let names: Vec<String> = line.iter().map(ToString::to_string).collect();
        names.join(" ")
    };
    for judged in report.moves.iter().filter(|it| !it.reasons.is_empty()) {
        let before = record.parent(judged.node).unwrap();
        println!("{}", record.position(before).board());
        let number = report.number_of(judged.node).unwrap();
        let (color, mv, lost) = (judged.color, judged.mv, judged.points_lost());
        println!("{path} {number} {color} {mv} lost {lost:.1} in {} visits", judged.effort);
        println!("  better: {}", judged.better.first().map_or(String::new(), |it| names(&it.line)));
        println!("  reply: {}", names(&judged.refutation));
        judged.reasons.iter().for_each(|it| println!("  {it:?}"));
    }
}

/// The most memory that this process had, in KiB.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|it| it.split_whitespace().next()).and_then(|it| it.parse().ok()).unwrap_or(0)
}

#[derive(Default)]
struct Sums {
    n: f32,
    chance: f32,
    leads: Vec<f32>,
    owners: f32,
    n_right: u32,
    time: Duration,
}

fn judged(path: &str, n_visits: u32) {
    let positions: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let mut by_size: BTreeMap<u64, Sums> = BTreeMap::new();
    let mut search = search();
    for it in positions.as_array().unwrap() {
        let number = |name: &str| it[name].as_f64().unwrap() as f32;
        let edge = it["size"].as_u64().unwrap();
        let size = Size::square(u8::try_from(edge).unwrap()).unwrap();
        let komi = Komi::from_half_points((2.0 * number("komi")) as i16);
        let mut game = Game::new(size, Ruleset::CHINESE).with_komi(komi);
        for mv in it["moves"].as_array().unwrap() {
            game.play(mv.as_str().unwrap().parse::<Move>().unwrap()).unwrap();
        }
        search.clear();
        let start = Instant::now();
        let request = AnalysisRequest::new(&game, Effort::Visits(n_visits));
        let analysis = search.analyze(&request, &Stop::new(), &mut |_| ()).unwrap();
        let sums = by_size.entry(edge).or_default();
        sums.time += start.elapsed();
        let own = analysis.evaluation();
        sums.n += 1.0;
        sums.chance += (own.black_win_rate - number("winrate")).abs();
        sums.leads.push((own.black_lead.unwrap() - number("lead")).abs());
        sums.n_right += u32::from((own.black_win_rate > 0.5) == (number("winrate") > 0.5));
        let ownership = analysis.ownership.unwrap();
        let owners: Vec<f32> = it["ownership"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|it| match it {
                Value::Array(row) => row.clone(),
                value => vec![value.clone()],
            })
            .map(|it| it.as_f64().unwrap() as f32)
            .collect();
        let off =
            size.rows().flatten().zip(&owners).map(|(point, it)| (ownership[point] - it).abs());
        sums.owners += off.sum::<f32>() / owners.len() as f32;
    }
    println!("board  chance  lead (median)  owners  right side  time a position");
    for (edge, mut it) in by_size {
        it.leads.sort_by(f32::total_cmp);
        println!(
            "{edge:>5}  {:.3}   {:.1} ({:.1})      {:.3}   {} of {}   {:.3} s",
            it.chance / it.n,
            it.leads.iter().sum::<f32>() / it.n,
            it.leads[it.leads.len() / 2],
            it.owners / it.n,
            it.n_right,
            it.n,
            it.time.as_secs_f32() / it.n
        );
    }
}

/// Of a teacher's ten worst moves of each game, how many are among our ten
/// worst, at the quick and at the deep setting.
fn worst(teacher: &str, visits: u32, deep: u32, paths: &[&str]) {
    let line: CommandLine = teacher.parse().unwrap();
    let mut engine = Controller::start(&line, Options::default()).unwrap();
    let (mut total, mut sums) = (0, [0, 0]);
    for path in paths {
        let record = record(path);
        let plan = Plan { quick: visits, deep: visits, budget: None };
        let mut review = Review::new(&record, Ruleset::CHINESE, plan);
        while let Some(request) = review.next(&record) {
            match engine.analyze(&request.to_analysis(), &Stop::new(), &mut |_| ()) {
                Ok(analysis) => {
                    let _ = review.answer(&request, &analysis, "teacher");
                }
                Err(error) => {
                    println!("{path}: {error}");
                    review.fail(&request);
                    engine.restart().unwrap();
                }
            }
        }
        let expected = ten_worst(&review, &record);
        let plan = Plan::new(AnalystKind::Search, record.size()).with_deep(deep);
        let quick = Review::new(&record, Ruleset::CHINESE, plan.with_deep(plan.quick));
        let mut ours = run(quick, &record, 1);
        let count = |review: &Review| {
            let own = ten_worst(review, &record);
            expected.iter().filter(|it| own.contains(it)).count()
        };
        let swept = count(&ours);
        ours.set_plan(plan);
        let ours = run(ours, &record, 1);
        let found = [swept, count(&ours)];
        total += expected.len();
        sums = [sums[0] + found[0], sums[1] + found[1]];
        println!("{path}: {} of {} quick, {} deep", found[0], expected.len(), found[1]);
    }
    println!("in all: {} of {total} quick, {} deep", sums[0], sums[1]);
}

fn ten_worst(review: &Review, record: &Record) -> Vec<NodeId> {
    let mut moves = review.report(record).moves;
    moves.sort_by(|a, b| b.points_lost().total_cmp(&a.points_lost()));
    moves.truncate(10);
    moves.into_iter().map(|it| it.node).collect()
}
