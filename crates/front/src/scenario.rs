//! Test scenarios: the same commands and expected states for every front end.
//!
//! A scenario is a text: steps after `>`, and below each the state that it
//! leads to. A front end implements [`Driver`] with its own keys, clicks and
//! fields, and its tests call [`check`] for each of [`ALL`]. What comes out
//! must be the text itself, so that front ends cannot drift apart.
//!
//! ```text
//! # A click on an earlier position asks first.
//! > type new 9 both
//! playing, Black to play, move 0
//! > click E5
//! playing, White to play, move 1: E5
//! ```
//!
//! Moves of engines are written as `*`.

mod direct;
mod state;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tengen_host::Dirs;
use tengen_rules::Point;

use crate::command::Command;
use crate::front_end::FrontEnd;
use crate::question::{Answer, Question};
use crate::workspace::{Click, Screen, Workspace, WorkspaceOptions};
pub use direct::Direct;

/// A front end that is driven by a scenario.
pub trait Driver {
    /// Presses the key or the button of a command.
    fn press(&mut self, command: Command);

    /// Clicks on a point of the board.
    fn click(&mut self, point: Point, click: Click);

    /// Types a line where lines are typed.
    fn type_line(&mut self, line: &str);

    /// Opens a file, as if it had been chosen.
    fn open_file(&mut self, path: &Path);

    /// Answers the question that is open.
    fn answer(&mut self, answer: Answer);

    /// The workspace.
    fn workspace(&mut self) -> &mut Workspace;

    /// The question that is open.
    fn question(&self) -> Option<&Question>;

    /// What is shown instead of the board, if anything.
    fn screen(&self) -> Option<Screen>;

    /// Whether the last step was refused with a sentence.
    fn is_refused(&self) -> bool;

    /// Waits until engines have answered.
    fn settle(&mut self) {
        self.workspace().poll();
        while self.workspace().is_busy() {
            self.workspace().wait(Duration::from_secs(5));
        }
    }
}

/// A list of steps with the expected states.
#[derive(Copy, Clone, Debug)]
pub struct Scenario {
    /// The name of its file.
    pub name: &'static str,
    /// Steps and states.
    pub text: &'static str,
}

macro_rules! scenarios {
    ($($name:literal),* $(,)?) => {
        /// All scenarios.
        pub const ALL: &[Scenario] = &[$(Scenario {
            name: $name,
            text: include_str!(concat!("../scenarios/", $name, ".txt")),
        }),*];
    };
}

scenarios![
    "delete_in_play",
    "editing",
    "engine_answers",
    "find",
    "games_of_a_file",
    "handicap_rematch",
    "illegal_moves",
    "look_back",
    "new_game_keeps_the_last",
    "pause",
    "play_on_from_a_record",
    "record_keeps_the_game",
    "resign",
    "review",
    "save_asks",
    "scoring",
    "two_people",
    "undo_and_redo",
    "unsaved_changes",
    "variations",
];

impl Scenario {
    /// Writes the files that it names into a folder.
    fn write_files(&self, folder: &Path) {
        for line in self.text.lines().filter_map(|it| it.strip_prefix("file ")) {
            if let Some((name, content)) = line.split_once(": ") {
                fs::write(folder.join(name), content).expect("the temporary folder is writable");
            }
        }
    }

    /// Lets a front end do all steps, and returns the text with the states of
    /// them.
    pub fn run(&self, folder: &Path, driver: &mut dyn Driver) -> String {
        let mut text = String::new();
        for line in self.text.lines() {
            if line.starts_with('#') || line.starts_with("file ") {
                text.extend([line, "\n"]);
            } else if let Some(step) = line.strip_prefix("> ") {
                take(step, folder, driver);
                driver.settle();
                text.extend([line, "\n", &state::state(driver), "\n"]);
            }
        }
        text
    }
}

/// Has a front end take a step.
fn take(step: &str, folder: &Path, driver: &mut dyn Driver) {
    let (word, rest) = step.split_once(' ').unwrap_or((step, ""));
    let point = || rest.parse().unwrap_or_else(|_| panic!("{step} has no point"));
    match word {
        "press" => {
            let command = Command::named(rest);
            driver.press(command.unwrap_or_else(|| panic!("no command is called {rest}")));
        }
        "click" => driver.click(point(), Click::Main),
        "right-click" => driver.click(point(), Click::Other),
        "type" => driver.type_line(&rest.replace("DIR/", &format!("{}/", folder.display()))),
        "open" => driver.open_file(&folder.join(rest)),
        "answer" => driver.answer(match rest {
            "yes" => Answer::Yes,
            "no" => Answer::No,
            _ => Answer::Cancel,
        }),
        _ => panic!("{step} is no step"),
    }
}

/// A folder for one scenario, removed when it is dropped.
#[derive(Debug)]
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        static N_FOLDERS: AtomicU32 = AtomicU32::new(0);
        let number = N_FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("tengen-scenario-{}-{number}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("the folder for temporary files is writable");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The system clears its folder of temporary files as well.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a scenario in a front end, and returns the actual states.
///
/// The front end is made with these options, in an empty folder.
pub fn transcript<D: Driver>(
    scenario: &Scenario,
    front_end: FrontEnd,
    make: impl FnOnce(WorkspaceOptions) -> D,
) -> String {
    let folder = Folder::new(scenario.name);
    scenario.write_files(&folder.0);
    let dirs = Dirs::under(folder.0.join("home"));
    let mut options = WorkspaceOptions::new(front_end, Some(dirs));
    options.runner.limits.threads = 1;
    options.runner.seed = 1;
    let mut driver = make(options);
    scenario.run(&folder.0, &mut driver)
}

/// Runs a scenario in a front end, and compares the states.
///
/// # Panics
///
/// Panics if a state differs from the scenario.
#[track_caller]
pub fn check<D: Driver>(
    scenario: &Scenario,
    front_end: FrontEnd,
    make: impl FnOnce(WorkspaceOptions) -> D,
) {
    let found = transcript(scenario, front_end, make);
    for (idx, (found, expected)) in found.lines().zip(scenario.text.lines()).enumerate() {
        assert_eq!(found, expected, "{} line {}", scenario.name, idx + 1);
    }
    assert_eq!(found, scenario.text, "{}", scenario.name);
}
