//! What other engines answer, and we as well: GNU Go to odd input, KataGo to
//! commands of its own.

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use tengen_analysis::{Analysis, Decision};
use tengen_gtp::{Engine, Player, Request};
use tengen_rules::{Move, Ruleset};

struct Passer;

impl Player for Passer {
    fn name(&self) -> &'static str {
        "Passer"
    }

    fn version(&self) -> &'static str {
        "0.1"
    }

    fn think(&mut self, _: &Request<'_>, _: &mut dyn FnMut(&Analysis)) -> Decision {
        Decision::Move(Move::Pass)
    }
}

fn read(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/others");
    fs::read_to_string(folder.join(name)).expect("the file is part of the crate")
}

fn answers(commands: Vec<u8>, ruleset: Ruleset) -> String {
    let mut output = Vec::new();
    let mut player = Passer;
    let mut engine = Engine::new(&mut player, ruleset);
    engine.run(Cursor::new(commands), &mut output).expect("memory can be read and written");
    utf8(output)
}

/// Reads what is between `b'` and `'`.
fn bytes(literal: &str) -> Vec<u8> {
    let text = literal.trim().strip_prefix("b'").and_then(|it| it.strip_suffix('\''));
    let mut characters = text.expect("bytes are written like this").chars();
    let mut bytes = Vec::new();
    while let Some(character) = characters.next() {
        let byte = match character {
            '\\' => match characters.next().expect("something is escaped") {
                'n' => b'\n',
                'r' => b'\r',
                't' => b'\t',
                'x' => {
                    let digits: String = characters.by_ref().take(2).collect();
                    u8::from_str_radix(&digits, 16).expect("two digits follow")
                }
                other => u8::try_from(other).expect("escaped characters are plain"),
            },
            plain => u8::try_from(plain).expect("others are escaped"),
        };
        bytes.push(byte);
    }
    bytes
}

fn utf8(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("answers are text")
}

/// The sign and the id of an answer.
fn head(answer: &str) -> &str {
    answer.split(' ').next().unwrap_or_default().trim_end()
}

/// Where it is better to differ: ids that are too long for GNU Go, and what
/// depends on who answers.
const ON_PURPOSE: [&str; 3] = ["4294967295 name", "99999999999 name", "-5 name"];
const PERSONAL: [&str; 6] =
    ["place_free", "na\\x08me", "version", "final_score", "reg_genmove", "showboard"];

#[track_caller]
fn check_probe(name: &str) {
    let mut commands = Vec::new();
    let mut n_before = 0;
    for line in read(name).lines() {
        let Some((command, theirs)) = line.split_once("->") else { continue };
        if ON_PURPOSE.iter().any(|it| command.contains(it)) || !theirs.ends_with('\'') {
            continue;
        }
        commands.extend(bytes(command));
        let all = answers(commands.clone(), Ruleset::CHINESE);
        let (ours, theirs) = (&all[n_before..], utf8(bytes(theirs)));
        n_before = all.len();
        assert_eq!(head(ours), head(&theirs), "{line}\n{ours}");
        // Errors have other words.
        if theirs.starts_with('=') && !PERSONAL.iter().any(|it| command.contains(it)) {
            let (ours, theirs) = (sorted(ours), sorted(&theirs));
            assert_eq!(ours, theirs, "{line}");
        }
    }
    assert!(n_before > 0);
}

/// Lists of points have no order.
fn sorted(answer: &str) -> Vec<&str> {
    let mut words: Vec<&str> = answer.split_whitespace().collect();
    words.sort_unstable();
    words
}

#[test]
fn odd_input_is_answered_as_by_gnu_go() {
    check_probe("probe1.txt");
    check_probe("probe2.txt");
}

/// The sign of each answer, and the rows of boards.
fn essence(output: &str) -> Vec<Vec<String>> {
    let is_row = |line: &&str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        first.parse::<u8>().is_ok() && line.contains(['.', 'X', 'O', '+'])
    };
    output
        .split_terminator("\n\n")
        .map(|answer| {
            let rows = answer.lines().filter(is_row).map(|row| {
                let stones = row.chars().filter(|it| ".XO+".contains(*it));
                stones.map(|it| if it == '+' { '.' } else { it }).collect()
            });
            [answer[..1].to_string()].into_iter().chain(rows).collect::<Vec<String>>()
        })
        .collect()
}

#[test]
fn positions_are_set_as_by_katago() {
    // The protocol allows more than one space between words, KataGo does not.
    let (commands, theirs): (Vec<String>, Vec<_>) = read("set_position.txt")
        .lines()
        .map(String::from)
        .zip(essence(&read("set_position.stdout")))
        .filter(|(command, _)| !command.contains("  "))
        .unzip();
    let ours = essence(&answers(commands.join("\n").into_bytes(), Ruleset::TROMP_TAYLOR));
    assert_eq!(ours.len(), theirs.len());
    for (command, (ours, theirs)) in commands.iter().zip(ours.into_iter().zip(theirs)) {
        assert_eq!(ours, theirs, "{command}");
    }
}

#[test]
fn rules_are_told_as_by_katago() {
    let ours = answers(read("rules.txt").into_bytes(), Ruleset::TROMP_TAYLOR);
    assert_eq!(ours.trim_end(), read("rules.stdout").trim_end());
}

#[test]
fn records_are_loaded_and_saved() {
    let folder = std::env::temp_dir().join(format!("tengen gtp {}", std::process::id()));
    fs::create_dir_all(&folder).expect("there is room for a file");
    let path = folder.join("a game.sgf");
    let path = path.display();
    let commands = format!(
        "boardsize 9\nkomi 0.5\nplay b C3\nplay w G7\nplay b E5\nprintsgf {path}\nboardsize 19\n\
         loadsgf {path}\nmove_history\nget_komi\nloadsgf {path} 3\nmove_history\n\
         loadsgf {path} 1\nmove_history\nloadsgf {path} 99\nmove_history\nloadsgf {path} x\nquery_boardsize\n"
    );
    let output = answers(commands.into_bytes(), Ruleset::JAPANESE);
    fs::remove_dir_all(&folder).expect("the folder is ours");
    let ends: Vec<&str> = output.split_terminator("\n\n").skip(7).collect();
    let expected = [
        "= ",
        "= black E5\nwhite G7\nblack C3",
        "= 0.5",
        "= ",
        "= white G7\nblack C3",
        "= ",
        "= ",
        "= ",
        "= black E5\nwhite G7\nblack C3",
        "? cannot load file",
        "= 9",
    ];
    assert_eq!(ends, expected);
}
