//! Which games a bot plays.

use std::time::Duration;

use tengen_clock::TimeControl;
use tengen_rules::{Ruleset, Size};
use tengen_wire::Offer;

/// Which games a bot plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conditions {
    /// The sizes of boards; empty for all.
    pub sizes: Vec<Size>,
    /// The rules; empty for all.
    pub rules: Vec<Ruleset>,
    /// The time controls; empty for all.
    pub clocks: Vec<TimeControl>,
    /// The least time that a player has for the first move.
    pub min_time: Option<Duration>,
    /// The most handicap stones.
    pub max_handicap: u8,
    /// Whether it also accepts offers that are for everyone.
    pub takes_open_offers: bool,
}

/// Why an offer does not fit.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Unfit {
    /// It is the bot's own.
    Own,
    /// It is for everyone.
    Open,
    /// The size of the board.
    Size,
    /// The rules.
    Rules,
    /// The time control.
    Clock,
    /// The number of handicap stones.
    Handicap,
}

impl Conditions {
    /// Whether games of this size are played.
    pub fn allow_size(&self, size: Size) -> bool {
        self.sizes.is_empty() || self.sizes.contains(&size)
    }

    /// Whether an offer fits.
    ///
    /// # Errors
    ///
    /// Returns [`Unfit`] with the first reason against it.
    pub fn check(&self, offer: &Offer) -> Result<(), Unfit> {
        if offer.own {
            return Err(Unfit::Own);
        }
        if !offer.direct && !self.takes_open_offers {
            return Err(Unfit::Open);
        }
        if !self.allow_size(offer.size) {
            return Err(Unfit::Size);
        }
        let rules: Option<Ruleset> = offer.rules.parse().ok();
        let rules = rules.ok_or(Unfit::Rules)?;
        if !self.rules.is_empty() && !self.rules.contains(&rules) {
            return Err(Unfit::Rules);
        }
        let clock: Option<TimeControl> = offer.clock.parse().ok();
        self.check_clock(clock.ok_or(Unfit::Clock)?)?;
        if offer.handicap > self.max_handicap {
            return Err(Unfit::Handicap);
        }
        Ok(())
    }

    fn check_clock(&self, clock: TimeControl) -> Result<(), Unfit> {
        let is_known = self.clocks.is_empty() || self.clocks.contains(&clock);
        let first_move = clock.start().longest();
        let is_slow = first_move.is_none_or(|it| self.min_time.is_none_or(|min| it >= min));
        if is_known && is_slow { Ok(()) } else { Err(Unfit::Clock) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer() -> Offer {
        Offer {
            id: "k3v9x2pq".to_owned(),
            from: "Ana".to_owned(),
            own: false,
            direct: true,
            color: None,
            size: Size::NINE,
            rules: "chinese".to_owned(),
            komi: Ruleset::CHINESE.komi,
            handicap: 0,
            clock: "5m+3x30s".to_owned(),
            rated: false,
        }
    }

    #[track_caller]
    fn check(
        conditions: &Conditions,
        change: impl FnOnce(&mut Offer),
        expected: Result<(), Unfit>,
    ) {
        let mut offer = offer();
        change(&mut offer);
        assert_eq!(conditions.check(&offer), expected);
    }

    #[test]
    fn every_condition_counts() {
        let all = Conditions::default();
        check(&all, |_| (), Ok(()));
        check(&all, |it| it.own = true, Err(Unfit::Own));
        check(&all, |it| it.direct = false, Err(Unfit::Open));
        check(&all, |it| it.handicap = 2, Err(Unfit::Handicap));
        check(&all, |it| it.rules = "chess".to_owned(), Err(Unfit::Rules));
        check(&all, |it| it.clock = "soon".to_owned(), Err(Unfit::Clock));
        let some = Conditions {
            sizes: vec![Size::NINE],
            rules: vec![Ruleset::CHINESE],
            clocks: Vec::new(),
            min_time: Some(Duration::from_secs(60)),
            max_handicap: 4,
            takes_open_offers: true,
        };
        check(&some, |it| it.direct = false, Ok(()));
        check(&some, |it| it.handicap = 4, Ok(()));
        check(&some, |it| it.size = Size::NINETEEN, Err(Unfit::Size));
        check(&some, |it| it.rules = "japanese".to_owned(), Err(Unfit::Rules));
        check(&some, |it| it.clock = "30s".to_owned(), Err(Unfit::Clock));
        check(&some, |it| it.clock = "none".to_owned(), Ok(()));
        let one_clock = Conditions { clocks: vec!["10m".parse().unwrap()], ..all };
        check(&one_clock, |_| (), Err(Unfit::Clock));
        check(&one_clock, |it| it.clock = "10m".to_owned(), Ok(()));
    }
}
