//! `tengen library export`: games as files.

use std::io::Write;
use std::path::PathBuf;

use serde_json::json;
use tengen_library::{GameId, Order, Page};

use super::text::games;
use super::{Place, stopped_by_user};
use crate::failure::Failure;
use crate::outcome::Outcome;

/// Writes games as one collection, or as files of their own
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Which games; all without a query
    query: Vec<String>,
    /// Write one file with all of them, in UTF-8
    #[arg(long, short, value_name = "FILE", required_unless_present = "folder")]
    output: Option<PathBuf>,
    /// Write a file for each into this folder, to the byte as it was added
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    folder: Option<PathBuf>,
}

pub(super) fn run(
    arguments: &Arguments,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let failure = |error| place.failure(error);
    let query = place.query(&arguments.query)?;
    let mut library = place.open_to_read()?;
    let cancel = stopped_by_user();
    let found = library.games(&query, Order::default(), Page::ALL, &cancel).map_err(failure)?;
    let ids: Vec<GameId> = found.games.iter().map(|game| game.id).collect();
    if ids.is_empty() {
        writeln!(out, "{}", if place.json { "{\"games\":0}" } else { "no games" })?;
        return Ok(Outcome::No);
    }
    if let Some(path) = &arguments.output {
        library.export_collection(&ids, path, &cancel).map_err(failure)?;
    }
    if let Some(folder) = &arguments.folder {
        library.export_folder(&ids, folder, &cancel).map_err(failure)?;
    }
    if place.json {
        writeln!(out, "{}", json!({ "games": ids.len() }))?;
    } else {
        writeln!(out, "{} written", games(ids.len() as u64))?;
    }
    Ok(Outcome::Done)
}
