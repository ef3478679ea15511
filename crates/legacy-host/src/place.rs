//! Where files are.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};

/// Names a folder for all files, instead of those that the system has for it.
const HOME: &str = "TENGEN_HOME";

/// The folders of a user, which need not exist.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Places {
    /// Where the configuration is.
    pub config: PathBuf,
    /// Where games are kept.
    pub state: PathBuf,
}

impl Places {
    /// The folders by the customs of the system, or all in the one that the
    /// environment variable `TENGEN_HOME` names.
    ///
    /// # Errors
    ///
    /// Returns [`NoHome`] if the user has no home.
    pub fn find() -> Result<Places, NoHome> {
        Places::find_by(env::var_os(HOME))
    }

    fn find_by(home: Option<OsString>) -> Result<Places, NoHome> {
        if let Some(folder) = home.filter(|it| !it.is_empty()) {
            return Ok(Places::under(folder));
        }
        let names = AppStrategyArgs {
            top_level_domain: String::new(),
            author: String::new(),
            app_name: "tengen".to_owned(),
        };
        let system = choose_app_strategy(names).map_err(|_| NoHome)?;
        let state = system.state_dir().unwrap_or_else(|| system.data_dir());
        Ok(Places { config: system.config_dir(), state })
    }

    /// Everything in one folder.
    pub fn under(folder: impl Into<PathBuf>) -> Places {
        let folder = folder.into();
        Places { config: folder.clone(), state: folder }
    }

    /// The file of the configuration.
    pub fn config_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// The file of the profile.
    pub fn profile_file(&self) -> PathBuf {
        self.state.join("career.toml")
    }
}

/// The user has no home, so there is no place for files.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NoHome;

impl fmt::Display for NoHome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no home folder is known, expected a folder in {HOME}")
    }
}

impl Error for NoHome {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_folder_can_have_all() {
        let places = Places::find_by(Some("games of go".into())).unwrap();
        assert_eq!(places, Places::under("games of go"));
        assert_eq!(places.config_file(), PathBuf::from("games of go").join("config.toml"));
    }

    #[test]
    fn folders_of_the_system_have_our_name() {
        if let Ok(places) = Places::find_by(Some(OsString::new())) {
            for folder in [places.config, places.state] {
                assert!(folder.is_absolute());
                assert!(folder.to_string_lossy().contains("tengen"), "{}", folder.display());
            }
        }
    }
}
