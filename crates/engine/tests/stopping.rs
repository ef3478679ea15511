//! A search ends when it should: at each kind of limit, and when told to.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tengen_analysis::Stop;
use tengen_engine::{EvaluatorKind, Limits, Report, Search, SearchRequest, Settings, TimeSource};
use tengen_rules::{Game, Move, Ruleset, Size};

fn new_search(threads: usize) -> Search {
    Search::new(settings(threads))
}

fn settings(threads: usize) -> Settings {
    Settings { threads, memory: 8 << 20, ..Settings::default() }
}

/// The classical search.
fn playouts(settings: &Settings) -> Settings {
    Settings { evaluator: EvaluatorKind::Playouts, ..settings.clone() }
}

fn new_game() -> Game {
    Game::new(Size::NINE, Ruleset::CHINESE)
}

fn searched(threads: usize, limits: Limits) -> Report {
    new_search(threads).run(&new_game(), &limits, &Stop::new(), |_| ())
}

#[test]
fn exact_playouts_are_exact() {
    for threads in [1, 3] {
        // With a network, the first visit is one of the root alone.
        for (settings, n_at_root) in [(settings(threads), 1), (playouts(&settings(threads)), 0)] {
            for n_playouts in [0, 1, 2, 100, 777] {
                let limits = Limits::exactly(n_playouts);
                let mut search = Search::new(settings.clone());
                let report = search.run(&new_game(), &limits, &Stop::new(), |_| ());
                assert_eq!((report.n_playouts, report.analysis.n_visits), (n_playouts, n_playouts));
                let n_tried: u32 = report.analysis.candidates.iter().map(|it| it.n_visits).sum();
                // While a thread adds the first moves, others play without one.
                let n_expected = n_playouts.saturating_sub(n_at_root);
                assert!(n_tried == n_expected || (threads > 1 && n_tried < n_expected));
            }
        }
    }
}

#[test]
fn exact_playouts_are_exact_in_a_full_tree() {
    for threads in [1, 3] {
        let small = Settings { memory: 128 << 10, ..settings(threads) };
        for settings in [small.clone(), playouts(&small)] {
            let mut search = Search::new(settings);
            let report = search.run(&new_game(), &Limits::exactly(1_500), &Stop::new(), |_| ());
            assert_eq!((report.n_playouts, report.analysis.n_visits), (1_500, 1_500));
        }
    }
}

#[test]
fn playouts_that_change_nothing_may_be_left_out() {
    // Black takes five stones, or loses his own.
    let diagram = "
        . X O O O O O
        X X X X X X .
        O O O O O O O
        . . . . . . .
    ";
    let board: tengen_rules::Board = diagram.parse().expect("the diagram is a board");
    let game = Game::from_position(board.into(), Ruleset::CHINESE);
    let search = |limits| new_search(1).run(&game, &limits, &Stop::new(), |_| ());

    let hurried = search(Limits::playouts(2_000));

    assert!(hurried.n_playouts < 2_000);
    assert_eq!(hurried.best_move().to_string(), "G3");
    assert_eq!(search(Limits::exactly(2_000)).best_move(), hurried.best_move());
}

#[test]
fn visits_of_earlier_searches_count() {
    let visits = |n| Limits { visits: Some(n), ..Limits::NONE };
    let mut search = new_search(1);
    let mut n_playouts = |limits| search.run(&new_game(), &limits, &Stop::new(), |_| ()).n_playouts;
    assert_eq!(n_playouts(visits(150)), 150);
    assert_eq!(n_playouts(visits(200)), 50);
    assert!(n_playouts(visits(200)) <= 1);
}

#[test]
fn time_limit_ends_a_search() {
    for threads in [1, 3] {
        let report = searched(threads, Limits::time(Duration::from_millis(30)));
        assert!(report.n_playouts > 0);
        assert_ne!(report.best_move(), Move::Pass);
    }
    assert!(searched(1, Limits::time(Duration::ZERO)).n_playouts <= 1);
}

/// A clock that goes on by a millisecond each time that it is read.
#[derive(Debug, Default)]
struct FakeTime {
    n_reads: AtomicU64,
}

impl TimeSource for FakeTime {
    fn now(&self) -> Duration {
        Duration::from_millis(self.n_reads.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn time_limit_is_that_of_the_clock_it_was_given() {
    let (game, time) = (new_game(), FakeTime::default());
    let limits = Limits { is_exact: true, ..Limits::time(Duration::from_millis(50)) };
    let request = SearchRequest { time: &time, ..SearchRequest::new(&game, limits) };
    let report = new_search(1).answer(&request, &Stop::new(), |_| ());
    assert_eq!(report.n_playouts, 50);
}

#[test]
fn search_without_a_time_limit_reads_no_clock() {
    let (game, time) = (new_game(), FakeTime::default());
    for limits in [Limits::exactly(100), Limits::playouts(100)] {
        let request = SearchRequest { time: &time, ..SearchRequest::new(&game, limits) };
        new_search(1).answer(&request, &Stop::new(), |_| ());
    }
    assert_eq!(time.n_reads.into_inner(), 0);
}

#[test]
fn whatever_is_reached_first_ends_a_search() {
    let hour = Limits::time(Duration::from_secs(3600));
    let both = Limits { playouts: Some(100), is_exact: true, ..hour };
    assert_eq!(searched(1, both).n_playouts, 100);
    let both = Limits { playouts: Some(100), visits: Some(50), ..Limits::NONE };
    assert_eq!(searched(1, both).n_playouts, 50);
}

#[test]
fn stop_lets_no_further_playouts_begin() {
    for threads in [1, 3] {
        let stop = Stop::new();
        let mut n_before = 0;
        let report = new_search(threads).run(&new_game(), &Limits::NONE, &stop, |progress| {
            stop.stop();
            n_before = progress.n_playouts();
        });
        // Each other thread may have been about to begin one.
        let most = n_before + threads as u32 - 1;
        assert!((n_before..=most).contains(&report.n_playouts), "{n_before} {}", report.n_playouts);
        assert!(n_before > 0);
    }
}

#[test]
fn stop_before_the_start_is_heeded() {
    for threads in [1, 3] {
        let stop = Stop::new();
        stop.stop();
        let mut search = new_search(threads);
        let report = search.run(&new_game(), &Limits::NONE, &stop, |_| ());
        assert!(report.n_playouts <= threads as u32);

        stop.reset();
        let report = search.run(&new_game(), &Limits::exactly(10), &stop, |_| ());
        assert_eq!(report.n_playouts, 10);
    }
}

#[test]
fn stop_from_another_thread_ends_a_search() {
    for threads in [1, 2] {
        let stop = Stop::new();
        let (begun, has_begun) = mpsc::channel();
        let report = thread::scope(|scope| {
            let stopper = stop.clone();
            scope.spawn(move || {
                has_begun.recv().expect("the search reports that it runs");
                stopper.stop();
            });
            new_search(threads).run(&new_game(), &Limits::NONE, &stop, |_| {
                // After the first time, nobody listens.
                let _ = begun.send(());
            })
        });
        assert!(stop.is_stopped());
        assert!(report.n_playouts > 0);
    }
}
