//! What wakes the window: news of the game, and time where it is shown.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use iced::Subscription;
use iced::futures::channel::mpsc::{self, UnboundedReceiver, UnboundedSender};
use iced::futures::stream::Stream;

/// Rung by the game when it has something to tell.
#[derive(Clone, Debug)]
pub(crate) struct Bell {
    sender: UnboundedSender<()>,
    /// Whether it was rung and nobody has come yet.
    is_ringing: Arc<AtomicBool>,
}

impl Bell {
    /// A bell, and what is heard of it.
    pub(crate) fn new() -> (Bell, UnboundedReceiver<()>) {
        let (sender, receiver) = mpsc::unbounded();
        (Bell { sender, is_ringing: Arc::default() }, receiver)
    }

    /// Rings, unless it does already.
    pub(crate) fn ring(&self) {
        if !self.is_ringing.swap(true, Ordering::AcqRel) {
            // A window that is closed needs no news.
            let _ = self.sender.unbounded_send(());
        }
    }

    /// Somebody has come.
    pub(crate) fn answer(&self) {
        self.is_ringing.store(false, Ordering::Release);
    }
}

/// A tick each time that so many milliseconds have passed.
pub(crate) fn ticks(milliseconds: u64) -> Subscription<()> {
    Subscription::run_with(milliseconds, |&milliseconds| tick(milliseconds))
}

/// The thread ends with the subscription, at its next tick.
fn tick(milliseconds: u64) -> impl Stream<Item = ()> + use<> {
    let (sender, receiver) = mpsc::unbounded();
    let pause = Duration::from_millis(milliseconds);
    let thread = thread::Builder::new().name("ticks".into());
    // Without a thread, clocks are shown when something else happens.
    let _ = thread.spawn(move || {
        loop {
            thread::sleep(pause);
            if sender.unbounded_send(()).is_err() {
                return;
            }
        }
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bell_that_rings_is_not_rung_again() {
        let (bell, mut receiver) = Bell::new();
        bell.ring();
        bell.ring();
        assert_eq!(receiver.try_recv(), Ok(()));
        assert!(receiver.try_recv().is_err());
        bell.answer();
        bell.ring();
        assert_eq!(receiver.try_recv(), Ok(()));
    }
}
