//! Who plays whom in the next round.
//!
//! The pairs of a round are those with the least cost over all of them, found
//! by matching, so that no greedy choice at the top leaves a repeated game for
//! the last table. What costs most comes first:
//!
//! 1. a bye for somebody who has had one,
//! 2. a game that has been played before,
//! 3. a game of players who are to be kept apart,
//! 4. the difference of points, squared, so that many small ones are better
//!    than a large one; for a bye, the points above the lowest player,
//! 5. meeting stronger or weaker groups again in the same direction,
//! 6. colors that do not balance,
//! 7. what the seeding does not want,
//! 8. the lot.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use tengen_rules::{ByColor, Color};

use super::{Entrant, Part, Points, Round, Seeding, TableGame, Tournament, TournamentSystem};
use crate::PlayerId;
use crate::matching::{Cost, cheapest_pairs, lot, scrambled};

/// The reason why a round was not paired.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum PairingError {
    /// Somebody who should play has not entered.
    UnknownPlayer(PlayerId),
    /// Somebody is named twice.
    Twice(PlayerId),
    /// Somebody has left, or is not there yet.
    NotPlaying(PlayerId),
}

impl fmt::Display for PairingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PairingError::UnknownPlayer(player) => {
                write!(f, "player {player} has not entered the tournament")
            }
            PairingError::Twice(player) => {
                write!(f, "player {player} is named twice, expected each once")
            }
            PairingError::NotPlaying(player) => {
                write!(f, "player {player} has left the tournament or comes later")
            }
        }
    }
}

impl Error for PairingError {}

/// The number of parts of a cost.
const N_PARTS: usize = 8;

impl Tournament {
    /// The next round for those who are present, without results.
    ///
    /// The order of `present` does not matter; a seed decides what nothing
    /// else does. A game without result counts as a draw for the pairing.
    /// Tables are in the order of points.
    ///
    /// The weaker player of a handicap game has Black. In even games, Black
    /// goes to whom it balances, else to whom had White the last time, else by
    /// lot.
    ///
    /// # Errors
    ///
    /// Returns [`PairingError`] if somebody cannot be paired.
    pub fn pair(&self, present: &[PlayerId], seed: u64) -> Result<Round, PairingError> {
        let seed = scrambled(seed, [self.rounds.len() as u64, 0]);
        let seats = self.seats(present, seed)?;
        // A bye is a game against one more seat.
        let n = seats.len().next_multiple_of(2);
        let pairs = cheapest_pairs(n, |i, j| match seats.get(j) {
            Some(other) => self.cost(&seats[i], other, seed),
            None => bye_cost(&seats[i], &seats),
        });
        let mut round = Round::default();
        for (i, j) in pairs {
            match seats.get(j) {
                Some(other) => round.games.push(self.game(&seats[i], other, seed)),
                None => round.bye = Some(seats[i].entrant.id),
            }
        }
        Ok(round)
    }

    /// Those who are present, in the order of points, rank and lot.
    fn seats(&self, present: &[PlayerId], seed: u64) -> Result<Vec<Seat<'_>>, PairingError> {
        let round_idx = self.rounds.len();
        let mut seats: Vec<Seat<'_>> = Vec::with_capacity(present.len());
        for &id in present {
            let entrant = self.entrant(id).ok_or(PairingError::UnknownPlayer(id))?;
            let has_left = entrant.left_before.is_some_and(|it| it <= round_idx);
            if has_left || entrant.first_round > round_idx {
                return Err(PairingError::NotPlaying(id));
            }
            seats.push(self.seat(entrant));
        }
        seats.sort_by_key(|seat| {
            let lot = scrambled(seed, [seat.entrant.id.0, u64::MAX]);
            let rank = std::cmp::Reverse(seat.entrant.rank);
            (std::cmp::Reverse(seat.score), rank, lot, seat.entrant.id)
        });
        if let Some(twice) = seats.windows(2).find(|it| it[0].entrant.id == it[1].entrant.id) {
            return Err(PairingError::Twice(twice[0].entrant.id));
        }
        // Places within each group of equal points.
        let mut sizes: BTreeMap<Points, i64> = BTreeMap::new();
        for seat in &mut seats {
            let n_before = sizes.entry(seat.score).or_default();
            seat.place = *n_before;
            *n_before += 1;
        }
        for seat in &mut seats {
            seat.group_size = sizes[&seat.score];
        }
        Ok(seats)
    }

    fn seat<'a>(&'a self, entrant: &'a Entrant) -> Seat<'a> {
        let mut seat = Seat {
            entrant,
            score: self.likely_score(entrant, self.rounds.len()),
            place: 0,
            group_size: 1,
            n_byes: 0,
            n_floats: ByDirection::default(),
            balance: 0,
            last: None,
            opponents: Vec::new(),
        };
        let mut score = self.start(entrant);
        for (idx, part) in self.parts(entrant).enumerate() {
            match part {
                Part::Bye => seat.n_byes += 1,
                Part::Game(game, color, opponent) if game.is_real() => {
                    seat.opponents.push(opponent);
                    let other = self.entrant(opponent).map(|it| self.likely_score(it, idx));
                    match other.map(|other| other.cmp(&score)) {
                        Some(std::cmp::Ordering::Greater) => seat.n_floats.up += 1,
                        Some(std::cmp::Ordering::Less) => seat.n_floats.down += 1,
                        _ => (),
                    }
                    if game.handicap == 0 {
                        seat.balance += i64::from(color.sign());
                        seat.last = Some(color);
                    }
                }
                _ => (),
            }
            score += self.points_in(entrant, idx, Points::HALF);
        }
        seat
    }

    /// The points before some round, with half a point for each unfinished game.
    fn likely_score(&self, entrant: &Entrant, round_idx: usize) -> Points {
        self.score_before(entrant, round_idx, Points::HALF)
    }

    fn cost(&self, one: &Seat<'_>, other: &Seat<'_>, seed: u64) -> Cost<N_PARTS> {
        let ids = (one.entrant.id, other.entrant.id);
        let met = one.opponents.iter().filter(|it| **it == ids.1);
        let n_meetings = met.map(|_| 1).sum();
        let is_apart = self.apart.iter().any(|&(a, b)| (a, b) == ids || (b, a) == ids);
        let difference = i64::from((one.score - other.score).quarters());
        // The order of seats makes `one` the player with more points.
        let n_floats = if difference == 0 { 0 } else { one.n_floats.down + other.n_floats.up };
        let colors = if self.handicap(one, other) > 0 {
            one.balance.pow(2) + other.balance.pow(2)
        } else {
            let black = |black: i64, white: i64| (black + 1).pow(2) + (white - 1).pow(2);
            black(one.balance, other.balance).min(black(other.balance, one.balance))
        };
        Cost([
            0,
            n_meetings,
            i64::from(is_apart),
            difference.pow(2),
            n_floats,
            colors,
            self.seeding_cost(one, other),
            lot(seed, ids.0.0, ids.1.0),
        ])
    }

    /// How far a pair is from what the seeding asks for, squared.
    fn seeding_cost(&self, one: &Seat<'_>, other: &Seat<'_>) -> i64 {
        if self.seeding == Seeding::Random {
            return 0;
        }
        if one.score != other.score {
            // The last of the upper group meets the first of the lower one.
            return (one.group_size - 1 - one.place + other.place).pow(2);
        }
        // Doubled, since half a group may not be whole.
        let gap = 2 * (one.place - other.place).abs();
        let off = match self.seeding {
            Seeding::Random => 0,
            Seeding::Slide => gap - one.group_size,
            Seeding::Fold => 2 * (one.place + other.place + 1 - one.group_size),
            Seeding::Adjacent => gap - 2,
        };
        off.pow(2)
    }

    fn handicap(&self, one: &Seat<'_>, other: &Seat<'_>) -> u8 {
        match self.system {
            TournamentSystem::Swiss => 0,
            TournamentSystem::McMahon(rules) => rules.handicap(one.score, other.score),
        }
    }

    fn game(&self, one: &Seat<'_>, other: &Seat<'_>, seed: u64) -> TableGame {
        let handicap = self.handicap(one, other);
        // Points decide who is weaker, so it is `other`.
        let black = if handicap > 0 { Color::White } else { color_of(one, other, seed) };
        let (one, other) = (one.entrant.id, other.entrant.id);
        let players = match black {
            Color::Black => ByColor { black: one, white: other },
            Color::White => ByColor { black: other, white: one },
        };
        TableGame { players, handicap, result: None }
    }
}

/// The color of the first of two players in an even game.
fn color_of(one: &Seat<'_>, other: &Seat<'_>, seed: u64) -> Color {
    let by_lot = || {
        if lot(!seed, one.entrant.id.0, other.entrant.id.0) & 1 == 0 {
            Color::Black
        } else {
            Color::White
        }
    };
    match one.balance.cmp(&other.balance) {
        std::cmp::Ordering::Less => Color::Black,
        std::cmp::Ordering::Greater => Color::White,
        std::cmp::Ordering::Equal => match (one.last, other.last) {
            (Some(last), other) if Some(last) != other => !last,
            (None, Some(last)) => last,
            _ => by_lot(),
        },
    }
}

fn bye_cost(seat: &Seat<'_>, seats: &[Seat<'_>]) -> Cost<N_PARTS> {
    let lowest = seats.iter().map(|it| it.score).min().unwrap_or_default();
    let difference = i64::from((seat.score - lowest).quarters());
    let from_last = seat.group_size - 1 - seat.place;
    let colors = seat.balance.pow(2);
    Cost([seat.n_byes, 0, 0, difference.pow(2), 0, colors, from_last.pow(2), 0])
}

/// What pairing asks of a player.
#[derive(Clone, Debug)]
struct Seat<'a> {
    entrant: &'a Entrant,
    score: Points,
    /// The position among those with equal points, and their number.
    place: i64,
    group_size: i64,
    n_byes: i64,
    n_floats: ByDirection,
    /// Games with Black less games with White.
    balance: i64,
    /// The color of the last even game.
    last: Option<Color>,
    opponents: Vec<PlayerId>,
}

/// Games against players with more, and with fewer points.
#[derive(Copy, Clone, Debug, Default)]
struct ByDirection {
    up: i64,
    down: i64,
}
