//! Career mode: a player's results and rewards, as plain numbers.

mod text;

use tengen_engine::Level;

pub use text::BadProfile;

/// The number of difficulties.
pub const N_DIFFICULTIES: usize = Level::CHALLENGE.len();

/// A player's results and rewards in career mode.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Profile {
    /// Rewards of all wins.
    pub prestige: u32,
    /// The ticks of 100 ms spent on the road and at the board.
    pub ticks: u64,
    /// The seeds of challenges that wait for an answer.
    pub offers: Vec<u64>,
    /// The games that were won against each of [`Level::CHALLENGE`].
    pub wins: [u32; N_DIFFICULTIES],
    /// The games that were played to the end and lost.
    pub losses: u32,
    /// The games that were given up.
    pub forfeits: u32,
    /// The drawn games.
    pub draws: u32,
    /// The stones that the player has taken.
    pub captured: u32,
    /// The games won since the last one that was not.
    pub streak: u32,
    /// The most games won in a row.
    pub best_streak: u32,
}

/// A change of a profile.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ProfileEvent {
    /// This many ticks have passed.
    Walked(u64),
    /// A challenge waits, by its seed.
    Found(u64),
    /// A challenge was accepted or declined, and waits no longer.
    Answered(u64),
    /// A game is over.
    Played(Played),
}

/// A game that is over.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Played {
    /// The index of the opponent in [`Level::CHALLENGE`].
    pub difficulty: usize,
    /// The result.
    pub result: PlayedResult,
    /// The prestige that it was worth.
    pub reward: u32,
    /// The stones that the player took.
    pub captured: u32,
}

/// The result of a game, for the player.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum PlayedResult {
    /// It was won.
    Won,
    /// It was played to the end and lost.
    Lost,
    /// It was a draw.
    Drawn,
    /// It was given up.
    Forfeited,
}

impl Profile {
    /// The number of games.
    pub fn games(&self) -> u32 {
        let others = [self.losses, self.forfeits, self.draws];
        others.into_iter().fold(self.total_wins(), u32::saturating_add)
    }

    /// The number of games that were won.
    pub fn total_wins(&self) -> u32 {
        self.wins.into_iter().fold(0, u32::saturating_add)
    }

    /// Counts an event.
    pub fn apply(&mut self, event: ProfileEvent) {
        match event {
            ProfileEvent::Walked(ticks) => self.ticks = self.ticks.saturating_add(ticks),
            ProfileEvent::Found(offer) => self.offers.push(offer),
            ProfileEvent::Answered(offer) => {
                if let Some(idx) = self.offers.iter().position(|&it| it == offer) {
                    self.offers.remove(idx);
                }
            }
            ProfileEvent::Played(played) => self.count(played),
        }
    }

    fn count(&mut self, played: Played) {
        let Played { difficulty, result, reward, captured } = played;
        self.prestige = self.prestige.saturating_add(reward);
        self.captured = self.captured.saturating_add(captured);
        let place = match result {
            PlayedResult::Won => &mut self.wins[difficulty.min(N_DIFFICULTIES - 1)],
            PlayedResult::Lost => &mut self.losses,
            PlayedResult::Drawn => &mut self.draws,
            PlayedResult::Forfeited => &mut self.forfeits,
        };
        *place = place.saturating_add(1);
        let is_won = result == PlayedResult::Won;
        self.streak = if is_won { self.streak.saturating_add(1) } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(difficulty: usize, result: PlayedResult, reward: u32) -> ProfileEvent {
        ProfileEvent::Played(Played { difficulty, result, reward, captured: 3 })
    }

    #[test]
    fn games_are_counted() {
        let mut profile = Profile::default();
        for event in [
            played(0, PlayedResult::Won, 1),
            played(3, PlayedResult::Won, 5),
            played(1, PlayedResult::Forfeited, 0),
            played(0, PlayedResult::Won, 1),
            played(2, PlayedResult::Lost, 0),
            played(2, PlayedResult::Drawn, 0),
        ] {
            profile.apply(event);
        }
        let expected = Profile {
            prestige: 7,
            wins: [2, 0, 0, 1],
            losses: 1,
            forfeits: 1,
            draws: 1,
            captured: 18,
            best_streak: 2,
            ..Profile::default()
        };
        assert_eq!(profile, expected);
        assert_eq!((profile.games(), profile.total_wins()), (6, 3));
    }

    #[test]
    fn challenges_wait_until_they_are_answered() {
        let mut profile = Profile::default();
        for event in [
            ProfileEvent::Found(7),
            ProfileEvent::Found(8),
            ProfileEvent::Answered(7),
            ProfileEvent::Answered(9),
        ] {
            profile.apply(event);
        }
        profile.apply(ProfileEvent::Walked(u64::MAX));
        profile.apply(ProfileEvent::Walked(2));
        assert_eq!((profile.offers, profile.ticks), (vec![8], u64::MAX));
    }
}
