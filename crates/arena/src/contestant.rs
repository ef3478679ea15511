//! An engine that takes part, by its command line.

use tengen_gtp::controller::CommandLine;

/// Stands for a number that is different in every game.
const SEED: &str = "{seed}";

/// An engine, not yet started.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Contestant {
    /// Its name if it reports none: the command line as it was written.
    pub label: String,
    /// The command line that starts it.
    ///
    /// An argument with `{seed}` in it has a number there, which differs from
    /// game to game; the engine is started anew for each.
    pub command: CommandLine,
}

impl Contestant {
    /// Whether it has to be started anew for each game.
    pub fn is_seeded(&self) -> bool {
        self.command.arguments().iter().any(|it| it.contains(SEED))
    }

    /// The command line for a game.
    pub(crate) fn command(&self, seed: u64) -> CommandLine {
        let seed = seed.to_string();
        let arguments = self.command.arguments().iter().map(|it| it.replace(SEED, &seed));
        CommandLine::new(self.command.program(), arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_filled_in() {
        let contestant =
            |text: &str| Contestant { label: text.into(), command: text.parse().unwrap() };
        let seeded = contestant("gnugo --mode gtp --seed {seed}");
        assert!(seeded.is_seeded());
        assert_eq!(seeded.command(17).to_string(), "gnugo --mode gtp --seed 17");
        assert!(!contestant("gnugo --mode gtp").is_seeded());
    }
}
