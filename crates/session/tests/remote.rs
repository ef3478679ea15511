//! A session that follows a game that is played elsewhere shows the same.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use fastrand::Rng;
use tengen_analysis::DeadStones;
use tengen_rules::{ByColor, Color, Point, PointSet, Ruleset, Size, Turn};
use tengen_session::{
    Action, Actor, Effect, Event, Handicap, Phase, Policy, Rejected, RemoteClocks, RemoteGame,
    RemoteScoring, RemoteStage, RemoteView, Seat, Session, Setup, Viewer,
};

const BLACK: RemoteView = RemoteView {
    own: ByColor { black: true, white: false },
    present: ByColor { black: true, white: true },
    n_spectators: 0,
    is_connected: true,
    rematch: None,
};

/// What a server would tell about a session, some time later.
fn told(session: &Session, now: Duration, age: Duration) -> RemoteGame {
    let clocks = session.clocks(now);
    let handicap = session.game().position_at(0).unwrap();
    let moves = session.game().turns().filter_map(|it| match it {
        Turn::Move(color, mv) => Some((color, mv)),
        Turn::Resume(_) => None,
    });
    let scoring = session.counting().and_then(|it| session.scoring_view(&it, now));
    let stage = match (session.phase(), scoring) {
        (Phase::Over(ended), _) => {
            RemoteStage::Over(ended.outcome, session.counting().map(|it| it.dead))
        }
        (_, Some(it)) => RemoteStage::Scoring(RemoteScoring {
            dead: it.dead,
            open: it.open,
            agreed: it.agreed,
            is_proposal_pending: it.is_proposal_pending,
            time_left: it.time_left,
        }),
        _ if !session.is_running() => RemoteStage::Paused,
        (Phase::Placing, _) => RemoteStage::Placing,
        _ => RemoteStage::Playing,
    };
    RemoteGame {
        about: BLACK,
        seats: session.seats().clone(),
        handicap: handicap.board.stones().map(|(_, point)| point).collect(),
        moves: moves.collect(),
        to_play: session.to_play(),
        stage,
        clocks: RemoteClocks {
            left: clocks.map(|it| it.left),
            running: Color::ALL.into_iter().find(|&it| clocks[it].is_running),
            age,
        },
        request: session.request(),
    }
}

/// Everything that a person sees of the game, as text.
fn seen(session: &Session, now: Duration) -> String {
    let view = Viewer::new(session).look(session, now);
    let game = &view.game;
    let scoring = game
        .scoring
        .as_ref()
        .map(|it| (it.dead, it.open, it.score, it.agreed, it.is_proposal_pending, it.time_left));
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        view.position.board.stones().collect::<Vec<_>>(),
        view.position.moves,
        view.position.prisoners,
        game.phase,
        game.to_play,
        game.clocks,
        game.is_paused,
        game.handicap_left,
        game.request,
        scoring,
        game.counting.as_ref().map(|it| it.score()),
        game.seats,
    )
}

fn setup(rng: &mut Rng) -> Setup {
    let rules = [Ruleset::JAPANESE, Ruleset::CHINESE][rng.usize(..2)];
    let mut setup = Setup::new(Size::new(5, 5).unwrap(), rules);
    setup.time = ["none", "5m", "30s/move", "1m+3x10s", "1m+25/5m", "1m+5s"][rng.usize(..6)]
        .parse()
        .unwrap();
    setup.scoring_time = Some(Duration::from_secs(300));
    if rng.bool() {
        setup.handicap = Handicap::Free(2);
    }
    setup.policy = Policy { takebacks: tengen_session::Permission::ByConsent, ..Policy::FREE };
    setup
}

fn any_action(session: &Session, rng: &mut Rng) -> (Actor, Action) {
    let color = if rng.u8(..6) > 0 { session.to_play() } else { !session.to_play() };
    let points: Vec<Point> = session.game().legal_points().collect();
    let stones: Vec<Point> = session.game().board().stones().map(|(_, it)| it).collect();
    let point = rng.choice(&points).copied().filter(|_| rng.u8(..8) > 0);
    let dead = session
        .counting()
        .and_then(|it| session.scoring_view(&it, Duration::ZERO))
        .map_or(PointSet::EMPTY, |it| it.dead);
    let action = match rng.u8(..40) {
        0 => Action::Undo,
        1 => Action::Accept,
        2 => Action::Decline,
        3 => Action::Pause,
        4 => Action::Start,
        5 if rng.u8(..5) == 0 => Action::Resign,
        6..9 => Action::Agree(dead),
        9 => Action::ResumePlay,
        10..14 => match rng.choice(&stones) {
            Some(&point) => Action::ToggleDead { point, is_forced: rng.bool() },
            None => Action::Pass,
        },
        14 => return (Actor::Owner, Action::ChangeSeat(color, Seat::person("Eve"))),
        15 => return (Actor::Owner, Action::Undo),
        16 => Action::Pass,
        _ => point.map_or(Action::Pass, Action::Play),
    };
    (Actor::Player(color), action)
}

#[test]
fn follower_sees_what_those_see_who_play() {
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let setup = setup(&mut rng);
        let mut played = Session::new(setup.clone()).unwrap();
        let mut followed = Session::new(setup).unwrap();
        let mut now = Duration::ZERO;
        let _ = played.apply(Actor::Owner, Action::Start, now);
        for _ in 0..120 {
            now += Duration::from_millis(rng.u64(..3_000));
            let (actor, action) = any_action(&played, &mut rng);
            if let Ok(changes) = played.apply(actor, action, now) {
                answer(&mut played, &changes.effects, now);
            }
            // Sometimes the follower misses something, and what is told is old.
            if rng.bool() {
                let age = Duration::from_millis(rng.u64(..900));
                let told = told(&played, now, age);
                let later = now + age;
                followed.apply(Actor::Owner, Action::Follow(Box::new(told)), later).unwrap();
                assert_eq!(seen(&followed, later), seen(&played, later), "seed {seed}");
                assert_eq!(
                    Session::resume(&followed.to_sgf(later)).unwrap().game(),
                    followed.game()
                );
            }
        }
    }
}

fn answer(session: &mut Session, effects: &[Effect], now: Duration) {
    for effect in effects {
        if let Effect::ProposeDead { ticket, .. } = effect {
            let proposal = Box::new(DeadStones::default());
            let action = Action::DeadProposed { ticket: *ticket, proposal };
            let _ = session.apply(Actor::Engine, action, now);
        }
    }
}

fn follower() -> (Session, Session) {
    let setup = Setup::new(Size::NINE, Ruleset::JAPANESE).with_time("10s/move".parse().unwrap());
    let mut played = Session::new(setup.clone()).unwrap();
    played.apply(Actor::Owner, Action::Start, Duration::ZERO).unwrap();
    let mut followed = Session::new(setup).unwrap();
    let told = told(&played, Duration::ZERO, Duration::ZERO);
    followed.apply(Actor::Owner, Action::Follow(Box::new(told)), Duration::ZERO).unwrap();
    (played, followed)
}

#[test]
fn nothing_but_what_is_told_changes_it() {
    let (_, mut followed) = follower();
    let before = seen(&followed, Duration::ZERO);
    let point = "C3".parse().unwrap();
    for actor in [Actor::Player(Color::Black), Actor::Owner, Actor::Spectator] {
        for action in [Action::Play(point), Action::Pass, Action::Undo, Action::Resign] {
            let refused = followed.apply(actor, action, Duration::ZERO);
            assert_eq!(refused.unwrap_err(), Rejected::Elsewhere);
        }
    }
    assert_eq!(seen(&followed, Duration::ZERO), before);
}

#[test]
fn only_the_own_color_may_move() {
    let (_, followed) = follower();
    let mv = "C3".parse().unwrap();
    assert_eq!(followed.check(Actor::Player(Color::Black), mv), Ok(()));
    let white = Actor::Player(Color::White);
    assert_eq!(followed.check(white, mv), Err(Rejected::NotAllowed(white)));
    let view = Viewer::new(&followed).look(&followed, Duration::ZERO);
    assert_eq!(view.game.actor, Some(Color::Black));
}

#[test]
fn fallen_clock_waits_for_the_end_to_be_told() {
    let (mut played, mut followed) = follower();
    let late = Duration::from_secs(11);
    followed.apply(Actor::Clock, Action::Tick, late).unwrap();
    assert_eq!(followed.phase(), Phase::Playing);
    assert_eq!(followed.falls_at(), None);
    played.apply(Actor::Clock, Action::Tick, late).unwrap();
    let told = told(&played, late, Duration::ZERO);
    let changes = followed.apply(Actor::Owner, Action::Follow(Box::new(told)), late).unwrap();
    assert!(matches!(changes.events[..], [Event::Ended(_)]));
    assert_eq!(followed.phase(), played.phase());
}

#[test]
fn illegal_move_is_refused_and_changes_nothing() {
    let (played, mut followed) = follower();
    let mut told = told(&played, Duration::ZERO, Duration::ZERO);
    let at = (Color::Black, "C3".parse().unwrap());
    told.moves = vec![at, (Color::White, at.1)];
    let before = followed.to_sgf(Duration::ZERO);
    let refused = followed.apply(Actor::Owner, Action::Follow(Box::new(told)), Duration::ZERO);
    assert!(matches!(refused, Err(Rejected::Illegal(_))));
    assert_eq!(followed.to_sgf(Duration::ZERO), before);
}
