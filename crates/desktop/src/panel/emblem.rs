//! Stones beside text: one, a few, or a pile of prisoners.

use iced::mouse::Cursor;
use iced::widget::canvas::{Canvas, Frame, Geometry as Drawing, Path, Program, Stroke};
use iced::{Color, Element, Point, Rectangle, Renderer, Size, Theme};
use tengen_rules as rules;

use crate::cached_canvas::CachedCanvas;
use crate::look::{Look, mix};
use crate::message::Message;

/// The most stones of a pile that are drawn.
const MAX_STONES: u32 = 14;

/// A corner of a board with two stones.
pub(crate) fn emblem<'a>(look: &Look, edge: f32) -> Element<'a, Message> {
    Canvas::new(Emblem { look: look.clone() }).width(edge).height(edge).into()
}

/// A stone.
pub(crate) fn stone<'a>(look: &Look, color: rules::Color, edge: f32) -> Element<'a, Message> {
    let pile = Pile { look: look.clone(), color, n_stones: 1 };
    Canvas::new(pile).width(edge).height(edge).into()
}

/// Stones that were taken.
pub(crate) fn pile<'a>(look: &Look, color: rules::Color, n_stones: u32) -> Element<'a, Message> {
    let n_shown = n_stones.min(MAX_STONES);
    let width = if n_shown == 0 { 0.0 } else { 16.0 + 6.0 * (n_shown - 1) as f32 };
    Canvas::new(Pile { look: look.clone(), color, n_stones: n_shown })
        .width(width)
        .height(16)
        .into()
}

#[derive(Clone, Debug, PartialEq)]
struct Pile {
    look: Look,
    color: rules::Color,
    n_stones: u32,
}

impl Program<Message> for Pile {
    type State = CachedCanvas<Pile>;

    fn draw(
        &self,
        cache: &CachedCanvas<Pile>,
        renderer: &Renderer,
        _theme: &Theme,
        bounds: Rectangle,
        _cursor: Cursor,
    ) -> Vec<Drawing> {
        let middle = bounds.height / 2.0;
        cache.draw(renderer, bounds.size(), self.clone(), |frame| {
            for idx in 0..self.n_stones {
                let disc = Disc {
                    middle: Point::new(middle + 6.0 * idx as f32, middle),
                    radius: middle - 1.0,
                };
                draw_stone(frame, &self.look, self.color, disc);
            }
        })
    }
}

/// Where a small stone is, and how large.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Disc {
    pub(crate) middle: Point,
    pub(crate) radius: f32,
}

/// Draws a small stone, in which light is a second disc.
pub(crate) fn draw_stone(frame: &mut Frame, look: &Look, color: rules::Color, disc: Disc) {
    let Disc { middle, radius } = disc;
    let fill = look.stone(color);
    let disc = Path::circle(middle, radius);
    frame.fill(&disc, fill);
    let light = Color { a: 0.16, ..Color::WHITE };
    let spot = Point::new(middle.x - 0.28 * radius, middle.y - 0.32 * radius);
    if color == rules::Color::Black {
        frame.fill(&Path::circle(spot, 0.42 * radius), light);
    }
    let rim = match color {
        rules::Color::White if look.is_dark() => mix(fill, Color::BLACK, 0.45),
        _ => look.rim(color),
    };
    frame.stroke(&disc, Stroke::default().with_color(rim).with_width(1.0));
}

#[derive(Clone, Debug, PartialEq)]
struct Emblem {
    look: Look,
}

impl Program<Message> for Emblem {
    type State = CachedCanvas<Emblem>;

    fn draw(
        &self,
        cache: &CachedCanvas<Emblem>,
        renderer: &Renderer,
        _theme: &Theme,
        bounds: Rectangle,
        _cursor: Cursor,
    ) -> Vec<Drawing> {
        cache.draw(renderer, bounds.size(), self.clone(), |frame| self.paint(frame))
    }
}

impl Emblem {
    fn paint(&self, frame: &mut Frame) {
        let edge = frame.width();
        let ground =
            Path::rounded_rectangle(Point::ORIGIN, Size::new(edge, edge), (0.16 * edge).into());
        frame.fill(&ground, self.look.board);
        let line = Stroke::default().with_color(self.look.lines).with_width(1.2);
        for share in [0.3, 0.7] {
            let at = (share * edge).round() + 0.5;
            frame.stroke(&Path::line(Point::new(at, 0.0), Point::new(at, edge)), line);
            frame.stroke(&Path::line(Point::new(0.0, at), Point::new(edge, at)), line);
        }
        let stones = [(rules::Color::Black, 0.3, 0.7), (rules::Color::White, 0.7, 0.3)];
        for (color, x, y) in stones {
            let middle = Point::new(x * edge, y * edge);
            draw_stone(frame, &self.look, color, Disc { middle, radius: 0.21 * edge });
        }
    }
}
