//! The state of a server as a session understands it.

use std::time::Duration;

use tengen_clock::TimeControl;
use tengen_record::{Margin, Outcome};
use tengen_rules::{ByColor, Color, Ruleset};
use tengen_session::{
    Handicap, Permission, Policy, RemoteClocks, RemoteGame, RemoteScoring, RemoteStage, RemoteView,
    Request, Seat, Setup,
};
use tengen_wire::{
    Clocks, PhaseName, Requested, ResultState, Role, ScoringState, SeatKind, SeatState, State,
};

/// What players may do in a game on a server: the server decides, and no
/// engine helps while the game is played.
const POLICY: Policy = Policy {
    takebacks: Permission::ByConsent,
    pause: Permission::ByConsent,
    edits: false,
    analysis: false,
};

/// The colors that a role plays.
pub(crate) const fn own(role: Role) -> ByColor<bool> {
    match role {
        Role::Black => ByColor { black: true, white: false },
        Role::White => ByColor { black: false, white: true },
        Role::Both => ByColor { black: true, white: true },
        Role::Spectator => ByColor { black: false, white: false },
    }
}

/// The set-up of a game, unless this version does not know what it says.
pub(crate) fn setup(state: &State) -> Option<Setup> {
    let ruleset: Ruleset = state.game.rules.parse().ok()?;
    let time: TimeControl = state.game.clock.parse().ok()?;
    let mut setup = Setup::new(state.game.size, ruleset).with_time(time).with_policy(POLICY);
    setup.komi = Some(state.game.komi);
    setup.seats = seats(state);
    setup.handicap = match state.handicap_left {
        0 if state.setup.black.is_empty() => Handicap::None,
        0 => Handicap::Points(state.setup.black.iter().collect()),
        _ => Handicap::Free(state.game.handicap),
    };
    Some(setup)
}

/// The state of a game as of `age` ago, unless it makes no sense.
pub(crate) fn game(state: &State, about: RemoteView, age: Duration) -> Option<RemoteGame> {
    let request = state.request.filter(|it| it.what != Requested::Rematch);
    let rematch = state.request.filter(|it| it.what == Requested::Rematch).map(|it| it.by);
    Some(RemoteGame {
        about: RemoteView { rematch, ..about },
        seats: seats(state),
        handicap: state.setup.black,
        moves: state.moves.0.iter().map(|it| (it.color, it.mv)).collect(),
        to_play: state.to_play,
        stage: stage(state)?,
        clocks: clocks(&state.clocks, age)?,
        request: request.and_then(|it| Some((it.by, asked(it.what)?))),
    })
}

fn seats(state: &State) -> ByColor<Seat> {
    ByColor::from_fn(|color: Color| seat(&state.seats[color]))
}

fn seat(seat: &SeatState) -> Seat {
    match seat.kind {
        SeatKind::Open => Seat::person(""),
        SeatKind::Person => Seat::person(&seat.name),
        SeatKind::Level => {
            let level = seat.name.strip_prefix("Tengen ").and_then(|it| it.parse().ok());
            let other = || Seat::Engine { name: seat.name.clone(), command: String::new() };
            level.map_or_else(other, Seat::Level)
        }
    }
}

fn stage(state: &State) -> Option<RemoteStage> {
    Some(match state.phase {
        PhaseName::Waiting => RemoteStage::Waiting,
        PhaseName::Placing => RemoteStage::Placing,
        PhaseName::Playing => RemoteStage::Playing,
        PhaseName::Paused => RemoteStage::Paused,
        PhaseName::Scoring => {
            RemoteStage::Scoring(scoring(state.scoring.as_ref()?, state.clocks.now))
        }
        PhaseName::Over => over(state.result.as_ref()?)?,
    })
}

fn scoring(scoring: &ScoringState, now: u64) -> RemoteScoring {
    RemoteScoring {
        dead: scoring.dead,
        open: scoring.open,
        agreed: scoring.agreed,
        is_proposal_pending: scoring.pending,
        time_left: scoring.ends_at.map(|it| Duration::from_millis(it.saturating_sub(now))),
    }
}

fn over(result: &ResultState) -> Option<RemoteStage> {
    let outcome: Outcome = result.result.parse().ok()?;
    let is_counted = matches!(outcome, Outcome::Draw | Outcome::Win(_, Margin::Points(_)));
    Some(RemoteStage::Over(outcome, is_counted.then_some(result.dead)))
}

fn clocks(clocks: &Clocks, age: Duration) -> Option<RemoteClocks> {
    let left = ByColor { black: clocks.black.time_left()?, white: clocks.white.time_left()? };
    Some(RemoteClocks { left, running: clocks.running, age })
}

const fn asked(what: Requested) -> Option<Request> {
    match what {
        Requested::Undo => Some(Request::Undo),
        Requested::Pause => Some(Request::Pause),
        Requested::Rematch => None,
    }
}
