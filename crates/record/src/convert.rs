//! Conversions between the types of `tengen-sgf` and `tengen-rules`.
//!
//! The format counts rows from the top, the rules from the bottom.

use tengen_rules::{Color, Move, Point, PointSet, Size};
use tengen_sgf as sgf;

pub(crate) fn to_color(color: sgf::Color) -> Color {
    match color {
        sgf::Color::Black => Color::Black,
        sgf::Color::White => Color::White,
    }
}

pub(crate) fn from_color(color: Color) -> sgf::Color {
    match color {
        Color::Black => sgf::Color::Black,
        Color::White => sgf::Color::White,
    }
}

/// The name of the property that holds a move of this color.
pub(crate) const fn move_name(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

pub(crate) fn to_size(size: sgf::Size) -> Option<Size> {
    Size::new(size.width(), size.height())
}

/// # Panics
///
/// Never: the format has larger boards than the rules.
pub(crate) fn from_size(size: Size) -> sgf::Size {
    sgf::Size::new(size.width(), size.height()).expect("the format has boards up to 52x52")
}

pub(crate) fn to_point(point: sgf::Point, size: Size) -> Option<Point> {
    let row = size.height().checked_sub(point.row() + 1)?;
    Point::new(point.column(), row, size)
}

/// The same point in the words of the format, if the board has it.
pub(crate) fn from_point(point: Point, size: Size) -> Option<sgf::Point> {
    if !size.contains(point) {
        return None;
    }
    sgf::Point::new(point.column(), size.height() - 1 - point.row())
}

/// The move of a value, if the board has it.
pub(crate) fn to_move(value: sgf::Value<'_>, size: Size) -> Option<Move> {
    match value.mv(from_size(size)).ok()? {
        sgf::Move::Pass => Some(Move::Pass),
        sgf::Move::Play(point) => to_point(point, size).map(Move::Play),
    }
}

pub(crate) fn from_move(mv: Move, size: Size) -> Option<sgf::Move> {
    match mv {
        Move::Pass => Some(sgf::Move::Pass),
        Move::Play(point) => from_point(point, size).map(sgf::Move::Play),
    }
}

/// The point of a value, if the board has it.
pub(crate) fn value_point(value: sgf::Value<'_>, size: Size) -> Option<Point> {
    value.point().ok().and_then(|point| to_point(point, size))
}

/// The two points of a composed value, if the board has them.
pub(crate) fn value_pair(value: sgf::Value<'_>, size: Size) -> Option<(Point, Point)> {
    let (first, second) = value.compose()?;
    Some((value_point(first, size)?, value_point(second, size)?))
}

/// Adds the point or the rectangle of a value to a set, and says whether the
/// value is one.
pub(crate) fn add_points(set: &mut PointSet, value: sgf::Value<'_>, size: Size) -> bool {
    let single = || value_point(value, size).map(|point| (point, point));
    let Some((first, second)) = value_pair(value, size).or_else(single) else {
        return false;
    };
    let columns = first.column().min(second.column())..=first.column().max(second.column());
    let rows = first.row().min(second.row())..=first.row().max(second.row());
    for row in rows {
        set.extend(columns.clone().filter_map(|column| Point::new(column, row, size)));
    }
    true
}

/// The points that values name, without what the board does not have.
pub(crate) fn points(values: sgf::Values<'_>, size: Size) -> PointSet {
    let mut set = PointSet::EMPTY;
    for value in values {
        add_points(&mut set, value, size);
    }
    set
}

/// Points as values, from the top left.
pub(crate) fn from_points(set: &PointSet, size: Size) -> Vec<sgf::ValueBuf> {
    let points = size.rows().flatten().filter(|&point| set.contains(point));
    points.filter_map(|point| from_point(point, size)).map(sgf::ValueBuf::from).collect()
}
