//! The count of a game that is over in the tree.

use tengen_net::Output;
use tengen_rules::{Board, ByPoint, Color, Scoring, area};

use crate::playout::sign;
use crate::search::path::Leaf;

/// The ownership from which on a point is settled, from 0 to 1.
const SETTLED: f32 = 0.5;

/// One point in twelve may belong to neither player in a finished game.
const NEUTRAL: u16 = 12;

/// Black's lead at the end of a game, in half points.
///
/// Where stones are taken off, an evaluation of the position says which, and
/// what is not settled counts against the player who ended the game, so that
/// passing on an unfinished board wins nothing.
pub(super) fn lead(leaf: &Leaf<'_>, board: &Board, output: Option<&Output>) -> i32 {
    let mut balance = match output {
        None => balance(&area::find(board), board),
        Some(output) => agreed_balance(leaf, board, output),
    };
    if leaf.root.scoring() == Scoring::Territory {
        balance -= leaf.stones_played();
    }
    leaf.root.lead(balance)
}

/// Black's area minus White's.
fn balance(owners: &ByPoint<Option<Color>>, board: &Board) -> i32 {
    board.size().points().map(|point| i32::from(sign(owners[point]))).sum()
}

/// The same with dead stones taken off.
fn agreed_balance(leaf: &Leaf<'_>, board: &Board, output: &Output) -> i32 {
    // The output is that of the player who would move next, whose opponent
    // has passed last.
    let next = leaf.path.to_play();
    let ownership = |color: Color, point| {
        if color == next { output.ownership(point) } else { -output.ownership(point) }
    };
    let is_dead = |chain_id| {
        let owner = board.stone(chain_id);
        let sum: f32 = owner
            .map_or(0.0, |owner| board.chain(chain_id).map(|point| ownership(owner, point)).sum());
        sum < 0.0
    };
    let left = board.without(|point| board.chain_id(point).is_some_and(is_dead));
    let owners = area::find(&left);
    let size = board.size();
    let n_neutral = size.points().filter(|&it| owners[it].is_none()).count();
    let is_territory = leaf.root.scoring() == Scoring::Territory;
    let are_dame = is_territory && n_neutral <= usize::from(size.n_points() / NEUTRAL);
    let owner = |point| match owners[point] {
        None if are_dame => 0,
        _ if output.ownership(point).abs() < SETTLED => i32::from(next.sign()),
        owner => i32::from(sign(owner)),
    };
    size.points().map(owner).sum()
}
