//! `tengen library list` and `find`: lists of games.

use std::io::Write;

use clap::ValueEnum;
use serde_json::{Value, json};
use tengen_library::{Cancel, GameEntry, GameList, Order, OrderBy, Page, Query};

use super::Place;
use super::text::{games, line};
use crate::failure::Failure;
use crate::outcome::Outcome;

/// Lists games, the latest first
#[derive(Debug, clap::Args)]
pub(crate) struct ListArguments {
    #[command(flatten)]
    view: View,
}

/// Finds games by a query, such as: player:"Lee Sedol" year:2010..2016
#[derive(Debug, clap::Args)]
pub(crate) struct FindArguments {
    /// The query; see tengen library --help
    #[arg(required = true)]
    query: Vec<String>,
    #[command(flatten)]
    view: View,
}

/// The part of a list that is shown.
#[derive(Debug, clap::Args)]
struct View {
    /// Sort by
    #[arg(long, value_name = "WHAT", default_value = "date")]
    sort: Sort,
    /// Turn the order around
    #[arg(long)]
    reverse: bool,
    /// The most games to show
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: u32,
    /// Skip this many games
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u32,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Sort {
    Date,
    Added,
    Black,
    White,
    Event,
    Moves,
    Rank,
}

pub(super) fn list(
    arguments: &ListArguments,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    show(&Query::all(), &arguments.view, place, out)
}

pub(super) fn find(
    arguments: &FindArguments,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    show(&place.query(&arguments.query)?, &arguments.view, place, out)
}

fn show(
    query: &Query,
    view: &View,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let mut library = place.open_to_read()?;
    let by = match view.sort {
        Sort::Date => OrderBy::Date,
        Sort::Added => OrderBy::Added,
        Sort::Black => OrderBy::Black,
        Sort::White => OrderBy::White,
        Sort::Event => OrderBy::Event,
        Sort::Moves => OrderBy::Moves,
        Sort::Rank => OrderBy::Rank,
    };
    let order = Order { by, is_reversed: view.reverse };
    let page = Page { start: view.skip, len: view.limit };
    let found =
        library.games(query, order, page, &Cancel::new()).map_err(|error| place.failure(error))?;
    if place.json {
        writeln!(out, "{}", list_to_json(&found))?;
    } else {
        write_list(&found, out)?;
    }
    Ok(if found.total == 0 && !query.is_all() { Outcome::No } else { Outcome::Done })
}

fn write_list(found: &GameList, out: &mut impl Write) -> Result<(), Failure> {
    for game in &found.games {
        writeln!(out, "{}", line(game))?;
    }
    let n_shown = found.games.len() as u64;
    if n_shown == u64::from(found.total) {
        writeln!(out, "{}", games(n_shown))?;
    } else {
        writeln!(out, "{n_shown} of {}", games(found.total.into()))?;
    }
    Ok(())
}

fn list_to_json(found: &GameList) -> Value {
    json!({ "total": found.total, "games": found.games.iter().map(to_json).collect::<Vec<_>>() })
}

/// A game as an object for programs.
pub(super) fn to_json(game: &GameEntry) -> Value {
    let text = |text: &str| Some(text.to_owned()).filter(|it| !it.is_empty());
    let added = game.added.duration_since(std::time::UNIX_EPOCH).map_or(0, |it| it.as_secs());
    json!({
        "id": game.id.number(),
        "black": text(&game.black),
        "black_rank": game.black_rank.map(|it| it.to_string()),
        "white": text(&game.white),
        "white_rank": game.white_rank.map(|it| it.to_string()),
        "date": text(&game.date),
        "result": text(&game.result),
        "event": text(&game.event),
        "round": text(&game.round),
        "place": text(&game.place),
        "size": game.size.to_string(),
        "rules": text(&game.rules),
        "handicap": game.handicap,
        "komi": game.komi,
        "moves": game.n_moves,
        "nodes": game.n_nodes,
        "variations": game.n_variations,
        "has_comments": game.has_comments,
        "opening": text(&game.opening),
        "added": added,
    })
}
