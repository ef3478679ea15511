//! Small words: colors, numbers, lists, points.

use tengen_rules::{Color, Point, Ruleset, Size};

/// The name of a color.
pub const fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// The name of rules as people write it.
pub fn ruleset(ruleset: &Ruleset) -> String {
    let word = |word: &str| match word {
        "aga" | "kgs" => word.to_uppercase(),
        _ => capitalized(word),
    };
    match ruleset.name() {
        Some("tromp-taylor") => "Tromp-Taylor".to_owned(),
        Some(name) => name.split('-').map(word).collect::<Vec<_>>().join(" "),
        None => "Custom rules".to_owned(),
    }
}

/// The size of a board: `19×19`.
pub fn size(size: Size) -> String {
    format!("{}×{}", size.width(), size.height())
}

/// Points as a list: `C3, D4 and E5`.
pub fn points(points: impl IntoIterator<Item = Point>) -> String {
    list(&points.into_iter().map(|it| it.to_string()).collect::<Vec<_>>())
}

/// Texts as a list: `a, b and c`.
pub(crate) fn list(texts: &[String]) -> String {
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => texts.concat(),
    }
}

/// A number with its noun: `1 stone`, `3 stones`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// Points of the score, in the form that both front ends have: `35.5`.
pub fn half_points(half_points: i32) -> String {
    let sign = if half_points < 0 { "-" } else { "" };
    let half_points = half_points.unsigned_abs();
    let fraction = if half_points.is_multiple_of(2) { "" } else { ".5" };
    format!("{sign}{}{fraction}", half_points / 2)
}

/// A margin: `1 point`, `7.5 points`.
pub(crate) fn margin(half_points: i32) -> String {
    let noun = if half_points.unsigned_abs() == 2 { "point" } else { "points" };
    format!("{} {noun}", self::half_points(half_points.abs()))
}

/// A large number in few letters: `999`, `1.2k`, `56k`, `2.3M`.
pub fn short_count(n: u32) -> String {
    match n {
        0..=999 => n.to_string(),
        1_000..=9_999 => format!("{:.1}k", f64::from(n / 100) / 10.0),
        10_000..=999_999 => format!("{}k", n / 1_000),
        _ => format!("{:.1}M", f64::from(n / 100_000) / 10.0),
    }
}

/// A text with a capital first letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|it| it.to_uppercase().collect::<String>());
    first.unwrap_or_default() + letters.as_str()
}

/// A message of an error as a whole sentence.
///
/// A first word that looks like a file or a setting is written as it is.
pub(crate) fn sentence(message: &str) -> String {
    let message = message.trim_end_matches('.');
    let first_word = message.split([' ', ':']).next().unwrap_or_default();
    if first_word.contains(['.', '/', '_', '\\']) {
        return format!("{message}.");
    }
    format!("{}.", capitalized(message))
}

/// A message of an error as the rest of a sentence, behind a colon.
pub(crate) fn clause(message: &str) -> String {
    let message = message.trim_end_matches('.');
    let mut letters = message.chars();
    let (first, second) = (letters.next(), letters.next());
    let is_word = second.is_none_or(|it| it.is_lowercase() || it == ' ');
    match first.filter(|it| is_word && it.is_uppercase()) {
        Some(first) => format!("{}{}.", first.to_lowercase(), &message[first.len_utf8()..]),
        None => format!("{message}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_spelled_right() {
        assert_eq!(ruleset(&Ruleset::CHINESE), "Chinese");
        assert_eq!(ruleset(&Ruleset::CHINESE_KGS), "Chinese KGS");
        assert_eq!(ruleset(&Ruleset::AGA_BUTTON), "AGA Button");
        assert_eq!(ruleset(&Ruleset::NEW_ZEALAND), "New Zealand");
        assert_eq!(ruleset(&Ruleset::TROMP_TAYLOR), "Tromp-Taylor");
    }

    #[test]
    fn counts_are_short() {
        assert_eq!(
            [7, 999, 1_234, 56_789, 999_999, 2_345_678, 12_999_999].map(short_count),
            ["7", "999", "1.2k", "56k", "999k", "2.3M", "12.9M"]
        );
    }

    #[test]
    fn names_of_files_and_settings_are_never_capitalized() {
        assert_eq!(sentence("no such program"), "No such program.");
        assert_eq!(sentence("kgs.sgf: no game found"), "kgs.sgf: no game found.");
        assert_eq!(sentence("game.size cannot be 99"), "game.size cannot be 99.");
        assert_eq!(sentence("./kgs is broken"), "./kgs is broken.");
    }

    #[test]
    fn halves_have_one_form() {
        assert_eq!([71, 28, 1, -13].map(half_points), ["35.5", "14", "0.5", "-6.5"]);
        assert_eq!([2, 13, 14].map(margin), ["1 point", "6.5 points", "7 points"]);
    }
}
