//! `tengen library add`: files and folders of games.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use tengen_library::{Access, ImportProgress, ImportReport, Library};

use super::text::games;
use super::{Place, stopped_by_user};
use crate::failure::{Failure, reason};
use crate::outcome::Outcome;
use crate::terminal_text::clean;

/// Adds files and folders of games
///
/// Files that have not changed since they were added are passed over, and a
/// game that is there already, turned or mirrored too, is listed once with all
/// its sources. If you stop it, the same command goes on.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Files and folders; without any, what is new in the folders you watch
    paths: Vec<PathBuf>,
    /// Watch these folders from now on
    #[arg(long, requires = "paths")]
    watch: bool,
    /// Watch these folders no longer; their games stay
    #[arg(long, requires = "paths", conflicts_with = "watch")]
    unwatch: bool,
}

pub(super) fn run(
    arguments: &Arguments,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let mut library = place.open(Access::Create)?;
    if arguments.unwatch {
        return unwatch(&arguments.paths, &mut library, place, out);
    }
    if arguments.watch {
        for path in &arguments.paths {
            library.watch(path).map_err(|error| place.failure(error))?;
        }
    }
    let watched = library.watched().map_err(|error| place.failure(error))?;
    let paths = if arguments.paths.is_empty() { &watched } else { &arguments.paths };
    if paths.is_empty() && !place.json {
        writeln!(out, "no folders are watched; name files and folders to add")?;
        return Ok(Outcome::No);
    }
    let cancel = stopped_by_user();
    let bar = progress_bar();
    let report = library.import(paths, &cancel, &mut |progress| show(&bar, progress));
    bar.finish_and_clear();
    let report = report.map_err(|error| place.failure(error))?;
    for (path, error) in &report.unreadable {
        complain(&format!("cannot read {}: {}", path.display(), reason(error)));
    }
    for path in &report.without_game {
        complain(&format!("{} has no game of Go", path.display()));
    }
    if place.json {
        writeln!(out, "{}", to_json(&report, &watched))?;
    } else {
        write_report(&report, out)?;
    }
    let is_unusable = !report.unreadable.is_empty() || !report.without_game.is_empty();
    Ok(match (report.is_stopped, is_unusable) {
        (true, _) => Outcome::No,
        (false, true) => Outcome::Unusable,
        (false, false) => Outcome::Done,
    })
}

/// Folders are watched no longer.
fn unwatch(
    paths: &[PathBuf],
    library: &mut Library,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Done;
    for path in paths {
        if !library.unwatch(path).map_err(|error| place.failure(error))? {
            complain(&format!("{} was not watched", path.display()));
            outcome = Outcome::No;
        }
    }
    let watched = library.watched().map_err(|error| place.failure(error))?;
    let names = watched.iter().map(|it| it.display().to_string());
    if place.json {
        writeln!(out, "{}", json!({ "watched": names.collect::<Vec<_>>() }))?;
    } else if watched.is_empty() {
        writeln!(out, "no folders are watched")?;
    } else {
        for name in names {
            writeln!(out, "still watched: {}", clean(&name))?;
        }
    }
    Ok(outcome)
}

fn write_report(report: &ImportReport, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{} added", games(report.n_new))?;
    if report.n_duplicates > 0 {
        writeln!(out, "{} you had already, in another text", games(report.n_duplicates))?;
    }
    if report.n_known > 0 {
        writeln!(out, "{} you had already", games(report.n_known))?;
    }
    if report.n_unusable > 0 {
        writeln!(out, "{} not Go, or on a board larger than 25x25", games(report.n_unusable))?;
    }
    if report.n_unchanged > 0 {
        let files = if report.n_unchanged == 1 { "1 file has" } else { "files have" };
        let number = Some(report.n_unchanged).filter(|&it| it > 1);
        let number = number.map_or(String::new(), |it| format!("{it} "));
        writeln!(out, "{number}{files} not changed")?;
    }
    if report.is_stopped {
        writeln!(out, "Stopped. The same command goes on from here.")?;
    }
    Ok(())
}

fn to_json(report: &ImportReport, watched: &[PathBuf]) -> serde_json::Value {
    let name = |path: &PathBuf| path.display().to_string();
    json!({
        "files": report.n_files,
        "unchanged_files": report.n_unchanged,
        "new": report.n_new,
        "duplicates": report.n_duplicates,
        "known": report.n_known,
        "unusable": report.n_unusable,
        "files_without_game": report.without_game.iter().map(name).collect::<Vec<_>>(),
        "unreadable": report.unreadable.iter().map(|(path, error)| {
            json!({ "path": name(path), "reason": reason(error) })
        }).collect::<Vec<_>>(),
        "stopped": report.is_stopped,
        "watched": watched.iter().map(name).collect::<Vec<_>>(),
    })
}

fn complain(sentence: &str) {
    // With standard error closed, only the exit code is left.
    let _ = writeln!(io::stderr(), "tengen: {}", clean(sentence));
}

fn progress_bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {msg}, {eta} left");
    ProgressBar::new(0).with_style(style.expect("the template is valid"))
}

fn show(bar: &ProgressBar, progress: &ImportProgress<'_>) {
    bar.set_length(progress.n_files as u64);
    bar.set_position(progress.n_files_done as u64);
    bar.set_message(games(progress.n_games));
}
