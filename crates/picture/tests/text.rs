//! Text diagrams, as people read them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use tengen_picture::{Mark, Scene, TextStyle};
use tengen_rules::{Board, Color, Point, Size};

#[track_caller]
fn check(scene: &Scene, style: TextStyle, expected: &[&str]) {
    let text = scene.to_text(style);
    assert_eq!(text.lines().collect::<Vec<_>>(), expected, "\n{text}");
}

fn at(name: &str) -> Point {
    name.parse().unwrap()
}

fn empty(width: u8, height: u8) -> Scene {
    Scene::new(Size::new(width, height).unwrap())
}

fn of(rows: &str) -> Scene {
    Scene::of(&rows.parse::<Board>().unwrap())
}

#[test]
fn empty_board_with_star_points() {
    check(
        &empty(9, 9),
        TextStyle::Unicode,
        &[
            "   A B C D E F G H J",
            " 9 ┌─┬─┬─┬─┬─┬─┬─┬─┐ 9",
            " 8 ├─┼─┼─┼─┼─┼─┼─┼─┤ 8",
            " 7 ├─┼─╋─┼─┼─┼─╋─┼─┤ 7",
            " 6 ├─┼─┼─┼─┼─┼─┼─┼─┤ 6",
            " 5 ├─┼─┼─┼─╋─┼─┼─┼─┤ 5",
            " 4 ├─┼─┼─┼─┼─┼─┼─┼─┤ 4",
            " 3 ├─┼─╋─┼─┼─┼─╋─┼─┤ 3",
            " 2 ├─┼─┼─┼─┼─┼─┼─┼─┤ 2",
            " 1 └─┴─┴─┴─┴─┴─┴─┴─┘ 1",
            "   A B C D E F G H J",
        ],
    );
}

#[test]
fn rows_with_two_digits_are_aligned() {
    check(
        &empty(3, 11).with_last_move(at("A11")),
        TextStyle::Ascii,
        &[
            "    A B C",
            " 11(.). . 11",
            " 10 . . . 10",
            "  9 . . . 9",
            "  8 . . . 8",
            "  7 . . . 7",
            "  6 . . . 6",
            "  5 . . . 5",
            "  4 . . . 4",
            "  3 . . . 3",
            "  2 . . . 2",
            "  1 . . . 1",
            "    A B C",
        ],
    );
}

#[test]
fn smallest_boards() {
    check(&empty(1, 1), TextStyle::Unicode, &["   A", " 1 · 1", "   A"]);
    check(&empty(1, 1).with_last_move(at("A1")), TextStyle::Ascii, &["   A", " 1(.)1", "   A"]);
    check(&empty(3, 1), TextStyle::Unicode, &["   A B C", " 1 ╶───╴ 1", "   A B C"]);
    check(&empty(1, 2), TextStyle::Unicode, &["   A", " 2 ╷ 2", " 1 ╵ 1", "   A"]);
}

#[test]
fn largest_board_has_all_letters() {
    let text = empty(25, 25).to_text(TextStyle::Ascii);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 27);
    assert_eq!(lines[0], "    A B C D E F G H J K L M N O P Q R S T U V W X Y Z");
    assert!(lines[1].starts_with(" 25 . .") && lines[1].ends_with(" . 25"));
}

#[test]
fn numbers_follow_their_stones() {
    let mut scene = of("
        . . . .
        . X O .
        . . X .
        . . . .");
    scene = scene.with_number(at("B3"), 9).with_number(at("C3"), 10).with_number(at("C2"), 111);
    scene = scene.with_last_move(at("C2")).with_label(at("D4"), "a");
    check(
        &scene,
        TextStyle::Unicode,
        &[
            "   A    B    C    D",
            " 4 ┌────┬────┬────a 4",
            " 3 ├────●9───○10──┤ 3",
            " 2 ├────┼───(●111)┤ 2",
            " 1 └────┴────┴────┘ 1",
            "   A    B    C    D",
        ],
    );
}

#[test]
fn signs_are_explained() {
    let mut scene = of("
        . X O
        X . O
        X X .")
    .with_territory([(at("A3"), Color::Black), (at("C1"), Color::White)])
    .with_territory([(at("A1"), Color::White), (at("B3"), Color::Black)])
    .with_dead([at("A2")])
    .with_mark(at("C3"), Mark::Cross);
    scene.ko = Some(at("B2"));
    check(
        &scene,
        TextStyle::Ascii,
        &[
            "   A  B  C",
            " 3 x  X  O* 3",
            " 2 X! ?  O  2",
            " 1 Xo X  o  1",
            "   A  B  C",
            "",
            "* cross, x Black's, o White's, ! dead, ? ko",
        ],
    );
}

#[test]
fn lines_run_out_of_a_crop() {
    check(
        &empty(9, 9).with_crop(at("E4"), at("C1")).with_caption("The bottom"),
        TextStyle::Unicode,
        &[
            "   C D E",
            " 4─┼─┼─┼─4",
            " 3─╋─┼─┼─3",
            " 2─┼─┼─┼─2",
            " 1─┴─┴─┴─1",
            "   C D E",
            "",
            "The bottom",
        ],
    );
}

#[test]
fn labels_are_cut_and_wide_ones_have_room() {
    let scene = empty(2, 2).without_coordinates();
    let scene = scene.with_label(at("A2"), "word").with_label(at("A1"), "黒");
    check(&scene, TextStyle::Unicode, &[" wo…─┐", " 黒──┘"]);
    check(&scene, TextStyle::Ascii, &[" wo~ .", " ?   ."]);
}
