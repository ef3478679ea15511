//! Commands that read and write records of games.

use std::fs;

use tengen_record::{EditError, InfoKey, Record};
use tengen_sgf as sgf;

use super::{Engine, rules};
use crate::answer::Failure;
use crate::command::Arguments;

/// Takes over the game of a file, as it was before the move with a number, or
/// to its end if there are fewer moves.
pub(super) fn loadsgf(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let rest = arguments.rest()?;
    let (path, before) = path_and_number(&rest);
    let bytes = fs::read(path).map_err(|_| Failure::CannotLoad)?;
    let collection = sgf::read(&bytes).map_err(|_| Failure::CannotLoad)?;
    let record = Record::from_collection(collection, 0).map_err(|_| Failure::CannotLoad)?;
    let earlier =
        before.and_then(|number| record.after_moves(record.root(), number.saturating_sub(1)));
    let last = earlier.or_else(|| record.main_line().last());
    let game = record.game(last.ok_or(Failure::CannotLoad)?, engine.ruleset);
    let (komi, ruleset) = (game.komi(), *game.ruleset());
    engine.start(rules::replay(&game, ruleset).ok_or(Failure::CannotLoad)?);
    engine.game = engine.game.clone().with_komi(komi);
    engine.ruleset = ruleset;
    Ok(String::new())
}

/// A number at the end is that of a move, unless it is all there is.
fn path_and_number(text: &str) -> (&str, Option<usize>) {
    match text.rsplit_once(' ') {
        Some((path, number)) if number.parse::<usize>().is_ok() => (path, number.parse().ok()),
        _ => (text, None),
    }
}

fn sgf_of(engine: &Engine<'_>) -> Result<String, EditError> {
    let mut record = Record::from_game(&engine.game);
    record.set_info(InfoKey::Rules, engine.ruleset.name().unwrap_or_default())?;
    record.set_application(engine.player.name(), engine.player.version())?;
    Ok(record.to_sgf())
}

/// The game as SGF, in the answer or in a file.
pub(super) fn printsgf(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let text = sgf_of(engine).map_err(|_| Failure::CannotSave)?;
    match arguments.rest() {
        Err(_) => Ok(text),
        Ok(path) if path == "-" => Ok(text),
        Ok(path) => {
            fs::write(path, text + "\n").map_err(|_| Failure::CannotSave)?;
            Ok(String::new())
        }
    }
}
