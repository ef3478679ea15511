//! The library in the window.

use iced::keyboard::key::Named;
use tengen_front::library::OrderBy;
use tengen_library::{Access, Library};
use tengen_rules::ByColor;

use super::*;
use crate::library::{LibraryChange, LibraryTab, OpenLibrary, Pick};
use crate::message::LibraryInput;

const GAMES: [&str; 3] = [
    "(;GM[1]SZ[9]PB[Ada]PW[Grace]DT[2020-01-01]RE[B+R];B[ee];W[ce];B[ge])",
    "(;GM[1]SZ[9]PB[Emmy]PW[Ada]DT[2021-01-01]RE[W+R];B[ee];W[eg];B[ge])",
    "(;GM[1]SZ[9]PB[Grace]PW[Emmy]DT[2022-01-01]RE[B+2];B[cc];W[gg])",
];

/// A window whose library has three games.
fn window(folder: &Folder) -> Window {
    let window = folder.window();
    let place = window.app.workspace.library_place().unwrap();
    std::fs::create_dir_all(place.path.parent().unwrap()).unwrap();
    let mut library = Library::open(&place.path, Access::Create).unwrap();
    for (idx, text) in GAMES.iter().enumerate() {
        let path = folder.file(&format!("{idx}.sgf"), text);
        library.add(&path, text.as_bytes(), ByColor::default()).unwrap();
    }
    window
}

fn change(window: &mut Window, change: LibraryChange) {
    window.send(Message::Library(LibraryInput(change)));
    settle(window);
}

/// Waits until the library has answered.
fn settle(window: &mut Window) {
    let library = window.app.library.as_mut().unwrap();
    library.browser.settle();
    if let Some(explorer) = &mut library.explorer {
        explorer.settle();
    }
    if let Some(statistics) = &mut library.statistics {
        statistics.settle();
    }
    library.compose();
    window.send(Message::News);
}

fn library(window: &Window) -> &OpenLibrary {
    window.app.library.as_ref().unwrap()
}

#[test]
fn games_are_filtered_sorted_and_opened() {
    let folder = Folder::new();
    let mut window = window(&folder);
    window.press(Command::Library);
    settle(&mut window);
    assert_eq!((window.app.page, library(&window).tab), (Page::Library, LibraryTab::Games));
    assert_eq!(library(&window).browser.listing().total, 3);
    change(&mut window, LibraryChange::Sort(OrderBy::Black));
    let first = library(&window).browser.chosen_game().unwrap().black.clone();
    assert_eq!(first, "Ada");
    change(&mut window, LibraryChange::Filter("player:Emmy".into()));
    assert_eq!(library(&window).browser.listing().total, 2);
    window.key(Key::Named(Named::ArrowDown), Modifiers::empty());
    settle(&mut window);
    assert!(library(&window).preview.scene.stone(at("C7")).is_some(), "the third game is shown");
    window.key(Key::Named(Named::Enter), Modifiers::empty());
    settle(&mut window);
    assert_eq!(window.app.page, Page::Board, "{}", window.told());
    assert_eq!(window.stone("C7"), Some(Color::Black));
}

#[test]
fn escape_empties_the_filter_and_then_goes_back() {
    let folder = Folder::new();
    let mut window = window(&folder);
    window.press(Command::Library);
    change(&mut window, LibraryChange::Filter("size:ninteen".into()));
    assert!(library(&window).browser.problem().is_some());
    window.send(Message::Left);
    assert_eq!((library(&window).browser.filter(), window.app.page), ("", Page::Library));
    window.send(Message::Left);
    assert_eq!(window.app.page, Page::Start);
}

#[test]
fn a_position_is_looked_for_from_the_board_and_gone_on_from() {
    let folder = Folder::new();
    let mut window = window(&folder);
    window.start(|_| ());
    window.click("E5");
    window.press(Command::SearchPosition);
    settle(&mut window);
    assert_eq!(library(&window).tab, LibraryTab::Position);
    let found = library(&window).explorer.as_ref().unwrap().found().unwrap();
    assert_eq!((found.all.n_games, found.next.len()), (2, 1));
    // Both answers of White are the same, turned around.
    let next = found.next[0].point;
    assert!(library(&window).position.scene.labels.contains_key(&next));
    change(&mut window, LibraryChange::Explore(Input::Press(next, Held::Nothing)));
    assert_eq!(library(&window).position.scene.stone(next), Some(Color::White));
    let found = library(&window).explorer.as_ref().unwrap().found().unwrap();
    assert!(found.all.n_games >= 1, "{found:?}");
    change(&mut window, LibraryChange::OpenFound(0));
    assert_eq!(window.app.page, Page::Board, "{}", window.told());
    assert!(window.view().game.is_review);
}

#[test]
fn a_part_of_the_board_is_chosen_by_two_clicks() {
    let folder = Folder::new();
    let mut window = window(&folder);
    window.press(Command::SearchPosition);
    settle(&mut window);
    change(&mut window, LibraryChange::Pick(Pick::Rectangle(None, true)));
    let click = |name: &str| LibraryChange::Explore(Input::Press(at(name), Held::Nothing));
    change(&mut window, click("A1"));
    change(&mut window, click("D4"));
    let library = library(&window);
    assert_eq!(library.pick, Pick::Move);
    assert!(library.position.scene.dimmed.contains(at("F6")));
    assert!(!library.position.scene.dimmed.contains(at("B2")));
}

#[test]
fn two_games_are_compared_where_they_part() {
    let folder = Folder::new();
    let mut window = window(&folder);
    window.press(Command::Library);
    settle(&mut window);
    change(&mut window, LibraryChange::Sort(OrderBy::Black));
    change(&mut window, LibraryChange::Compare);
    change(&mut window, LibraryChange::Choose(1));
    let library = library(&window);
    let (ours, theirs) = (library.browser.preview().unwrap(), library.browser.compared().unwrap());
    assert_eq!((ours.entry.black.as_str(), theirs.entry.black.as_str()), ("Emmy", "Ada"));
    assert_eq!(ours.place().0, ours.n_common_moves(theirs));
}

#[test]
fn games_are_counted() {
    let folder = Folder::new();
    let mut window = window(&folder);
    window.press(Command::Library);
    change(&mut window, LibraryChange::Tab(LibraryTab::Statistics));
    let statistics = library(&window).statistics.as_ref().unwrap();
    assert!(!statistics.charts().is_empty(), "{statistics:?}");
    assert_eq!(statistics.statistics().unwrap().total.n, 3);
}
