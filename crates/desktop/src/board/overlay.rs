//! What an engine thinks, on the board: owners, likely moves, candidates and
//! how the game would go on.

use iced::widget::canvas::{Path, Stroke};
use iced::{Color, Point as Place, Size as Extent};
use tengen_picture::Candidate;
use tengen_review::Band;
use tengen_rules as rules;

use super::mark::Pen;
use super::stones::{self, DrawnStone};
use crate::look::Look;

/// Below this, nobody owns a point.
const NEUTRAL: f32 = 0.12;

/// The color of the move that an engine would play.
const BEST: Color = Color::from_rgb8(0x4d, 0xa3, 0xe2);

/// The most candidates that are shown.
const MAX_CANDIDATES: usize = 8;

/// Draws all of it.
pub(super) fn draw(pen: &mut Pen<'_, '_>) {
    draw_ownership(pen);
    draw_heat(pen);
    if pen.scene().continuation.is_empty() {
        draw_candidates(pen);
    } else {
        draw_continuation(pen);
    }
}

/// Squares that are larger where it is clearer who owns a point.
fn draw_ownership(pen: &mut Pen<'_, '_>) {
    let cell = pen.geometry.cell;
    for (&point, &owner) in &pen.scene().ownership {
        let certainty = owner.abs().min(1.0);
        if certainty < NEUTRAL {
            continue;
        }
        let color = if owner > 0.0 { rules::Color::Black } else { rules::Color::White };
        // Living stones say themselves whose they are.
        if pen.scene().stone(point) == Some(color) {
            continue;
        }
        let edge = cell * (0.14 + 0.4 * certainty);
        let middle = pen.geometry.place(point);
        let corner = Place::new(middle.x - edge / 2.0, middle.y - edge / 2.0);
        let fill = Color { a: 0.35 + 0.5 * certainty, ..pen.look().stone(color) };
        pen.frame.fill_rectangle(corner, Extent::new(edge, edge), fill);
    }
}

/// Warm squares where moves are likely.
fn draw_heat(pen: &mut Pen<'_, '_>) {
    let cell = pen.geometry.cell;
    let most = pen.scene().heat.values.values().copied().fold(0.0, f32::max);
    for (&point, &prior) in pen.scene().heat.values.iter().filter(|it| *it.1 >= 0.005) {
        let share = (prior / most).sqrt();
        let middle = pen.geometry.place(point);
        let corner = Place::new(middle.x - cell / 2.0, middle.y - cell / 2.0);
        pen.frame.fill_rectangle(corner, Extent::new(cell, cell), heat_color(share));
        if cell >= 24.0 && pen.scene().candidates.is_empty() {
            let text = format!("{:.0}", 100.0 * prior);
            if text != "0" {
                pen.write(middle, &text, 0.34 * cell, Color::from_rgb8(0x20, 0x10, 0x08));
            }
        }
    }
}

/// From a pale yellow to a deep red.
fn heat_color(share: f32) -> Color {
    Color {
        r: 0.98 - 0.16 * share,
        g: 0.86 - 0.66 * share,
        b: 0.38 - 0.26 * share,
        a: 0.18 + 0.6 * share,
    }
}

fn draw_candidates(pen: &mut Pen<'_, '_>) {
    for candidate in pen.scene().candidates.iter().take(MAX_CANDIDATES) {
        draw_candidate(pen, candidate);
    }
}

/// A disc with what the candidate loses or its chance to win, and more lines
/// as far as there is space.
fn draw_candidate(pen: &mut Pen<'_, '_>, candidate: &Candidate) {
    let cell = pen.geometry.cell;
    let middle = pen.place(candidate.point);
    let color = candidate_color(pen.look(), candidate);
    let disc = Path::circle(middle, 0.47 * cell);
    pen.frame.fill(&disc, color);
    if candidate.rank == 0 {
        // The move that the engine would play has a ring.
        let ring = Stroke::default().with_color(BEST).with_width((0.075 * cell).max(1.6));
        pen.frame.stroke(&Path::circle(middle, 0.445 * cell), ring);
    }
    let ink = match candidate.loss.map(Band::of) {
        Some(band) => pen.look().band_ink(band),
        None => Color::from_rgb8(0x10, 0x14, 0x18),
    };
    let n_lines = match cell {
        it if it >= 40.0 => 3,
        it if it >= 26.0 => 2,
        _ => 1,
    };
    let size = [0.40, 0.34, 0.27][n_lines - 1] * cell;
    let top = middle.y - size * (n_lines as f32 - 1.0) / 2.0;
    for (idx, text) in candidate.texts.iter().take(n_lines).enumerate() {
        let at = Place::new(middle.x, top + idx as f32 * size * 0.98);
        pen.write(at, text, size, ink);
    }
}

/// The color of what a candidate loses; where points are not known, blue for
/// the best one and green for others. Those with fewer visits are fainter.
fn candidate_color(look: &Look, candidate: &Candidate) -> Color {
    let Candidate { rank, share, .. } = *candidate;
    let opacity = if rank == 0 { 0.92 } else { (0.6 + share).min(0.88) };
    let color = match candidate.loss {
        Some(loss) => look.band(Band::of(loss)),
        None if rank == 0 => BEST,
        None => Color::from_rgb8(0x9a, 0xcf, 0x86),
    };
    Color { a: opacity, ..color }
}

fn draw_continuation(pen: &mut Pen<'_, '_>) {
    let pictures = stones::pictures(pen.painter, &pen.geometry);
    for numbered in &pen.scene().continuation {
        let stone = numbered.stone;
        let at = stones::place(&pen.geometry, &pen.painter.options, stone.point);
        let drawn = DrawnStone { stone, at, opacity: 0.85, progress: 1.0 };
        stones::draw_stone(pen.frame, &pen.geometry, &pictures, drawn);
        let ink = pen.look().ink(Some(stone.color));
        let text = numbered.number.to_string();
        pen.write(pen.place(stone.point), &text, 0.46 * pen.geometry.cell, ink);
    }
}
