//! A game that runs, and waiting for what comes of it.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tengen_engine::Level;
use tengen_host::{
    GameHandle, HostEvent, Keep, Limits, Listener, Runner, RunnerOptions, Store, ViewerHandle,
    level_seat,
};
use tengen_record::Record;
use tengen_rules::{Color, Ruleset, Size};
use tengen_session::{Action, Actor, Phase, Seat, Session, Setup, View};

/// Enough for anything on a slow machine.
pub(crate) const PATIENT: Duration = Duration::from_secs(120);

/// The same random numbers each time, little memory, and an engine that does
/// not stop by itself.
pub(crate) fn options() -> RunnerOptions {
    RunnerOptions {
        seed: 1,
        limits: Limits { memory: 32 << 20, ..Limits::default() },
        move_time: PATIENT,
        hint_time: Duration::from_millis(50),
        estimate_time: Duration::from_millis(50),
        ..RunnerOptions::default()
    }
}

pub(crate) fn saving(store: &Store) -> RunnerOptions {
    RunnerOptions { store: Some(store.clone()), ..options() }
}

/// A person as Black against somebody, on a small board.
pub(crate) fn against(seat: Seat) -> Setup {
    Setup::new(Size::NINE, Ruleset::CHINESE).with_seat(Color::White, seat)
}

/// One game of a runner, with a viewer and a listener.
pub(crate) struct Table {
    pub(crate) runner: Runner,
    pub(crate) game: GameHandle,
    pub(crate) viewer: ViewerHandle,
    pub(crate) listener: Listener,
}

impl Table {
    pub(crate) fn of(runner: Runner, game: GameHandle) -> Table {
        let (viewer, listener) = (game.viewer(), game.listen(|| ()));
        Table { runner, game, viewer, listener }
    }

    pub(crate) fn view(&self) -> View {
        self.viewer.view()
    }

    pub(crate) fn n_moves(&self) -> usize {
        self.view().position.moves.len()
    }

    #[track_caller]
    pub(crate) fn own(&self, action: Action) {
        self.game.apply(Actor::Owner, action).expect("the owner may do it");
    }

    /// Does something as the person to move.
    #[track_caller]
    pub(crate) fn act(&self, action: Action) {
        let color = self.view().game.actor.unwrap_or(Color::Black);
        self.game.apply(Actor::Player(color), action).expect("the player may do it");
    }

    #[track_caller]
    pub(crate) fn play(&self, point: &str) {
        self.act(Action::Play(point.parse().expect("this is a point")));
    }

    /// Waits until the view is as it should be, and returns it with what was
    /// told meanwhile.
    #[track_caller]
    pub(crate) fn wait(&self, is_right: impl Fn(&View) -> bool) -> (View, Vec<HostEvent>) {
        let start = Instant::now();
        let mut events = Vec::new();
        loop {
            let view = self.view();
            if is_right(&view) {
                return (view, events);
            }
            events.extend(self.listener.poll(PATIENT));
            assert!(start.elapsed() < PATIENT, "nothing comes: {:?} {:?}", view.game, view.engine);
        }
    }

    #[track_caller]
    pub(crate) fn wait_for_moves(&self, n_moves: usize) {
        self.wait(|view| view.position.moves.len() >= n_moves);
    }

    /// Waits for the first event of a kind.
    #[track_caller]
    pub(crate) fn wait_for<T>(&self, pick: impl Fn(HostEvent) -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = self.listener.poll(PATIENT).into_iter().find_map(&pick) {
                return found;
            }
            assert!(start.elapsed() < PATIENT, "nothing comes");
        }
    }
}

/// A game of a runner of its own that has begun.
pub(crate) fn begin(setup: Setup, options: RunnerOptions) -> Table {
    let runner = Runner::start(options);
    let game = runner.open(Session::new(setup).expect("it can be set up"), Keep::Game);
    let table = Table::of(runner, game);
    table.own(Action::Start);
    table
}

/// A game of a person against rules of thumb.
pub(crate) fn light(options: RunnerOptions) -> Table {
    begin(against(level_seat(Level::LIGHT)), options)
}

/// A game of two people.
pub(crate) fn people(options: RunnerOptions) -> Table {
    begin(Setup::new(Size::NINE, Ruleset::CHINESE), options)
}

/// A record that is reviewed.
pub(crate) fn review(sgf: &str, options: RunnerOptions) -> Table {
    let runner = Runner::start(options);
    let record = Record::from_sgf(sgf).expect("it is a record");
    let game = runner.open(Session::review(record, Ruleset::CHINESE), Keep::Draft(None));
    Table::of(runner, game)
}

pub(crate) fn is_over(view: &View) -> bool {
    matches!(view.game.phase, Phase::Over(_))
}

/// A folder for one test, empty.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("host").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder can be made");
    path
}

/// Examples are built before tests are run, into a folder beside theirs.
pub(crate) fn example(name: &str) -> PathBuf {
    let mut path = std::env::current_exe().expect("the test has a file");
    path.pop();
    path.pop();
    let path = path.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing, cargo build --examples makes it", path.display());
    path
}
