//! Which key does what, by names that a player can change.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for; each screen knows what it means there.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Command {
    /// To the left, or one move back.
    Left,
    /// To the right, or one move forward.
    Right,
    /// Up, or to the variation above.
    Up,
    /// Down, or to the variation below.
    Down,
    /// Do what is under the cursor.
    Confirm,
    /// Leave what is open.
    Cancel,
    /// Pass.
    Pass,
    /// Take back.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Show good moves.
    Hint,
    /// Show who will own what.
    Estimate,
    /// Have every position analyzed, or no longer.
    Analyze,
    /// Show the numbers of moves.
    Numbers,
    /// Show coordinates.
    Coordinates,
    /// Set up a new game.
    NewGame,
    /// Choose a record.
    Open,
    /// Write the game to a file.
    Save,
    /// Look through the record.
    Browse,
    /// Say which keys there are.
    Help,
    /// Type a point or a command.
    Prompt,
    /// Give up.
    Resign,
    /// Leave.
    Quit,
    /// One move back.
    Back,
    /// One move forward.
    Forward,
    /// To the start of the game.
    First,
    /// To the end of the game.
    Last,
    /// Ten moves back.
    PageBack,
    /// Ten moves forward.
    PageForward,
    /// Have the engine move at once.
    MoveNow,
    /// Stop the clocks, or let them run again.
    Pause,
    /// Agree with what is taken for dead.
    Agree,
    /// Play on from here.
    PlayOn,
}

/// Names and usual keys, in the order in which help shows them.
const TABLE: &[(Command, &str, &[&str])] = &[
    (Command::Left, "left", &["left", "h"]),
    (Command::Right, "right", &["right", "l"]),
    (Command::Up, "up", &["up", "k"]),
    (Command::Down, "down", &["down", "j"]),
    (Command::Confirm, "confirm", &["enter", "space"]),
    (Command::Cancel, "cancel", &["esc"]),
    (Command::Pass, "pass", &["p"]),
    (Command::Undo, "undo", &["u"]),
    (Command::Redo, "redo", &["r"]),
    (Command::Hint, "hint", &["i"]),
    (Command::Estimate, "estimate", &["t"]),
    (Command::Analyze, "analyze", &["A"]),
    (Command::Numbers, "numbers", &["m"]),
    (Command::Coordinates, "coordinates", &["c"]),
    (Command::NewGame, "new-game", &["n"]),
    (Command::Open, "open", &["o"]),
    (Command::Save, "save", &["s"]),
    (Command::Browse, "browse", &["b"]),
    (Command::Help, "help", &["?", "f1"]),
    (Command::Prompt, "prompt", &[":"]),
    (Command::Resign, "resign", &["R"]),
    (Command::Quit, "quit", &["q"]),
    (Command::Back, "back", &["[", ","]),
    (Command::Forward, "forward", &["]", "."]),
    (Command::First, "first", &["home", "<"]),
    (Command::Last, "last", &["end", ">"]),
    (Command::PageBack, "page-back", &["pageup"]),
    (Command::PageForward, "page-forward", &["pagedown"]),
    (Command::MoveNow, "move-now", &["!"]),
    (Command::Pause, "pause", &["w"]),
    (Command::Agree, "agree", &["a"]),
    (Command::PlayOn, "play-on", &["g"]),
];

/// A key with what is held down.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
struct Key {
    code: KeyCode,
    has_control: bool,
    has_alt: bool,
}

impl Key {
    fn of(event: KeyEvent) -> Key {
        Key {
            code: event.code,
            has_control: event.modifiers.contains(KeyModifiers::CONTROL),
            has_alt: event.modifiers.contains(KeyModifiers::ALT),
        }
    }

    fn parse(text: &str) -> Option<Key> {
        let (has_control, text) = strip(text, "ctrl-");
        let (has_alt, text) = strip(text, "alt-");
        let mut letters = text.chars();
        let code = match (letters.next()?, letters.next()) {
            (letter, None) => KeyCode::Char(letter),
            _ => named(text)?,
        };
        Some(Key { code, has_control, has_alt })
    }
}

fn strip<'a>(text: &'a str, prefix: &str) -> (bool, &'a str) {
    match text.strip_prefix(prefix) {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, text),
    }
}

fn named(text: &str) -> Option<KeyCode> {
    Some(match text {
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "enter" => KeyCode::Enter,
        "space" => KeyCode::Char(' '),
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        "backspace" => KeyCode::Backspace,
        "delete" => KeyCode::Delete,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "pageup" => KeyCode::PageUp,
        "pagedown" => KeyCode::PageDown,
        _ => {
            let number = text.strip_prefix('f')?.parse().ok()?;
            return (1..=12).contains(&number).then_some(KeyCode::F(number));
        }
    })
}

/// Which key does what.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Keys {
    /// Each with the key as it is written.
    bindings: Vec<(Key, String, Command)>,
}

impl Default for Keys {
    fn default() -> Keys {
        let mut keys = Keys { bindings: Vec::new() };
        for &(command, _, names) in TABLE {
            for name in names {
                let bound = keys.bind(name, command);
                debug_assert!(bound.is_ok(), "the table has keys");
            }
        }
        keys
    }
}

impl Keys {
    /// The usual keys, but for what is named here: `pass` by `p` and `f2`.
    ///
    /// What is named is done only by the keys that are given for it. What
    /// makes no sense is returned, and is as if it were not there.
    pub fn with(changes: &BTreeMap<String, Vec<String>>) -> (Keys, Vec<BadKeys>) {
        let mut keys = Keys::default();
        let mut problems = Vec::new();
        for (name, names) in changes {
            let Some(&(command, ..)) = TABLE.iter().find(|(_, it, _)| it == name) else {
                problems.push(BadKeys::Command(name.clone()));
                continue;
            };
            keys.bindings.retain(|(_, _, it)| *it != command);
            problems.extend(names.iter().filter_map(|key| keys.bind(key, command).err()));
        }
        (keys, problems)
    }

    fn bind(&mut self, name: &str, command: Command) -> Result<(), BadKeys> {
        let key = Key::parse(name).ok_or_else(|| BadKeys::Key(name.to_owned()))?;
        self.bindings.retain(|(it, ..)| *it != key);
        self.bindings.push((key, name.to_owned(), command));
        Ok(())
    }

    /// What a key asks for.
    pub fn command(&self, event: KeyEvent) -> Option<Command> {
        let key = Key::of(event);
        self.bindings.iter().find(|(it, ..)| *it == key).map(|&(.., command)| command)
    }

    /// The first key for a command, as it is written, or nothing.
    pub fn name(&self, command: Command) -> &str {
        let found = self.bindings.iter().find(|(.., it)| *it == command);
        found.map_or("", |(_, name, _)| name)
    }

    /// All keys for a command, as they are written.
    pub fn names(&self, command: Command) -> String {
        let found = self.bindings.iter().filter(|(.., it)| *it == command);
        found.map(|(_, name, _)| name.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// The reason why keys cannot be changed so.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum BadKeys {
    /// There is no such thing to do.
    Command(String),
    /// There is no such key.
    Key(String),
}

impl fmt::Display for BadKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadKeys::Command(name) => {
                let names: Vec<&str> = TABLE.iter().map(|&(_, name, _)| name).collect();
                write!(f, "no keys for \"{name}\", expected one of {}", names.join(", "))
            }
            BadKeys::Key(name) => {
                write!(f, "unknown key {name}, expected one like \"p\", \"ctrl-p\" or \"pageup\"")
            }
        }
    }
}

impl Error for BadKeys {}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode) -> KeyEvent {
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    fn changed(changes: &[(&str, &[&str])]) -> (Keys, Vec<BadKeys>) {
        let own = |names: &[&str]| names.iter().map(|&it| it.to_owned()).collect();
        let changes = changes.iter().map(|&(name, names)| (name.to_owned(), own(names)));
        Keys::with(&changes.collect())
    }

    #[test]
    fn arrows_and_letters_move() {
        let keys = Keys::default();
        assert_eq!(keys.command(press(KeyCode::Left)), Some(Command::Left));
        assert_eq!(keys.command(press(KeyCode::Char('h'))), Some(Command::Left));
        assert_eq!(keys.command(press(KeyCode::Char('R'))), Some(Command::Resign));
        assert_eq!(keys.command(press(KeyCode::Char('r'))), Some(Command::Redo));
        assert_eq!(keys.names(Command::Confirm), "enter space");
    }

    #[test]
    fn no_key_does_two_things() {
        let n_keys: usize = TABLE.iter().map(|(.., names)| names.len()).sum();
        assert_eq!(Keys::default().bindings.len(), n_keys);
    }

    #[test]
    fn keys_are_changed_by_name() {
        let keys = changed(&[("pass", &["f2", "ctrl-p"]), ("undo", &["p"])]).0;
        assert_eq!(keys.command(press(KeyCode::F(2))), Some(Command::Pass));
        assert_eq!(keys.command(press(KeyCode::Char('p'))), Some(Command::Undo));
        assert_eq!(keys.command(press(KeyCode::Char('u'))), None);
        let control = KeyEvent::new(KeyCode::Char('p'), KeyModifiers::CONTROL);
        assert_eq!(keys.command(control), Some(Command::Pass));
    }

    #[test]
    fn wrong_names_are_named() {
        let wrong = |name: &str, key: &str| changed(&[(name, &[key]), ("undo", &["f2"])]);
        let (keys, problems) = wrong("dance", "d");
        assert_eq!(problems, [BadKeys::Command("dance".to_owned())]);
        assert_eq!(keys.command(press(KeyCode::F(2))), Some(Command::Undo));
        let (_, problems) = wrong("pass", "ctrl-alt-del");
        assert_eq!(problems, [BadKeys::Key("ctrl-alt-del".to_owned())]);
    }
}
