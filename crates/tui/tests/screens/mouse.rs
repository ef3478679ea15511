//! The mouse on every screen: entries, values, keys below the screen, the tree.

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use tengen_front::workspace::Screen;

use crate::scene::Scene;
use crate::{MONO, draw, text};

const CLICK: MouseEventKind = MouseEventKind::Down(MouseButton::Left);
const RIGHT_CLICK: MouseEventKind = MouseEventKind::Down(MouseButton::Right);

/// Clicks on the first place where a text is drawn.
#[track_caller]
fn click(scene: Scene, words: &str) -> Scene {
    point(scene, CLICK, words)
}

#[track_caller]
fn point(mut scene: Scene, kind: MouseEventKind, words: &str) -> Scene {
    let drawn = text(&draw(&mut scene, (80, 24)));
    let found =
        drawn.lines().enumerate().find_map(|(row, line)| Some((row, line.find(words)?, line)));
    let (row, at, line) = found.unwrap_or_else(|| panic!("{words} is not in\n{drawn}"));
    let column = line[..at].chars().count();
    let cell = |at: usize| u16::try_from(at).expect("screens are small");
    scene.point(kind, (cell(column), cell(row)))
}

#[test]
fn a_game_begins_and_ends_by_clicks_alone() {
    let scene = click(Scene::start(MONO), "New game");
    assert_eq!(scene.app.screen(), Screen::NewGame);
    let scene = click(scene, "9×9");
    assert_eq!(scene.app.workspace().form().size, "9");
    let mut scene = click(scene, "Handicap");
    assert!(text(&draw(&mut scene, (80, 24))).contains("2 stones"));
    let scene = point(scene, RIGHT_CLICK, "Handicap");
    let scene = click(scene, "enter play");
    assert!(scene.app.workspace().is_running());
    let scene = click(scene, "R resign");
    let scene = click(scene, "R resign");
    assert!(!scene.app.workspace().is_running());
    let scene = click(scene, "q leave");
    assert_eq!(scene.app.screen(), Screen::Start);
}

#[test]
fn lists_and_settings_are_clicked() {
    let scene = click(Scene::start(MONO), "Open a game");
    let mut scene = click(scene, "game.sgf");
    assert_eq!(scene.app.screen(), Screen::Game);
    assert!(text(&draw(&mut scene, (80, 24))).contains("game.sgf"));
    let scene = click(Scene::start(MONO), "Settings");
    let scene = click(scene, "Bell");
    assert!(!scene.app.workspace().settings().terminal.has_bell);
    let scene = click(scene, "Board");
    assert_eq!(scene.app.workspace().settings().game.size.width(), 11);
    let scene = point(scene, RIGHT_CLICK, "Board");
    assert_eq!(scene.app.workspace().settings().game.size.width(), 9);
    let mut scene = click(scene, "Your name").write("Ana").press("enter");
    assert!(text(&draw(&mut scene, (80, 24))).contains("Ana"));
}

#[test]
fn help_is_scrolled_by_the_wheel_and_closed_by_a_click() {
    let mut scene = Scene::game(MONO).press("?");
    let before = text(&draw(&mut scene, (40, 20)));
    let mut scene = scene.point(MouseEventKind::ScrollDown, (5, 5));
    assert!(text(&draw(&mut scene, (40, 20))) != before);
    let mut scene = scene.point(CLICK, (5, 5));
    assert!(!text(&draw(&mut scene, (40, 20))).contains("ten moves"));
    assert!(scene.view().tree.is_live);
}

#[test]
fn a_click_on_the_tree_goes_there() {
    let mut scene = Scene::browser(MONO);
    draw(&mut scene, (80, 24));
    let buffer = draw(&mut scene, (80, 24));
    let here = scene.view().position.move_number;
    // The last stone of the tree's first row.
    let stones = (0..24).flat_map(|y| (40..80).map(move |x| (x, y)));
    let is_stone = |&(x, y): &(u16, u16)| matches!(buffer[(x, y)].symbol(), "●" | "○");
    let last = stones.filter(is_stone).filter(|it| it.1 >= 14).max().expect("the tree is drawn");
    let scene = scene.point(CLICK, last);
    assert!(scene.view().position.move_number > here);
}

#[test]
fn road_of_the_career_is_clicked() {
    let profile = tengen_host::Profile { prestige: 1, ..tengen_host::Profile::default() };
    let scene = click(Scene::with_profile(MONO, profile), "Look for a game");
    assert_eq!(scene.profile().offers.len(), 2);
    let mut scene = click(scene, "Statistics");
    assert!(text(&draw(&mut scene, (80, 24))).contains("Prestige"));
}
