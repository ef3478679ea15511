//! Commands about time, which is passed on to the player.

use super::Engine;
use crate::answer::Failure;
use crate::command::Arguments;
use crate::player::{TimeLeft, TimeSettings};

pub(super) fn time_settings(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let settings = canadian(&mut arguments)?;
    engine.player.set_time(settings);
    Ok(String::new())
}

pub(super) fn kgs_time_settings(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let kind = arguments.word()?;
    let settings = named(kind, &mut arguments)?.ok_or(Failure::SyntaxError)?;
    engine.player.set_time(settings);
    Ok(String::new())
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
    let settings = match arguments.word()? {
        "fischer" => fischer(&mut arguments)?,
        "fischer-capped" => capped_fischer(&mut arguments)?,
        kind => named(kind, &mut arguments)?.ok_or(Failure::SyntaxError)?,
    };
    engine.player.set_time(settings);
    Ok(String::new())
}

/// The settings that both families of commands know.
fn named(kind: &str, arguments: &mut Arguments<'_>) -> Result<Option<TimeSettings>, Failure> {
    Ok(Some(match kind {
        "none" => TimeSettings::Unlimited,
        "absolute" => TimeSettings::Absolute { main: arguments.time()? },
        "byoyomi" => byo_yomi(arguments)?,
        "canadian" => canadian(arguments)?,
        _ => return Ok(None),
    }))
}

fn fischer(arguments: &mut Arguments<'_>) -> Result<TimeSettings, Failure> {
    Ok(TimeSettings::Fischer { main: arguments.time()?, increment: arguments.time()?, limit: None })
}

/// Behind time and increment come the most that the clock can show, and the
/// most for one move, which is no concern of somebody who uses less; less
/// than nothing means no limit.
fn capped_fischer(arguments: &mut Arguments<'_>) -> Result<TimeSettings, Failure> {
    let (main, increment) = (arguments.time()?, arguments.time()?);
    let is_limited = arguments.clone().number()? >= 0.0;
    let limit = arguments.time_left()?;
    arguments.number()?;
    Ok(TimeSettings::Fischer { main, increment, limit: is_limited.then_some(limit) })
}

pub(super) fn time_left(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let color = arguments.color()?;
    let time = arguments.time_left()?;
    let overtime = Some(arguments.count()?).filter(|&count| count > 0);
    engine.player.set_time_left(color, TimeLeft { time, overtime });
    Ok(String::new())
}

fn byo_yomi(arguments: &mut Arguments<'_>) -> Result<TimeSettings, Failure> {
    let (main, period, n_periods) = (arguments.time()?, arguments.time()?, arguments.count()?);
    if period.is_zero() || n_periods == 0 {
        return Ok(TimeSettings::Absolute { main });
    }
    Ok(TimeSettings::ByoYomi { main, period, n_periods })
}

/// By the protocol, a period without stones means that there is no limit at
/// all.
fn canadian(arguments: &mut Arguments<'_>) -> Result<TimeSettings, Failure> {
    let (main, period, n_stones) = (arguments.time()?, arguments.time()?, arguments.count()?);
    Ok(match n_stones {
        _ if period.is_zero() => TimeSettings::Absolute { main },
        0 => TimeSettings::Unlimited,
        _ => TimeSettings::Canadian { main, period, n_stones },
    })
}
