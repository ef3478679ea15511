//! Another program at the board, which may crash.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use tengen_analysis::{Decision, Stop};
use tengen_clock::TimeControl;
use tengen_gtp::controller::{self, CommandLine, Controller, Options, ParseCommandLineError};
use tengen_legacy_session::Think;
use tengen_rules::Color;

/// Another program at the board, started when it is first asked.
#[derive(Debug)]
pub(crate) struct Program {
    line: Result<CommandLine, ParseCommandLineError>,
    stop: Stop,
    patience: Duration,
    running: Option<Controller>,
    /// The time that the program was told of.
    control: Option<TimeControl>,
}

impl Program {
    pub(crate) fn new(command: &str, stop: Stop, patience: Duration) -> Program {
        Program { line: command.parse(), stop, patience, running: None, control: None }
    }

    /// Asks for a move. A program that dies is started once more.
    pub(crate) fn decide(&mut self, think: &Think) -> Result<Decision, EngineError> {
        match self.attempt(think) {
            Err(EngineError::Engine(controller::Error::Died { .. })) => self.attempt(think),
            other => other,
        }
    }

    fn attempt(&mut self, think: &Think) -> Result<Decision, EngineError> {
        if !self.running.as_ref().is_some_and(Controller::is_running) {
            (self.running, self.control) = (None, None);
        }
        let engine = match &mut self.running {
            Some(engine) => engine,
            none => none.insert(start(&self.line, &self.stop)?),
        };
        engine.sync(&think.game)?;
        if self.control != Some(think.control) {
            engine.set_time_control(think.control)?;
            self.control = Some(think.control);
        }
        for color in Color::ALL {
            engine.set_time_left(color, think.left[color])?;
        }
        Ok(engine.generate(think.color, self.patience)?)
    }
}

/// Starts a program to see whether it speaks GTP, and says what it calls
/// itself.
///
/// This waits for the program, so it is for a thread that nobody waits for.
///
/// # Errors
///
/// Returns [`EngineError`] if there is no such program, or it does not answer.
pub fn check_engine(command: &str) -> Result<String, EngineError> {
    let engine = start(&command.parse(), &Stop::new())?;
    Ok(format!("{} {}", engine.name(), engine.version()).trim().to_owned())
}

fn start(
    line: &Result<CommandLine, ParseCommandLineError>,
    stop: &Stop,
) -> Result<Controller, EngineError> {
    let line = line.as_ref().map_err(|error| EngineError::CommandLine(*error))?;
    let options = Options { stop: stop.clone(), ..Options::default() };
    Ok(Controller::start(line, options)?)
}

/// The reason why a program does not do what it should.
#[derive(Debug)]
pub enum EngineError {
    /// Nobody can say what to start.
    CommandLine(ParseCommandLineError),
    /// It fails.
    Engine(controller::Error),
}

impl From<controller::Error> for EngineError {
    fn from(error: controller::Error) -> EngineError {
        EngineError::Engine(error)
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::CommandLine(error) => error.fmt(f),
            EngineError::Engine(error) => error.fmt(f),
        }
    }
}

impl Error for EngineError {}
