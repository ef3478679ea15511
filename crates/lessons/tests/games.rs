//! First games: they end, the opponent is patient, and gets better.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use tengen_lessons::{
    Count, Course, Expects, FirstGame, GameKind, Input, PatientOpponent, Progress, Skill,
    dead_stones,
};
use tengen_rules::{ByColor, Color, Game, Komi, Move, Point, Ruleset, Size};

const SKILLS: [Skill; 4] = [Skill::Careless, Skill::Kind, Skill::Fair, Skill::Keen];

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

fn moves(game: &Game) -> Vec<Point> {
    let is_eye = |it: &Point| game.board().is_eye(Color::Black, *it);
    game.legal_points().filter(|it| !is_eye(it)).collect()
}

#[test]
fn games_with_random_moves_end() {
    for (seed, skill) in (0..8).zip(SKILLS.into_iter().cycle()) {
        for kind in [GameKind::FirstCapture(5), GameKind::Whole(5), GameKind::Whole(7)] {
            let mut random = Random(seed);
            let mut game = FirstGame::new(kind, skill);
            let mut n_moves = 0;
            while !game.is_over() && n_moves < 300 {
                n_moves += 1;
                let moves = moves(game.game());
                let answer = match game.expects() {
                    Expects::Next => game.proceed(),
                    _ if moves.is_empty() || (random.below(30) == 0) => game.play(Move::Pass),
                    _ => game.play(Move::Play(moves[random.below(moves.len())])),
                };
                assert!(!answer.texts.is_empty());
                // Where nobody may pass, nobody may be stuck.
                if moves.is_empty() && kind == GameKind::FirstCapture(5) {
                    break;
                }
            }
            check_sums(game.game());
            assert!(n_moves < 300, "{kind:?} against {skill:?} does not end\n{}", game.board());
        }
    }
}

/// The sums that are explained are those of the rules.
#[track_caller]
fn check_sums(game: &Game) {
    let count = Count::new(game.position(), &dead_stones(game.board()));
    let lead = |one: ByColor<u32>, other: ByColor<u32>| {
        let sum = one.zip(other).map(|(one, other)| i32::try_from(one + other).unwrap());
        2 * (sum.black - sum.white)
    };
    assert_eq!(lead(count.stones, count.surrounded), count.area_lead, "{}", game.board());
    let territory = lead(count.territory, count.prisoners);
    assert_eq!(territory, count.territory_lead, "{}\n{count:?}", game.board());
}

#[test]
fn opponent_never_takes_what_could_not_have_been_saved() {
    for (seed, skill) in (100..124).zip(SKILLS.into_iter().cycle()) {
        let mut random = Random(seed);
        let mut game = FirstGame::new(GameKind::Whole(5), skill);
        for _ in 0..60 {
            let moves = moves(game.game());
            if moves.is_empty() || game.expects() == Expects::Next {
                break;
            }
            let before = *game.board();
            game.play(Move::Play(moves[random.below(moves.len())]));
            let after = game.board();
            for (color, stone) in before.stones() {
                let is_taken = color == Color::Black && after.stone(stone) != Some(Color::Black);
                // It was in atari when it was Black's turn, so Black could see it.
                if is_taken {
                    assert_ne!(skill, Skill::Careless, "{before}{after}");
                    assert!(
                        before.atari(stone).is_some(),
                        "{stone} was taken at once\n{before}{after}"
                    );
                }
            }
        }
    }
}

/// Black's lead when somebody who plays well meets each of the opponents.
fn lead(edge: u8, skill: Skill) -> i32 {
    let mut game = Game::new(Size::square(edge).unwrap(), Ruleset::CHINESE_KGS)
        .with_komi(Komi::from_half_points(0));
    let mut players = [PatientOpponent::new(Skill::Keen), PatientOpponent::new(skill)];
    for n_moves in 0..300 {
        let mv = players[n_moves % 2].choose(&game);
        game.play(mv).unwrap();
        if game.end().is_some() {
            break;
        }
    }
    assert!(game.end().is_some());
    check_sums(&game);
    game.count(&dead_stones(game.board())).score().half_points() / 2
}

#[test]
fn opponent_gets_better() {
    let leads: Vec<i32> = SKILLS.iter().map(|&it| lead(5, it) + lead(7, it)).collect();
    assert!(leads[0] > leads[2] && leads[0] > leads[3], "{leads:?}");
    assert!(SKILLS.is_sorted());
    let by_games: Vec<Skill> = (0..8).map(Skill::after).collect();
    assert!(by_games.is_sorted() && by_games[0] == Skill::Careless && by_games[7] == Skill::Keen);
}

#[test]
fn moves_are_taken_back_and_the_same_inputs_give_the_same_views() {
    let point = |name: &str| Input::Point(name.parse().unwrap());
    let inputs = [
        Input::Next,
        point("C3"),
        point("C3"),
        Input::Why,
        Input::Next,
        point("B4"),
        Input::Back,
        point("D3"),
        Input::Hint,
        Input::Pass,
        Input::Pass,
    ];
    let views = || {
        let mut course = Course::new(Progress::default());
        assert!(course.open("game-5"));
        inputs.map(|input| {
            course.apply(input);
            format!("{:?}", course.view())
        })
    };
    assert_eq!(views(), views());
    let mut game = FirstGame::new(GameKind::Whole(5), Skill::Careless);
    game.play(Move::Play("C3".parse().unwrap()));
    let before = *game.board();
    let next = game.game().legal_points().next().unwrap();
    game.play(Move::Play(next));
    assert!(game.take_back().is_some());
    assert_eq!(*game.board(), before);
    assert!(game.take_back().is_some() && game.take_back().is_none());
}
