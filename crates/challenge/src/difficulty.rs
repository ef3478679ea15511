//! How strong the opponent is, and what a win is worth.

use std::fmt;

use tengen_engine::Level;

/// How strong the opponent is, and what a win is worth.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Difficulty {
    /// For a first win.
    #[default]
    Novice,
    /// Punishes what is left undefended.
    Apprentice,
    /// Reads most fights to their end.
    Journeyman,
    /// Gives nothing away.
    Master,
}

impl Difficulty {
    /// All of them, the weakest first.
    pub const ALL: [Difficulty; 4] =
        [Difficulty::Novice, Difficulty::Apprentice, Difficulty::Journeyman, Difficulty::Master];

    /// The one with this index in [`Difficulty::ALL`], or else a novice.
    pub const fn from_index(idx: usize) -> Difficulty {
        match idx {
            1 => Difficulty::Apprentice,
            2 => Difficulty::Journeyman,
            3 => Difficulty::Master,
            _ => Difficulty::Novice,
        }
    }

    /// The place in [`Difficulty::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name, as a player reads it.
    pub const fn name(self) -> &'static str {
        match self {
            Difficulty::Novice => "Novice",
            Difficulty::Apprentice => "Apprentice",
            Difficulty::Journeyman => "Journeyman",
            Difficulty::Master => "Master",
        }
    }

    /// The prestige that a win is worth.
    pub const fn reward(self) -> u32 {
        match self {
            Difficulty::Novice => 1,
            Difficulty::Apprentice => 2,
            Difficulty::Journeyman => 3,
            Difficulty::Master => 5,
        }
    }

    /// The ticks that the opponent seems to think at least.
    pub const fn thinking_ticks(self) -> u32 {
        match self {
            Difficulty::Novice => 5,
            Difficulty::Apprentice => 8,
            Difficulty::Journeyman => 10,
            Difficulty::Master => 15,
        }
    }

    /// The level of the engine.
    pub const fn level(self) -> Level {
        Level::CHALLENGE[self.index()]
    }

    /// The simulations by which each move is found.
    pub const fn simulations(self) -> u32 {
        match self.level().n_playouts() {
            Some(n) => n,
            None => 0,
        }
    }

    /// Name, reward and number of simulations, in columns.
    pub fn menu_line(self) -> String {
        let (name, reward) = (self.name(), self.reward());
        let simulations = with_comma(self.simulations());
        format!("{name:<10}  {reward} prestige  {simulations:>6} simulations")
    }

    /// The same where there is little space.
    pub(crate) fn short_menu_line(self) -> String {
        let (name, reward) = (self.name(), self.reward());
        format!("{name:<10} +{reward} {:>6} sims", with_comma(self.simulations()))
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A number below a million as people write it.
fn with_comma(number: u32) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", number / 1_000, number % 1_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_each_difficulty() {
        assert_eq!(Difficulty::ALL.map(Difficulty::reward), [1, 2, 3, 5]);
        assert_eq!(Difficulty::ALL.map(Difficulty::thinking_ticks), [5, 8, 10, 15]);
        assert_eq!(Difficulty::ALL.map(Difficulty::simulations), [500, 2_000, 8_000, 20_000]);
    }

    #[test]
    fn names_come_from_an_index_with_the_first_as_fallback() {
        let names = [0, 1, 2, 3, 4, usize::MAX].map(|idx| Difficulty::from_index(idx).name());
        assert_eq!(names, ["Novice", "Apprentice", "Journeyman", "Master", "Novice", "Novice"]);
        for (idx, difficulty) in Difficulty::ALL.into_iter().enumerate() {
            assert_eq!((difficulty.index(), Difficulty::from_index(idx)), (idx, difficulty));
            assert_eq!(difficulty.level().name(), difficulty.name().to_lowercase());
        }
    }

    #[test]
    fn menu_lines_have_name_reward_and_simulations() {
        let lines = Difficulty::ALL.map(Difficulty::menu_line);
        assert_eq!(lines[0], "Novice      1 prestige     500 simulations");
        assert_eq!(lines[3], "Master      5 prestige  20,000 simulations");
    }
}
