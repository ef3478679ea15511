//! `tengen play` as a script or a screen reader meets it: lines in, sentences
//! out.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It is there only if the test has run before.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder for tests is writable");
    folder
}

/// What the program says to some lines.
fn tengen(folder: &Path, arguments: &[&str], lines: impl AsRef<[u8]>) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .env("TENGEN_HOME", folder.join("home"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    let mut input = child.stdin.take().expect("it was asked for");
    input.write_all(lines.as_ref()).expect("the program reads");
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[track_caller]
fn check(name: &str, (arguments, lines): (&[&str], &str), expected: &str) {
    let (said, code) = tengen(&folder(name), arguments, lines);
    assert_eq!(said, expected);
    assert_eq!(code, Some(0));
}

const PEOPLE: &[&str] = &["play", "--color", "both", "--size", "5", "--rules", "chinese"];

#[test]
fn moves_are_told() {
    check(
        "play-moves",
        (PEOPLE, "c3\nc3\nc4\na1\nb3\nlook c3\natari\nundo\nprisoners\nquit\n"),
        "Black to play.\n\
         Black C3. White to play.\n\
         C3 is occupied.\n\
         White C4. Black to play.\n\
         Black A1. White to play.\n\
         White B3. Black to play.\n\
         C3 is Black, one stone with 2 liberties: C2, D3.\n\
         Nothing is in atari.\n\
         Black A1. White to play.\n\
         Black: no prisoners. White: no prisoners.\n\
         Goodbye.\n",
    );
}

#[test]
fn line_that_is_no_text_is_refused() {
    let (said, code) = tengen(&folder("play-bytes"), PEOPLE, b"c3\n\xff\xfe\xe9\nb2\r\nquit");
    let expected = "Black to play.\n\
        Black C3. White to play.\n\
        The line cannot be read, expected text in UTF-8.\n\
        White B2. Black to play.\n\
        Goodbye.\n";
    assert_eq!((said.as_str(), code), (expected, Some(0)));
}

#[test]
fn board_is_drawn() {
    check(
        "play-board",
        (PEOPLE, "b2\nboard\n"),
        "Black to play.
Black B2. White to play.
    A B C D E
 5  . . . . .  5
 4  . . . . .  4
 3  . . . . .  3
 2  .(X). . .  2
 1  . . . . .  1
    A B C D E
",
    );
}

#[test]
fn wrong_lines_are_explained() {
    check(
        "play-wrong",
        (PEOPLE, "dance\nz1\ndead c3\nsave\n"),
        "Black to play.\n\
         \"dance\" is no command, expected a point like D4, or \"help\".\n\
         Z1 is not on the board.\n\
         The game is not being scored.\n\
         There is no name, expected that of a file.\n",
    );
}

#[test]
fn engine_answers() {
    let folder = folder("play-engine");
    let (said, code) = tengen(&folder, &["play", "--size", "5", "--level", "light"], "c3\n");
    let last = said.lines().last().unwrap_or_default();
    assert!(last.starts_with("White ") && last.ends_with("Black to play."), "{said}");
    assert_eq!(code, Some(0));
}

#[test]
fn games_are_saved_and_opened() {
    let folder = folder("play-save");
    let moves = "b1\nd1\nb2\nd2\nb3\nd3\nb4\nd4\nb5\nd5\npass\npass\nagree\nsave game.sgf\n";
    let (said, _) = tengen(&folder, PEOPLE, moves);
    assert!(said.ends_with("wins by 7.5 points.\nSaved as game.sgf.\n"), "{said}");
    let (said, _) = tengen(&folder, &["play", "game.sgf"], "save game.sgf\nsave! game.sgf\n");
    assert!(said.ends_with("save! replaces it.\nSaved as game.sgf.\n"), "{said}");
    let (said, _) = tengen(&folder, &["play", "game.sgf"], "first\nforward 3\n");
    assert!(said.ends_with("Looking at move 3. Black B2.\n"), "{said}");
}

#[test]
fn game_goes_on_where_it_was() {
    let folder = folder("play-continue");
    tengen(&folder, PEOPLE, "c3\nc4\nb2\n");
    let (said, code) = tengen(&folder, &[], "continue\nmoves\n");
    let expected = "Tengen, the game of Go. Type new for a game, or help.\n\
        A game was saved: 5×5, move 3. Type continue for it.\n\
        Black B2. White to play.\n\
        1 Black C3, 2 White C4, 3 Black B2.\n";
    assert_eq!(said, expected);
    assert_eq!(code, Some(0));
}

#[test]
fn looking_at_a_record_leaves_the_saved_game() {
    let folder = folder("play-look");
    tengen(&folder, PEOPLE, "c3\nc4\nb2\nd2\nsave game.sgf\n");
    let saved = "A game was saved: 5×5, move 4. Type continue for it.";
    let (said, _) = tengen(&folder, &[], "open game.sgf\nback\n");
    assert!(said.contains(saved), "{said}");
    // A move makes the record the game that is saved.
    let (said, _) = tengen(&folder, &[], "open game.sgf\nback\nd4\n");
    assert!(said.contains(saved), "{said}");
    let (said, _) = tengen(&folder, &[], "continue\nmoves\n");
    assert!(said.ends_with("3 Black B2, 4 White D4.\n"), "{said}");
    assert_eq!(fs::read_dir(folder.join("home/games")).map(Iterator::count).ok(), Some(1));
}

#[test]
fn missing_records_are_named() {
    let folder = folder("play-missing");
    let (said, code) = tengen(&folder, &["play", "nothing.sgf"], "");
    assert_eq!((said.as_str(), code), ("", Some(2)));
}

#[test]
fn shells_and_readers_get_what_they_ask_for() {
    let folder = folder("play-manual");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (said, code) = tengen(&folder, &["completions", shell], "");
        assert!(said.contains("perft"), "{said}");
        assert_eq!(code, Some(0));
    }
    let (said, code) = tengen(&folder, &["man"], "");
    assert!(said.contains(".SH NAME") && said.contains(".SH \"TENGEN PLAY\""), "{said}");
    assert!(said.contains("handicap"), "{said}");
    assert_eq!(code, Some(0));
}

#[test]
fn other_games_of_a_file_stay() {
    let folder = folder("play-collection");
    let path = folder.join("games.sgf");
    fs::write(&path, "(;SZ[5];B[cc])\n(;SZ[9]PB[Ada];B[ee])\n").expect("it can be written");
    let lines = "comment Center.\nsave games.sgf\nsave! games.sgf\nquit\n";
    let (said, _) = tengen(&folder, &["play", "--color", "both", "games.sgf"], lines);
    assert!(said.contains("Games.sgf exists already, save! replaces it."), "{said}");
    let saved = fs::read_to_string(&path).expect("it was written");
    assert_eq!(saved, "(;SZ[5];B[cc]C[Center.])\n(;SZ[9]PB[Ada];B[ee])\n");
}

#[test]
fn records_are_edited() {
    let folder = folder("play-edit");
    let lines = "c3\nb2\ncircle d4\nlabel a1 hane\nname Here\ncomment Hm.\nunedit\n\
        number 1\nfind here\ndelete\nsave game.sgf\nback\nfind nothing\nquit\n";
    let (said, _) = tengen(&folder, PEOPLE, lines);
    assert!(said.contains("The game that is being played would be another one."), "{said}");
    assert!(said.contains("Nothing like that is in the record."), "{said}");
    let saved = fs::read_to_string(folder.join("game.sgf")).expect("it was saved");
    assert!(saved.ends_with(";B[cc];W[bd]CR[db]LB[ae:hane]N[Here])"), "{saved}");
}

#[test]
fn engines_of_the_settings_play() {
    let folder = folder("play-engine");
    fs::create_dir_all(folder.join("home")).expect("it can be made");
    let settings = "[[engines]]\nname = \"No Go\"\ncommand = \"no-such-engine --gtp\"\n";
    fs::write(folder.join("home").join("config.toml"), settings).expect("it can be written");
    let (said, code) = tengen(&folder, PEOPLE, "new 5 no-go\nplayers\nc3\nquit\n");
    assert!(said.contains("No Go"), "{said}");
    assert!(said.contains("There is a problem: No Go: cannot"), "{said}");
    assert!(said.contains("no-such-engine"), "{said}");
    assert_eq!(code, Some(0));
}
