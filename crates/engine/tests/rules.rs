//! The search plays by the rules: on all boards, by all rulesets, to the end.

use fastrand::Rng;
use tengen_analysis::{Decision, Excluded, Stop};
use tengen_engine::{Limits, Report, Search, SearchRequest, Settings, decide};
use tengen_rules::{Color, Game, Move, Point, Ruleset, Size, Suicide};

const MEMORY: usize = 4 << 20;

fn new_search(memory: usize) -> Search {
    Search::new(Settings { memory, seed: 1, ..Settings::default() })
}

fn size(width: u8, height: u8) -> Size {
    Size::new(width, height).expect("tests use sizes of boards")
}

/// Searches, and looks at everything in the report that must be legal.
#[track_caller]
fn check_search(search: &mut Search, game: &Game, n_playouts: u32) -> Report {
    let report = search.run(game, &Limits::exactly(n_playouts), &Stop::new(), |_| ());
    assert_eq!((report.n_playouts, report.analysis.to_play), (n_playouts, game.to_play()));
    assert!((0.0..=1.0).contains(&report.analysis.win_rate), "{}", report.analysis.win_rate);
    if game.end().is_some() {
        assert!(report.analysis.candidates.iter().all(|it| it.mv == Move::Pass));
        return report;
    }
    assert!(game.check(report.best_move()).is_ok(), "{}", report.best_move());
    for candidate in &report.analysis.candidates {
        assert_eq!(candidate.variation.first(), Some(&candidate.mv));
        let mut game = game.clone();
        for &mv in &candidate.variation {
            if game.end().is_some() {
                break;
            }
            game.play(mv).unwrap_or_else(|error| {
                panic!("{error} in {:?}\n{}", candidate.variation, game.board())
            });
        }
    }
    report
}

#[test]
fn candidates_are_legal_on_all_boards_by_all_rules() {
    let mut search = new_search(MEMORY);
    for (width, height) in [(1, 1), (2, 2), (1, 25), (5, 4), (7, 7), (25, 25)] {
        for (name, ruleset) in Ruleset::names() {
            let game = Game::new(size(width, height), ruleset);
            let report = check_search(&mut search, &game, 60);
            assert!(!report.analysis.candidates.is_empty(), "{width}x{height} {name}");
        }
    }
}

#[test]
fn only_a_pass_is_left_on_a_single_point() {
    let game = Game::new(size(1, 1), Ruleset::TROMP_TAYLOR);
    assert_eq!(check_search(&mut new_search(MEMORY), &game, 10).best_move(), Move::Pass);
}

#[test]
fn candidates_are_legal_in_handicap_games() {
    let mut search = new_search(MEMORY);
    for (size, n_stones) in [(Size::NINE, 4), (Size::THIRTEEN, 5), (Size::NINETEEN, 9)] {
        for (_, ruleset) in Ruleset::names() {
            let game = Game::with_fixed_handicap(size, ruleset, n_stones);
            let game = game.expect("these boards have points for so many stones");
            assert_eq!(check_search(&mut search, &game, 30).analysis.to_play, Color::White);
        }
    }
}

#[test]
fn candidates_are_legal_after_passes() {
    let mut search = new_search(MEMORY);
    for (name, ruleset) in Ruleset::names() {
        let mut game = Game::new(size(3, 3), ruleset);
        for mv in ["B2", "pass", "A1", "pass", "B1", "pass", "pass", "pass", "pass"] {
            if game.play(mv.parse().expect("the list has moves")).is_err() {
                break;
            }
            check_search(&mut search, &game, 40);
        }
        assert!(game.end().is_some(), "{name}");
        game.resume(Color::White).expect("a game that ended by passes can go on");
        check_search(&mut search, &game, 40);
    }
}

#[test]
fn who_is_not_to_move_may_ask_as_well() {
    let mut search = new_search(MEMORY);
    let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
    game.play(Move::Pass).expect("a pass is legal");
    for color in Color::ALL {
        let request = SearchRequest { color, ..SearchRequest::new(&game, Limits::exactly(50)) };
        let report = search.answer(&request, &Stop::new(), |_| ());
        assert_eq!(report.analysis.to_play, color);
        assert!(report.analysis.candidates.iter().all(|it| game.check_as(color, it.mv).is_ok()));
    }
}

/// What was found before, with other moves excluded, makes no difference.
#[test]
fn excluded_moves_are_not_thought_about() {
    let mut search = new_search(MEMORY);
    let game = Game::new(Size::NINE, Ruleset::CHINESE);
    let mut request = SearchRequest::new(&game, Limits::exactly(300));
    for pass in [false, true] {
        let report = search.answer(&request, &Stop::new(), |_| ());
        let points = report.analysis.candidates.iter().filter_map(|it| it.mv.point());
        assert!(points.clone().count() > 1);
        assert!(points.clone().all(|point| !request.excluded.points.contains(point)));
        request.excluded = Excluded { points: points.collect(), pass };
    }
    request.excluded = Excluded { points: Size::NINE.points().collect(), pass: true };
    assert_eq!(search.answer(&request, &Stop::new(), |_| ()).analysis.candidates.len(), 0);
    request.excluded.pass = false;
    let report = search.answer(&request, &Stop::new(), |_| ());
    assert_eq!(report.analysis.candidates.len(), 1);
    assert_eq!(report.best_move(), Move::Pass);
}

/// Small boards soon come back to where they were.
#[test]
fn superko_is_respected() {
    let mut search = new_search(MEMORY);
    let mut rng = Rng::with_seed(1);
    let mut n_forbidden = 0;
    let rulesets =
        [Ruleset::TROMP_TAYLOR, Ruleset::AGA, Ruleset::CHINESE_KGS, Ruleset::NEW_ZEALAND];
    for ruleset in rulesets {
        for (width, height) in [(2, 2), (3, 2), (1, 5), (3, 3)] {
            let mut game = Game::new(size(width, height), ruleset);
            while game.end().is_none() && game.n_turns() < 60 {
                check_search(&mut search, &game, 50);
                let board = game.board();
                let is_playable =
                    |&it: &Point| board.is_legal(game.to_play(), it, Suicide::Forbidden);
                let n_playable = board.empty_points().filter(is_playable).count();
                let legal: Vec<Point> = game.legal_points().filter(is_playable).collect();
                n_forbidden += n_playable - legal.len();
                game.play(rng.choice(legal).map_or(Move::Pass, Move::Play))
                    .expect("the move was just found legal");
            }
        }
    }
    assert!(n_forbidden > 20, "superko had a say {n_forbidden} times only");
}

/// A tree of a few thousand nodes fills up within a hundred playouts.
#[test]
fn search_goes_on_when_the_tree_is_full() {
    for size in [Size::NINE, size(25, 25)] {
        for memory in [0, 128 << 10] {
            let mut search = new_search(memory);
            let mut game = Game::new(size, Ruleset::TROMP_TAYLOR);
            for n_visits in [800, 50, 50] {
                let report = check_search(&mut search, &game, n_visits);
                assert!(report.analysis.n_visits >= n_visits);
                game.play(report.best_move()).expect("the best move is legal");
            }
        }
    }
}

#[track_caller]
fn check_game(game: Game) {
    let mut game = game;
    let most = 4 * usize::from(game.board().size().n_points()) + 20;
    let mut search = new_search(MEMORY);
    while game.end().is_none() {
        assert!(game.n_turns() < most, "no end after {most} turns\n{}", game.board());
        let report = check_search(&mut search, &game, 30);
        match decide(&game, &report, |_, _| report.clone()) {
            Decision::Move(mv) => game.play(mv).expect("decisions are legal"),
            Decision::Resign => return,
        }
    }
}

#[test]
fn games_against_itself_come_to_an_end() {
    for (_, ruleset) in Ruleset::names() {
        check_game(Game::new(size(5, 5), ruleset));
    }
    for (width, height) in [(1, 1), (2, 2), (1, 25), (5, 4), (7, 7)] {
        check_game(Game::new(size(width, height), Ruleset::TROMP_TAYLOR));
        check_game(Game::new(size(width, height), Ruleset::JAPANESE));
    }
    let game = Game::with_fixed_handicap(Size::NINE, Ruleset::CHINESE, 2);
    check_game(game.expect("the board has points for two stones"));
}

/// Without resigning, passing early or stopping: every move that is left.
#[test]
fn best_moves_lead_to_an_end() {
    for ruleset in [Ruleset::TROMP_TAYLOR, Ruleset::CHINESE, Ruleset::JAPANESE] {
        let mut game = Game::new(size(7, 7), ruleset);
        let mut search = new_search(MEMORY);
        while game.end().is_none() {
            assert!(game.n_turns() < 300, "no end\n{}", game.board());
            let report = check_search(&mut search, &game, 30);
            game.play(report.best_move()).expect("the best move is legal");
        }
    }
}
