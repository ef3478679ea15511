//! Brings the state of a game up to date, change by change.

use tengen_rules::Color;
use tengen_wire::{Change, Event, PhaseName, PlayedMove, RequestState, SeatKind, State};

/// A change does not fit the state, so the whole state is needed again.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Misfit;

/// Applies the next event to a state.
pub(crate) fn apply(state: &mut State, event: Event) -> Result<(), Misfit> {
    if event.v != state.v + 1 {
        return Err(Misfit);
    }
    change(state, event.change)?;
    state.v = event.v;
    state.clocks = event.clocks;
    Ok(())
}

fn change(state: &mut State, change: Change) -> Result<(), Misfit> {
    match change {
        Change::Joined { color, name } => {
            state.seats[color].kind = SeatKind::Person;
            state.seats[color].name = name;
        }
        Change::Started {} => state.phase = running(state),
        Change::Paused {} | Change::EngineFailed { color: Some(_) } => {
            state.phase = PhaseName::Paused;
        }
        Change::EngineFailed { color: None } | Change::Credited { .. } => (),
        Change::Played { n, mv, to_play } => played(state, n, mv, to_play)?,
        Change::Placed { at, left, to_play } => {
            state.setup.black.insert(at);
            state.handicap_left = left;
            state.to_play = to_play;
            state.phase = running(state);
        }
        Change::Unplaced { at, left } => {
            state.setup.black.remove(at);
            state.handicap_left = left;
        }
        Change::Undone { n, to_play } => undone(state, n, to_play)?,
        Change::Asked { by, what } => state.request = Some(RequestState { by, what }),
        Change::Answered { what, .. } => {
            state.request.take_if(|it| it.what == what);
        }
        Change::Scoring(scoring) => {
            state.scoring = Some(scoring);
            state.phase = PhaseName::Scoring;
        }
        Change::Resumed { to_play, resumes_left } => {
            state.scoring = None;
            state.to_play = to_play;
            state.resumes_left = resumes_left;
            state.phase = PhaseName::Playing;
        }
        Change::Over(result) => {
            state.result = Some(result);
            state.scoring = None;
            state.request = None;
            state.phase = PhaseName::Over;
        }
        Change::Rematched { game } => {
            state.rematch = Some(game);
            state.request = None;
        }
    }
    Ok(())
}

/// The phase of a game whose clocks run.
const fn running(state: &State) -> PhaseName {
    match (&state.scoring, state.handicap_left) {
        (Some(_), _) => PhaseName::Scoring,
        (None, 0) => PhaseName::Playing,
        (None, _) => PhaseName::Placing,
    }
}

fn played(state: &mut State, n: u32, mv: PlayedMove, to_play: Color) -> Result<(), Misfit> {
    if n as usize != state.moves.0.len() + 1 {
        return Err(Misfit);
    }
    state.prisoners[mv.color] += mv.captured.len() as u32;
    state.moves.0.push(mv);
    state.to_play = to_play;
    state.phase = PhaseName::Playing;
    Ok(())
}

fn undone(state: &mut State, n: u32, to_play: Color) -> Result<(), Misfit> {
    let moves = &mut state.moves.0;
    if n as usize > moves.len() {
        return Err(Misfit);
    }
    for mv in moves.drain(n as usize..) {
        let prisoners = &mut state.prisoners[mv.color];
        *prisoners = prisoners.saturating_sub(mv.captured.len() as u32);
    }
    state.to_play = to_play;
    state.scoring = None;
    if state.phase == PhaseName::Scoring {
        state.phase = PhaseName::Playing;
    }
    Ok(())
}
