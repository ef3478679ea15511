//! What there is to do in a game, by its last state.

use std::time::Duration;

use tengen_rules::Color;
use tengen_wire::{Claim, ClientMessage, GameLine, Op, PhaseName, Requested, Role};

/// How long a bot waits for an opponent who does not come.
const WAIT_FOR_OPPONENT: Duration = Duration::from_secs(300);

/// What a bot does when it is asked for something.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Manners {
    /// Whether it lets moves be taken back.
    pub(crate) allows_undo: bool,
    /// Whether it plays again.
    pub(crate) plays_again: bool,
}

/// What there is to do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Task {
    /// Nothing, until something changes.
    Wait,
    /// To place a handicap stone.
    Place,
    /// To find a move.
    Move(Color),
    /// To find the dead stones.
    Score,
    /// To send this.
    Send(ClientMessage),
    /// The game is over, or is not the bot's.
    Leave,
}

/// What there is to do in a game; `age` is the time since the line came.
pub(crate) fn next(line: &GameLine, manners: Manners, age: Duration) -> Task {
    let color = match line.role {
        Role::Black => Color::Black,
        Role::White => Color::White,
        Role::Both | Role::Spectator => return Task::Leave,
    };
    if let Some(answer) = answer(line, color, manners) {
        return Task::Send(answer);
    }
    let state = &line.state;
    match state.phase {
        PhaseName::Over => Task::Leave,
        PhaseName::Waiting if age >= WAIT_FOR_OPPONENT => {
            Task::Send(ClientMessage::Cancel { c: number() })
        }
        PhaseName::Waiting => Task::Wait,
        _ if can_claim(line, color, age) => {
            Task::Send(ClientMessage::Claim { c: number(), what: Claim::Win })
        }
        PhaseName::Placing if color == Color::Black => Task::Place,
        PhaseName::Playing if state.to_play == color => Task::Move(color),
        PhaseName::Paused if line.presence.black && line.presence.white => {
            Task::Send(ClientMessage::Continue { c: number() })
        }
        PhaseName::Scoring => match &state.scoring {
            Some(scoring) if !scoring.pending && !scoring.agreed[color] => Task::Score,
            _ => Task::Wait,
        },
        PhaseName::Placing | PhaseName::Playing | PhaseName::Paused => Task::Wait,
    }
}

/// The answer to what the opponent asks for.
fn answer(line: &GameLine, color: Color, manners: Manners) -> Option<ClientMessage> {
    let request = line.state.request.filter(|it| it.by != color)?;
    let op = |is_wanted| if is_wanted { Op::Yes } else { Op::No };
    let c = number();
    Some(match request.what {
        Requested::Undo => {
            let n = line.state.moves.0.len() as u32;
            ClientMessage::Undo { c, op: op(manners.allows_undo), n }
        }
        // The opponent's clock would stand still, and the bot's would not run.
        Requested::Pause => ClientMessage::Pause { c, op: Op::No },
        Requested::Rematch => ClientMessage::Rematch { c, op: op(manners.plays_again) },
    })
}

/// Whether the opponent has been gone for long enough.
fn can_claim(line: &GameLine, color: Color, age: Duration) -> bool {
    let now = line.state.clocks.now.saturating_add(tengen_wire::millis(age));
    line.presence.claim.is_some_and(|it| it.gone == !color && it.at <= now)
}

/// The number of a command, which no other command has.
pub(crate) fn number() -> u32 {
    fastrand::u32(..)
}

#[cfg(test)]
mod tests {
    use tengen_wire::ServerMessage;

    use super::*;

    const WILLING: Manners = Manners { allows_undo: true, plays_again: true };

    /// A game in which Black is to play, as the server tells White.
    fn line(change: impl FnOnce(&mut GameLine)) -> GameLine {
        let text = r#"{"t":"state","v":9,"game":{"id":"k3v9x2pq","size":"9x9","rules":"chinese",
            "komi":7.5,"handicap":0,"clock":"10m","kind":"people","visibility":"link"},
            "seats":{"black":{"kind":"person","name":"Ana"},"white":{"kind":"person","name":"Bot"}},
            "phase":"playing","setup":{"black":[],"white":[]},"moves":"BD4 WE4",
            "to_play":"black","handicap_left":0,"prisoners":{"black":0,"white":0},
            "clocks":{"now":1000000,"running":"black","black":{"system":"absolute","main":1},
            "white":{"system":"absolute","main":1}},"request":null,"scoring":null,
            "resumes_left":3,"result":null,"rematch":null}"#;
        let Ok(ServerMessage::State(state)) = serde_json::from_str(text) else { panic!("{text}") };
        let presence =
            tengen_wire::Presence { black: true, white: true, spectators: 0, claim: None };
        let mut line = GameLine { role: Role::White, state: *state, presence, chat: Vec::new() };
        change(&mut line);
        line
    }

    fn after(change: impl FnOnce(&mut GameLine), age: u64) -> Task {
        next(&line(change), WILLING, Duration::from_secs(age))
    }

    #[test]
    fn turn_and_phase_say_what_to_do() {
        assert_eq!(after(|_| (), 0), Task::Wait);
        assert_eq!(after(|it| it.role = Role::Black, 0), Task::Move(Color::Black));
        assert_eq!(after(|it| it.state.to_play = Color::White, 0), Task::Move(Color::White));
        assert_eq!(after(|it| it.role = Role::Spectator, 0), Task::Leave);
        assert_eq!(after(|it| it.state.phase = PhaseName::Over, 0), Task::Leave);
        assert_eq!(after(|it| it.state.phase = PhaseName::Placing, 0), Task::Wait);
        assert_eq!(after(|it| it.state.phase = PhaseName::Waiting, 0), Task::Wait);
        let cancelled = after(|it| it.state.phase = PhaseName::Waiting, 300);
        assert!(matches!(cancelled, Task::Send(ClientMessage::Cancel { .. })));
        let goes_on = after(|it| it.state.phase = PhaseName::Paused, 0);
        assert!(matches!(goes_on, Task::Send(ClientMessage::Continue { .. })));
    }

    #[test]
    fn requests_are_answered_by_manners() {
        let asked =
            |by, what| line(|it| it.state.request = Some(tengen_wire::RequestState { by, what }));
        let unwilling = Manners { allows_undo: false, plays_again: false };
        for (what, manners, is_granted) in [
            (Requested::Undo, WILLING, true),
            (Requested::Undo, unwilling, false),
            (Requested::Rematch, WILLING, true),
            (Requested::Rematch, unwilling, false),
            (Requested::Pause, WILLING, false),
        ] {
            let task = next(&asked(Color::Black, what), manners, Duration::ZERO);
            let Task::Send(
                ClientMessage::Undo { op, .. }
                | ClientMessage::Rematch { op, .. }
                | ClientMessage::Pause { op, .. },
            ) = task
            else {
                panic!("{task:?}");
            };
            assert_eq!(op == Op::Yes, is_granted, "{what:?}");
        }
        let own = asked(Color::White, Requested::Undo);
        assert_eq!(next(&own, WILLING, Duration::ZERO), Task::Wait);
    }

    #[test]
    fn absent_opponent_loses_when_that_is_offered() {
        let gone = |color, at| {
            move |it: &mut GameLine| {
                it.presence.claim = Some(tengen_wire::ClaimOffer { gone: color, at });
            }
        };
        assert_eq!(after(gone(Color::Black, 1_030_000), 29), Task::Wait);
        let claimed = after(gone(Color::Black, 1_030_000), 30);
        assert!(matches!(claimed, Task::Send(ClientMessage::Claim { what: Claim::Win, .. })));
        assert_eq!(after(gone(Color::White, 1_000_000), 30), Task::Wait);
    }
}
