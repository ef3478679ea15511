//! The table of a tournament: who played whom, and how it ended.

use std::collections::BTreeMap;
use std::fmt;

use tengen_rules::Color;

use super::{Part, Points, Standing, TableResult, Tournament, standings};
use crate::{PlayerId, Rank};

/// The table of a tournament, the first place first.
///
/// # Examples
///
/// ```
/// use tengen_ratings::{
///     Crosstable, Entrant, PlayerId, Round, TournamentSystem, TableGame, TableResult, Tournament,
/// };
/// use tengen_rules::{ByColor, Color};
///
/// let (anna, ben) = (PlayerId(1), PlayerId(2));
/// let mut tournament = Tournament::new(TournamentSystem::Swiss);
/// tournament.entrants =
///     vec![Entrant::new(anna, "5k".parse()?), Entrant::new(ben, "3k".parse()?)];
/// let result = Some(TableResult::Won(Color::White));
/// let players = ByColor { black: ben, white: anna };
/// let games = vec![TableGame { players, handicap: 0, result }];
/// tournament.rounds.push(Round { games, bye: None });
///
/// let table = Crosstable::new(&tournament);
/// assert_eq!(table.to_string(), "\
/// 1\t1\t5k\t2+/w\t1\t0\t1\t0
/// 2\t2\t3k\t1-/b\t0\t1\t0\t0
/// ");
/// # Ok::<(), tengen_ratings::ParseRankError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Crosstable {
    /// A row for each player.
    pub rows: Vec<CrosstableRow>,
}

/// A player's row.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CrosstableRow {
    /// His place and sums.
    pub standing: Standing,
    /// His rank at the start.
    pub rank: Rank,
    /// A cell for each round.
    pub cells: Vec<Cell>,
}

/// What a player did in a round.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Cell {
    /// He had an opponent.
    Game {
        /// The number of the opponent's row, from 1.
        opponent: usize,
        /// His color.
        color: Color,
        /// The handicap of the game.
        handicap: u8,
        /// How it ended, if it has.
        result: Option<TableResult>,
    },
    /// He had no opponent.
    Bye,
    /// He was not there.
    Absent,
    /// He had left the tournament.
    Gone,
}

/// Such as `12+/w`, `3-/b2` with two stones, `5=/b` for a draw, `7?/w` for a
/// game without result, `4+!` and `4-!` without play; `bye` and `0-`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cell::Game { opponent, color, handicap, result } = *self else {
            return f.pad(if *self == Cell::Bye { "bye" } else { "0-" });
        };
        let mark = match result.map(|it| it.points(color)) {
            None => '?',
            Some(Points::ONE) => '+',
            Some(Points::HALF) => '=',
            Some(_) => '-',
        };
        let letter = color.letter().to_ascii_lowercase();
        let stones = if handicap > 0 { handicap.to_string() } else { String::new() };
        f.pad(&match result {
            Some(TableResult::Forfeit(_) | TableResult::BothForfeit) => {
                format!("{opponent}{mark}!")
            }
            _ => format!("{opponent}{mark}/{letter}{stones}"),
        })
    }
}

impl Crosstable {
    /// The table after all rounds.
    pub fn new(tournament: &Tournament) -> Crosstable {
        let standings = standings(tournament);
        let numbers: BTreeMap<PlayerId, usize> =
            standings.iter().enumerate().map(|(idx, it)| (it.player, idx + 1)).collect();
        let row = |standing: Standing| {
            let entrant = tournament.entrant(standing.player)?;
            let cells = tournament
                .parts(entrant)
                .map(|part| match part {
                    Part::Game(game, color, opponent) => Cell::Game {
                        opponent: numbers.get(&opponent).copied().unwrap_or(0),
                        color,
                        handicap: game.handicap,
                        result: game.result,
                    },
                    Part::Bye => Cell::Bye,
                    Part::Absent => Cell::Absent,
                    Part::Gone => Cell::Gone,
                })
                .collect();
            Some(CrosstableRow { standing, rank: entrant.rank, cells })
        };
        Crosstable { rows: standings.into_iter().filter_map(row).collect() }
    }
}

/// Lines with tabs: place, id, rank, rounds, score, SOS, SOSOS, SODOS.
impl fmt::Display for Crosstable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for CrosstableRow { standing, rank, cells } in &self.rows {
            write!(f, "{}\t{}\t{rank}", standing.place, standing.player)?;
            for cell in cells {
                write!(f, "\t{cell}")?;
            }
            let Standing { score, sos, sosos, sodos, .. } = standing;
            writeln!(f, "\t{score}\t{sos}\t{sosos}\t{sodos}")?;
        }
        Ok(())
    }
}
