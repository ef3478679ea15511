//! A game that runs: what a front end holds in its hand.

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tengen_legacy_session::{Action, Rejected, Session, View};

use crate::desk::Desk;
use crate::store::Store;
use crate::{Document, DocumentError, Event, ticker};

/// How a game is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the game is kept after each move, or `None` for nowhere.
    ///
    /// A store has room for one game that is being played: another one takes
    /// its place with its first move.
    pub store: Option<Store>,
    /// The draft that the session was read from, which it goes on with.
    pub draft: Option<PathBuf>,
    /// The number of threads of an engine that plays at full strength or
    /// analyzes.
    pub threads: usize,
    /// The memory of such an engine, in bytes.
    pub memory: usize,
    /// The start of the random numbers.
    pub seed: u64,
    /// What a move at full strength takes in a game without a clock.
    pub move_time: Duration,
    /// How long good moves are looked for.
    pub hint_time: Duration,
    /// How long owners of points are looked for.
    pub estimate_time: Duration,
    /// How long another program may think about a move.
    pub patience: Duration,
}

/// No store, one thread, and random numbers that are others each time.
impl Default for Options {
    fn default() -> Options {
        Options {
            store: None,
            draft: None,
            threads: 1,
            memory: 128 << 20,
            seed: RandomState::new().hash_one(0),
            move_time: Duration::from_secs(5),
            hint_time: Duration::from_secs(8),
            estimate_time: Duration::from_secs(2),
            patience: Duration::from_secs(600),
        }
    }
}

/// A game that runs.
///
/// When dropped, engines are stopped, other programs are ended, and what is to
/// be saved is saved.
#[derive(Debug)]
pub struct Host {
    desk: Arc<Desk>,
    ticker: Option<JoinHandle<()>>,
}

impl Host {
    /// Runs a session, which may have waited for
    /// [`Action::Start`](tengen_legacy_session::Action::Start), and still does.
    pub fn start(session: Session, options: Options) -> Host {
        let desk = Arc::new(Desk::new(session, options));
        let ticker = ticker::start(&desk);
        if let Err(error) = &ticker {
            desk.mailbox.post(Event::Problem(format!("clocks do not run: {error}")));
        }
        Host { desk, ticker: ticker.ok() }
    }

    /// Does what an action asks for.
    ///
    /// This is quick: whatever takes time is done elsewhere, and told as an
    /// [`Event`].
    ///
    /// # Errors
    ///
    /// Returns [`Rejected`] if the action is not possible.
    pub fn apply(&self, action: Action) -> Result<(), Rejected> {
        self.desk.apply(action)
    }

    /// Everything there is to draw.
    pub fn view(&self) -> View {
        self.read(Session::view)
    }

    /// Looks at the session and at the time, in which [`View::thinking`] is
    /// given too.
    ///
    /// The game stands still meanwhile, so this should be short.
    pub fn read<T>(&self, look: impl FnOnce(&Session, Duration) -> T) -> T {
        self.desk.read(look)
    }

    /// Saves the game in its document, together with all others that are
    /// there: in the file of the document, or in another one, which is that of
    /// the document from then on.
    ///
    /// # Errors
    ///
    /// Returns [`DocumentError`] if there is no file, or it cannot be written.
    pub fn save(
        &self,
        document: &mut Document,
        game_idx: usize,
        path: Option<&Path>,
    ) -> Result<(), DocumentError> {
        let revision = self.read(|session, _| {
            document.keep(game_idx, session);
            session.record().revision()
        });
        let origins = document.origins();
        match path {
            Some(path) => document.save_as(path)?,
            None => document.save()?,
        }
        let origin = document.origin(game_idx);
        for action in [Action::SetOrigin(origin), Action::MarkSaved(revision)] {
            // Neither can be rejected.
            let _ = self.apply(action);
        }
        self.desk.forget_drafts(&origins);
        Ok(())
    }

    /// Forgets what was kept of edits that are in no file, because nobody
    /// wants them; later edits are kept again.
    pub fn discard_draft(&self) {
        self.desk.discard_draft();
    }

    /// Forgets what was kept of edits of all games of a document, as
    /// [`Host::discard_draft`] does for this one.
    pub fn discard_drafts(&self, document: &Document) {
        self.desk.discard_draft();
        self.desk.forget_drafts(&document.origins());
    }

    /// The time since the host was started.
    pub fn now(&self) -> Duration {
        self.desk.now()
    }

    /// What has happened, the oldest first; waits for the first event no
    /// longer than `timeout`.
    pub fn poll(&self, timeout: Duration) -> Vec<Event> {
        self.desk.mailbox.take(timeout)
    }

    /// Calls a function whenever there is an event to be read by
    /// [`Host::poll`], for front ends that wait for other things too.
    ///
    /// It is called by other threads and should do no more than wake one.
    pub fn set_waker(&self, wake: impl Fn() + Send + Sync + 'static) {
        self.desk.mailbox.set_waker(Arc::new(wake));
    }

    /// Another hand on the game, for other threads.
    pub fn handle(&self) -> Handle {
        Handle(Arc::clone(&self.desk))
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.desk.close();
        if let Some(ticker) = self.ticker.take() {
            // A thread that has failed has nothing more to say.
            let _ = ticker.join();
        }
    }
}

/// A hand on a game, for other threads.
///
/// After the host is dropped, nobody carries out what the game asks for.
#[derive(Clone, Debug)]
pub struct Handle(Arc<Desk>);

impl Handle {
    /// Does what an action asks for, as [`Host::apply`] does.
    ///
    /// # Errors
    ///
    /// Returns [`Rejected`] if the action is not possible.
    pub fn apply(&self, action: Action) -> Result<(), Rejected> {
        self.0.apply(action)
    }

    /// Everything there is to draw.
    pub fn view(&self) -> View {
        self.0.read(Session::view)
    }
}
