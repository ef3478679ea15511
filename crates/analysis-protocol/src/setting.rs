//! Settings by the names that KataGo gives them, from configurations, command
//! lines and the `overrideSettings` of queries.

use std::error::Error;
use std::fmt;
use std::time::Duration;

/// Whose side the numbers of an answer are on.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Perspective {
    /// Black's: 1 is a win for Black.
    #[default]
    Black,
    /// White's.
    White,
    /// That of the player to move.
    SideToMove,
}

/// What shapes a search; what is `None` is as the engine likes it.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Tuning {
    /// The temperature of the policy at the root.
    pub root_policy_temperature: Option<f32>,
    /// By how much the search widens at the root: 0 is the usual, 1 a lot.
    pub wide_root_noise: Option<f32>,
    /// By how much moves that were not tried are worth less than the others,
    /// in units of utility.
    pub fpu_reduction: Option<f32>,
    /// The same at the root.
    pub root_fpu_reduction: Option<f32>,
    /// Factor of the exploration, 1 is KataGo's.
    pub exploration: Option<f32>,
    /// By how much exploration grows with the visits, 0.45 is KataGo's.
    pub exploration_growth: Option<f32>,
    /// From how many sides a network looks at the root, from 1 to 8.
    pub root_symmetries: Option<u8>,
}

/// What applies to every query that does not say otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The most visits of a position.
    pub max_visits: u32,
    /// The most time for a position.
    pub max_time: Option<Duration>,
    /// The most moves of a variation behind its first.
    pub variation_length: u16,
    /// Whose side the numbers are on.
    pub perspective: Perspective,
    /// Whether the last moves must not influence which moves are expected.
    pub forgets_moves: bool,
    /// Whether many moves of Black in a row at the start are a handicap.
    pub has_handicap_by_moves: bool,
    /// Whether fields that mean nothing are warned about.
    pub warns_of_unused_fields: bool,
    /// What shapes the search.
    pub tuning: Tuning,
    /// The positions to analyze at the same time, if a configuration says so.
    pub n_threads: Option<u16>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            max_visits: 500,
            max_time: None,
            variation_length: 15,
            perspective: Perspective::default(),
            forgets_moves: false,
            has_handicap_by_moves: true,
            warns_of_unused_fields: true,
            tuning: Tuning::default(),
            n_threads: None,
        }
    }
}

/// What became of a setting.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Effect {
    /// It has been set, or says what is so anyway.
    Applied,
    /// It means nothing here.
    None,
}

impl Settings {
    /// Sets what has this name in KataGo's configurations.
    ///
    /// # Errors
    ///
    /// Returns [`SettingError`] and changes nothing if the value cannot be.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, SettingError> {
        let tuning = &mut self.tuning;
        match name {
            "maxVisits" => self.max_visits = visits(value)?,
            "maxTime" => self.max_time = Some(seconds(value)?),
            "analysisPVLen" => {
                self.variation_length = whole(value, 1, 1000, "a whole number from 1 to 1000")?;
            }
            "reportAnalysisWinratesAs" => self.perspective = perspective(value)?,
            "ignorePreRootHistory" => self.forgets_moves = flag(value)?,
            "assumeMultipleStartingBlackMovesAreHandicap" => {
                self.has_handicap_by_moves = flag(value)?;
            }
            "warnUnusedFields" => self.warns_of_unused_fields = flag(value)?,
            "numAnalysisThreads" => {
                self.n_threads = Some(whole(value, 1, 4096, "a whole number from 1 to 4096")?);
            }
            "rootPolicyTemperature" => tuning.root_policy_temperature = Some(temperature(value)?),
            "wideRootNoise" => {
                tuning.wide_root_noise = Some(within(value, 0.0, 5.0, "a number from 0 to 5")?);
            }
            "fpuReductionMax" => tuning.fpu_reduction = Some(reduction(value)?),
            "rootFpuReductionMax" => tuning.root_fpu_reduction = Some(reduction(value)?),
            "cpuctExploration" => tuning.exploration = Some(exploration(value)?),
            "cpuctExplorationLog" => tuning.exploration_growth = Some(exploration(value)?),
            "rootNumSymmetriesToSample" => {
                let n_sides = whole(value, 1, 8, "a whole number from 1 to 8")?;
                tuning.root_symmetries = Some(n_sides as u8);
            }
            "humanSLProfile" if !value.is_empty() => return Err(SettingError::NoHumanModel),
            _ => return Ok(if is_usual(name, value) { Effect::Applied } else { Effect::None }),
        }
        Ok(Effect::Applied)
    }
}

/// Whether a setting that cannot be changed has this value anyway.
fn is_usual(name: &str, value: &str) -> bool {
    match name {
        "playoutDoublingAdvantage" | "dynamicPlayoutDoublingAdvantageCapPerOppLead" => {
            value.parse() == Ok(0.0)
        }
        "antiMirror" | "rootSymmetryPruning" | "useEvalCache" => flag(value) == Ok(false),
        "conservativePass" | "preventCleanupPhase" | "nnRandomize" => flag(value) == Ok(true),
        "numSearchThreads" | "numSearchThreadsPerAnalysisThread" => value == "1",
        "humanSLProfile" => value.is_empty(),
        _ => false,
    }
}

fn visits(value: &str) -> Result<u32, SettingError> {
    let n: u64 = number(value, "a whole number, at least 1")?;
    if n == 0 {
        return Err(SettingError::Expected("a whole number, at least 1"));
    }
    Ok(u32::try_from(n).unwrap_or(u32::MAX))
}

pub(crate) fn seconds(value: &str) -> Result<Duration, SettingError> {
    let expected = "a number of seconds, at least 0.001";
    let seconds: f64 = number(value, expected)?;
    if seconds.is_nan() || seconds < 0.001 {
        return Err(SettingError::Expected(expected));
    }
    // Clients write a very large number for no limit.
    Ok(Duration::from_secs_f64(seconds.min(1e9)))
}

fn perspective(value: &str) -> Result<Perspective, SettingError> {
    match value.to_ascii_uppercase().as_str() {
        "BLACK" | "B" => Ok(Perspective::Black),
        "WHITE" | "W" => Ok(Perspective::White),
        "SIDETOMOVE" => Ok(Perspective::SideToMove),
        _ => Err(SettingError::Expected("BLACK, WHITE or SIDETOMOVE")),
    }
}

fn flag(value: &str) -> Result<bool, SettingError> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(SettingError::Expected("true or false")),
    }
}

fn whole(value: &str, least: u16, most: u16, expected: &'static str) -> Result<u16, SettingError> {
    let n: u16 = number(value, expected)?;
    if (least..=most).contains(&n) { Ok(n) } else { Err(SettingError::Expected(expected)) }
}

pub(crate) fn temperature(value: &str) -> Result<f32, SettingError> {
    within(value, 0.01, 100.0, "a number from 0.01 to 100")
}

pub(crate) fn reduction(value: &str) -> Result<f32, SettingError> {
    within(value, 0.0, 2.0, "a number from 0 to 2")
}

fn exploration(value: &str) -> Result<f32, SettingError> {
    within(value, 0.0, 10.0, "a number from 0 to 10")
}

fn within(value: &str, least: f32, most: f32, expected: &'static str) -> Result<f32, SettingError> {
    let n: f32 = number(value, expected)?;
    if (least..=most).contains(&n) { Ok(n) } else { Err(SettingError::Expected(expected)) }
}

fn number<T: std::str::FromStr>(value: &str, expected: &'static str) -> Result<T, SettingError> {
    value.trim().parse().map_err(|_| SettingError::Expected(expected))
}

/// The reason why a setting cannot have a value.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum SettingError {
    /// The value is none of these.
    Expected(&'static str),
    /// The setting needs a model of human players, and there is none.
    NoHumanModel,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingError::Expected(expected) => write!(f, "expected {expected}"),
            SettingError::NoHumanModel => {
                f.write_str("needs a human SL model, and this engine has none")
            }
        }
    }
}

impl Error for SettingError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_set_or_refused() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("maxVisits", "100"),
            ("maxVisits", "99999999999"),
            ("maxTime", "1e300"),
            ("analysisPVLen", "7"),
            ("reportAnalysisWinratesAs", "sidetomove"),
            ("rootNumSymmetriesToSample", "2"),
            ("playoutDoublingAdvantage", "0.0"),
            ("humanSLProfile", ""),
        ] {
            assert_eq!(settings.set(name, value), Ok(Effect::Applied), "{name}");
        }
        assert_eq!((settings.max_visits, settings.variation_length), (u32::MAX, 7));
        assert_eq!(settings.perspective, Perspective::SideToMove);
        assert_eq!(settings.tuning.root_symmetries, Some(2));
        let before = settings.clone();
        for (name, value) in [
            ("maxVisits", "0"),
            ("maxVisits", "many"),
            ("maxTime", "-1"),
            ("maxTime", "nan"),
            ("wideRootNoise", "6"),
            ("rootNumSymmetriesToSample", "9"),
            ("ignorePreRootHistory", "1"),
            ("humanSLProfile", "rank_3d"),
        ] {
            assert!(settings.set(name, value).is_err(), "{name}");
        }
        for (name, value) in [("antiMirror", "true"), ("nnMaxBatchSize", "64")] {
            assert_eq!(settings.set(name, value), Ok(Effect::None), "{name}");
        }
        assert_eq!(settings, before);
    }
}
