//! Files and folders named on the command line, one after the other.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use tengen_sgf::{Collection, Format, ParseOptions};

use crate::failure::Failure;
use crate::input;
use crate::outcome::Outcome;

/// The extensions of the records that are looked for in folders.
const ENDINGS: [&str; 5] = ["sgf", "gib", "ngf", "ugf", "ugi"];

/// The number of files from which a progress bar and totals are shown.
const MANY: usize = 2;

/// A file that was read.
pub(crate) struct File {
    pub(crate) path: PathBuf,
    pub(crate) collection: Collection,
    /// The format that the file has, whatever its name says.
    pub(crate) format: Format,
}

/// Calls a function for every record in the files and folders, and returns the
/// worst outcome.
///
/// A file that cannot be read gets a sentence on standard error and does not
/// stop the others.
pub(crate) fn for_each<W: Write>(
    paths: &[PathBuf],
    options: ParseOptions,
    out: &mut W,
    mut use_file: impl FnMut(File, &mut W) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Done;
    let mut files = Vec::new();
    for path in paths {
        let n_before = files.len();
        let found = match collect(path, &mut files) {
            Ok(()) if files.len() == n_before => Err(Failure::NoRecords(path.clone())),
            Ok(()) => Ok(()),
            Err(error) => Err(Failure::Read(path.clone(), error)),
        };
        if let Err(failure) = found {
            complain(&failure);
            outcome = Outcome::Unusable;
        }
    }
    let bar = progress_bar(files.len());
    let is_drawn = !bar.is_hidden();
    let (mut n_done, mut n_refused) = (0, 0);
    for path in files {
        let result = read(path, options).and_then(|file| use_file(file, out));
        if is_drawn {
            // What was written must not come between two drawings of the bar.
            bar.suspend(|| out.flush())?;
        }
        match result {
            Ok(result) => {
                outcome = outcome.max(result);
                n_done += 1;
            }
            // The output is closed: there is nothing left to do.
            Err(Failure::Output(error)) => return Err(Failure::Output(error)),
            Err(failure) => {
                bar.suspend(|| complain(&failure));
                outcome = Outcome::Unusable;
                n_refused += 1;
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    out.flush()?;
    if n_done + n_refused >= MANY {
        let refused = if n_refused > 0 { format!(", {n_refused} failed") } else { String::new() };
        // Totals are for people; they may be lost.
        let _ = writeln!(io::stderr(), "{n_done} files read{refused}");
    }
    Ok(outcome)
}

/// Reads one record.
///
/// # Errors
///
/// Returns [`Failure`] if the file cannot be read.
fn read(path: PathBuf, options: ParseOptions) -> Result<File, Failure> {
    let bytes = input::read(&path)?;
    match tengen_sgf::read_with(&bytes, options) {
        Ok(collection) => Ok(File { path, collection, format: Format::of(&bytes) }),
        Err(_) => Err(Failure::TooLarge(path)),
    }
}

/// Adds a file, or all records in a folder and below, in order of their names.
pub(crate) fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if input::is_standard_input(path) || !fs::metadata(path)?.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    let first = files.len();
    let mut folders = vec![path.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            // A link to a folder could lead around in circles.
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if is_record(&path) {
                files.push(path);
            }
        }
    }
    files[first..].sort();
    Ok(())
}

fn is_record(path: &Path) -> bool {
    path.extension()
        .and_then(|ending| ending.to_str())
        .is_some_and(|ending| ENDINGS.iter().any(|it| it.eq_ignore_ascii_case(ending)))
}

fn complain(failure: &Failure) {
    // With standard error closed, only the exit code is left.
    let _ = writeln!(io::stderr(), "tengen: {failure}");
}

fn progress_bar(n_files: usize) -> ProgressBar {
    if n_files < MANY || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} left");
    ProgressBar::new(n_files as u64).with_style(style.expect("the template is valid"))
}
