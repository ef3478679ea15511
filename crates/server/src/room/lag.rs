//! Time that the connection takes, refunded within a quota.
//!
//! The server measures the round trip itself, so a client that claims more
//! gets nothing for it. A player has a quota that grows with each move, and a
//! move is never refunded more than a second.

use std::time::Duration;

use tengen_clock::TimeControl;

/// The most for one move.
const MAX_REFUND: Duration = Duration::from_secs(1);

/// What is left to refund to one player.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct LagQuota {
    gain: Duration,
    left: Duration,
    /// The round trip that was last measured.
    last: Duration,
}

impl LagQuota {
    pub(super) fn new(control: TimeControl) -> LagQuota {
        let gain = control.start().longest().map_or(Duration::ZERO, |total| {
            let share = total.saturating_mul(2) / 500;
            (share + Duration::from_millis(150)).min(MAX_REFUND)
        });
        LagQuota { gain, left: 3 * gain, last: Duration::ZERO }
    }

    /// What a move gets back that was thought about this long.
    pub(super) fn refund(&self, lag: Duration, thought: Duration) -> Duration {
        lag.min(self.left).min(MAX_REFUND).min(thought)
    }

    /// A move was made, and this much refunded.
    pub(super) fn spend(&mut self, refund: Duration) {
        self.left = (self.left.saturating_sub(refund) + self.gain).min(7 * self.gain);
    }

    pub(super) fn measured(&mut self, lag: Duration) {
        self.last = lag;
    }

    /// How long a move may still be on its way after the clock has fallen.
    pub(super) fn grace(&self) -> Duration {
        self.refund(self.last, MAX_REFUND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn slow_connection_is_refunded_within_the_quota() {
        let control = "5m".parse().unwrap();
        let mut quota = LagQuota::new(control);
        assert_eq!(quota.refund(millis(600), millis(5_000)), millis(600));
        assert_eq!(quota.refund(millis(5_000), millis(5_000)), millis(1_000));
        assert_eq!(quota.refund(millis(600), millis(100)), millis(100));
        // The quota is used up by claims, and grows again by honest moves.
        let control = "10s".parse().unwrap();
        quota = LagQuota::new(control);
        let mut refunds = Vec::new();
        for _ in 0..6 {
            let refund = quota.refund(millis(400), millis(2_000));
            quota.spend(refund);
            refunds.push(refund.as_millis());
        }
        assert_eq!(refunds, [400, 360, 190, 190, 190, 190]);
        (0..20).for_each(|_| quota.spend(Duration::ZERO));
        assert_eq!(quota.refund(millis(5_000), millis(5_000)), millis(1_000));
    }

    #[test]
    fn nothing_is_refunded_without_a_clock() {
        let quota = LagQuota::new(TimeControl::None);
        assert_eq!(quota.refund(millis(600), millis(600)), Duration::ZERO);
    }
}
