//! Runs the analysis commands of an engine.

use std::ops::ControlFlow;
use std::time::Duration;

use tengen_analysis::{Analysis, Excluded, Stop};
use tengen_rules::{Color, Move, Size};

use super::analysis::Dialect;
use super::{Controller, Error};

/// Commands that analyze, the most telling first.
const COMMANDS: [(&str, Dialect); 3] = [
    ("kata-analyze", Dialect::Kata),
    ("lz-analyze", Dialect::LeelaZero),
    ("analyze", Dialect::LeelaZero),
];

/// What an analysis should have, and when it ends.
#[derive(Clone, Debug)]
pub struct AnalysisQuery {
    /// The time between two lines.
    pub interval: Duration,
    /// Whether ownership is wanted, which few engines tell.
    pub wants_ownership: bool,
    /// Moves that must not be considered.
    pub excluded: Excluded,
    /// Ends the analysis; the engine stays.
    pub stop: Stop,
}

impl Default for AnalysisQuery {
    fn default() -> AnalysisQuery {
        AnalysisQuery {
            interval: Duration::from_millis(500),
            wants_ownership: false,
            excluded: Excluded::default(),
            stop: Stop::new(),
        }
    }
}

impl AnalysisQuery {
    fn command(&self, name: &str, color: Color) -> String {
        let interval = (self.interval.as_millis() / 10).max(1);
        let mut command = format!("{name} {color} {interval}");
        if self.wants_ownership && name == "kata-analyze" {
            command.push_str(" ownership true");
        }
        if !self.excluded.is_empty() {
            let points = self.excluded.points.iter().map(Move::Play);
            let moves = points.chain(self.excluded.pass.then_some(Move::Pass));
            let names: Vec<String> = moves.map(|mv| mv.to_string()).collect();
            command = format!("{command} avoid {color} {} 1", names.join(","));
        }
        command
    }
}

impl Controller {
    /// Whether the engine can analyze in lines, as it thinks.
    pub fn can_stream_analysis(&self) -> bool {
        self.analyze_command().is_some()
    }

    /// Has the engine think about the next move of a color until `each` says
    /// to break off or the query is stopped.
    ///
    /// What it thinks is given to `each` as it comes. There has to be
    /// something within `patience`, again and again. The engine may also end
    /// by itself.
    ///
    /// # Errors
    ///
    /// Returns [`Error::CannotAnalyze`] if the engine does not know how, and
    /// other errors as [`Controller::ask`] does.
    pub fn stream_analysis(
        &mut self,
        color: Color,
        query: &AnalysisQuery,
        patience: Duration,
        mut each: impl FnMut(Analysis) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let (name, dialect) = self.analyze_command().ok_or(Error::CannotAnalyze)?;
        let command = query.command(name, color);
        let Some(conversation) = &mut self.conversation else {
            return Err(Error::NotRunning { command });
        };
        let size = self.placed.as_ref().map_or(Size::NINETEEN, |told| told.size);
        let result = conversation.listen(&command, patience, &query.stop, |line| {
            dialect.parse(line, size, color).map(&mut each)
        });
        self.end_if_fatal(result)
    }

    fn analyze_command(&self) -> Option<(&'static str, Dialect)> {
        COMMANDS.into_iter().find(|(name, _)| self.knows(name))
    }
}
