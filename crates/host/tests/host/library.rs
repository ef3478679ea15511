//! Games that end come into the library of the user.

use std::fs;
use std::path::Path;

use tengen_host::{Keep, Runner, RunnerOptions, Store};
use tengen_library::{Access, Cancel, Library, Order, Page, Query};
use tengen_rules::Color;
use tengen_session::{Action, Actor, Seat, Session};

use crate::support::{PATIENT, against, folder, saving};

/// A game in which Black plays somewhere and resigns.
fn play(options: RunnerOptions, points: &[&str]) {
    let runner = Runner::start(options);
    let program = Seat::Engine { name: "nobody".into(), command: "/nothing/there".into() };
    let session = Session::new(against(program)).unwrap();
    let game = runner.open(session, Keep::Game);
    game.apply(Actor::Owner, Action::Start).unwrap();
    for point in points {
        let action = Action::Play(point.parse().unwrap());
        game.apply(Actor::Player(Color::Black), action).unwrap();
    }
    game.apply(Actor::Player(Color::Black), Action::Resign).unwrap();
    assert!(game.wait_until_saved(PATIENT));
}

fn n_mine(library: &Path) -> u32 {
    let mut library = Library::open(library, Access::Read).unwrap();
    let query = Query::mine();
    library.games(&query, Order::default(), Page::ALL, &Cancel::new()).unwrap().total
}

#[test]
fn finished_games_come_into_the_library() {
    let folder = folder("library");
    let store = Store::new(&folder);
    let library = folder.join("library.db");
    let options = || RunnerOptions { library: Some(library.clone()), ..saving(&store) };
    play(options(), &["E5"]);
    assert_eq!(n_mine(&library), 1);

    // Without a library, a game is in the store as ever, and comes later.
    play(saving(&store), &["C3"]);
    assert_eq!(n_mine(&library), 1);
    play(options(), &["D3"]);
    let mut open = Library::open(&library, Access::Write).unwrap();
    assert_eq!(open.len().unwrap(), 3);
    assert_eq!(open.check(&Cancel::new(), &mut |_, _| ()).unwrap(), []);
    assert_eq!(fs::read_dir(store.finished_games()).unwrap().count(), 3);
}

#[test]
fn a_library_that_cannot_be_opened_costs_no_game() {
    let folder = folder("no library");
    let store = Store::new(&folder);
    let library = folder.join("library.db");
    fs::write(&library, "something else").unwrap();
    play(RunnerOptions { library: Some(library.clone()), ..saving(&store) }, &["E5"]);
    assert_eq!(fs::read_dir(store.finished_games()).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(&library).unwrap(), "something else");
    fs::remove_file(&library).unwrap();
    play(RunnerOptions { library: Some(library.clone()), ..saving(&store) }, &["C3"]);
    assert_eq!(Library::open(&library, Access::Read).unwrap().len().unwrap(), 2);
}
