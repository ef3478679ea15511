//! Queries as typed data.

use std::sync::Arc;
use std::time::Duration;

use tengen_analysis::{Restrictions, Stop};
use tengen_rules::{
    Board, Color, Game, IllegalMove, Komi, Move, Point, Position, Ruleset, SetupError, Size,
};

use crate::setting::{Settings, Tuning};

/// A game whose positions are asked about.
///
/// Many may wait, so it has no board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) size: Size,
    pub(crate) stones: Vec<(Color, Point)>,
    /// The player to move before the first move.
    pub(crate) first_player: Color,
    pub(crate) ruleset: Ruleset,
    pub(crate) komi: Komi,
    pub(crate) handicap: Handicap,
    pub(crate) moves: Vec<(Color, Move)>,
}

impl Record {
    /// The game after a number of moves.
    pub(crate) fn game_at(&self, n_moves: usize) -> Result<Game, RecordError> {
        let board = Board::with_stones(self.size, self.stones.iter().copied())
            .map_err(RecordError::Setup)?;
        let start = Position { to_play: self.first_player, ..Position::from(board) };
        let mut game = Game::from_position(start, self.ruleset)
            .with_komi(self.komi)
            .with_handicap_of(self.handicap_at(n_moves));
        for (idx, &(color, mv)) in self.moves.iter().take(n_moves).enumerate() {
            // Games go on after two passes here.
            let _ = game.resume(color);
            match game.play_as(color, mv) {
                Ok(()) => (),
                Err(IllegalMove::Ko(_) | IllegalMove::Superko(_)) => {
                    game = without_history(&game, color, mv)
                        .map_err(|error| RecordError::IllegalMove(idx, error))?;
                }
                Err(error) => return Err(RecordError::IllegalMove(idx, error)),
            }
        }
        Ok(game)
    }

    /// The handicap as far as it has been placed.
    fn handicap_at(&self, n_moves: usize) -> u8 {
        let Handicap { n_stones, n_moves: most } = self.handicap;
        let n_by_moves = match most.min(n_moves) {
            0 | 1 => 0,
            n => n,
        };
        let n = n_stones + n_by_moves;
        if n < 2 { 0 } else { u8::try_from(n).unwrap_or(u8::MAX) }
    }

    /// The player to move after a number of moves: the opponent of who moved
    /// last, whoever moved next.
    pub(crate) fn to_play_at(&self, n_moves: usize) -> Color {
        match n_moves {
            0 => self.first_player,
            n => !self.moves[n - 1].0,
        }
    }
}

/// The reason why there is no such game.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum RecordError {
    /// The stones cannot stand on the board.
    Setup(SetupError),
    /// A move, counted from 0, cannot be made.
    IllegalMove(usize, IllegalMove),
}

/// Black's stones that may be a handicap.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Handicap {
    /// Those on the board at the start.
    pub(crate) n_stones: usize,
    /// Those that Black has put down in a row.
    pub(crate) n_moves: usize,
}

/// The game after a move that only a ko rule forbids: records have such
/// moves. What was before is no repetition any more.
fn without_history(game: &Game, color: Color, mv: Move) -> Result<Game, IllegalMove> {
    let board = game.board().without(|_| false);
    let mut position = Position { board, to_play: color, ..*game.position() };
    position.play(mv, game.ruleset().suicide)?;
    Ok(Game::from_position(position, *game.ruleset())
        .with_komi(game.komi())
        .with_handicap_of(game.handicap()))
}

/// What an answer tells beside the usual.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "these are the fields of the protocol")]
pub(crate) struct Includes {
    pub(crate) ownership: bool,
    pub(crate) ownership_deviation: bool,
    pub(crate) moves_ownership: bool,
    pub(crate) moves_ownership_deviation: bool,
    pub(crate) policy: bool,
    pub(crate) variation_visits: bool,
    pub(crate) no_result: bool,
}

impl Includes {
    /// Whether points must be judged after each move.
    pub(crate) const fn needs_candidates(self) -> bool {
        self.moves_ownership || self.moves_ownership_deviation
    }
}

/// A query that was understood.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) id: String,
    pub(crate) record: Record,
    pub(crate) settings: Settings,
    pub(crate) restrictions: Restrictions,
    pub(crate) includes: Includes,
    pub(crate) report_every: Option<Duration>,
    /// The turns to analyze, each with its priority.
    pub(crate) turns: Vec<(usize, i64)>,
}

/// One position of a query, which waits or is analyzed.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) query: Arc<Query>,
    pub(crate) turn: usize,
    pub(crate) priority: i64,
    pub(crate) stop: Stop,
}

impl Query {
    /// The tasks that it is made of.
    pub(crate) fn tasks(self) -> Vec<Task> {
        let query = Arc::new(self);
        let task = |&(turn, priority): &(usize, i64)| Task {
            query: Arc::clone(&query),
            turn,
            priority,
            stop: Stop::new(),
        };
        query.turns.iter().map(task).collect()
    }
}

/// A position to be analyzed, and how.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The game up to the position, by rules under which it is not over.
    pub game: &'a Game,
    /// The player to move, whose turn it need not be.
    pub to_play: Color,
    /// The most visits.
    pub max_visits: u32,
    /// The most time.
    pub max_time: Option<Duration>,
    /// Moves that must not be considered.
    pub restrictions: &'a Restrictions,
    /// Whether the last moves must not influence which moves are expected.
    pub forgets_moves: bool,
    /// What shapes the search.
    pub tuning: Tuning,
    /// The longest variation, in moves.
    pub longest_variation: u16,
    /// Whether ownership is wanted for each candidate.
    pub by_candidate: bool,
    /// The time between two intermediate results, if they are wanted.
    pub report_every: Option<Duration>,
}

/// All that decides what comes out of a search.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SearchKey {
    record: Record,
    to_play: Color,
    settings: Settings,
    restrictions: Restrictions,
    by_candidate: bool,
}

impl Task {
    /// The position that it is about.
    pub(crate) fn game(&self) -> Option<(Game, Color)> {
        let record = &self.query.record;
        let to_play = record.to_play_at(self.turn);
        let mut game = record.game_at(self.turn).ok()?;
        let _ = game.resume(to_play);
        Some((game, to_play))
    }

    /// What the engine is asked about it.
    pub(crate) fn question<'a>(&'a self, game: &'a Game, to_play: Color) -> Question<'a> {
        let Query { settings, restrictions, includes, report_every, .. } = &*self.query;
        Question {
            game,
            to_play,
            max_visits: settings.max_visits,
            max_time: settings.max_time,
            restrictions,
            forgets_moves: settings.forgets_moves,
            tuning: settings.tuning,
            longest_variation: settings.variation_length + 1,
            by_candidate: includes.needs_candidates(),
            report_every: *report_every,
        }
    }

    /// What it shares with tasks that have the same answer.
    pub(crate) fn key(&self) -> SearchKey {
        let Query { record, settings, restrictions, includes, .. } = &*self.query;
        let moves = record.moves[..self.turn].to_vec();
        SearchKey {
            record: Record { moves, ..record.clone() },
            to_play: record.to_play_at(self.turn),
            settings: settings.clone(),
            restrictions: restrictions.clone(),
            by_candidate: includes.needs_candidates(),
        }
    }
}
