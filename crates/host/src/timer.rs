//! One thread that waits for all clocks of all games.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::Time;

/// The delay before a busy game is ticked again.
const RETRY: Duration = Duration::from_millis(5);

/// From here on, each second is heard.
const LAST_SECONDS: Duration = Duration::from_secs(11);

/// Calls functions at given times, in one thread that starts with the first.
#[derive(Debug)]
pub(crate) struct Timer {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// An alarm that was set.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(crate) struct AlarmId {
    at: Duration,
    number: u64,
}

struct Shared {
    time: Arc<dyn Time>,
    alarms: Mutex<Alarms>,
    changed: Condvar,
}

type Call = Box<dyn FnMut() -> Called + Send>;

/// The result of a call.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Called {
    Done,
    /// It would have had to wait, and wants to be called again.
    Busy,
}

#[derive(Default)]
struct Alarms {
    calls: BTreeMap<AlarmId, Call>,
    last_number: u64,
    is_closed: bool,
}

impl Timer {
    pub(crate) fn new(time: Arc<dyn Time>) -> Timer {
        let shared = Arc::new(Shared { time, alarms: Mutex::default(), changed: Condvar::new() });
        let weak = Arc::downgrade(&shared);
        shared.time.when_set(Box::new(move || {
            if let Some(shared) = weak.upgrade() {
                shared.changed.notify_all();
            }
        }));
        Timer { shared, thread: Mutex::new(None) }
    }

    /// Has a function called at a time; it must not wait for anything.
    pub(crate) fn set(
        &self,
        at: Duration,
        call: impl FnMut() -> Called + Send + 'static,
    ) -> io::Result<AlarmId> {
        self.start()?;
        let mut alarms = self.shared.alarms();
        alarms.last_number += 1;
        let id = AlarmId { at, number: alarms.last_number };
        alarms.calls.insert(id, Box::new(call));
        let is_first = alarms.calls.keys().next() == Some(&id);
        drop(alarms);
        if is_first {
            self.shared.changed.notify_all();
        }
        Ok(id)
    }

    /// Cancels an alarm, which may have fired already.
    pub(crate) fn cancel(&self, id: AlarmId) {
        // What the call holds is dropped outside the lock.
        let call = self.shared.alarms().calls.remove(&id);
        drop(call);
    }

    /// Ends the thread.
    pub(crate) fn close(&self) {
        let mut alarms = self.shared.alarms();
        alarms.is_closed = true;
        let calls = std::mem::take(&mut alarms.calls);
        drop(alarms);
        drop(calls);
        self.shared.changed.notify_all();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread.filter(|it| it.thread().id() != thread::current().id()) {
            // A thread that has failed has nothing more to say.
            let _ = thread.join();
        }
    }

    fn start(&self) -> io::Result<()> {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if thread.is_none() {
            let shared = Arc::clone(&self.shared);
            let name = thread::Builder::new().name("timer".into());
            *thread = Some(name.spawn(move || shared.run())?);
        }
        Ok(())
    }
}

impl Shared {
    fn run(&self) {
        let mut alarms = self.alarms();
        while !alarms.is_closed {
            let due = alarms.take_due(self.time.as_ref());
            if due.is_empty() {
                let first = alarms.calls.keys().next().map(|id| id.at);
                alarms = self.wait(alarms, first.and_then(|at| self.time.until(at)));
                continue;
            }
            drop(alarms);
            let busy = due.into_iter().filter_map(|(id, mut call)| {
                // A busy game does not delay the others.
                (call() == Called::Busy).then_some((id, call))
            });
            let busy: Vec<(AlarmId, Call)> = busy.collect();
            alarms = self.alarms();
            if !busy.is_empty() && !alarms.is_closed {
                alarms.calls.extend(busy);
                alarms = self.wait(alarms, Some(RETRY));
            }
        }
    }

    /// Waits for a change, no longer than some time.
    fn wait<'a>(
        &self,
        alarms: MutexGuard<'a, Alarms>,
        pause: Option<Duration>,
    ) -> MutexGuard<'a, Alarms> {
        match pause {
            Some(pause) => {
                let waited = self.changed.wait_timeout(alarms, pause);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => self.changed.wait(alarms).unwrap_or_else(PoisonError::into_inner),
        }
    }

    fn alarms(&self) -> MutexGuard<'_, Alarms> {
        self.alarms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Alarms {
    /// Removes the alarms that are due, in order.
    fn take_due(&mut self, time: &dyn Time) -> Vec<(AlarmId, Call)> {
        let is_due = |id: &AlarmId| time.until(id.at) == Some(Duration::ZERO);
        let n_due = self.calls.keys().take_while(|id| is_due(id)).count();
        (0..n_due).filter_map(|_| self.calls.pop_first()).collect()
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<AlarmId> = self.alarms().calls.keys().copied().collect();
        f.debug_struct("Shared")
            .field("time", &self.time)
            .field("alarms", &ids)
            .finish_non_exhaustive()
    }
}

/// The time of the next tick of a game whose clock falls at `falls_at`.
pub(crate) fn next_tick(now: Duration, falls_at: Duration) -> Duration {
    now.saturating_add(pause(falls_at.saturating_sub(now)))
}

/// The time to the next tick of a clock with this much left.
fn pause(left: Duration) -> Duration {
    if left > LAST_SECONDS {
        return left.checked_sub(LAST_SECONDS).unwrap_or_default();
    }
    let fraction = Duration::from_nanos(left.subsec_nanos().into());
    if fraction.is_zero() && !left.is_zero() { Duration::from_secs(1) } else { fraction }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::ManualTime;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn ticks_come_at_whole_seconds_near_the_end() {
        let millis = Duration::from_millis;
        for (left, expected) in
            [(60_000, 49_000), (11_000, 1_000), (10_250, 250), (1_000, 1_000), (1, 1), (0, 0)]
        {
            assert_eq!(pause(millis(left)), millis(expected), "{left}");
        }
    }

    #[test]
    fn alarms_go_off_in_order() {
        let time = Arc::new(ManualTime::new());
        let timer = Timer::new(Arc::clone(&time) as Arc<dyn Time>);
        let (sender, receiver) = mpsc::channel();
        let mut ids = Vec::new();
        for seconds in [3, 1, 2, 10] {
            let sender = sender.clone();
            let call = move || {
                sender.send(seconds).unwrap();
                Called::Done
            };
            ids.push(timer.set(SECOND * seconds, call).unwrap());
        }
        timer.cancel(ids[2]);
        time.advance(SECOND * 5);
        assert_eq!([receiver.recv().unwrap(), receiver.recv().unwrap()], [1, 3]);
        timer.close();
        assert!(receiver.try_recv().is_err());
    }

    /// A game whose lock is held for long does not stop the clocks of others.
    #[test]
    fn busy_alarm_is_tried_again_and_holds_up_nothing() {
        let time = Arc::new(ManualTime::new());
        let timer = Timer::new(Arc::clone(&time) as Arc<dyn Time>);
        let (sender, receiver) = mpsc::channel();
        let mut n_calls = 0;
        let told = sender.clone();
        let busy = move || {
            n_calls += 1;
            if n_calls < 3 {
                return Called::Busy;
            }
            told.send("busy").unwrap();
            Called::Done
        };
        let quick = move || {
            sender.send("quick").unwrap();
            Called::Done
        };
        timer.set(SECOND, busy).unwrap();
        timer.set(SECOND * 2, quick).unwrap();
        time.advance(SECOND * 2);
        assert_eq!([receiver.recv().unwrap(), receiver.recv().unwrap()], ["quick", "busy"]);
        timer.close();
    }

    #[test]
    fn no_thread_without_an_alarm() {
        let timer = Timer::new(Arc::new(ManualTime::new()));
        assert!(timer.thread.lock().unwrap().is_none());
        timer.close();
    }
}
