//! Who may do what.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use tengen_analysis::{DeadStones, Decision, Evaluation};
use tengen_clock::TimeControl;
use tengen_rules::{ByColor, Color, PointSet, Ruleset, Size};
use tengen_session::{
    Action, Actor, Edit, Ending, Permission, Policy, Rejected, Request, Seat, Session, Setup,
    Ticket,
};

const NOW: Duration = Duration::ZERO;

const ACTORS: [(char, Actor); 5] = [
    ('P', Actor::Player(Color::Black)),
    ('O', Actor::Owner),
    ('E', Actor::Engine),
    ('C', Actor::Clock),
    ('S', Actor::Spectator),
];

/// Each action with those who have a right to it in a free game of two people,
/// and in a strict one.
fn table(session: &Session) -> Vec<(Action, &'static str, &'static str)> {
    let node = session.live_node();
    let ticket = Ticket::new(1);
    let seats = Box::new(ByColor { black: Seat::person(""), white: Seat::person("") });
    let point = "C3".parse().unwrap();
    let evaluation = Evaluation { black_win_rate: 0.5, black_lead: None, n_visits: 1 };
    let decision = Decision::Resign;
    let edit = Edit::Comment("x".to_owned());
    vec![
        (Action::Start, "PO", "PO"),
        (Action::Pause, "PO", "O"),
        (Action::Play(point), "P", "P"),
        (Action::Pass, "P", "P"),
        (Action::Resign, "P", "P"),
        (Action::Undo, "PO", "O"),
        (Action::Redo, "PO", "O"),
        (Action::PlayFrom(node), "PO", "O"),
        (Action::PlayOn { node, seats, time: TimeControl::None }, "PO", "O"),
        (Action::Review, "PO", "O"),
        (Action::ChangeSeat(Color::White, Seat::person("Bob")), "O", "O"),
        (Action::Ask(Request::Undo), "P", ""),
        (Action::Ask(Request::Pause), "P", ""),
        (Action::Ask(Request::Adjourn), "P", "P"),
        (Action::Accept, "P", "P"),
        (Action::Decline, "P", "P"),
        (Action::MoveNow, "PO", "PO"),
        (Action::ToggleDead { point, is_forced: true }, "PO", "PO"),
        (Action::Agree(PointSet::EMPTY), "P", "P"),
        (Action::ResumePlay, "P", "P"),
        (Action::End(Ending::Cancelled), "O", "O"),
        (Action::CreditTime(Color::White, NOW), "O", "O"),
        (Action::Edit { node, edit }, "PO", "O"),
        (Action::UndoEdit, "PO", "O"),
        (Action::RedoEdit, "PO", "O"),
        (Action::MarkSaved(session.record().revision()), "O", "O"),
        (Action::SetOrigin(String::new()), "O", "O"),
        (Action::NoteEvaluation { node, evaluation }, "O", "O"),
        (Action::KeepEvaluations(Vec::new()), "O", "O"),
        (Action::Tick, "C", "C"),
        (Action::EngineMoved { ticket, decision, evaluation: None }, "E", "E"),
        (Action::EngineFailed { ticket, reason: String::new() }, "E", "E"),
        (Action::DeadProposed { ticket, proposal: Box::new(DeadStones::default()) }, "E", "E"),
    ]
}

const STRICT: Policy = Policy {
    takebacks: Permission::Never,
    pause: Permission::Never,
    edits: false,
    analysis: false,
};

/// A running game in which moves can be taken back.
fn session(policy: Policy) -> Session {
    let setup = Setup::new(Size::NINE, Ruleset::JAPANESE).with_policy(policy);
    let mut session = Session::new(setup).unwrap();
    session.apply(Actor::Owner, Action::Start, NOW).unwrap();
    for (color, point) in [(Color::Black, "A1"), (Color::White, "B1")] {
        session.apply(Actor::Player(color), Action::Play(point.parse().unwrap()), NOW).unwrap();
    }
    session
}

/// Those who are not refused for who they are.
fn allowed(session: &Session, action: &Action) -> String {
    let is_allowed = |actor: Actor| {
        !matches!(
            session.clone().apply(actor, action.clone(), NOW),
            Err(Rejected::NotAllowed(_)
                | Rejected::NoEdits
                | Rejected::NoTakebacks
                | Rejected::NoPause)
        )
    };
    ACTORS.into_iter().filter(|&(_, actor)| is_allowed(actor)).map(|(letter, _)| letter).collect()
}

#[test]
fn each_action_has_its_actors() {
    let (free, strict) = (session(Policy::FREE), session(STRICT));
    for (action, in_free, in_strict) in table(&free) {
        assert_eq!(allowed(&free, &action), in_free, "{action:?}");
        assert_eq!(allowed(&strict, &action), in_strict, "{action:?}, strictly");
    }
}

#[test]
fn nobody_acts_for_an_engine() {
    let mut session = session(Policy::FREE);
    let engine = Seat::Level("8k".parse().unwrap());
    session.apply(Actor::Owner, Action::ChangeSeat(Color::Black, engine), NOW).unwrap();
    for (action, ..) in table(&session) {
        let refused = session.clone().apply(Actor::Player(Color::Black), action, NOW);
        assert_eq!(refused.unwrap_err(), Rejected::NotAPerson(Color::Black));
    }
}

#[test]
fn a_player_plays_the_own_color_in_turn() {
    let mut session = session(Policy::FREE);
    let play = |session: &mut Session, color, point: &str| {
        let action = Action::Play(point.parse().unwrap());
        session.apply(Actor::Player(color), action, NOW).map(|it| it.node)
    };
    assert_eq!(play(&mut session, Color::White, "C3"), Err(Rejected::NotYourTurn(Color::Black)));
    assert!(play(&mut session, Color::Black, "C3").is_ok());
    assert!(play(&mut session, Color::White, "C4").is_ok());
}

#[test]
fn a_check_agrees_with_the_move() {
    let session = session(Policy::FREE);
    for (_, actor) in ACTORS {
        for name in ["C3", "A1", "pass"] {
            let mv: tengen_rules::Move = name.parse().unwrap();
            let action = mv.point().map_or(Action::Pass, Action::Play);
            let result = session.clone().apply(actor, action, NOW).map(|_| ());
            assert_eq!(session.check(actor, mv), result, "{actor:?} {name}");
        }
    }
}

#[test]
fn players_may_do_more_in_a_review_and_after_the_end() {
    let mut session = session(STRICT);
    let review = |session: &Session| session.clone().apply(player(), Action::Review, NOW).is_ok();
    assert!(!review(&session));
    session.apply(player(), Action::Resign, NOW).unwrap();
    assert!(review(&session));
    session.apply(Actor::Owner, Action::Review, NOW).unwrap();
    let play_from = Action::PlayFrom(session.record().root());
    assert!(session.apply(player(), play_from, NOW).is_ok());
}

const fn player() -> Actor {
    Actor::Player(Color::Black)
}
