//! The end of a game: what must be captured is captured, then it passes.

use tengen_analysis::{Decision, Stop};
use tengen_engine::{EvaluatorKind, Level, Limits, Opponent, SearchRequest, Settings};
use tengen_rules::{Board, Color, Game, Move, PointSet, Position, Ruleset};

/// How the opponent of the player who is tested behaves.
#[derive(Copy, Clone, Debug)]
enum Opposition {
    /// It passes at every turn.
    Passes,
    /// It is played by the same level.
    PlaysOn,
}

#[derive(Copy, Clone, Debug)]
struct Ending {
    diagram: &'static str,
    komi: &'static str,
    to_play: Color,
}

impl Ending {
    fn game(self, ruleset: Ruleset) -> Game {
        let board: Board = self.diagram.parse().expect("a diagram");
        let position = Position { to_play: !self.to_play, ..Position::from(board) };
        let mut game =
            Game::from_position(position, ruleset).with_komi(self.komi.parse().expect("a komi"));
        game.play(Move::Pass).expect("a pass is legal");
        game
    }
}

/// The strongest level without a network.
const CLASSICAL: &str = "classical";

fn opponent(level: &str, seed: u64) -> Opponent {
    let settings = Settings { memory: 8 << 20, seed, ..Settings::default() };
    if level == CLASSICAL {
        let evaluator = EvaluatorKind::Playouts;
        return Opponent::new(Level::FULL, Settings { evaluator, ..settings });
    }
    Opponent::new(level.parse().expect("the name of a level"), settings)
}

fn choose(player: &mut Opponent, game: &Game) -> Option<Move> {
    let request = SearchRequest::new(game, Limits::playouts(500));
    match player.think(&request, &Stop::new(), |_| ()).decision {
        Decision::Move(mv) => Some(mv),
        Decision::Resign => None,
    }
}

/// Plays to the end and counts every stone on the board.
#[track_caller]
fn check_won(ending: Ending, opposition: Opposition, level: &str, seed: u64) {
    let mut game = ending.game(Ruleset::TROMP_TAYLOR);
    let (mut player, mut other) = (opponent(level, seed), opponent(level, seed + 1));
    while game.end().is_none() {
        assert!(game.n_turns() < 150, "no end for {level} with seed {seed}\n{}", game.board());
        let mv = match (game.to_play() == ending.to_play, opposition) {
            (true, _) => choose(&mut player, &game).expect("a won game is not resigned"),
            (false, Opposition::Passes) => Move::Pass,
            (false, Opposition::PlaysOn) => match choose(&mut other, &game) {
                Some(mv) => mv,
                None => return,
            },
        };
        game.play(mv).expect("the engine plays legal moves");
    }
    let score = game.count(&PointSet::EMPTY).score();
    assert_eq!(
        score.winner(),
        Some(ending.to_play),
        "{score} for {level} with seed {seed}, {opposition:?}\n{}",
        game.board()
    );
}

fn check_won_at_all_levels(ending: Ending) {
    for level in ["18k", "14k", "10k", "8k", CLASSICAL, "full"] {
        for seed in [1, 2] {
            check_won(ending, Opposition::Passes, level, seed);
        }
    }
    for level in ["8k", CLASSICAL, "full"] {
        check_won(ending, Opposition::PlaysOn, level, 3);
    }
}

#[test]
fn stones_in_the_open_are_captured() {
    check_won_at_all_levels(Ending {
        diagram: "
            . . . X O . .
            . . . X O . .
            . . . X O . .
            . O . X O . .
            . O . X O . .
            . . . X O . .
            . . . X O . .
        ",
        komi: "5.5",
        to_play: Color::Black,
    });
}

#[test]
fn a_group_with_one_eye_is_captured() {
    check_won_at_all_levels(Ending {
        diagram: "
            . X . X X O O . .
            X X X . X X O O .
            O O O X X X O . O
            . . O X . X O O O
            . . O X X X X X X
            O O O X O O O O O
            X X X X O . O . .
            O O O O O O O O O
            . O . O . O . O .
        ",
        komi: "-2.5",
        to_play: Color::Black,
    });
}

#[test]
fn stones_beside_a_seki_are_captured() {
    check_won_at_all_levels(Ending {
        diagram: "
            . X O . O X . X O .
            X X O X . X X X O .
            X X O X X X O O O .
            O O O O O O O . . .
            . . . . . . . . . .
            . X . . . O . . . .
            O O O O O O O O O O
            X X X X X X X X X X
            . . . X . X . . O .
            . X . X X X X . . .
        ",
        komi: "0.5",
        to_play: Color::White,
    });
}

#[test]
fn white_captures_too() {
    check_won_at_all_levels(Ending {
        diagram: "
            . . O X . . .
            . . O X . . .
            . X O X X . .
            . . O X . X .
            . . O X . . .
            . X O X . . .
            . . O X . . .
        ",
        komi: "8.5",
        to_play: Color::White,
    });
}

#[test]
fn a_game_that_is_won_as_it_stands_is_closed_at_once() {
    let ending = Ending {
        diagram: "
            . . . X O . .
            . . . X O . .
            . . . X O . .
            . O . X O . .
            . . . X O . .
            . X . X O . X
            . . . X O . .
        ",
        komi: "-20.5",
        to_play: Color::Black,
    };
    for level in ["light", "28k", "14k", "8k", CLASSICAL, "full"] {
        let game = ending.game(Ruleset::TROMP_TAYLOR);
        assert_eq!(choose(&mut opponent(level, 1), &game), Some(Move::Pass), "{level}");
    }
}
