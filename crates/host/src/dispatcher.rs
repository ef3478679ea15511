//! A thread between sessions that must never wait and engines that may think
//! at a low priority.
//!
//! A thread of low priority can be held up while it has a lock, and whoever
//! wants that lock is then held up as well, however important it is. So a
//! server hands over its questions here and gets the answers from here: it
//! shares no lock with an engine, and waits for none.

use std::fmt;
use std::sync::OnceLock;
use std::sync::mpsc::{self, Sender};
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

/// The thread, which starts when it is needed and ends with the value.
#[derive(Default)]
pub(crate) struct Dispatcher {
    /// `None` if the system has no thread.
    jobs: OnceLock<Option<Sender<Job>>>,
}

impl Dispatcher {
    /// Has the thread do something after all that was given to it before.
    pub(crate) fn run(&self, job: impl FnOnce() + Send + 'static) {
        let job: Job = Box::new(job);
        match self.jobs.get_or_init(start) {
            Some(jobs) => {
                if let Err(mpsc::SendError(job)) = jobs.send(job) {
                    job();
                }
            }
            None => job(),
        }
    }
}

fn start() -> Option<Sender<Job>> {
    let (sender, jobs) = mpsc::channel::<Job>();
    let run = move || jobs.into_iter().for_each(|job| job());
    let thread = thread::Builder::new().name("dispatcher".into()).spawn(run);
    thread.is_ok().then_some(sender)
}

impl fmt::Debug for Dispatcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dispatcher").finish_non_exhaustive()
    }
}
