//! The page.

use data_encoding::BASE64;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};
use tengen_front::words;
use tengen_record::{InfoKey, Record};
use tengen_review::{Band, MoveReview, Phase, PlayerReport, Report};
use tengen_rules::Color;

use crate::data::data;
use crate::graph::graph;

/// The style sheet of the page.
pub const STYLE: &str = include_str!("../assets/report.css");

/// The script of the page.
pub const SCRIPT: &str = include_str!("../assets/report.js");

/// The whole page.
pub fn page(record: &Record, report: &Report) -> String {
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    );
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="robots" content="noindex";
                title { (title(record)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (body(record, report))
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    markup.into_string()
}

/// What a policy calls a script or a style that is in the page.
fn hash(text: &str) -> String {
    format!("sha256-{}", BASE64.encode(&Sha256::digest(text.as_bytes())))
}

/// What is between the tags of the body, but the script.
pub fn body(record: &Record, report: &Report) -> Markup {
    html! {
        header {
            h1 { (players(record)) }
            p class="about" { (about(record)) }
        }
        main {
            section class="board-side" {
                noscript { p { "This page needs JavaScript to show the board." } }
                div id="board" class="board" tabindex="0"
                    aria-label="Board; the arrow keys step through the game" {}
                nav class="steps" aria-label="Steps" {
                    button type="button" data-step="first" title="First move (Home)" { "|◀" }
                    button type="button" data-step="mistake-back" title="Previous mistake (p)" {
                        "◀◀"
                    }
                    button type="button" data-step="back" title="Back (←)" { "◀" }
                    output id="number" {}
                    button type="button" data-step="forward" title="Forward (→)" { "▶" }
                    button type="button" data-step="mistake" title="Next mistake (n)" { "▶▶" }
                    button type="button" data-step="last" title="Last move (End)" { "▶|" }
                    button type="button" id="hide" aria-pressed="false"
                        title="Hide or show what was better (h)" { "Hide answers" }
                }
                div id="said" class="said" aria-live="polite" {}
            }
            section class="report-side" {
                @if report.moves.is_empty() {
                    p { "No move has been reviewed yet." }
                }
                (graph(report))
                h2 { "Key moves" }
                (key_moves(report))
                details {
                    summary { "All moves" }
                    (move_list(report))
                }
                h2 { "Players" }
                (player_table(record, report))
                (notes(report))
            }
        }
        // In a script, only this character could begin a tag.
        script type="application/json" id="data" {
            (PreEscaped(data(record, report).to_string().replace('<', "\\u003c")))
        }
    }
}

fn name(record: &Record, color: Color) -> String {
    let info = record.info();
    let name = info.text(InfoKey::Player(color)).filter(|it| !it.trim().is_empty());
    let name = name.map_or_else(|| words::color(color).to_owned(), |it| it.trim().to_owned());
    match info.text(InfoKey::Rank(color)).filter(|it| !it.trim().is_empty()) {
        Some(rank) => format!("{name} ({})", rank.trim()),
        None => name,
    }
}

fn title(record: &Record) -> String {
    let [black, white] = Color::ALL.map(|color| name(record, color));
    format!("{black} – {white}: review")
}

fn players(record: &Record) -> Markup {
    html! {
        span class="player" { i class="stone black" {} (name(record, Color::Black)) }
        " – "
        span class="player" { i class="stone white" {} (name(record, Color::White)) }
    }
}

/// Event, date, rules and result.
fn about(record: &Record) -> String {
    let info = record.info();
    let text = |key| info.text(key).map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
    let mut parts = vec![words::size(record.size())];
    parts.extend([InfoKey::Event, InfoKey::Date].into_iter().filter_map(text));
    parts.extend(info.ruleset().map(|it| format!("{} rules", words::ruleset(&it))));
    parts.extend(info.komi().map(|it| format!("komi {it}")));
    parts.extend(info.outcome().map(|it| words::outcome(it).trim_end_matches('.').to_owned()));
    parts.join(" · ")
}

/// The moves that lost most, as buttons with the places of their positions.
pub fn key_moves(report: &Report) -> Markup {
    html! {
        @if report.key_moves.is_empty() {
            p { "No mistakes were found." }
        }
        ol class="key-moves" {
            @for (place, judged) in report.key_moves.iter().zip(report.key_moves()) {
                li { (key_move(report, judged, report.turning_points.contains(place))) }
            }
        }
    }
}

fn key_move(report: &Report, judged: &MoveReview, is_turn: bool) -> Markup {
    let idx = report.graph.iter().position(|it| it.node == judged.node).unwrap_or(0);
    let number = report.number_of(judged.node).unwrap_or(0);
    html! {
        button type="button" class="key-move" data-idx=(idx) {
            i class=(format!("stone {}", judged.color)) {}
            span class="move" { (number) " " (judged.mv) }
            span class=(format!("loss {}", judged.band.as_str())) {
                (format!("−{:.1}", judged.points_lost()))
            }
            span class="why" {
                @if is_turn { strong { "The lead changes hands. " } }
                (words::why(judged))
            }
        }
    }
}

/// How the players did, as a table.
pub fn player_table(record: &Record, report: &Report) -> Markup {
    let players = Color::ALL.map(|color| &report.players[color]);
    let number = |value: Option<f32>| value.map_or("–".to_owned(), |it| format!("{it:.1}"));
    let row = |label: &str, values: [String; 2]| {
        html! { tr { th scope="row" { (label) } @for value in &values { td { (value) } } } }
    };
    html! {
        table {
            thead {
                tr {
                    td {}
                    @for color in Color::ALL {
                        th scope="col" {
                            i class=(format!("stone {color}")) {} (name(record, color))
                        }
                    }
                }
            }
            tbody {
                (row("Accuracy", players.map(|it| number(it.accuracy))))
                (row("Points lost per move", players.map(|it| number(it.mean_loss))))
                @for phase in Phase::ALL {
                    (row(&format!("… {}", words::phase(phase).to_lowercase()),
                        players.map(|it| number(it.phase(phase).mean_loss))))
                }
                (row("First choice of the engine", players.map(|it| share(it.n_best, it))))
                @for band in Band::ALL {
                    tr {
                        th scope="row" title=(words::band_range(band)) {
                            i class=(format!("swatch {}", band.as_str())) {} (words::band(band))
                        }
                        @for it in players { td { (share(it.n_in(band), it)) } }
                    }
                }
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a number of moves")]
fn share(n: usize, player: &PlayerReport) -> String {
    if player.n_moves == 0 {
        return "–".to_owned();
    }
    format!("{n} ({})", words::percent(n as f32 / player.n_moves as f32))
}

/// All moves in order with what they lost, as buttons with the places of their
/// positions.
pub fn move_list(report: &Report) -> Markup {
    html! {
        ol class="moves" {
            @for (idx, point) in report.graph.iter().enumerate().filter(|(_, it)| it.color.is_some()) {
                @let judged = report.moves.iter().find(|it| it.node == point.node);
                li {
                    button type="button" class="listed-move" data-idx=(idx) {
                        (point.number) " "
                        @if let Some(judged) = judged {
                            i class=(format!("stone {}", judged.color)) {}
                            (judged.mv)
                            @if judged.band >= Band::Inaccuracy {
                                " "
                                span class=(format!("loss {}", judged.band.as_str())) {
                                    (format!("−{}", words::loss_number(judged.points_lost())))
                                    (words::band_sign(judged.band))
                                }
                            }
                        } @else { "not judged" }
                    }
                }
            }
        }
    }
}

/// What the reader should know about the review.
pub fn notes(report: &Report) -> Markup {
    let last = report.graph.last().map_or(0, |it| it.number);
    html! {
        footer {
            @if let Some(skipped) = report.skipped { p { (words::skipped(skipped, last)) } }
            @if !report.progress.is_swept() {
                p { "The review is not finished: some moves are missing." }
            }
            p {
                @if report.analysts.is_empty() { "Reviewed with Tengen." }
                @else { "Reviewed by " (report.analysts.join(", ")) "." }
            }
        }
    }
}

#[cfg(test)]
mod tests;
