//! What is written in a record, and how it is found on small screens.

use crate::scene::Scene;
use crate::{MONO, check, check_size, draw, text};

/// A record whose first position has more to say than any screen shows.
fn long_comment() -> String {
    let lines: Vec<String> = (1..=60).map(|it| format!("Line {it} of the comment.")).collect();
    format!("(;SZ[9]N[A long story]C[{}]AR[cc:ee]LB[gg:ABCDEFG]SL[cg];B[ee])", lines.join("\n"))
}

fn commented() -> Scene {
    Scene::record(MONO, "story.sgf", &long_comment())
}

#[test]
fn long_comments_are_scrolled() {
    check("comment", |_| commented());
    let mut scene = commented();
    assert!(!text(&draw(&mut scene, (80, 24))).contains("Arrows: C7 to E5"));
    for _ in 0..80 {
        scene.send("shift-down");
        draw(&mut scene, (80, 24));
    }
    let drawn = text(&draw(&mut scene, (80, 24)));
    assert!(drawn.contains("Line 60") && drawn.contains("Arrows: C7 to E5"), "{drawn}");
    assert!(!drawn.contains("A long story"));
    // Another position begins at its first line.
    scene.send("right left");
    draw(&mut scene, (80, 24));
    scene.send("right");
    draw(&mut scene, (80, 24));
    scene.send("left");
    assert!(text(&draw(&mut scene, (80, 24))).contains("A long story"));
}

#[test]
fn file_and_unsaved_changes_are_named() {
    let mut scene = commented();
    assert!(text(&draw(&mut scene, (80, 24))).contains("story.sgf"));
    let mut scene = scene.press(":").write("name Short").press("enter");
    assert!(text(&draw(&mut scene, (80, 24))).contains("story.sgf, not saved"));
    let mut scene = scene.press("s");
    let drawn = text(&draw(&mut scene, (80, 24)));
    assert!(drawn.contains("story.sgf") && !drawn.contains("not saved"), "{drawn}");
}

#[test]
fn clock_is_beside_the_board_wherever_there_is_space() {
    let mut scene =
        Scene::start(MONO).press(":").write("new 19 both clock=5m+3x30s").press("enter");
    check_size("narrow", &mut scene, (60, 22));
    for size in [(60, 22), (40, 20), (20, 12)] {
        let drawn = text(&draw(&mut scene, size));
        assert!(drawn.contains("5:00"), "{drawn}");
    }
}

#[test]
fn small_screens_follow_the_moves() {
    let mut scene = Scene::start(MONO).press(":").write("new 19 both").press("enter");
    draw(&mut scene, (30, 14));
    for mv in ["q16", "c3", "t1"] {
        scene = scene.press(":").write(mv).press("enter");
        draw(&mut scene, (30, 14));
        let point = mv.to_uppercase().parse().expect("a point");
        assert!(scene.app.cell(point).is_some(), "{mv} is out of sight");
    }
}

#[test]
fn typed_lines_come_back_and_are_completed() {
    let scene = Scene::game(MONO).press(":").write("look c5").press("enter : up");
    let mut scene = scene;
    assert!(text(&draw(&mut scene, (80, 24))).contains(":look c5"));
    let mut scene = scene.press("esc :").write("unf").press("tab");
    assert!(text(&draw(&mut scene, (80, 24))).contains(":unfinished"));
}
