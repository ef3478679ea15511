//! Pictures as PNG: their size, and colors at places that are known.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use tengen_picture::{HeatScale, MAX_WIDTH, Picture, PngError, Rgb, Theme};
use tengen_rules::{Board, Color, Point, Size};

/// A decoded picture.
struct Image {
    width: u32,
    height: u32,
    n_channels: usize,
    data: Vec<u8>,
}

impl Image {
    fn of(picture: &Picture, width: u32) -> Image {
        let file = picture.to_png(width).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut data).unwrap();
        let n_channels = info.color_type.samples();
        Image { width: info.width, height: info.height, n_channels, data }
    }

    fn color(&self, x: u32, y: u32) -> (u8, u8, u8) {
        let idx = (y * self.width + x) as usize * self.n_channels;
        let channel = |it: usize| self.data[idx + it.min(self.n_channels - 1)];
        (channel(0), channel(1), channel(2))
    }
}

fn at(name: &str) -> Point {
    name.parse().unwrap()
}

/// A picture with two pixels per unit: 28 of margin, and 40 between lines.
fn draw(picture: Picture) -> Image {
    let width = 56 + 40 * u32::from(picture.size.width() - 1);
    Image::of(&picture.without_coordinates(), width)
}

#[test]
fn size_follows_the_board() {
    let image = Image::of(&Picture::new(Size::new(9, 5).unwrap()), 210);
    assert_eq!((image.width, image.height), (210, 130));
    let image = Image::of(&Picture::new(Size::square(1).unwrap()), 1);
    assert_eq!((image.width, image.height), (1, 1));
}

#[test]
fn stones_have_their_colors() {
    let board: Board = "X O\n. .".parse().unwrap();
    for theme in Theme::ALL {
        let image = draw(Picture::of(&board).with_theme(theme));
        assert!(image.color(34, 34).0 < 60, "{theme:?}");
        assert!(image.color(68, 28).0 > 200, "{theme:?}");
    }
}

#[test]
fn print_is_black_and_white() {
    let board: Board = "X O\n. .".parse().unwrap();
    let image = draw(Picture::of(&board).with_theme(Theme::Print).with_last_move(at("A2")));
    assert_eq!(image.n_channels, 1);
    assert_eq!(image.color(28, 28), (255, 255, 255));
    assert_eq!(image.color(40, 28), (0, 0, 0));
    assert_eq!(image.color(68, 28), (255, 255, 255));
    assert_eq!(image.color(48, 68), (0, 0, 0));
    assert_eq!(image.color(48, 60), (255, 255, 255));
}

#[test]
fn territory_and_heat_have_their_colors() {
    let tint = HeatScale::Tint(Rgb(0, 200, 0));
    let picture = Picture::new(Size::square(3).unwrap())
        .with_theme(Theme::Print)
        .with_territory([(at("A3"), Color::Black), (at("B3"), Color::White)])
        .with_heat(tint, [(at("C1"), 1.0)]);
    let image = draw(picture);
    assert_eq!(image.color(26, 26), (0, 0, 0));
    assert_eq!(image.color(66, 26), (255, 255, 255));
    let (red, green, blue) = image.color(104, 104);
    assert!(green > 150 && red < 60 && blue < 60);
}

#[test]
fn letters_need_no_font() {
    let blank = draw(Picture::new(Size::square(1).unwrap()).with_theme(Theme::Print));
    // With the feature, a font of the system decides what it looks like.
    let other = if cfg!(feature = "system-fonts") { "x" } else { "囲" };
    for label in ["8", "W", "é", other] {
        let picture = Picture::new(Size::square(1).unwrap()).with_theme(Theme::Print);
        let image = draw(picture.with_label(at("A1"), label));
        assert!(image.data != blank.data && image.data.iter().any(|&it| it < 60), "{label}");
    }
}

#[test]
fn impossible_widths_are_refused() {
    let picture = Picture::new(Size::NINE);
    assert_eq!(picture.to_png(0), Err(PngError::Width(0)));
    let too_wide = MAX_WIDTH + 1;
    assert_eq!(picture.to_png(too_wide), Err(PngError::Width(too_wide)));
    assert_eq!(
        PngError::Width(0).to_string(),
        "unsupported picture width 0, expected 1 to 8192 pixels"
    );

    let narrow = Picture::new(Size::new(1, 25).unwrap()).without_coordinates();
    assert_eq!(narrow.to_png(MAX_WIDTH), Err(PngError::Width(MAX_WIDTH)));
}
