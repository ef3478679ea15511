//! The engine as a process: started in a group of its own, so that it can be
//! killed with all that it has started.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::line::{self, Line};
use super::{CommandLine, Log, group};

/// The longest line of an answer that is taken.
const MAX_LINE: usize = 1 << 20;

/// The number of unread lines after which the engine has to wait.
const MAX_WAITING: usize = 64;

/// The longest line of standard error that is kept in one piece.
const MAX_ERROR_LINE: usize = 1 << 12;

/// How many of the last lines of standard error are kept.
const MAX_LAST_WORDS: usize = 20;

/// How long the threads may take to see that an engine is no more.
///
/// They wait for ever if it has started a process that has left its group
/// and holds its output.
const THREAD_PATIENCE: Duration = Duration::from_secs(3);

/// The time between two looks whether a process has exited.
const TICK: Duration = Duration::from_millis(5);

/// A running program with its three streams.
///
/// When dropped, it and its children are killed.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Sender<String>,
    output: Option<Receiver<Line>>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    threads: Vec<JoinHandle<()>>,
    /// Hears nothing until the last thread has ended.
    threads_end: Receiver<Infallible>,
    has_ended: bool,
    /// What it had used when it ended.
    last_cpu_time: Option<Duration>,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(line: &CommandLine, log: Option<&Log>) -> io::Result<Process> {
        let mut command = Command::new(line.program());
        command.args(line.arguments());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group::separate(&mut command);
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let stderr = child.stderr.take();
        let (input, lines_in) = mpsc::channel();
        let (lines_out, output) = mpsc::sync_channel(MAX_WAITING);
        let (end, threads_end) = mpsc::channel();
        let words = Arc::new(Mutex::new(VecDeque::new()));
        // From here on, an error drops the process and so kills it.
        let mut process = Process {
            child,
            input,
            output: Some(output),
            last_words: Arc::clone(&words),
            threads: Vec::new(),
            threads_end,
            has_ended: false,
            last_cpu_time: None,
        };
        let threads = &mut process.threads;
        threads.push(spawn(&end, log, move |log| write_input(stdin, &lines_in, log))?);
        threads.push(spawn(&end, log, move |log| read_output(stdout, &lines_out, log))?);
        threads.push(spawn(&end, log, move |log| read_errors(stderr, &words, log))?);
        Ok(process)
    }

    /// The number that the system knows it by.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line; one that cannot be read any more is lost.
    pub(super) fn send(&self, line: String) {
        let _ = self.input.send(line);
    }

    /// The next line that it writes.
    pub(super) fn receive(&self, patience: Duration) -> Result<Line, RecvTimeoutError> {
        match &self.output {
            Some(output) => output.recv_timeout(patience),
            None => Err(RecvTimeoutError::Disconnected),
        }
    }

    /// Whether it has exited, whatever may have become of its children.
    pub(super) fn has_exited(&mut self) -> bool {
        self.has_ended || group::has_exited(&mut self.child)
    }

    /// The last lines of its standard error.
    pub(super) fn last_words(&self) -> Vec<String> {
        let last_words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        last_words.iter().cloned().collect()
    }

    /// The processor time of all processes in its group.
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        if self.has_ended { self.last_cpu_time } else { group::cpu_time(&self.child) }
    }

    /// Gives it some time to exit, kills what is left, and says how it ended
    /// by itself.
    pub(super) fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        if self.has_ended {
            return None;
        }
        let has_exited = self.waits_for_exit(patience);
        self.last_cpu_time = group::cpu_time(&self.child);
        // A process that has exited keeps its number until it is waited for,
        // so this cannot hit the group of another process.
        group::kill(&mut self.child);
        let status = self.child.wait();
        self.has_ended = true;
        self.output = None;
        self.join();
        status.ok().filter(|_| has_exited)
    }

    /// Waits until it exits, and lets it write what it likes meanwhile.
    fn waits_for_exit(&mut self, patience: Duration) -> bool {
        let start = Instant::now();
        while !self.has_exited() {
            if start.elapsed() >= patience {
                return false;
            }
            if self.receive(TICK) == Err(RecvTimeoutError::Disconnected) {
                thread::sleep(TICK);
            }
        }
        true
    }

    /// Waits for the threads, but not for ever.
    fn join(&mut self) {
        // The writing thread ends when its channel is closed.
        self.input = mpsc::channel().0;
        let _ = self.threads_end.recv_timeout(THREAD_PATIENCE);
        for thread in self.threads.drain(..).filter(JoinHandle::is_finished) {
            let _ = thread.join();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

/// Starts a thread that holds `end` as long as it runs.
fn spawn(
    end: &Sender<Infallible>,
    log: Option<&Log>,
    work: impl FnOnce(Option<&Log>) + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    let (end, log) = (end.clone(), log.cloned());
    thread::Builder::new().name("gtp".into()).spawn(move || {
        work(log.as_ref());
        drop(end);
    })
}

fn note(log: Option<&Log>, mark: char, line: &str) {
    if let Some(log) = log {
        log.write(mark, line);
    }
}

/// Passes lines on to the engine, in a thread since it may not read them.
fn write_input(stdin: Option<ChildStdin>, lines: &Receiver<String>, log: Option<&Log>) {
    let Some(mut stdin) = stdin else { return };
    for line in lines {
        note(log, '>', &line);
        if stdin.write_all(format!("{line}\n").as_bytes()).is_err() {
            return;
        }
    }
}

/// Passes lines on from the engine until one is too long.
fn read_output(stdout: Option<impl Read>, lines: &SyncSender<Line>, log: Option<&Log>) {
    let Some(stdout) = stdout else { return };
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = line::read(&mut stdout, MAX_LINE) {
        let (Line::Whole(text) | Line::Cut(text)) = &line;
        note(log, '<', text);
        let is_cut = matches!(line, Line::Cut(_));
        if lines.send(line).is_err() || is_cut {
            return;
        }
    }
}

/// Keeps the last lines of standard error.
fn read_errors(stderr: Option<impl Read>, last_words: &Mutex<VecDeque<String>>, log: Option<&Log>) {
    let Some(stderr) = stderr else { return };
    let mut stderr = BufReader::new(stderr);
    while let Ok(Some(Line::Whole(text) | Line::Cut(text))) =
        line::read(&mut stderr, MAX_ERROR_LINE)
    {
        note(log, '!', &text);
        let mut last_words = last_words.lock().unwrap_or_else(PoisonError::into_inner);
        if last_words.len() == MAX_LAST_WORDS {
            last_words.pop_front();
        }
        last_words.push_back(text);
    }
}
