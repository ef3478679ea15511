//! Lines that wait to be answered, read while the engine thinks.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tengen_analysis::Stop;

use crate::line::{self, Line};

/// The most lines that wait; a controller that sends more has to wait itself.
const MAX_LINES: usize = 4096;

/// The events that interrupt thinking.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Cause {
    /// Whatever comes in, even the end of input.
    Anything,
    /// The line `# interrupt`.
    Interruption,
}

/// Lines that wait to be answered.
///
/// A thread of its own reads them, which ends with the input.
#[derive(Clone, Debug)]
pub(crate) struct InputQueue(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    has_changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<Line>,
    /// Why there will be no more lines, once that is so.
    end: Option<io::Result<()>>,
    is_abandoned: bool,
    awaited: Option<(Cause, Stop)>,
}

impl InputQueue {
    /// Starts to read.
    pub(crate) fn open(mut input: impl BufRead + Send + 'static) -> InputQueue {
        let queue = InputQueue(Arc::default());
        let reader = queue.clone();
        thread::spawn(move || {
            while let Some(line) = reader.end_with(line::read(&mut input)) {
                if !reader.push(line) {
                    return;
                }
            }
        });
        queue
    }

    /// The next line, or `None` at the end of input.
    pub(crate) fn next(&self) -> io::Result<Option<Line>> {
        let mut state = self.state();
        loop {
            if let Some(line) = state.lines.pop_front() {
                self.0.has_changed.notify_all();
                return Ok(Some(line));
            }
            match state.end.take() {
                None => state = self.wait(state),
                Some(Ok(())) => {
                    state.end = Some(Ok(()));
                    return Ok(None);
                }
                Some(Err(error)) => return Err(error),
            }
        }
    }

    /// Whether there is nothing to do but wait.
    pub(crate) fn is_idle(&self) -> bool {
        let state = self.state();
        state.lines.is_empty() && state.end.is_none()
    }

    /// A signal that is given when something happens.
    pub(crate) fn stop_on(&self, cause: Cause) -> Stop {
        let stop = Stop::new();
        let mut state = self.state();
        let has_come = !state.lines.is_empty() || state.end.is_some();
        let is_interrupted = state.lines.iter().any(|line| line.is_interruption);
        if is_interrupted || cause == Cause::Anything && has_come {
            stop.stop();
        }
        state.awaited = Some((cause, stop.clone()));
        stop
    }

    /// Adds a line, and says whether more lines are wanted.
    fn push(&self, line: Line) -> bool {
        let mut state = self.state();
        state.raise_for(line.is_interruption);
        while state.lines.len() >= MAX_LINES && !state.is_abandoned {
            state = self.wait(state);
        }
        state.lines.push_back(line);
        self.0.has_changed.notify_all();
        !state.is_abandoned
    }

    /// The line that was read; if there is none, that is the end.
    fn end_with(&self, read: io::Result<Option<Line>>) -> Option<Line> {
        let end = match read {
            Ok(Some(line)) => return Some(line),
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        let mut state = self.state();
        state.end = Some(end);
        state.raise_for(false);
        self.0.has_changed.notify_all();
        None
    }

    /// Lets the thread end that reads.
    pub(crate) fn abandon(&self) {
        self.state().is_abandoned = true;
        self.0.has_changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.0.has_changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn raise_for(&mut self, is_interruption: bool) {
        if let Some((_, stop)) =
            self.awaited.take_if(|it| is_interruption || it.0 == Cause::Anything)
        {
            stop.stop();
        }
    }
}
