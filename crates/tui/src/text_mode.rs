//! The program as lines of text, for screen readers and scripts: commands in,
//! sentences out.

use std::io::{BufRead, Write};
use std::time::Duration;

use tengen_session::{Action, Phase, Seat, Setup, View};

use crate::app::{Request, sentence};
use crate::line::{self, Order};
use crate::question;
use crate::room::{CannotDo, Room};
use crate::run::{Opening, RunError};

/// What help says.
const HELP: &str = "\
A point like D4 plays there.
pass, undo, redo, resign: what they say.
hint: good moves. estimate: who is ahead. now: the engine moves at once.
board: a diagram. status: what happened last. look D4: what is there.
atari: what can be taken. moves, clock, prisoners, players: what they say.
dead D4: a group is dead, or alive again (dead! D4 even if it seems alive).
agree: end the game with these dead stones. resume: play on.
back 3, forward 3, first, last, live, variation: look at other positions.
number 30, find TEXT: look at that move, or at what was written.
comment TEXT, name TEXT: write about the position.
circle D4, cross D4, square D4, triangle D4, label D4 TEXT: mark a point.
delete: the position with all after it. promote: it is the main line.
unedit, reedit: take back what was written or marked, and do it again.
pause, start: stop the clocks, and go on.
new 13 10k white japanese komi=6.5 handicap=2: a game, all of it optional;
the name of an engine of your settings in the place of 10k plays against it.
continue: the game of last time. open FILE, save FILE: records
(save! FILE replaces one that exists).
quit: leave; the game is kept.";

/// The longest wait for news in one go.
const WAIT: Duration = Duration::from_millis(500);

/// Runs the program with commands from lines until there are no more, or one
/// says so.
///
/// # Errors
///
/// Returns [`RunError`] if the game cannot begin, or lines cannot be read or
/// written.
pub fn run_text(
    opening: Opening,
    (mut room, problems): (Room, Vec<String>),
    (input, output): (impl BufRead, &mut dyn Write),
) -> Result<(), RunError> {
    for problem in problems {
        writeln!(output, "{}", sentence(&problem))?;
    }
    let wish = room.wish();
    match opening {
        Opening::Menu => {
            writeln!(output, "Tengen, the game of Go. Type new for a game, or help.")?;
            if let Some(saved) = room.saved() {
                writeln!(output, "A game was saved: {saved}. Type continue for it.")?;
            }
        }
        Opening::Game(setup) => room.begin(*setup)?,
        Opening::Career { .. } => return Err(CannotDo::NeedsTerminal.into()),
        Opening::Record(path, setup) => {
            room.open_record(&path, *setup)?;
            if room.view().is_some_and(|it| matches!(it.phase, Phase::Playing)) {
                room.act(Action::Start)?;
            }
        }
    }
    let mut conversation = Conversation { room, wish, output };
    conversation.wait()?;
    conversation.say_status()?;
    for line in input.split(b'\n') {
        let line = line?;
        let Ok(text) = str::from_utf8(&line) else {
            conversation.say("The line cannot be read, expected text in UTF-8.")?;
            continue;
        };
        if conversation.hear(text.trim_end_matches('\r'))? {
            break;
        }
    }
    Ok(())
}

struct Conversation<'a> {
    room: Room,
    /// What a new game is played with.
    wish: Setup,
    output: &'a mut dyn Write,
}

impl Conversation<'_> {
    /// Follows a line, and returns whether it was the last one.
    fn hear(&mut self, text: &str) -> Result<bool, RunError> {
        if text.trim().is_empty() {
            return Ok(false);
        }
        let order = match line::parse(text) {
            Ok(order) => order,
            Err(reason) => {
                self.say(&sentence(&reason.to_string()))?;
                return Ok(false);
            }
        };
        if matches!(order, Order::Request(Request::Quit)) {
            self.say("Goodbye.")?;
            return Ok(true);
        }
        match self.follow(order) {
            Ok(Some(answer)) => self.say(&answer)?,
            Ok(None) => {
                self.wait()?;
                self.say_status()?;
            }
            Err(reason) => self.say(&sentence(&reason.to_string()))?,
        }
        Ok(false)
    }

    /// Does what is asked for, and returns the answer if it is no move.
    fn follow(&mut self, order: Order) -> Result<Option<String>, CannotDo> {
        match order {
            Order::Help => return Ok(Some(HELP.to_owned())),
            Order::Ask(question) => {
                let answer = self.room.look(|table| table.map(|it| question.answer(it)));
                return Ok(Some(answer.ok_or(CannotDo::NoGame)?));
            }
            Order::NewGame(changes) => match changes.apply(self.wish.clone(), &self.room.engines())
            {
                Ok(setup) => {
                    self.room.begin(setup.clone())?;
                    self.wish = setup;
                }
                Err(reason) => return Ok(Some(sentence(&reason.to_string()))),
            },
            Order::Request(Request::Continue) => self.room.resume()?,
            Order::Request(Request::Open(path)) => {
                let mut setup = Setup::new(self.wish.size, self.wish.ruleset);
                setup.seats.black = Seat::person("");
                self.room.open_record(&path, setup)?;
            }
            Order::Request(Request::Save { path, is_forced }) => {
                self.room.save(&path, is_forced)?;
                return Ok(Some(format!("Saved as {}.", path.display())));
            }
            Order::Request(_) => (),
            Order::Act(act) => return self.act(act),
        }
        Ok(None)
    }

    fn act(&mut self, act: line::Act) -> Result<Option<String>, CannotDo> {
        let view = self.room.view().ok_or(CannotDo::NoGame)?;
        let actions = match act.actions(&view) {
            Ok(actions) => actions,
            Err(reason) => return Ok(Some(sentence(&reason.to_string()))),
        };
        let answer: Option<fn(&View) -> String> = match actions[..] {
            [Action::Hint] => Some(question::hints),
            [Action::Estimate] => Some(question::estimate),
            _ => None,
        };
        for action in actions {
            self.room.act(action)?;
        }
        let Some(answer) = answer else { return Ok(None) };
        self.wait_for(|view| view.is_analyzing);
        let text = self.room.view().map(|it| answer(&it));
        self.room.act(Action::HideAnalysis)?;
        Ok(text)
    }

    /// Waits until engines have answered, and says what goes wrong.
    fn wait(&mut self) -> Result<(), RunError> {
        for problem in self.wait_for(is_busy) {
            self.say(&sentence(&problem))?;
        }
        Ok(())
    }

    fn wait_for(&mut self, is_busy: impl Fn(&View) -> bool) -> Vec<String> {
        let mut problems = Vec::new();
        while self.room.view().is_some_and(|view| is_busy(&view)) {
            problems.extend(self.room.news(WAIT));
        }
        problems
    }

    fn say_status(&mut self) -> Result<(), RunError> {
        match self.room.view() {
            Some(view) => self.say(&view.status),
            None => Ok(()),
        }
    }

    fn say(&mut self, text: &str) -> Result<(), RunError> {
        writeln!(self.output, "{text}")?;
        Ok(self.output.flush()?)
    }
}

/// Whether an engine still has to say something about the game.
fn is_busy(view: &View) -> bool {
    let is_scoring = matches!(&view.phase, Phase::Scoring(scoring) if scoring.is_proposal_pending);
    view.thinking.is_some() || is_scoring
}
