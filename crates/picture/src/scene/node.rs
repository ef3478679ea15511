//! A node of a record as a scene.

use std::collections::BTreeMap;

use tengen_record::{NodeId, Record, Snapshot};
use tengen_rules::{Color, Move, Point, PointSet};

use super::{Scene, Stone};

/// What is shown of a node besides its stones and mark-up.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct NodeOptions {
    /// The stones that carry the numbers of their moves.
    pub numbers: Numbers,
    /// Whether the next moves are shown.
    pub has_variations: bool,
}

/// The stones that carry the numbers of their moves.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Numbers {
    /// None of them; the last move has its sign instead.
    #[default]
    None,
    /// Those of this number of last moves.
    Last(u32),
    /// All of them.
    All,
}

impl Scene {
    /// The position after a node with everything that is drawn on it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_picture::{NodeOptions, Numbers, Scene, TextStyle};
    /// use tengen_record::Record;
    ///
    /// let record = Record::from_sgf("(;SZ[3];B[bb];W[cb]TR[bb])")?;
    /// let last = record.main_line().last().unwrap();
    /// let scene = Scene::of_node(&record, last, &NodeOptions::default());
    /// assert_eq!(
    ///     scene.without_coordinates().to_text(TextStyle::Ascii),
    ///     " .  .  .\n .  X^(O)\n .  .  .\n\n^ triangle\n",
    /// );
    ///
    /// let options = NodeOptions { numbers: Numbers::All, ..NodeOptions::default() };
    /// let scene = Scene::of_node(&record, last, &options);
    /// assert_eq!(scene.numbers[&"B2".parse()?], 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_node(record: &Record, id: NodeId, options: &NodeOptions) -> Scene {
        Scene::of_snapshot(record, id, &record.position(id), options)
    }

    /// Does what [`Scene::of_node`] does with a position that is known, for
    /// those who go through many nodes with
    /// [`Positions`](tengen_record::Positions).
    pub fn of_snapshot(
        record: &Record,
        id: NodeId,
        snapshot: &Snapshot,
        options: &NodeOptions,
    ) -> Scene {
        let node = record.node(id);
        let mut scene = Scene::of(snapshot.board());
        scene.stones.extend(snapshot.breathless.iter().map(|&(color, point)| (point, color)));
        scene.last_move = snapshot.last_move.and_then(|(_, mv)| mv.point());
        scene.marks.extend(node.marks());
        scene.labels.extend(node.labels());
        for (from, to) in node.lines() {
            scene = scene.with_line(from, to);
        }
        for (from, to) in node.arrows() {
            scene = scene.with_arrow(from, to);
        }
        scene.dimmed = node.dimmed();
        if let Some(visible) = node.viewed() {
            scene.dimmed |= PointSet::all(scene.size) - visible;
        }
        for color in Color::ALL {
            scene.mark_territory(color, &node.territory(color));
        }
        if let Some(limit) = options.numbers.limit() {
            scene.numbers = numbers(record, id, snapshot, limit);
            scene.last_move = None;
        }
        if options.has_variations {
            scene.variations = variations(record, id);
        }
        scene
    }

    /// Shows points that are marked as territory; stones of the opponent there
    /// are dead.
    fn mark_territory(&mut self, owner: Color, points: &PointSet) {
        for point in points {
            self.territory.insert(point, owner);
            if self.stone(point) == Some(!owner) {
                self.dead.insert(point);
            }
        }
    }
}

impl Numbers {
    /// How many moves have numbers, if some have.
    fn limit(self) -> Option<usize> {
        match self {
            Numbers::None => None,
            Numbers::Last(count) => Some(usize::try_from(count).unwrap_or(usize::MAX)),
            Numbers::All => Some(usize::MAX),
        }
    }
}

/// The numbers of the last moves whose stones are on the board.
fn numbers(record: &Record, id: NodeId, snapshot: &Snapshot, limit: usize) -> BTreeMap<Point, u32> {
    let mut seen = PointSet::EMPTY;
    let mut numbers = BTreeMap::new();
    for it in record.moves(id).iter().rev().take(limit) {
        let Move::Play(point) = it.mv else { continue };
        // Only the last move on a point can have put the stone there.
        if seen.insert(point) && snapshot.stone(point) == Some(it.color) {
            numbers.insert(point, it.number);
        }
    }
    numbers
}

/// The next moves, the main line first.
fn variations(record: &Record, id: NodeId) -> Vec<Stone> {
    let moves = record.children(id).iter().filter_map(|&child| record.node(child).mv());
    moves.filter_map(|(color, mv)| Some(Stone { point: mv.point()?, color })).collect()
}
