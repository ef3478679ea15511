//! Exact decimal seconds.

use std::time::Duration;

/// Seconds with as many decimals as needed.
pub(crate) fn to_text(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(crate) fn from_text(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let nanos = format!("{fraction:0<9}");
    Some(Duration::new(whole.parse().ok()?, nanos.get(..9)?.parse().ok()?))
}
