//! What an engine proposes, where the record goes on, and what a pointer is
//! about to do.

use tengen_rules::Point;

use super::lettering::Slot;
use super::{Canvas, Number, RADIUS, put};
use crate::{Candidate, Theme};

/// From a point to the corners of the cursor, and the length of their arms.
const CURSOR: [f64; 2] = [9.2, 4.2];
/// The color of texts on candidates.
const CANDIDATE_INK: &str = "#10141a";

impl Canvas<'_> {
    /// Rings where the record goes on.
    pub(super) fn draw_variations(&mut self) {
        let scene = self.scene;
        let color = self.palette.line;
        for it in &scene.variations {
            if scene.stone(it.point).is_none() && scene.candidate(it.point).is_none() {
                self.draw_ring(it.point, 7.2, &format!("stroke=\"{color}\" opacity=\".6\""));
            }
        }
    }

    /// Rings where a border is open.
    pub(super) fn draw_open_borders(&mut self) {
        let color = self.palette.warning;
        for point in &self.scene.open_borders {
            self.draw_ring(point, 4.0, &format!("stroke=\"{color}\""));
        }
    }

    fn draw_ring(&mut self, point: Point, radius: f64, style: &str) {
        if self.visible.contains(point) {
            let (x, y) = self.place(point);
            self.put(format_args!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" {style} stroke-width=\"1.2\"/>\n",
                Number(x),
                Number(y),
                Number(radius)
            ));
        }
    }

    /// Draws a disc for each candidate, with as many of its texts as fit.
    pub(super) fn draw_candidates(&mut self) {
        let scene = self.scene;
        if !scene.continuation.is_empty() {
            return;
        }
        for candidate in &scene.candidates {
            if self.visible.contains(candidate.point) {
                self.draw_candidate(candidate);
            }
        }
    }

    fn draw_candidate(&mut self, candidate: &Candidate) {
        let (x, y) = self.place(candidate.point);
        let fill = self.palette.candidate[usize::from(candidate.rank > 0)];
        // The less a move was visited, the fainter it is.
        let share = if candidate.share.is_nan() { 0.0 } else { f64::from(candidate.share) };
        let opacity = if candidate.rank == 0 { 0.92 } else { (0.55 + share).clamp(0.55, 0.88) };
        let outline = match self.theme {
            Theme::Print => " stroke=\"#000\" stroke-width=\".7\"",
            Theme::Wood | Theme::Dark => "",
        };
        self.put(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" opacity=\"{}\"{outline}/>\n",
            Number(x),
            Number(y),
            Number(RADIUS - 0.4),
            Number(opacity)
        ));
        if self.scene.text(candidate.point).is_none() {
            self.write_texts(candidate, x, y);
        }
    }

    /// Writes the first texts of a candidate below each other.
    fn write_texts(&mut self, candidate: &Candidate, x: f64, y: f64) {
        let lines: &[Slot] = match candidate.texts.len() {
            0 => return,
            1 => &[Slot { x, y, height: 6.4, width: 15.0 }],
            _ => &[
                Slot { x, y: y - 2.6, height: 5.0, width: 14.4 },
                Slot { x, y: y + 4.2, height: 3.8, width: 12.4 },
            ],
        };
        self.open_lettering(CANDIDATE_INK, 1.4);
        for (&slot, text) in lines.iter().zip(&candidate.texts) {
            self.write(text, slot, CANDIDATE_INK);
        }
        self.put(format_args!("</g>\n"));
    }

    /// Draws the stone under the pointer, and the cursor.
    pub(super) fn draw_pointer(&mut self) {
        if let Some(ghost) = self.scene.ghost.filter(|it| self.visible.contains(it.point)) {
            self.draw_group(&[(ghost.point, ghost.color)], " opacity=\".5\"");
        }
        let Some(cursor) = self.scene.cursor.filter(|&it| self.visible.contains(it)) else {
            return;
        };
        let (x, y) = self.place(cursor);
        let [reach, arm] = CURSOR;
        let mut path = String::new();
        for (across, down) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            put(
                &mut path,
                format_args!(
                    "M{} {}v{}h{}",
                    Number(x + across * reach),
                    Number(y + down * (reach - arm)),
                    Number(down * arm),
                    Number(-across * arm)
                ),
            );
        }
        self.put(format_args!(
            "<path fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" d=\"{path}\"/>\n",
            self.palette.selected
        ));
    }
}
