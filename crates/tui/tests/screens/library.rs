//! The library on the screen.

use std::fs;
use std::path::Path;

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use tengen_host::Dirs;
use tengen_library::{Access, Library, MoveLoss};
use tengen_rules::ByColor;
use tengen_tui::{Depth, Theme};

use crate::scene::{Scene, folder};
use crate::{MONO, check_size, draw, text};

/// Games of which the first two begin alike.
const GAMES: [&str; 5] = [
    "(;SZ[9]PB[Ada]PW[Grace]BR[3k]WR[2k]DT[2024-01-05]RE[B+R]EV[Club evening];B[ee];W[gc];B[cc]\
     ;W[gg];B[cg];W[ge])",
    "(;SZ[9]PB[Ada]PW[Alan]DT[2025-02-06]RE[W+3.5];B[ee];W[gc];B[cg];W[gg];B[cc])",
    "(;SZ[9]PB[Grace]PW[Ada]DT[2026-03-07]RE[W+R];B[ee];W[cc];B[gc])",
    "(;SZ[19]PB[Lee Sedol]PW[Cho U]BR[9p]WR[9p]EV[LG Cup]DT[2005-02-01]RE[B+2.5]KM[6.5];B[pd]\
     ;W[dp];B[pp];W[dd];B[nc];W[pj])",
    "(;SZ[19]PB[Shin Jinseo]PW[Ke Jie]DT[2021]RE[B+R];B[pd];W[dp];B[pp];W[dd];B[cq])",
];

/// A user with games in the library, in a folder of its own.
fn with_library(theme: Theme, name: &str) -> Scene {
    let folder = folder(name);
    let path = Dirs::under(&folder).library_file();
    let mut library = Library::open(&path, Access::Create).expect("a library can be made");
    for (idx, text) in GAMES.iter().enumerate() {
        let added =
            library.add(Path::new(&format!("{idx}.sgf")), text.as_bytes(), ByColor::default());
        added.expect("a game is added");
    }
    library.set_own_names(&["Ada".to_owned()]).expect("names are kept");
    let first = tengen_library::GameId::from_number(1);
    let losses = [MoveLoss { node: 3, points: 1.5 }, MoveLoss { node: 4, points: 0.4 }];
    library.set_losses(first, &losses).expect("losses are kept");
    Scene::in_folder(theme, &folder)
}

/// The list of all games.
pub(crate) fn listed(theme: Theme) -> Scene {
    settled(with_library(theme, "library-listed"), "f2 down down")
}

fn settled(mut scene: Scene, keys: &str) -> Scene {
    for key in keys.split_whitespace() {
        scene.send(key);
        scene.app.settle_library();
    }
    scene
}

#[track_caller]
fn check(name: &str, scene: impl Fn(Theme) -> Scene) {
    for size in [(80, 24), (120, 40), (40, 20)] {
        check_size(name, &mut scene(MONO), size);
    }
}

#[track_caller]
fn check_contains(scene: &mut Scene, size: (u16, u16), expected: &[&str]) {
    let drawn = text(&draw(scene, size));
    for expected in expected {
        assert!(drawn.contains(expected), "{expected} is not in\n{drawn}");
    }
}

#[test]
fn library() {
    check("library", |theme| settled(with_library(theme, "library"), "f2 down down"));
    let mut ascii = settled(with_library(Theme { is_ascii: true, ..MONO }, "library-ascii"), "f2");
    check_size("ascii-library", &mut ascii, (80, 24));
    let drawn = text(&draw(&mut ascii, (120, 40)));
    assert!(drawn.is_ascii(), "{drawn}");
}

#[test]
fn library_is_filtered_while_one_types() {
    let mut scene = settled(with_library(MONO, "library-filter"), "f2 l e e");
    check_contains(&mut scene, (80, 24), &["Find: lee", "1 game, latest first", "Lee Sedol 9p"]);
    // Keys of the board are letters here.
    let mut scene = settled(scene, "esc q u p");
    check_contains(&mut scene, (80, 24), &["Find: qup", "No game found."]);
    check("library-wrong", |theme| {
        settled(with_library(theme, "library-wrong"), "f2 s i z e : b i g")
    });
    // Escape clears what was typed, and then leaves.
    let scene = settled(scene, "esc esc");
    assert_eq!(scene.app.screen(), tengen_front::workspace::Screen::Start);
}

#[test]
fn library_compares_two_games() {
    check("library-compare", |theme| {
        let name = "library-compare";
        settled(with_library(theme, name), "f2 a d a down down ctrl-d up")
    });
}

#[test]
fn library_sorts_tags_and_opens() {
    let scene = with_library(MONO, "library-tags");
    let mut scene = settled(scene, "f2 ctrl-y ctrl-o ctrl-o ctrl-n o p e n i n g enter");
    check_contains(&mut scene, (120, 40), &["3 games of yours, by Black", "Tags: opening"]);
    let scene = settled(scene, "ctrl-y l e e [ [ enter");
    assert_eq!(scene.view().position.move_number, 4);
    assert!(scene.view().game.is_review);
}

#[test]
fn mouse_chooses_and_opens_a_game() {
    let mut scene = settled(with_library(MONO, "library-mouse"), "f2");
    draw(&mut scene, (80, 24));
    let click = MouseEventKind::Down(MouseButton::Left);
    let mut scene = scene.point(click, (5, 8));
    scene.app.settle_library();
    check_contains(&mut scene, (80, 24), &["Move 5 of 5"]);
    let mut scene = scene.point(click, (5, 8));
    scene.app.settle_library();
    assert_eq!(scene.view().position.move_number, 5);
}

#[test]
fn position_in_the_library() {
    let begun = |theme| {
        let scene = settled(with_library(theme, "explorer"), "f2 l e e [ [ f6");
        settled(scene, "pagedown")
    };
    check("explorer", begun);
    check_size("explorer", &mut begun(MONO), (20, 12));
    let mut scene = settled(begun(MONO), "]");
    check_contains(&mut scene, (120, 40), &["In 1 of 5 games."]);
    let mut scene = settled(scene, "[ c alt-c");
    check_contains(&mut scene, (120, 40), &["corner ", "both colors"]);
    // Two corners mark a part, and Escape leads back to the list.
    let mut scene = settled(scene, "x right right up x alt-a");
    check_contains(&mut scene, (120, 40), &["anywhere"]);
    let mut scene = settled(scene, "esc");
    check_contains(&mut scene, (80, 24), &["Find: lee"]);
    let scene = settled(scene, "f6 z tab enter");
    assert!(scene.view().game.is_review);
}

#[test]
fn position_of_the_board_is_looked_for() {
    let folder = folder("explorer-board");
    drop(with_library(MONO, "explorer-board"));
    let mut scene = Scene::in_folder(MONO, &folder);
    scene.type_lines(&["new 9 both", "e5"]);
    let mut scene = settled(scene, "f6");
    check_contains(&mut scene, (120, 40), &["whole board", "In 3 of 5 games."]);
    // The game waits below.
    let scene = settled(scene, "esc");
    assert_eq!(scene.view().position.move_number, 1);
    assert!(scene.app.workspace().is_running());
}

#[test]
fn statistics_of_games() {
    check("results", |theme| settled(with_library(theme, "results"), "f8"));
    let mut scene = settled(with_library(MONO, "results-all"), "f8 ctrl-y");
    check_contains(&mut scene, (80, 24), &["All games; won means by Black: 5 games"]);
    let mut scene = settled(with_library(MONO, "results-listed"), "f2 a l a n f8");
    check_contains(&mut scene, (80, 24), &["Your games: 1 game, 0 won, 1 lost (0%)"]);
    let scene = settled(scene, "esc");
    assert_eq!(scene.app.screen(), tengen_front::workspace::Screen::Library("alan".to_owned()));
}

#[test]
fn no_library_is_a_sentence() {
    let mut scene = settled(Scene::start(MONO), "f2");
    check_contains(&mut scene, (80, 24), &["There is no folder for a library."]);
    let empty = folder("library-empty");
    let mut scene = settled(Scene::in_folder(MONO, &empty), "f2");
    check_contains(&mut scene, (80, 24), &["No games yet."]);
    fs::write(Dirs::under(&empty).library_file(), "not a library").expect("it can be written");
    let mut scene = settled(Scene::in_folder(MONO, &empty), "f2");
    check_contains(&mut scene, (80, 24), &["The file of the library is something else."]);
    assert_eq!(MONO.depth, Depth::None);
}
