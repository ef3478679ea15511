//! Exercises that come again when they are about to be forgotten.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{OptionalExtension, Row, params};

use crate::error::Explain;
use crate::fsrs::{Grade, Memory};
use crate::{GameId, Library, LibraryError};

/// The name of an exercise in its library.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct ExerciseId(i64);

impl ExerciseId {
    /// The number of the exercise.
    pub const fn number(self) -> i64 {
        self.0
    }

    /// The exercise with a number, which need not exist.
    pub const fn from_number(number: i64) -> ExerciseId {
        ExerciseId(number)
    }
}

/// An exercise that is to be added.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewExercise {
    /// The position, as SGF whose first node has it, with the player to move.
    ///
    /// The same position twice is one exercise.
    pub position: String,
    /// The moves that are right, best first, such as `D4`.
    pub answers: Vec<String>,
    /// Where it is from: a game, and a node of it.
    pub origin: Option<(GameId, u32)>,
}

/// An exercise of the deck.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// Its name.
    pub id: ExerciseId,
    /// The position, as SGF.
    pub position: String,
    /// The moves that are right, best first.
    pub answers: Vec<String>,
    /// Where it is from.
    pub origin: Option<(GameId, u32)>,
    /// When it is to be asked.
    pub due: SystemTime,
    /// When it was last asked.
    pub last: Option<SystemTime>,
}

/// How the deck is doing.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct DeckStatistics {
    /// All exercises.
    pub n_exercises: u32,
    /// Those that were never asked.
    pub n_new: u32,
    /// Those that are due.
    pub n_due: u32,
    /// All answers.
    pub n_answers: u32,
    /// Those that were right.
    pub n_right: u32,
    /// The answers of the last 30 days.
    pub n_recent_answers: u32,
    /// Those of them that were right.
    pub n_recent_right: u32,
}

const DAY: i64 = 86_400;

/// An exercise that was forgotten is asked again soon.
const SOON: i64 = 600;

impl Library {
    /// Adds an exercise, which is due at once. If the deck has its position,
    /// the answers are replaced and all else stays.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if there is no right answer, or the library
    /// cannot be written.
    pub fn add_exercise(
        &mut self,
        exercise: &NewExercise,
        now: SystemTime,
    ) -> Result<ExerciseId, LibraryError> {
        let is_word = |it: &String| !it.is_empty() && !it.contains(char::is_whitespace);
        if exercise.answers.is_empty() || !exercise.answers.iter().all(is_word) {
            return Err(LibraryError::BadName(exercise.answers.join(" ")));
        }
        let answers = exercise.answers.join(" ");
        let (game, node) = exercise.origin.map(|(id, node)| (id.0, node)).unzip();
        self.transact(|library| {
            library
                .connection
                .query_row(
                    "INSERT INTO exercise (game, node, position, answers, added, due, stability, \
                     difficulty) VALUES (?1, ?2, ?3, ?4, ?5, ?5, 0, 0) \
                     ON CONFLICT (position) DO UPDATE SET answers = excluded.answers, \
                     node = CASE WHEN game = excluded.game THEN excluded.node ELSE node END \
                     RETURNING id",
                    params![game, node, exercise.position, answers, seconds(now)],
                    |row| row.get(0).map(ExerciseId),
                )
                .explain()
        })
    }

    /// Makes these the exercises of a game, and returns how many of them are
    /// new. When they are due stays; others of the game are removed, with
    /// their answers.
    ///
    /// # Errors
    ///
    /// As [`Library::add_exercise`].
    pub fn set_exercises_of(
        &mut self,
        game: GameId,
        exercises: &[NewExercise],
        now: SystemTime,
    ) -> Result<usize, LibraryError> {
        let all = |library: &Library| -> Result<Vec<(i64, String)>, LibraryError> {
            let mut statement = library
                .connection
                .prepare_cached("SELECT id, position FROM exercise WHERE game = ?1")
                .explain()?;
            let rows = statement.query_map([game.0], |row| Ok((row.get(0)?, row.get(1)?)));
            rows.explain()?.collect::<Result<_, _>>().explain()
        };
        let before = all(self)?;
        for exercise in exercises {
            self.add_exercise(exercise, now)?;
        }
        let is_left = |position: &String| exercises.iter().any(|it| it.position == *position);
        for (id, _) in before.iter().filter(|(_, position)| !is_left(position)) {
            self.remove_exercise(ExerciseId(*id))?;
        }
        let is_new = |(id, _): &&(i64, String)| before.iter().all(|(known, _)| known != id);
        Ok(all(self)?.iter().filter(is_new).count())
    }

    /// The exercises that are due, the longest overdue first.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn due_exercises(
        &self,
        now: SystemTime,
        limit: u32,
    ) -> Result<Vec<Exercise>, LibraryError> {
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT id, position, answers, game, node, due, last FROM exercise \
                 WHERE due <= ?1 ORDER BY due, id LIMIT ?2",
            )
            .explain()?;
        let due = statement.query_map(params![seconds(now), limit], exercise).explain()?;
        due.collect::<Result<_, _>>().explain()
    }

    /// Takes an answer, and says when the exercise is due again.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if there is no such exercise, or the library
    /// cannot be written.
    pub fn answer_exercise(
        &mut self,
        id: ExerciseId,
        grade: Grade,
        now: SystemTime,
    ) -> Result<SystemTime, LibraryError> {
        let time = seconds(now);
        self.transact(|library| {
            let known: Option<(f64, f64, Option<i64>)> = library
                .connection
                .query_row(
                    "SELECT stability, difficulty, last FROM exercise WHERE id = ?1",
                    [id.0],
                    |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
                )
                .optional()
                .explain()?;
            let no_exercise = || LibraryError::BadName(format!("exercise {}", id.0));
            let (stability, difficulty, last) = known.ok_or_else(no_exercise)?;
            let memory = match last {
                None => Memory::first(grade),
                Some(last) => {
                    let days = (time - last).max(0) as f64 / DAY as f64;
                    Memory { stability, difficulty }.after(grade, days)
                }
            };
            let due = match grade {
                Grade::Again => time + SOON,
                _ => time + memory.interval() as i64 * DAY,
            };
            library
                .connection
                .execute(
                    "UPDATE exercise SET stability = ?2, difficulty = ?3, last = ?4, due = ?5 \
                     WHERE id = ?1",
                    params![id.0, memory.stability, memory.difficulty, time, due],
                )
                .explain()?;
            library
                .connection
                .execute(
                    "INSERT OR REPLACE INTO answer (exercise, time, grade) VALUES (?1, ?2, ?3)",
                    params![id.0, time, grade as u8],
                )
                .explain()?;
            Ok(moment(due))
        })
    }

    /// Removes an exercise with its answers.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be written.
    pub fn remove_exercise(&mut self, id: ExerciseId) -> Result<(), LibraryError> {
        self.transact(|library| {
            for sql in
                ["DELETE FROM exercise WHERE id = ?1", "DELETE FROM answer WHERE exercise = ?1"]
            {
                library.connection.execute(sql, [id.0]).explain()?;
            }
            Ok(())
        })
    }

    /// How the deck is doing.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn deck_statistics(&self, now: SystemTime) -> Result<DeckStatistics, LibraryError> {
        self.connection
            .query_row(
                "SELECT (SELECT count(*) FROM exercise), \
                 (SELECT count(*) FROM exercise WHERE last IS NULL), \
                 (SELECT count(*) FROM exercise WHERE due <= ?1), \
                 (SELECT count(*) FROM answer), \
                 (SELECT count(*) FROM answer WHERE grade > 0), \
                 (SELECT count(*) FROM answer WHERE time > ?2), \
                 (SELECT count(*) FROM answer WHERE time > ?2 AND grade > 0)",
                [seconds(now), seconds(now) - 30 * DAY],
                |row| {
                    Ok(DeckStatistics {
                        n_exercises: row.get(0)?,
                        n_new: row.get(1)?,
                        n_due: row.get(2)?,
                        n_answers: row.get(3)?,
                        n_right: row.get(4)?,
                        n_recent_answers: row.get(5)?,
                        n_recent_right: row.get(6)?,
                    })
                },
            )
            .explain()
    }
}

fn exercise(row: &Row<'_>) -> rusqlite::Result<Exercise> {
    let answers: String = row.get(2)?;
    let origin: (Option<u32>, Option<u32>) = (row.get(3)?, row.get(4)?);
    Ok(Exercise {
        id: ExerciseId(row.get(0)?),
        position: row.get(1)?,
        answers: answers.split_whitespace().map(str::to_owned).collect(),
        origin: origin.0.map(GameId).zip(origin.1),
        due: moment(row.get(5)?),
        last: row.get::<_, Option<i64>>(6)?.map(moment),
    })
}

fn seconds(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs() as i64)
}

fn moment(seconds: i64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(seconds.unsigned_abs())
}
