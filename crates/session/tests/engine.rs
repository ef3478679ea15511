//! A session with our own engine in its seats, as a host would run it.

use std::time::Duration;

use tengen_analysis::Stop;
use tengen_engine::{Effort, Level, Limits, Opponent, SearchRequest, Settings, dead_stones};
use tengen_rules::{Color, Ruleset, Size};
use tengen_session::{Action, Effect, Phase, Seat, Session, Setup, Think, Wanted};

/// Does what a session asks for, until it asks for nothing more.
fn run(session: &mut Session, opponent: &mut Opponent, mut effects: Vec<Effect>, now: Duration) {
    while let Some(answer) = effects.iter().find_map(|it| answer(opponent, it)) {
        effects = session.apply(answer, now).expect("answers are always possible");
    }
}

fn answer(opponent: &mut Opponent, effect: &Effect) -> Option<Action> {
    match effect {
        Effect::Think(think) => {
            let Think { ticket, ref game, .. } = **think;
            let search_request = SearchRequest::new(game, Limits::playouts(50));
            let decision = opponent.think(&search_request, &Stop::new(), |_| ()).decision;
            Some(Action::EngineMoved { ticket, decision, evaluation: None })
        }
        &Effect::ProposeDead { ticket, ref game } => {
            let proposal = Box::new(dead_stones(game, Effort { playouts: 20, reading: 100 }, 1));
            Some(Action::DeadProposed { ticket, proposal })
        }
        &Effect::Analyze { ticket, ref game, wanted } => {
            let search_request = SearchRequest::new(game, Limits::playouts(50));
            let report = opponent.think(&search_request, &Stop::new(), |_| ()).report?;
            assert_eq!(wanted, Wanted::Hints);
            let analysis = Box::new(report.analysis);
            Some(Action::Analyzed { ticket, analysis, is_last: true })
        }
        _ => None,
    }
}

fn opponent(level: Level) -> Opponent {
    let settings = Settings { memory: 4 << 20, seed: 1, threads: 1, ..Settings::default() };
    Opponent::new(level, settings)
}

#[test]
fn engines_play_a_game_to_its_end() {
    let (level, name) = (Level::FULL, Level::FULL.to_string());
    let setup = Setup::new(Size::square(5).unwrap(), Ruleset::JAPANESE)
        .with_seat(Color::Black, Seat::Level(name.parse().unwrap()))
        .with_seat(Color::White, Seat::Level(name.parse().unwrap()));
    let mut session = Session::new(setup).unwrap();
    let now = Duration::ZERO;
    let effects = session.apply(Action::Start, now).unwrap();

    run(&mut session, &mut opponent(level), effects, now);

    let view = session.view(now);
    assert!(matches!(view.phase, Phase::Over(_)), "{}", view.status);
    let resumed = Session::resume(&session.to_sgf(now)).unwrap();
    assert_eq!(resumed.view(now).status, view.status);
}

#[test]
fn person_plays_with_hints() {
    let setup = Setup::new(Size::square(5).unwrap(), Ruleset::CHINESE)
        .with_seat(Color::White, Seat::Level("full".parse().unwrap()));
    let mut session = Session::new(setup).unwrap();
    let mut opponent = opponent(Level::FULL);
    let now = Duration::ZERO;
    session.apply(Action::Start, now).unwrap();
    for _ in 0..3 {
        let effects = session.apply(Action::Hint, now).unwrap();
        run(&mut session, &mut opponent, effects, now);
        let hint = session.view(now).hints.first().cloned().expect("the engine has an idea");
        let point = hint.mv.point().expect("nobody passes so early");
        let effects = session.apply(Action::Play(point), now).unwrap();
        run(&mut session, &mut opponent, effects, now);
    }
    let view = session.view(now);
    assert_eq!((view.move_number, view.to_play), (6, Color::Black));
    assert!(view.can_undo);
}
