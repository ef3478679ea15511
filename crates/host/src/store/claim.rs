//! Which program has which game open.
//!
//! A program that dies must not keep its games, and a program with a thousand
//! games must not need a thousand open files. So each program locks one file of
//! its own as long as it lives, and a claim on a game is a small file that
//! names the program: a claim counts only while that lock is held. Claims are
//! looked at and changed under one short lock for the whole folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{GameKey, StoreError};
use crate::file;

/// The file that is locked while claims are looked at.
const FOLDER_LOCK: &str = "lock";

/// The ending of the file that a program keeps locked.
const OWNER: &str = "owner";

/// The ending of a claim.
const CLAIM: &str = "claim";

/// Several stores of one process are different owners.
static N_OWNERS: AtomicU32 = AtomicU32::new(0);

/// The claims of one program on the games of a folder.
#[derive(Debug)]
pub(crate) struct Claims {
    folder: PathBuf,
    /// This program, once it has claimed something.
    owner: Mutex<Option<Owner>>,
}

#[derive(Debug)]
struct Owner {
    name: String,
    /// Locked as long as the program lives.
    _lock: File,
}

impl Claims {
    /// Claims in a folder, which is made with the first.
    pub(crate) fn new(folder: PathBuf) -> Claims {
        Claims { folder, owner: Mutex::new(None) }
    }

    /// Claims a game.
    pub(crate) fn claim(&self, key: &GameKey) -> Result<(), StoreError> {
        let _lock = self.lock()?;
        self.claim_locked(key)
    }

    /// Claims the first of some keys that is free and unclaimed.
    pub(crate) fn claim_first(
        &self,
        keys: impl IntoIterator<Item = GameKey>,
        is_free: impl Fn(&GameKey) -> bool,
    ) -> Result<GameKey, StoreError> {
        let _lock = self.lock()?;
        for key in keys {
            if !self.claim_path(&key).exists() && is_free(&key) {
                self.claim_locked(&key)?;
                return Ok(key);
            }
        }
        Err(StoreError::NoStore)
    }

    fn claim_locked(&self, key: &GameKey) -> Result<(), StoreError> {
        if self.is_owned(key) {
            return Err(StoreError::InUse(key.clone()));
        }
        let mut owner = self.owner();
        let owner = match &mut *owner {
            Some(owner) => owner,
            none => none.insert(self.new_owner()?),
        };
        let path = self.claim_path(key);
        fs::write(&path, &owner.name).map_err(|error| StoreError::Write(path, error))
    }

    /// Gives a game up.
    pub(crate) fn release(&self, key: &GameKey) {
        // A claim that stays counts for nothing when this program has ended.
        let _ = file::remove(&self.claim_path(key));
    }

    /// Whether a program that lives has claimed a game.
    pub(crate) fn is_claimed(&self, key: &GameKey) -> bool {
        // Without the lock of the folder, the owner may be a new one that has
        // made its file and not locked it.
        self.claim_path(key).exists()
            && self.lock().map_or_else(|_| self.is_owned(key), |_lock| self.is_owned(key))
    }

    fn is_owned(&self, key: &GameKey) -> bool {
        self.is_owned_by_file(&self.claim_path(key))
    }

    fn is_owned_by_file(&self, path: &Path) -> bool {
        let Ok(Some(name)) = file::read(path) else { return false };
        let is_name = |it: u8| it.is_ascii_alphanumeric() || it == b'-';
        !name.is_empty() && name.bytes().all(is_name) && is_locked(&self.owner_path(&name))
    }

    /// A file for this program, after those of dead programs are removed.
    fn new_owner(&self) -> Result<Owner, StoreError> {
        self.remove_dead();
        let number = N_OWNERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}", std::process::id());
        let path = self.owner_path(&name);
        let fail = |error| StoreError::Write(path.clone(), error);
        let lock = open(&path).map_err(fail)?;
        match lock.try_lock() {
            // Some network drives know no locks; there, one program must do.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Owner { name, _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(fail(io::ErrorKind::WouldBlock.into())),
        }
    }

    /// Removes the files of programs that were killed.
    fn remove_dead(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for path in entries.map(|it| it.path()) {
            let is_dead = match path.extension().and_then(|it| it.to_str()) {
                Some(OWNER) => !is_locked(&path),
                Some(CLAIM) => !self.is_owned_by_file(&path),
                _ => false,
            };
            if is_dead {
                // It is tried again when the next program starts.
                let _ = fs::remove_file(&path);
            }
        }
    }

    /// Locks the folder for a moment.
    fn lock(&self) -> Result<File, StoreError> {
        let path = self.folder.join(FOLDER_LOCK);
        let opened = fs::create_dir_all(&self.folder).and_then(|()| open(&path));
        let file = opened.map_err(|error| StoreError::Write(path, error))?;
        // Some network drives know no locks; there, one program must do.
        let _ = file.lock();
        Ok(file)
    }

    fn owner(&self) -> MutexGuard<'_, Option<Owner>> {
        self.owner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn owner_path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{OWNER}"))
    }

    fn claim_path(&self, key: &GameKey) -> PathBuf {
        self.folder.join(format!("{key}.{CLAIM}"))
    }
}

impl Drop for Claims {
    fn drop(&mut self) {
        if let Some(owner) = self.owner().take() {
            // One that stays is removed by the next program.
            let _ = file::remove(&self.owner_path(&owner.name));
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).truncate(false).write(true).open(path)
}

/// Whether a program holds the lock of a file.
fn is_locked(path: &Path) -> bool {
    let Ok(file) = OpenOptions::new().write(true).open(path) else { return false };
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::test_folder;

    fn key(text: &str) -> GameKey {
        text.parse().unwrap()
    }

    #[test]
    fn game_is_open_in_one_place_at_a_time() {
        let folder = test_folder("claims");
        let (one, other) = (Claims::new(folder.clone()), Claims::new(folder));
        assert!(!one.is_claimed(&key("a")));
        one.claim(&key("a")).unwrap();
        assert!(one.is_claimed(&key("a")) && other.is_claimed(&key("a")));
        assert!(matches!(other.claim(&key("a")), Err(StoreError::InUse(_))));
        assert!(matches!(one.claim(&key("a")), Err(StoreError::InUse(_))));
        other.claim(&key("b")).unwrap();
        one.release(&key("a"));
        other.claim(&key("a")).unwrap();
    }

    #[test]
    fn claims_of_dead_programs_do_not_count() {
        let folder = test_folder("dead claims");
        let dead = Claims::new(folder.clone());
        dead.claim(&key("a")).unwrap();
        // A program that was killed leaves its files behind, unlocked.
        drop(dead);
        fs::write(folder.join("1-0.owner"), "").unwrap();
        fs::write(folder.join("b.claim"), "1-0").unwrap();
        fs::write(folder.join("c.claim"), "").unwrap();
        let claims = Claims::new(folder.clone());
        for name in ["a", "b", "c"] {
            assert!(!claims.is_claimed(&key(name)), "{name}");
            claims.claim(&key(name)).unwrap();
        }
        assert!(!folder.join("1-0.owner").exists());
    }

    #[test]
    fn new_keys_are_never_shared() {
        let folder = test_folder("new keys");
        let keys = || (1..).map(|number| GameKey::new("now", number));
        let claimed: Vec<GameKey> = std::thread::scope(|scope| {
            let claim = || {
                let claims = Claims::new(folder.clone());
                let keys: Vec<GameKey> =
                    (0..20).map(|_| claims.claim_first(keys(), |_| true).unwrap()).collect();
                (claims, keys)
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(claim)).collect();
            let all: Vec<_> = threads.into_iter().map(|it| it.join().unwrap()).collect();
            all.into_iter().flat_map(|(_, keys)| keys).collect()
        });
        let distinct: std::collections::BTreeSet<&GameKey> = claimed.iter().collect();
        assert_eq!(distinct.len(), 80);
    }
}
