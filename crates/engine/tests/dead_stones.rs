//! Dead stones of small positions that are easy to misjudge.

use tengen_analysis::{DeadStones, Stop};
use tengen_engine::{Effort, dead_stones, dead_stones_until};
use tengen_rules::{Board, Color, Game, PointSet, Ruleset, Size};

fn propose(board: &Board, ruleset: Ruleset) -> DeadStones {
    dead_stones(&Game::from_position((*board).into(), ruleset), Effort::default())
}

/// Checks the dead stones, given by one stone of each chain.
#[track_caller]
fn check_dead(diagram: &str, expected: &str) {
    let board: Board = diagram.parse().expect("a diagram is a position");
    let named = expected.split_whitespace().map(|it| it.parse().expect("a name of a point"));
    let expected: PointSet = named.flat_map(|point| board.chain(point)).collect();
    assert_eq!(propose(&board, Ruleset::JAPANESE).dead, expected, "\n{board}");
    let stones = board.stones().map(|(color, point)| (!color, point));
    let changed = Board::with_stones(board.size(), stones).expect("colors make no difference");
    assert_eq!(propose(&changed, Ruleset::CHINESE).dead, expected, "\n{changed}");
}

#[test]
fn stones_in_a_large_territory_are_dead() {
    check_dead(
        "
        . . . X O . . . .
        . O . X O . . O .
        . . . X O . . . .
        . . . X O . . X .
        . . . X O . . . .
        X X . X O . O . .
        O X X X O . . . .
        O O O O O . . . .
        . . . . . . . . .
        ",
        "B8 H6",
    );
    check_dead(
        "
        . . . . . . X O . . . . .
        . . . . . . X O . . . X .
        . . . X . X O O . . . . .
        . . X . . . X O . . O . .
        . . . . . X X O . . . . .
        . O O . . . X O O . . . .
        . . . . X . X X O . . . .
        . . X . . . . X O . . . .
        . . . . . . X X O . . X .
        . . . O . . X O . . . . .
        . . X . . X X O . . O . .
        . . . . . . X O . . . . .
        . . . . . . X O . . . . .
        ",
        "B8 D4 M12 M5",
    );
}

#[test]
fn stone_in_the_only_eye_space_is_dead() {
    check_dead(
        "
        . O . . X O . . .
        . . . . X O . . .
        X X X X X O . . .
        O O O O O O . . .
        . . . . . . . . .
        . . O . . . O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        ",
        "B9",
    );
}

#[test]
fn false_eye_does_not_help() {
    check_dead(
        "
        . X . X O . . . .
        X O X X O . . . .
        O O O O O . . . .
        . . . . . . . . .
        . . O . . . O . .
        . . . . . . . . .
        . . . . . . . . .
        . . O . . . O . .
        . . . . . . . . .
        ",
        "B9 A8 D9",
    );
}

#[test]
fn square_four_is_dead() {
    check_dead(
        "
        . . X O . . . . .
        . . X O . . . . .
        X X X O . . . . .
        O O O O . . . . .
        . . . . . . . . .
        . . O . . . O . .
        . . . . . . . . .
        . . O . . . O . .
        . . . . . . . . .
        ",
        "C9",
    );
}

#[test]
fn two_eyes_live_in_the_midst_of_opponents() {
    check_dead(
        "
        . X . X O . . . .
        X X X X O . . . .
        O O O O O . . . .
        . . . . . . . . .
        . . O . . . O . .
        . . . . . . . . .
        . . . . . . . . .
        . . O . . . O . .
        . . . . . . . . .
        ",
        "",
    );
}

#[test]
fn seki_is_left_alone() {
    check_dead(
        "
        . O X . O X . . .
        . O X . O X . . .
        . O X O O X . . .
        . O O X X X . . .
        . . O X . . . . .
        . . O X . . . . .
        . . O X . . . . .
        . . O X . . . . .
        . . O X . . . . .
        ",
        "",
    );
}

#[test]
fn bent_four_in_the_corner_is_dead() {
    check_dead(
        "
        O O . X O . . . .
        O X X X O . . . .
        . X O O O . . . .
        X X O . . . . . .
        O O O . . . . . .
        . . . . . . . . .
        . . O . . . O . .
        . . . . . . . . .
        . . . . . . . . .
        ",
        "D9",
    );
}

#[test]
fn snapback_saves_nothing() {
    check_dead(
        "
        . X O X O X . O .
        . X O . O X . O .
        . X X X X X . O .
        . . . . . X O . .
        . . . . . X O . .
        . . . . . X O . .
        . . . . . X O . .
        . . . . . X O . .
        . . . . . X O . .
        ",
        "C9 E9",
    );
}

#[test]
fn what_the_first_move_decides_stays() {
    check_dead(
        "
        . . . O X . . . .
        O O O O X . . . .
        X X X X X . . . .
        . . . . . . . . .
        . . X . . . X . .
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . X . .
        . . . . . . . . .
        ",
        "",
    );
}

/// Checks the points at which borders are open, for both colors.
#[track_caller]
fn check_open(diagram: &str, expected: &str) {
    let board: Board = diagram.parse().expect("a diagram is a position");
    let expected: PointSet =
        expected.split_whitespace().map(|it| it.parse().expect("a name of a point")).collect();
    let stones = board.stones().map(|(color, point)| (!color, point));
    let changed = Board::with_stones(board.size(), stones).expect("colors make no difference");
    for board in [&board, &changed] {
        let open = propose(board, Ruleset::JAPANESE).open;
        let names: Vec<String> = open.iter().map(|it| it.to_string()).collect();
        assert_eq!(open, expected, "\n{board}\n{names:?}");
    }
}

#[test]
fn gap_between_two_territories_is_open() {
    // Each side alone would lean to its owner; both together lean to no one.
    check_open(
        "
        . . . . . . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        ",
        "D9 E9",
    );
    check_open(
        "
        . . . . . . . . .
        . . X O . . . . .
        . . X O . . . . .
        . . X O . . . . .
        . . X O . . . . .
        . . X O . . . . .
        . . X O . . . . .
        . . X O . . . . .
        . . X O . . . . .
        ",
        "C9 D9",
    );
}

#[test]
fn closed_borders_and_points_between_walls_are_not_open() {
    check_open(
        "
        . . X . O . . . .
        . . X . O . . . .
        . . X . O . . . .
        . . X X O . . . .
        . . . X O . . . .
        . . X X O . . . .
        . . X O O . . . .
        . . X O . . . . .
        . . X O . . . . .
        ",
        "",
    );
}

#[test]
fn all_stones_live_as_long_as_the_game_is_open() {
    let size = Size::square(19).unwrap();
    let empty = propose(&Board::new(size), Ruleset::JAPANESE);
    assert!(empty.dead.is_empty() && empty.open.is_empty());

    let names = ["D4", "Q16", "D16", "Q4", "F17", "C6", "O3", "R10", "K4", "D10"];
    let stones = names.iter().enumerate().map(|(idx, name)| {
        (if idx % 2 == 0 { Color::Black } else { Color::White }, name.parse().unwrap())
    });
    let opening = Board::with_stones(size, stones).unwrap();
    assert!(propose(&opening, Ruleset::CHINESE).dead.is_empty());
}

#[test]
fn any_board_has_an_answer() {
    for edge in 1..=5 {
        let size = Size::square(edge).unwrap();
        assert!(propose(&Board::new(size), Ruleset::CHINESE).dead.is_empty());
        // All points but one are taken.
        let stones = size.points().skip(1).map(|point| (Color::Black, point));
        if let Ok(board) = Board::with_stones(size, stones) {
            propose(&board, Ruleset::JAPANESE);
        }
    }
}

#[test]
fn a_position_has_one_answer() {
    let board: Board = "
        . X . . . O .
        . X . O . O .
        . X X O O . .
        . . X X O O .
        . O . X O X .
        . . X X O . .
        . . . X O . .
    "
    .parse()
    .unwrap();
    let game = Game::from_position(board.into(), Ruleset::CHINESE);
    let effort = Effort { playouts: 30, reading: 300 };
    let one = dead_stones(&game, effort);
    // What was judged in between, and in which thread, makes no difference.
    propose(&Board::new(Size::NINE), Ruleset::JAPANESE);
    let other = std::thread::spawn(move || dead_stones(&game, effort)).join().unwrap();
    assert_eq!(one.dead, other.dead);
    assert_eq!(one.open, other.open);
    assert!(one.ownership == other.ownership);
}

#[test]
fn no_effort_is_still_an_answer() {
    let board: Board = ". . X . O . .\n. O X . O X .\n. . X . O . .".parse().unwrap();
    let game = Game::from_position(board.into(), Ruleset::CHINESE);
    let proposal = dead_stones(&game, Effort { playouts: 0, reading: 0 });
    let ownership = proposal.ownership.expect("the engine looks at all points");
    assert!(board.size().points().all(|it| ownership.black[it].is_finite()));
}

#[test]
fn a_search_that_was_told_to_stop_has_no_answer() {
    let game = Game::new(Size::NINE, Ruleset::CHINESE);
    let stop = Stop::new();
    stop.stop();
    assert!(dead_stones_until(&game, Effort::default(), &stop).is_none());
}
