//! The stones with their shadows.

use iced::mouse::Cursor;
use iced::widget::canvas::{Frame, Geometry as Drawing, Image, Program};
use iced::{Point as Place, Rectangle, Renderer, Size as Extent, Theme};
use tengen_picture::Stone;
use tengen_rules::Point;

use super::piece::{StonePictures, shadow_edge};
use super::{BoardOptions, Painter, fuzz};
use crate::geometry::Geometry;
use crate::{stone, wood};

/// How wide a stone is, in cells.
const WIDTH: f32 = 0.965;

/// How opaque stones are that are not there: dead, or under the pointer.
pub(super) const FAINT: f32 = 0.5;

/// The stones of the position.
pub(super) struct Stones<'a>(pub(super) Painter<'a>);

impl<Message> Program<Message> for Stones<'_> {
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
        vec![board.stones.draw(renderer, bounds.size(), |frame| {
            let pictures = pictures(self.0, &geometry);
            let points =
                || scene.size.points().map(|point| (point, scene.stones.get(&point).copied()));
            // All shadows lie below all stones. Each point has its place among
            // the pictures, be there a stone or not, so that only those differ
            // from one position to the next where something has changed.
            for (point, stone) in points() {
                let at = place(&geometry, &options, point);
                match stone.filter(|_| !scene.dead.contains(point)) {
                    Some(_) => {
                        draw_shadow(frame, &geometry, &pictures, at, options.progress(point));
                    }
                    None => draw_nothing(frame, &pictures, at),
                }
            }
            for (point, stone) in points() {
                let at = place(&geometry, &options, point);
                let Some(color) = stone else {
                    draw_nothing(frame, &pictures, at);
                    continue;
                };
                let opacity = if scene.dead.contains(point) { FAINT } else { 1.0 };
                let drawn = DrawnStone {
                    stone: Stone { point, color },
                    at,
                    opacity,
                    progress: options.progress(point),
                };
                draw_stone(frame, &geometry, &pictures, drawn);
            }
        })]
    }
}

/// How many pixels a stone is wide.
fn edge(geometry: &Geometry) -> u32 {
    let pixels = (geometry.cell * geometry.scale * WIDTH).floor() as u32;
    // With an odd number of pixels, the middle is where the line is.
    (pixels.saturating_sub(1) | 1).max(3)
}

pub(super) fn pictures(painter: Painter<'_>, geometry: &Geometry) -> StonePictures {
    painter.board.pieces.borrow_mut().stones(painter.options.look, edge(geometry))
}

/// Where a stone lies.
pub(super) fn place(geometry: &Geometry, options: &BoardOptions<'_>, point: Point) -> Place {
    let place = geometry.place(point);
    if !options.has_fuzz {
        return place;
    }
    let (x, y) = fuzz(point);
    let snap = |it: f32| (it * geometry.cell * geometry.scale).round() / geometry.scale;
    Place::new(place.x + snap(x), place.y + snap(y))
}

/// Keeps the place of a stone among the pictures.
fn draw_nothing(frame: &mut Frame, pictures: &StonePictures, at: Place) {
    let pixel = Rectangle::new(at, Extent::new(1.0, 1.0));
    frame.draw_image(pixel, Image::new(pictures.nothing.clone()));
}

fn draw_shadow(
    frame: &mut Frame,
    geometry: &Geometry,
    pictures: &StonePictures,
    at: Place,
    progress: f32,
) {
    let Some(shadow) = &pictures.shadow else { return draw_nothing(frame, pictures, at) };
    let width = shadow_edge(edge(geometry)) as f32 / geometry.scale;
    // A stone in the air has its shadow further away.
    let away = geometry.cell * (0.07 + 0.25 * (1.0 - progress));
    let snap = |it: f32| (it * geometry.scale).round() / geometry.scale + 0.01;
    let corner = Place::new(snap(at.x - width / 2.0 + 0.6 * away), snap(at.y - width / 2.0 + away));
    let image = Image::new(shadow.clone()).opacity(progress);
    frame.draw_image(Rectangle::new(corner, Extent::new(width, width)), image);
}

/// A stone with where and how it is drawn.
#[derive(Copy, Clone, Debug)]
pub(super) struct DrawnStone {
    /// Its color, and the point that decides which of the pictures it has.
    pub(super) stone: Stone,
    pub(super) at: Place,
    pub(super) opacity: f32,
    /// How far it has come on its way to the board, from 0 to 1.
    pub(super) progress: f32,
}

pub(super) fn draw_stone(
    frame: &mut Frame,
    geometry: &Geometry,
    pictures: &StonePictures,
    drawn: DrawnStone,
) {
    let DrawnStone { stone: Stone { point, color }, at, opacity, progress } = drawn;
    let chance = wood::chance(i32::from(point.column()), i32::from(point.row()) + 60);
    let variant = (chance * stone::N_VARIANTS as f32) as usize % stone::N_VARIANTS;
    let picture = &pictures.stones[color][variant];
    let pixel = 1.0 / geometry.scale;
    let width = edge(geometry) as f32 * pixel * (1.0 + 0.22 * (1.0 - progress));
    // The picture begins at a whole pixel; a little more keeps it from being
    // rounded to the one before.
    let start = |it: f32| {
        ((it - (width - pixel) / 2.0) * geometry.scale).round() / geometry.scale + 0.01 * pixel
    };
    let corner = Place::new(start(at.x), start(at.y));
    let image = Image::new(picture.clone()).opacity(opacity * (0.4 + 0.6 * progress));
    frame.draw_image(Rectangle::new(corner, Extent::new(width, width)), image);
}
