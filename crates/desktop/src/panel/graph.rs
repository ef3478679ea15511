//! The course of a game: the chance to win and the lead after each move.

use iced::mouse::{self, Cursor, Interaction};
use iced::widget::canvas::{
    Action, Canvas, Event, Frame, Geometry as Drawing, Path, Program, Stroke, Text,
};
use iced::widget::text::Alignment;
use iced::{Color as Ink, Element, Length, Point, Rectangle, Renderer, Size, Theme, alignment};
use tengen_record::NodeId;
use tengen_session::{LineNode, View};

use crate::app::App;
use crate::cached_canvas::CachedCanvas;
use crate::look::{Look, mix};
use crate::message::Message;
use crate::style;

/// The lead, in points, that fills the graph unless there is a larger one.
const LEAST_LEAD: f32 = 10.0;

/// The space beside the curves, and above them for what they are.
const EDGE: f32 = 5.0;
const LEGEND: f32 = 17.0;

/// The course of the line that is looked at.
pub(crate) fn view<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let graph = Graph { look: &app.look, line: &view.tree.line, node: view.tree.node };
    Canvas::new(graph).width(Length::Fill).height(Length::Fill).into()
}

/// Whether there is anything to show.
pub(crate) fn is_there(view: &View) -> bool {
    view.tree.line.iter().any(|it| it.evaluation.is_some())
}

struct Graph<'a> {
    look: &'a Look,
    line: &'a [LineNode],
    node: NodeId,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the button is held, so that the mouse goes through the game.
    is_held: bool,
    cache: CachedCanvas<Shown>,
}

/// The curves of the graph, as points of the canvas.
#[derive(Clone, Debug, PartialEq)]
struct Curves {
    /// The lead that fills the graph.
    most: f32,
    lead: Vec<Point>,
    win_rate: Vec<Point>,
}

/// What a drawing of the graph shows.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    curves: Curves,
    node: NodeId,
    look: Look,
}

impl Graph<'_> {
    fn x(&self, idx: usize, bounds: Rectangle) -> f32 {
        let last = self.line.len().max(2) - 1;
        EDGE + idx as f32 / last as f32 * (bounds.width - 2.0 * EDGE)
    }

    fn hit(&self, at: Point, bounds: Rectangle) -> Option<NodeId> {
        let last = self.line.len().checked_sub(1)?;
        let share = (at.x - EDGE) / (bounds.width - 2.0 * EDGE);
        let idx = (share * last as f32).round().clamp(0.0, last as f32);
        self.line.get(idx as usize).map(|it| it.node)
    }

    /// The points of a curve, from 0 at the bottom to 1 at the top.
    fn curve(&self, bounds: Rectangle, height: impl Fn(&LineNode) -> Option<f32>) -> Vec<Point> {
        let point = |(idx, node): (usize, &LineNode)| {
            let share = height(node)?.clamp(0.0, 1.0);
            let height = bounds.height - LEGEND - 6.0;
            Some(Point::new(self.x(idx, bounds), (1.0 - share) * height + LEGEND + 3.0))
        };
        self.line.iter().enumerate().filter_map(point).collect()
    }

    fn paint(&self, frame: &mut Frame, bounds: Rectangle, curves: &Curves) {
        let faint = mix(self.look.surface(), self.look.text, 0.22);
        let middle = (LEGEND + (bounds.height - LEGEND) / 2.0).round();
        frame.fill_rectangle(Point::new(0.0, middle), Size::new(bounds.width, 1.0), faint);
        let lead = format!("Black's lead, up to {:.0} points", curves.most);
        let write = |frame: &mut Frame, x: f32, align_x: Alignment, text: &str, color: Ink| {
            frame.fill_text(Text {
                content: text.to_owned(),
                position: Point::new(x, LEGEND / 2.0),
                color,
                size: 11.0.into(),
                font: style::FONT,
                align_x,
                align_y: alignment::Vertical::Center,
                ..Text::default()
            });
        };
        write(frame, 4.0, Alignment::Left, "Black's chance to win", self.look.accent);
        write(frame, bounds.width - 4.0, Alignment::Right, &lead, self.look.dim());
        Graph::draw_curve(frame, &curves.lead, self.look.dim(), 1.3);
        Graph::draw_curve(frame, &curves.win_rate, self.look.accent, 2.2);
        if let Some(idx) = self.line.iter().position(|it| it.node == self.node) {
            let x = self.x(idx, bounds).round();
            let line = Size::new(1.0, bounds.height);
            frame.fill_rectangle(Point::new(x, 0.0), line, self.look.text);
        }
    }

    fn draw_curve(frame: &mut Frame, points: &[Point], color: Ink, width: f32) {
        let path = Path::new(|builder| {
            for (idx, &point) in points.iter().enumerate() {
                if idx == 0 { builder.move_to(point) } else { builder.line_to(point) }
            }
        });
        if let [only] = points {
            frame.fill(&Path::circle(*only, width + 1.0), color);
        } else if !points.is_empty() {
            frame.stroke(&path, Stroke::default().with_color(color).with_width(width));
        }
    }
}

impl Program<Message> for Graph<'_> {
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
                let node = self.hit(cursor.position_in(bounds)?, bounds)?;
                state.is_held = true;
                Some(Action::publish(Message::Visit(node)).and_capture())
            }
            mouse::Event::CursorMoved { .. } if state.is_held => {
                let node = self.hit(cursor.position_in(bounds)?, bounds)?;
                (node != self.node).then(|| Action::publish(Message::Visit(node)))
            }
            mouse::Event::ButtonReleased(mouse::Button::Left) => {
                state.is_held = false;
                None
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
        let leads = self.line.iter().filter_map(|it| Some(it.evaluation?.black_lead?.abs()));
        let most = leads.fold(LEAST_LEAD, f32::max);
        let lead = self.curve(bounds, |it| Some(0.5 + it.evaluation?.black_lead? / most / 2.0));
        let win_rate = self.curve(bounds, |it| Some(it.evaluation?.black_win_rate));
        let curves = Curves { most, lead, win_rate };
        let shown = Shown { curves: curves.clone(), node: self.node, look: self.look.clone() };
        state.cache.draw(renderer, bounds.size(), shown, |frame| {
            self.paint(frame, bounds, &curves);
        })
    }

    fn mouse_interaction(&self, _state: &State, bounds: Rectangle, cursor: Cursor) -> Interaction {
        if cursor.is_over(bounds) { Interaction::Pointer } else { Interaction::default() }
    }
}
