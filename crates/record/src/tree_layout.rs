//! Layout of the tree for drawing: a column and a row for each node.
//!
//! A node is one column to the right of its parent. The first that follows is
//! in the same row, the others are further below, each in the first row with
//! room for it. Variations that begin later in a line are nearer to it, so
//! lines do not cross.

use std::ops::Range;

use tengen_rules::Color;

use crate::store::Content;
use crate::{NodeId, Record};

/// Where the nodes of a tree are drawn, in columns and rows.
///
/// It is made once and brought up to date with [`TreeLayout::update`], so that
/// trees of a hundred thousand nodes can be drawn while they are edited. What
/// is in a window is found without looking at the rest.
#[derive(Clone, Debug, Default)]
pub struct TreeLayout {
    /// By node, `None` for those that are not in the tree.
    places: Vec<Option<Place>>,
    /// By node, with the content that it was read from.
    sketches: Vec<Option<(Content, Sketch)>>,
    /// From left to right and from top to bottom.
    spots: Vec<Spot>,
    /// From left to right.
    stems: Vec<Stem>,
    n_columns: usize,
    n_rows: usize,
    /// The version of the tree that it is of.
    tree_of: Option<u64>,
}

/// Where a node is drawn.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Place {
    /// The number of nodes before it.
    pub column: u32,
    /// Zero for the main line.
    pub row: u32,
}

impl Place {
    const fn order(self) -> (u32, u32) {
        (self.row, self.column)
    }
}

/// A node with all that is drawn of it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct PlacedNode {
    /// The node.
    pub node: NodeId,
    /// Where it is.
    pub place: Place,
    /// Where the node before it is.
    pub parent: Option<Place>,
    /// What it is.
    pub kind: NodeKind,
    /// Whether it has a comment or a name.
    pub has_comment: bool,
}

/// What a node does to the position.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum NodeKind {
    /// This player makes a move.
    Move(Color),
    /// Stones are set up.
    Setup,
    /// The position stays.
    Other,
}

/// The line down from a node to the last of those that follow it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Stem {
    /// The column of the node.
    pub column: u32,
    /// The row of the node.
    pub from_row: u32,
    /// The row of the last that follows.
    pub to_row: u32,
}

/// A place with the node that is there.
#[derive(Copy, Clone, Debug)]
struct Spot {
    place: Place,
    parent_row: u32,
    node: NodeId,
}

/// What is drawn of a node, wherever it is.
#[derive(Copy, Clone, Debug)]
struct Sketch {
    kind: NodeKind,
    has_comment: bool,
}

impl Sketch {
    fn new(record: &Record, id: NodeId) -> Sketch {
        let node = record.node(id);
        let kind = match node.mv() {
            Some((color, _)) => NodeKind::Move(color),
            None if node.setup().is_some() => NodeKind::Setup,
            None => NodeKind::Other,
        };
        let raw = node.raw();
        let has_comment = ["C", "N"].into_iter().any(|name| raw.property(name).is_some());
        Sketch { kind, has_comment }
    }
}

impl TreeLayout {
    /// The layout of a record.
    pub fn new(record: &Record) -> TreeLayout {
        let mut layout = TreeLayout::default();
        layout.update(record);
        layout
    }

    /// Brings the layout up to date after edits of the same record.
    pub fn update(&mut self, record: &Record) {
        if self.tree_of.replace(record.tree_version()) != Some(record.tree_version()) {
            self.places.clear();
            self.places.resize(record.n_ever(), None);
            self.sketches.resize(record.n_ever(), None);
            self.spots.clear();
            self.stems.clear();
            self.place_all(record);
            self.spots.sort_unstable_by_key(|spot| spot.place.order());
            self.stems.sort_unstable_by_key(|stem| stem.column);
            self.n_rows = self.spots.last().map_or(0, |spot| spot.place.row as usize + 1);
        }
        for spot in &self.spots {
            let content = record.tree.entry(spot.node).content;
            let sketch = &mut self.sketches[spot.node.idx()];
            if sketch.is_none_or(|(of, _)| of != content) {
                *sketch = Some((content, Sketch::new(record, spot.node)));
            }
        }
    }

    /// Places one line after the other, each in the first row below all that
    /// is in its columns.
    fn place_all(&mut self, record: &Record) {
        let mut free_rows: Vec<u32> = Vec::new();
        let mut line = Vec::new();
        let mut waiting = vec![(record.root(), 0)];
        while let Some((start, column)) = waiting.pop() {
            line.clear();
            line.extend(record.line(start));
            let end = column + line.len();
            if free_rows.len() < end {
                free_rows.resize(end, 0);
            }
            // The line down to it is in the column before.
            let columns = &mut free_rows[column.saturating_sub(1)..end];
            let row = columns.iter().copied().max().unwrap_or(0);
            columns.fill(row + 1);
            let parent = record.parent(start);
            let mut parent_row = parent.and_then(|it| self.place(it)).map_or(row, |it| it.row);
            if parent.is_some_and(|it| record.children(it).last() == Some(&start)) {
                let column = column as u32 - 1;
                self.stems.push(Stem { column, from_row: parent_row, to_row: row });
            }
            for (column, &node) in (column..).zip(&line) {
                let place = Place { column: column as u32, row };
                self.places[node.idx()] = Some(place);
                self.spots.push(Spot { place, parent_row, node });
                parent_row = row;
                // The one that begins last is placed first, and of those that
                // begin together the first one.
                let others = record.children(node).iter().skip(1).rev();
                waiting.extend(others.map(|&it| (it, column + 1)));
            }
        }
        self.n_columns = free_rows.len();
    }

    /// The number of columns, which is that of the nodes in the longest line.
    pub const fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// The number of rows.
    pub const fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Where a node is, or `None` if it is not in the tree.
    pub fn place(&self, node: NodeId) -> Option<Place> {
        *self.places.get(node.idx())?
    }

    /// The node at a place.
    pub fn at(&self, place: Place) -> Option<NodeId> {
        let key = place.order();
        let idx = self.spots.binary_search_by_key(&key, |spot| spot.place.order()).ok()?;
        Some(self.spots[idx].node)
    }

    /// The nodes of a window, from left to right and from top to bottom.
    pub fn nodes_in(&self, columns: Range<usize>, rows: Range<usize>) -> Vec<PlacedNode> {
        let mut nodes = Vec::new();
        for row in rows.start..rows.end.min(self.n_rows) {
            let before = |column: usize| {
                let end = (row as u32, column as u32);
                self.spots.partition_point(|spot| spot.place.order() < end)
            };
            let (start, end) = (before(columns.start), before(columns.end.min(self.n_columns)));
            let seen = self.spots.get(start..end).unwrap_or_default();
            nodes.extend(seen.iter().filter_map(|spot| self.placed(spot)));
        }
        nodes
    }

    fn placed(&self, &Spot { place, parent_row, node }: &Spot) -> Option<PlacedNode> {
        let (_, Sketch { kind, has_comment }) = self.sketches[node.idx()]?;
        let parent = place.column.checked_sub(1).map(|column| Place { column, row: parent_row });
        Some(PlacedNode { node, place, parent, kind, has_comment })
    }

    /// The stems that pass through a window.
    pub fn stems_in(&self, columns: Range<usize>, rows: Range<usize>) -> Vec<Stem> {
        let columns = columns.start as u32..columns.end.min(self.n_columns) as u32;
        let is_seen =
            |it: &&Stem| (it.from_row as usize) < rows.end && it.to_row as usize >= rows.start;
        self.stems_of(columns).iter().filter(is_seen).copied().collect()
    }

    fn stems_of(&self, columns: Range<u32>) -> &[Stem] {
        let start = self.stems.partition_point(|it| it.column < columns.start);
        let end = self.stems.partition_point(|it| it.column < columns.end);
        &self.stems[start..end.max(start)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a layout with the comments of its nodes.
    fn picture(record: &Record) -> Vec<String> {
        let layout = TreeLayout::new(record);
        let mut rows = vec![vec!['.'; layout.n_columns()]; layout.n_rows()];
        for Stem { column, from_row, to_row } in layout.stems_in(0..99, 0..99) {
            for row in from_row..=to_row {
                rows[row as usize][column as usize] = '|';
            }
        }
        for it in layout.nodes_in(0..99, 0..99) {
            let comment = record.node(it.node).comment();
            let Place { column, row } = it.place;
            rows[row as usize][column as usize] =
                comment.and_then(|it| it.chars().next()).unwrap_or('*');
            assert_eq!(layout.at(it.place), Some(it.node));
            assert_eq!(it.parent, record.parent(it.node).and_then(|it| layout.place(it)));
        }
        rows.into_iter().map(String::from_iter).collect()
    }

    #[track_caller]
    fn check(sgf: &str, expected: &[&str]) {
        assert_eq!(picture(&Record::from_sgf(sgf).unwrap()), expected);
    }

    #[test]
    fn variations_are_below() {
        check("(;C[0];C[1](;C[a];C[b];C[c])(;C[d](;C[e])(;C[f])))", &["01abc", ".|de.", "..|f."]);
    }

    #[test]
    fn rows_are_shared_where_there_is_room() {
        check(
            "(;C[0](;C[1];C[2];C[3];C[4](;C[5];C[6])(;C[a]))(;C[b];C[c]))",
            &["0123456", "|bc.|a."],
        );
        check("(;C[0](;C[1];C[2](;C[3])(;C[a];C[b]))(;C[c];C[d]))", &["0123.", "|.|ab", "|cd.."]);
    }

    #[test]
    fn a_window_shows_what_is_in_it() {
        let record = Record::from_sgf("(;C[0](;B[aa];W[bb])(;AB[cc])(;N[x])(;PL[B];B[cc]))");
        let record = record.unwrap();
        let layout = TreeLayout::new(&record);
        let nodes = layout.nodes_in(1..2, 0..3);
        let kinds: Vec<_> = nodes.iter().map(|it| (it.kind, it.has_comment)).collect();
        assert_eq!(
            kinds,
            [
                (NodeKind::Move(Color::Black), false),
                (NodeKind::Setup, false),
                (NodeKind::Other, true),
            ]
        );
        assert_eq!(layout.stems_in(0..1, 1..2), [Stem { column: 0, from_row: 0, to_row: 3 }]);
        assert_eq!(layout.stems_in(1..9, 0..9), []);
        assert_eq!(layout.nodes_in(7..9, 0..9), []);
    }

    #[test]
    fn a_layout_follows_edits() {
        let mut record = Record::from_sgf("(;C[0](;C[1])(;C[2];C[3]))").unwrap();
        let mut layout = TreeLayout::new(&record);
        let second = record.children(record.root())[1];
        record.set_comment(second, "").unwrap();
        record.add_node(second).unwrap();
        record.promote(second).unwrap();
        layout.update(&record);
        let fresh = TreeLayout::new(&record);
        assert_eq!(layout.nodes_in(0..9, 0..9), fresh.nodes_in(0..9, 0..9));
        record.delete(second).unwrap();
        layout.update(&record);
        assert_eq!((layout.n_rows(), layout.place(second)), (1, None));
        assert_eq!(picture(&record), ["01"]);
    }
}
