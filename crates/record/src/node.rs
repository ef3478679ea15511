//! Read access to the properties of a node, as typed values.

use std::borrow::Cow;

use tengen_rules::{Color, Move, Point, PointSet};
use tengen_sgf::{self as sgf, Double};

use crate::{Annotation, Figure, Mark, NodeId, PrintMode, Record, convert};

/// A node of a record.
///
/// Everything is read from the node's text when it is asked for. What is not
/// of its type is as if it were not there; it still stands in
/// [`Node::raw`] and is written back.
#[derive(Copy, Clone, Debug)]
pub struct Node<'a> {
    record: &'a Record,
    id: NodeId,
}

/// Stones that are put on the board or taken off, without being moves.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Setup {
    /// Where black stones are put.
    pub black: PointSet,
    /// Where white stones are put.
    pub white: PointSet,
    /// Where there is no stone any more.
    pub empty: PointSet,
    /// Who plays next, if the node says so.
    pub to_play: Option<Color>,
}

impl<'a> Node<'a> {
    pub(crate) const fn new(record: &'a Record, id: NodeId) -> Node<'a> {
        Node { record, id }
    }

    /// The name of this node in its record.
    pub const fn id(&self) -> NodeId {
        self.id
    }

    pub(crate) const fn record(&self) -> &'a Record {
        self.record
    }

    pub(crate) const fn size(&self) -> tengen_rules::Size {
        self.record.size
    }

    /// The node with all of its properties.
    ///
    /// Its links are those of the file: ask the record for relatives.
    pub fn raw(&self) -> sgf::Node<'a> {
        self.record.store.node(self.record.tree.entry(self.id).content)
    }

    /// The move, the first one if the node has two.
    ///
    /// A value that is not on the board is not a move.
    pub fn mv(&self) -> Option<(Color, Move)> {
        self.moves().next()
    }

    /// The moves in the order of the file. The format allows one only.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (Color, Move)> + use<'a> {
        let size = self.record.size;
        self.raw().properties().filter_map(move |property| {
            let color = Color::ALL.into_iter().find(|&it| property.is(convert::move_name(it)))?;
            Some((color, convert::to_move(property.value(), size)?))
        })
    }

    /// Whether the move is meant as it is, even if it is illegal.
    pub fn is_forced(&self) -> bool {
        self.has("KO")
    }

    /// The number that the file gives to the move.
    pub fn move_number_override(&self) -> Option<u32> {
        self.number("MN")
    }

    /// The stones that are set up, or `None` if the node has no set-up.
    pub fn setup(&self) -> Option<Setup> {
        let has_setup = ["AB", "AW", "AE", "PL"].into_iter().any(|name| self.has(name));
        has_setup.then(|| Setup {
            black: self.points("AB"),
            white: self.points("AW"),
            empty: self.points("AE"),
            to_play: self.color("PL"),
        })
    }

    /// The comment, which may have several lines.
    pub fn comment(&self) -> Option<Cow<'a, str>> {
        self.raw().value("C").map(sgf::Value::text)
    }

    /// The name of the node.
    pub fn name(&self) -> Option<Cow<'a, str>> {
        self.raw().value("N").map(sgf::Value::simple_text)
    }

    /// The marks on points.
    pub fn marks(&self) -> Vec<(Point, Mark)> {
        let of_kind = |mark: Mark| {
            self.points(mark.name()).iter().map(move |it| (it, mark)).collect::<Vec<_>>()
        };
        Mark::ALL.into_iter().flat_map(of_kind).collect()
    }

    /// The points with a mark of one kind.
    pub fn marked(&self, mark: Mark) -> PointSet {
        self.points(mark.name())
    }

    /// The texts on points.
    pub fn labels(&self) -> Vec<(Point, String)> {
        let size = self.record.size;
        let label = |value: sgf::Value<'_>| {
            let (point, text) = value.compose()?;
            Some((convert::value_point(point, size)?, text.simple_text().into_owned()))
        };
        self.raw().values("LB").filter_map(label).collect()
    }

    /// The lines between points.
    pub fn lines(&self) -> Vec<(Point, Point)> {
        self.pairs("LN")
    }

    /// The arrows, each from its first point to its second.
    pub fn arrows(&self) -> Vec<(Point, Point)> {
        self.pairs("AR")
    }

    /// The points that are shown as of no interest.
    ///
    /// They hold for all nodes below, up to one that has others.
    pub fn dimmed(&self) -> PointSet {
        self.inherited("DD").map(|node| node.points("DD")).unwrap_or_default()
    }

    /// The only points that are shown, or `None` for the whole board.
    ///
    /// They hold for all nodes below, up to one that has others.
    pub fn viewed(&self) -> Option<PointSet> {
        self.inherited("VW").map(|node| node.points("VW")).filter(|points| !points.is_empty())
    }

    /// The points marked as territory of a player.
    pub fn territory(&self, color: Color) -> PointSet {
        self.points(territory_name(color))
    }

    /// What is said of the move or the position, and how strongly.
    pub fn annotations(&self) -> Vec<(Annotation, Double)> {
        let strength = |annotation: Annotation| {
            let value = self.raw().value(annotation.name())?;
            Some((annotation, value.double().unwrap_or(Double::Normal)))
        };
        Annotation::ALL.into_iter().filter_map(strength).collect()
    }

    /// The value of the position for Black, in whatever unit.
    pub fn value(&self) -> Option<f64> {
        self.real("V")
    }

    /// The seconds that a player has left after the move.
    pub fn seconds_left(&self, color: Color) -> Option<f64> {
        self.real(seconds_name(color))
    }

    /// The moves or periods of overtime that a player has left.
    pub fn overtime_left(&self, color: Color) -> Option<u32> {
        self.number(overtime_name(color))
    }

    /// The figure that begins here in print.
    pub fn figure(&self) -> Option<Figure> {
        self.raw().value("FG").map(Figure::from_value)
    }

    /// How moves are numbered in print, which holds for all nodes below.
    pub fn print_mode(&self) -> PrintMode {
        let mode = self.inherited("PM").and_then(|node| node.number("PM"));
        mode.and_then(PrintMode::from_number).unwrap_or_default()
    }

    /// The nearest node with a property, from this one to the root.
    fn inherited(&self, name: &str) -> Option<Node<'a>> {
        let mut nodes = self.record.upward(self.id).map(|id| self.record.node(id));
        nodes.find(|node| node.has(name))
    }

    fn has(&self, name: &str) -> bool {
        self.raw().property(name).is_some()
    }

    pub(crate) fn points(&self, name: &str) -> PointSet {
        convert::points(self.raw().values(name), self.record.size)
    }

    fn pairs(&self, name: &str) -> Vec<(Point, Point)> {
        let size = self.record.size;
        self.raw().values(name).filter_map(|value| convert::value_pair(value, size)).collect()
    }

    fn color(&self, name: &str) -> Option<Color> {
        self.raw().value(name).and_then(|value| value.color().ok()).map(convert::to_color)
    }

    fn number(&self, name: &str) -> Option<u32> {
        let number = self.raw().value(name)?.number().ok()?;
        number.try_into().ok()
    }

    fn real(&self, name: &str) -> Option<f64> {
        self.raw().value(name)?.real().ok()
    }
}

pub(crate) const fn territory_name(color: Color) -> &'static str {
    match color {
        Color::Black => "TB",
        Color::White => "TW",
    }
}

pub(crate) const fn seconds_name(color: Color) -> &'static str {
    match color {
        Color::Black => "BL",
        Color::White => "WL",
    }
}

pub(crate) const fn overtime_name(color: Color) -> &'static str {
    match color {
        Color::Black => "OB",
        Color::White => "OW",
    }
}
