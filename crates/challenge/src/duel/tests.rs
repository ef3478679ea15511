use super::*;
use crate::outcome::Verdict;
use tengen_rules::{Board, Position};

/// A game that goes on from a diagram, with nobody having passed.
fn duel(diagram: &str, to_play: Color, komi: &str) -> Duel {
    let board: Board = diagram.parse().expect("a diagram");
    let position = Position { to_play, ..Position::from(board) };
    let game = Game::from_position(position, Ruleset::CHINESE_KGS);
    let game = game.with_komi(komi.parse().expect("a komi"));
    Duel::from_game(game, Difficulty::Novice, 1)
}

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

/// Lets the opponent think, and all of its ticks pass.
fn settle(duel: &mut Duel) -> Option<News> {
    duel.wait();
    (0..duel.difficulty.thinking_ticks()).find_map(|_| duel.tick())
}

/// Presses keys until the cursor is somewhere, then Enter.
fn place(duel: &mut Duel, name: &str) {
    let goal = point(name);
    while duel.cursor() != goal {
        let cursor = duel.cursor();
        duel.key(match () {
            () if cursor.column() < goal.column() => Key::Right,
            () if cursor.column() > goal.column() => Key::Left,
            () if cursor.row() < goal.row() => Key::Up,
            () => Key::Down,
        });
    }
    duel.key(Key::Enter);
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
fn game_begins_with_the_person_to_move_on_an_empty_board() {
    let duel = Duel::new(Difficulty::Novice, 1);
    assert_eq!(duel.phase(), Phase::YourTurn);
    assert_eq!(duel.cursor(), point("E5"));
    assert_eq!(duel.game().to_play(), Color::Black);
    assert_eq!(duel.game().board().size(), Size::NINE);
    assert_eq!(duel.game().komi().to_string(), "6.5");
    assert!(duel.mind.is_none(), "nothing is started before there is something to think about");
}

#[test]
fn cursor_stays_on_the_board() {
    let mut duel = Duel::new(Difficulty::Novice, 1);
    for (key, corner) in [(Key::Up, "E9"), (Key::Right, "J9"), (Key::Down, "J1"), (Key::Left, "A1")]
    {
        for _ in 0..12 {
            duel.key(key);
        }
        assert_eq!(duel.cursor(), point(corner));
    }
}

#[test]
fn stone_is_placed_and_the_opponent_thinks() {
    let mut duel = Duel::new(Difficulty::Novice, 1);
    place(&mut duel, "C3");
    assert_eq!(duel.phase(), Phase::Thinking);
    assert_eq!(duel.last_move(), Some((Color::Black, Move::Play(point("C3")))));
    // The cursor moves meanwhile, but no stone can be placed.
    place(&mut duel, "D4");
    assert_eq!((duel.cursor(), duel.game().n_turns()), (point("D4"), 1));
    duel.key(Key::Pass);
    assert_eq!(duel.game().n_turns(), 1);
    assert_eq!(settle(&mut duel), None);
    assert_eq!((duel.phase(), duel.game().n_turns()), (Phase::YourTurn, 2));
}

#[test]
fn move_appears_when_thinking_ticks_are_over() {
    for difficulty in Difficulty::ALL {
        let size = Size::square(3).expect("a small board, for a quick search");
        let game = Game::new(size, Ruleset::CHINESE_KGS);
        let mut duel = Duel::from_game(game, difficulty, 1);
        duel.key(Key::Enter);
        duel.wait();
        for _ in 1..difficulty.thinking_ticks() {
            assert_eq!((duel.tick(), duel.phase()), (None, Phase::Thinking));
        }
        duel.tick();
        assert_ne!(duel.phase(), Phase::Thinking, "{difficulty}");
    }
}

#[test]
fn move_appears_when_the_search_is_over() {
    let mut duel = Duel::new(Difficulty::Master, 1);
    duel.key(Key::Enter);
    // So many ticks are over before the first simulation.
    for _ in 0..duel.difficulty.thinking_ticks() {
        assert_eq!((duel.tick(), duel.phase()), (None, Phase::Thinking));
    }
    // The board is full soon, so it need not be a whole search.
    let mut duel = self::duel(FINISHED, Color::White, "6.5");
    for _ in 0..20 {
        duel.tick();
    }
    duel.wait();
    duel.tick();
    assert_eq!(duel.phase(), Phase::YourTurn);
}

#[test]
fn refused_moves_are_told_until_the_next_key() {
    let mut duel = duel(FINISHED, Color::Black, "6.5");
    duel.key(Key::Enter);
    assert_eq!(duel.refused(), Some(IllegalMove::Occupied(point("D4"))));
    duel.key(Key::Right);
    assert_eq!(duel.refused(), None);
    place(&mut duel, "F6");
    assert_eq!(duel.refused(), Some(IllegalMove::Suicide(point("F6"))));
    assert_eq!(duel.phase(), Phase::YourTurn);
}

#[test]
fn ko_cannot_be_retaken_at_once() {
    let diagram = "
        . . . . .
        . O X . .
        O X . X .
        . O X . .
        . . . . .
    ";
    let board: Board = diagram.parse().expect("a diagram");
    let position = Position { to_play: Color::White, ..Position::from(board) };
    let mut game = Game::from_position(position, Ruleset::CHINESE_KGS);
    game.play(Move::Play(point("C3"))).expect("White takes");
    let mut duel = Duel::from_game(game, Difficulty::Novice, 1);
    assert_eq!(duel.game().position().prisoners.white, 1);
    place(&mut duel, "B3");
    assert_eq!(duel.refused(), Some(IllegalMove::Ko(point("B3"))));
    assert_eq!((duel.phase(), duel.game().n_turns()), (Phase::YourTurn, 1));
}

#[test]
fn pass_takes_two_presses_if_the_host_wants() {
    let mut duel = Duel::new(Difficulty::Novice, 1).with_pass_question().with_komi(KOMI);
    duel.key(Key::Pass);
    assert!(duel.is_pass_asked());
    assert_eq!((duel.phase(), duel.game().n_turns()), (Phase::YourTurn, 0));
    // Another key does what it always does, and the question is gone.
    duel.key(Key::Up);
    assert_eq!((duel.cursor(), duel.is_pass_asked()), (point("E6"), false));
    duel.key(Key::Pass);
    assert_eq!(duel.game().n_turns(), 0);
    duel.key(Key::Pass);
    assert_eq!((duel.phase(), duel.is_pass_asked()), (Phase::Thinking, false));
    assert_eq!(duel.last_move(), Some((Color::Black, Move::Pass)));
}

#[test]
fn pass_after_a_pass_is_not_asked_about() {
    let mut game = Game::new(Size::NINE, Ruleset::CHINESE_KGS);
    for mv in ["E5", "pass"] {
        game.play(mv.parse().expect("a move")).expect("a legal one");
    }
    let mut duel = Duel::from_game(game, Difficulty::Novice, 1).with_pass_question();
    duel.key(Key::Pass);
    assert_eq!(duel.phase(), Phase::Counting);
}

#[test]
fn forfeit_takes_two_presses() {
    let mut duel = Duel::new(Difficulty::Master, 1);
    assert_eq!(duel.key(Key::Leave), None);
    assert!(duel.is_forfeit_asked());
    let Some(News::Ended(outcome)) = duel.key(Key::Leave) else { panic!("the game goes on") };
    assert_eq!(
        (outcome.verdict, outcome.ending, outcome.reward),
        (Verdict::Loss, Ending::Forfeit, 0)
    );
    assert_eq!(duel.outcome(), Some(outcome));
    assert!(!duel.is_forfeit_asked());
}

#[test]
fn any_other_key_takes_the_question_back_and_does_nothing_else() {
    for key in
        [Key::Up, Key::Down, Key::Left, Key::Right, Key::Enter, Key::Pass, Key::Decline, Key::Other]
    {
        let mut duel = Duel::new(Difficulty::Novice, 1);
        duel.key(Key::Leave);
        assert_eq!(duel.key(key), None);
        assert!(!duel.is_forfeit_asked());
        assert_eq!(duel.phase(), Phase::YourTurn);
        assert_eq!((duel.cursor(), duel.game().n_turns()), (point("E5"), 0));
    }
}

#[test]
fn forfeit_is_possible_while_the_opponent_thinks() {
    let mut duel = Duel::new(Difficulty::Master, 1);
    duel.key(Key::Enter);
    duel.key(Key::Leave);
    duel.tick();
    assert!(duel.is_forfeit_asked());
    assert!(matches!(duel.key(Key::Leave), Some(News::Ended(_))));
    assert!(duel.mind.is_none(), "the search is of no use any more");
    assert_eq!(duel.tick(), None);
}

#[test]
fn two_passes_end_the_game_and_points_are_counted() {
    let mut duel = duel(FINISHED, Color::Black, "6.5");
    duel.key(Key::Pass);
    assert_eq!(settle(&mut duel), None);
    assert_eq!(duel.phase(), Phase::Counting);
    assert_eq!(duel.outcome(), None);
    duel.wait();
    let Some(News::Ended(outcome)) = duel.tick() else { panic!("points are not counted") };
    assert_eq!((outcome.verdict, outcome.reward), (Verdict::Loss, 0));
    assert_eq!(duel.tick(), None);
    // Any key dismisses the result.
    assert_eq!(duel.key(Key::Other), Some(News::Closed));
}

#[test]
fn result_is_from_the_side_of_the_person() {
    for (komi, verdict, reward) in
        [("-1.5", Verdict::Win, 1), ("-1", Verdict::Draw, 0), ("-0.5", Verdict::Loss, 0)]
    {
        // The person has 24 points, the opponent 25.
        let mut duel = duel(FINISHED, Color::Black, komi);
        duel.key(Key::Pass);
        let mut news = settle(&mut duel);
        while news.is_none() {
            assert_ne!(duel.phase(), Phase::YourTurn, "the opponent has nothing left to play");
            news = settle(&mut duel);
        }
        let outcome = duel.outcome().expect("it was told");
        assert_eq!((outcome.verdict, outcome.reward), (verdict, reward), "{komi}");
    }
}

/// The stone on G6 is dead, and nobody has to take it.
const DEAD_STONE: &str = "
    . X X O . O .
    X . X O O . X
    X X X O . O O
    . X X O O O .
    X . X X O . O
    X X . X O O O
    . X X X O . O
";

#[test]
fn dead_stones_are_taken_off_before_points_are_counted() {
    let mut duel = duel(DEAD_STONE, Color::Black, "6.5");
    duel.key(Key::Pass);
    while duel.outcome().is_none() {
        assert_ne!(duel.phase(), Phase::YourTurn);
        settle(&mut duel);
    }
    let counting = duel.counting().expect("points were counted");
    assert_eq!(counting.owner[point("G6")], Some(Color::White));
}

#[test]
fn opponent_finishes_what_it_has_won() {
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
    let mut duel = duel(diagram, Color::Black, "-0.5");
    duel.key(Key::Pass);
    settle(&mut duel);
    assert_eq!(duel.last_move(), Some((Color::White, Move::Play(point("D4")))));
}

#[test]
fn opponent_passes_when_nothing_is_left() {
    let mut duel = duel(FINISHED, Color::White, "6.5");
    settle(&mut duel);
    assert_eq!(duel.last_move(), Some((Color::White, Move::Pass)));
    assert_eq!(duel.phase(), Phase::YourTurn);
}

#[test]
fn opponent_resigns_what_is_hopeless() {
    let mut duel = duel(FINISHED, Color::White, "-30.5");
    let Some(News::Ended(outcome)) = settle(&mut duel) else { panic!("it plays on") };
    assert_eq!(outcome.ending, Ending::Resignation);
    assert_eq!((outcome.verdict, outcome.reward), (Verdict::Win, 1));
}

#[test]
fn same_seed_and_keys_give_the_same_game() {
    let moves = |seed| {
        let mut duel = Duel::new(Difficulty::Novice, seed);
        for name in ["E5", "C4", "G4", "E7"] {
            place(&mut duel, name);
            settle(&mut duel);
        }
        duel.game().turns().collect::<Vec<_>>()
    };
    let first = moves(5);
    assert_eq!(moves(5), first);
    assert!((6..12).any(|seed| moves(seed) != first), "the seed is of no use");
}

#[test]
fn game_goes_on_if_nobody_thinks() {
    let mut duel = Duel::new(Difficulty::Novice, 1);
    duel.key(Key::Enter);
    // As if the system had no thread for it.
    duel.mind = None;
    settle(&mut duel);
    assert_eq!(duel.last_move(), Some((Color::White, Move::Pass)));
    duel.key(Key::Pass);
    duel.mind = None;
    settle(&mut duel);
    duel.mind = None;
    settle(&mut duel);
    assert!(duel.outcome().is_some());
}

#[test]
fn a_teacher_plays_instead_of_the_difficulty() {
    let mut duel = Duel::new(Difficulty::Novice, 1).with_komi(KOMI).with_teacher();
    assert_eq!(duel.opponent_name(), "Teacher");
    place(&mut duel, "C3");
    settle(&mut duel);
    assert!(matches!(duel.last_move(), Some((Color::White, Move::Play(_)))));
    assert_eq!(duel.difficulty(), Difficulty::Novice);
    // Another komi leaves the teacher where she is.
    let duel = Duel::new(Difficulty::Novice, 1).with_teacher().with_komi(KOMI);
    assert_eq!(duel.opponent_name(), "Teacher");
}
