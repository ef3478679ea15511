//! Commands about the result.

use tengen_rules::{Board, Counting, PointSet, territory};

use super::Engine;
use crate::answer::Failure;
use crate::command::Arguments;

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
            all.without(&dead).without(&seki)
        }
    };
    Ok(chains(board, stones))
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
        let names: Vec<String> = chain.iter().map(|point| point.to_string()).collect();
        lines.push(names.join(" "));
        stones = stones.without(&chain);
    }
    lines.join("\n")
}
