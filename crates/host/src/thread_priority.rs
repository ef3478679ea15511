//! The priority of a thread.

/// How much a thread gives way: to one of normal priority, nine parts in ten.
///
/// With less, a thread that was held up within the allocator or the kernel
/// would have what it locked there for too long.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lets everything else go before this thread, and before the threads and
/// programs that it starts.
#[cfg(target_os = "linux")]
pub(crate) fn lower() {
    // On Linux a priority is that of one thread, here the one that calls. A
    // thread that must not lower it thinks as before.
    let own = rustix::process::getpriority_process(None).unwrap_or(0);
    let _ = rustix::process::setpriority_process(None, (own + NICENESS).min(19));
}

/// Elsewhere a priority would be that of the whole program.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lower() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn one_thread_is_lowered_and_no_other() {
        let own = rustix::process::getpriority_process(None).unwrap();
        let lowered = std::thread::spawn(|| {
            lower();
            rustix::process::getpriority_process(None).unwrap()
        });
        assert_eq!(lowered.join().unwrap(), (own + NICENESS).min(19));
        assert_eq!(rustix::process::getpriority_process(None).unwrap(), own);
    }
}
