//! `tengen library show`: one game.

use std::io::Write;

use serde_json::json;
use tengen_library::GameId;
use tengen_picture::{NodeOptions, Scene, TextStyle};

use super::Place;
use super::list::to_json;
use super::text::{clean, line};
use crate::failure::Failure;
use crate::outcome::Outcome;

/// Shows a game: its entry, sources, tags and board
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The number of the game, as lists have it
    id: GameId,
    /// Print the record itself, to the byte as it was added
    #[arg(long, conflicts_with = "number")]
    sgf: bool,
    /// Show the board after this move, not at the end
    #[arg(long = "move", value_name = "N")]
    number: Option<u32>,
}

pub(super) fn run(
    arguments: &Arguments,
    place: &Place,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let mut library = place.open_to_read()?;
    let failure = |error| place.failure(error);
    if arguments.sgf {
        out.write_all(&library.bytes(arguments.id).map_err(failure)?)?;
        return Ok(Outcome::Done);
    }
    let game = library.game(arguments.id).map_err(failure)?;
    let sources = library.sources(arguments.id).map_err(failure)?;
    let tags = library.tags_of(arguments.id).map_err(failure)?;
    if place.json {
        let mut object = to_json(&game);
        object["tags"] = json!(tags);
        object["sources"] = sources
            .iter()
            .map(|it| {
                json!({
                    "path": it.path.display().to_string(),
                    "game": it.game_idx + 1,
                    "shown": it.is_shown,
                })
            })
            .collect();
        writeln!(out, "{object}")?;
        return Ok(Outcome::Done);
    }
    writeln!(out, "{}", line(&game).trim_start())?;
    for (name, text) in [
        ("round", &game.round),
        ("place", &game.place),
        ("rules", &game.rules),
        ("opening", &game.opening),
        ("tags", &tags.join(", ")),
    ] {
        if !text.is_empty() {
            writeln!(out, "  {name:<10}{}", clean(text))?;
        }
    }
    for source in &sources {
        let path = clean(&source.path.display().to_string());
        let place = if source.game_idx > 0 {
            format!(", game {}", source.game_idx + 1)
        } else {
            String::new()
        };
        writeln!(out, "  {:<10}{path}{place}", "from")?;
    }
    let record = library.record(arguments.id).map_err(failure)?;
    let last = record.main_line().last().unwrap_or(record.root());
    let node = match arguments.number {
        None => last,
        Some(number) => {
            let n_moves = record.moves(last).len();
            let missing = || Failure::NoMove(place.path.clone(), number, n_moves);
            record.after_moves(record.root(), number as usize).ok_or_else(missing)?
        }
    };
    let scene = Scene::of_node(&record, node, &NodeOptions::default());
    write!(out, "{}", scene.to_text(TextStyle::default()))?;
    Ok(Outcome::Done)
}
