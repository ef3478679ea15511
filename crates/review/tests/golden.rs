//! Reviews of public games with the built-in network, and by what other
//! engines said of them, in golden files.
//!
//! `BLESS=1 cargo test -p tengen-review --test golden` writes them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use tengen_analysis::{Analysis, Analyst, Stop};
use tengen_engine::{Search, Settings};
use tengen_gtp::controller::{CommandLine, Controller, Options};
use tengen_record::{EvaluationFormats, Record};
use tengen_review::{Band, Plan, Report, Request, Review};
use tengen_rules::{Color, Ruleset};

/// So little that it takes a second a game, and that processors which round
/// differently agree.
const PLAN: Plan = Plan { quick: 2, deep: 2, budget: None };

/// The moves that are reviewed.
const N_MOVES: usize = 50;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn game(name: &str) -> Record {
    let bytes = fs::read(data().join("games").join(name)).unwrap();
    let mut record = Record::from_bytes(&bytes).unwrap();
    if let Some(next) = record.after_moves(record.root(), N_MOVES + 1) {
        record.delete(next).unwrap();
    }
    record
}

/// Reviews until nothing is left to ask for.
fn run(review: &mut Review, record: &Record, answer: &mut dyn FnMut(&Request) -> Option<Analysis>) {
    while let Some(request) = review.next(record) {
        match answer(&request) {
            Some(analysis) => review.answer(&request, &analysis, "test").unwrap(),
            None => review.fail(&request),
        }
    }
}

/// Numbers with one digit: processors differ in the last ones.
fn summary(report: &Report) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        let player = &report.players[color];
        let number = |it: Option<f32>| it.map_or("-".to_owned(), |it| format!("{it:.1}"));
        let bands: Vec<String> = Band::ALL.map(|it| player.n_in(it).to_string()).into();
        writeln!(
            text,
            "{color}: {} moves, accuracy {}, mean loss {}, bands {}",
            player.n_moves,
            number(player.accuracy),
            number(player.mean_loss),
            bands.join(" ")
        )
        .unwrap();
    }
    for (idx, judged) in report.key_moves.iter().zip(report.key_moves()) {
        let better: Vec<String> = judged.better.iter().map(|it| it.mv.to_string()).collect();
        let turn = if report.turning_points.contains(idx) { ", turns the game" } else { "" };
        writeln!(
            text,
            "{} {} {} loses {:.1}{turn}, better {}",
            report.number_of(judged.node).unwrap(),
            judged.color,
            judged.mv,
            judged.points_lost(),
            better.join(" ")
        )
        .unwrap();
        for reason in &judged.reasons {
            writeln!(text, "  {} {:?}", reason.as_str(), reason.point()).unwrap();
        }
    }
    text
}

#[track_caller]
fn check_golden(name: &str, found: &str) {
    let path = data().join("golden").join(name).with_extension("txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap();
    assert_eq!(found.lines().count(), expected.lines().count(), "{name}:\n{found}");
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert!(is_same(found, expected), "{name}: {found}, expected {expected}");
    }
}

/// Whether two lines have the same words, and numbers that are about the same.
fn is_same(found: &str, expected: &str) -> bool {
    let number = |word: &str| word.trim_matches([',', ':']).parse::<f32>().ok();
    let is_same = |(a, b): (&str, &str)| match (number(a), number(b)) {
        (Some(a), Some(b)) => (a - b).abs() < 0.25,
        _ => a == b,
    };
    found.split(' ').count() == expected.split(' ').count()
        && found.split(' ').zip(expected.split(' ')).all(is_same)
}

fn search() -> Search {
    Search::new(Settings { memory: 8 << 20, seed: 1, ..Settings::default() })
}

#[track_caller]
fn check_network(name: &str) {
    let mut record = game(name);
    let mut search = search();
    let mut review = Review::new(&record, Ruleset::CHINESE, PLAN);
    run(&mut review, &record, &mut |request| {
        search.analyze(&request.to_analysis(), &Stop::new(), &mut |_| ()).ok()
    });
    let report = review.report(&record);
    check_golden(&format!("network-{name}"), &summary(&report));

    // Whoever opens the record sees the same without an engine.
    review.save(&mut record, EvaluationFormats::default()).unwrap();
    let again = Record::from_sgf(&record.to_sgf()).unwrap();
    let review = Review::new(&again, Ruleset::CHINESE, PLAN);
    assert_eq!(review.report(&again).moves, report.moves);
}

#[test]
fn network_on_kgs_38() {
    check_network("2019-04-30-38.sgf");
}

#[test]
fn network_on_kgs_39() {
    check_network("2019-04-30-39.sgf");
}

#[test]
fn network_on_kgs_40() {
    check_network("2019-04-30-40.sgf");
}

#[test]
fn network_on_kgs_44() {
    check_network("2019-04-30-44.sgf");
}

#[test]
fn network_on_kgs_53() {
    check_network("2019-04-30-53.sgf");
}

/// What an engine said of each position of a game, written as text.
mod transcript {
    use tengen_analysis::Candidate;
    use tengen_rules::Move;

    use super::{Analysis, Color, Write};

    /// Node, player to move, visits, chance and lead, then each candidate with
    /// the moves that follow.
    pub(crate) fn line(node: u32, analysis: &Analysis) -> String {
        let number = |it: Option<f32>| it.map_or("?".to_owned(), |it| format!("{it:.4}"));
        let mut line = format!(
            "{node} {} {} {:.4} {}",
            analysis.to_play.letter(),
            analysis.n_visits,
            analysis.win_rate,
            number(analysis.lead)
        );
        for it in analysis.candidates.iter().take(10) {
            let pv: Vec<String> = it.variation.iter().take(8).map(ToString::to_string).collect();
            let (lead, prior) = (number(it.lead), number(it.prior));
            let pv = pv.join(",");
            write!(line, " {}:{:.4}:{lead}:{prior}:{pv}", it.n_visits, it.win_rate).unwrap();
        }
        line
    }

    pub(crate) fn parse(line: &str) -> (u32, Analysis) {
        let words: Vec<&str> = line.split(' ').collect();
        let to_play = if words[1] == "B" { Color::Black } else { Color::White };
        let candidate = |word: &&str| {
            let parts: Vec<&str> = word.split(':').collect();
            let variation: Vec<Move> = parts[4].split(',').map(|it| it.parse().unwrap()).collect();
            Candidate {
                n_visits: parts[0].parse().unwrap(),
                lead: parts[2].parse().ok(),
                prior: parts[3].parse().ok(),
                variation: variation.clone(),
                ..Candidate::new(variation[0], parts[1].parse().unwrap())
            }
        };
        let analysis = Analysis {
            n_visits: words[2].parse().unwrap(),
            lead: words[4].parse().ok(),
            candidates: words[5..].iter().map(candidate).collect(),
            ..Analysis::new(to_play, words[3].parse().unwrap())
        };
        (words[0].parse().unwrap(), analysis)
    }
}

/// Reviews by a transcript; with `RECORD` as the command line of an engine,
/// that writes it first.
#[track_caller]
fn check_transcript(name: &str, engine: &str) {
    let record = game(name);
    let path = data().join("transcripts").join(format!("{engine}-{name}")).with_extension("txt");
    let plan = Plan { quick: 50, deep: 50, budget: None };
    if let Ok(command) = std::env::var(format!("RECORD_{}", engine.to_uppercase())) {
        let line: CommandLine = command.parse().unwrap();
        let mut controller = Controller::start(&line, Options::default()).unwrap();
        let mut text = String::new();
        let mut review = Review::new(&record, Ruleset::CHINESE, plan);
        run(&mut review, &record, &mut |request| {
            let question = request.to_analysis();
            let analysis = controller.analyze(&question, &Stop::new(), &mut |_| ()).ok()?;
            writeln!(text, "{}", transcript::line(request.node.number(), &analysis)).unwrap();
            Some(analysis)
        });
        fs::write(&path, text).unwrap();
    }
    let text = fs::read_to_string(&path).unwrap();
    let answers: std::collections::HashMap<u32, Analysis> =
        text.lines().map(transcript::parse).collect();
    let mut review = Review::new(&record, Ruleset::CHINESE, plan);
    run(&mut review, &record, &mut |request| answers.get(&request.node.number()).cloned());
    assert_eq!(review.progress().n_failed, 0);
    check_golden(&format!("{engine}-{name}"), &summary(&review.report(&record)));
}

#[test]
fn gnu_go_on_its_own_game() {
    check_transcript("g9_h0_1001.sgf", "gnugo");
}

#[test]
fn katago_on_a_game_of_gnu_go() {
    check_transcript("g9_h0_1001.sgf", "katago");
}

#[test]
fn gnu_go_on_kgs_53() {
    check_transcript("2019-04-30-53.sgf", "gnugo");
}
