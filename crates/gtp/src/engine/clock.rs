//! Commands about time, which is passed on to the player.

use tengen_clock::TimeControl;

use super::Engine;
use crate::answer::Failure;
use crate::command::Arguments;
use crate::time;

pub(super) fn time_settings(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let control = time::read_standard(&mut arguments)?;
    Ok(set(engine, control))
}

pub(super) fn kgs_time_settings(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let control = time::read_kgs(&mut arguments)?;
    Ok(set(engine, control))
}

pub(super) fn kata_list_time_settings(
    _: &mut Engine<'_>,
    _: Arguments<'_>,
) -> Result<String, Failure> {
    Ok("none absolute byoyomi canadian fischer fischer-capped".into())
}

pub(super) fn kata_time_settings(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let control = time::read_kata(&mut arguments)?;
    Ok(set(engine, control))
}

pub(super) fn time_left(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let color = arguments.color()?;
    let left = time::read_left(&mut arguments, engine.time_control)?;
    engine.player.set_time_left(color, left);
    Ok(String::new())
}

fn set(engine: &mut Engine<'_>, control: TimeControl) -> String {
    engine.time_control = control;
    engine.player.set_time_control(control);
    String::new()
}
