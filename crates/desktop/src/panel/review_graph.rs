//! The graph of a reviewed game: lead or chance to win after each move, with
//! axes, a legend, and marks at mistakes.

use iced::mouse::{self, Cursor, Interaction};
use iced::widget::canvas::{
    Action, Canvas, Event, Frame, Geometry as Drawing, Path, Program, Stroke, Text,
};
use iced::widget::text::Alignment;
use iced::{Color as Ink, Element, Length, Point, Rectangle, Renderer, Size, Theme, alignment};
use tengen_front::review::{Graph, GraphDot, Measure, ReviewView};
use tengen_front::words;
use tengen_record::NodeId;
use tengen_review::Band;
use tengen_rules::Color;

use crate::cached_canvas::CachedCanvas;
use crate::look::{Look, mix};
use crate::message::Message;
use crate::style;

/// What axes and legend need around the curve: left, right, top, bottom.
const MARGIN: [f32; 4] = [37.0, 11.0, 25.0, 17.0];

/// The size of the numbers at the axes.
const TEXT: f32 = 11.0;

/// How wide a letter of that size is, at least.
const LETTER: f32 = 4.9;

/// The least height of a curve with a label at its middle.
const LABELED: f32 = 32.0;

/// The least height of a graph with all of its labels.
const ROOMY: f32 = 110.0;

/// The graph of the line that is looked at.
pub(crate) fn view<'a>(look: &'a Look, review: &'a ReviewView) -> Element<'a, Message> {
    let graph = ReviewGraph { look, review, graph: review.graph() };
    Canvas::new(graph).width(Length::Fill).height(Length::Fill).into()
}

struct ReviewGraph<'a> {
    look: &'a Look,
    review: &'a ReviewView,
    graph: Graph,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the button is held, so that the mouse goes through the game.
    is_held: bool,
    /// The dot under the mouse.
    hovered: Option<usize>,
    cache: CachedCanvas<(Graph, Option<usize>, Look)>,
}

/// Where the curve is in a canvas.
#[derive(Copy, Clone, Debug)]
struct Plot {
    area: Rectangle,
    n_dots: usize,
}

impl Plot {
    fn new(n_dots: usize, size: Size) -> Plot {
        let [left, right, top, bottom] = MARGIN;
        let area = Rectangle {
            x: left,
            y: top,
            width: (size.width - left - right).max(1.0),
            height: (size.height - top - bottom).max(1.0),
        };
        Plot { area, n_dots }
    }

    fn x(self, idx: usize) -> f32 {
        let last = self.n_dots.max(2) - 1;
        self.area.x + idx as f32 / last as f32 * self.area.width
    }

    /// The place of a height from -1 to 1.
    fn y(self, height: f32) -> f32 {
        self.area.y + (1.0 - height) / 2.0 * self.area.height
    }

    fn place(self, idx: usize, dot: &GraphDot) -> Option<Point> {
        Some(Point::new(self.x(idx), self.y(dot.height?)))
    }

    /// The dot that is nearest to a place.
    fn hit(self, at: Point) -> Option<usize> {
        let last = self.n_dots.checked_sub(1)?;
        let share = (at.x - self.area.x) / self.area.width;
        Some((share * last as f32).round().clamp(0.0, last as f32) as usize)
    }
}

impl ReviewGraph<'_> {
    fn plot(&self, size: Size) -> Plot {
        Plot::new(self.graph.dots.len(), size)
    }

    fn node(&self, at: Point, size: Size) -> Option<NodeId> {
        let idx = self.plot(size).hit(at)?;
        self.graph.dots.get(idx).map(|it| it.node)
    }

    fn paint(&self, frame: &mut Frame, hovered: Option<usize>) {
        let plot = self.plot(frame.size());
        self.draw_axes(frame, plot, hovered.is_some());
        self.draw_curve(frame, plot);
        if let Some(idx) = self.graph.here {
            let size = Size::new(1.5, plot.area.height);
            let corner = Point::new(plot.x(idx) - 0.75, plot.area.y);
            frame.fill_rectangle(corner, size, self.look.accent);
        }
        for (idx, dot) in self.graph.dots.iter().enumerate() {
            self.draw_mark(frame, plot, idx, dot);
        }
        self.draw_legend(frame, plot, hovered);
    }

    fn draw_axes(&self, frame: &mut Frame, plot: Plot, hides_top: bool) {
        let is_roomy = frame.height() >= ROOMY;
        let Graph { height, width, measure, .. } = &self.graph;
        let faint = mix(self.look.surface(), self.look.text, 0.13);
        let middle = mix(self.look.surface(), self.look.text, 0.4);
        for &tick in &height.ticks {
            // Small graphs have numbers at the middle and the ends.
            if !is_roomy && tick > 0.0 && tick < height.most {
                continue;
            }
            for sign in if tick == 0.0 { &[1.0][..] } else { &[1.0, -1.0] } {
                let y = plot.y(sign * tick / height.most).round();
                let color = if tick == 0.0 { middle } else { faint };
                let line = Size::new(plot.area.width, 1.0);
                frame.fill_rectangle(Point::new(plot.area.x, y), line, color);
                let at = Point::new(plot.area.x - 5.0, y);
                // What is said of a position may need the place of the topmost.
                let is_topmost = hides_top && sign * tick >= height.most;
                if !is_topmost && (tick > 0.0 || plot.area.height >= LABELED) {
                    let label = height_label(*measure, sign * tick);
                    self.write(frame, at, Alignment::Right, &label);
                }
            }
        }
        let step = plot.area.width / width.most.max(1.0);
        for &tick in &width.ticks {
            let x = plot.area.x + step * tick;
            let at = Point::new(x, plot.area.y + plot.area.height + 9.0);
            if x + 8.0 <= frame.width() {
                self.write(frame, at, Alignment::Center, &format!("{tick:.0}"));
            }
            frame.fill_rectangle(
                Point::new(x.round(), plot.area.y + plot.area.height - 3.0),
                Size::new(1.0, 3.0),
                middle,
            );
        }
    }

    fn draw_curve(&self, frame: &mut Frame, plot: Plot) {
        let places: Vec<Option<Point>> =
            self.graph.dots.iter().enumerate().map(|(idx, dot)| plot.place(idx, dot)).collect();
        // What is not known yet is a gap.
        for known in places.split(Option::is_none) {
            let known: Vec<Point> = known.iter().copied().flatten().collect();
            let (Some(first), Some(last)) = (known.first(), known.last()) else { continue };
            let zero = plot.y(0.0);
            let area = Path::new(|builder| {
                builder.move_to(Point::new(first.x, zero));
                for &it in &known {
                    builder.line_to(it);
                }
                builder.line_to(Point::new(last.x, zero));
                builder.close();
            });
            frame.fill(&area, Ink { a: 0.13, ..self.look.text });
            let curve = Path::new(|builder| {
                builder.move_to(*first);
                for &it in known.iter().skip(1) {
                    builder.line_to(it);
                }
            });
            let stroke = Stroke::default().with_color(self.look.text).with_width(1.6);
            frame.stroke(&curve, stroke);
        }
    }

    /// Draws a dot at a mistake: larger where it lost more, with the sign of
    /// its band at key moves, and a rim in the color of its player.
    fn draw_mark(&self, frame: &mut Frame, plot: Plot, idx: usize, dot: &GraphDot) {
        // In long games, only larger mistakes have space.
        let step = plot.area.width / self.graph.dots.len() as f32;
        let least = match step {
            step if step >= 4.0 => Band::Inaccuracy,
            step if step >= 2.0 => Band::Mistake,
            _ => Band::BigMistake,
        };
        let Some(band) = dot.band.filter(|it| *it >= least) else { return };
        let Some(place) = plot.place(idx, dot) else { return };
        let radius = match band {
            Band::Mistake => 4.5,
            Band::BigMistake => 5.5,
            Band::Blunder => 6.5,
            _ => 3.0,
        };
        let radius = radius * (0.35 + step / 6.0).clamp(0.55, 1.0);
        let disc = Path::circle(place, radius);
        frame.fill(&disc, self.look.band(band));
        let rim = dot.color.map_or(self.look.dim(), |it| self.look.stone(it));
        frame.stroke(&disc, Stroke::default().with_color(rim).with_width(1.2));
        if dot.is_key && frame.height() >= ROOMY && step >= 2.0 {
            let side = if dot.color == Some(Color::Black) { 1.0 } else { -1.0 };
            let y = (place.y + side * (radius + 8.0))
                .clamp(plot.area.y + 5.0, plot.area.y + plot.area.height - 6.0);
            let at = Point::new(place.x, y);
            self.write(frame, at, Alignment::Center, words::band_sign(band));
        }
    }

    /// What the curve shows, or what is under the mouse.
    fn draw_legend(&self, frame: &mut Frame, plot: Plot, hovered: Option<usize>) {
        let dot = hovered.and_then(|it| self.graph.dots.get(it).map(|dot| (it, dot)));
        let Some((idx, dot)) = dot else {
            let legend = match self.graph.measure {
                Measure::Lead => "Lead in points: Black above, White below",
                Measure::Chance => "Black's chance to win",
            };
            self.write(frame, Point::new(6.0, 9.0), Alignment::Left, legend);
            return;
        };
        if let Some(place) = plot.place(idx, dot) {
            let line = Size::new(1.0, plot.area.height);
            let faint = Ink { a: 0.5, ..self.look.text };
            frame.fill_rectangle(Point::new(place.x, plot.area.y), line, faint);
            let ring = Stroke::default().with_color(self.look.accent).with_width(2.0);
            frame.stroke(&Path::circle(place, 6.5), ring);
        }
        let said = words::graph_dot(self.review, dot);
        let max_width = frame.width() - 12.0;
        // What is longer has a second line, over the curve.
        if said.chars().count() as f32 * LETTER > max_width {
            let veil = Ink { a: 0.85, ..self.look.surface() };
            let below = Size::new(frame.width(), 16.0);
            frame.fill_rectangle(Point::new(0.0, MARGIN[2] - 2.0), below, veil);
        }
        let said = text(Point::new(6.0, 2.0), Alignment::Left, &said);
        let align_y = alignment::Vertical::Top;
        frame.fill_text(Text { color: self.look.text, max_width, align_y, ..said });
    }

    fn write(&self, frame: &mut Frame, at: Point, align: Alignment, content: &str) {
        frame.fill_text(Text { color: self.look.dim(), ..text(at, align, content) });
    }
}

fn text(position: Point, align_x: Alignment, content: &str) -> Text {
    Text {
        content: content.to_owned(),
        position,
        size: TEXT.into(),
        font: style::FONT,
        align_x,
        align_y: alignment::Vertical::Center,
        ..Text::default()
    }
}

/// A number at the vertical axis: `B+10`, `75%`.
fn height_label(measure: Measure, value: f32) -> String {
    match measure {
        Measure::Chance => format!("{:.0}%", 50.0 + value),
        Measure::Lead if value == 0.0 => "0".to_owned(),
        Measure::Lead => {
            let number = value.abs().to_string();
            let side = if value > 0.0 { "B" } else { "W" };
            format!("{side}+{number}")
        }
    }
}

impl Program<Message> for ReviewGraph<'_> {
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
                let node = self.node(cursor.position_in(bounds)?, bounds.size())?;
                state.is_held = true;
                Some(Action::publish(Message::Visit(node)).and_capture())
            }
            mouse::Event::CursorMoved { .. } | mouse::Event::CursorLeft => {
                let at = cursor.position_in(bounds);
                let hovered = at.and_then(|it| self.plot(bounds.size()).hit(it));
                if state.hovered == hovered {
                    return None;
                }
                state.hovered = hovered;
                match hovered.and_then(|it| self.graph.dots.get(it)).filter(|_| state.is_held) {
                    Some(dot) => Some(Action::publish(Message::Visit(dot.node))),
                    None => Some(Action::request_redraw()),
                }
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
        let shown = (self.graph.clone(), state.hovered, self.look.clone());
        state.cache.draw(renderer, bounds.size(), shown, |frame| self.paint(frame, state.hovered))
    }

    fn mouse_interaction(&self, _state: &State, bounds: Rectangle, cursor: Cursor) -> Interaction {
        if cursor.is_over(bounds) { Interaction::Pointer } else { Interaction::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_where_they_are_drawn() {
        let plot = Plot::new(31, Size::new(320.0, 140.0));
        for idx in 0..31 {
            assert_eq!(plot.hit(Point::new(plot.x(idx), 20.0)), Some(idx));
        }
        assert_eq!(plot.hit(Point::new(-50.0, 0.0)), Some(0));
        assert_eq!(plot.hit(Point::new(5000.0, 0.0)), Some(30));
        assert_eq!(Plot::new(0, Size::new(320.0, 140.0)).hit(Point::ORIGIN), None);
        assert!(plot.y(1.0) < plot.y(0.0) && plot.y(0.0) < plot.y(-1.0));
    }

    #[test]
    fn axes_say_whose_lead_it_is() {
        let lead = |value| height_label(Measure::Lead, value);
        assert_eq!([2.5, 0.0, -10.0].map(lead), ["B+2.5", "0", "W+10"]);
        let chance = |value| height_label(Measure::Chance, value);
        assert_eq!([50.0, 0.0, -25.0].map(chance), ["100%", "50%", "25%"]);
    }
}
