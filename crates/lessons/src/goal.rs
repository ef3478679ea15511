//! What a move has to do, decided by the rules and by reading ahead.

use tengen_rules::{Board, Color, Move, Point, Suicide, territory};

use crate::counting::dead_stones;
use crate::reading;

/// What a move has to do.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Goal {
    /// Any legal move will do.
    Any,
    /// To capture anything.
    CaptureAny,
    /// To capture the chain at a point.
    Capture(Point),
    /// To leave the opponent's chain at a point with one liberty.
    Atari(Point),
    /// To save one's own chain at a point from capture.
    Save(Point),
    /// To catch the opponent's chain at a point: it is taken, or cannot get
    /// away any more.
    Trap(Point),
    /// To make one's own chain at a point live for certain.
    Live(Point),
    /// To keep the opponent's chain at a point from ever living.
    Kill(Point),
    /// To join two chains of one's own.
    Connect(Point, Point),
    /// To keep two chains of the opponent apart: not even the next move can
    /// join them.
    Cut(Point, Point),
    /// To close the last border, and leave no point between the colors.
    Border,
}

impl Goal {
    /// Whether a move reaches the goal; one that is not legal does not.
    pub fn is_reached(self, board: &Board, color: Color, point: Point) -> bool {
        let Ok(after) = board.after(color, point, Suicide::Forbidden) else { return false };
        match self {
            Goal::Any => true,
            Goal::CaptureAny => after.n_empty() + 1 > board.n_empty(),
            Goal::Capture(target) => after.stone(target) != Some(!color),
            Goal::Atari(target) => {
                after.stone(target) == Some(!color) && after.n_liberties(target) == 1
            }
            Goal::Save(target) => {
                after.stone(target) == Some(color) && reading::capture(&after, target).is_none()
            }
            Goal::Trap(target) => reading::rescue(&after, target).is_none(),
            Goal::Live(target) => reading::lives_for_certain(&after, target),
            Goal::Kill(target) => reading::make_life(&after, target).is_none(),
            Goal::Connect(one, other) => is_joined(&after, one, other),
            Goal::Cut(one, other) => joins(&after, !color, one, other).is_none(),
            Goal::Border => is_closed(&after),
        }
    }

    /// How the opponent answers a legal move that does not reach the goal, if
    /// that shows what is wrong with it.
    pub fn refutation(self, board: &Board, color: Color, point: Point) -> Option<Move> {
        let after = board.after(color, point, Suicide::Forbidden).ok()?;
        match self {
            Goal::Any | Goal::CaptureAny | Goal::Atari(_) | Goal::Border => None,
            Goal::Capture(target) => escape(&after, target),
            Goal::Save(target) => reading::capture(&after, target).map(Move::Play),
            Goal::Trap(target) => reading::rescue(&after, target).filter(|&it| it != Move::Pass),
            Goal::Live(target) => reading::prevent_life(&after, target),
            Goal::Kill(target) => reading::make_life(&after, target),
            Goal::Connect(one, other) => {
                let cut = |it: &Point| Goal::Cut(one, other).is_reached(&after, !color, *it);
                after.size().points().find(cut).map(Move::Play)
            }
            Goal::Cut(one, other) => joins(&after, !color, one, other).map(Move::Play),
        }
        .filter(|it| *it != Move::Pass)
    }

    /// The key of what is said to a move that does not reach the goal.
    pub const fn key(self) -> &'static str {
        match self {
            Goal::Any => "any",
            Goal::CaptureAny => "capture-any",
            Goal::Capture(_) => "capture",
            Goal::Atari(_) => "atari",
            Goal::Save(_) => "save",
            Goal::Trap(_) => "trap",
            Goal::Live(_) => "live",
            Goal::Kill(_) => "kill",
            Goal::Connect(..) => "connect",
            Goal::Cut(..) => "cut",
            Goal::Border => "border",
        }
    }

    /// The chain that it is about.
    pub const fn target(self) -> Option<Point> {
        match self {
            Goal::Any | Goal::CaptureAny | Goal::Border => None,
            Goal::Capture(target)
            | Goal::Atari(target)
            | Goal::Save(target)
            | Goal::Trap(target)
            | Goal::Live(target)
            | Goal::Kill(target)
            | Goal::Connect(target, _)
            | Goal::Cut(target, _) => Some(target),
        }
    }
}

/// The move that gives a chain the most liberties, if it has a way out.
fn escape(board: &Board, target: Point) -> Option<Move> {
    let owner = board.stone(target)?;
    let after = |point: Point| {
        let after = board.after(owner, point, Suicide::Forbidden).ok()?;
        Some(after.n_liberties(target)).filter(|&it| it > board.n_liberties(target))
    };
    let ways = board.liberties(target).iter().filter_map(|it| Some((after(it)?, it)));
    // The first of those that are equally good.
    let best = ways.max_by_key(|&(n_liberties, it)| (n_liberties, std::cmp::Reverse(it)));
    best.map(|(_, point)| Move::Play(point))
}

/// Whether all borders are closed and no point between the colors is left.
pub(crate) fn is_closed(board: &Board) -> bool {
    let found = territory::find(board, &dead_stones(board));
    found.is_sealed && !found.neutral.iter().any(|it| board.is_empty_at(it))
}

fn is_joined(board: &Board, one: Point, other: Point) -> bool {
    board.chain_id(one).is_some() && board.chain_id(one) == board.chain_id(other)
}

/// A move of this color after which two of its chains are one.
fn joins(board: &Board, color: Color, one: Point, other: Point) -> Option<Point> {
    let is_join = |point: &Point| {
        board
            .after(color, *point, Suicide::Forbidden)
            .is_ok_and(|after| is_joined(&after, one, other))
    };
    board.size().points().find(is_join)
}
