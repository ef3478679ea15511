//! A game as commands tell it, and the shortest route from one to another.

use tengen_rules::{Color, Game, Komi, Move, Point, Size, Turn};

/// All of a game that an engine can be told.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct ToldGame {
    pub(super) size: Size,
    pub(super) komi: Komi,
    /// The name of the rules.
    pub(super) rules: Option<&'static str>,
    pub(super) start: Start,
    pub(super) turns: Vec<(Color, Move)>,
}

/// What is on the board before the first move.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Start {
    /// Nothing.
    Empty,
    /// Black's handicap.
    Handicap(Vec<Point>),
    /// Any stones, and who plays first.
    Position(Vec<(Color, Point)>, Color),
}

/// How an engine gets from what it knows to what it should know.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Route {
    /// Undo this many moves and play the others from there on.
    Continue { n_undos: usize },
    /// Begin with an empty board.
    StartOver,
}

impl ToldGame {
    /// What there is to tell of a game.
    pub(super) fn new(game: &Game) -> ToldGame {
        let turns = game.turns().filter_map(|turn| match turn {
            Turn::Move(color, mv) => Some((color, mv)),
            // Moves have their colors, so there is nothing to tell.
            Turn::Resume(_) => None,
        });
        ToldGame {
            size: game.board().size(),
            komi: game.komi(),
            rules: game.ruleset().name(),
            start: Start::new(game),
            turns: turns.collect(),
        }
    }

    /// The way from another game to this one, the shorter of those there are.
    pub(super) fn route_from(&self, other: &ToldGame, can_undo: bool) -> Route {
        let has_same_start =
            (self.size, self.rules, &self.start) == (other.size, other.rules, &other.start);
        let pairs = self.turns.iter().zip(&other.turns);
        let n_common = pairs.take_while(|(mine, others)| mine == others).count();
        let n_undos = other.turns.len() - n_common;
        // Starting anew costs a few commands, and all moves in common.
        let is_shorter = n_undos <= n_common + 3;
        if has_same_start && (n_undos == 0 || can_undo && is_shorter) {
            Route::Continue { n_undos }
        } else {
            Route::StartOver
        }
    }
}

impl Start {
    fn new(game: &Game) -> Start {
        let position = game.position_at(0).expect("every game has a start");
        let stones: Vec<(Color, Point)> = position.board.stones().collect();
        let is_handicap = stones.len() > 1
            && stones.iter().all(|&(color, _)| color == Color::Black)
            && position.to_play == Color::White;
        match stones {
            stones if is_handicap => {
                Start::Handicap(stones.into_iter().map(|(_, point)| point).collect())
            }
            stones if stones.is_empty() => Start::Empty,
            stones => Start::Position(stones, position.to_play),
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Board, Ruleset};

    use super::*;

    fn told(moves: &str) -> ToldGame {
        let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        ToldGame::new(&game)
    }

    #[track_caller]
    fn check_way(from: &str, to: &str, expected: Route) {
        assert_eq!(told(to).route_from(&told(from), true), expected, "{from} to {to}");
    }

    #[test]
    fn the_way_is_short() {
        let forward = |n_undos| Route::Continue { n_undos };
        check_way("", "", forward(0));
        check_way("", "A1 B2", forward(0));
        check_way("A1 B2", "A1 B2 C3", forward(0));
        check_way("A1 B2 C3", "A1 B2", forward(1));
        check_way("A1 B2 C3", "A1 C2 C3 D4", forward(2));
        check_way("A1 B2 C3 D4", "E5", Route::StartOver);
        check_way("A1 B2 C3 D4 E5 F6", "A1", Route::StartOver);
    }

    #[test]
    fn without_undo_there_is_one_way_back() {
        let way = |from, to| told(to).route_from(&told(from), false);
        assert_eq!(way("A1 B2", "A1 B2 C3"), Route::Continue { n_undos: 0 });
        assert_eq!(way("A1 B2", "A1"), Route::StartOver);
    }

    #[test]
    fn other_beginnings_are_other_games() {
        let even = told("");
        let large = ToldGame { size: Size::NINETEEN, ..even.clone() };
        let japanese = ToldGame { rules: Some("japanese"), ..even.clone() };
        for other in [large, japanese] {
            assert_eq!(even.route_from(&other, true), Route::StartOver);
        }
        let komi = ToldGame { komi: Komi::ZERO, ..even.clone() };
        assert_eq!(even.route_from(&komi, true), Route::Continue { n_undos: 0 });
    }

    #[test]
    fn starts() {
        let start = |game: &Game| ToldGame::new(game).start;
        assert_eq!(start(&Game::new(Size::NINE, Ruleset::CHINESE)), Start::Empty);
        let mut game = Game::with_fixed_handicap(Size::NINE, Ruleset::CHINESE, 2).unwrap();
        game.play("E5".parse().unwrap()).unwrap();
        let points = ["C3", "G7"].map(|name| name.parse().unwrap());
        assert_eq!(start(&game), Start::Handicap(points.to_vec()));
        let board: Board = "X O .\n. X .".parse().unwrap();
        let Start::Position(stones, to_play) =
            start(&Game::from_position(board.into(), Ruleset::CHINESE))
        else {
            panic!("this is no handicap");
        };
        assert_eq!((stones.len(), to_play), (3, Color::Black));
    }
}
