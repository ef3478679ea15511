//! The report of a review in words, and practice from it.

use tengen_host::ReviewState;
use tengen_review::{Band, MoveReview, Phase, PlayerReport, Standing};
use tengen_rules::{Color, Move};
use tengen_session::View;

use super::basic::{color, count};
use super::game::player_name;
use super::press::{press, press_first};
use super::review::{band, loss, lost_points, phase, reason, skipped, standing, why};
use crate::command::Command;
use crate::front_end::FrontEnd;
use crate::key::KeyTable;
use crate::practice::{Practice, PracticeKind, Stage};
use crate::proof::{Proof, Verdict};
use crate::review::{GraphDot, ListedMove, ReviewView};

/// The points that a move lost, as short as on a stone: `0`, `2.3`, `12`.
pub fn loss_number(points: f32) -> String {
    match points {
        it if it < 0.05 => "0".to_owned(),
        it if it < 9.95 => format!("{it:.1}"),
        it => format!("{it:.0}"),
    }
}

/// A sign for a band where a color is not enough, or nothing for good moves:
/// `~`, `?`, `!`, `#`.
pub const fn band_sign(band: Band) -> &'static str {
    match band {
        Band::Excellent | Band::Good => "",
        Band::Inaccuracy => "~",
        Band::Mistake => "?",
        Band::BigMistake => "!",
        Band::Blunder => "#",
    }
}

/// How far a review is: `Reviewing: 120 of 250 moves, 2 mistakes looked at again.`
pub fn review_progress(review: &ReviewView) -> String {
    let progress = review.report.progress;
    let n_moves = progress.n_positions.saturating_sub(1);
    let n_swept = (progress.n_swept + progress.n_failed).min(progress.n_positions);
    match &review.state {
        ReviewState::Failed(error) => {
            format!("Review stopped: {}", super::basic::clause(&error.to_string()))
        }
        ReviewState::Running if !progress.is_swept() => {
            format!("Reviewing: {} of {}.", n_swept.saturating_sub(1), count(n_moves, "move"))
        }
        ReviewState::Running => format!(
            "All {} reviewed; {} looked at more closely.",
            count(n_moves, "move"),
            progress.n_deepened
        ),
        // What earlier versions or others have judged counts as well.
        ReviewState::Paused if !review.is_complete() => {
            let n_moves = review.report.graph.iter().filter(|it| it.color.is_some()).count();
            format!("Reviewed {} of {}.", review.report.moves.len(), count(n_moves, "move"))
        }
        ReviewState::Paused | ReviewState::Done => {
            format!("Reviewed {}.", count(review.report.moves.len(), "move"))
        }
    }
}

/// What is to be said of a move, in sentences; without better moves and
/// reasons if they are hidden.
pub fn judged_move(judged: &MoveReview, is_hidden: bool) -> String {
    let mut sentences = vec![loss(judged)];
    if judged.band >= Band::Inaccuracy {
        sentences = vec![format!("{}. {}", band(judged.band), loss(judged))];
    }
    sentences.extend(Some(explained(judged, is_hidden)).filter(|it| !it.is_empty()));
    sentences.join(" ")
}

/// What was better, why, and what the opponent made of it; nothing if that is
/// hidden.
pub fn explained(judged: &MoveReview, is_hidden: bool) -> String {
    if is_hidden { String::new() } else { why(judged) }
}

/// A dot of the graph that is pointed at: `Move 34, Black Q16. Black leads by
/// 3.5, wins 71%. Loses 7.3 points.`
pub fn graph_dot(review: &ReviewView, dot: &GraphDot) -> String {
    let judged = review.report.moves.iter().find(|it| it.node == dot.node);
    let mut sentences = vec![match judged {
        Some(it) => format!("Move {}, {} {}.", dot.number, color(it.color), it.mv),
        None => format!("Move {}.", dot.number),
    }];
    let black = dot.chance.map(|chance| Standing { chance, lead: dot.lead });
    sentences.extend(black.map(|it| format!("{}.", standing(it))));
    sentences.extend(judged.filter(|it| it.band >= Band::Inaccuracy).map(loss));
    sentences.join(" ")
}

/// A mistake in the fewest words: `J4 -3.4 mistake.`; nothing for good moves.
pub fn short_mistake(judged: &MoveReview) -> Option<String> {
    let (mv, loss) = (move_name(judged.mv), loss_number(judged.points_lost()));
    let is_mistake = judged.band >= Band::Inaccuracy;
    is_mistake.then(|| format!("{mv} -{loss} {}.", band(judged.band).to_lowercase()))
}

/// What is thought of the viewed position and of the move that led there, as
/// lines of a panel.
pub fn review_here(review: &ReviewView) -> Vec<String> {
    let mut lines = Vec::new();
    let here = review.report.graph.iter().find(|it| it.node == review.node);
    lines.extend(here.and_then(|it| it.black).map(standing));
    lines.extend(review.move_here().map(|it| judged_move(it, review.is_hidden)));
    lines
}

/// The most candidates of a reviewed position that are listed.
const MAX_CANDIDATES: usize = 4;

/// A line for each good move of the viewed position: the move, what it loses,
/// its chance, what follows; nothing if they are hidden.
pub fn review_candidates(review: &ReviewView) -> Vec<String> {
    let Some(evaluation) = review.evaluation.as_ref().filter(|_| !review.is_hidden) else {
        return Vec::new();
    };
    let tried = evaluation.candidates.iter().filter(|it| it.n_visits > 0);
    let best = tried.clone().next().and_then(|it| it.lead);
    let line = |it: &tengen_record::EvaluatedMove| {
        let loss = it.lead.zip(best).map(|(own, best)| (best.points() - own.points()).max(0.0));
        let loss = loss.map(loss_number).unwrap_or_default();
        let follow: Vec<String> = it.line.iter().take(3).map(|it| move_name(*it)).collect();
        let chance = super::analysis::percent(it.chance.share());
        let line = format!("{:<4} {loss:>4} {chance:>4}  {}", move_name(it.mv), follow.join(" "));
        line.trim_end().to_owned()
    };
    tried.take(MAX_CANDIDATES).map(line).collect()
}

/// What the columns of [`review_candidates`] are.
pub const CANDIDATE_LEGEND: &str = "next lost wins  then";

/// A mistake in a list: `34  Black Q16  -7.3  big mistake`.
pub fn mistake_line(listed: &ListedMove<'_>) -> String {
    let judged = listed.judged;
    let turn = if listed.is_turning_point { ", turned the game" } else { "" };
    format!(
        "{:>3}  {} {:<4} -{:<4} {}{turn}",
        listed.number,
        color(judged.color),
        judged.mv.to_string(),
        loss_number(judged.points_lost()),
        band(judged.band).to_lowercase(),
    )
}

/// The same for those who listen: `Move 34, Black Q16: loses 7.3 points, a big
/// mistake.`
pub fn spoken_mistake(listed: &ListedMove<'_>) -> String {
    let judged = listed.judged;
    format!(
        "Move {}, {} {}: loses {}{}.",
        listed.number,
        color(judged.color),
        judged.mv,
        lost_points(judged.points_lost()),
        if listed.is_turning_point { ", and the lead" } else { "" },
    )
}

/// A table of the report: the titles of its columns, then its rows.
pub fn report_table(review: &ReviewView) -> Vec<[String; 3]> {
    let players = &review.report.players;
    let row = |title: &str, of: &dyn Fn(&PlayerReport) -> String| {
        [title.to_owned(), of(&players[Color::Black]), of(&players[Color::White])]
    };
    let number = |it: Option<f32>, digits: usize| {
        it.map_or_else(|| "-".to_owned(), |it| format!("{it:.digits$}"))
    };
    let mut rows = vec![
        [String::new(), "Black".to_owned(), "White".to_owned()],
        row("Accuracy", &|it| it.accuracy.map_or("-".to_owned(), |it| format!("{it:.0}%"))),
        row("Mean loss", &|it| number(it.mean_loss, 2)),
    ];
    for part in Phase::ALL {
        if Color::ALL.iter().any(|&it| players[it].phase(part).n_moves > 0) {
            let title = format!("  {}", phase(part));
            rows.push(row(&title, &|it| number(it.phase(part).mean_loss, 2)));
        }
    }
    rows.push(row("First choice", &|it| format!("{} of {}", it.n_best, it.n_moves)));
    for of in Band::ALL {
        let sign = band_sign(of);
        let title = format!("{}{}{sign}", band(of), if sign.is_empty() { "" } else { " " });
        rows.push(row(&title, &|it| it.n_in(of).to_string()));
    }
    rows
}

/// The report in sentences, for those who listen.
pub fn spoken_report(review: &ReviewView, view: &View) -> String {
    let mut lines = vec![review_progress(review)];
    let report = &review.report;
    for of in Color::ALL {
        let player = &report.players[of];
        let Some((accuracy, mean)) = player.accuracy.zip(player.mean_loss) else { continue };
        let name = player_name(view, of);
        let who = if name == color(of) { name } else { format!("{}, {name}", color(of)) };
        let bands = Band::ALL.into_iter().rev().filter(|it| *it >= Band::Inaccuracy);
        let counts: Vec<String> = bands
            .filter(|&it| player.n_in(it) > 0)
            .map(|it| plural(player.n_in(it), band(it)))
            .collect();
        let counts =
            if counts.is_empty() { "no mistakes".to_owned() } else { super::basic::list(&counts) };
        lines.push(format!(
            "{who}: accuracy {accuracy:.0} percent, {} lost per move, {counts}.",
            lost_points(mean)
        ));
    }
    if let Some(it) = report.skipped {
        lines.push(skipped(it, report.graph.last().map_or(0, |it| it.number)));
    }
    lines.join("\n")
}

/// `3 big mistakes`, `2 inaccuracies`.
fn plural(n: usize, noun: &str) -> String {
    let noun = noun.to_lowercase();
    match noun.strip_suffix('y') {
        Some(stem) if n != 1 => format!("{n} {stem}ies"),
        _ => count(n, &noun),
    }
}

/// What is asked and what came of the answer.
pub fn practice(practice: &Practice, keys: &KeyTable) -> String {
    let place = format!("{} of {}.", practice.idx + 1, practice.len());
    let name = color(practice.color);
    let next = || match keys.front_end() {
        FrontEnd::Text => "Type next to go on.".to_owned(),
        FrontEnd::Window => "Press Next to go on.".to_owned(),
        FrontEnd::Terminal => {
            format!("{} for the next.", press_first(keys, Command::NextMistake))
        }
    };
    let mut sentences = match &practice.stage {
        Stage::Preparing(_) => vec![place, "Looking at the position…".to_owned()],
        Stage::Checking { mv, .. } => vec![place, format!("Looking at {}…", move_name(*mv))],
        Stage::Asking => return asking(practice, &place, keys),
        Stage::Right(answered) => {
            let mut sentences = vec![place, right(practice, answered.mv, answered.loss)];
            sentences.push(next());
            return sentences.join(" ");
        }
        Stage::Wrong(answered) => {
            let mut sentences = vec![place];
            sentences.extend(compared(practice, answered.mv));
            let mv = move_name(answered.mv);
            let reply = answered
                .line
                .first()
                .map(|it| format!(": {} answers {it}", color(!practice.color)));
            sentences.push(format!(
                "{mv} loses {}{}.",
                lost_points(answered.loss),
                reply.unwrap_or_default()
            ));
            sentences.push(match keys.front_end() {
                FrontEnd::Text => "Type retry to try again, or answer to see it.".to_owned(),
                FrontEnd::Window => "Try again, or press Answer to see it.".to_owned(),
                FrontEnd::Terminal => format!(
                    "{} to try again, {} to see the answer.",
                    press_first(keys, Command::Undo),
                    press(keys, Command::HideAnswer)
                ),
            });
            return sentences.join(" ");
        }
        Stage::Failed(mv) => vec![place, format!("{} could not be judged.", move_name(*mv))],
        Stage::Shown(line) => {
            let best = line.first().map_or("nothing".to_owned(), |it| move_name(*it));
            let mut sentences = vec![place];
            let played = practice.exercise.as_ref().map(|it| it.played);
            sentences.push(match played.filter(|_| practice.kind == PracticeKind::Guess) {
                Some(played) if line.first() == Some(&played) => {
                    format!("{name} played {best}, and nothing is better.")
                }
                Some(played) => format!("{name} played {}; {best} is best.", move_name(played)),
                None => format!("The answer is {best}."),
            });
            let reasons = practice.exercise.iter().flat_map(|it| &it.reasons);
            sentences.extend(reasons.map(|&it| reason(it, practice.color)));
            sentences.push(next());
            return sentences.join(" ");
        }
        Stage::Finished => return finished(practice, keys),
    };
    sentences.push(format!("{name} to play."));
    sentences.join(" ")
}

/// The same in the fewest words, for small screens: `1/3 Black, not J4.`
pub fn short_practice(practice: &Practice) -> String {
    let place = format!("{}/{}", practice.idx + 1, practice.len());
    let name = color(practice.color);
    match &practice.stage {
        Stage::Preparing(_) | Stage::Checking { .. } => format!("{place} Looking…"),
        Stage::Asking => match &practice.exercise {
            Some(it) if practice.kind == PracticeKind::Mistakes => {
                format!("{place} {name}, not {}.", move_name(it.played))
            }
            _ => format!("{place} {name}?"),
        },
        Stage::Right(answered) => format!("{place} Right, -{}.", loss_number(answered.loss)),
        Stage::Wrong(answered) => {
            let reply = answered.line.first().map_or(String::new(), |it| move_name(*it));
            format!("{place} Wrong, -{}: {reply}", loss_number(answered.loss))
        }
        Stage::Failed(_) => format!("{place} Not judged."),
        Stage::Shown(line) => {
            format!("{place} It is {}.", line.first().map_or(String::new(), |it| move_name(*it)))
        }
        Stage::Finished => {
            format!("Done: {} of {} right.", practice.score.n_right, practice.score.n_answered)
        }
    }
}

fn asking(practice: &Practice, place: &str, keys: &KeyTable) -> String {
    let name = color(practice.color);
    let hint = format!("{} to see the answer.", press_first(keys, Command::HideAnswer));
    match (practice.kind, &practice.exercise) {
        (PracticeKind::Mistakes, Some(it)) => format!(
            "{place} {name} played {} and lost {}. Find a better move. {hint}",
            move_name(it.played),
            lost_points(it.loss)
        ),
        _ => format!("{place} Where did {name} play? {hint}"),
    }
}

fn right(practice: &Practice, mv: Move, loss: f32) -> String {
    let mv_name = move_name(mv);
    let is_guess = practice.kind == PracticeKind::Guess;
    match (compared(practice, mv), loss) {
        (Some(compared), it) if it < 0.05 => format!("{compared} Nothing is better."),
        (Some(compared), it) => format!("{compared} {mv_name} loses {}.", lost_points(it)),
        (None, it) if it < 0.05 && !is_guess => format!("Right, {mv_name} is best."),
        (None, it) => format!("Right, {mv_name} is good enough: it loses {}.", lost_points(it)),
    }
}

/// The guess beside the move of the game.
fn compared(practice: &Practice, mv: Move) -> Option<String> {
    let known = practice.exercise.as_ref().filter(|_| practice.kind == PracticeKind::Guess)?;
    let name = color(practice.color);
    if known.played == mv {
        return Some(format!("Yes, {name} played {}.", move_name(mv)));
    }
    let loss = known.known.iter().find(|it| it.mv == known.played);
    let loss = loss.filter(|it| it.loss >= 0.05);
    let loss = loss.map(|it| format!(", which loses {}", lost_points(it.loss)));
    Some(format!("{name} played {}{}.", move_name(known.played), loss.unwrap_or_default()))
}

fn finished(practice: &Practice, keys: &KeyTable) -> String {
    let score = practice.score;
    let end = match keys.front_end() {
        FrontEnd::Text => "Type practice stop to finish.".to_owned(),
        FrontEnd::Terminal | FrontEnd::Window => {
            format!("{} to finish.", press_first(keys, Command::Cancel))
        }
    };
    match practice.kind {
        PracticeKind::Mistakes => {
            format!("Done: {} of {} right at the first try. {end}", score.n_right, score.n_answered)
        }
        PracticeKind::Guess => format!(
            "Done: {} of {} as in the game, {} good. {end}",
            score.n_same, score.n_answered, score.n_right
        ),
    }
}

/// How a proof goes, and what came out.
pub fn proof(proof: &Proof, keys: &KeyTable) -> String {
    let (owner, attacker) = (color(proof.owner), color(!proof.owner));
    let stone = proof.stone;
    let n_moves = proof.moves.iter().filter(|it| **it != Move::Pass).count();
    let text = match proof.verdict {
        None => return format!("{attacker} attacks the group at {stone}, on a side board…"),
        Some(Verdict::Captured) => {
            format!("The group at {stone} is dead: captured in {}.", count(n_moves, "move"))
        }
        Some(Verdict::Dead) => {
            format!("The group at {stone} is dead: {owner} has no way to save it.")
        }
        Some(Verdict::Alive) if n_moves == 0 => {
            format!("The group at {stone} is alive: {attacker} has no attack.")
        }
        Some(Verdict::Alive) => {
            format!("The group at {stone} is alive: the attack by {attacker} fails.")
        }
        Some(Verdict::Unclear) => format!("No proof for the group at {stone}."),
    };
    match keys.front_end() {
        FrontEnd::Text if n_moves > 0 => {
            let moves: Vec<String> = proof.moves.iter().map(|it| move_name(*it)).collect();
            format!("{text} {attacker} first: {}.", moves.join(", "))
        }
        FrontEnd::Text => text,
        FrontEnd::Terminal | FrontEnd::Window => {
            format!("{text} {} to return.", press_first(keys, Command::Cancel))
        }
    }
}

fn move_name(mv: Move) -> String {
    match mv {
        Move::Pass => "pass".to_owned(),
        Move::Play(point) => point.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_short() {
        assert_eq!(
            [0.0, 0.04, 0.5, 9.94, 9.96, 12.4].map(loss_number),
            ["0", "0", "0.5", "9.9", "10", "12"]
        );
    }

    #[test]
    fn mistakes_are_counted_in_plain_english() {
        assert_eq!(plural(1, band(Band::Inaccuracy)), "1 inaccuracy");
        assert_eq!(plural(2, band(Band::Inaccuracy)), "2 inaccuracies");
        assert_eq!(plural(3, band(Band::BigMistake)), "3 big mistakes");
    }
}
