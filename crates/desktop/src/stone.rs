//! Stones as pixels: slate and shell in the light of a lamp, or plain discs.

use iced::Color;
use tengen_rules as rules;

use crate::look::{Finish, Look, mix};

/// How many stones of a color differ from each other, as shells do.
pub(crate) const N_VARIANTS: usize = 5;

/// Where the light comes from.
const LIGHT: [f32; 3] = [-0.42, -0.58, 0.70];

/// How far a stone is from a flat disc, up to 1 for a ball.
const ROUNDNESS: f32 = 0.9;

/// A square picture, four bytes a pixel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pixels {
    /// Pixels along an edge.
    pub(crate) edge: u32,
    /// Red, green, blue and opacity of each pixel, row by row.
    pub(crate) rgba: Vec<u8>,
}

/// A stone that touches all four edges of its picture.
pub(crate) fn stone(look: &Look, color: rules::Color, edge: u32, variant: usize) -> Pixels {
    paint(edge, |x, y| {
        let distance = x.hypot(y);
        let half_pixel = 1.0 / edge as f32;
        let coverage = ((1.0 - distance) / (2.0 * half_pixel)).clamp(0.0, 1.0);
        let body = match look.finish {
            Finish::Round => round(look.stone(color), color, (x, y), variant),
            Finish::Flat => flat(look, color, distance, edge),
        };
        Color { a: coverage, ..body }
    })
}

/// What a stone of so many pixels keeps the light from, in a larger picture.
pub(crate) fn shadow(edge: u32, stone: u32) -> Pixels {
    let wide = edge as f32 / stone as f32;
    paint(edge, |x, y| {
        let distance = wide * x.hypot(y);
        let depth = 1.0 - ((distance - 0.72) / 0.62).clamp(0.0, 1.0);
        Color { a: 0.46 * depth * depth * (3.0 - 2.0 * depth), ..Color::BLACK }
    })
}

/// Asks for the color of each pixel by its place, from -1 to 1.
fn paint(edge: u32, color: impl Fn(f32, f32) -> Color) -> Pixels {
    let place = |idx: u32| (2 * idx + 1) as f32 / edge as f32 - 1.0;
    let mut rgba = Vec::with_capacity(4 * (edge * edge) as usize);
    for row in 0..edge {
        for column in 0..edge {
            rgba.extend(color(place(column), place(row)).into_rgba8());
        }
    }
    Pixels { edge, rgba }
}

/// A disc, with a line around it if it is white.
fn flat(look: &Look, color: rules::Color, distance: f32, edge: u32) -> Color {
    let width = (edge as f32 * 0.045).max(1.3) * 2.0 / edge as f32;
    let inside = ((1.0 - width - distance) * edge as f32 / 2.0).clamp(0.0, 1.0);
    match color {
        rules::Color::Black => look.black,
        rules::Color::White => mix(look.black, look.white, inside),
    }
}

fn round(base: Color, color: rules::Color, (x, y): (f32, f32), variant: usize) -> Color {
    let (x, y) = (x * ROUNDNESS, y * ROUNDNESS);
    let up = (1.0 - x * x - y * y).max(0.0).sqrt();
    let lit = (x * LIGHT[0] + y * LIGHT[1] + up * LIGHT[2]).max(0.0);
    // The eye is above, so the middle between it and the lamp shines most.
    let [half_x, half_y, half_up] = [LIGHT[0], LIGHT[1], LIGHT[2] + 1.0];
    let length = (half_x * half_x + half_y * half_y + half_up * half_up).sqrt();
    let glance = ((x * half_x + y * half_y + up * half_up) / length).max(0.0);
    match color {
        rules::Color::Black => {
            let sheen = 0.20 * glance.powi(14) + 0.13 * glance.powi(60);
            mix(shade(base, 0.42 + 0.75 * lit), Color::WHITE, sheen)
        }
        rules::Color::White => {
            let light = 0.74 + 0.32 * lit - 0.16 * (1.0 - up).powi(3);
            let grain = 1.0 - 0.027 * shell(x, y, variant);
            mix(shade(base, light * grain), Color::WHITE, 0.35 * glance.powi(40))
        }
    }
}

/// The growth lines of a shell, from 0 to 1.
fn shell(x: f32, y: f32, variant: usize) -> f32 {
    let angle = 0.5 + 1.9 * variant as f32;
    let (sin, cos) = angle.sin_cos();
    let (along, across) = (x * cos + y * sin, y * cos - x * sin);
    let wave = (across + 0.35 * along * along) * (17.0 + variant as f32);
    0.5 + 0.5 * wave.sin()
}

fn shade(color: Color, light: f32) -> Color {
    let scale = |part: f32| (part * light).clamp(0.0, 1.0);
    Color { r: scale(color.r), g: scale(color.g), b: scale(color.b), a: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(pixels: &Pixels, x: u32, y: u32) -> [u8; 4] {
        let idx = 4 * (y * pixels.edge + x) as usize;
        pixels.rgba[idx..idx + 4].try_into().unwrap()
    }

    #[test]
    fn stones_are_discs() {
        for name in crate::look::NAMES {
            for color in rules::Color::ALL {
                let stone = stone(&Look::named(name), color, 40, 1);
                assert_eq!(stone.rgba.len(), 40 * 40 * 4);
                assert_eq!(pixel(&stone, 0, 0)[3], 0);
                assert_eq!(pixel(&stone, 20, 20)[3], 255);
                // The edge is soft.
                assert!((0..40).any(|x| (1..255).contains(&pixel(&stone, x, 4)[3])));
            }
        }
    }

    #[test]
    fn light_comes_from_the_upper_left() {
        for color in rules::Color::ALL {
            let stone = stone(&Look::named("wood"), color, 64, 0);
            assert!(pixel(&stone, 18, 15)[0] > pixel(&stone, 45, 50)[0]);
        }
    }

    #[test]
    fn white_stones_differ_as_shells_do() {
        let look = Look::named("wood");
        let stones = [0, 1].map(|it| stone(&look, rules::Color::White, 32, it));
        assert_ne!(stones[0], stones[1]);
    }

    #[test]
    fn shadows_fade_to_nothing() {
        let shadow = shadow(75, 50);
        assert_eq!(pixel(&shadow, 0, 37)[3], 0);
        assert!(pixel(&shadow, 37, 37)[3] > 60);
    }
}
