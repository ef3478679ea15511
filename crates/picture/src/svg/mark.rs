//! What is on top of the stones: marks, texts, lines and arrows.

use tengen_rules::{Color, Point};

use super::lettering::Slot;
use super::{CELL, Canvas, Number, RADIUS, put};
use crate::{Link, Mark, Rgb, Stroke, Theme};

impl Canvas<'_> {
    pub(super) fn draw_marks(&mut self) {
        self.draw_values_on_stones();
        let marks: Vec<(Point, Mark)> = self
            .visible
            .points()
            .filter_map(|point| Some((point, *self.scene.marks.get(&point)?)))
            .collect();
        for (point, mark) in marks {
            self.draw_mark(point, mark);
        }
        self.draw_variations();
        self.draw_open_borders();
        if let Some(point) = self.scene.ko.filter(|&it| self.visible.contains(it)) {
            let mut path = String::new();
            self.put_square(&mut path, point, 3.6);
            self.put(format_args!(
                "<path fill=\"none\" stroke=\"{}\" stroke-width=\"1.1\" d=\"{path}\"/>\n",
                self.palette.line
            ));
        }
        if let Some(point) = self.scene.last_move.filter(|&it| self.visible.contains(it)) {
            self.draw_last_move(point);
        }
    }

    fn draw_mark(&mut self, point: Point, mark: Mark) {
        let (x, y) = self.place(point);
        // A text inside a mark needs more room.
        let zoom = if self.scene.text(point).is_some() { 1.45 } else { 1.0 };
        let mut shape = String::new();
        match mark {
            Mark::Circle => {
                let radius = Number(if zoom > 1.0 { 8.0 } else { 5.3 });
                put(&mut shape, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""));
            }
            Mark::Cross => {
                let half = 3.9 * zoom;
                let (side, back) = (Number(half * 2.0), Number(-half * 2.0));
                put(
                    &mut shape,
                    format_args!(
                        "<path stroke-linecap=\"round\" d=\"M{} {}l{side} {side}m0 {back}l{back} {side}\"",
                        Number(x - half),
                        Number(y - half)
                    ),
                );
            }
            Mark::Square => {
                let mut path = String::new();
                self.put_square(&mut path, point, 4.6 * zoom);
                put(&mut shape, format_args!("<path d=\"{path}\""));
            }
            Mark::Triangle => {
                let radius = 6.2 * zoom;
                let (half, height) = (radius * 0.866, radius * 1.5);
                put(
                    &mut shape,
                    format_args!(
                        "<path stroke-linejoin=\"round\" d=\"M{x} {}l{} {}h{}z\"",
                        Number(y - radius),
                        Number(half),
                        Number(height),
                        Number(-half * 2.0)
                    ),
                );
            }
            Mark::Selected => return self.draw_selection(point),
        }
        let ink = self.ink_at(point);
        // A cross runs through a text, which must stay readable.
        if mark == Mark::Cross && zoom > 1.0 {
            shape += " opacity=\".35\"";
        }
        self.put(format_args!("{shape} fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\"/>\n"));
    }

    fn draw_selection(&mut self, point: Point) {
        let (x, y) = self.place(point);
        let (color, half) = (self.palette.selected, 9.4);
        let style = match self.theme {
            Theme::Print => "fill-opacity=\"0\" stroke-dasharray=\"3 2\"",
            Theme::Wood | Theme::Dark => "fill-opacity=\".3\"",
        };
        self.put(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{color}\" {style} stroke=\"{color}\" stroke-width=\"1.4\"/>\n",
            Number(x - half),
            Number(y - half),
            Number(half * 2.0),
            Number(half * 2.0)
        ));
    }

    fn draw_last_move(&mut self, point: Point) {
        let (x, y) = self.place(point);
        let [on_black, on_white] = self.palette.last_move;
        let is_black = self.scene.stone(point) == Some(Color::Black);
        let color = if is_black { on_black } else { on_white };
        let is_taken = self.scene.text(point).is_some() || self.scene.marks.contains_key(&point);
        if is_taken {
            self.put(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.2\"/>\n",
                Number(RADIUS - 1.0)
            ));
        } else {
            self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3.7\" fill=\"{color}\"/>\n"));
        }
    }

    pub(super) fn draw_texts(&mut self) {
        let mut texts: Vec<(&'static str, Point, String)> = self
            .visible
            .points()
            .filter_map(|point| Some((self.text_ink(point), point, self.scene.text(point)?)))
            .collect();
        texts.sort_by_key(|&(ink, _, _)| ink);
        for group in texts.chunk_by(|one, other| one.0 == other.0) {
            let ink = group[0].0;
            self.open_lettering(ink, 1.45);
            for (_, point, text) in group {
                let slot = self.text_slot(*point, text);
                self.write(text, slot, ink);
            }
            self.put(format_args!("</g>\n"));
        }
    }

    /// The place of a text, which is smaller where something surrounds it.
    fn text_slot(&self, point: Point, text: &str) -> Slot {
        let (x, y) = self.place(point);
        let height = match text.chars().count() {
            1 => 9.8,
            2 => 9.0,
            _ => 8.0,
        };
        match self.scene.marks.get(&point) {
            Some(Mark::Triangle) => Slot { x, y: y + 1.2, height: height * 0.6, width: 8.0 },
            Some(Mark::Circle | Mark::Square) => Slot { x, y, height: height * 0.82, width: 11.4 },
            _ if self.scene.last_move == Some(point) || self.value_color(point).is_some() => {
                Slot { x, y, height: height * 0.92, width: 13.6 }
            }
            _ if self.scene.stone(point).is_some() => Slot { x, y, height, width: 15.4 },
            _ => Slot { x, y, height, width: 16.4 },
        }
    }

    fn text_ink(&self, point: Point) -> &'static str {
        match self.value_color(point) {
            Some(Rgb(red, green, blue)) => {
                let light = 0.3 * f64::from(red) + 0.59 * f64::from(green) + 0.11 * f64::from(blue);
                if light < 140.0 { "#fff" } else { "#111" }
            }
            None => self.ink_at(point),
        }
    }

    /// Draws lines and arrows, first wide in a color that stands off.
    pub(super) fn draw_links(&mut self) {
        let mut path = String::new();
        for &link in self.scene.links.iter().chain(&self.scene.draft) {
            let is_visible = self.visible.contains(link.from) && self.visible.contains(link.to);
            if is_visible && link.from != link.to {
                self.put_link(&mut path, link);
            }
        }
        if path.is_empty() {
            return;
        }
        let [color, halo] = self.palette.link;
        self.put(format_args!(
            "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<path stroke=\"{halo}\" stroke-width=\"3.4\" d=\"{path}\"/>\n<path stroke=\"{color}\" stroke-width=\"1.9\" d=\"{path}\"/>\n</g>\n"
        ));
    }

    fn put_link(&self, path: &mut String, link: Link) {
        let ((x1, y1), (x2, y2)) = (self.place(link.from), self.place(link.to));
        put(path, format_args!("M{} {}L{} {}", Number(x1), Number(y1), Number(x2), Number(y2)));
        if link.stroke == Stroke::Line {
            return;
        }
        let length = (x2 - x1).hypot(y2 - y1);
        let (along_x, along_y) =
            ((x2 - x1) / length * CELL * 0.33, (y2 - y1) / length * CELL * 0.33);
        let barb =
            |side: f64| (x2 - along_x - side * along_y * 0.6, y2 - along_y + side * along_x * 0.6);
        let ((left_x, left_y), (right_x, right_y)) = (barb(1.0), barb(-1.0));
        put(
            path,
            format_args!(
                "M{} {}L{} {}L{} {}",
                Number(left_x),
                Number(left_y),
                Number(x2),
                Number(y2),
                Number(right_x),
                Number(right_y)
            ),
        );
    }

    pub(super) fn draw_dimmed(&mut self) {
        let mut path = String::new();
        for point in self.visible.points().filter(|&it| self.scene.dimmed.contains(it)) {
            self.put_square(&mut path, point, CELL / 2.0);
        }
        if !path.is_empty() {
            let fill = self.board_fill();
            self.put(format_args!("<path fill=\"{fill}\" opacity=\".62\" d=\"{path}\"/>\n"));
        }
    }
}
