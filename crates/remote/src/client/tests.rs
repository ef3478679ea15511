//! Dialogues: what comes in, and what goes out, as text.

use serde_json::json;
use tengen_rules::Color;
use tengen_session::RemoteStage;

use super::*;

const NOW: Duration = Duration::from_secs(1);

fn clocks(now: u64) -> serde_json::Value {
    let clock = json!({"system": "absolute", "main": 600_000});
    json!({"now": now, "running": "black", "black": clock, "white": clock})
}

fn state(v: u64, moves: &str, phase: &str) -> State {
    let seat = |name| json!({"kind": "person", "name": name});
    let none = json!({"black": [], "white": []});
    let n_moves = moves.split_whitespace().count();
    serde_json::from_value(json!({
        "v": v,
        "game": {"id": "k3v9x2pq", "size": "5x5", "rules": "chinese", "komi": 7.5,
            "handicap": 0, "clock": "10m", "kind": "people", "visibility": "link"},
        "seats": {"black": seat("Ana"), "white": seat("Ben")},
        "phase": phase, "setup": none, "moves": moves,
        "to_play": if n_moves.is_multiple_of(2) { "black" } else { "white" },
        "handicap_left": 0, "prisoners": {"black": 0, "white": 0}, "clocks": clocks(5_000),
        "request": null, "scoring": null, "resumes_left": 3, "result": null, "rematch": null,
    }))
    .unwrap()
}

/// A client in a dialogue.
struct Dialogue(Client);

impl Dialogue {
    fn new(moves: &str) -> Dialogue {
        Dialogue(Client::new(state(7, moves, "playing"), 0))
    }

    /// One that is connected and plays a color.
    fn of(role: &str, moves: &str) -> Dialogue {
        let mut dialogue = Dialogue::new(moves);
        assert_eq!(sent(&dialogue.0.opened(NOW)), [r#"{"t":"hello","have":7}"#]);
        dialogue.greeted(role);
        dialogue
    }

    fn greeted(&mut self, role: &str) -> Vec<Output> {
        self.hear(json!({"t": "welcome", "role": role, "now": 5_000, "build": "x"}));
        let outputs = self.hear(json!({"t": "chat", "lines": []}));
        self.hear(json!(
            {"t": "crowd", "black": true, "white": true, "spectators": 2, "claim": null}
        ));
        outputs
    }

    fn hear(&mut self, message: serde_json::Value) -> Vec<Output> {
        self.0.received(serde_json::from_value(message).unwrap(), NOW)
    }

    #[expect(clippy::needless_pass_by_value, reason = "calls are shorter so")]
    fn event(&mut self, v: u64, change: serde_json::Value) -> Vec<Output> {
        self.hear(json!({"t": "event", "v": v, "clocks": clocks(5_000), "change": change}))
    }
}

/// The messages among the outputs.
fn sent(outputs: &[Output]) -> Vec<String> {
    let text = |it: &Output| match it {
        Output::Send(message) => serde_json::to_string(message).ok(),
        _ => None,
    };
    outputs.iter().filter_map(text).collect()
}

/// The last game that was told.
fn game(outputs: &[Output]) -> Option<&tengen_session::RemoteGame> {
    outputs.iter().rev().find_map(|it| match it {
        Output::Tell(Update::State(game)) => Some(&**game),
        _ => None,
    })
}

fn refused(outputs: &[Output]) -> Option<&Refused> {
    outputs.iter().find_map(|it| match it {
        Output::Tell(Update::Refused(refused)) => Some(refused),
        _ => None,
    })
}

#[test]
fn welcome_tells_the_role_and_who_is_there() {
    let mut dialogue = Dialogue::new("");
    dialogue.0.opened(NOW);
    dialogue.hear(json!({"t": "welcome", "role": "white", "now": 5_300, "build": "x"}));
    let outputs = dialogue.hear(json!({"t": "chat", "lines": []}));
    let told = game(&outputs).unwrap();
    assert!(told.about.is_connected && told.about.own.white && !told.about.own.black);
    assert_eq!(told.clocks.age, Duration::from_millis(300));
    let outputs = dialogue.hear(json!(
        {"t": "crowd", "black": true, "white": false, "spectators": 2, "claim": null}
    ));
    let about = game(&outputs).unwrap().about;
    assert_eq!((about.present.black, about.present.white, about.n_spectators), (true, false, 2));
}

#[test]
fn move_is_shown_when_the_server_has_told_it() {
    let mut dialogue = Dialogue::of("black", "BC3 WD4");
    let outputs = dialogue.0.request(GameRequest::Play("B2".parse().unwrap()));
    assert_eq!(sent(&outputs), [r#"{"t":"play","c":1,"n":2,"at":"B2"}"#]);
    assert!(game(&outputs).is_none());
    let outputs =
        dialogue.event(8, json!({"is": "played", "n": 3, "move": "BB2", "to_play": "white"}));
    assert_eq!(game(&outputs).unwrap().moves.len(), 3);
    let outputs = dialogue.hear(json!({"t": "ok", "c": 1, "v": 8}));
    assert_eq!(outputs, [Output::Tell(Update::Answered)]);
}

#[test]
fn second_move_waits_for_the_first() {
    let mut dialogue = Dialogue::of("black", "");
    assert_eq!(dialogue.0.request(GameRequest::Pass).len(), 1);
    let outputs = dialogue.0.request(GameRequest::Play("B2".parse().unwrap()));
    assert_eq!(refused(&outputs), Some(&Refused::MovePending));
    assert!(sent(&outputs).is_empty());
}

#[test]
fn refusal_of_the_server_is_told() {
    let mut dialogue = Dialogue::of("black", "");
    dialogue.0.request(GameRequest::Undo);
    let text = "There is no move of yours to take back.";
    let outputs = dialogue.hear(json!({"t": "no", "c": 1, "why": "nothing", "text": text}));
    assert_eq!(refused(&outputs), Some(&Refused::ByServer(text.to_owned())));
    assert_eq!(outputs.last(), Some(&Output::Tell(Update::Answered)));
}

#[test]
fn command_without_an_answer_is_sent_again_as_it_was() {
    let mut dialogue = Dialogue::of("black", "");
    dialogue.0.request(GameRequest::Play("B2".parse().unwrap()));
    let outputs = dialogue.0.closed(NOW);
    assert!(!game(&outputs).unwrap().about.is_connected);
    assert_eq!(sent(&dialogue.0.opened(NOW)), [r#"{"t":"hello","have":7}"#]);
    // The move had arrived, and its answer was lost.
    dialogue.event(8, json!({"is": "played", "n": 1, "move": "BB2", "to_play": "white"}));
    let outputs = dialogue.greeted("black");
    assert_eq!(sent(&outputs), [r#"{"t":"play","c":1,"n":0,"at":"B2"}"#]);
    dialogue.hear(json!({"t": "ok", "c": 1, "v": 8}));
    dialogue.0.closed(NOW);
    dialogue.0.opened(NOW);
    assert!(sent(&dialogue.greeted("black")).is_empty());
}

#[test]
fn request_without_a_connection_is_sent_later() {
    let mut dialogue = Dialogue::of("black", "");
    dialogue.0.closed(NOW);
    assert!(dialogue.0.request(GameRequest::Pass).is_empty());
    dialogue.0.opened(NOW);
    assert_eq!(sent(&dialogue.greeted("black")), [r#"{"t":"pass","c":1,"n":0}"#]);
}

#[test]
fn what_was_done_the_first_time_is_not_refused_aloud() {
    let mut dialogue = Dialogue::of("black", "BC3 WD4");
    dialogue.0.request(GameRequest::Undo);
    dialogue.0.closed(NOW);
    dialogue.0.opened(NOW);
    dialogue.event(8, json!({"is": "asked", "by": "black", "what": "undo"}));
    assert_eq!(sent(&dialogue.greeted("black")).len(), 1);
    let outputs = dialogue.hear(json!({"t": "no", "c": 1, "why": "nothing", "text": "No."}));
    assert_eq!(outputs, [Output::Tell(Update::Answered)]);
}

#[test]
fn chat_is_told_once_and_not_said_twice() {
    let line = |id: u64, text: &str| {
        json!({"id": id, "room": "players", "color": "black", "name": "Ana", "text": text,
            "at": 5_000})
    };
    let said = |outputs: &[Output]| {
        let is_said = |it: &&Output| matches!(it, Output::Tell(Update::Said(_)));
        outputs.iter().filter(is_said).count()
    };
    let mut dialogue = Dialogue::of("black", "");
    let mut message = line(4, "Hello!");
    message["t"] = "said".into();
    assert_eq!(said(&dialogue.hear(message)), 1);
    dialogue.0.request(GameRequest::Say("Good luck.".to_owned()));
    dialogue.0.closed(NOW);
    dialogue.0.opened(NOW);
    let lines = json!({"t": "chat", "lines": [line(4, "Hello!"), line(5, "Good luck.")]});
    let outputs = dialogue.hear(lines);
    assert_eq!(said(&outputs), 1);
    assert!(sent(&outputs).is_empty());
}

#[test]
fn gap_asks_for_everything() {
    let mut dialogue = Dialogue::of("spectator", "");
    let change = json!({"is": "played", "n": 2, "move": "WB2", "to_play": "black"});
    assert_eq!(sent(&dialogue.event(9, change.clone())), [r#"{"t":"hello","have":null}"#]);
    let mut message = serde_json::to_value(state(9, "BC3 WB2", "playing")).unwrap();
    message["t"] = "state".into();
    assert_eq!(game(&dialogue.hear(message)).unwrap().moves.len(), 2);
    assert!(dialogue.event(9, change).is_empty(), "it is known already");
}

#[test]
fn undo_scoring_and_end_are_followed() {
    let mut dialogue = Dialogue::of("white", "BC3 WD4");
    let outputs = dialogue.event(8, json!({"is": "asked", "by": "black", "what": "undo"}));
    assert_eq!(
        game(&outputs).unwrap().request,
        Some((Color::Black, tengen_session::Request::Undo))
    );
    let outputs = dialogue.0.request(GameRequest::Accept);
    assert_eq!(sent(&outputs), [r#"{"t":"undo","c":1,"op":"yes","n":2}"#]);
    dialogue.event(9, json!({"is": "answered", "what": "undo", "accepted": true}));
    let outputs = dialogue.event(10, json!({"is": "undone", "n": 0, "to_play": "black"}));
    let told = game(&outputs).unwrap();
    assert_eq!((told.moves.len(), told.request), (0, None));
    let none = json!({"black": [], "white": []});
    let outputs = dialogue.event(
        11,
        json!({"is": "scoring", "rev": 4, "dead": ["C3"], "open": [], "territory": none,
            "score": "B+3.5", "agreed": {"black": true, "white": false}, "pending": false,
            "ends_at": 65_000}),
    );
    let RemoteStage::Scoring(scoring) = &game(&outputs).unwrap().stage else { panic!() };
    assert_eq!(scoring.time_left, Some(Duration::from_secs(60)));
    let outputs = dialogue.0.request(GameRequest::Agree(scoring.dead));
    assert_eq!(sent(&outputs), [r#"{"t":"agree","c":2,"rev":4,"dead":["C3"]}"#]);
    let outputs = dialogue.event(
        12,
        json!({"is": "over", "result": "B+3.5", "text": "", "winner": "black", "dead": ["C3"],
            "territory": none}),
    );
    assert!(matches!(game(&outputs).unwrap().stage, RemoteStage::Over(_, Some(_))));
    let outputs = dialogue.event(13, json!({"is": "rematched", "game": "abc"}));
    assert_eq!(outputs.last(), Some(&Output::Tell(Update::Rematch("abc".to_owned()))));
}

#[test]
fn nothing_to_answer_is_said_at_once() {
    let mut dialogue = Dialogue::of("black", "");
    assert_eq!(refused(&dialogue.0.request(GameRequest::Accept)), Some(&Refused::NoRequest));
}

#[test]
fn silent_connection_is_given_up() {
    let mut dialogue = Dialogue::of("black", "");
    assert!(dialogue.0.tick(NOW + Duration::from_secs(9)).is_empty());
    let outputs = dialogue.0.tick(NOW + Duration::from_secs(10));
    assert_eq!(sent(&outputs), [r#"{"t":"ping","at":11000.0}"#]);
    assert_eq!(dialogue.0.tick(NOW + Duration::from_secs(26)), [Output::Reconnect]);
    dialogue.hear(json!({"t": "pong", "at": 11_000.0, "now": 15_000}));
    assert_eq!(sent(&dialogue.0.tick(NOW + Duration::from_secs(30))).len(), 1);
}

#[test]
fn handicap_stones_are_counted_like_moves() {
    let mut told = state(7, "", "placing");
    told.handicap_left = 2;
    told.game.handicap = 2;
    let mut dialogue = Dialogue(Client::new(told, 0));
    dialogue.0.opened(NOW);
    dialogue.greeted("black");
    let outputs =
        dialogue.event(8, json!({"is": "placed", "at": "B2", "left": 1, "to_play": "black"}));
    assert_eq!(game(&outputs).unwrap().handicap.len(), 1);
    let outputs = dialogue.0.request(GameRequest::Play("D4".parse().unwrap()));
    assert_eq!(sent(&outputs), [r#"{"t":"play","c":1,"n":1,"at":"D4"}"#]);
}
