//! From keys as Iced tells them to the chords of the key table.

use iced::keyboard::key::Named;
use iced::keyboard::{self, Modifiers};
use tengen_front::key::{self, Chord, Key};

/// The chord of a key that was pressed; `None` for keys without a meaning.
pub(crate) fn chord(pressed: &keyboard::Key, held: Modifiers) -> Option<Chord> {
    let key = match pressed {
        keyboard::Key::Named(named) => named_key(*named)?,
        keyboard::Key::Character(text) => Key::Char(text.chars().next()?),
        keyboard::Key::Unidentified => return None,
    };
    let modifiers =
        key::Modifiers { control: held.command(), alt: held.alt(), shift: held.shift() };
    Some(Chord::new(key, modifiers))
}

fn named_key(named: Named) -> Option<Key> {
    Some(match named {
        Named::ArrowLeft => Key::Left,
        Named::ArrowRight => Key::Right,
        Named::ArrowUp => Key::Up,
        Named::ArrowDown => Key::Down,
        Named::Enter => Key::Enter,
        Named::Space => Key::Space,
        Named::Escape => Key::Escape,
        Named::Tab => Key::Tab,
        Named::Backspace => Key::Backspace,
        Named::Delete => Key::Delete,
        Named::Home => Key::Home,
        Named::End => Key::End,
        Named::PageUp => Key::PageUp,
        Named::PageDown => Key::PageDown,
        Named::F1 => Key::Function(1),
        Named::F2 => Key::Function(2),
        Named::F3 => Key::Function(3),
        Named::F4 => Key::Function(4),
        Named::F5 => Key::Function(5),
        Named::F6 => Key::Function(6),
        Named::F7 => Key::Function(7),
        Named::F8 => Key::Function(8),
        Named::F9 => Key::Function(9),
        Named::F10 => Key::Function(10),
        Named::F11 => Key::Function(11),
        Named::F12 => Key::Function(12),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use tengen_front::FrontEnd;
    use tengen_front::command::Command;
    use tengen_front::key::KeyTable;

    use super::*;

    #[track_caller]
    fn check(pressed: &keyboard::Key, held: Modifiers, command: Option<Command>) {
        let keys = KeyTable::new(FrontEnd::Window);
        assert_eq!(chord(pressed, held).and_then(|it| keys.command(it)), command);
    }

    fn letter(text: &str) -> keyboard::Key {
        keyboard::Key::Character(text.into())
    }

    #[test]
    fn capitals_and_held_keys_differ() {
        let none = Modifiers::empty();
        check(&letter("r"), none, Some(Command::Redo));
        check(&letter("R"), Modifiers::SHIFT, Some(Command::Resign));
        check(&letter("s"), Modifiers::CTRL, Some(Command::Save));
        check(&letter("S"), Modifiers::CTRL | Modifiers::SHIFT, Some(Command::SaveAs));
        check(&letter(" "), none, Some(Command::Confirm));
        check(&keyboard::Key::Unidentified, none, None);
        let left = keyboard::Key::Named(Named::ArrowLeft);
        check(&left, none, Some(Command::Back));
        check(&left, Modifiers::CTRL | Modifiers::ALT, Some(Command::TurnLeft));
        check(&keyboard::Key::Named(Named::F12), Modifiers::CTRL, None);
    }
}
