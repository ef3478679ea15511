//! Files that are replaced as a whole, never half-written.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// Two writers of one process do not use the same temporary file.
static N_WRITTEN: AtomicU32 = AtomicU32::new(0);

/// Gives a file new content, so that it has either the old one or the new
/// one, whatever goes wrong.
///
/// Neither the file nor its folder need be there.
///
/// # Errors
///
/// Returns an error if the system does not allow it, or has no room.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // A link keeps pointing to the file that it names.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    let number = N_WRITTEN.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".{}-{number}.new", std::process::id()));
    let temporary = path.with_file_name(name);
    let result = write(&temporary, content).and_then(|()| {
        if let Ok(before) = fs::metadata(&path) {
            fs::set_permissions(&temporary, before.permissions())?;
        }
        fs::rename(&temporary, &path)
    });
    if result.is_err() {
        // The old file is still there; what remains of the new one is not
        // worth a second complaint.
        let _ = fs::remove_file(&temporary);
    }
    result
}

fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    // One of the same name is from a process that is no more.
    let mut file = File::create(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// Removes a file, which need not be there.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Reads a file of text, which need not be there.
///
/// # Errors
///
/// Returns an error if the system does not allow it.
pub fn read(path: &Path) -> io::Result<Option<String>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
