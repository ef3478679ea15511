//! The tree of a record: moves from left to right, variations below.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use tengen_front::review::ReviewView;
use tengen_front::words;
use tengen_record::{NodeId, NodeKind, Place, PlacedNode};
use tengen_review::Band;
use tengen_rules::Color;
use tengen_session::View;

use crate::theme::{Role, Theme};

/// Which part of the tree is where on the screen.
struct Window {
    first: Place,
    n_columns: u32,
    n_rows: u32,
    area: Rect,
}

impl Window {
    /// The part around the position on the screen, if there is space for one.
    fn new(view: &View, area: Rect) -> Option<Window> {
        let here = view.tree.layout.place(view.tree.node)?;
        let (n_columns, n_rows) = (u32::from(area.width) / 2, u32::from(area.height));
        let first = Place {
            column: here.column.saturating_sub(n_columns / 2),
            row: here.row.saturating_sub(n_rows / 2),
        };
        let has_space = area.height >= 2 && area.width >= 8;
        has_space.then_some(Window { first, n_columns, n_rows, area })
    }

    fn cell(&self, Place { column, row }: Place) -> Option<Position> {
        let x = column.checked_sub(self.first.column).filter(|&it| it < self.n_columns)?;
        let y = row.checked_sub(self.first.row).filter(|&it| it < self.n_rows)?;
        Some(Position { x: self.area.x + 2 * x as u16, y: self.area.y + y as u16 })
    }
}

/// The node at a cell of the tree as it was drawn.
pub(crate) fn node_at(view: &View, area: Rect, at: Position) -> Option<NodeId> {
    let window = Window::new(view, area).filter(|_| area.contains(at))?;
    let column = window.first.column + u32::from(at.x - area.x) / 2;
    view.tree.layout.at(Place { column, row: window.first.row + u32::from(at.y - area.y) })
}

/// Draws the part of the tree around the position on the screen.
///
/// Moves have the color of what they lost, and mistakes a sign behind them.
pub(crate) fn draw(
    theme: Theme,
    view: &View,
    review: Option<&ReviewView>,
    area: Rect,
    buffer: &mut Buffer,
) {
    let Some(window) = Window::new(view, area) else { return };
    let tree = &view.tree;
    let Window { first, n_columns, n_rows, .. } = window;
    let cell = |place| window.cell(place);
    // The lines to nodes beside the picture are in it.
    let columns = first.column as usize..(first.column + n_columns + 1) as usize;
    let rows = first.row as usize..(first.row + n_rows) as usize;
    let line = theme.glyph("│", "|");
    for stem in tree.layout.stems_in(columns.clone(), rows.clone()) {
        for row in first.row.max(stem.from_row + 1)..stem.to_row.min(first.row + n_rows) {
            if let Some(at) = cell(Place { column: stem.column, row }) {
                buffer.set_string(at.x, at.y, line, theme.text(Role::Dim));
            }
        }
    }
    let nodes = tree.layout.nodes_in(columns, rows);
    for node in &nodes {
        draw_branch(theme, node, cell, buffer);
    }
    for node in &nodes {
        let Some(at) = cell(node.place) else { continue };
        let is_here = node.node == tree.node;
        let band = review.and_then(|it| it.band_of(node.node));
        let style = match band {
            _ if is_here => theme.chosen(),
            Some(band) => theme.band_text(band),
            None => theme.text(Role::Dim),
        };
        buffer.set_string(at.x, at.y, glyph(theme, node.kind), style);
        if let Some(band) = band.filter(|it| *it >= Band::Inaccuracy) {
            buffer.set_string(at.x + 1, at.y, words::band_sign(band), theme.band_text(band));
        }
    }
}

/// The end of the line from a node to one that follows it.
fn draw_branch(
    theme: Theme,
    node: &PlacedNode,
    cell: impl Fn(Place) -> Option<Position>,
    buffer: &mut Buffer,
) {
    let Some(parent) = node.parent else { return };
    let style = theme.text(Role::Dim);
    let Some(at) = cell(Place { row: node.place.row, ..parent }) else { return };
    if node.place.row > parent.row {
        join(theme, at, style, buffer);
    }
    buffer.set_string(at.x + 1, at.y, theme.glyph("─", "-"), style);
}

/// Draws a line, and a fork where there is another line already.
fn join(theme: Theme, at: Position, style: Style, buffer: &mut Buffer) {
    let (line, fork) = (theme.glyph("└", "`"), theme.glyph("├", "|"));
    let is_free = buffer.cell(at).is_none_or(|it| it.symbol() == " " || it.symbol() == line);
    buffer.set_string(at.x, at.y, if is_free { line } else { fork }, style);
}

const fn glyph(theme: Theme, kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Move(Color::Black) => theme.glyph("●", "X"),
        NodeKind::Move(Color::White) => theme.glyph("○", "O"),
        NodeKind::Setup | NodeKind::Other => theme.glyph("◇", "+"),
    }
}
