//! The formats of `RE` and `DT`, and guesses at what other texts mean.

/// Whether a result has one of the forms of the format.
pub(super) fn is_result(text: &str) -> bool {
    if matches!(text, "0" | "Draw" | "Void" | "?") {
        return true;
    }
    let Some(margin) = text.strip_prefix("B+").or_else(|| text.strip_prefix("W+")) else {
        return false;
    };
    matches!(margin, "" | "R" | "Resign" | "T" | "Time" | "F" | "Forfeit") || is_score(margin)
}

fn is_score(text: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    match text.split_once('.') {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(text),
    }
}

/// The result that a text in other words probably means.
pub(super) fn guess_result(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if matches!(lower.as_str(), "draw" | "jigo" | "void") {
        return Some(if lower == "void" { "Void" } else { "0" }.to_owned());
    }
    let is_black = lower.starts_with("b+") || has(&["black", "黑", "黒", "흑"]);
    let is_white = lower.starts_with("w+") || has(&["white", "白", "백"]);
    let winner = match (is_black, is_white) {
        (true, false) => "B",
        (false, true) => "W",
        _ => return None,
    };
    let margin = lower.strip_prefix("b+").or_else(|| lower.strip_prefix("w+"));
    let margin = if has(&["resign", "中盘", "中盤", "中押", "불계"]) || margin == Some("r")
    {
        "R".to_owned()
    } else if has(&["time"]) || margin == Some("t") {
        "T".to_owned()
    } else if has(&["forfeit"]) || margin == Some("f") {
        "F".to_owned()
    } else {
        score(&lower).unwrap_or_default()
    };
    Some(format!("{winner}+{margin}"))
}

/// The first number of a text, which may have a fraction such as `5 3/4`.
fn score(text: &str) -> Option<String> {
    let start = text.find(|it: char| it.is_ascii_digit())?;
    let number = |text: &str| {
        let end = text.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(text.len());
        text[..end].trim_end_matches('.').to_owned()
    };
    let whole = number(&text[start..]);
    let rest = text[start + whole.len()..].trim_start();
    let fraction = [("1/2", ".5"), ("½", ".5"), ("1/4", ".25"), ("3/4", ".75")]
        .iter()
        .find(|(form, _)| rest.starts_with(form));
    match fraction {
        Some((_, decimals)) if !whole.contains('.') => Some(format!("{whole}{decimals}")),
        _ => Some(whole).filter(|it| is_score(it)),
    }
}

/// Whether a date has the form of the format, with its shortcuts.
pub(super) fn is_date(text: &str) -> bool {
    let mut parts = text.split(',');
    parts.next().is_some_and(is_full_date)
        && parts.all(|part| is_full_date(part) || part.split('-').all(is_two_digits))
}

fn is_full_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let is_year = |it: &str| it.len() == 4 && it.bytes().all(|it| it.is_ascii_digit());
    parts.next().is_some_and(is_year)
        && parts.next().is_none_or(|it| is_two_digits(it) && matches!(it.parse(), Ok(1..=12u8)))
        && parts.next().is_none_or(|it| is_two_digits(it) && matches!(it.parse(), Ok(1..=31u8)))
        && parts.next().is_none()
}

fn is_two_digits(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|it| it.is_ascii_digit()) && text != "00"
}

/// The date that year, month and day in another form mean.
pub(super) fn guess_date(text: &str) -> Option<String> {
    let numbers: Vec<&str> =
        text.split(|it: char| !it.is_ascii_digit()).filter(|it| !it.is_empty()).take(3).collect();
    let (year, month, day) = match numbers[..] {
        [year, month, day] if year.len() == 4 => (year, month, day),
        [all, ..] if all.len() == 8 => (&all[..4], &all[4..6], &all[6..]),
        _ => return None,
    };
    let date = format!("{year}-{month:0>2}-{day:0>2}");
    is_full_date(&date).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results() {
        for text in ["B+3.5", "W+R", "B+Resign", "W+T", "B+F", "0", "Draw", "Void", "?", "B+12"] {
            assert!(is_result(text), "{text}");
        }
        for (text, guess) in [
            ("b+r", Some("B+R")),
            ("B+3.", Some("B+3")),
            ("黑中盘胜", Some("B+R")),
            ("black wins by 5 3/4 points", Some("B+5.75")),
            ("White wins on time", Some("W+T")),
            ("W+ 0.5", Some("W+0.5")),
            ("draw", Some("0")),
            ("john wins", None),
            ("black or white", None),
            ("", None),
        ] {
            assert!(!is_result(text), "{text}");
            assert_eq!(guess_result(text).as_deref(), guess, "{text}");
        }
    }

    #[test]
    fn dates() {
        for text in ["1996", "1996-05", "1996-05-06", "1996-05,06", "1996-12-27,28,1997-01-03,04"] {
            assert!(is_date(text), "{text}");
        }
        assert!(is_date("1996-05-06,07-08"));
        for (text, guess) in [
            ("2001/5/6", Some("2001-05-06")),
            ("20010506", Some("2001-05-06")),
            ("2001-05-06 12:00:00", Some("2001-05-06")),
            ("1996-13", None),
            ("96-05-06", None),
            ("a sunny afternoon last summer", None),
            ("", None),
        ] {
            assert!(!is_date(text), "{text}");
            assert_eq!(guess_date(text).as_deref(), guess, "{text}");
        }
    }
}
