//! The message below or beside the board, until the next key.

use ratatui::text::Line;
use tengen_front::key::KeyTable;
use tengen_front::notice::Notice;
use tengen_front::words;

use crate::theme::{Role, Theme};

/// The most lines of a message: the oldest give way.
const MAX_LINES: usize = 6;

/// A message to the player.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Message {
    pub(crate) text: String,
    /// Whether it is an error or a question.
    is_urgent: bool,
}

impl Message {
    pub(crate) const fn told(text: String) -> Message {
        Message { text, is_urgent: false }
    }

    pub(crate) const fn urgent(text: String) -> Message {
        Message { text, is_urgent: true }
    }

    /// Several notices as one message, or `None` if there are none.
    pub(crate) fn of_notices(notices: &[Notice], keys: &KeyTable) -> Option<Message> {
        let texts: Vec<String> = notices.iter().map(|it| words::notice(it, keys)).collect();
        let is_urgent = notices.iter().any(Notice::is_problem);
        (!texts.is_empty()).then(|| Message { text: last_lines(&texts.join("\n")), is_urgent })
    }

    /// Appends a sentence, unless it is already there.
    pub(crate) fn join(&mut self, other: &Message) {
        if self.text.contains(&other.text) {
            return;
        }
        self.text = last_lines(&format!("{}\n{}", self.text, other.text));
        self.is_urgent |= other.is_urgent;
    }

    pub(crate) fn lines(&self, theme: Theme) -> Vec<Line<'static>> {
        let style = theme.text(if self.is_urgent { Role::Warning } else { Role::Accent });
        self.text.lines().map(|it| Line::styled(it.to_owned(), style)).collect()
    }
}

fn last_lines(text: &str) -> String {
    let n_lines = text.lines().count();
    text.lines().skip(n_lines.saturating_sub(MAX_LINES)).collect::<Vec<_>>().join("\n")
}
