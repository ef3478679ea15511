//! Games on disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tengen_clock::TimeControl;
use tengen_engine::Level;
use tengen_host::{
    GameKey, HostEvent, HostProblem, Keep, ManualTime, Runner, RunnerOptions, Store, StoreError,
    UnfinishedGame, level_seat,
};
use tengen_rules::{Color, Move, Ruleset, Size};
use tengen_session::{Action, Actor, Edit, Ending, Session, Setup, ViewerEdit};

use crate::support::{
    PATIENT, Table, against, begin, folder, is_over, light, options, people, review, saving,
};

fn list(runner: &Runner) -> Vec<UnfinishedGame> {
    runner.unfinished().unwrap()
}

/// Goes on with the only game of the list.
fn resume(runner: Runner) -> Table {
    let games = list(&runner);
    assert_eq!(games.len(), 1);
    let game = runner.resume(&games[0].key).unwrap();
    Table::of(runner, game)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn game_goes_on_at_its_last_move() {
    let store = Store::new(folder("go on").join("new"));
    let table = light(saving(&store));
    assert!(list(&table.runner).is_empty(), "nothing has happened yet");
    table.play("E5");
    let (before, _) = table.wait(|view| view.position.moves.len() == 2);
    drop(table);

    let table = resume(Runner::start(saving(&store)));
    let view = table.view();
    assert_eq!(view.position.moves, before.position.moves);
    assert_eq!(view.game.seats, before.game.seats);
    table.own(Action::Start);
    table.play("A1");
    table.wait_for_moves(4);
    drop(table);
    assert_eq!(files(&store.unfinished_games()).len(), 1);
    assert!(files(&store.finished_games()).is_empty());
}

/// The list says what a player wants to know before going on.
#[test]
fn unfinished_games_are_listed_with_what_they_are() {
    let store = Store::new(folder("list"));
    let time = std::sync::Arc::new(ManualTime::new());
    let runner = Runner::start(RunnerOptions { time: time.clone(), ..saving(&store) });
    let control: TimeControl = "5m+10s".parse().unwrap();
    let setup = against(level_seat(Level::LADDER[3])).with_time(control);
    let one = runner.open(Session::new(setup).unwrap(), Keep::Game);
    one.apply(Actor::Owner, Action::Start).unwrap();
    time.advance(Duration::from_secs(60));
    one.apply(Actor::Player(Color::Black), Action::Play("E5".parse().unwrap())).unwrap();
    one.apply(Actor::Owner, Action::Pause).unwrap();
    assert!(one.wait_until_saved(PATIENT));
    let two =
        runner.open(Session::new(Setup::new(Size::THIRTEEN, Ruleset::AGA)).unwrap(), Keep::Game);
    two.apply(Actor::Owner, Action::Start).unwrap();
    two.apply(Actor::Player(Color::Black), Action::Play("D4".parse().unwrap())).unwrap();
    assert!(two.wait_until_saved(PATIENT));

    let games = list(&runner);
    let keys: Vec<Option<GameKey>> = games.iter().map(|it| Some(it.key.clone())).collect();
    assert_eq!(keys, [two.key(), one.key()], "the last one comes first");
    assert!(games.iter().all(|it| it.is_in_use));
    let summary = games[1].summary.clone().unwrap();
    assert_eq!((summary.size, summary.move_number), (Size::NINE, 1));
    assert_eq!((summary.to_play, summary.time), (Color::White, control));
    assert_eq!(summary.left.black, control.start().after(Duration::from_secs(60)).unwrap());
    assert_eq!(summary.seats.white, level_seat(Level::LADDER[3]));
    drop((one, two));
    assert!(list(&runner).iter().all(|it| !it.is_in_use));
}

#[test]
fn game_in_use_cannot_be_opened_by_another_program() {
    let store = Store::new(folder("in use"));
    let table = people(saving(&store));
    table.play("E5");
    assert!(table.game.wait_until_saved(PATIENT));
    let key = table.game.key().expect("it was saved");
    let other = Runner::start(saving(&store));
    let games = list(&other);
    assert!(games.len() == 1 && games[0].is_in_use);
    for result in [
        other.resume(&key).map(drop),
        table.runner.resume(&key).map(drop),
        other.remove(&key),
        other.set_aside(&key).map(drop),
    ] {
        let error = result.unwrap_err();
        assert!(matches!(&error, StoreError::InUse(it) if *it == key), "{error}");
        assert_eq!(error.to_string(), format!("game {key} is open in another program"));
    }
    table.play("C3");
    drop(table);
    let game = other.resume(&key).unwrap();
    assert_eq!(game.read(|session, _| session.game().n_turns()), 2);
}

#[test]
fn engine_that_was_thinking_thinks_again() {
    let store = Store::new(folder("thinking"));
    let table = begin(against(level_seat(Level::FULL)), saving(&store));
    table.play("E5");
    drop(table);
    let table = resume(Runner::start(saving(&store)));
    table.own(Action::Start);
    assert_eq!(table.view().engine.thinking.map(|it| it.color), Some(Color::White));
}

#[test]
fn game_that_is_over_is_kept_with_others() {
    let store = Store::new(folder("over"));
    for n_games in 1..=2 {
        let table = light(saving(&store));
        table.play("E5");
        table.wait_for_moves(2);
        table.act(Action::Resign);
        // What is said about a game belongs to it, and does not make it two.
        let comment = ViewerEdit::from(Edit::Comment("too early".into()));
        table.viewer.edit(comment, Actor::Owner).unwrap();
        assert!(is_over(&table.view()));
        drop(table);
        assert!(files(&store.unfinished_games()).is_empty());
        let games = files(&store.finished_games());
        assert_eq!(games.len(), n_games);
        let text = fs::read_to_string(&games[0]).unwrap();
        assert!(Session::resume(&text).unwrap().is_over());
        assert!(text.contains("too early"));
    }
}

#[test]
fn game_that_was_over_and_goes_on_is_unfinished_again() {
    let store = Store::new(folder("again"));
    let table = people(saving(&store));
    table.play("E5");
    table.play("C3");
    table.act(Action::Resign);
    let node = table.view().tree.live_node;
    table.own(Action::PlayFrom(node));
    table.play("G7");
    drop(table);
    let runner = Runner::start(saving(&store));
    assert_eq!(list(&runner).len(), 1);
    let table = resume(runner);
    assert_eq!(table.n_moves(), 3);
    table.own(Action::Start);
    table.act(Action::Resign);
    drop(table);
    assert!(files(&store.unfinished_games()).is_empty());
    assert_eq!(files(&store.finished_games()).len(), 1);
}

#[test]
fn adjourned_game_stays_in_the_list() {
    let store = Store::new(folder("adjourned"));
    let table = people(saving(&store));
    table.play("E5");
    table.own(Action::End(Ending::Adjourned));
    drop(table);
    let table = resume(Runner::start(saving(&store)));
    table.own(Action::Start);
    table.play("C3");
    assert_eq!(table.n_moves(), 2);
}

#[test]
fn unfinished_games_can_be_set_aside_and_removed() {
    let store = Store::new(folder("aside"));
    let runner = Runner::start(saving(&store));
    let mut keys = Vec::new();
    for _ in 0..2 {
        let setup = Setup::new(Size::NINE, Ruleset::CHINESE);
        let game = runner.open(Session::new(setup).unwrap(), Keep::Game);
        game.apply(Actor::Owner, Action::Start).unwrap();
        game.apply(Actor::Player(Color::Black), Action::Pass).unwrap();
        assert!(game.wait_until_saved(PATIENT));
        keys.push(game.key().unwrap());
    }
    let path = runner.set_aside(&keys[0]).unwrap();
    assert_eq!(path.parent(), Some(store.finished_games().as_path()));
    let session = Session::resume(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(session.game().n_turns(), 1);
    runner.remove(&keys[1]).unwrap();
    assert!(list(&runner).is_empty());
    for key in &keys {
        assert!(matches!(runner.resume(key), Err(StoreError::NotFound(_))));
        assert!(matches!(runner.remove(key), Err(StoreError::NotFound(_))));
    }
}

/// A draft on which somebody plays on becomes a game, and a game that is
/// edited instead is kept as it was played.
#[test]
fn drafts_become_games_and_games_become_drafts() {
    let store = Store::new(folder("stages"));
    let table = review("(;SZ[9];B[ee];W[ec])", saving(&store));
    let comment = ViewerEdit::from(Edit::Comment("from here".into()));
    table.viewer.edit(comment, Actor::Owner).unwrap();
    assert!(table.game.wait_until_saved(PATIENT));
    let counts = || {
        let folders = [store.drafts(), store.unfinished_games(), store.finished_games()];
        folders.map(|it| files(&it).len())
    };
    assert_eq!(counts(), [1, 0, 0]);
    let seats = Setup::new(Size::NINE, Ruleset::CHINESE).seats;
    let (node, time) = (table.view().tree.node, TimeControl::None);
    table.own(Action::PlayOn { node, seats: Box::new(seats), time });
    table.play("C3");
    assert!(table.game.wait_until_saved(PATIENT));
    assert_eq!(counts(), [0, 1, 0]);
    table.own(Action::Review);
    assert!(table.game.wait_until_saved(PATIENT));
    assert_eq!(counts(), [1, 0, 1]);
    drop(table);
    let runner = Runner::start(saving(&store));
    assert!(list(&runner).is_empty());
    assert_eq!(runner.drafts().unwrap().len(), 1);
}

/// A full disk looks the same to a program as a folder that is none.
#[test]
fn folder_that_cannot_be_written_is_told_once_and_the_game_goes_on() {
    let file = folder("no folder").join("file");
    fs::write(&file, "").unwrap();
    let table = people(saving(&Store::new(&file)));
    for point in ["E5", "C3", "G7", "C7"] {
        table.play(point);
        assert!(!table.game.wait_until_saved(PATIENT));
    }
    let events = table.listener.poll(PATIENT);
    let problems: Vec<&HostEvent> =
        events.iter().filter(|it| matches!(it, HostEvent::Problem(_))).collect();
    let [HostEvent::Problem(HostProblem::NotSaved(error))] = problems[..] else {
        panic!("{problems:?}")
    };
    assert!(matches!(**error, StoreError::Write(..)), "{error}");
    assert_eq!(table.n_moves(), 4);

    // As soon as there is a folder, everything is saved, and a new trouble is
    // told again.
    fs::remove_file(&file).unwrap();
    table.play("G3");
    assert!(table.game.wait_until_saved(PATIENT));
    let games = list(&table.runner);
    assert_eq!(games[0].summary.as_ref().unwrap().move_number, 5);
    fs::remove_dir_all(&file).unwrap();
    fs::write(&file, "").unwrap();
    table.play("A1");
    assert!(!table.game.wait_until_saved(PATIENT));
    table.wait_for(|event| matches!(event, HostEvent::Problem(_)).then_some(()));
}

/// The one game of earlier versions is put into the list, once.
#[test]
fn old_autosave_is_taken_over() {
    let store = Store::new(folder("old"));
    let folder = store.finished_games().parent().unwrap().to_owned();
    let table = people(options());
    table.play("E5");
    table.play("C3");
    let text = table.game.read(Session::to_sgf);
    fs::write(folder.join("autosave.sgf"), text).unwrap();
    let runner = Runner::start(saving(&store));
    let other = Runner::start(saving(&store));
    assert_eq!((list(&runner).len(), list(&other).len()), (1, 1));
    assert!(!folder.join("autosave.sgf").exists());
    let table = resume(runner);
    assert_eq!(table.n_moves(), 2);
}

#[test]
fn damaged_file_is_listed_and_named() {
    let store = Store::new(folder("no game"));
    fs::create_dir_all(store.unfinished_games()).unwrap();
    let path = store.unfinished_games().join("2026-11-16-204158.sgf");
    fs::write(&path, "not a game").unwrap();
    let runner = Runner::start(saving(&store));
    let games = list(&runner);
    assert!(games.len() == 1 && games[0].summary.is_none());
    let error = runner.resume(&games[0].key).unwrap_err();
    assert!(matches!(&error, StoreError::NoGame(it, _) if *it == path), "{error}");
    // It can be opened again when it is whole.
    assert!(!list(&runner)[0].is_in_use);
}

/// Moves are lines, and the lines of a program that was killed are read.
#[test]
fn moves_are_appended_and_a_torn_line_is_ignored() {
    let store = Store::new(folder("lines"));
    let table = people(saving(&store));
    let points = ["E5", "C3", "G7", "C7", "G3", "E7", "E3"];
    for point in points {
        table.play(point);
        assert!(table.game.wait_until_saved(PATIENT));
    }
    let key = table.game.key().unwrap();
    let path = store.unfinished_games().join(format!("{key}.sgf"));
    let text = fs::read_to_string(&path).unwrap();
    let n_lines = text.lines().count();
    assert!(n_lines > points.len() - 3, "{text}");
    let copy = folder("lines copy");
    let copied = Store::new(&copy);
    fs::create_dir_all(copied.unfinished_games()).unwrap();
    let copied_path = copied.unfinished_games().join(format!("{key}.sgf"));
    // Whatever is cut off, a game is there, and never more than was played.
    let mut n_moves = points.len();
    for cut in (text.find('\n').unwrap()..=text.len()).rev() {
        fs::write(&copied_path, &text[..cut]).unwrap();
        let runner = Runner::start(saving(&copied));
        let summary = list(&runner).remove(0).summary.unwrap();
        assert!(summary.move_number <= n_moves, "{cut}");
        n_moves = summary.move_number;
    }
    drop(table);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1, "closed games are whole");
}

/// Whether moves are written one by one or several at once, as a whole or as
/// lines: what was confirmed is what is read.
#[test]
fn file_has_every_confirmed_move_however_it_was_written() {
    let store = Store::new(folder("confirmed"));
    let copy = Store::new(folder("confirmed copy"));
    fs::create_dir_all(copy.unfinished_games()).unwrap();
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..5 {
        let table = people(saving(&store));
        let mut n_moves = 0;
        while n_moves < 60 {
            for _ in 0..rng.usize(1..8) {
                match rng.u8(..20) {
                    0 if n_moves > 2 => {
                        table.own(Action::Undo);
                        n_moves -= 1;
                    }
                    1 => {
                        let comment = Edit::Comment(rng.u32(..).to_string());
                        table.viewer.edit(ViewerEdit::from(comment), Actor::Owner).unwrap();
                    }
                    _ => {
                        let (color, point) = table.game.read(|session, _| {
                            let game = session.game();
                            let points = game.board().size().points();
                            let legal: Vec<_> =
                                points.filter(|&it| game.check(Move::Play(it)).is_ok()).collect();
                            (game.to_play(), *rng.choice(&legal).unwrap())
                        });
                        table.game.apply(Actor::Player(color), Action::Play(point)).unwrap();
                        n_moves += 1;
                    }
                }
            }
            assert!(table.game.wait_until_saved(PATIENT));
            let name = format!("{}.sgf", table.game.key().unwrap());
            let path = copy.unfinished_games().join(&name);
            fs::copy(store.unfinished_games().join(&name), &path).unwrap();
            let resumed = Session::resume(&fs::read_to_string(&path).unwrap()).unwrap();
            let turns = |session: &Session| session.game().turns().collect::<Vec<_>>();
            assert_eq!(turns(&resumed), table.game.read(|session, _| turns(session)));
        }
    }
}

/// Where nothing is to be kept, nothing is written.
#[test]
fn games_need_not_be_saved() {
    let store = Store::new(folder("not saved"));
    let runner = Runner::start(saving(&store));
    let setup = Setup::new(Size::NINE, Ruleset::CHINESE);
    let game = runner.open(Session::new(setup).unwrap(), Keep::Nothing);
    game.apply(Actor::Owner, Action::Start).unwrap();
    game.apply(Actor::Player(Color::Black), Action::Pass).unwrap();
    assert!(game.wait_until_saved(PATIENT) && game.key().is_none());
    drop(game);
    assert!(list(&runner).is_empty());
    assert!(files(store.finished_games().parent().unwrap()).is_empty());
}
