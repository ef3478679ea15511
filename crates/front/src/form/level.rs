//! Levels of our own engine by name, by rank and by seat.

use tengen_engine::Level;
use tengen_session::{LevelName, Seat};

/// The levels in the order in which they are offered.
pub fn levels() -> impl Iterator<Item = Level> {
    Level::LADDER.into_iter().chain(Level::CHALLENGE).chain([Level::LIGHT])
}

/// The level of a name, or the one nearest to a rank such as `5k` or `2d`.
pub fn level_named(text: &str) -> Option<Level> {
    let text = text.trim().to_lowercase();
    if let Ok(level) = text.parse() {
        return Some(level);
    }
    let rank = rank(&text)?;
    let ranked = Level::LADDER.into_iter().filter_map(|it| Some((it, self::rank(it.name())?)));
    ranked.min_by_key(|(_, it)| it.abs_diff(rank)).map(|(level, _)| level)
}

/// Kyu ranks from -30 up to -1, dan ranks from 0 on.
fn rank(text: &str) -> Option<i32> {
    if let Some(kyu) = text.strip_suffix('k') {
        return kyu.parse().ok().filter(|it| (1..=40).contains(it)).map(|it: i32| -it);
    }
    let dan: i32 = text.strip_suffix('d')?.parse().ok()?;
    (1..=9).contains(&dan).then_some(dan - 1)
}

/// The level of a seat, the strongest if this version has no such level.
pub fn level_of(name: &LevelName) -> Level {
    level_named(name.as_str()).unwrap_or(Level::FULL)
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
            assert_eq!(level_of(&name), it);
        }
        assert_eq!(level_of(&"of tomorrow".parse().unwrap()), Level::FULL);
    }

    #[test]
    fn ranks_between_levels_take_the_nearest() {
        let name = |text: &str| level_named(text).map(Level::name);
        assert_eq!(name("5k"), Some("6k"));
        assert_eq!(name("30K"), Some("28k"));
        assert_eq!(name("2k"), Some("3k"));
        assert_eq!(name("1k"), Some("1d"));
        assert_eq!(name("4d"), Some("1d"));
        assert_eq!(name("Full"), Some("full"));
        assert_eq!(name("99"), None);
        assert_eq!(name("0d"), None);
    }
}
