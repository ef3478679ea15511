//! A profile in a file, which several programs may write.
//!
//! Nobody writes a profile as it was some time ago: whoever has something to
//! add locks the file, reads it, adds, and replaces it. What cannot be written
//! is kept and tried again with the next deed.

use std::error::Error;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::file;
use crate::profile::{Deed, Profile};

/// How long another program may keep the file locked; it is a matter of
/// milliseconds unless something hangs.
const PATIENCE: Duration = Duration::from_secs(2);

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// A profile in a file, which several programs may write.
#[derive(Debug)]
pub struct Chronicle {
    path: Option<PathBuf>,
    /// The profile of the file, as it was last seen.
    seen: Profile,
    /// The same with what is not written yet.
    profile: Profile,
    unsaved: Vec<Deed>,
    /// Where a damaged file has gone, until somebody asks.
    set_aside: Option<PathBuf>,
    patience: Duration,
}

impl Chronicle {
    /// Reads a profile, which need not be there, and says what is wrong with
    /// it. One that is damaged is set aside, and another begins.
    pub fn open(path: impl Into<PathBuf>) -> (Chronicle, Option<ChronicleError>) {
        let mut chronicle = Chronicle { path: Some(path.into()), ..Chronicle::in_memory() };
        let problem = chronicle.refresh().err();
        (chronicle, problem)
    }

    /// A profile that is not kept.
    pub fn in_memory() -> Chronicle {
        Chronicle {
            path: None,
            seen: Profile::default(),
            profile: Profile::default(),
            unsaved: Vec::new(),
            set_aside: None,
            patience: PATIENCE,
        }
    }

    /// The profile with everything that was recorded, by this program and, up
    /// to the last look at the file, by others.
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Where a damaged profile was moved to, if that happened since the last
    /// time somebody asked.
    pub fn take_set_aside(&mut self) -> Option<PathBuf> {
        self.set_aside.take()
    }

    /// Adds a deed.
    ///
    /// # Errors
    ///
    /// Returns [`ChronicleError`] if it cannot be written, which is tried
    /// again with the next one.
    pub fn record(&mut self, deed: Deed) -> Result<(), ChronicleError> {
        self.profile.apply(deed);
        self.unsaved.push(deed);
        self.save()
    }

    /// Sees what others have written.
    ///
    /// # Errors
    ///
    /// Returns [`ChronicleError`] if the file cannot be read.
    pub fn refresh(&mut self) -> Result<(), ChronicleError> {
        let Some(path) = self.path.clone() else { return Ok(()) };
        if !path.exists() {
            return Ok(());
        }
        let _lock = lock(&path, self.patience)?;
        let (profile, _) = self.read(&path)?;
        self.see(profile);
        Ok(())
    }

    /// Writes what is not written yet.
    fn save(&mut self) -> Result<(), ChronicleError> {
        let Some(path) = self.path.clone() else {
            self.unsaved.clear();
            return Ok(());
        };
        let _lock = lock(&path, self.patience)?;
        let (mut profile, text) = self.read(&path)?;
        self.unsaved.iter().for_each(|&deed| profile.apply(deed));
        file::replace(&path, profile.write_into(&text).as_bytes())
            .map_err(|error| ChronicleError::Write(path, error))?;
        self.unsaved.clear();
        self.see(profile);
        Ok(())
    }

    fn see(&mut self, profile: Profile) {
        self.profile = profile.clone();
        self.unsaved.iter().for_each(|&deed| self.profile.apply(deed));
        self.seen = profile;
    }

    /// The profile of the file, with its text. If there is none that can be
    /// read, it is the one that was last seen.
    fn read(&mut self, path: &Path) -> Result<(Profile, String), ChronicleError> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((self.seen.clone(), String::new()));
            }
            Err(error) => return Err(ChronicleError::Read(path.to_owned(), error)),
        };
        let text = String::from_utf8(bytes).ok();
        if let Some((profile, text)) = text.and_then(|it| Some((Profile::parse(&it).ok()?, it))) {
            return Ok((profile, text));
        }
        let moved = set_aside(path).map_err(|error| ChronicleError::Write(path.into(), error))?;
        self.set_aside = Some(moved);
        Ok((self.seen.clone(), String::new()))
    }
}

/// Moves a file out of the way, to a name that is free.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let names = (1..).map(|idx| match idx {
        1 => path.with_file_name(format!("{stem}-damaged.toml")),
        _ => path.with_file_name(format!("{stem}-damaged-{idx}.toml")),
    });
    let free = names.into_iter().find(|it| !it.exists()).unwrap_or_default();
    fs::rename(path, &free)?;
    Ok(free)
}

/// Locks a file beside the profile, since the profile itself is replaced.
fn lock(path: &Path, patience: Duration) -> Result<File, ChronicleError> {
    let beside = path.with_extension("lock");
    let fail = |error| ChronicleError::Write(beside.clone(), error);
    if let Some(folder) = beside.parent() {
        fs::create_dir_all(folder).map_err(fail)?;
    }
    let mut options = OpenOptions::new();
    let file = options.create(true).truncate(false).write(true).open(&beside).map_err(fail)?;
    let mut waited = Duration::ZERO;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if waited >= patience => {
                return Err(ChronicleError::Locked(path.to_owned()));
            }
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            // Some network drives know no locks; there, one program must do.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
        }
        waited += PAUSE;
    }
}

/// The reason why a profile is not kept.
#[derive(Debug)]
pub enum ChronicleError {
    /// The file cannot be read.
    Read(PathBuf, io::Error),
    /// The file cannot be written.
    Write(PathBuf, io::Error),
    /// Another program keeps the file for itself.
    Locked(PathBuf),
}

impl fmt::Display for ChronicleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChronicleError::Read(path, error) => {
                write!(f, "cannot read {}: {error}", path.display())
            }
            ChronicleError::Write(path, error) => {
                write!(f, "cannot write {}: {error}", path.display())
            }
            ChronicleError::Locked(path) => {
                write!(f, "{} is locked by another program", path.display())
            }
        }
    }
}

impl Error for ChronicleError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ChronicleError::Read(_, error) | ChronicleError::Write(_, error) => Some(error),
            ChronicleError::Locked(_) => None,
        }
    }
}

#[cfg(test)]
mod tests;
