//! Commands that GoGui shows on its board.

use std::fmt::Write;

use tengen_analysis::Analysis;
use tengen_rules::{Color, Move};

use super::{Engine, count};
use crate::answer::Failure;
use crate::command::Arguments;

/// What GoGui puts into its menu: how to show it, its label, the command.
const MENU: &[&str] = &[
    "gfx/Candidates/tengen-candidates",
    "dboard/Ownership/tengen-ownership",
    "cboard/Territory/tengen-territory",
    "string/Estimated Score/estimate_score",
    "string/Final Score/final_score",
    "plist/Dead Stones/final_status_list dead",
    "plist/Stones in Seki/final_status_list seki",
    "plist/Legal Moves/all_legal %c",
    "string/Unconditional Status/unconditional_status %p",
    "string/Rules/kata-get-rules",
    "none/Set Rules/kata-set-rules %s",
    "hstring/Record/printsgf",
];

/// The ownership from which a point counts as territory.
const OWNED: f32 = 0.5;

/// The most candidates that have a label on the board.
const MAX_LABELS: usize = 10;

pub(super) fn analyze_commands(_: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    Ok(MENU.join("\n"))
}

/// A number for each point, from -1 for White to 1 for Black.
pub(super) fn ownership(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    let owners = count::judge(engine)?.ownership.ok_or(Failure::NotTold)?;
    Ok(board(engine, |point| format!("{:.2}", owners[point])))
}

/// A color for each point that has an owner.
pub(super) fn territory(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    let owners = count::judge(engine)?.ownership.ok_or(Failure::NotTold)?;
    Ok(board(engine, |point| match owners[point] {
        owner if owner > OWNED => "black".into(),
        owner if owner < -OWNED => "white".into(),
        _ => "\"\"".into(),
    }))
}

/// The board row by row from the top, one word for each point.
fn board(engine: &Engine<'_>, word: impl Fn(tengen_rules::Point) -> String) -> String {
    let rows = engine.game.board().size().rows();
    let lines: Vec<String> = rows.map(|row| row.map(&word).collect::<Vec<_>>().join(" ")).collect();
    lines.join("\n")
}

/// The chances of the best moves in percent, the best variation, and a line
/// about the position.
pub(super) fn candidates(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    let analysis = count::judge(engine)?;
    let mut lines = Vec::new();
    for it in analysis.candidates.iter().take(MAX_LABELS) {
        if let Move::Play(point) = it.mv {
            lines.push(format!("LABEL {point} {:.0}", 100.0 * it.win_rate));
        }
    }
    if let Some(best) = analysis.candidates.first() {
        let mut line = String::from("VAR");
        let mut color = analysis.to_play;
        for mv in &best.variation {
            // Writing to a string does not fail.
            let _ = write!(line, " {} {mv}", color.letter().to_ascii_lowercase());
            color = !color;
        }
        lines.push(line);
    }
    lines.push(summary(&analysis));
    Ok(lines.join("\n"))
}

/// Chance, lead and visits in one line.
fn summary(analysis: &Analysis) -> String {
    let mut line = format!("TEXT {:.0} % for {}", 100.0 * analysis.win_rate, analysis.to_play);
    if let Some(lead) = analysis.lead {
        let leader = if lead >= 0.0 { analysis.to_play } else { !analysis.to_play };
        let name = if leader == Color::Black { "Black" } else { "White" };
        // Writing to a string does not fail.
        let _ = write!(line, ", {name} leads by {:.1}", lead.abs());
    }
    let _ = write!(line, ", {} visits", analysis.n_visits);
    line
}
