//! What is drawn on stones and points: marks, numbers, territory, and what an
//! engine thinks.

use iced::mouse::Cursor;
use iced::widget::canvas::{Frame, Geometry as Drawing, Path, Program, Stroke, Text};
use iced::widget::text::Alignment;
use iced::{Color, Point as Place, Rectangle, Renderer, Size as Extent, Theme, alignment};
use tengen_picture::{Link, Scene};
use tengen_record::{Mark, Stroke as LinkKind};
use tengen_rules as rules;
use tengen_rules::Point;

use super::{Painter, loss, overlay, stones};
use crate::geometry::Geometry;
use crate::look::{Look, mix};
use crate::style;

/// What is drawn on stones and points.
pub(super) struct Marks<'a>(pub(super) Painter<'a>);

/// Where marks are drawn, and how.
pub(super) struct Pen<'a, 'b> {
    pub(super) frame: &'a mut Frame,
    pub(super) geometry: Geometry,
    pub(super) painter: Painter<'b>,
}

impl<Message> Program<Message> for Marks<'_> {
    type State = ();

    fn draw(
        &self,
        _state: &(),
        renderer: &Renderer,
        _theme: &Theme,
        bounds: Rectangle,
        _cursor: Cursor,
    ) -> Vec<Drawing> {
        let Painter { scene, options, .. } = self.0;
        let geometry = options.geometry(scene.size, bounds.size());
        let mut frame = Frame::new(renderer, bounds.size());
        let mut pen = Pen { frame: &mut frame, geometry, painter: self.0 };
        pen.draw_dimmed();
        overlay::draw(&mut pen);
        pen.draw_territory();
        pen.draw_dead();
        pen.draw_variations();
        pen.draw_last();
        loss::draw(&mut pen);
        pen.draw_numbers();
        pen.draw_marks();
        pen.draw_links();
        vec![frame.into_geometry()]
    }
}

impl<'b> Pen<'_, 'b> {
    pub(super) fn scene(&self) -> &'b Scene {
        self.painter.scene
    }

    pub(super) fn look(&self) -> &'b Look {
        self.painter.options.look
    }

    /// Where something on a point is drawn: in the middle of its stone.
    pub(super) fn place(&self, point: Point) -> Place {
        let options = &self.painter.options;
        let place = match self.scene().stone(point) {
            Some(_) => stones::place(&self.geometry, options, point),
            None => self.geometry.place(point),
        };
        let half_pixel = 0.5 / self.geometry.scale;
        Place::new(place.x + half_pixel, place.y + half_pixel)
    }

    pub(super) fn write(&mut self, at: Place, text: &str, size: f32, color: Color) {
        self.frame.fill_text(Text {
            content: text.to_owned(),
            position: at,
            color,
            size: size.into(),
            font: style::FONT,
            align_x: Alignment::Center,
            align_y: alignment::Vertical::Center,
            ..Text::default()
        });
    }

    fn stroke(&mut self, path: &Path, color: Color, width: f32) {
        let width = (self.geometry.cell * width).max(1.2);
        self.frame.stroke(path, Stroke::default().with_color(color).with_width(width));
    }

    fn square(&mut self, middle: Place, edge: f32, color: Color) {
        let corner = Place::new(middle.x - edge / 2.0, middle.y - edge / 2.0);
        self.frame.fill_rectangle(corner, Extent::new(edge, edge), color);
    }

    /// Grays out what is not to be seen clearly.
    fn draw_dimmed(&mut self) {
        let veil = Color { a: 0.6, ..self.look().board };
        for point in self.scene().dimmed {
            let middle = self.geometry.place(point);
            self.square(middle, self.geometry.cell, veil);
        }
    }

    fn draw_territory(&mut self) {
        let cell = self.geometry.cell;
        let scene = self.scene();
        let is_hint = |point| scene.candidates.iter().any(|it| it.point == point);
        for (&point, &color) in scene.territory.iter().filter(|it| !is_hint(*it.0)) {
            let fill = self.look().stone(color);
            let middle = self.place(point);
            let edge = (0.3 * cell).round();
            let rim = mix(fill, self.look().ink(Some(color)), 0.35);
            self.square(middle, edge + 2.0, rim);
            self.square(middle, edge, fill);
        }
        for point in self.scene().open_borders {
            let ring = Path::circle(self.place(point), 0.2 * cell);
            self.stroke(&ring, self.look().warning(), 0.07);
        }
    }

    fn draw_dead(&mut self) {
        let red = Color::from_rgb8(0xc8, 0x32, 0x28);
        for point in self.scene().dead {
            let middle = self.place(point);
            self.stroke(&cross(middle, 0.22 * self.geometry.cell), red, 0.09);
        }
    }

    /// Rings where the record goes on.
    fn draw_variations(&mut self) {
        let color = Color { a: 0.7, ..self.look().marks };
        for stone in &self.scene().variations {
            let ring = Path::circle(self.place(stone.point), 0.36 * self.geometry.cell);
            self.stroke(&ring, color, 0.05);
        }
    }

    fn draw_last(&mut self) {
        let scene = self.scene();
        let cell = self.geometry.cell;
        if let Some(point) = scene.ko {
            let corner = self.place(point);
            let edge = 0.44 * cell;
            let corner = Place::new(corner.x - edge / 2.0, corner.y - edge / 2.0);
            let square = Path::rectangle(corner, Extent::new(edge, edge));
            self.stroke(&square, self.look().marks, 0.06);
        }
        let is_marked = |point| {
            scene.marks.contains_key(&point)
                || scene.labels.contains_key(&point)
                || scene.numbers.contains_key(&point)
                || loss::is_covered(self, point)
        };
        if let Some(point) =
            scene.last_move.filter(|&it| !is_marked(it) && !scene.dead.contains(it))
        {
            let ring = Path::circle(self.place(point), 0.21 * cell);
            self.stroke(&ring, self.look().ink(scene.stone(point)), 0.075);
        }
    }

    fn draw_numbers(&mut self) {
        let scene = self.scene();
        for (&point, &number) in &scene.numbers {
            if scene.labels.contains_key(&point) || scene.marks.contains_key(&point) {
                continue;
            }
            let text = number.to_string();
            let share = [0.56, 0.52, 0.42, 0.33][text.len().clamp(1, 4) - 1];
            let color = if scene.last_move == Some(point) {
                number_accent(scene.stone(point))
            } else {
                self.look().ink(scene.stone(point))
            };
            self.write(self.place(point), &text, share * self.geometry.cell, color);
        }
    }

    fn draw_marks(&mut self) {
        let scene = self.scene();
        for (&point, &mark) in &scene.marks {
            self.draw_mark(point, mark);
        }
        for (point, text) in &scene.labels {
            let middle = self.place(*point);
            let stone = scene.stone(*point);
            let cell = self.geometry.cell;
            if scene.candidate(*point).is_some() {
                // What a candidate loses stays readable.
                let corner = Place::new(middle.x + 0.36 * cell, middle.y - 0.36 * cell);
                let ground = self.look().ground_color();
                self.frame.fill(&Path::circle(corner, 0.19 * cell), ground);
                self.write(corner, text, (0.32 * cell).max(7.0), self.look().marks);
                continue;
            }
            if stone.is_none() {
                // The lines are taken away under a letter.
                let ground = Color { a: 0.82, ..self.look().ground_color() };
                self.frame.fill(&Path::circle(middle, 0.34 * cell), ground);
            }
            let n_letters = text.chars().count().max(1) as f32;
            let size = (cell * 0.6).min(cell * 1.35 / n_letters).max(7.0);
            self.write(middle, text, size, self.look().ink(stone));
        }
    }

    fn draw_mark(&mut self, point: Point, mark: Mark) {
        let cell = self.geometry.cell;
        let middle = self.place(point);
        let color = self.look().ink(self.scene().stone(point));
        match mark {
            Mark::Circle => self.stroke(&Path::circle(middle, 0.25 * cell), color, 0.075),
            Mark::Cross => self.stroke(&cross(middle, 0.2 * cell), color, 0.085),
            Mark::Square => {
                let edge = 0.42 * cell;
                let corner = Place::new(middle.x - edge / 2.0, middle.y - edge / 2.0);
                let square = Path::rectangle(corner, Extent::new(edge, edge));
                self.stroke(&square, color, 0.075);
            }
            Mark::Triangle => {
                let triangle = triangle(middle, 0.3 * cell);
                self.stroke(&triangle, color, 0.075);
            }
            Mark::Selected => {
                let blue = Color { a: 0.75, ..Color::from_rgb8(0x3f, 0x84, 0xc9) };
                self.frame.fill(&Path::circle(middle, 0.18 * cell), blue);
            }
        }
    }

    fn draw_links(&mut self) {
        for &link in &self.scene().links {
            self.draw_link(link);
        }
    }

    /// Draws a line, or an arrow, from a point to another.
    pub(super) fn draw_link(&mut self, link: Link) {
        let (start, end) = (self.place(link.from), self.place(link.to));
        let color = self.look().links;
        self.stroke(&Path::line(start, end), color, 0.085);
        let length = (end.x - start.x).hypot(end.y - start.y);
        if link.stroke == LinkKind::Line || length < 1.0 {
            return;
        }
        let (x, y) = ((end.x - start.x) / length, (end.y - start.y) / length);
        let reach = 0.32 * self.geometry.cell;
        let barb = |side: f32| {
            Place::new(end.x - reach * (x + side * 0.55 * y), end.y - reach * (y - side * 0.55 * x))
        };
        let head = Path::new(|builder| {
            builder.move_to(end);
            builder.line_to(barb(1.0));
            builder.line_to(barb(-1.0));
            builder.close();
        });
        self.frame.fill(&head, color);
    }
}

/// Two lines that cross each other.
fn cross(middle: Place, reach: f32) -> Path {
    Path::new(|builder| {
        for side in [-1.0, 1.0] {
            builder.move_to(Place::new(middle.x - reach, middle.y - side * reach));
            builder.line_to(Place::new(middle.x + reach, middle.y + side * reach));
        }
    })
}

/// A triangle that stands on its side.
pub(crate) fn triangle(middle: Place, reach: f32) -> Path {
    Path::new(|builder| {
        builder.move_to(Place::new(middle.x, middle.y - reach));
        builder.line_to(Place::new(middle.x + 0.87 * reach, middle.y + reach / 2.0));
        builder.line_to(Place::new(middle.x - 0.87 * reach, middle.y + reach / 2.0));
        builder.close();
    })
}

/// The color of the number of the last move.
const fn number_accent(stone: Option<rules::Color>) -> Color {
    match stone {
        Some(rules::Color::Black) => Color::from_rgb8(0xff, 0x9a, 0x6b),
        _ => Color::from_rgb8(0xc4, 0x2b, 0x1c),
    }
}
