//! Games, players and times in a few words.

use std::time::Duration;

use tengen_clock::{Overtime, Shown};
use tengen_host::GameSummary;
use tengen_rules::Color;
use tengen_session::{ClockView, Seat, View};

use crate::form::ruleset_name;

/// The name of a color.
pub(crate) const fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// What a player is called on the screen.
pub(crate) fn player(view: &View, color: Color) -> String {
    match &view.seats[color] {
        Seat::Person { name } if name.is_empty() && view.seats[!color].is_person() => {
            self::color(color).to_owned()
        }
        Seat::Person { name } if name.is_empty() => "You".to_owned(),
        seat => seat.to_string(),
    }
}

/// A game by its players.
pub(crate) fn game(view: &View) -> String {
    format!("{} and {}", player(view, Color::Black), player(view, Color::White))
}

/// A game that can be continued.
pub(crate) fn saved(view: &View) -> String {
    let size = view.board.size();
    let opponent = [&view.seats.black, &view.seats.white].into_iter().find(|it| !it.is_person());
    let against = opponent.map_or(String::new(), |it| format!(" against {it}"));
    format!("{}×{}{against}, move {}", size.width(), size.height(), view.move_number)
}

/// A game of a file: a title, and more about it.
pub(crate) fn summary(game: &GameSummary) -> (String, String) {
    let named = |name: &str, rank: &str, color| {
        if name.is_empty() {
            self::color(color).to_owned()
        } else {
            format!("{name} {rank}").trim_end().to_owned()
        }
    };
    let black = named(&game.black, &game.black_rank, Color::Black);
    let white = named(&game.white, &game.white_rank, Color::White);
    let players = format!("{black} and {white}");
    let title = if game.name.is_empty() { players } else { format!("{}: {players}", game.name) };
    if let Some(problem) = &game.problem {
        return (title, problem.to_string());
    }
    let moves = format!("{} moves", game.n_moves);
    let all = [&game.event, &game.date, &game.result, &moves];
    let known: Vec<&str> =
        all.into_iter().map(String::as_str).filter(|it| !it.is_empty()).collect();
    (title, known.join(" · "))
}

/// A game in one line: move, rules, komi.
pub(crate) fn about(view: &View) -> String {
    let handicap = match view.handicap {
        0 => String::new(),
        n => format!(" · {n} stones"),
    };
    let rules = ruleset_name(&view.ruleset);
    format!("Move {} · {rules} · komi {}{handicap}", view.move_number, view.komi)
}

/// A clock: the time, what is left of overtime, and whether it is urgent.
pub(crate) fn clock(clock: ClockView) -> Option<(String, String, bool)> {
    let shown = clock.shown()?;
    let (left, seconds) = (shown.time, shown.whole_seconds());
    let is_urgent = clock.is_running && seconds <= 10;
    let time = if is_urgent {
        format!("{}.{}", left.as_secs(), left.subsec_millis() / 100)
    } else {
        time(seconds)
    };
    let rest = match shown.overtime {
        Overtime::Periods(1) => "last period".to_owned(),
        Overtime::Periods(n) => format!("{n} periods"),
        Overtime::Stones(1) => "1 stone".to_owned(),
        Overtime::Stones(n) => format!("{n} stones"),
        Overtime::Main | Overtime::Move => String::new(),
    };
    Some((time, rest, is_urgent))
}

/// Whether a player is in the last period of overtime.
pub(crate) fn is_last_period(clock: ClockView) -> bool {
    matches!(clock.shown(), Some(Shown { overtime: Overtime::Periods(1), .. }))
}

fn time(seconds: u64) -> String {
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// How long somebody has been thinking.
pub(crate) fn seconds(elapsed: Duration) -> String {
    format!("{} s", elapsed.as_secs())
}

/// A number of visits in few letters.
pub(crate) fn count(n: u32) -> String {
    match n {
        0..=999 => n.to_string(),
        1_000..=9_999 => format!("{:.1}k", f64::from(n) / 1e3),
        10_000..=999_999 => format!("{}k", n / 1_000),
        _ => format!("{:.1}M", f64::from(n) / 1e6),
    }
}

/// A lead in points, with the sign of who has it.
pub(crate) fn lead(points: f32) -> String {
    format!("{points:+.1}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_clock::TimeLeft;

    use super::*;

    #[test]
    fn counts_are_short() {
        assert_eq!(
            [7, 999, 1_234, 56_789, 2_345_678].map(count),
            ["7", "999", "1.2k", "56k", "2.3M"]
        );
    }

    #[test]
    fn clocks_round_up_and_name_the_last_period() {
        let left = |main, periods| ClockView {
            left: TimeLeft::ByoYomi {
                main: Duration::from_millis(main),
                periods,
                period_left: Duration::from_millis(9_450),
                period: Duration::from_secs(30),
            },
            is_running: true,
        };
        assert_eq!(clock(left(61_001, 3)).unwrap().0, "1:02");
        let (time, rest, is_urgent) = clock(left(0, 1)).unwrap();
        assert_eq!((time.as_str(), rest.as_str(), is_urgent), ("9.4", "last period", true));
        assert!(is_last_period(left(0, 1)));
        assert!(!is_last_period(left(0, 2)));
    }
}
