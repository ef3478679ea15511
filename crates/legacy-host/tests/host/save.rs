//! Games on disk.

use std::fs;

use tengen_engine::Level;
use tengen_legacy_host::{Event, Host, Options, Store, level_seat};
use tengen_legacy_session::{Action, Edit, Session};
use tengen_rules::Color;

use crate::table::{against, begin, folder, is_over, light, options, play, wait, wait_for};

fn saving(store: &Store) -> Options {
    Options { store: Some(store.clone()), ..options() }
}

#[test]
fn game_goes_on_at_its_last_move() {
    let store = Store::new(folder("go on").join("new"));
    assert!(store.saved_game().unwrap().is_none());
    let host = light(saving(&store));
    play(&host, "E5");
    let (before, _) = wait(&host, |view| view.moves.len() == 2);
    drop(host);

    let session = store.saved_game().unwrap().expect("it was saved");
    let host = Host::start(session, saving(&store));
    assert_eq!(host.view().moves, before.moves);
    assert_eq!(host.view().seats, before.seats);
    host.apply(Action::Start).unwrap();
    play(&host, "A1");
    wait(&host, |view| view.moves.len() == 4);
    drop(host);
    assert_eq!(fs::read_dir(folder_of(&store)).unwrap().count(), 1, "no other files are left");
}

fn folder_of(store: &Store) -> std::path::PathBuf {
    store.games().parent().expect("it has one").to_owned()
}

#[test]
fn engine_that_was_thinking_thinks_again() {
    let store = Store::new(folder("thinking"));
    let host = begin(against(level_seat(Level::FULL)), saving(&store));
    play(&host, "E5");
    drop(host);
    let session = store.saved_game().unwrap().expect("it was saved");
    let host = Host::start(session, saving(&store));
    host.apply(Action::Start).unwrap();
    assert_eq!(host.view().thinking.map(|(color, _)| color), Some(Color::White));
}

#[test]
fn game_that_is_over_is_kept_with_others() {
    let store = Store::new(folder("over"));
    for n_games in 1..=2 {
        let host = light(saving(&store));
        play(&host, "E5");
        wait(&host, |view| view.moves.len() == 2);
        host.apply(Action::Resign(Color::Black)).unwrap();
        // What is said about a game belongs to it, and does not make it two.
        host.apply(Action::Edit(Edit::Comment("too early".into()))).unwrap();
        assert!(is_over(&host.view()));
        drop(host);
        assert!(store.saved_game().unwrap().is_none());
        let games: Vec<_> = fs::read_dir(store.games()).unwrap().map(Result::unwrap).collect();
        assert_eq!(games.len(), n_games);
        let text = fs::read_to_string(games[0].path()).unwrap();
        let view = Session::resume(&text).unwrap().view(std::time::Duration::ZERO);
        assert!(is_over(&view));
        assert!(text.contains("too early"));
    }
}

#[test]
fn game_that_was_over_and_goes_on_is_saved_again() {
    let store = Store::new(folder("again"));
    let host = light(saving(&store));
    play(&host, "E5");
    wait(&host, |view| view.moves.len() == 2);
    host.apply(Action::Resign(Color::Black)).unwrap();
    host.apply(Action::Undo).unwrap();
    let n_moves = host.view().moves.len();
    play(&host, "A1");
    wait(&host, |view| view.moves.len() == n_moves + 2);
    drop(host);
    assert!(store.saved_game().unwrap().is_some());
    store.forget_saved().unwrap();
    store.forget_saved().unwrap();
    assert!(store.saved_game().unwrap().is_none());
    assert_eq!(store.set_aside().unwrap(), None);
}

#[test]
fn unfinished_game_is_set_aside() {
    let store = Store::new(folder("aside"));
    let host = light(saving(&store));
    play(&host, "E5");
    wait(&host, |view| view.moves.len() == 2);
    drop(host);
    let path = store.set_aside().unwrap().expect("there was one");
    assert!(store.saved_game().unwrap().is_none());
    let session = Session::resume(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(session.game().n_turns(), 2);
}

#[test]
fn folder_that_cannot_be_written_is_a_problem_and_no_more() {
    let file = folder("no folder").join("file");
    fs::write(&file, "").unwrap();
    let host = light(saving(&Store::new(&file)));
    play(&host, "E5");
    let problem = wait_for(&host, |event| match event {
        Event::Problem(text) => Some(text),
        _ => None,
    });
    assert!(problem.starts_with("the game is not saved: cannot write "), "{problem}");
    play_on(&host);
    let events = host.poll(std::time::Duration::ZERO);
    assert!(!events.iter().any(|it| matches!(it, Event::Problem(_))), "{events:?}");
}

fn play_on(host: &Host) {
    wait(host, |view| view.moves.len() == 2);
    play(host, "A1");
    wait(host, |view| view.moves.len() == 4);
}

#[test]
fn file_without_a_game_is_named() {
    let folder = folder("no game");
    fs::write(folder.join("autosave.sgf"), "not a game").unwrap();
    let error = Store::new(&folder).saved_game().unwrap_err();
    assert!(error.to_string().contains("autosave.sgf: "), "{error}");
}
