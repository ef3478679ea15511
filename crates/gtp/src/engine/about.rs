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

/// The time that the program has had a processor, in seconds.
pub(super) fn cputime(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    let time = engine.player.cpu_time().ok_or(Failure::NotTold)?;
    Ok(format!("{:.3}", time.as_secs_f64()))
}

/// Answers people who talk to the program.
pub(super) fn kgs_chat(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    if !matches!(arguments.word()?, "game" | "private") {
        return Err(Failure::SyntaxError);
    }
    arguments.rest()?;
    let (name, version) = (engine.player.name(), engine.player.version());
    Ok(format!("I am {name} {version}, a program. I wish you a good game."))
}

/// For news that need no reaction, and requests that are met already.
pub(super) fn nothing(_: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    Ok(String::new())
}

pub(super) fn quit(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    engine.has_quit = true;
    Ok(String::new())
}
