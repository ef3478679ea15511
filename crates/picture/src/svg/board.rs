//! The board: wood, lines, star points, coordinates and the caption.

use tengen_rules::{Point, handicap};

use super::lettering::{self, Slot};
use super::{CAPTION_LINE, CELL, Canvas, Frame, Number, put};
use crate::visible::column_name;

/// The reach of lines beyond a crop.
const RUN_OUT: f64 = 10.0;
/// The room that a text on an empty point needs on each side, and above.
const CLEARING: (f64, f64) = (9.0, 7.6);
/// From a line to the middle of a coordinate beside it.
const COORDINATE_DISTANCE: f64 = 17.0;
/// The height of letters in the caption.
const CAPTION_HEIGHT: f64 = 6.6;

impl Canvas<'_> {
    pub(super) fn put_board_definitions(&self, definitions: &mut String) {
        let [from, to] = self.palette.board;
        if from == to {
            return;
        }
        // In units of the picture, so that dimmed points have the same shade.
        let frame = self.frame();
        put(
            definitions,
            format_args!(
                "<linearGradient id=\"{}-board\" gradientUnits=\"userSpaceOnUse\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"><stop stop-color=\"{from}\"/><stop offset=\"1\" stop-color=\"{to}\"/></linearGradient>\n",
                self.prefix,
                Number(frame.left),
                Number(frame.top),
                Number(f64::midpoint(frame.left, frame.right)),
                Number(frame.bottom)
            ),
        );
    }

    /// The paint of the bare board.
    pub(super) fn board_fill(&self) -> String {
        let [from, to] = self.palette.board;
        if from == to { from.to_owned() } else { format!("url(#{}-board)", self.prefix) }
    }

    pub(super) fn draw_board(&mut self, frame: &Frame) {
        let fill = self.board_fill();
        let (width, height) = (frame.right - frame.left, frame.bottom - frame.top);
        self.put(format_args!(
            "<path fill=\"{fill}\" d=\"M{} {}h{}v{}h{}z\"/>\n",
            Number(frame.left),
            Number(frame.top),
            Number(width),
            Number(height),
            Number(-width)
        ));
        self.draw_grain(frame);
        self.draw_lines(frame);
        self.draw_stars();
    }

    /// Long soft curves from top to bottom, always the same.
    fn draw_grain(&mut self, frame: &Frame) {
        let Some(color) = self.palette.grain else {
            return;
        };
        let (width, height) = (frame.right - frame.left, frame.bottom - frame.top);
        let n_curves = 2 + 3 * u32::from(self.visible.n_columns()) / 2;
        self.put(format_args!("<g fill=\"none\" stroke=\"{color}\">\n"));
        for (layer, (pen, opacity)) in [(0.6, 0.16), (2.6, 0.07)].into_iter().enumerate() {
            self.put(format_args!("<path stroke-width=\"{pen}\" opacity=\"{opacity}\" d=\""));
            for curve in 0..n_curves {
                // A sequence that fills an interval evenly without a pattern.
                let spread = f64::from(curve * 2 + layer as u32) * 0.618_034;
                let x = frame.left + 5.0 + spread.fract() * (width - 10.0);
                let sway = ((spread * 7.3).fract() - 0.5) * 9.0;
                let x = x.clamp(frame.left + 5.0, frame.right - 5.0);
                self.put(format_args!(
                    "M{} {}c{} {} {} {} {} {}",
                    Number(x.round()),
                    Number(frame.top),
                    Number(sway.clamp(-4.0, 4.0).round()),
                    Number((height / 3.0).round()),
                    Number(-sway.clamp(-4.0, 4.0).round()),
                    Number((height / 1.6).round()),
                    Number((sway / 2.0).round()),
                    Number(height)
                ));
            }
            self.put(format_args!("\"/>\n"));
        }
        self.put(format_args!("</g>\n"));
    }

    fn draw_lines(&mut self, frame: &Frame) {
        let visible = self.visible;
        let (last_x, last_y) = self.last();
        let run_out = |is_edge: bool| if is_edge { 0.0 } else { RUN_OUT };
        let across = (-run_out(frame.edges.left), last_x + run_out(frame.edges.right));
        let down = (-run_out(frame.edges.top), last_y + run_out(frame.edges.bottom));
        let (mut thin, mut thick) = (String::new(), String::new());

        for row in (visible.bottom..=visible.top).rev() {
            let is_edge = row == 0 || row + 1 == visible.size.height();
            let path = if is_edge { &mut thick } else { &mut thin };
            let gaps = self.gaps(
                (visible.left..=visible.right).filter_map(|it| Point::new(it, row, visible.size)),
            );
            let y = f64::from(visible.top - row) * CELL;
            for (from, to) in pieces(across, CLEARING.0, gaps.into_iter().map(|it| it.0)) {
                put(path, format_args!("M{} {}h{}", Number(from), Number(y), Number(to - from)));
            }
        }
        for column in visible.left..=visible.right {
            let is_edge = column == 0 || column + 1 == visible.size.width();
            let path = if is_edge { &mut thick } else { &mut thin };
            let gaps = self.gaps(
                (visible.bottom..=visible.top)
                    .rev()
                    .filter_map(|it| Point::new(column, it, visible.size)),
            );
            let x = f64::from(column - visible.left) * CELL;
            for (from, to) in pieces(down, CLEARING.1, gaps.into_iter().map(|it| it.1)) {
                put(path, format_args!("M{} {}v{}", Number(x), Number(from), Number(to - from)));
            }
        }
        self.put(format_args!(
            "<g fill=\"none\" stroke=\"{}\" stroke-linecap=\"square\">\n",
            self.palette.line
        ));
        for (width, path) in [(0.8, thin), (1.5, thick)] {
            if !path.is_empty() {
                self.put(format_args!("<path stroke-width=\"{width}\" d=\"{path}\"/>\n"));
            }
        }
        self.put(format_args!("</g>\n"));
    }

    /// The places of those points where a text needs room.
    fn gaps(&self, points: impl Iterator<Item = Point>) -> Vec<(f64, f64)> {
        points.filter(|&it| self.is_cleared(it)).map(|it| self.place(it)).collect()
    }

    /// Whether there is a text on the bare board.
    fn is_cleared(&self, point: Point) -> bool {
        self.scene.stone(point).is_none() && self.scene.text(point).is_some()
    }

    fn draw_stars(&mut self) {
        let stars: Vec<Point> = handicap::star_points(self.visible.size)
            .filter(|&it| self.visible.contains(it) && !self.is_cleared(it))
            .collect();
        if stars.is_empty() {
            return;
        }
        self.put(format_args!("<g fill=\"{}\">", self.palette.line));
        for point in stars {
            let (x, y) = self.place(point);
            self.put(format_args!("<circle cx=\"{}\" cy=\"{}\" r=\"2.1\"/>", Number(x), Number(y)));
        }
        self.put(format_args!("</g>\n"));
    }

    pub(super) fn draw_coordinates(&mut self) {
        if !self.scene.has_coordinates {
            return;
        }
        let visible = self.visible;
        let ink = self.palette.coordinate;
        let (last_x, last_y) = self.last();
        let (near, far) = (-COORDINATE_DISTANCE, COORDINATE_DISTANCE);
        self.open_lettering(ink, 1.3);
        for column in visible.left..=visible.right {
            let name = column_name(column).to_string();
            let x = f64::from(column - visible.left) * CELL;
            for y in [near, last_y + far] {
                self.write(&name, Slot { x, y, height: 5.6, width: 13.0 }, ink);
            }
        }
        for row in (visible.bottom..=visible.top).rev() {
            let name = (row + 1).to_string();
            let y = f64::from(visible.top - row) * CELL;
            for x in [near, last_x + far] {
                self.write(&name, Slot { x, y, height: 5.6, width: 13.0 }, ink);
            }
        }
        self.put(format_args!("</g>\n"));
    }

    /// Begins a group of texts that are written with one pen.
    pub(super) fn open_lettering(&mut self, ink: &str, pen: f64) {
        self.put(format_args!(
            "<g fill=\"none\" stroke=\"{ink}\" stroke-width=\"{pen}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
        ));
    }

    /// The caption, broken where it does not fit.
    pub(super) fn caption_lines(&self, room: f64) -> Vec<String> {
        let room = room / CAPTION_HEIGHT * 10.0;
        let mut lines = Vec::new();
        for paragraph in self.scene.caption.iter().flat_map(|caption| caption.trim().lines()) {
            let mut line = String::new();
            for word in paragraph.split_whitespace() {
                let longer =
                    if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
                if !line.is_empty() && lettering::width(&longer) > room {
                    lines.push(std::mem::replace(&mut line, word.to_owned()));
                } else {
                    line = longer;
                }
            }
            lines.push(line);
        }
        lines
    }

    /// Draws the paper under the board and the caption.
    ///
    /// It is under both, because at the border of two areas their edges are
    /// half transparent.
    pub(super) fn draw_page(&mut self, frame: &Frame, height: f64) {
        let (page, width) = (self.palette.page, frame.right - frame.left);
        self.put(format_args!(
            "<path fill=\"{page}\" d=\"M{} {}h{}v{}h{}z\"/>\n",
            Number(frame.left),
            Number(frame.top),
            Number(width),
            Number(height),
            Number(-width)
        ));
    }

    pub(super) fn draw_caption(&mut self, lines: &[String], frame: &Frame) {
        if lines.is_empty() {
            return;
        }
        let (ink, width) = (self.palette.caption, frame.right - frame.left);
        self.open_lettering(ink, 1.1);
        let x = f64::midpoint(frame.left, frame.right);
        let mut y = frame.bottom + 4.0 + CAPTION_LINE / 2.0;
        for line in lines {
            self.write(line, Slot { x, y, height: CAPTION_HEIGHT, width: width - 12.0 }, ink);
            y += CAPTION_LINE;
        }
        self.put(format_args!("</g>\n"));
    }
}

/// What is left of a line between the texts on it.
fn pieces((from, to): (f64, f64), room: f64, gaps: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
    let mut pieces = Vec::new();
    let mut start = from;
    for gap in gaps {
        if gap - room > start {
            pieces.push((start, gap - room));
        }
        start = gap + room;
    }
    // A line without length is the only point of a board.
    if to > start || pieces.is_empty() && to >= start {
        pieces.push((start, to));
    }
    pieces
}
