//! Lessons as text: the language of the files in `lessons`.
//!
//! | line | meaning |
//! |---|---|
//! | `lesson ID` | the first line |
//! | `step ID` | a step begins |
//! | rows of `X`, `O` and `.` | its board, Black to play |
//! | `continue` | its board is what the step before ended with |
//! | `white` | the one who learns plays White |
//! | `before C3 D4` | moves that were made before, by turns, the last by the opponent |
//! | `dead A1 B2` | stones that are dead when something is counted |
//! | `show circle C3 D4` | marks: `circle`, `square`, `black`, `white` |
//! | `ask next` | to read and go on |
//! | `ask capture C3 [at B3]` | a move with a goal: `any`, `capture`, `capture any`, `atari`, `save`, `trap`, `live`, `kill`, `connect`, `cut`, `border`; `at` leaves only these points |
//! | `ask try A1` | a move that is not allowed |
//! | `ask mark WHAT`, `ask count WHAT` | WHAT: `liberties C3`, `chain C3`, `territory black`, `area black`, `points A1 B2` |
//! | `ask pass` | a pass |
//! | `ask game capture 5`, `ask game 7` | a game |
//! | `reply C3` | the opponent's reply to a right move |
//! | `say KEY to C3 [reply D3]` | an answer of its own to a move |

use std::error::Error;
use std::fmt;

use tengen_rules::{Board, Color, Move, Point, PointSet, Position, Suicide, area, life, territory};

use crate::goal::Goal;
use crate::lesson::{GameKind, Lesson, Mark, Play, Remark, Step, Task};

/// Reads a lesson.
///
/// # Errors
///
/// Returns [`ScriptError`] if a line has no meaning, or asks for something
/// that the position does not have.
pub fn read(text: &'static str) -> Result<Lesson, ScriptError> {
    let mut lines = Lines { lines: text.lines().enumerate().peekable() };
    let (number, words) = lines.next().ok_or(ScriptError { line: 1, reason: Reason::NoLesson })?;
    let ["lesson", id] = words[..] else {
        return Err(ScriptError { line: number, reason: Reason::NoLesson });
    };
    let mut lesson = Lesson { id, steps: Vec::new() };
    let (mut last, mut draft) = (number, None::<Draft>);
    while let Some((line, words)) = lines.next() {
        let fail = |reason| ScriptError { line, reason };
        if let ["step", name] = words[..] {
            if let Some(draft) = draft.take() {
                lesson
                    .steps
                    .push(draft.finish().map_err(|reason| ScriptError { line: last, reason })?);
            }
            draft = Some(Draft::new(format!("{id}.{name}")));
        } else {
            let before = lesson.steps.last();
            let draft = draft.as_mut().ok_or_else(|| fail(Reason::NoStep))?;
            draft.take(&words, before).map_err(fail)?;
        }
        last = line;
    }
    if let Some(draft) = draft {
        lesson.steps.push(draft.finish().map_err(|reason| ScriptError { line: last, reason })?);
    }
    if lesson.steps.is_empty() {
        return Err(ScriptError { line: last, reason: Reason::NoStep });
    }
    Ok(lesson)
}

/// The lines that say something, as words with their numbers.
struct Lines<I: Iterator<Item = (usize, &'static str)>> {
    lines: std::iter::Peekable<I>,
}

impl<I: Iterator<Item = (usize, &'static str)>> Lines<I> {
    fn next(&mut self) -> Option<(usize, Vec<&'static str>)> {
        self.lines.find_map(|(idx, line)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let is_said = words.first().is_some_and(|it| !it.starts_with('#'));
            is_said.then_some((idx + 1, words))
        })
    }
}

/// A step while its lines are read.
struct Draft {
    id: String,
    rows: String,
    start: Option<Position>,
    last_move: Option<Point>,
    dead: PointSet,
    marks: Vec<(Point, Mark)>,
    task: Option<Task>,
    reply: Option<Move>,
    remarks: Vec<Remark>,
}

impl Draft {
    fn new(id: String) -> Draft {
        Draft {
            id,
            rows: String::new(),
            start: None,
            last_move: None,
            dead: PointSet::EMPTY,
            marks: Vec::new(),
            task: None,
            reply: None,
            remarks: Vec::new(),
        }
    }

    fn take(&mut self, words: &[&'static str], before: Option<&Step>) -> Result<(), Reason> {
        if words[0].chars().count() == 1 {
            if self.start.is_some() {
                return Err(Reason::BoardTwice);
            }
            self.rows.push_str(&words.join(" "));
            self.rows.push('\n');
            return Ok(());
        }
        match words {
            ["continue"] => {
                let (position, last_move) =
                    before.and_then(end_of).ok_or(Reason::NoContinuation)?;
                (self.start, self.last_move) = (Some(position), last_move);
            }
            ["white"] => self.position()?.to_play = Color::White,
            ["before", moves @ ..] => self.play_before(moves)?,
            ["dead", points @ ..] => self.dead = self.points(points)?,
            ["show", kind, points @ ..] => {
                let mark = mark(kind)?;
                let points = self.points(points)?;
                self.marks.extend(points.iter().map(|it| (it, mark)));
            }
            ["ask", task @ ..] => self.task = Some(self.read_task(task)?),
            ["reply", mv] => self.reply = Some(read_move(mv)?),
            ["say", key, "to", point] => {
                let point = self.point(point)?;
                self.remarks.push(Remark { point, key, reply: None });
            }
            ["say", key, "to", point, "reply", reply] => {
                let (point, reply) = (self.point(point)?, Some(read_move(reply)?));
                self.remarks.push(Remark { point, key, reply });
            }
            _ => return Err(Reason::Unknown(words.join(" "))),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Step, Reason> {
        let start = *self.position()?;
        let task = self.task.ok_or(Reason::NoTask)?;
        Ok(Step {
            id: self.id,
            start,
            last_move: self.last_move,
            marks: self.marks,
            task,
            reply: self.reply,
            remarks: self.remarks,
        })
    }

    /// The position, of which all rows have been read.
    fn position(&mut self) -> Result<&mut Position, Reason> {
        let position = match self.start.take() {
            Some(position) => position,
            None => self.rows.parse::<Board>().map_err(|it| Reason::Board(it.to_string()))?.into(),
        };
        Ok(self.start.insert(position))
    }

    fn play_before(&mut self, moves: &[&str]) -> Result<(), Reason> {
        let points = self.points_in_order(moves)?;
        let position = self.position()?;
        // The last of them is the opponent's, so that it is our turn.
        let learner = position.to_play;
        position.to_play = if points.len() % 2 == 0 { learner } else { !learner };
        for point in &points {
            position
                .play(Move::Play(*point), Suicide::Forbidden)
                .map_err(|it| Reason::Illegal(it.to_string()))?;
        }
        self.last_move = points.last().copied();
        Ok(())
    }

    fn point(&mut self, word: &str) -> Result<Point, Reason> {
        let point: Point = word.parse().map_err(|_| Reason::NoPoint(word.to_owned()))?;
        let size = self.position()?.board.size();
        if size.contains(point) { Ok(point) } else { Err(Reason::NoPoint(word.to_owned())) }
    }

    fn points_in_order(&mut self, words: &[&str]) -> Result<Vec<Point>, Reason> {
        words.iter().map(|it| self.point(it)).collect()
    }

    fn points(&mut self, words: &[&str]) -> Result<PointSet, Reason> {
        Ok(self.points_in_order(words)?.into_iter().collect())
    }

    /// A point with a stone.
    fn stone(&mut self, word: &str) -> Result<Point, Reason> {
        let point = self.point(word)?;
        let is_stone = self.position()?.board.stone(point).is_some();
        if is_stone { Ok(point) } else { Err(Reason::NoStone(point)) }
    }

    fn read_task(&mut self, words: &[&'static str]) -> Result<Task, Reason> {
        Ok(match words {
            ["next"] => Task::Read,
            ["pass"] => Task::Pass,
            ["try", point] => Task::Try(self.point(point)?),
            ["mark", what @ ..] => Task::Mark(self.what(what)?),
            ["count", what @ ..] => {
                let points = self.what(what)?;
                Task::Count(u32::try_from(points.len()).unwrap_or(u32::MAX), points)
            }
            ["game", "capture", edge] => Task::Game(GameKind::FirstCapture(read_edge(edge)?)),
            ["game", edge] => Task::Game(GameKind::Whole(read_edge(edge)?)),
            _ => {
                let split = words.iter().position(|it| *it == "at").unwrap_or(words.len());
                let only = self.points(words.get(split + 1..).unwrap_or_default())?;
                Task::Play(Play { goal: self.goal(&words[..split])?, only })
            }
        })
    }

    fn goal(&mut self, words: &[&str]) -> Result<Goal, Reason> {
        Ok(match words {
            ["any"] => Goal::Any,
            ["capture", "any"] => Goal::CaptureAny,
            ["capture", point] => Goal::Capture(self.stone(point)?),
            ["atari", point] => Goal::Atari(self.stone(point)?),
            ["save", point] => Goal::Save(self.stone(point)?),
            ["trap", point] => Goal::Trap(self.stone(point)?),
            ["live", point] => Goal::Live(self.stone(point)?),
            ["kill", point] => Goal::Kill(self.stone(point)?),
            ["border"] => Goal::Border,
            ["connect", one, other] => Goal::Connect(self.stone(one)?, self.stone(other)?),
            ["cut", one, other] => Goal::Cut(self.stone(one)?, self.stone(other)?),
            _ => return Err(Reason::Unknown(words.join(" "))),
        })
    }

    /// The points that are asked for, found by the rules.
    fn what(&mut self, words: &[&str]) -> Result<PointSet, Reason> {
        let stated = self.dead;
        let position = *self.position()?;
        let board = &position.board;
        let dead: PointSet = stated.union(&life::dead_stones(board, Suicide::Forbidden));
        Ok(match words {
            ["points", points @ ..] => self.points(points)?,
            ["liberties", point] => board.liberties(self.stone(point)?),
            ["chain", point] => board.chain(self.stone(point)?).collect(),
            ["territory", color] => {
                let (owner, color) = (territory::find(board, &dead).owner, read_color(color)?);
                board.size().points().filter(|&it| owner[it] == Some(color)).collect()
            }
            ["area", color] => {
                let color = read_color(color)?;
                let owner = area::find(&board.without(|it| dead.contains(it)));
                board.size().points().filter(|&it| owner[it] == Some(color)).collect()
            }
            _ => return Err(Reason::Unknown(words.join(" "))),
        })
    }
}

/// A board with marks, from rows and lines with `show`.
pub(crate) fn diagram(lines: &[&'static str]) -> Result<(Board, Vec<(Point, Mark)>), ScriptError> {
    let mut draft = Draft::new(String::new());
    for (idx, line) in lines.iter().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let taken = if words.is_empty() { Ok(()) } else { draft.take(&words, None) };
        taken.map_err(|reason| ScriptError { line: idx + 1, reason })?;
    }
    let board = draft.position().map_err(|reason| ScriptError { line: lines.len(), reason })?.board;
    Ok((board, draft.marks))
}

/// The position after the only right move of a step and its reply.
pub(crate) fn end_of(step: &Step) -> Option<(Position, Option<Point>)> {
    let mut position = step.start;
    let mut last_move = step.last_move;
    let right = match &step.task {
        Task::Play(_) => {
            let right = step.right_moves();
            Some(right.first().filter(|_| right.len() == 1)?)
        }
        _ => None,
    };
    let learner = position.to_play;
    for mv in right.map(Move::Play).into_iter().chain(step.reply) {
        position.play(mv, Suicide::Forbidden).ok()?;
        last_move = mv.point();
    }
    position.to_play = learner;
    Some((position, last_move))
}

fn mark(word: &str) -> Result<Mark, Reason> {
    match word {
        "circle" => Ok(Mark::Circle),
        "square" => Ok(Mark::Square),
        "black" => Ok(Mark::Owned(Color::Black)),
        "white" => Ok(Mark::Owned(Color::White)),
        _ => Err(Reason::Unknown(word.to_owned())),
    }
}

fn read_color(word: &str) -> Result<Color, Reason> {
    match word {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(Reason::Unknown(word.to_owned())),
    }
}

fn read_move(word: &str) -> Result<Move, Reason> {
    word.parse().map_err(|_| Reason::NoPoint(word.to_owned()))
}

fn read_edge(word: &str) -> Result<u8, Reason> {
    let edge = word.parse().ok().filter(|it| (2..=9).contains(it));
    edge.ok_or_else(|| Reason::Unknown(word.to_owned()))
}

/// A line of a lesson that cannot be used.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ScriptError {
    /// The line, counted from one.
    pub line: usize,
    /// What is wrong with it.
    pub reason: Reason,
}

/// What is wrong with a line of a lesson.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reason {
    /// The file does not begin with `lesson`.
    NoLesson,
    /// The line belongs to no step.
    NoStep,
    /// The step asks for nothing.
    NoTask,
    /// The words have no meaning.
    Unknown(String),
    /// The diagram is not a board.
    Board(String),
    /// The step has a board already.
    BoardTwice,
    /// The step before has not just one right move.
    NoContinuation,
    /// The word is not a point of this board.
    NoPoint(String),
    /// There is no stone at the point.
    NoStone(Point),
    /// A move is not legal.
    Illegal(String),
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.reason {
            Reason::NoLesson => f.write_str("expected the word lesson and an id"),
            Reason::NoStep => f.write_str("expected the word step and an id"),
            Reason::NoTask => f.write_str("the step asks for nothing"),
            Reason::Unknown(words) => write!(f, "{words:?} has no meaning here"),
            Reason::Board(reason) | Reason::Illegal(reason) => f.write_str(reason),
            Reason::BoardTwice => f.write_str("the step has a board already"),
            Reason::NoContinuation => f.write_str("the step before has not just one right move"),
            Reason::NoPoint(word) => write!(f, "{word:?} is not a point of this board"),
            Reason::NoStone(point) => write!(f, "there is no stone at {point}"),
        }
    }
}

impl Error for ScriptError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(text: &'static str, expected: &str) {
        assert_eq!(read(text).unwrap_err().to_string(), expected);
    }

    #[test]
    fn lines_without_meaning_are_named() {
        check_refused("step one", "line 1: expected the word lesson and an id");
        check_refused("lesson a", "line 1: expected the word step and an id");
        check_refused("lesson a\nask next", "line 2: expected the word step and an id");
        check_refused("lesson a\nstep b\n. .\n", "line 3: the step asks for nothing");
        check_refused("lesson a\nstep b\n. .\ndance", "line 4: \"dance\" has no meaning here");
        check_refused(
            "lesson a\nstep b\n. .\nask capture C3",
            "line 4: \"C3\" is not a point of this board",
        );
        check_refused("lesson a\nstep b\n. .\nask atari A1", "line 4: there is no stone at A1");
        check_refused(
            "lesson a\nstep b\n. .\nask any\nstep c\ncontinue",
            "line 6: the step before has not just one right move",
        );
        check_refused("lesson a\nstep b\n. X .\nbefore B1\nask next", "line 4: B1 is occupied");
    }

    #[test]
    fn positions_go_on_where_the_step_before_ended() {
        let lesson = read(
            "lesson a
            # A comment.
            step b
            . . . .
            X O X .
            . . . .
            ask atari B2 at B1
            reply B3
            step c
            continue
            ask count liberties B2",
        )
        .unwrap();
        let step = &lesson.steps[1];
        assert_eq!(step.board().to_string(), ". O . .\nX O X .\n. X . .\n");
        assert_eq!(step.last_move, "B3".parse().ok());
        assert!(matches!(step.task, Task::Count(2, _)), "{:?}", step.task);
    }
}
