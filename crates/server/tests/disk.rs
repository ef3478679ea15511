//! A server whose disk is full.
//!
//! The disk is a small one in memory, which only root can mount: elsewhere the
//! tests say that they do nothing.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod client;

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use client::{BY_LINK, Browser, TestFolder, start, try_start, two_players};
use serde_json::json;

/// A disk of a megabyte in memory, which is gone with the value.
struct SmallDisk(TestFolder);

impl SmallDisk {
    fn mount() -> Option<SmallDisk> {
        let folder = TestFolder::new();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=1m", "tengen-test"]).arg(&folder.0);
        let is_mounted = mount.stderr(Stdio::null()).status().is_ok_and(|it| it.success());
        if !is_mounted {
            #[expect(clippy::print_stderr, reason = "nothing else tells it")]
            {
                eprintln!("skipped: a full disk, which needs the right to mount one");
            }
        }
        is_mounted.then_some(SmallDisk(folder))
    }

    fn folder(&self) -> &Path {
        &self.0.0
    }

    fn ballast(&self) -> std::path::PathBuf {
        self.folder().join("ballast")
    }

    /// Fills the disk to the last byte.
    fn fill(&self) {
        let mut file = File::create(self.ballast()).unwrap();
        let mut chunk = &[0_u8; 1 << 12][..];
        while !chunk.is_empty() {
            match file.write(chunk) {
                Ok(n) if n > 0 => (),
                _ => chunk = &chunk[..chunk.len() / 2],
            }
        }
    }

    fn set_read_only(&self) {
        let mut mount = Command::new("mount");
        mount.args(["-o", "remount,ro"]).arg(self.folder()).stderr(Stdio::null());
        // It takes a moment until the threads of a store have closed its files.
        assert!((0..1_000).any(|_| mount.status().unwrap().success()));
    }

    fn clear(&self) {
        fs::remove_file(self.ballast()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // What cannot be unmounted is seen by who looks at the list of mounts.
        let _ = Command::new("umount").arg("-l").arg(self.folder()).status();
    }
}

#[test]
fn moves_on_a_full_disk_are_refused_and_made_when_there_is_room() {
    let Some(disk) = SmallDisk::mount() else { return };
    let server = start(disk.folder());
    let (game, [mut ana, _], [mut black, mut white]) = two_players(server.address(), BY_LINK);
    black.ok(json!({"t": "play", "n": 0, "at": "D4"}));
    white.wait_for_move(1);
    disk.fill();
    let points = ["E5", "E4", "F5", "F4", "G5", "G4"];
    let mut play = |n: usize| {
        let mover = if n % 2 == 1 { &mut white } else { &mut black };
        mover.command(json!({"t": "play", "n": n, "at": points[n - 1]}))
    };
    // What is left of the last page may take a move or two.
    let mut n = 1;
    let refused = loop {
        let answer = play(n);
        if answer["t"] == "no" {
            break answer;
        }
        n += 1;
    };
    assert_eq!(refused["why"], "not_stored");
    let text = refused["text"].as_str().unwrap();
    assert!(text.contains("cannot store the game"), "{text}");
    // Pages can be read, games are not lost, and new ones are refused.
    let moves = |browser: &mut Browser| {
        let state = browser.get(&format!("/g/{game}/state"));
        let state: serde_json::Value = serde_json::from_slice(&state.body).unwrap();
        state["moves"].as_str().unwrap().split(' ').count()
    };
    assert_eq!(moves(&mut ana), n);
    let answer = ana.post("/games", BY_LINK);
    assert_eq!(answer.status, 503);
    assert!(answer.text().contains("nothing has happened"), "{}", answer.text());
    disk.clear();
    assert_eq!(play(n)["t"], "ok");
    drop((black, white));
    server.stop();
    let server = start(disk.folder());
    let mut ana = Browser { address: server.address(), ..ana };
    assert_eq!(moves(&mut ana), n + 1);
}

#[test]
fn server_does_not_start_where_it_cannot_write() {
    let Some(disk) = SmallDisk::mount() else { return };
    start(disk.folder()).stop();
    disk.set_read_only();
    let error = try_start(disk.folder()).unwrap_err().to_string();
    // It depends on whether the log of the last server was already gone.
    let reasons = ["attempt to write a readonly database", "unable to open database file"];
    let names_it = error.contains("tengen.sqlite");
    assert!(names_it && reasons.iter().any(|it| error.ends_with(it)), "{error}");
}
