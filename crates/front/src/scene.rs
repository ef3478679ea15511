//! From a view of a game to the scene of a board.

use tengen_analysis::{Analysis, Candidate};
use tengen_picture::{self as picture, Link, NumberedStone, Scene, Stone};
use tengen_record::{Mark, Stroke};
use tengen_review::Band;
use tengen_rules::{Color, Move, Point, PointSet};
use tengen_session::View;

use crate::practice::{Practice, PracticeKind};
use crate::proof::Proof;
use crate::review::ReviewView;
use crate::teaching::Teaching;
use crate::words;

/// What of a view is shown on the board.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is switched on its own")]
pub struct SceneOptions {
    /// Move numbers on stones.
    pub has_numbers: bool,
    /// Moves that an engine proposes.
    pub has_candidates: bool,
    /// Who will own each point.
    pub has_ownership: bool,
    /// How likely each move looked at first.
    pub has_policy: bool,
    /// The next moves of the record, also where there is only one.
    pub has_variations: bool,
    /// The candidate whose continuation is shown.
    pub hovered: Option<Point>,
}

/// The scene of a view, without pointer and cursor.
pub fn of_view(view: &View, options: SceneOptions) -> Scene {
    let position = &view.position;
    let mut scene = Scene::of(&position.board);
    scene.stones.extend(position.breathless.iter().map(|&(color, point)| (point, color)));
    scene.last_move = position.last_move.and_then(|(_, mv)| mv.point());
    scene.ko = position.ko;
    if options.has_numbers {
        scene.numbers = position.numbers.iter().map(|it| (it.point, it.number)).collect();
    }
    add_markup(&mut scene, view);
    add_counting(&mut scene, view);
    if let Some(analysis) = &view.engine.analysis {
        add_analysis(&mut scene, view, analysis, options);
    }
    let is_forking = view.tree.variations.len() > 1 || !view.tree.is_live;
    if (options.has_variations || is_forking) && scene.candidates.is_empty() {
        scene.variations = next_moves(view);
    }
    scene
}

fn add_markup(scene: &mut Scene, view: &View) {
    let markup = &view.markup;
    scene.marks = markup.marks.iter().copied().collect();
    scene.labels = markup.labels.iter().cloned().collect();
    let line = |&(from, to): &(Point, Point)| Link { from, to, stroke: Stroke::Line };
    let arrow = |&(from, to): &(Point, Point)| Link { from, to, stroke: Stroke::Arrow };
    scene.links = markup.lines.iter().map(line).chain(markup.arrows.iter().map(arrow)).collect();
    scene.dimmed = dimmed(view);
    for color in Color::ALL {
        scene.territory.extend(markup.territory[color].iter().map(|point| (point, color)));
    }
}

/// The points that are of no interest, or not to be shown.
fn dimmed(view: &View) -> PointSet {
    let mut dimmed = view.markup.dimmed;
    if let Some(visible) = &view.markup.visible {
        dimmed.extend(view.position.size.points().filter(|&point| !visible.contains(point)));
    }
    dimmed
}

/// Territory and dead stones where the game is being scored or was counted.
fn add_counting(scene: &mut Scene, view: &View) {
    if !view.tree.is_live {
        return;
    }
    if let Some(scoring) = &view.game.scoring {
        scene.open_borders = scoring.open;
    }
    if let Some(counting) = &view.game.counting {
        scene.dead = counting.dead;
        let owned = |point: Point| Some((point, counting.territory[point]?));
        scene.territory = view.position.size.points().filter_map(owned).collect();
    }
}

fn add_analysis(scene: &mut Scene, view: &View, analysis: &Analysis, options: SceneOptions) {
    if let Some(ownership) = analysis.ownership.as_ref().filter(|_| options.has_ownership) {
        scene.ownership =
            view.position.size.points().map(|point| (point, ownership[point])).collect();
    }
    if options.has_candidates {
        scene.candidates = candidates(&analysis.candidates);
        scene.continuation = continuation(view, analysis, options.hovered);
    }
    if options.has_policy {
        let heat = analysis.priors.iter().filter_map(|&(mv, prior)| Some((mv.point()?, prior)));
        scene.heat.values = heat.collect();
    }
}

#[expect(clippy::cast_precision_loss, reason = "shares are drawn, not counted")]
fn candidates(all: &[Candidate]) -> Vec<picture::Candidate> {
    let most = all.iter().map(|it| it.n_visits).max().unwrap_or(1).max(1);
    let best = all.iter().filter_map(|it| it.lead).fold(f32::NEG_INFINITY, f32::max);
    let candidate = |(rank, it): (usize, &Candidate)| {
        let mut texts = vec![words::percent(it.win_rate)];
        texts.extend(it.lead.map(words::lead));
        texts.push(words::short_count(it.n_visits));
        Some(picture::Candidate {
            point: it.mv.point()?,
            rank,
            share: it.n_visits as f32 / most as f32,
            loss: it.lead.map(|lead| (best - lead).max(0.0)),
            texts,
        })
    };
    let tried = all.iter().filter(|it| it.n_visits > 0);
    tried.enumerate().filter_map(candidate).collect()
}

/// How the game would go on after the candidate under the pointer.
fn continuation(view: &View, analysis: &Analysis, hovered: Option<Point>) -> Vec<NumberedStone> {
    let is_it = |it: &&Candidate| it.n_visits > 0 && it.mv.point() == hovered;
    let Some(candidate) = hovered.and_then(|_| analysis.candidates.iter().find(is_it)) else {
        return Vec::new();
    };
    numbered(view.position.to_play, &candidate.variation)
}

/// Moves in turn as stones with numbers.
fn numbered(first: Color, line: &[Move]) -> Vec<NumberedStone> {
    let mut color = first;
    let mut moves: Vec<NumberedStone> = Vec::new();
    for (number, mv) in (1..).zip(line) {
        // A point where stones are taken and played again has its first move.
        if let Move::Play(point) = *mv
            && moves.iter().all(|it| it.stone.point != point)
        {
            moves.push(NumberedStone { stone: Stone { point, color }, number });
        }
        color = !color;
    }
    moves
}

/// How many of the last moves show what they lost.
const N_LOSSES: usize = 4;

/// Adds what a review found: losses of the last moves, better moves as
/// letters, and candidates unless an engine shows its own.
pub fn add_review(scene: &mut Scene, view: &View, review: &ReviewView, options: SceneOptions) {
    let line = &view.tree.line;
    let here = line.iter().position(|it| it.node == view.tree.node).unwrap_or(0);
    let last = line.iter().take(here + 1).rev().take(N_LOSSES);
    for node in last {
        if let Some(Move::Play(point)) = node.mv.map(|(_, mv)| mv)
            && view.position.node_of_stone(point) == Some(node.node)
            && let Some(&loss) = review.losses.get(&node.node)
        {
            scene.losses.insert(point, loss);
        }
    }
    if review.is_hidden {
        scene.variations.clear();
        return;
    }
    let candidates = review.evaluation.iter().flat_map(|it| &it.candidates);
    if scene.candidates.is_empty() && view.engine.analysis.is_none() {
        scene.candidates = reviewed_candidates(candidates);
    }
    if let Some(point) = options.hovered
        && scene.continuation.is_empty()
        && let Some(evaluation) = &review.evaluation
    {
        let is_it = |it: &&tengen_record::EvaluatedMove| it.mv == Move::Play(point);
        let chosen = evaluation.candidates.iter().filter(|it| it.n_visits > 0).find(is_it);
        let whole = chosen.map(|it| std::iter::once(it.mv).chain(it.line.iter().copied()));
        let moves: Vec<Move> = whole.into_iter().flatten().collect();
        scene.continuation = numbered(evaluation.to_play, &moves);
    }
    let judged = review.move_here().filter(|it| it.band >= Band::Inaccuracy);
    for (letter, better) in ('A'..).zip(judged.iter().flat_map(|it| &it.better)) {
        if let Move::Play(point) = better.mv
            && scene.stone(point).is_none()
        {
            scene.labels.entry(point).or_insert_with(|| letter.to_string());
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "shares are drawn, not counted")]
fn reviewed_candidates<'a>(
    all: impl Iterator<Item = &'a tengen_record::EvaluatedMove>,
) -> Vec<picture::Candidate> {
    let tried: Vec<_> = all.filter(|it| it.n_visits > 0).collect();
    let most = tried.iter().map(|it| it.n_visits).max().unwrap_or(1).max(1);
    // The best is what the analyst would play, even if another one looks better.
    let best = tried.first().and_then(|it| it.lead);
    let candidate = |(rank, it): (usize, &&tengen_record::EvaluatedMove)| {
        let loss = it.lead.zip(best).map(|(own, best)| (best.points() - own.points()).max(0.0));
        let mut texts: Vec<String> = loss.map(words::loss_number).into_iter().collect();
        texts.push(words::percent(it.chance.share()));
        texts.push(words::short_count(it.n_visits));
        let share = it.n_visits as f32 / most as f32;
        Some(picture::Candidate { point: it.mv.point()?, rank, share, loss, texts })
    };
    tried.iter().enumerate().filter_map(candidate).collect()
}

/// Shows the move that is being judged, and what one lost that was taken back.
pub fn add_teaching(scene: &mut Scene, view: &View, teaching: &Teaching) {
    if let Some(Move::Play(point)) = teaching.judging() {
        scene.stones.insert(point, view.position.to_play);
        scene.labels.insert(point, "?".to_owned());
    }
    if let Some(taken_back) = teaching.taken_back_at(view.tree.node)
        && let Move::Play(point) = taken_back.mv
        && scene.stone(point).is_none()
    {
        scene.labels.insert(point, words::loss_number(taken_back.loss));
    }
}

/// The scene of an exercise: nothing gives the answer away, and the line after
/// an answer is played out.
pub fn of_practice(view: &View, practice: &Practice) -> Scene {
    let mut scene = of_line(view, practice.color, &practice.line());
    // The mistake itself is no secret.
    let played = practice.exercise.as_ref().map(|it| it.played);
    if let Some(Move::Play(point)) = played
        && practice.kind == PracticeKind::Mistakes
        && scene.stone(point).is_none()
    {
        scene.marks.insert(point, Mark::Cross);
    }
    scene
}

/// The scene of a proof: the side board with its moves.
pub fn of_proof(view: &View, proof: &Proof) -> Scene {
    of_line(view, !proof.owner, &proof.moves)
}

/// The viewed position with a line played out, its stones numbered.
fn of_line(view: &View, first: Color, line: &[Move]) -> Scene {
    let position = &view.position;
    let mut board = position.board;
    let mut numbers = Vec::new();
    let mut color = first;
    let mut last = position.last_move.and_then(|(_, mv)| mv.point());
    for (number, &mv) in (1..).zip(line) {
        if let Move::Play(point) = mv {
            // Set-up without liberties is on no board, so a line may not fit.
            if board.play(color, point, view.game.ruleset.suicide).is_err() {
                break;
            }
            numbers.retain(|&(at, _)| at != point);
            numbers.push((point, number));
            last = Some(point);
        }
        color = !color;
    }
    let mut scene = Scene::of(&board);
    scene.stones.extend(position.breathless.iter().map(|&(color, point)| (point, color)));
    scene.last_move = last;
    numbers.retain(|&(at, _)| board.stone(at).is_some());
    scene.numbers = numbers.into_iter().collect();
    scene
}

fn next_moves(view: &View) -> Vec<Stone> {
    let stone = |mv: Option<(Color, Move)>| {
        let (color, mv) = mv?;
        Some(Stone { color, point: mv.point()? })
    };
    let stones = view.tree.variations.iter().filter_map(|it| stone(it.mv));
    stones.filter(|it| view.position.board.is_empty_at(it.point)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tengen_rules::{Ruleset, Size};
    use tengen_session::{Action, Actor, Session, Setup, Viewer};

    use super::*;

    fn view(moves: &[&str]) -> View {
        let mut session = Session::new(Setup::new(Size::NINE, Ruleset::CHINESE)).unwrap();
        session.apply(Actor::Owner, Action::Start, Duration::ZERO).unwrap();
        for point in moves {
            let actor = Actor::Player(session.to_play());
            let action = Action::Play(point.parse().unwrap());
            session.apply(actor, action, Duration::ZERO).unwrap();
        }
        Viewer::new(&session).look(&session, Duration::ZERO)
    }

    fn candidate(mv: &str, n_visits: u32, variation: &[&str]) -> Candidate {
        let variation = variation.iter().map(|it| it.parse().unwrap()).collect();
        let lead = Some(if n_visits > 100 { 1.26 } else { -0.74 });
        Candidate { lead, n_visits, variation, ..Candidate::new(mv.parse().unwrap(), 0.523) }
    }

    fn analyzed(candidates: Vec<Candidate>) -> View {
        let mut view = view(&["E5"]);
        let analysis = Analysis { candidates, ..Analysis::new(Color::White, 0.523) };
        view.engine.analysis = Some(Arc::new(analysis));
        view
    }

    #[test]
    fn numbers_are_on_their_stones() {
        let options = SceneOptions { has_numbers: true, ..SceneOptions::default() };
        let scene = of_view(&view(&["E5", "C3", "G7"]), options);
        let mut numbers: Vec<(u32, String)> =
            scene.numbers.iter().map(|(point, number)| (*number, point.to_string())).collect();
        numbers.sort();
        assert_eq!(numbers, [(1, "E5".into()), (2, "C3".into()), (3, "G7".into())]);
        assert_eq!(scene.last_move.unwrap().to_string(), "G7");
        assert_eq!(scene.stones.len(), 3);
    }

    #[test]
    fn candidates_have_their_figures_and_what_they_lose() {
        let variation = ["C3", "G7", "C3"];
        let all = vec![
            candidate("C3", 1500, &variation),
            candidate("D4", 30, &[]),
            candidate("pass", 3, &[]),
            candidate("G7", 0, &[]),
        ];
        let view = analyzed(all);
        assert!(of_view(&view, SceneOptions::default()).candidates.is_empty());
        let options = SceneOptions { has_candidates: true, ..SceneOptions::default() };
        let scene = of_view(&view, options);
        let [best, other] = &scene.candidates[..] else { panic!("{:?}", scene.candidates) };
        assert_eq!(best.texts, ["52%", "+1.3", "1.5k"]);
        assert_eq!((best.rank, best.loss), (0, Some(0.0)));
        assert_eq!((other.rank, other.loss), (1, Some(2.0)));
        assert!(scene.continuation.is_empty());
    }

    #[test]
    fn the_continuation_is_shown_under_the_pointer() {
        let view = analyzed(vec![candidate("C3", 1500, &["C3", "G7", "pass", "C3"])]);
        let hovered = Some("C3".parse().unwrap());
        let options = SceneOptions { has_candidates: true, hovered, ..SceneOptions::default() };
        let shown: Vec<String> = of_view(&view, options)
            .continuation
            .iter()
            .map(|it| format!("{} {} {}", it.number, it.stone.color, it.stone.point))
            .collect();
        assert_eq!(shown, ["1 white C3", "2 black G7"]);
    }
}
