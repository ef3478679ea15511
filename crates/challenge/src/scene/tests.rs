//! Golden scenes: what is drawn, as text.
//!
//! With `BLESS=1` in the environment, the files in `tests/data` become what is
//! drawn: look at the difference before it is kept.

use std::path::Path;
use std::{env, fs};

use tengen_rules::{Board, Color, Game, Komi, Move, Position, Ruleset, Size};

use super::*;
use crate::{Difficulty, Key, Menu, Offer};

const ROOMY: (u16, u16) = (80, 24);
const SMALL: (u16, u16) = (40, 15);

#[track_caller]
fn check(name: &str, sizes: &[(u16, u16)], widget: impl Fn(Rect, &mut Buffer)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    if !folder.exists() {
        // The published package comes without them.
        return;
    }
    for &(width, height) in sizes {
        let found = text(&drawn((width, height), &widget));
        let path = folder.join(format!("{name}-{width}x{height}.txt"));
        if env::var_os("BLESS").is_some() {
            fs::write(&path, &found).expect("the folder is there");
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        // Some systems end lines otherwise.
        assert!(expected.replace("\r\n", "\n") == found, "{} differs:\n{found}", path.display());
    }
}

#[track_caller]
fn check_duel(name: &str, sizes: &[(u16, u16)], duel: &Duel) {
    check(name, sizes, |area, buffer| duel.scene().with_skin(Skin::PLAIN).render(area, buffer));
}

fn drawn((width, height): (u16, u16), widget: impl Fn(Rect, &mut Buffer)) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    widget(buffer.area, &mut buffer);
    buffer
}

fn text(buffer: &Buffer) -> String {
    let line = |row: &[ratatui::buffer::Cell]| {
        let text: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
        text.trim_end().to_owned() + "\n"
    };
    buffer.content.chunks(usize::from(buffer.area.width)).map(line).collect()
}

fn with_moves(moves: &str) -> Duel {
    let komi = Komi::from_half_points(13);
    let mut game = Game::new(Size::NINE, Ruleset::CHINESE_KGS).with_komi(komi);
    for mv in moves.split_whitespace() {
        game.play(mv.parse().expect("a move")).expect("a legal one");
    }
    Duel::from_game(game, Difficulty::Novice, 1)
}

const MOVES: &str = "E5 G7 C7 G3 C3 E7 E3 C5 D5 C4 D4 B3 C2 B2";

/// White has just taken a ko.
const KO: &str = "E5 F5 D4 G4 E3 F3 F4 E4";

const FINISHED: &str = "
    . . X O . . . . .
    . . X O . . . . .
    . . X O . O . . .
    X . X O . . . X .
    . . X O O O O O O
    . X . X X X O . O
    . . . . . X X O .
    . O . . . . X O O
    . . . . . . X O .
";

fn counted(komi: &str) -> Duel {
    let board: Board = FINISHED.parse().expect("a diagram");
    let mut game = Game::from_position(Position::from(board), Ruleset::CHINESE_KGS)
        .with_komi(komi.parse().expect("a komi"));
    game.play(Move::Pass).expect("a pass is legal");
    game.play(Move::Pass).expect("a pass is legal");
    let mut duel = Duel::from_game(game, Difficulty::Journeyman, 1);
    duel.wait();
    duel.tick();
    duel
}

#[test]
fn new_game() {
    check_duel("new", &[ROOMY, SMALL], &Duel::new(Difficulty::Apprentice, 1));
}

#[test]
fn playing() {
    let mut duel = with_moves(MOVES);
    check_duel("playing", &[ROOMY, SMALL], &duel);
    // The cursor on a stone, and on the last move.
    duel.key(Key::Left);
    check_duel("refused", &[ROOMY, SMALL], &{
        duel.key(Key::Enter);
        duel
    });
}

#[test]
fn thinking() {
    let mut duel = with_moves(&format!("{MOVES} A1"));
    for _ in 0..4 {
        duel.tick();
    }
    check_duel("thinking", &[ROOMY, SMALL], &duel);
}

#[test]
fn pass_asked() {
    let mut duel = with_moves(MOVES).with_pass_question();
    duel.key(Key::Pass);
    check_duel("pass-asked", &[ROOMY, SMALL], &duel);
}

#[test]
fn forfeit_asked() {
    let mut duel = with_moves(MOVES);
    duel.key(Key::Leave);
    check_duel("forfeit-asked", &[ROOMY, SMALL], &duel);
}

#[test]
fn ko() {
    let mut duel = with_moves(KO);
    assert!(duel.game().board().ko().is_some());
    check_duel("ko", &[ROOMY, SMALL], &duel);
    duel.key(Key::Down);
    duel.key(Key::Right);
    duel.key(Key::Enter);
    check_duel("ko-refused", &[SMALL], &duel);
}

#[test]
fn counting() {
    let mut duel = with_moves("E5 pass pass");
    check_duel("counting", &[SMALL], &duel);
    duel.wait();
    duel.tick();
    assert!(duel.outcome().is_some());
}

#[test]
fn every_result() {
    for (name, komi) in [("win", "0.5"), ("draw", "3"), ("loss", "6.5")] {
        let duel = counted(komi);
        let verdict = duel.outcome().expect("points were counted").verdict;
        assert_eq!(format!("{verdict:?}").to_lowercase(), name);
        check_duel(name, &[ROOMY, SMALL, (24, 12)], &duel);
    }
    let mut duel = with_moves(MOVES);
    duel.key(Key::Leave);
    duel.key(Key::Leave);
    check_duel("forfeit", &[ROOMY, SMALL], &duel);
    let board: Board = FINISHED.parse().expect("a diagram");
    let position = Position { to_play: Color::White, ..Position::from(board) };
    let game = Game::from_position(position, Ruleset::CHINESE_KGS);
    let game = game.with_komi("-60.5".parse().expect("a komi"));
    let mut duel = Duel::from_game(game, Difficulty::Novice, 1);
    duel.wait();
    for _ in 0..5 {
        duel.tick();
    }
    check_duel("resignation", &[ROOMY, SMALL], &duel);
}

#[test]
fn smaller_areas_show_what_they_can() {
    let sizes = [(39, 15), (40, 10), (30, 18), (21, 11), (20, 11), (17, 10), (12, 11), (9, 10)];
    check_duel("small", &sizes, &with_moves(MOVES));
    check_duel("tiny", &[(20, 5), (8, 3), (1, 1)], &with_moves(MOVES));
}

#[test]
fn ascii_is_enough() {
    let duel = with_moves(KO);
    let ascii = |area: Rect, buffer: &mut Buffer| {
        duel.scene().with_skin(Skin::ASCII).render(area, buffer);
    };
    check("ascii", &[SMALL], ascii);
    let mut thinking = with_moves("E5");
    for _ in 0..4 {
        thinking.tick();
    }
    for duel in [&thinking, &with_moves(KO), &counted("3")] {
        let drawn = drawn(ROOMY, |area, buffer| {
            duel.scene().with_skin(Skin::ASCII).render(area, buffer);
        });
        assert!(text(&drawn).is_ascii(), "{}", text(&drawn));
    }
}

#[test]
fn every_area_is_drawn_into_and_nothing_else() {
    let mut thinking = with_moves("E5");
    thinking.tick();
    for duel in [&with_moves(KO), &thinking, &counted("6.5")] {
        for width in (0..90).step_by(5) {
            for height in (0..28).step_by(2) {
                let mut buffer = Buffer::empty(Rect::new(0, 0, 100, 30));
                let area = Rect::new(5, 1, width, height);
                duel.scene().with_skin(Skin::PLAIN).render(area, &mut buffer);
                for y in 0..30 {
                    for x in 0..100 {
                        let is_inside = area.contains((x, y).into());
                        assert!(is_inside || buffer[(x, y)].symbol() == " ", "{area} at {x} {y}");
                    }
                }
            }
        }
    }
}

#[test]
fn clicks_find_their_points() {
    let mut duel = with_moves("");
    let area = Rect::new(3, 2, 80, 24);
    let at = |duel: &Duel, area, x, y| {
        duel.scene().point_at(area, (x, y).into()).map(|it| it.to_string())
    };
    // A9 is in the ninth column and the fourth row of this scene.
    assert_eq!(at(&duel, area, 3 + 8, 2 + 3), Some("A9".to_owned()));
    assert_eq!(at(&duel, area, 3 + 9, 2 + 3), Some("A9".to_owned()));
    assert_eq!(at(&duel, area, 3 + 12, 2 + 5), Some("B8".to_owned()));
    assert_eq!(at(&duel, area, 3 + 10, 2 + 3), None);
    assert_eq!(at(&duel, area, 70, 10), None);
    assert_eq!(at(&duel, Rect::ZERO, 0, 0), None);
    duel.click("C3".parse().expect("a point"));
    assert_eq!(duel.game().n_turns(), 1);
    duel.key(Key::Leave);
    duel.click("D4".parse().expect("a point"));
    assert!(!duel.is_forfeit_asked());
    assert_eq!(duel.cursor(), "C3".parse().expect("a point"));
}

#[test]
fn area_outside_of_the_buffer_is_left_alone() {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 30, 10));
    with_moves(KO).scene().render(Rect::new(10, 5, 80, 24), &mut buffer);
    (&Menu::new()).render(Rect::new(10, 5, 80, 24), &mut buffer);
}

/// The last move, the cursor and the players can be told apart without
/// colors.
#[test]
fn colors_are_not_needed() {
    let mut duel = with_moves(MOVES);
    duel.key(Key::Other);
    let wood = drawn(ROOMY, |area, buffer| duel.render(area, buffer));
    let plain = drawn(ROOMY, |area, buffer| {
        duel.scene().with_skin(Skin::PLAIN).render(area, buffer);
    });
    assert_eq!(text(&wood), text(&plain));
    assert!(text(&plain).contains("(○)"));
    // With colors, the last move has another one than its stone.
    let n_last = |color: Option<ratatui::style::Color>| {
        let cells = wood.content.iter();
        cells.filter(|it| it.symbol() == "○" && Some(it.fg) == color).count()
    };
    assert_eq!(n_last(Skin::WOOD.last.fg), 1);
    // Six others are on the board, and one is beside the name.
    assert_eq!(n_last(Skin::WOOD.white.fg), 7);
}

fn offers() -> Menu {
    let mut menu = Menu::new().with_skin(Skin::PLAIN);
    (1..=3).for_each(|seed| menu.add(Offer::new(seed)));
    menu
}

#[test]
fn menu_of_challenges() {
    let sizes = [(60, 8), (36, 8)];
    let check_menu = |name: &str, menu: &Menu| {
        check(name, &sizes, |area, buffer| menu.render(area, buffer));
    };
    check_menu("menu-empty", &Menu::new().with_skin(Skin::PLAIN));
    let mut menu = offers();
    menu.key(Key::Down);
    check_menu("menu", &menu);
    menu.key(Key::Enter);
    menu.key(Key::Down);
    check_menu("menu-difficulty", &menu);
    for width in 0..70 {
        for height in 0..9 {
            drawn((width, height), |area, buffer| menu.render(area, buffer));
        }
    }
}
