//! `tengen sgf info`: what is in records.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tengen_record::GameSummary;
use tengen_sgf::{Collection, Game, ParseOptions};

use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::sgf::files;

/// Shows players, result, board size, rules and number of moves
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Records, folders of records, or - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print a JSON array with an object for each game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(
    arguments: &Arguments,
    options: ParseOptions,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let mut games = Vec::new();
    let outcome = files::for_each(&arguments.files, options, out, |file, out| {
        if file.collection.game(0).is_none() {
            return Err(Failure::NoGame(file.path));
        }
        for (idx, game) in file.collection.games().enumerate() {
            let facts = facts(&file.path, idx, game, &file.collection);
            if arguments.json {
                games.push(facts);
            } else {
                write_facts(&facts, file.collection.games().len(), out)?;
            }
        }
        Ok(Outcome::Done)
    })?;
    if arguments.json {
        writeln!(out, "{}", Value::Array(games))?;
    }
    out.flush()?;
    Ok(outcome)
}

fn facts(path: &Path, game_idx: usize, game: Game<'_>, collection: &Collection) -> Value {
    let mut facts = json!({ "file": path.display().to_string(), "game": game_idx + 1 });
    let summary = GameSummary::of_game(game_idx, game);
    for key in GameSummary::KEYS {
        facts[key.as_str()] = json!(Some(summary.text(key)).filter(|it| !it.is_empty()));
    }
    for key in ["komi", "handicap"] {
        let number =
            facts[key].as_str().and_then(|text| text.trim().parse::<serde_json::Number>().ok());
        if let Some(number) = number {
            facts[key] = Value::Number(number);
        }
    }
    let size = game.size().to_string().replace(':', "x");
    facts["size"] = size.parse::<u64>().map_or_else(|_| json!(size), |edge| json!(edge));
    facts["moves"] = json!(summary.n_moves);
    facts["variations"] = json!(summary.n_variations);
    facts["nodes"] = json!(summary.n_nodes);
    facts["encoding"] = json!(collection.encoding().name());
    facts
}

fn write_facts(facts: &Value, n_games: usize, out: &mut impl Write) -> Result<(), Failure> {
    let file = facts["file"].as_str().unwrap_or_default();
    if n_games > 1 {
        writeln!(out, "{file}, game {} of {n_games}", facts["game"])?;
    } else {
        writeln!(out, "{file}")?;
    }
    for (name, value) in facts.as_object().into_iter().flatten() {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => continue,
        };
        if name != "file" && name != "game" {
            writeln!(out, "  {:<12}{text}", name.replace('_', " "))?;
        }
    }
    writeln!(out)?;
    Ok(())
}
