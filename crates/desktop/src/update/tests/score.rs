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
    window.press(Command::Pass);
    window.press(Command::Pass);
    window.wait(|app| {
        let game = &app.view_of_game().unwrap().game;
        game.scoring.as_ref().is_some_and(|it| !it.is_proposal_pending)
    });
    window
}

#[test]
fn two_passes_begin_the_scoring() {
    let window = scored();
    assert!(!window.app.scene.territory.is_empty());
    assert!(window.status().contains("leads by"), "{}", window.status());
}

#[test]
fn a_click_marks_a_dead_stone_and_its_territory() {
    let mut window = scored();
    let is_dead = window.app.scene.dead.contains(at("D7"));
    window.click("D7");
    assert_eq!(window.app.scene.dead.contains(at("D7")), !is_dead);
    window.input(Input::Other(at("D7"), Spot::default()));
    assert_eq!(window.app.scene.dead.contains(at("D7")), is_dead);
}

#[test]
fn an_empty_point_cannot_be_dead() {
    let mut window = scored();
    window.click("A1");
    assert!(window.told().contains("A1"), "{}", window.told());
}

#[test]
fn those_who_agree_have_a_result() {
    let mut window = scored();
    window.press(Command::Agree);
    assert!(matches!(window.phase(), Phase::Over(_)), "{}", window.status());
    assert!(window.view().game.counting.is_some());
}

#[test]
fn play_is_resumed() {
    let mut window = scored();
    window.press(Command::PlayOn);
    assert_eq!(window.phase(), Phase::Playing);
    assert!(window.app.scene.territory.is_empty());
}
