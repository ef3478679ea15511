//! The page of a review.

use maud::{Markup, html};
use serde_json::{Value, json};
use tengen_record::Record;
use tengen_review::Report;
use tengen_review::exercise::Exercise;
use tengen_rules::{Color, Move};

use super::{Shell, json_script};
use crate::asset::Assets;
use crate::id::GameId;
use crate::reviews::ReviewNow;
use crate::store::ReviewStage;

/// What the page of a review shows.
#[derive(Debug)]
pub(crate) struct ReviewPage {
    pub(crate) id: GameId,
    pub(crate) title: String,
    /// Whether the visitor has played the game.
    pub(crate) is_player: bool,
    /// The review, if anybody has asked for it.
    pub(crate) now: Option<ReviewNow>,
    pub(crate) reviewed: Option<Reviewed>,
}

/// What was found so far.
#[derive(Debug)]
pub(crate) struct Reviewed {
    pub(crate) record: Record,
    pub(crate) report: Report,
    pub(crate) exercises: Vec<Exercise>,
}

/// The page of a review, or of a game that has none yet.
pub(crate) fn review(assets: &Assets, page: &ReviewPage) -> Markup {
    let title = format!("Review: {} – Tengen", page.title);
    let shell = Shell { assets, page: "review", title, module: Some("review.js") };
    let stage = page.now.as_ref().map(|it| it.stored.stage);
    shell.render(&html! {
        main id="main" data-game=(page.id) data-found[page.reviewed.is_some()]
            data-waiting[stage == Some(ReviewStage::Waiting)] {
            h1 { "Review: " (page.title) }
            p.about { a href={ "/g/" (page.id) } { "Back to the game" } }
            @match (&page.now, stage) {
                (Some(now), Some(ReviewStage::Waiting)) => { (progress(now)) }
                (_, Some(ReviewStage::Failed)) => {
                    p { "The computer could not finish this review." }
                    (wanted(page))
                }
                (None, _) => { (wanted(page)) }
                _ => {}
            }
            @if let Some(reviewed) = &page.reviewed { (found(page.id, reviewed)) }
        }
    })
}

/// Asks for the review.
fn wanted(page: &ReviewPage) -> Markup {
    html! {
        @if page.is_player {
            p {
                "The computer looks at every move of this game: what it lost, what would have been "
                "better, and why. You can leave the page meanwhile."
            }
            form method="post" action={ "/g/" (page.id) "/review" } {
                button.primary { "Review this game" }
            }
        } @else {
            p { "This game has not been reviewed. Only those who played it can ask for that." }
        }
    }
}

fn progress(now: &ReviewNow) -> Markup {
    html! {
        section id="progress" aria-label="Progress" {
            p id="progress-text" role="status" { (review_progress(now)) }
            progress id="progress-bar" max="1" value=(now.share()) aria-labelledby="progress-text" {}
            noscript { p { "Reload this page to see how far it is." } }
        }
    }
}

/// How far a review is, in a sentence.
pub(crate) fn review_progress(now: &ReviewNow) -> String {
    match (now.stored.stage, now.progress) {
        (ReviewStage::Done, _) => "The review is finished.".to_owned(),
        (ReviewStage::Failed, _) => "The computer could not finish this review.".to_owned(),
        (ReviewStage::Waiting, Some(progress)) if progress.n_positions == 0 => {
            "The review begins.".to_owned()
        }
        (ReviewStage::Waiting, Some(progress)) if progress.is_swept() => format!(
            "All moves have been looked at once; {} of the positions that matter most again.",
            progress.n_deepened
        ),
        (ReviewStage::Waiting, Some(progress)) => {
            let n = progress.n_swept + progress.n_failed;
            format!("{n} of {} positions have been looked at.", progress.n_positions)
        }
        (ReviewStage::Waiting, None) => match now.n_before {
            0 => "The review is about to begin.".to_owned(),
            1 => "The review waits for another one.".to_owned(),
            n => format!("The review waits for {n} others."),
        },
    }
}

fn found(id: GameId, reviewed: &Reviewed) -> Markup {
    let Reviewed { record, report, exercises } = reviewed;
    let mut data = tengen_report::data(record, report);
    data["exercises"] = exercises.iter().filter_map(|it| exercise(it, report)).collect();
    html! {
        div id="review" {
            section.board-side aria-label="Board" {
                div id="board" {}
                nav.steps aria-label="Steps" {
                    (step("first", "First position", "|◀"))
                    (step("mistake-back", "Previous mistake", "◀◀"))
                    (step("back", "Previous move", "◀"))
                    output id="number" aria-live="off" {}
                    (step("forward", "Next move", "▶"))
                    (step("mistake", "Next mistake", "▶▶"))
                    (step("last", "Last position", "▶|"))
                }
                div.modes role="group" aria-label="What to do" {
                    button id="hide" type="button" aria-pressed="false" { "Hide answers" }
                    button id="practice" type="button" aria-pressed="false" {
                        "Practice the mistakes"
                    }
                    button id="guess" type="button" aria-pressed="false" { "Guess the moves" }
                }
                div id="said" role="status" aria-live="polite" {}
            }
            section.report-side aria-label="Report" {
                @if report.moves.is_empty() { p { "No move has been judged yet." } }
                (tengen_report::graph(report))
                p id="dot" aria-hidden="true" {}
                h2 { "Key moves" }
                (tengen_report::key_moves(report))
                details id="all-moves" {
                    summary { "All moves" }
                    (tengen_report::move_list(report))
                }
                h2 { "Players" }
                (tengen_report::player_table(record, report))
                nav id="downloads" aria-label="Downloads" {
                    a.button href={ "/g/" (id) "/review.sgf" } download { "Record with review (SGF)" }
                    a.button href={ "/g/" (id) "/review.html" } download { "Report (one HTML page)" }
                }
                (tengen_report::notes(report))
            }
        }
        (json_script("review-data", &data.to_string()))
    }
}

fn step(name: &str, label: &str, sign: &str) -> Markup {
    html! {
        button type="button" data-step=(name) aria-label=(label) title=(label) { (sign) }
    }
}

/// A mistake of the line that is shown, as something to practice.
fn exercise(exercise: &Exercise, report: &Report) -> Option<Value> {
    let idx = report.graph.iter().position(|it| it.node == exercise.mistake)?;
    let known = exercise.known.iter().map(|it| {
        let line: Vec<Value> = it.line.iter().map(|&it| name(it)).collect();
        json!({ "move": name(it.mv), "loss": it.loss, "line": line })
    });
    Some(json!({
        "idx": idx,
        "toPlay": match exercise.to_play { Color::Black => "b", Color::White => "w" },
        "tolerance": exercise.tolerance,
        "known": known.collect::<Vec<_>>(),
    }))
}

/// A move by its name; a pass is `null`.
fn name(mv: Move) -> Value {
    mv.point().map_or(Value::Null, |it| json!(it.to_string()))
}
