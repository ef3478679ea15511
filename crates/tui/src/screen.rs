//! The screens of the program: each takes commands and draws itself.

pub(crate) mod career;
pub(crate) mod files;
pub(crate) mod game;
pub(crate) mod help;
pub(crate) mod new_game;
pub(crate) mod settings;
pub(crate) mod start;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use tengen_challenge::Skin;

use crate::theme::{Role, Theme};

/// A box in the middle of an area; returns what is inside of it.
pub(crate) fn card(
    title: &str,
    (width, height): (u16, u16),
    theme: Theme,
    (area, buffer): (Rect, &mut Buffer),
) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let outer = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    Clear.render(outer, buffer);
    let mut block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.text(Role::Dim))
        .title_style(theme.text(Role::Accent))
        .title(format!(" {title} "));
    if theme.is_ascii {
        block = block.border_set(Skin::ASCII_BORDER);
    }
    let inner = block.inner(outer);
    block.render(outer, buffer);
    Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }
}

/// The next of so many entries, around the ends.
pub(crate) const fn next(idx: usize, n_entries: usize) -> usize {
    if idx + 1 < n_entries { idx + 1 } else { 0 }
}

/// The one before among so many entries, around the ends.
pub(crate) const fn previous(idx: usize, n_entries: usize) -> usize {
    if idx > 0 { idx - 1 } else { n_entries.saturating_sub(1) }
}
