//! Every time system, replayed with the same moves and times through a game
//! that runs, a GTP engine that plays in it, and `clock` alone.
//!
//! All agree on what each side has left, to the millisecond and the word.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use tengen_clock::{GameClock, TimeControl};
use tengen_gtp::controller::Log;
use tengen_host::{ManualTime, RunnerOptions};
use tengen_rules::{ByColor, Color};
use tengen_session::Seat;

use crate::support::{Table, against, begin, example, folder, options};

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
fn game_engine_and_clock_tell_the_same_time() {
    for (row, (control, millis, told)) in ROWS.into_iter().enumerate() {
        check(row, control, millis.map(Duration::from_millis), told);
    }
}

#[track_caller]
fn check(row: usize, text: &str, elapsed: [Duration; 6], told: [&str; 4]) {
    let control: TimeControl = text.parse().unwrap();
    let time = Arc::new(ManualTime::new());
    let dialogue = Dialogue::default();
    let starts = folder(&format!("clock table {row}")).join("starts");
    let command = format!("'{}' '{}' waits", example("fake_engine").display(), starts.display());
    let seat = Seat::Engine { name: "Fake".into(), command };
    let log = Some(Log::new(dialogue.clone()));
    let options = RunnerOptions { time: time.clone(), log, ..options() };
    let table = begin(against(seat).with_time(control), options);
    let mut clock = GameClock::new(control);
    clock.start(Color::Black, Duration::ZERO);
    let mut now = Duration::ZERO;
    let black_moves = ["J9", "G9", "J7"];
    for (move_idx, elapsed) in elapsed.into_iter().enumerate() {
        let color = if move_idx % 2 == 0 { Color::Black } else { Color::White };
        if color == Color::White {
            dialogue.wait_for_genmove(move_idx / 2 + 1);
        }
        now += elapsed;
        time.advance(elapsed);
        assert_eq!(left(&table), clock.both_left(now), "{text} {move_idx}, while it runs");
        match color {
            Color::Black => table.play(black_moves[move_idx / 2]),
            Color::White => {
                let gate = starts.with_file_name("starts.go");
                let mut file = OpenOptions::new().create(true).append(true).open(gate).unwrap();
                writeln!(file, "go").unwrap();
                table.wait_for_moves(move_idx + 1);
            }
        }
        clock.complete(color, now);
        clock.start(!color, now);
        assert_eq!(left(&table), clock.both_left(now), "{text} {move_idx}");
    }

    let [settings, lefts @ ..] = told;
    let lefts = lefts.into_iter().filter(|it| !it.is_empty());
    let expected: Vec<String> = lefts.map(|it| format!("time_left white {it}")).collect();
    let is_timed = control != TimeControl::None;
    assert_eq!(dialogue.settings().filter(|_| is_timed).unwrap_or_default(), settings, "{text}");
    assert_eq!(dialogue.commands(&["time_left white"]), expected, "{text}");
}

/// What a front end shows of both clocks.
fn left(table: &Table) -> ByColor<tengen_clock::TimeLeft> {
    let clocks = table.view().game.clocks;
    ByColor { black: clocks.black.left, white: clocks.white.left }
}

/// The dialogue with an engine.
#[derive(Clone, Default)]
struct Dialogue(Arc<Mutex<Vec<u8>>>);

impl Write for Dialogue {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Dialogue {
    /// The commands that were sent and have one of these words.
    fn commands(&self, words: &[&str]) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let sent = text.lines().filter_map(|line| line.strip_prefix("> ")?.split_once(' '));
        let commands = sent.map(|(_, command)| command);
        let is_wanted = |it: &&str| words.iter().any(|word| it.contains(word));
        commands.filter(is_wanted).map(String::from).collect()
    }

    /// The time control that the engine was told of.
    fn settings(&self) -> Option<String> {
        let mut commands = self.commands(&["time_settings"]);
        assert!(commands.len() <= 1, "{commands:?}");
        commands.pop()
    }

    /// Waits until the engine was asked for a move so many times.
    fn wait_for_genmove(&self, n_times: usize) {
        while self.commands(&["genmove"]).len() < n_times {
            thread::yield_now();
        }
    }
}
