//! Opponents at the table: they pass, go on, resign and ponder as they should.

use tengen_analysis::{Decision, Stop};
use tengen_engine::{Answer, EvaluatorKind, Level, Limits, Opponent, SearchRequest, Settings};
use tengen_rules::{Board, Color, Game, Move, Position, Ruleset, Size};

/// Both kinds of search.
const EVALUATORS: [EvaluatorKind; 2] = [EvaluatorKind::BuiltIn, EvaluatorKind::Playouts];

fn opponent(level: Level) -> Opponent {
    Opponent::new(level, Settings { memory: 16 << 20, seed: 3, ..Settings::default() })
}

/// The strongest level with each kind of search.
fn strongest() -> [Opponent; 2] {
    EVALUATORS.map(|evaluator| {
        let settings = Settings { memory: 16 << 20, seed: 3, evaluator, ..Settings::default() };
        Opponent::new(Level::FULL, settings)
    })
}

fn think(opponent: &mut Opponent, game: &Game) -> Answer {
    let request = SearchRequest::new(game, Limits::playouts(400));
    opponent.think(&request, &Stop::new(), |_| ())
}

/// A game that goes on from a diagram, after Black's last move there.
fn game(diagram: &str, komi: &str) -> Game {
    let board: Board = diagram.parse().expect("a diagram");
    let position = Position { to_play: Color::White, ..Position::from(board) };
    Game::from_position(position, Ruleset::CHINESE).with_komi(komi.parse().expect("a komi"))
}

const FINISHED: &str = "
    . X X O . O .
    X . X O O . O
    X X X O . O O
    . X X O O O .
    X . X X O . O
    X X . X O O O
    . X X X O . O
";

#[test]
fn a_won_game_is_closed() {
    let mut game = game(FINISHED, "7.5");
    game.play_as(Color::Black, Move::Pass).unwrap();
    for mut opponent in strongest() {
        assert_eq!(think(&mut opponent, &game).decision, Decision::Move(Move::Pass));
    }
}

#[test]
fn a_point_that_decides_the_game_is_played_after_a_pass() {
    // One neutral point is left, and it is worth the game.
    let diagram = "
        . X X O . O .
        X . X O O . O
        X X X O . O O
        . X X . O O .
        X . X X O . O
        X X . X O O O
        . X X X O . O
    ";
    let mut game = game(diagram, "0.5");
    game.play_as(Color::Black, Move::Pass).unwrap();
    for mut opponent in strongest() {
        let report = think(&mut opponent, &game).report.unwrap();
        assert_eq!(report.best_move(), "D4".parse().unwrap(), "{report:?}");
    }
}

#[test]
fn what_is_hopeless_is_resigned() {
    let game = game(FINISHED, "-30.5");
    for mut opponent in strongest() {
        assert_eq!(think(&mut opponent, &game).decision, Decision::Resign);
    }
}

#[test]
fn white_plays_on_against_a_handicap() {
    let game = Game::with_fixed_handicap(Size::NINE, Ruleset::CHINESE, 5).unwrap();
    for mut opponent in strongest() {
        let answer = think(&mut opponent, &game);
        let report = answer.report.unwrap();
        assert!(matches!(answer.decision, Decision::Move(Move::Play(_))));
        let has_network = opponent.network_for(Size::NINE).is_some();
        assert!(has_network || report.par > 15.0, "everything would look lost: {}", report.par);
        let lead = report.analysis.lead.unwrap();
        assert!(lead < -15.0, "the lead is told as it is: {lead}");
        let win_rate = report.analysis.win_rate;
        assert!(win_rate < 0.2, "and so is the chance: {win_rate}");
    }
}

#[test]
fn a_pass_on_the_empty_board_is_answered_by_a_move() {
    for size in [Size::square(7).unwrap(), Size::NINE] {
        let mut game = Game::new(size, Ruleset::CHINESE);
        game.play(Move::Pass).unwrap();
        let levels = Level::all().filter(|it| it.n_playouts().is_none_or(|n| n <= 2_000));
        for mut opponent in levels.map(opponent).chain(strongest()) {
            let decision = think(&mut opponent, &game).decision;
            let level = opponent.level();
            assert!(matches!(decision, Decision::Move(Move::Play(_))), "{level}: {decision}");
        }
    }
}

#[test]
fn what_was_pondered_is_kept() {
    let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
    let mut opponent = opponent(Level::FULL);
    let Decision::Move(mv) = think(&mut opponent, &game).decision else { panic!("resigned") };
    game.play(mv).unwrap();
    let mut opponent = opponent.ponder(game.clone()).stop();

    let report = think(&mut opponent, &game).report.unwrap();

    assert!(report.analysis.n_visits > report.n_playouts, "{} visits", report.analysis.n_visits);
}

#[test]
fn every_level_plays_a_legal_game() {
    for level in Level::all().filter(|it| it.most_playouts().is_some_and(|n| n < 100)) {
        let mut opponent = opponent(level);
        let mut game = Game::new(Size::new(6, 6).unwrap(), Ruleset::JAPANESE);
        while game.end().is_none() && game.n_turns() < 150 {
            match think(&mut opponent, &game).decision {
                Decision::Move(mv) => game.play(mv).unwrap(),
                Decision::Resign => break,
            }
        }
        assert!(game.n_turns() > 5, "{level} gave up after {} turns", game.n_turns());
    }
}
