//! Errors of the controller, for everything an engine can do wrong.

use std::error;
use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

/// The most characters of an engine's text that a message has.
const MAX_QUOTE: usize = 200;

/// The reason why an engine did not do what it was asked for.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The program cannot be run.
    CannotStart {
        /// The program as it was given.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// The engine was stopped, or has stopped, before the command.
    NotRunning {
        /// The command that was not sent.
        command: String,
    },
    /// The engine answered that it cannot.
    Refused {
        /// The command.
        command: String,
        /// The engine's reason.
        text: String,
    },
    /// The engine did not answer in time; it was killed.
    TimedOut {
        /// The command.
        command: String,
        /// How long it was waited for.
        after: Duration,
    },
    /// The engine closed its output or exited before it answered.
    Died {
        /// The command.
        command: String,
        /// How it ended, or `None` if it had to be killed.
        status: Option<ExitStatus>,
        /// The last lines that it wrote to its standard error.
        last_words: Vec<String>,
    },
    /// The engine wrote more than any answer has, or much that was none; it
    /// was killed.
    Flooded {
        /// The command.
        command: String,
    },
    /// The engine answered something that it was not asked; it was killed.
    WrongId {
        /// The command.
        command: String,
        /// The first line of the answer.
        answer: String,
    },
    /// The engine's answer has no meaning.
    Nonsense {
        /// The command.
        command: String,
        /// The answer.
        answer: String,
    },
    /// The program repeats what it is sent, so it is not an engine; it was killed.
    NotAnEngine {
        /// The command that came back.
        command: String,
    },
    /// The engine was killed from outside.
    Interrupted {
        /// The command.
        command: String,
    },
    /// The engine has no command to analyze.
    CannotAnalyze,
}

impl Error {
    /// Whether the engine is no longer running.
    ///
    /// [`Controller::restart`](super::Controller::restart) may help.
    pub const fn is_fatal(&self) -> bool {
        match self {
            Error::CannotStart { .. }
            | Error::NotRunning { .. }
            | Error::TimedOut { .. }
            | Error::Died { .. }
            | Error::Flooded { .. }
            | Error::WrongId { .. }
            | Error::NotAnEngine { .. }
            | Error::Interrupted { .. } => true,
            Error::Refused { .. } | Error::Nonsense { .. } | Error::CannotAnalyze => false,
        }
    }
}

/// Writes one sentence, whatever the engine has said.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::CannotStart { program, error } if error.kind() == io::ErrorKind::NotFound => {
                write!(f, "cannot start {program}: there is no such program")
            }
            Error::CannotStart { program, error } => write!(f, "cannot start {program}: {error}"),
            Error::NotRunning { command } => {
                write!(f, "engine is not running, so it cannot be asked for {}", Quote(command))
            }
            Error::Refused { command, text } => {
                write!(f, "engine refused {}: {}", Quote(command), Plain(text))
            }
            Error::TimedOut { command, after } => {
                write!(f, "engine did not answer {} within {after:?}", Quote(command))
            }
            Error::Died { command, status, last_words } => {
                write_death(f, command, *status, last_words)
            }
            Error::Flooded { command } => {
                write!(f, "engine wrote too much in answer to {}", Quote(command))
            }
            Error::WrongId { command, answer } => write!(
                f,
                "engine answered {} without the id of the command: {}",
                Quote(command),
                Quote(answer)
            ),
            Error::Nonsense { command, answer } => {
                write!(f, "engine answered {} with {}", Quote(command), Quote(answer))
            }
            Error::NotAnEngine { command } => {
                write!(f, "program does not speak GTP: it repeats {}", Quote(command))
            }
            Error::Interrupted { command } => {
                write!(f, "engine was stopped during {}", Quote(command))
            }
            Error::CannotAnalyze => f.write_str(
                "engine cannot analyze: it has none of kata-analyze, lz-analyze, analyze and \
                 estimate_score",
            ),
        }
    }
}

fn write_death(
    f: &mut fmt::Formatter<'_>,
    command: &str,
    status: Option<ExitStatus>,
    last_words: &[String],
) -> fmt::Result {
    match status {
        Some(status) => write!(f, "engine died during {} ({status})", Quote(command))?,
        None => write!(f, "engine stopped responding to {}", Quote(command))?,
    }
    match last_words.iter().rfind(|line| !line.trim().is_empty()) {
        Some(line) => write!(f, ", its last words: {}", Plain(line)),
        None => Ok(()),
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Error::CannotStart { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// Text of an engine or for it, in quotes.
struct Quote<'a>(&'a str);

impl fmt::Display for Quote<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", Plain(self.0))
    }
}

/// Text of an engine as a part of a sentence: not too long, and without
/// characters that would move the cursor.
struct Plain<'a>(&'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.trim();
        for it in text.chars().take(MAX_QUOTE) {
            write!(f, "{}", if it.is_control() { ' ' } else { it })?;
        }
        if text.chars().nth(MAX_QUOTE).is_some() { f.write_str("…") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let command = || String::from("genmove black");
        for (error, expected) in [
            (
                Error::Refused { command: "play b A1".into(), text: "illegal\nmove".into() },
                "engine refused \"play b A1\": illegal move",
            ),
            (
                Error::TimedOut { command: command(), after: Duration::from_millis(1500) },
                "engine did not answer \"genmove black\" within 1.5s",
            ),
            (
                Error::Died {
                    command: command(),
                    status: None,
                    last_words: vec!["a".into(), "out of memory\r".into(), " ".into()],
                },
                "engine stopped responding to \"genmove black\", its last words: out of memory",
            ),
            (
                Error::Nonsense { command: command(), answer: "\u{1b}[2J".into() },
                "engine answered \"genmove black\" with \" [2J\"",
            ),
            (
                Error::CannotStart {
                    program: "gnu go".into(),
                    error: io::ErrorKind::NotFound.into(),
                },
                "cannot start gnu go: there is no such program",
            ),
        ] {
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn long_text_is_cut() {
        let error = Error::Refused { command: "x".into(), text: "y".repeat(1000) };
        assert_eq!(error.to_string().chars().count(), 20 + MAX_QUOTE + 1);
    }
}
