//! Names of whole-board openings, by the first moves of one player.

use tengen_rules::{Color, Point, Size, Symmetry};

use crate::timeline::{Content, Step};

/// An opening: where one player has his first stones on 19×19, in any order
/// and any symmetry.
struct Opening {
    name: &'static str,
    points: &'static [&'static str],
}

const OPENINGS: [Opening; 12] = [
    Opening { name: "sanrensei", points: &["Q4", "Q16", "Q10"] },
    Opening { name: "high chinese", points: &["Q16", "R4", "Q9"] },
    Opening { name: "high chinese", points: &["Q16", "Q3", "Q9"] },
    Opening { name: "low chinese", points: &["Q16", "R4", "R9"] },
    Opening { name: "low chinese", points: &["Q16", "Q3", "R9"] },
    Opening { name: "kobayashi", points: &["Q16", "D3", "O3"] },
    Opening { name: "mini chinese", points: &["Q16", "Q3", "K3"] },
    Opening { name: "orthodox", points: &["Q16", "R4", "P17"] },
    Opening { name: "shusaku", points: &["R16", "P3", "D17"] },
    Opening { name: "nirensei", points: &["Q16", "Q4"] },
    Opening { name: "diagonal", points: &["Q16", "D4"] },
    Opening { name: "tengen", points: &["K10"] },
];

/// The names of the openings that the players chose, with spaces between, or
/// nothing.
pub(crate) fn names(size: Size, steps: &[Step]) -> String {
    if size != Size::NINETEEN {
        return String::new();
    }
    let mut names: Vec<&str> = Vec::new();
    for color in Color::ALL {
        let points = first_moves(steps, color);
        let is_of = |opening: &&Opening| is_opening(opening, &points);
        names.extend(OPENINGS.iter().find(is_of).map(|it| it.name));
    }
    names.dedup();
    names.join(", ")
}

fn first_moves(steps: &[Step], color: Color) -> Vec<Point> {
    let is_own = |step: &&Step| step.mover() == Some(color) && step.content() != Content::NoPoint;
    let points = steps.iter().filter(is_own).take(3);
    points.filter_map(|step| Size::NINETEEN.point_at(step.point() as u16)).collect()
}

fn is_opening(opening: &Opening, points: &[Point]) -> bool {
    let Some(points) = points.get(..opening.points.len()) else { return false };
    Symmetry::ALL.into_iter().any(|symmetry| {
        opening.points.iter().all(|name| {
            let point = name.parse().ok().and_then(|it| symmetry.point(it, Size::NINETEEN));
            point.is_some_and(|it| points.contains(&it))
        })
    })
}
