//! The limits of a search as settings of the protocol, by KataGo's names.

use std::time::Duration;

use tengen_engine::Limits;
use tengen_gtp::{Parameter, ParameterError};

/// The value of a limit that is not set.
const UNLIMITED: &str = "unlimited";

/// The longest time for a move, in seconds.
const MAX_SECONDS: f64 = 1e6;

/// A limit that can be changed while the program runs.
#[derive(Copy, Clone, Debug)]
pub(super) enum Limit {
    Playouts,
    Visits,
    Time,
}

/// All of them.
pub(super) const ALL: [Limit; 3] = [Limit::Playouts, Limit::Visits, Limit::Time];

impl Limit {
    const fn name(self) -> &'static str {
        match self {
            Limit::Playouts => "maxPlayouts",
            Limit::Visits => "maxVisits",
            Limit::Time => "maxTime",
        }
    }

    /// Its name and value.
    pub(super) fn tell(self, limits: &Limits) -> Parameter {
        let value = match self {
            Limit::Playouts => limits.playouts.map(|it| it.to_string()),
            Limit::Visits => limits.visits.map(|it| it.to_string()),
            Limit::Time => limits.time.map(|it| it.most.as_secs_f64().to_string()),
        };
        let value = value.unwrap_or_else(|| UNLIMITED.into());
        Parameter { name: self.name().into(), value }
    }
}

/// The limits with one of them changed.
pub(super) fn changed(limits: &Limits, name: &str, value: &str) -> Result<Limits, ParameterError> {
    let limit = ALL.into_iter().find(|it| it.name() == name).ok_or(ParameterError::Unknown)?;
    let count = || -> Result<Option<u32>, ParameterError> {
        match value.parse() {
            Ok(n @ 1..) => Ok(Some(n)),
            _ if value == UNLIMITED => Ok(None),
            _ => Err(ParameterError::BadValue),
        }
    };
    Ok(match limit {
        Limit::Playouts => Limits { playouts: count()?, ..*limits },
        Limit::Visits => Limits { visits: count()?, ..*limits },
        Limit::Time if value == UNLIMITED => Limits { time: None, ..*limits },
        Limit::Time => {
            let seconds = value.parse().ok().filter(|it| (0.001..=MAX_SECONDS).contains(it));
            let seconds = seconds.ok_or(ParameterError::BadValue)?;
            Limits { time: Limits::time(Duration::from_secs_f64(seconds)).time, ..*limits }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_and_changed() {
        let mut limits = Limits::exactly(100);
        for (name, value) in
            [("maxVisits", "500"), ("maxTime", "2.5"), ("maxPlayouts", "unlimited")]
        {
            limits = changed(&limits, name, value).unwrap();
        }
        let told = ALL.map(|it| it.tell(&limits).value);
        assert_eq!(told, ["unlimited", "500", "2.5"]);
        for parameter in ALL.map(|it| it.tell(&limits)) {
            assert_eq!(changed(&limits, &parameter.name, &parameter.value), Ok(limits));
        }
    }

    #[test]
    fn bad_values_are_refused() {
        let limits = Limits::exactly(100);
        for (name, value) in [("maxVisits", "0"), ("maxPlayouts", "many"), ("maxTime", "-1")] {
            assert_eq!(changed(&limits, name, value), Err(ParameterError::BadValue));
        }
        assert_eq!(changed(&limits, "speed", "1"), Err(ParameterError::Unknown));
    }
}
