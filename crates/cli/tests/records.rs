//! `tengen sgf`: looking into records, checking, rewriting and drawing them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn tengen(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(arguments).output().expect("the program was built for this test")
}

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be left from an earlier run.
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder for tests is writable");
    path
}

fn file(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("the folder for tests is writable");
    text(&path)
}

fn text(path: &Path) -> String {
    path.to_str().expect("the path is text").to_string()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const GAME: &str = "(;GM[1]FF[4]SZ[5]PB[Sen]PW[Chikako]RU[Japanese]KM[6.5]RE[W+R]\
                    ;B[cc];W[bc](;B[cb];W[bb])(;B[bd]C[a trick]))";

#[test]
fn info_of_a_game() {
    let folder = folder("info");
    let path = file(&folder, "game.sgf", GAME);
    let output = tengen(&["sgf", "info", &path]);
    assert_eq!(
        stdout(&output).replace(&path, "FILE"),
        "\
FILE
  black       Sen
  white       Chikako
  result      W+R
  rules       Japanese
  komi        6.5
  size        5
  moves       4
  variations  1
  nodes       6
  encoding    UTF-8

"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn info_of_many_files_for_programs() {
    let folder = folder("many");
    file(&folder, "b.sgf", "(;SZ[9];B[aa])(;SZ[13:9])");
    file(&folder, "a.sgf", GAME);
    file(&folder, "c.sgf", "this is no game");
    file(&folder, "notes.txt", "nor is this");
    let output = tengen(&["sgf", "info", "--json", &text(&folder)]);

    let games: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let facts = |key: &str| -> Vec<String> {
        games.as_array().unwrap().iter().map(|game| game[key].to_string()).collect()
    };
    assert_eq!(facts("moves"), ["4", "1", "0"]);
    assert_eq!(facts("size"), ["5", "9", "\"13x9\""]);
    assert_eq!(facts("black"), ["\"Sen\"", "null", "null"]);
    let complaints = String::from_utf8_lossy(&output.stderr).replace(&text(&folder), "");
    assert!(complaints.contains("/c.sgf: no game found"), "{complaints}");
    assert!(complaints.contains("2 files read, 1 failed"), "{complaints}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn encoding_can_be_forced() {
    let folder = folder("encoding");
    let path = folder.join("cyrillic.sgf");
    fs::write(&path, b"(;PB[\xc0\xed\xed\xe0])").unwrap();
    let output = tengen(&["sgf", "info", "--encoding", "windows-1251", &text(&path)]);
    assert!(stdout(&output).contains("black       Анна\n"), "{output:?}");
    let output = tengen(&["sgf", "info", "--encoding", "runes", &text(&path)]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn check_names_the_place() {
    let folder = folder("check");
    let good = file(&folder, "good.sgf", GAME);
    let output = tengen(&["sgf", "check", &good]);
    assert_eq!((stdout(&output).as_str(), output.status.code()), ("", Some(0)));

    let bad = file(&folder, "bad.sgf", "(;FF[4]GM[1]SZ[9]\n;B[aa]\n;W[jj]");
    let output = tengen(&["sgf", "check", &bad]);
    let lines = stdout(&output).replace(&bad, "FILE");
    assert!(lines.contains("FILE:3:3: off-board: W[jj] is not on the board\n"), "{lines}");
    assert!(lines.contains("FILE:3:7: end-inside-tree: "), "{lines}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn check_looks_at_the_board() {
    let folder = folder("board");
    let path = file(&folder, "ko.sgf", "(;FF[4]GM[1]SZ[9]\n;B[aa]\n;W[aa]\n;B[bb]\n;W[bb]KO[])");
    let output = tengen(&["sgf", "check", &path]);
    assert_eq!(
        stdout(&output).replace(&path, "FILE"),
        "FILE:3:1: illegal-move: this move is not legal: A9 is occupied\n"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn format_twice_is_format_once() {
    let folder = folder("format");
    let path = file(&folder, "game.sgf", "noise (;SiZe[9]AddBlack[aa][ba]\n\n;b[cc];W[tt])");
    let once = stdout(&tengen(&["sgf", "format", &path]));
    assert!(once.starts_with("(;FF[4]CA[UTF-8]GM[1]SZ[9]"), "{once}");

    let output = tengen(&["sgf", "format", "--in-place", &path]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), once);
    assert_eq!(stdout(&tengen(&["sgf", "format", &path])), once);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn format_leaves_a_file_without_a_game_alone() {
    let folder = folder("refused");
    let path = file(&folder, "letter.sgf", "Dear (friend");
    let output = tengen(&["sgf", "format", "--in-place", &path]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).unwrap(), "Dear (friend");
}

#[test]
fn render_as_text() {
    let folder = folder("text");
    let path = file(&folder, "game.sgf", GAME);
    let output = tengen(&["sgf", "render", "--text", "--ascii", "--move", "3", &path]);
    assert_eq!(
        stdout(&output),
        "   A B C D E\n 5 . . . . . 5\n 4 . .(X). . 4\n 3 . O X . . 3\n \
         2 . . . . . 2\n 1 . . . . . 1\n   A B C D E\n"
    );
    let output = tengen(&["sgf", "render", "--move", "9", &path]);
    assert_eq!(
        String::from_utf8_lossy(&output.stderr).replace(&path, "FILE"),
        "tengen: FILE: there is no move 9, the main line has 4 moves\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn render_as_pictures() {
    let folder = folder("pictures");
    let path = file(&folder, "game.sgf", GAME);
    let png = text(&folder.join("new/one.png"));
    let output = tengen(&["sgf", "render", "--width", "200", "--output", &png, &path]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));

    let gif = text(&folder.join("moves.gif"));
    let output = tengen(&["sgf", "render", "--width", "100", "--output", &gif, &path]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(fs::read(&gif).unwrap().starts_with(b"GIF89a"));

    let svg = stdout(&tengen(&["sgf", "render", "--svg", "--theme", "print", &path]));
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");

    let all = folder.join("all");
    let output = tengen(&["sgf", "render", "--svg", "--all", "--output", &text(&all), &path]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let mut names: Vec<_> =
        fs::read_dir(&all).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names.len(), 5);
    assert_eq!(names[4], "game-004.svg");
}

#[test]
fn wrong_values_say_what_is_expected() {
    for (arguments, expected) in [
        (["--width", "0"], "--width 0: unsupported width, expected 16 to 8192 pixels"),
        (["--width", "-5"], "--width -5: unsupported width, expected 16 to 8192 pixels"),
        (["--move", "-1"], "--move -1: expected a whole number, such as 12"),
        (["--numbers", "all"], "--numbers all: expected a whole number, such as 12"),
        (["--crop", "A1-C3"], "--crop A1-C3: expected two corners, such as A1:K10"),
    ] {
        let [option, value] = arguments;
        let output = tengen(&["sgf", "render", option, value, "game.sgf"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(stderr.trim_end(), format!("tengen: {expected}"));
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn pictures_need_an_ending_that_is_known() {
    let folder = folder("ending");
    let path = file(&folder, "game.sgf", GAME);
    for name in ["board.jpg", "board"] {
        let picture = text(&folder.join(name));
        let output = tengen(&["sgf", "render", "--output", &picture, &path]);
        assert_eq!(
            String::from_utf8_lossy(&output.stderr).replace(&picture, "PICTURE"),
            "tengen: unknown picture format PICTURE, expected a name ending in .svg, .png, .gif or .txt\n"
        );
        assert_eq!(output.status.code(), Some(2));
        assert!(!folder.join(name).exists());
        let output = tengen(&["sgf", "render", "--text", "--output", &picture, &path]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let picture = text(&folder.join("board.SVG"));
    assert_eq!(tengen(&["sgf", "render", "-o", &picture, &path]).status.code(), Some(0));
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg"));
}

#[test]
fn pictures_of_files_with_one_name_are_kept_apart() {
    let folder = folder("same");
    fs::create_dir_all(folder.join("b")).unwrap();
    let first = file(&folder, "x.sgf", "(;SZ[5];B[aa])");
    let second = file(&folder.join("b"), "X.sgf", "(;SZ[5];B[bb])");
    let out = text(&folder.join("out"));
    let output = tengen(&["sgf", "render", "--ascii", "-o", &out, &first, &second]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains(&format!("{second} was skipped: ")), "{stderr}");
    assert!(
        stderr.contains(&format!("already shows {first}; render it to another folder\n")),
        "{stderr}"
    );
    assert_eq!(output.status.code(), Some(2));
    let drawn = fs::read_to_string(folder.join("out/x.txt")).unwrap();
    assert!(drawn.contains("5(X)"), "{drawn}");
    assert_eq!(fs::read_dir(folder.join("out")).unwrap().count(), 1);

    let again = tengen(&["sgf", "render", "--ascii", "--all", "-o", &out, &first]);
    assert_eq!(again.status.code(), Some(0), "a picture of an earlier run is replaced");
}

#[test]
fn letters_without_a_font_are_told() {
    let folder = folder("letters");
    let path = file(&folder, "label.sgf", "(;SZ[5]LB[aa:\u{f8fff}])");
    let png = text(&folder.join("label.png"));
    let output = tengen(&["sgf", "render", "--width", "100", "-o", &png, &path]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("tengen: no font for \u{f8fff}, drawn as boxes; "), "{stderr}");
    assert_eq!(output.status.code(), Some(0));
    let svg = text(&folder.join("label.svg"));
    let output = tengen(&["sgf", "render", "-o", &svg, &path]);
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn pictures_need_a_place() {
    let folder = folder("place");
    let path = file(&folder, "game.sgf", GAME);
    let output = tengen(&["sgf", "render", "--svg", "--all", &path]);
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "tengen: --output is required: name a folder for the pictures\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn records_of_other_formats_are_not_replaced_by_sgf() {
    let folder = folder("gib");
    let content = "\\HS\n\\[GAMEBLACKNAME=Sen\\]\n\\HE\n\\GS\n2 1 0\nSTO 0 2 1 3 3\n\\GE\n";
    let path = file(&folder, "game.gib", content);
    let output = tengen(&["sgf", "format", "--in-place", &path]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("is not an SGF file and was left unchanged"), "{stderr}");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).unwrap(), content);
}

#[test]
fn a_folder_without_records_is_told() {
    let folder = folder("no-records");
    let path = text(&folder);
    let output = tengen(&["sgf", "info", &path]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with(&format!("tengen: {path} has no records, ")), "{stderr}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn records_are_read_from_standard_input() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["sgf", "format", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program was built for this test");
    let mut input = child.stdin.take().expect("standard input is piped");
    input.write_all(GAME.as_bytes()).expect("the program reads");
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert!(stdout(&output).contains("PB[Sen]"), "{output:?}");
    assert_eq!(output.status.code(), Some(0));
}
