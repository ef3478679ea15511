//! Session scripts: actions in, views out, as text.
//!
//! A file in `data` begins with comments (`%`) and what the game is played
//! with (`setup:`, or `record:` for one that is opened, and `review:` for one
//! that is edited). What follows is a
//! transcript: the time in seconds and an action (`>`), then effects (`!`),
//! the reason why it was refused (`?`), or what was asked for: the view with
//! `show`, the session with `sgf`, the record with `record`. With `restart`,
//! the session goes on from the last that was saved. With `BLESS=1` in the
//! environment, the files become what happens: look at the difference before
//! it is kept.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod driver;
mod edit;
mod journal;
mod parse;
mod random;
mod random_game;
mod show;
mod undo;
mod viewers;

use std::env;
use std::fs;
use std::path::Path;

use driver::Driver;

/// What the file should be, line by line.
///
/// Comments and empty lines stay before the command that they are about.
fn transcript(file: &str) -> Vec<String> {
    let head = file.lines().take_while(|line| !line.starts_with('>')).map(String::from);
    let mut lines: Vec<String> = head.collect();
    let mut driver = Driver::new(&lines);
    let mut comments = Vec::new();
    for line in file.lines().skip(lines.len()) {
        match line.strip_prefix("> ") {
            Some(command) => {
                lines.append(&mut comments);
                lines.push(line.to_owned());
                lines.extend(driver.run(command));
            }
            None if line.starts_with('%') || line.is_empty() => comments.push(line.to_owned()),
            None => comments.clear(),
        }
    }
    lines
}

#[test]
fn scripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let n_files = files.map(|path| check_script(&path)).count();
    assert!(n_files > 3);
}

fn check_script(path: &Path) {
    let file = fs::read_to_string(path).expect("scripts are text");
    let lines = transcript(&file);
    let n_equal = lines.iter().zip(file.lines()).take_while(|(is, should)| is == should).count();
    let text = lines.join("\n");
    let text = text.trim_end();
    if env::var_os("BLESS").is_some() {
        fs::write(path, format!("{text}\n")).expect("scripts can be written");
        return;
    }
    let place = format!("{}:{}", path.display(), n_equal + 1);
    assert!(text == file.trim_end(), "{place}: the script goes\n{text}");
}
