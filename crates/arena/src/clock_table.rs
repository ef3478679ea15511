//! Every time system, replayed with the same moves and times through a match,
//! a session, and a controller that does what a host does.
//!
//! All agree on what each side has left, to the millisecond and the word.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tengen_analysis::{Decision, Stop};
use tengen_clock::{TimeControl, TimeLeft};
use tengen_gtp::controller::{CommandLine, Controller, Log, Options};
use tengen_rules::{ByColor, Color, Game, Move, Ruleset, Size, Turn};
use tengen_session::{Action, Actor, Effect, Seat as SessionSeat, Session, Setup, Think};

use crate::contestant::Contestant;
use crate::referee::{self, Played, RefereeOptions};
use crate::seat::Seat;

/// What White's engine is told, by the short form of the time control and the
/// milliseconds of each move, Black's first.
const ROWS: [(&str, [u64; 6], [&str; 4]); 9] = [
    ("none", [1_500, 250, 12_345, 1, 0, 90_000], ["", "", "", ""]),
    (
        "10m",
        [1_500, 250, 12_345, 1, 0, 90_000],
        ["time_settings 600 0 0", "600 0", "599.75 0", "599.749 0"],
    ),
    (
        "30s/move",
        [1_500, 29_999, 12_345, 1, 0, 17_250],
        ["time_settings 0 30 1", "30 1", "30 1", "30 1"],
    ),
    (
        "5m+10s",
        [1_500, 250, 12_345, 20_125, 0, 90_000],
        ["kata-time_settings fischer 300 10", "300 0", "309.75 0", "299.625 0"],
    ),
    (
        "5m+10s,max301s",
        [1_500, 250, 12_345, 20_125, 0, 90_000],
        ["kata-time_settings fischer-capped 300 10 301 -1", "300 0", "301 0", "290.875 0"],
    ),
    (
        "20s+3x5s",
        [25_500, 20_250, 4_999, 5_000, 0, 9_999],
        ["kata-time_settings byoyomi 20 5 3", "20 0", "5 3", "5 2"],
    ),
    (
        "0s+2x10s",
        [9_999, 10_000, 1, 9_999, 0, 1],
        ["kata-time_settings byoyomi 0 10 2", "10 2", "10 1", "10 1"],
    ),
    (
        "10s+2/20s",
        [1_500, 12_250, 12_345, 17_500, 0, 90],
        ["time_settings 10 20 2", "10 0", "17.75 1", "20 2"],
    ),
    ("20s", [1, 19_998, 1, 1, 1, 0], ["time_settings 20 0 0", "20 0", "0.002 0", "0.001 0"]),
];

#[test]
fn match_session_and_host_tell_the_same_time() {
    for (control, millis, told) in ROWS {
        check(control, millis.map(Duration::from_millis), told);
    }
}

#[track_caller]
fn check(text: &str, elapsed: [Duration; 6], told: [&str; 4]) {
    let control: TimeControl = text.parse().unwrap();
    let (played, in_match) = play_match(control, elapsed);
    let (thinks, by_host) = play_session(control, elapsed, &played.game);

    // The session has left what the match noted after each move.
    assert_eq!((played.notes.len(), thinks.len()), (6, 3), "{text}");
    let noted: Vec<TimeLeft> = played.notes.iter().map(|it| it.left).collect();
    for (turn, think) in thinks.iter().enumerate() {
        assert_eq!(think.left.black, noted[2 * turn], "{text} {turn}");
        let white = if turn == 0 { control.start() } else { noted[2 * turn - 1] };
        assert_eq!(think.left.white, white, "{text} {turn}");
    }

    // Both tell White's engine the words of the table.
    let [settings, lefts @ ..] = told;
    let lefts = lefts.into_iter().filter(|it| !it.is_empty());
    let expected: Vec<String> = lefts.map(|it| format!("time_left white {it}")).collect();
    assert_eq!(in_match.settings().unwrap_or_default(), settings, "{text}");
    assert_eq!(in_match.left("white"), expected, "{text}");
    let by_host_settings = by_host.settings().filter(|_| control != TimeControl::None);
    assert_eq!(by_host_settings.unwrap_or_default(), settings, "{text}");
    assert_eq!(by_host.left("white"), expected, "{text}");
}

/// A match of two engines by a clock that is wound by hand.
fn play_match(control: TimeControl, elapsed: [Duration; 6]) -> (Played, Notes) {
    let contestant = Contestant { label: "light".into(), command: engine() };
    let (stop, notes) = (Stop::new(), Notes::default());
    let (mut black, mut white) = (Seat::new(&contestant, &stop), Seat::new(&contestant, &stop));
    white.log = Some(Log::new(notes.clone()));
    let game = Game::new(Size::NINE, Ruleset::CHINESE);
    black.prepare(&game, control, 1).unwrap();
    white.prepare(&game, control, 1).unwrap();
    // The referee looks at the time when a move begins and when it is over.
    let looks = Mutex::new(0);
    let now = || {
        let mut looks = looks.lock().unwrap();
        *looks += 1;
        elapsed[..*looks / 2].iter().sum()
    };
    let options = RefereeOptions {
        clock: control,
        patience: Duration::from_secs(60),
        max_moves: 6,
        stop: &stop,
        now: &now,
    };
    let seats = ByColor { black: &mut black, white: &mut white };
    let played = referee::play(seats, None, game, options).expect("the match is not broken off");
    (played, notes)
}

/// The same game in a session with an engine as White, which is told what a
/// host tells it.
fn play_session(control: TimeControl, elapsed: [Duration; 6], game: &Game) -> (Vec<Think>, Notes) {
    let notes = Notes::default();
    let options = Options { log: Some(Log::new(notes.clone())), ..Options::default() };
    let mut engine = Controller::start(&engine(), options).unwrap();
    let seat = SessionSeat::Engine { name: "light".into(), command: String::new() };
    let setup =
        Setup::new(Size::NINE, Ruleset::CHINESE).with_seat(Color::White, seat).with_time(control);
    let mut session = Session::new(setup).unwrap();
    let mut now = Duration::ZERO;
    session.apply(Actor::Owner, Action::Start, now).unwrap();
    let mut thinks: Vec<Think> = Vec::new();
    let mut told = None;
    for (turn, elapsed) in game.turns().zip(elapsed) {
        now += elapsed;
        let Turn::Move(color, mv) = turn else { panic!("games go on") };
        let action = match (color, mv) {
            (Color::Black, Move::Play(point)) => Action::Play(point),
            (Color::Black, Move::Pass) => Action::Pass,
            (Color::White, mv) => Action::EngineMoved {
                ticket: thinks.last().expect("White was asked").ticket,
                decision: Decision::Move(mv),
                evaluation: None,
            },
        };
        let actor = if color == Color::Black { Actor::Player(color) } else { Actor::Engine };
        let changes = session.apply(actor, action, now).unwrap();
        for think in changes.effects.into_iter().filter_map(think) {
            if told.replace(think.control) != Some(think.control) {
                engine.set_time_control(think.control).unwrap();
            }
            for color in Color::ALL {
                engine.set_time_left(color, think.left[color]).unwrap();
            }
            thinks.push(think);
        }
    }
    (thinks, notes)
}

fn think(effect: Effect) -> Option<Think> {
    match effect {
        Effect::Think(think) => Some(*think),
        _ => None,
    }
}

/// Examples are built before tests are run, into a folder beside theirs.
fn engine() -> CommandLine {
    let mut path = std::env::current_exe().expect("a test is a program");
    path.pop();
    path.pop();
    let path = path.join("examples").join(format!("clumsy{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing, cargo build --examples makes it", path.display());
    CommandLine::new(path.to_string_lossy(), ["light", "1"])
}

/// The dialogue with an engine.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Vec<u8>>>);

impl Write for Notes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Notes {
    /// The commands that were sent and begin with one of these words.
    fn commands(&self, words: &[&str]) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let sent = text.lines().filter_map(|line| line.strip_prefix("> ")?.split_once(' '));
        let commands = sent.map(|(_, command)| command);
        let is_wanted = |it: &&str| words.iter().any(|word| it.starts_with(word));
        commands.filter(is_wanted).map(String::from).collect()
    }

    /// The time control that the engine was told of.
    fn settings(&self) -> Option<String> {
        let names = ["time_settings", "kgs-time_settings", "kata-time_settings"];
        let mut commands = self.commands(&names);
        assert!(commands.len() <= 1, "{commands:?}");
        commands.pop()
    }

    /// What it was told of the clock of a color.
    fn left(&self, color: &str) -> Vec<String> {
        self.commands(&[&format!("time_left {color}")])
    }
}
