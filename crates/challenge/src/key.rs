//! The keys of the challenge.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key of the challenge, independent of the host's input library.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Key {
    /// The cursor goes up.
    Up,
    /// The cursor goes down.
    Down,
    /// The cursor goes to the left.
    Left,
    /// The cursor goes to the right.
    Right,
    /// Places a stone, or confirms the choice in the menu.
    Enter,
    /// Passes (P).
    Pass,
    /// Declines a challenge in the menu (D).
    Decline,
    /// Asks to forfeit, or goes back in the menu (Esc or Q).
    Leave,
    /// Any other key: takes back the question whether to forfeit.
    Other,
}

impl Key {
    /// The key for an event of crossterm, or `None` for a release.
    pub fn from_event(event: &KeyEvent) -> Option<Key> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        if event.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Some(Key::Other);
        }
        Some(match event.code {
            KeyCode::Up => Key::Up,
            KeyCode::Down => Key::Down,
            KeyCode::Left => Key::Left,
            KeyCode::Right => Key::Right,
            KeyCode::Enter => Key::Enter,
            KeyCode::Char('p' | 'P') => Key::Pass,
            KeyCode::Char('d' | 'D') => Key::Decline,
            KeyCode::Esc | KeyCode::Char('q' | 'Q') => Key::Leave,
            _ => Key::Other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_the_terminal() {
        let key = |code| Key::from_event(&KeyEvent::new(code, KeyModifiers::NONE));
        for (code, expected) in [
            (KeyCode::Up, Key::Up),
            (KeyCode::Down, Key::Down),
            (KeyCode::Left, Key::Left),
            (KeyCode::Right, Key::Right),
            (KeyCode::Enter, Key::Enter),
            (KeyCode::Char('p'), Key::Pass),
            (KeyCode::Char('P'), Key::Pass),
            (KeyCode::Char('d'), Key::Decline),
            (KeyCode::Esc, Key::Leave),
            (KeyCode::Char('q'), Key::Leave),
            (KeyCode::Char('Q'), Key::Leave),
            (KeyCode::Char('x'), Key::Other),
            (KeyCode::F(1), Key::Other),
        ] {
            assert_eq!(key(code), Some(expected), "{code:?}");
        }
    }

    #[test]
    fn keys_that_are_let_go_or_held_with_control_do_nothing() {
        let mut event = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::CONTROL);
        assert_eq!(Key::from_event(&event), Some(Key::Other));
        event = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
        event.kind = KeyEventKind::Release;
        assert_eq!(Key::from_event(&event), None);
    }
}
