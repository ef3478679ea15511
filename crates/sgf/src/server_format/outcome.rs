//! Parses results that are written in English, Chinese, Japanese or Korean.

/// The words that name Black and White.
const COLORS: [(&str, char); 9] = [
    ("black", 'B'),
    ("white", 'W'),
    ("黒", 'B'),
    ("黑", 'B'),
    ("흑", 'B'),
    ("ดำ", 'B'),
    ("白", 'W'),
    ("백", 'W'),
    ("ขาว", 'W'),
];

const LOSE: [&str; 5] = ["lose", "패", "負", "负", "敗"];
const WIN: [&str; 7] = ["win", "승", "勝", "胜", "贏", "赢", "ชนะ"];
const RESIGN: [&str; 8] = ["resign", "불계", "기권", "中押", "中盘", "中盤", "投了", "认输"];
const TIME: [&str; 6] = ["time", "시간", "時間", "时间", "超時", "超时"];

/// A result as SGF has it, or else the words themselves.
pub(super) fn outcome(words: &str) -> String {
    // Behind the arrow there are the points of both.
    let claim = words.split(">>").next().unwrap_or_default().trim().to_lowercase();
    structured(&claim).unwrap_or_else(|| words.trim().to_owned())
}

fn structured(claim: &str) -> Option<String> {
    let has = |words: &[&str]| words.iter().any(|it| claim.contains(it));
    let named = COLORS.iter().filter_map(|it| Some((claim.find(it.0)?, it.0, it.1))).min()?;
    let (start, word, color) = named;
    let is_loser = has(&LOSE) && !has(&WIN);
    let winner = match (color, is_loser) {
        ('B', false) | ('W', true) => 'B',
        _ => 'W',
    };
    if has(&RESIGN) {
        return Some(format!("{winner}+R"));
    }
    if has(&TIME) {
        return Some(format!("{winner}+T"));
    }
    match margin(&claim[start + word.len()..]) {
        Some(margin) => Some(format!("{winner}+{margin}")),
        None if has(&WIN) || is_loser => Some(format!("{winner}+")),
        None => None,
    }
}

/// The first number of a text, with the half that some write as a word.
fn margin(text: &str) -> Option<String> {
    let start = text.find(|it: char| it.is_ascii_digit())?;
    let rest = &text[start..];
    let is_number = |it: char| it.is_ascii_digit() || it == '.';
    let end = rest.find(|it: char| !is_number(it)).unwrap_or(rest.len());
    let (number, unit) = rest.split_at(end);
    let number = number.trim_end_matches('.');
    let has_half = ["目半", "집반", "집 반", "子半"].iter().any(|it| unit.starts_with(it));
    if has_half && !number.contains('.') {
        return Some(format!("{number}.5"));
    }
    match number.split_once('.') {
        Some((whole, rest)) => {
            let rest = rest.trim_end_matches('0');
            Some(if rest.is_empty() { whole.to_owned() } else { format!("{whole}.{rest}") })
        }
        None => Some(number.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_many_languages_are_understood() {
        for (words, expected) in [
            ("White Win by Resign!", "W+R"),
            ("Black Win 6.5 >> White(50):Black(63)", "B+6.5"),
            ("White loses on time", "B+T"),
            ("White 19Win  >> White(83):Black(64)", "W+19"),
            ("흑 1.5집 승", "B+1.5"),
            ("백 불계승", "W+R"),
            ("白5.5目勝ち!", "W+5.5"),
            ("黒中押し勝ち!", "B+R"),
            ("197手完、黒中押し勝ち", "B+R"),
            ("232手完、黒2目半勝ち", "B+2.5"),
            ("白時間切れ勝ち！", "W+T"),
            ("白棋12子 >> 白方(94):黑方(82)", "W+12"),
            ("黑中盘胜", "B+R"),
            ("Black wins", "B+"),
            ("Progressing!", "Progressing!"),
            ("", ""),
        ] {
            assert_eq!(outcome(words), expected, "{words}");
        }
    }
}
