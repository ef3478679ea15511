use tengen_session::Phase;

use super::*;

/// A wall in the middle, and a black stone that is lost on White's side.
fn scored() -> Window {
    let mut window = Window::of_people(Size::square(7).unwrap());
    let columns = ["A", "B", "C", "D", "E", "F", "G"];
    for column in columns {
        window.click(&format!("{column}3"));
        window.click(&format!("{column}5"));
    }
    window.click("D7");
    for _ in 0..2 {
        window.press(Command::Pass);
    }
    window.press(Command::Pass);
    window.wait(|app| match &app.view_of_game().unwrap().phase {
        Phase::Scoring(scoring) => !scoring.is_proposal_pending,
        _ => false,
    });
    window
}

#[test]
fn two_passes_begin_the_scoring() {
    let window = scored();
    let scene = &window.app.scene;
    assert!(!scene.territory.is_empty());
    assert!(window.view().status.contains("leads by"), "{}", window.view().status);
}

#[test]
fn a_click_marks_a_dead_stone_and_its_territory() {
    let mut window = scored();
    let is_dead = window.app.scene.dead.contains(at("D7"));
    window.click("D7");
    assert_eq!(window.app.scene.dead.contains(at("D7")), !is_dead);
    window.input(Input::Other(at("D7")));
    assert_eq!(window.app.scene.dead.contains(at("D7")), is_dead);
}

#[test]
fn an_empty_point_cannot_be_dead() {
    let mut window = scored();
    window.click("A1");
    assert_eq!(window.told(), "A1 has no stone.");
}

#[test]
fn those_who_agree_have_a_result() {
    let mut window = scored();
    window.press(Command::Agree);
    assert!(matches!(window.view().phase, Phase::Over(_)), "{:?}", window.view().status);
    assert!(window.view().counting.is_some());
}

#[test]
fn play_is_resumed() {
    let mut window = scored();
    window.press(Command::PlayOn);
    assert!(matches!(window.view().phase, Phase::Playing));
    assert!(window.app.scene.territory.is_empty());
}
