//! What happens on the points of a board in a game, as a compact column.
//!
//! A line of a game is a sequence of steps, each in 16 bits: which point gets
//! or loses a stone, whether that is the move itself, and whether a node
//! begins. Captures are written out, so that going through a game needs no
//! liberties.

use tengen_rules::{Color, Size};
use tengen_sgf as sgf;

/// One change of one point, or a node without any.
///
/// Bits 0 to 9 are the index of the point, bits 10 and 11 what becomes of it,
/// bit 12 says that this is the move of a node, bit 13 that a node begins.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Step(pub(crate) u16);

/// What becomes of the point of a step.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Content {
    /// A black stone.
    Black = 0,
    /// A white stone.
    White = 1,
    /// Nothing: the stone is taken off.
    Empty = 2,
    /// The step concerns no point: a pass, or a node that changes nothing.
    NoPoint = 3,
}

const MOVE: u16 = 1 << 12;
const NODE: u16 = 1 << 13;

impl Step {
    fn new(content: Content, point: usize) -> Step {
        Step((content as u16) << 10 | point as u16)
    }

    pub(crate) const fn point(self) -> usize {
        (self.0 & 0x3FF) as usize
    }

    pub(crate) const fn content(self) -> Content {
        match self.0 >> 10 & 3 {
            0 => Content::Black,
            1 => Content::White,
            2 => Content::Empty,
            _ => Content::NoPoint,
        }
    }

    /// Whether this is what the player did, and not a consequence of it.
    pub(crate) const fn is_move(self) -> bool {
        self.0 & MOVE != 0
    }

    /// Whether this is the first step of a node.
    pub(crate) const fn begins_node(self) -> bool {
        self.0 & NODE != 0
    }

    /// Who moves, if this is a move.
    pub(crate) const fn mover(self) -> Option<Color> {
        if !self.is_move() {
            return None;
        }
        match self.content() {
            Content::Black => Some(Color::Black),
            Content::White => Some(Color::White),
            // The color of a pass is in place of the point.
            Content::Empty | Content::NoPoint => {
                Some(if self.point() == 0 { Color::Black } else { Color::White })
            }
        }
    }
}

/// A line that leaves another one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Branch {
    /// How many nodes it has in common with the line before it.
    pub(crate) n_shared: u32,
    /// The steps of the others.
    pub(crate) steps: Vec<Step>,
}

/// All lines of a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Timeline {
    pub(crate) size: Size,
    pub(crate) main: Vec<Step>,
    /// The other lines, in the order of the file.
    pub(crate) branches: Vec<Branch>,
}

impl Timeline {
    /// The game of a file, as far as it is on the board.
    ///
    /// Moves are made whatever the rules say of them, as the format wants it.
    pub(crate) fn of(game: sgf::Game<'_>, size: Size) -> Timeline {
        let mut stones = Stones::new(size);
        let mut lines = vec![Branch { n_shared: 0, steps: Vec::new() }];
        // The position after each node of the present line at which another
        // line begins: node, depth, stones.
        let mut forks: Vec<(sgf::NodeId, u32, Stones)> = Vec::new();
        let mut depth = 0;
        let mut is_leaf = false;
        for node in game.nodes() {
            if is_leaf {
                let parent = node.parent().map(|it| it.id());
                while forks.last().is_some_and(|(id, ..)| Some(*id) != parent) {
                    forks.pop();
                }
                if let Some((_, fork_depth, at_fork)) = forks.last() {
                    (depth, stones) = (*fork_depth, at_fork.clone());
                }
                lines.push(Branch { n_shared: depth, steps: Vec::new() });
            }
            if let Some(line) = lines.last_mut() {
                stones.take_node(node, &mut line.steps);
            }
            depth += 1;
            let mut children = node.children();
            is_leaf = children.next().is_none();
            if children.next().is_some() {
                forks.push((node.id(), depth, stones.clone()));
            }
        }
        let main = lines.remove(0).steps;
        Timeline { size, main, branches: lines }
    }

    /// Calls a function for each line from the root to a leaf, the main line
    /// first, with the number that each of its nodes has in the file.
    pub(crate) fn for_each_line(&self, mut use_line: impl FnMut(&[Step], &[u32])) {
        let mut steps = self.main.clone();
        let mut nodes: Vec<u32> = (0..count_nodes(&steps)).collect();
        use_line(&steps, &nodes);
        let mut n_nodes = nodes.len() as u32;
        for branch in &self.branches {
            steps.truncate(start_of_node(&steps, branch.n_shared));
            steps.extend_from_slice(&branch.steps);
            nodes.truncate(branch.n_shared as usize);
            let n_added = count_nodes(&branch.steps);
            nodes.extend(n_nodes..n_nodes + n_added);
            n_nodes += n_added;
            use_line(&steps, &nodes);
        }
    }

    /// The number of bytes that [`Timeline::write`] adds.
    pub(crate) fn n_bytes(&self) -> usize {
        let of_branches = self.branches.iter().map(|it| 8 + 2 * it.steps.len());
        10 + 2 * self.main.len() + of_branches.sum::<usize>()
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.size.width(), self.size.height()]);
        bytes.extend((self.main.len() as u32).to_le_bytes());
        bytes.extend((self.branches.len() as u32).to_le_bytes());
        write_steps(&self.main, bytes);
        for branch in &self.branches {
            bytes.extend(branch.n_shared.to_le_bytes());
            bytes.extend((branch.steps.len() as u32).to_le_bytes());
            write_steps(&branch.steps, bytes);
        }
    }

    /// Reads what was written, or `None` if it is damaged.
    pub(crate) fn read(bytes: &mut &[u8]) -> Option<Timeline> {
        let size = Size::new(take::<1>(bytes)?[0], take::<1>(bytes)?[0])?;
        let n_steps = u32::from_le_bytes(take(bytes)?);
        let n_branches = u32::from_le_bytes(take(bytes)?);
        let main = read_steps(bytes, n_steps, size)?;
        let mut branches = Vec::new();
        for _ in 0..n_branches {
            let n_shared = u32::from_le_bytes(take(bytes)?);
            let n_steps = u32::from_le_bytes(take(bytes)?);
            branches.push(Branch { n_shared, steps: read_steps(bytes, n_steps, size)? });
        }
        Some(Timeline { size, main, branches })
    }
}

/// The number of nodes that begin in these steps.
pub(crate) fn count_nodes(steps: &[Step]) -> u32 {
    steps.iter().filter(|step| step.begins_node()).count() as u32
}

fn start_of_node(steps: &[Step], node: u32) -> usize {
    let mut starts = steps.iter().enumerate().filter(|(_, step)| step.begins_node());
    starts.nth(node as usize).map_or(steps.len(), |(idx, _)| idx)
}

fn write_steps(steps: &[Step], bytes: &mut Vec<u8>) {
    for step in steps {
        bytes.extend(step.0.to_le_bytes());
    }
}

fn read_steps(bytes: &mut &[u8], n_steps: u32, size: Size) -> Option<Vec<Step>> {
    let (head, rest) = bytes.split_at_checked(2 * n_steps as usize)?;
    *bytes = rest;
    let pairs = head.as_chunks::<2>().0;
    let steps: Vec<Step> = pairs.iter().map(|&it| Step(u16::from_le_bytes(it))).collect();
    let n_points = usize::from(size.n_points());
    let is_sound = |step: &Step| step.content() == Content::NoPoint || step.point() < n_points;
    steps.iter().all(is_sound).then_some(steps)
}

/// Takes an array off the front.
pub(crate) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (head, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*head)
}

/// Any stones on a board, also chains without liberties.
#[derive(Clone, Debug)]
struct Stones {
    size: Size,
    points: Vec<Option<Color>>,
    /// Marks for going through a chain, with the number of the last search.
    seen: Vec<u32>,
    n_searches: u32,
}

impl Stones {
    fn new(size: Size) -> Stones {
        let n_points = usize::from(size.n_points());
        Stones { size, points: vec![None; n_points], seen: vec![0; n_points], n_searches: 0 }
    }

    /// Does what a node says, set-up before moves, and writes it down.
    fn take_node(&mut self, node: sgf::Node<'_>, steps: &mut Vec<Step>) {
        let first = steps.len();
        let mut before = None;
        let mut moves = Vec::new();
        for property in node.properties() {
            match &*property.name() {
                "B" => moves.push((Color::Black, property.value())),
                "W" => moves.push((Color::White, property.value())),
                "AB" | "AW" | "AE" => {
                    before.get_or_insert_with(|| self.points.clone());
                    self.set_up(property);
                }
                _ => (),
            }
        }
        for (point, old) in before.iter().flatten().enumerate() {
            if self.points[point] != *old {
                steps.push(Step::new(content(self.points[point]), point));
            }
        }
        for (color, value) in moves {
            self.make_move(color, value, steps);
        }
        if steps.len() == first {
            steps.push(Step::new(Content::NoPoint, 0));
        }
        steps[first].0 |= NODE;
    }

    fn set_up(&mut self, property: sgf::Property<'_>) {
        let stone = match &*property.name() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            _ => None,
        };
        for value in property.values() {
            let corners = match value.compose() {
                Some((first, second)) => first.point().ok().zip(second.point().ok()),
                None => value.point().ok().map(|it| (it, it)),
            };
            let Some((first, second)) = corners else { continue };
            if self.idx(first).is_none() || self.idx(second).is_none() {
                continue;
            }
            let columns = first.column().min(second.column())..=first.column().max(second.column());
            for row in first.row().min(second.row())..=first.row().max(second.row()) {
                for column in columns.clone() {
                    if let Some(idx) = sgf::Point::new(column, row).and_then(|it| self.idx(it)) {
                        self.points[idx] = stone;
                    }
                }
            }
        }
    }

    fn make_move(&mut self, color: Color, value: sgf::Value<'_>, steps: &mut Vec<Step>) {
        let size = sgf::Size::new(self.size.width(), self.size.height());
        let point = match size.map(|size| value.mv(size)) {
            Some(Ok(sgf::Move::Pass)) => {
                let pass = Step::new(Content::NoPoint, usize::from(color == Color::White));
                steps.push(Step(pass.0 | MOVE));
                return;
            }
            Some(Ok(sgf::Move::Play(point))) => self.idx(point),
            _ => None,
        };
        let Some(point) = point else { return };
        self.points[point] = Some(color);
        steps.push(Step(Step::new(content(Some(color)), point).0 | MOVE));
        for neighbor in self.neighbors(point).into_iter().flatten() {
            if self.points[neighbor] == Some(!color) {
                self.take_without_liberty(neighbor, steps);
            }
        }
        self.take_without_liberty(point, steps);
    }

    fn take_without_liberty(&mut self, start: usize, steps: &mut Vec<Step>) {
        self.n_searches += 1;
        let color = self.points[start];
        self.seen[start] = self.n_searches;
        let mut chain = vec![start];
        let mut at = 0;
        while at < chain.len() {
            for neighbor in self.neighbors(chain[at]).into_iter().flatten() {
                if self.points[neighbor].is_none() {
                    return;
                }
                if self.points[neighbor] == color && self.seen[neighbor] != self.n_searches {
                    self.seen[neighbor] = self.n_searches;
                    chain.push(neighbor);
                }
            }
            at += 1;
        }
        for point in chain {
            self.points[point] = None;
            steps.push(Step::new(Content::Empty, point));
        }
    }

    /// The index of a point, which the format counts from the top left.
    fn idx(&self, point: sgf::Point) -> Option<usize> {
        let row = self.size.height().checked_sub(point.row() + 1)?;
        let width = self.size.width();
        (point.column() < width)
            .then(|| usize::from(row) * usize::from(width) + usize::from(point.column()))
    }

    fn neighbors(&self, point: usize) -> [Option<usize>; 4] {
        let width = usize::from(self.size.width());
        let column = point % width;
        [
            (column > 0).then(|| point - 1),
            (column + 1 < width).then_some(point + 1),
            point.checked_sub(width),
            Some(point + width).filter(|&it| it < self.points.len()),
        ]
    }
}

fn content(stone: Option<Color>) -> Content {
    match stone {
        Some(Color::Black) => Content::Black,
        Some(Color::White) => Content::White,
        None => Content::Empty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timeline(text: &str) -> Timeline {
        let collection = sgf::parse_text(text).unwrap();
        let game = collection.game(0).unwrap();
        Timeline::of(game, Size::new(game.size().width(), game.size().height()).unwrap())
    }

    #[test]
    fn lines_are_written_and_read() {
        let text = "(;SZ[3]AB[aa];B[bb](;W[ab];B[ca](;W[])(;W[cc]))(;W[ba];C[x](;B[ac])(;B[])))";
        let timeline = timeline(text);
        let mut lines = Vec::new();
        timeline.for_each_line(|steps, nodes| lines.push((steps.len(), nodes.to_vec())));
        assert_eq!(
            lines,
            [
                (5, vec![0, 1, 2, 3, 4]),
                (5, vec![0, 1, 2, 3, 5]),
                (5, vec![0, 1, 6, 7, 8]),
                (5, vec![0, 1, 6, 7, 9]),
            ]
        );
        let mut bytes = Vec::new();
        timeline.write(&mut bytes);
        assert_eq!(bytes.len(), timeline.n_bytes());
        assert_eq!(Timeline::read(&mut &bytes[..]), Some(timeline));
        assert_eq!(Timeline::read(&mut &bytes[..bytes.len() - 1]), None);
    }

    #[test]
    fn captures_are_written_out() {
        let steps = timeline("(;SZ[2]AB[ab];W[aa];B[ba];W[bb])").main;
        let is_empty = |step: &&Step| step.content() == Content::Empty;
        assert_eq!(steps.iter().filter(is_empty).count(), 2);
    }
}
