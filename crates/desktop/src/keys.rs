//! Which key does what, by names that a player can change.

mod key;
mod table;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use iced::keyboard;

use key::Key;
pub use table::Command;
pub(crate) use table::Section;
use table::TABLE;

/// Which key does what.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Keys {
    /// Each with the key as it is written.
    bindings: Vec<(Key, String, Command)>,
}

impl Default for Keys {
    fn default() -> Keys {
        let mut keys = Keys { bindings: Vec::new() };
        for row in TABLE {
            for name in row.keys {
                let bound = keys.bind(name, row.command);
                debug_assert!(bound.is_ok(), "the table has keys");
            }
        }
        keys
    }
}

impl Keys {
    /// The usual keys, but for what a user has named: first in what is shared
    /// with the terminal program, where unknown names are its own, then for
    /// the window alone.
    ///
    /// What is named is done only by the keys that are given for it. What
    /// makes no sense is returned, and is as if it were not there.
    pub(crate) fn with(
        shared: &BTreeMap<String, Vec<String>>,
        own: &BTreeMap<String, Vec<String>>,
    ) -> (Keys, Vec<BadKeys>) {
        let mut keys = Keys::default();
        let mut problems = Vec::new();
        for (name, names) in shared {
            if let Some(command) = Command::named(name) {
                problems.extend(keys.rebind(command, names));
            }
        }
        for (name, names) in own {
            match Command::named(name) {
                Some(command) => problems.extend(keys.rebind(command, names)),
                None => problems.push(BadKeys::Command(name.clone())),
            }
        }
        (keys, problems)
    }

    fn rebind(&mut self, command: Command, names: &[String]) -> Vec<BadKeys> {
        self.bindings.retain(|(_, _, it)| *it != command);
        names.iter().filter_map(|name| self.bind(name, command).err()).collect()
    }

    fn bind(&mut self, name: &str, command: Command) -> Result<(), BadKeys> {
        let key = Key::parse(name).ok_or_else(|| BadKeys::Key(name.to_owned()))?;
        self.bindings.retain(|(it, ..)| *it != key);
        self.bindings.push((key, name.to_owned(), command));
        Ok(())
    }

    /// What a key asks for, with what is held down.
    pub(crate) fn command(
        &self,
        key: &keyboard::Key,
        held: keyboard::Modifiers,
    ) -> Option<Command> {
        let key = Key::of(key, held)?;
        self.bindings.iter().find(|(it, ..)| *it == key).map(|&(.., command)| command)
    }

    /// The first key for a command, as people write it, or nothing.
    pub(crate) fn name(&self, command: Command) -> String {
        let found = self.bindings.iter().find(|(.., it)| *it == command);
        found.map_or(String::new(), |(_, name, _)| key::shown(name))
    }

    /// All keys for a command, as people write them.
    pub(crate) fn names(&self, command: Command) -> String {
        let found = self.bindings.iter().filter(|(.., it)| *it == command);
        found.map(|(_, name, _)| key::shown(name)).collect::<Vec<_>>().join("   ")
    }
}

/// The reason why keys cannot be changed so.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum BadKeys {
    /// There is no such thing to do.
    Command(String),
    /// There is no such key.
    Key(String),
}

impl fmt::Display for BadKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadKeys::Command(name) => {
                write!(f, "no keys for \"{name}\", expected a name such as \"pass\" or \"find\"")
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
    use iced::keyboard::key::Named;
    use iced::keyboard::{Key as Pressed, Modifiers};

    use super::*;

    fn names(pairs: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
        let own = |names: &[&str]| names.iter().map(|&it| it.to_owned()).collect();
        pairs.iter().map(|&(name, keys)| (name.to_owned(), own(keys))).collect()
    }

    fn letter(text: &str) -> Pressed {
        Pressed::Character(text.into())
    }

    #[test]
    fn no_key_does_two_things() {
        let n_keys: usize = TABLE.iter().map(|row| row.keys.len()).sum();
        assert_eq!(Keys::default().bindings.len(), n_keys);
    }

    #[test]
    fn everything_has_a_key_and_a_name_of_its_own() {
        for row in TABLE {
            assert!(!row.keys.is_empty(), "{}", row.name);
            assert_eq!(Command::named(row.name), Some(row.command));
        }
    }

    #[test]
    fn capitals_and_held_keys_differ() {
        let keys = Keys::default();
        let none = Modifiers::empty();
        assert_eq!(keys.command(&letter("r"), none), Some(Command::Redo));
        assert_eq!(keys.command(&letter("R"), Modifiers::SHIFT), Some(Command::Resign));
        assert_eq!(keys.command(&letter("s"), Modifiers::CTRL), Some(Command::Save));
        let held = Modifiers::CTRL | Modifiers::SHIFT;
        assert_eq!(keys.command(&letter("S"), held), Some(Command::SaveAs));
        assert_eq!(keys.command(&Pressed::Named(Named::ArrowLeft), none), Some(Command::Back));
        let held = Modifiers::CTRL | Modifiers::ALT;
        let turned = keys.command(&Pressed::Named(Named::ArrowLeft), held);
        assert_eq!(turned, Some(Command::TurnLeft));
    }

    #[test]
    fn keys_are_changed_by_name() {
        let shared = names(&[("pass", &["f9"]), ("browse", &["b"])]);
        let own = names(&[("back", &["up"]), ("dance", &["d"]), ("undo", &["ctrl-alt-del"])]);
        let (keys, problems) = Keys::with(&shared, &own);
        assert_eq!(problems.len(), 2, "{problems:?}");
        let none = Modifiers::empty();
        assert_eq!(keys.command(&Pressed::Named(Named::F9), none), Some(Command::Pass));
        assert_eq!(keys.command(&letter("p"), none), None);
        assert_eq!(keys.command(&Pressed::Named(Named::ArrowUp), none), Some(Command::Back));
        assert_eq!(keys.command(&letter("u"), none), None);
    }
}
