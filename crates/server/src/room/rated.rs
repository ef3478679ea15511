//! Games that count for the ratings.

use std::time::Duration;

use tengen_clock::TimeControl;
use tengen_engine::Level;
use tengen_ratings::{Pace, Rating, Speed, Terms, scale};
use tengen_rules::{ByColor, Color, Size};
use tengen_session::{EndReason, Phase, Seat};

use super::Room;
use crate::id::PersonId;
use crate::store::{RatedGame, RatedPlayer};
use crate::wire;

/// How well the strength of a level is known: about a rank.
const LEVEL_DEVIATION: f64 = 70.0;

/// The speed at which a game is played.
pub(crate) fn speed(clock: TimeControl, size: Size) -> Speed {
    let pace = |main, per_move| Some(Pace { main, per_move });
    let pace = match clock {
        TimeControl::None => None,
        TimeControl::Absolute { main } => pace(main, Duration::ZERO),
        TimeControl::Simple { per_move } => pace(Duration::ZERO, per_move),
        TimeControl::Fischer { initial, increment, .. } => pace(initial, increment),
        TimeControl::ByoYomi { main, period, .. } => pace(main, period),
        TimeControl::Canadian { main, block, stones } => pace(main, block / stones.get()),
    };
    Speed::of(pace, size)
}

/// A level of the engine as a player whose rating never changes, if its
/// strength is known.
pub(crate) fn rated_level(name: &str) -> Option<RatedPlayer> {
    let rank = Level::by_name(name)?.rank()?;
    // The middle of the rank.
    let value = scale::rating_at(f64::from(rank.index()) + 0.5);
    Some(RatedPlayer {
        person: PersonId::of_level(name),
        start: Rating::new(value, LEVEL_DEVIATION),
        is_anchor: true,
        joined_at: 0,
    })
}

impl Room {
    /// Whether the game counts for the ratings.
    pub const fn is_rated(&self) -> bool {
        self.meta.terms.is_rated
    }

    /// What is rated of a game that is over; nothing if it does not count.
    pub(super) fn rated_game(&self) -> Option<Box<RatedGame>> {
        let Phase::Over(ended) = self.session.phase() else { return None };
        let counts = match ended.reason {
            EndReason::Score | EndReason::Resignation | EndReason::Time | EndReason::Forfeit => {
                true
            }
            EndReason::LongCycle
            | EndReason::Cancelled
            | EndReason::Adjourned
            | EndReason::Unknown => false,
        };
        if !self.is_rated() || !counts {
            return None;
        }
        let game = self.session.game();
        let at = wire::millis(self.now);
        let players = ByColor {
            black: self.rated_player(Color::Black, at)?,
            white: self.rated_player(Color::White, at)?,
        };
        let size = game.board().size();
        Some(Box::new(RatedGame {
            game: self.meta.id,
            at,
            players,
            size,
            speed: speed(self.session.time_control(), size),
            ruleset: *game.ruleset(),
            terms: Terms { handicap: game.handicap(), komi: game.komi() },
            winner: ended.outcome.winner(),
            is_annulled: false,
            change: None,
        }))
    }

    fn rated_player(&self, color: Color, now: u64) -> Option<RatedPlayer> {
        match &self.session.seats()[color] {
            Seat::Person { .. } => Some(RatedPlayer {
                person: self.meta.guests[color]?,
                start: Rating::UNKNOWN,
                is_anchor: false,
                joined_at: now,
            }),
            Seat::Level(name) => rated_level(name.as_str()),
            Seat::Engine { .. } => None,
        }
    }
}
