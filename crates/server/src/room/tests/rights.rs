//! Every kind of person times every message.

use super::*;

const EXAMPLES: &str = include_str!("../../../tests/data/wire.jsonl");

/// The kinds of person, with the number of the guest.
const PEOPLE: [(&str, Option<u64>); 5] = [
    ("black", Some(1)),
    ("white", Some(2)),
    ("spectator", Some(3)),
    ("guest of another game", Some(4)),
    ("stranger", None),
];

/// The name of a message; exhaustive, so that a new one is noticed here.
fn name(message: &ClientMessage) -> &'static str {
    match message {
        ClientMessage::Hello { .. } => "hello",
        ClientMessage::Play { .. } => "play",
        ClientMessage::Pass { .. } => "pass",
        ClientMessage::Resign { .. } => "resign",
        ClientMessage::Undo { .. } => "undo",
        ClientMessage::Pause { .. } => "pause",
        ClientMessage::Continue { .. } => "continue",
        ClientMessage::Mark { .. } => "mark",
        ClientMessage::Agree { .. } => "agree",
        ClientMessage::Resume { .. } => "resume",
        ClientMessage::Claim { .. } => "claim",
        ClientMessage::Cancel { .. } => "cancel",
        ClientMessage::Rematch { .. } => "rematch",
        ClientMessage::Say { .. } => "say",
        ClientMessage::Ping { .. } => "ping",
    }
}

fn messages() -> impl Iterator<Item = ClientMessage> {
    let lines = EXAMPLES.lines().filter_map(|it| it.strip_prefix("> "));
    lines.map(|it| serde_json::from_str(it).unwrap())
}

/// A game in which almost everything is possible for someone, by phase.
fn tables() -> Vec<(&'static str, Table)> {
    let mut playing = Table::of_people("10m");
    playing.play("A9");
    let mut over = Table::of_people("10m");
    over.ok(1, r#"{"t":"resign","c":1}"#);
    vec![
        ("waiting", Table::new(terms("10m"))),
        ("playing", playing),
        ("scoring", scored()),
        ("over", over),
    ]
}

#[test]
fn only_players_change_a_game() {
    for message in messages() {
        for (kind, number) in PEOPLE {
            for (phase, mut table) in tables() {
                let before = table.room.state();
                let input = Input::Command {
                    from: number.map(guest),
                    message: message.clone(),
                    lag: Duration::ZERO,
                };
                let output = table.input(input);
                let is_player =
                    matches!(number, Some(1)) || number == Some(2) && phase != "waiting";
                let what = format!("{kind}, {}, {phase}", name(&message));
                if !is_player {
                    assert_eq!(table.room.state(), before, "{what}");
                    assert!(output.change.is_none() && output.effects.is_empty(), "{what}");
                }
                let expected = match (&message, is_player) {
                    (ClientMessage::Say { .. }, _) => Ok(()),
                    (_, false) => Err(Refusal::OnlyPlayers),
                    (ClientMessage::Hello { .. } | ClientMessage::Ping { .. }, true) => {
                        Err(Refusal::Malformed)
                    }
                    // What players may do is a matter of the game; see below.
                    (_, true) => continue,
                };
                assert_eq!(output.answer.unwrap().map(|_| ()), expected, "{what}");
            }
        }
    }
}

/// What the players may do in each phase: a letter for black, white, or both;
/// Black has moved once in `playing`.
#[test]
fn players_do_what_the_phase_allows() {
    let expected = [
        ("play", ["", "", "", ""]),
        ("pass", ["", "", "", ""]),
        ("resign", ["", "bw", "bw", ""]),
        ("undo", ["", "", "", ""]),
        ("pause", ["", "bw", "", ""]),
        ("continue", ["", "", "", ""]),
        ("mark", ["", "", "", ""]),
        ("agree", ["", "", "", ""]),
        ("resume", ["", "", "", ""]),
        ("claim", ["", "", "", ""]),
        ("cancel", ["b", "bw", "", ""]),
        ("rematch", ["", "", "", "bw"]),
        ("say", ["bw", "bw", "bw", "bw"]),
    ];
    for message in messages() {
        let Some((_, phases)) = expected.iter().find(|(it, _)| *it == name(&message)) else {
            assert!(matches!(name(&message), "hello" | "ping"));
            continue;
        };
        for (idx, expected) in phases.iter().enumerate() {
            let mut allowed = String::new();
            for (letter, number) in [('b', 1), ('w', 2)] {
                let (_, mut table) = tables().into_iter().nth(idx).unwrap();
                let input = Input::Command {
                    from: Some(guest(number)),
                    message: with_numbers(&message, &table),
                    lag: Duration::ZERO,
                };
                if table.input(input).answer.unwrap().is_ok() {
                    allowed.push(letter);
                }
            }
            let fitting = match name(&message) {
                // With the right numbers, these depend on whose turn it is.
                "play" | "pass" => ["", "w", "", ""][idx],
                "undo" => undo(&message, idx),
                "mark" | "agree" | "resume" => ["", "", "bw", ""][idx],
                _ => expected,
            };
            assert_eq!(allowed, fitting, "{message:?} in {}", tables()[idx].0);
        }
    }
}

/// Black can ask in `playing`, and both in `scoring`, but none can answer.
fn undo(message: &ClientMessage, idx: usize) -> &'static str {
    match message {
        ClientMessage::Undo { op: Op::Ask, .. } => ["", "b", "bw", ""][idx],
        _ => "",
    }
}

/// The message with the numbers that the sender would have seen.
fn with_numbers(message: &ClientMessage, table: &Table) -> ClientMessage {
    let n = table.room.moves.len() as u32;
    let scoring = table.room.state().scoring;
    let rev = scoring.as_ref().map_or(0, |it| it.rev);
    let dead = scoring.map(|it| it.dead).unwrap_or_default();
    match *message {
        ClientMessage::Play { c, at, .. } => ClientMessage::Play { c, n, at },
        ClientMessage::Pass { c, .. } => ClientMessage::Pass { c, n },
        ClientMessage::Undo { c, op, .. } => ClientMessage::Undo { c, op, n },
        ClientMessage::Mark { c, .. } => ClientMessage::Mark { c, rev, at: "B5".parse().unwrap() },
        ClientMessage::Agree { c, .. } => ClientMessage::Agree { c, rev, dead },
        ClientMessage::Resume { c, .. } => ClientMessage::Resume { c, rev },
        ref other => other.clone(),
    }
}
