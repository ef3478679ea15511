//! Telling an engine about time.

use std::time::Duration;

use tengen_rules::Color;

use super::{Controller, Error};
use crate::player::{TimeLeft, TimeSettings};

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
    pub fn time_settings(&mut self, settings: TimeSettings) -> Result<bool, Error> {
        self.time = Some(settings);
        let Some(command) = self.settings_command(settings) else { return Ok(false) };
        self.tell(&command)?;
        Ok(true)
    }

    /// Tells the engine how much time a color has left, and says whether it
    /// wants to know.
    ///
    /// # Errors
    ///
    /// Returns [`Error`] if the engine refuses it or fails.
    pub fn time_left(&mut self, color: Color, left: TimeLeft) -> Result<bool, Error> {
        if !self.knows("time_left") {
            return Ok(false);
        }
        let overtime = match self.time {
            Some(TimeSettings::ByoYomi { .. }) if self.byo_yomi_command().is_none() => {
                left.overtime.map(|_| 1)
            }
            _ => left.overtime,
        };
        let seconds = self.seconds(left.time);
        self.tell(&format!("time_left {color} {seconds} {}", overtime.unwrap_or(0)))?;
        Ok(true)
    }

    fn settings_command(&self, settings: TimeSettings) -> Option<String> {
        let canadian = |main: Duration, period: Duration, n_stones: u32| {
            let (main, period) = (self.seconds(main), self.seconds(period));
            self.knows("time_settings").then(|| format!("time_settings {main} {period} {n_stones}"))
        };
        match settings {
            // By the protocol, a period without stones means that there is no
            // limit at all.
            TimeSettings::Unlimited => canadian(Duration::ZERO, Duration::from_secs(1), 0),
            TimeSettings::Absolute { main } => canadian(main, Duration::ZERO, 0),
            TimeSettings::Fischer { main, .. } if !self.knows("kata-time_settings") => {
                canadian(main, Duration::ZERO, 0)
            }
            TimeSettings::Fischer { main, increment, limit } => {
                let (main, increment) = (self.seconds(main), self.seconds(increment));
                Some(match limit {
                    None => format!("kata-time_settings fischer {main} {increment}"),
                    Some(limit) => {
                        let limit = self.seconds(limit);
                        format!("kata-time_settings fischer-capped {main} {increment} {limit} -1")
                    }
                })
            }
            TimeSettings::Canadian { main, period, n_stones } => canadian(main, period, n_stones),
            TimeSettings::ByoYomi { main, period, n_periods } => match self.byo_yomi_command() {
                Some(name) => {
                    let (main, period) = (self.seconds(main), self.seconds(period));
                    Some(format!("{name} byoyomi {main} {period} {n_periods}"))
                }
                None => canadian(main, period, 1),
            },
        }
    }

    /// The command that has a word for byo-yomi.
    fn byo_yomi_command(&self) -> Option<&'static str> {
        ["kata-time_settings", "kgs-time_settings"].into_iter().find(|name| self.knows(name))
    }

    /// A time in seconds, which are whole ones for most engines.
    ///
    /// A little time is never none: zero has a meaning of its own.
    fn seconds(&self, time: Duration) -> String {
        if self.knows("kata-time_settings") {
            return time.as_secs_f64().to_string();
        }
        let is_little = time < Duration::from_secs(1) && !time.is_zero();
        if is_little { "1".into() } else { time.as_secs().to_string() }
    }
}
