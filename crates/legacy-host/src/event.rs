//! What a host tells its front end, and where that waits to be read.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tengen_legacy_session::Sound;
use tengen_rules::Color;

/// The most sounds that wait; nobody wants to hear older ones.
const MAX_SOUNDS: usize = 8;

/// What a host tells its front end.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The view is another one.
    Changed,
    /// An engine is still thinking about its move.
    Progress(Progress),
    /// There is something to hear.
    Ring(Sound),
    /// Something went wrong beside the game, which goes on: a sentence for
    /// people, in lower case and without a full stop.
    ///
    /// What went wrong with an engine is in
    /// [`View::problem`](tengen_legacy_session::View::problem) instead.
    Problem(String),
}

/// How far an engine has come with its move.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Progress {
    /// Who is to move.
    pub color: Color,
    /// The playouts so far.
    pub n_playouts: u32,
    /// The time so far.
    pub elapsed: Duration,
}

type Waker = Arc<dyn Fn() + Send + Sync>;

/// Events that nobody has read yet.
///
/// There are never many: only the last progress counts, and a view that has
/// changed twice has changed.
#[derive(Default)]
pub(crate) struct Mailbox {
    content: Mutex<Content>,
    arrival: Condvar,
}

#[derive(Default)]
struct Content {
    events: VecDeque<Event>,
    waker: Option<Waker>,
}

impl Mailbox {
    pub(crate) fn post(&self, event: Event) {
        let mut content = self.content();
        let is_same: fn(&Event) -> bool = match event {
            Event::Changed => |it| *it == Event::Changed,
            Event::Progress(_) => |it| matches!(it, Event::Progress(_)),
            Event::Ring(_) | Event::Problem(_) => |_| false,
        };
        content.events.retain(|it| !is_same(it));
        content.events.push_back(event);
        content.drop_old_sounds();
        let waker = content.waker.clone();
        drop(content);
        self.arrival.notify_all();
        if let Some(wake) = waker {
            wake();
        }
    }

    /// All events, after waiting for one if there is none.
    pub(crate) fn take(&self, timeout: Duration) -> Vec<Event> {
        let end = Instant::now().checked_add(timeout);
        let mut content = self.content();
        while content.events.is_empty() {
            let left = end.map_or(timeout, |it| it.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                break;
            }
            let waited = self.arrival.wait_timeout(content, left);
            content = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        content.events.drain(..).collect()
    }

    pub(crate) fn set_waker(&self, waker: Waker) {
        self.content().waker = Some(waker);
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Content {
    fn drop_old_sounds(&mut self) {
        let is_sound = |it: &Event| matches!(it, Event::Ring(_));
        if self.events.iter().filter(|it| is_sound(it)).count() > MAX_SOUNDS
            && let Some(idx) = self.events.iter().position(is_sound)
        {
            self.events.remove(idx);
        }
    }
}

impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mailbox").field("events", &self.content().events).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn only_the_last_of_a_kind_waits() {
        let mailbox = Mailbox::default();
        let progress = |n_playouts| {
            let elapsed = Duration::ZERO;
            Event::Progress(Progress { color: Color::Black, n_playouts, elapsed })
        };
        for event in [Event::Changed, progress(1), Event::Changed, progress(2)] {
            mailbox.post(event);
        }
        assert_eq!(mailbox.take(Duration::ZERO), [Event::Changed, progress(2)]);
        assert_eq!(mailbox.take(Duration::ZERO), []);
    }

    #[test]
    fn sounds_do_not_pile_up() {
        let mailbox = Mailbox::default();
        for idx in 0..100 {
            mailbox.post(Event::Ring(Sound::Capture(idx)));
        }
        let events = mailbox.take(Duration::ZERO);
        assert_eq!(events.len(), MAX_SOUNDS);
        assert_eq!(events.last(), Some(&Event::Ring(Sound::Capture(99))));
    }

    #[test]
    fn somebody_is_woken_for_each() {
        let n_calls = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&n_calls);
        let mailbox = Mailbox::default();
        mailbox.set_waker(Arc::new(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        }));
        mailbox.post(Event::Changed);
        mailbox.post(Event::Problem("full".into()));
        assert_eq!(n_calls.load(Ordering::Relaxed), 2);
    }
}
