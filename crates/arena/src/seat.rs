//! An engine at the board: started when needed, kept from game to game, and
//! asked for moves.

use std::time::Duration;

use tengen_analysis::Stop;
use tengen_clock::{TimeControl, TimeLeft};
use tengen_gtp::controller::{Controller, Error, Generated, Log, Options};
use tengen_rules::{Color, Game};

use crate::contestant::Contestant;

/// A place for one engine, which need not be running.
#[derive(Debug)]
pub(crate) struct Seat<'a> {
    contestant: &'a Contestant,
    stop: &'a Stop,
    running: Option<Running>,
    /// Whether the engine is asked what it thinks of its moves.
    pub(crate) wants_evaluations: bool,
    /// Where the dialogue with the engine is written.
    pub(crate) log: Option<Log>,
}

/// An engine that runs.
#[derive(Debug)]
struct Running {
    controller: Controller,
    seed: u64,
}

impl<'a> Seat<'a> {
    pub(crate) fn new(contestant: &'a Contestant, stop: &'a Stop) -> Seat<'a> {
        Seat { contestant, stop, running: None, wants_evaluations: false, log: None }
    }

    /// Has an engine ready for a game.
    ///
    /// A running one is reused if possible; otherwise a new one is started.
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
        let running = self.start(seed)?;
        self.running = Some(running.set_up(game, control)?);
        Ok(())
    }

    fn start(&self, seed: u64) -> Result<Running, Error> {
        let (stop, log) = (self.stop.clone(), self.log.clone());
        let options = Options { stop, log, ..Options::default() };
        let controller = Controller::start(&self.contestant.command(seed), options)?;
        Ok(Running { controller, seed })
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

    /// Asks for a move, and for what the engine thinks of it if that is wanted.
    pub(crate) fn generate(
        &mut self,
        color: Color,
        patience: Duration,
    ) -> Result<Generated, Error> {
        let wants_evaluations = self.wants_evaluations;
        let controller = self.controller("genmove")?;
        if wants_evaluations {
            return controller.generate_analyzed(color, patience);
        }
        let decision = controller.generate(color, patience)?;
        Ok(Generated { decision, analysis: None })
    }

    /// Tells of the opponent's move, the last of the game.
    pub(crate) fn hear(&mut self, game: &Game) -> Result<(), Error> {
        self.controller("play")?.sync(game)
    }

    /// Tells how much time there is for the next move.
    pub(crate) fn see_clock(&mut self, color: Color, left: TimeLeft) -> Result<(), Error> {
        self.controller("time_left")?.set_time_left(color, left).map(|_| ())
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
    fn set_up(mut self, game: &Game, control: TimeControl) -> Result<Running, Error> {
        self.controller.set_up(game)?;
        if control != TimeControl::None {
            self.controller.set_time_control(control)?;
        }
        Ok(self)
    }
}
