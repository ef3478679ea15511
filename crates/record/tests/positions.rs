//! Positions along lines, in diagrams.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use tengen_record::{NodeId, Positions, Record};
use tengen_rules::{Board, Color, Size};

fn record(text: &str) -> Record {
    Record::from_sgf(text).unwrap()
}

fn end(record: &Record) -> NodeId {
    record.main_line().last().unwrap()
}

/// Checks the position at the end of the main line and what is wrong there.
#[track_caller]
fn check(text: &str, diagram: &str, problems: &[&str]) {
    let record = record(text);
    let snapshot = record.position(end(&record));
    let expected: Board = diagram.parse().unwrap();
    assert_eq!(snapshot.board().to_string(), expected.to_string());
    let found: Vec<String> = snapshot.problems.iter().map(ToString::to_string).collect();
    assert_eq!(found, problems);
}

#[test]
fn stones_are_set_up_and_captured() {
    check(
        "(;SZ[4]AB[ba][ab]AW[cc:dd];B[db];W[da])",
        "
        . X . O
        X . . X
        . . O O
        . . O O
        ",
        &[],
    );
    check(
        "(;SZ[4:3]AB[ba][cb]AW[bb];B[bc];W[];B[ab])",
        "
        . X . .
        X . X .
        . X . .
        ",
        &[],
    );
}

#[test]
fn occupied_points_are_played_on() {
    check(
        "(;SZ[3];B[aa];W[ba];B[ba])",
        "
        X X .
        . . .
        . . .
        ",
        &["B3 is occupied"],
    );
    // The stone that is replaced was what another one held on to.
    check(
        "(;SZ[3]AB[aa][ab]AW[ba][bb];W[ab])",
        "
        . O .
        O O .
        . . .
        ",
        &["A2 is occupied"],
    );
}

#[test]
fn suicide_takes_own_stones_off() {
    check(
        "(;SZ[3]AW[ab][ba];B[aa])",
        "
        . O .
        O . .
        . . .
        ",
        &["A3 is suicide"],
    );
    let zealand = "(;SZ[4]RU[NZ]AB[ba]AW[ab][bb][ca];B[aa])";
    check(
        zealand,
        "
        . . O .
        O O . .
        . . . .
        . . . .
        ",
        &[],
    );
    let record = record(zealand);
    assert_eq!(record.position(end(&record)).position.prisoners.white, 2);
}

#[test]
fn ko_is_flagged_and_taken() {
    check(
        "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb]KO[])",
        "
        . X O .
        X O . O
        . X O .
        . . . .
        ",
        &["B3 is forbidden by ko"],
    );
}

#[test]
fn stones_without_liberties_are_kept_aside() {
    let text = "(;SZ[3]AB[aa]AW[ba][ab];AE[ab];AW[ab];B[cc];AB[bb];W[ca];B[ac])";
    let record = record(text);
    let show = |n_nodes: usize| {
        let id = record.main_line().nth(n_nodes).unwrap();
        let snapshot = record.position(id);
        let aside: Vec<String> =
            snapshot.breathless.iter().map(|(color, point)| format!("{color} {point}")).collect();
        let problems: Vec<String> = snapshot.problems.iter().map(ToString::to_string).collect();
        let rows: Vec<String> =
            snapshot.board().to_string().lines().map(|row| row.replace(' ', "")).collect();
        format!("{} | {} | {}", rows.join("/"), aside.join(", "), problems.join(", "))
    };
    assert_eq!(show(0), ".O./O../... | black A3 | the chain at A3 has no liberty");
    assert_eq!(show(1), "XO./.../... |  | ");
    assert_eq!(show(2), ".O./O../... | black A3 | the chain at A3 has no liberty");
    // Moves elsewhere leave the stone alone,
    assert_eq!(show(3), ".O./O../..X | black A3 | ");
    assert_eq!(show(5), ".OO/OX./..X | black A3 | ");
    // and a capture beside it gives it a liberty.
    assert_eq!(show(6), "XOO/.X./X.X |  | ");
    assert_eq!(record.position(record.root()).stone("A3".parse().unwrap()), Some(Color::Black));
    assert_eq!(record.problems().len(), 3);
}

#[test]
fn points_off_the_board_are_flagged() {
    check("(;SZ[2];B[zz])", ". .\n. .", &["the move of black is not on the board"]);
    check("(;SZ[2]AB[aa][cc])", "X .\n. .", &["a stone of the set-up is not on the board"]);
}

#[test]
fn who_plays_next() {
    let to_play = |text: &str, number: usize| {
        let record = record(text);
        let id = record.main_line().nth(number).unwrap();
        record.position(id).position.to_play
    };
    assert_eq!(to_play("(;SZ[9])", 0), Color::Black);
    assert_eq!(to_play("(;SZ[9]PL[W])", 0), Color::White);
    assert_eq!(to_play("(;SZ[9]PL[W];C[x])", 1), Color::White);
    assert_eq!(to_play("(;SZ[9]HA[2]AB[cc][gg])", 0), Color::White);
    assert_eq!(to_play("(;SZ[9]AB[cc][gg];W[ee])", 0), Color::White);
    assert_eq!(to_play("(;SZ[9]AB[cc];C[x];B[ee])", 1), Color::Black);
    assert_eq!(to_play("(;SZ[9]HA[2];B[cc];B[gg];W[ee])", 1), Color::White);
    assert_eq!(to_play("(;SZ[9];B[cc];AW[gg];B[ee])", 2), Color::Black);
}

#[test]
fn moves_are_numbered() {
    let record = record("(;SZ[9];B[aa];C[x];W[bb]MN[10];B[];B[cc]W[dd];AB[ee];W[tt])");
    let line: Vec<NodeId> = record.main_line().collect();
    let numbers: Vec<u32> = line.iter().map(|&id| record.position(id).move_number).collect();
    assert_eq!(numbers, [0, 1, 1, 10, 11, 13, 13, 14]);
    let moves: Vec<String> = record
        .moves(end(&record))
        .iter()
        .map(|it| format!("{} {} {}", it.number, it.color, it.mv))
        .collect();
    assert_eq!(
        moves.join(", "),
        "1 black A9, 10 white B8, 11 black pass, 12 black C7, 13 white D6, 14 white pass"
    );
    assert_eq!(record.node_of_move(10), Some(line[3]));
    assert_eq!(record.node_of_move(5), None);
    assert_eq!(record.after_moves(record.root(), 2), Some(line[3]));
    assert_eq!(record.after_moves(line[3], 0), Some(line[3]));
    assert_eq!(record.after_moves(record.root(), 9), None);
    assert_eq!(record.position(line[6]).last_move, None);
}

#[test]
fn superko_by_the_rules_of_the_record() {
    // White gives two stones in the corner, Black takes, and White takes back
    // one: the same stones, but Black's turn instead of White's.
    let game = |rules: &str, moves: &str| {
        let record = record(&format!(
            "(;SZ[6:5]RU[{rules}]AB[da][ea][bb][cb][db][cc][ad][bd]\
             AW[ba][fa][ab][eb][ac][ec][fc][dd][ed][ae][be][ce][de][fe]{moves})"
        ));
        let id = end(&record);
        record.superko(id).map(|it| record.depth(it))
    };
    let cycle = ";B[dc];W[ca];B[aa];W[ba]";
    assert_eq!(game("Japanese", cycle), None);
    assert_eq!(game("AGA", cycle), None);
    assert_eq!(game("Tromp-Taylor", cycle), Some(1));
    assert_eq!(game("Tromp-Taylor", ";B[dc];W[ca];B[aa]"), None);
    assert_eq!(game("Tromp-Taylor", ";B[dc];W[ca];B[aa];AE[fa];W[ba];B[fa]"), None);
}

#[test]
fn pass_stones_are_prisoners() {
    let record = record("(;SZ[9]RU[AGA];B[];W[cc])");
    assert_eq!(record.position(end(&record)).position.prisoners.white, 1);
}

#[test]
fn edits_are_noticed() {
    let mut record = Record::new(Size::NINE);
    let first = record.play(record.root(), Color::Black, "E5".parse().unwrap()).unwrap();
    let mut positions = Positions::new();
    assert_eq!(positions.at(&record, first).board().n_empty(), 80);
    let corner = tengen_rules::PointSet::from_iter(["A1".parse().unwrap()]);
    record.set_up(record.root(), &corner, Some(Color::White)).unwrap();
    assert_eq!(positions.at(&record, first).board().n_empty(), 79);
    record.undo();
    assert_eq!(positions.at(&record, first).board().n_empty(), 80);
}
