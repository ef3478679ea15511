//! A key with what is held down, and how it is written.

use iced::keyboard::key::Named;
use iced::keyboard::{self, Modifiers};

/// A key with what is held down.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub(super) struct Key {
    code: Code,
    has_control: bool,
    has_alt: bool,
    /// For keys without a letter: a capital letter says it by itself.
    has_shift: bool,
}

#[derive(Clone, Debug, Eq, PartialEq, Hash)]
enum Code {
    Letter(char),
    Named(Named),
}

const NAMES: [(&str, Named); 14] = [
    ("left", Named::ArrowLeft),
    ("right", Named::ArrowRight),
    ("up", Named::ArrowUp),
    ("down", Named::ArrowDown),
    ("enter", Named::Enter),
    ("space", Named::Space),
    ("esc", Named::Escape),
    ("tab", Named::Tab),
    ("backspace", Named::Backspace),
    ("delete", Named::Delete),
    ("home", Named::Home),
    ("end", Named::End),
    ("pageup", Named::PageUp),
    ("pagedown", Named::PageDown),
];

const FUNCTION_KEYS: [Named; 12] = [
    Named::F1,
    Named::F2,
    Named::F3,
    Named::F4,
    Named::F5,
    Named::F6,
    Named::F7,
    Named::F8,
    Named::F9,
    Named::F10,
    Named::F11,
    Named::F12,
];

impl Key {
    /// The key that was pressed; the letter is the one on the screen, be it
    /// capital or small.
    pub(super) fn of(key: &keyboard::Key, held: Modifiers) -> Option<Key> {
        let code = match key {
            keyboard::Key::Named(named) => Code::Named(*named),
            keyboard::Key::Character(text) if text == " " => Code::Named(Named::Space),
            keyboard::Key::Character(text) => Code::Letter(text.chars().next()?),
            keyboard::Key::Unidentified => return None,
        };
        let has_shift = held.shift() && matches!(code, Code::Named(_));
        Some(Key { code, has_control: held.command(), has_alt: held.alt(), has_shift })
    }

    /// Reads `p`, `ctrl-shift-s`, `pageup`.
    pub(super) fn parse(text: &str) -> Option<Key> {
        let (has_control, text) = strip(text, "ctrl-");
        let (has_alt, text) = strip(text, "alt-");
        let (has_shift, text) = strip(text, "shift-");
        let mut letters = text.chars();
        let code = match (letters.next()?, letters.next()) {
            (letter, None) if has_shift => Code::Letter(letter.to_ascii_uppercase()),
            (letter, None) => Code::Letter(letter),
            _ => Code::Named(named(text)?),
        };
        let has_shift = has_shift && matches!(code, Code::Named(_));
        Some(Key { code, has_control, has_alt, has_shift })
    }
}

fn strip<'a>(text: &'a str, prefix: &str) -> (bool, &'a str) {
    match text.strip_prefix(prefix) {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, text),
    }
}

fn named(text: &str) -> Option<Named> {
    if let Some(&(_, named)) = NAMES.iter().find(|(name, _)| *name == text) {
        return Some(named);
    }
    let number: usize = text.strip_prefix('f')?.parse().ok()?;
    FUNCTION_KEYS.get(number.checked_sub(1)?).copied()
}

/// A key as people write it: `Ctrl+Shift+S`.
pub(super) fn shown(name: &str) -> String {
    let mut words = Vec::new();
    let mut rest = name;
    for (prefix, word) in [("ctrl-", "Ctrl"), ("alt-", "Alt"), ("shift-", "Shift")] {
        let (is_there, left) = strip(rest, prefix);
        rest = left;
        if is_there {
            words.push(word.to_owned());
        }
    }
    words.push(match rest {
        "left" => "←".to_owned(),
        "right" => "→".to_owned(),
        "up" => "↑".to_owned(),
        "down" => "↓".to_owned(),
        "pageup" => "Page Up".to_owned(),
        "pagedown" => "Page Down".to_owned(),
        _ if rest.len() > 1 => rest[..1].to_uppercase() + &rest[1..],
        letter if words.is_empty() => letter.to_owned(),
        letter => letter.to_uppercase(),
    });
    words.join("+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_as_people_do() {
        let shown = ["p", "R", "ctrl-shift-s", "pageup", "f2", "ctrl-left", "?"].map(shown);
        assert_eq!(shown, ["p", "R", "Ctrl+Shift+S", "Page Up", "F2", "Ctrl+←", "?"]);
    }

    #[test]
    fn what_is_no_key_is_none() {
        for text in ["", "f13", "f0", "fx", "hyper-x", "ctrl-alt-del"] {
            assert_eq!(Key::parse(text), None, "{text}");
        }
        assert_eq!(Key::parse("ctrl-shift-s"), Key::parse("ctrl-S"));
    }
}
