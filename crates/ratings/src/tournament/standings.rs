//! Places and the sums that decide them.

use super::{Part, Points, Tournament};
use crate::PlayerId;

/// What decides between players.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Criterion {
    /// The points, with those of the start.
    Score,
    /// The points without those of the start.
    Wins,
    /// The sum of the opponents' scores.
    Sos,
    /// The sum of the opponents' sums.
    Sosos,
    /// The sum of the scores of defeated opponents, half of it for a draw.
    Sodos,
    /// The points in games among those who are equal so far, if all of them
    /// have met.
    DirectComparison,
    /// The rank at the start.
    Rank,
}

/// A player's place with all sums.
///
/// In a round without a game at the board, the sums take the player's own
/// starting points for the score of an opponent, and for his sum those points
/// for each round.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Standing {
    /// Who.
    pub player: PlayerId,
    /// The place from 1; players who are equal by all criteria share one.
    pub place: usize,
    /// The points with which he began.
    pub start: Points,
    /// The points with those of the start.
    pub score: Points,
    /// The number of games that have a result.
    pub n_games: usize,
    /// The sum of the opponents' scores.
    pub sos: Points,
    /// The sum of the opponents' sums.
    pub sosos: Points,
    /// The sum of the scores of defeated opponents.
    pub sodos: Points,
    /// The points in games among those who were equal by the criteria before
    /// direct comparison; nothing if it was not asked for or not all have met.
    pub direct: Points,
}

impl Standing {
    /// The points without those of the start.
    pub fn wins(&self) -> Points {
        self.score - self.start
    }
}

/// All players in the order of their places.
///
/// Those who share one are in the order of rank, then id.
pub fn standings(tournament: &Tournament) -> Vec<Standing> {
    let mut all = with_sums(tournament);
    all.sort_by_key(|it| {
        let rank = tournament.entrant(it.player).map(|it| it.rank);
        (std::cmp::Reverse(rank), it.player)
    });
    sort_by_criteria(&mut all, tournament, &tournament.criteria);
    all
}

fn with_sums(tournament: &Tournament) -> Vec<Standing> {
    let mut all: Vec<Standing> = tournament
        .entrants
        .iter()
        .map(|entrant| Standing {
            player: entrant.id,
            place: 0,
            start: tournament.start(entrant),
            score: tournament.score(entrant),
            n_games: 0,
            sos: Points::ZERO,
            sosos: Points::ZERO,
            sodos: Points::ZERO,
            direct: Points::ZERO,
        })
        .collect();
    let n_rounds = tournament.rounds.len();
    let by_id: std::collections::BTreeMap<PlayerId, usize> =
        all.iter().enumerate().map(|(idx, it)| (it.player, idx)).collect();

    for (idx, entrant) in tournament.entrants.iter().enumerate() {
        let start = all[idx].start;
        for part in tournament.parts(entrant) {
            let Some((opponent, game, color)) = played(part) else {
                all[idx].sos += start;
                continue;
            };
            let score = by_id.get(&opponent).map_or(Points::ZERO, |it| all[*it].score);
            all[idx].sos += score;
            if let Some(result) = game.result {
                all[idx].n_games += 1;
                let share = result.points(color);
                all[idx].sodos += match share {
                    Points::ONE => score,
                    Points::HALF => score.halved(),
                    _ => Points::ZERO,
                };
            }
        }
    }
    let sos: Vec<Points> = all.iter().map(|it| it.sos).collect();
    for (idx, entrant) in tournament.entrants.iter().enumerate() {
        let start = all[idx].start;
        for part in tournament.parts(entrant) {
            all[idx].sosos += match played(part) {
                Some((opponent, ..)) => by_id.get(&opponent).map_or(Points::ZERO, |it| sos[*it]),
                None => (0..n_rounds).map(|_| start).sum(),
            };
        }
    }
    all
}

fn played(part: Part<'_>) -> Option<(PlayerId, &super::TableGame, tengen_rules::Color)> {
    match part {
        Part::Game(game, color, opponent) if game.is_real() => Some((opponent, game, color)),
        _ => None,
    }
}

/// Sorts by one criterion, then each run of equal players by the next.
fn sort_by_criteria(all: &mut [Standing], tournament: &Tournament, criteria: &[Criterion]) {
    split(all, 1, tournament, criteria);
}

fn split(
    equal: &mut [Standing],
    first_place: usize,
    tournament: &Tournament,
    criteria: &[Criterion],
) {
    let [criterion, rest @ ..] = criteria else {
        for standing in equal {
            standing.place = first_place;
        }
        return;
    };
    if *criterion == Criterion::DirectComparison {
        compare_directly(equal, tournament);
    }
    let value = |it: &Standing| match criterion {
        Criterion::Score => it.score,
        Criterion::Wins => it.wins(),
        Criterion::Sos => it.sos,
        Criterion::Sosos => it.sosos,
        Criterion::Sodos => it.sodos,
        Criterion::DirectComparison => it.direct,
        Criterion::Rank => {
            let rank = tournament.entrant(it.player).map_or(0, |it| it.rank.index());
            Points::from_whole(rank.into())
        }
    };
    equal.sort_by_key(|it| std::cmp::Reverse(value(it)));
    let mut place = first_place;
    for run in equal.chunk_by_mut(|one, other| value(one) == value(other)) {
        let n = run.len();
        split(run, place, tournament, rest);
        place += n;
    }
}

/// Sets the points in games of these players with each other, if each has met
/// every other.
fn compare_directly(equal: &mut [Standing], tournament: &Tournament) {
    let ids: Vec<PlayerId> = equal.iter().map(|it| it.player).collect();
    let mut direct = vec![Points::ZERO; ids.len()];
    for (idx, id) in ids.iter().enumerate() {
        let Some(entrant) = tournament.entrant(*id) else { return };
        let mut met = Vec::new();
        for part in tournament.parts(entrant) {
            if let Some((opponent, game, color)) = played(part)
                && let Some(result) = game.result
                && ids.contains(&opponent)
            {
                met.push(opponent);
                direct[idx] += result.points(color);
            }
        }
        met.sort_unstable();
        met.dedup();
        if met.len() + 1 < ids.len() {
            return;
        }
    }
    for (standing, points) in equal.iter_mut().zip(direct) {
        standing.direct = points;
    }
}
