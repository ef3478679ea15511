//! What lies under the stones: wood, lines, star points and coordinates.

use iced::mouse::Cursor;
use iced::widget::canvas::{Frame, Geometry as Drawing, Path, Program, Stroke, Text};
use iced::{Color, Point as Place, Rectangle, Renderer, Size as Extent, Theme, alignment};
use tengen_rules::handicap;

use super::Painter;
use crate::geometry::Geometry;
use crate::look::{self, Look};
use crate::style;

/// The board itself.
pub(super) struct Ground<'a>(pub(super) Painter<'a>);

/// Lines and coordinates.
pub(super) struct Grid<'a>(pub(super) Painter<'a>);

impl<Message> Program<Message> for Ground<'_> {
    type State = ();

    fn draw(
        &self,
        _state: &(),
        renderer: &Renderer,
        _theme: &Theme,
        bounds: Rectangle,
        _cursor: Cursor,
    ) -> Vec<Drawing> {
        let Painter { board, scene, options } = self.0;
        let geometry = options.geometry(scene.size, bounds.size());
        vec![board.ground.draw(renderer, bounds.size(), |frame| match options.look.ground {
            look::Ground::Plain => fill(frame, geometry.board, options.look.board),
            look::Ground::Wood => {
                draw_wood(frame, &geometry, self.0);
            }
        })]
    }
}

impl<Message> Program<Message> for Grid<'_> {
    type State = ();

    fn draw(
        &self,
        _state: &(),
        renderer: &Renderer,
        _theme: &Theme,
        bounds: Rectangle,
        _cursor: Cursor,
    ) -> Vec<Drawing> {
        let Painter { board, scene, options } = self.0;
        let geometry = options.geometry(scene.size, bounds.size());
        vec![board.grid.draw(renderer, bounds.size(), |frame| {
            draw_lines(frame, &geometry, options.look);
            draw_stars(frame, &geometry, options.look);
            if geometry.has_coordinates() {
                draw_coordinates(frame, &geometry, options.look.coordinates);
            }
        })]
    }
}

/// Draws the board part by part, each at whole pixels of the screen.
fn draw_wood(frame: &mut Frame, geometry: &Geometry, painter: Painter<'_>) {
    let area = geometry.board;
    let scale = geometry.scale;
    let pixels = |length: f32| (length * scale).round() as u32;
    let mut pieces = painter.board.pieces.borrow_mut();
    let size = (pixels(area.width), pixels(area.height));
    for (cut, picture) in pieces.wood(painter.options.look, size) {
        let part = Rectangle {
            // A little more keeps it from being rounded to the pixel before.
            x: area.x + (cut.x as f32 + 0.01) / scale,
            y: area.y + (cut.y as f32 + 0.01) / scale,
            width: cut.width as f32 / scale,
            height: cut.height as f32 / scale,
        };
        frame.draw_image(part, picture);
    }
}

fn fill(frame: &mut Frame, area: Rectangle, color: Color) {
    frame.fill_rectangle(area.position(), area.size(), color);
}

/// Lines are rectangles, since those are sharp at the edges of pixels.
fn draw_lines(frame: &mut Frame, geometry: &Geometry, look: &Look) {
    let (columns, rows) = geometry.extent();
    let pixel = 1.0 / geometry.scale;
    let width =
        (geometry.cell / 34.0).round().clamp(1.0, 2.0) * geometry.scale.round().max(1.0) * pixel;
    let (last_x, last_y) = (f32::from(columns) - 1.0, f32::from(rows) - 1.0);
    let (first, last) = (geometry.place_of_cell(0.0, 0.0), geometry.place_of_cell(last_x, last_y));
    let line = |frame: &mut Frame, from: Place, to: Place, width: f32| {
        let half = (width / pixel / 2.0).floor() * pixel;
        let size = Extent::new(to.x - from.x + width, to.y - from.y + width);
        frame.fill_rectangle(Place::new(from.x - half, from.y - half), size, look.lines);
    };
    for idx in 0..columns {
        let x = geometry.place_of_cell(f32::from(idx), 0.0).x;
        line(frame, Place::new(x, first.y), Place::new(x, last.y), width);
    }
    for idx in 0..rows {
        let y = geometry.place_of_cell(0.0, f32::from(idx)).y;
        line(frame, Place::new(first.x, y), Place::new(last.x, y), width);
    }
    // The edge is a little stronger, as it is on boards.
    let edge = Path::rectangle(
        Place::new(first.x + pixel / 2.0, first.y + pixel / 2.0),
        Extent::new(last.x - first.x, last.y - first.y),
    );
    frame.stroke(&edge, Stroke::default().with_color(look.lines).with_width(1.6 * width));
}

fn draw_stars(frame: &mut Frame, geometry: &Geometry, look: &Look) {
    let radius = (geometry.cell * 0.095).max(2.0);
    let half_pixel = 0.5 / geometry.scale;
    for point in handicap::star_points(geometry.size) {
        let place = geometry.place(point);
        let middle = Place::new(place.x + half_pixel, place.y + half_pixel);
        frame.fill(&Path::circle(middle, radius), look.lines);
    }
}

fn draw_coordinates(frame: &mut Frame, geometry: &Geometry, color: Color) {
    let (columns, rows) = geometry.names();
    let size = (geometry.cell * 0.36).clamp(8.0, 15.0);
    let away = geometry.name_distance() / geometry.cell;
    let (last_x, last_y) = (columns.len() as f32 - 1.0, rows.len() as f32 - 1.0);
    let mut write = |content: &str, position: Place| {
        frame.fill_text(Text {
            content: content.to_owned(),
            position,
            color,
            size: size.into(),
            font: style::FONT,
            align_x: iced::widget::text::Alignment::Center,
            align_y: alignment::Vertical::Center,
            ..Text::default()
        });
    };
    for (idx, name) in columns.iter().enumerate() {
        write(name, geometry.place_of_cell(idx as f32, -away));
        write(name, geometry.place_of_cell(idx as f32, last_y + away));
    }
    for (idx, name) in rows.iter().enumerate() {
        write(name, geometry.place_of_cell(-away, idx as f32));
        write(name, geometry.place_of_cell(last_x + away, idx as f32));
    }
}
