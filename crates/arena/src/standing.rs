//! Where a match stands.

use std::collections::BTreeMap;

use tengen_rules::{ByColor, Color};

use crate::result::{GameResult, Reason, Usage};
use crate::side::{BySide, Side};
use crate::statistics::{Points, Tally};

/// The results of a match so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Won, drawn and lost games of the first side.
    pub tally: Tally,
    /// What each side has won.
    pub wins: BySide<Wins>,
    /// Games with equal points.
    pub n_draws: u32,
    /// Games that have no result, by reason.
    pub without_result: Vec<(Reason, u32)>,
    /// What each side took for its moves.
    pub usage: BySide<Usage>,
    /// All games, those without result included.
    pub n_games: u32,
}

/// The games that a side has won.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Wins {
    /// By the color it had.
    pub by_color: ByColor<u32>,
    /// By why the game ended, in the order of the reasons, where there are
    /// any.
    pub by_reason: Vec<(Reason, u32)>,
}

impl Wins {
    /// All of them.
    pub fn total(&self) -> u32 {
        self.by_color.black + self.by_color.white
    }

    /// Those for one reason.
    pub fn for_reason(&self, reason: Reason) -> u32 {
        self.by_reason.iter().find(|it| it.0 == reason).map_or(0, |it| it.1)
    }
}

impl Standing {
    /// What these games come to, in whatever order they are.
    pub fn of(games: &[GameResult]) -> Standing {
        let count = |is_counted: &dyn Fn(&GameResult) -> bool| {
            games.iter().filter(|game| is_counted(game)).count() as u32
        };
        let by_reason = |winner: Option<Side>| -> Vec<(Reason, u32)> {
            let of_reason = |reason: Reason| {
                let is_so = |game: &GameResult| {
                    let is_draw = game.winner().is_none() && game.points().is_some();
                    game.reason == reason && game.winner() == winner && !is_draw
                };
                (reason, count(&is_so))
            };
            Reason::ALL.map(of_reason).into_iter().filter(|it| it.1 > 0).collect()
        };
        let won_as = |side: Side, color: Color| {
            count(&|game| game.winner() == Some(side) && game.side(color) == side)
        };
        Standing {
            tally: tally(games),
            wins: BySide::from_fn(|side| Wins {
                by_color: ByColor {
                    black: won_as(side, Color::Black),
                    white: won_as(side, Color::White),
                },
                by_reason: by_reason(Some(side)),
            }),
            n_draws: count(&|game| game.winner().is_none() && game.points().is_some()),
            without_result: by_reason(None),
            usage: BySide::from_fn(|side| {
                games.iter().map(|game| game.usage[side]).fold(Usage::default(), Usage::plus)
            }),
            n_games: games.len() as u32,
        }
    }
}

/// Counts games two by two where both have a result.
fn tally(games: &[GameResult]) -> Tally {
    let mut pairs: BTreeMap<u32, Vec<Points>> = BTreeMap::new();
    for game in games {
        pairs.entry(game.number.div_ceil(2)).or_default().extend(game.points());
    }
    let mut tally = Tally::default();
    for points in pairs.into_values() {
        match points[..] {
            [one, other] => tally.add_pair([one, other]),
            _ => points.into_iter().for_each(|it| tally.add_single(it)),
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32, outcome: &str, reason: Reason) -> GameResult {
        GameResult {
            number,
            black: if number % 2 == 1 { Side::First } else { Side::Second },
            outcome: outcome.parse().unwrap(),
            reason,
            detail: None,
            n_moves: 50,
            usage: BySide::default(),
        }
    }

    #[test]
    fn games_are_counted_by_side_and_color() {
        let standing = Standing::of(&[
            game(1, "B+R", Reason::Resignation),
            game(2, "B+T", Reason::Time),
            game(3, "W+2.5", Reason::Score),
            game(4, "W+F", Reason::Crash),
            game(5, "0", Reason::Score),
            game(6, "Void", Reason::TooLong),
        ]);
        assert_eq!(standing.wins.first.by_color, ByColor { black: 1, white: 1 });
        assert_eq!(standing.wins.second.by_color, ByColor { black: 1, white: 1 });
        assert_eq!(standing.wins.first.for_reason(Reason::Crash), 1);
        assert_eq!(standing.wins.second.by_reason, [(Reason::Score, 1), (Reason::Time, 1)]);
        assert_eq!((standing.n_draws, standing.n_games), (1, 6));
        assert_eq!(standing.without_result, [(Reason::TooLong, 1)]);
        // The pairs have one win each; the draw has lost its partner.
        assert_eq!(standing.tally.pairs(), [0, 0, 2, 0, 0]);
        assert_eq!(standing.tally.n_games(), 5);
    }

    #[test]
    fn order_does_not_matter() {
        let games = [game(3, "B+R", Reason::Score), game(1, "W+R", Reason::Score)];
        let reversed = [games[1].clone(), games[0].clone()];
        assert_eq!(Standing::of(&games), Standing::of(&reversed));
    }
}
