//! Tournaments: players, rounds, points.

mod crosstable;
mod pairing;
mod points;
mod round_robin;
mod standings;

pub use crosstable::{Cell, Crosstable, CrosstableRow};
pub use pairing::PairingError;
pub use points::Points;
pub use round_robin::{RoundRobinRound, round_robin};
pub use standings::{Criterion, Standing, standings};

use tengen_rules::{ByColor, Color};

use crate::{PlayerId, Rank};

/// A tournament by Swiss or McMahon pairing, with all that has happened.
///
/// # Examples
///
/// ```
/// use tengen_ratings::{Entrant, PlayerId, TournamentSystem, TableResult, Tournament, standings};
/// use tengen_rules::Color;
///
/// let ranks = ["3d", "1d", "2k", "2k", "7k"];
/// let mut tournament = Tournament::new(TournamentSystem::Swiss);
/// for (id, rank) in ranks.iter().enumerate() {
///     tournament.entrants.push(Entrant::new(PlayerId(id as u64), rank.parse()?));
/// }
/// for _ in 0..3 {
///     let everybody: Vec<PlayerId> = tournament.entrants.iter().map(|it| it.id).collect();
///     let mut round = tournament.pair(&everybody, 2026)?;
///     assert_eq!((round.games.len(), round.bye.is_some()), (2, true));
///     for game in &mut round.games {
///         game.result = Some(TableResult::Won(Color::Black));
///     }
///     tournament.rounds.push(round);
/// }
/// assert_eq!(standings(&tournament)[0].place, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tournament {
    /// How points begin, and handicap.
    pub system: TournamentSystem,
    /// How players of equal points are paired.
    pub seeding: Seeding,
    /// All players, also those who have left.
    pub entrants: Vec<Entrant>,
    /// The rounds so far.
    pub rounds: Vec<Round>,
    /// Players who should not meet, such as families: they do only where there
    /// would be a repeated game otherwise.
    pub apart: Vec<(PlayerId, PlayerId)>,
    /// The points of a bye.
    pub bye_points: Points,
    /// The points of a round in which somebody is absent.
    pub absence_points: Points,
    /// What places are decided by, the most important first.
    pub criteria: Vec<Criterion>,
}

/// How points begin, and whether there is handicap.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum TournamentSystem {
    /// Everybody begins with nothing, and all games are even.
    Swiss,
    /// Everybody begins with points for his rank.
    McMahon(McMahon),
}

/// The rules of a McMahon tournament.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct McMahon {
    /// This rank and all above begin with equal points.
    pub bar: Rank,
    /// This rank and all below begin with no points.
    pub floor: Rank,
    /// The rules for handicap, or `None` if all games are even.
    pub handicap: Option<HandicapRule>,
}

/// How handicap follows from McMahon points.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct HandicapRule {
    /// What is taken off the difference.
    pub reduction: u8,
    /// The largest handicap.
    pub most: u8,
    /// Whether games are even as soon as one of the players has the points of
    /// the bar.
    pub is_even_at_bar: bool,
}

impl HandicapRule {
    /// One less than the difference, nine at most, none at the bar.
    pub const USUAL: HandicapRule = HandicapRule { reduction: 1, most: 9, is_even_at_bar: true };
}

impl McMahon {
    /// The points with which a rank begins.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_ratings::{McMahon, Points};
    ///
    /// let rules = McMahon { bar: "3d".parse()?, floor: "20k".parse()?, handicap: None };
    /// let start = |rank: &str| rules.start(rank.parse().unwrap());
    /// assert_eq!([start("30k"), start("20k")], [Points::ZERO; 2]);
    /// assert_eq!(start("19k"), Points::ONE);
    /// assert_eq!([start("3d"), start("7d")], [Points::from_whole(22); 2]);
    /// # Ok::<(), tengen_ratings::ParseRankError>(())
    /// ```
    pub fn start(&self, rank: Rank) -> Points {
        let within = rank.min(self.bar).max(self.floor);
        Points::from_whole(i32::from(within.index()) - i32::from(self.floor.index()))
    }

    /// The handicap between two players with such points.
    pub fn handicap(&self, one: Points, other: Points) -> u8 {
        let Some(rule) = self.handicap else { return 0 };
        if rule.is_even_at_bar && one.max(other) >= self.start(self.bar) {
            return 0;
        }
        let difference = one.whole().abs_diff(other.whole());
        difference.saturating_sub(rule.reduction.into()).min(rule.most.into()) as u8
    }

    /// The lowest rank such that at most this number of players begins at the
    /// bar, but at least two; `None` without players.
    ///
    /// With `2^rounds` players or fewer, there is one without a loss at the
    /// end; half as many make it likely that the best have met.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_ratings::{McMahon, Rank};
    ///
    /// let ranks = ["6d", "4d", "4d", "3d", "3d", "3d", "1d", "2k"];
    /// let ranks: Vec<Rank> = ranks.iter().map(|it| it.parse().unwrap()).collect();
    /// assert_eq!(McMahon::bar_for(&ranks, 5), Some("4d".parse()?));
    /// # Ok::<(), tengen_ratings::ParseRankError>(())
    /// ```
    pub fn bar_for(ranks: &[Rank], most: usize) -> Option<Rank> {
        let n_from = |bar: Rank| ranks.iter().filter(|it| **it >= bar).count();
        let mut bars: Vec<Rank> = ranks.to_vec();
        bars.sort_unstable();
        bars.dedup();
        let fitting = bars.iter().copied().find(|bar| n_from(*bar) <= most && n_from(*bar) > 1);
        fitting.or_else(|| bars.iter().rev().copied().find(|bar| n_from(*bar) > 1)).or(bars.pop())
    }
}

/// How players of equal points are paired, where nothing else decides.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Seeding {
    /// By lot.
    Random,
    /// The best of the upper half with the best of the lower half.
    Slide,
    /// The best with the last.
    Fold,
    /// Neighbors.
    Adjacent,
}

/// Somebody who plays in a tournament.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Entrant {
    /// Who.
    pub id: PlayerId,
    /// The rank, for the starting points and seeding.
    pub rank: Rank,
    /// The first round of somebody who comes late, from 0; before it, he is
    /// absent.
    pub first_round: usize,
    /// The first round of which he is not part any more; from then on, there
    /// are no points for absence.
    pub left_before: Option<usize>,
}

impl Entrant {
    /// Somebody who plays from the first round.
    pub const fn new(id: PlayerId, rank: Rank) -> Entrant {
        Entrant { id, rank, first_round: 0, left_before: None }
    }
}

/// A round of a tournament; who is not in it is absent.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Round {
    /// The games, in the order of their tables.
    pub games: Vec<TableGame>,
    /// Who has no opponent.
    pub bye: Option<PlayerId>,
}

/// A game of a tournament.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct TableGame {
    /// Who plays.
    pub players: ByColor<PlayerId>,
    /// The handicap: 0 for an even game, 1 without komi, and stones from 2 on.
    pub handicap: u8,
    /// How it has ended.
    pub result: Option<TableResult>,
}

impl TableGame {
    /// The color and the opponent of somebody who plays in this game.
    pub fn seat(&self, player: PlayerId) -> Option<(Color, PlayerId)> {
        let color = Color::ALL.into_iter().find(|color| self.players[*color] == player)?;
        Some((color, self.players[!color]))
    }

    /// Whether the game was or is played at the board.
    const fn is_real(&self) -> bool {
        !matches!(self.result, Some(TableResult::Forfeit(_) | TableResult::BothForfeit))
    }
}

/// How a game of a tournament has ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum TableResult {
    /// A player has won at the board.
    Won(Color),
    /// Half a point for each.
    Draw,
    /// Both have lost at the board.
    BothLost,
    /// This player has won since the other did not come; they may be paired
    /// again.
    Forfeit(Color),
    /// Nobody came.
    BothForfeit,
}

impl TableResult {
    /// The points of a player.
    pub fn points(self, color: Color) -> Points {
        match self {
            TableResult::Won(winner) | TableResult::Forfeit(winner) if winner == color => {
                Points::ONE
            }
            TableResult::Draw => Points::HALF,
            _ => Points::ZERO,
        }
    }
}

/// What a round was for one player.
#[derive(Copy, Clone, Debug)]
enum Part<'a> {
    Game(&'a TableGame, Color, PlayerId),
    Bye,
    Absent,
    Gone,
}

impl Tournament {
    /// A tournament without players, with what is usual for its system.
    ///
    /// Players of equal points slide in a Swiss tournament, and are paired by
    /// lot in a McMahon tournament. A bye counts as a win, a round of absence
    /// as half a point in a McMahon tournament, and as nothing in a Swiss one.
    pub fn new(system: TournamentSystem) -> Tournament {
        let is_swiss = system == TournamentSystem::Swiss;
        Tournament {
            system,
            seeding: if is_swiss { Seeding::Slide } else { Seeding::Random },
            entrants: Vec::new(),
            rounds: Vec::new(),
            apart: Vec::new(),
            bye_points: Points::ONE,
            absence_points: if is_swiss { Points::ZERO } else { Points::HALF },
            criteria: vec![Criterion::Score, Criterion::Sos, Criterion::Sosos],
        }
    }

    /// The player with this id.
    pub fn entrant(&self, id: PlayerId) -> Option<&Entrant> {
        self.entrants.iter().find(|it| it.id == id)
    }

    /// The points with which a player begins.
    pub fn start(&self, entrant: &Entrant) -> Points {
        match self.system {
            TournamentSystem::Swiss => Points::ZERO,
            TournamentSystem::McMahon(rules) => rules.start(entrant.rank),
        }
    }

    /// The points of a player after all rounds, the starting points included;
    /// a game without result counts nothing yet.
    pub fn score(&self, entrant: &Entrant) -> Points {
        self.score_before(entrant, self.rounds.len(), Points::ZERO)
    }

    /// The points before some round, with this for each unfinished game.
    fn score_before(&self, entrant: &Entrant, round_idx: usize, unfinished: Points) -> Points {
        let points = |idx| self.points_in(entrant, idx, unfinished);
        self.start(entrant) + (0..round_idx).map(points).sum()
    }

    fn points_in(&self, entrant: &Entrant, round_idx: usize, unfinished: Points) -> Points {
        match self.part(entrant, round_idx) {
            Part::Game(game, color, _) => match game.result {
                Some(result) => result.points(color),
                None => unfinished,
            },
            Part::Bye => self.bye_points,
            Part::Absent => self.absence_points,
            Part::Gone => Points::ZERO,
        }
    }

    fn part(&self, entrant: &Entrant, round_idx: usize) -> Part<'_> {
        let round = &self.rounds[round_idx];
        if round.bye == Some(entrant.id) {
            return Part::Bye;
        }
        let seat = round.games.iter().find_map(|game| Some((game, game.seat(entrant.id)?)));
        match seat {
            Some((game, (color, opponent))) => Part::Game(game, color, opponent),
            None if entrant.left_before.is_some_and(|it| it <= round_idx) => Part::Gone,
            None => Part::Absent,
        }
    }

    fn parts(&self, entrant: &Entrant) -> impl Iterator<Item = Part<'_>> {
        (0..self.rounds.len()).map(|idx| self.part(entrant, idx))
    }
}
