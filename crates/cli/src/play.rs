//! `tengen play`, and `tengen` by itself: a game in the terminal.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use tengen_clock::TimeControl;
use tengen_engine::Level;
use tengen_rules::{ByColor, Color, Komi, Ruleset, Size};
use tengen_session::{Handicap, Seat, Setup};
use tengen_tui::{Opening, Room, RunError};

use crate::failure::Failure;
use crate::level_argument::LevelArgument;

/// Plays a game in the terminal.
///
/// Where the output is no terminal, commands are read as lines, and answered
/// with sentences.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The size of the board, such as 9 or 13x9
    #[arg(long, value_name = "SIZE")]
    size: Option<Size>,
    /// How strong the opponent plays: a rank from 30k to 9d, novice or full
    #[arg(long, value_name = "NAME")]
    level: Option<LevelArgument>,
    /// What you play; with both, nobody but people plays
    #[arg(long, value_name = "COLOR")]
    color: Option<Side>,
    /// The stones that Black has in advance
    #[arg(long, value_name = "N")]
    handicap: Option<u8>,
    /// White's compensation; the usual one of the rules if not given
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// The rules, such as japanese or chinese
    #[arg(long, value_name = "NAME")]
    rules: Option<Ruleset>,
    /// The time of each player: 10m, 5m+3x30s, 5m+25/5m or 5m+10s
    #[arg(long, value_name = "SPEC")]
    clock: Option<TimeControl>,
    /// Read commands as lines and answer with sentences
    #[arg(long)]
    text: bool,
    /// A record to go on with, from the end of its main line
    file: Option<PathBuf>,
}

/// What the person in front plays.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum Side {
    Black,
    White,
    Both,
}

/// Starts with a game.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let room = Room::open();
    let setup = Box::new(arguments.setup(room.0.wish()));
    let opening = match &arguments.file {
        Some(path) => Opening::Record(path.clone(), setup),
        None => Opening::Game(setup),
    };
    let is_text = arguments.text || !io::stdout().is_terminal();
    begin(opening, room, is_text, out)
}

/// Starts with the menu.
pub(crate) fn start(out: &mut dyn Write) -> Result<(), Failure> {
    begin(Opening::Menu, Room::open(), !io::stdout().is_terminal(), out)
}

fn begin(
    opening: Opening,
    room: (Room, Vec<String>),
    is_text: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let ended = if is_text {
        tengen_tui::run_text(opening, room, (io::stdin().lock(), out))
    } else {
        tengen_tui::run(opening, room)
    };
    ended.map_err(failure)
}

/// Why the program in the terminal has ended.
pub(crate) fn failure(error: RunError) -> Failure {
    match error {
        RunError::Terminal(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            Failure::Output(error)
        }
        error => Failure::Terminal(error),
    }
}

impl Arguments {
    /// The game that was asked for: what is not said is as the user has it.
    fn setup(&self, wish: Setup) -> Setup {
        let mut setup = Setup {
            size: self.size.unwrap_or(wish.size),
            ruleset: self.rules.unwrap_or(wish.ruleset),
            komi: self.komi.or(wish.komi),
            time: self.clock.unwrap_or(wish.time),
            ..wish
        };
        match self.handicap {
            Some(0 | 1) => setup.handicap = Handicap::None,
            Some(n_stones) => setup.handicap = Handicap::Fixed(n_stones),
            None => (),
        }
        setup.seats = self.seats(&setup.seats);
        setup
    }

    fn seats(&self, wish: &ByColor<Seat>) -> ByColor<Seat> {
        let all = || Color::ALL.into_iter().map(|it| &wish[it]);
        let person = all().find(|it| it.is_person()).cloned().unwrap_or(Seat::person(""));
        let wished = all().find(|it| !it.is_person()).cloned();
        let engine = self.level.map(|it| seat(it.level())).or(wished);
        let is_white = !wish.black.is_person() && wish.white.is_person();
        let side = self.color.unwrap_or(if is_white { Side::White } else { Side::Black });
        match (side, engine) {
            (Side::Black, Some(engine)) => ByColor { black: person, white: engine },
            (Side::White, Some(engine)) => ByColor { black: engine, white: person },
            (Side::Both, _) | (_, None) => ByColor { black: person, white: Seat::person("") },
        }
    }
}

/// A seat for our own engine.
fn seat(level: Level) -> Seat {
    Seat::Level(level.name().parse().expect("every level has a name"))
}
