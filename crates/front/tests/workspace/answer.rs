//! What typed questions are answered.

use crate::support::{Bench, Folder};

#[track_caller]
fn check(bench: &mut Bench, line: &str, expected: &str) {
    assert_eq!(bench.answers(line), expected, "{line}");
}

#[test]
fn the_board_is_told_in_words() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 5 both; c3; c2; b2; d1; d2");
    check(&mut bench, "look c2", "C2 is White, one stone with 1 liberty: C1.");
    check(&mut bench, "look b2", "B2 is Black, one stone with 3 liberties: B1, A2, B3.");
    check(&mut bench, "look a5", "A5 is empty; no stones next to it.");
    check(&mut bench, "look b3", "B3 is empty; next to it: Black B2, Black C3.");
    check(&mut bench, "look t19", "T19 is not on this board.");
    check(&mut bench, "row 2", "Row 2: B2 black, C2 white, D2 black.");
    check(&mut bench, "row 5", "Row 5 is empty.");
    check(&mut bench, "row 9", "There is no row 9; rows go from 1 to 5.");
    check(&mut bench, "atari", "1 white stone at C2 can be captured at C1.");
    check(&mut bench, "moves", "1 Black C3, 2 White C2, 3 Black B2, 4 White D1, 5 Black D2.");
    check(&mut bench, "prisoners", "Black: no prisoners. White: no prisoners.");
    check(&mut bench, "clock", "Black: no clock. White: no clock.");
    let players = "Black: Black. White: White. Board 5 by 5, Chinese rules, komi 7.5.";
    check(&mut bench, "players", players);
    let board = "   A B C D E\n 5 . . . . . 5\n 4 . . . . . 4\n 3 . . X . . 3\n \
                 2 . X O(X). 2\n 1 . . . O . 1\n   A B C D E";
    check(&mut bench, "board", board);
}

#[test]
fn scoring_is_told_in_words() {
    let folder = Folder::new();
    let mut bench = folder.open();
    check_refused(&mut bench, "score", "No game yet. Press n to start one.");
    bench.run("new 5 both; c5; d5; c4; d4; c3; d3; c2; d2; c1; d1; pass; pass");
    check(&mut bench, "dead?", "No stones are marked dead.");
    bench.run("dead! d3");
    check(&mut bench, "dead?", "Marked dead: white D1, D2, D3, D4, D5.");
    assert!(bench.answers("look d3").ends_with("It is marked dead."));
    assert!(bench.answers("score").starts_with("Black has 25 points, White has 7.5."));
}

#[track_caller]
fn check_refused(bench: &mut Bench, line: &str, expected: &str) {
    assert_eq!(bench.refuses(line), expected, "{line}");
}

#[test]
fn what_is_written_is_told() {
    let folder = Folder::new();
    let text = "(;SZ[9]GN[Final]EV[Cup];B[ee]C[Well played.]TR[cc]LB[gg:A](;W[cc])(;W[gc]))";
    let path = folder.write("a.sgf", text);
    let mut bench = folder.open();
    bench.open_file(&path);
    check(&mut bench, "info", "Name: Final\nEvent: Cup");
    check(&mut bench, "comment?", "No comment here.");
    bench.run("forward");
    check(&mut bench, "comment?", "Well played.");
    check(&mut bench, "notes", "Comment: Well played.\nTriangle: C7\nG3 is labeled A");
    check(&mut bench, "variations", "2 variations follow: White C7 and White G7.");
    check(&mut bench, "unfinished", "You have no unfinished games.");
    check(&mut bench, "games", "There is no other game in this file.");
}
