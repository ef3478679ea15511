//! The conversation: lines in, answers out, and engines between them.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::{Map, Value, json};
use tengen_analysis::{Analysis, AnalystError, Stop};

use crate::answer::{self, Stage};
use crate::cache::Cache;
use crate::line::{self, Line};
use crate::problem::LineError;
use crate::query::{Question, SearchKey, Task};
use crate::queue::Queue;
use crate::read::{self, Action, Request};
use crate::setting::Settings;

/// The lines that wait to be understood.
const MAX_LINES: usize = 64;

/// An engine that answers questions about positions, one at a time.
pub trait Engine: Send {
    /// Analyzes a position until the effort is spent or the signal is raised.
    ///
    /// `tell` takes intermediate results, as often as the question wants
    /// them. The answer should have [`details`](Analysis::details).
    ///
    /// # Errors
    ///
    /// Returns [`AnalystError`] if the engine failed, or was stopped before
    /// it had anything to say.
    fn analyze(
        &mut self,
        question: &Question<'_>,
        stop: &Stop,
        tell: &mut dyn FnMut(Analysis),
    ) -> Result<Analysis, AnalystError>;
}

/// Who answers.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct About {
    /// The name of the program.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The names of the networks that judge positions.
    pub models: Vec<String>,
}

/// What to do when there are no more lines.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum AtEnd {
    /// All queries are answered first.
    #[default]
    Finish,
    /// Searches are stopped, and queries that wait are dropped.
    Quit,
}

/// A conversation to come.
#[derive(Debug, Default)]
pub struct Service {
    settings: Settings,
    about: About,
    at_end: AtEnd,
}

impl Service {
    /// A conversation with settings that queries can override.
    pub fn new(settings: Settings, about: About, at_end: AtEnd) -> Service {
        Service { settings, about, at_end }
    }

    /// Answers until there are no more lines, with one thread for each
    /// engine.
    ///
    /// # Errors
    ///
    /// Returns [`Disconnected`] if input or output broke off; searches are
    /// stopped then.
    pub fn run<E: Engine>(
        &self,
        input: impl BufRead + Send + 'static,
        output: impl Write + Send,
        engines: Vec<E>,
    ) -> Result<(), Disconnected> {
        let (send, events) = mpsc::sync_channel(MAX_LINES);
        read_lines(input, send.clone());
        let shared = Shared {
            queue: Queue::default(),
            cache: Cache::default(),
            output: Output { writer: Mutex::new(Ok(output)), events: send },
        };
        thread::scope(|scope| {
            for engine in engines {
                let shared = &shared;
                scope.spawn(move || shared.work(engine));
            }
            let result = self.listen(&events, &shared);
            match (&result, self.at_end) {
                (Ok(()), AtEnd::Finish) if !shared.output.is_closed() => shared.queue.close(),
                _ => shared.queue.abandon(),
            }
            result
        })?;
        shared.output.result()
    }

    /// Takes lines until they end or no one listens.
    fn listen<W: Write>(
        &self,
        events: &Receiver<Event>,
        shared: &Shared<W>,
    ) -> Result<(), Disconnected> {
        for event in events {
            match event {
                Event::Line(_) if shared.output.is_closed() => return Ok(()),
                Event::Line(line) => self.take(&line, shared),
                Event::End(Ok(())) | Event::OutputClosed => return Ok(()),
                Event::End(Err(error)) => return Err(Disconnected::Input(error)),
            }
        }
        Ok(())
    }

    fn take<W: Write>(&self, line: &Line, shared: &Shared<W>) {
        let request = match line {
            Line::TooLong => Err(LineError::TooLong),
            Line::Whole(bytes) if bytes.trim_ascii().is_empty() => return,
            Line::Whole(bytes) => read::read(bytes, &self.settings),
        };
        match request {
            Err(error) => shared.output.write(&error.to_json()),
            Ok(Request::Analyze(query, warnings)) => {
                for warning in warnings {
                    shared.output.write(&warning.to_json(&query.id));
                }
                shared.queue.push(query.tasks());
            }
            Ok(Request::Act(action, fields)) => self.act(&action, fields, shared),
        }
    }

    /// Does something and sends the fields back.
    fn act<W: Write>(&self, action: &Action, mut fields: Map<String, Value>, shared: &Shared<W>) {
        match action {
            Action::QueryVersion => {
                fields.insert("version".into(), crate::PROTOCOL_VERSION.into());
                fields.insert("git_hash".into(), "<omitted>".into());
                let About { name, version, .. } = &self.about;
                fields.insert("engine".into(), format!("{name} {version}").into());
            }
            Action::QueryModels => {
                fields.insert("models".into(), self.about.models.iter().map(model).collect());
            }
            Action::ClearCache => shared.cache.clear(),
            Action::Terminate(_) => (),
        }
        shared.output.write(&answer::sorted(fields));
        if let Action::Terminate(selection) = action {
            for task in shared.queue.terminate(selection) {
                shared.output.write(&answer::no_results(&task));
            }
        }
    }
}

/// What is told about a network.
fn model(name: &String) -> Value {
    json!({
        "internalName": name,
        "maxBatchSize": 1,
        "name": name,
        "usesHumanSLProfile": false,
        "usingFP16": "false",
        "version": 1,
    })
}

/// Something that happened outside.
#[derive(Debug)]
enum Event {
    Line(Line),
    End(io::Result<()>),
    OutputClosed,
}

/// Reads in a thread of its own, which ends with the input or when no one
/// takes its lines.
fn read_lines(mut input: impl BufRead + Send + 'static, events: SyncSender<Event>) {
    thread::spawn(move || {
        loop {
            let event = match line::read(&mut input, crate::MAX_LINE) {
                Ok(Some(line)) => Event::Line(line),
                Ok(None) => Event::End(Ok(())),
                Err(error) => Event::End(Err(error)),
            };
            let is_end = matches!(event, Event::End(_));
            if events.send(event).is_err() || is_end {
                return;
            }
        }
    });
}

/// What the threads of a conversation share.
struct Shared<W> {
    queue: Queue,
    cache: Cache,
    output: Output<W>,
}

impl<W: Write> Shared<W> {
    /// Answers about one position after the other.
    fn work(&self, mut engine: impl Engine) {
        while let Some(running) = self.queue.next() {
            let answer = self.answer(&running.task, &mut engine);
            // A task that was answered cannot be terminated any more.
            self.queue.finish(&running);
            self.output.write(&answer);
        }
    }

    fn answer(&self, task: &Task, engine: &mut impl Engine) -> Value {
        let key = task.key();
        let Some((game, to_play)) = task.game() else { return answer::no_results(task) };
        if let Some(analysis) = self.cache.get(&key) {
            return answer::results(task, game.board(), &analysis, Stage::Final);
        }
        let question = task.question(&game, to_play);
        let result = engine.analyze(&question, &task.stop, &mut |analysis| {
            let report = answer::results(task, game.board(), &analysis, Stage::DuringSearch);
            self.output.write(&report);
        });
        match result {
            Ok(analysis) => {
                let answer = answer::results(task, game.board(), &analysis, Stage::Final);
                self.keep(key, analysis, &task.stop);
                answer
            }
            Err(AnalystError::Stopped) => answer::no_results(task),
            Err(error) => failure(task, &error),
        }
    }

    /// Keeps an analysis that was not cut short.
    fn keep(&self, key: SearchKey, analysis: Analysis, stop: &Stop) {
        if !stop.is_stopped() {
            self.cache.put(key, Arc::new(analysis));
        }
    }
}

/// The last word about a position at which the engine failed.
fn failure(task: &Task, error: &AnalystError) -> Value {
    json!({
        "error": format!("The engine failed: {error}"),
        "id": task.query.id,
        "isDuringSearch": false,
        "turnNumber": task.turn,
    })
}

/// Where answers go, line by line.
struct Output<W> {
    /// The writer, or why there is none any more.
    writer: Mutex<io::Result<W>>,
    events: SyncSender<Event>,
}

impl<W: Write> Output<W> {
    /// Writes one line. When that fails, nothing more is written.
    fn write(&self, value: &Value) {
        let mut line = value.to_string();
        line.push('\n');
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(open) = &mut *writer else { return };
        if let Err(error) = open.write_all(line.as_bytes()).and_then(|()| open.flush()) {
            *writer = Err(error);
            drop(writer);
            // Without room in the channel there are lines to come, after
            // which the main thread looks for itself.
            let _ = self.events.try_send(Event::OutputClosed);
        }
    }

    fn is_closed(&self) -> bool {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner).is_err()
    }

    fn result(self) -> Result<(), Disconnected> {
        let writer = self.writer.into_inner().unwrap_or_else(PoisonError::into_inner);
        writer.map(|_| ()).map_err(Disconnected::Output)
    }
}

/// The reason why a conversation broke off.
#[derive(Debug)]
pub enum Disconnected {
    /// The queries cannot be read.
    Input(io::Error),
    /// The answers cannot be written.
    Output(io::Error),
}

impl fmt::Display for Disconnected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disconnected::Input(error) => write!(f, "cannot read queries: {error}"),
            Disconnected::Output(error) => write!(f, "cannot write answers: {error}"),
        }
    }
}

impl Error for Disconnected {}
