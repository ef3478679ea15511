//! The library as front ends show it: filtered, compared, searched, counted.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use tengen_front::FrontEnd;
use tengen_front::library::{Browser, Explorer, LibraryPlace, Part, Share, ToAdd};
use tengen_front::line::PositionWords;
use tengen_front::words;
use tengen_front::workspace::{Done, Reply, Screen, Waker, Workspace, WorkspaceOptions};
use tengen_host::Dirs;
use tengen_library::{Access, Library, MoveLoss, OrderBy};
use tengen_rules::{Board, ByColor, Color, Point, Size};

/// Games of two players, the first three of which begin alike.
const GAMES: [&str; 5] = [
    "(;SZ[9]PB[Ada]PW[Grace]BR[3k]WR[2k]DT[2024-01-05]RE[B+R];B[ee];W[gc];B[cc];W[gg])",
    "(;SZ[9]PB[Ada]PW[Alan]DT[2025-02-06]RE[W+3.5];B[ee];W[gc];B[cg];W[gg];B[cc])",
    "(;SZ[9]PB[Grace]PW[Ada]DT[2026-03-07]RE[W+R];B[ee];W[cc];B[gc])",
    "(;SZ[19]PB[Lee Sedol]PW[Cho U]EV[Cup]DT[2005]RE[B+2.5];B[pd];W[dp];B[pp];W[dd])",
    "(;SZ[19]PB[\u{1b}[31mRed]PW[Cho U]DT[2006]RE[B+R];B[pd];W[dp];B[cd])",
];

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("front-library-{name}"));
    // It is there only if the test has run before.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A library with the games, in which Ada is the user.
fn library(name: &str) -> (PathBuf, LibraryPlace) {
    let folder = folder(name);
    let path = Dirs::under(&folder).library_file();
    let mut library = Library::open(&path, Access::Create).unwrap();
    for (idx, text) in GAMES.iter().enumerate() {
        let file = folder.join(format!("{idx}.sgf"));
        fs::write(&file, text).unwrap();
        library.add(&file, text.as_bytes(), ByColor::default()).unwrap();
    }
    library.set_own_names(&["Ada".to_owned()]).unwrap();
    library.set_losses(id(1), &[MoveLoss { node: 3, points: 1.5 }]).unwrap();
    (folder, LibraryPlace { path, finished: None })
}

#[test]
fn games_are_added_while_the_library_is_open() {
    let (home, place) = library("adding");
    let games = home.join("more");
    fs::create_dir_all(&games).unwrap();
    fs::write(games.join("one.sgf"), "(;SZ[9]PB[New]PW[Ada]DT[2027];B[ee];W[ed])").unwrap();
    let mut browser = browser(place.clone());
    assert_eq!(browser.listing().total, 5);
    let adder = browser.adder().clone();
    adder.add(place.clone(), Waker::none(), ToAdd::Watched(games.clone()));
    browser.settle();
    assert_eq!((browser.listing().total, adder.progress()), (6, None));
    assert_eq!(words::library_summary(&browser), "1 game added · 6 games, latest first");
    adder.add(place.clone(), Waker::none(), ToAdd::News);
    browser.settle();
    assert_eq!(words::library_summary(&browser), "1 game added · 6 games, latest first");
    fs::write(games.join("two.sgf"), "(;SZ[9]PB[Newer]PW[Ada]DT[2028];B[cc];W[ed])").unwrap();
    fs::write(games.join("none.sgf"), "nothing").unwrap();
    adder.add(place.clone(), Waker::none(), ToAdd::News);
    browser.settle();
    assert_eq!(browser.listing().total, 7);
    let said = words::library_added(&adder.last().unwrap());
    assert_eq!(said, "1 game added, 1 file unchanged, 1 file without a game of Go.");
    adder.add(place, Waker::none(), ToAdd::Once(home.join("missing")));
    browser.settle();
    let said = words::library_added(&adder.last().unwrap());
    assert_eq!(said, "0 games added, 1 file without a game of Go.");
}

#[test]
fn typed_orders_add_games() {
    let (home, _) = library("typed-adding");
    let dirs = Dirs::under(&home);
    let options = WorkspaceOptions::new(FrontEnd::Text, Some(dirs));
    let (mut workspace, _) = Workspace::open(options);
    let games = home.join("more");
    fs::create_dir_all(&games).unwrap();
    fs::write(games.join("one.sgf"), "(;SZ[9]PB[New]PW[Ada]DT[2027];B[ee];W[ed])").unwrap();
    let mut answer = |line: &str| match workspace.type_line(line) {
        Ok(Reply::Answer(text)) => text,
        Ok(other) => panic!("{other:?}"),
        Err(refusal) => format!("{refusal:?}"),
    };
    let folder = games.display();
    assert_eq!(answer("add"), "No folder with games is watched. Type add watch and a folder.");
    assert_eq!(answer(&format!("add watch {folder}")), "1 game added.");
    assert_eq!(answer("add"), "0 games added, 1 file unchanged.");
    assert_eq!(answer(&format!("add {folder}/one.sgf")), "0 games added, 1 file unchanged.");
    assert!(answer("library player:New").starts_with("1 game"));
    assert!(answer("add /no/such/folder").contains("/no/such/folder"));
}

fn id(number: u32) -> tengen_library::GameId {
    tengen_library::GameId::from_number(number)
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn browser(place: LibraryPlace) -> Browser {
    let mut browser = Browser::new(place, Waker::none());
    browser.settle();
    browser
}

fn listed(browser: &Browser) -> Vec<u32> {
    browser.listing().games.iter().map(|it| it.id.number()).collect()
}

#[test]
fn list_follows_what_is_typed() {
    let (_, place) = library("filter");
    let mut browser = browser(place);
    assert_eq!(listed(&browser), [3, 2, 1, 5, 4]);
    for (filter, expected) in
        [("grace", &[3, 1][..]), ("size:19 cho", &[5, 4]), ("player:Lee", &[4]), ("nobody", &[])]
    {
        browser.set_filter(filter);
        browser.settle();
        assert_eq!(listed(&browser), expected, "{filter}");
    }
    // A wrong query names its place, and the list stays.
    browser.set_filter("cho");
    browser.settle();
    browser.set_filter("cho size:big");
    browser.settle();
    let problem = browser.problem().unwrap();
    assert_eq!((problem.range.clone(), listed(&browser)), (9..12, vec![5, 4]));
    assert_eq!(words::query_problem(problem), "size:big is not a board size. Use 19 or 13x9.");
    browser.set_filter("cho size:19");
    assert!(browser.problem().is_none());
}

#[test]
fn orders_and_own_games() {
    let (_, place) = library("orders");
    let mut browser = browser(place);
    browser.set_mine(true);
    browser.settle();
    assert_eq!(listed(&browser), [3, 2, 1]);
    let results: Vec<String> = browser.listing().games.iter().map(words::library_result).collect();
    assert_eq!(results, ["W+R, you won", "W+3.5, you lost", "B+R, you won"]);
    assert_eq!(words::library_summary(&browser), "3 games of yours, latest first");
    browser.reverse();
    browser.settle();
    assert_eq!(listed(&browser), [1, 2, 3]);
    while browser.order().by != OrderBy::Moves {
        browser.next_order();
    }
    browser.settle();
    assert_eq!(listed(&browser), [3, 1, 2]);
}

#[test]
fn names_of_files_are_harmless() {
    let (_, place) = library("harmless");
    let mut browser = browser(place);
    browser.set_filter("id:5");
    browser.settle();
    let entry = words::library_game(browser.chosen_game().unwrap());
    assert_eq!(entry.title, "\u{fffd}[31mRed – Cho U");
}

#[test]
fn two_games_are_compared_where_they_part() {
    let (_, place) = library("compare");
    let mut browser = browser(place);
    browser.set_filter("player:Ada");
    browser.settle();
    browser.choose(2);
    browser.settle();
    assert_eq!(browser.preview().unwrap().place(), (4, 4));
    browser.toggle_compared();
    browser.choose(1);
    browser.settle();
    let (held, chosen) = (browser.compared().unwrap(), browser.preview().unwrap());
    assert_eq!((held.entry.id, chosen.entry.id), (id(1), id(2)));
    assert_eq!(words::comparison(held, chosen), "The same first 2 moves.");
    assert_eq!((held.place().0, chosen.place().0), (2, 2));
    browser.step_preview(1);
    assert_ne!(browser.compared().unwrap().scene(), browser.preview().unwrap().scene());
    // Turned games are the same game: W[cc] is W[gc] on the other side.
    browser.choose(0);
    browser.settle();
    let (held, chosen) = (browser.compared().unwrap(), browser.preview().unwrap());
    assert_eq!(held.n_common_moves(chosen), 3);
}

#[test]
fn tags_are_given_and_taken() {
    let (_, place) = library("tags");
    let mut browser = browser(place);
    browser.set_filter("id:4");
    browser.settle();
    browser.toggle_tag(" Opening ");
    browser.settle();
    assert_eq!(browser.tags(), [("opening".to_owned(), 1)]);
    assert_eq!(browser.preview().unwrap().tags, ["opening"]);
    browser.set_filter("tag:opening");
    browser.settle();
    assert_eq!(listed(&browser), [4]);
    browser.toggle_tag("opening");
    browser.settle();
    assert!(browser.tags().is_empty() && browser.listing().total == 0);
}

#[test]
fn a_position_leads_from_one_continuation_to_the_next() {
    let (_, place) = library("explorer");
    let start = (Board::new(Size::NINE), Color::Black);
    let mut explorer = Explorer::new(place, Waker::none(), start, Part::Whole);
    explorer.settle();
    let found = explorer.found().unwrap();
    assert_eq!((found.all.n_games, found.next[0].point), (3, point("E5")));
    assert_eq!(words::found(found), "In 3 of 5 games. Black won 33%.");
    assert!(explorer.play_chosen());
    explorer.settle();
    // All three answers are the same point, seen from another side.
    let next = &explorer.found().unwrap().next[..];
    assert_eq!((next.len(), next[0].continuation.tally.n), (1, 3));
    assert_eq!(explorer.scene().labels.len(), 1);
    assert!(explorer.play(next[0].point));
    explorer.settle();
    let next = &explorer.found().unwrap().next;
    assert!(next.len() >= 2, "{next:?}");
    let lost: Vec<f64> = next.iter().filter_map(|it| it.continuation.loss.points()).collect();
    assert_eq!(lost, [1.5]);
    let mine: u32 = next.iter().map(|it| it.continuation.mine.n).sum();
    assert_eq!(mine, 2, "the user was Black in two of them");
    assert!(explorer.back() && explorer.back() && !explorer.back());
    // A game opens where the position is.
    explorer.settle();
    explorer.fetch(0);
    explorer.settle();
    assert!(explorer.take_fetched().is_some_and(|it| it.node == Some(0)));
}

#[test]
fn parts_of_the_board_are_searched() {
    let (_, place) = library("parts");
    let stones = [(Color::Black, point("Q16"))];
    let board = stones.iter().fold(Board::new(Size::NINETEEN), |board, &(color, point)| {
        board.with_point(point, Some(color)).unwrap()
    });
    let part = Part::Corner(point("R17"));
    assert_eq!(part.corners(Size::NINETEEN), (point("K10"), point("T19")));
    let mut explorer = Explorer::new(place, Waker::none(), (board, Color::White), part);
    explorer.settle();
    assert_eq!(explorer.found().unwrap().all.n_games, 2);
    explorer.set_part(Part::Whole);
    explorer.settle();
    let found = explorer.found().unwrap();
    assert_eq!((found.all.n_games, found.next[0].point), (2, point("D4")));
    explorer.change_options(|it| it.is_mine = true);
    explorer.settle();
    assert_eq!(words::found(explorer.found().unwrap()), "This occurs in none of 3 games.");
    explorer.change_options(|it| it.is_mine = false);
    explorer.set_part(Part::Anywhere(point("P15"), point("R17")));
    explorer.settle();
    assert!(explorer.found().unwrap().all.n_games >= 2);
    assert_eq!(words::explorer_title(&explorer), "P15 to R17, anywhere");
}

fn workspace(front_end: FrontEnd, folder: &Path) -> Workspace {
    let options = WorkspaceOptions::new(front_end, Some(Dirs::under(folder)));
    Workspace::open(options).0
}

#[track_caller]
fn answer(workspace: &mut Workspace, line: &str) -> String {
    match workspace.type_line(line) {
        Ok(Reply::Answer(answer)) => answer,
        Ok(Reply::Done(done)) => format!("{done:?}"),
        Err(reason) => words::refusal(&reason, workspace.keys()),
    }
}

#[test]
fn statistics_are_bars_with_figures() {
    let (folder, _) = library("statistics");
    let workspace = workspace(FrontEnd::Terminal, &folder);
    let mut view = workspace.open_statistics("is:mine").unwrap();
    view.settle();
    let title = words::statistics_title(view.statistics().unwrap());
    assert_eq!(title, "Your games: 3 games, 2 won, 1 lost (67%)");
    let titles: Vec<&str> = view.charts().iter().map(|it| it.title).collect();
    assert_eq!(titles, ["By year", "By color", "By board", "By opponent", "Points lost per move"]);
    let opponents = &view.charts()[3].rows;
    assert_eq!((opponents[0].label.as_str(), opponents[1].label.as_str()), ("Grace", "Alan"));
    assert_eq!(opponents[0].shares, [(Share::Won, 1.0), (Share::Lost, 0.0), (Share::Other, 0.0)]);
}

#[test]
fn lines_are_typed_for_all_of_it() {
    let (folder, _) = library("lines");
    let mut text = workspace(FrontEnd::Text, &folder);
    let found = answer(&mut text, "library player:Lee");
    assert!(
        found.starts_with("1 game, latest first.\n#4 Lee Sedol – Cho U, 2005, B+2.5"),
        "{found}"
    );
    assert_eq!(
        answer(&mut text, "library size:big"),
        "size:big is not a board size. Use 19 or 13x9."
    );
    assert_eq!(answer(&mut text, "tag #4 cup"), "Tags of game #4: cup.");
    assert_eq!(answer(&mut text, "tag #9 cup"), "The library has no game #9.");
    assert_eq!(answer(&mut text, "open #9"), "The library has no game #9.");
    assert!(answer(&mut text, "statistics").starts_with("Your games: 3 games, 2 won"));
    text.type_line("open #4").unwrap();
    assert_eq!(text.path(), Some(&*folder.join("3.sgf")));
    text.type_line("number 1").unwrap();
    let found = answer(&mut text, "position");
    assert!(found.starts_with("Looked for: whole board. In 2 of 5 games."), "{found}");
    assert!(found.contains("White D4, 2 times, Black won 100 percent"), "{found}");
    let found = answer(&mut text, "position corner R4 mine");
    assert!(found.contains("corner K1 to T10, your games"), "{found}");
    assert_eq!(answer(&mut text, "position X99"), "\"X99\" is not a point. Type position D4");
    let mut terminal = workspace(FrontEnd::Terminal, &folder);
    let done = terminal.type_line("library cho").unwrap();
    assert!(matches!(done, Reply::Done(Done::Show(Screen::Library(query))) if query == "cho"));
    let done = terminal.type_line("position mine").unwrap();
    let words = PositionWords { is_mine: true, ..PositionWords::default() };
    assert!(matches!(done, Reply::Done(Done::Show(Screen::Explorer(it))) if it == words));
}

#[test]
fn a_game_whose_file_is_gone_is_opened_from_the_library() {
    let (folder, _) = library("gone");
    fs::remove_file(folder.join("3.sgf")).unwrap();
    let mut workspace = workspace(FrontEnd::Terminal, &folder);
    workspace.type_line("open #4").unwrap();
    assert_eq!(workspace.path(), None);
    assert_eq!(workspace.view().unwrap().position.move_number, 4);
    assert!(!workspace.has_unsaved_changes());
    assert!(workspace.recent().is_empty());
}

#[test]
fn without_a_library_there_is_a_sentence() {
    let folder = folder("empty");
    let place = LibraryPlace { path: folder.join("library.db"), finished: None };
    let browser = browser(place.clone());
    assert_eq!(
        words::library_summary(&browser),
        "No games yet. Finished games come here by themselves."
    );
    fs::write(&place.path, "something else, long enough to be read as a database").unwrap();
    let browser = self::browser(place);
    let failure = browser.failure().unwrap();
    assert_eq!(words::library_error(failure), "The file of the library is something else.");
    let (mut nowhere, _) = Workspace::open(WorkspaceOptions::new(FrontEnd::Text, None));
    let expected = "There is no folder for a library. Set TENGEN_HOME to one.";
    assert_eq!(answer(&mut nowhere, "library"), expected);
}
