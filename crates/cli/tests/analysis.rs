//! `tengen analysis`: queries in, answers out.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .arg("analysis")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the program with these lines on its standard input.
fn run(arguments: &[&str], lines: &[Value]) -> Output {
    let mut program = start(arguments);
    let mut input = program.stdin.take().unwrap();
    for line in lines {
        // A program that refuses its arguments does not read.
        let _ = writeln!(input, "{line}");
    }
    drop(input);
    program.wait_with_output().unwrap()
}

fn answers(arguments: &[&str], lines: &[Value]) -> Vec<Value> {
    let output = run(arguments, lines);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn answer(arguments: &[&str], line: Value) -> Value {
    let [answer] = <[Value; 1]>::try_from(answers(arguments, &[line])).unwrap();
    answer
}

/// A query about an opening on 9×9.
fn query(id: &str) -> Value {
    json!({
        "id": id, "moves": [["B", "E5"], ["W", "C3"], ["B", "G6"]], "rules": "chinese",
        "komi": 7, "boardXSize": 9, "boardYSize": 9, "maxVisits": 12,
    })
}

fn with(mut query: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        query[name] = value.clone();
    }
    query
}

/// The answer with `~` for every fraction, which may differ in its last
/// digits from processor to processor.
fn shape(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => json!("~"),
        Value::Array(list) if list.len() > 20 => json!(list.len()),
        Value::Array(list) => list.iter().map(shape).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, it)| (name.clone(), shape(it))).collect())
        }
        value => value.clone(),
    }
}

#[test]
fn a_dialogue() {
    let everything = json!({
        "maxVisits": 2, "includeOwnership": true, "includeMovesOwnership": true,
        "includePolicy": true, "includePVVisits": true, "rules": "japanese",
        // One good move: to capture two stones that would live.
        "moves": [], "boardXSize": 7, "boardYSize": 7, "initialPlayer": "B",
        "initialStones": [
            ["W", "D4"], ["W", "D5"], ["B", "C4"], ["B", "C5"], ["B", "E4"], ["B", "E5"],
            ["B", "D6"], ["W", "C3"], ["W", "E3"], ["W", "C2"], ["W", "E2"],
        ],
    });
    let version = json!({"id": "v", "action": "query_version"});
    let arguments = ["--threads", "1", "--seed", "1"];
    let answers = answers(&arguments, &[with(query("a"), &everything), version]);
    assert_eq!(
        shape(answers.iter().find(|it| it["id"] == "a").unwrap()).to_string(),
        "{\"id\":\"a\",\"isDuringSearch\":false,\"moveInfos\":[{\"edgeVisits\":1,\
         \"edgeWeight\":\"~\",\"lcb\":\"~\",\"move\":\"D3\",\"order\":0,\"ownership\":49,\
         \"playSelectionValue\":\"~\",\"prior\":\"~\",\"pv\":[\"D3\"],\"pvEdgeVisits\":[1],\
         \"pvVisits\":[1],\"scoreLead\":\"~\",\"scoreMean\":\"~\",\"scoreSelfplay\":\"~\",\
         \"scoreStdev\":\"~\",\"utility\":\"~\",\"utilityLcb\":\"~\",\"visits\":1,\
         \"weight\":\"~\",\"winrate\":\"~\"}],\"ownership\":49,\"policy\":50,\
         \"rootInfo\":{\"currentPlayer\":\"B\",\"rawLead\":\"~\",\"rawNoResultProb\":\"~\",\
         \"rawScoreSelfplay\":\"~\",\"rawScoreSelfplayStdev\":\"~\",\"rawStScoreError\":\"~\",\
         \"rawStWrError\":\"~\",\"rawVarTimeLeft\":\"~\",\"rawWinrate\":\"~\",\
         \"scoreLead\":\"~\",\"scoreSelfplay\":\"~\",\"scoreStdev\":\"~\",\
         \"symHash\":\"F1DFEDFF802AED3E498116E00CDEDB4A\",\
         \"thisHash\":\"9F2228A38C6DF9014BA5899A0DD29CE3\",\"utility\":\"~\",\"visits\":2,\
         \"weight\":\"~\",\"winrate\":\"~\"},\"turnNumber\":0}"
    );
    let version = answers.iter().find(|it| it["id"] == "v").unwrap();
    assert!(version["engine"].as_str().unwrap().starts_with("Tengen "));
}

/// The same query has the same answer, whoever analyzes it and whatever was
/// asked before.
#[test]
fn answers_do_not_depend_on_threads() {
    let turns = json!({"analyzeTurns": [0, 1, 2, 3], "includeOwnership": true});
    let lines = [
        with(query("a"), &turns),
        with(query("b"), &json!({"boardXSize": 13, "boardYSize": 13, "maxVisits": 3})),
        with(query("c"), &turns),
    ];
    let sorted = |arguments: &[&str]| {
        let mut lines: Vec<String> =
            answers(arguments, &lines).iter().map(Value::to_string).collect();
        lines.sort();
        lines
    };
    for kind in [&["--seed", "3"][..], &["--no-network"][..]] {
        let one = sorted(&[kind, &["--threads", "1"]].concat());
        assert_eq!(one.len(), 9);
        assert_eq!(sorted(&[kind, &["--threads", "3"]].concat()), one);
        // Both queries about the opening differ by their names alone.
        assert_eq!(one[0].replace("\"a\"", "\"c\""), one[5]);
    }
}

#[test]
fn numbers_are_those_of_the_side_that_is_asked_for() {
    let whose = |side: &str| {
        let fields = json!({
            "includeOwnership": true,
            "overrideSettings": {"reportAnalysisWinratesAs": side},
        });
        answer(&["--threads", "1"], with(query("a"), &fields))
    };
    let [black, white, to_move] = ["BLACK", "WHITE", "SIDETOMOVE"].map(whose);
    assert_eq!(white, to_move, "it is White's turn");
    let close = |a: f64, b: f64| (a - b).abs() < 1e-5;
    let number = |answer: &Value, name: &str| answer["rootInfo"][name].as_f64().unwrap();
    for name in ["winrate", "rawWinrate"] {
        assert!(close(number(&black, name), 1.0 - number(&white, name)), "{name}");
    }
    for name in ["scoreLead", "rawLead", "utility"] {
        assert!(close(number(&black, name), -number(&white, name)), "{name}");
    }
    let owner = |answer: &Value| answer["ownership"][40].as_f64().unwrap();
    assert!(close(owner(&black), -owner(&white)) && owner(&black) > 0.0);
}

#[test]
fn every_board_is_analyzed() {
    for (width, height, is_network_asked) in
        [(1, 1, true), (2, 1, true), (5, 5, true), (13, 7, true), (25, 25, true), (9, 9, false)]
    {
        let fields = json!({
            "moves": [], "boardXSize": width, "boardYSize": height, "includeOwnership": true,
            "includeMovesOwnership": true, "includePolicy": true, "includeOwnershipStdev": true,
        });
        let arguments: &[&str] = if is_network_asked { &[] } else { &["--no-network"] };
        let answer = answer(arguments, with(query("a"), &fields));
        let n_points = width * height;
        assert_eq!(answer["ownership"].as_array().unwrap().len(), n_points, "{width}x{height}");
        let policy = answer["policy"].as_array().unwrap();
        assert_eq!(policy.len(), n_points + 1);
        assert_eq!(answer["rootInfo"]["visits"], 12);
        let sum: f64 = policy.iter().filter_map(Value::as_f64).filter(|it| *it > 0.0).sum();
        assert!((sum - 1.0).abs() < 0.05, "{width}x{height}: {sum}");
        for candidate in answer["moveInfos"].as_array().unwrap() {
            assert_eq!(candidate["ownership"].as_array().unwrap().len(), n_points);
        }
    }
}

#[test]
fn arguments_of_katago_are_understood() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let config = format!("{folder}/analysis.cfg");
    let text = "maxVisits = 4 # few\nnumAnalysisThreads = 500\nnnMaxBatchSize = 64\n";
    std::fs::write(&config, text).unwrap();
    let mut query = query("a");
    query.as_object_mut().unwrap().remove("maxVisits");
    let output = run(
        &[
            "-config",
            &config,
            "-model",
            "no such file.bin.gz",
            "-analysis-threads",
            "12",
            "-override-config",
            "homeDataDir=/home/me,analysisPVLen=1",
            "-quit-without-waiting",
        ],
        &[json!({"id": "v", "action": "query_version"})],
    );
    assert_eq!(output.status.code(), Some(0));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("no such file.bin.gz is not used"), "{stderr}");
    assert!(stderr.ends_with("Started, ready to begin handling requests\n"), "{stderr}");
    let answer = answer(&["--config", &config], query);
    assert_eq!(answer["rootInfo"]["visits"], 4);
}

#[test]
fn wrong_arguments_are_refused() {
    let config = format!("{}/wrong.cfg", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&config, "\nmaxVisits = lots\n").unwrap();
    let refused = |arguments: &[&str]| {
        let output = run(arguments, &[]);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(
        refused(&["-config", &config]),
        format!("tengen: {config}: line 2: maxVisits: expected a whole number, at least 1\n")
    );
    assert_eq!(
        refused(&["-override-config", "reportAnalysisWinratesAs=RED"]),
        "tengen: --override-config: reportAnalysisWinratesAs: expected BLACK, WHITE or \
         SIDETOMOVE\n"
    );
    assert!(refused(&["-config", "no such file"]).starts_with("tengen: cannot read no such file"));
    assert!(refused(&["--threads", "0"]).contains("not a number of threads"));
    assert!(refused(&["-nonsense"]).contains("nonsense"));
}

/// A program that is spoken to line by line.
struct Talk {
    program: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn start(arguments: &[&str]) -> Talk {
        let mut program = start(arguments);
        let (input, output) = (program.stdin.take().unwrap(), program.stdout.take().unwrap());
        Talk { program, input, output: BufReader::new(output) }
    }

    fn send(&mut self, line: &Value) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// A search that only a signal ends, with two reports behind it.
    fn begin_endless(&mut self) {
        let fields = json!({"maxVisits": 1_000_000_000, "reportDuringSearchEvery": 0.001});
        self.send(&with(query("endless"), &fields));
        let (first, second) = (self.receive(), self.receive());
        assert!([&first, &second].iter().all(|it| it["isDuringSearch"] == true));
        let visits = |it: &Value| it["rootInfo"]["visits"].as_u64().unwrap();
        assert!(visits(&first) < visits(&second));
    }
}

#[test]
fn search_under_way_is_terminated() {
    let mut talk = Talk::start(&["--threads", "1"]);
    talk.begin_endless();
    talk.send(&query("waiting"));
    talk.send(&json!({"id": "t", "action": "terminate_all"}));
    let (mut has_ended, mut has_given_up, mut has_acted) = (false, false, false);
    while !(has_ended && has_given_up && has_acted) {
        let answer = talk.receive();
        match answer["id"].as_str().unwrap() {
            "t" => has_acted = true,
            "waiting" => has_given_up = answer["noResults"] == true,
            _ => has_ended = answer["isDuringSearch"] == false,
        }
    }
    drop(talk.input);
    assert!(talk.program.wait().unwrap().success());
}

#[test]
fn who_quits_without_waiting_does_not_wait() {
    let mut talk = Talk::start(&["-quit-without-waiting", "--threads", "2"]);
    talk.begin_endless();
    drop(talk.input);
    assert!(talk.program.wait().unwrap().success());
}

/// The input stays open; who reads the answers is gone.
#[test]
fn broken_pipe_is_a_normal_end() {
    let mut talk = Talk::start(&["--threads", "1"]);
    talk.begin_endless();
    drop(talk.output);
    assert!(talk.program.wait().unwrap().success());
}
