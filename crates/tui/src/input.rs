//! Keys as the terminal sends them, as chords that settings can name.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tengen_front::key::{Chord, Key, Modifiers};

/// The chord of a key event, if it is one that can be named.
pub(crate) fn chord(event: KeyEvent) -> Option<Chord> {
    let mut shift = event.modifiers.contains(KeyModifiers::SHIFT);
    let key = match event.code {
        KeyCode::Char(letter) => Key::Char(letter),
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => {
            shift = true;
            Key::Tab
        }
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::F(number) => Key::Function(number),
        _ => return None,
    };
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    let alt = event.modifiers.contains(KeyModifiers::ALT);
    Some(Chord::new(key, Modifiers { control, alt, shift }))
}

/// The key event of a chord, as the terminal would send it.
pub(crate) fn event(chord: Chord) -> KeyEvent {
    let held = chord.modifiers();
    let code = match chord.key() {
        Key::Char(letter) => KeyCode::Char(letter),
        Key::Space => KeyCode::Char(' '),
        Key::Left => KeyCode::Left,
        Key::Right => KeyCode::Right,
        Key::Up => KeyCode::Up,
        Key::Down => KeyCode::Down,
        Key::Enter => KeyCode::Enter,
        Key::Escape => KeyCode::Esc,
        Key::Tab if held.shift => KeyCode::BackTab,
        Key::Tab => KeyCode::Tab,
        Key::Backspace => KeyCode::Backspace,
        Key::Delete => KeyCode::Delete,
        Key::Home => KeyCode::Home,
        Key::End => KeyCode::End,
        Key::PageUp => KeyCode::PageUp,
        Key::PageDown => KeyCode::PageDown,
        Key::Function(number) => KeyCode::F(number),
    };
    let mut modifiers = KeyModifiers::NONE;
    modifiers.set(KeyModifiers::CONTROL, held.control);
    modifiers.set(KeyModifiers::ALT, held.alt);
    modifiers.set(KeyModifiers::SHIFT, held.shift);
    KeyEvent::new(code, modifiers)
}

/// Whether a chord types a letter where letters are typed.
pub(crate) const fn types(chord: Chord) -> bool {
    let held = chord.modifiers();
    matches!(chord.key(), Key::Char(_) | Key::Space) && !held.control && !held.alt
}

/// Whether a key is held down with Control.
pub(crate) fn is_control(event: KeyEvent, letter: char) -> bool {
    event.code == KeyCode::Char(letter) && event.modifiers.contains(KeyModifiers::CONTROL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_chords() {
        let written = |code, modifiers| chord(KeyEvent::new(code, modifiers)).unwrap().to_string();
        assert_eq!(written(KeyCode::Char('R'), KeyModifiers::SHIFT), "R");
        assert_eq!(written(KeyCode::Char('r'), KeyModifiers::CONTROL), "ctrl-r");
        assert_eq!(written(KeyCode::Char(' '), KeyModifiers::NONE), "space");
        assert_eq!(written(KeyCode::BackTab, KeyModifiers::NONE), "shift-tab");
        assert_eq!(written(KeyCode::F(3), KeyModifiers::SHIFT), "shift-f3");
        for name in ["R", "ctrl-r", "space", "shift-tab", "f3", "alt-up", "pagedown"] {
            let key: Chord = name.parse().unwrap();
            assert_eq!(chord(event(key)), Some(key), "{name}");
        }
        assert_eq!(chord(KeyEvent::new(KeyCode::Insert, KeyModifiers::NONE)), None);
    }
}
