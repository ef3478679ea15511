//! Learning the weights of playouts.

use std::fmt::Write;

use tengen_rules::{Board, ByPoint, Color, Point, Shape, Suicide};

use super::data::{Judged, JudgedGame};
use super::softmax::{self, Quality, Sample};
use tengen_engine::internals::playout::{
    Ataris, Context, Feature, doubt, is_own_eye, shape_classes, visit,
};

pub(super) const N_WEIGHTS: usize = 2 * Shape::N_CODES + Feature::COUNT;

/// Learns from games and returns the text of the weights file.
///
/// `report` gets the number of passes done and the quality on the games kept
/// out.
pub fn learn_playout_weights(games: &[JudgedGame], mut report: impl FnMut(u32, Quality)) -> String {
    let (mut samples, mut kept_out) = (Vec::new(), Vec::new());
    for (idx, game) in games.iter().enumerate() {
        let into = if idx % 10 == 9 { &mut kept_out } else { &mut samples };
        game.replay(|board, color, [last, own_last], judged| {
            into.extend(sample(board, color, Context { last, own_last }, judged));
        });
    }
    let weights = softmax::learn(&samples, N_WEIGHTS, 6, 1e-5, |pass, weights| {
        report(pass, softmax::measure(&kept_out, weights));
    });
    write_weights(&weights)
}

fn sample(board: &Board, color: Color, context: Context, judged: &Judged) -> Option<Sample> {
    let mut features = ByPoint::new([0_u64; 1]);
    let mut near = ByPoint::new(false);
    let mut ataris = Ataris::find(board);
    visit(board, color, context, &mut ataris, |point, feature| {
        features[point][0] |= 1 << feature as u8;
        near[point] |= matches!(feature, Feature::Adjacent | Feature::Diagonal);
    });
    let mut sample = Sample::default();
    for (idx, &target) in judged.policy.iter().enumerate() {
        let Some(point) = JudgedGame::point(board.size(), idx) else { continue };
        if !board.is_legal(color, point, Suicide::Forbidden) {
            continue;
        }
        let class = shape_class(board, color, point);
        if is_own_eye(Shape::from_code(class)) {
            continue;
        }
        if let Some(feature) = doubt(board, color, point) {
            features[point][0] |= 1 << feature as u8;
        }
        let present = |it: &&Feature| features[point][0] >> **it as u8 & 1 != 0;
        let named = Feature::ALL.iter().filter(present);
        let named = named.map(|&it| (2 * Shape::N_CODES) as u32 + it as u32);
        let beside = near[point].then_some(Shape::N_CODES as u32 + u32::from(class));
        sample.push([u32::from(class)].into_iter().chain(beside).chain(named), 0.0, target);
    }
    sample.normalize().then_some(sample)
}

pub(super) fn shape_class(board: &Board, color: Color, point: Point) -> u16 {
    let shape = board.shape(point);
    let own = match color {
        Color::Black => shape,
        Color::White => shape.with_colors_swapped(),
    };
    shape_classes()[usize::from(own.code())]
}

/// Reads what [`write_weights`] has written.
pub(super) fn read_weights(text: &str) -> Vec<f32> {
    let mut weights = vec![0.0; N_WEIGHTS];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [kind, name, value] = words[..] else { continue };
        let id = match kind {
            "feature" => Feature::from_name(name).map(|it| 2 * Shape::N_CODES + it as usize),
            "near" => name.parse().ok().map(|code: usize| Shape::N_CODES + code),
            _ => name.parse().ok(),
        };
        if let (Some(id), Ok(value)) = (id, value.parse()) {
            weights[id] = value;
        }
    }
    weights
}

pub(super) fn write_weights(weights: &[f32]) -> String {
    let mut text = String::from("# Written by the tool `learn`, see CONTRIBUTING.md.\n");
    let parts = [("shape", 0), ("near", Shape::N_CODES)];
    for (name, start) in parts {
        for (code, &weight) in weights[start..start + Shape::N_CODES].iter().enumerate() {
            if weight.abs() >= 0.005 {
                let _ = writeln!(text, "{name} {code} {weight:.2}");
            }
        }
    }
    for &feature in Feature::ALL {
        let weight = weights[2 * Shape::N_CODES + feature as usize];
        let _ = writeln!(text, "feature {} {weight:.2}", feature.name());
    }
    text
}
