//! The results of a match in a file, one line for each game, so that a match
//! that was interrupted can go on.
//!
//! The first line has the settings of the match; games follow in the order
//! in which they ended.

use std::error::Error;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::result::{GameResult, Reason, Usage};
use crate::side::{BySide, Side};

/// The name of the file in its folder.
pub const FILE_NAME: &str = "match.jsonl";

/// The settings of a match as text, in order.
pub type SettingList = Vec<(&'static str, String)>;

/// A folder with the records of a match, and a file with its results.
#[derive(Debug)]
pub struct ResultsFile {
    file: File,
    path: PathBuf,
}

impl ResultsFile {
    /// Opens the results file in a folder, and reads the games that are in it.
    ///
    /// Folder and file are created if they do not exist. An incomplete last
    /// line is dropped.
    ///
    /// # Errors
    ///
    /// Returns [`ResultsFileError`] if the file cannot be read or written, or if it
    /// is about another match.
    pub fn open(
        folder: &Path,
        settings: &SettingList,
    ) -> Result<(ResultsFile, Vec<GameResult>), ResultsFileError> {
        let path = folder.join(FILE_NAME);
        let failed = |error| ResultsFileError::Io(path.clone(), error);
        fs::create_dir_all(folder).map_err(|error| ResultsFileError::Io(folder.into(), error))?;
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(&path).map_err(failed)?;
        let text = fs::read_to_string(&path).map_err(failed)?;
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        file.set_len(whole.len() as u64).map_err(failed)?;
        let mut results_file = ResultsFile { file, path: path.clone() };
        let Some(first) = whole.lines().next() else {
            results_file.write(&settings_to_json(settings))?;
            return Ok((results_file, Vec::new()));
        };
        check_settings(&path, first, settings)?;
        let games = whole.lines().enumerate().skip(1).map(|(idx, line)| {
            let game = serde_json::from_str(line).ok().and_then(|it| from_json(&it));
            game.ok_or_else(|| ResultsFileError::NoGame(path.clone(), idx + 1))
        });
        Ok((results_file, games.collect::<Result<_, _>>()?))
    }

    /// Adds a game with its record.
    ///
    /// # Errors
    ///
    /// Returns [`ResultsFileError`] if they cannot be written.
    pub fn add(&mut self, game: &GameResult, record: &str) -> Result<(), ResultsFileError> {
        let path = self.path.with_file_name(record_name(game.number));
        fs::write(&path, record).map_err(|error| ResultsFileError::Io(path, error))?;
        self.write(&to_json(game))
    }

    fn write(&mut self, value: &Value) -> Result<(), ResultsFileError> {
        let result = self.file.write_all(format!("{value}\n").as_bytes());
        result
            .and_then(|()| self.file.flush())
            .map_err(|error| ResultsFileError::Io(self.path.clone(), error))
    }
}

/// The name of the file with the record of a game.
fn record_name(number: u32) -> String {
    format!("{number:03}.sgf")
}

fn settings_to_json(settings: &SettingList) -> Value {
    let settings: Map<String, Value> =
        settings.iter().map(|(key, value)| ((*key).to_string(), json!(value))).collect();
    json!({ "match": settings })
}

fn check_settings(path: &Path, line: &str, settings: &SettingList) -> Result<(), ResultsFileError> {
    let line: Option<Value> = serde_json::from_str(line).ok();
    let found = line.as_ref().and_then(|it| it.get("match")?.as_object());
    let found = found.ok_or_else(|| ResultsFileError::NoMatch(path.into()))?;
    for (key, expected) in settings {
        let value = found.get(*key).and_then(Value::as_str).unwrap_or_default();
        if value != expected {
            return Err(ResultsFileError::OtherMatch {
                path: path.into(),
                key,
                found: value.into(),
                expected: expected.clone(),
            });
        }
    }
    Ok(())
}

/// A game as an object, as it is in the results file.
pub fn to_json(game: &GameResult) -> Value {
    let usage = |side: Side| {
        let Usage { n_moves, wall, cpu } = game.usage[side];
        json!({ "moves": n_moves, "wall": wall.as_secs_f64(), "cpu": cpu.as_ref().map(Duration::as_secs_f64) })
    };
    json!({
        "game": game.number,
        "black": game.black.name(),
        "result": game.outcome.to_string(),
        "reason": game.reason.name(),
        "moves": game.n_moves,
        "first": usage(Side::First),
        "second": usage(Side::Second),
        "detail": game.detail,
    })
}

fn from_json(value: &Value) -> Option<GameResult> {
    let text = |key: &str| value.get(key)?.as_str();
    let number = |key: &str| value.get(key)?.as_u64()?.try_into().ok();
    let usage = |side: Side| usage_from_json(value.get(side.name())?);
    Some(GameResult {
        number: number("game")?,
        black: Side::ALL.into_iter().find(|it| Some(it.name()) == text("black"))?,
        outcome: text("result")?.parse().ok()?,
        reason: Reason::ALL.into_iter().find(|it| Some(it.name()) == text("reason"))?,
        detail: text("detail").map(String::from),
        n_moves: number("moves")?,
        usage: BySide { first: usage(Side::First)?, second: usage(Side::Second)? },
    })
}

fn usage_from_json(value: &Value) -> Option<Usage> {
    let time = |key: &str| Duration::try_from_secs_f64(value.get(key)?.as_f64()?).ok();
    Some(Usage {
        n_moves: value.get("moves")?.as_u64()?.try_into().ok()?,
        wall: time("wall")?,
        cpu: time("cpu"),
    })
}

/// The reason why a results file is unusable.
#[derive(Debug)]
pub enum ResultsFileError {
    /// The file or folder cannot be read or written.
    Io(PathBuf, io::Error),
    /// The file does not begin with the settings of a match.
    NoMatch(PathBuf),
    /// The line with this number is not a game.
    NoGame(PathBuf, usize),
    /// The file is about a match with another setting.
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The first setting that differs.
        key: &'static str,
        /// Its value in the file.
        found: String,
        /// Its value in this match.
        expected: String,
    },
}

impl fmt::Display for ResultsFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultsFileError::Io(path, error) => {
                write!(f, "cannot save results in {}: {error}", path.display())
            }
            ResultsFileError::NoMatch(path) => {
                write!(
                    f,
                    "{} is not the results_file of a match, name another folder",
                    path.display()
                )
            }
            ResultsFileError::NoGame(path, line) => {
                write!(f, "{}: line {line} is not a finished game", path.display())
            }
            ResultsFileError::OtherMatch { path, key, found, expected } => write!(
                f,
                "{} is of a match with other settings ({key} was \"{found}\", is \"{expected}\"), \
                 name another folder",
                path.display()
            ),
        }
    }
}

impl Error for ResultsFileError {}

#[cfg(test)]
mod tests {
    use tengen_record::Outcome;

    use super::*;

    fn settings() -> SettingList {
        vec![("first", "tengen".into()), ("size", "9x9".into())]
    }

    fn game(number: u32, outcome: &str, reason: Reason) -> GameResult {
        let usage = Usage { n_moves: 30, wall: Duration::from_millis(1234), cpu: None };
        let cpu = Some(Duration::from_millis(999));
        GameResult {
            number,
            black: if number % 2 == 1 { Side::First } else { Side::Second },
            outcome: outcome.parse().unwrap(),
            reason,
            detail: (reason == Reason::Crash).then(|| "it \"died\"".into()),
            n_moves: 60,
            usage: BySide { first: usage, second: Usage { cpu, ..usage } },
        }
    }

    /// A folder that is not there yet, named after the test that wants it.
    fn folder(name: &str) -> PathBuf {
        let path =
            std::env::temp_dir().join(format!("tengen-results_file-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    #[test]
    fn games_are_read_back() {
        let folder = folder("back");
        let games = [
            game(2, "B+3.5", Reason::Score),
            game(1, "W+R", Reason::Resignation),
            game(3, "Void", Reason::TooLong),
            game(4, "0", Reason::Score),
            game(5, "B+F", Reason::Crash),
        ];
        let (mut results_file, known) = ResultsFile::open(&folder, &settings()).unwrap();
        assert_eq!(known, []);
        for game in &games {
            results_file.add(game, "(;)").unwrap();
        }
        drop(results_file);
        let (_, known) = ResultsFile::open(&folder, &settings()).unwrap();
        assert_eq!(known, games);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_line_that_was_broken_off_is_dropped() {
        let folder = folder("broken");
        let path = folder.join(FILE_NAME);
        let (mut results_file, _) = ResultsFile::open(&folder, &settings()).unwrap();
        results_file.add(&game(1, "B+R", Reason::Resignation), "(;)").unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}{{\"game\":2,")).unwrap();
        let (mut results_file, known) = ResultsFile::open(&folder, &settings()).unwrap();
        assert_eq!(known.len(), 1);
        results_file.add(&game(2, "0", Reason::Score), "(;)").unwrap();
        assert_eq!(ResultsFile::open(&folder, &settings()).unwrap().1.len(), 2);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn other_settings_are_refused() {
        let folder = folder("other");
        ResultsFile::open(&folder, &settings()).unwrap();
        let other = vec![("first", "tengen".into()), ("size", "13x13".into())];
        let error = ResultsFile::open(&folder, &other).unwrap_err().to_string();
        assert!(error.contains("(size was \"9x9\", is \"13x13\"), name another folder"), "{error}");

        fs::write(folder.join(FILE_NAME), "(;SZ[9])\n").unwrap();
        let error = ResultsFile::open(&folder, &settings()).unwrap_err();
        assert!(matches!(error, ResultsFileError::NoMatch(_)), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn results_are_written_as_players_do() {
        let text = to_json(&game(1, "B+3.5", Reason::Score)).to_string();
        assert_eq!(
            text,
            r#"{"game":1,"black":"first","result":"B+3.5","reason":"score","moves":60,"first":{"moves":30,"wall":1.234,"cpu":null},"second":{"moves":30,"wall":1.234,"cpu":0.999},"detail":null}"#
        );
        assert_eq!("B+3.5".parse(), Ok(game(1, "B+3.5", Reason::Score).outcome));
        assert_eq!(game(1, "0", Reason::Score).outcome, Outcome::Draw);
    }
}
