//! The engine of one game: a process that is started again when it fails.

use std::time::Duration;

use tengen_analysis::{Decision, Stop};
use tengen_clock::{TimeControl, TimeLeft};
use tengen_gtp::controller::{CommandLine, Controller, Error, Options};
use tengen_rules::{Color, Game, Point, PointSet};

/// How many times an engine is started again within one game.
const MAX_RESTARTS: u32 = 3;

/// How long an engine may think where there is no clock.
const MOVE_PATIENCE: Duration = Duration::from_secs(600);

/// How long it may look for dead stones.
const SCORING_PATIENCE: Duration = Duration::from_secs(120);

/// The engine of one game.
#[derive(Debug)]
pub(crate) struct Engine {
    line: CommandLine,
    stop: Stop,
    control: TimeControl,
    controller: Option<Controller>,
    restarts_left: u32,
}

/// What an engine has failed at.
#[derive(Debug)]
pub(crate) struct EngineFailure {
    pub(crate) reason: String,
    /// Whether it was stopped because the bot leaves.
    pub(crate) is_wanted: bool,
    /// Whether it is worth asking again.
    pub(crate) is_final: bool,
}

impl Engine {
    /// An engine that is started when it is needed.
    pub(crate) const fn new(line: CommandLine, control: TimeControl, stop: Stop) -> Engine {
        Engine { line, stop, control, controller: None, restarts_left: MAX_RESTARTS }
    }

    /// What the engine does in a position.
    pub(crate) fn decide(
        &mut self,
        game: &Game,
        color: Color,
        left: TimeLeft,
    ) -> Result<Decision, EngineFailure> {
        let patience = left.longest().unwrap_or(MOVE_PATIENCE).min(MOVE_PATIENCE);
        self.ask(|controller| {
            controller.sync(game)?;
            controller.set_time_left(color, left)?;
            controller.generate(color, patience)
        })
    }

    /// The stones that the engine takes for dead; `None` if it has no word for
    /// that.
    pub(crate) fn dead_stones(&mut self, game: &Game) -> Result<Option<PointSet>, EngineFailure> {
        let answer = self.ask(|controller| {
            controller.sync(game)?;
            match controller.ask("final_status_list dead", SCORING_PATIENCE) {
                Err(Error::Refused { .. }) => Ok(None),
                answer => answer.map(Some),
            }
        })?;
        Ok(answer.and_then(|it| stones(&it, game)))
    }

    fn ask<T>(
        &mut self,
        ask: impl Fn(&mut Controller) -> Result<T, Error>,
    ) -> Result<T, EngineFailure> {
        let asked = self.running().and_then(ask);
        asked.map_err(|error| self.failed(&error))
    }

    /// The engine, which is started if need be.
    fn running(&mut self) -> Result<&mut Controller, Error> {
        let is_running = self.controller.as_ref().is_some_and(Controller::is_running);
        if !is_running {
            self.controller = None;
            let options = Options { stop: self.stop.clone(), ..Options::default() };
            let mut controller = Controller::start(&self.line, options)?;
            // One that does not want to know the time is not told.
            let told = controller.set_time_control(self.control);
            if let Err(error) = told
                && error.is_fatal()
            {
                return Err(error);
            }
            return Ok(self.controller.insert(controller));
        }
        Ok(self.controller.as_mut().expect("it is running"))
    }

    fn failed(&mut self, error: &Error) -> EngineFailure {
        let is_wanted = self.stop.is_stopped();
        let is_final = self.restarts_left == 0 || matches!(error, Error::CannotStart { .. });
        // What an engine refuses once, it may do after a fresh start.
        self.controller = None;
        self.restarts_left = self.restarts_left.saturating_sub(1);
        EngineFailure { reason: error.to_string(), is_wanted, is_final }
    }
}

/// Points, each of which has a stone.
fn stones(answer: &str, game: &Game) -> Option<PointSet> {
    let board = game.board();
    let stone = |name: &str| -> Option<Point> {
        let point = name.parse().ok()?;
        (board.size().contains(point) && board.stone(point).is_some()).then_some(point)
    };
    answer.split_ascii_whitespace().map(stone).collect()
}
