//! Logs, as lines on standard error.

use tracing::Level;

/// Names how much is logged.
const LEVEL: &str = "TENGEN_LOG";

/// Has everything logged on standard error, from warnings on or as the
/// environment variable `TENGEN_LOG` says: error, warn, info, debug or trace.
pub fn log_to_stderr() {
    let level = std::env::var(LEVEL).ok().and_then(|it| it.parse().ok()).unwrap_or(Level::WARN);
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr);
    // Where logs go already, they stay.
    let _ = log.with_target(false).try_init();
}
