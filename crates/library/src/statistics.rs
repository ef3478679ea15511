//! Statistics of games, as data.

use std::collections::{BTreeMap, HashMap, HashSet};

use tengen_rules::{ByColor, Color, Size};

use crate::continuation::is_own;
use crate::{Cancel, Library, LibraryError, MeanLoss, Query};

/// How many games were won and lost.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Score {
    /// All games.
    pub n: u32,
    /// Those won.
    pub n_won: u32,
    /// Those lost.
    pub n_lost: u32,
}

impl Score {
    fn add(&mut self, is_won: Option<bool>) {
        self.n += 1;
        match is_won {
            Some(true) => self.n_won += 1,
            Some(false) => self.n_lost += 1,
            None => (),
        }
    }

    /// The part of the decided games that were won.
    pub fn share(&self) -> Option<f64> {
        let n_decided = self.n_won + self.n_lost;
        (n_decided > 0).then(|| f64::from(self.n_won) / f64::from(n_decided))
    }
}

/// A part of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Phase {
    /// The first moves: as many as a sixth of the points of the board.
    Opening,
    /// Those up to half of the points.
    Middle,
    /// The others.
    Endgame,
}

impl Phase {
    /// All phases, in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::Endgame];

    fn of(move_number: u32, size: Size) -> Phase {
        let n_points = u32::from(size.n_points());
        match move_number {
            number if number * 6 <= n_points => Phase::Opening,
            number if number * 2 <= n_points => Phase::Middle,
            _ => Phase::Endgame,
        }
    }
}

/// What moves lost in a phase.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct PhaseLoss {
    /// All moves that are known.
    pub loss: MeanLoss,
    /// Moves that lost 1.5 to 3 points, 3 to 6, 6 to 12, more than 12.
    pub n_mistakes: [u32; 4],
}

/// The least losses of the four classes of mistakes.
const MISTAKES: [f32; 4] = [1.5, 3.0, 6.0, 12.0];

/// Statistics of some games, seen by a player.
///
/// The player is the user, if he plays in a game; otherwise Black.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// All games.
    pub total: Score,
    /// Whether all games are the user's.
    pub is_mine: bool,
    /// Games by year, as far as it is known.
    pub by_year: Vec<(u16, Score)>,
    /// Games by the color of the player.
    pub by_color: ByColor<Score>,
    /// Games by the size of the board, the most frequent first.
    pub by_size: Vec<(Size, Score)>,
    /// Games by opponent, or by player where the user does not play; the most
    /// frequent first.
    pub by_opponent: Vec<(String, Score)>,
    /// What the player's moves lost in each phase, in the order of
    /// [`Phase::ALL`].
    pub by_phase: [PhaseLoss; 3],
}

/// The number of opponents that are listed.
const N_OPPONENTS: usize = 20;

impl Library {
    /// Counts the games that a query means.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read, and
    /// [`LibraryError::Cancelled`] if it was stopped.
    pub fn statistics(
        &mut self,
        query: &Query,
        cancel: &Cancel,
    ) -> Result<Statistics, LibraryError> {
        let games = self.select(query, cancel)?;
        let index = self.index()?;
        let losses = self.all_losses()?;
        let me: HashSet<u32> = self.own_name_ids()?.into_iter().collect();
        let mut statistics = Statistics { is_mine: true, ..Statistics::default() };
        let mut by_year: BTreeMap<u16, Score> = BTreeMap::new();
        let mut by_opponent: HashMap<u32, Score> = HashMap::new();
        for size in &index.sizes {
            let mut of_size = Score::default();
            for (slot_idx, slot) in size.slots.iter().enumerate() {
                if slot.game == 0 || !games.contains(crate::GameId(slot.game)) {
                    continue;
                }
                let facts = slot.facts;
                let own = Color::ALL.into_iter().find(|&color| is_own(facts, color, &me));
                statistics.is_mine &= own.is_some();
                let color = own.unwrap_or(Color::Black);
                let is_won = match facts.winner {
                    1 | 2 => Some(facts.winner == 1 + color as u8),
                    _ => None,
                };
                statistics.total.add(is_won);
                statistics.by_color[color].add(is_won);
                of_size.add(is_won);
                if facts.year > 0 {
                    by_year.entry(facts.year).or_default().add(is_won);
                }
                let opponent = if color == Color::Black { facts.white } else { facts.black };
                by_opponent.entry(opponent).or_default().add(is_won);
                let mut n_moves = 0;
                let mut node = u32::MAX;
                for step in size.main_line(slot_idx) {
                    node = node.wrapping_add(step.begins_node().into());
                    n_moves += u32::from(step.is_move());
                    let is_counted = step.mover().is_some_and(|it| own.is_none() || it == color);
                    let Some(points) = losses.of(slot.record, node).filter(|_| is_counted) else {
                        continue;
                    };
                    let phase = Phase::of(n_moves, size.size);
                    let of_phase = &mut statistics.by_phase[phase as usize];
                    of_phase.loss.add(points);
                    if let Some(class) = MISTAKES.iter().rposition(|least| points >= *least) {
                        of_phase.n_mistakes[class] += 1;
                    }
                }
            }
            if of_size.n > 0 {
                statistics.by_size.push((size.size, of_size));
            }
        }
        statistics.is_mine &= statistics.total.n > 0;
        statistics.by_year = by_year.into_iter().collect();
        statistics.by_size.sort_by_key(|(_, score)| u32::MAX - score.n);
        let mut opponents: Vec<(u32, Score)> = by_opponent.into_iter().collect();
        opponents.sort_by_key(|&(id, score)| (u32::MAX - score.n, id));
        opponents.truncate(N_OPPONENTS);
        for (id, score) in opponents {
            statistics.by_opponent.push((self.name_text(id)?, score));
        }
        Ok(statistics)
    }
}
