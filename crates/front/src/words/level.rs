//! Levels and opponents: what to expect of them.

use tengen_engine::{Level, Style};
use tengen_session::Seat;

use crate::form::{Player, level_of};

/// What to expect of a level, in a few words.
pub fn level(level: Level) -> String {
    match level.style(true) {
        Style::Greedy => "plays by simple rules, with a random move now and then".to_owned(),
        Style::Policy { percent: 0..=7 } => {
            "a beginner's first games; misses most things".to_owned()
        }
        Style::Policy { percent: 8..=20 } => {
            "plays natural-looking moves and misses most threats".to_owned()
        }
        Style::Policy { percent: 21..=99 } => {
            "plays natural-looking moves and misses a lot".to_owned()
        }
        Style::Policy { .. } => "plays natural-looking moves, but never reads ahead".to_owned(),
        Style::Network { n_visits: 1, .. } => {
            format!("{}; good shape, little reading, replies at once", about(level))
        }
        Style::Network { .. } => format!("{}; reads ahead, replies within a second", about(level)),
        Style::Playouts { n, .. } => {
            format!("{} on 9×9, replies in {}", strength_of_playouts(n), reply_time(n))
        }
        Style::Full => "as strong as time allows; about 5 s per move without a clock".to_owned(),
    }
}

/// `about 6 kyu` for the level `6k`.
fn about(level: Level) -> String {
    let name = level.name().replace('k', " kyu").replace('d', " dan");
    format!("about {name}")
}

/// The ladder's rank at this number of playouts.
const fn strength_of_playouts(n: u32) -> &'static str {
    match n {
        0..=1_000 => "about 6 kyu",
        1_001..=4_000 => "about 3 kyu",
        4_001..=10_000 => "about 1 dan",
        _ => "stronger than 1 dan",
    }
}

/// On a board of 9×9; larger boards take longer.
const fn reply_time(n: u32) -> &'static str {
    match n {
        0..=1_000 => "0.1 s",
        1_001..=4_000 => "0.3 s",
        4_001..=10_000 => "1 s",
        _ => "3 s",
    }
}

/// Who plays a color, as lists offer it.
pub fn player(player: &Player) -> String {
    match player {
        Player::Person => "Person".to_owned(),
        Player::Level(level) => format!("Tengen {level}"),
        Player::Engine(engine) => engine.name.clone(),
        Player::Program => "GTP engine…".to_owned(),
    }
}

/// What to expect of an opponent, in a few words.
pub fn opponent(player: &Player) -> String {
    match player {
        Player::Person => "two people at this board".to_owned(),
        Player::Level(level) => self::level(*level),
        Player::Engine(engine) => engine.command.clone(),
        Player::Program => "any program that speaks GTP".to_owned(),
    }
}

/// What to expect of the player in a seat.
pub fn seat_strength(seat: &Seat) -> Option<String> {
    match seat {
        Seat::Level(name) => Some(level(level_of(name))),
        Seat::Person { .. } | Seat::Engine { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_says_what_to_expect() {
        for it in Level::all() {
            let text = level(it);
            assert!(!text.ends_with('.') && text.chars().count() <= 60, "{it}: {text}");
        }
        let of = |name: &str| level(name.parse().unwrap());
        assert_eq!(of("6k"), "about 6 kyu; good shape, little reading, replies at once");
        assert_eq!(of("3d"), "about 3 dan; reads ahead, replies within a second");
        assert_eq!(of("novice"), "about 6 kyu on 9×9, replies in 0.1 s");
    }
}
