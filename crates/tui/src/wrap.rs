//! Texts in lines of some width, between words where that is possible.

use ratatui::text::Span;

/// Wraps a text at this many columns; words that are longer are broken.
pub(crate) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= usize::from(width) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(broken(word, width)),
        }
    }
    lines
}

/// The lines of a text, each wrapped; empty lines stay.
pub(crate) fn wrapped_lines(text: &str, width: u16) -> Vec<String> {
    let line = |line: &str| match wrapped(line, width) {
        lines if lines.is_empty() => vec![String::new()],
        lines => lines,
    };
    text.lines().flat_map(line).collect()
}

/// A word in pieces that fit.
fn broken(word: &str, width: u16) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for letter in word.chars() {
        let n_columns = pieces.last().map_or(0, |it| columns(it));
        let is_full = n_columns + columns(letter.encode_utf8(&mut [0; 4])) > usize::from(width);
        match pieces.last_mut() {
            Some(piece) if !is_full || piece.is_empty() => piece.push(letter),
            _ => pieces.push(letter.to_string()),
        }
    }
    pieces
}

fn columns(text: &str) -> usize {
    Span::raw(text).width()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_together() {
        assert_eq!(wrapped("two eyes live", 8), ["two eyes", "live"]);
        assert_eq!(wrapped("territory", 10), ["territory"]);
        assert!(wrapped("", 4).is_empty());
    }

    #[test]
    fn long_words_and_wide_letters_are_broken() {
        assert_eq!(wrapped("a territory", 5), ["a", "terri", "tory"]);
        assert_eq!(wrapped("李世乭九段", 4), ["李世", "乭九", "段"]);
        assert_eq!(wrapped_lines("one\n\ntwo three", 5), ["one", "", "two", "three"]);
    }
}
