//! Commands as they are typed: after a colon on the screen, or as lines in
//! text mode.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use tengen_engine::Level;
use tengen_host::level_seat;
use tengen_record::{Direction, Mark};
use tengen_rules::{Color, Komi, Point, Ruleset, Size};
use tengen_session::{Action, Edit, Find, Handicap, Phase, Seat, Setup, Step, View};

use crate::app::Request;
use crate::question::Question;

/// What a line asks for.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    Act(Act),
    Ask(Question),
    Request(Request),
    NewGame(Changes),
    Help,
}

/// What the game is to do; some of it depends on who acts.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    Plain(Action),
    Agree,
    Resign,
    PlayOn,
}

impl Act {
    /// The actions in this position.
    pub(crate) fn actions(self, view: &View) -> Result<Vec<Action>, BadLine> {
        let actor = view.actor.ok_or(BadLine::NobodyActs);
        Ok(vec![match self {
            Act::Plain(action) => action,
            Act::Agree => return Ok(agreements(view)),
            Act::Resign => Action::Resign(actor?),
            Act::PlayOn => match view.phase {
                Phase::Scoring(_) if view.is_live() => Action::ResumePlay(actor?),
                _ => Action::PlayFromHere,
            },
        }])
    }
}

/// People at one board agree together.
pub(crate) fn agreements(view: &View) -> Vec<Action> {
    let people = Color::ALL.into_iter().filter(|&it| view.seats[it].is_person());
    people.map(Action::Agree).collect()
}

/// How a new game differs from the one before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    words: Vec<String>,
}

impl Changes {
    /// The set-up with these changes.
    ///
    /// A program is called by its name, with hyphens instead of spaces.
    pub(crate) fn apply(&self, mut setup: Setup, engines: &[Seat]) -> Result<Setup, BadLine> {
        for word in &self.words {
            let unknown = || BadLine::Unknown(word.clone());
            let lower = word.to_lowercase();
            if let Some(number) = lower.strip_prefix("handicap=") {
                setup.handicap = match number.parse().map_err(|_| unknown())? {
                    0 => Handicap::None,
                    n_stones => Handicap::Fixed(n_stones),
                };
            } else if let Some(komi) = lower.strip_prefix("komi=") {
                setup.komi = Some(komi.parse::<Komi>().map_err(|_| unknown())?);
            } else if let Ok(size) = lower.parse::<Size>() {
                setup.size = size;
            } else if let Ok(level) = lower.parse::<Level>() {
                seat_opponent(&mut setup, level_seat(level));
            } else if let Ok(ruleset) = lower.parse::<Ruleset>() {
                setup.ruleset = ruleset;
            } else if let Some(engine) = engines.iter().find(|it| is_called(it, &lower)) {
                seat_opponent(&mut setup, engine.clone());
            } else {
                seat_person(&mut setup, &lower).ok_or_else(unknown)?;
            }
        }
        Ok(setup)
    }
}

fn is_called(seat: &Seat, word: &str) -> bool {
    seat.to_string().to_lowercase().replace(' ', "-") == word
}

/// The engine is another one, or takes the seat of White.
fn seat_opponent(setup: &mut Setup, seat: Seat) {
    let is_black = !setup.seats.black.is_person() && setup.seats.white.is_person();
    let color = if is_black { Color::Black } else { Color::White };
    setup.seats[color] = seat;
}

/// The person changes the seat.
fn seat_person(setup: &mut Setup, color: &str) -> Option<()> {
    let level = [&setup.seats.white, &setup.seats.black].into_iter().find(|it| !it.is_person());
    let level = level.cloned().unwrap_or(level_seat(Level::LIGHT));
    let person = Seat::person("");
    let (black, white) = match color {
        "black" => (person, level),
        "white" => (level, person),
        "both" => (person.clone(), person),
        _ => return None,
    };
    setup.seats.black = black;
    setup.seats.white = white;
    Some(())
}

/// Reads a line.
pub(crate) fn parse(text: &str) -> Result<Order, BadLine> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let lower = word.to_lowercase();
    if let Some(order) = parse_file(&lower, rest) {
        return order;
    }
    let point = |text: &str| text.parse::<Point>().map_err(|_| BadLine::NoPoint(text.to_owned()));
    Ok(match lower.as_str() {
        "play" => plain(Action::Play(point(rest)?)),
        "dead" => plain(Action::ToggleDead { point: point(rest)?, is_forced: false }),
        "dead!" => plain(Action::ToggleDead { point: point(rest)?, is_forced: true }),
        "look" => Order::Ask(Question::Look(point(rest)?)),
        "comment" => plain(Action::Edit(Edit::Comment(rest.to_owned()))),
        "name" => plain(Action::Edit(Edit::Name(rest.to_owned()))),
        "find" => plain(Action::Find(Find::Text(rest.to_owned()), Direction::Forward)),
        "number" => plain(Action::Go(Step::Number(number(rest)? as u32))),
        "label" => {
            let (name, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            plain(Action::Edit(Edit::Label(point(name)?, text.trim().to_owned())))
        }
        "circle" => mark(point(rest)?, Mark::Circle),
        "cross" => mark(point(rest)?, Mark::Cross),
        "square" => mark(point(rest)?, Mark::Square),
        "triangle" => mark(point(rest)?, Mark::Triangle),
        "new" => {
            let words = rest.split_whitespace().map(str::to_owned).collect();
            Order::NewGame(Changes { words })
        }
        "back" => plain(Action::Go(Step::Back(number(rest)?))),
        "forward" => plain(Action::Go(Step::Forward(number(rest)?))),
        _ => match parse_word(&lower) {
            Some(order) if rest.is_empty() => order,
            Some(_) => return Err(BadLine::TooMuch(rest.to_owned())),
            None if rest.is_empty() => {
                let unknown = |_| BadLine::Unknown(word.to_owned());
                plain(Action::Play(word.parse().map_err(unknown)?))
            }
            None => return Err(BadLine::Unknown(word.to_owned())),
        },
    })
}

fn parse_file(word: &str, rest: &str) -> Option<Result<Order, BadLine>> {
    let request: fn(PathBuf) -> Request = match word {
        "save" | "w" => |path| Request::Save { path, is_forced: false },
        "save!" | "w!" => |path| Request::Save { path, is_forced: true },
        "open" | "e" => Request::Open,
        _ => return None,
    };
    Some(match rest {
        "" => Err(BadLine::NoFile),
        path => Ok(Order::Request(request(PathBuf::from(path)))),
    })
}

/// Commands of one word.
fn parse_word(word: &str) -> Option<Order> {
    Some(match word {
        "pass" => plain(Action::Pass),
        "undo" | "u" => plain(Action::Undo),
        "redo" => plain(Action::Redo),
        "resign" => Order::Act(Act::Resign),
        "agree" => Order::Act(Act::Agree),
        "resume" | "go" => Order::Act(Act::PlayOn),
        "hint" => plain(Action::Hint),
        "estimate" => plain(Action::Estimate),
        "hide" => plain(Action::HideAnalysis),
        "now" => plain(Action::MoveNow),
        "pause" => plain(Action::Pause),
        "start" => plain(Action::Start),
        "first" => plain(Action::Go(Step::First)),
        "last" => plain(Action::Go(Step::Last)),
        "live" => plain(Action::Go(Step::Live)),
        "variation" => plain(Action::Go(Step::NextVariation)),
        "delete" => plain(Action::Edit(Edit::Delete)),
        "promote" => plain(Action::Edit(Edit::Promote)),
        "unedit" => plain(Action::UndoEdit),
        "reedit" => plain(Action::RedoEdit),
        "board" => Order::Ask(Question::Board),
        "status" => Order::Ask(Question::Status),
        "atari" => Order::Ask(Question::Atari),
        "moves" => Order::Ask(Question::Moves),
        "clock" => Order::Ask(Question::Clock),
        "prisoners" => Order::Ask(Question::Prisoners),
        "players" => Order::Ask(Question::Players),
        "continue" => Order::Request(Request::Continue),
        "quit" | "exit" | "q" => Order::Request(Request::Quit),
        "help" | "?" => Order::Help,
        _ => return None,
    })
}

const fn plain(action: Action) -> Order {
    Order::Act(Act::Plain(action))
}

const fn mark(point: Point, mark: Mark) -> Order {
    plain(Action::Edit(Edit::ToggleMark(point, mark)))
}

/// A number, one if there is none.
fn number(text: &str) -> Result<usize, BadLine> {
    match text {
        "" => Ok(1),
        text => text.parse().map_err(|_| BadLine::TooMuch(text.to_owned())),
    }
}

/// The reason why a line cannot be followed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum BadLine {
    /// Nothing is called so.
    Unknown(String),
    /// There is more than the command needs.
    TooMuch(String),
    /// The command needs a point.
    NoPoint(String),
    /// The command needs the name of a file.
    NoFile,
    /// Engines play both colors.
    NobodyActs,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadLine::Unknown(word) => {
                write!(f, "\"{word}\" is no command, expected a point like D4, or \"help\"")
            }
            BadLine::TooMuch(rest) => write!(f, "\"{rest}\" is not expected here"),
            BadLine::NoPoint(text) => write!(f, "\"{text}\" is no point, expected one like D4"),
            BadLine::NoFile => f.write_str("there is no name, expected that of a file"),
            BadLine::NobodyActs => f.write_str("engines play both colors"),
        }
    }
}

impl Error for BadLine {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_moves() {
        for text in ["d4", " D4 ", "play d4"] {
            let order = parse(text);
            assert!(matches!(order, Ok(Order::Act(Act::Plain(Action::Play(_))))), "{text}");
        }
    }

    #[test]
    fn wrong_lines_are_explained() {
        let reason = |text| parse(text).map(|_| ()).unwrap_err();
        assert_eq!(reason("dance"), BadLine::Unknown("dance".to_owned()));
        assert_eq!(reason("pass twice"), BadLine::TooMuch("twice".to_owned()));
        assert_eq!(reason("look"), BadLine::NoPoint(String::new()));
        assert_eq!(reason("save"), BadLine::NoFile);
    }

    #[test]
    fn new_games_change_what_is_named() {
        let setup = Setup::new(Size::NINE, Ruleset::CHINESE);
        let Ok(Order::NewGame(changes)) = parse("new 13 10k white japanese komi=0.5 handicap=2")
        else {
            panic!("a new game is asked for");
        };
        let setup = changes.apply(setup, &[]).unwrap();
        assert_eq!(setup.size, Size::THIRTEEN);
        assert_eq!(setup.ruleset, Ruleset::JAPANESE);
        assert_eq!(setup.handicap, Handicap::Fixed(2));
        assert_eq!(setup.seats.black.to_string(), "Tengen 10k");
        assert!(setup.seats.white.is_person());
    }

    #[test]
    fn engines_are_called_by_their_names() {
        let engine = Seat::Engine { name: "GNU Go".into(), command: "gnugo --mode gtp".into() };
        let Ok(Order::NewGame(changes)) = parse("new 9 gnu-go") else { panic!("a new game") };
        let setup = Setup::new(Size::THIRTEEN, Ruleset::CHINESE);
        assert_eq!(
            changes.apply(setup.clone(), &[]).map(|_| ()),
            Err(BadLine::Unknown("gnu-go".to_owned()))
        );
        let setup = changes.apply(setup, std::slice::from_ref(&engine)).unwrap();
        assert_eq!((setup.size, setup.seats.white), (Size::NINE, engine));
    }
}
