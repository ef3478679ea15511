//! Dialogues in files: lines that begin with `> ` are sent, those behind them
//! with `< ` are what comes back. `BLESS=1` writes them.
//!
//! Answers without an id stand behind the line that is their turn; all others
//! behind the first line with their id.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tengen_analysis_protocol::{About, AtEnd, Service, Settings};

use super::thumb::Thumb;

fn about() -> About {
    About { name: "Thumb".into(), version: "1".into(), models: vec!["rule-of-thumb".into()] }
}

/// What comes back for these lines, as it stands in a file.
fn dialogue(lines: &[&str]) -> String {
    let mut output = Vec::new();
    let service = Service::new(Settings::default(), about(), AtEnd::Finish);
    let input = lines.join("\n").into_bytes();
    service.run(std::io::Cursor::new(input), &mut output, vec![Thumb]).unwrap();
    let output = String::from_utf8(output).unwrap();
    let (mut with_id, mut without_id) = (Vec::new(), VecDeque::new());
    for line in output.lines() {
        match id(line) {
            Some(id) => with_id.push((id, line)),
            None => without_id.push_back(line),
        }
    }
    let mut shown = Vec::new();
    for &line in lines {
        shown.push(format!("> {line}\n"));
        let answers: Vec<&str> = match id(line) {
            Some(id) => {
                let is_own = |it: &&(String, &str)| it.0 == id;
                let answers = with_id.iter().filter(is_own).map(|it| it.1).collect();
                with_id.retain(|it| it.0 != id);
                answers
            }
            None => without_id.pop_front().into_iter().collect(),
        };
        for answer in answers {
            shown.push(format!("< {answer}\n"));
        }
    }
    assert!(with_id.is_empty() && without_id.is_empty(), "{with_id:?} {without_id:?}");
    shown.concat()
}

fn id(line: &str) -> Option<String> {
    let value: Value = serde_json::from_str(line).ok()?;
    Some(value.get("id")?.as_str()?.to_string())
}

#[track_caller]
fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let expected = fs::read_to_string(&path).unwrap();
    let head = expected.split_inclusive('\n').take_while(|line| line.starts_with('#'));
    let head: String = head.collect();
    let lines: Vec<&str> = expected.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let text = head + &dialogue(&lines);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, text).unwrap();
        return;
    }
    assert_eq!(text, expected);
}

#[test]
fn queries() {
    check("queries.txt");
}

#[test]
fn errors() {
    check("errors.txt");
}

#[test]
fn actions() {
    check("actions.txt");
}

/// The same fields in the same order as KataGo 1.17 answers with.
#[test]
fn fields_are_in_alphabetical_order() {
    let query = r#"{"id":"q","moves":[["B","C3"]],"rules":"chinese","boardXSize":5,"boardYSize":4,
        "maxVisits":9,"includeOwnership":true,"includeOwnershipStdev":true,"includePolicy":true,
        "includeMovesOwnership":true,"includeMovesOwnershipStdev":true,"includePVVisits":true,
        "includeNoResultValue":true}"#;
    let text = dialogue(&[&query.replace('\n', " ")]);
    let answer = text.lines().find_map(|line| line.strip_prefix("< ")).unwrap();
    let answer: Value = serde_json::from_str(answer).unwrap();
    let keys = |value: &Value| -> String {
        let keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        assert!(keys.is_sorted(), "{keys:?}");
        keys.join(" ")
    };
    assert_eq!(
        keys(&answer),
        "id isDuringSearch moveInfos ownership ownershipStdev policy rootInfo turnNumber"
    );
    assert_eq!(
        keys(&answer["moveInfos"][0]),
        "edgeVisits edgeWeight lcb move noResultValue order ownership ownershipStdev \
         playSelectionValue prior pv pvEdgeVisits pvVisits scoreLead scoreMean scoreSelfplay \
         scoreStdev utility utilityLcb visits weight winrate"
    );
    assert_eq!(
        keys(&answer["rootInfo"]),
        "currentPlayer rawLead rawNoResultProb rawScoreSelfplay rawScoreSelfplayStdev \
         rawStScoreError rawStWrError rawVarTimeLeft rawWinrate scoreLead scoreSelfplay scoreStdev \
         symHash thisHash utility visits weight winrate"
    );
    for (field, length) in [("ownership", 20), ("ownershipStdev", 20), ("policy", 21)] {
        assert_eq!(answer[field].as_array().map(Vec::len), Some(length), "{field}");
    }
}
