//! Teaching games, and the drill of guessing the lead.

use std::sync::Arc;

use tengen_analysis::{Analysis, Effort};
use tengen_host::{Consultation, ConsultationId};
use tengen_review::Standing;
use tengen_rules::{Color, Move};
use tengen_session::{Action, Actor, Phase, Rejected};

use super::{Done, OpenGame, Workspace};
use crate::notice::Notice;
use crate::refusal::Refusal;
use crate::teaching::{Pending, TakenBack, Teaching, is_taken_back};

/// The visits for a verdict on a move, and on the lead.
const VISITS: u32 = 200;

/// What a chance of 1 counts for where points are not known.
const POINTS_OF_CHANCE: f32 = 40.0;

/// A guess of the lead that waits for the judge.
#[derive(Copy, Clone, Debug)]
pub(super) struct LeadGuess {
    /// Black's lead.
    guess: f32,
    id: ConsultationId,
}

impl Workspace {
    /// The teaching game that is open, if it is one.
    pub fn teaching(&self) -> Option<&Teaching> {
        let open = self.open.as_ref()?;
        Some(&open.teaching).filter(|_| self.settings.game.is_teaching && is_lesson(open))
    }

    /// Has a move judged before it is made; `None` if it is made at once.
    pub(super) fn judge_first(&mut self, mv: Move) -> Option<Result<Done, Refusal>> {
        self.teaching()?;
        let open = self.open.as_mut()?;
        let node = open.view.tree.node;
        if open.teaching.pending.is_some() {
            return Some(Ok(Done::Nothing));
        }
        // Who insists on it may play it.
        if open.teaching.taken_back_at(node).is_some_and(|it| it.mv == mv) {
            return None;
        }
        let actor = open.player();
        if let Err(reason) = open.viewer.check(actor, mv) {
            return Some(Err(reason.into()));
        }
        let game = open.viewer.position();
        let to_play = game.to_play();
        let id = consult(open, game, to_play);
        open.teaching.pending = Some(Pending { node, mv, id, best: None });
        Some(Ok(Done::Nothing))
    }

    /// Compares a guess of Black's lead with what the analyst thinks.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if the text is not a lead, or nothing may be
    /// analyzed.
    pub fn guess_lead(&mut self, text: &str) -> Result<Done, Refusal> {
        let guess = parse_lead(text).ok_or_else(|| Refusal::NotALead(text.trim().to_owned()))?;
        self.check_consulting()?;
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        let kept = open.review.as_ref().and_then(|it| it.view.evaluation.as_ref()?.lead);
        if let Some(lead) = kept {
            return Ok(Done::Told(Notice::LeadGuess { guess, lead: Some(lead.points()) }));
        }
        let mut game = open.viewer.position();
        if game.end().is_some() {
            game.resume(game.to_play()).map_err(|_| Rejected::Over)?;
        }
        let to_play = game.to_play();
        let id = consult(open, game, to_play);
        open.lead_guess = Some(LeadGuess { guess, id });
        Ok(Done::Nothing)
    }

    /// Says whether an engine may be asked about the viewed position.
    pub(super) fn check_consulting(&self) -> Result<(), Refusal> {
        let open = self.open_game()?;
        if open.is_running() && !open.view.game.policy.analysis {
            return Err(Rejected::NoAnalysis.into());
        }
        Ok(())
    }
}

impl OpenGame {
    /// Whether an engine still has to judge something.
    pub(super) const fn is_judging(&self) -> bool {
        self.teaching.pending.is_some() || self.lead_guess.is_some()
    }

    /// Takes the verdict on a move or on a lead, if it is one.
    pub(super) fn take_verdict(
        &mut self,
        id: ConsultationId,
        analysis: Option<&Arc<Analysis>>,
    ) -> Option<Notice> {
        if let Some(guess) = self.lead_guess.take_if(|it| it.id == id) {
            let lead = analysis.and_then(|it| it.evaluation().black_lead);
            return Some(Notice::LeadGuess { guess: guess.guess, lead });
        }
        let pending = self.teaching.pending.take_if(|it| it.id == id)?;
        if self.view.tree.node != pending.node || !self.view.tree.is_live {
            return None;
        }
        // Without a verdict, the move is as good as any.
        let Some(analysis) = analysis else { return self.make(pending.mv) };
        match pending.best {
            None => self.judge_before(pending, analysis),
            Some(best) => {
                let evaluation = analysis.evaluation();
                let color = !analysis.to_play;
                let own =
                    Standing { chance: evaluation.win_rate(color), lead: evaluation.lead(color) };
                self.decide(pending, best, own)
            }
        }
    }

    fn judge_before(&mut self, pending: Pending, analysis: &Analysis) -> Option<Notice> {
        let tried: Vec<_> = analysis.candidates.iter().filter(|it| it.n_visits > 0).collect();
        let Some(first) = tried.first() else { return self.make(pending.mv) };
        let best = Standing { chance: first.win_rate, lead: first.lead };
        // A move that was hardly looked at is judged by itself.
        let enough = analysis.n_visits / 20;
        let own = tried.iter().find(|it| it.mv == pending.mv && it.n_visits >= enough);
        if let Some(own) = own {
            let own = Standing { chance: own.win_rate, lead: own.lead };
            return self.decide(pending, best, own);
        }
        let mut game = self.viewer.position();
        let color = game.to_play();
        if game.play(pending.mv).is_err() {
            return self.make(pending.mv);
        }
        if game.end().is_some() && game.resume(!color).is_err() {
            return self.make(pending.mv);
        }
        let id = consult(self, game, !color);
        self.teaching.pending = Some(Pending { id, best: Some(best), ..pending });
        None
    }

    fn decide(&mut self, pending: Pending, best: Standing, own: Standing) -> Option<Notice> {
        let loss = match (best.lead, own.lead) {
            (Some(best), Some(own)) => best - own,
            _ => POINTS_OF_CHANCE * (best.chance - own.chance),
        };
        let loss = loss.max(0.0);
        if !is_taken_back(loss, self.view.position.move_number) {
            return self.make(pending.mv);
        }
        let taken_back = TakenBack { node: pending.node, mv: pending.mv, loss };
        self.teaching.taken_back = Some(taken_back);
        Some(Notice::TakenBack(taken_back))
    }

    /// Makes the move that was judged.
    fn make(&mut self, mv: Move) -> Option<Notice> {
        let actor = self.player();
        let action = match mv {
            Move::Play(point) => Action::Play(point),
            Move::Pass => Action::Pass,
        };
        // The game may have ended meanwhile, for example on time.
        let _ = self.viewer.act(actor, action);
        None
    }
}

/// Whether a person plays against an engine here, and the game goes on.
fn is_lesson(open: &OpenGame) -> bool {
    let game = &open.view.game;
    let n_people = Color::ALL.into_iter().filter(|&it| game.seats[it].is_person()).count();
    n_people == 1
        && open.remote.is_none()
        && game.phase == Phase::Playing
        && game.policy.analysis
        && matches!(open.player(), Actor::Player(_))
}

fn consult(open: &OpenGame, game: tengen_rules::Game, to_play: Color) -> ConsultationId {
    open.handle.consult(Consultation {
        game: Arc::new(game),
        to_play,
        effort: Effort::Visits(VISITS),
        wants_ownership: false,
    })
}

/// Black's lead as it is typed: `B+5.5`, `w 3`, `white 12`, `0`, `even`.
fn parse_lead(text: &str) -> Option<f32> {
    let text = text.trim().to_lowercase();
    let is_even = matches!(text.as_str(), "even" | "draw" | "jigo");
    let (sign, rest) = match text.as_bytes().first()? {
        _ if is_even => return Some(0.0),
        b'b' => (1.0, text.strip_prefix("black").unwrap_or(&text[1..])),
        b'w' => (-1.0, text.strip_prefix("white").unwrap_or(&text[1..])),
        _ => (1.0, text.as_str()),
    };
    let number: f32 = rest.trim().trim_start_matches('+').trim().parse().ok()?;
    let is_named = sign < 0.0 || rest.len() != text.len();
    let is_lead = number.is_finite() && number.abs() < 1_000.0 && (is_named || number == 0.0);
    is_lead.then_some(sign * number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_are_read_as_people_type_them() {
        for (text, lead) in [
            ("B+5.5", Some(5.5)),
            (" w 3", Some(-3.0)),
            ("white 12", Some(-12.0)),
            ("black+0.5", Some(0.5)),
            ("0", Some(0.0)),
            ("Even", Some(0.0)),
            ("5", None),
            ("", None),
            ("b", None),
            ("blue 3", None),
            ("w+nan", None),
        ] {
            assert_eq!(parse_lead(text), lead, "{text}");
        }
    }
}
