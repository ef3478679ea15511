//! This server among others: its lease, its letters, and games that no one has.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use super::{Games, Request};
use crate::bus::{Answer, Answering, Inbox, Letter, Mail, News};
use crate::id::PersonId;
use crate::store::{LEASE, NodeId, StoreError};

/// How often the lease is renewed.
const RENEW_EVERY: Duration = Duration::from_secs(5);

/// The most games that are taken at a time from servers that are gone.
const MAX_TAKEN: usize = 256;

impl Games {
    /// Says that this server is there, and takes the time of the store.
    pub(crate) async fn renew(&self) -> Result<(), StoreError> {
        let asked = Instant::now();
        let renewal = self.store.renew(self.node(), LEASE).await?;
        if self.node() != NodeId::ONLY {
            self.clock.follow(renewal.now + asked.elapsed() / 2);
        }
        let is_first =
            self.renewed_at.swap(crate::wire::millis(self.clock.now()), Ordering::Relaxed) == 0;
        if renewal.was_over && !is_first {
            tracing::warn!("the lease was over, so other servers may have taken games");
            self.take_all_again().await;
        }
        Ok(())
    }

    /// Whether the store was reached lately, so that the lease is not over.
    pub(crate) fn is_ready(&self) -> bool {
        let age = crate::wire::millis(self.clock.now())
            .saturating_sub(self.renewed_at.load(Ordering::Relaxed));
        let is_closed = self.mailboxes().is_closed;
        !is_closed && (self.node() == NodeId::ONLY || Duration::from_millis(age) < LEASE)
    }

    /// Keeps the lease, and takes games whose clock runs and that no one has.
    pub(crate) async fn keep_lease(self: Arc<Games>, mut stopped: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                () = tokio::time::sleep(RENEW_EVERY) => (),
                _ = stopped.wait_for(|it| *it) => return,
            }
            let renewed = match self.renew().await {
                Ok(()) => self.wake().await.map(|_| ()),
                Err(error) => Err(error),
            };
            if let Err(error) = renewed {
                tracing::error!(%error, "the lease was not renewed");
            }
        }
    }

    /// Loads the games whose clock was running and that no one has, so that
    /// they go on.
    pub(crate) async fn wake(self: &Arc<Games>) -> Result<usize, StoreError> {
        let mut ids = self.store.running(self.node()).await?;
        {
            let mailboxes = self.mailboxes();
            ids.retain(|it| !mailboxes.open.contains_key(it));
        }
        if self.node() != NodeId::ONLY {
            // Other servers look at the same time, so each begins elsewhere.
            let first = usize::from(u16::from_le_bytes(crate::id::random_bytes()));
            let n = ids.len().max(1);
            ids.rotate_left(first % n);
            ids.truncate(MAX_TAKEN);
        }
        for &id in &ids {
            let _ = self.mailbox(id);
        }
        Ok(ids.len())
    }

    /// Has each game look who has it.
    async fn take_all_again(&self) {
        let open: Vec<_> = self.mailboxes().open.values().map(|it| it.requests.clone()).collect();
        for mailbox in open {
            // A game that has ended needs no word.
            let _ = mailbox.send(Request::TakeAgain).await;
        }
    }

    /// Hands over what other servers write, until no more can come.
    pub(crate) async fn take_letters(self: Arc<Games>, mut inbox: Inbox) {
        while let Some(incoming) = inbox.recv().await {
            let Some(mail) = Mail::read(&incoming) else {
                tracing::debug!("a letter of another version was not read");
                continue;
            };
            self.hand_over(mail, incoming.answer);
        }
    }

    /// Tells listeners at all servers that games of these people have changed,
    /// or something for everyone.
    pub(super) fn tell_listeners(&self, people: Option<Vec<PersonId>>) {
        if self.node() == NodeId::ONLY {
            self.hear_of(people);
        } else {
            // This server hears of it as all others do.
            self.post.publish(&News::Changed { people });
        }
    }

    fn hear_of(&self, people: Option<Vec<PersonId>>) {
        match people {
            Some(people) => self.listeners.tell(people),
            None => self.listeners.tell_all(),
        }
    }

    /// Tells listeners here what servers say, until no more can come.
    pub(crate) async fn take_news(self: Arc<Games>) {
        let mut news = self.post.bus.subscribe();
        loop {
            match news.recv().await {
                Ok(bytes) => {
                    if let Ok(News::Changed { people }) = serde_json::from_slice(&bytes) {
                        self.hear_of(people);
                    }
                }
                // Whoever listens looks again at everything.
                Err(RecvError::Lagged(_)) => self.listeners.tell_all(),
                Err(RecvError::Closed) => return,
            }
        }
    }

    fn hand_over(&self, mail: Mail, answer: Option<Answering>) {
        let Mail { from, game, letter } = mail;
        let is_for_owner =
            !matches!(letter, Letter::Tell(_) | Letter::Close { .. } | Letter::Moved);
        let open = self.mailboxes().open.get(&game).cloned();
        let open = open.filter(|it| !is_for_owner || it.is_owner.load(Ordering::Acquire));
        let Some(open) = open else { return reply(answer, &Answer::NotHere) };
        // What the game itself must answer, and what is answered by taking it.
        let is_answered_later = matches!(
            letter,
            Letter::Join { .. }
                | Letter::Order { .. }
                | Letter::Adopt { .. }
                | Letter::Forget { .. }
                | Letter::Check { .. }
        );
        let (later, now) = if is_answered_later { (answer, None) } else { (None, answer) };
        if open.letters.try_send(Request::Letter { from, letter, answer: later }).is_ok() {
            reply(now, &Answer::Taken);
        }
    }
}

fn reply(answer: Option<Answering>, text: &Answer) {
    if let Some(answer) = answer {
        answer(serde_json::to_vec(text).expect("answers can be written"));
    }
}
