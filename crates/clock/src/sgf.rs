//! Time controls as the properties TM and OT of SGF.

use std::time::Duration;

use crate::{TimeControl, seconds};

impl TimeControl {
    /// The values of TM and OT, where there is something to say.
    ///
    /// OT is free text by the format; this is what servers write.
    pub fn to_sgf(self) -> (Option<String>, Option<String>) {
        let text = seconds::to_text;
        let (main, overtime) = match self {
            TimeControl::None => return (None, None),
            TimeControl::Absolute { main } => (main, None),
            TimeControl::Simple { per_move } => {
                (Duration::ZERO, Some(format!("1x{} byo-yomi", text(per_move))))
            }
            TimeControl::Fischer { initial, increment, .. } => {
                (initial, Some(format!("{} fischer", text(increment))))
            }
            TimeControl::ByoYomi { main, periods, period } => {
                (main, Some(format!("{periods}x{} byo-yomi", text(period))))
            }
            TimeControl::Canadian { main, block, stones } => {
                (main, Some(format!("{stones}/{} Canadian", text(block))))
            }
        };
        (Some(text(main)), overtime)
    }

    /// The time control that TM and OT name, if OT is in one of the usual
    /// forms: `3x30 byo-yomi`, `25/300 Canadian`, `10 fischer`, with or
    /// without units.
    pub fn from_sgf(main: Option<&str>, overtime: Option<&str>) -> Option<TimeControl> {
        let main = match main.map(str::trim) {
            Some(text) if !text.is_empty() => seconds::from_text(text)?,
            _ => Duration::ZERO,
        };
        let overtime = overtime.map(str::trim).unwrap_or_default();
        if overtime.is_empty() || overtime == "none" {
            return (!main.is_zero()).then_some(TimeControl::Absolute { main });
        }
        let form = overtime.split_whitespace().next()?;
        format!("{}s+{form}", seconds::to_text(main)).parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(control: &str, main: Option<&str>, overtime: Option<&str>) {
        let control: TimeControl = control.parse().unwrap();
        let (tm, ot) = control.to_sgf();
        assert_eq!((tm.as_deref(), ot.as_deref()), (main, overtime));
        if control != TimeControl::None {
            assert_eq!(TimeControl::from_sgf(main, overtime), Some(control));
        }
    }

    #[test]
    fn written_and_read() {
        check("none", None, None);
        check("10m", Some("600"), None);
        check("5m+10s", Some("300"), Some("10 fischer"));
        check("5m+3x30s", Some("300"), Some("3x30 byo-yomi"));
        check("0s+5x10s", Some("0"), Some("5x10 byo-yomi"));
        check("5m+25/5m", Some("300"), Some("25/300 Canadian"));
    }

    #[test]
    fn other_forms() {
        let read = TimeControl::from_sgf;
        assert_eq!(read(Some("300"), Some("3x30s byo-yomi")), "5m+3x30s".parse().ok());
        assert_eq!(read(None, Some("25/5m Canadian")), "0s+25/5m".parse().ok());
        assert_eq!(read(Some("60"), Some("as we like it")), None);
        assert_eq!(read(None, None), None);
    }

    #[test]
    fn time_for_a_move_is_one_period() {
        let simple: TimeControl = "30s/move".parse().unwrap();
        assert_eq!(simple.to_sgf(), (Some("0".to_owned()), Some("1x30 byo-yomi".to_owned())));
    }
}
