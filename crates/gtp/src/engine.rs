//! The engine's side: one game, and the commands about it.

#![expect(clippy::unnecessary_wraps, reason = "all commands have one signature")]

mod about;
mod clock;
mod count;
mod handicap;
mod play;
mod setup;
mod show;

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Write};

use tengen_rules::{Color, Game, IllegalMove, LongCycle, Move, Ruleset, Size, Turn};

use crate::answer::{self, Failure};
use crate::command::{Arguments, Command};
use crate::line::{self, Line};
use crate::player::Player;

/// Carries out a command and says what there is to answer.
type Handler = fn(&mut Engine<'_>, Arguments<'_>) -> Result<String, Failure>;

/// Every command by name, in alphabetical order.
const COMMANDS: &[(&str, Handler)] = &[
    ("boardsize", setup::boardsize),
    ("clear_board", setup::clear_board),
    ("final_score", count::final_score),
    ("final_status_list", count::final_status_list),
    ("fixed_handicap", handicap::fixed_handicap),
    ("genmove", play::genmove),
    ("kgs-time_settings", clock::kgs_time_settings),
    ("known_command", about::known_command),
    ("komi", setup::komi),
    ("list_commands", about::list_commands),
    ("name", about::name),
    ("place_free_handicap", handicap::place_free_handicap),
    ("play", play::play),
    ("protocol_version", about::protocol_version),
    ("quit", about::quit),
    ("rectangular_boardsize", setup::rectangular_boardsize),
    ("reg_genmove", play::reg_genmove),
    ("set_free_handicap", handicap::set_free_handicap),
    ("showboard", show::showboard),
    ("time_left", clock::time_left),
    ("time_settings", clock::time_settings),
    ("undo", play::undo),
    ("version", about::version),
];

/// The handler of a command.
fn find(name: &str) -> Option<Handler> {
    COMMANDS.iter().find(|&&(it, _)| it == name).map(|&(_, handler)| handler)
}

/// A game that is played by commands.
pub struct Engine<'a> {
    player: &'a mut dyn Player,
    game: Game,
    has_quit: bool,
}

impl<'a> Engine<'a> {
    /// An engine with an empty board of the usual size and the usual komi.
    pub fn new(player: &'a mut dyn Player, ruleset: Ruleset) -> Engine<'a> {
        let ruleset = Ruleset { long_cycle: LongCycle::Continues, ..ruleset };
        Engine { player, game: Game::new(Size::NINETEEN, ruleset), has_quit: false }
    }

    /// The game as the commands have left it.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Answers commands until one says to quit or the input ends.
    ///
    /// # Errors
    ///
    /// Returns [`Disconnected`] if nothing can be read or written any more.
    /// Whatever is read is answered.
    pub fn run(
        &mut self,
        mut input: impl BufRead,
        mut output: impl Write,
    ) -> Result<(), Disconnected> {
        while !self.has_quit
            && let Some(line) = line::read(&mut input).map_err(Disconnected::Input)?
        {
            if let Some(answer) = self.answer(&line) {
                write(&mut output, &answer).map_err(Disconnected::Output)?;
            }
        }
        Ok(())
    }

    /// The answer to a line, or `None` if there is no command in it.
    fn answer(&mut self, line: &Line) -> Option<String> {
        let Command { id, name, arguments } = Command::parse(&line.text)?;
        let result = match find(name) {
            _ if line.is_cut => Err(Failure::LineTooLong),
            Some(handler) => handler(self, arguments),
            None => Err(Failure::UnknownCommand),
        };
        Some(answer::format(id, &result))
    }

    /// Puts another game in place of this one, with the komi of this one.
    fn start(&mut self, game: Game) {
        self.game = game.with_komi(self.game.komi());
        self.player.start_game();
    }

    /// Makes a move, which takes a game up again that was over.
    fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let is_resumed = self.game.resume(color).is_ok();
        let result = self.game.play_as(color, mv);
        if result.is_err() && is_resumed {
            self.game.undo();
        }
        result
    }

    /// Takes the last move back, and that the game was taken up for it.
    fn undo(&mut self) -> Option<Turn> {
        let turn = self.game.undo()?;
        if matches!(self.game.turns().next_back(), Some(Turn::Resume(_))) {
            self.game.undo();
        }
        Some(turn)
    }
}

fn write(output: &mut impl Write, answer: &str) -> io::Result<()> {
    output.write_all(answer.as_bytes())?;
    output.flush()
}

impl fmt::Debug for Engine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("game", &self.game).finish_non_exhaustive()
    }
}

/// The reason why a conversation broke off.
#[derive(Debug)]
pub enum Disconnected {
    /// The commands cannot be read.
    Input(io::Error),
    /// The answers cannot be written.
    Output(io::Error),
}

impl fmt::Display for Disconnected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disconnected::Input(error) => write!(f, "cannot read commands: {error}"),
            Disconnected::Output(error) => write!(f, "cannot write answers: {error}"),
        }
    }
}

impl Error for Disconnected {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_in_order() {
        assert!(COMMANDS.is_sorted_by(|(first, _), (second, _)| first < second));
    }
}
