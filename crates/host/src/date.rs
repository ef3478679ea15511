//! Local dates, for records and for the names of files.

use std::time::SystemTime;

use jiff::Zoned;
use jiff::civil::DateTime;

/// Today's date in local time, as records have it: `2026-11-16`.
pub fn today() -> String {
    day(Zoned::now().datetime())
}

/// The present moment in local time, as part of a file name:
/// `2026-11-16-204158`.
pub(crate) fn now() -> String {
    moment(Zoned::now().datetime())
}

/// The same for another moment.
pub(crate) fn moment_of(time: SystemTime) -> String {
    // A time that no calendar has is as good as today.
    let zoned = Zoned::try_from(time).unwrap_or_else(|_| Zoned::now());
    moment(zoned.datetime())
}

fn day(time: DateTime) -> String {
    time.strftime("%Y-%m-%d").to_string()
}

fn moment(time: DateTime) -> String {
    time.strftime("%Y-%m-%d-%H%M%S").to_string()
}

#[cfg(test)]
mod tests {
    use jiff::{Timestamp, tz};

    use super::*;

    /// An evening in New York is the next day in London.
    #[test]
    fn dates_are_those_of_the_place() {
        let instant: Timestamp = "2026-11-17T01:41:58Z".parse().unwrap();
        for (offset, expected_day, expected_moment) in [
            (-5, "2026-11-16", "2026-11-16-204158"),
            (0, "2026-11-17", "2026-11-17-014158"),
            (9, "2026-11-17", "2026-11-17-104158"),
        ] {
            let local = instant.to_zoned(tz::offset(offset).to_time_zone()).datetime();
            assert_eq!(
                (day(local).as_str(), moment(local).as_str()),
                (expected_day, expected_moment)
            );
        }
    }

    #[test]
    fn moments_sort_by_time() {
        let times = ["1999-12-31T23:59:59", "2026-02-03T04:05:06", "2026-11-16T20:41:58"];
        let moments = times.map(|it| moment(it.parse().unwrap()));
        assert!(moments.is_sorted());
        assert_eq!(moments[1], "2026-02-03-040506");
    }
}
