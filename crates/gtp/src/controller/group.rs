//! What differs between systems: groups of processes.

use std::process::{Child, Command};
use std::time::Duration;

#[cfg(unix)]
use std::os::unix::process::CommandExt;

#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// Has the program start in a group of its own.
#[cfg(unix)]
pub(super) fn separate(command: &mut Command) {
    command.process_group(0);
}

/// Kills a process and all of its group.
#[cfg(unix)]
pub(super) fn kill(child: &mut Child) {
    // If there is nothing to kill, all is well.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

/// Whether a process has exited; its number stays taken until it is waited
/// for.
#[cfg(unix)]
pub(super) fn has_exited(child: &mut Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

/// Systems without groups of processes have nothing to prepare.
#[cfg(not(unix))]
pub(super) fn separate(_: &mut Command) {}

/// Kills a process; its children are beyond reach.
#[cfg(not(unix))]
pub(super) fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// Whether a process has exited.
#[cfg(not(unix))]
pub(super) fn has_exited(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// The processor time that a group of processes has used.
#[cfg(target_os = "linux")]
pub(super) fn cpu_time(child: &Child) -> Option<Duration> {
    let processes = std::fs::read_dir("/proc").ok()?.filter_map(Result::ok);
    let stats = processes.filter_map(|it| std::fs::read_to_string(it.path().join("stat")).ok());
    let n_ticks: u64 = stats.filter_map(|stat| ticks(&stat, child.id())).sum();
    let ticks_per_second = rustix::param::clock_ticks_per_second().max(1);
    Some(Duration::from_millis(n_ticks * 1000 / ticks_per_second))
}

/// This system does not say what a group has used.
#[cfg(not(target_os = "linux"))]
pub(super) fn cpu_time(_: &Child) -> Option<Duration> {
    None
}

/// The time of a process, and of its children that are no more, if it
/// belongs to the group.
#[cfg(target_os = "linux")]
fn ticks(stat: &str, group: u32) -> Option<u64> {
    // The name of the program, in parentheses, may contain anything. The
    // fields behind it are state, parent, group, and eight others before the
    // times of user and system, for itself and for its children.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
    if fields.get(2)?.parse() != Ok(group) {
        return None;
    }
    Some(fields.get(11..15)?.iter().filter_map(|it| it.parse::<u64>().ok()).sum())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn times_of_a_group() {
        let stat = "17 (a ) b 3) S 1 16 16 0 -1 4194560 9 0 0 0 100 20 3 4 20 0 1 0 99";
        assert_eq!(ticks(stat, 16), Some(127));
        assert_eq!(ticks(stat, 17), None);
        assert_eq!(ticks("", 17), None);
    }
}
