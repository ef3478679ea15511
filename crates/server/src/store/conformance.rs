//! What every store must do, run on all of them.

mod account;
mod rating;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use tengen_rules::{ByColor, Color, Size};

use super::*;
use crate::wire::ChatRoom;

/// A folder that is removed with the value.
#[derive(Debug)]
pub(super) struct TestFolder(PathBuf);

impl TestFolder {
    pub(super) fn new() -> TestFolder {
        static N: AtomicU32 = AtomicU32::new(0);
        let number = N.fetch_add(1, Ordering::Relaxed);
        let name = format!("tengen-store-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        TestFolder(folder)
    }

    pub(super) fn file(&self) -> PathBuf {
        self.0.join("tengen.sqlite")
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Waits for a reply, without a runtime.
pub(super) fn wait<T>(reply: Reply<T>) -> Result<T, StoreError> {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(reply)
}

fn on_all(check: impl Fn(&dyn Store)) {
    check(&MemoryStore::default());
    let folder = TestFolder::new();
    check(&SqliteStore::open(&folder.file()).unwrap());
    #[cfg(feature = "cluster")]
    if let Some(store) = postgres::tests::open() {
        check(&store);
    }
}

pub(super) fn id(text: &str) -> GameId {
    text.parse().unwrap()
}

pub(super) fn game(name: &str) -> StoredGame {
    let listing = Listing {
        id: id(name),
        guests: ByColor { black: Some(PersonId::numbered(1)), white: None },
        names: ByColor { black: "Ana".to_owned(), white: String::new() },
        size: Size::NINE,
        phase: PhaseName::Waiting,
        is_clocked: false,
        to_play: Color::Black,
        n_moves: 0,
        result: None,
        visibility: Visibility::Link,
        changed_at: 1_000,
    };
    let sgf = "(;SZ[9])\n".to_owned();
    StoredGame { version: 1, epoch: 0, sgf, room: "{}".to_owned(), listing }
}

pub(super) fn change(game: &StoredGame, before: u64, sgf: StoredSgf) -> StoredChange {
    let listing = game.listing.clone();
    let (version, epoch, room) = (before + 1, game.epoch, format!("room {before}"));
    StoredChange { before, version, epoch, sgf, room, listing, rated: None }
}

#[test]
fn finished_games_come_in_the_order_of_their_last_change() {
    on_all(|store| {
        let finish = |name: &str, changed_at: u64, phase: PhaseName| {
            let mut game = game(name);
            (game.listing.phase, game.listing.changed_at) = (phase, changed_at);
            wait(store.create(game)).unwrap();
        };
        finish("bbbbbbbb", 20, PhaseName::Over);
        finish("aaaaaaaa", 20, PhaseName::Over);
        finish("cccccccc", 10, PhaseName::Over);
        finish("dddddddd", 15, PhaseName::Playing);
        let mut after = FinishedAfter::default();
        let mut found = Vec::new();
        loop {
            let listings = wait(store.finished(after, 1)).unwrap();
            let Some(last) = listings.last() else { break };
            after = FinishedAfter { changed_at: last.changed_at, id: Some(last.id) };
            found.push(last.id.to_string());
        }
        assert_eq!(found, ["cccccccc", "aaaaaaaa", "bbbbbbbb"]);
        let since = FinishedAfter { changed_at: 20, id: None };
        assert_eq!(wait(store.finished(since, 9)).unwrap().len(), 2);
    });
}

#[test]
fn guests_are_kept_and_renamed() {
    on_all(|store| {
        let guest = Guest { id: PersonId::numbered(7), name: "Ana".to_owned(), seen_at: 5 };
        assert_eq!(wait(store.guest(guest.id)), Ok(None));
        wait(store.put_guest(guest.clone())).unwrap();
        let renamed = Guest { name: "Anna".to_owned(), seen_at: 9, ..guest };
        wait(store.put_guest(renamed.clone())).unwrap();
        assert_eq!(wait(store.guest(renamed.id)), Ok(Some(renamed)));
    });
}

#[test]
fn game_is_read_back_with_all_its_lines() {
    on_all(|store| {
        let first = game("aaaaaaaa");
        wait(store.create(first.clone())).unwrap();
        assert_eq!(wait(store.load(id("aaaaaaaa"))), Ok(Some(first.clone())));
        assert_eq!(wait(store.load(id("bbbbbbbb"))), Ok(None));
        wait(store.append(change(&first, 1, StoredSgf::Line(";B[aa]".to_owned())))).unwrap();
        wait(store.append(change(&first, 2, StoredSgf::Line(";W[bb]".to_owned())))).unwrap();
        wait(store.append(change(&first, 3, StoredSgf::Same))).unwrap();
        let stored = wait(store.load(id("aaaaaaaa"))).unwrap().unwrap();
        assert_eq!(stored.sgf, "(;SZ[9])\n;B[aa]\n;W[bb]\n");
        assert_eq!((stored.version, stored.room.as_str()), (4, "room 3"));
        wait(store.append(change(&first, 4, StoredSgf::Whole("(;)\n".to_owned())))).unwrap();
        let stored = wait(store.load(id("aaaaaaaa"))).unwrap().unwrap();
        assert_eq!((stored.version, stored.sgf.as_str()), (5, "(;)\n"));
    });
}

#[test]
fn each_version_is_written_once() {
    on_all(|store| {
        let first = game("aaaaaaaa");
        wait(store.create(first.clone())).unwrap();
        assert_eq!(wait(store.create(first.clone())), Err(StoreError::Conflict));
        wait(store.append(change(&first, 1, StoredSgf::Line("a".to_owned())))).unwrap();
        for before in [0, 1, 3] {
            let again = change(&first, before, StoredSgf::Line("b".to_owned()));
            assert_eq!(wait(store.append(again)), Err(StoreError::Conflict), "{before}");
        }
        let other = change(&game("bbbbbbbb"), 1, StoredSgf::Same);
        assert_eq!(wait(store.append(other)), Err(StoreError::Conflict));
        assert_eq!(wait(store.load(id("aaaaaaaa"))).unwrap().unwrap().sgf, "(;SZ[9])\na\n");
    });
}

#[test]
fn lists_have_the_right_games_in_order() {
    on_all(|store| {
        let mut early = game("aaaaaaaa");
        early.listing.visibility = Visibility::Listed;
        let mut late = game("bbbbbbbb");
        late.listing.changed_at = 2_000;
        late.listing.guests = ByColor { black: None, white: Some(PersonId::numbered(1)) };
        late.listing.is_clocked = true;
        let mut over = game("cccccccc");
        over.listing.visibility = Visibility::Listed;
        over.listing.phase = PhaseName::Over;
        over.listing.guests.black = Some(PersonId::numbered(2));
        for it in [&early, &late, &over] {
            wait(store.create(it.clone())).unwrap();
        }
        let ids = |reply| {
            let listings: Vec<Listing> = wait(reply).unwrap();
            listings.iter().map(|it| it.id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(ids(store.games_of(PersonId::numbered(1), 9)), ["bbbbbbbb", "aaaaaaaa"]);
        assert_eq!(ids(store.games_of(PersonId::numbered(1), 1)), ["bbbbbbbb"]);
        assert_eq!(ids(store.games_of(PersonId::numbered(3), 9)), [""; 0]);
        assert_eq!(ids(store.listed(9)), ["aaaaaaaa"]);
        assert_eq!(ids(store.last_results(9)), ["cccccccc"]);
        assert_eq!(ids(store.last_results(0)), [""; 0]);
        assert_eq!(wait(store.running(NodeId::ONLY)), Ok(vec![id("bbbbbbbb")]));
    });
}

#[test]
fn chat_is_kept_in_order_until_it_is_old() {
    on_all(|store| {
        for name in ["aaaaaaaa", "bbbbbbbb"] {
            wait(store.create(game(name))).unwrap();
        }
        let line = |id: u64| ChatLine {
            id,
            room: ChatRoom::Players,
            color: Some(Color::White),
            name: "Ben".to_owned(),
            text: format!("line {id} <b>"),
            at: 100 * id,
        };
        for number in 1..=4 {
            wait(store.say(id("aaaaaaaa"), line(number))).unwrap();
        }
        assert_eq!(wait(store.chat(id("aaaaaaaa"), 2)), Ok(vec![line(3), line(4)]));
        assert_eq!(wait(store.chat(id("bbbbbbbb"), 2)), Ok(Vec::new()));
        wait(store.purge(Expiry { chat: 400, ..Expiry::default() })).unwrap();
        assert_eq!(wait(store.chat(id("aaaaaaaa"), 9)), Ok(vec![line(4)]));
    });
}

#[test]
fn guests_without_a_game_are_forgotten() {
    on_all(|store| {
        wait(store.create(game("aaaaaaaa"))).unwrap();
        for (number, seen_at) in [(1, 10), (2, 10), (3, 90)] {
            let name = String::new();
            wait(store.put_guest(Guest { id: PersonId::numbered(number), name, seen_at })).unwrap();
        }
        wait(store.purge(Expiry { guests: 50, ..Expiry::default() })).unwrap();
        let is_there = |number| wait(store.guest(PersonId::numbered(number))).unwrap().is_some();
        assert_eq!([1, 2, 3].map(is_there), [true, false, true]);
    });
}

#[test]
fn games_that_no_one_plays_expire() {
    let expiry = Expiry { unjoined: 700, abandoned: 300, guests: 900, chat: 0 };
    let games = [
        ("aaaaaaaa", PhaseName::Waiting, false, 0, 699),
        ("bbbbbbbb", PhaseName::Waiting, false, 0, 700),
        ("cccccccc", PhaseName::Waiting, true, 0, 299),
        ("dddddddd", PhaseName::Waiting, true, 0, 300),
        ("eeeeeeee", PhaseName::Playing, true, 1, 299),
        ("ffffffff", PhaseName::Playing, true, 2, 0),
        ("gggggggg", PhaseName::Over, true, 0, 0),
    ];
    on_all(|store| {
        for (name, phase, is_joined, n_moves, changed_at) in games {
            let mut game = game(name);
            let second = is_joined.then(|| PersonId::numbered(2));
            game.listing.guests.white = second;
            game.listing = Listing { phase, n_moves, changed_at, ..game.listing };
            wait(store.create(game.clone())).unwrap();
            wait(store.append(change(&game, 1, StoredSgf::Line(String::new())))).unwrap();
        }
        assert_eq!(wait(store.purge(expiry)), Ok(3));
        assert_eq!(wait(store.purge(expiry)), Ok(0));
        let is_there = |name: &str| wait(store.load(id(name))).unwrap().is_some();
        let left: Vec<&str> = games.iter().map(|it| it.0).filter(|name| is_there(name)).collect();
        assert_eq!(left, ["bbbbbbbb", "dddddddd", "ffffffff", "gggggggg"]);
    });
}

const ANY: NodeId = NodeId::numbered(7);
const OTHER: NodeId = NodeId::numbered(8);

/// The version and the epoch of a game that was taken.
fn taken(taken: Result<Taken, StoreError>) -> (u64, u64) {
    match taken.unwrap() {
        Taken::Here(game) => (game.version, game.epoch),
        other => panic!("{other:?}"),
    }
}

#[test]
fn game_has_one_node_until_its_lease_is_over() {
    on_all(|store| {
        let mut first = game("aaaaaaaa");
        first.listing.is_clocked = true;
        wait(store.create(first.clone())).unwrap();
        assert_eq!(wait(store.take(id("bbbbbbbb"), ANY)), Ok(Taken::Nowhere));
        assert!(wait(store.renew(ANY, LEASE)).unwrap().was_over);
        assert!(!wait(store.renew(ANY, LEASE)).unwrap().was_over);
        assert_eq!(taken(wait(store.take(id("aaaaaaaa"), ANY))), (1, 1));
        assert_eq!(wait(store.take(id("aaaaaaaa"), OTHER)), Ok(Taken::Elsewhere(ANY)));
        assert_eq!(wait(store.running(ANY)), Ok(vec![id("aaaaaaaa")]));
        assert_eq!(wait(store.running(OTHER)), Ok(Vec::new()));
        let change_in = |epoch, before| StoredChange {
            epoch,
            ..change(&first, before, StoredSgf::Line(";B[aa]".to_owned()))
        };
        wait(store.append(change_in(1, 1))).unwrap();
        // The lease is over: another node has the game, and what the first one
        // still writes is refused.
        wait(store.renew(ANY, Duration::ZERO)).unwrap();
        assert_eq!(wait(store.running(OTHER)), Ok(vec![id("aaaaaaaa")]));
        assert_eq!(taken(wait(store.take(id("aaaaaaaa"), OTHER))), (2, 2));
        assert_eq!(wait(store.append(change_in(1, 2))), Err(StoreError::Conflict));
        wait(store.append(change_in(2, 2))).unwrap();
        let stored = wait(store.load(id("aaaaaaaa"))).unwrap().unwrap();
        assert_eq!((stored.version, stored.epoch), (3, 2));
        assert_eq!(stored.sgf, "(;SZ[9])\n;B[aa]\n;B[aa]\n");
        assert!(wait(store.renew(ANY, LEASE)).unwrap().was_over);
    });
}

#[test]
fn node_that_takes_its_game_again_refuses_what_was_on_its_way() {
    on_all(|store| {
        let first = game("aaaaaaaa");
        wait(store.create(first.clone())).unwrap();
        wait(store.renew(ANY, LEASE)).unwrap();
        assert_eq!(taken(wait(store.take(id("aaaaaaaa"), ANY))), (1, 1));
        assert_eq!(taken(wait(store.take(id("aaaaaaaa"), ANY))), (1, 2));
        let late = StoredChange { epoch: 1, ..change(&first, 1, StoredSgf::Same) };
        assert_eq!(wait(store.append(late)), Err(StoreError::Conflict));
    });
}

#[test]
fn games_that_are_let_go_are_free_at_once() {
    on_all(|store| {
        for name in ["aaaaaaaa", "bbbbbbbb"] {
            wait(store.create(game(name))).unwrap();
            wait(store.renew(ANY, LEASE)).unwrap();
            assert_eq!(taken(wait(store.take(id(name), ANY))), (1, 1));
        }
        // An epoch that is past lets nothing go.
        wait(store.release(id("aaaaaaaa"), 0)).unwrap();
        assert_eq!(wait(store.take(id("aaaaaaaa"), OTHER)), Ok(Taken::Elsewhere(ANY)));
        wait(store.release(id("aaaaaaaa"), 1)).unwrap();
        assert_eq!(taken(wait(store.take(id("aaaaaaaa"), OTHER))), (1, 2));
        assert_eq!(wait(store.take(id("bbbbbbbb"), OTHER)), Ok(Taken::Elsewhere(ANY)));
        wait(store.leave(ANY)).unwrap();
        assert_eq!(taken(wait(store.take(id("bbbbbbbb"), OTHER))), (1, 2));
    });
}

#[test]
fn review_is_made_by_one_node_and_given_up_after_some_tries() {
    on_all(|store| {
        for (name, guest) in [("aaaaaaaa", 1), ("bbbbbbbb", 2)] {
            wait(store.create(game(name))).unwrap();
            assert_eq!(wait(store.ask_review(request(name, guest, guest))), Ok(Asked::Queued));
        }
        for node in [ANY, OTHER] {
            wait(store.renew(node, LEASE)).unwrap();
        }
        assert_eq!(wait(store.take_review(ANY)), Ok(Some(id("aaaaaaaa"))));
        assert_eq!(wait(store.take_review(OTHER)), Ok(Some(id("bbbbbbbb"))));
        assert_eq!(wait(store.take_review(NodeId::numbered(9))), Ok(None));
        // One that gets on may be tried as often again.
        let keep = |stage| wait(store.keep_review(id("bbbbbbbb"), stage, "(;)".to_owned()));
        keep(ReviewStage::Waiting).unwrap();
        wait(store.leave(ANY)).unwrap();
        for _ in 1..MAX_TRIES {
            assert_eq!(wait(store.take_review(OTHER)), Ok(Some(id("aaaaaaaa"))));
        }
        assert_eq!(wait(store.take_review(OTHER)), Ok(Some(id("bbbbbbbb"))));
        let stage = |name| wait(store.review(id(name))).unwrap().unwrap().stage;
        assert_eq!(stage("aaaaaaaa"), ReviewStage::Failed);
        assert_eq!(stage("bbbbbbbb"), ReviewStage::Waiting);
        keep(ReviewStage::Done).unwrap();
        assert_eq!(wait(store.take_review(OTHER)), Ok(None));
    });
}

fn request(game: &str, guest: u64, asked_at: u64) -> ReviewRequest {
    ReviewRequest { game: id(game), guest: PersonId::numbered(guest), asked_at, max_in_a_day: 2 }
}

#[test]
fn reviews_wait_in_order_and_are_kept_once() {
    on_all(|store| {
        for name in ["aaaaaaaa", "bbbbbbbb"] {
            wait(store.create(game(name))).unwrap();
        }
        assert_eq!(wait(store.review(id("aaaaaaaa"))), Ok(None));
        assert_eq!(wait(store.ask_review(request("bbbbbbbb", 2, 10))), Ok(Asked::Queued));
        assert_eq!(wait(store.ask_review(request("aaaaaaaa", 1, 20))), Ok(Asked::Queued));
        assert_eq!(wait(store.ask_review(request("aaaaaaaa", 3, 30))), Ok(Asked::There));
        assert_eq!(wait(store.reviews_waiting()), Ok(vec![id("bbbbbbbb"), id("aaaaaaaa")]));
        let keep = |stage, sgf: &str| wait(store.keep_review(id("bbbbbbbb"), stage, sgf.into()));
        keep(ReviewStage::Waiting, "(;A)").unwrap();
        keep(ReviewStage::Done, "(;B)").unwrap();
        assert_eq!(keep(ReviewStage::Waiting, "(;C)"), Err(StoreError::Conflict));
        let guest = PersonId::numbered(2);
        let (stage, sgf) = (ReviewStage::Done, "(;B)".to_owned());
        let review = StoredReview { guest, asked_at: 10, stage, sgf };
        assert_eq!(wait(store.review(id("bbbbbbbb"))), Ok(Some(review)));
        assert_eq!(wait(store.reviews_waiting()), Ok(vec![id("aaaaaaaa")]));
        assert_eq!(
            wait(store.keep_review(id("cccccccc"), ReviewStage::Done, String::new())),
            Err(StoreError::Conflict)
        );
    });
}

#[test]
fn one_person_has_one_review_at_a_time_and_so_many_within_a_day() {
    const A_DAY: u64 = 24 * 3_600 * 1_000;
    on_all(|store| {
        let names = ["aaaaaaaa", "bbbbbbbb", "cccccccc"];
        for name in names {
            wait(store.create(game(name))).unwrap();
        }
        let ask = |name, at| wait(store.ask_review(request(name, 1, at))).unwrap();
        let end = |name, stage| wait(store.keep_review(id(name), stage, String::new())).unwrap();
        assert_eq!(ask(names[0], 1_000), Asked::Queued);
        assert_eq!(ask(names[1], 2_000), Asked::OneAtATime(id(names[0])));
        end(names[0], ReviewStage::Failed);
        // One that has failed may be asked for again.
        assert_eq!(ask(names[0], 3_000), Asked::Queued);
        end(names[0], ReviewStage::Done);
        assert_eq!(ask(names[0], 3_500), Asked::There);
        assert_eq!(ask(names[1], 4_000), Asked::Queued);
        end(names[1], ReviewStage::Done);
        assert_eq!(ask(names[2], 5_000), Asked::Enough);
        assert_eq!(wait(store.ask_review(request(names[2], 9, 5_000))).unwrap(), Asked::Queued);
        end(names[2], ReviewStage::Failed);
        assert_eq!(ask(names[2], 3_000 + A_DAY), Asked::Queued);
    });
}

#[test]
fn closed_store_refuses_everything() {
    on_all(|store| {
        wait(store.close()).unwrap();
        assert_eq!(wait(store.create(game("aaaaaaaa"))), Err(StoreError::Closed));
    });
}

#[test]
fn what_was_answered_is_in_the_file() {
    let folder = TestFolder::new();
    let store = SqliteStore::open(&folder.file()).unwrap();
    let first = game("aaaaaaaa");
    wait(store.create(first.clone())).unwrap();
    // Changes that wait together are written together, and each is answered.
    let replies: Vec<Reply<()>> = (1..50)
        .map(|it| store.append(change(&first, it, StoredSgf::Line(it.to_string()))))
        .collect();
    for reply in replies {
        wait(reply).unwrap();
    }
    // The second store sees what the first one has on the disk, which is open.
    let second = SqliteStore::open(&folder.file()).unwrap();
    assert_eq!(wait(second.load(id("aaaaaaaa"))).unwrap().unwrap().version, 50);
    let copy = folder.0.join("copy.sqlite");
    wait(store.backup(copy.clone())).unwrap();
    assert_eq!(
        wait(store.backup(copy.clone())),
        Err(StoreError::Failed("the file is there already".to_owned()))
    );
    let copied = SqliteStore::open(&copy).unwrap();
    assert_eq!(wait(copied.load(id("aaaaaaaa"))), wait(store.load(id("aaaaaaaa"))));
}

#[test]
fn later_versions_and_other_files_are_refused() {
    let folder = TestFolder::new();
    drop(SqliteStore::open(&folder.file()).unwrap());
    let connection = rusqlite::Connection::open(folder.file()).unwrap();
    connection.execute("INSERT INTO schema (version, at) VALUES (99, 0)", []).unwrap();
    assert_eq!(SqliteStore::open(&folder.file()).map(|_| ()), Err(StoreError::TooNew(99)));
    let other = folder.0.join("other.sqlite");
    std::fs::write(&other, "no database, but long enough to be looked at as one, surely").unwrap();
    assert!(SqliteStore::open(&other).is_err());
}

#[test]
fn damage_is_found() {
    let folder = TestFolder::new();
    let store = SqliteStore::open(&folder.file()).unwrap();
    assert_eq!(check_file(&folder.file()), Ok(Vec::new()));
    // A game whose room cannot be read.
    wait(store.create(game("aaaaaaaa"))).unwrap();
    let problems = check_file(&folder.file()).unwrap();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].starts_with("game aaaaaaaa: the room is unreadable"), "{problems:?}");
    assert!(check_file(&folder.0.join("none.sqlite")).is_err());
}

fn document(name: &str, owner: u64, changed_at: u64) -> StoredDocument {
    let listing = DocumentListing {
        kind: DocumentKind::Study,
        id: name.parse().unwrap(),
        owner: PersonId::numbered(owner),
        title: format!("{name} <b>"),
        is_listed: owner == 1,
        changed_at,
    };
    StoredDocument { version: 1, body: "whole".to_owned(), lines: Vec::new(), listing }
}

#[test]
fn documents_are_read_back_with_all_their_lines() {
    on_all(|store| {
        let first = document("aaaaaaaa", 1, 5);
        let load = |kind| wait(store.document(kind, first.listing.id));
        assert_eq!(load(DocumentKind::Study), Ok(None));
        wait(store.create_document(first.clone())).unwrap();
        assert_eq!(wait(store.create_document(first.clone())), Err(StoreError::Conflict));
        assert_eq!(load(DocumentKind::Study), Ok(Some(first.clone())));
        assert_eq!(load(DocumentKind::Tournament), Ok(None));
        let append = |before, text, changed_at| {
            let listing = DocumentListing { changed_at, ..first.listing.clone() };
            wait(store.append_document(DocumentChange { before, text, listing }))
        };
        let line = |text: &str| StoredText::Line(text.to_owned());
        append(1, line("one\n"), 6).unwrap();
        append(2, line("two"), 7).unwrap();
        for before in [0, 1, 2, 4] {
            assert_eq!(append(before, line("late"), 8), Err(StoreError::Conflict), "{before}");
        }
        let stored = load(DocumentKind::Study).unwrap().unwrap();
        assert_eq!((stored.version, stored.body.as_str()), (3, "whole"));
        assert_eq!(stored.lines, ["one\n", "two"]);
        assert_eq!(stored.listing.changed_at, 7);
        append(3, StoredText::Whole("again".to_owned()), 9).unwrap();
        append(4, line("three"), 9).unwrap();
        let stored = load(DocumentKind::Study).unwrap().unwrap();
        assert_eq!((stored.version, stored.body.as_str()), (5, "again"));
        assert_eq!(stored.lines, ["three"]);
    });
}

#[test]
fn documents_are_listed_by_owner_or_for_all() {
    on_all(|store| {
        for (name, owner, at) in [("aaaaaaaa", 1, 5), ("bbbbbbbb", 2, 6), ("cccccccc", 1, 7)] {
            wait(store.create_document(document(name, owner, at))).unwrap();
        }
        let names = |owner: Option<u64>, max| {
            let owner = owner.map(PersonId::numbered);
            let found = wait(store.documents(DocumentKind::Study, owner, max)).unwrap();
            found.iter().map(|it| it.id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names(None, 9), ["cccccccc", "aaaaaaaa"]);
        assert_eq!(names(None, 1), ["cccccccc"]);
        assert_eq!(names(Some(2), 9), ["bbbbbbbb"]);
        assert_eq!(names(Some(3), 9), [""; 0]);
        assert_eq!(wait(store.documents(DocumentKind::Ladder, None, 9)), Ok(Vec::new()));
    });
}
