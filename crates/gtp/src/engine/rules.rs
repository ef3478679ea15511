//! Commands about the rules, by name and as KataGo writes them.

use serde_json::{Map, Value};
use tengen_rules::{
    Button, DeadStones, Game, HandicapBonus, KoRule, Ruleset, Scoring, Suicide, Tax, Turn,
};

use super::{Engine, patient};
use crate::answer::Failure;
use crate::command::Arguments;

pub(super) fn kgs_rules(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let name = arguments.word()?;
    let ruleset = match name {
        // The server's Chinese rules forbid all repetitions.
        "chinese" => Ruleset::CHINESE_KGS,
        name => name.parse().map_err(|_| Failure::UnknownRules)?,
    };
    change(engine, ruleset)
}

pub(super) fn kata_get_rules(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    Ok(Value::Object(to_json(&engine.ruleset)).to_string())
}

/// Takes a name or a JSON object.
pub(super) fn kata_set_rules(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let text = arguments.rest()?;
    let ruleset = if text.starts_with('{') {
        let fields = serde_json::from_str(&text).map_err(|_| Failure::SyntaxError)?;
        from_json(&with_defaults(fields)).ok_or(Failure::UnknownRules)?
    } else {
        text.parse().map_err(|_| Failure::UnknownRules)?
    };
    change(engine, ruleset)
}

/// Changes one field of the rules.
pub(super) fn kata_set_rule(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let (name, text) = (arguments.word()?, arguments.word()?);
    let mut fields = to_json(&engine.ruleset);
    let field = fields.get_mut(name).ok_or(Failure::UnknownRules)?;
    *field = match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        text => Value::from(text.to_ascii_uppercase()),
    };
    let ruleset = from_json(&fields).ok_or(Failure::UnknownRules)?;
    change(engine, ruleset)
}

/// Goes on with the same game by other rules.
fn change(engine: &mut Engine<'_>, ruleset: Ruleset) -> Result<String, Failure> {
    engine.game = replay(&engine.game, ruleset).ok_or(Failure::RulesForbidGame)?;
    engine.ruleset = ruleset;
    Ok(String::new())
}

/// The same game by rules that are patient, or `None` if they forbid it.
pub(super) fn replay(game: &Game, ruleset: Ruleset) -> Option<Game> {
    let start = game.position_at(0).unwrap_or(*game.position());
    let mut changed = Game::from_position(start, patient(ruleset))
        .with_komi(game.komi())
        .with_handicap_of(game.handicap());
    for turn in game.turns() {
        let is_made = match turn {
            Turn::Move(color, mv) => changed.play_as(color, mv).is_ok(),
            // A game may not be over by the new rules.
            Turn::Resume(color) => changed.end().is_none() || changed.resume(color).is_ok(),
        };
        if !is_made {
            return None;
        }
    }
    Some(changed)
}

/// The rules in the fields that clients know, by name in alphabetical order.
fn to_json(ruleset: &Ruleset) -> Map<String, Value> {
    let ko = match ruleset.ko {
        KoRule::Simple => "SIMPLE",
        KoRule::Positional => "POSITIONAL",
        KoRule::Situational => "SITUATIONAL",
        KoRule::Spight => "SPIGHT",
    };
    let scoring = match ruleset.scoring {
        Scoring::Area => "AREA",
        Scoring::Territory => "TERRITORY",
    };
    let tax = match ruleset.tax {
        Tax::None => "NONE",
        Tax::Seki => "SEKI",
        Tax::All => "ALL",
    };
    let bonus = match ruleset.handicap_bonus {
        HandicapBonus::None => "0",
        HandicapBonus::All => "N",
        HandicapBonus::AllButOne => "N-1",
    };
    let is_friendly = ruleset.scoring == Scoring::Area && ruleset.dead_stones == DeadStones::Agreed;
    let fields = [
        ("friendlyPassOk", Value::Bool(is_friendly)),
        ("hasButton", Value::Bool(ruleset.button == Button::Present)),
        ("ko", ko.into()),
        ("scoring", scoring.into()),
        ("suicide", Value::Bool(ruleset.suicide == Suicide::Allowed)),
        ("tax", tax.into()),
        ("whiteHandicapBonus", bonus.into()),
    ];
    fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// Fields that are left out are as in the simplest rules.
fn with_defaults(mut fields: Map<String, Value>) -> Map<String, Value> {
    let tax = if fields.get("scoring") == Some(&"TERRITORY".into()) { "SEKI" } else { "NONE" };
    fields.entry("tax").or_insert(tax.into());
    fields.entry("friendlyPassOk").or_insert(Value::Bool(false));
    fields.entry("hasButton").or_insert(Value::Bool(false));
    fields.entry("suicide").or_insert(Value::Bool(false));
    fields.entry("whiteHandicapBonus").or_insert("0".into());
    fields
}

/// The rules with these fields: those with a name if there are such.
fn from_json(fields: &Map<String, Value>) -> Option<Ruleset> {
    let flag = |name: &str| fields.get(name)?.as_bool();
    let word = |name: &str| fields.get(name)?.as_str();
    let scoring = match word("scoring")? {
        "AREA" => Scoring::Area,
        "TERRITORY" => Scoring::Territory,
        _ => return None,
    };
    let base = match scoring {
        Scoring::Area => Ruleset::CHINESE,
        Scoring::Territory => Ruleset::JAPANESE,
    };
    let ruleset = Ruleset {
        ko: match word("ko")? {
            "SIMPLE" => KoRule::Simple,
            "POSITIONAL" => KoRule::Positional,
            "SITUATIONAL" => KoRule::Situational,
            "SPIGHT" => KoRule::Spight,
            _ => return None,
        },
        suicide: if flag("suicide")? { Suicide::Allowed } else { Suicide::Forbidden },
        scoring,
        tax: match word("tax")? {
            "NONE" => Tax::None,
            "SEKI" => Tax::Seki,
            "ALL" => Tax::All,
            _ => return None,
        },
        dead_stones: match scoring {
            Scoring::Area if !flag("friendlyPassOk")? => DeadStones::None,
            _ => DeadStones::Agreed,
        },
        button: if flag("hasButton")? { Button::Present } else { Button::Absent },
        handicap_bonus: match word("whiteHandicapBonus")? {
            "0" => HandicapBonus::None,
            "N" => HandicapBonus::All,
            "N-1" => HandicapBonus::AllButOne,
            _ => return None,
        },
        ..base
    };
    let fields = to_json(&ruleset);
    let named = Ruleset::names().find(|(_, it)| to_json(it) == fields);
    Some(named.map_or(ruleset, |(_, it)| it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_come_back() {
        for (name, ruleset) in Ruleset::names() {
            let fields = to_json(&ruleset);
            let back = from_json(&fields).unwrap();
            assert_eq!(to_json(&back), fields, "{name}");
        }
    }

    #[test]
    fn rules_that_have_no_name() {
        let text = r#"{"ko":"SITUATIONAL","scoring":"TERRITORY","suicide":true,"other":1}"#;
        let ruleset = from_json(&with_defaults(serde_json::from_str(text).unwrap())).unwrap();
        assert_eq!((ruleset.ko, ruleset.tax), (KoRule::Situational, Tax::Seki));
        assert_eq!((ruleset.suicide, ruleset.name()), (Suicide::Allowed, None));
    }
}
