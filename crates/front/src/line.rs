//! Commands as they are typed: after a colon, in a field, or in text mode.

mod completion;
mod new_game;
mod position;
#[cfg(test)]
mod tests;
mod word;

use std::path::PathBuf;

use tengen_record::{Direction, Mark};
use tengen_remote::Wish;
use tengen_rules::{Color, Point};
use tengen_session::{Drawing, Edit, Find, Step};

use crate::command::Command;
use crate::library::ToAdd;
pub use completion::{completions, files};
pub use new_game::{BadGameWord, GameWords};
pub use position::PositionWords;

/// The meaning of a typed line.
#[derive(Clone, Debug)]
pub enum Order {
    /// A command that also has a key.
    Command(Command),
    /// A move at a point.
    Play(Point),
    /// A group is dead, or alive again.
    MarkDead {
        /// A stone of the group.
        point: Point,
        /// Whether even a group that looks alive is marked.
        is_forced: bool,
    },
    /// Stops the clocks.
    Pause,
    /// Starts them again.
    Start,
    /// Another position.
    Go(Step),
    /// The next position with something.
    Find(Find, Direction),
    /// A change of the record.
    Edit(Edit),
    /// Something that a person wants to know.
    Ask(Inquiry),
    /// A line of chat.
    Say(String),
    /// A game on a server by its link.
    Join(String, Wish),
    /// The game is won or void because the opponent is gone.
    Claim {
        /// Whether it has no result.
        is_void: bool,
    },
    /// A game that has not really begun is cancelled.
    Cancel,
    /// The same players play again.
    Rematch,
    /// A game with these changes.
    NewGame(GameWords),
    /// The game goes on from here, in a record with these players.
    PlayOn(GameWords),
    /// An unfinished game by its place in the list, from one.
    Continue(usize),
    /// A file.
    Open(PathBuf),
    /// A game of the file by its place, from one.
    Game(usize),
    /// The record is written to a file.
    Save {
        /// The file.
        path: PathBuf,
        /// Whether a file that exists is replaced.
        is_forced: bool,
    },
    /// A picture of the board is written to a file.
    Export(PathBuf),
    /// A group is attacked on a side board.
    Prove(Point),
    /// A guess of the lead, as it was typed.
    GuessLead(String),
    /// Moves that lose too much are taken back, or no longer.
    Teach(bool),
    /// A review stands still.
    StopReview,
    /// An exercise is tried again.
    Retry,
    /// Practice ends.
    StopPractice,
    /// Games of the library by a query.
    Library(String),
    /// Files and folders come into the library.
    AddToLibrary(ToAdd),
    /// A game of the library by its number.
    OpenLibrary(u32),
    /// A game of the library gets a tag, or loses it.
    Tag(u32, String),
    /// The viewed position in the library.
    Position(PositionWords),
    /// A word of Go, explained.
    Glossary(String),
    /// Games of the library counted, by a query.
    Statistics(String),
    /// What can be typed.
    Help,
}

/// What can be asked about a game; answered by [`words::answer`](crate::words::answer).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Inquiry {
    /// The whole board as a diagram.
    Board,
    /// A row of the board, from one at the bottom.
    Row(u8),
    /// What happened last and what comes next.
    Status,
    /// What is at a point.
    Look(Point),
    /// What could be captured at once.
    Atari,
    /// The chains of one color, or of both.
    Groups(Option<Color>),
    /// The stones that came and went since the person's last step.
    Changed,
    /// The moves so far.
    Moves,
    /// The time left.
    Clock,
    /// The stones that were captured.
    Prisoners,
    /// Who plays, and by which rules.
    Players,
    /// The game info: event, date, result.
    Info,
    /// The points of both players.
    Score,
    /// The stones that are marked dead.
    Dead,
    /// The comment on this position.
    Comment,
    /// Name, comment, marks and labels of this position.
    Notes,
    /// What can follow here.
    Variations,
    /// What an engine recommends.
    Hints,
    /// What an engine thinks of the score.
    Estimate,
    /// What a review says of the move that led here.
    Why,
    /// The mistakes of the line.
    Mistakes,
    /// The report of the review.
    Report,
    /// The games in this file.
    Games,
    /// The games that can be continued.
    Unfinished,
}

/// Reads a line.
///
/// # Errors
///
/// Returns [`BadLine`] if it is not a command, or lacks something.
pub fn parse(text: &str) -> Result<Order, BadLine> {
    let text = text.trim().trim_start_matches(':').trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let line = Line { word: &word.to_lowercase(), rest: rest.trim() };
    if let Some(order) = line.with_argument() {
        return order;
    }
    match word::parse(line.word) {
        Some(order) if line.rest.is_empty() => Ok(order),
        Some(_) => Err(line.too_much()),
        None if !line.rest.is_empty() => Err(BadLine::Unknown(word.to_owned())),
        None => bare(word),
    }
}

/// A word that is not a command: a point, or the number of a move.
fn bare(word: &str) -> Result<Order, BadLine> {
    if let Ok(number) = word.parse() {
        return Ok(Order::Go(Step::Number(number)));
    }
    word.parse().map(Order::Play).map_err(|_| BadLine::Unknown(word.to_owned()))
}

/// The number of a game of the library: `#12`.
fn library_number(text: &str) -> Option<u32> {
    text.trim().strip_prefix('#')?.parse().ok()
}

/// A command with what follows it.
#[derive(Copy, Clone)]
struct Line<'a> {
    word: &'a str,
    rest: &'a str,
}

impl Line<'_> {
    /// Parses commands with an argument; `None` for other commands.
    fn with_argument(self) -> Option<Result<Order, BadLine>> {
        let rest = self.rest;
        Some(match self.word {
            "next" if rest == "mistake" => Ok(Order::Command(Command::NextMistake)),
            "previous" if rest == "mistake" => Ok(Order::Command(Command::PreviousMistake)),
            "prove" => self.point().map(Order::Prove),
            "lead" => Ok(Order::GuessLead(rest.to_owned())),
            "teaching" if matches!(rest, "on" | "off") => Ok(Order::Teach(rest == "on")),
            "review" if rest == "stop" => Ok(Order::StopReview),
            "practice" | "guess" if rest == "stop" => Ok(Order::StopPractice),
            "play" => self.point().map(Order::Play),
            "dead" if rest.is_empty() => Ok(Order::Ask(Inquiry::Dead)),
            "dead" => self.dead(false),
            "dead!" => self.dead(true),
            "look" => self.point().map(|it| Order::Ask(Inquiry::Look(it))),
            "row" => self.number(1).map(|it| Order::Ask(Inquiry::Row(it))),
            "groups" if rest == "black" => Ok(Order::Ask(Inquiry::Groups(Some(Color::Black)))),
            "groups" if rest == "white" => Ok(Order::Ask(Inquiry::Groups(Some(Color::White)))),
            "what" if rest == "changed" => Ok(Order::Ask(Inquiry::Changed)),
            "comment" if rest.is_empty() => Ok(Order::Ask(Inquiry::Comment)),
            "comment" => Ok(Order::Edit(Edit::Comment(rest.to_owned()))),
            "name" => Ok(Order::Edit(Edit::Name(rest.to_owned()))),
            "find" if rest.is_empty() => Ok(Order::Command(Command::FindNext)),
            "find" => Ok(Order::Find(Find::Text(rest.to_owned()), Direction::Forward)),
            "number" => self.number(1).map(|it| Order::Go(Step::Number(it))),
            "back" => self.number(1).map(|it| Order::Go(Step::Back(it))),
            "forward" => self.number(1).map(|it| Order::Go(Step::Forward(it))),
            "label" => self.label(),
            "circle" => self.mark(Mark::Circle),
            "cross" => self.mark(Mark::Cross),
            "square" => self.mark(Mark::Square),
            "triangle" => self.mark(Mark::Triangle),
            "say" => self.text().map(Order::Say),
            "join" => self.text().map(|it| Order::Join(it, Wish::Play)),
            "watch" => self.text().map(|it| Order::Join(it, Wish::Watch)),
            "claim" if matches!(rest, "" | "win") => Ok(Order::Claim { is_void: false }),
            "claim" if rest == "void" => Ok(Order::Claim { is_void: true }),
            "new" => Ok(Order::NewGame(GameWords::new(rest))),
            "resume" | "go" => Ok(Order::PlayOn(GameWords::new(rest))),
            "continue" => self.number(1).map(Order::Continue),
            "game" => self.number(1).map(Order::Game),
            "save" | "w" if rest.is_empty() => Ok(Order::Command(Command::Save)),
            "save" | "w" => self.path().map(|path| Order::Save { path, is_forced: false }),
            "save!" | "w!" => self.path().map(|path| Order::Save { path, is_forced: true }),
            "library" => Ok(Order::Library(rest.to_owned())),
            "statistics" if rest.is_empty() => Ok(Order::Statistics("is:mine".to_owned())),
            "statistics" => Ok(Order::Statistics(rest.to_owned())),
            "glossary" | "what" => {
                Ok(Order::Glossary(rest.trim_start_matches("is ").trim().to_owned()))
            }
            "learn" if rest.is_empty() => Ok(Order::Command(Command::Learn)),
            "position" => self.position().map(Order::Position),
            "add" => self.add(),
            "tag" => self.tag(),
            "open" if library_number(rest).is_some() => {
                Ok(Order::OpenLibrary(library_number(rest).unwrap_or_default()))
            }
            "open" | "e" => self.path().map(Order::Open),
            "export" => self.path().map(Order::Export),
            _ => return None,
        })
    }

    fn point(self) -> Result<Point, BadLine> {
        self.rest.parse().map_err(|_| BadLine::NoPoint {
            command: self.word.to_owned(),
            text: self.rest.to_owned(),
        })
    }

    fn dead(self, is_forced: bool) -> Result<Order, BadLine> {
        self.point().map(|point| Order::MarkDead { point, is_forced })
    }

    fn mark(self, mark: Mark) -> Result<Order, BadLine> {
        self.point().map(|point| Order::Edit(Drawing::ToggleMark(point, mark).into()))
    }

    fn label(self) -> Result<Order, BadLine> {
        let (name, text) = self.rest.split_once(char::is_whitespace).unwrap_or((self.rest, ""));
        let point = Line { rest: name, ..self }.point()?;
        Ok(Order::Edit(Drawing::Label(point, text.trim().to_owned()).into()))
    }

    fn position(self) -> Result<PositionWords, BadLine> {
        let no_point = |text| BadLine::NoPoint { command: self.word.to_owned(), text };
        PositionWords::parse(self.rest).map_err(no_point)
    }

    /// A file or folder for the library, `watch` and a folder, or nothing for
    /// what is new in those that are watched.
    fn add(self) -> Result<Order, BadLine> {
        let what = match self.rest.split_once(char::is_whitespace) {
            _ if self.rest.is_empty() => ToAdd::News,
            Some(("watch", folder)) => ToAdd::Watched(PathBuf::from(folder.trim())),
            _ if self.rest == "watch" => return Err(BadLine::NoFile("add watch".to_owned())),
            _ => ToAdd::Once(PathBuf::from(self.rest)),
        };
        Ok(Order::AddToLibrary(what))
    }

    /// The number of a game, and a tag.
    fn tag(self) -> Result<Order, BadLine> {
        let (number, tag) = self.rest.split_once(char::is_whitespace).unwrap_or((self.rest, ""));
        match library_number(number) {
            Some(number) if !tag.trim().is_empty() => Ok(Order::Tag(number, tag.trim().to_owned())),
            _ => Err(BadLine::NoText(self.word.to_owned())),
        }
    }

    fn text(self) -> Result<String, BadLine> {
        match self.rest {
            "" => Err(BadLine::NoText(self.word.to_owned())),
            text => Ok(text.to_owned()),
        }
    }

    fn path(self) -> Result<PathBuf, BadLine> {
        match self.rest {
            "" => Err(BadLine::NoFile(self.word.to_owned())),
            path => Ok(PathBuf::from(path)),
        }
    }

    /// A number, or the default if there is none.
    fn number<T: std::str::FromStr>(self, default: T) -> Result<T, BadLine> {
        match self.rest {
            "" => Ok(default),
            text => text.parse().map_err(|_| BadLine::NoNumber {
                command: self.word.to_owned(),
                text: text.to_owned(),
            }),
        }
    }

    fn too_much(self) -> BadLine {
        BadLine::TooMuch { command: self.word.to_owned(), rest: self.rest.to_owned() }
    }
}

/// The reason why a line cannot be followed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum BadLine {
    /// No command has this name.
    Unknown(String),
    /// The command stands alone.
    TooMuch {
        /// The command.
        command: String,
        /// What follows it.
        rest: String,
    },
    /// The command needs a point.
    NoPoint {
        /// The command.
        command: String,
        /// What is there instead, or nothing.
        text: String,
    },
    /// The command takes a number.
    NoNumber {
        /// The command.
        command: String,
        /// What is there instead.
        text: String,
    },
    /// The command needs the name of a file.
    NoFile(String),
    /// The command needs a text or a link.
    NoText(String),
}
