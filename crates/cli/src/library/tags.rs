//! `tengen library tags` and `me`: words for games, and your names.

use std::collections::BTreeMap;
use std::io::Write;

use serde_json::json;
use tengen_library::{Access, Cancel, GameId, Order, Page};

use super::Place;
use super::text::games;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::terminal_text::clean;

/// Lists your tags, all or those of some games, or gives a tag to games
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Which games, such as: id:7
    query: Vec<String>,
    /// Give them this tag
    #[arg(long, value_name = "TAG", requires = "query")]
    add: Option<String>,
    /// Take this tag from them
    #[arg(long, value_name = "TAG", requires = "query")]
    remove: Option<String>,
}

/// Shows or says under which names you play
///
/// Your games are then found by is:mine, and statistics are yours.
#[derive(Debug, clap::Args)]
pub(crate) struct MeArguments {
    /// Your names, in place of those before
    names: Vec<String>,
    /// Forget your names
    #[arg(long, conflicts_with = "names")]
    clear: bool,
}

pub(super) fn run(
    arguments: &Arguments,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let failure = |error| place.failure(error);
    if arguments.add.is_none() && arguments.remove.is_none() {
        let mut library = place.open_to_read()?;
        let tags = if arguments.query.is_empty() {
            library.tags().map_err(failure)?
        } else {
            let query = place.query(&arguments.query)?;
            let found = library.games(&query, Order::default(), Page::ALL, &Cancel::new());
            let mut tags: BTreeMap<String, u32> = BTreeMap::new();
            for game in found.map_err(failure)?.games {
                for tag in library.tags_of(game.id).map_err(failure)? {
                    *tags.entry(tag).or_default() += 1;
                }
            }
            tags.into_iter().collect()
        };
        if place.json {
            let tags = tags.iter().map(|(tag, n)| json!({ "tag": tag, "games": n }));
            writeln!(out, "{}", tags.collect::<serde_json::Value>())?;
        } else {
            for (tag, n) in tags {
                writeln!(out, "{}  {}", clean(&tag), games(n.into()))?;
            }
        }
        return Ok(Outcome::Done);
    }
    let query = place.query(&arguments.query)?;
    let mut library = place.open(Access::Write)?;
    let found =
        library.games(&query, Order::default(), Page::ALL, &Cancel::new()).map_err(failure)?;
    let ids: Vec<GameId> = found.games.iter().map(|game| game.id).collect();
    if let Some(tag) = &arguments.add {
        library.add_tag(&ids, tag).map_err(failure)?;
    }
    if let Some(tag) = &arguments.remove {
        library.remove_tag(&ids, tag).map_err(failure)?;
    }
    if place.json {
        let ids: Vec<u32> = ids.iter().map(|it| it.number()).collect();
        writeln!(out, "{}", json!({ "games": ids }))?;
    } else {
        writeln!(out, "{}", games(ids.len() as u64))?;
    }
    Ok(if ids.is_empty() { Outcome::No } else { Outcome::Done })
}

pub(super) fn me(
    arguments: &MeArguments,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let failure = |error| place.failure(error);
    let names = if arguments.clear || !arguments.names.is_empty() {
        let mut library = place.open(Access::Create)?;
        library.set_own_names(&arguments.names).map_err(failure)?;
        library.own_names().map_err(failure)?
    } else {
        place.open_to_read()?.own_names().map_err(failure)?
    };
    if place.json {
        writeln!(out, "{}", json!(names))?;
    } else {
        for name in names {
            writeln!(out, "{}", clean(&name))?;
        }
    }
    Ok(Outcome::Done)
}
