//! Sends a game to an engine, by the shortest route.

use std::fmt::Write;

use tengen_rules::{Color, Game, Move, Point};

use super::told_game::{Route, Start, ToldGame};
use super::{Controller, Error};

impl Controller {
    /// Has the engine know a game, from its beginning.
    ///
    /// # Errors
    ///
    /// Returns [`Error`] if the engine cannot be told, as for a board that is
    /// too large for it.
    pub fn set_up(&mut self, game: &Game) -> Result<(), Error> {
        self.placed = None;
        self.sync(game)
    }

    /// Has the engine know a game, by as few commands as are needed: usually
    /// one for the last move.
    ///
    /// # Errors
    ///
    /// Returns [`Error`] if the engine cannot be told, as for a move that it
    /// takes for illegal.
    pub fn sync(&mut self, game: &Game) -> Result<(), Error> {
        self.place(ToldGame::new(game))
    }

    /// Brings the engine to a game, which is the one to go back to after a
    /// restart.
    pub(super) fn place(&mut self, told: ToldGame) -> Result<(), Error> {
        self.wanted = Some(told.clone());
        // Until everything is told, what the engine knows is uncertain.
        let Some(before) = self.placed.take() else {
            return self.place_anew(told);
        };
        match told.route_from(&before, self.knows("undo")) {
            Route::Continue { n_undos } if self.undo(n_undos)? => {
                if told.komi != before.komi {
                    self.tell(&format!("komi {}", told.komi))?;
                }
                let n_common = before.turns.len() - n_undos;
                self.play_all(told.turns[n_common..].iter().copied())?;
                self.placed = Some(told);
                Ok(())
            }
            _ => self.place_anew(told),
        }
    }

    fn place_anew(&mut self, told: ToldGame) -> Result<(), Error> {
        let (width, height) = (told.size.width(), told.size.height());
        if width == height {
            self.tell(&format!("boardsize {width}"))?;
        } else {
            self.tell(&format!("rectangular_boardsize {width} {height}"))?;
        }
        self.tell("clear_board")?;
        if let Some(rules) = told.rules
            && self.knows("kata-set-rules")
        {
            self.try_tell(&format!("kata-set-rules {rules}"))?;
        }
        self.tell(&format!("komi {}", told.komi))?;
        match &told.start {
            Start::Empty => (),
            Start::Handicap(points) => self.place_handicap(points)?,
            Start::Position(stones, to_play) => self.place_stones(stones, *to_play)?,
        }
        self.play_all(told.turns.iter().copied())?;
        self.placed = Some(told);
        Ok(())
    }

    fn place_handicap(&mut self, points: &[Point]) -> Result<(), Error> {
        let command = points.iter().fold("set_free_handicap".into(), |command: String, point| {
            format!("{command} {point}")
        });
        if self.knows("set_free_handicap") && self.try_tell(&command)? {
            return Ok(());
        }
        self.play_all(points.iter().map(|&point| (Color::Black, Move::Play(point))))
    }

    /// Puts stones down in one piece if possible, or one by one.
    ///
    /// Each chain of a position has a liberty, so no stone is captured on the
    /// way, in whatever order they are played.
    fn place_stones(&mut self, stones: &[(Color, Point)], to_play: Color) -> Result<(), Error> {
        let mut list = String::new();
        for (color, point) in stones {
            let _ = write!(list, " {color} {point}");
        }
        for name in ["set_position", "gogui-setup"] {
            if self.knows(name) && self.try_tell(&format!("{name}{list}"))? {
                if self.knows("gogui-setup_player") {
                    self.try_tell(&format!("gogui-setup_player {to_play}"))?;
                }
                return Ok(());
            }
        }
        self.play_all(stones.iter().map(|&(color, point)| (color, Move::Play(point))))
    }

    fn play_all(&mut self, turns: impl Iterator<Item = (Color, Move)>) -> Result<(), Error> {
        for (color, mv) in turns {
            self.tell(&format!("play {color} {mv}"))?;
        }
        Ok(())
    }

    /// Takes moves back, and says whether the engine did so.
    fn undo(&mut self, n_undos: usize) -> Result<bool, Error> {
        for _ in 0..n_undos {
            if !self.try_tell("undo")? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Sends a command whose answer has nothing to say.
    pub(super) fn tell(&mut self, command: &str) -> Result<(), Error> {
        self.ask(command, self.options.patience).map(|_| ())
    }

    /// Sends a command that may be refused, and says whether it was not.
    pub(super) fn try_tell(&mut self, command: &str) -> Result<bool, Error> {
        match self.tell(command) {
            Ok(()) => Ok(true),
            Err(Error::Refused { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
