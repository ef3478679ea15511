//! Reading what the command line names: files, and `-` for standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The name of standard input.
const STANDARD_INPUT: &str = "-";

/// The largest file that is read; devices such as `/dev/zero` never end.
const MAX_BYTES: u64 = 1 << 30;

/// Whether a path means standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

/// Reads all of a file, or of standard input.
///
/// # Errors
///
/// Returns [`Failure`] if it cannot be read, or does not end.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error| Failure::Read(path.to_path_buf(), error);
    let bytes = if is_standard_input(path) {
        read_to_limit(io::stdin().lock(), MAX_BYTES)
    } else {
        File::open(path).and_then(|file| read_to_limit(file, MAX_BYTES))
    };
    bytes.map_err(failed)?.ok_or_else(|| Failure::TooLarge(PathBuf::from(path)))
}

/// All bytes, or `None` if there are more than `max_bytes` of them.
fn read_to_limit(source: impl Read, max_bytes: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    source.take(max_bytes + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|it| it.len() as u64 <= max_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_end_is_not_read() {
        assert_eq!(read_to_limit(&b"abc"[..], 3).unwrap(), Some(b"abc".to_vec()));
        assert_eq!(read_to_limit(&b"abcd"[..], 3).unwrap(), None);
        assert_eq!(read_to_limit(io::repeat(0), 1 << 16).unwrap(), None);
    }
}
