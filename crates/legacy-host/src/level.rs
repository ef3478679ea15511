//! The levels of our own engine by the names that seats have.

use tengen_engine::Level;
use tengen_legacy_session::{LevelName, Seat};

/// The level of a name, the strongest if this version has no such level.
pub fn level(name: &LevelName) -> Level {
    name.as_str().parse().unwrap_or(Level::FULL)
}

/// A seat for our own engine at a level.
///
/// # Panics
///
/// Panics if the level has no name.
pub fn level_seat(level: Level) -> Seat {
    Seat::Level(level.name().parse().expect("every level has a name"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_found_by_the_names_of_their_seats() {
        for it in Level::all() {
            let Seat::Level(name) = level_seat(it) else { panic!("{it} has no seat") };
            assert_eq!(level(&name), it);
        }
        assert_eq!(level(&"of tomorrow".parse().unwrap()), Level::FULL);
    }
}
