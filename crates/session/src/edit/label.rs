//! Letters and numbers on points, one after the other.

use tengen_rules::Point;

/// The first letter that is not there, or nothing for a point that has one.
pub(crate) fn next_letter(labels: &[(Point, String)], point: Point) -> String {
    let is_letter = |text: &str| text.len() == 1 && text.bytes().all(|it| it.is_ascii_alphabetic());
    if at(labels, point).is_some_and(is_letter) {
        return String::new();
    }
    let letters = ('A'..='Z').chain('a'..='z').map(String::from);
    first_free(labels, letters)
}

/// The first number that is not there, or nothing for a point that has one.
pub(crate) fn next_number(labels: &[(Point, String)], point: Point) -> String {
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    if at(labels, point).is_some_and(is_number) {
        return String::new();
    }
    first_free(labels, (1..=u32::MAX).map(|it| it.to_string()))
}

fn at(labels: &[(Point, String)], point: Point) -> Option<&str> {
    labels.iter().find(|&&(it, _)| it == point).map(|(_, text)| text.as_str())
}

/// The first text that no point has; if all are taken, a question mark.
fn first_free(labels: &[(Point, String)], mut texts: impl Iterator<Item = String>) -> String {
    let is_free = |text: &String| labels.iter().all(|(_, it)| it != text);
    texts.find(is_free).unwrap_or_else(|| "?".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(text: &str) -> Vec<(Point, String)> {
        let pair = |it: &str| {
            let (point, text) = it.split_once('=').unwrap();
            (point.parse().unwrap(), text.to_owned())
        };
        text.split_whitespace().map(pair).collect()
    }

    fn check(before: &str, point: &str, letter: &str, number: &str) {
        let (labels, point) = (labels(before), point.parse().unwrap());
        assert_eq!(next_letter(&labels, point), letter);
        assert_eq!(next_number(&labels, point), number);
    }

    #[test]
    fn gaps_are_filled() {
        check("", "A1", "A", "1");
        check("A1=A A2=1 A3=B A4=2", "B1", "C", "3");
        check("A1=B A2=2", "B1", "A", "1");
        check("A1=7 A2=x", "A1", "A", "");
        check("A1=7 A2=x", "A2", "", "1");
        check("A1=hane", "A1", "A", "1");
    }

    #[test]
    fn letters_end() {
        let size = tengen_rules::Size::NINETEEN;
        let all = ('A'..='Z').chain('a'..='z').map(String::from);
        let labels: Vec<_> = size.points().zip(all).collect();
        assert_eq!(next_letter(&labels, "T19".parse().unwrap()), "?");
    }
}
