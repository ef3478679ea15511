//! A match as an object for programs.

use std::time::Duration;

use serde_json::{Map, Value, json};
use tengen_arena::statistics::Tally;
use tengen_arena::{Conclusion, Contest, Finding, MatchEnd, Reason, Side, Sprt, Usage, Wins};

/// All that the table says.
pub(super) fn of(contest: &Contest, conclusion: &Conclusion) -> Value {
    let standing = &conclusion.standing;
    let tally = &standing.tally;
    let side = |side: Side| {
        let engine = &contest.engines[side];
        side_to_json(&engine.label, &standing.wins[side], &standing.usage[side])
    };
    json!({
        "end": end_name(conclusion.end),
        "games": standing.n_games,
        "first": side(Side::First),
        "second": side(Side::Second),
        "draws": standing.n_draws,
        "no_result": by_reason(&standing.without_result),
        "pairs": tally.pairs(),
        "score": tally.score(),
        "score_interval": tally.score_interval(),
        // What is infinite has no number.
        "elo": tally.elo(),
        "elo_interval": tally.elo_interval(),
        "superiority": tally.superiority(),
        "sprt": contest.sprt.map(|test| test_to_json(test, tally)),
    })
}

const fn end_name(end: MatchEnd) -> &'static str {
    match end {
        MatchEnd::Complete => "complete",
        MatchEnd::Decided(_) => "decided",
        MatchEnd::Stopped => "stopped",
    }
}

fn side_to_json(label: &str, wins: &Wins, usage: &Usage) -> Value {
    let per_move =
        |time: Duration| (usage.n_moves > 0).then(|| time.as_secs_f64() / f64::from(usage.n_moves));
    json!({
        "command": label,
        "wins": wins.total(),
        "as_black": wins.by_color.black,
        "as_white": wins.by_color.white,
        "by_reason": by_reason(&wins.by_reason),
        "moves": usage.n_moves,
        "wall_per_move": per_move(usage.wall),
        "cpu_per_move": usage.cpu.and_then(per_move),
    })
}

fn by_reason(counts: &[(Reason, u32)]) -> Map<String, Value> {
    counts.iter().map(|(reason, count)| (reason.name().to_string(), json!(count))).collect()
}

fn test_to_json(test: Sprt, tally: &Tally) -> Value {
    let finding = match test.finding(tally) {
        Finding::Lower => "lower",
        Finding::Open => "open",
        Finding::Higher => "higher",
    };
    json!({
        "elo0": test.elo0,
        "elo1": test.elo1,
        "llr": test.log_likelihood_ratio(tally),
        "bounds": test.bounds(),
        "finding": finding,
    })
}
