//! Starting the engine that misbehaves, and seeing it gone.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tengen_gtp::controller::{CommandLine, Controller, Log, Options};
use tengen_rules::{Game, Ruleset, Size};

/// Enough for an answer on a slow machine.
pub(crate) const PATIENT: Duration = Duration::from_secs(60);

/// Enough to see that there is no answer.
pub(crate) const IMPATIENT: Duration = Duration::from_millis(200);

/// Commands that change what is sent; who wants one adds it.
const HIDDEN: &str = "-analyze -gogui-setup -gogui-setup_player -kata-analyze -kata-set-rules \
    -kata-time_settings -kgs-time_settings -lz-analyze -set_position";

/// The dialogue so far.
#[derive(Clone, Default)]
pub(crate) struct Notes(Arc<Mutex<Vec<u8>>>);

impl Write for Notes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no test panics while it writes").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Notes {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("no test panics while it writes"))
            .into_owned()
    }

    /// The commands that were sent, without their ids and those that ask who
    /// the engine is.
    pub(crate) fn commands(&self) -> Vec<String> {
        let text = self.text();
        let sent = text.lines().filter_map(|line| line.strip_prefix("> "));
        let commands = sent.filter_map(|line| line.split_once(' ').map(|(_, command)| command));
        let about = ["list_commands", "name", "version"];
        commands.filter(|it| !about.contains(it)).map(String::from).collect()
    }
}

/// Examples are built before tests are run, into a folder beside theirs.
fn program() -> String {
    let mut path = std::env::current_exe().expect("the test has a file");
    path.pop();
    path.pop();
    let path = path.join("examples").join(format!("unruly{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing, cargo build --examples makes it", path.display());
    path.into_os_string().into_string().expect("paths of tests are text")
}

/// The command line of an engine with a manner and perhaps, behind a
/// semicolon, changes to what it lists.
pub(crate) fn line(manner: &str) -> CommandLine {
    let mut words = manner.split(';').map(str::trim);
    let manner = words.next().unwrap_or_default();
    let changes = words.next().unwrap_or_default().split_whitespace();
    let hidden = HIDDEN.split_whitespace();
    CommandLine::new(program(), [manner].into_iter().chain(hidden).chain(changes))
}

/// Such an engine.
pub(crate) fn start(manner: &str) -> Controller {
    let options = Options { start_patience: PATIENT, patience: PATIENT, ..Options::default() };
    Controller::start(&line(manner), options).expect("the engine starts")
}

/// The same, with all that is said.
pub(crate) fn start_noted(manner: &str) -> (Controller, Notes) {
    let notes = Notes::default();
    let options = Options {
        start_patience: PATIENT,
        patience: PATIENT,
        log: Some(Log::new(notes.clone())),
        ..Options::default()
    };
    (Controller::start(&line(manner), options).expect("the engine starts"), notes)
}

pub(crate) fn game(moves: &str) -> Game {
    let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
    for mv in moves.split_whitespace() {
        game.play(mv.parse().expect("these are moves")).expect("they are legal");
    }
    game
}

/// Waits until a process is no more; one that nobody has waited for is none.
///
/// A child of the engine belongs to somebody else when the engine is gone, so
/// it may take a moment.
#[track_caller]
pub(crate) fn assert_gone(process_id: u32) {
    let is_there = || {
        let stat = std::fs::read_to_string(format!("/proc/{process_id}/stat"));
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    };
    for _ in 0..3000 {
        if !is_there() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("process {process_id} is still running");
}
