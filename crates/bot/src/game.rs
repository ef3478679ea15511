//! One game of a bot.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tengen_analysis::{Decision, Stop};
use tengen_gtp::controller::CommandLine;
use tengen_remote::api::{Api, ApiFailure};
use tengen_rules::{Color, Move};
use tengen_wire::{ClientMessage, GameLine, PhaseName, Role};

use crate::engine::{Engine, EngineFailure};
use crate::follow::{Followed, follow};
use crate::position;
use crate::scoring::Opinion;
use crate::task::{self, Manners, Task, number};
use crate::{Leave, Report};

/// How long to wait for a line before the clock is looked at: a claim is due at
/// a time, not after a change.
const LOOK: Duration = Duration::from_secs(2);

/// The first wait before a command is sent again.
const RESEND: Duration = Duration::from_millis(500);

/// How long a bot stays after the end, in case somebody wants to play again.
const STAY: Duration = Duration::from_secs(20);

/// What a game of a bot needs.
#[derive(Debug)]
pub(crate) struct GameOptions {
    pub(crate) api: Api,
    pub(crate) id: String,
    pub(crate) engine: CommandLine,
    pub(crate) manners: Manners,
    /// Ends it at once.
    pub(crate) stop: Stop,
    /// A bot that leaves plays no other game.
    pub(crate) leave: Leave,
}

/// Plays a game to its end, or until it is stopped.
pub(crate) fn play(options: GameOptions, report: &dyn Fn(Report)) {
    let (sender, lines) = mpsc::channel();
    let (api, id) = (options.api.clone(), options.id.clone());
    let follower = follow(move || api.game_stream(&id), move |it| sender.send(it).is_ok());
    let Ok(_follower) = follower else { return };
    let mut player = Player {
        options,
        report,
        engine: None,
        opinion: Opinion::default(),
        line: None,
        done_v: 0,
        over_at: None,
    };
    let ended = player.run(&lines);
    let result = player.line.as_ref().and_then(|(it, _)| it.state.result.as_ref());
    if ended {
        report(Report::Ended {
            game: player.options.id.clone(),
            color: player.color(),
            result: result.map(|it| it.text.clone()).unwrap_or_default(),
        });
    }
}

struct Player<'a> {
    options: GameOptions,
    report: &'a dyn Fn(Report),
    engine: Option<Engine>,
    opinion: Opinion,
    /// The last state, and when it came.
    line: Option<(Box<GameLine>, Instant)>,
    /// The version after the own last command: earlier states are old.
    done_v: u64,
    over_at: Option<Instant>,
}

/// The game does not go on.
struct Over;

impl Player<'_> {
    /// Plays until the game is over, or the bot leaves; says which.
    fn run(&mut self, lines: &Receiver<Followed<GameLine>>) -> bool {
        loop {
            match lines.recv_timeout(LOOK) {
                Ok(followed) => {
                    if self.take(followed).is_err() {
                        return true;
                    }
                    // Each line is everything, so only the last one counts.
                    while let Ok(followed) = lines.try_recv() {
                        if self.take(followed).is_err() {
                            return true;
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => return true,
            }
            if self.options.stop.is_stopped() {
                return false;
            }
            if self.act().is_err() {
                return !self.options.stop.is_stopped();
            }
        }
    }

    fn take(&mut self, followed: Followed<GameLine>) -> Result<(), Over> {
        match followed {
            Followed::State(line) => self.line = Some((line, Instant::now())),
            Followed::Slowed(time) => (self.report)(Report::Slowed(time)),
            Followed::Beat | Followed::Lost(_) => (),
            Followed::Refused(_) => return Err(Over),
        }
        Ok(())
    }

    fn color(&self) -> Option<Color> {
        match self.line.as_ref()?.0.role {
            Role::Black => Some(Color::Black),
            Role::White => Some(Color::White),
            Role::Both | Role::Spectator => None,
        }
    }

    fn manners(&self) -> Manners {
        let manners = self.options.manners;
        let plays_again = manners.plays_again && self.options.leave.level() == 0;
        Manners { plays_again, ..manners }
    }

    /// Does what there is to do.
    fn act(&mut self) -> Result<(), Over> {
        let Some((line, came)) = self.line.clone().filter(|(it, _)| it.state.v >= self.done_v)
        else {
            return Ok(());
        };
        match task::next(&line, self.manners(), came.elapsed()) {
            Task::Wait => Ok(()),
            Task::Leave => self.leave(&line),
            Task::Send(message) => self.send(&message).map(|_| ()),
            Task::Place => self.place(&line),
            Task::Move(color) => self.make_move(&line, color),
            Task::Score => self.score(&line),
        }
    }

    /// Stays for a while if the opponent may want to play again.
    fn leave(&mut self, line: &GameLine) -> Result<(), Over> {
        let is_over = line.state.phase == PhaseName::Over && self.color().is_some();
        let since = *self.over_at.get_or_insert_with(Instant::now);
        let is_done = line.state.rematch.is_some() || since.elapsed() > STAY;
        let waits = is_over && self.manners().plays_again && !is_done;
        // An engine that is not needed any more may go.
        self.engine = None;
        if waits { Ok(()) } else { Err(Over) }
    }

    fn place(&mut self, line: &GameLine) -> Result<(), Over> {
        let n = u32::from(line.state.game.handicap).saturating_sub(line.state.handicap_left);
        let Some(at) = position::handicap_point(&line.state) else { return self.resign() };
        self.send(&ClientMessage::Play { c: number(), n, at }).map(|_| ())
    }

    fn make_move(&mut self, line: &GameLine, color: Color) -> Result<(), Over> {
        let state = &line.state;
        let n = state.moves.0.len() as u32;
        let face = if color == Color::Black { state.clocks.black } else { state.clocks.white };
        let Some(left) = face.time_left() else { return self.resign() };
        let Ok(game) = position::game(state) else { return self.resign() };
        let decided = self.engine(line).decide(&game, color, left);
        let mv = match decided {
            Ok(Decision::Resign) => return self.resign(),
            Ok(Decision::Move(mv)) => mv,
            Err(failure) => return self.engine_failed(&failure),
        };
        let c = number();
        let message = match mv {
            Move::Play(at) => ClientMessage::Play { c, n, at },
            Move::Pass => ClientMessage::Pass { c, n },
        };
        if let Sent::Refused(reason) = self.send(&message)? {
            let game = self.options.id.clone();
            (self.report)(Report::MoveRefused { game, mv: mv.to_string(), reason });
            // The engine knows other rules; to pass is always legal.
            self.send(&ClientMessage::Pass { c: number(), n })?;
        }
        Ok(())
    }

    fn score(&mut self, line: &GameLine) -> Result<(), Over> {
        let state = &line.state;
        let Some(scoring) = &state.scoring else { return Ok(()) };
        let n_moves = state.moves.0.len();
        if !self.opinion.is_of(n_moves) {
            let Ok(game) = position::game(state) else { return self.resign() };
            let dead = match self.engine(line).dead_stones(&game) {
                Ok(dead) => dead,
                Err(failure) if failure.is_final || failure.is_wanted => None,
                Err(failure) => return self.engine_failed(&failure),
            };
            self.opinion.set(n_moves, dead.unwrap_or(scoring.dead));
        }
        let Some(message) = self.opinion.message(scoring, state.resumes_left) else {
            return Ok(());
        };
        let is_mark = matches!(message, ClientMessage::Mark { .. });
        if let Sent::Refused(_) = self.send(&message)?
            && is_mark
        {
            self.opinion.yield_to(scoring);
        }
        Ok(())
    }

    fn engine(&mut self, line: &GameLine) -> &mut Engine {
        let control = line.state.game.clock.parse().unwrap_or_default();
        self.engine.get_or_insert_with(|| {
            Engine::new(self.options.engine.clone(), control, self.options.stop.clone())
        })
    }

    fn engine_failed(&mut self, failure: &EngineFailure) -> Result<(), Over> {
        if failure.is_wanted {
            return Err(Over);
        }
        (self.report)(Report::EngineFailed {
            game: self.options.id.clone(),
            reason: failure.reason.clone(),
            gives_up: failure.is_final,
        });
        if failure.is_final { self.resign() } else { Ok(()) }
    }

    fn resign(&mut self) -> Result<(), Over> {
        self.send(&ClientMessage::Resign { c: number() }).map(|_| ())
    }

    /// Sends a command until the server has answered: the same one does nothing
    /// twice.
    fn send(&mut self, message: &ClientMessage) -> Result<Sent, Over> {
        let mut pause = RESEND;
        loop {
            match self.options.api.command(&self.options.id, message) {
                Ok(v) => {
                    self.done_v = self.done_v.max(v);
                    return Ok(Sent::Done);
                }
                Err(failure) => {
                    if let Some(wait) = failure.retry_after() {
                        if matches!(failure, ApiFailure::Refused { status: 429, .. }) {
                            (self.report)(Report::Slowed(wait));
                        }
                        pause = (2 * pause).min(Duration::from_secs(8)).max(wait);
                        if !rest(&self.options.stop, pause) {
                            return Err(Over);
                        }
                        continue;
                    }
                    return self.refused(&failure);
                }
            }
        }
    }

    /// The server does not want it, so the bot looks again.
    fn refused(&mut self, failure: &ApiFailure) -> Result<Sent, Over> {
        match self.options.api.game(&self.options.id) {
            Ok(line) => self.line = Some((Box::new(line), Instant::now())),
            // The stream tells more once the server is back.
            Err(failure) if failure.retry_after().is_some() => self.line = None,
            Err(_) => return Err(Over),
        }
        match failure.code() {
            Some("illegal" | "alive" | "not_allowed" | "time_up") => {
                Ok(Sent::Refused(failure.to_string()))
            }
            _ => Ok(Sent::TooLate),
        }
    }
}

/// Waits, and says whether to go on.
fn rest(stop: &Stop, time: Duration) -> bool {
    let end = Instant::now() + time;
    while Instant::now() < end && !stop.is_stopped() {
        thread::sleep(
            Duration::from_millis(100).min(end.saturating_duration_since(Instant::now())),
        );
    }
    !stop.is_stopped()
}

/// What became of a command.
enum Sent {
    Done,
    /// The game has gone on meanwhile.
    TooLate,
    /// The server does not allow it, and says why.
    Refused(String),
}
