//! Matches between processes, `examples/clumsy.rs`, which have bad habits.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tengen_analysis::Stop;
use tengen_arena::results_file::{FILE_NAME, ResultsFile, SettingList};
use tengen_arena::{
    Archive, BySide, Conclusion, Contest, Contestant, Failed, GameResult, MatchEnd, Reason, Side,
    Sprt,
};
use tengen_clock::TimeControl;
use tengen_gtp::controller::CommandLine;
use tengen_rules::{Game, Ruleset, Size};

/// Enough for a move on a slow machine.
const PATIENT: Duration = Duration::from_secs(60);

/// Enough to see that there is no answer, and for moves of others.
const IMPATIENT: Duration = Duration::from_secs(2);

/// Examples are built before tests are run, into a folder beside theirs.
fn program() -> String {
    let mut path = std::env::current_exe().expect("a test is a program");
    path.pop();
    path.pop();
    let name = format!("clumsy{}", std::env::consts::EXE_SUFFIX);
    let path = path.join("examples").join(name);
    assert!(path.exists(), "{} is missing, cargo build --examples makes it", path.display());
    path.into_os_string().into_string().expect("the path is text")
}

fn clumsy(habit: &str, seed: &str) -> Contestant {
    Contestant { label: habit.into(), command: CommandLine::new(program(), [habit, seed]) }
}

fn contest(first: &str, second: &str) -> Contest {
    let size = Size::square(5).expect("there are such boards");
    Contest {
        engines: BySide { first: clumsy(first, "1"), second: clumsy(second, "{seed}") },
        judge: None,
        starts: vec![Game::new(size, Ruleset::TROMP_TAYLOR)],
        n_random_moves: 0,
        seed: 1,
        clock: TimeControl::None,
        patience: PATIENT,
        max_moves: 75,
        n_games: 2,
        sprt: None,
    }
}

/// Plays a match, and returns its games as well.
fn run(contest: &Contest) -> Result<(Conclusion, Vec<GameResult>), Failed> {
    let mut games = Vec::new();
    let report = |game: &GameResult, _: &_| games.push(game.clone());
    let conclusion = contest.run(1, Archive::default(), &Stop::new(), report)?;
    Ok((conclusion, games))
}

/// The first side must lose all games for a reason, which has a sentence.
#[track_caller]
fn check_lost(contest: &Contest, expected: (Reason, &str, &str)) {
    let (reason, outcomes, detail) = expected;
    let (conclusion, games) = run(contest).expect("the engines start");
    assert_eq!(conclusion.end, MatchEnd::Complete);
    let found: Vec<String> = games.iter().map(|game| game.outcome.to_string()).collect();
    assert_eq!(found.join(" "), outcomes);
    for game in &games {
        assert_eq!((game.winner(), game.reason), (Some(Side::Second), reason));
        let sentence = game.detail.clone().unwrap_or_default();
        assert!(sentence.contains(detail), "{sentence}");
    }
    assert_eq!(conclusion.standing.wins.second.for_reason(reason), contest.n_games);
}

#[test]
fn a_fair_match() {
    let (conclusion, games) = run(&Contest { n_games: 4, ..contest("fair", "fair") }).unwrap();
    assert_eq!((conclusion.end, conclusion.standing.n_games), (MatchEnd::Complete, 4));
    let blacks: Vec<Side> = games.iter().map(|game| game.black).collect();
    assert_eq!(blacks, [Side::First, Side::Second, Side::First, Side::Second]);
    for game in games {
        assert_eq!(game.reason, Reason::Score);
        let n_moves = game.usage.first.n_moves + game.usage.second.n_moves;
        assert_eq!(n_moves, game.n_moves);
    }
}

#[test]
fn resigning_loses() {
    check_lost(&contest("resign", "fair"), (Reason::Resignation, "W+R B+R", ""));
}

#[test]
fn crashing_loses_and_the_next_game_has_another_process() {
    let detail = "engine died during \"genmove";
    check_lost(&contest("crash", "fair"), (Reason::Crash, "W+F B+F", detail));
}

#[test]
fn illegal_moves_lose() {
    let detail = "played Z25: Z25 is not on the board";
    let expected = (Reason::IllegalMove, "W+F B+F", detail);
    check_lost(&contest("illegal", "fair"), expected);
}

#[test]
fn answers_that_are_no_moves_lose() {
    let expected = (Reason::Nonsense, "W+F B+F", "banana split");
    check_lost(&contest("nonsense", "fair"), expected);
    check_lost(&contest("refuse", "fair"), (Reason::Nonsense, "W+F B+F", "not in the mood"));
    check_lost(&contest("deaf", "fair"), (Reason::Nonsense, "W+F B+F", "refused \"play"));
}

#[test]
fn silence_loses_on_time() {
    let contest = Contest { patience: IMPATIENT, n_games: 1, ..contest("hang", "fair") };
    check_lost(&contest, (Reason::Time, "W+T", "did not answer \"genmove"));
}

#[test]
fn a_clock_that_falls_loses_on_time() {
    let clock = "0+1x2s".parse().unwrap();
    let contest = Contest { clock, n_games: 1, ..contest("late", "fair") };
    check_lost(&contest, (Reason::Time, "W+T", "more than it had"));
}

#[test]
fn an_engine_that_stays_is_ended() {
    let (conclusion, _) = run(&contest("stay", "fair")).unwrap();
    assert_eq!(conclusion.end, MatchEnd::Complete);
}

#[test]
fn games_that_are_too_long_have_no_result() {
    let (conclusion, games) = run(&Contest { max_moves: 10, ..contest("fair", "fair") }).unwrap();
    assert!(games.iter().all(|game| game.outcome.to_string() == "Void" && game.n_moves == 10));
    assert_eq!(conclusion.standing.without_result, [(Reason::TooLong, 2)]);
    assert_eq!(conclusion.standing.tally.n_games(), 0);
}

#[test]
fn a_judge_names_the_dead_or_the_score() {
    let judged = |habit: &str| {
        let judge = Some(clumsy(habit, "1"));
        let (_, games) = run(&Contest { judge, ..contest("pass", "pass") }).unwrap();
        games[0].clone()
    };
    assert_eq!(judged("fair").outcome.to_string(), "W+7.5");
    assert_eq!(judged("partial").outcome.to_string(), "W+99.5");
    let unfair = judged("unfair");
    assert_eq!((unfair.outcome.to_string(), unfair.reason), ("Void".into(), Reason::NotCounted));
}

#[track_caller]
fn check_cannot_play(contest: &Contest, expected: &str) {
    let sentence = run(contest).expect_err("an engine does not start").to_string();
    assert!(sentence.contains(expected), "{sentence}");
}

#[test]
fn a_match_needs_engines_that_start() {
    let contest = |first| contest(first, "fair");
    check_cannot_play(
        &contest("dead on arrival"),
        "the first engine, dead on arrival, cannot play: engine died during \"list_commands\"",
    );
    check_cannot_play(
        &contest("19x19"),
        "the first engine, 19x19, cannot play: engine refused \"boardsize 5\": unacceptable size",
    );
    let command = CommandLine::new("no-such-program-anywhere", [""; 0]);
    let nobody = Contestant { label: "nobody".into(), command };
    let engines = BySide { first: clumsy("fair", "1"), second: nobody.clone() };
    check_cannot_play(
        &Contest { engines, ..contest("fair") },
        "the second engine, nobody, cannot play: cannot start no-such-program-anywhere",
    );
    check_cannot_play(
        &Contest { judge: Some(nobody), ..contest("fair") },
        "the judge failed: cannot start no-such-program-anywhere",
    );
}

#[test]
fn a_match_ends_when_the_test_is_sure() {
    let sprt = Some(Sprt { elo0: 0.0, elo1: 400.0 });
    let contest = Contest { n_games: 100, sprt, ..contest("resign", "fair") };
    let (conclusion, games) = run(&contest).unwrap();
    assert!(matches!(conclusion.end, MatchEnd::Decided(tengen_arena::Finding::Lower)));
    assert!(games.len() < 20 && games.len() % 2 == 0, "{} games", games.len());
}

/// Several games at a time come to the same as one after the other, and are
/// reported in order.
#[test]
fn order_does_not_depend_on_the_number_of_jobs() {
    let mut contest = contest("fair", "fair");
    (contest.n_games, contest.n_random_moves) = (6, 4);
    let outcomes = |n_jobs: usize| {
        let mut outcomes = Vec::new();
        let report = |game: &GameResult, _: &_| {
            outcomes.push((game.number, game.outcome.to_string(), game.n_moves));
        };
        contest.run(n_jobs, Archive::default(), &Stop::new(), report).unwrap();
        outcomes
    };
    let one_by_one = outcomes(1);
    assert_eq!(one_by_one, outcomes(3));
    assert!(one_by_one.iter().map(|it| it.0).eq(1..=6));
}

/// A folder that is not there yet, named after the test that wants it.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn run_in(contest: &Contest, folder: &Path) -> (Conclusion, u32) {
    let settings: SettingList = vec![("size", "5x5".into())];
    let (mut results_file, known) =
        ResultsFile::open(folder, &settings).expect("the folder is ours");
    let mut n_new = 0;
    let archive = Archive { results_file: Some(&mut results_file), known };
    let conclusion = contest.run(1, archive, &Stop::new(), |_, _| n_new += 1);
    (conclusion.expect("the engines start"), n_new)
}

#[test]
fn a_match_goes_on_where_it_stopped() {
    let folder = folder("resume");
    let contest = Contest { n_games: 4, ..contest("fair", "fair") };
    let (whole, n_new) = run_in(&contest, &folder);
    assert_eq!(n_new, 4);

    // Two games are lost, one of them in the middle of its line.
    let path = folder.join(FILE_NAME);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&path, format!("{}\n{}\n{}\n{}", lines[0], lines[2], lines[1], &lines[3][..20]))
        .unwrap();
    let (again, n_new) = run_in(&contest, &folder);
    assert_eq!(n_new, 2);
    assert_eq!(again.standing.wins, whole.standing.wins);
    assert_eq!(again.standing.tally, whole.standing.tally);

    // All is there now, and more can be added.
    assert_eq!(run_in(&contest, &folder).1, 0);
    assert_eq!(run_in(&Contest { n_games: 5, ..contest }, &folder).1, 1);
}

#[test]
fn records_are_kept() {
    let folder = folder("records");
    let mut contest = contest("evaluate", "crash");
    contest.n_random_moves = 1;
    run_in(&contest, &folder);
    let text = fs::read_to_string(folder.join("001.sgf")).unwrap();
    let record = tengen_record::Record::from_sgf(&text).unwrap();
    let players = record.info().players();
    assert_eq!(players.black.as_deref(), Some("evaluate"));
    assert_eq!(players.white.as_deref(), Some("crash"));
    assert_eq!(record.info().outcome().unwrap().to_string(), "B+F");
    assert_eq!(record.info().ruleset(), Some(Ruleset::TROMP_TAYLOR));
    let comments: Vec<String> =
        record.main_line().filter_map(|id| record.node(id).comment().map(String::from)).collect();
    assert_eq!(comments[0], "62.5 %, +3.5 points, 20 visits");
    let last = comments.last().unwrap();
    assert!(
        last.contains("B+F (crash)\nengine died during \"kata-genmove_analyze white"),
        "{last}"
    );
    assert!(folder.join("002.sgf").exists());
}

#[test]
fn a_match_can_be_broken_off_while_an_engine_thinks() {
    let mark = folder("mark").with_extension("txt");
    let _ = fs::remove_file(&mark);
    let contest = contest(&format!("mark {}", mark.display()), "fair");
    let stop = Stop::new();
    let conclusion = std::thread::scope(|scope| {
        let running = scope.spawn(|| contest.run(1, Archive::default(), &stop, |_, _| ()));
        while !mark.exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        stop.stop();
        running.join().unwrap()
    })
    .unwrap();
    assert_eq!((conclusion.end, conclusion.standing.n_games), (MatchEnd::Stopped, 0));
}
