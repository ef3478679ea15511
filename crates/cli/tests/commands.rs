//! The program as a user meets it: arguments in, output and exit code out.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn tengen(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(arguments).output().expect("the program was built for this test")
}

/// A file with this content, named after the test that wants it.
fn file(name: &str, content: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the folder for tests is writable");
    path.into_os_string().into_string().expect("the path is text")
}

#[track_caller]
fn check_output(arguments: &[&str], expected: &str) {
    let output = tengen(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(0));
}

/// The sentence must be all that is said, with `FILE` for the path.
#[track_caller]
fn check_refused(arguments: &[&str], expected: &str) {
    let output = tengen(arguments);
    let sentence = String::from_utf8_lossy(&output.stderr);
    let sentence = match arguments {
        ["score", path, ..] if path.contains(".sgf") => sentence.replace(path, "FILE"),
        _ => sentence.into_owned(),
    };
    assert_eq!(sentence, format!("tengen: {expected}\n"), "{arguments:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn help_names_all_commands() {
    let output = tengen(&["--help"]);
    let text = String::from_utf8_lossy(&output.stdout);
    for command in ["play", "learn", "career", "gtp", "match", "score", "sgf", "bench", "perft"] {
        assert!(text.contains(command), "{command} is not in {text}");
    }
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn perft_prints_a_row_of_counts() {
    let perft = ["perft", "--size", "2x2", "--ko"];
    check_output(
        &[&perft[..], &["situational", "--suicide", "--passes", "--depth", "8"]].concat(),
        "5 21 68 156 316 604 1184 2672\n",
    );
    check_output(
        &[&perft[..], &["positional", "--depth", "9"]].concat(),
        "4 12 24 16 32 32 16 48 80\n",
    );
}

const GAME: &str = "(;GM[1]FF[4]SZ[7:4]KM[0.5]RU[Japanese]\
    AB[ea][eb][ac][bc][cc][dc][ec]AW[ba][fa][fb][fc][gc][ad][bd][cd][dd][ed][fd])";

#[test]
fn score_as_a_picture() {
    check_output(
        &["score", &file("picture.sgf", GAME), "--dead", "B4"],
        "\
B+5.5  (japanese rules, komi 0.5)

   A B C D E F G
 4 ▪─▪─▪─▪─●─○─▫ 4
 3 ▪─▪─▪─▪─●─○─▫ 3
 2 ●─●─●─●─●─○─○ 2
 1 ○─○─○─○─○─○─▫ 1
   A B C D E F G

▪ Black's, ▫ White's

black: 9 points, including 8 of territory
white: 3.5 points, including 3 of territory
dead: B4
",
    );
}

#[test]
fn score_as_json() {
    check_output(
        &["score", &file("json.sgf", GAME), "--dead", "b4", "--rules", "chinese", "--json"],
        concat!(
            r#"{"result":"B+1.5","black":15,"white":13.5,"#,
            r#""owner":["BBBBBWW","BBBBBWW","BBBBBWW","WWWWWWW"],"#,
            r#""territory":["BBBB..W","BBBB..W",".......","......W"],"#,
            r#""dead":["B4"],"sealed":true}"#,
            "\n"
        ),
    );
}

#[test]
fn score_says_when_a_border_is_open() {
    let game = "(;SZ[4:3]KM[0];B[aa];W[dc])";
    check_output(
        &["score", &file("open.sgf", game), "--json", "--rules", "japanese"],
        concat!(
            r#"{"result":"0","black":0,"white":0,"owner":["B...","....","...W"],"#,
            r#""territory":["....","....","...."],"dead":[],"sealed":false,"open":[]}"#,
            "\n"
        ),
    );
}

#[test]
fn dead_stones_in_safe_territory_are_found() {
    let game = "(;SZ[5:3]KM[0]AB[ab][bb][cb][db][eb][ca]AW[ea])";
    let output = tengen(&["score", &file("auto.sgf", game), "--json"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(r#""dead":["E3"]"#), "{text}");
}

#[test]
fn dead_stones_are_found_in_a_single_eye() {
    let output = tengen(&["score", &file("lost.sgf", GAME)]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("B+5.5") && text.contains("dead: B4\n"), "{text}");
}

#[test]
fn open_borders_are_named() {
    // Black can still come in from the lower edge.
    let game = "(;SZ[9]KM[0]RU[Chinese]\
        AB[da][db][dc][dd][de][df][dg][dh][di][bc][bg]\
        AW[ea][eb][ec][ed][ee][ef][eg][eh][fb][hc][gf][hg]AB[ei][fi][gi])";
    let path = file("border.sgf", game);
    let text = |arguments: &[&str]| {
        let output = tengen(&[&["score", &path], arguments].concat());
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let report = text(&[]);
    assert!(report.contains("open borders: "), "{report}");
    assert!(report.contains("some borders are still open"), "{report}");
    assert!(text(&["--json"]).contains(r#""open":[""#));
    assert!(!text(&["--json", "--dead", "none"]).contains("open"));
}

#[test]
fn illegal_moves_of_a_record_are_made() {
    // Black retakes a ko at once, then plays on a white stone.
    let game = "(;SZ[5]KM[0]AB[bb][ac][bd]AW[cb][dc][cd];B[cc];W[bc];B[cc];W[dd];B[dd])";
    let output = tengen(&["score", &file("illegal.sgf", game), "--json"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(r#""owner":[".....",".BW..","BBBW.",".BWB.","....."]"#), "{text}");
}

#[test]
fn wrong_arguments() {
    for (size, reason) in [
        ("0", "unsupported board size, expected 1 to 25"),
        ("26", "unsupported board size, expected 1 to 25"),
        ("9x", "not a board size, expected one such as 9 or 13x9"),
        ("nine", "not a board size, expected one such as 9 or 13x9"),
    ] {
        let arguments = ["perft", "--size", size, "--ko", "simple", "--depth", "1"];
        check_refused(&arguments, &format!("--size {size}: {reason}"));
    }
    check_refused(
        &["perft", "--size", "3", "--ko", "simple", "--depth", "-1"],
        "--depth -1: not a depth, expected a whole number from 1 to 1000",
    );
    check_refused(
        &["perft", "--size", "3", "--ko", "triple", "--depth", "1"],
        "--ko triple: unknown, expected one of simple, positional, situational",
    );
    check_refused(
        &["perft", "--size", "3"],
        "--ko <KO>, --depth <DEPTH> is required, see tengen perft --help",
    );
    check_refused(&["sgf"], "a command is required: one of info, check, format, render");
    check_refused(&["sgf", "foo"], "unknown command foo, see tengen sgf --help");
    check_refused(&["scroe"], "unknown command scroe, did you mean score?");
    check_refused(&["score", "--jsom"], "unknown option --jsom, did you mean --json?");
    check_refused(&["score"], "<FILE> is required, see tengen score --help");
    check_refused(&["score", "a", "b"], "unexpected argument b, see tengen score --help");
}

#[test]
fn career_needs_a_terminal() {
    check_refused(&["career"], "tengen career needs a terminal");
    check_refused(
        &["career", "--seed", "x"],
        "--seed x: not a seed, expected a whole number from 0 to 18446744073709551615",
    );
}

#[test]
fn wrong_arguments_of_score() {
    let game = file("arguments.sgf", GAME);
    check_refused(
        &["score", &game, "--komi", "6.3"],
        "--komi 6.3: not a possible komi, expected a multiple of 0.5",
    );
    check_refused(
        &["score", &game, "--rules", "lunar"],
        "--rules lunar: not a known ruleset, expected chinese, chinese-kgs, japanese, korean, \
         aga, bga, new-zealand, tromp-taylor, ing or stone-scoring",
    );
    check_refused(&["score", &game, "--dead", "A9"], "A9 is not on the 7x4 board");
    check_refused(&["score", &game, "--dead", "A4"], "there is no stone at A4 to mark dead");
    check_refused(
        &["score", &game, "--dead", "A0"],
        "--dead A0: not a point, expected one from A1 to Z25 (without I)",
    );
    check_refused(&["score", "no/such/file.sgf"], "cannot read FILE: there is no such file");
}

#[test]
fn records_that_cannot_be_counted() {
    let no_game = "FILE: no game found, expected an SGF file that starts with (;";
    for (content, expected) in [
        ("", no_game),
        ("Dear diary, today I played Go.", no_game),
        (
            "(;SZ[9];B[aa];W[bb",
            "FILE: the file ends inside a value of W in line 1, \
             so the final position is unknown",
        ),
        (
            "(;SZ[9];B[aa];W[bb]",
            "FILE: the file ends before the last game does, a ) is missing in line 1, \
             so the final position is unknown",
        ),
        ("(;GM[2];B[d3])", "FILE: the game is not Go but GM[2], expected GM[1]"),
        ("(;SZ[0])", "FILE: SZ[0] is not a board size, expected 1 to 25, or 13:9 for example"),
        ("(;SZ[99])", "FILE: SZ[99] is not a board size, expected 1 to 25, or 13:9 for example"),
        ("(;SZ[26])", "FILE: unsupported board size 26, expected 1 to 25"),
        (
            "(;SZ[9]KM[6.3])",
            "FILE: KM[6.3] is not a possible komi, expected a multiple of 0.5; \
             set it with --komi",
        ),
        ("(;RU[lunar])", "FILE: unknown rules \"lunar\", choose others with --rules"),
        ("(;SZ[9];B[aa];W[jj])", "FILE: move 2, [jj], is not a point on the board"),
        ("(;SZ[9]AB[aa][zz])", "FILE: a stone is set up outside the board"),
        ("(;SZ[9]AB[aa]AW[ab][ba])", "FILE: the chain at A9 is set up without a liberty"),
        (
            "(;SZ[9];B[\u{1b}[2J\nand so on without end])",
            "FILE: move 1, [\\u{1b}[2J\\nand so on witho…], is not a point on the board",
        ),
        ("(;SZ[9]HA[many])", "FILE: HA is not a number of handicap stones"),
    ] {
        check_refused(&["score", &file("record.sgf", content)], expected);
    }
}
