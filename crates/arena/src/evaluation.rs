//! What an engine thinks of its move, if it says so.

use std::fmt;

use serde_json::Value;

/// What an engine thinks of the position after its move, from its own view.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Evaluation {
    /// Its chance to win, from 0 to 1.
    pub(crate) win_rate: Option<f64>,
    /// The points by which it expects to win.
    pub(crate) lead: Option<f64>,
    /// How often it has looked.
    pub(crate) n_visits: Option<u64>,
}

impl Evaluation {
    /// What the last report before a move says of it.
    ///
    /// Known are the lines of the commands `kata-genmove_analyze` and
    /// `lz-genmove_analyze`, and the object of `cgos-genmove_analyze`.
    pub(crate) fn parse(report: &str, mv: &str) -> Option<Evaluation> {
        let line =
            report.lines().rev().find(|it| it.starts_with("info ") || it.starts_with('{'))?;
        let evaluation =
            if line.starts_with('{') { from_object(line)? } else { from_info(line, mv)? };
        (evaluation != Evaluation::default()).then_some(evaluation)
    }
}

fn from_object(line: &str) -> Option<Evaluation> {
    let value: Value = serde_json::from_str(line).ok()?;
    let number = |key: &str| value.get(key)?.as_f64();
    Some(Evaluation {
        win_rate: number("winrate").and_then(share),
        lead: number("score"),
        n_visits: value.get("visits").and_then(Value::as_u64),
    })
}

/// The block about the move, or about the best one.
fn from_info(line: &str, mv: &str) -> Option<Evaluation> {
    let blocks = || line.split("info ").filter(|block| !block.trim().is_empty());
    let is_about_move =
        |block: &&str| word(block, "move").is_some_and(|it| it.eq_ignore_ascii_case(mv));
    let block = blocks().find(is_about_move).or_else(|| blocks().next())?;
    Some(Evaluation {
        win_rate: word(block, "winrate").and_then(win_rate),
        lead: ["scoreLead", "scoreMean"].iter().find_map(|key| word(block, key)?.parse().ok()),
        n_visits: word(block, "visits").and_then(|it| it.parse().ok()),
    })
}

/// The word behind a key.
fn word<'a>(block: &'a str, key: &str) -> Option<&'a str> {
    let mut words = block.split_ascii_whitespace();
    words.find(|&it| it == key)?;
    words.next()
}

/// A part of one with a point, or hundredths of a percent without.
fn win_rate(text: &str) -> Option<f64> {
    let number: f64 = text.parse().ok()?;
    share(if text.contains(['.', 'e']) { number } else { number / 10_000.0 })
}

fn share(number: f64) -> Option<f64> {
    (0.0..=1.0).contains(&number).then_some(number)
}

/// Writes what is known, such as `52.3 %, +1.5 points, 800 visits`.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.win_rate.map(|it| format!("{:.1} %", 100.0 * it)),
            self.lead.map(|it| format!("{it:+.1} points")),
            self.n_visits.map(|it| format!("{it} visits")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_text(report: &str, expected: &str) {
        let evaluation = Evaluation::parse(report, "R4");
        assert_eq!(evaluation.map(|it| it.to_string()).unwrap_or_default(), expected);
    }

    #[test]
    fn reports_of_known_engines() {
        check_text(
            "info move R4 visits 2 winrate 0.1 order 0 pv R4\n\
             info move R17 visits 20 winrate 0.521723 scoreMean 1.0 scoreLead 1.05 order 0 pv R17 \
             R4 info move r4 visits 9 winrate 0.5 scoreMean 2 scoreLead -0.75 order 1 pv R4\nplay R4",
            "50.0 %, -0.8 points, 9 visits",
        );
        check_text(
            "info move R16 visits 24 winrate 4998 prior 821 lcb 4908 order 0 pv R16\nplay R16",
            "50.0 %, 24 visits",
        );
        check_text(
            "{\"winrate\":0.4,\"score\":-3,\"visits\":100,\"moves\":[]}\nplay R4",
            "40.0 %, -3.0 points, 100 visits",
        );
    }

    #[test]
    fn nothing_is_made_of_nothing() {
        for report in ["", "R4", "play R4", "info", "info pv R4", "{", "info move R4 winrate x"] {
            check_text(report, "");
        }
    }
}
