use tengen_rules::{Board, Color, Move};

use super::*;

/// Reasons for a move, with the best other line and the line that refutes it.
fn found(board: &str, color: Color, loss: f32, [mv, best, reply]: [&str; 3]) -> Vec<Reason> {
    let board: Board = board.parse().unwrap();
    let moves = |names: &str| -> Vec<Move> {
        names.split_whitespace().map(|it| it.parse().unwrap()).collect()
    };
    let (best, reply) = (moves(best), moves(reply));
    let mv = mv.parse().unwrap();
    let after = evidence::played(&board, color, mv).unwrap();
    let evidence = Evidence { color, mv, loss, before: &board, after, best: &best, reply: &reply };
    reasons(&evidence)
}

#[track_caller]
fn check(board: &str, lines: [&str; 3], expected: &[Reason]) {
    assert_eq!(found(board, Color::Black, 10.0, lines), expected);
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

#[test]
fn passes_early() {
    let board = ". . .\n. X .\n. . .";
    let expected = [Reason::PassesEarly { at: point("A1"), hundredths: 1000 }];
    check(board, ["pass", "A1", "C3"], &expected);
    assert_eq!(found(board, Color::Black, 0.9, ["pass", "A1", "C3"]), []);
    check(board, ["pass", "", "C3"], &[]);
}

const ATARI: &str = "
    . . . . . . .
    . . . . . . .
    . O O . . . .
    O X X . . . .
    . O O . . . .
    . . . . . . .
    . . . . . . .
";

#[test]
fn leaves_in_atari() {
    let [at, stone] = ["D4", "D4"].map(point);
    let saved_by = Some(stone);
    let expected = [Reason::LeavesInAtari { n_stones: 2, at, saved_by }];
    check(ATARI, ["G7", "D4 E4", "D4"], &expected);
    // The analyst does not take them: who knows why.
    check(ATARI, ["G7", "D4 E4", "A1"], &[]);
    // They are lost along the best line as well.
    check(ATARI, ["G7", "F2 D4", "D4"], &[]);
}

#[test]
fn misses_capture() {
    let board = ATARI.replace('X', "Z").replace('O', "X").replace('Z', "O");
    let expected = [Reason::MissesCapture { n_stones: 2, at: point("D4") }];
    check(&board, ["G7", "D4", "D4"], &expected);
    check(&board, ["G7", "D5", "D4"], &[]);
    // One stone is worth a word if it cost much.
    let one = ". O .\nX . .\n. . .";
    check(one, ["C1", "A3", "B2"], &[]);
    let one = "X O .\n. X .\n. . .";
    let expected = [Reason::MissesCapture { n_stones: 1, at: point("C3") }];
    check(one, ["C1", "C3", "C3"], &expected);
    assert_eq!(found(one, Color::Black, 2.0, ["C1", "C3", "C3"]), []);
}

#[test]
fn self_atari() {
    let board = "
        . . . . .
        . . . . .
        . O O . .
        O X . O .
        . . O . .
    ";
    let expected = [Reason::SelfAtari { n_stones: 2, at: point("B1") }];
    check(board, ["C2", "B1", "B1"], &expected);
    // A single stone may be a sacrifice.
    let thrown_in = ". . . .\n. O O .\nO . . .\n. O O .";
    check(thrown_in, ["B2", "D4", "C2"], &[]);
}

/// Two black stones that are caught by D6, toward the lower right.
const LADDER: &str = "
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . O . . . . . . .
    . . O X O . . . . . .
    . . O X . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
";

/// The ladder with more stones.
fn ladder(more: &str) -> Board {
    let stones = more.split_whitespace().map(|it| {
        let color = if it.starts_with('X') { Color::Black } else { Color::White };
        (color, point(&it[1..]))
    });
    let board: Board = LADDER.parse().unwrap();
    Board::with_stones(board.size(), board.stones().chain(stones)).unwrap()
}

fn swapped(board: &Board) -> String {
    board.to_string().replace('X', "Z").replace('O', "X").replace('Z', "O")
}

/// A stone that breaks the ladder.
const BREAKER: &str = "XH4";

#[test]
fn ladder_works() {
    let expected = [Reason::LadderWorks { n_stones: 2, at: point("D6"), because_of: None }];
    check(LADDER, ["A1", "E7", "D6 E7"], &expected);
    // White has something better to do.
    check(LADDER, ["A1", "E7", "J9"], &[]);
    // They are caught in any case.
    check(LADDER, ["A1", "B1", "D6 E7"], &[]);
    // They are not caught.
    let broken = ladder(BREAKER).to_string();
    check(&broken, ["F9", "E7", "D6 E7"], &[]);
}

#[test]
fn one_stone_decides_a_ladder() {
    let broken = ladder(BREAKER);
    let far = broken.empty_points().filter(|&it| it.column() > 5 && it.row() < 5);
    let mut n_found = 0;
    for helper in far {
        let board = ladder(&format!("{BREAKER} O{helper}")).to_string();
        let found = found(&board, Color::Black, 10.0, ["A1", "E7", "D6 E7"]);
        let expected =
            Reason::LadderWorks { n_stones: 2, at: point("D6"), because_of: Some(helper) };
        if found == [expected] {
            n_found += 1;
        }
    }
    assert!(n_found > 0);
}

#[test]
fn runs_into_ladder() {
    let atari = ladder("OD6").to_string();
    let expected = [Reason::RunsIntoLadder { n_stones: 3, because_of: None }];
    let reply = {
        let after = evidence::played(&ladder("OD6"), Color::Black, "E7".parse().unwrap());
        tengen_net::LadderReader::new(&after.unwrap()).catching_move(point("E7")).unwrap()
    };
    check(&atari, ["E7", "K1", &reply.to_string()], &expected);
    let broken = ladder(&format!("OD6 {BREAKER}")).to_string();
    check(&broken, ["E7", "K1", &reply.to_string()], &[]);
}

#[test]
fn ladder_fails() {
    let [at, breaker] = ["E7", "H4"].map(point);
    let expected = [Reason::LadderFails { at, because_of: Some(breaker) }];
    check(&swapped(&ladder(BREAKER)), ["D6", "K1", "E7"], &expected);
    check(&swapped(&ladder("")), ["D6", "K1", "E7"], &[]);
}

const SHORTAGE: &str = "
    . . . . . . .
    . O O O . . .
    . O X X . . .
    . O X . O . .
    . . O . . . .
    . . . . . . .
    . . . . . . .
";

#[test]
fn can_be_captured() {
    let (stone, at) = (point("C4"), point("E5"));
    let expected = [Reason::CanBeCaptured { n_stones: 3, stone, at }];
    check(SHORTAGE, ["G3", "E5", "E5 A1 D4"], &expected);
    // Nothing is taken along the line.
    check(SHORTAGE, ["G3", "E5", "E5 D4 A1"], &[]);
    // The line begins elsewhere.
    check(SHORTAGE, ["G3", "E5", "A7 A6 E5 A5 D4"], &[]);
    // They are lost in any case.
    check(SHORTAGE, ["G3", "F1 E5 G7 D4", "E5 A1 D4"], &[]);
}

#[test]
fn misses_kill() {
    let board = SHORTAGE.replace('X', "Z").replace('O', "X").replace('Z', "O");
    let (stone, at) = (point("C4"), point("E5"));
    let expected = [Reason::MissesKill { n_stones: 3, stone, at }];
    check(&board, ["G3", "E5 A1 D4", "E5"], &expected);
    check(&board, ["G3", "E5 D4", "E5"], &[]);
}

#[test]
fn cuts() {
    let board = "
        . . . . . . .
        . . . O . . .
        . . X . X . .
        . . O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    ";
    check(board, ["B3", "D5", "D5 A7 A6"], &[Reason::AllowsCut { at: point("D5") }]);
    let swapped = board.replace('X', "Z").replace('O', "X").replace('Z', "O");
    check(&swapped, ["B3", "D5 A7 A6", "D5"], &[Reason::MissesCut { at: point("D5") }]);
    // The opponent does not cut, or connecting was not better.
    check(board, ["B3", "D5", "G1 A7 A6"], &[]);
    check(board, ["B3", "G1", "D5 A7 A6"], &[]);
    // The line does not show what comes of it.
    check(board, ["B3", "D5", "D5"], &[]);
    // Only the stone that was played is cut off.
    check(&board.replacen(". . X . X . .", ". . X . . . .", 1), ["E5", "D5", "D5 A7 A6"], &[]);
}

#[test]
fn chains_that_connect_all_the_same_are_not_cut() {
    let around = "
        . . . . . . .
        . . . . . . .
        . . X . X . .
        . . . O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    ";
    check(around, ["B3", "D5", "D5 D6 A7 A6 B7"], &[Reason::AllowsCut { at: point("D5") }]);
    check(around, ["B3", "D5", "D5 D6 A7 C6 A6 E6"], &[]);
    let bamboo_joint = around.replacen(". . . O . . .", ". . X . X . .", 1);
    check(&bamboo_joint, ["B3", "D5", "D5 A7 A6"], &[]);
    let thrown_in = around
        .replacen(". . . . . . .\n        . . X", ". . . X . . .\n        . . X", 1)
        .replacen(". . . O . . .", ". . . . . . .", 1);
    check(&thrown_in, ["B3", "D5", "D5 A7 A6"], &[]);
}

#[test]
fn fills_own_territory() {
    let board = "
        . . . X O .
        . . . X O .
        . . . X O .
        X X X X O .
        O O O O O .
        . . . . . .
    ";
    assert_eq!(
        found(board, Color::Black, 1.0, ["A6", "F6", "F6"]),
        [Reason::FillsOwnTerritory],
        "also where it costs little"
    );
    // The analyst would play there as well, somewhere.
    check(board, ["A6", "B5", "F6"], &[]);
}

#[test]
fn plays_in_lost_area() {
    let board = "
        . O . O . . O
        O O O O O O O
        . . . . . . .
        X . . . . . .
    ";
    check(board, ["E4", "F1", "A2"], &[Reason::PlaysInLostArea]);
}

#[test]
fn bigger_elsewhere() {
    let empty = Board::new(tengen_rules::Size::NINETEEN).to_string();
    let expected = [Reason::BiggerElsewhere { at: point("Q16"), hundredths: 1000 }];
    check(&empty, ["C3", "Q16", "R16"], &expected);
    check(&empty, ["C3", "Q16", "D4"], &[]);
    check(&empty, ["P15", "Q16", "R16"], &[]);
    assert_eq!(found(&empty, Color::Black, 4.0, ["C3", "Q16", "R16"]), []);
}
