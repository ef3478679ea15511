//! Days, as records and names of files have them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

/// The day of today by universal time, as records have it: `2026-11-16`.
pub fn today() -> String {
    day(since_1970())
}

/// The moment as part of a file name: `2026-11-16-204158`.
pub(crate) fn now() -> String {
    moment(since_1970())
}

fn since_1970() -> Duration {
    // A clock that is so wrong has no better answer.
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

fn moment(since_1970: Duration) -> String {
    let seconds = since_1970.as_secs() % SECONDS_PER_DAY;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{}-{hour:02}{minute:02}{second:02}", day(since_1970))
}

/// The day by the calendar, counted in eras of 400 years that begin in March,
/// so that the leap day is the last day of a year.
fn day(since_1970: Duration) -> String {
    const DAYS_PER_ERA: u64 = 146_097;
    const FIRST_OF_MARCH_0_TO_1970: u64 = 719_468;
    let days = since_1970.as_secs() / SECONDS_PER_DAY + FIRST_OF_MARCH_0_TO_1970;
    let (era, day_of_era) = (days / DAYS_PER_ERA, days % DAYS_PER_ERA);
    let leap_days = day_of_era / 1460 + day_of_era / 146_096 - day_of_era / 36_524;
    let year_of_era = (day_of_era - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_by_the_calendar() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (19_782, "2024-02-29"),
            (20_773, "2026-11-16"),
            (20_818, "2026-12-31"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(day(Duration::from_secs(days * SECONDS_PER_DAY)), expected, "{days}");
        }
    }

    #[test]
    fn moments_sort_as_they_came() {
        let seconds = 20_773 * SECONDS_PER_DAY + 20 * 3600 + 41 * 60 + 58;
        assert_eq!(moment(Duration::from_secs(seconds)), "2026-11-16-204158");
    }
}
