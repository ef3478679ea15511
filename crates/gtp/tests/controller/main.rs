//! The controller against an engine that misbehaves, `examples/unruly.rs`,
//! as a real process.

mod analysis;
mod failure;
mod play;
mod stub;

use tengen_gtp::controller::{Controller, Error};

#[test]
#[cfg(target_os = "linux")]
fn processor_time_is_counted_over_deaths_and_restarts() {
    use std::time::Duration;

    let mut engine = stub::start("crash");
    let is_counted = |engine: &mut Controller, since: Duration| {
        engine.ask("unruly-spin", stub::PATIENT).unwrap();
        engine.cpu_time().unwrap() > since
    };
    assert!((0..1000).any(|_| is_counted(&mut engine, Duration::ZERO)));
    let before = engine.cpu_time().unwrap();
    engine.ask("genmove black", stub::PATIENT).unwrap_err();
    assert!(engine.cpu_time().unwrap() >= before);
    engine.restart().unwrap();
    assert!((0..1000).any(|_| is_counted(&mut engine, before)));
}

#[test]
fn controllers_can_be_sent_to_other_threads() {
    const fn is_send<T: Send>() {}
    is_send::<Controller>();
    is_send::<Error>();
}
