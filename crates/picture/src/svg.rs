//! Scenes as SVG.
//!
//! The distance of two lines is 20 units, and the upper left visible point is
//! the origin, so that most numbers are short. `board` draws what is under
//! the stones and around the board, `stone` the stones and who owns what,
//! `mark` what is on top, `overlay` what an engine or a pointer adds, and
//! `lettering` every text.

mod board;
mod lettering;
mod mark;
mod number;
mod overlay;
mod stone;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use tengen_rules::{Color, Point};

use crate::glyph::Glyph;
use crate::theme::{Palette, StoneStyle};
use crate::visible::{Sides, Visible};
use crate::{Scene, Theme};
use number::Number;

/// The distance of two lines.
const CELL: f64 = 20.0;
/// The radius of a stone.
const RADIUS: f64 = 9.6;
/// The height of a line of the caption.
const CAPTION_LINE: f64 = 12.0;

/// How an SVG is written.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct SvgOptions {
    /// The colors.
    pub theme: Theme,
    /// The width in pixels; without one, the picture fills its place.
    pub width: Option<u32>,
    /// Begins the name of every definition, so that several pictures fit into
    /// one page; only ASCII letters, digits, `-` and `_` of it are used.
    pub id_prefix: String,
}

impl Scene {
    /// This scene as a document of its own.
    ///
    /// Letters that the built-in lettering lacks become elements of text, and
    /// look as the viewer's fonts have them.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_picture::{Scene, SvgOptions};
    /// use tengen_rules::Size;
    ///
    /// let svg = Scene::new(Size::NINE).to_svg(&SvgOptions::default());
    /// assert!(svg.starts_with("<svg"));
    /// ```
    pub fn to_svg(&self, options: &SvgOptions) -> String {
        Canvas::new(self, options, Missing::Text).draw(options.width)
    }

    /// The document from which pixels are made.
    pub(crate) fn to_svg_for_pixels(&self, theme: Theme, missing: Missing) -> String {
        let options = SvgOptions { theme, ..SvgOptions::default() };
        Canvas::new(self, &options, missing).draw(None)
    }
}

/// What is drawn for a letter that has no strokes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Missing {
    /// The letter, in a font of the viewer.
    Text,
    /// The letter in a font, if it is one of these, and an empty box
    /// otherwise.
    TextOf(BTreeSet<char>),
}

impl Missing {
    fn is_text(&self, letter: char) -> bool {
        match self {
            Missing::Text => true,
            Missing::TextOf(letters) => letters.contains(&letter),
        }
    }
}

/// A picture being written.
#[derive(Debug)]
struct Canvas<'a> {
    scene: &'a Scene,
    visible: Visible,
    theme: Theme,
    palette: &'static Palette,
    prefix: String,
    missing: Missing,
    body: String,
    /// The letters to be defined.
    glyphs: BTreeMap<char, Glyph>,
}

impl<'a> Canvas<'a> {
    fn new(scene: &'a Scene, options: &SvgOptions, missing: Missing) -> Canvas<'a> {
        let is_allowed = |it: &char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_');
        let mut prefix: String = options.id_prefix.chars().filter(is_allowed).collect();
        // A name begins with a letter.
        if !prefix.starts_with(|it: char| it.is_ascii_alphabetic()) {
            prefix.insert(0, 'g');
        }
        Canvas {
            scene,
            visible: Visible::of(scene),
            theme: options.theme,
            palette: options.theme.palette(),
            prefix,
            missing,
            body: String::new(),
            glyphs: BTreeMap::new(),
        }
    }

    fn draw(mut self, width: Option<u32>) -> String {
        let frame = self.frame();
        let lines = self.caption_lines(frame.right - frame.left - 12.0);
        let padding = if lines.is_empty() { 0.0 } else { 8.0 };
        let caption_height = padding + lines.iter().map(|_| CAPTION_LINE).sum::<f64>();

        if !lines.is_empty() {
            self.draw_page(&frame, frame.bottom + caption_height - frame.top);
        }
        self.draw_board(&frame);
        self.draw_values();
        self.draw_stones();
        self.draw_territory();
        self.draw_marks();
        self.draw_candidates();
        self.draw_texts();
        self.draw_links();
        self.draw_dimmed();
        self.draw_pointer();
        self.draw_coordinates();
        self.draw_caption(&lines, &frame);

        let (across, down) = (frame.right - frame.left, frame.bottom + caption_height - frame.top);
        let mut svg = String::with_capacity(self.body.len() + 4096);
        put(
            &mut svg,
            format_args!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" role=\"img\"",
                Number(frame.left),
                Number(frame.top),
                Number(across),
                Number(down)
            ),
        );
        if let Some(width) = width {
            let height = (f64::from(width) * down / across).round();
            put(&mut svg, format_args!(" width=\"{width}\" height=\"{}\"", Number(height)));
        }
        put(
            &mut svg,
            format_args!(">\n<title>{}</title>\n", Escaped(&self.scene.title_or_default())),
        );
        self.put_definitions(&mut svg);
        svg += &self.body;
        svg += "</svg>\n";
        svg
    }

    /// Where the board ends, without the caption.
    fn frame(&self) -> Frame {
        let edges = self.visible.edges();
        let margin = |is_edge: bool| match (self.scene.has_coordinates, is_edge) {
            (true, _) => 25.0,
            (false, true) => 14.0,
            // The lines run out of the picture.
            (false, false) => 10.0,
        };
        let (last_x, last_y) = self.last();
        Frame {
            left: -margin(edges.left),
            right: last_x + margin(edges.right),
            top: -margin(edges.top),
            bottom: last_y + margin(edges.bottom),
            edges,
        }
    }

    /// The lower right visible point.
    fn last(&self) -> (f64, f64) {
        (
            f64::from(self.visible.n_columns() - 1) * CELL,
            f64::from(self.visible.n_rows() - 1) * CELL,
        )
    }

    /// The place of a visible point.
    fn place(&self, point: Point) -> (f64, f64) {
        (
            f64::from(point.column() - self.visible.left) * CELL,
            f64::from(self.visible.top - point.row()) * CELL,
        )
    }

    fn stone_style(&self, color: Color) -> &'static StoneStyle {
        match color {
            Color::Black => &self.palette.black,
            Color::White => &self.palette.white,
        }
    }

    /// The color of what is written on a point.
    fn ink_at(&self, point: Point) -> &'static str {
        match self.scene.stone(point) {
            Some(color) => self.stone_style(color).ink,
            None => self.palette.ink,
        }
    }

    /// The gradients, stones and letters in use.
    fn put_definitions(&self, svg: &mut String) {
        let prefix = &self.prefix;
        let mut definitions = String::new();
        self.put_board_definitions(&mut definitions);
        self.put_stone_definitions(&mut definitions);
        for (letter, glyph) in &self.glyphs {
            put(
                &mut definitions,
                format_args!(
                    "<path id=\"{prefix}{:x}\" d=\"{}\"/>\n",
                    u32::from(*letter),
                    glyph.path
                ),
            );
        }
        if !definitions.is_empty() {
            put(svg, format_args!("<defs>\n{definitions}</defs>\n"));
        }
    }

    fn put(&mut self, text: fmt::Arguments<'_>) {
        put(&mut self.body, text);
    }
}

/// The rectangle of the board in a picture.
#[derive(Copy, Clone, Debug)]
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    edges: Sides,
}

fn put(text: &mut String, addition: fmt::Arguments<'_>) {
    text.write_fmt(addition).expect("a string takes every text");
}

/// Text with the characters replaced that XML gives a meaning, and without
/// those that it does not allow.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                '\0'..' ' | '\u{fffe}' | '\u{ffff}' => (),
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}
