//! The program as it is called.

use std::process::Command;

#[track_caller]
fn check_refused(arguments: &[&str], expected: &str) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tengen-desktop"));
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        program.env_remove(name);
    }
    let output = program.args(arguments).output().expect("the program was built");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, format!("tengen-desktop: {expected}\n"));
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    check_refused(&["--speed"], "unknown option --speed, expected a file or --help");
    let too_many = "too many arguments, expected one file or one link";
    check_refused(&["one.sgf", "two.sgf"], too_many);
    check_refused(&["--join", "http://box/g/abc", "two.sgf"], too_many);
    check_refused(&["--join"], "--join needs a link, such as http://HOST/g/GAME");
}

// Elsewhere, there is a screen whatever the environment says.
#[cfg(target_os = "linux")]
#[test]
fn no_screen_is_one_sentence() {
    check_refused(
        &[],
        "there is no screen for a window, expected one that DISPLAY or WAYLAND_DISPLAY names; in \
         a terminal, tengen is the program to run",
    );
}
