//! A node of a record as a picture.

use tengen_picture::{Mark, Picture};
use tengen_record::{NodeId, Record, Snapshot};
use tengen_rules::{Color, Move};

/// The position after a node with all that is drawn on it.
///
/// With a count, the stones of so many last moves carry their numbers.
pub(super) fn picture(
    record: &Record,
    id: NodeId,
    snapshot: &Snapshot,
    n_numbers: Option<u32>,
) -> Picture {
    let node = record.node(id);
    let mut picture = Picture::of(snapshot.board());
    picture.stones.extend(snapshot.breathless.iter().map(|&(color, point)| (point, color)));
    picture.ko = snapshot.board().ko();
    picture.last_move = snapshot.last_move.and_then(|(_, mv)| mv.point());
    picture.marks.extend(node.marks().into_iter().map(|(point, mark)| (point, to_mark(mark))));
    picture.labels.extend(node.labels());
    picture.dimmed = node.dimmed();
    for (from, to) in node.lines() {
        picture = picture.with_line(from, to);
    }
    for (from, to) in node.arrows() {
        picture = picture.with_arrow(from, to);
    }
    for color in Color::ALL {
        let points = node.territory(color);
        picture.territory.extend(points.iter().map(|point| (point, color)));
    }
    if let Some(n_numbers) = n_numbers {
        let moves = record.moves(id);
        for it in moves.iter().rev().take(n_numbers as usize) {
            // A later stone on the same point has the say.
            if let Move::Play(point) = it.mv
                && snapshot.stone(point) == Some(it.color)
            {
                picture.numbers.entry(point).or_insert(it.number);
            }
        }
        picture.last_move = None;
    }
    picture
}

fn to_mark(mark: tengen_record::Mark) -> Mark {
    match mark {
        tengen_record::Mark::Circle => Mark::Circle,
        tengen_record::Mark::Cross => Mark::Cross,
        tengen_record::Mark::Square => Mark::Square,
        tengen_record::Mark::Triangle => Mark::Triangle,
        tengen_record::Mark::Selected => Mark::Selected,
    }
}
