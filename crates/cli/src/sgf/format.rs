//! `tengen sgf format`: records in the canonical form.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tengen_sgf::{Format, ParseOptions};

use crate::failure::Failure;
use crate::input;
use crate::outcome::Outcome;
use crate::sgf::files;

/// Rewrites records in a canonical form: SGF version 4, UTF-8
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Records, folders of records, or - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Replace the files instead of printing them
    #[arg(long)]
    in_place: bool,
}

pub(crate) fn run(
    arguments: &Arguments,
    options: ParseOptions,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    files::for_each(&arguments.files, options, out, |file, out| {
        if file.collection.game(0).is_none() {
            return Err(Failure::NoGame(file.path));
        }
        let text = file.collection.to_canonical();
        if arguments.in_place
            && (file.format != Format::Sgf || input::is_standard_input(&file.path))
        {
            return Err(Failure::NotSgf(file.path));
        }
        if arguments.in_place {
            replace(&file.path, text.as_bytes())
                .map_err(|error| Failure::Write(file.path.clone(), error))?;
        } else {
            out.write_all(text.as_bytes())?;
        }
        Ok(Outcome::Done)
    })
}

/// Replaces the content of a file so that it has either the old content or
/// the new one, whatever goes wrong.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    // A link keeps pointing to the file that it names.
    let path = fs::canonicalize(path)?;
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    let temporary = path.with_file_name(name);
    let result = write_new(&temporary, content).and_then(|()| {
        fs::set_permissions(&temporary, fs::metadata(&path)?.permissions())?;
        fs::rename(&temporary, &path)
    });
    if result.is_err() {
        // The old file is still there; what remains of the new one is not
        // worth a second complaint.
        let _ = fs::remove_file(&temporary);
    }
    result
}

fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(content)?;
    file.sync_all()
}
