//! Tells when a program that was started does not answer.

use std::sync::Arc;
use std::time::Duration;

use tengen_rules::Color;

use crate::HostProblem;
use crate::asker::Asker;
use crate::timer::{AlarmId, Called};

/// How long a started program may be silent before that is reported.
pub(crate) const STARTING: Duration = Duration::from_secs(5);

/// How long a program may think without a clock before that is reported.
pub(crate) const THINKING: Duration = Duration::from_secs(20);

/// Tells listeners when a program is silent for too long; canceled when it is
/// dropped.
#[derive(Debug)]
pub(crate) struct SilenceAlarm {
    game: Arc<dyn Asker>,
    name: String,
    color: Option<Color>,
    alarm: Option<AlarmId>,
}

impl SilenceAlarm {
    /// An alarm for a program with this name, which is not set.
    pub(crate) fn new(game: Arc<dyn Asker>, name: String, color: Option<Color>) -> SilenceAlarm {
        SilenceAlarm { game, name, color, alarm: None }
    }

    /// Begins to wait for an answer.
    pub(crate) fn set(&mut self, waited: Duration) {
        self.cancel();
        let at = self.game.services().time.now().saturating_add(waited);
        let (game, name, color) = (Arc::downgrade(&self.game), self.name.clone(), self.color);
        let alarm = self.game.services().timer.set(at, move || {
            if let Some(game) = game.upgrade() {
                let name = name.clone();
                game.tell_problem(HostProblem::EngineSilent { name, color, waited });
            }
            Called::Done
        });
        // Without an alarm, the failure is told when patience ends.
        self.alarm = alarm.ok();
    }

    /// The program has answered.
    pub(crate) fn cancel(&mut self) {
        if let Some(alarm) = self.alarm.take() {
            self.game.services().timer.cancel(alarm);
        }
    }
}

impl Drop for SilenceAlarm {
    fn drop(&mut self) {
        self.cancel();
    }
}
