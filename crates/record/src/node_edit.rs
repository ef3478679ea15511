//! Edits of what is in a node: set-up, comments, mark-up, game info.

use tengen_rules::{Color, Point, PointSet};
use tengen_sgf::{Double, ValueBuf};

use crate::history::Step;
use crate::node::{overtime_name, seconds_name, territory_name};
use crate::store::{self, Assignment};
use crate::{
    Annotation, EditError, Figure, InfoKey, Mark, NodeId, PrintMode, Record, Stroke, convert,
};

/// The properties that positions depend on.
const POSITION_NAMES: [&str; 8] = ["B", "W", "AB", "AW", "AE", "PL", "MN", "RU"];

/// # Errors
///
/// All of these return [`EditError`] and change nothing if the node was
/// removed, a point is not on the board, or the record would outgrow 4 GiB.
#[expect(clippy::missing_errors_doc, reason = "the errors are the same for all")]
impl Record {
    /// Sets up stones of a color on points, or takes off what is there.
    ///
    /// Only what differs from the position before the node is written.
    /// [`EditError::HasMove`] is returned for a node with a move: add another
    /// one for the set-up.
    pub fn set_up(
        &mut self,
        id: NodeId,
        points: &PointSet,
        stone: Option<Color>,
    ) -> Result<(), EditError> {
        self.check_points(id, points)?;
        let node = self.node(id);
        if node.mv().is_some() {
            return Err(EditError::HasMove);
        }
        let before = self.parent(id).map(|parent| self.position(parent));
        let is_new = |&point: &Point| before.as_ref().and_then(|it| it.stone(point)) != stone;
        let needed: PointSet = points.iter().filter(is_new).collect();
        let lists = [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)];
        let assignments = lists.map(|(name, of)| {
            let added = if of == stone { &needed } else { &PointSet::EMPTY };
            self.point_list(id, name, points, added)
        });
        self.assign(id, assignments.into())
    }

    /// Says who plays next, or leaves it to the moves.
    pub fn set_to_play(&mut self, id: NodeId, color: Option<Color>) -> Result<(), EditError> {
        self.set_value(id, "PL", color.map(convert::from_color))
    }

    /// Gives a node a comment; an empty one goes away.
    pub fn set_comment(&mut self, id: NodeId, text: &str) -> Result<(), EditError> {
        self.set_value(id, "C", Some(text).filter(|text| !text.is_empty()))
    }

    /// Gives a node a name; an empty one goes away.
    pub fn set_name(&mut self, id: NodeId, name: &str) -> Result<(), EditError> {
        self.set_value(id, "N", Some(name).filter(|name| !name.is_empty()))
    }

    /// Puts a mark on a point in place of any other, or takes it off.
    pub fn set_mark(
        &mut self,
        id: NodeId,
        point: Point,
        mark: Option<Mark>,
    ) -> Result<(), EditError> {
        let points = PointSet::from_iter([point]);
        self.check_points(id, &points)?;
        let assignments = Mark::ALL.map(|it| {
            let added = if Some(it) == mark { &points } else { &PointSet::EMPTY };
            self.point_list(id, it.name(), &points, added)
        });
        self.assign(id, assignments.into())
    }

    /// Writes a text on a point in place of any other; an empty one goes
    /// away.
    pub fn set_label(&mut self, id: NodeId, point: Point, text: &str) -> Result<(), EditError> {
        let size = self.size;
        let named = convert::from_point(point, size).ok_or(EditError::OffBoard(point))?;
        let values = self.node(id).raw().values("LB");
        let mut values: Vec<ValueBuf> = values
            .filter(|value| {
                let of = value.compose().and_then(|(first, _)| convert::value_point(first, size));
                of != Some(point)
            })
            .map(store::owned_value)
            .collect();
        if !text.is_empty() {
            values.push(ValueBuf::compose(named, text));
        }
        self.assign(id, vec![("LB", values)])
    }

    /// Joins two points by a line or an arrow in place of any other, or
    /// takes it off.
    ///
    /// A line has no direction, an arrow has one.
    pub fn set_stroke(
        &mut self,
        id: NodeId,
        (from, to): (Point, Point),
        stroke: Option<Stroke>,
    ) -> Result<(), EditError> {
        let size = self.size;
        let named = |point| convert::from_point(point, size).ok_or(EditError::OffBoard(point));
        let added = ValueBuf::compose(named(from)?, named(to)?);
        let assignments = [Stroke::Line, Stroke::Arrow].map(|it| {
            let is_other = |pair: Option<(Point, Point)>| match it {
                Stroke::Line => pair != Some((from, to)) && pair != Some((to, from)),
                Stroke::Arrow => pair != Some((from, to)),
            };
            let values = self.node(id).raw().values(it.name());
            let values = values.filter(|&value| is_other(convert::value_pair(value, size)));
            let added = (Some(it) == stroke).then(|| added.clone());
            (it.name(), values.map(store::owned_value).chain(added).collect())
        });
        self.assign(id, assignments.into())
    }

    /// Shows these points as of no interest from here on; `None` leaves it to
    /// the nodes before.
    pub fn set_dimmed(&mut self, id: NodeId, points: Option<&PointSet>) -> Result<(), EditError> {
        self.set_inherited(id, "DD", points)
    }

    /// Shows these points only from here on, or the whole board if they are
    /// none; `None` leaves it to the nodes before.
    pub fn set_viewed(&mut self, id: NodeId, points: Option<&PointSet>) -> Result<(), EditError> {
        self.set_inherited(id, "VW", points)
    }

    fn set_inherited(
        &mut self,
        id: NodeId,
        name: &str,
        points: Option<&PointSet>,
    ) -> Result<(), EditError> {
        let Some(points) = points else {
            return self.assign(id, vec![(name, Vec::new())]);
        };
        self.check_points(id, points)?;
        let mut values = convert::from_points(points, self.size);
        if values.is_empty() {
            values.push(ValueBuf::EMPTY);
        }
        self.assign(id, vec![(name, values)])
    }

    /// Marks points as territory of a player, or clears the mark.
    pub fn set_territory(
        &mut self,
        id: NodeId,
        points: &PointSet,
        owner: Option<Color>,
    ) -> Result<(), EditError> {
        self.check_points(id, points)?;
        let assignments = Color::ALL.map(|color| {
            let added = if Some(color) == owner { points } else { &PointSet::EMPTY };
            self.point_list(id, territory_name(color), points, added)
        });
        self.assign(id, assignments.into())
    }

    /// Gives an opinion, or takes it back.
    pub fn set_annotation(
        &mut self,
        id: NodeId,
        annotation: Annotation,
        strength: Option<Double>,
    ) -> Result<(), EditError> {
        let value = strength.map(|strength| {
            if annotation.has_strength() { ValueBuf::from(strength) } else { ValueBuf::EMPTY }
        });
        self.set_value(id, annotation.name(), value)
    }

    /// Gives the position a value for Black, or takes it back.
    pub fn set_node_value(&mut self, id: NodeId, value: Option<f64>) -> Result<(), EditError> {
        self.set_real(id, "V", value)
    }

    /// Notes the seconds that a player has left after the move.
    pub fn set_seconds_left(
        &mut self,
        id: NodeId,
        color: Color,
        seconds: Option<f64>,
    ) -> Result<(), EditError> {
        self.set_real(id, seconds_name(color), seconds)
    }

    /// Notes the moves or periods of overtime that a player has left.
    pub fn set_overtime_left(
        &mut self,
        id: NodeId,
        color: Color,
        n_left: Option<u32>,
    ) -> Result<(), EditError> {
        self.set_value(id, overtime_name(color), n_left.map(i64::from))
    }

    /// Gives the move another number than its place has.
    pub fn set_move_number(&mut self, id: NodeId, number: Option<u32>) -> Result<(), EditError> {
        self.set_value(id, "MN", number.map(i64::from))
    }

    /// Begins a figure, or does not.
    pub fn set_figure(&mut self, id: NodeId, figure: Option<&Figure>) -> Result<(), EditError> {
        self.set_value(id, "FG", figure.map(Figure::to_value))
    }

    /// Says how moves are numbered from here on; `None` leaves it to the nodes
    /// before.
    pub fn set_print_mode(&mut self, id: NodeId, mode: Option<PrintMode>) -> Result<(), EditError> {
        self.set_value(id, "PM", mode.map(PrintMode::number))
    }

    /// Says whether the move is meant as it is, even if it is illegal.
    pub fn set_forced(&mut self, id: NodeId, is_forced: bool) -> Result<(), EditError> {
        self.set_value(id, "KO", is_forced.then_some(ValueBuf::EMPTY))
    }

    /// Says something about the game in its root; an empty text goes away.
    pub fn set_info(&mut self, key: InfoKey, text: &str) -> Result<(), EditError> {
        self.set_value(self.root(), key.name(), Some(text).filter(|text| !text.is_empty()))
    }

    /// Names the program that wrote the record, and its version.
    pub fn set_application(&mut self, name: &str, version: &str) -> Result<(), EditError> {
        self.set_value(self.root(), "AP", Some(ValueBuf::compose(name, version)))
    }

    /// Gives a node any property, or takes it away if there is no value.
    ///
    /// The size of the board stays as it is, whatever `SZ` says.
    pub fn set_property(
        &mut self,
        id: NodeId,
        name: &str,
        values: Vec<ValueBuf>,
    ) -> Result<(), EditError> {
        let is_name = name.starts_with(|first: char| first.is_ascii_uppercase())
            && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        if !is_name {
            return Err(EditError::Name(name.to_owned()));
        }
        self.assign(id, vec![(name, values)])
    }

    fn set_value(
        &mut self,
        id: NodeId,
        name: &str,
        value: Option<impl Into<ValueBuf>>,
    ) -> Result<(), EditError> {
        self.assign(id, vec![(name, value.map(Into::into).into_iter().collect())])
    }

    fn set_real(&mut self, id: NodeId, name: &str, value: Option<f64>) -> Result<(), EditError> {
        if value.is_some_and(|value| !value.is_finite()) {
            return Err(EditError::Number);
        }
        self.set_value(id, name, value.map(|value| value.to_string()))
    }

    fn assign(&mut self, id: NodeId, assignments: Vec<Assignment<'_>>) -> Result<(), EditError> {
        self.check(id)?;
        let before = self.tree.entry(id).content;
        let is_play = assignments.iter().any(|(name, _)| POSITION_NAMES.contains(name));
        let after = self.store.with(before, assignments)?;
        if after != before {
            self.apply(Step::Content { id, before, after, is_play });
        }
        Ok(())
    }

    /// A list of points without some and with others; values that are no
    /// points of the board stay.
    fn point_list<'n>(
        &self,
        id: NodeId,
        name: &'n str,
        removed: &PointSet,
        added: &PointSet,
    ) -> Assignment<'n> {
        let mut points = PointSet::EMPTY;
        let mut others = Vec::new();
        let mut old = Vec::new();
        for value in self.node(id).raw().values(name) {
            old.push(store::owned_value(value));
            if !convert::add_points(&mut points, value, self.size) && !value.raw().is_empty() {
                others.push(store::owned_value(value));
            }
        }
        let mut changed = points - removed;
        changed.extend(added.iter());
        if changed == points {
            return (name, old);
        }
        let values = convert::from_points(&changed, self.size).into_iter().chain(others);
        (name, values.collect())
    }

    fn check_points(&self, id: NodeId, points: &PointSet) -> Result<(), EditError> {
        self.check(id)?;
        match points.iter().find(|&point| !self.size.contains(point)) {
            Some(point) => Err(EditError::OffBoard(point)),
            None => Ok(()),
        }
    }
}
