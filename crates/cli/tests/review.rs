//! `tengen review`: records in; report, JSON, page and records out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A game with a pass that costs much, and a variation.
const GAME: &str =
    "(;SZ[7]KM[9]PB[Ann]PW[<Ben>]RE[W+2];B[dd];W[dc];B[cc];W[];B[db];W[ec](;B[cb])(;B[eb]))";

fn review(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["review", "--threads", "1", "--visits", "8", "--no-library"]).args(arguments);
    command.output().expect("the program was built for this test")
}

#[track_caller]
fn done(arguments: &[&str]) -> String {
    let output = review(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is text")
}

/// An empty folder, named after the test that wants it.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("review").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder can be made");
    path
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("the file can be written");
    path.to_str().expect("the path is text").to_owned()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("the output is JSON")
}

#[test]
fn report_names_what_happened() {
    let folder = folder("report");
    let text = done(&[&file(&folder, "game.sgf", GAME)]);
    for line in ["Ann – <Ben>, W+2", "Key moves", "Accuracy", "White  pass", "while E4 is worth"]
    {
        assert!(text.contains(line), "{line}:\n{text}");
    }
    assert!(text.lines().all(|it| it.chars().count() <= 80), "{text}");
}

#[test]
fn a_reviewed_file_needs_no_engine() {
    let folder = folder("resume");
    let source = file(&folder, "game.sgf", GAME);
    let out = folder.join("reviewed.sgf");
    let out = out.to_str().expect("the path is text");
    let first = json(&done(&[&source, "--json", "--sgf", out, "--comments"]));
    let text = fs::read_to_string(out).expect("the file is there");
    assert!(text.contains("TGNJ[1 ") && text.contains("SBKV[") && text.contains("C[Review: "));
    // An engine that does not exist is not asked.
    let mut second = json(&done(&[out, "--json"]));
    second["file"] = first["file"].clone();
    assert_eq!(second, first);
    // The output of an earlier run is used as well.
    let third = json(&done(&[&source, "--json", "--sgf", out, "--comments"]));
    assert_eq!(third, first);
    assert_eq!(fs::read_to_string(out).expect("the file is there"), text);
}

#[test]
fn json_has_every_move() {
    let folder = folder("json");
    let found = json(&done(&[&file(&folder, "game.sgf", GAME), "--json"]));
    assert_eq!((&found["black"], &found["white"]), (&"Ann".into(), &"<Ben>".into()));
    assert_eq!(found["complete"], true);
    // The variation is reviewed too, but not a part of the main line.
    assert_eq!((&found["positions"], &found["evaluated"]), (&9.into(), &9.into()));
    let moves = found["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 7);
    let variation = &found["variations"][0];
    assert_eq!((&variation["after"], &variation["moves"][0]["move"]), (&6.into(), &"E6".into()));
    let pass = &moves[3];
    assert_eq!((&pass["number"], &pass["move"]), (&4.into(), &"pass".into()));
    assert_eq!(pass["reasons"][0]["reason"], "passes-early");
    assert!(found["key_moves"].as_array().expect("a list").contains(&4.into()));
    assert_eq!(found["graph"].as_array().expect("a list").len(), 8);
}

#[test]
fn many_files_go_into_folders() {
    let folder = folder("many");
    file(&folder, "a.sgf", GAME);
    file(&folder, "b.sgf", &format!("{GAME}(;SZ[5];B[cc])"));
    let source = folder.to_str().expect("the path is text");
    let out = folder.join("out");
    let out = out.to_str().expect("the path is text");
    let text = done(&[source, "--json", "--html", out, "--sgf", out]);
    assert_eq!(text.lines().count(), 3);
    let mut names: Vec<String> = fs::read_dir(out)
        .expect("the folder is there")
        .map(|it| it.expect("it can be read").file_name().into_string().expect("text"))
        .collect();
    names.sort();
    assert_eq!(names, ["a.html", "a.sgf", "b-1.html", "b-2.html", "b.sgf"]);
    let page = fs::read_to_string(Path::new(out).join("a.html")).expect("the page is there");
    assert!(page.contains("&lt;Ben&gt;") && !page.contains("<Ben>"));
}

#[test]
fn mistakes_in_variations_are_listed() {
    let folder = folder("variations");
    let variation = "(;B[ca]TGNJ[1 w 2000 -1800 100/100 1800 ? gc,90,8000,1800,?,hc =x]";
    let source = REVIEWED.replacen(
        ";B[ca]TGNJ[1 w 2000 -1800 100/100 1800 ? gc,90,8000,1800,?,hc =x]",
        "",
        1,
    );
    let at = source.find(";W[gd]").expect("it is there");
    let source = format!("{}(;B[gd])\n{variation}))", &source[..at]);
    let text = done(&[&file(&folder, "game.sgf", &source)]);
    assert!(
        text.contains("Mistakes in variations\n     3  Black  C9      18.0  After move 2. "),
        "{text}"
    );
    assert!(text.lines().all(|it| it.chars().count() <= 80), "{text}");
}

#[test]
fn what_is_illegal_is_skipped_with_a_sentence() {
    let folder = folder("illegal");
    let path = file(&folder, "game.sgf", "(;SZ[7];B[dd];W[dc];B[dd];W[cc])");
    let text = done(&[&path]);
    assert!(
        text.contains("Reviewed up to move 2. The next move, D4, is on top of a stone."),
        "{text}"
    );
    for text in ["(;SZ[1])", "(;SZ[1];B[];W[])", "(;SZ[3:5];B[aa];AB[bb];W[])", "(;SZ[9];B[zz])"] {
        done(&[&file(&folder, "odd.sgf", text)]);
    }
}

/// A review without anything to evaluate: Black loses 18 points by C9, White 9
/// by G6.
const REVIEWED: &str = "(;SZ[9]KM[7]RU[Chinese]PB[Ann]PW[B\u{202e}en]\
    TGNJ[1 b 5000 0 100/100 ? ? ee,90,5000,0,?,ge =x]\
    ;B[ee]TGNJ[1 w 5000 0 100/100 0 ? ge,90,5000,0,?,cc =x]\
    ;W[ge]TGNJ[1 b 5000 0 100/100 0 ? gd,90,5000,0,?,fd cc,9,4950,-50,?,gd =x]\
    ;B[ca]TGNJ[1 w 2000 -1800 100/100 1800 ? gc,90,8000,1800,?,hc =x]\
    ;W[gd]TGNJ[1 b 4000 -900 100/100 900 ? hc,90,4000,-900,?,hd =x])";

/// A command of a user whose files are in a folder.
fn at_home(home: &Path, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    use std::io::Write;
    use std::process::Stdio;

    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.env("TENGEN_HOME", home).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program was built for this test");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A program that reads nothing may be gone already.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_review_is_kept_in_the_library_and_not_made_again() {
    let folder = folder("library");
    let source = file(&folder, "game.sgf", GAME);
    let arguments = ["review", &source, "--json", "--threads", "1", "--visits", "8"];
    let (code, first, errors) = at_home(&folder, &arguments, "");
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let (_, found, _) = at_home(&folder, &["library", "find", "is:reviewed", "--json"], "");
    assert_eq!(json(&found)["total"], 1);
    // The network of another program is not asked: all is known.
    let (code, second, _) = at_home(&folder, &arguments, "");
    assert_eq!((code, json(&second)), (Some(0), json(&first)));
    let (_, shown, _) = at_home(&folder, &["library", "show", "1", "--sgf"], "");
    assert!(shown.contains("TGNJ["), "{shown}");
    let (_, check, _) = at_home(&folder, &["library", "check"], "");
    assert_eq!(check, "All is well: 1 game.\n");
    // The file is as it was.
    assert_eq!(fs::read_to_string(&source).expect("the file is there"), GAME);

    fs::write(folder.join("config.toml"), "library = false\n").expect("it is our folder");
    fs::remove_file(folder.join("library.db")).expect("it is there");
    let (code, third, errors) = at_home(&folder, &arguments, "");
    assert_eq!((code, json(&third), errors.as_str()), (Some(0), json(&first), ""));
    assert!(!folder.join("library.db").exists());
}

#[test]
fn a_library_that_cannot_be_used_costs_a_sentence() {
    let folder = folder("bad-library");
    let source = file(&folder, "game.sgf", REVIEWED);
    file(&folder, "library.db", "not a library");
    let (code, text, errors) = at_home(&folder, &["review", &source, "--visits", "8"], "");
    assert_eq!(code, Some(0));
    assert!(text.contains("Key moves"), "{text}");
    assert!(
        errors.contains("is not a library of games") && errors.lines().count() == 1,
        "{errors}"
    );
}

#[test]
fn mistakes_are_practiced_and_come_again() {
    let folder = folder("mistakes");
    let learn = |input: &str| {
        let (code, text, errors) = at_home(&folder, &["learn", "--mistakes"], input);
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
        text
    };
    assert!(learn("").contains("Review your games with tengen review FILE"));
    let source = file(&folder, "game.sgf", REVIEWED);
    let (code, text, errors) = at_home(&folder, &["review", &source, "--visits", "8"], "");
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(text.contains("2 of these mistakes are new exercises: practice with"), "{text}");
    assert!(text.contains("tengen library me NAME"), "{text}");
    assert!(!text.contains('\u{202e}'), "{text:?}");

    let text = learn("help\ne5\nhello\nc9\ng6\nquit\n");
    for expected in [
        "2 of 2 exercises due.",
        "Ann – B\u{fffd}en, move 3",
        "(Black to play; C9 was a mistake) > ",
        "E5 is occupied.",
        "Type a point such as D4, or help.",
        "Wrong: C9 loses 18 points: White answers G7.",
        "Right: G6 is best.\nIn the game, C9 lost 18 points.",
        "This one comes again soon.",
        "Ann – B\u{fffd}en, move 4",
        "0 of 1 right.",
    ] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
    // The first one is not due yet; the engine judges what nobody has tried.
    let text = learn("a1\nshow\n");
    for expected in ["1 of 2 exercises due.", "Wrong: A1 loses ", "The answer is G7."] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
    assert!(learn("").contains("Nothing is due today. Your deck has 2 exercises."));
}

#[track_caller]
fn check_refused(arguments: &[&str], expected: &str) {
    let output = review(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("tengen: {expected}\n"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn refusals_are_sentences() {
    let folder = folder("refusals");
    let game = file(&folder, "game.sgf", GAME);
    let chess = file(&folder, "chess.sgf", "(;GM[3])");
    let missing = folder.join("missing.sgf");
    let missing = missing.to_str().expect("the path is text");
    check_refused(&[missing], &format!("cannot read {missing}: there is no such file"));
    check_refused(
        &[&game, "--engine", "no-such-engine"],
        "cannot start no-such-engine: there is no such program",
    );
    check_refused(
        &[&game, "--engine", "'"],
        "cannot use \"'\" as an engine: unclosed quote ' in the command line",
    );
    let output = review(&[&chess]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("the game is not Go but GM[3], expected GM[1]"), "{text}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn outputs_that_cannot_be_written_are_told_before_the_review() {
    let folder = folder("outputs");
    let game = file(&folder, "game.sgf", GAME);
    let missing = folder.join("missing").join("out");
    let missing = missing.to_str().expect("the path is text");
    for option in ["--sgf", "--html"] {
        let expected = format!("cannot write {missing}: there is no such folder");
        check_refused(&[&game, option, missing], &expected);
    }
    assert_eq!(fs::read_dir(&folder).expect("the folder is there").count(), 1);
}

/// An engine that misbehaves when it is asked to analyze.
#[cfg(unix)]
const UNRULY: &str = r#"#!/bin/sh
while read -r id cmd rest; do
  [ -n "$open" ] && printf '\n' && open=
  case "$cmd" in
    list_commands) printf '=%s name\nversion\nkata-analyze\nplay\n\n' "$id" ;;
    name) printf '=%s Unruly\n\n' "$id" ;;
    kata-analyze)
      [ "$1" = die ] && exit 3
      [ "$1" = lie ] && printf '=%s\ninfo move G7 visits 99 winrate 0.5 scoreLead 9999 pv G7\n' "$id"
      [ "$1" = illegal ] && printf '=%s\ninfo move Z9 visits 99 winrate 0.5 order 0 pv Z9 info move D4 visits 99 winrate 0.5 scoreLead 1 pv D4\n' "$id"
      open=1 ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done
"#;

#[cfg(unix)]
#[test]
fn an_unruly_engine_costs_its_positions_and_a_sentence() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder("unruly");
    let game = file(&folder, "game.sgf", "(;SZ[7];B[dd];W[dc];B[cc])");
    let engine = file(&folder, "engine.sh", UNRULY);
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("it is our file");
    for (manner, expected) in [
        ("die", "engine died during \"kata-analyze black 10\" (exit status: 3)"),
        ("lie", "Unruly talks nonsense, its lead of 9999 points is impossible on this board"),
        ("illegal", "Unruly talks nonsense, its suggested move D4 is not legal"),
    ] {
        let command = format!("'{engine}' {manner}");
        let output = review(&[&game, "--engine", &command]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains(expected) && text.lines().count() == 1, "{manner}: {text}");
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stdout).contains("Black – White"));
    }
}
