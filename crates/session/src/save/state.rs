//! Parts of a session as text.

use std::time::Duration;

use tengen_clock::TimeControl;
use tengen_rules::Point;

use crate::{EndReason, Permission, Policy, Seat};

/// The seconds of a time, exactly.
pub(super) fn time_to_text(time: Duration) -> String {
    format!("{}.{:09}", time.as_secs(), time.subsec_nanos())
}

pub(super) fn time_from_text(text: &str) -> Option<Duration> {
    let (seconds, nanos) = text.split_once('.').unwrap_or((text, "0"));
    let nanos = nanos.parse().ok().filter(|&it| it < 1_000_000_000)?;
    Some(Duration::new(seconds.parse().ok()?, nanos))
}

/// Reads the short form, and the words that earlier versions wrote.
pub(super) fn time_control_from_text(text: &str) -> Option<TimeControl> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let short = match words[..] {
        ["absolute", main] => format!("{main}s"),
        ["simple", per_move] => format!("{per_move}s/move"),
        ["fischer", initial, increment, max] => {
            let short = format!("{initial}s+{increment}s");
            // A maximum beyond all bounds was written as well.
            let capped = format!("{short},max{max}s").parse();
            return capped.or_else(|_| short.parse()).ok();
        }
        ["byo-yomi", main, periods, period] => format!("{main}s+{periods}x{period}s"),
        ["canadian", main, stones, block] => format!("{main}s+{stones}/{block}s"),
        _ => text.to_owned(),
    };
    short.parse().ok()
}

pub(super) fn names(points: impl Iterator<Item = Point>) -> String {
    points.map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
}

pub(super) fn points(names: &str) -> impl Iterator<Item = Point> {
    names.split_whitespace().filter_map(|name| name.parse().ok())
}

pub(super) fn seat_to_text(seat: &Seat) -> String {
    match seat {
        Seat::Person { .. } => "person".to_owned(),
        Seat::Level(level) => format!("level {level}"),
        Seat::Engine { command, .. } => format!("engine {command}"),
    }
}

/// Who sat there: a person if nothing says so.
pub(super) fn seat_from_text(text: &str, name: &str) -> Seat {
    match text.split_once(' ') {
        Some(("engine", command)) => {
            Seat::Engine { name: name.to_owned(), command: command.to_owned() }
        }
        Some(("level", level)) => level.parse().map_or_else(|_| Seat::person(name), Seat::Level),
        _ => Seat::person(name),
    }
}

/// What ended a game, where the result does not tell.
pub(super) const fn reason_to_text(reason: EndReason) -> Option<&'static str> {
    match reason {
        EndReason::Cancelled => Some("cancelled"),
        EndReason::Adjourned => Some("adjourned"),
        EndReason::Score
        | EndReason::Resignation
        | EndReason::Time
        | EndReason::Forfeit
        | EndReason::LongCycle
        | EndReason::Unknown => None,
    }
}

pub(super) fn reason_from_text(text: &str) -> Option<EndReason> {
    [EndReason::Cancelled, EndReason::Adjourned]
        .into_iter()
        .find(|&it| reason_to_text(it) == Some(text))
}

pub(super) fn policy_to_text(policy: Policy) -> String {
    let Policy { takebacks, pause, edits, analysis } = policy;
    let is_allowed = |is_allowed: bool| if is_allowed { "free" } else { "never" };
    let words = [
        permission_to_text(takebacks),
        permission_to_text(pause),
        is_allowed(edits),
        is_allowed(analysis),
    ];
    words.join(" ")
}

/// Reads a policy; what cannot be read is free.
pub(super) fn policy_from_text(text: &str) -> Policy {
    let mut words = text.split_whitespace();
    let mut next = || match words.next() {
        Some("consent") => Permission::ByConsent,
        Some("never") => Permission::Never,
        _ => Permission::Free,
    };
    let (takebacks, pause) = (next(), next());
    let edits = next() == Permission::Free;
    Policy { takebacks, pause, edits, analysis: next() == Permission::Free }
}

const fn permission_to_text(permission: Permission) -> &'static str {
    match permission {
        Permission::Free => "free",
        Permission::ByConsent => "consent",
        Permission::Never => "never",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_time(earlier: &str, short: &str) {
        assert_eq!(time_control_from_text(earlier), short.parse().ok());
        assert_eq!(time_control_from_text(short), short.parse().ok());
    }

    #[test]
    fn time_controls_of_earlier_versions_are_read() {
        check_time("none", "none");
        check_time("absolute 600", "10m");
        check_time("simple 1.5", "1.5s/move");
        check_time("fischer 300 10 480", "5m+10s,max8m");
        check_time("fischer 300 10 18446744073709551615.999999999", "5m+10s");
        check_time("byo-yomi 300 3 30", "5m+3x30s");
        check_time("canadian 0 25 300", "0s+25/5m");
    }

    #[test]
    fn policies_are_read_back() {
        let permissions = [Permission::Free, Permission::ByConsent, Permission::Never];
        for takebacks in permissions {
            for pause in permissions {
                for (edits, analysis) in [(true, true), (false, true), (true, false)] {
                    let policy = Policy { takebacks, pause, edits, analysis };
                    assert_eq!(policy_from_text(&policy_to_text(policy)), policy);
                }
            }
        }
        assert_eq!(policy_from_text("whatever"), Policy::FREE);
    }

    #[test]
    fn times_are_read_back() {
        for time in [Duration::ZERO, Duration::from_nanos(1), Duration::new(3600, 999_999_999)] {
            assert_eq!(time_from_text(&time_to_text(time)), Some(time));
        }
        assert_eq!(time_from_text("1.9999999999"), None);
        assert_eq!(time_from_text("x"), None);
    }

    #[test]
    fn other_texts_are_no_time_controls() {
        for text in ["", "none 3", "absolute", "absolute x", "canadian 1 0 1", "simple -1"] {
            assert_eq!(time_control_from_text(text), None, "{text}");
        }
    }
}
