//! `tengen learn` as a user meets it: lines in, lessons out, progress kept.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Runs `tengen learn` with a folder of its own for the user's files.
fn learn(name: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("learn").args(arguments).env("TENGEN_HOME", home(name));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program was built for this test");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A command that does not read leaves the pipe closed.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn home(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("learn-{name}"))
}

fn said(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_lesson_is_finished_and_progress_is_kept() {
    let _ = fs::remove_dir_all(home("kept"));
    let lines = "d3\n\nd3\n\na1\n\nc1\n\nd4\n\n\n";
    let text = said(&learn("kept", &["capture"], lines));
    assert!(text.contains("You have finished the lesson \"Capturing\"."), "{text}");
    let kept = fs::read_to_string(home("kept").join("progress.txt")).expect("it was written");
    assert!(kept.contains("capture = done\n"), "{kept}");
    // Enter at the end goes on with the next lesson.
    assert!(text.contains("Atari, step 1 of 4"), "{text}");
    let text = said(&learn("kept", &["--list"], ""));
    assert!(text.contains("Capturing: Taking stones off the board  [done]"), "{text}");
    assert!(text.contains("1 of 16 lessons done."), "{text}");
}

#[test]
fn a_lesson_that_was_left_goes_on() {
    let _ = fs::remove_dir_all(home("left"));
    said(&learn("left", &["ko"], "b3\nc3\n\nquit\n"));
    said(&learn("left", &["6"], "c3\n\n"));
    let text = said(&learn("left", &["ko"], ""));
    assert!(text.contains("Ko, step 2 of 4"), "{text}");
    assert!(said(&learn("left", &["--list"], "")).contains("[begun]"));
}

#[test]
fn a_refusal_explains_itself() {
    let text = said(&learn("refused", &["eyes", "--words"], "a4\n?\n"));
    let expected = "Not allowed: there is already a stone at A4.\nType ? to see why.\n";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("A stone stays where it was put until it is captured."), "{text}");
    assert!(text.contains("The board has 5 by 5 points.\nBlack: "), "{text}");
}

#[test]
fn words_are_explained() {
    let text = said(&learn("words", &["--glossary", "geta"], ""));
    assert!(text.starts_with("Net\nAlso called: geta.\n"), "{text}");
    assert!(text.contains("See also: ladder, capture."), "{text}");
    let all = said(&learn("words", &["--glossary"], ""));
    assert!(all.contains("\n  byo-yomi\n") && all.contains("\n  SGF\n"), "{all}");
}

#[test]
fn unknown_names_are_refused() {
    for (arguments, expected) in [
        (
            &["chess"][..],
            "tengen: unknown lesson \"chess\", expected a number or one of liberties, ",
        ),
        (&["--glossary", "checkmate"], "tengen: the glossary has no \"checkmate\"; "),
    ] {
        let output = learn("unknown", arguments, "");
        let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(sentence.starts_with(expected), "{sentence}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn lines_that_are_not_text_are_answered() {
    let text = said(&learn("odd", &["ko"], "\u{0}\u{1b}[2J\nzz99\n-1\nA1 B1\n"));
    assert_eq!(text.matches("I do not understand").count(), 4, "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
}
