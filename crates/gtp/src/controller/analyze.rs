//! Having an engine think aloud.

use std::ops::ControlFlow;
use std::time::Duration;

use tengen_analysis::Analysis;
use tengen_rules::{Color, Size};

use super::analysis::Dialect;
use super::{Controller, Error};

/// Commands that analyze, the most telling first.
const COMMANDS: [(&str, Dialect); 3] = [
    ("kata-analyze", Dialect::Kata),
    ("lz-analyze", Dialect::LeelaZero),
    ("analyze", Dialect::LeelaZero),
];

/// What an analysis should have.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Query {
    /// The time between two lines.
    pub interval: Duration,
    /// Whether owners of points are wanted, which few engines tell.
    pub ownership: bool,
}

impl Default for Query {
    fn default() -> Query {
        Query { interval: Duration::from_millis(500), ownership: false }
    }
}

impl Controller {
    /// Whether the engine can analyze.
    pub fn can_analyze(&self) -> bool {
        self.analyze_command().is_some()
    }

    /// Has the engine think about the next move of a color until `each` says
    /// to break off.
    ///
    /// What it thinks is given to `each` as it comes. There has to be
    /// something within `patience`, again and again. The engine may also end
    /// by itself.
    ///
    /// # Errors
    ///
    /// Returns [`Error::CannotAnalyze`] if the engine does not know how, and
    /// other errors as [`Controller::ask`] does.
    pub fn analyze(
        &mut self,
        color: Color,
        query: Query,
        patience: Duration,
        mut each: impl FnMut(&Analysis) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let (name, dialect) = self.analyze_command().ok_or(Error::CannotAnalyze)?;
        let interval = (query.interval.as_millis() / 10).max(1);
        let mut command = format!("{name} {color} {interval}");
        if query.ownership && name == "kata-analyze" {
            command.push_str(" ownership true");
        }
        let Some(conversation) = &mut self.conversation else {
            return Err(Error::NotRunning { command });
        };
        let size = self.placed.as_ref().map_or(Size::NINETEEN, |course| course.size);
        let result = conversation.listen(&command, patience, |line| {
            dialect.parse(line, size, color).map(|analysis| each(&analysis))
        });
        self.end_if_fatal(result)
    }

    fn analyze_command(&self) -> Option<(&'static str, Dialect)> {
        COMMANDS.into_iter().find(|(name, _)| self.knows(name))
    }
}
