//! Everything about a line of play.

use tengen_record::{NodeId, Record};
use tengen_rules::{ByColor, Color};

use crate::loss::Standing;
use crate::place::Skipped;
use crate::{Band, MoveReview, Phase, Progress, Review};

/// What a point of loss costs in accuracy: 100 for none, 75 for a mean of one
/// point.
const ACCURACY_BASE: f32 = 0.75;

/// The least weight of a move for the accuracy: of one that is obvious.
const LEAST_WEIGHT: f32 = 0.05;

/// A key move lost this many points, or this much of the chance to win.
const KEY_POINTS: f32 = 5.0;
const KEY_CHANCE: f32 = 0.2;

/// The fewest key moves, if so many lost anything, and the most.
const FEWEST_KEY_MOVES: usize = 3;
const MOST_KEY_MOVES: usize = 12;

/// A player leads for certain from this chance on.
const LEADS: f32 = 0.55;

/// The least share of the chance to win by which a single move turns a game.
const LEAST_TURN: f32 = 0.08;

/// What happened in a line of play, as far as it was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Every position with what is thought of it, the start first.
    pub graph: Vec<GraphPoint>,
    /// Every move that was judged.
    pub moves: Vec<MoveReview>,
    /// The players.
    pub players: ByColor<PlayerReport>,
    /// The moves that lost most, in the order of the game, as indexes of
    /// `moves`.
    pub key_moves: Vec<usize>,
    /// The moves by which the lead changed hands, in the order of the game, as
    /// indexes of `moves`. The last one decided the game.
    pub turning_points: Vec<usize>,
    /// Why the line is not reviewed to its end.
    pub skipped: Option<Skipped>,
    /// Who evaluated the positions, the most frequent first.
    pub analysts: Vec<String>,
    /// How far the review is.
    pub progress: Progress,
}

impl Report {
    /// The key moves with their reviews.
    pub fn key_moves(&self) -> impl Iterator<Item = &MoveReview> {
        self.key_moves.iter().map(|&it| &self.moves[it])
    }

    /// The number of a move, counted from 1, by its node.
    pub fn number_of(&self, node: NodeId) -> Option<u32> {
        self.graph.iter().find(|it| it.node == node).map(|it| it.number)
    }
}

/// A position in the graph of a game.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct GraphPoint {
    /// The node.
    pub node: NodeId,
    /// The number of the last move, as people count it.
    pub number: u32,
    /// Who made it.
    pub color: Option<Color>,
    /// Who is ahead, as Black sees it; `None` before it was evaluated.
    pub black: Option<Standing>,
    /// What the move lost, in points.
    pub loss: Option<f32>,
}

/// How a player did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerReport {
    /// The moves that were judged.
    pub n_moves: usize,
    /// From 0 to 100: how near to perfect, weighted by how difficult the moves
    /// were; `None` without moves.
    pub accuracy: Option<f32>,
    /// The mean loss of a move in points.
    pub mean_loss: Option<f32>,
    /// Moves that were the analyst's first choice.
    pub n_best: usize,
    /// Moves by band, in the order of [`Band::ALL`].
    pub bands: [usize; 6],
    /// The phases, in the order of [`Phase::ALL`].
    pub phases: [PhaseReport; 3],
}

/// How a player did in one phase.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct PhaseReport {
    /// The moves that were judged.
    pub n_moves: usize,
    /// Their mean loss in points.
    pub mean_loss: Option<f32>,
}

impl PlayerReport {
    /// The moves of a band.
    pub const fn n_in(&self, band: Band) -> usize {
        self.bands[band as usize]
    }

    /// One phase.
    pub const fn phase(&self, phase: Phase) -> PhaseReport {
        self.phases[phase as usize]
    }
}

pub(crate) fn report(review: &Review, record: &Record, line: &[NodeId]) -> Report {
    let mut graph = Vec::new();
    let mut moves: Vec<MoveReview> = Vec::new();
    // The phase of each move depends on its place in the line.
    let mut orders = Vec::new();
    let numbered = record.moves(line.last().copied().unwrap_or_else(|| record.root()));
    let (mut number, mut n_moves, mut skipped) = (0, 0, None);
    for &node in line {
        let Some(idx) = review.places.of(node) else { continue };
        let place = &review.places.list[idx];
        if place.node != node {
            continue;
        }
        if place.skipped.is_some() {
            skipped = place.skipped;
            break;
        }
        if let Some(found) = numbered.iter().find(|it| it.node == node) {
            number = found.number;
            n_moves += 1;
        }
        let judged = crate::judge::judge(review, record, node);
        graph.push(GraphPoint {
            node,
            number,
            color: place.mv.map(|(color, _)| color),
            black: place.evaluation.as_ref().map(|it| Standing::of(it, Color::Black)),
            loss: judged.as_ref().map(MoveReview::points_lost),
        });
        if let Some(judged) = judged {
            moves.push(judged);
            orders.push(n_moves);
        }
    }
    let of_player = |color| {
        let own = moves.iter().zip(&orders).filter(|(it, _)| it.color == color);
        player(&own.map(|(it, &order)| (it, Phase::of(order, record.size()))).collect::<Vec<_>>())
    };
    Report {
        players: ByColor::from_fn(of_player),
        key_moves: key_moves(&moves),
        turning_points: turning_points(&moves),
        analysts: analysts(review, line),
        progress: review.progress(),
        graph,
        moves,
        skipped,
    }
}

fn player(moves: &[(&MoveReview, Phase)]) -> PlayerReport {
    let mut report = PlayerReport { n_moves: moves.len(), ..PlayerReport::default() };
    let (mut weights, mut weighted) = (0.0, 0.0);
    for (judged, _) in moves {
        let loss = judged.points_lost();
        let weight = judged.difficulty.unwrap_or(1.0).max(loss / 4.0).clamp(LEAST_WEIGHT, 1.0);
        weights += weight;
        weighted += weight * loss;
        report.bands[judged.band as usize] += 1;
        report.n_best += usize::from(judged.rank == Some(0));
    }
    report.mean_loss = mean(moves.iter().map(|(it, _)| it.points_lost()));
    report.accuracy = (weights > 0.0).then(|| 100.0 * ACCURACY_BASE.powf(weighted / weights));
    for phase in Phase::ALL {
        let own = moves.iter().filter(|(_, it)| *it == phase);
        let losses: Vec<f32> = own.map(|(it, _)| it.points_lost()).collect();
        let mean_loss = mean(losses.iter().copied());
        report.phases[phase as usize] = PhaseReport { n_moves: losses.len(), mean_loss };
    }
    report
}

#[expect(clippy::cast_precision_loss, reason = "a number of moves")]
fn mean(values: impl Iterator<Item = f32>) -> Option<f32> {
    let (sum, n) = values.fold((0.0, 0_u32), |(sum, n), it| (sum + it, n + 1));
    (n > 0).then(|| sum / n as f32)
}

/// The worst moves: all that lost much, and some in any case.
fn key_moves(moves: &[MoveReview]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by(|&a, &b| moves[b].points_lost().total_cmp(&moves[a].points_lost()));
    let is_key =
        |idx: usize| moves[idx].points_lost() >= KEY_POINTS || moves[idx].loss.chance >= KEY_CHANCE;
    let mut key: Vec<usize> = order.iter().copied().filter(|&it| is_key(it)).collect();
    key.truncate(MOST_KEY_MOVES);
    for idx in order {
        let is_worth_it = moves[idx].band > Band::Excellent;
        if key.len() < FEWEST_KEY_MOVES && is_worth_it && !key.contains(&idx) {
            key.push(idx);
        }
    }
    key.sort_unstable();
    key
}

/// The moves by which the lead changed hands.
fn turning_points(moves: &[MoveReview]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut leader: Option<Color> = None;
    let mut since = 0;
    for (idx, judged) in moves.iter().enumerate() {
        let ahead = if judged.after.chance >= LEADS {
            judged.color
        } else if judged.after.chance <= 1.0 - LEADS {
            !judged.color
        } else {
            continue;
        };
        if let Some(before) = leader
            && before != ahead
        {
            // The greatest loss of who was ahead, on the way to the change.
            let own = (since..=idx).filter(|&it| moves[it].color == before);
            let worst = own.max_by(|&a, &b| {
                moves[a].loss.chance.total_cmp(&moves[b].loss.chance).then(b.cmp(&a))
            });
            found.extend(worst.filter(|&it| moves[it].loss.chance >= LEAST_TURN));
        }
        if leader != Some(ahead) {
            leader = Some(ahead);
        }
        since = idx + 1;
    }
    found
}

/// The names of the analysts of a line.
fn analysts(review: &Review, line: &[NodeId]) -> Vec<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    let evaluations = line.iter().filter_map(|&it| review.evaluation(it));
    for name in evaluations.map(|it| &it.analyst).filter(|it| !it.is_empty()) {
        match counts.iter_mut().find(|(it, _)| it == name) {
            Some((_, n)) => *n += 1,
            None => counts.push((name.clone(), 1)),
        }
    }
    counts.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
    counts.into_iter().map(|(name, _)| name).collect()
}
