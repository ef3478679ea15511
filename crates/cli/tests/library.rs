//! `tengen library` as a user meets it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tengen-cli-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder for temporary files is writable");
        Folder(path)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.env("TENGEN_HOME", &self.0).current_dir(&self.0);
        command.arg("library").args(arguments);
        command.output().expect("the program was built for this test")
    }

    /// What a command prints that is done.
    #[track_caller]
    fn text(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        String::from_utf8(output.stdout).expect("the output is text")
    }

    #[track_caller]
    fn json(&self, arguments: &[&str]) -> Value {
        let arguments = [arguments, &["--json"]].concat();
        serde_json::from_str(&self.text(&arguments)).expect("the output is JSON")
    }

    /// The code and the sentence of a command that fails.
    #[track_caller]
    fn refusal(&self, arguments: &[&str]) -> (i32, String) {
        let output = self.run(arguments);
        let sentence = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
        (output.status.code().unwrap_or(-1), sentence)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const GAMES: &str = "(;SZ[9]PB[Lee Sedol (李世乭)]PW[\u{1b}[31m<b>Evil\u{202e}\\]]DT[2016-03-09]RE[B+R]\
    ;B[ee];W[ge];B[ce];W[gc])\n(;SZ[9]PB[Anna]PW[Me]DT[2020-05]RE[W+2.5];B[ee];W[eg];B[ec])";

fn filled(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir_all(folder.0.join("games")).expect("the folder is writable");
    fs::write(folder.0.join("games/two.sgf"), GAMES).expect("the folder is writable");
    assert_eq!(folder.text(&["add", "games"]), "2 games added\n");
    folder
}

#[test]
fn games_are_added_listed_and_found() {
    let folder = filled("found");
    assert_eq!(folder.text(&["add", "games"]), "0 games added\n1 file has not changed\n");
    let list = folder.json(&["list"]);
    assert_eq!(list["total"], 2);
    assert_eq!(list["games"][0]["black"], "Anna");
    let found = folder.text(&["find", "player:李世乭", "year:2010..2016"]);
    assert!(found.contains("Lee Sedol (李世乭)") && found.ends_with("1 game\n"), "{found}");
    assert!(!found.contains(['\u{1b}', '\u{202e}']), "{found:?}");
    let output = folder.run(&["find", "player:nobody"]);
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b"0 games\n"[..]));

    let shown = folder.text(&["show", "2"]);
    assert!(shown.contains("Anna") && shown.contains("two.sgf, game 2"), "{shown}");
    let bytes = folder.run(&["show", "1", "--sgf"]).stdout;
    assert_eq!(bytes, GAMES.split_once('\n').map_or("", |it| it.0).as_bytes());

    folder.text(&["me", "me"]);
    assert_eq!(folder.json(&["find", "is:mine"])["total"], 1);
    let statistics = folder.json(&["stats", "is:mine"]);
    assert_eq!((&statistics["mine"], &statistics["total"]["won"]), (&true.into(), &1.into()));
    folder.text(&["tags", "id:1", "--add", "Study"]);
    assert_eq!(folder.text(&["tags"]), "study  1 game\n");
    assert_eq!(folder.text(&["tags", "id:1"]), "study  1 game\n");
    assert_eq!(folder.text(&["tags", "id:2"]), "");
    folder.text(&["stats", "--svg", "pictures"]);
    assert!(folder.0.join("pictures/years.svg").is_file());
    folder.text(&["export", "tag:study", "--output", "out.sgf"]);
    assert!(fs::read_to_string(folder.0.join("out.sgf")).is_ok_and(|it| it.contains("李世乭")));
    folder.text(&["export", "--folder", "files"]);
    assert_eq!(fs::read_dir(folder.0.join("files")).map_or(0, Iterator::count), 2);
    assert_eq!(folder.text(&["check"]), "All is well: 2 games.\n");
    assert_eq!(folder.json(&["rebuild"])["games"], 2);
}

#[test]
fn watched_folders_bring_what_is_new() {
    let folder = Folder::new("watched");
    let output = folder.run(&["add"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.starts_with(b"no folders are watched"));
    fs::create_dir_all(folder.0.join("games")).expect("the folder is writable");
    assert_eq!(folder.text(&["add", "--watch", "games"]), "0 games added\n");
    fs::write(folder.0.join("games/two.sgf"), GAMES).expect("the folder is writable");
    let report = folder.json(&["add"]);
    assert_eq!((&report["new"], &report["unchanged_files"]), (&2.into(), &0.into()));
    assert!(report["watched"][0].as_str().is_some_and(|it| it.ends_with("games")));
    assert_eq!(folder.text(&["add"]), "0 games added\n1 file has not changed\n");
    assert_eq!(folder.refusal(&["add", "--unwatch", "other"]).0, 1);
    assert_eq!(folder.json(&["add", "--unwatch", "games"])["watched"], serde_json::json!([]));
    assert_eq!(folder.json(&["list"])["total"], 2, "the games stay");
}

#[test]
fn positions_are_found_with_what_was_played_next() {
    let folder = filled("position");
    let found = folder.json(&["position", "--pattern", "X . O/. . ."]);
    assert_eq!(found["games"], 2, "{found}");
    let two = folder.json(&["position", "--game", "1", "--move", "2"]);
    assert_eq!((&two["games"], &two["results"]["n"]), (&2.into(), &2.into()));
    let corner = folder.text(&["position", "--game", "1", "--region", "A1:D4"]);
    assert!(corner.contains("2 of 2 games"), "{corner}");
    assert!(corner.contains("most often by") && !corner.contains("points lost"), "{corner}");
    assert!(!corner.contains(['\u{1b}', '\u{202e}']), "{corner:?}");
    folder.text(&["me", "Anna", "Lee Sedol (李世乭)"]);
    let mine = folder.text(&["position", "--empty", "9", "--in", "is:mine"]);
    assert!(mine.contains("  B E5        2      1      1            –"), "{mine}");
    folder.text(&["position", "--empty", "9", "--tree", "tree.sgf", "--min-games", "1"]);
    let tree = fs::read_to_string(folder.0.join("tree.sgf")).unwrap_or_default();
    assert!(tree.contains(";B[ee]C[2: B+ 1, W+ 1]"), "{tree}");
}

#[test]
fn every_refusal_is_a_sentence() {
    let folder = Folder::new("refusals");
    let (code, sentence) = folder.refusal(&["list"]);
    assert_eq!(code, 2);
    assert!(sentence.contains("there is no library yet"), "{sentence}");
    let folder = filled("refusals2");
    for (arguments, part) in [
        (
            &["find", "size:nineteen"][..],
            "size:nineteen is not a board size, expected 19 or 13x9 (at character 6 of the query)",
        ),
        (&["find", "(lee"], "the bracket ( is not closed"),
        (&["show", "99"], "there is no game 99"),
        (&["position", "--pattern", "X Y"], "unknown point 'Y'"),
        (&["position", "--game", "1", "--region", "Z1"], "Z1 is not a region"),
        (&["position"], "required"),
        (&["add", "nothing"], "cannot read"),
        (&["--library", "games/two.sgf", "list"], "is not a library of games"),
    ] {
        let (code, sentence) = folder.refusal(arguments);
        assert_eq!(code, 2, "{arguments:?}: {sentence}");
        assert!(sentence.contains(part), "{arguments:?}: {sentence}");
    }
    assert!(Path::new(&folder.0.join("library.db")).is_file());
}
