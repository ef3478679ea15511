//! The tree of a record: moves from left to right, variations below.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use tengen_record::{NodeId, Record};
use tengen_rules::Color;

use crate::app::Table;
use crate::theme::{Role, Theme};

/// Where a node is: its distance from the root, and its row.
type Place = (usize, usize);

/// Draws the part of the tree around the position on the screen.
pub(crate) fn draw(theme: Theme, table: Table<'_>, area: Rect, buffer: &mut Buffer) {
    if area.height < 2 || area.width < 8 {
        return;
    }
    let places = places(table.record);
    let Some(&(column, row)) = places.get(&table.view.node) else { return };
    let (columns, rows) = (usize::from(area.width) / 2, usize::from(area.height));
    let first = (column.saturating_sub(columns / 2), row.saturating_sub(rows / 2));
    let cell = |(column, row): Place| {
        let x = column.checked_sub(first.0).filter(|&it| it < columns)?;
        let y = row.checked_sub(first.1).filter(|&it| it < rows)?;
        Some(Position { x: area.x + 2 * x as u16, y: area.y + y as u16 })
    };
    for (&node, &place) in &places {
        if let Some(parent) = table.record.parent(node).and_then(|it| places.get(&it)) {
            draw_branch(theme, (*parent, place), cell, buffer);
        }
    }
    for (&node, &place) in &places {
        let Some(at) = cell(place) else { continue };
        let is_here = node == table.view.node;
        let style = if is_here { theme.chosen() } else { theme.text(Role::Dim) };
        buffer.set_string(at.x, at.y, glyph(theme, table.record, node), style);
    }
}

/// The line from a node to one that follows it.
fn draw_branch(
    theme: Theme,
    (from, to): (Place, Place),
    cell: impl Fn(Place) -> Option<Position>,
    buffer: &mut Buffer,
) {
    let style = theme.text(Role::Dim);
    let fork = theme.glyph("├", "|");
    for row in from.1 + 1..to.1 {
        if let Some(at) = cell((from.0, row)) {
            join(buffer, at, (theme.glyph("│", "|"), fork), style);
        }
    }
    if let Some(at) = cell((from.0, to.1)) {
        if to.1 > from.1 {
            join(buffer, at, (theme.glyph("└", "`"), fork), style);
        }
        buffer.set_string(at.x + 1, at.y, theme.glyph("─", "-"), style);
    }
}

/// Draws a line, and a fork where there is another line already.
fn join(buffer: &mut Buffer, at: Position, (line, fork): (&str, &str), style: Style) {
    let is_free = buffer.cell(at).is_none_or(|it| it.symbol() == " " || it.symbol() == line);
    buffer.set_string(at.x, at.y, if is_free { line } else { fork }, style);
}

fn glyph(theme: Theme, record: &Record, node: NodeId) -> &'static str {
    match record.node(node).mv() {
        Some((Color::Black, _)) => theme.glyph("●", "X"),
        Some((Color::White, _)) => theme.glyph("○", "O"),
        None => theme.glyph("◇", "+"),
    }
}

/// Gives each node a place: the first that follows is beside its parent, each
/// other one on the next free row.
fn places(record: &Record) -> HashMap<NodeId, Place> {
    let mut places = HashMap::new();
    let mut next_row = 0;
    // Later variations wait below earlier ones.
    let mut waiting = vec![(record.root(), 0)];
    while let Some((start, column)) = waiting.pop() {
        let row = next_row;
        next_row += 1;
        let mut node = start;
        let mut column = column;
        let mut branches = Vec::new();
        loop {
            places.insert(node, (column, row));
            let Some((&first, others)) = record.children(node).split_first() else { break };
            branches.push((others, column + 1));
            node = first;
            column += 1;
        }
        // The branch that starts last is drawn first, so that lines do not
        // cross.
        for (others, column) in branches {
            waiting.extend(others.iter().rev().map(|&it| (it, column)));
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_are_below() {
        let record = Record::from_sgf("(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff])))");
        let places = places(&record.unwrap());
        let mut all: Vec<Place> = places.into_values().collect();
        all.sort_by_key(|&(column, row)| (row, column));
        assert_eq!(all, [(0, 0), (1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (3, 2)]);
    }
}
