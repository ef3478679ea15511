//! `tengen play` as a script or a screen reader meets it: lines in, sentences
//! out.

use std::fs;
use std::io::{BufRead, BufReader, Write};
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
         Took back 1 move. Black A1. White to play.\n\
         Black: no prisoners. White: no prisoners.\n\
         Goodbye.\n",
    );
}

#[test]
fn line_that_is_no_text_is_refused() {
    let (said, code) = tengen(&folder("play-bytes"), PEOPLE, b"c3\n\xff\xfe\xe9\nb2\r\nquit");
    let expected = "Black to play.\n\
        Black C3. White to play.\n\
        That line is not UTF-8 text.\n\
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
 5 . . . . . 5
 4 . . . . . 4
 3 . . . . . 3
 2 .(X). . . 2
 1 . . . . . 1
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
         Unknown command \"dance\". Type a point such as D4, or help.\n\
         Z1 is not on this board.\n\
         The game is not being scored.\n\
         Which file? Type save NAME.sgf\n",
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
    fs::write(folder.join("other.sgf"), "(;)").expect("it can be written");
    let lines = "save game.sgf\nsave other.sgf\nsave! other.sgf\n";
    let (said, _) = tengen(&folder, &["play", "game.sgf"], lines);
    let expected = "Saved as game.sgf.\n\
        other.sgf already exists. Use save! other.sgf to overwrite it.\n\
        Saved as other.sgf.\n";
    assert!(said.ends_with(expected), "{said}");
    let (said, _) = tengen(&folder, &["play", "game.sgf"], "first\nforward 3\n");
    assert!(said.ends_with("Move 3 of 12. Black B2.\n"), "{said}");
}

#[test]
fn game_goes_on_where_it_was() {
    let folder = folder("play-continue");
    tengen(&folder, PEOPLE, "c3\nc4\nb2\n");
    let (said, code) = tengen(&folder, &[], "continue\nmoves\n");
    let expected = "Tengen, the game of Go. Type new for a game, or help.\n\
        Unfinished games; type continue and a number to resume one:\n\
        1: 5×5, move 3. White to play, just now\n\
        Black B2. White to play.\n\
        1 Black C3, 2 White C4, 3 Black B2.\n";
    assert_eq!(said, expected);
    assert_eq!(code, Some(0));
}

#[test]
fn editing_a_record_leaves_the_unfinished_game() {
    let folder = folder("play-look");
    tengen(&folder, PEOPLE, "c3\nc4\nb2\nd2\nsave game.sgf\n");
    let (said, _) = tengen(&folder, &[], "open game.sgf\nlast\nd4\ncomment Mine.\n");
    assert!(said.contains("Move 5 of 5. Black D4."), "{said}");
    // The game is in the list as it was, and the edited record is elsewhere.
    let (said, _) = tengen(&folder, &[], "continue\nmoves\n");
    assert!(said.contains("\n1: 5×5, move 4. Black to play, just now\n"), "{said}");
    assert!(said.ends_with("3 Black B2, 4 White D2.\n"), "{said}");
    assert!(!folder.join("home/games").exists());
}

#[test]
fn game_that_was_set_aside_goes_on_as_it_was() {
    let folder = folder("play-set-aside");
    let arguments = ["play", "--size", "5", "--level", "6k", "--clock", "5m+3x30s"];
    tengen(&folder, &arguments, "c3\nundo\nc4\npause\nquit\n");
    tengen(&folder, PEOPLE, "a1\nquit\n");
    let (said, _) = tengen(&folder, &[], "continue 2\nplayers\nclock\nmoves\n");
    assert!(said.contains("Black: You. White: Tengen 6k."), "{said}");
    assert!(said.contains("then 3 periods of 30 seconds"), "{said}");
    assert!(said.contains("1 Black C4"), "{said}");
    // The same by the name of its file.
    let unfinished = folder.join("home/unfinished");
    let files = fs::read_dir(unfinished).expect("it is there").flatten().map(|it| it.path());
    let is_it = |path: &PathBuf| fs::read_to_string(path).is_ok_and(|it| it.contains("level 6k"));
    let path = files.into_iter().find(is_it).expect("there is a game").display().to_string();
    let (said, _) = tengen(&folder, &["play", &path], "players\n");
    assert!(said.contains("White: Tengen 6k."), "{said}");
}

#[test]
fn earlier_positions_are_asked_about() {
    let folder = folder("play-question");
    let lines = "c3\nc4\nb2\nback 2\nd4\nn\nmoves\nback 2\nresume\ny\nmoves\nquit\n";
    let (said, _) = tengen(&folder, PEOPLE, lines);
    assert_eq!(said.matches("Play on from move 1?").count(), 2, "{said}");
    assert!(said.contains("\n1 Black C3, 2 White C4, 3 Black B2.\n"), "{said}");
    assert!(said.ends_with("\n1 Black C3.\nGoodbye.\n"), "{said}");
}

#[test]
fn games_of_a_file_are_listed_and_pictures_exported() {
    let folder = folder("play-games");
    let games = "(;SZ[5]PB[Ada];B[cc])\n(;SZ[9]PB[Grace]RE[B+R];B[ee])\n";
    fs::write(folder.join("games.sgf"), games).expect("it can be written");
    let lines = "open games.sgf\ngames\ngame 2\nexport board.svg\nexport board.bmp\n";
    let (said, _) = tengen(&folder, &[], lines);
    assert!(said.contains("2: Grace (B) vs White. B+R, 1 move\n"), "{said}");
    assert!(said.contains("Game 2 of 2.\nPicture saved as board.svg.\n"), "{said}");
    assert!(
        said.ends_with("board.bmp is not a picture. Use a name that ends in .svg, .png or .txt.\n"),
        "{said}"
    );
    let svg = fs::read_to_string(folder.join("board.svg")).expect("it was written");
    assert!(svg.starts_with("<svg"), "{svg}");
}

#[test]
fn damaged_files_are_named() {
    let folder = folder("play-damaged");
    fs::write(folder.join("bad.sgf"), "(;SZ[5];B[cc];W[cc]").expect("it can be written");
    let (said, _) = tengen(&folder, &[], "open bad.sgf\n");
    assert!(said.contains("The file was repaired: "), "{said}");
    assert!(said.contains("Move 2 is illegal: C3 is occupied."), "{said}");
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
    let lines = "forward\ncomment Center.\nsave games.sgf\nquit\n";
    let (said, _) = tengen(&folder, &["play", "--color", "both", "games.sgf"], lines);
    assert!(said.starts_with("Game 1 of 2.\n"), "{said}");
    let saved = fs::read_to_string(&path).expect("it was written");
    assert_eq!(saved, "(;SZ[5];B[cc]C[Center.])\n(;SZ[9]PB[Ada];B[ee])\n");
}

#[test]
fn records_are_edited() {
    let folder = folder("play-edit");
    let lines = "c3\nb2\ncircle d4\nlabel a1 hane\nname Here\ncomment Hm.\nundo-edit\n\
        number 1\nfind here\ndelete\nsave game.sgf\nback\nfind nothing\nquit\n";
    let (said, _) = tengen(&folder, PEOPLE, lines);
    let refused = "You cannot delete moves of the game in progress; use undo.";
    assert!(said.contains(refused) && said.contains("Not found."), "{said}");
    let saved = fs::read_to_string(folder.join("game.sgf")).expect("it was saved");
    assert!(saved.ends_with(";B[cc];W[bd]CR[db]LB[ae:hane]N[Here])"), "{saved}");
}

#[test]
fn board_is_told_in_words() {
    check(
        "play-words",
        (PEOPLE, "groups\na1\nb1\nc3\na2\nchanged\ngroups white\ncomment Hm.\ncross c3\nquit\n"),
        "Black to play.\n\
         Black has no stones.\nWhite has no stones.\n\
         Black A1. White to play.\n\
         White B1. Black's stones at A1 are in atari (White can capture at A2). Black to play.\n\
         Black C3. White to play.\n\
         White A2 captures 1 stone. Black to play.\n\
         New: white A2. Gone: black A1.\n\
         White: B1, 1 stone, 3 liberties; A2, 1 stone, 3 liberties.\n\
         Comment: Hm.\n\
         Comment: Hm.\nCross: C3\n\
         Goodbye.\n",
    );
}

#[test]
fn stones_before_the_first_move_are_told() {
    let folder = folder("play-handicap");
    let lines = "new 9 both handicap=2\nquit\n";
    let (said, _) = tengen(&folder, PEOPLE, lines);
    assert!(said.contains("Black has C3 and G7. White to play."), "{said}");
}

/// Nobody types anything, and the program says that time runs out.
#[test]
fn end_of_time_is_told_unasked() {
    let folder = folder("play-clock");
    let arguments = ["play", "--text", "--color", "both", "--size", "5", "--clock", "2s"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .env("TENGEN_HOME", folder.join("home"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    let input = child.stdin.take().expect("it was asked for");
    let output = BufReader::new(child.stdout.take().expect("it was asked for"));
    let said: Vec<String> = output
        .lines()
        .map(|it| it.expect("it is text"))
        .take_while(|it| !it.contains("on time"))
        .collect();
    assert_eq!(said.first().map(String::as_str), Some("Black to play."));
    drop(input);
    child.wait().expect("the program ends");
}

#[test]
fn engines_of_the_settings_play() {
    let folder = folder("play-engine");
    fs::create_dir_all(folder.join("home")).expect("it can be made");
    let settings = "[[engines]]\nname = \"No Go\"\ncommand = \"no-such-engine --gtp\"\n";
    fs::write(folder.join("home").join("config.toml"), settings).expect("it can be written");
    let (said, code) = tengen(&folder, PEOPLE, "new 5 no-go\nplayers\nc3\nquit\n");
    assert!(said.contains("No Go"), "{said}");
    assert!(said.contains("cannot start no-such-engine: there is no such program."), "{said}");
    assert_eq!(code, Some(0));
}

#[test]
fn game_that_cannot_be_joined_is_one_sentence() {
    let folder = folder("play-join");
    let join = |arguments: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tengen"));
        program.args(["play", "--join"]).args(arguments).env("TENGEN_HOME", &folder);
        let output = program.output().expect("the program was built for this test");
        (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
    };
    for (link, expected) in [
        ("k3v9x2pq", "\"k3v9x2pq\" is not a link to a game."),
        ("https://go.example/g/abc", "The link https://go.example/g/abc needs a secure connection"),
        ("http://127.0.0.1:1/g/abc", "No server answers at 127.0.0.1:1. Is it running?"),
    ] {
        let (said, code) = join(&[link]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let (said, code) = join(&["a/g/b", "--size", "9"]);
    assert_eq!(code, Some(2), "{said}");
}
