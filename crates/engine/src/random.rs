//! Uniformly random games, the lightest way to the end of one.
//!
//! They know nothing of good moves and are fast: a yardstick for the board,
//! and for what the learned playouts cost.

use tengen_rules::{Board, Color, Move, Point, Size, Suicide, area};

use crate::rng::Rng;

/// The number of draws before all empty points are looked at.
const N_DRAWS: u32 = 8;

/// The number of empty points that are few.
const N_FEW: usize = 64;

/// The most points of a board.
const N_POINTS: usize = Size::MAX_EDGE as usize * Size::MAX_EDGE as usize;

/// Plays at random to the end and returns Black's area minus White's.
///
/// Each legal move that does not fill an eye of the player is equally likely,
/// and who has none passes. The end is reached when both pass, or after three
/// times as many turns as the board has points: kos may go on forever.
///
/// # Examples
///
/// ```
/// use tengen_engine::{Rng, random};
/// use tengen_rules::{Board, Color, Size};
///
/// let mut rng = Rng::new(1);
/// let board = Board::new(Size::NINE);
/// let balance = random::playout(&board, Color::Black, &mut rng);
/// assert!((-81..=81).contains(&balance));
/// ```
pub fn playout(board: &Board, to_play: Color, rng: &mut Rng) -> i32 {
    let mut board = *board;
    if run(&mut board, to_play, rng) { settled_balance(&board) } else { balance(&board) }
}

/// Plays on and says whether both players have passed.
fn run(board: &mut Board, mut to_play: Color, rng: &mut Rng) -> bool {
    let mut n_passes = 0;
    for _ in 0..3 * board.size().n_points() {
        match choose(board, to_play, rng) {
            Move::Play(point) => {
                board.play_unchecked(to_play, point);
                n_passes = 0;
            }
            Move::Pass if n_passes == 1 => return true,
            Move::Pass => {
                board.clear_ko();
                n_passes = 1;
            }
        }
        to_play = !to_play;
    }
    false
}

/// Draws a few points, then looks at all: most draws succeed at once, and the
/// choice stays uniform.
#[inline]
fn choose(board: &Board, color: Color, rng: &mut Rng) -> Move {
    let n_empty = board.n_empty();
    if n_empty == 0 {
        return Move::Pass;
    }
    for _ in 0..N_DRAWS {
        let point = board.empty_point(rng.below(n_empty.into()) as u16);
        if is_playable(board, color, point) {
            return Move::Play(point);
        }
    }
    // Draws fail when the board is nearly full, and then a short list will do.
    if usize::from(n_empty) <= N_FEW {
        choose_from_all::<N_FEW>(board, color, rng)
    } else {
        choose_from_all::<N_POINTS>(board, color, rng)
    }
}

/// Chooses with a list of `N` places, at least as many as there are empty
/// points.
fn choose_from_all<const N: usize>(board: &Board, color: Color, rng: &mut Rng) -> Move {
    let mut playable = [0; N];
    let mut n_playable = 0;
    for idx in 0..board.n_empty() {
        playable[n_playable] = idx;
        n_playable += usize::from(is_playable(board, color, board.empty_point(idx)));
    }
    match n_playable {
        0 => Move::Pass,
        n => Move::Play(board.empty_point(playable[rng.below(n as u32) as usize])),
    }
}

/// Whether a move on this empty point is legal and fills no eye.
#[inline]
fn is_playable(board: &Board, color: Color, point: Point) -> bool {
    // A point with an empty one beside it is neither a ko, a suicide nor an
    // eye.
    board.n_empty_beside(point) > 0 || is_surrounded_playable(board, color, point)
}

fn is_surrounded_playable(board: &Board, color: Color, point: Point) -> bool {
    !board.is_eye(color, point) && board.is_legal(color, point, Suicide::Forbidden)
}

/// The balance of a board where neither player has a move left.
///
/// Empty points have only stones beside them then, so no search is needed for
/// who reaches them.
fn settled_balance(board: &Board) -> i32 {
    let beside = |point: Point, color: Color| i32::from(board.n_stones_beside(point, color) > 0);
    let empty: i32 = board
        .empty_points()
        .map(|point| beside(point, Color::Black) - beside(point, Color::White))
        .sum();
    empty + board.stones().map(|(color, _)| i32::from(color.sign())).sum::<i32>()
}

fn balance(board: &Board) -> i32 {
    let owner = area::find(board);
    board.size().points().filter_map(|point| owner[point]).map(|it| i32::from(it.sign())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settled_boards_are_counted_by_area() {
        let mut rng = Rng::new(3);
        for (width, height) in [(1, 1), (1, 2), (2, 2), (3, 7), (9, 9), (1, 25), (25, 25)] {
            let size = Size::new(width, height).unwrap();
            for _ in 0..40 {
                let mut board = Board::new(size);
                if run(&mut board, Color::Black, &mut rng) {
                    assert_eq!(settled_balance(&board), balance(&board), "{board}");
                }
            }
        }
    }

    #[test]
    fn own_eyes_are_not_filled() {
        let board: Board = "
            . X . X .
            X X X X X
            O O O O O
            . O . O .
        "
        .parse()
        .unwrap();
        assert_eq!(choose(&board, Color::Black, &mut Rng::new(1)), Move::Pass);
        assert_eq!(playout(&board, Color::Black, &mut Rng::new(1)), 0);
    }

    #[test]
    fn every_playable_move_is_equally_likely() {
        // All other points are eyes or suicides, so draws often fail.
        let board: Board = "
            . X . X . X O . . .
            X X X X X X O O O O
            O O O O O O O O O O
            . O . O . O . O . O
        "
        .parse()
        .unwrap();
        let mut counts = [0; 3];
        let mut rng = Rng::new(2);
        for _ in 0..3_000 {
            match choose(&board, Color::Black, &mut rng) {
                Move::Play(point) => counts[usize::from(point.column()) - 7] += 1,
                Move::Pass => panic!("there are moves"),
            }
        }
        assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_seed_gives_the_same_games() {
        let board = Board::new(Size::THIRTEEN);
        let balances = |seed| {
            let mut rng = Rng::new(seed);
            [0; 8].map(|_| playout(&board, Color::White, &mut rng))
        };
        assert_eq!(balances(5), balances(5));
        assert_ne!(balances(5), balances(6));
    }
}
