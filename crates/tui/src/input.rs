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
        assert_eq!(chord(KeyEvent::new(KeyCode::Insert, KeyModifiers::NONE)), None);
    }
}
