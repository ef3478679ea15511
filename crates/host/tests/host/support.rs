//! A game that runs, and waiting for what comes of it.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tengen_engine::Level;
use tengen_host::{Event, Host, Options, level_seat};
use tengen_rules::{Color, Ruleset, Size};
use tengen_session::{Action, Phase, Seat, Session, Setup, View};

/// Enough for anything on a slow machine.
const PATIENT: Duration = Duration::from_secs(120);

/// The same random numbers each time, little memory, and an engine that does
/// not stop by itself.
pub(crate) fn options() -> Options {
    Options {
        seed: 1,
        memory: 8 << 20,
        move_time: PATIENT,
        hint_time: Duration::from_millis(50),
        estimate_time: Duration::from_millis(50),
        ..Options::default()
    }
}

/// A person as Black against somebody, on a small board.
pub(crate) fn against(seat: Seat) -> Setup {
    Setup::new(Size::NINE, Ruleset::CHINESE).with_seat(Color::White, seat)
}

/// A game that has begun.
pub(crate) fn begin(setup: Setup, options: Options) -> Host {
    let host = Host::start(Session::new(setup).expect("it can be set up"), options);
    host.apply(Action::Start).expect("it was waiting");
    host
}

/// A game of a person against rules of thumb.
pub(crate) fn light(options: Options) -> Host {
    begin(against(level_seat(Level::LIGHT)), options)
}

#[track_caller]
pub(crate) fn play(host: &Host, point: &str) {
    host.apply(Action::Play(point.parse().expect("this is a point"))).expect("it can be played");
}

/// Waits until the view is as it should be, and returns it with what was told
/// meanwhile.
#[track_caller]
pub(crate) fn wait(host: &Host, is_right: impl Fn(&View) -> bool) -> (View, Vec<Event>) {
    let start = Instant::now();
    let mut events = Vec::new();
    loop {
        let view = host.view();
        if is_right(&view) {
            return (view, events);
        }
        events.extend(host.poll(PATIENT));
        assert!(start.elapsed() < PATIENT, "nothing comes, the last view: {}", view.status);
    }
}

/// Waits for the first event of a kind.
#[track_caller]
pub(crate) fn wait_for<T>(host: &Host, pick: impl Fn(Event) -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = host.poll(PATIENT).into_iter().find_map(&pick) {
            return found;
        }
        assert!(start.elapsed() < PATIENT, "nothing comes");
    }
}

pub(crate) fn is_over(view: &View) -> bool {
    matches!(view.phase, Phase::Over(_))
}

/// A folder for one test, empty.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("host").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder can be made");
    path
}
