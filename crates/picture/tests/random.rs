//! Random pictures can be drawn in every form.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use fastrand::Rng;
use roxmltree::Document;
use tengen_picture::{HeatScale, Mark, Picture, Rgb, SvgOptions, TextStyle, Theme};
use tengen_rules::{Color, Point, Size};

const TEXTS: [&str; 12] = [
    "",
    "a",
    "12",
    "361",
    "<&>",
    "long label",
    "囲碁",
    "\u{0}\u{1f}",
    "é\"'",
    "\n",
    "🙂",
    "W\u{301}",
];

/// A point of the largest board, so that some are off the board.
fn point(rng: &mut Rng) -> Point {
    let size = Size::square(Size::MAX_EDGE).unwrap();
    Point::new(rng.u8(..25), rng.u8(..25), size).unwrap()
}

fn color(rng: &mut Rng) -> Color {
    Color::ALL[rng.usize(..2)]
}

fn text(rng: &mut Rng) -> String {
    let n_parts = rng.usize(..4);
    (0..n_parts).map(|_| TEXTS[rng.usize(..TEXTS.len())]).collect()
}

fn picture(rng: &mut Rng) -> Picture {
    let size = Size::new(rng.u8(1..=25), rng.u8(1..=25)).unwrap();
    let mut picture = Picture::new(size).with_theme(Theme::ALL[rng.usize(..3)]);
    let scale = [HeatScale::Signed, HeatScale::Unsigned, HeatScale::Tint(Rgb(9, 99, 199))];
    let scale = scale[rng.usize(..3)];
    let mut values = Vec::new();
    for _ in 0..rng.usize(..300) {
        let it = point(rng);
        match rng.u8(..12) {
            0 => picture = picture.with_mark(it, Mark::ALL[rng.usize(..5)]),
            1 => picture = picture.with_label(it, text(rng)),
            2 => picture = picture.with_number(it, rng.u32(..) >> rng.u8(..32)),
            3 => picture = picture.with_line(it, point(rng)),
            4 => picture = picture.with_arrow(it, point(rng)),
            5 => picture = picture.with_territory([(it, color(rng))]),
            6 => values.push((it, [f32::NAN, f32::INFINITY, -9.0, rng.f32()][rng.usize(..4)])),
            7 => picture = picture.with_dead([it]),
            8 => picture = picture.with_dimmed([it]),
            _ => drop(picture.stones.insert(it, color(rng))),
        }
    }
    picture.heat = None;
    if rng.bool() {
        picture = picture.with_heat(scale, values);
    }
    picture.last_move = rng.bool().then(|| point(rng));
    picture.ko = rng.bool().then(|| point(rng));
    picture.has_coordinates = rng.bool();
    picture.caption = rng.bool().then(|| text(rng));
    picture.title = rng.bool().then(|| text(rng));
    if rng.bool() {
        picture = picture.with_crop(point(rng), point(rng));
    }
    picture
}

#[test]
fn every_picture_is_well_formed() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..400 {
        let picture = picture(&mut rng);
        let svg =
            picture.to_svg(&SvgOptions { width: Some(rng.u32(..)), id_prefix: text(&mut rng) });
        if let Err(error) = Document::parse(&svg) {
            panic!("{error} in {svg}");
        }
        for style in [TextStyle::Unicode, TextStyle::Ascii] {
            let text = picture.to_text(style);
            assert!(text.lines().all(|line| line.trim_end() == line));
            let is_ascii =
                style == TextStyle::Unicode || picture.caption.is_some() || text.is_ascii();
            assert!(is_ascii, "{text}");
        }
    }
}

#[test]
fn every_picture_has_pixels() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..40 {
        let picture = picture(&mut rng);
        let width = rng.u32(1..60);
        assert!(picture.to_png(width).is_ok(), "{picture:?}");
    }
}
