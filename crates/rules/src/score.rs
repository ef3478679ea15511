//! The result of a game by its rules.

use std::fmt;

use crate::komi::half_points_to_string;
use crate::{
    Board, Button, ByColor, ByPoint, Color, DeadStones, Game, PointSet, Ruleset, Scoring, Size,
    Tax, area, life, territory,
};

/// The margin of a finished game.
///
/// The margin is exact. It is positive if Black is ahead and zero in a draw,
/// and it already includes komi.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Score {
    half_points: i32,
}

impl Score {
    /// A margin given in half points, positive for Black.
    pub const fn from_half_points(half_points: i32) -> Score {
        Score { half_points }
    }

    /// The margin of Black in half points.
    pub const fn half_points(self) -> i32 {
        self.half_points
    }

    /// The player who is ahead, or `None` in a draw.
    pub const fn winner(self) -> Option<Color> {
        match self.half_points {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        }
    }
}

/// Writes the result as records do: `B+3.5`, `W+8` or `0`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            None => f.pad("0"),
            Some(color) => {
                let margin = half_points_to_string(self.half_points.abs());
                f.pad(&format!("{}+{margin}", color.letter()))
            }
        }
    }
}

/// A position as it is counted by some rules.
#[derive(Copy, Clone, Debug)]
pub struct Counting {
    /// The half points of each player, with prisoners, komi and all else that
    /// the rules give.
    pub half_points: ByColor<i32>,
    /// Who owns each point, once dead stones are removed.
    pub owner: ByPoint<Option<Color>>,
    /// Whose territory each point is: as `owner`, without living stones.
    pub territory: ByPoint<Option<Color>>,
    /// The stones that were taken off as dead.
    pub dead: PointSet,
    /// Whether every border is closed. What is open is counted as it stands.
    pub is_sealed: bool,
}

impl Counting {
    /// The margin.
    pub const fn score(&self) -> Score {
        Score { half_points: self.half_points.black - self.half_points.white }
    }
}

/// Counts a game as it stands, without these stones.
pub(crate) fn count(game: &Game, dead: &PointSet) -> Counting {
    let ruleset = game.ruleset();
    let board = game.board();
    let dead: PointSet = match ruleset.dead_stones {
        DeadStones::Agreed => dead.iter().flat_map(|point| board.chain(point)).collect(),
        DeadStones::None => PointSet::EMPTY,
    };
    let left = board.without(|point| dead.contains(point));
    // Reading the life of groups costs far more than all else.
    let by_life = (ruleset.scoring == Scoring::Territory && ruleset.tax == Tax::Seki)
        .then(|| territory::find(board, &dead));
    let territory = match &by_life {
        Some(by_life) => by_life.owner,
        None => surrounded(&left, ruleset),
    };
    let mut owner = territory;
    for (color, point) in left.stones() {
        owner[point] = Some(color);
    }

    let mut points = match ruleset.scoring {
        Scoring::Area => count_owners(board.size(), &owner),
        Scoring::Territory => {
            let taken = by_life.as_ref().map_or_else(|| by_color(board, &dead), |it| it.prisoners);
            let prisoners = game.position().prisoners.zip(taken.swapped());
            count_owners(board.size(), &territory).zip(prisoners).map(|(n, (captured, taken))| {
                n + i32::from(taken) + i32::try_from(captured).unwrap_or(i32::MAX / 4)
            })
        }
    };
    if ruleset.tax == Tax::All {
        for (color, &n_areas) in &life::independent(&left, ruleset.suicide).n_areas {
            points[color] -= 2 * i32::from(n_areas);
        }
    }
    let is_sealed = by_life.map_or_else(|| territory::is_sealed(board, &dead), |it| it.is_sealed);
    Counting { half_points: half_points(game, points), owner, territory, dead, is_sealed }
}

/// The half points of each player, with all that is not on the board.
fn half_points(game: &Game, points: ByColor<i32>) -> ByColor<i32> {
    let ruleset = game.ruleset();
    let mut half_points = points.map(|it| 2 * it);
    half_points.white += 2 * i32::from(ruleset.handicap_points(game.handicap()));
    half_points.white += i32::from(game.komi().half_points());
    if ruleset.button == Button::Present {
        half_points[game.button().unwrap_or(game.to_play())] += 1;
    }
    half_points
}

/// The empty points that each player surrounds, whether or not the stones
/// around them live.
fn surrounded(left: &Board, ruleset: &Ruleset) -> ByPoint<Option<Color>> {
    let owner = match ruleset.tax {
        Tax::None => area::find(left),
        // What pays the tax and what has territory must be the same areas.
        Tax::Seki | Tax::All => life::independent(left, ruleset.suicide).owner,
    };
    without_stones(owner, left)
}

/// The number of points of each owner.
fn count_owners(size: Size, owner: &ByPoint<Option<Color>>) -> ByColor<i32> {
    let mut counts = ByColor::default();
    for color in owner.iter(size).filter_map(|(_, owner)| *owner) {
        counts[color] += 1;
    }
    counts
}

/// The owners of empty points only.
fn without_stones(mut owner: ByPoint<Option<Color>>, board: &Board) -> ByPoint<Option<Color>> {
    for (_, point) in board.stones() {
        owner[point] = None;
    }
    owner
}

/// The number of stones of each color among these points.
fn by_color(board: &Board, points: &PointSet) -> ByColor<u16> {
    let mut counts = ByColor::default();
    for color in points.iter().filter_map(|point| board.stone(point)) {
        counts[color] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Komi, Position};

    #[track_caller]
    fn check_score(diagram: &str, ruleset: Ruleset, dead: &str, expected: &str) {
        let board: Board = diagram.parse().unwrap();
        let game = Game::from_position(board.into(), ruleset).with_komi(Komi::ZERO);
        let dead = dead.split_whitespace().map(|name| name.parse().unwrap()).collect();
        assert_eq!(game.count(&dead).score().to_string(), expected);
    }

    const TWO_BY_TWO: &str = "
        . . X O . .
        . . X O . .
        X X X O O O
        . X X O O .
    ";

    #[test]
    fn an_area_of_two_by_two_is_four_points() {
        let board: Board = TWO_BY_TWO.parse().unwrap();
        let game = Game::from_position(board.into(), Ruleset::JAPANESE);
        assert_eq!(game.count(&PointSet::EMPTY).half_points, ByColor { black: 10, white: 23 });
    }

    const DEAD_STONE: &str = "
        . O . . X O .
        . . . . X O .
        X X X X X O O
        O O O O O O .
    ";

    #[test]
    fn a_dead_stone_is_a_prisoner_and_a_point() {
        check_score(DEAD_STONE, Ruleset::JAPANESE, "B4", "B+6");
        check_score(DEAD_STONE, Ruleset::CHINESE, "B4", "B+2");
    }

    #[test]
    fn every_stone_lives_where_the_rules_say_so() {
        check_score(DEAD_STONE, Ruleset::TROMP_TAYLOR, "B4", "W+7");
    }

    #[test]
    fn eyes_in_seki_count_by_area_only() {
        // Each has one eye: the point between the black stones is false.
        let seki = ". X . X . O .";
        check_score(seki, Ruleset::CHINESE, "", "B+2");
        check_score(seki, Ruleset::JAPANESE, "", "0");
    }

    #[test]
    fn prisoners_count_by_territory_only() {
        let board: Board = TWO_BY_TWO.parse().unwrap();
        let position = Position { prisoners: ByColor { black: 5, white: 2 }, ..board.into() };
        for (ruleset, expected) in [(Ruleset::JAPANESE, "B+3"), (Ruleset::CHINESE, "0")] {
            let game = Game::from_position(position, ruleset).with_komi(Komi::ZERO);
            assert_eq!(game.count(&PointSet::EMPTY).score().to_string(), expected);
        }
    }

    #[test]
    fn white_gets_points_for_handicap_stones() {
        for (ruleset, expected) in
            [(Ruleset::CHINESE, "B+76.5"), (Ruleset::AGA, "B+77.5"), (Ruleset::JAPANESE, "B+76.5")]
        {
            let game = Game::with_fixed_handicap(crate::Size::NINE, ruleset, 4).unwrap();
            assert_eq!(game.count(&PointSet::EMPTY).score().to_string(), expected);
        }
    }

    #[test]
    fn text_of_a_score() {
        for (half_points, text) in [(7, "B+3.5"), (-17, "W+8.5"), (0, "0"), (2, "B+1")] {
            assert_eq!(Score::from_half_points(half_points).to_string(), text);
        }
    }
}
