//! The results of a match as they come in, counted in the order of the games.

use std::collections::BTreeMap;

use crate::contest::{Conclusion, Contest, ContestError, MatchEnd};
use crate::result::GameResult;
use crate::results_file::ResultsFile;
use crate::sprt::Finding;
use crate::standing::Standing;

/// A game with its record.
pub(crate) struct Finished {
    pub(crate) result: GameResult,
    pub(crate) record: String,
}

/// The results, as they become known.
pub(crate) struct Scores<'a, F> {
    contest: &'a Contest,
    /// Games that have ended before one with a lower number.
    waiting: BTreeMap<u32, (GameResult, Age)>,
    /// The number of the game that is to be counted next.
    next: u32,
    counted: Vec<GameResult>,
    standing: Standing,
    report: F,
}

/// Whether a game was played in this run.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Age {
    Known,
    New,
}

impl<'a, F: FnMut(&GameResult, &Standing)> Scores<'a, F> {
    pub(crate) fn new(contest: &'a Contest, known: Vec<GameResult>, report: F) -> Scores<'a, F> {
        let mut scores = Scores {
            contest,
            waiting: known.into_iter().map(|it| (it.number, (it, Age::Known))).collect(),
            next: 1,
            counted: Vec::new(),
            standing: Standing::default(),
            report,
        };
        scores.advance();
        scores
    }

    pub(crate) fn add(
        &mut self,
        finished: Finished,
        results_file: Option<&mut ResultsFile>,
    ) -> Result<(), ContestError> {
        let Finished { result, record } = finished;
        if let Some(results_file) = results_file {
            results_file.add(&result, &record).map_err(ContestError::ResultsFile)?;
        }
        self.waiting.insert(result.number, (result, Age::New));
        self.advance();
        Ok(())
    }

    /// The number of the game that is to be counted next.
    pub(crate) const fn next(&self) -> u32 {
        self.next
    }

    /// Whether a game has ended that cannot be counted yet.
    pub(crate) fn is_waiting(&self, number: u32) -> bool {
        self.waiting.contains_key(&number)
    }

    /// Counts the games whose turn it is.
    fn advance(&mut self) {
        while self.end().is_none()
            && let Some((result, age)) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.count(result, age);
        }
    }

    fn count(&mut self, result: GameResult, age: Age) {
        self.counted.push(result);
        self.standing = Standing::of(&self.counted);
        if let (Some(result), Age::New) = (self.counted.last(), age) {
            (self.report)(result, &self.standing);
        }
    }

    /// Whether the match is over, and why.
    pub(crate) fn end(&self) -> Option<MatchEnd> {
        let finding = self.contest.sprt.map(|it| it.finding(&self.standing.tally));
        match finding {
            Some(finding @ (Finding::Lower | Finding::Higher)) => Some(MatchEnd::Decided(finding)),
            _ if self.next > self.contest.n_games => Some(MatchEnd::Complete),
            _ => None,
        }
    }

    /// Where the match stands; after it was interrupted, with all games that
    /// are finished.
    pub(crate) fn conclude(mut self) -> Conclusion {
        let end = self.end().unwrap_or(MatchEnd::Stopped);
        if end == MatchEnd::Stopped {
            for (result, age) in std::mem::take(&mut self.waiting).into_values() {
                self.count(result, age);
            }
        }
        Conclusion { standing: self.standing, end }
    }
}
