//! What the last moves lost, on their stones: larger and with a number where
//! it is more.

use iced::Point as Place;
use iced::widget::canvas::{Path, Stroke};
use tengen_front::words;
use tengen_review::Band;
use tengen_rules::Point;

use super::mark::Pen;

/// The smallest number of pixels of a letter that can be read.
const LEAST_TEXT: f32 = 8.0;

/// Draws a disc on each stone whose loss is known.
pub(super) fn draw(pen: &mut Pen<'_, '_>) {
    for (&point, &loss) in &pen.scene().losses {
        if pen.scene().stone(point).is_some() {
            draw_loss(pen, point, loss);
        }
    }
}

/// Whether the loss of a stone takes the place of the sign of the last move.
pub(super) fn is_covered(pen: &Pen<'_, '_>, point: Point) -> bool {
    let loss = pen.scene().losses.get(&point);
    loss.is_some_and(|&it| Band::of(it) >= Band::Inaccuracy) && !has_sign(pen, point)
}

/// Whether something else is written on a stone.
fn has_sign(pen: &Pen<'_, '_>, point: Point) -> bool {
    let scene = pen.scene();
    scene.marks.contains_key(&point)
        || scene.labels.contains_key(&point)
        || scene.numbers.contains_key(&point)
        || scene.dead.contains(point)
}

fn draw_loss(pen: &mut Pen<'_, '_>, point: Point, loss: f32) {
    let cell = pen.geometry.cell;
    let band = Band::of(loss);
    let middle = pen.place(point);
    if has_sign(pen, point) {
        // In the corner, where it hides nothing.
        let corner = Place::new(middle.x + 0.3 * cell, middle.y + 0.3 * cell);
        let color = pen.look().band(band);
        pen.frame.fill(&Path::circle(corner, radius(band) * cell / 2.0), color);
        return;
    }
    let disc = Path::circle(middle, radius(band) * cell);
    let color = pen.look().band(band);
    pen.frame.fill(&disc, color);
    if band < Band::Inaccuracy {
        return;
    }
    if pen.scene().last_move == Some(point) {
        let ink = pen.look().ink(pen.scene().stone(point));
        let ring = Stroke::default().with_color(ink).with_width((0.06 * cell).max(1.2));
        pen.frame.stroke(&disc, ring);
    }
    let text = words::loss_number(loss);
    let size = 0.36 * cell;
    // A number that is too small is a sign.
    let text = if size < LEAST_TEXT { words::band_sign(band).to_owned() } else { text };
    let ink = pen.look().band_ink(band);
    pen.write(middle, &text, size.max(LEAST_TEXT), ink);
}

/// How large the disc of a band is, in cells.
const fn radius(band: Band) -> f32 {
    match band {
        Band::Excellent => 0.09,
        Band::Good => 0.12,
        Band::Inaccuracy => 0.28,
        Band::Mistake => 0.32,
        Band::BigMistake => 0.36,
        Band::Blunder => 0.40,
    }
}
