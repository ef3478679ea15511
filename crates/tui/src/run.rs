//! The program on a terminal: keys and news of the game in, pictures out.

use std::env;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ratatui::crossterm::event::{self, Event, KeyCode, KeyModifiers};
use tengen_challenge::TICK;
use tengen_host::Deed;
use tengen_rules::Color;
use tengen_session::{Action, Phase, Seat, Setup};

use crate::app::{App, Request};
use crate::room::{CannotDo, Room};
use crate::screen::career::Departure;
use crate::terminal::Stage;

/// How the program begins.
#[derive(Clone, Debug)]
pub enum Opening {
    /// With the start screen.
    Menu,
    /// With a new game.
    Game(Box<Setup>),
    /// With a record, and who plays on from its end.
    Record(PathBuf, Box<Setup>),
    /// With the career.
    Career {
        /// Where random numbers start, or wherever.
        seed: Option<u64>,
        /// Whether a challenge is found at once.
        is_debug: bool,
    },
}

/// The time between two pictures of something that moves.
const FRAME: Duration = Duration::from_millis(120);

/// The time between two pictures of something that does not.
const STILL: Duration = Duration::from_secs(60);

/// What wakes the program.
#[derive(Debug)]
enum Wake {
    Input(Event),
    News,
    /// The terminal has gone, or somebody wants the program to end.
    Lost,
}

/// Runs the program on the terminal until the player leaves.
///
/// # Errors
///
/// Returns [`RunError`] if the game cannot begin, or the terminal does not
/// work.
pub fn run(opening: Opening, (mut room, problems): (Room, Vec<String>)) -> Result<(), RunError> {
    let (keys, bad_keys) = room.keys();
    let taste = room.taste(|name| env::var(name).ok());
    let mut app = App::new(taste, keys, room.saved(), room.wish())
        .with_games(room.games())
        .with_engines(room.engines())
        .with_folder(env::current_dir().unwrap_or_else(|_| PathBuf::from(".")));
    let career = match opening {
        Opening::Career { seed, is_debug } => Some((seed, is_debug)),
        _ => None,
    };
    open(opening, &mut app, &mut room)?;
    let bad_keys = bad_keys.iter().map(ToString::to_string);
    if let Some(problem) = problems.into_iter().chain(bad_keys).next() {
        app.refuse(problem);
    }
    let (sender, receiver) = mpsc::channel();
    let mut stage = Stage::enter()?;
    read_input(sender.clone())?;
    let stopper = sender.clone();
    // Whoever ends the program from outside gets the terminal back. If there
    // is a handler already, it will do.
    let _ = ctrlc::set_handler(move || {
        let _ = stopper.send(Wake::Lost);
    });
    let mut program = Program { app, room, sender, receiver, next_tick: Instant::now() };
    if let Some((seed, is_debug)) = career {
        program.set_out(seed.unwrap_or_else(any_seed), is_debug);
    }
    program.run(&mut stage)
}

/// Another one each time.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_secs() << 30 | u64::from(now.subsec_nanos())
}

fn open(opening: Opening, app: &mut App, room: &mut Room) -> Result<(), CannotDo> {
    match opening {
        Opening::Menu | Opening::Career { .. } => return Ok(()),
        Opening::Game(setup) => room.begin(*setup)?,
        Opening::Record(path, setup) => return show_record(&path, *setup, app, room),
    }
    if let Some(view) = room.view() {
        app.show_game(&view);
    }
    Ok(())
}

/// A game that is not over goes on; one that is over can be looked through.
fn show_record(path: &Path, setup: Setup, app: &mut App, room: &mut Room) -> Result<(), CannotDo> {
    room.open_record(path, setup)?;
    let Some(view) = room.view() else { return Ok(()) };
    let is_for_people = Color::ALL.into_iter().all(|it| view.seats[it].is_person());
    if is_for_people || !matches!(view.phase, Phase::Playing) {
        app.show_record(&view);
        return Ok(());
    }
    app.show_game(&view);
    room.act(Action::Start)
}

struct Program {
    app: App,
    room: Room,
    sender: Sender<Wake>,
    receiver: Receiver<Wake>,
    /// When the next tick of the career is due.
    next_tick: Instant,
}

impl Program {
    fn run(mut self, stage: &mut Stage) -> Result<(), RunError> {
        self.listen();
        let ended = self.run_until_left(stage);
        if let Some(request) = self.app.last_request() {
            // The terminal is about to go, so there is nobody to complain to.
            let _ = self.perform(request);
        }
        ended
    }

    fn run_until_left(&mut self, stage: &mut Stage) -> Result<(), RunError> {
        loop {
            let Program { app, room, .. } = &mut *self;
            room.look(|table| {
                stage.draw(|frame| app.draw(table, frame.area(), frame.buffer_mut()))
            })?;
            let is_lively = self.room.look(|table| self.app.is_lively(table.map(|it| it.view)));
            let pause = match () {
                () if self.app.is_ticking() => {
                    self.next_tick.saturating_duration_since(Instant::now())
                }
                () if is_lively => FRAME,
                () => STILL,
            };
            match self.receiver.recv_timeout(pause) {
                Ok(wake) => {
                    if self.take(wake, stage)? {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            // What has come in meanwhile needs no picture of its own.
            while let Ok(wake) = self.receiver.try_recv() {
                if self.take(wake, stage)? {
                    return Ok(());
                }
            }
            self.tick();
        }
    }

    /// Lets the time of the career pass, if it is time.
    fn tick(&mut self) {
        let now = Instant::now();
        // Who was stopped for a while has not walked meanwhile.
        if now > self.next_tick + TICK * 10 {
            self.next_tick = now;
        }
        while now >= self.next_tick {
            self.next_tick += TICK;
            let requests = self.app.tick();
            self.perform_all(requests);
        }
    }

    /// Does what can be done, and says what cannot.
    fn perform_all(&mut self, requests: Vec<Request>) {
        for request in requests {
            if let Err(reason) = self.perform(request) {
                self.app.refuse(reason.to_string());
            }
        }
    }

    /// Shows the career.
    fn set_out(&mut self, seed: u64, is_debug: bool) {
        let (profile, problem) = self.room.career();
        let requests = self.app.show_career(Departure { profile, seed, is_debug });
        if let Some(problem) = problem {
            self.app.refuse(problem.to_string());
        }
        self.next_tick = Instant::now() + TICK;
        self.perform_all(requests);
    }

    /// Returns whether the program is to end.
    fn take(&mut self, wake: Wake, stage: &mut Stage) -> Result<bool, RunError> {
        let event = match wake {
            Wake::Lost => return Ok(true),
            Wake::News => {
                for problem in self.room.news(Duration::ZERO) {
                    self.app.refuse(problem);
                }
                return Ok(false);
            }
            Wake::Input(event) => event,
        };
        if is_suspension(&event) {
            stage.suspend()?;
            return Ok(false);
        }
        let Program { app, room, .. } = self;
        let requests = room.look(|table| app.handle(&event, table));
        let is_last = requests.iter().any(|it| matches!(it, Request::Quit));
        self.perform_all(requests);
        Ok(is_last)
    }

    fn perform(&mut self, request: Request) -> Result<(), CannotDo> {
        match request {
            Request::Act(action) => {
                self.room.act(action)?;
                // A record that was only looked at has become another game.
                self.listen();
            }
            Request::NewGame(setup) => {
                self.room.begin(*setup)?;
                self.show_game();
            }
            Request::Continue => {
                self.room.resume()?;
                self.show_game();
            }
            Request::Open(path) => {
                let wish = self.room.wish();
                let mut setup = Setup::new(wish.size, wish.ruleset);
                setup.seats.black = Seat::person("");
                show_record(&path, setup, &mut self.app, &mut self.room)?;
                self.listen();
            }
            Request::SaveNew(path) => {
                let path = self.room.save_new(&path)?;
                self.app.tell(format!("Saved as {}.", path.display()));
            }
            Request::Save { path, is_forced } => {
                self.room.save(&path, is_forced)?;
                self.app.tell(format!("Saved as {}.", path.display()));
            }
            Request::KeepTaste(taste) => self.room.keep_taste(taste)?,
            Request::Career => self.set_out(any_seed(), false),
            Request::Record(deed) => return self.record(Some(deed)),
            Request::Refresh => return self.record(None),
            Request::Quit => (),
        }
        Ok(())
    }

    fn record(&mut self, deed: Option<Deed>) -> Result<(), CannotDo> {
        let (profile, problem) = self.room.record(deed);
        if let Some(profile) = profile {
            self.app.set_profile(profile);
        }
        problem.map_or(Ok(()), Err)
    }

    fn show_game(&mut self) {
        if let Some(view) = self.room.view() {
            self.app.show_game(&view);
        }
        self.listen();
    }

    /// Has the game wake the program.
    fn listen(&self) {
        let sender = self.sender.clone();
        self.room.set_waker(move || {
            // A program that has ended needs no news.
            let _ = sender.send(Wake::News);
        });
    }
}

fn is_suspension(event: &Event) -> bool {
    matches!(event, Event::Key(key)
        if key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL))
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
    /// The game cannot begin.
    Game(CannotDo),
    /// The terminal, or what is in its place, does not work.
    Terminal(io::Error),
}

impl From<CannotDo> for RunError {
    fn from(reason: CannotDo) -> RunError {
        RunError::Game(reason)
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
            RunError::Game(reason) => reason.fmt(f),
            RunError::Terminal(error) => write!(f, "the terminal does not work: {error}"),
        }
    }
}

impl Error for RunError {}
