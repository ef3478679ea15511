//! With one thread, a seed decides everything that a search finds.

use tengen_analysis::Stop;
use tengen_engine::{EvaluatorKind, Limits, Report, Search, Settings};
use tengen_rules::{Game, Move, Ruleset, Size};

/// Both kinds of search.
const EVALUATORS: [EvaluatorKind; 2] = [EvaluatorKind::BuiltIn, EvaluatorKind::Playouts];

fn new_search(evaluator: &EvaluatorKind, seed: u64) -> Search {
    let evaluator = evaluator.clone();
    Search::new(Settings { seed, memory: 8 << 20, evaluator, ..Settings::default() })
}

fn searched(search: &mut Search, game: &Game) -> Report {
    search.run(game, &Limits::exactly(200), &Stop::new(), |_| ())
}

/// All that a report says, but for the time that it took.
fn findings(report: &Report, size: Size) -> String {
    let candidates: Vec<String> =
        report.analysis.candidates.iter().map(|it| format!("{it:?}")).collect();
    let owners: Vec<u32> = size.points().map(|it| report.ownership()[it].to_bits()).collect();
    let root = (
        report.n_playouts,
        report.analysis.n_visits,
        report.analysis.win_rate,
        report.analysis.lead,
    );
    format!("{} {root:?}\n{}\n{owners:?}", report.analysis.to_play, candidates.join("\n"))
}

fn games() -> [Game; 5] {
    [
        ((5, 5), Ruleset::TROMP_TAYLOR),
        ((9, 9), Ruleset::CHINESE),
        ((9, 9), Ruleset::JAPANESE),
        ((13, 9), Ruleset::AGA),
        ((19, 19), Ruleset::KOREAN),
    ]
    .map(|((width, height), ruleset)| {
        Game::new(Size::new(width, height).expect("these are sizes of boards"), ruleset)
    })
}

#[test]
fn same_seed_finds_the_same() {
    for evaluator in &EVALUATORS {
        for game in games() {
            let size = game.board().size();
            let find = || findings(&searched(&mut new_search(evaluator, 7), &game), size);
            assert_eq!(find(), find(), "{size}");
        }
    }
}

#[test]
fn another_seed_finds_something_else() {
    for evaluator in &EVALUATORS {
        for game in games() {
            let size = game.board().size();
            let find = |seed| findings(&searched(&mut new_search(evaluator, seed), &game), size);
            assert_ne!(find(7), find(8), "{size}");
        }
    }
}

#[test]
fn looking_at_a_search_does_not_change_it() {
    let game = Game::new(Size::NINE, Ruleset::CHINESE);
    let (limits, stop) = (Limits::exactly(200), Stop::new());
    for evaluator in &EVALUATORS {
        let mut n_looks = 0;
        let looked_at = new_search(evaluator, 3).run(&game, &limits, &stop, |progress| {
            n_looks += usize::from(progress.report().analysis.n_visits > 0);
        });
        let left_alone = new_search(evaluator, 3).run(&game, &limits, &stop, |_| ());
        assert!(n_looks > 0);
        assert_eq!(findings(&looked_at, Size::NINE), findings(&left_alone, Size::NINE));
    }
}

#[test]
fn same_seed_plays_the_same_game() {
    let play = |evaluator| {
        let mut search = new_search(evaluator, 11);
        let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
        let moves: Vec<Move> = std::iter::from_fn(|| {
            let best = searched(&mut search, &game).best_move();
            game.play(best).ok().map(|()| best)
        })
        .take(12)
        .collect();
        assert_eq!(moves.len(), 12);
        moves
    };
    for evaluator in &EVALUATORS {
        assert_eq!(play(evaluator), play(evaluator));
    }
}

#[test]
fn a_cleared_search_is_like_a_new_one() {
    let game = Game::new(Size::NINE, Ruleset::CHINESE);
    for evaluator in &EVALUATORS {
        let mut search = new_search(evaluator, 5);
        let first = findings(&searched(&mut search, &game), Size::NINE);
        assert_ne!(findings(&searched(&mut search, &game), Size::NINE), first);
        search.clear();
        assert_eq!(findings(&searched(&mut search, &game), Size::NINE), first);
    }
}

/// A search that comes from a board without a network is like a new one.
#[test]
fn boards_may_change_from_search_to_search() {
    for evaluator in &EVALUATORS {
        let mut search = new_search(evaluator, 5);
        for (width, height) in [(9, 9), (9, 7), (13, 13), (9, 9)] {
            let size = Size::new(width, height).expect("these are sizes of boards");
            let game = Game::new(size, Ruleset::CHINESE);
            search.clear();
            let expected = searched(&mut new_search(evaluator, 5), &game);
            let found = searched(&mut search, &game);
            assert_eq!(findings(&found, size), findings(&expected, size), "{size}");
        }
    }
}
