//! The tree of a record: moves from left to right, variations below. Only
//! what is to be seen is drawn.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use iced::mouse::{self, Cursor, Interaction, ScrollDelta};
use iced::widget::canvas::{
    Action, Canvas, Event, Frame, Geometry as Drawing, Path, Program, Stroke, Text,
};
use iced::widget::text::Alignment;
use iced::{
    Color as Ink, Element, Length, Point, Rectangle, Renderer, Size, Theme, Vector, alignment,
};
use tengen_record::{NodeId, NodeKind, Place, PlacedNode, Revision, TreeLayout};
use tengen_review::Band;
use tengen_rules::Color;
use tengen_session::{LineNode, View};

use super::emblem::{Disc, draw_stone};
use crate::app::App;
use crate::cached_canvas::CachedCanvas;
use crate::look::{Look, mix};
use crate::message::Message;
use crate::style;

/// The distance of two moves, and of two variations.
const CELL: Vector = Vector::new(24.0, 26.0);

/// The radius of a stone.
const RADIUS: f32 = 8.0;

/// How far the mouse is moved before it drags.
const DRAG: f32 = 4.0;

/// The height of the numbers of moves above the tree.
const HEADER: f32 = 17.0;

/// How many moves there are from one number to the next.
const NUMBER_STEP: u32 = 5;

/// What all rows of a tree need.
pub(crate) fn natural_height(view: &View) -> f32 {
    let n_rows = view.tree.layout.n_rows().clamp(2, 1000) as f32;
    HEADER + (n_rows + 0.6) * CELL.y
}

/// The tree around the position on the screen.
pub(crate) fn view<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let tree = Tree {
        look: &app.look,
        layout: &view.tree.layout,
        line: &view.tree.line,
        shown: ShownTree::new(view, app.display.tree_offset),
        losses: app.workspace.review().map(|it| it.losses.clone()),
    };
    Canvas::new(tree).width(Length::Fill).height(Length::Fill).into()
}

struct Tree<'a> {
    look: &'a Look,
    layout: &'a TreeLayout,
    line: &'a [LineNode],
    shown: ShownTree,
    /// What moves lost, if they were reviewed.
    losses: Option<Losses>,
}

/// Points that moves lost, by their nodes.
type Losses = Arc<HashMap<NodeId, f32>>;

/// Which tree is shown, and which part of it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct ShownTree {
    /// Two records may well have the same revision and the same node.
    record_id: u64,
    revision: Revision,
    node: NodeId,
    live: NodeId,
    /// How far it was scrolled, in columns and rows.
    offset: Vector,
}

impl ShownTree {
    pub(crate) const fn new(view: &View, offset: Vector) -> ShownTree {
        ShownTree {
            record_id: view.tree.record_id,
            revision: view.tree.revision,
            node: view.tree.node,
            live: view.tree.live_node,
            offset,
        }
    }
}

#[derive(Debug, Default)]
struct State {
    /// Where the button was pressed, and where the mouse was last.
    from: Option<(Point, Point)>,
    cache: CachedCanvas<(ShownTree, Option<Losses>, Look)>,
}

impl Tree<'_> {
    /// The column and the row at the upper left, which may be broken or
    /// negative.
    fn origin(&self, bounds: Rectangle) -> Vector {
        let here = self.layout.place(self.shown.node).unwrap_or(Place { column: 0, row: 0 });
        let shown = |length: f32, cell: f32| length / cell;
        let offset = self.shown.offset;
        // A tree that fits stays where it is.
        let start = |at: u32, n_cells: usize, shown: f32, offset: f32| {
            let most = n_cells as f32 - shown + 0.3;
            let middle = at as f32 - shown / 2.0 + 0.5;
            (middle.clamp(-0.3, most.max(-0.3)) + offset).clamp(-0.3, most.max(-0.3))
        };
        Vector::new(
            start(here.column, self.layout.n_columns(), shown(bounds.width, CELL.x), offset.x),
            start(here.row, self.layout.n_rows(), shown(bounds.height - HEADER, CELL.y), offset.y),
        )
    }

    fn at(place: Place, origin: Vector) -> Point {
        Point::new(
            (place.column as f32 - origin.x + 0.5) * CELL.x,
            (place.row as f32 - origin.y + 0.5) * CELL.y + HEADER,
        )
    }

    /// The columns and rows that are to be seen.
    fn shown(&self, bounds: Rectangle, origin: Vector) -> (Range<usize>, Range<usize>) {
        let range = |start: f32, length: f32, n_cells: usize| {
            let from = start.floor().max(0.0) as usize;
            from..((start + length).ceil().max(0.0) as usize + 1).min(n_cells)
        };
        (
            range(origin.x, bounds.width / CELL.x, self.layout.n_columns()),
            range(origin.y, bounds.height / CELL.y, self.layout.n_rows()),
        )
    }

    fn hit(&self, at: Point, bounds: Rectangle) -> Option<NodeId> {
        let origin = self.origin(bounds);
        let column = (at.x / CELL.x + origin.x).floor();
        let row = ((at.y - HEADER) / CELL.y + origin.y).floor();
        if column < 0.0 || row < 0.0 {
            return None;
        }
        self.layout.at(Place { column: column as u32, row: row as u32 })
    }

    fn paint(&self, frame: &mut Frame, bounds: Rectangle) {
        let origin = self.origin(bounds);
        let (columns, rows) = self.shown(bounds, origin);
        let line = Stroke::default()
            .with_color(mix(self.look.background, self.look.text, 0.42))
            .with_width(1.4);
        for stem in self.layout.stems_in(columns.clone(), rows.clone()) {
            let end = |row| Tree::at(Place { column: stem.column, row }, origin);
            let (from, to) = (end(stem.from_row), end(stem.to_row));
            // The last step to a variation is slanted, so the stem ends above.
            frame.stroke(&Path::line(from, Point::new(to.x, to.y - CELL.y)), line);
        }
        let nodes = self.layout.nodes_in(columns, rows);
        for node in &nodes {
            let Some(parent) = node.parent else { continue };
            let (from, to) = (Tree::at(parent, origin), Tree::at(node.place, origin));
            let from = Point::new(from.x, if to.y > from.y { to.y - CELL.y } else { from.y });
            frame.stroke(&Path::line(from, to), line);
        }
        for node in &nodes {
            self.draw_node(frame, node, Tree::at(node.place, origin));
        }
        self.draw_header(frame, bounds, origin);
    }

    /// Writes the numbers of moves above the line that is looked at.
    fn draw_header(&self, frame: &mut Frame, bounds: Rectangle, origin: Vector) {
        let size = Size::new(bounds.width, HEADER);
        frame.fill_rectangle(Point::ORIGIN, size, self.look.surface());
        for node in self.line.iter().filter(|it| it.number > 0) {
            let is_here = node.node == self.shown.node;
            if !is_here && node.number % NUMBER_STEP != 0 {
                continue;
            }
            let Some(place) = self.layout.place(node.node) else { continue };
            let x = Tree::at(place, origin).x;
            if !(0.0..=bounds.width).contains(&x) {
                continue;
            }
            frame.fill_text(Text {
                content: node.number.to_string(),
                position: Point::new(x, HEADER / 2.0),
                color: if is_here { self.look.accent } else { self.look.dim() },
                size: 11.0.into(),
                font: style::FONT,
                align_x: Alignment::Center,
                align_y: alignment::Vertical::Center,
                ..Text::default()
            });
        }
    }

    fn draw_node(&self, frame: &mut Frame, node: &PlacedNode, middle: Point) {
        if node.node == self.shown.node {
            let disc = Path::circle(middle, RADIUS + 3.0);
            frame.fill(&disc, self.look.accent);
        } else if node.node == self.shown.live {
            let ring = Path::circle(middle, RADIUS + 2.5);
            let stroke = Stroke::default().with_color(self.look.accent).with_width(1.5);
            frame.stroke(&ring, stroke);
        }
        match node.kind {
            NodeKind::Move(color) => {
                draw_stone(frame, self.look, color, Disc { middle, radius: RADIUS });
            }
            NodeKind::Setup | NodeKind::Other => {
                let fill = mix(self.look.text, self.look.background, 0.45);
                frame.fill(&diamond(middle, RADIUS - 1.0), fill);
            }
        }
        if let Some(&loss) = self.losses.as_ref().and_then(|it| it.get(&node.node)) {
            draw_loss(self.look, frame, Band::of(loss), middle);
        }
        if node.has_comment {
            let dot = Path::circle(middle, 2.6);
            let ink = match node.kind {
                NodeKind::Move(Color::White) => Ink::from_rgb8(0x2e, 0x6f, 0xb8),
                _ => Ink::from_rgb8(0x6f, 0xb7, 0xe8),
            };
            frame.fill(&dot, ink);
        }
    }
}

/// Draws a bar below a move, longer where it lost more.
fn draw_loss(look: &Look, frame: &mut Frame, band: Band, middle: Point) {
    let width = match band {
        Band::Excellent => 3.0,
        Band::Good => 6.0,
        Band::Inaccuracy => 9.0,
        Band::Mistake => 13.0,
        Band::BigMistake => 17.0,
        Band::Blunder => 21.0,
    };
    let corner = Point::new(middle.x - width / 2.0, middle.y + RADIUS + 1.0);
    frame.fill_rectangle(corner, Size::new(width, 4.0), look.band(band));
}

fn diamond(middle: Point, reach: f32) -> Path {
    Path::new(|builder| {
        builder.move_to(Point::new(middle.x, middle.y - reach));
        builder.line_to(Point::new(middle.x + reach, middle.y));
        builder.line_to(Point::new(middle.x, middle.y + reach));
        builder.line_to(Point::new(middle.x - reach, middle.y));
        builder.close();
    })
}

impl Program<Message> for Tree<'_> {
    type State = State;

    fn update(
        &self,
        state: &mut State,
        event: &Event,
        bounds: Rectangle,
        cursor: Cursor,
    ) -> Option<Action<Message>> {
        let Event::Mouse(event) = event else { return None };
        match event {
            mouse::Event::ButtonPressed(mouse::Button::Left) => {
                let at = cursor.position_in(bounds)?;
                state.from = Some((at, at));
                Some(Action::capture())
            }
            mouse::Event::ButtonPressed(mouse::Button::Right) => {
                let node = self.hit(cursor.position_in(bounds)?, bounds)?;
                let place = cursor.position()?;
                Some(Action::publish(Message::NodeMenu(node, place)).and_capture())
            }
            mouse::Event::CursorMoved { .. } => {
                let (from, last) = state.from?;
                let at = cursor.position_in(bounds)?;
                if from.distance(at) < DRAG && from == last {
                    return None;
                }
                state.from = Some((from, at));
                let moved = Vector::new((last.x - at.x) / CELL.x, (last.y - at.y) / CELL.y);
                Some(Action::publish(Message::ScrollTree(moved)).and_capture())
            }
            mouse::Event::ButtonReleased(mouse::Button::Left) => {
                let (from, last) = state.from.take()?;
                let at = cursor.position_in(bounds)?;
                let is_click = from == last;
                let node = self.hit(at, bounds).filter(|_| is_click)?;
                Some(Action::publish(Message::Visit(node)))
            }
            mouse::Event::WheelScrolled { delta } if cursor.is_over(bounds) => {
                let (x, y) = match *delta {
                    ScrollDelta::Lines { x, y } => (-2.0 * x, -2.0 * y),
                    ScrollDelta::Pixels { x, y } => (-x / CELL.x, -y / CELL.y),
                };
                // A tree of one row is scrolled along it.
                let fits = self.layout.n_rows() as f32 * CELL.y + HEADER <= bounds.height;
                let (x, y) = if fits && x == 0.0 { (y, 0.0) } else { (x, y) };
                Some(Action::publish(Message::ScrollTree(Vector::new(x, y))).and_capture())
            }
            _ => None,
        }
    }

    fn draw(
        &self,
        state: &State,
        renderer: &Renderer,
        _theme: &Theme,
        bounds: Rectangle,
        _cursor: Cursor,
    ) -> Vec<Drawing> {
        let shown = (self.shown, self.losses.clone(), self.look.clone());
        state.cache.draw(renderer, bounds.size(), shown, |frame| self.paint(frame, bounds))
    }

    fn mouse_interaction(&self, state: &State, bounds: Rectangle, cursor: Cursor) -> Interaction {
        match cursor.position_in(bounds) {
            Some(_) if state.from.is_some() => Interaction::Grabbing,
            Some(at) if self.hit(at, bounds).is_some() => Interaction::Pointer,
            _ => Interaction::default(),
        }
    }
}
