//! Checks of lists of points, labels and lines.

use std::collections::HashSet;

use crate::check::flaw_place::At;
use crate::check::{Checker, Flaw};
use crate::definition::Arity;
use crate::{Definition, Point, Property, Size, Value, ValueError, ValueKind};

/// The points that lists which exclude each other have in a node.
#[derive(Default)]
pub(super) struct Lists {
    marks: Option<Box<Points>>,
    stones: Option<Box<Points>>,
    territory: Option<Box<Points>>,
}

/// A set of points.
#[derive(Clone)]
struct Points {
    /// A bit for each column of a row.
    rows: [u64; Size::MAX_EDGE as usize],
}

impl Default for Points {
    fn default() -> Points {
        Points { rows: [0; Size::MAX_EDGE as usize] }
    }
}

impl Points {
    /// Adds a rectangle, and returns whether a point of it was there before.
    fn add(&mut self, (first, second): (Point, Point)) -> bool {
        let left = first.column().min(second.column());
        let right = first.column().max(second.column());
        let top = usize::from(first.row().min(second.row()));
        let bottom = usize::from(first.row().max(second.row()));
        let columns: u64 = (2 << right) - (1 << left);
        self.rows[top..=bottom].iter_mut().fold(false, |was_there, row| {
            let is_shared = *row & columns != 0;
            *row |= columns;
            was_there | is_shared
        })
    }

    fn has_common(&self, other: &Points, (first, second): (Point, Point)) -> bool {
        let mut rectangle = Points::default();
        rectangle.add((first, second));
        let both = self.rows.iter().zip(&other.rows).zip(&rectangle.rows);
        both.fold(0, |found, ((own, other), mask)| found | (own & other & mask)) != 0
    }

    fn add_all(&mut self, other: &Points) {
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, other)| *row |= other);
    }
}

impl<'a> Checker<'a> {
    /// Checks a list whose values begin with a point.
    pub(super) fn list(
        &mut self,
        property: Property<'a>,
        definition: &'static Definition,
        lists: &mut Lists,
    ) {
        let mut own = Points::default();
        let mut lines = HashSet::new();
        let others = match definition.name {
            "CR" | "MA" | "SL" | "SQ" | "TR" => Some(&mut lists.marks),
            "AB" | "AW" | "AE" => Some(&mut lists.stones),
            "TB" | "TW" => Some(&mut lists.territory),
            _ => None,
        };
        let taken = others.as_ref().and_then(|it| it.as_deref().cloned());
        let is_alone = property.values().nth(1).is_none();
        for (idx, value) in property.values().enumerate() {
            let at = At { property, idx, value };
            if value.raw().trim().is_empty() {
                if !is_alone {
                    self.places.add_value(Flaw::EmptyBesideOthers, at, None);
                } else if definition.arity == Arity::List {
                    self.places.add_value(Flaw::EmptyList, at, None);
                }
                continue;
            }
            let flaw = match definition.kind {
                ValueKind::PointAndText => self.label(value, &mut own),
                ValueKind::PointPair => self.line(value, &mut lines),
                _ => self.points(value, &mut own, taken.as_ref()),
            };
            if let Some((flaw, hint)) = flaw {
                self.places.add_value(flaw, at, hint);
            }
        }
        if let Some(others) = others {
            others.get_or_insert_default().add_all(&own);
        }
    }

    /// Checks a point or rectangle.
    fn points(
        &self,
        value: Value<'_>,
        own: &mut Points,
        taken: Option<&Points>,
    ) -> Option<(Flaw, Option<String>)> {
        let corners @ (first, second) = match value.corners(self.size) {
            Ok(corners) => corners,
            Err(error) => return Some((point_flaw(error), None)),
        };
        let is_twice = own.add(corners);
        let is_rectangle = value.compose().is_some();
        let is_ordered = first.column() <= second.column() && first.row() <= second.row();
        if taken.is_some_and(|taken| taken.has_common(own, corners)) {
            Some((Flaw::PointInTwoLists, None))
        } else if is_twice {
            Some((Flaw::PointTwice, None))
        } else if is_rectangle && first == second {
            Some((Flaw::PointAsRectangle, Some(first.to_string())))
        } else if is_rectangle && !is_ordered {
            Some((Flaw::ReversedRectangle, upright(corners)))
        } else if is_rectangle && self.format.is_some_and(|format| format < 4) {
            Some((Flaw::NewerForm, None))
        } else if value.raw().len() != if is_rectangle { 5 } else { 2 } {
            let hint = if is_rectangle { upright(corners) } else { Some(first.to_string()) };
            Some((Flaw::UnusualForm, hint))
        } else {
            None
        }
    }

    /// Checks a point with its label.
    fn label(&self, value: Value<'_>, own: &mut Points) -> Option<(Flaw, Option<String>)> {
        let Some((point, text)) = value.compose() else {
            return Some((Flaw::MissingColon, None));
        };
        let (corner, _) = match point.corners(self.size) {
            Ok(corners) => corners,
            Err(error) => return Some((point_flaw(error), None)),
        };
        if own.add((corner, corner)) {
            Some((Flaw::PointTwice, None))
        } else if text.raw().trim().is_empty() {
            Some((Flaw::EmptyText, None))
        } else if point.raw().len() != 2 {
            Some((Flaw::UnusualForm, Some(format!("{corner}:{}", text.raw()))))
        } else {
            None
        }
    }

    /// Checks the two ends of a line or an arrow.
    fn line(
        &self,
        value: Value<'_>,
        lines: &mut HashSet<(Point, Point)>,
    ) -> Option<(Flaw, Option<String>)> {
        if value.compose().is_none() {
            return Some((Flaw::MissingColon, None));
        }
        let (first, second) = match value.corners(self.size) {
            Ok(ends) => ends,
            Err(error) => return Some((point_flaw(error), None)),
        };
        if first == second {
            Some((Flaw::LineWithoutLength, None))
        } else if !lines.insert((first, second)) {
            Some((Flaw::LineTwice, None))
        } else if value.raw().len() != 5 {
            Some((Flaw::UnusualForm, Some(format!("{first}:{second}"))))
        } else {
            None
        }
    }
}

fn point_flaw(error: ValueError) -> Flaw {
    if matches!(error, ValueError::OffBoard(_)) { Flaw::OffBoard } else { Flaw::BadPoint }
}

/// The rectangle from its upper left to its lower right corner.
fn upright((first, second): (Point, Point)) -> Option<String> {
    let upper_left =
        Point::new(first.column().min(second.column()), first.row().min(second.row()))?;
    let lower_right =
        Point::new(first.column().max(second.column()), first.row().max(second.row()))?;
    Some(format!("{upper_left}:{lower_right}"))
}
