//! The folders for settings and games.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};

/// Names a folder for all files, instead of those that the system has for it.
const HOME: &str = "TENGEN_HOME";

/// The folders of a user, which may not exist yet.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Dirs {
    /// Settings.
    pub config: PathBuf,
    /// Games, drafts, recent files, profile.
    pub state: PathBuf,
}

impl Dirs {
    /// The folders by the customs of the system, or all in the one that the
    /// environment variable `TENGEN_HOME` names.
    ///
    /// # Errors
    ///
    /// Returns [`NoHome`] if the user has no home folder.
    pub fn find() -> Result<Dirs, NoHome> {
        Dirs::find_by(env::var_os(HOME))
    }

    fn find_by(home: Option<OsString>) -> Result<Dirs, NoHome> {
        if let Some(folder) = home.filter(|it| !it.is_empty()) {
            return Ok(Dirs::under(folder));
        }
        let names = AppStrategyArgs {
            top_level_domain: String::new(),
            author: String::new(),
            app_name: "tengen".to_owned(),
        };
        let system = choose_app_strategy(names).map_err(|_| NoHome)?;
        let state = system.state_dir().unwrap_or_else(|| system.data_dir());
        Ok(Dirs { config: system.config_dir(), state })
    }

    /// Everything in one folder.
    pub fn under(folder: impl Into<PathBuf>) -> Dirs {
        let folder = folder.into();
        Dirs { config: folder.clone(), state: folder }
    }

    /// The file of the settings.
    pub fn config_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// The file of the library.
    pub fn library_file(&self) -> PathBuf {
        self.state.join("library.db")
    }

    /// The file of the profile.
    pub fn profile_file(&self) -> PathBuf {
        self.state.join("career.toml")
    }

    /// The file of what the user has learned.
    pub fn progress_file(&self) -> PathBuf {
        self.state.join("progress.txt")
    }
}

/// The user has no home folder.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NoHome;

impl fmt::Display for NoHome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no home folder found, expected a folder in {HOME}")
    }
}

impl Error for NoHome {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_folder_can_have_all() {
        let dirs = Dirs::find_by(Some("games of go".into())).unwrap();
        assert_eq!(dirs, Dirs::under("games of go"));
        assert_eq!(dirs.config_file(), PathBuf::from("games of go").join("config.toml"));
    }

    #[test]
    fn folders_of_the_system_have_our_name() {
        if let Ok(dirs) = Dirs::find_by(Some(OsString::new())) {
            for folder in [dirs.config, dirs.state] {
                assert!(folder.is_absolute());
                assert!(folder.to_string_lossy().contains("tengen"), "{}", folder.display());
            }
        }
    }
}
