//! Which chord does what in one front end.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use super::{Chord, Key, ParseChordError};
use crate::command::Command;
use crate::front_end::FrontEnd;

/// Which chord does what in one front end.
///
/// Sentences that tell people what to press are made with this table, so they
/// always name the keys that work.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct KeyTable {
    front_end: FrontEnd,
    bindings: Vec<Binding>,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Binding {
    chord: Chord,
    command: Command,
}

impl KeyTable {
    /// The default keys of a front end; text mode has none.
    ///
    /// # Panics
    ///
    /// Panics if the table of commands names a key that does not exist.
    pub fn new(front_end: FrontEnd) -> KeyTable {
        let mut table = KeyTable { front_end, bindings: Vec::new() };
        for command in Command::all() {
            for name in command.default_keys(front_end) {
                let chord = name.parse().expect("the table of commands has real keys");
                table.bind(chord, command);
            }
        }
        table
    }

    /// The default keys with the changes of a user, applied in order.
    ///
    /// Each change gives a command by name all of its keys. Names that are
    /// not commands and texts that are not keys are returned, and have no
    /// effect.
    pub fn with_changes<'a>(
        front_end: FrontEnd,
        changes: impl IntoIterator<Item = &'a BTreeMap<String, Vec<String>>>,
    ) -> (KeyTable, Vec<KeyProblem>) {
        let mut table = KeyTable::new(front_end);
        let mut problems = Vec::new();
        for (name, keys) in changes.into_iter().flatten() {
            match Command::named(name) {
                Some(command) => problems.extend(table.rebind(command, keys)),
                None => problems.push(KeyProblem::UnknownCommand(name.clone())),
            }
        }
        (table, problems)
    }

    fn rebind(&mut self, command: Command, keys: &[String]) -> Vec<KeyProblem> {
        self.bindings.retain(|it| it.command != command);
        let mut problems = Vec::new();
        for key in keys {
            match key.parse() {
                Ok(chord) => self.bind(chord, command),
                Err(ParseChordError(key)) => {
                    problems.push(KeyProblem::UnknownKey { command, key });
                }
            }
        }
        problems
    }

    /// Gives a chord to a command, and takes it from any other.
    fn bind(&mut self, chord: Chord, command: Command) {
        self.bindings.retain(|it| it.chord != chord);
        self.bindings.push(Binding { chord, command });
    }

    /// The front end whose keys these are.
    pub const fn front_end(&self) -> FrontEnd {
        self.front_end
    }

    /// What a chord asks for.
    pub fn command(&self, chord: Chord) -> Option<Command> {
        self.bindings.iter().find(|it| it.chord == chord).map(|it| it.command)
    }

    /// The chords of a command, the most important first.
    pub fn chords(&self, command: Command) -> impl Iterator<Item = Chord> {
        self.bindings.iter().filter(move |it| it.command == command).map(|it| it.chord)
    }

    /// The first key of a command as this front end writes it, or nothing.
    pub fn name(&self, command: Command) -> String {
        self.chords(command).next().map(|it| self.written(it)).unwrap_or_default()
    }

    /// The same where letters are typed: the first key that types nothing.
    pub fn name_while_typing(&self, command: Command) -> String {
        let types = |it: &Chord| {
            let held = it.modifiers();
            let is_letter = matches!(it.key(), Key::Char(_) | Key::Space);
            is_letter && !held.control && !held.alt
        };
        let mut chords = self.chords(command);
        chords.find(|it| !types(it)).map(|it| self.written(it)).unwrap_or_default()
    }

    /// All keys of a command as this front end writes them.
    pub fn names(&self, command: Command) -> Vec<String> {
        self.chords(command).map(|it| self.written(it)).collect()
    }

    fn written(&self, chord: Chord) -> String {
        match self.front_end {
            FrontEnd::Window => chord.label(),
            FrontEnd::Terminal | FrontEnd::Text => chord.to_string(),
        }
    }
}

/// Something in the settings of keys that has no meaning.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum KeyProblem {
    /// No command has this name.
    UnknownCommand(String),
    /// There is no such key.
    UnknownKey {
        /// What the key was to do.
        command: Command,
        /// The key as it is written.
        key: String,
    },
}

impl fmt::Display for KeyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyProblem::UnknownCommand(name) => write!(f, "no command is called {name}"),
            KeyProblem::UnknownKey { command, key } => {
                write!(f, "{}: {}", command.name(), ParseChordError(key.clone()))
            }
        }
    }
}

impl Error for KeyProblem {}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(changes: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
        let own = |keys: &[&str]| keys.iter().map(|&it| it.to_owned()).collect();
        changes.iter().map(|&(name, keys)| (name.to_owned(), own(keys))).collect()
    }

    fn command(table: &KeyTable, chord: &str) -> Option<Command> {
        table.command(chord.parse().unwrap())
    }

    #[test]
    fn no_default_key_does_two_things() {
        for front_end in FrontEnd::ALL {
            let n_keys: usize = Command::all().map(|it| it.default_keys(front_end).len()).sum();
            assert_eq!(KeyTable::new(front_end).bindings.len(), n_keys, "{front_end:?}");
        }
    }

    #[test]
    fn front_ends_have_their_own_keys() {
        let terminal = KeyTable::new(FrontEnd::Terminal);
        assert_eq!(command(&terminal, "left"), Some(Command::Left));
        assert_eq!(command(&terminal, "h"), Some(Command::Left));
        assert_eq!(command(&terminal, "R"), Some(Command::Resign));
        assert_eq!(command(&terminal, "r"), Some(Command::Redo));
        assert_eq!(terminal.names(Command::Confirm), ["enter", "space"]);
        let window = KeyTable::new(FrontEnd::Window);
        assert_eq!(command(&window, "left"), Some(Command::Back));
        assert_eq!(window.name(Command::SaveAs), "Ctrl+Shift+S");
        assert_eq!(KeyTable::new(FrontEnd::Text).name(Command::Pass), "");
    }

    #[test]
    fn changed_keys_replace_the_defaults() {
        let changes = changes(&[("pass", &["f2", "ctrl-p"]), ("undo", &["p"])]);
        let (table, problems) = KeyTable::with_changes(FrontEnd::Terminal, [&changes]);
        assert_eq!(problems, []);
        assert_eq!(command(&table, "f2"), Some(Command::Pass));
        assert_eq!(command(&table, "ctrl-p"), Some(Command::Pass));
        assert_eq!(command(&table, "p"), Some(Command::Undo));
        assert_eq!(command(&table, "u"), None);
    }

    #[test]
    fn later_changes_win() {
        let shared = changes(&[("pass", &["f9"])]);
        let own = changes(&[("pass", &["f8"]), ("back", &["up"])]);
        let (table, _) = KeyTable::with_changes(FrontEnd::Window, [&shared, &own]);
        assert_eq!(command(&table, "f8"), Some(Command::Pass));
        assert_eq!(command(&table, "f9"), None);
        assert_eq!(command(&table, "up"), Some(Command::Back));
    }

    #[test]
    fn every_problem_is_named_and_the_rest_is_used() {
        let changes =
            changes(&[("dance", &["d"]), ("pass", &["ctrl-alt-del", "f3"]), ("undo", &["f2"])]);
        let (table, problems) = KeyTable::with_changes(FrontEnd::Terminal, [&changes]);
        let expected = [
            KeyProblem::UnknownCommand("dance".to_owned()),
            KeyProblem::UnknownKey { command: Command::Pass, key: "ctrl-alt-del".to_owned() },
        ];
        assert_eq!(problems, expected);
        assert_eq!(command(&table, "f3"), Some(Command::Pass));
        assert_eq!(command(&table, "f2"), Some(Command::Undo));
    }
}
