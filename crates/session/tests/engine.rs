//! A session with our own engine in its seats, as a host would run it.

use std::time::Duration;

use tengen_analysis::Stop;
use tengen_engine::{Effort, Level, Limits, Opponent, SearchRequest, Settings, dead_stones};
use tengen_rules::{Color, Ruleset, Size};
use tengen_session::{
    Action, Actor, Effect, Phase, Seat, Session, Setup, Think, Viewer, ViewerAction, Wanted,
};

const NOW: Duration = Duration::ZERO;

/// Does what a session asks for, until it asks for nothing more.
fn run(session: &mut Session, opponent: &mut Opponent, mut effects: Vec<Effect>) {
    while let Some(answer) = effects.iter().find_map(|it| answer(opponent, it)) {
        let changes = session.apply(Actor::Engine, answer, NOW);
        effects = changes.expect("answers are always possible").effects;
    }
}

fn answer(opponent: &mut Opponent, effect: &Effect) -> Option<Action> {
    match effect {
        Effect::Think(think) => {
            let Think { ticket, ref game, .. } = **think;
            let request = SearchRequest::new(game, Limits::playouts(50));
            let decision = opponent.think(&request, &Stop::new(), |_| ()).decision;
            Some(Action::EngineMoved { ticket, decision, evaluation: None })
        }
        &Effect::ProposeDead { ticket, ref game } => {
            let proposal = Box::new(dead_stones(game, Effort { playouts: 20, reading: 100 }));
            Some(Action::DeadProposed { ticket, proposal })
        }
        _ => None,
    }
}

/// What an engine thinks of a position that a viewer asked about.
fn analyze(opponent: &mut Opponent, effect: &Effect) -> Option<ViewerAction> {
    let &Effect::Analyze { ticket, ref game, wanted } = effect else { return None };
    let request = SearchRequest::new(game, Limits::playouts(50));
    let report = opponent.think(&request, &Stop::new(), |_| ()).report?;
    assert_eq!(wanted, Wanted::Hints);
    Some(ViewerAction::Analyzed { ticket, analysis: Box::new(report.analysis), is_last: true })
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
    let effects = session.apply(Actor::Owner, Action::Start, NOW).unwrap().effects;

    run(&mut session, &mut opponent(level), effects);

    assert!(matches!(session.phase(), Phase::Over(_)), "{:?}", session.phase());
    let resumed = Session::resume(&session.to_sgf(NOW)).unwrap();
    assert_eq!(resumed.phase(), session.phase());
}

#[test]
fn person_plays_with_hints() {
    let setup = Setup::new(Size::square(5).unwrap(), Ruleset::CHINESE)
        .with_seat(Color::White, Seat::Level("full".parse().unwrap()));
    let mut session = Session::new(setup).unwrap();
    let mut opponent = opponent(Level::FULL);
    let mut viewer = Viewer::new(&session);
    session.apply(Actor::Owner, Action::Start, NOW).unwrap();
    for _ in 0..3 {
        let effects = viewer.apply(&session, ViewerAction::Hint).unwrap();
        let answer = effects.iter().find_map(|it| analyze(&mut opponent, it)).unwrap();
        viewer.apply(&session, answer).unwrap();
        let analysis = viewer.look(&session, NOW).engine.analysis.expect("it was just made");
        let point = analysis.best_move().point().expect("nobody passes so early");
        let play = Action::Play(point);
        let changes = session.apply(Actor::Player(Color::Black), play, NOW).unwrap();
        run(&mut session, &mut opponent, changes.effects);
    }
    let view = viewer.look(&session, NOW);
    assert_eq!((view.position.move_number, view.position.to_play), (6, Color::Black));
    assert!(view.game.can_undo);
}
