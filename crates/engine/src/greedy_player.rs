//! The greedy player: looks one move ahead, by rules of thumb.
//!
//! One move in five is played at random. The others are the best by what
//! they do at once: captures, liberties, chains joined, and, early in the
//! game, how near the center they are.

use tengen_rules::{Board, Color, Game, Move, Point, PointSet, Suicide, Turn, area};

use crate::rng::Rng;

/// Weights are in tenths, so that equal moves are exactly equal.
mod weight {
    pub(super) const CAPTURED_STONE: i32 = 15;
    pub(super) const LIBERTY: i32 = 10;
    pub(super) const JOINED_CHAIN: i32 = 5;
    pub(super) const OWN_CHAIN: i32 = -3;
    /// For half a step: on some boards the center is between points.
    pub(super) const HALF_STEP_FROM_CENTER: i32 = -1;
}

/// Decides on a move for the player whose turn it is.
///
/// It never fills an eye of its own, and passes if there is nothing else to
/// play, or if the opponent has passed and is behind by area.
///
/// # Examples
///
/// ```
/// use tengen_engine::{Rng, greedy_player};
/// use tengen_rules::{Game, Ruleset, Size};
///
/// let mut rng = Rng::new(1);
/// let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
/// for _ in 0..20 {
///     game.play(greedy_player::choose(&game, &mut rng))?;
/// }
/// # Ok::<(), tengen_rules::IllegalMove>(())
/// ```
pub fn choose(game: &Game, rng: &mut Rng) -> Move {
    choose_as(game, game.to_play(), rng)
}

/// Decides on a move for a player, whose turn it need not be.
pub fn choose_as(game: &Game, color: Color, rng: &mut Rng) -> Move {
    let has_passed = game.turns().next_back() == Some(Turn::Move(!color, Move::Pass));
    if has_passed && !is_early(game.board()) && is_ahead(game, color) {
        return Move::Pass;
    }
    let candidates: Vec<Point> = candidates(game, color).collect();
    let point = match rng.below(5) {
        0 => random(&candidates, rng),
        _ => random(&best(game.board(), color, &candidates), rng),
    };
    point.map_or(Move::Pass, Move::Play)
}

fn random(points: &[Point], rng: &mut Rng) -> Option<Point> {
    points.get(rng.below(points.len() as u32) as usize).copied()
}

/// The points that are worth a thought.
fn candidates(game: &Game, color: Color) -> impl Iterator<Item = Point> {
    let board = game.board();
    board.size().points().filter(move |&point| {
        board.is_legal(color, point, Suicide::Forbidden)
            && !board.is_eye(color, point)
            && game.check_as(color, Move::Play(point)).is_ok()
    })
}

/// The best of these points: more than one if they are equally good.
fn best(board: &Board, color: Color, candidates: &[Point]) -> Vec<Point> {
    let n_chains = n_chains(board, color);
    let value = |point: &Point| value(board, color, *point, n_chains);
    let values: Vec<i32> = candidates.iter().map(value).collect();
    let most = values.iter().max();
    let both = candidates.iter().zip(&values);
    both.filter(|&(_, value)| Some(value) == most).map(|(&point, _)| point).collect()
}

/// How good a legal move is, by what can be seen at once.
fn value(board: &Board, color: Color, point: Point, n_chains: i32) -> i32 {
    let mut after = *board;
    let captured = after.play_unchecked(color, point);
    let n_joined = n_joined(board, color, point);
    let mut value = weight::CAPTURED_STONE * i32::from(captured.opponent)
        + weight::LIBERTY * i32::from(after.n_liberties(point))
        + weight::JOINED_CHAIN * n_joined
        + weight::OWN_CHAIN * (n_chains + 1 - n_joined);
    if is_early(board) {
        value += weight::HALF_STEP_FROM_CENTER * half_steps_from_center(board, point);
    }
    value
}

/// The number of own chains that the stone becomes a part of.
fn n_joined(board: &Board, color: Color, point: Point) -> i32 {
    let own = point.neighbors(board.size()).filter(|&it| board.stone(it) == Some(color));
    let chains: PointSet = own.filter_map(|it| board.chain_id(it)).collect();
    i32::from(chains.len() as u16)
}

fn n_chains(board: &Board, color: Color) -> i32 {
    let own = board.stones().filter(|&(it, _)| it == color);
    let heads = own.filter(|&(_, point)| board.chain_id(point) == Some(point));
    i32::from(heads.count() as u16)
}

/// Whether less than a fifth of the board has stones.
fn is_early(board: &Board) -> bool {
    let n_points = board.size().n_points();
    5 * (n_points - board.n_empty()) < n_points
}

/// The steps to the center along the lines, in halves.
fn half_steps_from_center(board: &Board, point: Point) -> i32 {
    let columns = (2 * point.column() + 1).abs_diff(board.size().width());
    let rows = (2 * point.row() + 1).abs_diff(board.size().height());
    i32::from(columns) + i32::from(rows)
}

/// Whether a player would win if all stones were alive and area counted.
fn is_ahead(game: &Game, color: Color) -> bool {
    let owner = area::find(game.board());
    let mut half_points = -i32::from(game.komi().half_points())
        - 2 * i32::from(game.ruleset().handicap_points(game.handicap()));
    for owner in game.board().size().points().filter_map(|point| owner[point]) {
        half_points += 2 * i32::from(owner.sign());
    }
    match color {
        Color::Black => half_points > 0,
        Color::White => half_points < 0,
    }
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Komi, Ruleset, Size};

    use super::*;

    fn game(diagram: &str) -> Game {
        let board: Board = diagram.parse().unwrap();
        Game::from_position(board.into(), Ruleset::CHINESE).with_komi(Komi::ZERO)
    }

    #[track_caller]
    fn check_best(diagram: &str, expected: &str) {
        let game = game(diagram);
        let candidates: Vec<Point> = candidates(&game, Color::Black).collect();
        let best = best(game.board(), Color::Black, &candidates);
        let names: Vec<String> = best.iter().map(Point::to_string).collect();
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn first_move_is_at_the_center() {
        check_best(&". . . . .\n".repeat(5), "C3");
        check_best(&". . . . . .\n".repeat(5), "C3 D3");
    }

    #[test]
    fn larger_capture_is_taken() {
        check_best(
            "
            . X . . X X .
            X O . . O O X
            . X . . X X .
            . . . . . . .
            ",
            "D3",
        );
    }

    #[test]
    fn own_stone_is_extended_toward_liberties() {
        check_best(". . X . . O .", "B1 D1");
    }

    #[test]
    fn chains_are_joined() {
        check_best(
            "
            O O . O O O
            O X . X O .
            O X . X O .
            O X . X O .
            O O O O O .
            ",
            "C4",
        );
    }

    #[track_caller]
    fn check_choice(game: &Game, expected: &str) {
        for seed in 0..20 {
            assert_eq!(choose(game, &mut Rng::new(seed)).to_string(), expected, "seed {seed}");
        }
    }

    #[test]
    fn own_eyes_are_not_filled() {
        let mut game = game(
            "
            . X . X .
            X X X X X
            O O O O O
            . O . O .
            ",
        );
        check_choice(&game, "pass");
        game.play(Move::Pass).unwrap();
        check_choice(&game, "pass");
    }

    #[test]
    fn who_is_ahead_passes_after_a_pass() {
        let diagram = "
            . . . X . O
            . . . X . O
            . . . X . O
        ";
        let mut ahead = game(diagram);
        assert_ne!(choose(&ahead, &mut Rng::new(1)), Move::Pass);
        ahead.play_as(Color::White, Move::Pass).unwrap();
        check_choice(&ahead, "pass");

        let mut behind = ahead.with_komi(Komi::from_half_points(19));
        assert_ne!(choose(&behind, &mut Rng::new(1)), Move::Pass);
        behind.play_as(Color::Black, Move::Pass).unwrap();
        // The game is over.
        check_choice(&behind, "pass");
    }

    #[test]
    fn suicide_is_no_option_even_where_it_is_legal() {
        let board: Board = "
            . X O .
            X X O .
            O O O .
        "
        .parse()
        .unwrap();
        let game = Game::from_position(board.into(), Ruleset::NEW_ZEALAND);
        assert!(game.check("A3".parse().unwrap()).is_ok());
        assert!(candidates(&game, Color::Black).all(|point| point.to_string() != "A3"));
    }

    #[test]
    fn one_move_in_five_is_random() {
        let game = Game::new(Size::NINE, Ruleset::CHINESE);
        let mut rng = Rng::new(5);
        let n_others = (0..1000).filter(|_| choose(&game, &mut rng).to_string() != "E5").count();
        assert!((160..240).contains(&n_others), "{n_others}");
    }

    #[test]
    fn games_come_to_an_end() {
        for seed in 0..10 {
            let mut rng = Rng::new(seed);
            let mut game = Game::new(Size::NINE, Ruleset::CHINESE_KGS);
            while game.end().is_none() && game.n_turns() < 1000 {
                game.play(choose(&game, &mut rng)).unwrap();
            }
            assert!(game.end().is_some(), "seed {seed}\n{}", game.board());
        }
    }
}
