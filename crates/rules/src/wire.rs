//! The vocabulary as `serde` reads and writes it.
//!
//! Points, moves and sizes are the texts that they are everywhere; komi and
//! scores are numbers of points; sets of points are lists. Names of rules and
//! colors are in lower case.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Komi, Move, ParseKomiError, Point, PointSet, Score, Size};

/// Has `serde` write types by their `Display`, and read them by their
/// `FromStr`.
///
/// Crates that use it depend on `serde` themselves.
#[macro_export]
macro_rules! serde_as_text {
    ($($type:ty),* $(,)?) => {$(
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<$type, D::Error> {
                let text = <::std::string::String as ::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(<D::Error as ::serde::de::Error>::custom)
            }
        }
    )*};
}

serde_as_text!(Point, Move, Size);

/// A number of points, such as `6.5`.
impl Serialize for Komi {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.half_points()) / 2.0)
    }
}

impl<'de> Deserialize<'de> for Komi {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Komi, D::Error> {
        let half_points = half_points(f64::deserialize(deserializer)?).map_err(D::Error::custom)?;
        let max = 2 * i32::from(Komi::MAX_POINTS) + 1;
        if half_points.abs() > max {
            return Err(D::Error::custom(ParseKomiError::OutOfRange));
        }
        Ok(Komi::from_half_points(half_points as i16))
    }
}

/// The margin in points, positive if Black is ahead.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.half_points()) / 2.0)
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
        let half_points = half_points(f64::deserialize(deserializer)?);
        half_points.map(Score::from_half_points).map_err(D::Error::custom)
    }
}

/// The number of half points, if it is a whole one.
fn half_points(points: f64) -> Result<i32, ParseKomiError> {
    let halves = 2.0 * points;
    if halves.is_nan() || halves.abs() > f64::from(i32::MAX) {
        return Err(ParseKomiError::OutOfRange);
    }
    if halves.fract() != 0.0 {
        return Err(ParseKomiError::NotHalf);
    }
    Ok(halves as i32)
}

/// A list, row by row from `A1`.
impl Serialize for PointSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de> Deserialize<'de> for PointSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PointSet, D::Error> {
        Ok(Vec::<Point>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    use super::*;
    use crate::{ByColor, Color, KoRule, Ruleset};

    #[track_caller]
    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, expected: &Value) {
        assert_eq!(serde_json::to_value(value).unwrap(), *expected);
        assert_eq!(serde_json::from_value::<T>(expected.clone()).unwrap(), *value);
    }

    #[track_caller]
    fn check_refused<T: DeserializeOwned + Debug>(value: Value, expected: &str) {
        assert_eq!(serde_json::from_value::<T>(value).unwrap_err().to_string(), expected);
    }

    #[test]
    fn words_are_read_back() {
        let point: Point = "D4".parse().unwrap();
        check(&point, &json!("D4"));
        check(&Move::Play(point), &json!("D4"));
        check(&Move::Pass, &json!("pass"));
        check(&Size::new(13, 9).unwrap(), &json!("13x9"));
        check(&Color::White, &json!("white"));
        check(&ByColor { black: 1, white: 2 }, &json!({"black": 1, "white": 2}));
        check(&Komi::from_half_points(13), &json!(6.5));
        check(&Score::from_half_points(-17), &json!(-8.5));
        check(&PointSet::from(point), &json!(["D4"]));
        check(&KoRule::Situational, &json!("situational"));
    }

    #[test]
    fn rulesets_are_data() {
        for (_, ruleset) in Ruleset::names() {
            check(&ruleset, &serde_json::to_value(ruleset).unwrap());
        }
        let aga = serde_json::to_value(Ruleset::AGA).unwrap();
        assert_eq!(aga["handicap_bonus"], "all_but_one");
        assert_eq!(aga["komi"], 7.5);
    }

    #[test]
    fn nonsense_is_refused() {
        check_refused::<Point>(json!("I5"), "not a point, expected one from A1 to Z25 (without I)");
        check_refused::<Size>(json!("26"), "unsupported board size, expected 1 to 25");
        check_refused::<Komi>(json!(6.3), "not a possible komi, expected a multiple of 0.5");
        check_refused::<Komi>(json!(1e300), "unsupported komi, expected -999.5 to 999.5");
        check_refused::<Komi>(json!(1000), "unsupported komi, expected -999.5 to 999.5");
        check(&Komi::from_half_points(14), &json!(7.0));
        assert_eq!(serde_json::from_value::<Komi>(json!(7)).unwrap().half_points(), 14);
    }
}
