//! The final position of a record: the first game of a file, along its main
//! line.

use std::fmt;

use tengen_rules::{
    Board, Color, Game, Komi, Move, ParseKomiError, PassRule, Point, Position, Ruleset, SetupError,
    Size,
};
use tengen_sgf as sgf;

/// What the command line says about the rules of a game, if anything.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Overrides {
    pub(crate) ruleset: Option<Ruleset>,
    pub(crate) komi: Option<Komi>,
}

/// Reads a file and plays its first game to the end of the main line.
///
/// # Errors
///
/// Returns [`RecordError`] if there is no game of Go that can be counted.
pub(crate) fn final_game(bytes: &[u8], overrides: Overrides) -> Result<Game, RecordError> {
    let collection = sgf::parse(bytes).map_err(|_| RecordError::TooLarge)?;
    let record = collection.game(0).ok_or(RecordError::NoGame)?;
    if let Some(warning) = collection.warnings().iter().find(|it| it.code.is_truncation()) {
        return Err(RecordError::Truncated(warning.to_string(), warning.line));
    }
    let root = record.root();
    if let Some(game) = root.value("GM")
        && game.number() != Ok(1)
    {
        return Err(RecordError::OtherGame(game.simple_text().into_owned()));
    }
    if let Some(problem) = record.size_problem() {
        return Err(RecordError::Size(problem.to_string()));
    }
    let size = Size::new(record.size().width(), record.size().height())
        .ok_or_else(|| RecordError::Size(unsupported(record.size())))?;

    let handicap = handicap(&root)?;
    let ruleset = ruleset(&root, overrides.ruleset)?;
    let komi = komi(&root, overrides.komi)?.unwrap_or_else(|| ruleset.default_komi(handicap));
    let mut replay = Replay { position: Position::new(size), pass: ruleset.pass, n_moves: 0 };
    for node in record.main_line() {
        replay.set_up(&node, record.size())?;
        replay.play(&node, record.size())?;
    }
    Ok(Game::from_position(replay.position, ruleset).with_komi(komi).with_handicap_of(handicap))
}

fn handicap(root: &sgf::Node<'_>) -> Result<u8, RecordError> {
    match root.value("HA").map(sgf::Value::number) {
        None => Ok(0),
        Some(stones) => stones.ok().and_then(|it| it.try_into().ok()).ok_or(RecordError::Handicap),
    }
}

fn ruleset(root: &sgf::Node<'_>, named: Option<Ruleset>) -> Result<Ruleset, RecordError> {
    let text = root.value("RU").map(sgf::Value::simple_text).unwrap_or_default();
    match (named, text.trim()) {
        (Some(ruleset), _) => Ok(ruleset),
        (None, "") => Ok(Ruleset::CHINESE),
        (None, name) => name.parse().map_err(|_| RecordError::Ruleset(name.to_string())),
    }
}

fn komi(root: &sgf::Node<'_>, given: Option<Komi>) -> Result<Option<Komi>, RecordError> {
    let text = root.value("KM").map(sgf::Value::simple_text).unwrap_or_default();
    match (given, text.trim()) {
        (None, "") => Ok(None),
        (None, text) => {
            text.parse().map(Some).map_err(|error| RecordError::Komi(text.to_string(), error))
        }
        (given, _) => Ok(given),
    }
}

fn unsupported(size: sgf::Size) -> String {
    format!("unsupported board size {size}, expected edges from 1 to 25")
}

/// A record being played, move by move, whether or not the moves are legal.
struct Replay {
    position: Position,
    pass: PassRule,
    n_moves: usize,
}

impl Replay {
    /// Does what a node says about single points and the player to move.
    fn set_up(&mut self, node: &sgf::Node<'_>, size: sgf::Size) -> Result<(), RecordError> {
        let changes = [("AE", None), ("AB", Some(Color::Black)), ("AW", Some(Color::White))]
            .map(|(name, stone)| (node.property(name), name, stone));
        if changes.iter().any(|(property, ..)| property.is_some()) {
            let board_size = self.position.board.size();
            let mut stones: Vec<(Point, Color)> =
                self.position.board.stones().map(|(color, point)| (point, color)).collect();
            for (property, name, stone) in changes {
                for point in property.into_iter().flat_map(|it| it.points(size)) {
                    let point = point
                        .ok()
                        .and_then(|point| to_point(point, board_size))
                        .ok_or(RecordError::SetupPoint(name))?;
                    stones.retain(|&(it, _)| it != point);
                    stones.extend(stone.map(|color| (point, color)));
                }
            }
            let stones = stones.into_iter().map(|(point, color)| (color, point));
            self.position.board = Board::with_stones(board_size, stones)
                .map_err(|error| RecordError::Setup(error, self.n_moves))?;
        }
        if let Some(Ok(color)) = node.value("PL").map(sgf::Value::color) {
            self.position.to_play = to_color(color);
        }
        Ok(())
    }

    /// Makes the moves of a node. The format wants illegal ones to be made
    /// as well: a stone replaces another, and neither ko nor suicide counts.
    fn play(&mut self, node: &sgf::Node<'_>, size: sgf::Size) -> Result<(), RecordError> {
        for (name, color) in [("B", Color::Black), ("W", Color::White)] {
            let Some(value) = node.value(name) else { continue };
            self.n_moves += 1;
            let bad_move = || RecordError::Move(self.n_moves, value.raw().to_string());
            let mv = match value.mv(size).map_err(|_| bad_move())? {
                sgf::Move::Pass => Move::Pass,
                sgf::Move::Play(point) => {
                    let board_size = self.position.board.size();
                    Move::Play(to_point(point, board_size).ok_or_else(bad_move)?)
                }
            };
            self.make(color, mv)?;
        }
        Ok(())
    }

    fn make(&mut self, color: Color, mv: Move) -> Result<(), RecordError> {
        if let Move::Play(point) = mv
            && self.position.board.stone(point).is_some()
        {
            self.position.board = self
                .position
                .board
                .with_point(point, None)
                .map_err(|error| RecordError::Setup(error, self.n_moves))?;
        }
        self.position.to_play = color;
        self.position.play_unchecked(mv);
        if mv == Move::Pass && self.pass == PassRule::Stone {
            self.position.prisoners[!color] += 1;
        }
        Ok(())
    }
}

/// A point of the format is counted from the top, ours from the bottom.
fn to_point(point: sgf::Point, size: Size) -> Option<Point> {
    let row = size.height().checked_sub(point.row() + 1)?;
    Point::new(point.column(), row, size)
}

fn to_color(color: sgf::Color) -> Color {
    match color {
        sgf::Color::Black => Color::Black,
        sgf::Color::White => Color::White,
    }
}

/// The reason why a file has no game that can be counted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum RecordError {
    /// The file is larger than any record.
    TooLarge,
    /// Nothing in it is a game.
    NoGame,
    /// The file ends too early, for this reason, in this line.
    Truncated(String, u32),
    /// The game is not Go, but has this number.
    OtherGame(String),
    /// The board cannot be used for this reason.
    Size(String),
    /// The handicap is not a number of stones.
    Handicap,
    /// The rules have a name that nobody knows.
    Ruleset(String),
    /// The komi is not possible.
    Komi(String, ParseKomiError),
    /// A value of this set-up property is not a point of the board.
    SetupPoint(&'static str),
    /// The stones cannot stand after so many moves.
    Setup(SetupError, usize),
    /// The move with this number has a value that is not a point of the board.
    Move(usize, String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::TooLarge => f.write_str("the file is too large, expected less than 4 GiB"),
            RecordError::NoGame => {
                f.write_str("no game found, expected an SGF file that starts with (;")
            }
            RecordError::Truncated(reason, line) => {
                write!(f, "{reason} in line {line}, so its last position is not known")
            }
            RecordError::OtherGame(number) => {
                write!(f, "the game is not Go but GM[{number}], expected GM[1]")
            }
            RecordError::Size(reason) => f.write_str(reason),
            RecordError::Handicap => f.write_str("HA is not a number of handicap stones"),
            RecordError::Ruleset(name) => {
                write!(f, "the rules {name:?} are not known, name others with --rules")
            }
            RecordError::Komi(text, error) => {
                write!(f, "KM[{text}] is {error}, give another with --komi")
            }
            RecordError::SetupPoint(name) => {
                write!(f, "a value of {name} is not a point on the board")
            }
            RecordError::Setup(error, n_moves) => {
                write!(f, "the stones set up after {n_moves} moves cannot stand: {error}")
            }
            RecordError::Move(number, value) => {
                write!(f, "move {number}, [{value}], is not a point on the board")
            }
        }
    }
}

impl std::error::Error for RecordError {}
