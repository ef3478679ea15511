//! `tengen sgf check`: what is wrong with records.

use std::io::Write;
use std::path::PathBuf;

use tengen_sgf::Severity;

use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::sgf::files;

/// Says what is wrong with records, and where
///
/// Prints lines of the form `file:line:column: code: sentence`.
/// The exit code is 1 if there is an error.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Records, or folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Also tell what is allowed, but unusual
    #[arg(long)]
    notes: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    let outcome = files::for_each(&arguments.files, |file| {
        let mut outcome = Outcome::Done;
        let mut warnings = file.collection.warnings().to_vec();
        warnings.extend(file.collection.check());
        warnings.sort_by_key(|it| (it.line, it.column));
        let kept =
            warnings.iter().filter(|it| arguments.notes || it.code.severity() > Severity::Note);
        for warning in kept {
            let (line, column) = (warning.line, warning.column);
            let code = warning.code.as_str();
            writeln!(out, "{}:{line}:{column}: {code}: {warning}", file.path.display())?;
            if warning.code.severity() == Severity::Error {
                outcome = Outcome::No;
            }
        }
        Ok(outcome)
    })?;
    out.flush()?;
    Ok(outcome)
}
