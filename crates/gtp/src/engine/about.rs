//! Commands about the program and the conversation itself.

use super::{COMMANDS, Engine, find};
use crate::answer::Failure;
use crate::command::Arguments;

pub(super) fn protocol_version(_: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    Ok("2".into())
}

pub(super) fn name(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    Ok(engine.player.name().into())
}

pub(super) fn version(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    Ok(engine.player.version().into())
}

pub(super) fn known_command(
    _: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let is_known = arguments.word().is_ok_and(|name| find(name).is_some());
    Ok(is_known.to_string())
}

pub(super) fn list_commands(_: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    let names: Vec<&str> = COMMANDS.iter().map(|&(name, _)| name).collect();
    Ok(names.join("\n"))
}

pub(super) fn quit(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    engine.has_quit = true;
    Ok(String::new())
}
