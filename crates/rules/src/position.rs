//! A board with what else matters for going on: prisoners and the turn.

use crate::{Board, ByColor, Color, IllegalMove, Move, Size, Suicide};

/// Stones, prisoners and the player to move, without history.
///
/// Positions are values: [`Position::after`] gives a new one and leaves
/// this as it is. Any position can be set up by its fields.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Position {
    /// The stones.
    pub board: Board,
    /// Who moves next.
    pub to_play: Color,
    /// How many stones each player has taken.
    pub prisoners: ByColor<u32>,
}

impl Position {
    /// An empty board with Black to play.
    pub fn new(size: Size) -> Position {
        Board::new(size).into()
    }

    /// Says whether the player to move may play so, and why not.
    ///
    /// # Errors
    ///
    /// Returns the same [`IllegalMove`] as [`Position::play`].
    pub fn check(&self, mv: Move, suicide: Suicide) -> Result<(), IllegalMove> {
        match mv {
            Move::Play(point) => self.board.check(self.to_play, point, suicide),
            Move::Pass => Ok(()),
        }
    }

    /// Makes a move for the player whose turn it is.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMove`] and leaves the position unchanged if the move
    /// is not legal. Superko is not seen here: that takes a
    /// [`Game`](crate::Game).
    pub fn play(&mut self, mv: Move, suicide: Suicide) -> Result<(), IllegalMove> {
        self.check(mv, suicide)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// The position after a move of the player whose turn it is.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMove`] if the move is not legal, as for
    /// [`Position::play`].
    pub fn after(&self, mv: Move, suicide: Suicide) -> Result<Position, IllegalMove> {
        let mut position = *self;
        position.play(mv, suicide)?;
        Ok(position)
    }

    /// Makes a move without asking for ko or suicide.
    ///
    /// # Panics
    ///
    /// May panic, or leave a position that does, if the point is not empty.
    pub fn play_unchecked(&mut self, mv: Move) {
        let color = self.to_play;
        match mv {
            Move::Play(point) => {
                let captured = self.board.play_unchecked(color, point);
                self.prisoners[color] += u32::from(captured.opponent);
                self.prisoners[!color] += u32::from(captured.own);
            }
            Move::Pass => self.board.clear_ko(),
        }
        self.to_play = !color;
    }
}

/// These stones without prisoners and with Black to play.
impl From<Board> for Position {
    fn from(board: Board) -> Position {
        Position { board, to_play: Color::Black, prisoners: ByColor::default() }
    }
}
