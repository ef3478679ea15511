//! The event loop of the program on a terminal.

use std::env;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event};
use tengen_challenge::TICK;
use tengen_front::key::KeyTable;
use tengen_front::notice::Notice;
use tengen_front::refusal::Refusal;
use tengen_front::words;
use tengen_front::workspace::{Waker, Workspace, WorkspaceOptions};

use tengen_host::NoHome;

use crate::app::{App, any_seed};
use crate::display::DisplaySettings;
use crate::input::is_control;
use crate::opening::Opening;
use crate::terminal::OwnedTerminal;

/// The time between two frames while something moves.
const FRAME: Duration = Duration::from_millis(120);

/// The time between two frames while nothing moves.
const STILL: Duration = Duration::from_secs(60);

/// What wakes the program.
#[derive(Debug)]
enum Wake {
    Input(Event),
    News,
    /// The terminal was closed, or a signal ends the program.
    Lost,
}

/// Runs the program on the terminal until the player leaves.
///
/// # Errors
///
/// Returns [`RunError`] if the game cannot begin, or the terminal does not
/// work.
pub fn run(opening: &Opening, options: WorkspaceOptions) -> Result<(), RunError> {
    let (sender, receiver) = mpsc::channel();
    let (mut workspace, notices) = open_workspace(options.with_waker(waker(sender.clone())));
    let display = DisplaySettings::new(&workspace.settings().terminal, |it| env::var(it).ok());
    let opened = opening.open(&mut workspace);
    let opened = opened.map_err(|it| RunError::refused(&it, workspace.keys()))?;
    let folder = env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
    let mut app = App::new(workspace, display, &notices).with_folder(folder);
    app.follow(Ok(opened));
    if matches!(opening, Opening::Menu) && app.workspace_mut().is_first_start() {
        app.show_welcome();
    }
    let mut terminal = OwnedTerminal::enter()?;
    read_input(sender.clone())?;
    // The terminal is restored when a signal ends the program. If there is a
    // handler already, it will do.
    let _ = ctrlc::set_handler(move || {
        let _ = sender.send(Wake::Lost);
    });
    if let Opening::Career { seed, is_debug } = *opening {
        app.set_out(seed.unwrap_or_else(any_seed), is_debug);
    }
    let mut program = Program { app, receiver, next_tick: Instant::now() + TICK };
    let ended = program.run(&mut terminal);
    program.app.finish();
    ended
}

/// Opens a workspace, with its notices.
pub(crate) fn open_workspace(options: WorkspaceOptions) -> (Workspace, Vec<Notice>) {
    let no_home = options.dirs.is_none().then_some(Notice::NoHome(NoHome));
    let (workspace, notices) = Workspace::open(options);
    (workspace, no_home.into_iter().chain(notices).collect())
}

/// Lets other threads wake the event loop.
fn waker(sender: Sender<Wake>) -> Waker {
    Waker::new(move || {
        // A closed channel means that the program has ended.
        let _ = sender.send(Wake::News);
    })
}

struct Program {
    app: App,
    receiver: Receiver<Wake>,
    /// When the next tick of the career is due.
    next_tick: Instant,
}

impl Program {
    fn run(&mut self, terminal: &mut OwnedTerminal) -> Result<(), RunError> {
        while !self.app.has_quit() {
            let is_lively = self.app.refresh();
            terminal.draw(|frame| self.app.draw(frame.area(), frame.buffer_mut()))?;
            if self.app.take_bell() {
                terminal.ring()?;
            }
            let pause = match () {
                () if self.app.is_ticking() => {
                    self.next_tick.saturating_duration_since(Instant::now())
                }
                () if is_lively => FRAME,
                () => STILL,
            };
            match self.receiver.recv_timeout(pause) {
                Ok(wake) => self.take(wake, terminal)?,
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            // Events that arrived meanwhile need no frame of their own.
            while let Ok(wake) = self.receiver.try_recv() {
                if self.app.has_quit() {
                    return Ok(());
                }
                self.take(wake, terminal)?;
            }
            self.tick();
        }
        Ok(())
    }

    /// Lets the time of the career pass, if it is time.
    fn tick(&mut self) {
        let now = Instant::now();
        // Time in which the program was suspended does not count.
        if now > self.next_tick + TICK * 10 {
            self.next_tick = now;
        }
        while now >= self.next_tick {
            self.next_tick += TICK;
            self.app.tick();
        }
    }

    fn take(&mut self, wake: Wake, terminal: &mut OwnedTerminal) -> Result<(), RunError> {
        match wake {
            Wake::Lost => self.app.stop(),
            Wake::News => self.app.collect_news(),
            Wake::Input(Event::Key(key)) if is_control(key, 'z') => terminal.suspend()?,
            Wake::Input(event) => self.app.handle(&event),
        }
        Ok(())
    }
}

/// Starts the thread that waits for keys, which ends with the program.
fn read_input(sender: Sender<Wake>) -> io::Result<()> {
    let thread = thread::Builder::new().name("input".into());
    thread.spawn(move || {
        loop {
            let wake = event::read().map_or(Wake::Lost, Wake::Input);
            let is_lost = matches!(wake, Wake::Lost);
            if sender.send(wake).is_err() || is_lost {
                return;
            }
        }
    })?;
    Ok(())
}

/// The reason why the program ends before the player leaves.
#[derive(Debug)]
pub enum RunError {
    /// The game cannot begin; this is why, as a sentence.
    Refused(String),
    /// The terminal, or what is in its place, does not work.
    Terminal(io::Error),
}

impl RunError {
    pub(crate) fn refused(reason: &Refusal, keys: &KeyTable) -> RunError {
        RunError::Refused(words::refusal(reason, keys))
    }
}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> RunError {
        RunError::Terminal(error)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Refused(reason) => f.write_str(reason),
            RunError::Terminal(error) => write!(f, "the terminal does not work: {error}"),
        }
    }
}

impl Error for RunError {}
