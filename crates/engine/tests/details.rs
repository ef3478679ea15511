//! What a search tells on request: details, and moves that are restricted.

#![allow(clippy::cast_precision_loss, reason = "numbers of visits are small")]

use tengen_analysis::{Analysis, Excluded, Restriction, Restrictions, Stop};
use tengen_engine::{DetailRequest, EvaluatorKind, Limits, Search, SearchRequest, Settings};
use tengen_rules::{Color, Game, PointSet, Ruleset, Size};

const VISITS: u32 = 150;

fn search(evaluator: EvaluatorKind) -> Search {
    Search::new(Settings { memory: 8 << 20, seed: 1, evaluator, ..Settings::default() })
}

/// The analysis of a game that has begun, by both evaluators.
fn analyses(change: impl Fn(&mut SearchRequest<'_>)) -> [Analysis; 2] {
    let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
    for name in ["E5", "C3", "G6"] {
        game.play(name.parse().expect("a point")).expect("a legal move");
    }
    [EvaluatorKind::BuiltIn, EvaluatorKind::Playouts].map(|evaluator| {
        let limits = Limits { visits: Some(VISITS), ..Limits::NONE };
        let mut request = SearchRequest::new(&game, limits);
        change(&mut request);
        search(evaluator).answer(&request, &Stop::new(), |_| ()).analysis
    })
}

fn moves(names: &[&str]) -> PointSet {
    names.iter().map(|name| name.parse().expect("a point")).collect()
}

#[test]
fn details_agree_with_the_rest() {
    let details = DetailRequest { longest_variation: 3, by_candidate: true };
    for (analysis, has_network) in
        analyses(|it| it.details = Some(details)).iter().zip([true, false])
    {
        let details = analysis.details.as_ref().expect("they were asked for");
        assert_eq!(details.candidates.len(), analysis.candidates.len());
        assert!((-1.0..=1.0).contains(&details.utility));
        for (candidate, details) in analysis.candidates.iter().zip(&details.candidates) {
            assert!((1..=3).contains(&candidate.variation.len()));
            assert_eq!(details.variation_visits.len(), candidate.variation.len());
            assert_eq!(details.variation_visits[0], candidate.n_visits);
            assert!(details.variation_visits.is_sorted_by(|a, b| a >= b));
            assert!((-1.0..=1.0).contains(&details.utility));
            let ownership = details.ownership.as_deref().expect("it was asked for");
            let deviation = details.ownership_deviation.as_deref().expect("it comes with it");
            for point in Size::NINE.points() {
                assert!((-1.0..=1.0).contains(&ownership[point]));
                assert!((0.0..=1.0).contains(&deviation[point]));
            }
        }
        // The ownership of the position is that after its moves, by visits.
        let total = analysis.ownership.as_deref().expect("a search knows it");
        let point = "E5".parse().expect("a point");
        let pairs = analysis.candidates.iter().zip(&details.candidates);
        let sum: f32 = pairs
            .map(|(it, details)| {
                it.n_visits as f32 * details.ownership.as_deref().expect("see above")[point]
            })
            .sum();
        assert!((sum / (VISITS - 1) as f32 - total[point]).abs() < 0.05, "{sum}");
        assert_eq!(details.raw.is_some(), has_network);
        if let Some(raw) = &details.raw {
            let sum: f32 = raw.policy.iter().map(|(_, it)| it).sum();
            assert!((sum - 1.0).abs() < 1e-3 && raw.policy.len() == 81 - 3 + 1);
            assert!((0.0..=1.0).contains(&raw.win_rate) && raw.lead.abs() < 81.0);
        }
    }
    assert!(analyses(|_| ()).iter().all(|it| it.details.is_none()));
}

#[test]
fn restricted_moves_are_not_considered() {
    for (player, until_depth) in [(Color::White, 1), (Color::Black, 8)] {
        let points = PointSet::all(Size::NINE).difference(&moves(&["C7", "D7", "F3"]));
        let restriction =
            Restriction { player, moves: Excluded { points, pass: true }, until_depth };
        let restrictions: Restrictions = [restriction].into_iter().collect();
        // Requests refer to it for as long as they are asked.
        let restrictions: &'static Restrictions = Box::leak(Box::new(restrictions));
        let details = DetailRequest { longest_variation: 20, by_candidate: false };
        for analysis in analyses(|it| {
            it.restrictions = restrictions;
            it.details = Some(details);
        }) {
            assert!(!analysis.candidates.is_empty());
            for candidate in &analysis.candidates {
                for (depth, &mv) in candidate.variation.iter().enumerate() {
                    let color = if depth % 2 == 0 { Color::White } else { Color::Black };
                    assert!(!restrictions.forbid(color, depth, mv), "{:?}", candidate.variation);
                }
            }
        }
    }
}

#[test]
fn nothing_is_left_when_everything_is_restricted() {
    let everything = Excluded { points: PointSet::all(Size::NINE), pass: true };
    let restriction = Restriction { player: Color::White, moves: everything, until_depth: 1 };
    let restrictions: &'static Restrictions =
        Box::leak(Box::new([restriction].into_iter().collect()));
    for analysis in analyses(|it| it.restrictions = restrictions) {
        assert!(analysis.candidates.is_empty() && analysis.n_visits == VISITS);
    }
}

#[test]
fn forgotten_moves_change_only_what_is_expected() {
    let [network, _] = analyses(|it| it.forgets_moves = true);
    assert_eq!(network.n_visits, VISITS);
    let [usual, _] = analyses(|_| ());
    assert_ne!(network.priors, usual.priors);
}
