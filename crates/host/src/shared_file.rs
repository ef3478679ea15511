//! Files of text that several programs may write.
//!
//! To change one is to lock it, read it, change what was read and replace the
//! file, so nobody writes over what another program has added.

use std::error::Error;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::file as files;

/// How long another program may keep the file locked; it is a matter of
/// milliseconds unless something hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// A file of text that several programs may write, and that need not be
/// there.
#[derive(Clone, Debug)]
pub struct SharedFile {
    path: PathBuf,
    patience: Duration,
}

impl SharedFile {
    /// The file at a path.
    pub fn new(path: impl Into<PathBuf>) -> SharedFile {
        SharedFile { path: path.into(), patience: PATIENCE }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its text, which is empty if there is no file.
    ///
    /// # Errors
    ///
    /// Returns [`SharedFileError`] if it cannot be read, or is not UTF-8.
    pub fn read(&self) -> Result<String, SharedFileError> {
        match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            Err(error) => Err(SharedFileError::Read(self.path.clone(), error)),
            Ok(text) => Ok(text),
        }
    }

    /// Changes its text, and returns what it is then. While it is changed, no
    /// other program can write it; if nothing changes, it is left alone.
    ///
    /// # Errors
    ///
    /// Returns [`SharedFileError`] if it cannot be read or written.
    pub fn update(&self, change: impl FnOnce(&str) -> String) -> Result<String, SharedFileError> {
        let _lock = lock(&self.path, self.patience)?;
        let before = self.read()?;
        let after = change(&before);
        if after != before {
            files::replace(&self.path, after.as_bytes())
                .map_err(|error| SharedFileError::Write(self.path.clone(), error))?;
        }
        Ok(after)
    }
}

/// Locks a file beside this one, since this one is replaced.
pub(crate) fn lock(path: &Path, patience: Duration) -> Result<File, SharedFileError> {
    let beside = path.with_extension("lock");
    let fail = |error| SharedFileError::Write(beside.clone(), error);
    if let Some(folder) = beside.parent() {
        fs::create_dir_all(folder).map_err(fail)?;
    }
    let mut options = OpenOptions::new();
    let file = options.create(true).truncate(false).write(true).open(&beside).map_err(fail)?;
    let mut waited = Duration::ZERO;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if waited >= patience => {
                return Err(SharedFileError::Locked(path.to_owned()));
            }
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            // Some network drives know no locks; there, one program must do.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
        }
        waited += PAUSE;
    }
}

/// The reason why a shared file is not read or written.
#[derive(Debug)]
pub enum SharedFileError {
    /// The file cannot be read.
    Read(PathBuf, io::Error),
    /// The file cannot be written.
    Write(PathBuf, io::Error),
    /// Another program keeps the file for itself.
    Locked(PathBuf),
}

impl fmt::Display for SharedFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SharedFileError::Read(path, error) => {
                write!(f, "cannot read {}: {error}", path.display())
            }
            SharedFileError::Write(path, error) => {
                write!(f, "cannot write {}: {error}", path.display())
            }
            SharedFileError::Locked(path) => {
                write!(f, "{} is locked by another program", path.display())
            }
        }
    }
}

impl Error for SharedFileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SharedFileError::Read(_, error) | SharedFileError::Write(_, error) => Some(error),
            SharedFileError::Locked(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    /// A folder for the files of a test, which goes away with it.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder =
                env::temp_dir().join(format!("tengen-shared-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            // What is left is in a folder for such things.
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn threads_lose_no_change() {
        let folder = Folder::new("threads");
        let file = SharedFile::new(folder.0.join("deep/notes.txt"));
        assert_eq!(file.read().unwrap(), "");
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    (0..25).for_each(|_| drop(file.update(|text| format!("{text}x")).unwrap()));
                });
            }
        });
        assert_eq!(file.read().unwrap().len(), 100);
    }

    #[test]
    fn what_does_not_change_is_not_written() {
        let folder = Folder::new("same");
        let file = SharedFile::new(folder.0.join("notes.txt"));
        assert_eq!(file.update(str::to_owned).unwrap(), "");
        assert!(!file.path().exists());
    }

    #[test]
    fn file_that_is_no_text_is_left_alone() {
        let folder = Folder::new("bytes");
        let file = SharedFile::new(folder.0.join("notes.txt"));
        fs::write(file.path(), [0xff, 0xfe]).unwrap();
        assert!(matches!(file.update(str::to_owned), Err(SharedFileError::Read(..))));
        assert_eq!(fs::read(file.path()).unwrap(), [0xff, 0xfe]);
    }

    #[test]
    fn nobody_writes_while_another_has_the_lock() {
        let folder = Folder::new("locked");
        let mut file = SharedFile::new(folder.0.join("notes.txt"));
        file.patience = Duration::ZERO;
        let held = lock(file.path(), Duration::ZERO).unwrap();
        assert!(matches!(file.update(|_| "x".into()), Err(SharedFileError::Locked(_))));
        drop(held);
        assert_eq!(file.update(|_| "x".into()).unwrap(), "x");
    }
}
