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
    let settings = match arguments.word()? {
        "none" => TimeSettings::Unlimited,
        "absolute" => TimeSettings::Absolute { main: arguments.time()? },
        "byoyomi" => byo_yomi(&mut arguments)?,
        "canadian" => canadian(&mut arguments)?,
        _ => return Err(Failure::SyntaxError),
    };
    engine.player.set_time(settings);
    Ok(String::new())
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
