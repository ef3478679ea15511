//! What the network sees: bits for each point and a few numbers for the board.

use std::fmt;

use tengen_rules::{
    Board, ByColor, Color, Game, IllegalMove, KoRule, Komi, Move, Point, PointSet, Position,
    Ruleset, Scoring, Size, Suicide, Turn, life,
};

use crate::ladder::Reader;

/// The number of planes.
pub const N_PLANES: usize = 24;
/// The number of inputs that concern the whole board.
pub const N_GLOBALS: usize = 11;
/// The number of earlier moves that the network sees.
pub const N_RECENT: usize = 5;
/// Points of komi for a change of the first global input by 1.
pub(crate) const KOMI_SCALE: f32 = 20.0;
/// The most points of komi that the network is told.
const MAX_KOMI: f32 = 6.0 * KOMI_SCALE;

pub(crate) const MAX_POINTS: usize = Size::MAX_EDGE as usize * Size::MAX_EDGE as usize;

mod plane {
    pub(super) const ON_BOARD: u32 = 0;
    pub(super) const OWN_STONE: u32 = 1;
    pub(super) const OPPONENT_STONE: u32 = 2;
    pub(super) const OWN_LIBERTIES: u32 = 3;
    pub(super) const OPPONENT_LIBERTIES: u32 = 7;
    pub(super) const FORBIDDEN: u32 = 11;
    pub(super) const RECENT: u32 = 12;
    pub(super) const OWN_CAUGHT: u32 = 17;
    pub(super) const OPPONENT_CAUGHT: u32 = 18;
    pub(super) const CATCHES: u32 = 19;
    pub(super) const SAVES: u32 = 20;
    pub(super) const OWN_ALIVE: u32 = 21;
    pub(super) const OPPONENT_ALIVE: u32 = 22;
    pub(super) const OPPONENT_CATCHES: u32 = 23;
}

/// What stays the same from move to move of a game.
#[derive(Copy, Clone, Debug)]
pub struct Conditions {
    /// The rules.
    pub ruleset: Ruleset,
    /// White's compensation.
    pub komi: Komi,
    /// The number of handicap stones.
    pub handicap: u8,
}

impl Conditions {
    /// The conditions of a game.
    pub fn of(game: &Game) -> Conditions {
        Conditions { ruleset: *game.ruleset(), komi: game.komi(), handicap: game.handicap() }
    }

    /// Points for a player beside the area, in a position.
    fn own_komi(&self, position: &Position) -> f32 {
        let handicap_points = f32::from(self.ruleset.handicap_points(self.handicap));
        let white = f32::from(self.komi.half_points()) / 2.0 + handicap_points;
        let sign = f32::from(position.to_play.sign());
        let correction = match self.ruleset.scoring {
            Scoring::Area => 0,
            Scoring::Territory => n_played_more_by_opponent(position),
        };
        correction as f32 - sign * white
    }
}

/// How many stones the opponent has put on the board more than the player to
/// move; each of them is worth a point less by territory than by area.
fn n_played_more_by_opponent(position: &Position) -> i32 {
    let mut n_stones = ByColor::<i32>::default();
    for (color, _) in position.board.stones() {
        n_stones[color] += 1;
    }
    let own = position.to_play;
    let played =
        |color: Color| n_stones[color] + i32::try_from(position.prisoners[!color]).unwrap_or(0);
    played(!own) - played(own)
}

/// A position as the network sees it, everything by the player to move.
///
/// Making one does not allocate.
///
/// This is version 1 of the inputs. Weights are trained for it: a change of
/// anything here makes them worthless and needs another version of the file
/// format.
///
/// | plane | set where |
/// |---|---|
/// | 0 | the point is on the board |
/// | 1, 2 | there is an own stone, an opponent's stone |
/// | 3–6 | there is a stone of an own chain with 1, 2, 3, 4 liberties |
/// | 7–10 | the same for the opponent's chains |
/// | 11 | a capture is forbidden by ko or superko |
/// | 12–16 | the last move was played, the one before it, up to five |
/// | 17 | an own chain is caught: it is in atari and cannot escape, or has two liberties and the opponent to move would catch it in a ladder |
/// | 18 | an opponent's chain is caught: it could not escape if it moved, or is caught by a ladder that starts now |
/// | 19 | a move starts a ladder that catches an opponent's chain |
/// | 20 | a move saves an own chain in atari |
/// | 21, 22 | the own side, the opponent owns the point unconditionally |
/// | 23 | a move of the opponent would start a ladder that catches an own chain |
///
/// | number | what |
/// |---|---|
/// | 0 | own komi / 20, at most 6: White's komi and points for handicap stones; for territory scoring plus the stones that the opponent has put on the board more than oneself, so that it is what an area count needs |
/// | 1, 2 | the last move, the one before it was a pass |
/// | 3 | territory scoring |
/// | 4, 5 | positional, situational superko |
/// | 6 | suicide is legal |
/// | 7 | handicap stones / 9, at most 1 |
/// | 8 | for area scoring, how own komi stands to the parity of the board: 0 where a draw is possible, 0.5 half a point above it, −0.5 half a point below |
/// | 9 | (√area − 14) / 10 |
/// | 10 | the own side is Black |
///
/// Tax, button, long cycles and how dead stones are found are not seen.
#[derive(Clone)]
pub struct Input {
    size: Size,
    bits: [u32; MAX_POINTS],
    globals: [f32; N_GLOBALS],
    /// Komi beyond what the network is told.
    excess_komi: f32,
}

impl Input {
    /// The present position of a game, with this player to move.
    pub fn from_game(game: &Game, to_play: Color) -> Input {
        let position = Position { to_play, ..*game.position() };
        let mut recent = [None; N_RECENT];
        let moves = game.turns().rev().map(|turn| match turn {
            Turn::Move(_, mv) => Some(mv),
            Turn::Resume(_) => None,
        });
        for (slot, mv) in recent.iter_mut().zip(moves) {
            *slot = mv;
        }
        Input::new(&position, &recent, &Conditions::of(game), &forbidden(game, to_play))
    }

    /// A position that is reached in a search.
    ///
    /// `recent` has the last moves, the latest first; `forbidden` the captures
    /// that superko forbids, and may leave out the simple ko.
    pub fn new(
        position: &Position,
        recent: &[Option<Move>; N_RECENT],
        conditions: &Conditions,
        forbidden: &PointSet,
    ) -> Input {
        let board = &position.board;
        let size = board.size();
        let own_komi = conditions.own_komi(position);
        let told_komi = own_komi.clamp(-MAX_KOMI, MAX_KOMI);
        let mut input = Input {
            size,
            bits: [1 << plane::ON_BOARD; MAX_POINTS],
            globals: globals(position, recent, conditions, told_komi),
            excess_komi: own_komi - told_komi,
        };
        input.bits[usize::from(size.n_points())..].fill(0);
        input.set_stones(board, position.to_play);
        input.set_forbidden(position, forbidden);
        for (number, mv) in recent.iter().enumerate() {
            if let Some(Move::Play(point)) = mv {
                input.set(*point, plane::RECENT + number as u32);
            }
        }
        input.set_ladders(board, position.to_play);
        input.set_alive(board, position.to_play, conditions.ruleset.suicide);
        input
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The planes of each point as bits, row by row from `A1`.
    pub fn bits(&self) -> &[u32] {
        &self.bits[..usize::from(self.size.n_points())]
    }

    /// The inputs that concern the whole board.
    pub const fn globals(&self) -> &[f32; N_GLOBALS] {
        &self.globals
    }

    /// Points of komi that the network is not told, and does not count.
    pub(crate) const fn excess_komi(&self) -> f32 {
        self.excess_komi
    }

    fn set(&mut self, point: Point, plane: u32) {
        if let Some(idx) = point.index_in(self.size) {
            self.bits[usize::from(idx)] |= 1 << plane;
        }
    }

    fn set_stones(&mut self, board: &Board, own: Color) {
        for (bits, point) in self.bits.iter_mut().zip(self.size.points()) {
            let Some(color) = board.stone(point) else { continue };
            let (stone, liberties) = if color == own {
                (plane::OWN_STONE, plane::OWN_LIBERTIES)
            } else {
                (plane::OPPONENT_STONE, plane::OPPONENT_LIBERTIES)
            };
            *bits |= 1 << stone;
            let n_liberties = u32::from(board.n_liberties(point));
            if (1..=4).contains(&n_liberties) {
                *bits |= 1 << (liberties + n_liberties - 1);
            }
        }
    }

    fn set_forbidden(&mut self, position: &Position, forbidden: &PointSet) {
        for point in forbidden {
            self.set(point, plane::FORBIDDEN);
        }
        if let Some(point) = position.board.ko() {
            let check = position.board.check(position.to_play, point, Suicide::Allowed);
            if matches!(check, Err(IllegalMove::Ko(_))) {
                self.set(point, plane::FORBIDDEN);
            }
        }
    }

    fn set_ladders(&mut self, board: &Board, own: Color) {
        let mut reader = None;
        for point in self.size.points() {
            let n_liberties = board.n_liberties(point);
            if !(1..=2).contains(&n_liberties) || board.chain_id(point) != Some(point) {
                continue;
            }
            let reader = reader.get_or_insert_with(|| Reader::new(board));
            let is_own = board.stone(point) == Some(own);
            let is_caught = if n_liberties == 1 {
                let saving_move = reader.saving_move(point);
                if let (true, Ok(at)) = (is_own, saving_move) {
                    self.set(at, plane::SAVES);
                }
                saving_move.is_err()
            } else {
                let catching_move = reader.catching_move(point);
                if let Some(at) = catching_move {
                    self.set(at, if is_own { plane::OPPONENT_CATCHES } else { plane::CATCHES });
                }
                catching_move.is_some()
            };
            if is_caught {
                let plane = if is_own { plane::OWN_CAUGHT } else { plane::OPPONENT_CAUGHT };
                for stone in board.chain(point) {
                    self.set(stone, plane);
                }
            }
        }
    }

    fn set_alive(&mut self, board: &Board, own: Color, suicide: Suicide) {
        let owner = life::area(board, suicide, life::Extent::Unconditional);
        for (bits, point) in self.bits.iter_mut().zip(self.size.points()) {
            if let Some(color) = owner[point] {
                *bits |= 1 << if color == own { plane::OWN_ALIVE } else { plane::OPPONENT_ALIVE };
            }
        }
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Input { size, bits: _, globals, excess_komi } = self;
        f.debug_struct("Input")
            .field("size", size)
            .field("bits", &self.bits())
            .field("globals", globals)
            .field("excess_komi", excess_komi)
            .finish()
    }
}

fn globals(
    position: &Position,
    recent: &[Option<Move>; N_RECENT],
    conditions: &Conditions,
    own_komi: f32,
) -> [f32; N_GLOBALS] {
    let size = position.board.size();
    let ruleset = &conditions.ruleset;
    let flag = |is_set: bool| f32::from(u8::from(is_set));
    [
        own_komi / KOMI_SCALE,
        flag(recent[0] == Some(Move::Pass)),
        flag(recent[1] == Some(Move::Pass)),
        flag(ruleset.scoring == Scoring::Territory),
        flag(ruleset.ko == KoRule::Positional),
        flag(matches!(ruleset.ko, KoRule::Situational | KoRule::Spight)),
        flag(ruleset.suicide == Suicide::Allowed),
        f32::from(conditions.handicap.min(9)) / 9.0,
        match ruleset.scoring {
            Scoring::Area => komi_parity(own_komi, size),
            Scoring::Territory => 0.0,
        },
        scaled_edge(size),
        flag(position.to_play == Color::Black),
    ]
}

/// How the square root of the area differs from the middle of the sizes that
/// the network is trained for.
pub(crate) fn scaled_edge(size: Size) -> f32 {
    (f32::from(size.n_points()).sqrt() - 14.0) / 10.0
}

/// The distance of komi from one that allows a draw, without seki.
///
/// Points on the board are either own or the opponent's, so that the
/// difference of the areas is odd if the number of points is. Steps of komi
/// between two such differences change nothing.
fn komi_parity(own_komi: f32, size: Size) -> f32 {
    let above = (own_komi - f32::from(size.n_points() % 2)).rem_euclid(2.0);
    match above {
        it if it < 0.5 => it,
        it if it < 1.5 => 1.0 - it,
        it => it - 2.0,
    }
}

/// The captures that the ko rule forbids to a player.
///
/// Only captures repeat a position; suicide is not looked at.
fn forbidden(game: &Game, to_play: Color) -> PointSet {
    let board = game.board();
    let mut forbidden = PointSet::EMPTY;
    for point in board.size().points() {
        if board.stone(point) != Some(!to_play) || board.chain_id(point) != Some(point) {
            continue;
        }
        let Some(capture) = board.atari(point) else { continue };
        let check = game.check_as(to_play, Move::Play(capture));
        if matches!(check, Err(IllegalMove::Ko(_) | IllegalMove::Superko(_))) {
            forbidden.insert(capture);
        }
    }
    forbidden
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points of a plane as a picture.
    fn picture(input: &Input, plane: u32) -> String {
        let width = usize::from(input.size().width());
        let row = |bits: &[u32]| {
            let cells = bits.iter().map(|it| if it >> plane & 1 == 1 { "#" } else { "." });
            cells.collect::<Vec<_>>().join(" ")
        };
        input.bits().chunks(width).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    fn game(diagram: &str, to_play: Color) -> Game {
        let board: Board = diagram.parse().unwrap();
        let position = Position { to_play, ..board.into() };
        Game::from_position(position, Ruleset::CHINESE)
    }

    #[track_caller]
    fn check_plane(game: &Game, plane: u32, expected: &str) {
        let input = Input::from_game(game, game.to_play());
        let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
        assert_eq!(picture(&input, plane), expected.join("\n"));
    }

    fn play(game: &mut Game, moves: &str) {
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
    }

    #[test]
    fn stones_and_liberties_are_seen_by_the_player_to_move() {
        let diagram = "
            . . . O
            . X . .
            . X . .
            . . . .
        ";
        let own = "
            . . . .
            . # . .
            . # . .
            . . . .
        ";
        let opponent = "
            . . . #
            . . . .
            . . . .
            . . . .
        ";
        let black = game(diagram, Color::Black);
        check_plane(&black, plane::OWN_STONE, own);
        check_plane(&black, plane::OPPONENT_STONE, opponent);
        check_plane(&black, plane::OPPONENT_LIBERTIES + 1, opponent);
        let white = game(diagram, Color::White);
        check_plane(&white, plane::OPPONENT_STONE, own);
        check_plane(&white, plane::OWN_LIBERTIES + 1, opponent);
    }

    #[test]
    fn recent_moves_are_in_planes_of_their_own() {
        let mut game = Game::new(Size::square(3).unwrap(), Ruleset::CHINESE);
        play(&mut game, "A1 pass C3");
        check_plane(&game, plane::RECENT, ". . #\n. . .\n. . .");
        check_plane(&game, plane::RECENT + 1, ". . .\n. . .\n. . .");
        check_plane(&game, plane::RECENT + 2, ". . .\n. . .\n# . .");
        let globals = *Input::from_game(&game, Color::White).globals();
        assert_eq!(globals[1..3], [0.0, 1.0]);
    }

    #[test]
    fn ko_is_forbidden_to_the_player_whose_stone_was_taken() {
        let mut game = game(
            "
            . X O .
            X O . O
            . X O .
            . . . .
            ",
            Color::Black,
        );
        play(&mut game, "C3");
        let forbidden = "
            . . . .
            . # . .
            . . . .
            . . . .
        ";
        check_plane(&game, plane::FORBIDDEN, forbidden);
        let black = Input::from_game(&game, Color::Black);
        assert!(!picture(&black, plane::FORBIDDEN).contains('#'));
        play(&mut game, "pass");
        check_plane(&game, plane::FORBIDDEN, &forbidden.replace('#', "."));
    }

    #[test]
    fn ladders_are_seen_from_both_sides() {
        let diagram = "
            . . . . .
            . . . . .
            . X . . .
            . O . . .
        ";
        let prey = "
            . . . . .
            . . . . .
            . . . . .
            . # . . .
        ";
        let catching = "
            . . . . .
            . . . . .
            . . . . .
            . . # . .
        ";
        let black = game(diagram, Color::Black);
        check_plane(&black, plane::OPPONENT_CAUGHT, prey);
        check_plane(&black, plane::CATCHES, catching);
        let white = game(diagram, Color::White);
        check_plane(&white, plane::OWN_CAUGHT, prey);
        check_plane(&white, plane::OPPONENT_CATCHES, catching);
    }

    #[test]
    fn saving_moves_are_seen() {
        let game = game(
            "
            . . . . .
            . . X . .
            . X O . .
            . . X . .
            . . . . .
            ",
            Color::White,
        );
        check_plane(
            &game,
            plane::SAVES,
            "
            . . . . .
            . . . . .
            . . . # .
            . . . . .
            . . . . .
            ",
        );
    }

    #[test]
    fn unconditional_life_is_seen() {
        let game = game(
            "
            . X . X O
            X X X X O
            O O O O O
            . . . . .
            ",
            Color::White,
        );
        check_plane(
            &game,
            plane::OPPONENT_ALIVE,
            "
            # # # # .
            # # # # .
            . . . . .
            . . . . .
            ",
        );
    }

    #[test]
    fn superko_is_forbidden_where_the_rules_have_it() {
        let diagram = "
            . X O .
            X O . O
            . X O .
        ";
        for (ko, is_forbidden) in [(KoRule::Simple, false), (KoRule::Positional, true)] {
            let board: Board = diagram.parse().unwrap();
            let ruleset = Ruleset { ko, ..Ruleset::CHINESE };
            let mut game = Game::from_position(board.into(), ruleset);
            play(&mut game, "C2 pass");
            // The pass has lifted the simple ko, but to take back would
            // repeat the first position.
            let input = Input::from_game(&game, Color::White);
            assert_eq!(picture(&input, plane::FORBIDDEN).contains('#'), is_forbidden, "{ko:?}");
        }
    }

    #[track_caller]
    fn check_own_komi(game: &Game, to_play: Color, expected: f32) {
        let komi = Input::from_game(game, to_play).globals()[0] * KOMI_SCALE;
        assert!((komi - expected).abs() < 1e-4, "{komi}");
    }

    #[test]
    fn komi_is_that_of_the_player_to_move() {
        let game = Game::new(Size::NINE, Ruleset::CHINESE).with_komi(Komi::from_half_points(15));
        check_own_komi(&game, Color::White, 7.5);
        check_own_komi(&game, Color::Black, -7.5);
    }

    #[test]
    fn territory_komi_counts_the_stones_that_were_played() {
        let komi = Komi::from_half_points(13);
        let mut game = Game::new(Size::NINE, Ruleset::JAPANESE).with_komi(komi);
        check_own_komi(&game, Color::Black, -6.5);
        play(&mut game, "E5");
        check_own_komi(&game, Color::White, 7.5);
        play(&mut game, "pass C3");
        check_own_komi(&game, Color::White, 8.5);
        check_own_komi(&game, Color::Black, -8.5);
    }

    /// By territory, a game that is over has the score that area gives with
    /// the corrected komi.
    #[test]
    fn corrected_komi_makes_area_count_as_territory() {
        let diagram = "
            . X O . .
            X X O . .
            . X O O .
            X X O . O
            . X O O .
        ";
        let board: Board = diagram.parse().unwrap();
        let prisoners = ByColor { black: 3, white: 5 };
        let position = Position { to_play: Color::Black, prisoners, board };
        let territory = Game::from_position(position, Ruleset::JAPANESE);
        let area = Game::from_position(position, Ruleset::CHINESE).with_komi(Komi::ZERO);
        let points = |game: &Game| {
            let counting = game.count(&PointSet::EMPTY);
            counting.score().half_points() as f32 / 2.0
        };
        check_own_komi(&territory, Color::Black, points(&territory) - points(&area));
    }

    #[test]
    fn komi_beyond_all_reason_is_left_to_the_lead() {
        let komi = Komi::from_half_points(301);
        let game = Game::new(Size::NINE, Ruleset::CHINESE).with_komi(komi);
        check_own_komi(&game, Color::White, 120.0);
        let input = Input::from_game(&game, Color::White);
        assert!((input.excess_komi() - 30.5).abs() < 1e-4);
    }

    #[test]
    fn parity_of_komi() {
        let even = Size::square(10).unwrap();
        for (komi, expected) in [(0.0, 0.0), (0.5, 0.5), (1.0, 0.0), (1.5, -0.5), (2.0, 0.0)] {
            assert!((komi_parity(komi, even) - expected).abs() < 1e-6, "{komi}");
            assert!((komi_parity(komi + 1.0, Size::NINE) - expected).abs() < 1e-6, "{komi}");
            assert!((komi_parity(komi - 8.0, even) - expected).abs() < 1e-6, "{komi}");
        }
    }

    #[test]
    fn rules_and_handicap_are_inputs() {
        let globals = |game: &Game| *Input::from_game(game, game.to_play()).globals();
        let japanese = Game::with_fixed_handicap(Size::NINETEEN, Ruleset::JAPANESE, 9).unwrap();
        assert_eq!(globals(&japanese)[3..8], [1.0, 0.0, 0.0, 0.0, 1.0]);
        let tromp_taylor = Game::new(Size::NINETEEN, Ruleset::TROMP_TAYLOR);
        assert_eq!(globals(&tromp_taylor)[3..8], [0.0, 1.0, 0.0, 1.0, 0.0]);
        assert_eq!(globals(&tromp_taylor)[10..], [1.0]);
    }

    #[test]
    fn every_size_has_its_inputs() {
        for width in 1..=Size::MAX_EDGE {
            for height in 1..=Size::MAX_EDGE {
                let size = Size::new(width, height).unwrap();
                let game = Game::new(size, Ruleset::CHINESE);
                let input = Input::from_game(&game, Color::Black);
                assert_eq!(input.bits().len(), usize::from(size.n_points()));
                assert!(input.bits().iter().all(|it| it & 1 == 1));
                assert!(input.globals().iter().all(|it| it.is_finite()));
            }
        }
    }
}
