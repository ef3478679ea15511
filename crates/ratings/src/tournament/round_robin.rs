//! Everybody plays everybody, by the circle method.

use tengen_rules::ByColor;

use super::{Round, TableGame};
use crate::PlayerId;

/// The rounds of a tournament in which everybody plays everybody once, or
/// several times.
///
/// Players are numbers from 0. With an odd number of players, one has a bye in
/// each round. In each cycle, Black and White are as balanced as can be: equal
/// for each player if the number of players is odd, else different by one; in
/// every second cycle colors are exchanged.
///
/// # Examples
///
/// ```
/// use tengen_ratings::round_robin;
///
/// let rounds = round_robin(5, 1);
/// assert_eq!(rounds.len(), 5);
/// assert!(rounds.iter().all(|round| round.games.len() == 2 && round.bye.is_some()));
/// ```
pub fn round_robin(n_players: usize, n_cycles: usize) -> Vec<RoundRobinRound> {
    if n_players < 2 {
        return Vec::new();
    }
    let n_seats = n_players.next_multiple_of(2);
    let cycle = (0..n_seats - 1).map(|round| one_round(round, n_players, n_seats));
    let cycle: Vec<RoundRobinRound> = cycle.collect();
    (0..n_cycles)
        .flat_map(|idx| {
            cycle.iter().map(move |round| {
                let mut round = round.clone();
                if idx % 2 == 1 {
                    round.games.iter_mut().for_each(|game| *game = game.swapped());
                }
                round
            })
        })
        .collect()
}

/// One round, with players as numbers.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RoundRobinRound {
    /// Who plays whom.
    pub games: Vec<ByColor<usize>>,
    /// Who does not play.
    pub bye: Option<usize>,
}

impl RoundRobinRound {
    /// The round for a [`Tournament`](crate::Tournament), with even games, or
    /// `None` if there are fewer players than numbers.
    ///
    /// In such a tournament, a bye is usually worth nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_ratings::{
    ///     Entrant, PlayerId, Points, Tournament, TournamentSystem, round_robin,
    /// };
    ///
    /// let players = [7, 8, 9].map(PlayerId);
    /// let mut tournament = Tournament::new(TournamentSystem::Swiss);
    /// tournament.bye_points = Points::ZERO;
    /// for player in players {
    ///     tournament.entrants.push(Entrant::new(player, "5k".parse()?));
    /// }
    /// let rounds = round_robin(players.len(), 1);
    /// tournament.rounds = rounds.iter().filter_map(|it| it.to_round(&players)).collect();
    /// assert_eq!(tournament.rounds.len(), 3);
    /// assert_eq!(tournament.score(&tournament.entrants[0]), Points::ZERO);
    /// # Ok::<(), tengen_ratings::ParseRankError>(())
    /// ```
    pub fn to_round(&self, players: &[PlayerId]) -> Option<Round> {
        let id = |idx: usize| players.get(idx).copied();
        let game = |game: &ByColor<usize>| {
            let players = ByColor { black: id(game.black)?, white: id(game.white)? };
            Some(TableGame { players, handicap: 0, result: None })
        };
        let bye = match self.bye {
            Some(idx) => Some(id(idx)?),
            None => None,
        };
        Some(Round { games: self.games.iter().map(game).collect::<Option<_>>()?, bye })
    }
}

/// The last seat is fixed, the others form a circle that turns.
fn one_round(round: usize, n_players: usize, n_seats: usize) -> RoundRobinRound {
    let fixed = n_seats - 1;
    let mut games = Vec::with_capacity(n_seats / 2);
    let mut bye = None;
    if fixed < n_players {
        let game = ByColor { black: fixed, white: round };
        games.push(if round.is_multiple_of(2) { game } else { game.swapped() });
    } else {
        bye = Some(round);
    }
    for offset in 1..n_seats / 2 {
        let after = (round + offset) % fixed;
        let before = (round + fixed - offset) % fixed;
        let game = ByColor { black: after, white: before };
        games.push(if offset % 2 == 1 { game } else { game.swapped() });
    }
    RoundRobinRound { games, bye }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn everybody_plays_everybody_with_balanced_colors() {
        for n_players in 0..40 {
            for n_cycles in 1..=3 {
                check_round_robin(n_players, n_cycles);
            }
        }
    }

    #[track_caller]
    fn check_round_robin(n_players: usize, n_cycles: usize) {
        let mut meetings: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut balances = vec![0i32; n_players];
        let mut byes = vec![0; n_players];
        for round in round_robin(n_players, n_cycles) {
            let mut is_busy = vec![false; n_players];
            for game in &round.games {
                for player in [game.black, game.white] {
                    assert!(!is_busy[player]);
                    is_busy[player] = true;
                }
                let (low, high) = (game.black.min(game.white), game.black.max(game.white));
                *meetings.entry((low, high)).or_default() += 1;
                balances[game.black] += 1;
                balances[game.white] -= 1;
            }
            if let Some(player) = round.bye {
                assert!(!is_busy[player]);
                is_busy[player] = true;
                byes[player] += 1;
            }
            assert!(is_busy.iter().all(|it| *it));
        }
        assert_eq!(meetings.len(), n_players * n_players.saturating_sub(1) / 2);
        assert!(meetings.values().all(|n| *n == n_cycles));
        let most = i32::from(n_players.is_multiple_of(2) && n_cycles % 2 == 1);
        assert!(balances.iter().all(|it| it.abs() <= most), "{n_players} {balances:?}");
        let n_byes = if n_players % 2 == 1 && n_players > 1 { n_cycles } else { 0 };
        assert!(byes.iter().all(|it| *it == n_byes));
    }

    #[test]
    fn four_players() {
        let games: Vec<Vec<(usize, usize)>> = round_robin(4, 1)
            .iter()
            .map(|round| round.games.iter().map(|it| (it.black, it.white)).collect())
            .collect();
        assert_eq!(games, [[(3, 0), (1, 2)], [(1, 3), (2, 0)], [(3, 2), (0, 1)]]);
    }
}
