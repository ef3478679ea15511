//! Sends time settings and time left to an engine.

use tengen_clock::{TimeControl, TimeLeft};
use tengen_rules::Color;

use super::{Controller, Error};
use crate::time::TimeCommands;

impl Controller {
    /// Tells the engine how much time there is for a game, and says whether
    /// it wants to know.
    ///
    /// An engine that does not know periods of byo-yomi learns of the same
    /// time for each single stone, which is what they come to. One that does
    /// not know Fischer's clock learns of a time for the whole game, and before
    /// each move that there is more of it.
    ///
    /// # Errors
    ///
    /// Returns [`Error`] if the engine refuses the settings or fails.
    pub fn set_time_control(&mut self, control: TimeControl) -> Result<bool, Error> {
        self.time_control = Some(control);
        let command = self.time_commands().settings(control);
        self.tell_if_known(command)
    }

    /// Tells the engine how much time a color has left, and says whether it
    /// wants to know.
    ///
    /// # Errors
    ///
    /// Returns [`Error`] if the engine refuses it or fails.
    pub fn set_time_left(&mut self, color: Color, left: TimeLeft) -> Result<bool, Error> {
        let command = self.time_commands().left(color, left).filter(|_| self.knows("time_left"));
        self.tell_if_known(command)
    }

    fn tell_if_known(&mut self, command: Option<String>) -> Result<bool, Error> {
        match command {
            Some(command) => self.tell(&command).map(|()| true),
            None => Ok(false),
        }
    }

    fn time_commands(&self) -> TimeCommands {
        TimeCommands {
            has_standard: self.knows("time_settings"),
            has_kgs: self.knows("kgs-time_settings"),
            has_kata: self.knows("kata-time_settings"),
        }
    }
}
