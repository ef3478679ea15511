//! KataGo's configuration files, as far as they matter here.

use std::error::Error;
use std::fmt;

use crate::setting::{SettingError, Settings};

impl Settings {
    /// Takes what a configuration file says; most of it is about graphics
    /// cards and is passed over.
    ///
    /// # Errors
    ///
    /// Returns [`ConfigError`] for a setting that cannot have its value;
    /// those before it have been set.
    pub fn read_config(&mut self, text: &str) -> Result<(), ConfigError> {
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            let Some((name, value)) = line.split_once('=') else { continue };
            self.take(name, value).map_err(|error| ConfigError { line: number, ..error })?;
        }
        Ok(())
    }

    /// Takes settings such as `maxVisits=100,analysisPVLen=5`.
    ///
    /// # Errors
    ///
    /// Returns [`ConfigError`] for a setting that cannot have its value;
    /// those before it have been set.
    pub fn read_overrides(&mut self, text: &str) -> Result<(), ConfigError> {
        let pairs = text.split(',').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().try_for_each(|(name, value)| self.take(name, value))
    }

    fn take(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        let (name, value) = (name.trim(), value.trim().trim_matches('"'));
        match self.set(name, value) {
            // A human model may be asked for in general, but only queries
            // that use it must fail.
            Ok(_) | Err(SettingError::NoHumanModel) => Ok(()),
            Err(error) => Err(ConfigError { line: 0, name: name.into(), error }),
        }
    }
}

/// A configuration has a setting that cannot have its value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConfigError {
    /// Its line, counted from 1, or 0 if it is not in a file.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// What is wrong with it.
    pub error: SettingError,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ConfigError { line, name, error } = self;
        if *line > 0 {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{name}: {error}")
    }
}

impl Error for ConfigError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_as_far_as_they_matter() {
        let mut settings = Settings::default();
        let text = "# maxVisits = 3\n\nnnMaxBatchSize = 96\nmaxVisits=200 # enough\r\n\
                    @include other.cfg\nhumanSLProfile = rank_3d\nnumAnalysisThreads = \"4\"\n";
        settings.read_config(text).unwrap();
        assert_eq!((settings.max_visits, settings.n_threads), (200, Some(4)));
        settings.read_overrides("maxVisits=50, homeDataDir=/home/me").unwrap();
        assert_eq!(settings.max_visits, 50);
        settings.read_overrides("").unwrap();
        let error = settings.read_config("a = b\nmaxVisits = none").unwrap_err();
        assert_eq!(error.to_string(), "line 2: maxVisits: expected a whole number, at least 1");
        let error = settings.read_overrides("maxTime=x").unwrap_err();
        assert_eq!(error.to_string(), "maxTime: expected a number of seconds, at least 0.001");
    }
}
