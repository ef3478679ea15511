//! An answer that is written in parts.

use std::io::{self, Write};

use tengen_analysis::Stop;

use crate::answer::Failure;
use crate::input_queue::{Cause, InputQueue};

/// The answer to one command, line by line.
pub(crate) struct Stream<'a> {
    id: Option<&'a str>,
    queue: &'a InputQueue,
    output: &'a mut dyn Write,
    has_begun: bool,
    /// What was said by the output when it could not be written any more.
    result: io::Result<()>,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(
        id: Option<&'a str>,
        queue: &'a InputQueue,
        output: &'a mut dyn Write,
    ) -> Stream<'a> {
        Stream { id, queue, output, has_begun: false, result: Ok(()) }
    }

    /// A signal that ends the answer early.
    pub(crate) fn stop_on(&self, cause: Cause) -> Stop {
        self.queue.stop_on(cause)
    }

    /// Says that the command is understood; lines follow.
    pub(crate) fn begin(&mut self) {
        if !self.has_begun {
            self.has_begun = true;
            self.write(&format!("={}\n", self.id.unwrap_or_default()));
        }
    }

    /// Adds a line, unless it is empty: that would end the answer.
    pub(crate) fn line(&mut self, text: &str) {
        self.begin();
        if !text.is_empty() {
            self.write(&format!("{text}\n"));
        }
    }

    /// Ends the answer, with the result of the command as its last line.
    pub(crate) fn finish(mut self, result: &Result<String, Failure>) -> io::Result<()> {
        match result {
            Ok(text) if self.has_begun => {
                let end = if text.is_empty() { "\n".into() } else { format!("{text}\n\n") };
                self.write(&end);
            }
            _ => self.write(&crate::answer::format(self.id, result)),
        }
        self.result
    }

    fn write(&mut self, text: &str) {
        if self.result.is_ok() {
            self.result = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
        }
    }

    /// Whether the output is closed.
    pub(crate) fn is_broken(&self) -> bool {
        self.result.is_err()
    }
}
