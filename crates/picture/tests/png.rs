//! Pictures as PNG: their size, and colors at places that are known.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use tengen_picture::{Heat, MAX_WIDTH, PngError, PngOptions, Rgb, Scene, Theme};
use tengen_rules::{Board, Color, Point, Size};

/// A decoded scene.
struct Image {
    width: u32,
    height: u32,
    n_channels: usize,
    data: Vec<u8>,
}

impl Image {
    fn of(scene: &Scene, options: PngOptions) -> Image {
        let file = scene.to_png(&options).unwrap();
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

fn of_width(width: u32) -> PngOptions {
    PngOptions { width, ..PngOptions::default() }
}

/// A picture with two pixels per unit: 28 of margin, and 40 between lines.
fn draw(scene: Scene, theme: Theme) -> Image {
    let width = 56 + 40 * u32::from(scene.size.width() - 1);
    Image::of(&scene.without_coordinates(), PngOptions { theme, width })
}

#[test]
fn size_follows_the_board() {
    let image = Image::of(&Scene::new(Size::new(9, 5).unwrap()), of_width(210));
    assert_eq!((image.width, image.height), (210, 130));
    let image = Image::of(&Scene::new(Size::square(1).unwrap()), of_width(1));
    assert_eq!((image.width, image.height), (1, 1));
}

#[test]
fn stones_have_their_colors() {
    let board: Board = "X O\n. .".parse().unwrap();
    for theme in Theme::ALL {
        let image = draw(Scene::of(&board), theme);
        assert!(image.color(34, 34).0 < 60, "{theme:?}");
        assert!(image.color(68, 28).0 > 200, "{theme:?}");
    }
}

#[test]
fn print_is_black_and_white() {
    let board: Board = "X O\n. .".parse().unwrap();
    let image = draw(Scene::of(&board).with_last_move(at("A2")), Theme::Print);
    assert_eq!(image.n_channels, 1);
    assert_eq!(image.color(28, 28), (255, 255, 255));
    assert_eq!(image.color(40, 28), (0, 0, 0));
    assert_eq!(image.color(68, 28), (255, 255, 255));
    assert_eq!(image.color(48, 68), (0, 0, 0));
    assert_eq!(image.color(48, 60), (255, 255, 255));
}

#[test]
fn territory_and_heat_have_their_colors() {
    let mut scene = Scene::new(Size::square(3).unwrap())
        .with_territory([(at("A3"), Color::Black), (at("B3"), Color::White)]);
    let values = [(at("C1"), 1.0)].into();
    scene.heat = Heat { tint: Some(Rgb(0, 200, 0)), values };
    let image = draw(scene, Theme::Print);
    assert_eq!(image.color(26, 26), (0, 0, 0));
    assert_eq!(image.color(66, 26), (255, 255, 255));
    let (red, green, blue) = image.color(104, 104);
    assert!(green > 150 && red < 60 && blue < 60);
}

#[test]
fn letters_need_no_font() {
    let blank = draw(Scene::new(Size::square(1).unwrap()), Theme::Print);
    // With the feature, a font of the system decides what it looks like.
    let other = if cfg!(feature = "system-fonts") { "x" } else { "囲" };
    for label in ["8", "W", "é", other] {
        let scene = Scene::new(Size::square(1).unwrap()).with_label(at("A1"), label);
        let image = draw(scene, Theme::Print);
        assert!(image.data != blank.data && image.data.iter().any(|&it| it < 60), "{label}");
    }
}

#[test]
fn impossible_widths_are_refused() {
    let scene = Scene::new(Size::NINE);
    assert_eq!(scene.to_png(&of_width(0)), Err(PngError::Width(0)));
    let too_wide = MAX_WIDTH + 1;
    assert_eq!(scene.to_png(&of_width(too_wide)), Err(PngError::Width(too_wide)));
    assert_eq!(
        PngError::Width(0).to_string(),
        "unsupported picture width 0, expected 1 to 8192 pixels"
    );

    let narrow = Scene::new(Size::new(1, 25).unwrap()).without_coordinates();
    assert_eq!(narrow.to_png(&of_width(MAX_WIDTH)), Err(PngError::Width(MAX_WIDTH)));
}

#[test]
fn letters_that_are_boxes_are_told() {
    let scene = Scene::new(Size::square(3).unwrap())
        .with_label(at("A1"), "黒a")
        .with_label(at("C3"), "\u{f8fff}")
        .with_caption("Ōta\n1/2");
    let letters = scene.letters_without_font();
    // No font has a letter for private use.
    assert!(letters.contains(&'\u{f8fff}'), "{letters:?}");
    assert!(letters.iter().all(|it| ['黒', '\u{f8fff}'].contains(it)), "{letters:?}");
    if cfg!(not(feature = "system-fonts")) {
        assert!(letters.contains(&'黒'));
    }
    let hidden = scene.with_crop(at("A2"), at("B3"));
    assert!(hidden.letters_without_font().is_empty());
}

/// Systems without any font are left out.
#[cfg(feature = "system-fonts")]
#[test]
fn letters_of_fonts_are_drawn() {
    let labelled = |text: &str| Scene::new(Size::square(1).unwrap()).with_label(at("A1"), text);
    let known: Vec<char> = "ЖДשλ黒囲"
        .chars()
        .filter(|it| labelled(&it.to_string()).letters_without_font().is_empty())
        .collect();
    let boxed = draw(labelled("\u{f8fff}"), Theme::Print);
    for letter in known {
        let image = draw(labelled(&letter.to_string()), Theme::Print);
        assert!(image.data != boxed.data, "{letter}");
        assert!(image.data.iter().any(|&it| it < 90), "{letter}");
    }
}
