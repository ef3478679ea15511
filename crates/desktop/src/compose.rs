//! From a view of the game to what is to be seen on the board.

use tengen_rules::{Color, Move, Point, PointSet, Size};
use tengen_session::{Phase, View};

use crate::app::Display;
use crate::board::{Candidate, Scene};
use crate::describe;

/// What is to be seen of a position, but for the pointer.
pub(crate) fn scene(view: &View, display: &Display) -> Scene {
    let size = view.board.size();
    let mut scene = Scene::new(size);
    scene.stones = view.board.stones().map(|(color, point)| (point, color)).collect();
    scene.stones.extend(view.breathless.iter().map(|&(color, point)| (point, color)));
    scene.last = view.last_move.and_then(|(_, mv)| mv.point());
    scene.ko = view.ko;
    scene.marks.clone_from(&view.marks);
    scene.labels.clone_from(&view.labels);
    scene.lines.clone_from(&view.lines);
    scene.arrows.clone_from(&view.arrows);
    scene.faint = faint(view);
    for color in Color::ALL {
        scene.territory.extend(view.territory[color].iter().map(|point| (point, color)));
    }
    if display.has_numbers {
        scene.numbers.clone_from(&view.numbers);
    }
    if view.is_live()
        && let Phase::Scoring(scoring) = &view.phase
    {
        scene.open = scoring.open;
    }
    if let Some(counting) = &view.counting {
        scene.dead = counting.dead;
        scene.territory = owned(size, |point| counting.territory[point]);
    }
    if let Some(ownership) = view.ownership.as_ref().filter(|_| display.has_owners) {
        scene.owners = size.points().map(|point| (point, ownership[point])).collect();
    }
    if display.has_candidates {
        scene.candidates = candidates(&view.hints);
        scene.continuation = continuation(view, display.hovered);
    }
    if display.has_policy {
        let heat = view.priors.iter().filter_map(|&(mv, prior)| Some((mv.point()?, prior)));
        scene.heat = heat.collect();
    }
    let is_hinting = !scene.candidates.is_empty();
    if (display.is_editing || view.variations.len() > 1 || !view.is_live()) && !is_hinting {
        let moves = view.variations.iter().filter_map(|it| it.mv?.1.point());
        scene.variations = moves.filter(|&point| view.board.is_empty_at(point)).collect();
    }
    scene
}

/// The points that somebody owns.
fn owned(size: Size, owner: impl Fn(Point) -> Option<Color>) -> Vec<(Point, Color)> {
    size.points().filter_map(|point| Some((point, owner(point)?))).collect()
}

/// The points that are of no interest.
fn faint(view: &View) -> PointSet {
    let mut faint = view.dimmed;
    if let Some(visible) = &view.visible {
        faint.extend(view.board.size().points().filter(|&point| !visible.contains(point)));
    }
    faint
}

fn candidates(hints: &[tengen_analysis::Candidate]) -> Vec<Candidate> {
    let most = hints.iter().map(|it| it.n_visits).max().unwrap_or(1).max(1);
    let candidate = |(rank, hint): (usize, &tengen_analysis::Candidate)| {
        Some(Candidate {
            point: hint.mv.point()?,
            rank,
            share: hint.n_visits as f32 / most as f32,
            texts: [
                format!("{:.0}%", 100.0 * hint.win_rate),
                hint.lead.map(describe::lead).unwrap_or_default(),
                describe::count(hint.n_visits),
            ],
        })
    };
    let tried = hints.iter().filter(|it| it.n_visits > 0);
    tried.enumerate().filter_map(candidate).collect()
}

/// How the game would go on after the candidate under the mouse.
fn continuation(view: &View, hovered: Option<Point>) -> Vec<(Point, Color, usize)> {
    let hint = hovered.and_then(|point| view.hints.iter().find(|it| it.mv == Move::Play(point)));
    let Some(hint) = hint.filter(|it| it.n_visits > 0) else { return Vec::new() };
    let mut color = view.to_play;
    let mut moves: Vec<(Point, Color, usize)> = Vec::new();
    for (idx, mv) in hint.variation.iter().enumerate() {
        // A point where stones are taken and played again has its first move.
        if let Move::Play(point) = *mv
            && moves.iter().all(|it| it.0 != point)
        {
            moves.push((point, color, idx + 1));
        }
        color = !color;
    }
    moves
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_rules::Ruleset;
    use tengen_session::{Action, Session, Setup};

    use super::*;

    fn view(moves: &[&str]) -> View {
        let mut session = Session::new(Setup::new(Size::NINE, Ruleset::CHINESE)).unwrap();
        session.apply(Action::Start, Duration::ZERO).unwrap();
        for point in moves {
            session.apply(Action::Play(point.parse().unwrap()), Duration::ZERO).unwrap();
        }
        session.view(Duration::ZERO)
    }

    fn hint(mv: &str, n_visits: u32, variation: &[&str]) -> tengen_analysis::Candidate {
        let variation = variation.iter().map(|it| it.parse().unwrap()).collect();
        tengen_analysis::Candidate {
            mv: mv.parse().unwrap(),
            win_rate: 0.523,
            lead: Some(1.26),
            n_visits,
            variation,
            prior: Some(0.1),
            lower_bound: None,
        }
    }

    #[test]
    fn numbers_are_on_their_stones() {
        let display = Display { has_numbers: true, ..Display::default() };
        let mut numbers = scene(&view(&["E5", "C3", "G7"]), &display).numbers;
        numbers.sort_by_key(|it| it.1);
        let points: Vec<String> = numbers.iter().map(|it| it.0.to_string()).collect();
        assert_eq!(points, ["E5", "C3", "G7"]);
        assert_eq!(numbers[2].1, 3);
    }

    #[test]
    fn candidates_have_their_figures() {
        let mut view = view(&["E5"]);
        view.hints = vec![hint("C3", 1500, &["C3", "G7", "C3"]), hint("pass", 3, &[])];
        let display = Display { has_candidates: true, ..Display::default() };
        let scene = self::scene(&view, &display);
        assert_eq!(scene.candidates.len(), 1);
        assert_eq!(scene.candidates[0].texts, ["52%", "+1.3", "1.5k"]);
        assert!(scene.continuation.is_empty());
    }

    #[test]
    fn the_continuation_is_shown_under_the_mouse() {
        let mut view = view(&["E5"]);
        view.hints = vec![hint("C3", 1500, &["C3", "G7", "pass", "C3"])];
        let hovered = Some("C3".parse().unwrap());
        let display = Display { has_candidates: true, hovered, ..Display::default() };
        let shown: Vec<String> = scene(&view, &display)
            .continuation
            .iter()
            .map(|(point, color, number)| format!("{number} {color} {point}"))
            .collect();
        assert_eq!(shown, ["1 white C3", "2 black G7"]);
    }
}
