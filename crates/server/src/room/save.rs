//! What a room knows beside its session, as text; and back.

use std::collections::VecDeque;
use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_rules::{Board, ByColor, Game, Move, Turn};
use tengen_session::{Action, Actor, Session};

use super::apply::gone;
use super::new_game::Written;
use super::{NewGame, Room};
use crate::id::{GameId, PersonId};
use crate::store::StoredGame;
use crate::wire::{Kind, PlayedMove, Visibility};

/// What a room knows beside its session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Meta {
    pub(super) id: GameId,
    pub(super) kind: Kind,
    pub(super) visibility: Visibility,
    pub(super) guests: ByColor<Option<PersonId>>,
    /// What the game was created with, for the next one.
    pub(super) terms: NewGame,
    /// Whether both players have been there.
    pub(super) is_started: bool,
    pub(super) is_paused: bool,
    /// Whether a person places the handicap stones.
    pub(super) is_placed_freely: bool,
    pub(super) n_resumes: u32,
    pub(super) scoring_revision: u32,
    /// Who has agreed with the stones that are marked.
    pub(super) agreed: ByColor<bool>,
    /// How many requests to take back were declined in a row.
    pub(super) n_declined: ByColor<u32>,
    /// The move from which on a player may ask again.
    pub(super) undo_again_at: ByColor<u32>,
    pub(super) rematch: Option<GameId>,
    /// The last commands that made a move, so that one that comes again after
    /// the move was taken back does nothing.
    #[serde(default)]
    pub(super) last_moves: ByColor<VecDeque<MoveCommand>>,
}

/// A command for a move, told from all others of its player by its number.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub(super) struct MoveCommand {
    pub(super) c: u32,
    /// The moves that its sender had seen.
    pub(super) n: u32,
    #[serde(rename = "move")]
    pub(super) mv: Move,
}

/// A stored game cannot be read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UnreadableGame(String);

impl fmt::Display for UnreadableGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UnreadableGame {}

impl Room {
    pub(super) fn meta_text(&self) -> String {
        serde_json::to_string(&self.meta).expect("names and numbers can be written")
    }

    /// The room as it was stored, without clients; its clock stands still
    /// until the players are there.
    ///
    /// # Errors
    ///
    /// Returns [`UnreadableGame`] if it is damaged.
    pub fn restore(stored: &StoredGame) -> Result<Room, UnreadableGame> {
        let meta: Meta = serde_json::from_str(&stored.room)
            .map_err(|error| UnreadableGame(format!("the room is unreadable: {error}")))?;
        let session = Session::resume(&stored.sgf)
            .map_err(|error| UnreadableGame(format!("the record is unreadable: {error}")))?;
        let now = Duration::from_millis(stored.listing.changed_at);
        let moves = played_moves(session.game());
        if moves.len() != stored.listing.n_moves as usize {
            return Err(UnreadableGame(format!(
                "the record has {} moves, expected {}",
                moves.len(),
                stored.listing.n_moves
            )));
        }
        let written = Written { version: stored.version, epoch: stored.epoch };
        let mut room = Room::at(meta, session, written, now);
        room.moves = moves;
        Ok(room)
    }

    /// Makes a room that was restored look as it does where it runs: the clock
    /// has gone on since it was stored.
    pub(crate) fn seem_running(&mut self, now: Duration) {
        if self.meta.is_started && !self.meta.is_paused && !self.session.is_over() {
            // A clock that cannot be started stands still there, too.
            let _ = self.session.apply(Actor::Owner, Action::Start, self.now);
        }
        self.now = self.now.max(now);
    }

    /// The time at which the room was restored, from which on it waits for its
    /// players.
    pub fn set_restored(&mut self, now: Duration) {
        self.now = self.now.max(now);
        self.turn_since = self.now;
        self.restored_at = Some(self.now);
        for color in tengen_rules::Color::ALL {
            let is_player = self.meta.guests[color].is_some();
            self.attendance.set_gone(color, is_player.then_some(self.now));
        }
    }
}

/// The moves of a game with what they captured.
fn played_moves(game: &Game) -> Vec<PlayedMove> {
    let mut board = game.position_at(0).map_or(*game.board(), |it| it.board);
    let moves = game.turns().filter_map(|turn| match turn {
        Turn::Move(color, mv) => Some((color, mv)),
        Turn::Resume(_) => None,
    });
    let played = moves.map(|(color, mv)| {
        let captured = match mv {
            Move::Play(point) => {
                let before: Board = board;
                // The move is one of the game, so it was legal.
                board.play_unchecked(color, point);
                gone(&before, &board)
            }
            Move::Pass => tengen_rules::PointSet::EMPTY,
        };
        PlayedMove { color, mv, captured }
    });
    played.collect()
}
