//! Commands to the server, made of what a person wants and of what is known.

use tengen_wire::{
    ChatLine, Claim, ClientMessage, Op, PhaseName, RequestState, Requested, State, Why,
};

use crate::{GameRequest, Refused};

/// A command that waits for its answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Command {
    pub(super) message: ClientMessage,
    /// Whether it was sent over another connection before.
    pub(super) is_resent: bool,
}

impl Command {
    pub(super) const fn is_move(&self) -> bool {
        matches!(self.message, ClientMessage::Play { .. } | ClientMessage::Pass { .. })
    }

    /// Whether it is one of the last lines of chat.
    pub(super) fn is_said(&self, lines: &[ChatLine]) -> bool {
        let ClientMessage::Say { text, .. } = &self.message else { return false };
        lines.iter().rev().take(3).any(|it| it.text == *text)
    }

    /// Whether a person is told of a refusal.
    ///
    /// Something that was sent twice may have been done the first time. Then
    /// the second is refused, and what the person sees is what was wanted.
    pub(super) fn is_refusal_told(&self, why: Why) -> bool {
        !self.is_resent
            || self.is_move()
            || matches!(why, Why::NotStored | Why::BadText | Why::TooFast | Why::NotAllowed)
    }
}

/// The message for what a person wants.
pub(super) fn message(
    request: GameRequest,
    state: &State,
    c: u32,
) -> Result<ClientMessage, Refused> {
    let n = n_moves(state);
    let rev = state.scoring.as_ref().map_or(0, |it| it.rev);
    Ok(match request {
        GameRequest::Play(at) => ClientMessage::Play { c, n, at },
        GameRequest::Pass => ClientMessage::Pass { c, n },
        GameRequest::Resign => ClientMessage::Resign { c },
        GameRequest::Undo => ClientMessage::Undo { c, op: Op::Ask, n },
        GameRequest::Pause => ClientMessage::Pause { c, op: Op::Ask },
        GameRequest::Continue => ClientMessage::Continue { c },
        GameRequest::Accept => answer(state.request, Op::Yes, n, c)?,
        GameRequest::Decline => answer(state.request, Op::No, n, c)?,
        GameRequest::Mark(at) => ClientMessage::Mark { c, rev, at },
        GameRequest::Agree(dead) => ClientMessage::Agree { c, rev, dead },
        GameRequest::Resume => ClientMessage::Resume { c, rev },
        GameRequest::ClaimWin => ClientMessage::Claim { c, what: Claim::Win },
        GameRequest::ClaimVoid => ClientMessage::Claim { c, what: Claim::Void },
        GameRequest::Cancel => ClientMessage::Cancel { c },
        GameRequest::Rematch => ClientMessage::Rematch { c, op: Op::Ask },
        GameRequest::Say(text) => ClientMessage::Say { c, text },
    })
}

/// The moves that were seen; while handicap stones are placed, those stones.
fn n_moves(state: &State) -> u32 {
    match state.phase {
        PhaseName::Placing => state.setup.black.len() as u32,
        _ => state.moves.0.len() as u32,
    }
}

fn answer(request: Option<RequestState>, op: Op, n: u32, c: u32) -> Result<ClientMessage, Refused> {
    let request = request.ok_or(Refused::NoRequest)?;
    Ok(match request.what {
        Requested::Undo => ClientMessage::Undo { c, op, n },
        Requested::Pause => ClientMessage::Pause { c, op },
        Requested::Rematch => ClientMessage::Rematch { c, op },
    })
}
