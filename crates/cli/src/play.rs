//! `tengen play`, and `tengen` by itself: a game in the terminal.

mod lobby;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use tengen_clock::TimeControl;
use tengen_front::FrontEnd;
use tengen_front::file_kind::is_record;
use tengen_front::line::GameWords;
use tengen_front::workspace::{Wish, WorkspaceOptions};
use tengen_host::Dirs;
use tengen_remote::ServerAddress;
use tengen_rules::{Komi, Ruleset, Size};
use tengen_tui::{Opening, RunError};

use crate::failure::Failure;
use crate::level_argument::LevelArgument;

/// Plays a game in the terminal.
///
/// If the output is not a terminal, commands are read line by line and answered
/// with sentences.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Board size, such as 9 or 13x9
    #[arg(long, value_name = "SIZE")]
    size: Option<Size>,
    /// Strength of the opponent: a rank from 30k to 9d, or a name such as novice or full
    #[arg(long, value_name = "NAME")]
    level: Option<LevelArgument>,
    /// Your color; `both` for two people at one keyboard
    #[arg(long, value_name = "COLOR")]
    color: Option<Side>,
    /// Number of handicap stones
    #[arg(long, value_name = "N")]
    handicap: Option<u8>,
    /// Points that White gets for moving second [default: as the rules say]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Rules, such as japanese or chinese
    #[arg(long, value_name = "NAME")]
    rules: Option<Ruleset>,
    /// Time for each player: 10m, 30s/move, 5m+3x30s, 5m+25/5m or 5m+10s
    #[arg(long, value_name = "SPEC")]
    clock: Option<TimeControl>,
    /// Use typed commands and plain sentences instead of a screen
    #[arg(long)]
    text: bool,
    /// Game on a server to play or watch, by its link
    #[arg(long, value_name = "URL", conflicts_with_all = [
        "size", "level", "color", "handicap", "komi", "rules", "clock", "file",
    ])]
    #[arg(group = "remote")]
    join: Option<String>,
    /// Server to play at: log in, see your games and the offers, and choose. You
    /// stay logged in, also for --join and the window
    #[arg(long, value_name = "URL", conflicts_with_all = [
        "size", "level", "color", "handicap", "komi", "rules", "clock", "file", "watch",
    ])]
    #[arg(group = "remote")]
    server: Option<ServerAddress>,
    /// Log out at the server
    #[arg(long, requires = "server")]
    logout: bool,
    /// Your name on a server [default: as in your settings]
    #[arg(long, value_name = "NAME", requires = "remote")]
    name: Option<String>,
    /// Watch the game on a server even if a seat is free
    #[arg(long, requires = "join")]
    watch: bool,
    /// Game to continue, or record to play on from; a finished game is shown
    file: Option<PathBuf>,
}

/// The color that the user plays.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum Side {
    Black,
    White,
    Both,
}

impl Side {
    const fn name(self) -> &'static str {
        match self {
            Side::Black => "black",
            Side::White => "white",
            Side::Both => "both",
        }
    }
}

/// Starts with a game.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(server) = &arguments.server {
        return play_at(arguments, server, out);
    }
    let words = arguments.words();
    let opening = match (&arguments.join, &arguments.file) {
        (Some(link), _) => Opening::Join {
            link: link.clone(),
            name: arguments.name.clone(),
            wish: if arguments.watch { Wish::Watch } else { Wish::Play },
        },
        (None, Some(path)) => Opening::File(path.clone(), words),
        (None, None) => Opening::Game(words),
    };
    let is_text = arguments.text || !io::stdout().is_terminal();
    begin(&opening, is_text, out)
}

/// The record of `tengen FILE.sgf`, if that is all of the command line.
pub(crate) fn record_alone(arguments: impl IntoIterator<Item = OsString>) -> Option<PathBuf> {
    let mut arguments = arguments.into_iter().skip(1).map(PathBuf::from);
    let path = arguments.next().filter(|it| is_record(it))?;
    (arguments.next().is_none() && !path.to_string_lossy().starts_with('-')).then_some(path)
}

/// Starts with a record to look at.
pub(crate) fn show(path: PathBuf, out: &mut dyn Write) -> Result<(), Failure> {
    begin(&Opening::Record(path), !io::stdout().is_terminal(), out)
}

/// Starts with a game that the user chooses at a server.
fn play_at(
    arguments: &Arguments,
    server: &ServerAddress,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let visit = lobby::Visit { server, name: arguments.name.as_deref() };
    if arguments.logout {
        return visit.log_out(out);
    }
    let Some(link) = visit.choose(out)? else { return Ok(()) };
    writeln!(out, "{link}")?;
    let opening = Opening::Join { link: link.to_string(), name: None, wish: Wish::Play };
    begin(&opening, arguments.text || !io::stdout().is_terminal(), out)
}

/// Starts with the menu.
pub(crate) fn start(out: &mut dyn Write) -> Result<(), Failure> {
    begin(&Opening::Menu, !io::stdout().is_terminal(), out)
}

fn begin(opening: &Opening, is_text: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let ended = if is_text {
        let input = io::BufReader::new(io::stdin());
        tengen_tui::run_text(opening, options(FrontEnd::Text), input, out)
    } else {
        tengen_tui::run(opening, options(FrontEnd::Terminal).with_pace())
    };
    ended.map_err(failure)
}

/// The workspace of the user; without a home folder, nothing is saved.
pub(crate) fn options(front_end: FrontEnd) -> WorkspaceOptions {
    WorkspaceOptions::new(front_end, Dirs::find().ok())
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
    /// The settings that the arguments change, as words of the form.
    fn words(&self) -> GameWords {
        let komi = self.komi.map(|it| format!("komi={it}"));
        let handicap = self.handicap.map(|it| format!("handicap={it}"));
        let clock = self.clock.map(|it| format!("clock={it}"));
        let words = [
            self.size.map(|it| it.to_string()),
            self.level.map(|it| it.level().name().to_owned()),
            self.color.map(|it| it.name().to_owned()),
            self.rules.and_then(|it| Some(it.name()?.to_owned())),
            komi,
            handicap,
            clock,
        ];
        GameWords::new(&words.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}
