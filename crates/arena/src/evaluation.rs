//! What an engine thinks of its move, if it says so.

use std::fmt;

use serde_json::Value;
use tengen_gtp::Reply;
use tengen_gtp::controller::analysis::{Analysis, Dialect};
use tengen_rules::{Color, Size};

/// What an engine thinks of its move, from its own view.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Evaluation {
    /// Its chance to win, from 0 to 1.
    pub(crate) win_rate: Option<f32>,
    /// The points by which it expects to win.
    pub(crate) lead: Option<f32>,
    /// How often it has looked.
    pub(crate) n_visits: Option<u32>,
}

/// A question for a move and reports.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Form {
    /// The command that asks for it.
    pub(crate) command: &'static str,
    /// How lines of reports are written, or `None` if there is one object.
    dialect: Option<Dialect>,
}

impl Form {
    /// Those that are known, the preferred first.
    pub(crate) const ALL: [Form; 3] = [
        Form { command: "kata-genmove_analyze", dialect: Some(Dialect::Kata) },
        Form { command: "cgos-genmove_analyze", dialect: None },
        Form { command: "lz-genmove_analyze", dialect: Some(Dialect::LeelaZero) },
    ];

    /// Whether there are several reports, so that there is time in between.
    pub(crate) const fn has_interval(self) -> bool {
        self.dialect.is_some()
    }

    /// What the last report says of a move, or of the best one.
    pub(crate) fn read(
        self,
        answer: &str,
        reply: Reply,
        (size, color): (Size, Color),
    ) -> Option<Evaluation> {
        let Some(dialect) = self.dialect else {
            return answer.lines().rev().find_map(from_object);
        };
        let parse = |line: &str| Analysis::parse(line, dialect, size, color);
        let analysis = answer.lines().rev().find_map(parse)?;
        let is_played = |mv| reply == Reply::Move(mv);
        let candidate = analysis.candidates.iter().find(|it| is_played(it.mv));
        let candidate = candidate.or_else(|| analysis.best())?;
        Some(Evaluation {
            win_rate: Some(candidate.win_rate),
            lead: candidate.lead,
            n_visits: Some(candidate.n_visits),
        })
    }
}

fn from_object(line: &str) -> Option<Evaluation> {
    let value: Value = serde_json::from_str(line).ok()?;
    let number = |key: &str| value.get(key)?.as_f64().map(|it| it as f32);
    let evaluation = Evaluation {
        win_rate: number("winrate").filter(|it| (0.0..=1.0).contains(it)),
        lead: number("score"),
        n_visits: value.get("visits").and_then(Value::as_u64).and_then(|it| it.try_into().ok()),
    };
    (evaluation != Evaluation::default()).then_some(evaluation)
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
    fn check_text(form: Form, answer: &str, expected: &str) {
        let reply = Reply::Move("R4".parse().unwrap());
        let evaluation = form.read(answer, reply, (Size::NINETEEN, Color::Black));
        assert_eq!(evaluation.map(|it| it.to_string()).unwrap_or_default(), expected);
    }

    #[test]
    fn reports_of_known_engines() {
        let [kata, cgos, lz] = Form::ALL;
        check_text(
            kata,
            "info move R4 visits 2 winrate 0.1 order 0 pv R4\n\
             info move R17 visits 20 winrate 0.521723 scoreLead 1.05 order 0 pv R17 R4 \
             info move r4 visits 9 winrate 0.5 scoreLead -0.75 order 1 pv R4\nplay R4",
            "50.0 %, -0.8 points, 9 visits",
        );
        check_text(
            lz,
            "info move R16 visits 24 winrate 4998 prior 821 lcb 4908 order 0 pv R16\nplay R4",
            "50.0 %, 24 visits",
        );
        check_text(
            cgos,
            "{\"winrate\":0.4,\"score\":-3,\"visits\":100,\"moves\":[]}\nplay R4",
            "40.0 %, -3.0 points, 100 visits",
        );
    }

    #[test]
    fn nothing_is_made_of_nothing() {
        for form in Form::ALL {
            for answer in ["", "R4", "play R4", "info", "info pv R4", "{", "{}", "7"] {
                check_text(form, answer, "");
            }
        }
    }
}
