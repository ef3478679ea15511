//! The boards and lines that a reason is found in.

use tengen_rules::{Board, Color, Move, Point, PointSet, Position, Suicide};

use crate::MoveReview;

/// What is known about a mistake.
#[derive(Clone, Debug)]
pub(super) struct Evidence<'a> {
    pub(super) color: Color,
    pub(super) mv: Move,
    /// In points.
    pub(super) loss: f32,
    pub(super) before: &'a Board,
    pub(super) after: Board,
    /// The best other move with what follows; may be empty.
    pub(super) best: &'a [Move],
    /// The opponent's best reply with what follows; may be empty.
    pub(super) reply: &'a [Move],
}

impl<'a> Evidence<'a> {
    /// `None` if the move is not legal on this board.
    pub(super) fn new(judged: &'a MoveReview, before: &'a Board) -> Option<Evidence<'a>> {
        let after = played(before, judged.color, judged.mv)?;
        Some(Evidence {
            color: judged.color,
            mv: judged.mv,
            loss: judged.points_lost(),
            before,
            after,
            best: judged.better.first().map_or(&[], |it| &it.line),
            reply: &judged.refutation,
        })
    }

    /// The stone that was played.
    pub(super) fn stone(&self) -> Option<Point> {
        self.mv.point()
    }

    /// Where the best other move is.
    pub(super) fn best_point(&self) -> Option<Point> {
        self.best.first()?.point()
    }

    /// Where the opponent replies.
    pub(super) fn reply_point(&self) -> Option<Point> {
        self.reply.first()?.point()
    }

    /// The board after the best other move.
    pub(super) fn after_best(&self) -> Option<Board> {
        played(self.before, self.color, *self.best.first()?)
    }
}

/// The board after a move, with the ko that it may leave.
pub(super) fn played(board: &Board, color: Color, mv: Move) -> Option<Board> {
    let mut position = Position { to_play: color, ..Position::from(*board) };
    position.play(mv, Suicide::Forbidden).ok()?;
    Some(position.board)
}

/// The stones of a color that a move of the other takes.
pub(super) fn taken(board: &Board, color: Color, at: Point) -> PointSet {
    match played(board, !color, Move::Play(at)) {
        Some(after) => gone(board, &after, color),
        None => PointSet::EMPTY,
    }
}

/// The stones of a color that are on one board and not on another.
pub(super) fn gone(before: &Board, after: &Board, color: Color) -> PointSet {
    let own = before.stones().filter(|&(it, _)| it == color);
    own.map(|(_, point)| point).filter(|&it| after.stone(it) != Some(color)).collect()
}

/// The stones of a color that are on the board at first and are taken
/// somewhere along a line.
pub(super) fn taken_along(board: &Board, to_play: Color, line: &[Move], color: Color) -> PointSet {
    let mut position = Position { to_play, ..Position::from(*board) };
    let mut left = board.stones().filter(|&(it, _)| it == color).map(|it| it.1).collect();
    let all: PointSet = left;
    for &mv in line {
        if position.play(mv, Suicide::Forbidden).is_err() {
            break;
        }
        // A stone that is put where one was taken is another stone.
        let still = |it: &Point| position.board.stone(*it) == Some(color);
        left = left.iter().filter(still).collect();
    }
    all - left
}
