//! `tengen match`: two engines in, a table out.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// An engine that answers at once.
const LIGHT: &str = "tengen --level light";

/// Plays a match on a board that is soon full.
fn tengen_match(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["match", "--size", "5", "--rules", "tromp-taylor"]).args(arguments);
    command.output().expect("the program was built for this test")
}

/// A match between light opponents, of which standard output must be all.
#[track_caller]
fn light_match(arguments: &[&str]) -> String {
    let output = tengen_match(&[&["--first", LIGHT, "--second", LIGHT], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is text")
}

#[track_caller]
fn check_refused(arguments: &[&str], expected: &str) {
    let output = tengen_match(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("tengen: {expected}\n"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(2));
}

/// A folder that is not there yet, named after the test that wants it.
fn folder(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path.into_os_string().into_string().expect("the path is text")
}

/// Times differ from run to run.
fn without_times(table: &str) -> String {
    table.lines().filter(|line| !line.contains("time per move")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_seed_makes_matches_equal() {
    let arguments = ["--games", "4", "--random-opening", "3", "--seed"];
    let table = |seed: &str| without_times(&light_match(&[&arguments[..], &[seed]].concat()));
    assert_eq!(table("5"), table("5"));
    let table = table("5");
    let head = "first   tengen --level light\nsecond  tengen --level light\n\
                5x5, tromp-taylor rules, komi 7.5, 4 games\n";
    assert!(table.starts_with(head), "{table}");
    assert!(table.contains("\nsuperiority  "), "{table}");
}

#[test]
fn games_are_kept_and_the_match_goes_on() {
    let folder = folder("match");
    let arguments = |games| ["--games", games, "--sgf", folder.as_str(), "--json"];
    let object = |games| -> Value {
        serde_json::from_str(&light_match(&arguments(games))).expect("output is one object")
    };
    assert_eq!(object("2")["games"], 2);
    let both = object("4");
    assert_eq!((&both["games"], &both["end"]), (&Value::from(4), &Value::from("complete")));
    assert_eq!(object("4"), both);

    let results = fs::read_to_string(PathBuf::from(&folder).join("match.jsonl"));
    assert_eq!(results.expect("there are results").lines().count(), 5);
    let record = fs::read_to_string(PathBuf::from(&folder).join("004.sgf"));
    let record = record.expect("each game has a record");
    assert!(record.contains("RU[tromp-taylor]KM[7.5]RE["), "{record}");

    check_refused(
        &["--first", LIGHT, "--second", LIGHT, "--komi", "0.5", "--sgf", &folder],
        &format!(
            "{folder}/match.jsonl is of a match with other settings (komi was \"7.5\", is \
             \"0.5\"), name another folder"
        ),
    );
}

/// What somebody does at a keyboard.
#[cfg(unix)]
#[test]
fn a_match_can_be_broken_off() {
    use std::process::Stdio;
    use std::thread;
    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process};

    let folder = folder("interrupted");
    let program = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["match", "--first", LIGHT, "--second", LIGHT, "--size", "5"])
        .args(["--games", "100000", "--sgf", &folder])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    let first = PathBuf::from(&folder).join("001.sgf");
    while !first.exists() {
        thread::sleep(Duration::from_millis(5));
    }
    kill_process(Pid::from_child(&program), Signal::INT).expect("it is still playing");
    let output = program.wait_with_output().expect("it ends");
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.contains(" of 100000 games\n"), "{table}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn openings_come_from_records() {
    let (openings, games) = (folder("openings"), folder("opened"));
    fs::create_dir_all(&openings).expect("the folder for tests is writable");
    let write = |name: &str, content: &str| {
        fs::write(PathBuf::from(&openings).join(name), content).expect("the folder is ours");
    };
    write("a.sgf", "(;SZ[5];B[cc];W[dd];B[bb])(;SZ[5];B[bc];W[cb])");
    let begun = ["--openings", &openings, "--opening-moves", "2"];
    light_match(&[&begun[..], &["--games", "4", "--sgf", &games]].concat());
    let moves = |name: &str| -> String {
        let text = fs::read_to_string(PathBuf::from(&games).join(name));
        let text = text.expect("each game has a record");
        text.split_once(';').map(|it| it.1).and_then(|it| it.split_once(';')).map_or("", |it| it.1)
            [..12]
            .into()
    };
    let found = ["001.sgf", "002.sgf", "003.sgf", "004.sgf"].map(moves);
    assert_eq!(found, ["B[cc];W[dd];", "B[cc];W[dd];", "B[bc];W[cb];", "B[bc];W[cb];"]);

    write("b.sgf", "(;SZ[9];B[ee])");
    check_refused(
        &[&["--first", LIGHT, "--second", LIGHT], &begun[..]].concat(),
        &format!("{openings}/b.sgf: the opening is for a 9x9 board, the match is on 5x5"),
    );
}

#[test]
fn wrong_arguments() {
    check_refused(&["--first", LIGHT], "--second <CMD> is required, see tengen match --help");
    let engines = ["--first", LIGHT, "--second", LIGHT];
    for (arguments, expected) in [
        (["--games", "0"], "--games 0: expected a whole number, at least 1"),
        (
            ["--handicap", "1"],
            "--handicap 1: not a handicap, expected 0 or a whole number from 2 to 9",
        ),
        (
            ["--sprt", "5,0"],
            "--sprt 5,0: expected two Elo differences, the lower one first, such as 0,20",
        ),
        (
            ["--clock", "soon"],
            "--clock soon: not a clock, expected none, 10m, 30s/move, 5m+3x30s (byo-yomi), 5m+25/5m (25 stones in \
             5 minutes) or 5m+10s (10 seconds more for each move)",
        ),
        (
            ["--judge", "'gnugo"],
            "cannot use \"'gnugo\" as an engine: unclosed quote ' in the command line",
        ),
    ] {
        check_refused(&[&engines[..], &arguments[..]].concat(), expected);
    }
    check_refused(
        &["--first", LIGHT, "--second", "no-such-program-anywhere --gtp"],
        "the second engine, no-such-program-anywhere --gtp, cannot play: cannot start \
         no-such-program-anywhere: there is no such program",
    );
    check_refused(
        &["--first", "tengen --level god", "--second", LIGHT],
        "the first engine, tengen --level god, cannot play: engine died during \"list_commands\" (exit \
         status: 2), its last words: tengen: --level god: not a level, expected a rank from 30k \
         to 9d or one of light, full, novice, apprentice, journeyman, master",
    );
}
