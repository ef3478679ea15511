//! The career: its screens, and what is written down about it.

use std::fs;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::{Color as Ink, Style};
use ratatui::widgets::Widget;
use tengen_challenge::{Difficulty, Duel, KOMI, Skin};
use tengen_host::Profile;
use tengen_rules::{Game, Ruleset, Size};
use tengen_tui::Theme;

use crate::scene::{Scene, folder};
use crate::{MONO, check, check_size, draw, text};

#[test]
fn road() {
    check("career", Scene::career);
    check("newcomer", Scene::newcomer);
    check_size("career", &mut Scene::career(MONO), (20, 12));
}

#[test]
fn challenges() {
    check("challenges", |theme| Scene::career(theme).press("enter down"));
    check("difficulty", |theme| Scene::career(theme).press("enter enter down"));
    check_size("challenges", &mut Scene::career(MONO).press("enter"), (20, 12));
}

#[test]
fn statistics() {
    check("statistics", |theme| Scene::career(theme).press("down down enter"));
}

#[test]
fn challenge() {
    check("challenge", Scene::challenge);
    check("challenge-forfeit", |theme| Scene::challenge(theme).press("esc"));
    check("challenge-help", |theme| Scene::challenge(theme).press("?"));
    check_size("challenge", &mut Scene::challenge(MONO), (20, 12));
}

#[test]
fn ascii_is_enough_for_a_career() {
    let theme = Theme { is_ascii: true, ..MONO };
    check_size("ascii-challenge", &mut Scene::challenge(theme), (80, 24));
    for scene in [Scene::career, Scene::newcomer, Scene::challenge] {
        for keys in ["", "enter", "enter enter", "down down enter"] {
            let drawn = text(&draw(&mut scene(theme).press(keys), (80, 24)));
            let odd: Vec<char> = drawn.chars().filter(|it| !it.is_ascii()).collect();
            assert!(odd.is_empty(), "{odd:?} in {drawn}");
        }
    }
}

#[test]
fn every_size_of_a_career_is_drawn() {
    for keys in ["", "enter", "enter enter", "enter enter enter", "down down enter"] {
        let mut scene = Scene::newcomer(MONO).press(keys);
        for width in (1..100).step_by(13) {
            for height in (1..45).step_by(5) {
                draw(&mut scene, (width, height));
            }
        }
    }
}

#[test]
fn career_is_an_entry_of_the_menu() {
    let mut scene = Scene::start(MONO).press("down down enter");
    assert!(text(&draw(&mut scene, (80, 24))).contains("Newcomer, prestige 0"));
}

#[test]
fn something_is_found_at_once_for_those_who_debug() {
    let scene = Scene::newcomer(MONO);
    assert_eq!(scene.profile().offers.len(), 1);
}

#[test]
fn accepted_challenge_waits_no_longer() {
    let scene = Scene::career(MONO).press("enter enter enter");
    assert!(!scene.profile().offers.contains(&12));
}

#[test]
fn declined_challenge_waits_no_longer() {
    let scene = Scene::career(MONO).press("enter down d");
    assert!(!scene.profile().offers.contains(&40));
    assert!(scene.profile().offers.contains(&12));
}

#[test]
fn declined_teacher_waits() {
    let mut scene = Scene::newcomer(MONO).press("enter d");
    let n_found = scene.profile().offers.len();
    assert!(text(&draw(&mut scene, (80, 24))).contains("Challenges: 2 wait"));
    assert_eq!(n_found, 1);
}

#[test]
fn forfeit_is_written_down_once() {
    let scene = Scene::challenge(MONO).press("enter esc q");
    let profile = scene.profile();
    assert_eq!((profile.forfeits, profile.streak, profile.prestige), (2, 0, 11));
    // Any key leads back to the road, be it the one for help.
    let mut scene = scene.press("?");
    assert_eq!(scene.profile(), profile);
    assert!(text(&draw(&mut scene, (80, 24))).contains("You left the board to an Apprentice."));
}

#[test]
fn mouse_puts_stones() {
    let mut scene = Scene::challenge(MONO);
    draw(&mut scene, (80, 24));
    let mut scene = scene.point(MouseEventKind::Down(MouseButton::Left), (8, 4));
    assert!(text(&draw(&mut scene, (80, 24))).contains("9[●]"));
}

#[test]
fn problems_are_in_the_log() {
    let folder = folder("career-damaged");
    fs::write(folder.join("career.toml"), "prestige = ").expect("it can be written");
    let mut scene = Scene::in_folder(MONO, &folder).press("down down enter");
    let drawn = text(&draw(&mut scene, (80, 24)));
    assert_eq!(drawn.matches("Your career file was damaged").count(), 1, "{drawn}");
    let drawn = text(&draw(&mut scene.press("down"), (80, 24)));
    assert_eq!(drawn.matches("Your career file was damaged").count(), 1, "{drawn}");
}

#[test]
fn other_programs_are_heard_of_when_a_page_is_opened() {
    let folder = folder("career-shared");
    let mut scene = Scene::in_folder(MONO, &folder).press("down down enter");
    (0..600).for_each(|_| scene.tick());
    fs::write(folder.join("career.toml"), "prestige = 3").expect("it can be written");
    assert_eq!(scene.press("enter").profile().prestige, 3);
}

#[test]
fn pass_takes_two_presses() {
    let mut scene = Scene::challenge(MONO).press("p");
    let drawn = text(&draw(&mut scene, (80, 24)));
    assert!(drawn.contains("Pass? Press P again."), "{drawn}");
    let drawn = text(&draw(&mut scene.press("p"), (80, 24)));
    assert!(drawn.contains("is thinking"), "{drawn}");
}

#[test]
fn first_game_is_for_newcomers_only() {
    let mut scene = Scene::newcomer(MONO).press("enter");
    assert!(text(&draw(&mut scene, (80, 24))).contains("Your teacher: the first game"));
    let mut scene = Scene::career(MONO).press("enter");
    assert!(!text(&draw(&mut scene, (80, 24))).contains("Your teacher"));
}

#[test]
fn teacher_gives_more_points_after_each_loss() {
    for (losses, komi) in [(0, "komi 6.5"), (1, "komi -0.5"), (3, "komi -14.5")] {
        let profile = Profile { losses, ..Profile::default() };
        let mut scene = Scene::with_profile(MONO, profile).press("enter enter enter");
        let drawn = text(&draw(&mut scene, (80, 24)));
        assert!(drawn.contains(komi), "{drawn}");
    }
}

#[test]
fn time_passes_on_the_road_and_at_the_board() {
    for keys in ["", "enter enter enter"] {
        let mut scene = Scene::newcomer(MONO).press(keys);
        (0..599).for_each(|_| scene.tick());
        assert_eq!(scene.profile().ticks, 0);
        scene.tick();
        assert_eq!(scene.profile().ticks, 600);
        scene.tick();
        // Whoever leaves takes along what is left.
        if keys.is_empty() {
            let scene = scene.press("esc");
            assert_eq!(scene.profile().ticks, 601);
        }
    }
}

#[test]
fn places_are_reached() {
    let profile = Profile { prestige: 1, ticks: 5_999, ..Profile::default() };
    let mut scene = Scene::with_profile(MONO, profile);
    scene.tick();
    let drawn = text(&draw(&mut scene, (80, 24)));
    assert!(drawn.contains("You reach Ladder Bridge."), "{drawn}");
}

/// A challenge in the middle, as a host would draw it.
pub(crate) fn challenge_on_wood((width, height): (u16, u16)) -> Buffer {
    let mut game = Game::new(Size::NINE, Ruleset::CHINESE_KGS).with_komi(KOMI);
    for mv in "E5 E3 C4 D7 G4 F7 G6 G7 D2 E2 G2 C3 D3 D4 C2 E4 B3 F5 F6 E6 E7 D6".split(' ') {
        game.play(mv.parse().expect("a move")).expect("a legal one");
    }
    let duel = Duel::from_game(game, Difficulty::Journeyman, 1);
    let ink = |red, green, blue| Style::new().fg(Ink::Rgb(red, green, blue));
    let skin = Skin {
        is_ascii: false,
        board: ink(133, 94, 44).bg(Ink::Rgb(220, 179, 106)),
        black: ink(22, 22, 26),
        white: ink(250, 249, 244),
        last: ink(214, 58, 46),
        cursor: ink(30, 60, 200),
        ko: ink(216, 50, 50),
        accent: ink(232, 186, 108),
        dim: ink(140, 140, 140),
    };
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    duel.scene().with_skin(skin).render(buffer.area, &mut buffer);
    buffer
}
