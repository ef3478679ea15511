//! Commands about the result.

use tengen_analysis::{Analysis, Excluded, Stop};
use tengen_rules::{Board, Color, Counting, PointSet, territory};

use super::{Engine, show};
use crate::answer::Failure;
use crate::command::Arguments;
use crate::player::{Purpose, Request};

pub(super) fn final_score(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    Ok(count(engine).score().to_string())
}

pub(super) fn final_status_list(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let status = arguments.word()?;
    if !matches!(status, "alive" | "dead" | "seki") {
        return Err(Failure::SyntaxError);
    }
    let dead = count(engine).dead;
    let board = engine.game.board();
    let seki = stones_in_seki(board, &dead);
    let stones = match status {
        "dead" => dead,
        "seki" => seki,
        _ => {
            let all: PointSet = board.stones().map(|(_, point)| point).collect();
            all - dead - seki
        }
    };
    Ok(chains(board, stones))
}

/// The final status of one point.
pub(super) fn final_status(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let point = arguments.mv()?.point().ok_or(Failure::SyntaxError)?;
    let counting = count(engine);
    let board = engine.game.board();
    if !board.size().contains(point) {
        return Err(Failure::SyntaxError);
    }
    Ok(match (board.stone(point), counting.owner[point]) {
        (Some(_), _) if counting.dead.contains(point) => "dead",
        (Some(_), _) if stones_in_seki(board, &counting.dead).contains(point) => "seki",
        (Some(_), _) => "alive",
        (None, Some(Color::Black)) => "black_territory",
        (None, Some(Color::White)) => "white_territory",
        (None, None) => "dame",
    }
    .into())
}

/// The lead that the player expects, and by how much it may be wrong.
pub(super) fn estimate_score(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    let analysis = judge(engine)?;
    let lead = analysis.evaluation().black_lead.ok_or(Failure::NotTold)?;
    let deviation = analysis.lead_deviation.unwrap_or(0.0);
    // Rounded first, so that half a point less than nothing is nothing.
    let lead = (2.0 * lead).round() / 2.0;
    let score = if lead == 0.0 {
        "0".into()
    } else {
        format!("{}+{:.1}", if lead > 0.0 { 'B' } else { 'W' }, lead.abs())
    };
    Ok(format!("{score} (upper bound: {:.1}, lower: {:.1})", lead + deviation, lead - deviation))
}

/// The player's evaluation after a short search.
pub(super) fn judge(engine: &mut Engine<'_>) -> Result<Analysis, Failure> {
    let color = engine.game.to_play();
    let game = engine.open_game(color);
    let request = Request {
        game: &game,
        color,
        purpose: Purpose::Judge,
        excluded: Excluded::default(),
        interval: None,
        stop: Stop::new(),
    };
    let mut last = None;
    engine.player.think(&request, &mut |analysis| last = Some(analysis.clone()));
    last.ok_or(Failure::NotTold)
}

fn count(engine: &mut Engine<'_>) -> Counting {
    let dead = engine.player.dead_stones(&engine.game);
    engine.game.count(&dead)
}

/// While borders are open, eyes are not yet made, and nothing is in seki.
fn stones_in_seki(board: &Board, dead: &PointSet) -> PointSet {
    let territory = territory::find(board, dead);
    if territory.is_sealed { territory.seki } else { PointSet::EMPTY }
}

/// One line for each chain of these stones.
fn chains(board: &Board, mut stones: PointSet) -> String {
    let mut lines = Vec::new();
    while let Some(point) = stones.first() {
        let chain: PointSet = board.chain(point).collect();
        lines.push(show::names(chain.iter()));
        stones -= chain;
    }
    lines.join("\n")
}
