//! A club's ladder: challenges upward, and who wins moves up.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use crate::PlayerId;

/// The rules of a ladder.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct LadderRules {
    /// How many places above one's own may be challenged.
    pub reach: usize,
    /// How long a challenger must wait before the same player again.
    pub rest: Duration,
    /// How long a challenge may be open before it is overdue.
    pub open_for: Duration,
}

impl LadderRules {
    /// Three places, a week between two games, two weeks for a game.
    pub const USUAL: LadderRules = LadderRules {
        reach: 3,
        rest: Duration::from_secs(7 * 24 * 60 * 60),
        open_for: Duration::from_secs(14 * 24 * 60 * 60),
    };
}

/// A game that somebody has asked for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Challenge {
    /// Who wants to move up.
    pub challenger: PlayerId,
    /// Whose place is at stake.
    pub challenged: PlayerId,
    /// When it was made.
    pub at: Duration,
}

/// The players in the order of their places, and their challenges.
///
/// Everybody is in one challenge at most. A challenger who wins takes the place
/// of the challenged, and all between them move down by one; if he loses,
/// nothing moves.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use tengen_ratings::{Ladder, LadderRules, NoChallenge, PlayerId};
///
/// let [anna, ben, carla] = [1, 2, 3].map(PlayerId);
/// let mut ladder = Ladder::new(LadderRules { reach: 1, ..LadderRules::USUAL });
/// for player in [anna, ben, carla] {
///     ladder.join(player);
/// }
/// let now = Duration::ZERO;
/// assert_eq!(ladder.challenge(carla, anna, now), Err(NoChallenge::OutOfReach { places: 2 }));
/// ladder.challenge(carla, ben, now)?;
/// ladder.settle(carla, carla, now)?;
/// assert_eq!(ladder.players(), [anna, carla, ben]);
/// # Ok::<(), NoChallenge>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ladder {
    rules: LadderRules,
    players: Vec<PlayerId>,
    open: Vec<Challenge>,
    /// The last game of each challenger against each challenged, by its end.
    settled: Vec<Challenge>,
}

impl Ladder {
    /// A ladder without players.
    pub const fn new(rules: LadderRules) -> Ladder {
        Ladder { rules, players: Vec::new(), open: Vec::new(), settled: Vec::new() }
    }

    /// A ladder that was stored: its players from the first place on, the open
    /// challenges, and the [games](Ladder::recent) that still count for a rest.
    ///
    /// Players who are named twice count once, and so do those in two
    /// challenges; challenges of others are dropped.
    pub fn from_parts(
        rules: LadderRules,
        players: &[PlayerId],
        open: &[Challenge],
        recent: &[Challenge],
    ) -> Ladder {
        let mut ladder = Ladder::new(rules);
        for player in players {
            ladder.join(*player);
        }
        for challenge in open {
            let both = [challenge.challenger, challenge.challenged];
            let is_known = both.iter().all(|it| ladder.place(*it).is_some());
            let is_busy = both.iter().any(|it| ladder.open.iter().any(|open| open.is_of(*it)));
            if is_known && !is_busy && both[0] != both[1] {
                ladder.open.push(*challenge);
            }
        }
        ladder.settled = recent.to_vec();
        ladder
    }

    /// The last games of challengers against challenged, with the times of
    /// their ends, that may still keep them from another one.
    pub fn recent(&self) -> &[Challenge] {
        &self.settled
    }

    /// The players, the first place first.
    pub fn players(&self) -> &[PlayerId] {
        &self.players
    }

    /// The open challenges, the oldest first.
    pub fn challenges(&self) -> &[Challenge] {
        &self.open
    }

    /// The place of a player, from 1.
    pub fn place(&self, player: PlayerId) -> Option<usize> {
        Some(self.players.iter().position(|it| *it == player)? + 1)
    }

    /// Adds a player at the last place, if he is not there yet.
    pub fn join(&mut self, player: PlayerId) {
        if self.place(player).is_none() {
            self.players.push(player);
        }
    }

    /// Removes a player with his challenges; those below move up.
    pub fn leave(&mut self, player: PlayerId) {
        self.players.retain(|it| *it != player);
        self.open.retain(|it| !it.is_of(player));
        self.settled.retain(|it| !it.is_of(player));
    }

    /// Makes a challenge.
    ///
    /// # Errors
    ///
    /// Returns [`NoChallenge`] and changes nothing if the rules forbid it.
    pub fn challenge(
        &mut self,
        challenger: PlayerId,
        opponent: PlayerId,
        now: Duration,
    ) -> Result<(), NoChallenge> {
        self.check(challenger, opponent, now)?;
        self.open.push(Challenge { challenger, challenged: opponent, at: now });
        Ok(())
    }

    /// Whether a challenge may be made.
    ///
    /// # Errors
    ///
    /// Returns [`NoChallenge`] if not.
    pub fn check(
        &self,
        challenger: PlayerId,
        opponent: PlayerId,
        now: Duration,
    ) -> Result<(), NoChallenge> {
        let place = |player| self.place(player).ok_or(NoChallenge::NotOnLadder(player));
        let (from, to) = (place(challenger)?, place(opponent)?);
        if to >= from {
            return Err(NoChallenge::NotAbove);
        }
        if from - to > self.rules.reach {
            return Err(NoChallenge::OutOfReach { places: from - to });
        }
        for player in [challenger, opponent] {
            if self.open.iter().any(|it| it.is_of(player)) {
                return Err(NoChallenge::Busy(player));
            }
        }
        let before =
            self.settled.iter().find(|it| (it.challenger, it.challenged) == (challenger, opponent));
        match before.map(|it| it.at.saturating_add(self.rules.rest)) {
            Some(until) if now < until => Err(NoChallenge::TooSoon { until }),
            _ => Ok(()),
        }
    }

    /// Whom a player may challenge, the highest first.
    pub fn reachable(&self, player: PlayerId, now: Duration) -> Vec<PlayerId> {
        let may = |other: &PlayerId| self.check(player, *other, now).is_ok();
        self.players.iter().copied().filter(|other| may(other)).collect()
    }

    /// Ends the challenge of a challenger with a winner, who moves up if he is
    /// the challenger and still below.
    ///
    /// # Errors
    ///
    /// Returns [`NoChallenge`] and changes nothing if there is no such
    /// challenge, or the winner is not part of it.
    pub fn settle(
        &mut self,
        challenger: PlayerId,
        winner: PlayerId,
        now: Duration,
    ) -> Result<(), NoChallenge> {
        let found = self.open.iter().position(|it| it.challenger == challenger);
        let idx = found.ok_or(NoChallenge::NotOpen(challenger))?;
        if !self.open[idx].is_of(winner) {
            return Err(NoChallenge::NotPart(winner));
        }
        let challenge = self.open.remove(idx);
        if winner == challenger
            && let (Some(from), Some(to)) =
                (self.place(challenger), self.place(challenge.challenged))
            && to < from
        {
            self.players[to - 1..from].rotate_right(1);
        }
        let same = |it: &Challenge| {
            (it.challenger, it.challenged) == (challenge.challenger, challenge.challenged)
        };
        self.settled.retain(|it| !same(it) && it.at.saturating_add(self.rules.rest) > now);
        self.settled.push(Challenge { at: now, ..challenge });
        Ok(())
    }

    /// Takes a challenge back; nothing moves.
    ///
    /// # Errors
    ///
    /// Returns [`NoChallenge`] if there is none.
    pub fn withdraw(&mut self, challenger: PlayerId) -> Result<(), NoChallenge> {
        let found = self.open.iter().position(|it| it.challenger == challenger);
        self.open.remove(found.ok_or(NoChallenge::NotOpen(challenger))?);
        Ok(())
    }

    /// The challenges that have been open for too long, for the club to decide.
    pub fn overdue(&self, now: Duration) -> impl Iterator<Item = &Challenge> {
        self.open.iter().filter(move |it| now >= it.at.saturating_add(self.rules.open_for))
    }
}

impl Challenge {
    fn is_of(&self, player: PlayerId) -> bool {
        self.challenger == player || self.challenged == player
    }
}

/// The reason why a challenge is not made or settled.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum NoChallenge {
    /// A player is not on the ladder.
    NotOnLadder(PlayerId),
    /// The challenged is not above the challenger.
    NotAbove,
    /// The challenged is too far above.
    OutOfReach {
        /// By how many places.
        places: usize,
    },
    /// A player is in another challenge.
    Busy(PlayerId),
    /// They have played a short time ago.
    TooSoon {
        /// When they may play again.
        until: Duration,
    },
    /// The player has made no challenge that is open.
    NotOpen(PlayerId),
    /// The winner is none of the two players.
    NotPart(PlayerId),
}

impl fmt::Display for NoChallenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoChallenge::NotOnLadder(player) => write!(f, "player {player} is not on the ladder"),
            NoChallenge::NotAbove => f.write_str("only players above can be challenged"),
            NoChallenge::OutOfReach { places } => {
                write!(f, "the player is {places} places above, which is too far")
            }
            NoChallenge::Busy(player) => write!(f, "player {player} is in another challenge"),
            NoChallenge::TooSoon { .. } => f.write_str("the last game of the two is too recent"),
            NoChallenge::NotOpen(player) => write!(f, "player {player} has no open challenge"),
            NoChallenge::NotPart(player) => {
                write!(f, "player {player} is not part of the challenge")
            }
        }
    }
}

impl Error for NoChallenge {}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_secs(24 * 60 * 60);

    fn ladder(n_players: u64) -> Ladder {
        let mut ladder = Ladder::new(LadderRules::USUAL);
        (1..=n_players).for_each(|id| ladder.join(PlayerId(id)));
        ladder
    }

    fn order(ladder: &Ladder) -> Vec<u64> {
        ladder.players().iter().map(|it| it.0).collect()
    }

    #[test]
    fn winner_takes_the_place_and_others_move_down() {
        let mut ladder = ladder(5);
        ladder.challenge(PlayerId(5), PlayerId(2), DAY).unwrap();
        ladder.settle(PlayerId(5), PlayerId(5), DAY).unwrap();
        assert_eq!(order(&ladder), [1, 5, 2, 3, 4]);
        ladder.challenge(PlayerId(4), PlayerId(5), DAY).unwrap();
        ladder.settle(PlayerId(4), PlayerId(5), DAY).unwrap();
        assert_eq!(order(&ladder), [1, 5, 2, 3, 4]);
    }

    #[test]
    fn rules_forbid() {
        let mut ladder = ladder(6);
        let check = |ladder: &Ladder, one, other, now| {
            ladder.check(PlayerId(one), PlayerId(other), now).unwrap_err()
        };
        assert_eq!(check(&ladder, 1, 2, DAY), NoChallenge::NotAbove);
        assert_eq!(check(&ladder, 2, 2, DAY), NoChallenge::NotAbove);
        assert_eq!(check(&ladder, 5, 1, DAY), NoChallenge::OutOfReach { places: 4 });
        assert_eq!(check(&ladder, 9, 1, DAY), NoChallenge::NotOnLadder(PlayerId(9)));
        ladder.challenge(PlayerId(5), PlayerId(3), DAY).unwrap();
        assert_eq!(check(&ladder, 6, 5, DAY), NoChallenge::Busy(PlayerId(5)));
        assert_eq!(ladder.reachable(PlayerId(6), DAY), [PlayerId(4)]);
        let wrong = ladder.settle(PlayerId(5), PlayerId(4), DAY);
        assert_eq!(wrong, Err(NoChallenge::NotPart(PlayerId(4))));
        assert_eq!(ladder.withdraw(PlayerId(3)), Err(NoChallenge::NotOpen(PlayerId(3))));

        ladder.settle(PlayerId(5), PlayerId(3), 2 * DAY).unwrap();
        let until = 9 * DAY;
        assert_eq!(check(&ladder, 5, 3, 8 * DAY), NoChallenge::TooSoon { until });
        assert_eq!(ladder.check(PlayerId(5), PlayerId(3), until), Ok(()));
        assert_eq!(ladder.check(PlayerId(5), PlayerId(4), 3 * DAY), Ok(()));
    }

    #[test]
    fn old_challenges_are_overdue() {
        let mut ladder = ladder(4);
        ladder.challenge(PlayerId(2), PlayerId(1), DAY).unwrap();
        ladder.challenge(PlayerId(4), PlayerId(3), 5 * DAY).unwrap();
        assert_eq!(ladder.overdue(14 * DAY).count(), 0);
        assert_eq!(ladder.overdue(15 * DAY).map(|it| it.challenger.0).collect::<Vec<_>>(), [2]);
        ladder.withdraw(PlayerId(2)).unwrap();
        assert_eq!(ladder.overdue(15 * DAY).count(), 0);
    }

    /// Whatever is tried, nobody is lost or doubled, nobody is in two
    /// challenges, and only a winning challenger ever moves up past somebody.
    #[test]
    fn random_ladders_stay_whole() {
        let mut rng = fastrand::Rng::with_seed(8);
        for _ in 0..200 {
            let mut ladder = ladder(8);
            let mut now = DAY;
            for _ in 0..100 {
                now += Duration::from_secs(rng.u64(0..200_000));
                let (one, other) = (PlayerId(rng.u64(1..10)), PlayerId(rng.u64(1..10)));
                let before = ladder.clone();
                match rng.u8(0..10) {
                    0 => ladder.leave(one),
                    1 => ladder.join(one),
                    2..6 if ladder.challenge(one, other, now).is_err() => {
                        assert_eq!(ladder, before);
                    }
                    6..10 if ladder.settle(one, other, now).is_ok() => {
                        let (from, to) = (before.place(one), ladder.place(one));
                        assert!(to == from || one == other && to < from);
                    }
                    _ => (),
                }
                let stored = Ladder::from_parts(
                    ladder.rules,
                    ladder.players(),
                    ladder.challenges(),
                    ladder.recent(),
                );
                assert_eq!(stored, ladder);
                let mut ids = order(&ladder);
                ids.sort_unstable();
                ids.dedup();
                assert_eq!(ids.len(), ladder.players().len());
                let mut busy: Vec<PlayerId> =
                    ladder.open.iter().flat_map(|it| [it.challenger, it.challenged]).collect();
                busy.sort_unstable();
                busy.dedup();
                assert_eq!(busy.len(), 2 * ladder.open.len());
                assert!(busy.iter().all(|it| ladder.place(*it).is_some()));
            }
        }
    }
}
