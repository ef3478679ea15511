//! Tells when a program that was started does not answer.

use std::sync::Arc;
use std::time::Duration;

use tengen_rules::Color;

use crate::HostProblem;
use crate::game::Game;
use crate::timer::AlarmId;

/// How long a program may be silent before that is told.
const SILENCE: Duration = Duration::from_secs(5);

/// Tells listeners when a program is silent for too long; canceled when it is
/// dropped.
#[derive(Debug)]
pub(crate) struct SilenceAlarm {
    game: Arc<Game>,
    alarm: Option<AlarmId>,
}

impl SilenceAlarm {
    /// Begins to wait for the first answer of a program.
    pub(crate) fn set(game: &Arc<Game>, name: String, color: Option<Color>) -> SilenceAlarm {
        let at = game.now().saturating_add(SILENCE);
        let listening = Arc::downgrade(game);
        let alarm = game.services.timer.set(at, move || {
            if let Some(game) = listening.upgrade() {
                game.tell_problem(HostProblem::EngineSilent { name, color, waited: SILENCE });
            }
        });
        // Without an alarm, the failure is told when patience ends.
        SilenceAlarm { game: Arc::clone(game), alarm: alarm.ok() }
    }

    /// The program has answered.
    pub(crate) fn cancel(&mut self) {
        if let Some(alarm) = self.alarm.take() {
            self.game.services.timer.cancel(alarm);
        }
    }
}

impl Drop for SilenceAlarm {
    fn drop(&mut self) {
        self.cancel();
    }
}
