//! Reviews of games that are over: one after the other, and behind everything
//! else that engines do.
//!
//! Who asks, and for how many, is a matter of the store; so a review that was
//! asked for survives a restart, and goes on from what was found before.

mod run;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_host::Runner;
use tengen_review::Progress;
use tokio::sync::{mpsc, watch};

use crate::bus::{News, Post};
use crate::games::Games;
use crate::id::{GameId, PersonId};
use crate::store::{Asked, NodeId, ReviewRequest, ReviewStage, Store, StoreError, StoredReview};
use crate::time::ServerClock;
use crate::wire;

pub(crate) use run::rules;
use run::{Found, Job};

/// How many reviews a person may ask for within a day.
pub(crate) const MAX_IN_A_DAY: usize = 20;

/// How often a server looks for reviews that were asked for at another one.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// All reviews of games of this server.
#[derive(Debug)]
pub(crate) struct Reviews {
    store: Arc<dyn Store>,
    runner: Runner,
    clock: ServerClock,
    post: Post,
    /// The review that is made here, and how far it is.
    current: Mutex<Option<(GameId, Progress)>>,
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
    pub(crate) fn new(
        store: Arc<dyn Store>,
        runner: Runner,
        clock: ServerClock,
        post: Post,
    ) -> Reviews {
        let done = Listener(Box::new(|_| ()));
        Reviews { store, runner, clock, post, current: Mutex::default(), done }
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
            self.post.publish(&News::ReviewAsked);
        }
        Ok(asked)
    }

    /// The review of a game, and how far it is.
    pub(crate) async fn now(&self, game: GameId) -> Result<Option<ReviewNow>, StoreError> {
        let Some(stored) = self.store.review(game).await? else { return Ok(None) };
        if stored.stage != ReviewStage::Waiting {
            return Ok(Some(ReviewNow { stored, n_before: 0, progress: None }));
        }
        let current = *self.current();
        let progress = current.filter(|it| it.0 == game).map(|it| it.1);
        let waiting = self.store.reviews_waiting().await?;
        let n_before = waiting.iter().position(|it| *it == game).unwrap_or(0);
        Ok(Some(ReviewNow { stored, n_before, progress }))
    }

    /// Reviews what was asked for, until the server ends.
    ///
    /// Servers share the work: each makes one review at a time, the first one
    /// that no other makes.
    pub(crate) async fn run(self: Arc<Reviews>, games: Arc<Games>, stop: watch::Receiver<bool>) {
        let mut stopped = stop.clone();
        let mut news = self.post.bus.subscribe();
        let is_alone = self.post.node == NodeId::ONLY;
        loop {
            let game = self.store.take_review(self.post.node).await.unwrap_or_else(|error| {
                tracing::error!(%error, "reviews that were asked for cannot be found");
                None
            });
            let Some(game) = game else {
                tokio::select! {
                    // Whatever it is, it does no harm to look.
                    _ = news.recv() => continue,
                    () = tokio::time::sleep(LOOK_EVERY), if !is_alone => continue,
                    _ = stopped.wait_for(|it| *it) => return,
                }
            };
            *self.current() = Some((game, Progress::default()));
            self.review(&games, game, stop.clone()).await;
            *self.current() = None;
            if *stop.borrow() {
                return;
            }
        }
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
            tell: Box::new(move |progress| *reviews.current() = Some((game, progress))),
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

    fn current(&self) -> MutexGuard<'_, Option<(GameId, Progress)>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
