//! A challenge that waits for an answer.

/// What a table of several kinds of challenges gives this one; see
/// [`Discovery::choose`](crate::Discovery::choose).
pub const WEIGHT: u32 = 25;

/// A challenge that waits for an answer.
///
/// Everything about it follows from its seed, which is all that a host has to
/// keep.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct Offer {
    seed: u64,
    title: String,
}

const STRANGERS: [&str; 12] = [
    "A ferryman",
    "A retired judge",
    "A tea merchant",
    "A stonecutter",
    "A wandering monk",
    "A herb gatherer",
    "An old soldier",
    "A lute player",
    "A schoolteacher",
    "A potter",
    "A tax collector",
    "A weaver",
];

const PLACES: [&str; 8] = [
    "at the well",
    "under a plum tree",
    "on the landing",
    "by the kiln",
    "in the tea house",
    "at the milestone",
    "beside the mill",
    "at the temple",
];

impl Offer {
    /// The challenge that belongs to a seed.
    pub fn new(seed: u64) -> Offer {
        // The seed of a game should not tell who plays it, so other bits do.
        let number = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let stranger = STRANGERS[(number % STRANGERS.len() as u64) as usize];
        let place = PLACES[(number / STRANGERS.len() as u64 % PLACES.len() as u64) as usize];
        Offer { seed, title: format!("{stranger} {place}") }
    }

    /// A copy with other words in the menu.
    #[must_use]
    pub fn with_title(self, title: impl Into<String>) -> Offer {
        Offer { title: title.into(), ..self }
    }

    /// What the game starts from; see [`Duel::new`](crate::Duel::new).
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Who waits, and where.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// A sentence for the host's log.
    pub fn log_line(&self) -> String {
        format!("{} has a Go board out and no one to play with.", self.title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_tells_who_waits() {
        assert_eq!(Offer::new(7), Offer::new(7));
        let mut titles: Vec<String> = (0..60).map(|it| Offer::new(it).title).collect();
        titles.sort();
        titles.dedup();
        assert!(titles.len() > 30, "{titles:?}");
    }

    #[test]
    fn log_tells_what_was_found() {
        let line = Offer::new(7).with_title("A goat by the road").log_line();
        assert_eq!(line, "A goat by the road has a Go board out and no one to play with.");
    }
}
