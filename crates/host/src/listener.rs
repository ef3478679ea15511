//! Events of a game, queued for each listener.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tengen_analysis::Analysis;
use tengen_rules::Color;
use tengen_session::Sound;

use crate::HostProblem;
use crate::program::EngineError;

/// The most sounds that wait to be read; older ones are dropped.
const MAX_SOUNDS: usize = 8;

/// The most problems that wait to be read; older ones are dropped.
const MAX_PROBLEMS: usize = 32;

/// An event of a game.
#[derive(Clone, Debug)]
pub enum HostEvent {
    /// Views of the game have changed.
    Changed,
    /// An engine is still thinking about its move.
    Progress(Progress),
    /// A sound should be played.
    Ring(Sound),
    /// Something went wrong; the game goes on.
    Problem(HostProblem),
    /// A review knows more, or has stopped: see
    /// [`GameHandle::review`](crate::GameHandle::review).
    Review,
    /// The answer to a single question.
    Consulted {
        /// Which one.
        id: ConsultationId,
        /// What the analyst thinks of the position.
        analysis: Result<Arc<Analysis>, Arc<EngineError>>,
    },
}

/// The number of a question to the analyst of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct ConsultationId(pub(crate) u64);

/// How far an engine has come with its move.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Progress {
    /// The player to move.
    pub color: Color,
    /// The playouts so far.
    pub n_playouts: u32,
    /// The time so far.
    pub elapsed: Duration,
}

/// Hears of everything that happens to one game.
///
/// A listener that is not polled costs little and blocks nothing: of changes
/// and of progress only the last one is kept.
#[derive(Debug)]
pub struct Listener(Arc<Mailbox>);

impl Listener {
    /// What has happened, the oldest first; waits for the first event no
    /// longer than `timeout`.
    pub fn poll(&self, timeout: Duration) -> Vec<HostEvent> {
        self.0.take(timeout)
    }
}

type Waker = Box<dyn Fn() + Send + Sync>;

/// All listeners of a game.
#[derive(Debug, Default)]
pub(crate) struct Listeners(Mutex<Vec<Weak<Mailbox>>>);

impl Listeners {
    /// Another listener, which has `wake` called for each event.
    pub(crate) fn add(&self, wake: Waker) -> Listener {
        let mailbox = Arc::new(Mailbox { events: Mutex::default(), arrival: Condvar::new(), wake });
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|it| it.strong_count() > 0);
        list.push(Arc::downgrade(&mailbox));
        Listener(mailbox)
    }

    /// Tells all listeners.
    pub(crate) fn tell(&self, event: &HostEvent) {
        let list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mailboxes: Vec<Arc<Mailbox>> = list.iter().filter_map(Weak::upgrade).collect();
        drop(list);
        for mailbox in mailboxes {
            mailbox.post(event.clone());
        }
    }
}

/// Events that one listener has not read yet.
struct Mailbox {
    events: Mutex<VecDeque<HostEvent>>,
    arrival: Condvar,
    wake: Waker,
}

impl Mailbox {
    fn post(&self, event: HostEvent) {
        let mut events = self.events();
        match event {
            HostEvent::Changed => events.retain(|it| !matches!(it, HostEvent::Changed)),
            HostEvent::Review => events.retain(|it| !matches!(it, HostEvent::Review)),
            HostEvent::Consulted { .. } => (),
            HostEvent::Progress(_) => events.retain(|it| !matches!(it, HostEvent::Progress(_))),
            HostEvent::Ring(_) => {
                drop_oldest(&mut events, MAX_SOUNDS, |it| matches!(it, HostEvent::Ring(_)));
            }
            HostEvent::Problem(_) => {
                drop_oldest(&mut events, MAX_PROBLEMS, |it| matches!(it, HostEvent::Problem(_)));
            }
        }
        events.push_back(event);
        drop(events);
        self.arrival.notify_all();
        (self.wake)();
    }

    /// All events, after waiting for one if there is none.
    fn take(&self, timeout: Duration) -> Vec<HostEvent> {
        let end = Instant::now().checked_add(timeout);
        let mut events = self.events();
        while events.is_empty() {
            let left = end.map_or(timeout, |it| it.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                break;
            }
            let waited = self.arrival.wait_timeout(events, left);
            events = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        events.drain(..).collect()
    }

    fn events(&self) -> MutexGuard<'_, VecDeque<HostEvent>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes room for one more event of a kind.
fn drop_oldest(
    events: &mut VecDeque<HostEvent>,
    max: usize,
    is_of_kind: impl Fn(&HostEvent) -> bool,
) {
    if events.iter().filter(|it| is_of_kind(it)).count() >= max
        && let Some(idx) = events.iter().position(is_of_kind)
    {
        events.remove(idx);
    }
}

impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mailbox").field("events", &self.events()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    fn progress(n_playouts: u32) -> HostEvent {
        let elapsed = Duration::ZERO;
        HostEvent::Progress(Progress { color: Color::Black, n_playouts, elapsed })
    }

    fn text(events: &[HostEvent]) -> Vec<String> {
        events
            .iter()
            .map(|it| match it {
                HostEvent::Progress(it) => format!("progress {}", it.n_playouts),
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn only_the_last_of_a_kind_waits() {
        let listeners = Listeners::default();
        let listener = listeners.add(Box::new(|| ()));
        for event in [HostEvent::Changed, progress(1), HostEvent::Changed, progress(2)] {
            listeners.tell(&event);
        }
        assert_eq!(text(&listener.poll(Duration::ZERO)), ["Changed", "progress 2"]);
        assert!(listener.poll(Duration::ZERO).is_empty());
    }

    #[test]
    fn sounds_do_not_pile_up() {
        let listeners = Listeners::default();
        let listener = listeners.add(Box::new(|| ()));
        for idx in 0..100 {
            listeners.tell(&HostEvent::Ring(Sound::Capture(idx)));
        }
        let events = listener.poll(Duration::ZERO);
        assert_eq!(events.len(), MAX_SOUNDS);
        assert!(matches!(events.last(), Some(HostEvent::Ring(Sound::Capture(99)))));
    }

    #[test]
    fn every_listener_hears_and_is_woken() {
        let n_calls = Arc::new(AtomicU32::new(0));
        let listeners = Listeners::default();
        let add = || {
            let n_calls = Arc::clone(&n_calls);
            listeners.add(Box::new(move || {
                n_calls.fetch_add(1, Ordering::Relaxed);
            }))
        };
        let (one, other) = (add(), add());
        listeners.tell(&HostEvent::Changed);
        drop(other);
        listeners.tell(&HostEvent::Ring(Sound::End));
        assert_eq!(n_calls.load(Ordering::Relaxed), 3);
        assert_eq!(text(&one.poll(Duration::ZERO)), ["Changed", "Ring(End)"]);
    }
}
