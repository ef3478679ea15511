//! Proofs while a game is being scored.

use std::sync::Arc;

use tengen_analysis::{Analysis, Effort};
use tengen_host::{Consultation, ConsultationId};
use tengen_rules::Point;
use tengen_session::Phase;

use super::{Done, OpenGame, Workspace};
use crate::proof::{Proof, Verdict};
use crate::refusal::Refusal;

/// The visits for each move of a proof.
const VISITS: u32 = 150;

impl Workspace {
    /// The proof on the board.
    pub fn proof(&self) -> Option<&Proof> {
        self.open.as_ref()?.proof.as_ref()
    }

    /// Has a group attacked and defended on a side board, while the game is
    /// being scored or after it was counted.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if the game is not being scored, or there is no
    /// stone.
    pub fn prove(&mut self, stone: Point) -> Result<Done, Refusal> {
        self.check_consulting()?;
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        let is_scored = matches!(open.view.game.phase, Phase::Scoring | Phase::Over(_));
        if !is_scored || !open.view.tree.is_live || open.view.game.is_review {
            return Err(Refusal::NothingToProve);
        }
        let game = open.viewer.position();
        let proof = Proof::new(stone, open.view.tree.node, game);
        open.proof = Some(proof.ok_or(Refusal::NoGroup(stone))?);
        open.go_on_proving();
        Ok(Done::Nothing)
    }

    /// Ends a proof; the game is as it was.
    pub fn end_proof(&mut self) {
        if let Some(open) = &mut self.open
            && let Some(proof) = open.proof.take()
            && let Some(id) = proof.id
        {
            open.handle.cancel_consultation(id);
        }
    }
}

impl OpenGame {
    fn go_on_proving(&mut self) {
        let Some(proof) = &mut self.proof else { return };
        if proof.verdict.is_none() {
            proof.id = Some(self.handle.consult(Consultation {
                game: Arc::new(proof.game.clone()),
                to_play: proof.to_play(),
                effort: Effort::Visits(VISITS),
                wants_ownership: true,
            }));
        }
    }

    /// Takes the answer of the engine, if it is about a proof.
    pub(super) fn take_proof(&mut self, id: ConsultationId, analysis: Option<&Arc<Analysis>>) {
        let Some(proof) = self.proof.as_mut().filter(|it| it.id == Some(id)) else { return };
        proof.id = None;
        match analysis {
            Some(analysis) => proof.take(analysis),
            None => proof.verdict = Some(Verdict::Unclear),
        }
        self.go_on_proving();
    }

    /// A proof is about one position.
    pub(super) fn follow_proof(&mut self) {
        let (node, is_live) = (self.view.tree.node, self.view.tree.is_live);
        if let Some(proof) = self.proof.take_if(|it| it.node != node || !is_live)
            && let Some(id) = proof.id
        {
            self.handle.cancel_consultation(id);
        }
    }
}
