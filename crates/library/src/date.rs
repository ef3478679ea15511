//! Dates of games, and parts of dates.

use std::fmt;
use std::ops::RangeInclusive;

/// A date, of which month and day may be unknown.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, from 1, or 0.
    pub month: u8,
    /// The day, from 1, or 0.
    pub day: u8,
}

impl Date {
    /// Reads `2016`, `2016-03` or `2016-03-09`.
    pub fn parse(text: &str) -> Option<Date> {
        let mut parts = text.split('-');
        let year = number(parts.next()?, 1..=4)?;
        let month =
            parts.next().map_or(Some(0), |it| number(it, 1..=2).filter(|&it| is_month(it)))?;
        let day = parts.next().map_or(Some(0), |it| number(it, 1..=2).filter(|&it| is_day(it)))?;
        parts.next().is_none().then(|| Date::new(year, month, day))
    }

    fn new(year: u32, month: u32, day: u32) -> Date {
        Date { year: year as u16, month: month as u8, day: day as u8 }
    }

    /// As a number that sorts: `20160309`, with zeros for what is unknown.
    pub(crate) fn first(self) -> i64 {
        i64::from(self.year) * 10_000 + i64::from(self.month) * 100 + i64::from(self.day)
    }

    /// The last day that the date may mean, as such a number.
    pub(crate) fn last(self) -> i64 {
        let month = if self.month == 0 { 99 } else { self.month };
        let day = if self.day == 0 { 99 } else { self.day };
        i64::from(self.year) * 10_000 + i64::from(month) * 100 + i64::from(day)
    }

    /// The first and the last day that the property DT of a game means.
    ///
    /// The format writes `1996-12-27,28` and `1996-05,06`; other forms are
    /// read as far as their order is clear: `2016/3/9`, `9.3.2016`,
    /// `2016年3月9日`, `March 9, 2016`.
    pub(crate) fn range(text: &str) -> Option<RangeInclusive<Date>> {
        let text = crate::fold::fold(text);
        let numbers = numbers(&text);
        let year_idx = numbers.iter().position(|it| it.n_digits == 4)?;
        let year = numbers[year_idx].value;
        if let Some(month) = month_name(&text) {
            let day = numbers.iter().find(|it| it.n_digits <= 2 && is_day(it.value));
            let date = Date::new(year, month, day.map_or(0, |it| it.value));
            return Some(date..=date);
        }
        // Day, month, year.
        if year_idx == 2 && is_month(numbers[1].value) && is_day(numbers[0].value) {
            let date = Date::new(year, numbers[1].value, numbers[0].value);
            return Some(date..=date);
        }
        let mut latest = Date::new(year, 0, 0);
        let mut rest = &numbers[year_idx + 1..];
        // What a comma replaces: the part that came last.
        let mut is_fresh = true;
        let mut range: Option<(Date, Date)> = None;
        loop {
            let n_parts = rest.iter().take_while(|it| it.joins && it.n_digits <= 2).count();
            match (is_fresh, n_parts) {
                (true, 0) => (),
                (true, _) => {
                    latest.month = rest[0].value as u8;
                    latest.day = rest.get(1).filter(|_| n_parts > 1).map_or(0, |it| it.value as u8);
                    rest = &rest[n_parts.min(2)..];
                }
                (false, _) => {}
            }
            let (first, last) = range.unwrap_or((latest, latest));
            range = Some((first.min(latest), last.max(latest)));
            let Some(next) = rest.first() else { break };
            rest = &rest[1..];
            is_fresh = false;
            let follower = rest.first().filter(|it| it.joins && it.n_digits <= 2);
            match (next.n_digits, follower) {
                (4, _) => (latest, is_fresh) = (Date::new(next.value, 0, 0), true),
                (1..=2, Some(day)) => {
                    latest = Date::new(u32::from(latest.year), next.value, day.value);
                    rest = &rest[1..];
                }
                (1..=2, None) if latest.day > 0 => latest.day = next.value as u8,
                (1..=2, None) if latest.month > 0 => latest.month = next.value as u8,
                _ => break,
            }
        }
        let (first, last) = range?;
        let is_date = |it: Date| it.month <= 12 && it.day <= 31 && (it.month > 0 || it.day == 0);
        (is_date(first) && is_date(last)).then_some(first..=last)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month > 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day > 0 {
            write!(f, "-{:02}", self.day)?;
        }
        Ok(())
    }
}

fn is_month(number: u32) -> bool {
    (1..=12).contains(&number)
}

fn is_day(number: u32) -> bool {
    (1..=31).contains(&number)
}

fn number(text: &str, n_digits: RangeInclusive<usize>) -> Option<u32> {
    let is_number = n_digits.contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

struct Number {
    value: u32,
    n_digits: usize,
    /// Whether it belongs to the number before it, and is none of a list.
    joins: bool,
}

fn numbers(text: &str) -> Vec<Number> {
    let mut numbers = Vec::new();
    let mut joins = false;
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        joins &= rest[..start].contains(['-', '/', '.', '年', '月']);
        // What follows a bracket is a date of another calendar, or a remark.
        if rest[..start].contains(['(', '[']) && !numbers.is_empty() {
            break;
        }
        rest = &rest[start..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let Some(value) = number(&rest[..end], 1..=4) else { break };
        numbers.push(Number { value, n_digits: end, joins });
        joins = true;
        rest = &rest[end..];
    }
    numbers
}

fn month_name(text: &str) -> Option<u32> {
    const NAMES: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let mut words = text.split(|c: char| !c.is_alphabetic());
    words
        .find_map(|word| NAMES.iter().position(|name| word.starts_with(name)))
        .map(|idx| idx as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_games_are_ranges() {
        for (text, expected) in [
            ("2016-03-09", "2016-03-09 2016-03-09"),
            ("2016-03", "2016-03 2016-03"),
            ("2016", "2016 2016"),
            ("1996-12-27,28", "1996-12-27 1996-12-28"),
            ("1996-05,06", "1996-05 1996-06"),
            ("1996-05-06,07,08", "1996-05-06 1996-05-08"),
            ("1996-12-27,1997-01-03,04", "1996-12-27 1997-01-04"),
            ("1996,1997", "1996 1997"),
            ("1996-05-31,06-01", "1996-05-31 1996-06-01"),
            ("2016/3/9", "2016-03-09 2016-03-09"),
            ("9.3.2016", "2016-03-09 2016-03-09"),
            ("2016年3月9日", "2016-03-09 2016-03-09"),
            ("March 9, 2016", "2016-03-09 2016-03-09"),
            ("1846-09-11 (Koka 3-7-21)", "1846-09-11 1846-09-11"),
            ("Published 1991", "1991 1991"),
            ("2001-13-45", ""),
            ("yesterday", ""),
            ("", ""),
        ] {
            let range = Date::range(text);
            let shown = range.map_or(String::new(), |it| format!("{} {}", it.start(), it.end()));
            assert_eq!(shown, expected, "{text}");
        }
    }

    #[test]
    fn parts_of_dates_are_ranges_of_days() {
        let march = Date::parse("2016-03").unwrap();
        assert_eq!((march.first(), march.last()), (20_160_300, 20_160_399));
        for text in ["", "x", "2016-13", "2016-3-9-1", "-5", "20167"] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }
}
