//! An engine at the board: started when needed, kept from game to game, and
//! asked for moves.

use std::time::Duration;

use tengen_engine::time::{TimeControl, TimeLeft};
use tengen_gtp::controller::{Controller, Error, Options};
use tengen_gtp::{Reply, TimeSettings};
use tengen_rules::{Color, Game, Move, Size};

use crate::clock;
use crate::contestant::Contestant;
use crate::evaluation::{Evaluation, Form};
use crate::stop::Stop;

/// How long an engine may take for commands that need no thinking.
const PATIENCE: Duration = Duration::from_secs(30);

/// The most reports on the way to a move; the last one is what counts.
const MAX_REPORTS: u32 = 100;

/// The least time between two reports.
const LEAST_INTERVAL: Duration = Duration::from_millis(200);

/// A place for one engine, which need not be running.
#[derive(Debug)]
pub(crate) struct Seat<'a> {
    contestant: &'a Contestant,
    stop: &'a Stop,
    running: Option<Running>,
    /// Whether the engine is asked what it thinks of its moves.
    pub(crate) wants_evaluations: bool,
}

/// An engine that runs.
#[derive(Debug)]
struct Running {
    controller: Controller,
    seed: u64,
    size: Size,
}

/// An answer to the question for a move.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    pub(crate) reply: Reply,
    pub(crate) evaluation: Option<Evaluation>,
}

impl<'a> Seat<'a> {
    pub(crate) fn new(contestant: &'a Contestant, stop: &'a Stop) -> Seat<'a> {
        Seat { contestant, stop, running: None, wants_evaluations: false }
    }

    /// Has an engine ready for a game.
    ///
    /// One that is there is taken if it can be; otherwise another is started.
    ///
    /// # Errors
    ///
    /// Returns [`Error`] if an engine that was just started fails.
    pub(crate) fn prepare(
        &mut self,
        game: &Game,
        control: TimeControl,
        seed: u64,
    ) -> Result<(), Error> {
        let can_stay = |it: &Running| it.seed == seed || !self.contestant.is_seeded();
        if let Some(running) = self.running.take_if(|it| can_stay(it))
            && let Ok(running) = running.set_up(game, control)
        {
            self.running = Some(running);
            return Ok(());
        }
        self.running = None;
        let running = Running::start(self.contestant, seed, self.stop)?;
        self.running = Some(running.set_up(game, control)?);
        Ok(())
    }

    /// The engine's name and version.
    pub(crate) fn name(&self) -> String {
        let Some(Running { controller, .. }) = &self.running else {
            return self.contestant.label.clone();
        };
        format!("{} {}", controller.name(), controller.version()).trim().to_string()
    }

    /// The processor time that the engine has used, if the system tells.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        self.running.as_ref()?.controller.cpu_time()
    }

    /// Asks for a move.
    pub(crate) fn generate(&mut self, color: Color, patience: Duration) -> Result<Answer, Error> {
        let Some((form, size)) = self.form() else {
            let command = format!("genmove {color}");
            let answer = self.ask(&command, patience)?;
            return match answer.trim().parse() {
                Ok(reply) => Ok(Answer { reply, evaluation: None }),
                Err(_) => Err(Error::Nonsense { command, answer }),
            };
        };
        let mut command = format!("{} {color}", form.command);
        if form.has_interval() {
            let interval = (patience / MAX_REPORTS).max(LEAST_INTERVAL);
            command = format!("{command} {}", interval.as_millis() / 10);
        }
        let answer = self.ask(&command, patience)?;
        let mv = answer.lines().find_map(|line| line.strip_prefix("play "));
        match mv.and_then(|it| it.trim().parse().ok()) {
            Some(reply) => {
                let evaluation = form.read(&answer, reply, (size, color));
                Ok(Answer { reply, evaluation })
            }
            None => Err(Error::Nonsense { command, answer }),
        }
    }

    /// How to ask for a move and reports, if both sides want it.
    fn form(&self) -> Option<(Form, Size)> {
        let running = self.running.as_ref().filter(|_| self.wants_evaluations)?;
        let is_known = |form: &Form| running.controller.knows(form.command);
        Form::ALL.into_iter().find(is_known).map(|form| (form, running.size))
    }

    /// Tells of the opponent's move.
    pub(crate) fn hear(&mut self, color: Color, mv: Move) -> Result<(), Error> {
        self.ask(&format!("play {color} {mv}"), PATIENCE).map(|_| ())
    }

    /// Tells how much time there is for the next move.
    pub(crate) fn see_clock(&mut self, color: Color, left: TimeLeft) -> Result<(), Error> {
        let Some((time, overtime)) = clock::shown(left) else { return Ok(()) };
        let overtime = Some(overtime).filter(|&it| it > 0);
        let left = tengen_gtp::TimeLeft { time, overtime };
        self.controller("time_left")?.time_left(color, left).map(|_| ())
    }

    /// Sends a command.
    pub(crate) fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Error> {
        self.controller(command)?.ask(command, patience)
    }

    /// Sends the engine away; the next game gets another.
    pub(crate) fn leave(&mut self) {
        self.running = None;
    }

    /// The engine, if it can be asked for something.
    fn controller(&mut self, command: &str) -> Result<&mut Controller, Error> {
        match &mut self.running {
            Some(running) => Ok(&mut running.controller),
            None => Err(Error::NotRunning { command: command.into() }),
        }
    }
}

impl Running {
    fn start(contestant: &Contestant, seed: u64, stop: &Stop) -> Result<Running, Error> {
        let options = Options { interrupt: stop.interrupt(), ..Options::default() };
        let controller = Controller::start(&contestant.command(seed), options)?;
        Ok(Running { controller, seed, size: Size::NINETEEN })
    }

    fn set_up(mut self, game: &Game, control: TimeControl) -> Result<Running, Error> {
        self.controller.set_up(game)?;
        self.size = game.board().size();
        let settings = match control {
            TimeControl::None => return Ok(self),
            TimeControl::Absolute { main } => TimeSettings::Absolute { main },
            TimeControl::Simple { per_move: period } => {
                TimeSettings::ByoYomi { main: Duration::ZERO, period, n_periods: 1 }
            }
            TimeControl::ByoYomi { main, periods: n_periods, period } => {
                TimeSettings::ByoYomi { main, period, n_periods }
            }
            TimeControl::Canadian { main, block: period, stones } => {
                TimeSettings::Canadian { main, period, n_stones: stones.get() }
            }
            TimeControl::Fischer { initial: main, increment, .. } => {
                TimeSettings::Fischer { main, increment, limit: None }
            }
        };
        self.controller.time_settings(settings)?;
        Ok(self)
    }
}
