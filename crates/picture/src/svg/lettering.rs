//! Texts, as references to the strokes of their letters.

use super::{Canvas, Escaped, Number};
use crate::glyph::{self, CAP, GAP, Letter, X_HEIGHT};

/// Letters may be narrowed to this part of their width before they shrink.
const NARROWEST: f64 = 0.75;

/// A place for a text, which is centered in it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Slot {
    pub(super) x: f64,
    pub(super) y: f64,
    /// The height of its capitals, if there is room.
    pub(super) height: f64,
    /// The room.
    pub(super) width: f64,
}

/// The width of a text whose capitals have the height 10.
pub(super) fn width(text: &str) -> f64 {
    let sum: f64 = text.chars().map(|letter| letter_width(letter) + GAP).sum();
    (sum - GAP).max(0.0)
}

fn letter_width(letter: char) -> f64 {
    match glyph::find(letter) {
        Some(found) => found.base.width(),
        None if glyph::is_wide(letter) => 12.0,
        None => 7.0,
    }
}

impl Canvas<'_> {
    /// Writes a text into a slot; the group around it has the pen.
    pub(super) fn write(&mut self, text: &str, slot: Slot, ink: &str) {
        if text.is_empty() {
            return;
        }
        let natural = width(text);
        let mut down = slot.height / CAP;
        // The pen is wider than its path.
        let mut across = down.min(slot.width / (natural + 1.5));
        if across < down * NARROWEST {
            down = across / NARROWEST;
        }
        if (down - across).abs() < 0.01 {
            across = down;
        }
        let is_low = text.chars().all(|letter| "acemnorsuvwxz".contains(letter));
        let middle = if is_low { X_HEIGHT / 2.0 } else { CAP / 2.0 };
        let (x, y) = (slot.x - natural / 2.0 * across, slot.y + middle * down);
        self.put(format_args!(
            "<g transform=\"translate({} {})scale({}",
            Number(x),
            Number(y),
            Number(across)
        ));
        if across.to_bits() != down.to_bits() {
            self.put(format_args!(" {}", Number(down)));
        }
        self.put(format_args!(")\">"));
        self.write_letters(text, ink);
        self.put(format_args!("</g>\n"));
    }

    fn write_letters(&mut self, text: &str, ink: &str) {
        let mut x = 0.0;
        let mut missing = String::new();
        let mut start = 0.0;
        for letter in text.chars() {
            let strokes = glyph::find(letter);
            if strokes.is_none() && self.missing.is_text(letter) {
                if missing.is_empty() {
                    start = x;
                }
                missing.push(letter);
            } else {
                self.write_in_font(&missing, start, ink);
                missing.clear();
                match strokes {
                    Some(strokes) => self.write_strokes(&strokes, x),
                    None => self.write_box(letter, x),
                }
            }
            x += letter_width(letter) + GAP;
        }
        self.write_in_font(&missing, start, ink);
    }

    fn write_strokes(&mut self, letter: &Letter, x: f64) {
        let accent = letter.accent.map(|it| (it.glyph, x + it.dx, it.dy));
        for (glyph, x, y) in [(letter.base, x, 0.0)].into_iter().chain(accent) {
            if glyph.path.is_empty() {
                continue;
            }
            self.glyphs.insert(glyph.letter, glyph);
            let id = u32::from(glyph.letter);
            self.body.push_str("<use href=\"#");
            self.body += &self.prefix;
            self.put(format_args!("{id:x}\""));
            if x != 0.0 {
                self.put(format_args!(" x=\"{}\"", Number(x)));
            }
            if y != 0.0 {
                self.put(format_args!(" y=\"{}\"", Number(y)));
            }
            self.put(format_args!("/>"));
        }
    }

    /// Writes letters that have no strokes as text.
    fn write_in_font(&mut self, text: &str, x: f64, ink: &str) {
        if text.is_empty() {
            return;
        }
        self.put(format_args!(
            "<text x=\"{}\" font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\" fill=\"{ink}\" stroke=\"none\">{}</text>",
            Number(x + width(text) / 2.0),
            Escaped(text)
        ));
    }

    /// Draws a box in place of a letter that nothing can draw.
    fn write_box(&mut self, letter: char, x: f64) {
        let width = letter_width(letter);
        self.put(format_args!("<path d=\"M{} 0v-10h{}v10z\"/>", Number(x), Number(width)));
    }
}
