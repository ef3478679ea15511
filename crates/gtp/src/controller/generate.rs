//! Asks an engine for a move, with or without its analysis.

use std::time::Duration;

use tengen_analysis::{Analysis, Decision};
use tengen_rules::{Color, Size};

use super::analysis::Dialect;
use super::{Controller, Error};

/// Commands that tell what the engine thinks and then the move, the most
/// telling first.
const COMMANDS: [(&str, Dialect); 3] = [
    ("kata-genmove_analyze", Dialect::Kata),
    ("cgos-genmove_analyze", Dialect::Cgos),
    ("lz-genmove_analyze", Dialect::LeelaZero),
];

/// The most lines on the way to a move; the last one is what counts.
const MAX_LINES: u32 = 100;

/// The least time between two lines.
const LEAST_INTERVAL: Duration = Duration::from_millis(200);

/// A move of an engine, and its analysis of the position before.
#[derive(Clone, Debug)]
pub struct Generated {
    /// What the engine does.
    pub decision: Decision,
    /// Its analysis of the position, if it reports one.
    pub analysis: Option<Analysis>,
}

impl Controller {
    /// Asks the engine for the next move of a color, which it also plays.
    ///
    /// Whether the move is legal is for the caller to see.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Nonsense`] if the answer is not a move, and other errors
    /// as [`Controller::ask`] does.
    pub fn generate(&mut self, color: Color, patience: Duration) -> Result<Decision, Error> {
        let command = format!("genmove {color}");
        self.generate_by(color, command, patience, |answer| answer.parse().ok())
    }

    /// Asks the engine for the next move of a color and for what it thinks of
    /// the position, if it has a word for that.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Controller::generate`] does.
    pub fn generate_analyzed(
        &mut self,
        color: Color,
        patience: Duration,
    ) -> Result<Generated, Error> {
        let Some((name, dialect)) = COMMANDS.into_iter().find(|(name, _)| self.knows(name)) else {
            let decision = self.generate(color, patience)?;
            return Ok(Generated { decision, analysis: None });
        };
        let size = self.placed.as_ref().map_or(Size::NINETEEN, |told| told.size);
        let mut command = format!("{name} {color}");
        if dialect != Dialect::Cgos {
            let interval = (patience / MAX_LINES).max(LEAST_INTERVAL);
            command = format!("{command} {}", interval.as_millis() / 10);
        }
        let mut analysis = None;
        let decision = self.generate_by(color, command, patience, |answer| {
            analysis = answer.lines().rev().find_map(|line| dialect.parse(line, size, color));
            let decision = answer.lines().find_map(|line| line.strip_prefix("play "))?;
            decision.trim().parse().ok()
        })?;
        Ok(Generated { decision, analysis })
    }

    /// Sends a command that generates a move, and notes the move.
    fn generate_by(
        &mut self,
        color: Color,
        command: String,
        patience: Duration,
        read: impl FnOnce(&str) -> Option<Decision>,
    ) -> Result<Decision, Error> {
        let before = self.placed.take();
        let answer = self.ask(&command, patience)?;
        let Some(decision) = read(&answer) else {
            return Err(Error::Nonsense { command, answer });
        };
        self.placed = before;
        if let Decision::Move(mv) = decision {
            for told in [&mut self.placed, &mut self.wanted].into_iter().flatten() {
                told.turns.push((color, mv));
            }
        }
        Ok(decision)
    }
}
