//! The engine's side: one game, and the commands about it.

#![expect(clippy::unnecessary_wraps, reason = "all commands have one signature")]

mod about;
mod analyze;
mod ask;
mod clock;
mod count;
mod dialect;
mod file;
mod gogui;
mod handicap;
mod parameter;
mod play;
mod position;
mod rules;
mod setup;
mod show;

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Write};

use tengen_analysis::Excluded;
use tengen_clock::TimeControl;
use tengen_rules::{Color, Game, IllegalMove, LongCycle, Move, Ruleset, Size, Turn};

use crate::answer::Failure;
use crate::command::{Arguments, Command};
use crate::input_queue::{Cause, InputQueue};
use crate::line::Line;
use crate::player::{Player, Purpose, Request};
use crate::stream::Stream;

/// Carries out a command and says what there is to answer.
type Quick = fn(&mut Engine<'_>, Arguments<'_>) -> Result<String, Failure>;

/// The same for a command that takes its time: it can be interrupted, and it
/// can say something while it goes on.
type Long = fn(&mut Engine<'_>, Arguments<'_>, &mut Stream<'_>) -> Result<String, Failure>;

#[derive(Copy, Clone, Debug)]
enum Handler {
    Quick(Quick),
    Long(Long),
}

use Handler::{Long as L, Quick as Q};

/// Every command by name, in alphabetical order.
const COMMANDS: &[(&str, Handler)] = &[
    ("all_legal", Q(ask::all_legal)),
    ("analyze", L(analyze::analyze)),
    ("boardsize", Q(setup::boardsize)),
    ("captures", Q(ask::captures)),
    ("cgos-analyze", L(analyze::cgos_analyze)),
    ("cgos-gameover", Q(about::nothing)),
    ("cgos-genmove_analyze", L(analyze::cgos_genmove_analyze)),
    ("clear_board", Q(setup::clear_board)),
    ("clear_cache", Q(setup::clear_cache)),
    ("cputime", Q(about::cputime)),
    ("estimate_score", Q(count::estimate_score)),
    ("final_score", Q(count::final_score)),
    ("final_status", Q(count::final_status)),
    ("final_status_list", Q(count::final_status_list)),
    ("fixed_handicap", Q(handicap::fixed_handicap)),
    ("genmove", L(play::genmove)),
    ("genmove_analyze", L(analyze::genmove_analyze)),
    ("get_komi", Q(ask::get_komi)),
    ("gg-undo", Q(play::gg_undo)),
    ("gogui-analyze_commands", Q(gogui::analyze_commands)),
    ("gogui-interrupt", Q(about::nothing)),
    ("gogui-play_sequence", Q(position::gogui_play_sequence)),
    ("gogui-setup", Q(position::gogui_setup)),
    ("gogui-setup_player", Q(position::gogui_setup_player)),
    ("gomill-cpu_time", Q(about::cputime)),
    ("is_legal", Q(ask::is_legal)),
    ("kata-analyze", L(analyze::kata_analyze)),
    ("kata-genmove_analyze", L(analyze::kata_genmove_analyze)),
    ("kata-get-param", Q(parameter::kata_get_param)),
    ("kata-get-params", Q(parameter::kata_get_params)),
    ("kata-get-rules", Q(rules::kata_get_rules)),
    ("kata-list-params", Q(parameter::kata_list_params)),
    ("kata-list_time_settings", Q(clock::kata_list_time_settings)),
    ("kata-set-param", Q(parameter::kata_set_param)),
    ("kata-set-params", Q(parameter::kata_set_params)),
    ("kata-set-rule", Q(rules::kata_set_rule)),
    ("kata-set-rules", Q(rules::kata_set_rules)),
    ("kata-time_settings", Q(clock::kata_time_settings)),
    ("kgs-chat", Q(about::kgs_chat)),
    ("kgs-game_over", Q(about::nothing)),
    ("kgs-genmove_cleanup", L(play::kgs_genmove_cleanup)),
    ("kgs-rules", Q(rules::kgs_rules)),
    ("kgs-time_settings", Q(clock::kgs_time_settings)),
    ("known_command", Q(about::known_command)),
    ("komi", Q(setup::komi)),
    ("list_commands", Q(about::list_commands)),
    ("list_stones", Q(ask::list_stones)),
    ("loadsgf", Q(file::loadsgf)),
    ("lz-analyze", L(analyze::lz_analyze)),
    ("lz-genmove_analyze", L(analyze::lz_genmove_analyze)),
    ("move_history", Q(ask::move_history)),
    ("name", Q(about::name)),
    ("place_free_handicap", Q(handicap::place_free_handicap)),
    ("play", Q(play::play)),
    ("printsgf", Q(file::printsgf)),
    ("protocol_version", Q(about::protocol_version)),
    ("query_boardsize", Q(ask::query_boardsize)),
    ("quit", Q(about::quit)),
    ("rectangular_boardsize", Q(setup::rectangular_boardsize)),
    ("reg_genmove", L(play::reg_genmove)),
    ("set_free_handicap", Q(handicap::set_free_handicap)),
    ("set_position", Q(position::set_position)),
    ("showboard", Q(show::showboard)),
    ("stop", Q(about::nothing)),
    ("tengen-candidates", Q(gogui::candidates)),
    ("tengen-ownership", Q(gogui::ownership)),
    ("tengen-territory", Q(gogui::territory)),
    ("time_left", Q(clock::time_left)),
    ("time_settings", Q(clock::time_settings)),
    ("unconditional_status", Q(ask::unconditional_status)),
    ("undo", Q(play::undo)),
    ("version", Q(about::version)),
];

/// The handler of a command.
fn find(name: &str) -> Option<Handler> {
    COMMANDS.iter().find(|&&(it, _)| it == name).map(|&(_, handler)| handler)
}

/// A game that is played by commands.
pub struct Engine<'a> {
    player: &'a mut dyn Player,
    game: Game,
    /// The rules as they were set; the game has a more lenient copy.
    ruleset: Ruleset,
    time_control: TimeControl,
    /// Whether the player takes part in the game.
    is_seated: bool,
    has_quit: bool,
}

impl<'a> Engine<'a> {
    /// An engine with an empty board of the usual size and the usual komi.
    pub fn new(player: &'a mut dyn Player, ruleset: Ruleset) -> Engine<'a> {
        let game = Game::new(Size::NINETEEN, patient(ruleset));
        Engine {
            player,
            game,
            ruleset,
            time_control: TimeControl::None,
            is_seated: false,
            has_quit: false,
        }
    }

    /// The game as the commands have left it.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Answers commands until one says to quit or the input ends.
    ///
    /// Another thread reads the input. If the engine quits before the input
    /// ends, that thread goes on to wait for one more line.
    ///
    /// # Errors
    ///
    /// Returns [`Disconnected`] if nothing can be read or written any more.
    /// Whatever is read is answered.
    pub fn run(
        &mut self,
        input: impl BufRead + Send + 'static,
        mut output: impl Write,
    ) -> Result<(), Disconnected> {
        let queue = InputQueue::open(input);
        let result = self.converse(&queue, &mut output);
        queue.abandon();
        result
    }

    fn converse(&mut self, queue: &InputQueue, output: &mut dyn Write) -> Result<(), Disconnected> {
        while !self.has_quit {
            if queue.is_idle() && self.is_seated && self.player.ponders() {
                self.ponder(queue);
            }
            let Some(line) = queue.next().map_err(Disconnected::Input)? else { break };
            self.answer(&line, queue, output).map_err(Disconnected::Output)?;
        }
        Ok(())
    }

    /// Writes the answer to a line, if there is a command in it.
    fn answer(
        &mut self,
        line: &Line,
        queue: &InputQueue,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(Command { id, name, arguments }) = Command::parse(&line.text) else {
            return Ok(());
        };
        let mut stream = Stream::new(id, queue, output);
        let result = match find(name) {
            _ if line.is_cut => Err(Failure::LineTooLong),
            Some(Handler::Quick(handler)) => handler(self, arguments),
            Some(Handler::Long(handler)) => handler(self, arguments, &mut stream),
            None => Err(Failure::UnknownCommand),
        };
        stream.finish(&result)
    }

    /// Lets the player think until a line comes in.
    fn ponder(&mut self, queue: &InputQueue) {
        if self.game.end().is_some() {
            return;
        }
        let request = Request {
            game: &self.game,
            color: self.game.to_play(),
            purpose: Purpose::Ponder,
            excluded: Excluded::default(),
            interval: None,
            stop: queue.stop_on(Cause::Anything),
        };
        self.player.think(&request, &mut |_| ());
    }

    /// Puts another game in place of this one, with the komi of this one.
    fn start(&mut self, game: Game) {
        self.game = game.with_komi(self.game.komi());
        self.is_seated = false;
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

    /// The game, taken up again if it was over.
    fn open_game(&self, color: Color) -> Game {
        let mut game = self.game.clone();
        // A game that is not over needs nothing.
        let _ = game.resume(color);
        game
    }
}

/// The rules, but a game that repeats itself goes on.
fn patient(ruleset: Ruleset) -> Ruleset {
    Ruleset { long_cycle: LongCycle::Continues, ..ruleset }
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
