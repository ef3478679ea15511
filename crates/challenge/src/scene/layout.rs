//! Where things are, by the space there is.

use ratatui::layout::Rect;
use tengen_rules::Size;

use super::grid::Grid;

/// Where things are.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) area: Rect,
    pub(super) grid: Option<Grid>,
    pub(super) panel: Option<Rect>,
    pub(super) status: Rect,
}

/// The columns of a panel beside the board, and the rows of one below it.
const PANEL_WIDTH: (u16, u16) = (18, 30);
const PANEL_HEIGHT: (u16, u16) = (3, 6);

/// Columns and rows from one point to the next.
const LARGE: (u16, u16) = (4, 2);
const SMALL: (u16, u16) = (2, 1);
const TINY: (u16, u16) = (1, 1);

impl Layout {
    /// The most that there is space for.
    pub(super) fn new(area: Rect, size: Size) -> Layout {
        let place = Place { area, size };
        place
            .beside(LARGE)
            .or_else(|| place.beside(SMALL))
            .or_else(|| place.below(SMALL))
            .or_else(|| place.alone(SMALL, true))
            .or_else(|| place.alone(SMALL, false))
            .or_else(|| place.alone(TINY, false))
            .unwrap_or_else(|| place.layout(None, None))
    }
}

#[derive(Copy, Clone, Debug)]
struct Place {
    area: Rect,
    size: Size,
}

impl Place {
    fn rows(self) -> u16 {
        self.area.height - 1
    }

    /// The board on the left, the panel on the right, in the middle of what
    /// there is.
    fn beside(self, step: (u16, u16)) -> Option<Layout> {
        let (width, height) = Grid::extent(self.size, step, true);
        let (least, most) = PANEL_WIDTH;
        if width + 1 + least > self.area.width || height > self.rows() {
            return None;
        }
        let gap = if self.area.width - width > least + 3 { 3 } else { 1 };
        let panel_width = (self.area.width - width - gap).min(most);
        let x = self.area.x + (self.area.width - width - gap - panel_width) / 2;
        let y = self.area.y + (self.rows() - height) / 2;
        let place = Rect { x, y, width, height };
        let panel_x = x + width + gap;
        // A small board leaves rows for words above and below.
        let panel = if height >= 14 {
            Rect { x: panel_x, width: panel_width, ..place }
        } else {
            Rect { x: panel_x, y: self.area.y, width: panel_width, height: self.rows() }
        };
        Some(self.layout(Some(Grid::new(place, self.size, step, true)), Some(panel)))
    }

    /// The board above, the panel below.
    fn below(self, step: (u16, u16)) -> Option<Layout> {
        let (width, height) = Grid::extent(self.size, step, true);
        let (least, most) = PANEL_HEIGHT;
        if width > self.area.width || height + least > self.rows() {
            return None;
        }
        let panel_height = (self.rows() - height).min(most);
        let y = self.area.y + (self.rows() - height - panel_height) / 2;
        let x = self.area.x + (self.area.width - width) / 2;
        let place = Rect { x, y, width, height };
        let panel = Rect { y: y + height, height: panel_height, ..self.area };
        Some(self.layout(Some(Grid::new(place, self.size, step, true)), Some(panel)))
    }

    fn alone(self, step: (u16, u16), has_coordinates: bool) -> Option<Layout> {
        let (width, height) = Grid::extent(self.size, step, has_coordinates);
        if width > self.area.width || height > self.rows() {
            return None;
        }
        let x = self.area.x + (self.area.width - width) / 2;
        let y = self.area.y + (self.rows() - height) / 2;
        let place = Rect { x, y, width, height };
        Some(self.layout(Some(Grid::new(place, self.size, step, has_coordinates)), None))
    }

    fn layout(self, grid: Option<Grid>, panel: Option<Rect>) -> Layout {
        let status = Rect { y: self.area.bottom() - 1, height: 1, ..self.area };
        Layout { area: self.area, grid, panel, status }
    }
}
