//! `tengen gtp`: commands in, answers out.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use tengen_engine::{Parameters, ParseLevelError};
use tengen_net::{Shape, Weights};

/// Runs the program with these arguments behind `gtp`, and these commands on
/// its standard input.
fn tengen_gtp(arguments: &[&str], commands: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .arg("gtp")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    let mut input = program.stdin.take().expect("it is piped");
    // A program that refuses its arguments does not read.
    let _ = input.write_all(commands.as_bytes());
    drop(input);
    program.wait_with_output().expect("the program ends with its input")
}

fn answers(arguments: &[&str], commands: &str) -> String {
    let output = tengen_gtp(arguments, commands);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("answers are text")
}

#[test]
fn a_conversation() {
    let commands = "1 protocol_version\n2 name\nboardsize 9\nplay b E5\nplay w E5\nquit\nname\n";
    let expected = "=1 2\n\n=2 Tengen\n\n= \n\n= \n\n? illegal move\n\n= \n\n";
    assert_eq!(answers(&["--level", "light"], commands), expected);
}

#[test]
fn another_name() {
    let output = answers(&["--level", "light", "--as", "Leela Zero 0.17"], "name\nversion\n");
    assert_eq!(output, "= Leela Zero\n\n= 0.17\n\n");
    check_refused(
        &["--as", "Tengen"],
        "--as Tengen: no version given, expected a name and a version such as \"Leela Zero 0.17\"",
    );
}

#[test]
fn dead_stones_do_not_depend_on_the_seed() {
    // White's stones at the top are dead, which takes some reading.
    let record = "(;SZ[9]RU[japanese]KM[6.5]\
        AB[bb][db][ib][ac][bc][cc][dc][ec][fc][hc][bd][cd][gd][ce][de][ee][fe][ge][he]\
        [bf][cf][df][ff][hf][if][ig]\
        AW[aa][ba][ca][da][ea][ha][cb][eb][fb][gb][hb][gc][ad][ae][be][af][ef][gf]\
        [ag][bg][cg][dg][eg][fg][gg][hg][hh][ih])";
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/dead_stones.sgf");
    std::fs::write(path, record).unwrap();
    let commands = format!("loadsgf {path}\nfinal_status_list dead\n");
    let ask = |seed: u64| answers(&["--level", "light", "--seed", &seed.to_string()], &commands);
    let first = ask(0);
    assert!(first.contains("A9") && first.contains("G7"), "{first}");
    for seed in 1..4 {
        assert_eq!(ask(seed), first);
    }
}

#[test]
fn a_whole_game_ends_and_is_counted() {
    let turns = "genmove b\ngenmove w\n".repeat(300);
    let commands = format!("boardsize 5\n{turns}final_score\nfinal_status_list alive\n");
    let output =
        answers(&["--level", "light", "--seed", "7", "--rules", "tromp-taylor"], &commands);
    assert!(!output.contains('?'), "{output}");
    assert_eq!(output.matches("\n\n").count(), 603);
    assert!(output.contains("= pass\n\n= pass\n\n"), "{output}");
}

#[test]
fn a_seed_makes_games_equal() {
    let commands = format!("boardsize 9\n{}", "genmove b\ngenmove w\nreg_genmove b\n".repeat(20));
    let game = |seed: &str| answers(&["--playouts", "20", "--seed", seed], &commands);
    assert_eq!(game("1"), game("1"));
    assert_ne!(game("1"), game("2"));
}

#[test]
fn suggestions_do_not_change() {
    let commands = format!("boardsize 9\n{}", "reg_genmove b\n".repeat(20));
    let output = answers(&["--playouts", "30", "--seed", "3"], &commands);
    let suggestions: Vec<&str> = output.split_terminator("\n\n").skip(1).collect();
    assert_eq!(suggestions, [suggestions[0]; 20]);
}

#[test]
fn dead_stones_are_taken_off_where_a_server_asks_for_it() {
    let stones = "b A4 b B4 b C4 b D4 b E4 b F4 b G4 b B2 b D2 b F2 \
                  w A5 w B5 w C5 w D5 w E5 w F5 w G5 w B6 w F6 w C1 w C2";
    let turns = "kgs-genmove_cleanup b\nkgs-genmove_cleanup w\n".repeat(12);
    let commands = format!("boardsize 7\nset_position {stones}\n{turns}final_status_list dead\n");
    let output = answers(&["--playouts", "60", "--seed", "1"], &commands);
    let replies: Vec<&str> = output.split_terminator("\n\n").skip(2).collect();
    assert_eq!(replies.last(), Some(&"= "), "{output}");
    let last_turns = &replies[replies.len() - 3..replies.len() - 1];
    assert_eq!(last_turns, ["= pass", "= pass"], "{output}");
}

/// Black has won by a point and a half, once the two stones on its side are
/// captured.
const UNTIDY: &str = "boardsize 7\nkomi 5.5\nset_position b D1 b D2 b D3 b D4 b D5 b D6 b D7 \
                      w E1 w E2 w E3 w E4 w E5 w E6 w E7 w B3 w B4\n";

/// White passes until Black does so too.
#[track_caller]
fn check_untidy(arguments: &[&str], genmove: &str, expected: &str) {
    let turns = format!("play w pass\n{genmove}\n").repeat(12);
    let output = answers(arguments, &format!("{UNTIDY}{turns}final_score\n"));
    assert!(output.ends_with(&format!("= {expected}\n\n")), "{arguments:?}: {output}");
}

#[test]
fn dead_stones_are_captured_where_the_rules_leave_them_on_the_board() {
    for (level, seed) in
        [("25k", "1"), ("18k", "1"), ("14k", "2"), ("10k", "1"), ("8k", "3"), ("6k", "1")]
    {
        let arguments = ["--rules", "tromp-taylor", "--level", level, "--seed", seed];
        check_untidy(&arguments, "genmove b", "B+1.5");
    }
}

#[test]
fn dead_stones_are_captured_on_cgos_whatever_the_rules() {
    for rules in ["chinese", "japanese", "tromp-taylor"] {
        let arguments = ["--rules", rules, "--level", "10k", "--seed", "1"];
        let turns = "play w pass\ncgos-genmove_analyze b\n".repeat(12);
        let output = answers(&arguments, &format!("{UNTIDY}{turns}list_stones w\n"));
        assert!(output.ends_with("= E1 E2 E3 E4 E5 E6 E7\n\n"), "{rules}: {output}");
        assert!(output.contains("play pass"), "{rules}: {output}");
    }
}

#[test]
fn dead_stones_stay_where_they_are_taken_off_by_agreement() {
    for rules in ["chinese", "aga", "new-zealand"] {
        let arguments = ["--rules", rules, "--level", "6k", "--seed", "1"];
        let turns = "play w pass\ngenmove b\n".repeat(4);
        let output = answers(&arguments, &format!("{UNTIDY}{turns}final_score\nlist_stones w\n"));
        assert!(output.ends_with("= E1 E2 B3 E3 B4 E4 E5 E6 E7\n\n"), "{rules}: {output}");
        assert!(output.contains("= B+1.5"), "{rules}: {output}");
    }
}

#[track_caller]
fn check_refused(arguments: &[&str], expected: &str) {
    let output = tengen_gtp(arguments, "name\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("tengen: {expected}\n"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(2));
}

/// A file for one test.
fn temporary_file(name: &str, bytes: &[u8]) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, bytes).expect("the folder of the tests is writable");
    path
}

#[test]
fn bad_networks_are_refused_in_a_sentence() {
    let check = |name: &str, bytes: &[u8], expected: &str| {
        let path = temporary_file(name, bytes);
        check_refused(&["--network", &path], &format!("{path}: {expected}"));
    };
    let whole = Weights::random(Shape::new(1, 32), 1).to_bytes();
    check("empty.net", b"", "not a file of network weights");
    check("record.net", b"(;GM[1]SZ[9];B[ee])", "not a file of network weights");
    let cut = &whole[..whole.len() / 2];
    let sentence = format!("network of {} bytes, expected {}", cut.len(), whole.len());
    check("cut.net", cut, &sentence);
    let mut newer = whole.clone();
    newer[8] = 9;
    check("newer.net", &newer, "network of version 9, expected version 1");
    let mut damaged = whole;
    damaged[1_000] ^= 1;
    check("damaged.net", &damaged, "network file is damaged, its hash is wrong");
    check_refused(
        &["--network", "/nowhere/a.net"],
        "cannot read /nowhere/a.net: there is no such file",
    );
    check_refused(
        &["--network", "a.net", "--no-network"],
        "--network <FILE> cannot be used with --no-network",
    );
}

#[test]
fn another_network_plays() {
    let random = Weights::random(Shape::new(1, 32), 1).to_bytes();
    let path = temporary_file("random.net", &random);
    let first_move = |arguments: &[&str]| {
        let arguments = [&["--playouts", "20", "--seed", "1"], arguments].concat();
        answers(&arguments, "boardsize 9\ngenmove b\n")
    };
    assert_ne!(first_move(&["--network", &path]), first_move(&[]));
}

#[test]
fn boards_without_a_network_are_named_once() {
    let commands = "boardsize 6\ngenmove b\ngenmove w\n";
    let note = "tengen: the network plays on square boards from 7x7 to 19x19; \
                on 6x6 the classical search takes over\n";
    for (arguments, expected) in
        [(&["--playouts", "5"][..], note), (&["--playouts", "5", "--no-network"], "")]
    {
        let output = tengen_gtp(arguments, commands);
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn wrong_arguments() {
    check_refused(&["--level", "god"], &format!("--level god: {ParseLevelError}"));
    check_refused(
        &["--level", "light", "--playouts", "5"],
        "--level <NAME> cannot be used with --playouts <N>",
    );
    check_refused(
        &["--parameter", "speed=1"],
        &format!(
            "--parameter speed=1: not a parameter, expected a number from 0 for one of {}",
            Parameters::NAMES.join(", ")
        ),
    );
    check_refused(
        &["--playouts", "-5"],
        "--playouts -5: not a number of playouts, expected a whole number, at least 1",
    );
    check_refused(&["--time", "0"], "--time 0: not a time, expected seconds such as 5 or 0.5");
    check_refused(&["--time", "NaN"], "--time NaN: not a time, expected seconds such as 5 or 0.5");
    check_refused(
        &["--threads", "0"],
        "--threads 0: not a number of threads, expected a whole number from 1 to 1024",
    );
    check_refused(
        &["--memory", "all"],
        "--memory all: not an amount of memory, expected a whole number of mebibytes from 1 to 65536",
    );
    check_refused(
        &["--seed", "-1"],
        "--seed -1: not a seed, expected a whole number from 0 to 18446744073709551615",
    );
}
