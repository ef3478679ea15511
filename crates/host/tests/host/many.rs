//! Many games of one runner, which share few workers and little memory.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tengen_clock::TimeControl;
use tengen_engine::Level;
use tengen_host::{GameHandle, Keep, Limits, ManualTime, Runner, RunnerOptions, Store, level_seat};
use tengen_rules::{Color, Point, Ruleset, Size};
use tengen_session::{Action, Actor, Session, Setup, Step, ViewerAction};

use crate::support::{Table, against, folder, is_over, options, saving};

fn limited(limits: Limits) -> RunnerOptions {
    RunnerOptions { limits, ..options() }
}

fn begin(runner: &Runner, setup: Setup) -> Table {
    let game = runner.open(Session::new(setup).unwrap(), Keep::Game);
    let table = Table::of(runner.clone(), game);
    table.own(Action::Start);
    table
}

fn n_visits(table: &Table) -> u32 {
    table.view().engine.analysis.map_or(0, |it| it.n_visits)
}

/// More games than workers: everybody is answered, again and again.
#[test]
fn no_answer_is_lost_when_all_workers_are_busy() {
    for workers in [1, 2] {
        let limits = Limits { workers, memory: 32 << 20, ..Limits::default() };
        let runner = Runner::start(limited(limits));
        let levels = [Level::LIGHT, Level::LADDER[0], Level::LADDER[4]];
        let tables: Vec<Table> = (0..12)
            .map(|idx| begin(&runner, against(level_seat(levels[idx % levels.len()]))))
            .collect();
        for (n_moves, point) in [(2, "E5"), (4, "A1"), (6, "J9")] {
            for table in &tables {
                table.play(point);
            }
            for table in &tables {
                table.wait_for_moves(n_moves);
            }
        }
    }
}

/// With a single worker, an analysis without end gives way to a move and to
/// another analysis, and then goes on.
#[test]
fn endless_analysis_gives_way() {
    let limits = Limits { workers: 1, memory: 32 << 20, ..Limits::default() };
    let runner = Runner::start(limited(limits));
    let endless = begin(&runner, Setup::new(Size::NINE, Ruleset::CHINESE));
    endless.viewer.apply(ViewerAction::SetAnalysis(true)).unwrap();
    endless.wait(|view| view.engine.analysis.is_some());
    let table = begin(&runner, against(level_seat(Level::LADDER[0])));
    table.play("E5");
    table.wait_for_moves(2);
    // A second one without end has its turn too.
    let other = endless.game.viewer();
    other.apply(ViewerAction::SetAnalysis(true)).unwrap();
    endless.wait(|_| other.view().engine.analysis.is_some());
    let n_before = n_visits(&endless);
    endless.wait(|view| view.engine.analysis.as_ref().is_some_and(|it| it.n_visits > n_before));
    let view = endless.view();
    assert!(view.engine.is_analyzing && view.engine.problem.is_none());
}

/// Trees are kept within the budget, whatever the number of games.
#[test]
fn engines_of_many_games_fit_into_little_memory() {
    let limits = Limits { workers: 2, memory: 16 << 20, ..Limits::default() };
    let runner = Runner::start(limited(limits));
    let tables: Vec<Table> =
        (0..8).map(|_| begin(&runner, against(level_seat(Level::LADDER[2])))).collect();
    for (n_moves, point) in [(2, "E5"), (4, "A1")] {
        for table in &tables {
            table.play(point);
            table.wait_for_moves(n_moves);
        }
    }
}

/// One timer wakes the clocks of all games at their times.
#[test]
fn clocks_of_many_games_fall_at_their_times() {
    let time = Arc::new(ManualTime::new());
    let runner = Runner::start(RunnerOptions { time: time.clone(), ..options() });
    let tables: Vec<Table> = (1..=50)
        .map(|seconds| {
            let time = TimeControl::Absolute { main: Duration::from_secs(seconds) };
            begin(&runner, Setup::new(Size::NINE, Ruleset::CHINESE).with_time(time))
        })
        .collect();
    time.advance(Duration::from_millis(25_500));
    for (idx, table) in tables.iter().enumerate() {
        if idx < 25 {
            table.wait(is_over);
        } else {
            assert!(!is_over(&table.view()), "{idx}");
        }
    }
}

/// A front end that holds one game stops no other, be it clock or engine.
#[test]
fn reader_that_blocks_stops_no_other_game() {
    let time = Arc::new(ManualTime::new());
    let runner = Runner::start(RunnerOptions { time: time.clone(), ..options() });
    let control = TimeControl::Absolute { main: Duration::from_secs(30) };
    let timed = Setup::new(Size::NINE, Ruleset::CHINESE).with_time(control);
    let held = begin(&runner, timed.clone());
    let other = begin(&runner, timed);
    let against_engine = begin(&runner, against(level_seat(Level::LIGHT)));
    held.game.read(|_, _| {
        time.advance(Duration::from_secs(30));
        other.wait(is_over);
        against_engine.play("E5");
        against_engine.wait_for_moves(2);
    });
    held.wait(is_over);
}

/// A move that comes after the flag is refused, and everybody hears of the
/// end.
#[test]
fn move_after_the_flag_is_refused_and_ends_the_game() {
    let time = Arc::new(ManualTime::new());
    let runner = Runner::start(RunnerOptions { time: time.clone(), ..options() });
    let control = TimeControl::Absolute { main: Duration::from_secs(10) };
    let table = begin(&runner, Setup::new(Size::NINE, Ruleset::CHINESE).with_time(control));
    time.advance(Duration::from_secs(10));
    let play = Action::Play("E5".parse().unwrap());
    table.game.apply(Actor::Player(Color::Black), play).unwrap_err();
    assert!(is_over(&table.view()));
}

/// Threads that play, look, ask and leave at the same time hurt nothing.
#[test]
fn many_threads_at_a_few_games() {
    let store = Store::new(folder("threads"));
    let limits = Limits { workers: 2, memory: 16 << 20, ..Limits::default() };
    let runner = Runner::start(RunnerOptions { limits, ..saving(&store) });
    let games: Vec<GameHandle> = [Level::LIGHT, Level::LADDER[0], Level::FULL]
        .into_iter()
        .map(|level| {
            let session = Session::new(against(level_seat(level))).unwrap();
            let game = runner.open(session, Keep::Game);
            game.apply(Actor::Owner, Action::Start).unwrap();
            game
        })
        .collect();
    thread::scope(|scope| {
        for seed in 0..4 {
            let games = &games;
            scope.spawn(move || {
                let mut rng = fastrand::Rng::with_seed(seed);
                for _ in 0..20 {
                    let game = rng.choice(games).unwrap();
                    look_and_play(game, &mut rng);
                }
            });
        }
    });
    let n_moves: usize =
        games.iter().map(|it| it.read(|session, _| session.game().n_turns())).sum();
    let versions: Vec<u64> =
        games.iter().map(|it| it.read(|session, _| session.version())).collect();
    assert!(versions.iter().all(|&it| it > 1), "{versions:?}");
    drop(games);
    let summaries = runner.unfinished().unwrap().into_iter().map(|it| it.summary.unwrap());
    assert!(summaries.map(|it| it.move_number).sum::<usize>() <= n_moves + 3);
}

fn look_and_play(game: &GameHandle, rng: &mut fastrand::Rng) {
    let (viewer, listener) = (game.viewer(), game.listen(|| ()));
    for _ in 0..15 {
        let points: Vec<Point> = Size::NINE.points().collect();
        // Most of these are refused at one time or another.
        let _ = match rng.u8(..8) {
            0..3 => {
                let play = Action::Play(*rng.choice(&points).unwrap());
                game.apply(Actor::Player(Color::Black), play).map(drop)
            }
            3 => game.apply(Actor::Owner, Action::Undo).map(drop),
            4 => viewer.apply(ViewerAction::Hint),
            5 => viewer.apply(ViewerAction::SetAnalysis(rng.bool())),
            6 => viewer.apply(ViewerAction::Go(Step::Back(rng.usize(..5)))),
            _ => game.apply(Actor::Owner, Action::MoveNow).map(drop),
        };
        let view = viewer.view();
        assert!(view.game.version <= game.read(|session, _| session.version()));
        listener.poll(Duration::ZERO);
    }
}

/// A handle in another thread, a viewer without a handle, a runner that is
/// gone: the game lives as long as anybody has a part of it.
#[test]
fn game_lives_as_long_as_a_part_of_it() {
    let runner = Runner::start(options());
    let table = begin(&runner, against(level_seat(Level::LIGHT)));
    let Table { runner: other, game, viewer, .. } = table;
    drop((runner, other, game));
    let game: &GameHandle = viewer.game();
    let play = Action::Play("E5".parse().unwrap());
    game.apply(Actor::Player(Color::Black), play).unwrap();
    let listener = game.listen(|| ());
    while viewer.view().position.moves.len() < 2 {
        listener.poll(Duration::from_secs(60));
    }
}
