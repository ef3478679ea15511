//! Rules by name, and as an object with KataGo's fields.

use serde_json::{Map, Value};
use tengen_rules::{
    Button, DeadStones, HandicapBonus, KoRule, Komi, LongCycle, Ruleset, Scoring, Suicide, Tax,
};

/// What is expected where rules are not understood.
pub(crate) const EXPECTED: &str = "the name of rules such as \"chinese\", \"japanese\" or \
                                   \"tromp-taylor\", or an object with ko, scoring, tax, suicide, \
                                   hasButton, whiteHandicapBonus and friendlyPassOk";

/// The rules that a name or an object describes; a repetition that they do
/// not forbid does not end the game.
pub(crate) fn read(value: &Value) -> Option<Ruleset> {
    let ruleset = match value {
        Value::Object(fields) => from_fields(fields)?,
        Value::String(text) if text.trim_start().starts_with('{') => {
            from_fields(serde_json::from_str::<Value>(text).ok()?.as_object()?)?
        }
        Value::String(name) => name.parse().ok()?,
        _ => return None,
    };
    Some(Ruleset { long_cycle: LongCycle::Continues, ..ruleset })
}

/// The komi where a query has none.
pub(crate) fn usual_komi(ruleset: &Ruleset) -> Komi {
    Komi::from_half_points(match (ruleset.scoring, ruleset.button) {
        (Scoring::Territory, _) => 13,
        (Scoring::Area, Button::Present) => 14,
        (Scoring::Area, Button::Absent) => 15,
    })
}

/// What White gets for handicap stones, as a number or text.
pub(crate) fn handicap_bonus(value: &Value) -> Option<HandicapBonus> {
    let text = match value {
        Value::String(text) => text.as_str(),
        Value::Number(number) if number.as_u64() == Some(0) => "0",
        _ => return None,
    };
    match text {
        "0" => Some(HandicapBonus::None),
        "N" => Some(HandicapBonus::All),
        "N-1" => Some(HandicapBonus::AllButOne),
        _ => None,
    }
}

fn from_fields(fields: &Map<String, Value>) -> Option<Ruleset> {
    let scoring = match fields.get("scoring").or(fields.get("score")).map(Value::as_str) {
        None | Some(Some("AREA")) => Scoring::Area,
        Some(Some("TERRITORY")) => Scoring::Territory,
        Some(_) => return None,
    };
    let mut ruleset = match scoring {
        Scoring::Area => Ruleset { suicide: Suicide::Allowed, ..Ruleset::TROMP_TAYLOR },
        Scoring::Territory => Ruleset { ko: KoRule::Positional, ..Ruleset::JAPANESE },
    };
    for (name, value) in fields {
        match name.as_str() {
            "ko" => ruleset.ko = ko(value.as_str()?)?,
            "tax" => ruleset.tax = tax(value.as_str()?)?,
            "suicide" => {
                ruleset.suicide =
                    if value.as_bool()? { Suicide::Allowed } else { Suicide::Forbidden };
            }
            "hasButton" => {
                ruleset.button = if value.as_bool()? { Button::Present } else { Button::Absent };
            }
            "whiteHandicapBonus" => ruleset.handicap_bonus = handicap_bonus(value)?,
            "friendlyPassOk" => {
                let is_friendly = value.as_bool()? || scoring == Scoring::Territory;
                ruleset.dead_stones =
                    if is_friendly { DeadStones::Agreed } else { DeadStones::None };
            }
            "scoring" | "score" => (),
            _ => return None,
        }
    }
    let is_supported = scoring == Scoring::Area || ruleset.button == Button::Absent;
    is_supported.then_some(ruleset)
}

fn ko(text: &str) -> Option<KoRule> {
    match text {
        "SIMPLE" => Some(KoRule::Simple),
        "POSITIONAL" => Some(KoRule::Positional),
        "SITUATIONAL" => Some(KoRule::Situational),
        "SPIGHT" => Some(KoRule::Spight),
        _ => None,
    }
}

fn tax(text: &str) -> Option<Tax> {
    match text {
        "NONE" => Some(Tax::None),
        "SEKI" => Some(Tax::Seki),
        "ALL" => Some(Tax::All),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_and_objects_agree() {
        let object = |ko, scoring, suicide, tax, button, bonus, friendly| {
            json!({
                "ko": ko, "scoring": scoring, "suicide": suicide, "tax": tax,
                "hasButton": button, "whiteHandicapBonus": bonus, "friendlyPassOk": friendly,
            })
        };
        let table = [
            ("tromp-taylor", object("POSITIONAL", "AREA", true, "NONE", false, "0", false)),
            ("chinese", object("SIMPLE", "AREA", false, "NONE", false, "N", true)),
            ("chinese-ogs", object("POSITIONAL", "AREA", false, "NONE", false, "N", true)),
            ("japanese", object("SIMPLE", "TERRITORY", false, "SEKI", false, "0", true)),
            ("stone_scoring", object("SIMPLE", "AREA", false, "ALL", false, "0", true)),
            ("aga", object("SITUATIONAL", "AREA", false, "NONE", false, "N-1", true)),
            ("new zealand", object("SITUATIONAL", "AREA", true, "NONE", false, "0", true)),
            ("aga-button", object("SITUATIONAL", "AREA", false, "NONE", true, "N-1", true)),
        ];
        for (name, object) in table {
            let by_name = read(&json!(name)).unwrap();
            for value in [object.clone(), json!(object.to_string())] {
                let by_fields = read(&value).unwrap();
                let facts = |it: &Ruleset| {
                    let how = (it.ko, it.scoring, it.suicide, it.tax);
                    (how, it.button, it.handicap_bonus, it.dead_stones)
                };
                assert_eq!(facts(&by_fields), facts(&by_name), "{name}");
            }
        }
    }

    #[test]
    fn nonsense_is_no_rules() {
        for value in [
            json!("chess"),
            json!(3),
            json!("{"),
            json!("{}x"),
            json!({"ko": "NEVER"}),
            json!({"suicide": 1}),
            json!({"koo": "SIMPLE"}),
            json!({"scoring": "TERRITORY", "hasButton": true}),
        ] {
            assert_eq!(read(&value), None, "{value}");
        }
        assert!(read(&json!({})).is_some());
    }

    #[test]
    fn komi_depends_on_the_scoring() {
        let komi = |name| usual_komi(&read(&json!(name)).unwrap()).to_string();
        assert_eq!([komi("chinese"), komi("japanese"), komi("aga-button")], ["7.5", "6.5", "7"]);
    }
}
