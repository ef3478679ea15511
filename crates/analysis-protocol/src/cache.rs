//! Answers that serve again for the same question.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_analysis::Analysis;

use crate::query::SearchKey;

/// How many answers are kept.
const CAPACITY: usize = 32;

/// The last analyses that came to their end.
#[derive(Debug, Default)]
pub(crate) struct Cache(Mutex<VecDeque<(SearchKey, Arc<Analysis>)>>);

impl Cache {
    /// The analysis with this key.
    pub(crate) fn get(&self, key: &SearchKey) -> Option<Arc<Analysis>> {
        let entries = self.entries();
        entries.iter().find(|(it, _)| it == key).map(|(_, analysis)| Arc::clone(analysis))
    }

    /// Keeps an analysis, and forgets the oldest one.
    pub(crate) fn put(&self, key: SearchKey, analysis: Arc<Analysis>) {
        let mut entries = self.entries();
        entries.truncate(CAPACITY - 1);
        entries.push_front((key, analysis));
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.entries().clear();
    }

    fn entries(&self) -> MutexGuard<'_, VecDeque<(SearchKey, Arc<Analysis>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
