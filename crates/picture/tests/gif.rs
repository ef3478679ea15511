//! Pictures as an animation: its size, its times and what it shows.

#![cfg(feature = "gif")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use tengen_picture::{GifError, GifOptions, PngError, Scene, Theme, to_gif};
use tengen_rules::{Color, Size};

#[test]
fn only_changes_are_stored() {
    let empty = Scene::new(Size::new(5, 3).unwrap());
    let mut stone = empty.clone();
    stone.stones.insert("A3".parse().unwrap(), Color::Black);
    let options = GifOptions {
        theme: Theme::Print,
        width: 130,
        delay: Duration::from_millis(700),
        ..GifOptions::default()
    };
    let file = to_gif(&[empty, stone.clone(), stone], &options).unwrap();

    let mut decoder = gif::DecodeOptions::new().read_info(file.as_slice()).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (130, 90));
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        frames.push((frame.width, frame.height, frame.delay));
    }
    assert_eq!(frames[0], (130, 90, 70));
    assert!(frames[1].0 <= 22 && frames[1].1 <= 22 && frames[1].2 == 70, "{frames:?}");
    assert_eq!(frames[2], (1, 1, 500));
}

#[test]
fn nothing_to_show() {
    assert_eq!(to_gif(&[], &GifOptions::default()), Err(GifError::Empty));
    let options = GifOptions { width: 0, ..GifOptions::default() };
    let scene = Scene::new(Size::NINE);
    assert_eq!(to_gif(&[scene], &options), Err(GifError::Drawing(PngError::Width(0))));
}

#[test]
fn smallest_animation() {
    let scene = Scene::new(Size::square(1).unwrap());
    for width in [1, 2, 3] {
        let options = GifOptions { width, ..GifOptions::default() };
        assert!(to_gif(&[scene.clone(), scene.clone()], &options).is_ok());
    }
}

#[test]
fn pictures_of_different_heights() {
    let high = Scene::new(Size::NINE).with_caption("A caption");
    let options = GifOptions { width: 115, ..GifOptions::default() };
    let file = to_gif(&[Scene::new(Size::NINE), high], &options).unwrap();
    let decoder = gif::DecodeOptions::new().read_info(file.as_slice()).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (115, 126));
}
