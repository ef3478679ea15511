//! `tengen sgf check`: what is wrong with records.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use tengen_record::{Problem, Record};
use tengen_sgf::{LineIndex, ParseOptions, Severity, Warning};

use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::sgf::files;

/// Reports problems in records, and where they are
///
/// Prints lines of the form `file:line:column: code: sentence`.
/// The exit code is 1 if there are errors.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Records, folders of records, or - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Also report what is allowed but unusual
    #[arg(long)]
    notes: bool,
}

pub(crate) fn run(
    arguments: &Arguments,
    options: ParseOptions,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    files::for_each(&arguments.files, options, out, |file, out| {
        let collection = Arc::new(file.collection);
        let mut flaws: Vec<Flaw> = collection.warnings().iter().map(Flaw::of).collect();
        flaws.extend(collection.check().iter().map(Flaw::of));
        let lines = collection.line_index();
        for game_idx in 0..collection.games().len() {
            if let Ok(record) = Record::from_collection(Arc::clone(&collection), game_idx) {
                flaws.extend(board_flaws(&record, &lines));
            }
        }
        flaws.sort_by_key(|it| (it.line, it.column));
        let least = if arguments.notes { Severity::Note } else { Severity::Warning };
        for Flaw { line, column, code, sentence, .. } in
            flaws.iter().filter(|it| it.severity >= least)
        {
            writeln!(out, "{}:{line}:{column}: {code}: {sentence}", file.path.display())?;
        }
        let has_error = flaws.iter().any(|it| it.severity == Severity::Error);
        Ok(if has_error { Outcome::No } else { Outcome::Done })
    })
}

/// Something wrong at a place of a file.
struct Flaw {
    line: u32,
    column: u32,
    code: &'static str,
    severity: Severity,
    sentence: String,
}

impl Flaw {
    fn of(warning: &Warning) -> Flaw {
        Flaw {
            line: warning.line,
            column: warning.column,
            code: warning.code.as_str(),
            severity: warning.code.severity(),
            sentence: warning.to_string(),
        }
    }
}

/// Problems that only replaying the game shows. Readers execute illegal moves
/// anyway, so these are warnings; `KO` marks such a move as intended.
fn board_flaws(record: &Record, lines: &LineIndex<'_>) -> Vec<Flaw> {
    let flaw = |(id, problem)| {
        let node = record.node(id);
        let (code, sentence) = match problem {
            Problem::Illegal(_) if node.is_forced() => return None,
            Problem::Illegal(reason) => {
                ("illegal-move", format!("this move is not legal: {reason}"))
            }
            Problem::NoLiberty(_) => ("no-liberty", problem.to_string()),
            // `Collection::check` reports these.
            Problem::NoPoint(_) | Problem::NoSetupPoint => return None,
        };
        let place = lines.location(node.raw().id())?;
        Some(Flaw {
            line: place.line,
            column: place.column,
            code,
            severity: Severity::Warning,
            sentence,
        })
    };
    record.problems().into_iter().filter_map(flaw).collect()
}
