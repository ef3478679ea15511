//! Text of files, made harmless for a terminal.

/// Text of a file on one line, without anything that a terminal would obey.
pub(crate) fn clean(text: &str) -> String {
    let is_harmful = |c: char| {
        c.is_control()
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}')
            || c == '\u{FEFF}'
    };
    let clean = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        c if is_harmful(c) => '\u{FFFD}',
        c => c,
    };
    text.chars().map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_no_orders_to_the_terminal() {
        for text in ["\u{1b}[31mred", "a\u{202e}b", "a\nb\r\u{7}", "\u{9b}2J", "x\u{feff}"] {
            let clean = clean(text);
            assert!(!clean.chars().any(|c| c.is_control() || c == '\u{202e}'), "{clean:?}");
        }
        assert_eq!(clean("李世乭 <b>é</b>"), "李世乭 <b>é</b>");
    }
}
