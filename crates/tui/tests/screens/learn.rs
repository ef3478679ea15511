//! Lessons, the glossary, reasons for refused moves, the first start.

use std::fs;

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use tengen_front::learn::Learning;
use tengen_front::workspace::Screen;
use tengen_host::Dirs;
use tengen_lessons::lessons;
use tengen_rules::Point;
use tengen_tui::Theme;

use crate::scene::{Scene, folder};
use crate::{MONO, check, check_size, draw, text};

pub(crate) fn lesson(theme: Theme, idx: usize) -> Scene {
    let mut scene = Scene::start(theme).press("f9");
    for _ in 0..idx {
        scene.send("down");
    }
    scene.press("enter")
}

#[track_caller]
fn check_contains(scene: &mut Scene, size: (u16, u16), expected: &[&str]) {
    let drawn = text(&draw(scene, size));
    // Sentences are broken between words.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let drawn_words = words(&drawn);
    for expected in expected {
        assert!(drawn_words.contains(expected), "{expected} is not in\n{drawn}");
    }
}

#[test]
fn list_of_lessons() {
    check("lessons", |theme| Scene::start(theme).press("f9 down down"));
}

#[test]
fn lesson_with_a_board() {
    check("lesson", |theme| lesson(theme, 1));
    check("lesson-wrong", |theme| lesson(theme, 1).press("left left enter"));
    check("lesson-right", |theme| lesson(theme, 1).press("right enter"));
    check_size("lesson", &mut lesson(MONO, 1), (20, 12));
    let mut ascii = lesson(Theme { is_ascii: true, ..MONO }, 1);
    let drawn = text(&draw(&mut ascii, (120, 40)));
    assert!(drawn.is_ascii(), "{drawn}");
}

/// Every lesson can be walked from its first step to its last with the keys
/// that the screen names, by somebody who asks for hints.
#[test]
fn every_lesson_is_walked_to_its_end() {
    let folder = folder("lessons-walked");
    let dirs = Dirs::under(&folder);
    let mut scene = Scene::in_folder(MONO, &folder).press("f9 enter");
    for _ in 0..4_000 {
        draw(&mut scene, (80, 24));
        let learning = Learning::open(Some(&dirs));
        if learning.n_done() == lessons().len() {
            break;
        }
        walk_step(&mut scene);
    }
    let learning = Learning::open(Some(&dirs));
    let left: Vec<String> = learning
        .list()
        .into_iter()
        .filter(|it| it.state != tengen_front::learn::LessonState::Done)
        .map(|it| it.title)
        .collect();
    assert!(left.is_empty(), "{left:?}\n{}", text(&draw(&mut scene, (80, 24))));
}

/// Does what the screen asks for, as far as hints tell how.
fn walk_step(scene: &mut Scene) {
    use tengen_lessons::Expects;
    let Some(view) = scene.app.lesson() else { return scene.send("enter") };
    match view.expects {
        Expects::Next | Expects::Lesson => scene.send("enter"),
        Expects::Again => scene.send("u"),
        Expects::Pass => scene.send("p"),
        Expects::Number => {
            scene.send("i i");
            let view = scene.app.lesson().expect("the lesson is open");
            let marked = view.marks.iter();
            let n = marked.filter(|it| it.1 == tengen_lessons::Mark::Hint).count();
            for digit in n.to_string().chars() {
                scene.send(&digit.to_string());
            }
            scene.send("enter");
        }
        Expects::Marks => {
            scene.send("i i");
            for point in hinted(scene) {
                scene.click(point);
            }
            scene.send("enter");
        }
        Expects::Move | Expects::MoveOrPass => {
            scene.send("i");
            if hinted(scene).is_empty() {
                scene.send("i");
            }
            match hinted(scene).first() {
                Some(&point) => scene.click(point),
                // A step that is only tried has no wrong answer.
                None if view.expects == Expects::MoveOrPass => scene.send("p p enter"),
                None => scene.send("enter"),
            }
        }
    }
}

/// The points that the last hint shows.
fn hinted(scene: &Scene) -> Vec<Point> {
    let Some(view) = scene.app.lesson() else { return Vec::new() };
    let hints = view.marks.iter().filter(|it| it.1 == tengen_lessons::Mark::Hint);
    hints.map(|it| it.0).collect()
}

#[test]
fn progress_is_that_of_tengen_learn() {
    let folder = folder("lessons-progress");
    let file = Dirs::under(&folder).progress_file();
    fs::write(&file, "liberties = done\n").expect("it can be written");
    let mut scene = Scene::in_folder(MONO, &folder).press("f9");
    check_contains(&mut scene, (80, 24), &["1 of 16 lessons done"]);
    // The next lesson is chosen, and its first step is kept.
    let mut scene = scene.press("enter");
    draw(&mut scene, (80, 24));
    scene.click("D3".parse().expect("a point"));
    drop(scene.press("enter"));
    let kept = fs::read_to_string(&file).expect("it is there");
    assert_eq!(kept, "liberties = done\ncapture = 1 step\n");
}

#[test]
fn refused_move_of_a_lesson_is_explained() {
    let mut scene = lesson(MONO, 1).press("enter");
    check_contains(
        &mut scene,
        (50, 30),
        &["there is already a stone at C3", "Press ? to see why."],
    );
    let mut scene = scene.press("?");
    check_contains(&mut scene, (50, 30), &["You can only play on an empty point."]);
    // Without a refusal, it is the help.
    let mut scene = scene.press("enter u ?");
    check_contains(&mut scene, (50, 30), &["a hint; once more, the answer"]);
}

#[test]
fn refused_move_of_a_game_is_explained() {
    let mut scene = Scene::start(MONO);
    for line in ["new 9 both", "b9", "e5", "a8"] {
        scene.app.workspace_mut().type_line(line).expect("these are possible");
    }
    let done = scene.app.workspace_mut().type_line("a9").map(|_| unreachable!());
    scene.app.follow(Ok(tengen_front::workspace::Done::Show(Screen::Game)));
    scene.app.follow(done);
    let message = scene.app.message().unwrap_or_default();
    assert!(message.ends_with("(suicide). Press ? to see why."), "{message}");
    check_size("why", &mut scene.press("?"), (80, 24));
    // Any key closes it, and then the key is for the help again.
    let scene = Scene::game(MONO).press("?");
    assert!(scene.app.workspace().explanation().is_none());
}

#[test]
fn glossary() {
    check("glossary", |theme| Scene::start(theme).press("f10 k o"));
    let mut scene = lesson(MONO, 1).press("f10 e y e");
    check_contains(&mut scene, (80, 24), &["Find: eye", "See also:"]);
    let mut scene = scene.press("esc esc");
    check_contains(&mut scene, (80, 24), &["Capturing, step 1 of 5"]);
    let mut scene = Scene::game(MONO).press(":").write("glossary seki").press("enter");
    check_contains(&mut scene, (80, 24), &["Seki"]);
}

fn first_start(theme: Theme, name: &str) -> Scene {
    let mut scene = Scene::in_folder(theme, &folder(name));
    assert!(scene.app.workspace_mut().is_first_start());
    scene.app.show_welcome();
    scene
}

#[test]
fn first_start_asks_three_things() {
    check("welcome", |theme| first_start(theme, "welcome"));
    check("welcome-rank", |theme| first_start(theme, "welcome-rank").press("down down enter"));
    check("welcome-offer", |theme| {
        first_start(theme, "welcome-offer").press("down down enter down down down enter enter")
    });
}

#[test]
fn first_start_leads_to_lessons_or_a_game() {
    let mut scene = first_start(MONO, "welcome-lessons").press("enter enter");
    check_contains(&mut scene, (80, 24), &["Liberties, step 1 of"]);
    assert!(!scene.app.workspace_mut().is_first_start());
    let scene = first_start(MONO, "welcome-game").press("down enter enter enter");
    let view = scene.view();
    assert_eq!((view.position.size.width(), view.game.handicap), (9, 2));
    assert!(scene.app.workspace().is_running());
    // Answers can be clicked, and the questions can be left.
    let mut scene = first_start(MONO, "welcome-click");
    draw(&mut scene, (80, 24));
    let click = MouseEventKind::Down(MouseButton::Left);
    let mut scene = scene.point(click, (15, 14)).press("esc esc");
    assert_eq!(scene.app.screen(), Screen::Start);
    assert!(!scene.app.workspace_mut().is_first_start());
}
