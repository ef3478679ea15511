//! Positions in which a move decides the game, read from text files.
//!
//! A file has problems separated by empty lines; its name is their category,
//! and a line that starts with `#` says nothing. A problem has lines with a
//! word, a colon and a value, and the rows of a diagram:
//!
//! ```text
//! name: White lives in the middle of three
//! to play: white
//! komi: 5.5
//! before: D3 D2
//! right: B5
//! . . . O X
//! O O O O X
//! ```
//!
//! The moves of `before` lead from the diagram to the position and end with
//! one of the player who is not to play; without them the line is absent.
//! After `right` come the moves that solve the problem, or after `wrong` those
//! that do not. The game is played by Chinese rules with the given komi, and
//! is won only by a move that solves the problem.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use tengen_analysis::{Decision, Stop};
use tengen_engine::{EvaluatorKind, Level, Limits, Opponent, SearchRequest, Settings};
use tengen_rules::{Board, Color, Game, Komi, Move, Position, Ruleset};

/// A position to solve.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// The name of the file without its ending.
    pub(crate) category: String,
    /// What it is about, unique in its category.
    pub(crate) name: String,
    /// The game with the moves before, if they matter.
    pub(crate) game: Game,
    answer: Answer,
}

#[derive(Clone, Debug)]
enum Answer {
    Right(Vec<Move>),
    Wrong(Vec<Move>),
}

impl Problem {
    /// The moves that the file names, right or wrong.
    pub(crate) fn named_moves(&self) -> &[Move] {
        match &self.answer {
            Answer::Right(moves) | Answer::Wrong(moves) => moves,
        }
    }

    /// Whether a move solves the problem.
    pub(crate) fn is_solved_by(&self, mv: Move) -> bool {
        match &self.answer {
            Answer::Right(moves) => moves.contains(&mv),
            Answer::Wrong(moves) => !moves.contains(&mv),
        }
    }

    /// Whether a decision solves the problem, which resigning never does.
    pub(crate) fn is_solved_by_decision(&self, decision: Decision) -> bool {
        matches!(decision, Decision::Move(mv) if self.is_solved_by(mv))
    }
}

/// The category and the name.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.category, self.name)
    }
}

/// Somebody who solves problems with a fixed number of playouts for each.
#[derive(Debug)]
pub(crate) struct Player {
    opponent: Opponent,
    limits: Limits,
}

impl Player {
    /// One whose answers depend on nothing but the seed and the problem.
    pub(crate) fn new(evaluator: EvaluatorKind, n_playouts: u32, seed: u64) -> Player {
        let settings = Settings { memory: 16 << 20, seed, evaluator, ..Settings::default() };
        let opponent = Opponent::new(Level::FULL, settings);
        Player { opponent, limits: Limits::playouts(n_playouts) }
    }

    /// What to do in a problem.
    pub(crate) fn decide(&mut self, problem: &Problem) -> Decision {
        self.opponent.start_game();
        let game = &problem.game;
        let request = SearchRequest::new(game, self.limits);
        self.opponent.think(&request, &Stop::new(), |_| ()).decision
    }
}

/// All problems, by category and then as the files have them.
pub(crate) fn problems() -> Vec<Problem> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/tactics");
    let entries = folder.read_dir().expect("the folder is part of the crate");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|it| it == "txt"))
        .collect();
    files.sort();
    let mut problems = Vec::new();
    for file in files {
        let category = file.file_stem().expect("it ends with .txt").to_string_lossy();
        let text = std::fs::read_to_string(&file).expect("the file is text");
        let blocks = text.split("\n\n").filter(|block| !block.trim().is_empty());
        problems.extend(blocks.map(|block| problem(&category, block)));
    }
    problems
}

/// Reads one problem.
fn problem(category: &str, block: &str) -> Problem {
    let (mut name, mut to_play, mut komi) = (None, None, None);
    let (mut before, mut answer, mut diagram) = (Vec::new(), None, String::new());
    for line in block.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(": ") {
            None => diagram.extend([line, "\n"]),
            Some(("name", value)) => name = Some(value.to_owned()),
            Some(("to play", "black")) => to_play = Some(Color::Black),
            Some(("to play", "white")) => to_play = Some(Color::White),
            Some(("komi", value)) => komi = Some(read::<Komi>(value)),
            Some(("before", value)) => before = moves(value),
            Some(("right", value)) => answer = Some(Answer::Right(moves(value))),
            Some(("wrong", value)) => answer = Some(Answer::Wrong(moves(value))),
            Some(_) => panic!("unknown line {line:?} in {category}"),
        }
    }
    let (Some(name), Some(to_play), Some(komi), Some(answer)) = (name, to_play, komi, answer)
    else {
        panic!("a line is missing in {category}:\n{block}");
    };
    let first = if before.len() % 2 == 0 { to_play } else { !to_play };
    let start = Position { to_play: first, ..read::<Board>(&diagram).into() };
    let mut game = Game::from_position(start, Ruleset::CHINESE).with_komi(komi);
    for mv in before {
        game.play(mv).unwrap_or_else(|error| panic!("{category}, {name}: {error}"));
    }
    Problem { category: category.to_owned(), name, game, answer }
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(read).collect()
}

#[track_caller]
fn read<T: FromStr<Err: std::fmt::Display>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("{error}: {text}"))
}
