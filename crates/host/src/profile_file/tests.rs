use std::env;
use std::process::Command;
use std::thread;

use super::*;
use crate::profile::{Played, PlayedResult};

/// A folder for the files of a test, which goes away with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn path(&self) -> PathBuf {
        self.0.join("career.toml")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is in a folder for such things.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn win(reward: u32) -> ProfileEvent {
    ProfileEvent::Played(Played { difficulty: 0, result: PlayedResult::Won, reward, captured: 2 })
}

fn open(path: &Path) -> ProfileFile {
    let (file, problem) = ProfileFile::open(path);
    assert!(problem.is_none(), "{problem:?}");
    file
}

#[test]
fn reward_is_there_after_a_restart() {
    let folder = Folder::new("restart");
    let mut file = open(&folder.path());
    assert_eq!(*file.profile(), Profile::default());
    assert!(!folder.path().exists(), "nothing has happened yet");
    file.record(win(3)).unwrap();
    file.record(ProfileEvent::Found(9)).unwrap();
    let again = open(&folder.path());
    assert_eq!(again.profile(), file.profile());
    assert_eq!((again.profile().prestige, &again.profile().offers[..]), (3, &[9][..]));
}

#[test]
fn two_programs_keep_the_rewards_of_both() {
    let folder = Folder::new("two");
    let (mut one, mut other) = (open(&folder.path()), open(&folder.path()));
    one.record(win(1)).unwrap();
    other.record(win(2)).unwrap();
    assert_eq!((one.profile().prestige, other.profile().prestige), (1, 3));
    one.refresh().unwrap();
    assert_eq!(one.profile(), other.profile());
}

#[test]
fn threads_lose_no_reward() {
    let folder = Folder::new("threads");
    let path = folder.path();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut file = open(&path);
                (0..25).for_each(|_| file.record(win(1)).unwrap());
            });
        }
    });
    assert_eq!(open(&path).profile().prestige, 100);
}

const FOR_CHILD: &str = "TENGEN_TEST_PROFILE";

/// What each process of the next test does; by itself, it does nothing.
#[test]
fn process_records_wins() {
    if let Some(path) = env::var_os(FOR_CHILD) {
        let mut file = open(Path::new(&path));
        (0..25).for_each(|_| file.record(win(1)).unwrap());
    }
}

#[test]
fn processes_lose_no_reward() {
    let folder = Folder::new("processes");
    let program = env::current_exe().unwrap();
    let start = || {
        let mut command = Command::new(&program);
        command.args(["--exact", "profile_file::tests::process_records_wins", "--quiet"]);
        command.env(FOR_CHILD, folder.path()).stdout(std::process::Stdio::null());
        command.spawn().unwrap()
    };
    for mut child in [start(), start(), start()] {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(open(&folder.path()).profile().prestige, 75);
}

#[test]
fn challenge_that_another_program_has_answered_is_gone() {
    let folder = Folder::new("offer");
    let mut one = open(&folder.path());
    one.record(ProfileEvent::Found(5)).unwrap();
    let mut other = open(&folder.path());
    one.record(ProfileEvent::Answered(5)).unwrap();
    other.record(ProfileEvent::Walked(10)).unwrap();
    assert_eq!(*other.profile(), Profile { ticks: 10, ..Profile::default() });
}

#[test]
fn damaged_profile_is_set_aside() {
    let folder = Folder::new("damaged");
    let path = folder.path();
    for (idx, text) in ["prestige = ", "prestige = 'much'", "", "\u{0}"].iter().enumerate() {
        fs::write(&path, text).unwrap();
        let mut file = open(&path);
        let name = if idx == 0 {
            "career-damaged.toml"
        } else {
            &format!("career-damaged-{}.toml", idx + 1)
        };
        let moved = folder.0.join(name);
        assert_eq!(file.take_set_aside(), Some(moved.clone()));
        assert_eq!(file.take_set_aside(), None);
        assert_eq!(fs::read_to_string(moved).unwrap(), *text);
        assert_eq!(*file.profile(), Profile::default());
        file.record(win(1)).unwrap();
        assert_eq!(open(&path).profile().prestige, 1);
    }
    fs::write(&path, [0xff, 0xfe]).unwrap();
    assert!(open(&path).take_set_aside().is_some());
}

#[test]
fn profile_that_is_damaged_meanwhile_is_written_again() {
    let folder = Folder::new("meanwhile");
    let mut file = open(&folder.path());
    file.record(win(5)).unwrap();
    fs::write(folder.path(), "oops").unwrap();
    file.record(win(1)).unwrap();
    assert!(file.take_set_aside().is_some());
    assert_eq!(open(&folder.path()).profile().prestige, 6);
}

#[test]
fn what_cannot_be_written_is_written_later() {
    let folder = Folder::new("later");
    let mut file = open(&folder.path());
    // A folder is where the file should be.
    fs::create_dir(folder.path()).unwrap();
    file.record(win(2)).unwrap_err();
    assert_eq!(file.profile().prestige, 2);
    fs::remove_dir(folder.path()).unwrap();
    file.record(win(1)).unwrap();
    assert_eq!(open(&folder.path()).profile().prestige, 3);
}

#[test]
fn nobody_writes_while_another_has_the_lock() {
    let folder = Folder::new("locked");
    let path = folder.path();
    let mut file = open(&path);
    file.patience = Duration::ZERO;
    let held = lock(&path, Duration::ZERO).unwrap();
    assert!(matches!(file.record(win(1)), Err(ProfileFileError::Locked(_))));
    drop(held);
    file.record(win(1)).unwrap();
    assert_eq!(open(&path).profile().prestige, 2);
}

#[test]
fn without_a_place_nothing_is_kept() {
    let mut file = ProfileFile::in_memory();
    file.record(ProfileEvent::Found(1)).unwrap();
    file.record(win(1)).unwrap();
    file.refresh().unwrap();
    assert_eq!((file.profile().prestige, file.profile().offers.len()), (1, 1));
}
