//! The controller's side: other engines as processes, and what they are
//! asked.
//!
//! A [`Controller`] starts a program, tells it about a game, and asks it for
//! moves and analyses. Whatever the program does, it costs its controller no
//! more than an [`Error`]: one that hangs is killed when patience ends, one
//! that floods is killed before memory does, and when a controller is dropped,
//! nothing that it has started is left running.
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use tengen_analysis::Decision;
//! use tengen_gtp::controller::{CommandLine, Controller, Options};
//! use tengen_rules::{Game, Ruleset, Size};
//!
//! let line: CommandLine = "gnugo --mode gtp --level 1".parse()?;
//! let mut engine = Controller::start(&line, Options::default())?;
//! println!("{} {}", engine.name(), engine.version());
//!
//! let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
//! while game.end().is_none() {
//!     engine.sync(&game)?;
//!     match engine.generate(game.to_play(), Duration::from_secs(60))? {
//!         Decision::Move(mv) => game.play(mv)?,
//!         Decision::Resign => break,
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
mod analyst;
mod analyze;
mod clock;
mod command_line;
mod conversation;
mod error;
mod generate;
mod gnu_go;
mod group;
mod line;
mod log;
mod process;
mod setup;
mod told_game;

use std::collections::HashSet;
use std::time::Duration;

use tengen_analysis::Stop;
use tengen_clock::TimeControl;

use conversation::Conversation;
use told_game::ToldGame;

pub use analyze::AnalysisQuery;
pub use command_line::{CommandLine, ParseCommandLineError};
pub use error::Error;
pub use generate::Generated;
pub use log::Log;

/// How long an engine may take to quit.
const QUIT_PATIENCE: Duration = Duration::from_secs(1);

/// How an engine is treated.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long it may take to answer its first command.
    pub start_patience: Duration,
    /// How long it may take to answer commands that need no thinking.
    pub patience: Duration,
    /// Where the dialogue is written.
    pub log: Option<Log>,
    /// Ends the engine from outside, whatever it is doing, and for good.
    pub stop: Stop,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            start_patience: Duration::from_secs(120),
            patience: Duration::from_secs(30),
            log: None,
            stop: Stop::new(),
        }
    }
}

/// An engine that runs as a process of its own.
///
/// When dropped, the engine is told to quit and then killed, with all
/// processes of its group.
#[derive(Debug)]
pub struct Controller {
    line: CommandLine,
    options: Options,
    /// `None` after it has ended.
    conversation: Option<Conversation>,
    about: About,
    /// The game that the engine should know.
    wanted: Option<ToldGame>,
    /// The game that it does know, as far as one can tell.
    placed: Option<ToldGame>,
    time_control: Option<TimeControl>,
    /// The CPU time of earlier processes.
    earlier_cpu_time: Duration,
}

/// What an engine says about itself.
#[derive(Debug, Default)]
struct About {
    commands: HashSet<String>,
    name: Option<String>,
    version: String,
}

impl Controller {
    /// Starts an engine and asks for its name and version.
    ///
    /// # Errors
    ///
    /// Returns [`Error`] if there is no such program, or if it does not
    /// answer. An engine that refuses to give its name is accepted.
    pub fn start(line: &CommandLine, options: Options) -> Result<Controller, Error> {
        let mut controller = Controller {
            line: line.clone(),
            options,
            conversation: None,
            about: About::default(),
            wanted: None,
            placed: None,
            time_control: None,
            earlier_cpu_time: Duration::ZERO,
        };
        controller.begin()?;
        Ok(controller)
    }

    /// Starts the engine anew, and has it know game and time control as
    /// before.
    ///
    /// If it is still running, it is killed. How often this is worth trying
    /// is up to the caller.
    ///
    /// # Errors
    ///
    /// Returns [`Error`] if it cannot be started or told.
    pub fn restart(&mut self) -> Result<(), Error> {
        self.kill();
        self.begin()?;
        if let Some(told) = self.wanted.clone() {
            self.place(told)?;
        }
        if let Some(control) = self.time_control {
            self.set_time_control(control)?;
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Error> {
        self.conversation = Some(Conversation::start(&self.line, &self.options)?);
        let patience = self.options.start_patience;
        let commands = self.ask_about("list_commands", patience)?.unwrap_or_default();
        let commands = commands.split_ascii_whitespace().map(String::from).collect();
        let name = self.ask_about("name", patience)?.filter(|name| !name.is_empty());
        let version = self.ask_about("version", patience)?.unwrap_or_default();
        self.about = About { commands, name, version };
        Ok(())
    }

    /// Sends a command that an engine need not support.
    fn ask_about(&mut self, command: &str, patience: Duration) -> Result<Option<String>, Error> {
        match self.ask(command, patience) {
            Ok(answer) => Ok(Some(answer)),
            Err(Error::Refused { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The engine's name for itself, or else that of its program.
    pub fn name(&self) -> &str {
        self.about.name.as_deref().unwrap_or_else(|| self.line.name())
    }

    /// The engine's version, perhaps empty.
    pub fn version(&self) -> &str {
        &self.about.version
    }

    /// Whether the engine has listed a command.
    pub fn knows(&self, command: &str) -> bool {
        self.about.commands.contains(command)
    }

    /// The command line that it was started by.
    pub const fn command_line(&self) -> &CommandLine {
        &self.line
    }

    /// Whether there is a process to be asked.
    ///
    /// One that has died is noticed by asking it.
    pub const fn is_running(&self) -> bool {
        self.conversation.is_some()
    }

    /// The number of the process, or `None` if it is not running.
    pub fn process_id(&self) -> Option<u32> {
        self.conversation.as_ref().map(|it| it.process().id())
    }

    /// The processor time that the engine has used since it was first
    /// started, with all processes of its group.
    ///
    /// `None` if the system does not say, which only Linux does.
    pub fn cpu_time(&self) -> Option<Duration> {
        match &self.conversation {
            Some(it) => it.process().cpu_time().map(|time| self.earlier_cpu_time + time),
            None => cfg!(target_os = "linux").then_some(self.earlier_cpu_time),
        }
    }

    /// Sends a command and waits for its answer.
    ///
    /// The answer is without its mark and id, and may have several lines.
    /// Commands that change the game are better left to [`Controller::sync`],
    /// which has to know what the engine knows.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Refused`] if the engine answers so. By all other
    /// errors the engine is no longer running.
    pub fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Error> {
        let Some(conversation) = &mut self.conversation else {
            return Err(Error::NotRunning { command: command.into() });
        };
        let result = conversation.ask(command, patience);
        self.end_if_fatal(result)
    }

    /// Passes a result on, after which the engine may be of no more use.
    fn end_if_fatal<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        if let Err(error) = &result
            && error.is_fatal()
        {
            self.kill();
        }
        result
    }

    /// Ends the engine without a word.
    fn kill(&mut self) {
        self.earlier_cpu_time = self.cpu_time().unwrap_or(self.earlier_cpu_time);
        self.conversation = None;
        self.placed = None;
    }
}

impl Drop for Controller {
    fn drop(&mut self) {
        if let Some(conversation) = self.conversation.take() {
            conversation.quit(QUIT_PATIENCE);
        }
    }
}
