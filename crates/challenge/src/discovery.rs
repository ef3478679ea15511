//! When a challenge is found.

use std::time::Duration;

use tengen_engine::Rng;

use crate::offer::Offer;

/// The time between two ticks.
pub const TICK: Duration = Duration::from_millis(100);

/// The ticks until a challenge is found, on average: two hours.
pub const MEAN_TICKS: u32 = 72_000;

/// The prestige that a player needs to be challenged.
pub const LEAST_PRESTIGE: u32 = 1;

/// Finds challenges along the way, by a seed.
#[derive(Clone, Debug)]
pub struct Discovery {
    rng: Rng,
}

impl Discovery {
    /// One that finds the same challenges whenever it has the same seed and is
    /// asked the same.
    pub fn new(seed: u64) -> Discovery {
        Discovery { rng: Rng::new(seed) }
    }

    /// Whether a challenge is found in this tick: on average one in two hours,
    /// but none below prestige 1, and none while a game is open.
    pub fn tick(&mut self, prestige: u32, is_game_open: bool) -> Option<Offer> {
        if prestige < LEAST_PRESTIGE || is_game_open {
            return None;
        }
        (self.rng.below(MEAN_TICKS) == 0).then(|| self.find())
    }

    /// Finds a challenge at once.
    pub fn find(&mut self) -> Offer {
        Offer::new(self.rng.next_u64())
    }

    /// Chooses by weight, for hosts with several kinds of challenges: Go has
    /// [`WEIGHT`](crate::WEIGHT).
    ///
    /// Returns `None` if nothing has any weight.
    pub fn choose<T: Copy>(&mut self, table: &[(T, u32)]) -> Option<T> {
        let total = table.iter().map(|&(_, weight)| weight).sum();
        let mut number = self.rng.below(total);
        table.iter().find_map(|&(kind, weight)| {
            let is_chosen = number < weight;
            number = number.saturating_sub(weight);
            is_chosen.then_some(kind)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WEIGHT;

    const TICKS_PER_HOUR: u64 = 36_000;

    fn n_found(seed: u64, hours: u64) -> u32 {
        let mut discovery = Discovery::new(seed);
        let found = (0..hours * TICKS_PER_HOUR).filter(|_| discovery.tick(1, false).is_some());
        found.count() as u32
    }

    #[test]
    fn thousand_hours_have_a_challenge_in_two_each() {
        // A thousand hours have 500 finds, give or take 22.
        let found: Vec<u32> = (1..=5).map(|seed| n_found(seed, 1_000)).collect();
        let hours = 1_000.0 / f64::from(found[0]);
        assert!((1.8..2.2).contains(&hours), "{hours} hours from one to the next");
        let hours = 5_000.0 / f64::from(found.iter().sum::<u32>());
        assert!((1.9..2.1).contains(&hours), "{hours} hours from one to the next, {found:?}");
        assert_eq!(MEAN_TICKS, 2 * TICKS_PER_HOUR as u32);
        assert_eq!(TICK * MEAN_TICKS, Duration::from_secs(2 * 60 * 60));
    }

    #[test]
    fn nobody_challenges_newcomers() {
        let mut discovery = Discovery::new(1);
        assert!((0..100 * TICKS_PER_HOUR).all(|_| discovery.tick(0, false).is_none()));
    }

    #[test]
    fn nobody_disturbs_a_game() {
        let mut discovery = Discovery::new(1);
        assert!((0..100 * TICKS_PER_HOUR).all(|_| discovery.tick(9, true).is_none()));
    }

    #[test]
    fn seed_decides_what_is_found_and_when() {
        let finds = |seed| {
            let mut discovery = Discovery::new(seed);
            let ticks = 0..20 * TICKS_PER_HOUR;
            let all = ticks.filter_map(|it| Some((it, discovery.tick(1, false)?)));
            all.collect::<Vec<_>>()
        };
        assert_eq!(finds(3), finds(3));
        assert_ne!(finds(3), finds(4));
        assert!(finds(3).len() > 2);
    }

    #[test]
    fn table_is_drawn_from_by_weight() {
        let mut discovery = Discovery::new(5);
        let table = [("go", WEIGHT), ("riddle", 50), ("nothing", 0), ("chess", 25)];
        let n_go = (0..10_000).filter(|_| discovery.choose(&table) == Some("go")).count();
        assert!((2_350..2_650).contains(&n_go), "{n_go}");
        assert!((0..1_000).all(|_| discovery.choose(&table) != Some("nothing")));
        assert_eq!(discovery.choose::<u8>(&[]), None);
        assert_eq!(discovery.choose(&[(1, 0)]), None);
        assert_eq!(WEIGHT, 25);
    }
}
