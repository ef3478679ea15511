//! A stream that is opened again whenever it breaks, in a thread of its own.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::de::DeserializeOwned;
use tengen_remote::api::{ApiFailure, LineStream, StreamCloser, StreamLine};

/// The longest wait before the next try.
const MAX_PAUSE: Duration = Duration::from_secs(15);

/// What comes from a stream.
#[derive(Debug)]
pub(crate) enum Followed<T> {
    /// A whole state.
    State(Box<T>),
    /// Nothing has changed.
    Beat,
    /// The connection is gone, and tried again.
    Lost(String),
    /// The server asks for patience.
    Slowed(Duration),
    /// The server will not open the stream again.
    Refused(ApiFailure),
}

/// A stream that is followed; dropping it closes it.
#[derive(Debug)]
pub(crate) struct Follower(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    link: Mutex<Link>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Link {
    closer: Option<StreamCloser>,
    is_closed: bool,
}

impl Shared {
    fn link(&self) -> MutexGuard<'_, Link> {
        self.link.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits, and says whether to go on.
    fn pause(&self, time: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.link(), time, |it| !it.is_closed);
        let (link, _) = waited.unwrap_or_else(PoisonError::into_inner);
        !link.is_closed
    }

    /// Keeps what closes an open stream; `false` if it is not wanted any more.
    fn keep(&self, closer: io::Result<StreamCloser>) -> bool {
        let mut link = self.link();
        link.closer = closer.ok();
        !link.is_closed
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let mut link = self.0.link();
        link.is_closed = true;
        if let Some(closer) = link.closer.take() {
            closer.close();
        }
        self.0.changed.notify_all();
    }
}

/// Follows a stream; `tell` says whether to go on.
pub(crate) fn follow<T: DeserializeOwned>(
    open: impl Fn() -> Result<LineStream<T>, ApiFailure> + Send + 'static,
    tell: impl Fn(Followed<T>) -> bool + Send + 'static,
) -> io::Result<Follower> {
    let shared = Arc::new(Shared::default());
    let follower = Follower(Arc::clone(&shared));
    thread::Builder::new().name("stream".into()).spawn(move || run(&shared, open, tell))?;
    Ok(follower)
}

fn run<T: DeserializeOwned>(
    shared: &Shared,
    open: impl Fn() -> Result<LineStream<T>, ApiFailure>,
    tell: impl Fn(Followed<T>) -> bool,
) {
    let mut n_failures = 0;
    loop {
        let failure = match open() {
            Ok(stream) if shared.keep(stream.closer()) => read(stream, &tell, &mut n_failures),
            Ok(_) => return,
            Err(failure) => Some(failure),
        };
        let Some(failure) = failure else { return };
        let Some(wait) = failure.retry_after() else {
            tell(Followed::Refused(failure));
            return;
        };
        let is_slowed = matches!(failure, ApiFailure::Refused { status: 429, .. });
        let told =
            if is_slowed { Followed::Slowed(wait) } else { Followed::Lost(failure.to_string()) };
        n_failures += 1;
        let wait = if is_slowed { wait } else { pause(n_failures) };
        if !tell(told) || !shared.pause(wait) {
            return;
        }
    }
}

/// Reads a stream to its end; `None` if no one listens any more.
fn read<T: DeserializeOwned>(
    mut stream: LineStream<T>,
    tell: &impl Fn(Followed<T>) -> bool,
    n_failures: &mut u32,
) -> Option<ApiFailure> {
    loop {
        let told = match stream.next_line() {
            Ok(StreamLine::State(state)) => {
                *n_failures = 0;
                Followed::State(state)
            }
            Ok(StreamLine::Beat) => Followed::Beat,
            Ok(StreamLine::End(reason)) => {
                // After a restart, or if this end was too slow, it goes on.
                let status = match reason.code.as_str() {
                    "restart" | "too_slow" => 503,
                    _ => 409,
                };
                return Some(ApiFailure::Refused { status, reason, retry_after: None });
            }
            Err(failure) => return Some(failure),
        };
        if !tell(told) {
            return None;
        }
    }
}

/// The wait before the next try: longer each time, so that a server that comes
/// back is not met by all at once.
fn pause(n_failures: u32) -> Duration {
    let longest = Duration::from_millis(250 << n_failures.min(6)).min(MAX_PAUSE);
    longest.mul_f64(fastrand::f64().mul_add(0.5, 0.5))
}
