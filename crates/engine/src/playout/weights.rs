//! What was learned about moves in playouts.
//!
//! The numbers come from the tool `learn` (see CONTRIBUTING.md) and are
//! logarithms: the weight of a move is the exponential of the sum over the
//! shape around it and its [`Feature`]s.

use std::sync::OnceLock;

use tengen_rules::{Color, Shape, Size};

use super::feature::Feature;
use crate::parameters::is_large;

/// The weight of a point about which nothing is known.
const UNIT: f32 = 1_000.0;

/// The largest weight of a point, so that sums over a board have room.
const MOST: f32 = 2_000_000.0;

/// Tables of the weights, ready for playouts.
#[derive(Debug)]
pub struct Weights {
    /// For each code of a shape, the weights for Black and for White.
    shapes: Vec<[u32; 2]>,
    /// The same beside the last move.
    near: Vec<[f32; 2]>,
    features: [f32; Feature::COUNT],
}

impl Weights {
    /// The weights that the program comes with, for boards of this size.
    ///
    /// On 13×13, those learned on 9×9 won 26 of 40 games against those learned
    /// on 19×19; against GNU Go, no difference has been seen.
    ///
    /// # Panics
    ///
    /// Panics if the embedded file is broken, which a test excludes.
    pub fn learned(size: Size) -> &'static Weights {
        static SMALL: OnceLock<Weights> = OnceLock::new();
        static LARGE: OnceLock<Weights> = OnceLock::new();
        let parse = |text| Weights::parse(text).expect("the embedded weights are well-formed");
        if is_large(size) {
            LARGE.get_or_init(|| parse(include_str!("large.txt")))
        } else {
            SMALL.get_or_init(|| parse(include_str!("small.txt")))
        }
    }

    /// Reads lines such as `shape 1234 -0.52`, `near 1234 0.1` and
    /// `feature Adjacent 1.5`.
    pub fn parse(text: &str) -> Option<Weights> {
        let mut shapes = vec![0.0_f32; Shape::N_CODES];
        let mut near = vec![0.0_f32; Shape::N_CODES];
        let mut features = [1.0; Feature::COUNT];
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let (kind, name) = (words.next()?, words.next()?);
            let value: f32 = words.next()?.parse().ok()?;
            match kind {
                "shape" => shapes[name.parse::<usize>().ok()?] = value,
                "near" => near[name.parse::<usize>().ok()?] = value,
                "feature" => features[Feature::from_name(name)? as usize] = value.exp(),
                _ => return None,
            }
        }
        Some(Weights::new(&shapes, &near, features))
    }

    /// Spreads the logarithms that are given for canonical shapes with Black
    /// to play.
    fn new(shapes: &[f32], near: &[f32], features: [f32; Feature::COUNT]) -> Weights {
        let mut weights = Weights {
            shapes: vec![[0; 2]; Shape::N_CODES],
            near: vec![[0.0; 2]; Shape::N_CODES],
            features,
        };
        for code in 0..=u16::MAX {
            let shape = Shape::from_code(code);
            for color in Color::ALL {
                let own = match color {
                    Color::Black => shape,
                    Color::White => shape.with_colors_swapped(),
                };
                if is_own_eye(own) {
                    continue;
                }
                let class = usize::from(shape_classes()[usize::from(own.code())]);
                let (code, side) = (usize::from(code), color as usize);
                weights.shapes[code][side] = (UNIT * shapes[class].exp()).clamp(1.0, MOST) as u32;
                weights.near[code][side] = near[class].exp();
            }
        }
        weights
    }

    /// The weights of a shape, for Black and for White.
    #[inline]
    pub fn shape(&self, shape: Shape) -> [u32; 2] {
        self.shapes[usize::from(shape.code())]
    }

    /// How much likelier a shape is beside the last move.
    #[inline]
    pub fn near(&self, color: Color, shape: Shape) -> f32 {
        self.near[usize::from(shape.code())][color as usize]
    }

    /// The factor of a feature.
    #[inline]
    pub fn feature(&self, feature: Feature) -> f32 {
        self.features[feature as usize]
    }
}

/// For each code of a shape, the code of the canonical one.
pub fn shape_classes() -> &'static [u16] {
    static CLASSES: OnceLock<Vec<u16>> = OnceLock::new();
    CLASSES.get_or_init(|| {
        (0..=u16::MAX).map(|code| Shape::from_code(code).canonical().code()).collect()
    })
}

/// Whether the point in the middle is an eye of Black by its shape, see
/// [`Board::is_eye`](tengen_rules::Board::is_eye).
pub fn is_own_eye(shape: Shape) -> bool {
    let at = |idx: u16| shape.code() >> (2 * (idx % 8)) & 0b11;
    let is_closed = (0..4).all(|side| matches!(at(2 * side), 0 | 3));
    let n_opponents = (0..4).filter(|&corner| at(2 * corner + 1) == 1).count();
    let is_at_edge = (0..4).any(|corner| at(2 * corner + 1) == 3);
    is_closed && n_opponents + usize::from(is_at_edge) < 2
}
