//! A finished game, counted in both ways and explained on the board.

use tengen_rules::{
    Board, ByColor, Color, Game, Komi, Point, PointSet, Position, Ruleset, Suicide,
};
use tengen_rules::{area, life, territory};

use crate::lesson::Mark;
use crate::reading;
use crate::text::{Param, Text};

/// A position counted in both ways, without komi.
#[derive(Clone, Debug)]
pub struct Count {
    /// The stones that are taken off as dead.
    pub dead: PointSet,
    /// Stones on the board that are alive.
    pub stones: ByColor<u32>,
    /// Points that only one player surrounds, by area counting.
    pub surrounded: ByColor<u32>,
    /// Points of territory, by territory counting.
    pub territory: ByColor<u32>,
    /// Prisoners that each player has taken, dead stones included.
    pub prisoners: ByColor<u32>,
    /// Black's lead in half points by area counting.
    pub area_lead: i32,
    /// Black's lead in half points by territory counting.
    pub territory_lead: i32,
    /// Whether every border is closed.
    pub is_sealed: bool,
    /// The owner of each empty point that has one.
    surroundings: Vec<(Point, Color)>,
}

impl Count {
    /// Counts a position in which these stones are dead.
    pub fn new(position: &Position, dead: &PointSet) -> Count {
        let board = &position.board;
        let dead: PointSet = dead.iter().flat_map(|it| board.chain(it)).collect();
        let left = board.without(|it| dead.contains(it));
        let owner = area::find(&left);
        let by_life = territory::find(board, &dead);
        let n_points = |is_one: &dyn Fn(Point, Color) -> bool| {
            ByColor::from_fn(|color| {
                let points = board.size().points().filter(|&it| is_one(it, color));
                u32::try_from(points.count()).unwrap_or_default()
            })
        };
        let stones = n_points(&|it, color| left.stone(it) == Some(color));
        let surrounded = n_points(&|it, color| left.is_empty_at(it) && owner[it] == Some(color));
        let territory = n_points(&|it, color| by_life.owner[it] == Some(color));
        // Those that the rules take off: dead stones inside living groups.
        let taken = by_life.prisoners.swapped();
        let prisoners =
            position.prisoners.zip(taken).map(|(captured, dead)| captured + u32::from(dead));
        let lead = |ruleset: Ruleset| {
            let game = Game::from_position(*position, ruleset).with_komi(Komi::from_half_points(0));
            game.count(&dead).score().half_points()
        };
        let empty = board.size().points().filter(|&it| left.is_empty_at(it));
        let surroundings = empty.filter_map(|it| Some((it, owner[it]?))).collect();
        Count {
            dead,
            stones,
            surrounded,
            territory,
            prisoners,
            area_lead: lead(Ruleset::CHINESE),
            territory_lead: lead(Ruleset::JAPANESE),
            is_sealed: by_life.is_sealed,
            surroundings,
        }
    }

    /// Who owns what, and which stones are dead.
    pub fn marks(&self) -> Vec<(Point, Mark)> {
        let owned = self.surroundings.iter().map(|&(point, color)| (point, Mark::Owned(color)));
        owned.chain(self.dead.iter().map(|it| (it, Mark::Dead))).collect()
    }

    /// The sums of both ways, step by step.
    pub fn explain(&self) -> Vec<Text> {
        let mut texts = Vec::new();
        if !self.dead.is_empty() {
            texts.push(Text::new("count.dead").with("points", self.dead));
        }
        texts.push(Text::new("count.area"));
        for color in Color::ALL {
            texts.push(sum("count.area.sum", color, self.stones[color], self.surrounded[color]));
        }
        texts.push(lead("count.area", self.area_lead));
        texts.push(Text::new("count.territory"));
        for color in Color::ALL {
            let (territory, prisoners) = (self.territory[color], self.prisoners[color]);
            texts.push(sum("count.territory.sum", color, territory, prisoners));
        }
        texts.push(lead("count.territory", self.territory_lead));
        match (self.area_lead.signum(), self.territory_lead.signum()) {
            (0, 0) => (),
            (one, other) if one == other => texts.push(Text::new("count.same")),
            _ => texts.push(Text::new("count.different")),
        }
        texts
    }
}

fn sum(id: &str, color: Color, first: u32, second: u32) -> Text {
    Text::new(id)
        .with("color", color)
        .with("first", Param::HalfPoints(2 * first))
        .with("second", Param::HalfPoints(2 * second))
        .with("sum", Param::HalfPoints(2 * (first + second)))
}

/// By how much somebody leads.
fn lead(id: &str, half_points: i32) -> Text {
    let winner = match half_points {
        0 => return Text::new(format!("{id}.tie")),
        1.. => Color::Black,
        _ => Color::White,
    };
    let points = half_points.unsigned_abs();
    let form = if points == 2 { "lead.one" } else { "lead" };
    Text::new(format!("{id}.{form}"))
        .with("color", winner)
        .with("points", Param::HalfPoints(points))
}

/// The stones that are dead at the end of a game: those that cannot live, and
/// those that their owner cannot save even by moving first.
pub fn dead_stones(board: &Board) -> PointSet {
    let mut dead = life::dead_stones(board, Suicide::Forbidden);
    for (_, point) in board.stones() {
        let is_head = board.chain_id(point) == Some(point);
        if is_head && !dead.contains(point) && reading::rescue(board, point).is_none() {
            dead.extend(board.chain(point));
        }
    }
    // Whoever takes the stone that would take it is not dead.
    let lives = |point: Point| {
        let beside = board.chain(point).flat_map(|it| board.neighbors(it));
        let color = board.stone(point);
        let is_killer = |it: &Point| board.stone(*it).is_some() && board.stone(*it) != color;
        beside.filter(is_killer).any(|it| dead.contains(it))
    };
    let in_doubt: PointSet = dead.iter().filter(|&it| lives(it)).collect();
    dead.difference(&in_doubt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn both_ways_are_explained() {
        let board: Board = "
            . X O . .
            . X O . .
            . X O . X
            X X O O O
            . . X O .
        "
        .parse()
        .unwrap();
        let mut position = Position::from(board);
        position.prisoners.black = 1;
        let dead = dead_stones(&board);
        let count = Count::new(&position, &dead);
        let said: Vec<String> =
            count.explain().iter().map(|it| Language::English.say(it)).collect();
        assert!(said.iter().any(|it| it.contains("E3")), "{said:#?}");
        assert_eq!(count.stones.white, 7);
    }
}
