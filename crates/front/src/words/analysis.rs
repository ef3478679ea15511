//! Analyses in words: hints, estimates, win rates.

use tengen_analysis::Candidate;
use tengen_rules::Color;
use tengen_session::View;

use super::basic::{color, short_count};

/// The most hints that are listed.
const MAX_HINTS: usize = 6;

/// A share as percent: `53%`.
pub fn percent(share: f32) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// A lead in points with its sign: `+1.3`, `0.0`.
pub fn lead(points: f32) -> String {
    if points.abs() < 0.05 { "0.0".to_owned() } else { format!("{points:+.1}") }
}

/// Who is ahead at the viewed position, in a line; `None` without an analysis.
pub fn judgement(view: &View) -> Option<String> {
    let Some(analysis) = &view.engine.analysis else {
        return view.engine.is_analyzing.then(|| "Analyzing…".to_owned());
    };
    let evaluation = analysis.evaluation();
    let is_black = match evaluation.black_lead {
        Some(lead) => lead >= 0.0,
        None => evaluation.black_win_rate >= 0.5,
    };
    let leader = if is_black { Color::Black } else { Color::White };
    let mut words = vec![match evaluation.black_lead {
        Some(lead) => format!("{} leads by {:.1}", color(leader), lead.abs()),
        None => format!("{} leads", color(leader)),
    }];
    words.push(format!("wins {}", percent(evaluation.win_rate(leader))));
    if evaluation.n_visits > 0 {
        words.push(format!("{} visits", short_count(evaluation.n_visits)));
    }
    let more = if view.engine.is_analyzing { " …" } else { "" };
    Some(words.join(" · ") + more)
}

/// A line for each good move: rank, move, chance, points lost, visits, what
/// follows.
pub fn hint_lines(view: &View) -> Vec<String> {
    let Some(analysis) = &view.engine.analysis else { return Vec::new() };
    let best = analysis.candidates.iter().filter_map(|it| it.lead).reduce(f32::max);
    let line = |(idx, hint): (usize, &Candidate)| {
        let follow: Vec<String> =
            hint.variation.iter().skip(1).take(3).map(ToString::to_string).collect();
        let (mv, visits) = (hint.mv.to_string(), short_count(hint.n_visits));
        let percent = percent(hint.win_rate);
        let lost = hint.lead.zip(best).map(|(lead, best)| format!("{:.1}", best - lead));
        let lost = lost.unwrap_or_default();
        let follow = follow.join(" ");
        let line = format!("{} {mv:<4}{percent:>4} {lost:>4} {visits:>5}  {follow}", idx + 1);
        line.trim_end().to_owned()
    };
    analysis.candidates.iter().take(MAX_HINTS).enumerate().map(line).collect()
}

/// What the columns of [`hint_lines`] are.
pub const HINT_LEGEND: &str = "  move wins lost visits then";

/// What an engine recommends, as a sentence.
pub(super) fn hints(view: &View) -> String {
    let candidates = view.engine.analysis.iter().flat_map(|it| &it.candidates);
    let hints: Vec<String> = candidates
        .take(5)
        .map(|it| format!("{} {:.0} percent, {} visits", it.mv, 100.0 * it.win_rate, it.n_visits))
        .collect();
    if hints.is_empty() { "No hints.".to_owned() } else { format!("Hints: {}.", hints.join("; ")) }
}

/// What an engine thinks of the score, as a sentence.
pub fn estimate(view: &View) -> String {
    let evaluation = view.engine.analysis.as_ref().map(|it| it.evaluation());
    match evaluation.and_then(|it| it.black_lead) {
        Some(lead) if lead.abs() < 0.5 => "The game is about even.".to_owned(),
        Some(lead) => {
            let leader = if lead > 0.0 { Color::Black } else { Color::White };
            format!("{} is ahead by about {:.1} points.", color(leader), lead.abs())
        }
        None => "No estimate.".to_owned(),
    }
}
