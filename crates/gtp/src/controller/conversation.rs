//! Commands and answers, one after the other, with ids.

use std::ops::ControlFlow;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use tengen_analysis::Stop;

use super::line::Line;
use super::process::Process;
use super::{CommandLine, Error, Options};

/// The longest answer that is taken.
const MAX_ANSWER: usize = 1 << 24;

/// How much may come before an answer, as some engines greet.
const MAX_NOISE: usize = 1 << 20;

/// How often a silent engine is checked for being alive.
const TICK: Duration = Duration::from_millis(100);

/// How long a program that repeats a command may take to answer it: `cat` is
/// no engine, but one behind a terminal may do so.
const ECHO_PATIENCE: Duration = Duration::from_secs(1);

/// How long an engine that has closed its output may take to exit.
const EXIT_PATIENCE: Duration = Duration::from_secs(3);

/// A running engine, with which one command at a time is talked about.
#[derive(Debug)]
pub(super) struct Conversation {
    process: Process,
    stop: Stop,
    last_id: u32,
}

/// A command that was sent, and the output since.
#[derive(Debug)]
struct Question {
    command: String,
    id: u32,
    patience: Duration,
    since: Instant,
    n_bytes: usize,
    /// Whether the program has repeated the command.
    is_echoed: bool,
}

impl Question {
    /// Takes a line that is not an answer.
    fn hear_noise(&mut self, line: &str) {
        if !self.is_echoed && line.trim_end() == format!("{} {}", self.id, self.command) {
            self.is_echoed = true;
            self.patience = self.patience.min(self.since.elapsed() + ECHO_PATIENCE);
        }
    }

    /// The reason to wait no longer.
    fn timed_out(&self) -> Error {
        let command = self.command.clone();
        if self.is_echoed {
            Error::NotAnEngine { command }
        } else {
            Error::TimedOut { command, after: self.patience }
        }
    }

    /// Starts to count and to wait anew, since something has come.
    fn renew(&mut self) {
        self.since = Instant::now();
        self.n_bytes = 0;
    }
}

impl Conversation {
    /// Starts an engine.
    pub(super) fn start(line: &CommandLine, options: &Options) -> Result<Conversation, Error> {
        let process = Process::start(line, options.log.as_ref());
        let process = process
            .map_err(|error| Error::CannotStart { program: line.program().into(), error })?;
        Ok(Conversation { process, stop: options.stop.clone(), last_id: 0 })
    }

    /// The engine's process.
    pub(super) const fn process(&self) -> &Process {
        &self.process
    }

    /// Asks for an answer.
    pub(super) fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Error> {
        let mut question = self.send(command, patience);
        let head = self.head(&mut question)?;
        let answer = self.rest(&mut question, head.text)?;
        if head.is_refusal {
            return Err(Error::Refused { command: question.command, text: answer });
        }
        Ok(answer)
    }

    /// Hands the lines of an answer over as they come, until `each` breaks
    /// off or the signal is given. A line of which it makes nothing does not
    /// renew the patience.
    pub(super) fn listen(
        &mut self,
        command: &str,
        patience: Duration,
        stop: &Stop,
        mut each: impl FnMut(&str) -> Option<ControlFlow<()>>,
    ) -> Result<(), Error> {
        let mut question = self.send(command, patience);
        let head = self.head(&mut question)?;
        if head.is_refusal {
            let text = self.rest(&mut question, head.text)?;
            return Err(Error::Refused { command: question.command, text });
        }
        while let Some(line) = self.line_unless(&mut question, stop)? {
            if line.is_empty() {
                return Ok(());
            }
            match each(&line) {
                Some(ControlFlow::Continue(())) => question.renew(),
                Some(ControlFlow::Break(())) => break,
                None => (),
            }
        }
        // Any command ends the answer; this one is known to every engine.
        let mut next = self.send("name", patience);
        question.renew();
        self.rest(&mut question, String::new())?;
        let head = self.head(&mut next)?;
        self.rest(&mut next, head.text).map(|_| ())
    }

    /// Sends a command with the next id.
    ///
    /// A character that would end the line is sent as a space.
    fn send(&mut self, command: &str, patience: Duration) -> Question {
        self.last_id += 1;
        let command = command.replace(|it: char| it.is_control(), " ");
        self.process.send(format!("{} {command}", self.last_id));
        Question {
            command,
            id: self.last_id,
            patience,
            since: Instant::now(),
            n_bytes: 0,
            is_echoed: false,
        }
    }

    /// The first line of the answer; what comes before it is noise.
    fn head(&mut self, question: &mut Question) -> Result<Head, Error> {
        loop {
            let line = self.line(question)?;
            if let Some((head, id)) = Head::parse(&line) {
                if id != Some(question.id) {
                    return Err(Error::WrongId { command: question.command.clone(), answer: line });
                }
                question.n_bytes = 0;
                return Ok(head);
            }
            question.hear_noise(&line);
            if question.n_bytes > MAX_NOISE {
                return Err(Error::Flooded { command: question.command.clone() });
            }
        }
    }

    /// The lines of an answer up to the empty one that ends it.
    fn rest(&mut self, question: &mut Question, mut answer: String) -> Result<String, Error> {
        loop {
            let line = self.line(question)?;
            if line.is_empty() {
                // A diagram may begin below the mark, and be indented.
                return Ok(answer.trim_start_matches('\n').trim_end().to_string());
            }
            answer.push('\n');
            answer.push_str(&line);
        }
    }

    /// The next line that the engine writes.
    fn line(&mut self, question: &mut Question) -> Result<String, Error> {
        loop {
            if let Some(line) = self.line_unless(question, &Stop::new())? {
                return Ok(line);
            }
        }
    }

    /// The next line that the engine writes, or `None` if the signal is given
    /// before.
    fn line_unless(
        &mut self,
        question: &mut Question,
        stop: &Stop,
    ) -> Result<Option<String>, Error> {
        let mut is_gone = false;
        loop {
            if stop.is_stopped() {
                return Ok(None);
            }
            if self.stop.is_stopped() {
                return Err(Error::Interrupted { command: question.command.clone() });
            }
            let left = question.patience.saturating_sub(question.since.elapsed());
            match self.process.receive(left.min(TICK)) {
                Ok(Line::Whole(line)) => {
                    question.n_bytes += line.len() + 1;
                    if question.n_bytes > MAX_ANSWER {
                        return Err(Error::Flooded { command: question.command.clone() });
                    }
                    return Ok(Some(line));
                }
                Ok(Line::Cut(_)) => {
                    return Err(Error::Flooded { command: question.command.clone() });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.died(question)),
                Err(RecvTimeoutError::Timeout) if is_gone => return Err(self.died(question)),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(question.timed_out());
                }
                // A child of an engine that is gone may hold its output; what
                // the engine itself has written comes with the next look.
                Err(RecvTimeoutError::Timeout) => is_gone = self.process.has_exited(),
            }
        }
    }

    fn died(&mut self, question: &Question) -> Error {
        let status = self.process.end(EXIT_PATIENCE);
        let command = question.command.clone();
        Error::Died { command, status, last_words: self.process.last_words() }
    }

    /// Sends `quit`, and kills the engine if it does not exit in time.
    pub(super) fn quit(mut self, patience: Duration) {
        // After a stop signal the engine gets no time to quit.
        let patience = if self.stop.is_stopped() { Duration::ZERO } else { patience };
        self.send("quit", patience);
        self.process.end(patience);
    }
}

/// The first line of an answer.
#[derive(Debug, Eq, PartialEq)]
struct Head {
    /// Whether the engine cannot do it.
    is_refusal: bool,
    /// The text after the id.
    text: String,
}

impl Head {
    /// The head and its id, or `None` if the line is not part of an answer.
    fn parse(line: &str) -> Option<(Head, Option<u32>)> {
        let is_refusal = line.starts_with('?');
        let text = line.strip_prefix(['=', '?'])?;
        let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (id, text) = text.split_at(n_digits);
        Some((Head { is_refusal, text: text.trim().to_string() }, id.parse().ok()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads() {
        for (line, expected) in [
            ("=1 E5", Some((false, Some(1), "E5"))),
            ("=12", Some((false, Some(12), ""))),
            ("?3 illegal move ", Some((true, Some(3), "illegal move"))),
            ("= E5", Some((false, None, "E5"))),
            ("=99999999999", Some((false, None, ""))),
            ("", None),
            ("1 name", None),
            (" =1", None),
        ] {
            let head = Head::parse(line);
            let head = head.as_ref().map(|(it, id)| (it.is_refusal, *id, it.text.as_str()));
            assert_eq!(head, expected, "{line}");
        }
    }
}
