//! The list of files that were opened last.

use std::io;
use std::path::{self, Path, PathBuf};

use crate::{Dirs, file};

/// The most files that are remembered.
const MAX_FILES: usize = 20;

/// The files that were opened last.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Recent {
    file: PathBuf,
    paths: Vec<PathBuf>,
}

impl Recent {
    /// The files of a user; none if the list cannot be read.
    pub fn load(dirs: &Dirs) -> Recent {
        let file = dirs.state.join("recent.txt");
        // Losing the list is no reason to refuse to start.
        let text = file::read(&file).unwrap_or_default().unwrap_or_default();
        let lines = text.lines().filter(|it| !it.trim().is_empty());
        let paths = lines.map(PathBuf::from).take(MAX_FILES).collect();
        Recent { file, paths }
    }

    /// The files, the last one first. They may be gone by now.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Puts a file at the top of the list.
    ///
    /// # Errors
    ///
    /// Returns an error if the list cannot be written; it is right until the
    /// program ends.
    pub fn add(&mut self, path: &Path) -> io::Result<()> {
        let path = path::absolute(path)?;
        self.paths.retain(|it| *it != path);
        self.paths.insert(0, path);
        self.paths.truncate(MAX_FILES);
        self.save()
    }

    /// Takes a file off the list.
    ///
    /// # Errors
    ///
    /// Returns an error if the list cannot be written.
    pub fn forget(&mut self, path: &Path) -> io::Result<()> {
        self.paths.retain(|it| it != path);
        self.save()
    }

    /// Names that are no text, or have several lines, are not kept.
    fn save(&self) -> io::Result<()> {
        let names = self.paths.iter().filter_map(|it| it.to_str());
        let names: Vec<&str> = names.filter(|it| !it.contains('\n')).collect();
        file::replace(&self.file, (names.join("\n") + "\n").as_bytes())
    }
}
