//! Who evaluates positions: our search, or another program.

use tengen_analysis::{Analysis, Analyst, AnalystError, Stop};
use tengen_engine::{EvaluatorKind, Search, Settings};
use tengen_gtp::controller::{CommandLine, Controller, Error, Options};
use tengen_review::Request;
use tengen_rules::Size;

use crate::failure::Failure;

/// The memory of one search; reviews never search for long.
const MEMORY: usize = 64 << 20;

/// How analysts are started.
pub(super) enum Source {
    Search(EvaluatorKind),
    Program(CommandLine),
}

/// An analyst that is at work.
pub(super) enum Worker {
    Search(Box<Search>),
    Program(Box<Controller>),
}

impl Source {
    pub(super) fn new(engine: Option<&str>, evaluator: EvaluatorKind) -> Result<Source, Failure> {
        let Some(text) = engine else { return Ok(Source::Search(evaluator)) };
        let line = text.parse().map_err(|error| Failure::CommandLine(text.to_owned(), error))?;
        Ok(Source::Program(line))
    }

    /// Starts one more.
    pub(super) fn start(&self) -> Result<Worker, Error> {
        match self {
            Source::Search(evaluator) => {
                let evaluator = evaluator.clone();
                let settings = Settings { memory: MEMORY, evaluator, ..Settings::default() };
                Ok(Worker::Search(Box::new(Search::new(settings))))
            }
            Source::Program(line) => {
                let controller = Controller::start(line, Options::default())?;
                Ok(Worker::Program(Box::new(controller)))
            }
        }
    }
}

impl Worker {
    /// The name that is kept with evaluations.
    pub(super) fn name(&self, size: Size) -> String {
        match self {
            Worker::Search(search) => {
                let network = search.network_for(size).map(|it| it.name().to_owned());
                let version = env!("CARGO_PKG_VERSION");
                match network {
                    Some(name) => format!("Tengen {version} {name}"),
                    None => format!("Tengen {version}"),
                }
            }
            Worker::Program(engine) => {
                format!("{} {}", engine.name(), engine.version()).trim().to_owned()
            }
        }
    }

    pub(super) fn analyze(
        &mut self,
        request: &Request,
        stop: &Stop,
    ) -> Result<Analysis, AnalystError> {
        let question = request.to_analysis();
        match self {
            Worker::Search(search) => {
                // An answer that depended on earlier questions would be another
                // one after an interruption, or with more threads.
                search.clear();
                search.analyze(&question, stop, &mut |_| ())
            }
            Worker::Program(engine) => engine.analyze(&question, stop, &mut |_| ()),
        }
    }

    /// Makes it ready again after a failure, if it can be.
    pub(super) fn revive(&mut self) -> bool {
        match self {
            Worker::Search(_) => true,
            Worker::Program(engine) => engine.is_running() || engine.restart().is_ok(),
        }
    }
}
