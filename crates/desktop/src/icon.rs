//! Small pictures on buttons, drawn with lines so that no font is needed.

use iced::mouse::Cursor;
use iced::widget::canvas::{Canvas, Frame, Geometry as Drawing, LineCap, LineJoin, Path, Program};
use iced::widget::canvas::{Stroke, path::Builder};
use iced::{Color, Element, Point, Rectangle, Renderer, Size, Theme};

use crate::cached_canvas::CachedCanvas;

/// What a small picture shows.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Icon {
    First,
    Back,
    Forward,
    Last,
    Triangle,
    Square,
    Circle,
    Cross,
    Line,
    Arrow,
    Eraser,
    Menu,
    Dim,
    Dot,
    Block,
    Down,
}

/// A picture of so many pixels in a color.
pub(crate) fn icon<'a, Message: 'a>(icon: Icon, edge: f32, color: Color) -> Element<'a, Message> {
    Canvas::new(Drawn { icon, color }).width(edge).height(edge).into()
}

#[derive(Copy, Clone, Debug, PartialEq)]
struct Drawn {
    icon: Icon,
    color: Color,
}

impl<Message> Program<Message> for Drawn {
    type State = CachedCanvas<Drawn>;

    fn draw(
        &self,
        cache: &CachedCanvas<Drawn>,
        renderer: &Renderer,
        _theme: &Theme,
        bounds: Rectangle,
        _cursor: Cursor,
    ) -> Vec<Drawing> {
        cache.draw(renderer, bounds.size(), *self, |frame| self.paint(frame))
    }
}

impl Drawn {
    fn paint(self, frame: &mut Frame) {
        let edge = frame.width().min(frame.height());
        let at = |x: f32, y: f32| Point::new(x * edge, y * edge);
        let lines = |build: &dyn Fn(&mut Builder)| Path::new(|builder| build(builder));
        let stroke = Stroke {
            width: (edge * 0.11).max(1.4),
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default().with_color(self.color)
        };
        // An arrow head from x to x + width, to the right if width is
        // positive.
        let head = |x: f32, width: f32| {
            lines(&|it| {
                it.move_to(at(x, 0.2));
                it.line_to(at(x + width, 0.5));
                it.line_to(at(x, 0.8));
                it.close();
            })
        };
        match self.icon {
            Icon::First => {
                frame.fill(&head(0.8, -0.48), self.color);
                frame.fill_rectangle(at(0.18, 0.2), Size::new(0.12 * edge, 0.6 * edge), self.color);
            }
            Icon::Back => frame.fill(&head(0.7, -0.48), self.color),
            Icon::Forward => frame.fill(&head(0.3, 0.48), self.color),
            Icon::Last => {
                frame.fill(&head(0.2, 0.48), self.color);
                frame.fill_rectangle(at(0.7, 0.2), Size::new(0.12 * edge, 0.6 * edge), self.color);
            }
            Icon::Triangle => {
                let path = lines(&|it| {
                    it.move_to(at(0.5, 0.16));
                    it.line_to(at(0.86, 0.78));
                    it.line_to(at(0.14, 0.78));
                    it.close();
                });
                frame.stroke(&path, stroke);
            }
            Icon::Square => {
                let path = Path::rectangle(at(0.2, 0.2), Size::new(0.6 * edge, 0.6 * edge));
                frame.stroke(&path, stroke);
            }
            Icon::Circle => frame.stroke(&Path::circle(at(0.5, 0.5), 0.34 * edge), stroke),
            Icon::Cross => {
                frame.stroke(&Path::line(at(0.22, 0.22), at(0.78, 0.78)), stroke);
                frame.stroke(&Path::line(at(0.78, 0.22), at(0.22, 0.78)), stroke);
            }
            Icon::Line => frame.stroke(&Path::line(at(0.18, 0.82), at(0.82, 0.18)), stroke),
            Icon::Arrow => {
                let path = lines(&|it| {
                    it.move_to(at(0.18, 0.82));
                    it.line_to(at(0.82, 0.18));
                    it.move_to(at(0.46, 0.18));
                    it.line_to(at(0.82, 0.18));
                    it.line_to(at(0.82, 0.54));
                });
                frame.stroke(&path, stroke);
            }
            Icon::Eraser => {
                let path = lines(&|it| {
                    it.move_to(at(0.14, 0.62));
                    it.line_to(at(0.52, 0.2));
                    it.line_to(at(0.86, 0.48));
                    it.line_to(at(0.5, 0.86));
                    it.line_to(at(0.34, 0.86));
                    it.close();
                    it.move_to(at(0.33, 0.41));
                    it.line_to(at(0.68, 0.68));
                });
                frame.stroke(&path, stroke);
            }
            Icon::Down => {
                let path = lines(&|it| {
                    it.move_to(at(0.2, 0.36));
                    it.line_to(at(0.5, 0.68));
                    it.line_to(at(0.8, 0.36));
                });
                frame.stroke(&path, stroke);
            }
            Icon::Menu => {
                for y in [0.25, 0.5, 0.75] {
                    frame.stroke(&Path::line(at(0.16, y), at(0.84, y)), stroke);
                }
            }
            Icon::Dot => frame.fill(&Path::circle(at(0.5, 0.5), 0.26 * edge), self.color),
            Icon::Block => {
                let size = Size::new(0.44 * edge, 0.44 * edge);
                frame.fill_rectangle(at(0.28, 0.28), size, self.color);
                let rim = Color { a: 0.5, ..Color::from_rgb8(0x80, 0x80, 0x80) };
                frame.stroke(
                    &Path::rectangle(at(0.28, 0.28), size),
                    Stroke::default().with_color(rim),
                );
            }
            Icon::Dim => {
                frame.stroke(&Path::circle(at(0.5, 0.5), 0.34 * edge), stroke);
                let veil = Color { a: 0.4 * self.color.a, ..self.color };
                frame.fill(&Path::circle(at(0.5, 0.5), 0.34 * edge), veil);
            }
        }
    }
}
