//! Practice on the board: exercises from mistakes, and guessing moves.

use std::sync::Arc;

use tengen_analysis::{Analysis, Effort};
use tengen_host::{Consultation, ConsultationId};
use tengen_record::{NodeId, Points};
use tengen_review::exercise::{Answer, Exercise, ExerciseKey, KnownMove, exercise};
use tengen_review::{Band, Standing};
use tengen_rules::{Color, Game, Move};
use tengen_session::{Step, ViewerAction};

use super::{Done, OpenGame, Workspace};
use crate::practice::{Practice, PracticeKind, Stage};
use crate::refusal::Refusal;

/// The visits for a position or an answer about which nothing is known.
const VISITS: u32 = 200;

/// What a guess may lose to be as good as the move of the game, in points.
const TOLERANCE: f32 = 1.0;

impl Workspace {
    /// The practice on the board.
    pub fn practice(&self) -> Option<&Practice> {
        self.open.as_ref()?.practice.as_ref()
    }

    /// Begins to practice the mistakes of the record, or ends practice.
    pub(super) fn toggle_practice(&mut self, kind: PracticeKind) -> Result<Done, Refusal> {
        if self.practice().is_some_and(|it| it.kind == kind) {
            return self.end_practice();
        }
        let open = self.open.as_ref().ok_or(Refusal::NoGame)?;
        if open.is_running() {
            return Err(Refusal::ReviewInPlay);
        }
        match kind {
            PracticeKind::Mistakes => self.begin_mistakes(),
            PracticeKind::Guess => self.begin_guessing(),
        }
    }

    fn begin_mistakes(&mut self) -> Result<Done, Refusal> {
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        let review = open.review.as_ref().ok_or(Refusal::NoReview)?;
        let own = person(open);
        let mistakes = review.view.mistakes();
        let is_own = |color: Color| own.is_none_or(|it| it == color);
        let snapshot = &review.snapshot;
        let least = Band::Inaccuracy.least();
        let has_exercise =
            |node: &NodeId| exercise(&snapshot.review, &snapshot.record, *node, least).is_some();
        let targets: Vec<NodeId> = mistakes
            .iter()
            .filter(|it| is_own(it.judged.color))
            .map(|it| it.judged.node)
            .filter(has_exercise)
            .collect();
        let first = *targets.first().ok_or(Refusal::NothingToPractice)?;
        open.practice = Some(Practice::new(PracticeKind::Mistakes, targets, first, Color::Black));
        self.begin_exercise(0)
    }

    fn begin_guessing(&mut self) -> Result<Done, Refusal> {
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        let color = open.view.position.to_play;
        let here = open.view.tree.line.iter().position(|it| it.node == open.view.tree.node);
        let ahead = open.view.tree.line.iter().skip(here.map_or(0, |it| it + 1));
        let own = ahead.filter(|it| it.mv.is_some_and(|(mover, _)| mover == color));
        let targets: Vec<NodeId> = own.map(|it| it.node).collect();
        let first = *targets.first().ok_or(Refusal::NothingToGuess)?;
        open.practice = Some(Practice::new(PracticeKind::Guess, targets, first, color));
        if open.review.is_none() {
            // Without a review there is nothing kept, but positions are known.
            open.review = Some(super::review::OpenReview::of(open));
        }
        self.begin_exercise(0)
    }

    /// Puts an exercise on the board.
    fn begin_exercise(&mut self, idx: usize) -> Result<Done, Refusal> {
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        open.cancel_practice_question();
        let Some(practice) = &mut open.practice else { return Ok(Done::Nothing) };
        let Some(&target) = practice.targets.get(idx) else {
            practice.stage = Stage::Finished;
            return Ok(Done::Nothing);
        };
        let Some(review) = &open.review else { return Ok(Done::Nothing) };
        let snapshot = &review.snapshot;
        let position = snapshot.record.parent(target).unwrap_or(target);
        let known = match practice.kind {
            PracticeKind::Mistakes => {
                exercise(&snapshot.review, &snapshot.record, target, Band::Inaccuracy.least())
            }
            PracticeKind::Guess => kept_guess(snapshot, position, target),
        };
        if let Some(known) = &known {
            practice.color = known.to_play;
        }
        let needs_analysis = known.is_none();
        let to_play = practice.color;
        practice.begin(idx, position, known);
        self.look(ViewerAction::Go(Step::Node(position)))?;
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        if needs_analysis {
            let mut game = open.viewer.position();
            if game.end().is_some() {
                // A game that cannot go on has no next move.
                let _ = game.resume(to_play);
            }
            let id = consult(open, game, to_play);
            if let Some(practice) = &mut open.practice {
                practice.stage = Stage::Preparing(id);
            }
        }
        Ok(Done::Nothing)
    }

    /// Takes a move as the answer.
    pub(super) fn answer_practice(&mut self, mv: Move) -> Result<Done, Refusal> {
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        let Some(practice) = &mut open.practice else { return Ok(Done::Nothing) };
        match practice.stage {
            Stage::Asking => (),
            // A click after the verdict tries again or goes on.
            Stage::Wrong(_) | Stage::Failed(_) => practice.stage = Stage::Asking,
            Stage::Right(_) | Stage::Shown(_) => return self.step_practice(true),
            Stage::Preparing(_) | Stage::Checking { .. } | Stage::Finished => {
                return Ok(Done::Nothing);
            }
        }
        let Some(known) = &practice.exercise else { return Ok(Done::Nothing) };
        let to_play = known.to_play;
        let snapshot = open.review.as_ref().map(|it| &it.snapshot);
        let after = snapshot.and_then(|it| known.after(&it.review, &it.record, mv));
        let Some(after) = after else {
            let actor = open.player();
            open.viewer.check(actor, mv)?;
            return Err(tengen_session::Rejected::Late.into());
        };
        match known.check(mv) {
            Answer::Unknown => {
                let id = consult(open, after, !to_play);
                if let Some(practice) = &mut open.practice {
                    practice.stage = Stage::Checking { mv, id };
                }
            }
            answer => practice.judge(mv, answer),
        }
        Ok(Done::Nothing)
    }

    /// Asks again after a wrong answer.
    pub(super) fn retry_practice(&mut self) -> Result<Done, Refusal> {
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        open.cancel_practice_question();
        if let Some(practice) = &mut open.practice
            && practice.stage != Stage::Finished
            && practice.exercise.is_some()
        {
            practice.stage = Stage::Asking;
        }
        Ok(Done::Nothing)
    }

    /// Gives the answer away.
    pub(super) fn show_answer(&mut self) -> Result<Done, Refusal> {
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        if let Some(practice) = &mut open.practice
            && practice.exercise.is_some()
            && practice.stage != Stage::Finished
        {
            practice.show();
        }
        Ok(Done::Nothing)
    }

    /// The next exercise, or the one before.
    pub(super) fn step_practice(&mut self, is_forward: bool) -> Result<Done, Refusal> {
        let Some(practice) = self.practice() else { return Err(Refusal::NoPractice) };
        let idx = match (&practice.stage, is_forward) {
            (Stage::Finished, true) => return self.end_practice(),
            (Stage::Finished, false) => practice.idx,
            (_, true) => practice.idx + 1,
            (_, false) => practice.idx.saturating_sub(1),
        };
        self.begin_exercise(idx)
    }

    /// Ends practice; the board stays where it is.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if nothing is practiced.
    pub fn end_practice(&mut self) -> Result<Done, Refusal> {
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        open.cancel_practice_question();
        open.practice.take().ok_or(Refusal::NoPractice)?;
        Ok(Done::Nothing)
    }
}

impl OpenGame {
    fn cancel_practice_question(&mut self) {
        if let Some(practice) = &mut self.practice
            && let Stage::Preparing(id) | Stage::Checking { id, .. } = practice.stage
        {
            self.handle.cancel_consultation(id);
            practice.stage = Stage::Asking;
        }
    }

    /// Takes the answer of the analyst to a question of the practice.
    pub(super) fn take_practice_answer(
        &mut self,
        id: ConsultationId,
        analysis: Option<&Arc<Analysis>>,
    ) {
        let Some(practice) = &mut self.practice else { return };
        match practice.stage {
            Stage::Preparing(asked) if asked == id => {
                practice.stage = Stage::Asking;
                let target = practice.target();
                let record = self.review.as_ref().map(|it| &it.snapshot.record);
                let known = analysis.zip(target).zip(record).and_then(|((it, target), record)| {
                    analyzed_guess(it, record, practice.position, target)
                });
                if known.is_none() {
                    practice.stage = Stage::Finished;
                }
                practice.exercise = known;
            }
            Stage::Checking { mv, id: asked } if asked == id => {
                let answer = match (&practice.exercise, analysis) {
                    (Some(known), Some(analysis)) => known.mark(analysis),
                    _ => Answer::Unknown,
                };
                practice.judge(mv, answer);
            }
            _ => (),
        }
    }
}

/// The color of the one person who plays, if the other one is an engine.
fn person(open: &OpenGame) -> Option<Color> {
    let seats = &open.view.game.seats;
    let people: Vec<Color> = Color::ALL.into_iter().filter(|&it| seats[it].is_person()).collect();
    match people[..] {
        [color] => Some(color),
        _ => None,
    }
}

fn consult(open: &OpenGame, game: Game, to_play: Color) -> ConsultationId {
    open.handle.consult(Consultation {
        game: Arc::new(game),
        to_play,
        effort: Effort::Visits(VISITS),
        wants_ownership: false,
    })
}

/// A move of the record as an exercise, by what is kept of its position.
fn kept_guess(
    snapshot: &tengen_host::ReviewSnapshot,
    position: NodeId,
    target: NodeId,
) -> Option<Exercise> {
    let evaluation = snapshot.review.evaluation(position)?;
    let (color, _) = snapshot.record.node(target).mv()?;
    if evaluation.to_play != color {
        return None;
    }
    let values = evaluation.candidates.iter().filter(|it| it.n_visits > 0).map(|it| {
        let value = Standing { chance: it.chance.share(), lead: it.lead.map(Points::points) };
        (it.mv, value, it.line.clone())
    });
    guess(&snapshot.record, position, target, values.collect())
}

/// A move of the record as an exercise, by an analysis of its position.
fn analyzed_guess(
    analysis: &Analysis,
    record: &tengen_record::Record,
    position: NodeId,
    target: NodeId,
) -> Option<Exercise> {
    let values = analysis.candidates.iter().filter(|it| it.n_visits > 0).map(|it| {
        let value = Standing { chance: it.win_rate, lead: it.lead };
        (it.mv, value, it.variation.iter().skip(1).copied().collect())
    });
    guess(record, position, target, values.collect())
}

fn guess(
    record: &tengen_record::Record,
    position: NodeId,
    target: NodeId,
    values: Vec<(Move, Standing, Vec<Move>)>,
) -> Option<Exercise> {
    let (to_play, played) = record.node(target).mv()?;
    let worth = |it: Standing| it.lead.unwrap_or(40.0 * it.chance);
    let best = values.first()?.1;
    let mut known: Vec<KnownMove> = values
        .into_iter()
        .map(|(mv, value, line)| KnownMove {
            mv,
            loss: (worth(best) - worth(value)).max(0.0),
            line,
        })
        .collect();
    known.sort_by(|a, b| a.loss.total_cmp(&b.loss));
    let loss = known.iter().find(|it| it.mv == played).map_or(0.0, |it| it.loss);
    Some(Exercise {
        key: ExerciseKey::of(record, target),
        position,
        mistake: target,
        to_play,
        played,
        loss,
        tolerance: TOLERANCE,
        value: best,
        known,
        reasons: Vec::new(),
    })
}
