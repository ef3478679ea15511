//! Scores do not depend on who is who or on how the board is turned.

use fastrand::Rng;
use tengen_rules::life::{self, Extent};
use tengen_rules::{Board, ByPoint, Color, Point, PointSet, Size, Suicide, area, territory};

#[test]
fn scores_of_random_positions_are_symmetric() {
    let mut rng = Rng::with_seed(20_260_704);
    for _ in 0..2_000 {
        let size = Size::new(1 + rng.u32(..13) as u8, 1 + rng.u32(..13) as u8).unwrap();
        let board = random_board(size, &mut rng);
        let share = 2 + rng.u32(..20);
        let dead: PointSet =
            board.stones().map(|(_, point)| point).filter(|_| rng.u32(..share) == 0).collect();

        let turned = board_of(size, &board, |color| color);
        let swapped = swap_colors(&board);
        let turned_dead = dead.iter().map(|point| turn(point, size)).collect();
        let maps = owners(&board, &dead);
        for (map, other) in maps.iter().zip(owners(&turned, &turned_dead)) {
            assert!(size.points().all(|it| map[it] == other[turn(it, size)]), "{board}{dead:?}");
        }
        for (map, other) in maps.iter().zip(owners(&swapped, &dead)) {
            assert!(size.points().all(|it| map[it] == other[it].map(|it| !it)), "{board}{dead:?}");
        }
    }
}

#[test]
fn territory_is_part_of_what_only_one_player_reaches() {
    let mut rng = Rng::with_seed(20_260_705);
    for _ in 0..2_000 {
        let size = Size::new(1 + rng.u32(..19) as u8, 1 + rng.u32(..19) as u8).unwrap();
        let board = random_board(size, &mut rng);
        let territory = territory::find(&board, &PointSet::EMPTY);
        let area = area::find(&board);
        for point in size.points().filter(|&point| territory.owner[point].is_some()) {
            assert_eq!(territory.owner[point], area[point], "{point}\n{board}");
            assert!(board.is_empty_at(point), "{point}\n{board}");
        }
    }
}

/// Everything that says who owns what.
fn owners(board: &Board, dead: &PointSet) -> [ByPoint<Option<Color>>; 5] {
    [
        territory::find(board, dead).owner,
        area::find(board),
        life::area(board, Suicide::Forbidden, Extent::Unconditional),
        life::area(board, Suicide::Allowed, Extent::Unconditional),
        life::independent(board, Suicide::Forbidden).owner,
    ]
}

/// The point opposite to this one.
fn turn(point: Point, size: Size) -> Point {
    let column = size.width() - 1 - point.column();
    let row = size.height() - 1 - point.row();
    Point::new(column, row, size).expect("the opposite point is on the board as well")
}

fn board_of(size: Size, board: &Board, color: impl Fn(Color) -> Color) -> Board {
    let stones = board.stones().map(|(it, point)| (color(it), turn(point, size)));
    Board::with_stones(size, stones).expect("a turned position can stand")
}

fn swap_colors(board: &Board) -> Board {
    let stones = board.stones().map(|(color, point)| (!color, point));
    Board::with_stones(board.size(), stones).expect("the other colors can stand as well")
}

/// A position in a random game in which few eyes are filled.
fn random_board(size: Size, rng: &mut Rng) -> Board {
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..rng.u32(..3 * u32::from(size.n_points())) {
        if board.n_empty() == 0 {
            break;
        }
        let point = board.empty_point(rng.u16(..board.n_empty()));
        if board.is_legal(color, point, Suicide::Forbidden) && !board.is_eye(color, point) {
            board.play_unchecked(color, point);
        }
        color = !color;
    }
    board
}
