//! What wakes the window: news of the game, and time where it is shown.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use iced::Subscription;
use iced::futures::channel::mpsc::{self, UnboundedReceiver, UnboundedSender};
use iced::futures::stream::Stream;

/// Sends one message for all news that is still unread.
#[derive(Clone, Debug)]
pub(crate) struct WakeSignal {
    sender: UnboundedSender<()>,
    /// Whether a message is on its way.
    is_sent: Arc<AtomicBool>,
}

impl WakeSignal {
    /// A signal, and where it is received.
    pub(crate) fn new() -> (WakeSignal, UnboundedReceiver<()>) {
        let (sender, receiver) = mpsc::unbounded();
        (WakeSignal { sender, is_sent: Arc::default() }, receiver)
    }

    /// Sends a message, unless one is on its way.
    pub(crate) fn send(&self) {
        if !self.is_sent.swap(true, Ordering::AcqRel) {
            // A window that is closed needs no news.
            let _ = self.sender.unbounded_send(());
        }
    }

    /// The news are about to be taken.
    pub(crate) fn reset(&self) {
        self.is_sent.store(false, Ordering::Release);
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
    fn one_message_is_sent_until_the_news_are_taken() {
        let (signal, mut receiver) = WakeSignal::new();
        signal.send();
        signal.send();
        assert_eq!(receiver.try_recv(), Ok(()));
        assert!(receiver.try_recv().is_err());
        signal.reset();
        signal.send();
        assert_eq!(receiver.try_recv(), Ok(()));
    }
}
