//! `tengen library check` and `rebuild`: whether all is well, and making it so.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use tengen_library::{Access, Library, LibraryError, rebuild_damaged};

use super::text::games;
use super::{Place, stopped_by_user};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::terminal_text::clean;

/// Reads every game again and compares it with what the library knows
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArguments {}

/// Makes everything anew that follows from the games, or saves a damaged file
#[derive(Debug, clap::Args)]
pub(crate) struct RebuildArguments {}

pub(super) fn check(
    _: &CheckArguments,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let mut library = place.open_to_read()?;
    let bar = progress_bar();
    let checked = library.check(&stopped_by_user(), &mut |n, of| show(&bar, n, of));
    bar.finish_and_clear();
    let defects = checked.map_err(|error| place.failure(error))?;
    if place.json {
        let defects: Vec<String> = defects.iter().map(ToString::to_string).collect();
        writeln!(out, "{}", json!({ "sound": defects.is_empty(), "defects": defects }))?;
    } else if defects.is_empty() {
        let n_games = library.len().map_err(|error| place.failure(error))?;
        writeln!(out, "All is well: {}.", games(n_games.into()))?;
    } else {
        for defect in &defects {
            writeln!(out, "{}", clean(&defect.to_string()))?;
        }
        writeln!(out, "tengen library rebuild makes it sound again.")?;
    }
    Ok(if defects.is_empty() { Outcome::Done } else { Outcome::No })
}

pub(super) fn rebuild(
    _: &RebuildArguments,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let cancel = stopped_by_user();
    let bar = progress_bar();
    let rebuilt = Library::open(&place.path, Access::Write)
        .and_then(|mut library| library.rebuild(&cancel, &mut |n, of| show(&bar, n, of)));
    let rebuilt = match rebuilt {
        Err(LibraryError::Damaged) => {
            rebuild_damaged(&place.path, &cancel, &mut |n, of| show(&bar, n, of))
        }
        other => other,
    };
    bar.finish_and_clear();
    let report = rebuilt.map_err(|error| place.failure(error))?;
    if place.json {
        let damaged = report.damaged.as_ref().map(|it| it.display().to_string());
        let (n_games, n_lost) = (report.n_games, report.n_lost);
        writeln!(out, "{}", json!({ "games": n_games, "lost": n_lost, "damaged_file": damaged }))?;
    } else {
        writeln!(out, "{}", games(report.n_games.into()))?;
        if report.n_lost > 0 {
            writeln!(out, "{} could not be read any more", games(report.n_lost.into()))?;
        }
        if let Some(path) = &report.damaged {
            writeln!(out, "The damaged file is kept as {}", clean(&path.display().to_string()))?;
        }
    }
    Ok(if report.n_lost > 0 { Outcome::No } else { Outcome::Done })
}

fn progress_bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    ProgressBar::new(0).with_style(style.expect("the template is valid"))
}

fn show(bar: &ProgressBar, n_done: u32, n_games: u32) {
    bar.set_length(n_games.into());
    bar.set_position(n_done.into());
}
