//! A thread that does one job after the other.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

/// A thread that does one job after the other.
#[derive(Debug)]
pub(crate) struct Worker<T> {
    jobs: Sender<T>,
    thread: JoinHandle<()>,
}

impl<T: Send + 'static> Worker<T> {
    /// Starts a thread that lives as long as there can be jobs.
    pub(crate) fn start(
        name: &str,
        work: impl FnOnce(Receiver<T>) + Send + 'static,
    ) -> io::Result<Worker<T>> {
        let (jobs, receiver) = mpsc::channel();
        let thread = thread::Builder::new().name(name.into()).spawn(move || work(receiver))?;
        Ok(Worker { jobs, thread })
    }

    pub(crate) fn give(&self, job: T) {
        // A thread that is gone has said why.
        let _ = self.jobs.send(job);
    }

    /// Waits until all jobs are done.
    pub(crate) fn join(self) {
        drop(self.jobs);
        // What became of the jobs was told by the thread.
        let _ = self.thread.join();
    }
}
