//! Commands about the settings of the player, as KataGo writes them.

use serde_json::{Map, Value};

use super::Engine;
use crate::answer::Failure;
use crate::command::Arguments;
use crate::player::{Parameter, ParameterError};

pub(super) fn kata_list_params(
    engine: &mut Engine<'_>,
    _: Arguments<'_>,
) -> Result<String, Failure> {
    let names: Vec<String> = engine.player.parameters().into_iter().map(|it| it.name).collect();
    Ok(names.join(" "))
}

pub(super) fn kata_get_param(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let name = arguments.word()?;
    let found = engine.player.parameters().into_iter().find(|it| it.name == name);
    found.map(|it| it.value).ok_or(Failure::UnknownParameter)
}

/// All of them as a JSON object.
pub(super) fn kata_get_params(
    engine: &mut Engine<'_>,
    _: Arguments<'_>,
) -> Result<String, Failure> {
    let pair = |Parameter { name, value }| (name, Value::from(value));
    let fields: Map<String, Value> = engine.player.parameters().into_iter().map(pair).collect();
    Ok(Value::Object(fields).to_string())
}

pub(super) fn kata_set_param(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let (name, value) = (arguments.word()?, arguments.rest()?);
    engine.player.set_parameter(name, &value)?;
    Ok(String::new())
}

/// Takes a JSON object; either all of its fields are set or none.
pub(super) fn kata_set_params(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let fields: Map<String, Value> =
        serde_json::from_str(&arguments.rest()?).map_err(|_| Failure::SyntaxError)?;
    let before = engine.player.parameters();
    for (name, value) in fields {
        let text = value.as_str().map_or_else(|| value.to_string(), String::from);
        if let Err(error) = engine.player.set_parameter(&name, &text) {
            for Parameter { name, value } in before {
                // What was told by the player itself is taken back by it.
                let _ = engine.player.set_parameter(&name, &value);
            }
            return Err(error.into());
        }
    }
    Ok(String::new())
}

impl From<ParameterError> for Failure {
    fn from(error: ParameterError) -> Failure {
        match error {
            ParameterError::Unknown => Failure::UnknownParameter,
            ParameterError::BadValue => Failure::BadParameterValue,
        }
    }
}
