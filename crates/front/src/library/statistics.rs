//! Games counted, as charts.

use tengen_library::{LibraryError, Query, Statistics};

use super::LibraryPlace;
use super::chart::{Chart, charts};
use super::service::Service;
use crate::workspace::Waker;

/// The statistics of some games.
#[derive(Debug)]
pub struct StatisticsView {
    service: Service<Box<Statistics>>,
    statistics: Option<Box<Statistics>>,
    charts: Vec<Chart>,
    failure: Option<LibraryError>,
}

impl StatisticsView {
    /// Counts the games of a query in a thread of its own.
    pub fn new(place: LibraryPlace, wake: Waker, query: Query) -> StatisticsView {
        let mut service = Service::start(place, wake);
        service.ask(0, move |library, cancel| library.statistics(&query, cancel).map(Box::new));
        StatisticsView { service, statistics: None, charts: Vec::new(), failure: None }
    }

    /// The figures, once they are there.
    pub fn statistics(&self) -> Option<&Statistics> {
        self.statistics.as_deref()
    }

    /// The same as charts.
    pub fn charts(&self) -> &[Chart] {
        &self.charts
    }

    /// What is wrong with the library.
    pub const fn failure(&self) -> Option<&LibraryError> {
        self.failure.as_ref()
    }

    /// Takes what has come from the thread; whether something has changed.
    pub fn poll(&mut self) -> bool {
        let answer = self.service.poll();
        let has_changed = answer.is_some();
        self.take(answer.map(|it| it.1));
        has_changed
    }

    /// Waits until the figures are there.
    pub fn settle(&mut self) {
        let answer = self.service.wait();
        self.take(answer.map(|it| it.1));
    }

    fn take(&mut self, answer: Option<Result<Box<Statistics>, LibraryError>>) {
        match answer {
            Some(Ok(statistics)) => {
                self.charts = charts(&statistics);
                self.statistics = Some(statistics);
            }
            Some(Err(LibraryError::Missing)) => self.statistics = Some(Box::default()),
            Some(Err(error)) => self.failure = Some(error),
            None => (),
        }
    }
}
