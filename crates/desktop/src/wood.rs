//! Wood as pixels: rings of a tree, cut along its length.

use iced::Color;

use crate::look::mix;

/// Pixels along an edge of the texture, which is stretched over the board.
const EDGE: usize = 480;

/// Wood that a board can be cut from.
#[derive(Clone, Debug)]
pub(crate) struct Texture {
    /// Red, green and blue of each pixel, row by row.
    pixels: Vec<[f32; 3]>,
}

/// A part of a board, in pixels of the screen.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Cut {
    /// Where it begins.
    pub(crate) x: u32,
    /// Where it begins.
    pub(crate) y: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Texture {
    /// Wood of about this color.
    pub(crate) fn new(base: Color) -> Texture {
        let dark = mix(base, Color::from_rgb8(0x8a, 0x5a, 0x22), 0.55);
        let light = mix(base, Color::WHITE, 0.10);
        let pixel = |idx: usize| {
            let x = (idx % EDGE) as f32 / EDGE as f32;
            let y = (idx / EDGE) as f32 / EDGE as f32;
            let fiber = 0.5 * noise(x * 260.0, y * 7.0) + 0.5 * noise(x * 120.0, y * 3.0);
            let share = (0.44 * rings(x, y) + 0.20 * fiber).clamp(0.0, 1.0);
            let color = mix(light, dark, share * 0.62);
            [color.r, color.g, color.b]
        };
        Texture { pixels: (0..EDGE * EDGE).map(pixel).collect() }
    }

    /// Red, green, blue and opacity of a part of a board of so many pixels.
    pub(crate) fn cut(&self, cut: Cut, (width, height): (u32, u32)) -> Vec<u8> {
        let most = (EDGE - 1) as f32;
        let mut rgba = Vec::with_capacity(4 * (cut.width * cut.height) as usize);
        for row in 0..cut.height {
            let y = (cut.y + row) as f32 / height as f32 * most;
            for column in 0..cut.width {
                let x = (cut.x + column) as f32 / width as f32 * most;
                let [red, green, blue] = self.at(x.min(most), y.min(most));
                rgba.extend([red, green, blue].map(|it| (it * 255.0 + 0.5) as u8));
                rgba.push(255);
            }
        }
        rgba
    }

    /// The color between four pixels.
    fn at(&self, x: f32, y: f32) -> [f32; 3] {
        let (left, top) = (x as usize, y as usize);
        let (right, bottom) = ((left + 1).min(EDGE - 1), (top + 1).min(EDGE - 1));
        let (x, y) = (x - left as f32, y - top as f32);
        let [a, b] = [left, right].map(|it| &self.pixels[top * EDGE + it]);
        let [c, d] = [left, right].map(|it| &self.pixels[bottom * EDGE + it]);
        std::array::from_fn(|idx| {
            let upper = a[idx] + (b[idx] - a[idx]) * x;
            let lower = c[idx] + (d[idx] - c[idx]) * x;
            upper + (lower - upper) * y
        })
    }
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
        let texture = Texture::new(Color::from_rgb8(0xdd, 0xb0, 0x69));
        let whole = Cut { x: 0, y: 0, width: 700, height: 500 };
        let rgba = texture.cut(whole, (700, 500));
        assert_eq!(rgba.len(), 4 * 700 * 500);
        let reds: Vec<u8> = rgba.iter().copied().step_by(4).collect();
        let (least, most) = (reds.iter().min().unwrap(), reds.iter().max().unwrap());
        assert!(most - least > 15 && most - least < 90, "{least} to {most}");
        // A part is the same by itself.
        let part = Cut { x: 100, y: 20, width: 3, height: 2 };
        let row = 4 * (20 * 700 + 100);
        assert_eq!(texture.cut(part, (700, 500))[..12], rgba[row..row + 12]);
    }

    #[test]
    fn chances_are_spread() {
        let mean = (0..1000).map(|it| chance(it, 3)).sum::<f32>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.05, "{mean}");
    }
}
