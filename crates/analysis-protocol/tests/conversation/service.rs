//! What happens at the same time: priorities, termination, the end of input,
//! and pipes that break.

use std::io::{self, BufRead, Cursor, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use serde_json::{Value, json};
use tengen_analysis::{Analysis, AnalystError, Stop};
use tengen_analysis_protocol::{About, AtEnd, Disconnected, Engine, Question, Service, Settings};

use super::thumb::{ENDLESS, Thumb};

/// Input that is sent line by line, and ends when the sender is dropped.
struct Lines {
    receiver: Receiver<String>,
    current: Cursor<Vec<u8>>,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.fill_buf()?.read(buffer)?;
        self.consume(n_read);
        Ok(n_read)
    }
}

impl BufRead for Lines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.current.fill_buf()?.is_empty()
            && let Ok(line) = self.receiver.recv()
        {
            self.current = Cursor::new((line + "\n").into_bytes());
        }
        self.current.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        self.current.consume(n);
    }
}

/// Output that hands over each line, and breaks when no one takes them.
struct Answers(Sender<Value>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let value = serde_json::from_slice(bytes).expect("answers are whole lines of JSON");
        self.0.send(value).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A conversation that is under way.
struct Talk {
    input: Option<Sender<String>>,
    answers: Receiver<Value>,
    service: thread::JoinHandle<Result<(), Disconnected>>,
}

impl Talk {
    fn start<E: Engine + 'static>(engines: Vec<E>, at_end: AtEnd) -> Talk {
        let (input, receiver) = mpsc::channel();
        let (send, answers) = mpsc::channel();
        let service = thread::spawn(move || {
            let lines = Lines { receiver, current: Cursor::default() };
            let service = Service::new(Settings::default(), About::default(), at_end);
            service.run(lines, Answers(send), engines)
        });
        Talk { input: Some(input), answers, service }
    }

    fn send(&self, value: &Value) {
        self.input.as_ref().unwrap().send(value.to_string()).unwrap();
    }

    fn receive(&self) -> Value {
        self.answers.recv().unwrap()
    }

    /// Closes the input and returns what still comes.
    fn end(mut self) -> Vec<Value> {
        self.input = None;
        let rest = self.answers.iter().collect();
        self.service.join().unwrap().unwrap();
        rest
    }
}

fn query(id: &str, visits: u32) -> Value {
    json!({
        "id": id, "moves": [["B", "C3"], ["W", "D4"]], "rules": "chinese",
        "boardXSize": 9, "boardYSize": 9, "maxVisits": visits,
    })
}

fn with(mut query: Value, field: &str, value: Value) -> Value {
    query[field] = value;
    query
}

/// A query that is being answered until it is terminated: its report has
/// come.
fn begin_endless(talk: &Talk, id: &str) {
    talk.send(&with(query(id, ENDLESS), "reportDuringSearchEvery", json!(0.01)));
    let report = talk.receive();
    assert_eq!((&report["id"], &report["isDuringSearch"]), (&json!(id), &json!(true)));
}

fn turns(answers: &[Value]) -> Vec<String> {
    answers.iter().map(|it| format!("{}{}", it["id"].as_str().unwrap(), it["turnNumber"])).collect()
}

#[test]
fn urgent_positions_come_first() {
    let talk = Talk::start(vec![Thumb], AtEnd::Finish);
    begin_endless(&talk, "first");
    talk.send(&with(query("a", 2), "analyzeTurns", json!([0, 2])));
    talk.send(&with(query("b", 2), "priority", json!(5)));
    let several = with(query("c", 2), "analyzeTurns", json!([0, 1, 2]));
    talk.send(&with(several, "priorities", json!([-1, 5, 7])));
    talk.send(&json!({"id": "t", "action": "terminate", "terminateId": "first"}));
    assert_eq!(talk.receive()["action"], "terminate");
    assert_eq!(turns(&talk.end()), ["first2", "c2", "b2", "c1", "a0", "a2", "c0"]);
}

#[test]
fn terminated_positions_have_exactly_one_last_answer() {
    let talk = Talk::start(vec![Thumb], AtEnd::Finish);
    begin_endless(&talk, "first");
    talk.send(&with(query("a", 2), "analyzeTurns", json!([0, 1, 2])));
    let action = json!({"id": "t", "action": "terminate", "terminateId": "a",
        "turnNumbers": [1, 7], "note": [1]});
    talk.send(&action);
    assert_eq!(talk.receive(), action);
    let expected = json!({"id": "a", "isDuringSearch": false, "noResults": true, "turnNumber": 1});
    assert_eq!(talk.receive(), expected);

    talk.send(&json!({"id": "t", "action": "terminate_all", "turnNumbers": [0, 2]}));
    assert_eq!(talk.receive()["action"], "terminate_all");
    let rest = talk.end();
    let (given_up, looked_at): (Vec<Value>, Vec<Value>) =
        rest.into_iter().partition(|it| it["noResults"] == json!(true));
    assert_eq!(turns(&given_up), ["a0", "a2"]);
    assert_eq!(turns(&looked_at), ["first2"]);
    assert_eq!(looked_at[0]["rootInfo"]["visits"], 8, "what was found is told");
    assert_eq!(looked_at[0]["isDuringSearch"], false);
}

#[test]
fn everything_is_answered_after_the_end_of_input() {
    let talk = Talk::start(vec![Thumb, Thumb, Thumb], AtEnd::Finish);
    for number in 0..100 {
        talk.send(&with(query(&number.to_string(), 2), "analyzeTurns", json!([0, 1, 2])));
    }
    let mut answers = turns(&talk.end());
    answers.sort();
    let mut expected: Vec<String> =
        (0..100).flat_map(|number| (0..3).map(move |turn| format!("{number}{turn}"))).collect();
    expected.sort();
    assert_eq!(answers, expected);
}

#[test]
fn who_does_not_wait_gets_what_there_is() {
    let talk = Talk::start(vec![Thumb], AtEnd::Quit);
    begin_endless(&talk, "first");
    talk.send(&query("never", 2));
    assert_eq!(turns(&talk.end()), ["first2"]);
}

#[test]
fn broken_pipe_ends_it_all() {
    let mut talk = Talk::start(vec![Thumb, Thumb], AtEnd::Finish);
    begin_endless(&talk, "first");
    let (_, nobody) = mpsc::channel();
    talk.answers = nobody;
    // The input stays open, and the first search has no end of its own.
    talk.send(&query("second", 2));
    let result = talk.service.join().unwrap();
    assert!(matches!(result, Err(Disconnected::Output(error))
        if error.kind() == io::ErrorKind::BrokenPipe));
}

#[test]
fn failing_input_is_told() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::NotConnected.into())
        }
    }
    let result = Service::default().run(io::BufReader::new(Failing), Vec::new(), vec![Thumb]);
    assert!(matches!(result, Err(Disconnected::Input(_))));
}

#[test]
fn same_question_is_answered_once() {
    /// Counts what it is asked in the visits that it tells of.
    struct Counting(u32);
    impl Engine for Counting {
        fn analyze(
            &mut self,
            question: &Question<'_>,
            _: &Stop,
            _: &mut dyn FnMut(Analysis),
        ) -> Result<Analysis, AnalystError> {
            self.0 += 1;
            Ok(Analysis { n_visits: self.0, ..Analysis::new(question.to_play, 0.5) })
        }
    }
    let talk = Talk::start(vec![Counting(0)], AtEnd::Finish);
    let n_asked = |query: &Value| {
        talk.send(query);
        talk.receive()["rootInfo"]["visits"].as_u64().unwrap()
    };
    assert_eq!(n_asked(&query("a", 5)), 1);
    assert_eq!(n_asked(&with(query("b", 5), "includePolicy", json!(true))), 1);
    assert_eq!(n_asked(&query("c", 6)), 2);
    assert_eq!(n_asked(&with(query("d", 5), "komi", json!(0))), 3);
    assert_eq!(n_asked(&with(query("e", 5), "analyzeTurns", json!([1]))), 4);
    assert_eq!(n_asked(&with(query("f", 5), "includeMovesOwnership", json!(true))), 5);
    assert_eq!(n_asked(&query("g", 5)), 1);
    talk.send(&json!({"id": "x", "action": "clear_cache"}));
    talk.receive();
    assert_eq!(n_asked(&query("h", 5)), 6);
}

#[test]
fn lines_of_any_kind_are_survived() {
    let talk = Talk::start(vec![Thumb], AtEnd::Finish);
    let send = |text: String| talk.input.as_ref().unwrap().send(text).unwrap();
    let refused = |text: String| {
        send(text);
        let answer = talk.receive();
        answer["error"].as_str().map(str::to_string).unwrap()
    };
    assert!(refused("x".repeat(17 << 20)).contains("longer than"));
    assert!(refused("[".repeat(100_000)).contains("JSON"));
    assert!(refused("\u{0}\u{1}".into()).contains("JSON"));
    assert!(refused(r#"{"id":"a","moves":"#.into()).contains("JSON"));
    send(String::new());
    let mut game = query("long", 2);
    game["moves"] =
        (0..20_000).map(|turn| json!([if turn % 2 == 0 { "B" } else { "W" }, "pass"])).collect();
    talk.send(&game);
    assert_eq!(talk.receive()["turnNumber"], 20_000);
    assert!(talk.end().is_empty());
}

/// Queries with letters changed, dropped and doubled: each line is answered,
/// and nothing breaks.
#[test]
fn damaged_queries_are_answered() {
    let mut query = query("damaged", 3);
    query["overrideSettings"] = json!({"maxTime": 1.5, "wideRootNoise": 0.04});
    query["avoidMoves"] = json!([{"player": "B", "moves": ["A1"], "untilDepth": 2}]);
    query["initialStones"] = json!([["B", "J9"]]);
    query["analyzeTurns"] = json!([0, 2]);
    let whole = query.to_string().into_bytes();
    let mut state = 1_u64;
    let mut below = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut input = Vec::new();
    let n_lines = 2_000;
    for _ in 0..n_lines {
        let mut line = whole.clone();
        for _ in 0..=below(3) {
            let at = below(line.len());
            match below(3) {
                0 => line[at] = b" !\"0159BWx[]{},:-.e"[below(19)],
                1 => drop(line.remove(at)),
                _ => line.insert(at, line[at]),
            }
        }
        input.extend_from_slice(&line);
        input.push(b'\n');
    }
    // An engine that thinks until it is stopped would never end here.
    let service = Service::new(Settings::default(), About::default(), AtEnd::Finish);
    let mut output = Vec::new();
    service.run(Cursor::new(input), &mut output, vec![Quick]).unwrap();
    let answers: Vec<Value> = serde_json::Deserializer::from_slice(&output)
        .into_iter()
        .collect::<Result<_, _>>()
        .unwrap();
    let is_last = |it: &&Value| it["isDuringSearch"] == false || it.get("error").is_some();
    assert!(answers.iter().filter(is_last).count() >= n_lines);
    assert!(answers.iter().any(|it| it.get("error").is_none()));
}

/// Answers at once.
struct Quick;

impl Engine for Quick {
    fn analyze(
        &mut self,
        question: &Question<'_>,
        _: &Stop,
        _: &mut dyn FnMut(Analysis),
    ) -> Result<Analysis, AnalystError> {
        Ok(Analysis { n_visits: 1, ..Analysis::new(question.to_play, 0.5) })
    }
}
