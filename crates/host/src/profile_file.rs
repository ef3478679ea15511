//! The profile's file, which several programs may write.
//!
//! A stale profile is never written: to add an event is to lock the file, read
//! it, add the event and replace the file. An event that cannot be written is
//! kept and tried again with the next one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::file as files;
use crate::profile::{Profile, ProfileEvent};
use crate::shared_file::{PATIENCE, SharedFileError, lock};

/// A profile in a file, which several programs may write.
#[derive(Debug)]
pub struct ProfileFile {
    path: Option<PathBuf>,
    /// The profile of the file, as it was last seen.
    seen: Profile,
    /// The profile with unsaved events.
    profile: Profile,
    unsaved: Vec<ProfileEvent>,
    /// Where a damaged file was moved to, until the caller asks.
    set_aside: Option<PathBuf>,
    patience: Duration,
}

impl ProfileFile {
    /// Reads a profile, which need not be there, and says what is wrong with
    /// it. One that is damaged is set aside, and another begins.
    pub fn open(path: impl Into<PathBuf>) -> (ProfileFile, Option<ProfileFileError>) {
        let mut file = ProfileFile { path: Some(path.into()), ..ProfileFile::in_memory() };
        let problem = file.refresh().err();
        (file, problem)
    }

    /// A profile that is not kept.
    pub fn in_memory() -> ProfileFile {
        ProfileFile {
            path: None,
            seen: Profile::default(),
            profile: Profile::default(),
            unsaved: Vec::new(),
            set_aside: None,
            patience: PATIENCE,
        }
    }

    /// A copy with this profile, for one that is not saved.
    #[must_use]
    pub fn with_profile(self, profile: Profile) -> ProfileFile {
        ProfileFile { seen: profile.clone(), profile, ..self }
    }

    /// The profile with all events of this program, and with those of others
    /// up to the last time the file was read.
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Where a damaged profile was moved to since the last call.
    pub fn take_set_aside(&mut self) -> Option<PathBuf> {
        self.set_aside.take()
    }

    /// Adds an event and writes it.
    ///
    /// # Errors
    ///
    /// Returns [`ProfileFileError`] if it cannot be written, which is tried
    /// again with the next event.
    pub fn record(&mut self, event: ProfileEvent) -> Result<(), ProfileFileError> {
        self.profile.apply(event);
        self.unsaved.push(event);
        self.save()
    }

    /// Reads the changes of other programs.
    ///
    /// # Errors
    ///
    /// Returns [`ProfileFileError`] if the file cannot be read.
    pub fn refresh(&mut self) -> Result<(), ProfileFileError> {
        let Some(path) = self.path.clone() else { return Ok(()) };
        if !path.exists() {
            return Ok(());
        }
        let _lock = lock(&path, self.patience)?;
        let (profile, _) = self.read(&path)?;
        self.see(profile);
        Ok(())
    }

    /// Writes unsaved events.
    fn save(&mut self) -> Result<(), ProfileFileError> {
        let Some(path) = self.path.clone() else {
            self.unsaved.clear();
            return Ok(());
        };
        let _lock = lock(&path, self.patience)?;
        let (mut profile, text) = self.read(&path)?;
        self.unsaved.iter().for_each(|&event| profile.apply(event));
        files::replace(&path, profile.write_into(&text).as_bytes())
            .map_err(|error| ProfileFileError::Write(path, error))?;
        self.unsaved.clear();
        self.see(profile);
        Ok(())
    }

    fn see(&mut self, profile: Profile) {
        self.profile = profile.clone();
        self.unsaved.iter().for_each(|&event| self.profile.apply(event));
        self.seen = profile;
    }

    /// The profile of the file, with its text. If there is none that can be
    /// read, it is the one that was last seen.
    fn read(&mut self, path: &Path) -> Result<(Profile, String), ProfileFileError> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((self.seen.clone(), String::new()));
            }
            Err(error) => return Err(ProfileFileError::Read(path.to_owned(), error)),
        };
        let text = String::from_utf8(bytes).ok();
        if let Some((profile, text)) = text.and_then(|it| Some((Profile::parse(&it).ok()?, it))) {
            return Ok((profile, text));
        }
        let moved = set_aside(path).map_err(|error| ProfileFileError::Write(path.into(), error))?;
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

/// The reason why a profile is not kept.
pub type ProfileFileError = SharedFileError;

#[cfg(test)]
mod tests;
