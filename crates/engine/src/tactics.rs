//! Short answers about chains and liberties, without a search.
//!
//! All of them look at the board alone and allocate nothing.

mod capture_reading;

use tengen_rules::{Board, Color, Point, Suicide};

pub(crate) use capture_reading::CaptureReading;

/// The longest ladder that is read, in moves of the runner.
const LADDER_DEPTH: usize = 60;

/// The largest eye whose vital point is known.
const LARGEST_EYE: usize = 6;

/// The number of liberties of the chain that a stone becomes part of, counted
/// up to `most`, which is at most 8.
///
/// Stones that it captures count as liberties as far as they are beside it;
/// of two or more captured stones, two liberties are taken for granted.
#[inline]
pub(crate) fn liberties_after(board: &Board, color: Color, point: Point, most: usize) -> usize {
    let mut found = [point; 8];
    let mut n_found = 0;
    for beside in board.neighbors(point) {
        match board.stone(beside) {
            None => {
                if !found[..n_found].contains(&beside) {
                    found[n_found] = beside;
                    n_found += 1;
                }
            }
            Some(stone) if stone == color => {
                if usize::from(board.n_liberties(beside)) > most {
                    return most;
                }
            }
            Some(_) => {
                if board.n_liberties(beside) == 1 {
                    if board.n_stones(beside) > 1 {
                        return most.min(n_found + 2).max(2);
                    }
                    found[n_found] = beside;
                    n_found += 1;
                }
            }
        }
        if n_found >= most {
            return most;
        }
    }
    if board.n_stones_beside(point, color) == 0 {
        return n_found;
    }
    for beside in board.neighbors(point) {
        if board.stone(beside) != Some(color) || board.n_liberties(beside) == 1 {
            continue;
        }
        for stone in board.chain(beside) {
            if board.n_empty_beside(stone) == 0 {
                continue;
            }
            for liberty in board.neighbors(stone) {
                if liberty != point
                    && board.is_empty_at(liberty)
                    && !found[..n_found].contains(&liberty)
                {
                    found[n_found] = liberty;
                    n_found += 1;
                    if n_found >= most {
                        return most;
                    }
                }
            }
        }
    }
    n_found
}

/// The number of stones of the chain that a stone becomes part of; a chain
/// that touches it twice counts twice.
pub(crate) fn stones_after(board: &Board, color: Color, point: Point) -> u16 {
    let own = board.neighbors(point).filter(|&it| board.stone(it) == Some(color));
    1 + own.map(|it| board.n_stones(it)).sum::<u16>()
}

/// Whether a stone that takes a single stone here starts a ko.
pub(crate) fn takes_ko(board: &Board, color: Color, point: Point) -> bool {
    board.n_empty_beside(point) == 0 && board.n_stones_beside(point, color) == 0
}

/// Stones of the other color beside a chain, some of them from the same chain.
///
/// Long chains are looked at in part: what is beside them is seldom weak.
pub(crate) fn chains_beside(board: &Board, stone: Point) -> impl Iterator<Item = Point> {
    let opponent = board.stone(stone).map(|it| !it);
    let mut seen = [None; 4];
    let mut n_seen = 0;
    board.chain(stone).take(12).flat_map(|it| board.neighbors(it)).filter(move |&it| {
        if board.stone(it) != opponent || board.n_liberties(it) > 2 {
            return false;
        }
        let id = board.chain_id(it);
        if seen.contains(&id) {
            return false;
        }
        seen[n_seen % 4] = id;
        n_seen += 1;
        true
    })
}

/// The owner and the vital point of the small eye that an empty point belongs
/// to, if it has both.
pub(crate) fn vital_point(board: &Board, start: Point) -> Option<(Color, Point)> {
    if board.n_empty_beside(start) == 0 {
        return None;
    }
    let mut region = [start; LARGEST_EYE + 1];
    let mut n_region = 1;
    let mut owner = None;
    let mut idx = 0;
    while idx < n_region {
        for beside in board.neighbors(region[idx]) {
            match board.stone(beside) {
                Some(color) => {
                    if owner.is_some_and(|it| it != color) {
                        return None;
                    }
                    owner = Some(color);
                }
                None if region[..n_region].contains(&beside) => (),
                None if n_region > LARGEST_EYE - 1 => return None,
                None => {
                    region[n_region] = beside;
                    n_region += 1;
                }
            }
        }
        idx += 1;
    }
    let region = &region[..n_region];
    let n_beside = |point: Point| board.n_empty_beside(point);
    let (mut most, mut n_sides) = (0, 0);
    for &point in region {
        most = most.max(n_beside(point));
        n_sides += n_beside(point);
    }
    // Three in a row, the pyramid, the cross and the bulky five, and the
    // rabbit with its ears: all others live or die whoever plays first.
    let is_vital = matches!(
        (region.len(), most, n_sides / 2),
        (3, 2, 2) | (4, 3, 3) | (5, 4, 4) | (5, 3, 5) | (6, 4, 6)
    );
    if !is_vital {
        return None;
    }
    let vital = region.iter().copied().find(|&it| n_beside(it) == most)?;
    Some((owner?, vital))
}

/// Whether a chain in atari is lost although it extends, because it is
/// chased to the edge.
///
/// Only one line is read: at each step the attacker plays where the runner
/// would gain most.
pub(crate) fn is_ladder_lost(board: &Board, runner: Point) -> bool {
    let Some(color) = board.stone(runner) else { return false };
    // Most chains are lost or safe at once, which needs no board to play on.
    match escape(board, color, runner) {
        Some(Escape::Ladder(point)) => {
            let mut scratch = *board;
            scratch.play_unchecked(color, point);
            is_caught(&mut scratch, color, runner)
        }
        Some(Escape::Safe) | None => false,
        Some(Escape::Lost) => true,
    }
}

/// What becomes of a chain in atari that does its best.
enum Escape {
    /// It takes stones or gets three liberties.
    Safe,
    /// It stays in atari.
    Lost,
    /// It gets two liberties by this move.
    Ladder(Point),
}

fn escape(board: &Board, color: Color, runner: Point) -> Option<Escape> {
    let point = board.atari(runner)?;
    if chains_beside(board, runner).any(|it| board.n_liberties(it) == 1) {
        return Some(Escape::Safe);
    }
    Some(match liberties_after(board, color, point, 3) {
        0 | 1 => Escape::Lost,
        2 => Escape::Ladder(point),
        _ => Escape::Safe,
    })
}

/// Whether a chain with two liberties is caught by the attacker, who is to move.
fn is_caught(board: &mut Board, color: Color, runner: Point) -> bool {
    for _ in 0..LADDER_DEPTH {
        // Step 1. The attacker leaves the worse liberty.
        let Some([one, other]) = board.two_liberties(runner) else { return false };
        // The attacker's stone takes one of these liberties again.
        let gain = |liberty| liberties_after(board, color, liberty, 5) - 1;
        let can_attack = |liberty| {
            board.is_legal(!color, liberty, Suicide::Forbidden)
                && liberties_after(board, !color, liberty, 2) >= 2
        };
        let (first, second) = if gain(one) >= gain(other) { (one, other) } else { (other, one) };
        if gain(second) > 2 {
            return false;
        }
        let attack = if can_attack(first) {
            first
        } else if gain(first) <= 2 && can_attack(second) {
            second
        } else {
            return false;
        };
        board.play_unchecked(!color, attack);

        // Step 2. The runner does its best.
        match escape(board, color, runner) {
            Some(Escape::Ladder(point)) => board.play_unchecked(color, point),
            Some(Escape::Safe) | None => return false,
            Some(Escape::Lost) => return true,
        };
    }
    true
}

/// Whether a stone that puts a chain in atari catches it in a ladder.
pub(crate) fn is_caught_by(board: &Board, color: Color, point: Point, target: Point) -> bool {
    if liberties_after(board, color, point, 2) < 2 {
        return false;
    }
    let Some([one, other]) = board.two_liberties(target) else { return false };
    let rest = if one == point { other } else { one };
    // The stone to be played takes one of these liberties.
    if liberties_after(board, !color, rest, 4) > 3 {
        return false;
    }
    let mut scratch = *board;
    scratch.play_unchecked(color, point);
    is_ladder_lost(&scratch, target)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(diagram: &str) -> Board {
        diagram.parse().unwrap()
    }

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn liberties_of_a_move_to_be_played() {
        let board = board(
            "
            . X O . .
            X . X O .
            O X . . .
            . . O O .
            . . . . .
            ",
        );
        for (color, name, expected) in [
            (Color::Black, "B4", 3),
            (Color::White, "B4", 0),
            (Color::Black, "D5", 2),
            (Color::White, "D5", 3),
            (Color::Black, "A2", 3),
            (Color::White, "A2", 2),
            (Color::Black, "C3", 3),
        ] {
            assert_eq!(liberties_after(&board, color, point(name), 4), expected, "{color} {name}");
        }
    }

    #[track_caller]
    fn check_vital(diagram: &str, start: &str, expected: Option<(Color, &str)>) {
        let found = vital_point(&board(diagram), point(start));
        assert_eq!(found, expected.map(|(color, name)| (color, point(name))));
    }

    #[test]
    fn three_in_a_row_has_its_middle() {
        check_vital("X X X X\n. . . X\nX X X X", "A2", Some((Color::Black, "B2")));
    }

    #[test]
    fn four_in_a_row_has_no_vital_point() {
        check_vital("X X X X X\n. . . . X\nX X X X X", "A2", None);
    }

    #[test]
    fn bulky_five_and_rabbit() {
        check_vital("O O O O\n. . O O\n. . . O\nO O O O", "A3", Some((Color::White, "B2")));
        check_vital("O O . O O\nO . . . O\nO . . O O\nO O O O O", "C4", Some((Color::White, "C3")));
    }

    #[test]
    fn open_space_has_no_vital_point() {
        check_vital(". . . .\n. . . .\n. . X .\n. . . .", "A1", None);
        check_vital("X X X O\n. . . O\nX X X O", "A2", None);
    }

    const LADDER: &str = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X O . . .
        . . . X . . .
        . . . . . . .
    ";

    #[test]
    fn ladder_runs_to_the_edge() {
        let ladder = board(LADDER);
        assert!(!is_ladder_lost(&ladder, point("D3")), "there is room below the line");
        let closed = LADDER.replacen(". . . X . . .", ". . . X X . .", 1);
        assert!(is_ladder_lost(&board(&closed), point("D3")));
    }

    #[test]
    fn ladder_breaker_helps() {
        let closed = LADDER.replacen(". . . X . . .", ". . . X X . .", 1);
        let broken = board(&closed).with_point(point("F2"), Some(Color::White));
        assert!(!is_ladder_lost(&broken.unwrap(), point("D3")));
    }
}
