//! A GTP program that plays or analyzes, and may crash.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use tengen_analysis::{
    Analysis, AnalysisRequest, Analyst, AnalystError, Decision, Evaluation, Stop,
};
use tengen_clock::{TimeControl, TimeLeft};
use tengen_gtp::controller::{self, CommandLine, Controller, Log, Options, ParseCommandLineError};
use tengen_review::Nonsense;
use tengen_rules::{ByColor, Color, Game};

/// A GTP program, started when it is first asked.
#[derive(Debug)]
pub(crate) struct Program {
    line: Result<CommandLine, ParseCommandLineError>,
    options: ProgramOptions,
    running: Option<Controller>,
    /// The time control that the program was told.
    control: Option<TimeControl>,
}

/// How a program is treated.
#[derive(Clone, Debug)]
pub(crate) struct ProgramOptions {
    /// Ends the program for good.
    pub(crate) kill: Stop,
    /// How long a move may take.
    pub(crate) patience: Duration,
    /// Where the dialogue is written.
    pub(crate) log: Option<Log>,
}

/// A turn of a program.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Turn<'a> {
    pub(crate) game: &'a Game,
    pub(crate) color: Color,
    pub(crate) control: TimeControl,
    pub(crate) left: ByColor<TimeLeft>,
}

/// A program's decision, and its evaluation of the position before.
pub(crate) type Answer = (Decision, Option<Evaluation>);

impl Program {
    pub(crate) fn new(command: &str, options: ProgramOptions) -> Program {
        Program { line: command.parse(), options, running: None, control: None }
    }

    /// Asks for a move; `ready` is called when the program knows the game and
    /// begins to think.
    ///
    /// A program that dies is started once more.
    pub(crate) fn decide(
        &mut self,
        turn: Turn<'_>,
        ready: &mut dyn FnMut(),
    ) -> Result<Answer, EngineError> {
        let mut answer = self.attempt(turn, ready);
        if let Err(EngineError::Engine(controller::Error::Died { .. })) = answer {
            self.control = None;
            answer = self.attempt(turn, ready);
        }
        if answer.is_err() {
            self.control = None;
        }
        answer
    }

    fn attempt(&mut self, turn: Turn<'_>, ready: &mut dyn FnMut()) -> Result<Answer, EngineError> {
        let patience = self.options.patience;
        let is_running = self.running.as_ref().is_some_and(Controller::is_running);
        let known = self.control.replace(turn.control).filter(|_| is_running);
        let engine = self.start()?;
        engine.sync(turn.game)?;
        if known != Some(turn.control) {
            engine.set_time_control(turn.control)?;
        }
        for color in Color::ALL {
            engine.set_time_left(color, turn.left[color])?;
        }
        ready();
        let generated = engine.generate_analyzed(turn.color, patience)?;
        let evaluation = generated.analysis.map(|it| it.evaluation());
        Ok((generated.decision, evaluation))
    }

    /// Asks for an analysis; `ready` is called when the program is running.
    pub(crate) fn analyze(
        &mut self,
        request: &AnalysisRequest<'_>,
        stop: &Stop,
        ready: &mut dyn FnMut(),
        tell: &mut dyn FnMut(Analysis),
    ) -> Result<Analysis, EngineError> {
        let engine = self.start()?;
        ready();
        Ok(engine.analyze(request, stop, tell)?)
    }

    /// The running program, started if it is not.
    fn start(&mut self) -> Result<&mut Controller, EngineError> {
        if let Some(engine) = self.running.take().filter(Controller::is_running) {
            return Ok(self.running.insert(engine));
        }
        let line = self.line.as_ref().map_err(|error| EngineError::CommandLine(*error))?;
        let (stop, log) = (self.options.kill.clone(), self.options.log.clone());
        let engine = Controller::start(line, Options { stop, log, ..Options::default() })?;
        Ok(self.running.insert(engine))
    }
}

/// Starts a program to see whether it speaks GTP, and says what it calls
/// itself.
///
/// This waits for the program, so it is for a thread of its own.
///
/// # Errors
///
/// Returns [`EngineError`] if there is no such program, or if it does not
/// answer in time.
pub fn check_engine(command: &str, patience: Duration) -> Result<String, EngineError> {
    let line: CommandLine = command.parse().map_err(EngineError::CommandLine)?;
    let options = Options { start_patience: patience, patience, ..Options::default() };
    let engine = Controller::start(&line, options)?;
    Ok(format!("{} {}", engine.name(), engine.version()).trim().to_owned())
}

/// The reason why an engine does not do what it should.
#[derive(Debug)]
pub enum EngineError {
    /// The command line cannot be understood.
    CommandLine(ParseCommandLineError),
    /// The program fails.
    Engine(controller::Error),
    /// The analysis fails.
    Analysis(AnalystError),
    /// What it says of a position cannot be true.
    Nonsense(Nonsense),
    /// Our own engine has failed.
    Crashed,
    /// The system has no thread for it.
    NoThread(std::io::ErrorKind),
}

impl From<controller::Error> for EngineError {
    fn from(error: controller::Error) -> EngineError {
        EngineError::Engine(error)
    }
}

/// What a program says is told as such, wherever it comes from.
impl From<AnalystError> for EngineError {
    fn from(error: AnalystError) -> EngineError {
        match error {
            AnalystError::Failed(error) => match error.downcast::<controller::Error>() {
                Ok(error) => EngineError::Engine(*error),
                Err(error) => EngineError::Analysis(AnalystError::Failed(error)),
            },
            other => EngineError::Analysis(other),
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::CommandLine(error) => error.fmt(f),
            EngineError::Engine(error) => error.fmt(f),
            EngineError::Analysis(error) => error.fmt(f),
            EngineError::Nonsense(nonsense) => nonsense.fmt(f),
            EngineError::Crashed => f.write_str("the engine has crashed"),
            EngineError::NoThread(kind) => write!(f, "cannot start a thread: {kind}"),
        }
    }
}

impl Error for EngineError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            EngineError::CommandLine(error) => Some(error),
            EngineError::Engine(error) => Some(error),
            EngineError::Analysis(error) => Some(error),
            EngineError::Nonsense(nonsense) => Some(nonsense),
            EngineError::Crashed | EngineError::NoThread(_) => None,
        }
    }
}
