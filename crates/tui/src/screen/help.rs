//! The help box: keys of a screen, or typed commands.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use tengen_front::command::Command;
use tengen_front::key::KeyTable;
use tengen_front::words::{Context, TYPED_HELP};

use super::draw_card;
use crate::scale::Extent;
use crate::theme::{Role, Theme};

/// A line of help: a key, which may be nothing, and a text.
#[derive(Clone, Debug)]
struct HelpLine {
    keys: String,
    text: &'static str,
}

/// Help in a box over the screen.
#[derive(Clone, Debug)]
pub(crate) struct Help {
    title: &'static str,
    lines: Vec<HelpLine>,
    width: u16,
    first: usize,
}

impl Help {
    /// The keys that matter.
    pub(crate) fn new(context: Context, keys: &KeyTable) -> Help {
        let line = |entry: tengen_front::words::HelpEntry| HelpLine {
            keys: format!("{:<14} ", keys.names(entry.command).join(" ")),
            text: entry.text,
        };
        let lines = context.help().into_iter().map(line).collect();
        Help { title: context.title(), lines, width: 56, first: 0 }
    }

    /// What can be typed.
    pub(crate) fn typed() -> Help {
        let line = |text| HelpLine { keys: String::new(), text };
        let lines = TYPED_HELP.lines().map(line).collect();
        Help { title: Command::Prompt.help(), lines, width: 80, first: 0 }
    }

    /// Shows other lines; whether the command is for that.
    pub(crate) fn scroll(&mut self, command: Command) -> bool {
        let last = self.lines.len().saturating_sub(1);
        self.first = match command {
            Command::Up => self.first.saturating_sub(1),
            Command::Down => (self.first + 1).min(last),
            Command::PageBack => self.first.saturating_sub(10),
            Command::PageForward => (self.first + 10).min(last),
            _ => return false,
        };
        true
    }

    pub(crate) fn draw(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let n_lines = u16::try_from(self.lines.len()).unwrap_or(u16::MAX);
        let extent = Extent { width: self.width, height: n_lines.saturating_add(2) };
        let inner = draw_card(self.title, extent, theme, area, buffer);
        let line = |it: &HelpLine| {
            Line::from(vec![
                Span::styled(it.keys.clone(), theme.text(Role::Accent)),
                Span::raw(it.text),
            ])
        };
        let n_shown = usize::from(inner.height);
        let first = self.first.min(self.lines.len().saturating_sub(n_shown));
        let lines: Vec<Line<'_>> = self.lines.iter().skip(first).map(line).collect();
        let has_more = lines.len() > n_shown;
        Paragraph::new(lines).render(inner, buffer);
        if has_more {
            let more = Rect { x: inner.right(), y: inner.bottom() - 1, width: 1, height: 1 };
            Line::styled(theme.glyph("↓", "v"), theme.text(Role::Cursor)).render(more, buffer);
        }
    }
}
