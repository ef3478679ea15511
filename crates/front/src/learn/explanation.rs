//! Why the rules refuse a move, at length and with a diagram.

use tengen_lessons::Refusal;
use tengen_picture::Scene;
use tengen_rules::{Board, Color, IllegalMove};

use super::{glossary, say, scene_of};

/// Why the rules refuse a move, at length and with a diagram.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The reason in a sentence.
    pub short: String,
    /// The rule, and what it means here.
    pub long: Vec<String>,
    /// The board on which it can be seen.
    pub scene: Scene,
    /// The word of the glossary that tells the rest, by its id.
    pub term: Option<&'static str>,
}

impl Explanation {
    /// Explains why a player may not make a move on a board.
    pub fn new(reason: IllegalMove, board: &Board, color: Color) -> Explanation {
        let refusal = Refusal::new(reason, board, color);
        Explanation {
            short: say(&refusal.short),
            long: refusal.long.iter().map(say).collect(),
            scene: scene_of(&refusal.board, &refusal.marks, None),
            term: refusal.term,
        }
    }

    /// All of it as it is read out.
    pub fn spoken(&self) -> String {
        let mut text = self.long.join(" ");
        if let Some(name) = self.term.and_then(glossary::name) {
            text.extend([" In the glossary: ", &name, "."]);
        }
        text
    }
}
