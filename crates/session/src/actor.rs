//! Actors, and the actions that each of them may do.

use tengen_rules::Color;

use crate::session::Session;
use crate::{Action, Permission, Rejected};

/// The origin of an action.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Actor {
    /// The person in the seat of a color.
    Player(Color),
    /// A spectator, who may do nothing to the game.
    Spectator,
    /// The one who runs the game: the user of a front end, or a server.
    Owner,
    /// An engine that answers with a ticket.
    Engine,
    /// The clock.
    Clock,
}

/// The actors who may do an action.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Right {
    /// A player acts for the own color.
    Player,
    /// A player acts, or the owner.
    PlayerOrOwner,
    /// The owner acts, and a player in a game of free takebacks, in a review,
    /// or after the end.
    OwnerOrFreePlayer,
    /// The owner acts, and players where the policy allows edits.
    Editor,
    Owner,
    Engine,
    Clock,
}

/// The right that an action needs.
const fn right(action: &Action) -> Right {
    match action {
        Action::Play(_)
        | Action::Pass
        | Action::Resign
        | Action::Ask(_)
        | Action::Accept
        | Action::Decline
        | Action::Agree(_)
        | Action::ResumePlay => Right::Player,
        Action::Start
        | Action::Pause
        | Action::Undo
        | Action::Redo
        | Action::MoveNow
        | Action::ToggleDead { .. } => Right::PlayerOrOwner,
        Action::PlayFrom(_) | Action::PlayOn { .. } | Action::Review => Right::OwnerOrFreePlayer,
        Action::Edit { .. } | Action::UndoEdit | Action::RedoEdit => Right::Editor,
        Action::ChangeSeat(..)
        | Action::Follow(_)
        | Action::End(_)
        | Action::CreditTime(..)
        | Action::MarkSaved(_)
        | Action::SetOrigin(_)
        | Action::NoteEvaluation { .. }
        | Action::KeepEvaluations(_) => Right::Owner,
        Action::EngineMoved { .. } | Action::EngineFailed { .. } | Action::DeadProposed { .. } => {
            Right::Engine
        }
        Action::Tick => Right::Clock,
    }
}

impl Session {
    /// Says whether an actor has a right to an action, possible or not.
    pub(crate) fn check_right(&self, actor: Actor, action: &Action) -> Result<(), Rejected> {
        if self.remote.is_some() {
            return Session::check_remote_right(actor, action);
        }
        let right = right(action);
        if let Actor::Player(color) = actor
            && !self.is_review
            && !self.seats[color].is_person()
        {
            return Err(Rejected::NotAPerson(color));
        }
        let is_free = self.is_review || self.is_over() || self.policy.takebacks == Permission::Free;
        match (actor, right) {
            (Actor::Player(_), Right::Editor) if !self.policy.edits => Err(Rejected::NoEdits),
            (Actor::Player(_), Right::OwnerOrFreePlayer) if !is_free => {
                Err(Rejected::NotAllowed(actor))
            }
            (
                Actor::Player(_),
                Right::Player | Right::PlayerOrOwner | Right::OwnerOrFreePlayer | Right::Editor,
            )
            | (
                Actor::Owner,
                Right::PlayerOrOwner | Right::OwnerOrFreePlayer | Right::Editor | Right::Owner,
            )
            | (Actor::Engine, Right::Engine)
            | (Actor::Clock, Right::Clock) => Ok(()),
            _ => Err(Rejected::NotAllowed(actor)),
        }
    }
}
