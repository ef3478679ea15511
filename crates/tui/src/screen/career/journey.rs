//! The road, which follows from the time spent on it.

/// The ticks from one place to the next: ten minutes.
const LEG: u64 = 6_000;

/// The places of the road, which leads around to its start.
const PLACES: [(&str, &str); 12] = [
    ("Hoshi Village", "Nine lanterns light the square, and everyone meets under one of them."),
    ("Ladder Bridge", "It zigzags over the gorge. Look at the far end before you step on it."),
    ("Two Eyes Inn", "Two doors stand open. With one, says the landlord, no house survives."),
    ("Ko Pass", "Two carts have met on a narrow road. Each waits for the other to turn aside."),
    ("Liberty Fields", "The farmers leave a strip of grass beside every wall, just in case."),
    ("Tiger Mouth", "Three rocks around a pool. Nothing that swims in swims out again."),
    ("Net Harbor", "The nets are cast so loosely, and still nothing slips through."),
    ("Seki Marsh", "Two herons share a puddle, and neither dares to move first."),
    ("Atari Gate", "The guard calls out before he closes it. Not all guards are so polite."),
    ("Joseki Road", "Worn smooth by people who all chose the same side of it."),
    ("Moyo Plain", "So much sky, and not a fence in sight. Someone will settle here soon."),
    ("Tengen", "The middle of every map. All roads come by, and few people stay."),
];

/// The player's place on the road.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Journey {
    n_legs: u64,
    /// The ticks since the last place.
    n_ticks: u64,
}

impl Journey {
    /// The place after this many ticks.
    pub(super) const fn after(n_ticks: u64) -> Journey {
        Journey { n_legs: n_ticks / LEG, n_ticks: n_ticks % LEG }
    }

    /// The last place that was reached.
    pub(super) const fn place(self) -> &'static str {
        self.entry(0).0
    }

    /// What there is to see.
    pub(super) const fn sight(self) -> &'static str {
        self.entry(0).1
    }

    /// The next place.
    pub(super) const fn next(self) -> &'static str {
        self.entry(1).0
    }

    /// The minutes to the next place, rounded up.
    pub(super) const fn minutes(self) -> u64 {
        (LEG - self.n_ticks).div_ceil(600)
    }

    /// Progress to the next place, out of this many cells.
    pub(super) fn progress(self, n_parts: u16) -> u16 {
        u16::try_from(self.n_ticks * u64::from(n_parts) / LEG).unwrap_or(n_parts)
    }

    /// A sentence for the log.
    pub(super) fn arrival(self) -> String {
        format!("You reach {}.", self.place())
    }

    const fn entry(self, offset: u64) -> (&'static str, &'static str) {
        PLACES[((self.n_legs + offset) % PLACES.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn road_leads_around() {
        let start = Journey::after(0);
        assert_eq!((start.place(), start.next()), ("Hoshi Village", "Ladder Bridge"));
        assert_eq!((start.minutes(), start.progress(20)), (10, 0));
        let later = Journey::after(11 * LEG + LEG / 2);
        assert_eq!((later.place(), later.next()), ("Tengen", "Hoshi Village"));
        assert_eq!((later.minutes(), later.progress(20)), (5, 10));
        assert_eq!(Journey::after(12 * LEG).place(), start.place());
        assert_eq!(Journey::after(LEG - 1).minutes(), 1);
        assert_eq!(Journey::after(u64::MAX).progress(9) / 9, 0);
    }

    #[test]
    fn sights_fit_into_two_lines_of_a_small_terminal() {
        for (name, sight) in PLACES {
            assert!(sight.len() <= 76 && name.len() <= 15, "{name}");
        }
    }
}
