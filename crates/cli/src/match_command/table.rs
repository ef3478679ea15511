//! A match as a table for people.

use std::fmt::Write;

use tengen_arena::statistics::Tally;
use tengen_arena::{
    BySide, Conclusion, Contest, Finding, GameResult, MatchEnd, Reason, Side, Standing, Usage,
};

/// The width of the names of rows.
const NAME: usize = 20;

/// The width of a column of numbers.
const COLUMN: usize = 11;

/// One line about a finished game.
pub(super) fn line(game: &GameResult, standing: &Standing) -> String {
    let wins = &standing.wins;
    let (first, second) = (wins.first.total(), wins.second.total());
    let detail = game.detail.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
    format!(
        "game {}: {} by {} in {} moves, first is {}: {first} to {second}{detail}",
        game.number,
        game.outcome,
        game.reason,
        game.n_moves,
        if game.black == Side::First { "black" } else { "white" },
    )
}

/// The whole table.
pub(super) fn of(contest: &Contest, conclusion: &Conclusion) -> String {
    let standing = &conclusion.standing;
    let mut table = head(contest, conclusion);
    let mut row = |name: &str, cells: [String; 2]| {
        let [first, second] = cells;
        let line = format!("{name:<NAME$}{first:>COLUMN$}{second:>COLUMN$}");
        table.push_str(line.trim_end());
        table.push('\n');
    };
    let both = |cell: &dyn Fn(Side) -> String| Side::ALL.map(cell);
    row("", both(&|side| side.name().into()));
    row("wins", both(&|side| standing.wins[side].total().to_string()));
    row("  as black", both(&|side| standing.wins[side].by_color.black.to_string()));
    row("  as white", both(&|side| standing.wins[side].by_color.white.to_string()));
    for reason in Reason::ALL {
        let counts = Side::ALL.map(|side| standing.wins[side].for_reason(reason));
        if counts != [0, 0] {
            row(&format!("  by {reason}"), counts.map(|it| it.to_string()));
        }
    }
    row("draws", [standing.n_draws.to_string(), String::new()]);
    for (reason, count) in &standing.without_result {
        row(&format!("no result, {reason}"), [count.to_string(), String::new()]);
    }
    row("wall time per move", times(&standing.usage, |it| Some(it.wall)));
    row("CPU time per move", times(&standing.usage, |it| it.cpu));
    table.push('\n');
    add_statistics(&mut table, contest, &standing.tally);
    table
}

fn head(contest: &Contest, conclusion: &Conclusion) -> String {
    let BySide { first, second } = &contest.engines;
    let n_games = conclusion.standing.n_games;
    let end = match conclusion.end {
        MatchEnd::Complete => format!("{n_games} games"),
        MatchEnd::Decided(_) => format!("decided after {n_games} games"),
        MatchEnd::Stopped => format!("stopped after {n_games} of {} games", contest.n_games),
    };
    let start = &contest.starts[0];
    let rules = start.ruleset().name().unwrap_or("unnamed");
    let (size, komi) = (start.board().size(), start.komi());
    format!(
        "first   {}\nsecond  {}\n{size}, {rules} rules, komi {komi}, {end}\n\n",
        first.label, second.label
    )
}

/// Seconds per move of each side, where they are known.
fn times(
    usage: &BySide<Usage>,
    time: impl Fn(&Usage) -> Option<std::time::Duration>,
) -> [String; 2] {
    Side::ALL.map(|side| {
        let usage = &usage[side];
        match time(usage).filter(|_| usage.n_moves > 0) {
            Some(time) => format!("{:.3} s", time.as_secs_f64() / f64::from(usage.n_moves)),
            None => "unknown".into(),
        }
    })
}

fn add_statistics(table: &mut String, contest: &Contest, tally: &Tally) {
    // Writing to a text cannot fail.
    if let (Some(score), Some([low, high])) = (tally.score(), tally.score_interval()) {
        let _ = writeln!(
            table,
            "score        {:.1} % (95 %: {:.1} % to {:.1} %)",
            100.0 * score,
            100.0 * low,
            100.0 * high
        );
    }
    if let (Some(elo), Some(interval)) = (tally.elo(), tally.elo_interval()) {
        let _ = writeln!(table, "Elo          {}", elo_text(elo, interval));
        let _ = writeln!(table, "superiority  {:.1} %", 100.0 * tally.superiority());
    }
    if let Some(test) = contest.sprt {
        let [low, high] = test.bounds();
        let ratio = test.log_likelihood_ratio(tally);
        let finding = match test.finding(tally) {
            Finding::Lower => format!("{:+} is accepted", test.elo0),
            Finding::Higher => format!("{:+} is accepted", test.elo1),
            Finding::Open => "open".into(),
        };
        let _ = writeln!(
            table,
            "SPRT         {:+} against {:+}: LLR {ratio:.2} ({low:.2} to {high:.2}), {finding}",
            test.elo0, test.elo1
        );
    }
}

/// The difference with its interval, of which one end may be open.
fn elo_text(elo: f64, [low, high]: [f64; 2]) -> String {
    match (low.is_finite(), high.is_finite()) {
        (true, true) if elo.is_finite() => format!("{elo:+.1} (95 %: {low:+.1} to {high:+.1})"),
        (true, _) => format!("more than {low:+.1} (95 %)"),
        (_, true) => format!("less than {high:+.1} (95 %)"),
        _ => "unknown".into(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_arena::{Contestant, Sprt};
    use tengen_clock::TimeControl;
    use tengen_rules::{Game, Ruleset, Size};

    use super::*;

    fn contest(sprt: Option<Sprt>) -> Contest {
        let contestant = |text: &str| Contestant {
            label: text.into(),
            command: text.parse().expect("it is a command line"),
        };
        Contest {
            engines: BySide {
                first: contestant("tengen --playouts 100"),
                second: contestant("gnugo --mode gtp"),
            },
            judge: None,
            starts: vec![Game::new(Size::NINE, Ruleset::CHINESE)],
            n_random_moves: 0,
            seed: 1,
            clock: TimeControl::None,
            patience: Duration::from_secs(60),
            max_moves: 243,
            n_games: 10,
            sprt,
        }
    }

    fn game(number: u32, outcome: &str, reason: Reason) -> GameResult {
        let usage = |millis, cpu| Usage {
            n_moves: 20,
            wall: Duration::from_millis(millis),
            cpu: Some(Duration::from_millis(cpu)),
        };
        GameResult {
            number,
            black: if number % 2 == 1 { Side::First } else { Side::Second },
            outcome: outcome.parse().expect("it is a result"),
            reason,
            detail: (reason == Reason::Crash).then(|| "engine died".into()),
            n_moves: 40,
            usage: BySide { first: usage(2500, 2400), second: usage(1000, 900) },
        }
    }

    fn table(contest: &Contest, games: &[GameResult], end: MatchEnd) -> String {
        of(contest, &Conclusion { standing: Standing::of(games), end })
    }

    #[test]
    fn everything_has_its_place() {
        let games = [
            game(1, "B+R", Reason::Resignation),
            game(2, "W+3.5", Reason::Score),
            game(3, "B+R", Reason::Resignation),
            game(4, "B+F", Reason::Crash),
            game(5, "0", Reason::Score),
            game(6, "Void", Reason::TooLong),
        ];
        let test = Sprt { elo0: 0.0, elo1: 50.0 };
        assert_eq!(
            table(&contest(Some(test)), &games, MatchEnd::Stopped),
            "\
first   tengen --playouts 100
second  gnugo --mode gtp
9x9, chinese rules, komi 7.5, stopped after 6 of 10 games

                          first     second
wins                          3          1
  as black                    2          1
  as white                    1          0
  by score                    1          0
  by resignation              2          0
  by crash                    0          1
draws                         1
no result, too long           1
wall time per move      0.125 s    0.050 s
CPU time per move       0.120 s    0.045 s

score        70.0 % (95 %: 34.0 % to 88.6 %)
Elo          +147.2 (95 %: -115.4 to +357.0)
superiority  84.1 %
SPRT         +0 against +50: LLR 0.27 (-2.94 to 2.94), open
"
        );
        assert_eq!(
            line(&games[3], &Standing::of(&games[..4])),
            "game 4: B+F by crash in 40 moves, first is white: 3 to 1 (engine died)"
        );
    }

    #[test]
    fn one_side_may_win_everything() {
        let won = |number| {
            let outcome = if number % 2 == 1 { "B+R" } else { "W+R" };
            game(number, outcome, Reason::Resignation)
        };
        let games: Vec<GameResult> = (1..=10).map(won).collect();
        let text = table(&contest(None), &games, MatchEnd::Complete);
        let (_, statistics) = text.split_once("\n\n").expect("there is an empty line");
        let (_, statistics) = statistics.split_once("\n\n").expect("there is another");
        assert_eq!(
            statistics,
            "\
score        100.0 % (95 %: 72.2 % to 100.0 %)
Elo          more than +166.2 (95 %)
superiority  99.9 %
"
        );
    }

    #[test]
    fn a_match_may_have_no_games() {
        let text = table(&contest(None), &[], MatchEnd::Stopped);
        assert!(text.contains("wall time per move      unknown    unknown\n"), "{text}");
        assert!(text.ends_with("\n\n"), "{text}");
    }
}
