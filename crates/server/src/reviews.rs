//! Reviews of games that are over: one after the other, and behind everything
//! else that engines do.
//!
//! Who asks, and for how many, is a matter of the store; so a review that was
//! asked for survives a restart, and goes on from what was found before.

mod run;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_host::Runner;
use tengen_review::Progress;
use tokio::sync::{Notify, mpsc, watch};

use crate::games::Games;
use crate::id::{GameId, PersonId};
use crate::store::{Asked, ReviewRequest, ReviewStage, Store, StoreError, StoredReview};
use crate::time::ServerClock;
use crate::wire;

pub(crate) use run::rules;
use run::{Found, Job};

/// How many reviews a person may ask for within a day.
pub(crate) const MAX_IN_A_DAY: usize = 20;

/// All reviews of games of this server.
#[derive(Debug)]
pub(crate) struct Reviews {
    store: Arc<dyn Store>,
    runner: Runner,
    clock: ServerClock,
    queue: Mutex<Queue>,
    asked: Notify,
    /// Hears of each review that is done.
    done: Listener,
}

/// Hears of games.
struct Listener(Box<dyn Fn(GameId) + Send + Sync>);

impl std::fmt::Debug for Listener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Listener")
    }
}

#[derive(Debug, Default)]
struct Queue {
    /// The first one is under way.
    games: VecDeque<GameId>,
    /// How far that is.
    progress: Progress,
}

/// A review as people see it.
#[derive(Debug)]
pub(crate) struct ReviewNow {
    pub(crate) stored: StoredReview,
    /// How many are before it.
    pub(crate) n_before: usize,
    /// How far it is, once it is under way.
    pub(crate) progress: Option<Progress>,
}

impl ReviewNow {
    /// How much of the first look at all moves is done, from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "numbers of moves")]
    pub(crate) fn share(&self) -> f32 {
        self.progress
            .map_or(0.0, |it| (it.n_swept + it.n_failed) as f32 / it.n_positions.max(1) as f32)
    }
}

impl Reviews {
    pub(crate) fn new(store: Arc<dyn Store>, runner: Runner, clock: ServerClock) -> Reviews {
        let done = Listener(Box::new(|_| ()));
        let (queue, asked) = (Mutex::default(), Notify::new());
        Reviews { store, runner, clock, queue, asked, done }
    }

    /// Tells somebody of each review that is done.
    pub(crate) fn telling(self, tell: impl Fn(GameId) + Send + Sync + 'static) -> Reviews {
        Reviews { done: Listener(Box::new(tell)), ..self }
    }

    /// Asks for the review of a game that is over.
    pub(crate) async fn ask(&self, game: GameId, guest: PersonId) -> Result<Asked, StoreError> {
        let asked_at = wire::millis(self.clock.now());
        let request = ReviewRequest { game, guest, asked_at, max_in_a_day: MAX_IN_A_DAY };
        let asked = self.store.ask_review(request).await?;
        if asked == Asked::Queued {
            metrics::counter!("tengen_reviews_total").increment(1);
            let mut queue = self.queue();
            if !queue.games.contains(&game) {
                queue.games.push_back(game);
            }
            self.asked.notify_one();
        }
        Ok(asked)
    }

    /// The review of a game, and how far it is.
    pub(crate) async fn now(&self, game: GameId) -> Result<Option<ReviewNow>, StoreError> {
        let Some(stored) = self.store.review(game).await? else { return Ok(None) };
        let queue = self.queue();
        let place = queue.games.iter().position(|it| *it == game);
        let is_waiting = stored.stage == ReviewStage::Waiting;
        Ok(Some(ReviewNow {
            stored,
            n_before: place.unwrap_or(0),
            progress: (is_waiting && place == Some(0)).then_some(queue.progress),
        }))
    }

    /// Reviews what was asked for, until the server ends.
    pub(crate) async fn run(self: Arc<Reviews>, games: Arc<Games>, stop: watch::Receiver<bool>) {
        match self.store.reviews_waiting().await {
            Ok(waiting) => self.queue().games = waiting.into(),
            Err(error) => tracing::error!(%error, "reviews that were asked for cannot be found"),
        }
        let mut stopped = stop.clone();
        loop {
            let Some(game) = self.first() else {
                tokio::select! {
                    () = self.asked.notified() => continue,
                    _ = stopped.wait_for(|it| *it) => return,
                }
            };
            self.review(&games, game, stop.clone()).await;
            if *stop.borrow() {
                return;
            }
            let mut queue = self.queue();
            queue.games.pop_front();
            queue.progress = Progress::default();
        }
    }

    fn first(&self) -> Option<GameId> {
        self.queue().games.front().copied()
    }

    /// Reviews a game to its end, or as far as it comes until the server ends.
    async fn review(
        self: &Arc<Reviews>,
        games: &Arc<Games>,
        game: GameId,
        stop: watch::Receiver<bool>,
    ) {
        let record = match self.record(games, game).await {
            Ok(record) => record,
            Err(error) => {
                tracing::error!(%game, %error, "a review cannot begin");
                return self.fail(game).await;
            }
        };
        let (found, mut kept) = mpsc::unbounded_channel();
        let reviews = Arc::clone(self);
        let is_over = Arc::new(AtomicBool::new(false));
        let job = Job {
            runner: self.runner.clone(),
            tell: Box::new(move |progress| reviews.queue().progress = progress),
            found,
            is_over: Arc::clone(&is_over),
        };
        // Engines have a lock of their own now and then, and what waits for
        // games must never wait for that: so it has a thread for itself.
        let thread = tokio::task::spawn_blocking(move || job.run(&record));
        let mut stopped = stop;
        loop {
            let found = tokio::select! {
                found = kept.recv() => found,
                _ = stopped.wait_for(|it| *it), if !is_over.load(Ordering::Relaxed) => {
                    is_over.store(true, Ordering::Relaxed);
                    continue;
                }
            };
            let Some(Found { stage, sgf }) = found else { break };
            match self.store.keep_review(game, stage, sgf).await {
                Ok(()) if stage == ReviewStage::Done => (self.done.0)(game),
                Ok(()) => (),
                Err(error) => tracing::error!(%game, %error, "a review was not stored"),
            }
        }
        if let Err(error) = thread.await {
            tracing::error!(%game, %error, "a review has failed");
            self.fail(game).await;
        }
    }

    /// Ends a review that cannot go on: it may be asked for again.
    async fn fail(&self, game: GameId) {
        let failed = self.store.keep_review(game, ReviewStage::Failed, String::new());
        if let Err(error) = failed.await {
            tracing::error!(%game, %error, "a review was not stored");
        }
    }

    /// The record of a game with what was found of it before.
    async fn record(&self, games: &Arc<Games>, game: GameId) -> Result<String, StoreError> {
        let stored = self.store.review(game).await?;
        if let Some(review) = stored.filter(|it| !it.sgf.is_empty()) {
            return Ok(review.sgf);
        }
        let record = games.look(game, |room| room.session().record().to_sgf()).await;
        record.ok_or_else(|| StoreError::Failed("the game is not there".to_owned()))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
