//! Practice: mistakes as exercises, and guessing the moves of a record.
//!
//! A [`Practice`] asks for a move, judges the answer by what is known of the
//! position, or says what has to be evaluated for that. The front end shows its
//! [`Stage`], by [`words::practice`](crate::words::practice) and on the board.

use tengen_host::ConsultationId;
use tengen_record::NodeId;
use tengen_review::exercise::Exercise;
use tengen_rules::{Color, Move};

/// What is practiced.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum PracticeKind {
    /// The mistakes of a reviewed record.
    Mistakes,
    /// The moves of one player of a record.
    Guess,
}

/// Where an exercise is.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// The position is being evaluated first.
    Preparing(ConsultationId),
    /// A move is wanted.
    Asking,
    /// The answer is being evaluated.
    Checking {
        /// The answer.
        mv: Move,
        /// The question to the analyst.
        id: ConsultationId,
    },
    /// The answer is good enough.
    Right(Answered),
    /// It is not.
    Wrong(Answered),
    /// The answer was given away: this line.
    Shown(Vec<Move>),
    /// The answer could not be judged.
    Failed(Move),
    /// There is no further exercise.
    Finished,
}

/// An answer with what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The move.
    pub mv: Move,
    /// What it loses, in points.
    pub loss: f32,
    /// What follows it.
    pub line: Vec<Move>,
}

impl Answered {
    /// The answer and what follows it.
    pub fn whole_line(&self) -> Vec<Move> {
        std::iter::once(self.mv).chain(self.line.iter().copied()).collect()
    }
}

/// How many answers were good.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct PracticeScore {
    /// Exercises that were answered.
    pub n_answered: usize,
    /// Those whose first answer was good enough.
    pub n_right: usize,
    /// Those whose first answer was the move of the game, where moves are
    /// guessed.
    pub n_same: usize,
}

/// A series of exercises.
#[derive(Clone, Debug)]
pub struct Practice {
    /// What is practiced.
    pub kind: PracticeKind,
    /// The one that is on the board, once it is known.
    pub exercise: Option<Exercise>,
    /// Its position.
    pub position: NodeId,
    /// Who answers.
    pub color: Color,
    /// Its place among all, from zero.
    pub idx: usize,
    /// Where it is.
    pub stage: Stage,
    /// How it goes.
    pub score: PracticeScore,
    /// The nodes of all mistakes or moves.
    pub(crate) targets: Vec<NodeId>,
    /// Whether the exercise was answered before.
    is_answered: bool,
}

impl Practice {
    pub(crate) const fn new(
        kind: PracticeKind,
        targets: Vec<NodeId>,
        position: NodeId,
        color: Color,
    ) -> Practice {
        Practice {
            kind,
            exercise: None,
            position,
            color,
            idx: 0,
            stage: Stage::Asking,
            score: PracticeScore { n_answered: 0, n_right: 0, n_same: 0 },
            targets,
            is_answered: false,
        }
    }

    /// The number of exercises.
    pub const fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there is none; a practice has at least one.
    pub const fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The node of the move that is looked for, or was a mistake.
    pub fn target(&self) -> Option<NodeId> {
        self.targets.get(self.idx).copied()
    }

    /// Whether a move is wanted.
    pub const fn is_asking(&self) -> bool {
        matches!(self.stage, Stage::Asking)
    }

    /// Whether an engine has to answer first.
    pub const fn is_waiting(&self) -> bool {
        matches!(self.stage, Stage::Preparing(_) | Stage::Checking { .. })
    }

    /// The best answer that is known, with what follows it.
    pub fn best_line(&self) -> Vec<Move> {
        let best = self.exercise.as_ref().and_then(|it| it.known.first());
        best.map_or_else(Vec::new, |it| {
            std::iter::once(it.mv).chain(it.line.iter().copied()).collect()
        })
    }

    /// The line that is played out on the board.
    pub fn line(&self) -> Vec<Move> {
        match &self.stage {
            Stage::Right(answered) | Stage::Wrong(answered) => answered.whole_line(),
            Stage::Shown(line) => line.clone(),
            Stage::Checking { mv, .. } | Stage::Failed(mv) => vec![*mv],
            Stage::Preparing(_) | Stage::Asking | Stage::Finished => Vec::new(),
        }
    }

    /// Another exercise is on the board.
    pub(crate) fn begin(&mut self, idx: usize, position: NodeId, exercise: Option<Exercise>) {
        self.idx = idx;
        self.position = position;
        self.exercise = exercise;
        self.stage = Stage::Asking;
        self.is_answered = false;
    }

    /// Takes the verdict on an answer.
    pub(crate) fn judge(&mut self, mv: Move, answer: tengen_review::exercise::Answer) {
        use tengen_review::exercise::Answer;
        let (is_right, loss, line) = match answer {
            Answer::Right { loss, line } => (true, loss, line),
            Answer::Wrong { loss, refutation } => (false, loss, refutation),
            Answer::Unknown => {
                self.stage = Stage::Failed(mv);
                return;
            }
        };
        let is_same = self.exercise.as_ref().is_some_and(|it| it.played == mv);
        if !std::mem::replace(&mut self.is_answered, true) {
            self.score.n_answered += 1;
            self.score.n_right += usize::from(is_right);
            self.score.n_same += usize::from(is_same);
        }
        let answered = Answered { mv, loss, line };
        self.stage = if is_right { Stage::Right(answered) } else { Stage::Wrong(answered) };
    }

    /// Gives the answer away.
    pub(crate) fn show(&mut self) {
        if !std::mem::replace(&mut self.is_answered, true) {
            self.score.n_answered += 1;
        }
        self.stage = Stage::Shown(self.best_line());
    }
}
