//! Where things are on the game screen, by the space there is.

use ratatui::layout::Rect;
use tengen_rules::Size;

use crate::scale::{Extent, Margin, Scale, ScaledBoard};

/// The least that the program needs.
pub(crate) const LEAST: Extent = Extent { width: 20, height: 12 };

/// Where things are on the game screen.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Layout {
    pub(crate) scale: Scale,
    pub(crate) margin: Margin,
    pub(crate) board: Rect,
    /// Players and messages, if there is space for them.
    pub(crate) panel: Option<Rect>,
    /// The last line: keys, or what there is to say if there is no panel.
    pub(crate) footer: Rect,
}

/// The columns that a panel needs beside the board, and the rows below it.
const PANEL_WIDTH: u16 = 25;
const NARROW_PANEL_WIDTH: u16 = 18;
const PANEL_HEIGHT: u16 = 4;

/// What is wanted of a layout.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Wishes {
    pub(crate) has_coordinates: bool,
    pub(crate) has_panel: bool,
}

impl Layout {
    /// The largest stones that leave space for the rest.
    pub(crate) fn new(area: Rect, size: Size, wishes: Wishes) -> Layout {
        let space = Space { area, size };
        let margins: &[Margin] =
            if wishes.has_coordinates { &[Margin::Full, Margin::Half] } else { &[Margin::Narrow] };
        let large = || Scale::ALL.iter().filter(|it| **it != Scale::SMALLEST);
        let first = |place: &dyn Fn(Scale, Margin) -> Option<Layout>| {
            large().find_map(|&scale| margins.iter().find_map(|&margin| place(scale, margin)))
        };
        let small = Scale { width: 2, height: 1 };
        let with_panel =
            |scale, margin| space.beside(scale, margin).or_else(|| space.below(scale, margin));
        let found = if wishes.has_panel {
            first(&with_panel)
                .or_else(|| margins.iter().find_map(|&margin| space.narrow(small, margin)))
                .or_else(|| space.narrow(small, Margin::Narrow))
                .or_else(|| space.below(small, Margin::Narrow))
        } else {
            first(&|scale, margin| space.alone(scale, margin))
        };
        found
            .or_else(|| space.alone(small, Margin::Narrow))
            .or_else(|| space.alone(Scale::SMALLEST, Margin::Narrow))
            .unwrap_or_else(|| space.part(small, margins[0]))
    }
}

/// The space for a board of some size and everything around it.
#[derive(Copy, Clone, Debug)]
struct Space {
    area: Rect,
    size: Size,
}

impl Space {
    fn footer(self) -> Rect {
        let y = self.area.bottom().saturating_sub(1);
        Rect { y, height: self.area.height.min(1), ..self.area }
    }

    /// The rows above the footer.
    fn rows(self) -> u16 {
        self.area.height.saturating_sub(1)
    }

    fn extent(self, scale: Scale, margin: Margin) -> Extent {
        ScaledBoard { size: self.size, scale, margin }.extent()
    }

    /// The board on the left, the panel on the right.
    fn beside(self, scale: Scale, margin: Margin) -> Option<Layout> {
        self.beside_panel(scale, margin, PANEL_WIDTH)
    }

    /// The same with a panel that has hardly space for names.
    fn narrow(self, scale: Scale, margin: Margin) -> Option<Layout> {
        self.beside_panel(scale, margin, NARROW_PANEL_WIDTH)
    }

    fn beside_panel(self, scale: Scale, margin: Margin, panel_width: u16) -> Option<Layout> {
        let Extent { width, height } = self.extent(scale, margin);
        if width + panel_width > self.area.width || height > self.rows() {
            return None;
        }
        // The board gets some of what the panel does not need.
        let spare = self.area.width - width - panel_width;
        let board_width = width + (spare / 3).min(8);
        let board = Rect { width: board_width, height: self.rows(), ..self.area };
        let panel = Rect {
            x: self.area.x + board_width + 1,
            width: self.area.width - board_width - 1,
            ..board
        };
        Some(Layout { scale, margin, board, panel: Some(panel), footer: self.footer() })
    }

    /// The board above, the panel below.
    fn below(self, scale: Scale, margin: Margin) -> Option<Layout> {
        let Extent { width, height } = self.extent(scale, margin);
        if width > self.area.width || height + PANEL_HEIGHT > self.rows() {
            return None;
        }
        let board = Rect { height, ..self.area };
        let panel = Rect { y: self.area.y + height, height: self.rows() - height, ..self.area };
        Some(Layout { scale, margin, board, panel: Some(panel), footer: self.footer() })
    }

    fn alone(self, scale: Scale, margin: Margin) -> Option<Layout> {
        let Extent { width, height } = self.extent(scale, margin);
        let board = Rect { height: self.rows(), ..self.area };
        let has_space = width <= board.width && height <= board.height;
        has_space.then(|| Layout { scale, margin, board, panel: None, footer: self.footer() })
    }

    /// A part of the board.
    fn part(self, scale: Scale, margin: Margin) -> Layout {
        let board = Rect { height: self.rows(), ..self.area };
        Layout { scale, margin, board, panel: None, footer: self.footer() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check((width, height): (u16, u16), size: Size, expected: (u16, Margin, bool)) {
        let wishes = Wishes { has_coordinates: true, has_panel: true };
        let layout = Layout::new(Rect::new(0, 0, width, height), size, wishes);
        let found = (layout.scale.width, layout.margin, layout.panel.is_some());
        assert_eq!(found, expected);
    }

    #[test]
    fn stones_are_as_large_as_the_terminal_allows() {
        check((80, 24), Size::NINE, (4, Margin::Full, true));
        check((80, 24), Size::THIRTEEN, (2, Margin::Full, true));
        check((80, 24), Size::NINETEEN, (2, Margin::Full, true));
        check((120, 40), Size::NINE, (8, Margin::Full, true));
        check((120, 40), Size::NINETEEN, (4, Margin::Half, true));
        check((200, 60), Size::NINETEEN, (6, Margin::Full, true));
    }

    #[test]
    fn board_alone_has_the_space_of_the_panel() {
        let wishes = Wishes { has_coordinates: true, has_panel: false };
        let layout = Layout::new(Rect::new(0, 0, 80, 40), Size::NINE, wishes);
        assert_eq!((layout.scale.width, layout.panel), (8, None));
    }

    #[test]
    fn small_terminals_show_what_they_can() {
        check((60, 22), Size::NINETEEN, (2, Margin::Half, true));
        check((40, 20), Size::NINE, (2, Margin::Full, true));
        check((40, 20), Size::NINETEEN, (2, Margin::Narrow, false));
        check((25, 20), Size::NINETEEN, (1, Margin::Narrow, false));
        check((20, 12), Size::NINETEEN, (2, Margin::Full, false));
    }
}
