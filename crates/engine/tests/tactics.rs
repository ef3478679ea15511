//! The tactical problems are what they claim to be, and most are solved.

#[path = "support/tactics.rs"]
mod tactics;

use std::collections::{BTreeMap, BTreeSet};

use tengen_engine::EvaluatorKind;
use tengen_rules::{Move, Size};

/// How many problems 1,000 playouts with seed 1 solved when this was written.
const N_SOLVED_BY_PLAYOUTS: usize = 76;

/// The same for 1,000 visits with a network.
const N_SOLVED_BY_NETWORK: usize = 76;

#[test]
fn every_named_move_is_legal() {
    for problem in tactics::problems() {
        let moves = problem.named_moves();
        assert!(!moves.is_empty(), "{problem}: no move is named");
        for &mv in moves {
            assert_eq!(problem.game.check(mv), Ok(()), "{problem}: {mv}");
        }
    }
}

#[test]
fn every_problem_can_be_solved_and_failed() {
    for problem in tactics::problems() {
        let points = problem.game.legal_points().map(Move::Play);
        let moves: Vec<Move> = points.chain([Move::Pass]).collect();
        let n_solving = moves.iter().filter(|&&mv| problem.is_solved_by(mv)).count();
        assert!(n_solving > 0 && n_solving < moves.len(), "{problem}");
    }
}

#[test]
fn games_go_on_and_cannot_be_drawn() {
    for problem in tactics::problems() {
        assert_eq!(problem.game.end(), None, "{problem}");
        assert_ne!(problem.game.komi().half_points() % 2, 0, "{problem}");
    }
}

#[test]
fn names_and_positions_are_unique() {
    let problems = tactics::problems();
    let names: BTreeSet<_> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(names.len(), problems.len());
    let positions: BTreeSet<_> = problems
        .iter()
        .map(|it| (it.game.board().to_string(), it.game.to_play().letter()))
        .collect();
    assert_eq!(positions.len(), problems.len());
}

#[test]
fn problems_are_many_and_of_many_kinds() {
    let problems = tactics::problems();
    let mut n_by_category = BTreeMap::new();
    for problem in &problems {
        *n_by_category.entry(&problem.category).or_insert(0) += 1;
    }
    assert!(problems.len() >= 65, "only {n_by_category:?}");
    assert_eq!(n_by_category.len(), 12, "{n_by_category:?}");
    assert!(n_by_category.values().all(|&n| n >= 3), "{n_by_category:?}");
    for size in [Size::square(7).unwrap(), Size::NINE, Size::THIRTEEN, Size::NINETEEN] {
        assert!(problems.iter().any(|it| it.game.board().size() == size), "none on {size}");
    }
}

#[test]
fn a_thousand_playouts_solve_most() {
    check_solved(EvaluatorKind::Playouts, N_SOLVED_BY_PLAYOUTS);
}

#[test]
fn a_thousand_visits_with_a_network_solve_most() {
    check_solved(EvaluatorKind::BuiltIn, N_SOLVED_BY_NETWORK);
}

#[track_caller]
fn check_solved(evaluator: EvaluatorKind, n_expected: usize) {
    let problems = tactics::problems();
    let mut player = tactics::Player::new(evaluator, 1_000, 1);
    let failed: Vec<String> = problems
        .iter()
        .filter_map(|problem| {
            let decision = player.decide(problem);
            (!problem.is_solved_by_decision(decision)).then(|| format!("{problem}: {decision:?}"))
        })
        .collect();
    let n_solved = problems.len() - failed.len();
    // A change that plays better may lose a few that were found by luck.
    assert!(
        n_solved + 5 >= n_expected,
        "{n_solved} of {} solved, not these:\n{}",
        problems.len(),
        failed.join("\n")
    );
}
