//! Key chords as data: read from settings, printed in help, looked up.
//!
//! How a front end receives keys is its own affair: it makes a [`Chord`] of
//! each and asks a [`KeyTable`].

mod table;

use std::error::Error;
use std::fmt;
use std::str::FromStr;

pub use table::{KeyProblem, KeyTable};

/// A key of the keyboard.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Key {
    /// A key that types a character; a capital letter includes Shift.
    Char(char),
    /// Arrow to the left.
    Left,
    /// Arrow to the right.
    Right,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Enter or Return.
    Enter,
    /// The space bar.
    Space,
    /// Escape.
    Escape,
    /// Tab.
    Tab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// F1 to F12, by number.
    Function(u8),
}

/// A named key: in settings, on keyboards.
struct NamedKey {
    key: Key,
    name: &'static str,
    label: &'static str,
}

const fn named(key: Key, name: &'static str, label: &'static str) -> NamedKey {
    NamedKey { key, name, label }
}

const NAMED: [NamedKey; 14] = [
    named(Key::Left, "left", "←"),
    named(Key::Right, "right", "→"),
    named(Key::Up, "up", "↑"),
    named(Key::Down, "down", "↓"),
    named(Key::Enter, "enter", "Enter"),
    named(Key::Space, "space", "Space"),
    named(Key::Escape, "esc", "Esc"),
    named(Key::Tab, "tab", "Tab"),
    named(Key::Backspace, "backspace", "Backspace"),
    named(Key::Delete, "delete", "Delete"),
    named(Key::Home, "home", "Home"),
    named(Key::End, "end", "End"),
    named(Key::PageUp, "pageup", "Page Up"),
    named(Key::PageDown, "pagedown", "Page Down"),
];

/// The modifier keys of a chord.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Modifiers {
    /// Control, or Command on a Mac.
    pub control: bool,
    /// Alt or Option.
    pub alt: bool,
    /// Shift.
    pub shift: bool,
}

/// A key with the modifiers that are held down.
///
/// Written as `p`, `R`, `ctrl-p`, `ctrl-shift-s`, `pageup`, `f2`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Chord {
    key: Key,
    modifiers: Modifiers,
}

impl Chord {
    /// The chord of a key and its modifiers.
    ///
    /// A character carries its own Shift: `R` is the same with and without it.
    /// A typed space is the space bar.
    pub const fn new(key: Key, modifiers: Modifiers) -> Chord {
        let key = match key {
            Key::Char(' ') => Key::Space,
            Key::Char(letter) if modifiers.shift => Key::Char(letter.to_ascii_uppercase()),
            key => key,
        };
        let shift = modifiers.shift && !matches!(key, Key::Char(_));
        Chord { key, modifiers: Modifiers { shift, ..modifiers } }
    }

    /// A key by itself.
    pub const fn plain(key: Key) -> Chord {
        Chord::new(key, Modifiers { control: false, alt: false, shift: false })
    }

    /// The key.
    pub const fn key(self) -> Key {
        self.key
    }

    /// The modifiers; never Shift with a character.
    pub const fn modifiers(self) -> Modifiers {
        self.modifiers
    }

    /// As keyboards and menus write it: `Ctrl+Shift+S`, `Page Up`, `←`.
    pub fn label(self) -> String {
        let Modifiers { control, alt, shift } = self.modifiers;
        let is_held = control || alt;
        let is_capital = matches!(self.key, Key::Char(it) if it.is_uppercase());
        let mut words = Vec::new();
        let held = [(control, "Ctrl"), (alt, "Alt"), (shift || is_held && is_capital, "Shift")];
        words.extend(held.iter().filter(|it| it.0).map(|it| it.1.to_owned()));
        words.push(match self.key {
            Key::Char(letter) if is_held => letter.to_uppercase().to_string(),
            Key::Char(letter) => letter.to_string(),
            Key::Function(number) => format!("F{number}"),
            key => name_of(key).map_or_else(String::new, |it| it.label.to_owned()),
        });
        words.join("+")
    }
}

fn name_of(key: Key) -> Option<&'static NamedKey> {
    NAMED.iter().find(|it| it.key == key)
}

/// Writes a chord as settings have it.
impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Modifiers { control, alt, shift } = self.modifiers;
        let is_capital = matches!(self.key, Key::Char(it) if it.is_ascii_uppercase());
        let is_spelled_out = (control || alt) && is_capital;
        let mut text = String::new();
        let held = [(control, "ctrl-"), (alt, "alt-"), (shift || is_spelled_out, "shift-")];
        text.extend(held.iter().filter(|it| it.0).map(|it| it.1));
        match self.key {
            Key::Char(letter) if is_spelled_out => text.push(letter.to_ascii_lowercase()),
            Key::Char(letter) => text.push(letter),
            Key::Function(number) => text.extend(["f".to_owned(), number.to_string()]),
            key => text.push_str(name_of(key).map_or("", |it| it.name)),
        }
        f.pad(&text)
    }
}

impl FromStr for Chord {
    type Err = ParseChordError;

    fn from_str(text: &str) -> Result<Chord, ParseChordError> {
        let error = || ParseChordError(text.to_owned());
        let (control, rest) = strip(text, "ctrl-");
        let (alt, rest) = strip(rest, "alt-");
        let (shift, rest) = strip(rest, "shift-");
        let mut letters = rest.chars();
        let key = match (letters.next(), letters.next()) {
            (None, _) => None,
            (Some(letter), None) => Some(Key::Char(letter)),
            _ => named_key(rest),
        };
        Ok(Chord::new(key.ok_or_else(error)?, Modifiers { control, alt, shift }))
    }
}

fn strip<'a>(text: &'a str, prefix: &str) -> (bool, &'a str) {
    match text.strip_prefix(prefix) {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, text),
    }
}

fn named_key(text: &str) -> Option<Key> {
    if let Some(found) = NAMED.iter().find(|it| it.name == text) {
        return Some(found.key);
    }
    let number = text.strip_prefix('f')?.parse().ok()?;
    (1..=12).contains(&number).then_some(Key::Function(number))
}

/// A text is not the name of a key chord.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ParseChordError(pub String);

impl fmt::Display for ParseChordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown key {}, expected one like p, ctrl-p or pageup", self.0)
    }
}

impl Error for ParseChordError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn chord(text: &str) -> Chord {
        text.parse().unwrap()
    }

    #[test]
    fn chords_are_labeled_as_on_keyboards() {
        let labels = ["p", "R", "ctrl-shift-s", "pageup", "f2", "ctrl-left", "?", "shift-f3"];
        let labels = labels.map(|it| chord(it).label());
        assert_eq!(labels, ["p", "R", "Ctrl+Shift+S", "Page Up", "F2", "Ctrl+←", "?", "Shift+F3"]);
    }

    #[test]
    fn text_is_read_back() {
        let all = ["p", "R", "ctrl-p", "ctrl-shift-s", "alt-x", "pageup", "shift-left", "f12"];
        for text in all {
            assert_eq!(chord(text).to_string(), text);
        }
    }

    #[test]
    fn what_is_no_chord_is_refused() {
        for text in ["", "f13", "f0", "fx", "hyper-x", "ctrl-alt-del"] {
            assert_eq!(text.parse::<Chord>(), Err(ParseChordError(text.to_owned())));
        }
    }

    #[test]
    fn shift_belongs_to_the_character() {
        let held = Modifiers { shift: true, ..Modifiers::default() };
        assert_eq!(Chord::new(Key::Char('R'), held), chord("R"));
        assert_eq!(Chord::new(Key::Char('?'), held), chord("?"));
        assert_eq!(chord("ctrl-shift-s"), chord("ctrl-S"));
        assert_ne!(Chord::new(Key::Left, held), chord("left"));
        assert_eq!(Chord::plain(Key::Char(' ')), chord("space"));
    }
}
