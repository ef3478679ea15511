//! Random pictures can be drawn in every form.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use fastrand::Rng;
use roxmltree::Document;
use tengen_picture::{
    Candidate, Heat, Link, Mark, NumberedStone, PngOptions, Rgb, Scene, Stone, Stroke, SvgOptions,
    TextStyle, Theme,
};
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

fn scene(rng: &mut Rng) -> Scene {
    let size = Size::new(rng.u8(1..=25), rng.u8(1..=25)).unwrap();
    let mut scene = Scene::new(size);
    let tint = rng.bool().then_some(Rgb(9, 99, 199));
    scene.heat = Heat { tint, ..Heat::default() };
    for _ in 0..rng.usize(..300) {
        let it = point(rng);
        let value = [f32::NAN, f32::INFINITY, -9.0, rng.f32()][rng.usize(..4)];
        let stone = Stone { point: it, color: color(rng) };
        match rng.u8(..16) {
            0 => scene = scene.with_mark(it, Mark::ALL[rng.usize(..5)]),
            1 => scene = scene.with_label(it, text(rng)),
            2 => scene = scene.with_number(it, rng.u32(..) >> rng.u8(..32)),
            3 => scene = scene.with_line(it, point(rng)),
            4 => scene = scene.with_arrow(it, point(rng)),
            5 => scene = scene.with_territory([(it, color(rng))]),
            6 => scene.heat.values.extend([(it, value)]),
            7 => scene = scene.with_dead([it]),
            8 => scene = scene.with_dimmed([it]),
            9 => scene.ownership.extend([(it, value)]),
            10 => scene.variations.push(stone),
            11 => scene.open_borders.extend([it]),
            12 => {
                let texts = (0..rng.usize(..4)).map(|_| text(rng)).collect();
                let (rank, loss) = (rng.usize(..9), Some(value));
                scene.candidates.push(Candidate { point: it, rank, share: value, loss, texts });
            }
            _ => scene.stones.extend([(it, color(rng))]),
        }
    }
    for number in 1..=rng.u32(..4) {
        let stone = Stone { point: point(rng), color: color(rng) };
        scene.continuation.push(NumberedStone { stone, number });
    }
    scene.cursor = rng.bool().then(|| point(rng));
    scene.ghost = rng.bool().then(|| Stone { point: point(rng), color: color(rng) });
    scene.draft =
        rng.bool().then(|| Link { from: point(rng), to: point(rng), stroke: Stroke::Line });
    scene.last_move = rng.bool().then(|| point(rng));
    scene.ko = rng.bool().then(|| point(rng));
    scene.has_coordinates = rng.bool();
    scene.caption = rng.bool().then(|| text(rng));
    scene.title = rng.bool().then(|| text(rng));
    if rng.bool() {
        scene = scene.with_crop(point(rng), point(rng));
    }
    scene
}

#[test]
fn every_picture_is_well_formed() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..400 {
        let scene = scene(&mut rng);
        let svg = scene.to_svg(&SvgOptions {
            theme: Theme::ALL[rng.usize(..3)],
            width: Some(rng.u32(..)),
            id_prefix: text(&mut rng),
        });
        if let Err(error) = Document::parse(&svg) {
            panic!("{error} in {svg}");
        }
        for style in [TextStyle::Unicode, TextStyle::Ascii] {
            let text = scene.to_text(style);
            assert!(text.lines().all(|line| line.trim_end() == line));
            let is_ascii =
                style == TextStyle::Unicode || scene.caption.is_some() || text.is_ascii();
            assert!(is_ascii, "{text}");
        }
    }
}

#[test]
fn every_picture_has_pixels() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..40 {
        let scene = scene(&mut rng);
        let options = PngOptions { theme: Theme::ALL[rng.usize(..3)], width: rng.u32(1..60) };
        assert!(scene.to_png(&options).is_ok(), "{scene:?}");
    }
}
