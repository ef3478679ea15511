//! One game between two engines, by our rules.

use std::fmt;
use std::time::Duration;

use tengen_analysis::{Decision, Evaluation, Stop};
use tengen_clock::{TimeControl, TimeLeft};
use tengen_gtp::controller::{Error, Generated};
use tengen_record::{Margin, Outcome};
use tengen_rules::{ByColor, Color, End, Game, Move};

use crate::judge;
use crate::result::{Reason, Usage};
use crate::seat::Seat;

/// The grace period before an overdue engine is killed; it loses either way.
const GRACE: Duration = Duration::from_secs(1);

/// The terms that a referee enforces.
#[derive(Copy, Clone)]
pub(crate) struct RefereeOptions<'a> {
    pub(crate) clock: TimeControl,
    /// The longest time for a move in games without a clock.
    pub(crate) patience: Duration,
    /// The number of moves after which a game has no result.
    pub(crate) max_moves: u32,
    /// Whether the game is still wanted.
    pub(crate) stop: &'a Stop,
    /// The time since a fixed moment.
    pub(crate) now: &'a dyn Fn() -> Duration,
}

impl fmt::Debug for RefereeOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RefereeOptions").field("clock", &self.clock).finish_non_exhaustive()
    }
}

/// A game that was played.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) game: Game,
    /// One for each move that an engine made.
    pub(crate) notes: Vec<Note>,
    pub(crate) ending: Ending,
    pub(crate) usage: ByColor<Usage>,
}

/// Clock and evaluation of a move.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Note {
    pub(crate) evaluation: Option<Evaluation>,
    /// What the clock shows after the move.
    pub(crate) left: TimeLeft,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ending {
    pub(crate) outcome: Outcome,
    pub(crate) reason: Reason,
    pub(crate) detail: Option<String>,
}

impl Ending {
    fn without_result(reason: Reason) -> Ending {
        Ending { outcome: Outcome::Void, reason, detail: None }
    }

    fn lost(loser: Color, reason: Reason, detail: Option<String>) -> Ending {
        let margin = match reason {
            Reason::Resignation => Margin::Resignation,
            Reason::Time => Margin::Time,
            _ => Margin::Forfeit,
        };
        Ending { outcome: Outcome::Win(!loser, margin), reason, detail }
    }

    /// How an engine's failure ends the game.
    fn by_error(loser: Color, error: &Error) -> Ending {
        let reason = match error {
            Error::TimedOut { .. } => Reason::Time,
            Error::Died { .. } | Error::NotRunning { .. } | Error::CannotStart { .. } => {
                Reason::Crash
            }
            _ => Reason::Nonsense,
        };
        Ending::lost(loser, reason, Some(error.to_string()))
    }
}

/// A game in progress.
struct GameInProgress<'a, 'b> {
    seats: ByColor<&'a mut Seat<'b>>,
    options: RefereeOptions<'a>,
    game: Game,
    left: ByColor<TimeLeft>,
    notes: Vec<Note>,
    usage: ByColor<Usage>,
}

/// Has two engines that know the game play it to the end, and counts it.
///
/// Engines that failed are dismissed. `None`
/// is returned if the match was interrupted.
pub(crate) fn play(
    seats: ByColor<&mut Seat<'_>>,
    judge: Option<&mut Seat<'_>>,
    game: Game,
    options: RefereeOptions<'_>,
) -> Option<Played> {
    let left = options.clock.start();
    let cpu_before = ByColor { black: seats.black.cpu_time(), white: seats.white.cpu_time() };
    let mut in_progress = GameInProgress {
        seats,
        options,
        game,
        left: ByColor { black: left, white: left },
        notes: Vec::new(),
        usage: ByColor::default(),
    };
    let ending = loop {
        if options.stop.is_stopped() {
            return None;
        }
        if let Err(ending) = in_progress.check_end().and_then(|()| in_progress.turn()) {
            break ending;
        }
    };
    // If the match was stopped, we killed the engine ourselves.
    if options.stop.is_stopped() {
        return None;
    }
    for color in Color::ALL {
        let cpu = in_progress.seats[color].cpu_time().zip(cpu_before[color]);
        let cpu = cpu.map(|(after, before)| after.saturating_sub(before));
        let usage = &mut in_progress.usage[color];
        *usage = Usage { cpu, ..*usage }.rounded();
    }
    in_progress.dismiss(&ending);
    let ending = in_progress.counted(ending, judge);
    let GameInProgress { game, notes, usage, .. } = in_progress;
    (!options.stop.is_stopped()).then_some(Played { game, notes, ending, usage })
}

/// The engine's evaluation of its move, or else of the position.
fn evaluation(generated: &Generated, mv: Move) -> Option<Evaluation> {
    let analysis = generated.analysis.as_ref()?;
    let candidate = analysis.candidates.iter().find(|it| it.mv == mv).or(analysis.best());
    Some(candidate.map_or_else(
        || analysis.evaluation(),
        |it| Evaluation::of_player(analysis.to_play, it.win_rate, it.lead, it.n_visits),
    ))
}

impl GameInProgress<'_, '_> {
    /// Whether there is another move to make.
    fn check_end(&self) -> Result<(), Ending> {
        match self.game.end() {
            // The outcome is for the judge to say.
            Some(End::Passes) => Err(Ending::without_result(Reason::Score)),
            Some(End::LongCycle) => Err(Ending::without_result(Reason::Repetition)),
            None if self.game.n_turns() >= self.options.max_moves as usize => {
                Err(Ending::without_result(Reason::TooLong))
            }
            None => Ok(()),
        }
    }

    /// One move of the player whose turn it is.
    fn turn(&mut self) -> Result<(), Ending> {
        let color = self.game.to_play();
        let lost = |error: Error| Ending::by_error(color, &error);
        let left = self.left[color];
        self.seats[color].see_clock(color, left).map_err(lost)?;
        let patience = left.longest().map_or(self.options.patience, |it| it + GRACE);
        let start = (self.options.now)();
        let answer = self.seats[color].generate(color, patience);
        let elapsed = (self.options.now)().saturating_sub(start);
        self.usage[color].n_moves += 1;
        self.usage[color].wall += elapsed;
        let answer = answer.map_err(lost)?;
        let Some(left) = left.after(elapsed) else {
            let detail =
                format!("{color} took {:.1} seconds, more than it had", elapsed.as_secs_f64());
            return Err(Ending::lost(color, Reason::Time, Some(detail)));
        };
        self.left[color] = left;
        match answer.decision {
            Decision::Resign => Err(Ending::lost(color, Reason::Resignation, None)),
            Decision::Move(mv) => {
                self.make(color, mv)?;
                self.notes.push(Note { evaluation: evaluation(&answer, mv), left });
                self.tell(color)
            }
        }
    }

    fn make(&mut self, color: Color, mv: Move) -> Result<(), Ending> {
        self.game.play_as(color, mv).map_err(|error| {
            let detail = format!("{color} played {mv}: {error}");
            Ending::lost(color, Reason::IllegalMove, Some(detail))
        })
    }

    /// Tells the opponent, who need not be told of the last move.
    fn tell(&mut self, color: Color) -> Result<(), Ending> {
        if self.game.end().is_some() {
            return Ok(());
        }
        self.seats[!color].hear(&self.game).map_err(|error| Ending::by_error(!color, &error))
    }

    /// Dismisses an engine that failed, since its state is unknown.
    fn dismiss(&mut self, ending: &Ending) {
        let is_fair = matches!(ending.reason, Reason::Score | Reason::Resignation);
        if let Some(winner) = ending.outcome.winner()
            && !is_fair
        {
            self.seats[!winner].leave();
        }
    }

    /// The ending with the outcome of a game that was played to the end.
    fn counted(&self, ending: Ending, judge: Option<&mut Seat<'_>>) -> Ending {
        if ending != Ending::without_result(Reason::Score) {
            return ending;
        }
        let Some(judge) = judge else {
            return Ending { outcome: judge::count(&self.game), ..ending };
        };
        match judge::ask(judge, &self.game) {
            Ok(outcome) => Ending { outcome, ..ending },
            Err(error) => {
                judge.leave();
                let detail = Some(format!("the judge failed: {error}"));
                Ending { detail, ..Ending::without_result(Reason::NotCounted) }
            }
        }
    }
}
