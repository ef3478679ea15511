//! Wood as pixels: rings of a tree, cut along its length.

use iced::Color;

use crate::look::mix;

/// Pixels of the picture, which is stretched to the size of the board.
pub(crate) const WIDTH: u32 = 480;
/// See [`WIDTH`].
pub(crate) const HEIGHT: u32 = 480;

/// Red, green, blue and opacity of each pixel, row by row.
pub(crate) fn board(base: Color) -> Vec<u8> {
    let mut rgba = Vec::with_capacity(4 * (WIDTH * HEIGHT) as usize);
    let dark = mix(base, Color::from_rgb8(0x8a, 0x5a, 0x22), 0.55);
    let light = mix(base, Color::WHITE, 0.10);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let (x, y) = (x as f32 / WIDTH as f32, y as f32 / HEIGHT as f32);
            let ring = rings(x, y);
            let fiber = 0.5 * noise(x * 260.0, y * 7.0) + 0.5 * noise(x * 120.0, y * 3.0);
            let share = (0.44 * ring + 0.20 * fiber).clamp(0.0, 1.0);
            rgba.extend(mix(light, dark, share * 0.62).into_rgba8());
        }
    }
    rgba
}

/// How dark a ring is at a place, from 0 to 1; rings run from top to bottom.
fn rings(x: f32, y: f32) -> f32 {
    let bend = 0.05 * noise(3.0 * x, 1.1 * y) + 0.012 * noise(9.0 * x, 2.3 * y + 7.0);
    let turns = (x + bend) * 19.0;
    let within = turns - turns.floor();
    // Growth is slow to darken and quick to begin anew.
    within * within
}

/// Smooth random numbers from 0 to 1.
fn noise(x: f32, y: f32) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let (x, y) = (ease(x - left), ease(y - top));
    let at = |dx: i32, dy: i32| chance(left as i32 + dx, top as i32 + dy);
    let upper = at(0, 0) + (at(1, 0) - at(0, 0)) * x;
    let lower = at(0, 1) + (at(1, 1) - at(0, 1)) * x;
    upper + (lower - upper) * y
}

fn ease(x: f32) -> f32 {
    x * x * (3.0 - 2.0 * x)
}

/// A number from 0 to 1 that is always the same for a place.
pub(crate) fn chance(x: i32, y: i32) -> f32 {
    let mut bits = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297A_2D39);
    ((bits ^ (bits >> 15)) & 0xFFFF) as f32 / 65_535.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wood_has_a_grain_around_its_color() {
        let base = Color::from_rgb8(0xdd, 0xb0, 0x69);
        let rgba = board(base);
        assert_eq!(rgba.len(), 4 * (WIDTH * HEIGHT) as usize);
        let reds: Vec<u8> = rgba.iter().copied().step_by(4).collect();
        let (least, most) = (reds.iter().min().unwrap(), reds.iter().max().unwrap());
        assert!(most - least > 15 && most - least < 90, "{least} to {most}");
    }

    #[test]
    fn chances_are_spread() {
        let mean = (0..1000).map(|it| chance(it, 3)).sum::<f32>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.05, "{mean}");
    }
}
