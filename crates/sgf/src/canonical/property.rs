//! The properties of a node in their canonical form.

use std::borrow::Cow;

use crate::definition::Class;
use crate::text::{escape, escape_colons};
use crate::{Definition, Node, Point, Property, Size, Value, ValueKind};

/// What the values of a game depend on.
#[derive(Copy, Clone, Debug)]
pub(super) struct Rules {
    size: Size,
    is_go: bool,
}

impl Rules {
    pub(super) fn new(root: Node<'_>) -> Rules {
        let game = root.value("GM").and_then(|it| it.number().ok());
        Rules {
            size: root.value("SZ").map_or(Size::NINETEEN, |it| Size::recover(it.raw()).0),
            is_go: game.is_none_or(|game| game == 1),
        }
    }

    /// The text of a node if it is a single move in its canonical form.
    ///
    /// Nearly all nodes are, and this spares them the way through pieces.
    pub(super) fn plain_move(self, node: Node<'_>) -> Option<&str> {
        let text = node.raw().trim_ascii_end();
        let &[b';', b'B' | b'W', b'[', _, _, b']'] = text.as_bytes() else { return None };
        let mv = Value::new(text.get(3..5)?).mv(self.size).ok()?;
        (self.is_go && mv.point().is_some_and(|it| self.size.contains(it))).then_some(text)
    }
}

/// A property with its values, ready to be written.
#[derive(Debug)]
pub(super) struct Piece<'a> {
    definition: Option<&'static Definition>,
    /// The place in the node.
    rank: usize,
    pub(super) name: Cow<'a, str>,
    /// The values without brackets, with all backslashes they need.
    pub(super) values: Vec<String>,
}

impl<'a> Piece<'a> {
    fn new(name: Cow<'a, str>, values: Vec<String>) -> Piece<'a> {
        let found = Definition::find_ranked(&name);
        let rank = found.map_or(usize::MAX, |(rank, _)| rank);
        Piece { definition: found.map(|(_, definition)| definition), rank, name, values }
    }

    pub(super) fn class(&self) -> Option<Class> {
        self.definition.map(|it| it.class)
    }

    /// Whether a node of such properties does not need a line of its own.
    pub(super) fn is_plain(&self) -> bool {
        matches!(self.class(), Some(Class::Move | Class::Timing))
    }
}

/// The properties of a node, in the nodes they should be in.
pub(super) fn groups(node: Node<'_>, rules: Rules, is_root: bool) -> Vec<Vec<Piece<'_>>> {
    let mut pieces = pieces(node, rules);
    if is_root {
        complete_root(&mut pieces, rules);
    }
    let first_move = pieces.iter().find_map(|it| color(it));
    pieces.sort_by_key(|it| it.rank);
    split(pieces, first_move)
}

fn pieces(node: Node<'_>, rules: Rules) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let has_komi = node.property("KM").is_some();
    for property in node.properties() {
        let name = property.name();
        let piece = match &*name {
            "L" if rules.is_go => labels(property, rules.size),
            "M" if rules.is_go => marks(property, rules.size),
            "KI" if rules.is_go && !has_komi => komi(property),
            _ => None,
        };
        let piece = piece.unwrap_or_else(|| {
            let values = canonical_values(property, Definition::find(&name), rules);
            Piece::new(name, values)
        });
        match pieces.iter_mut().find(|it| it.name == piece.name) {
            Some(other) => other.values.extend(piece.values),
            None => pieces.push(piece),
        }
    }
    for piece in pieces.iter_mut().filter(|it| it.name == "MA" && rules.is_go) {
        piece.values = sort_points(std::mem::take(&mut piece.values), rules.size);
    }
    pieces
}

/// Gives the root what every reader should know.
fn complete_root(pieces: &mut Vec<Piece<'_>>, rules: Rules) {
    let mut set = |name: &'static str, value: &str, is_kept: bool| match pieces
        .iter_mut()
        .find(|it| it.name == name)
    {
        Some(_) if is_kept => (),
        Some(piece) => piece.values = vec![value.to_owned()],
        None => pieces.push(Piece::new(name.into(), vec![value.to_owned()])),
    };
    set("FF", "4", false);
    set("CA", "UTF-8", false);
    set("GM", "1", true);
    if rules.is_go {
        set("SZ", "19", true);
    }
}

/// The color of the player that a move or clock belongs to.
fn color(piece: &Piece<'_>) -> Option<char> {
    match &*piece.name {
        "B" => Some('B'),
        "W" => Some('W'),
        _ => None,
    }
}

/// Divides properties that must not be in one node.
fn split(pieces: Vec<Piece<'_>>, first_move: Option<char>) -> Vec<Vec<Piece<'_>>> {
    let n_moves = pieces.iter().filter(|it| color(it).is_some()).count();
    let has_setup = pieces.iter().any(|it| it.class() == Some(Class::Setup));
    if n_moves == 0 || (n_moves == 1 && !has_setup) {
        return vec![pieces];
    }
    let mut groups = [Vec::new(), Vec::new(), Vec::new()];
    for piece in pieces {
        let of_first = matches!(
            (&*piece.name, first_move),
            ("B" | "BL" | "OB", Some('B')) | ("W" | "WL" | "OW", Some('W')) | ("MN", _)
        );
        let idx = match piece.class() {
            Some(Class::Root | Class::GameInfo | Class::Setup) => 0,
            _ if of_first && n_moves == 2 => 1,
            _ => 2,
        };
        groups[idx].push(piece);
    }
    groups.into_iter().filter(|it| !it.is_empty()).collect()
}

/// The list of labels for one of points, which the old formats number.
fn labels(property: Property<'_>, size: Size) -> Option<Piece<'_>> {
    let mut letters = ('a'..='z').chain('A'..='Z');
    let label = |point: Point| Some(format!("{point}:{}", letters.next()?));
    let points: Vec<Point> = property.points(size).collect::<Result<_, _>>().ok()?;
    let values: Vec<String> = points.into_iter().map(label).collect::<Option<_>>()?;
    (!values.is_empty()).then(|| Piece::new("LB".into(), values))
}

fn marks(property: Property<'_>, size: Size) -> Option<Piece<'_>> {
    let points: Vec<Point> = property.points(size).collect::<Result<_, _>>().ok()?;
    let values = points.iter().map(Point::to_string).collect();
    (!points.is_empty()).then(|| Piece::new("MA".into(), values))
}

/// The old komi, which counts half points.
fn komi(property: Property<'_>) -> Option<Piece<'_>> {
    let halves = property.value().number().ok().filter(|it| it.abs() < 10_000)?;
    let half = if halves % 2 == 0 { "" } else { ".5" };
    let sign = if halves < 0 { "-" } else { "" };
    let value = format!("{sign}{}{half}", (halves / 2).abs());
    Some(Piece::new("KM".into(), vec![value]))
}

fn canonical_values(
    property: Property<'_>,
    definition: Option<&Definition>,
    rules: Rules,
) -> Vec<String> {
    let raw = || property.values().map(|it| it.raw().to_owned());
    let Some(definition) = definition else { return raw().collect() };
    match definition.kind {
        ValueKind::Text => {
            let texts: Vec<Cow<'_, str>> = property.values().map(Value::text).collect();
            vec![escape(&texts.join("\n"))]
        }
        ValueKind::Point if rules.is_go && definition.is_current => {
            sort_points(raw().collect(), rules.size)
        }
        kind => property
            .values()
            .map(|it| canonical(it, kind, rules).unwrap_or_else(|| it.raw().to_owned()))
            .collect(),
    }
}

/// The points of a list, sorted and in rectangles, then what is not a point, or
/// a single empty value for an empty list.
fn sort_points(values: Vec<String>, size: Size) -> Vec<String> {
    let mut rows = [0_u64; Size::MAX_EDGE as usize];
    let mut others = Vec::new();
    for raw in values {
        match Value::new(&raw).corners(size) {
            Ok((first, second)) => {
                let (left, right) = sorted(first.column(), second.column());
                let (top, bottom) = sorted(first.row(), second.row());
                let columns: u64 = (2 << right) - (1 << left);
                rows[usize::from(top)..=usize::from(bottom)]
                    .iter_mut()
                    .for_each(|row| *row |= columns);
            }
            Err(_) if raw.trim().is_empty() => (),
            Err(_) => others.push(raw),
        }
    }
    let mut values = rectangles(rows);
    values.extend(others);
    if values.is_empty() {
        values.push(String::new());
    }
    values
}

/// The fewest points of a rectangle that is written by its corners.
const MIN_RECTANGLE: u32 = 3;

/// Points as rectangles: from the top left, each as wide and then as high as
/// the points that are left allow.
///
/// A list thus never grows much beyond what it was, however many points it has.
fn rectangles(mut rows: [u64; Size::MAX_EDGE as usize]) -> Vec<String> {
    let mut values = Vec::new();
    for top in 0..rows.len() {
        while rows[top] != 0 {
            let left = rows[top].trailing_zeros();
            let width = (rows[top] >> left).trailing_ones();
            let columns = u64::MAX >> (64 - width) << left;
            let below = rows[top..].iter().take_while(|&&row| row & columns == columns);
            let height = below.count() as u32;
            let is_rectangle = width * height >= MIN_RECTANGLE;
            let height = if is_rectangle { height } else { 1 };
            let bottom = top + height as usize;
            rows[top..bottom].iter_mut().for_each(|row| *row &= !columns);
            let point = |column: u32, row| Point::new(column as u8, row as u8);
            if let (true, Some(first), Some(last)) =
                (is_rectangle, point(left, top), point(left + width - 1, bottom - 1))
            {
                values.push(format!("{first}:{last}"));
            } else {
                let points = (left..left + width).filter_map(|column| point(column, top));
                values.extend(points.map(|it| it.to_string()));
            }
        }
    }
    values
}

fn sorted(first: u8, second: u8) -> (u8, u8) {
    (first.min(second), first.max(second))
}

/// The canonical form of a value, or `None` if it is not of its type.
fn canonical(value: Value<'_>, kind: ValueKind, rules: Rules) -> Option<String> {
    let is_empty = value.raw().trim().is_empty();
    match kind {
        ValueKind::None | ValueKind::Figure if is_empty => Some(String::new()),
        ValueKind::Number => value.number().ok().map(|it| it.to_string()),
        ValueKind::Real => value.real().ok().map(|_| value.raw().trim().to_owned()),
        ValueKind::Double => value.double().ok().map(|it| it.to_string()),
        ValueKind::Color => value.color().ok().map(|it| it.to_string()),
        ValueKind::SimpleText => Some(escape(&value.simple_text())),
        ValueKind::TextPair => Some(match value.compose() {
            Some((first, second)) => format!("{}:{}", part(first), part(second)),
            None => part(value),
        }),
        ValueKind::Figure => {
            let (flags, text) = value.compose()?;
            Some(format!("{}:{}", flags.number().ok()?, part(text)))
        }
        ValueKind::Move if rules.is_go => value.mv(rules.size).ok().map(|it| it.to_string()),
        ValueKind::PointAndText if rules.is_go => {
            let (point, text) = value.compose()?;
            Some(format!("{}:{}", point.point().ok()?, part(text)))
        }
        ValueKind::PointPair if rules.is_go => {
            let (first, second) = value.compose()?;
            Some(format!("{}:{}", first.point().ok()?, second.point().ok()?))
        }
        ValueKind::Size if rules.is_go => match Size::recover(value.raw()) {
            (size, None) => Some(size.to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// A text as a part of a composed value.
fn part(value: Value<'_>) -> String {
    escape_colons(&escape(&value.simple_text()))
}
