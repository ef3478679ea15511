//! Commands that GoGui shows on its board.

use std::fmt::Write;

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

/// The share of playouts from which a point counts as somebody's.
const OWNED: f32 = 0.5;

/// The most candidates that have a label on the board.
const MAX_LABELS: usize = 10;

pub(super) fn analyze_commands(_: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    Ok(MENU.join("\n"))
}

/// A number for each point, from -1 for White to 1 for Black.
pub(super) fn ownership(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    let owners = count::judge(engine)?.ownership;
    Ok(board(engine, |point| format!("{:.2}", owners[point])))
}

/// A color for each point that belongs to somebody.
pub(super) fn territory(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    let owners = count::judge(engine)?.ownership;
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
    let thoughts = count::judge(engine)?;
    let mut lines = Vec::new();
    for it in thoughts.candidates.iter().take(MAX_LABELS) {
        if let Move::Play(point) = it.mv {
            lines.push(format!("LABEL {point} {:.0}", 100.0 * it.win_rate));
        }
    }
    if let Some(best) = thoughts.candidates.first() {
        let mut line = String::from("VAR");
        let mut color = thoughts.to_play;
        for mv in &best.variation {
            // Writing to a string does not fail.
            let _ = write!(line, " {} {mv}", color.letter().to_ascii_lowercase());
            color = !color;
        }
        lines.push(line);
    }
    let leader = if thoughts.lead >= 0.0 { thoughts.to_play } else { !thoughts.to_play };
    let name = if leader == Color::Black { "Black" } else { "White" };
    lines.push(format!(
        "TEXT {:.0} % for {}, {name} leads by {:.1}, {} visits",
        100.0 * thoughts.win_rate,
        thoughts.to_play,
        thoughts.lead.abs(),
        thoughts.n_visits,
    ));
    Ok(lines.join("\n"))
}
