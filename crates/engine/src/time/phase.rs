//! How far a game has come, and what is still to be expected of it.

use std::time::Duration;

use tengen_rules::{Board, Size};

/// The weight of a move by the share of the board that has stones, both in
/// percent; in between, it changes evenly.
///
/// The first moves are known well enough, and at the end little is left to
/// decide.
const WEIGHTS: [(u32, u32); 4] = [(0, 40), (10, PEAK), (50, PEAK), (75, 25)];

/// The weight of a move of the middle game.
const PEAK: u32 = 100;

/// How much of the board is empty when players usually pass, in percent.
const EMPTY_AT_END: u32 = 30;

/// How far a game has come.
///
/// The number of stones tells it, rather than the number of moves: after a
/// large capture there is again much to be played.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct GamePhase {
    n_points: u32,
    n_empty: u32,
}

impl GamePhase {
    /// The phase of a game that has reached this position.
    pub fn of(board: &Board) -> GamePhase {
        GamePhase::new(board.size(), board.n_empty())
    }

    /// The phase of a game with this many empty points.
    pub fn new(size: Size, n_empty: u16) -> GamePhase {
        GamePhase { n_points: size.n_points().into(), n_empty: n_empty.min(size.n_points()).into() }
    }

    /// What the next move should take of a time that is to last to the end.
    pub(super) fn share(self, time: Duration) -> Duration {
        let total: u32 = self.own_turns().map(GamePhase::weight).sum();
        time / total * self.weight()
    }

    /// What the next move should take of a time that a move of the middle
    /// game takes.
    pub(super) fn scale(self, time: Duration) -> Duration {
        time / PEAK * self.weight()
    }

    /// Whether moves weigh most.
    pub(super) fn is_middle(self) -> bool {
        self.weight() == PEAK
    }

    /// How many moves one player makes after the next, at the most that need
    /// be feared.
    ///
    /// That leaves room for a quarter of the board to be captured and filled
    /// again.
    pub(super) fn later_moves_at_most(self) -> u32 {
        self.n_empty / 2 + self.n_points / 8 + 8
    }

    /// The phases at which the player to move is expected to have the turn,
    /// from this one on.
    fn own_turns(self) -> impl Iterator<Item = GamePhase> {
        let n_moves = self.n_empty.saturating_sub(self.n_points * EMPTY_AT_END / 100).div_ceil(2);
        // One never knows that a game ends at once.
        let n_moves = n_moves.max(8 + self.n_points / 30);
        (0..n_moves).map(move |n| GamePhase { n_empty: self.n_empty.saturating_sub(2 * n), ..self })
    }

    /// The weight of the next move, from 1 to `PEAK`.
    fn weight(self) -> u32 {
        let filled = 100 * (self.n_points - self.n_empty) / self.n_points;
        let line = WEIGHTS.windows(2).find(|line| filled < line[1].0);
        let Some(&[(start, from), (end, to)]) = line else {
            return WEIGHTS[WEIGHTS.len() - 1].1;
        };
        (from * (end - filled) + to * (filled - start)) / (end - start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_the_middle_game_weigh_most() {
        let weight = |n_empty| GamePhase::new(Size::NINETEEN, n_empty).weight();
        assert_eq!(weight(361), 40);
        assert!(weight(350) > 40 && weight(350) < PEAK);
        assert_eq!((weight(320), weight(200)), (PEAK, PEAK));
        assert!(weight(140) < PEAK && weight(140) > 25);
        assert_eq!((weight(90), weight(0)), (25, 25));
    }

    #[test]
    fn shares_of_a_usual_game_add_up() {
        let time = Duration::from_secs(1000);
        for size in [Size::NINE, Size::THIRTEEN, Size::NINETEEN] {
            let mut left = time;
            let mut n_empty = size.n_points();
            while u32::from(n_empty) > u32::from(size.n_points()) * EMPTY_AT_END / 100 {
                left -= GamePhase::new(size, n_empty).share(left);
                n_empty -= 2;
            }
            assert!(left > time / 100 && left < time / 4, "{left:?} left on {size}");
        }
    }

    #[test]
    fn share_is_less_than_half() {
        for size in [Size::square(1).unwrap(), Size::new(2, 1).unwrap(), Size::NINETEEN] {
            for n_empty in 0..=size.n_points() {
                let share = GamePhase::new(size, n_empty).share(Duration::MAX);
                assert!(share > Duration::ZERO && share < Duration::MAX / 2);
            }
        }
    }
}
