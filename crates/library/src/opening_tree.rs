//! A tree of openings or joseki, grown from the games.

use std::collections::HashMap;
use std::fmt::Write as _;

use tengen_rules::{Color, Point, Symmetry};

use crate::continuation::Weighed;
use crate::pattern::{Anchor, Cell};
use crate::search::canonical;
use crate::timeline::{Content, Step};
use crate::variant::{Freedom, automorphisms};
use crate::{Cancel, Library, LibraryError, MeanLoss, Pattern, SearchOptions, Tally};

/// How far a tree grows.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct TreeOptions {
    /// Moves that were played less often are left out.
    pub min_hits: u32,
    /// The moves of a branch.
    pub max_depth: u32,
    /// The moves at each place, the most frequent ones.
    pub max_branches: usize,
}

impl Default for TreeOptions {
    fn default() -> TreeOptions {
        TreeOptions { min_hits: 2, max_depth: 20, max_branches: 12 }
    }
}

/// A position of a tree, with what followed.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningNode {
    /// The move that leads here, in points of the pattern; `None` at the root.
    pub mv: Option<(Color, Point)>,
    /// How the games ended that came here.
    pub tally: Tally,
    /// How often moves elsewhere came before it.
    pub n_tenuki: u32,
    /// What the move lost.
    pub loss: MeanLoss,
    /// What was played next, the most frequent first.
    pub children: Vec<OpeningNode>,
}

/// A tree that grows from a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningTree {
    /// The position at the root.
    pub pattern: Pattern,
    /// The root.
    pub root: OpeningNode,
}

/// A game that is followed: where it is, and how it is turned.
struct Thread<'a> {
    game: u32,
    steps: &'a [Step],
    /// The next step, which begins a node, and the number of that node.
    at: usize,
    node: u32,
    /// How points of the board become points of the pattern.
    to_pattern: Vec<Option<Point>>,
    is_swapped: bool,
}

/// What a game does next within the pattern.
struct Next {
    color: Color,
    point: Point,
    at: usize,
    node: u32,
    is_tenuki: bool,
    /// Stones that are captured, and the end of it.
    captured: Vec<Point>,
}

impl Library {
    /// Grows a tree from a pattern over the main lines of the games.
    ///
    /// From an empty board, it is a tree of openings; from an empty corner, of
    /// joseki.
    ///
    /// # Errors
    ///
    /// As [`Library::search`].
    pub fn opening_tree(
        &mut self,
        pattern: &Pattern,
        search: &SearchOptions,
        options: TreeOptions,
        cancel: &Cancel,
    ) -> Result<OpeningTree, LibraryError> {
        let search = SearchOptions { variations: false, ..search.clone() };
        let hits = self.search(pattern, &search, cancel)?;
        let losses = self.all_losses()?;
        let mut threads = Vec::new();
        let mut tally = Tally::default();
        for hit in &hits.hits {
            let Some((size, slot)) = hits.index.find(hit.game.0) else { continue };
            let steps = size.main_line(slot);
            let mut starts = steps.iter().enumerate().filter(|(_, it)| it.begins_node());
            let at = starts.nth(hit.node as usize + 1).map_or(steps.len(), |(idx, _)| idx);
            let shape = hit.symmetry.size(pattern.shape());
            let to_pattern = size.size.points().map(|point| {
                let column = point.column().checked_sub(hit.origin.column())?;
                let row = point.row().checked_sub(hit.origin.row())?;
                hit.symmetry.inverse().point(Point::new(column, row, shape)?, shape)
            });
            tally.add(size.slots[slot].facts.winner, hit.is_swapped);
            threads.push(Thread {
                game: hit.game.0,
                steps,
                at,
                node: hit.node,
                to_pattern: to_pattern.collect(),
                is_swapped: hit.is_swapped,
            });
        }
        let freedom = Freedom { symmetries: search.symmetries, colors: search.colors };
        let mut root = OpeningNode {
            mv: None,
            tally,
            n_tenuki: 0,
            loss: MeanLoss::default(),
            children: Vec::new(),
        };
        let weigh = |game, node| Weighed::of(&hits, &losses, game, node);
        let grower = Grower { options, freedom, cancel, weigh: &weigh };
        // Numbers that a move demands are of the first position only.
        let position = pattern.clone().with_moves(Vec::new()).with_next(None);
        grower.grow(&mut root, &position, threads, 0)?;
        Ok(OpeningTree { pattern: position, root })
    }
}

struct Grower<'a> {
    options: TreeOptions,
    freedom: Freedom,
    cancel: &'a Cancel,
    weigh: &'a dyn Fn(u32, u32) -> Option<Weighed>,
}

type Branches<'a> = HashMap<(Color, Point), (OpeningNode, Vec<Thread<'a>>, Vec<Point>)>;

impl Grower<'_> {
    fn grow(
        &self,
        node: &mut OpeningNode,
        position: &Pattern,
        threads: Vec<Thread<'_>>,
        depth: u32,
    ) -> Result<(), LibraryError> {
        self.cancel.check()?;
        if depth >= self.options.max_depth {
            return Ok(());
        }
        let same = automorphisms(position, self.freedom);
        let mut branches: Branches<'_> = HashMap::new();
        for mut thread in threads {
            let Some(next) = thread.next() else { continue };
            let mv = canonical(position, &same, (next.color, next.point));
            let turn = same.iter().find(|(symmetry, is_swapped)| {
                let color = if *is_swapped { !next.color } else { next.color };
                symmetry.point(next.point, position.shape()).map(|it| (color, it)) == Some(mv)
            });
            let &(symmetry, is_swapped) = turn.unwrap_or(&(Symmetry::Identity, false));
            let shape = position.shape();
            let turned = |point: &Point| symmetry.point(*point, shape);
            let captured = next.captured.iter().filter_map(turned).collect();
            (thread.at, thread.node) = (next.at, next.node);
            thread.is_swapped ^= is_swapped;
            if symmetry != Symmetry::Identity {
                for point in &mut thread.to_pattern {
                    *point = point.as_ref().and_then(turned);
                }
            }
            let (child, threads, _) = branches.entry(mv).or_insert_with(|| {
                let child = OpeningNode {
                    mv: Some(mv),
                    tally: Tally::default(),
                    n_tenuki: 0,
                    loss: MeanLoss::default(),
                    children: Vec::new(),
                };
                (child, Vec::new(), captured)
            });
            if let Some(weighed) = (self.weigh)(thread.game, thread.node) {
                child.tally.add(weighed.winner, thread.is_swapped);
                weighed.loss.into_iter().for_each(|points| child.loss.add(points));
            }
            child.n_tenuki += u32::from(next.is_tenuki);
            threads.push(thread);
        }
        let mut branches: Vec<_> = branches.into_values().collect();
        branches.retain(|(child, ..)| child.tally.n >= self.options.min_hits);
        branches.sort_by_key(|(child, ..)| {
            let place = child.mv.map(|(it, point)| (it as u8, point.index_in(position.shape())));
            (u32::MAX - child.tally.n, place)
        });
        branches.truncate(self.options.max_branches);
        for (mut child, threads, captured) in branches {
            let mut after = position.clone();
            if let Some((color, point)) = child.mv {
                let cell = if color == Color::Black { Cell::Black } else { Cell::White };
                after = after.with_cell(point, cell);
            }
            for point in captured {
                after = after.with_cell(point, Cell::Empty);
            }
            self.grow(&mut child, &after, threads, depth + 1)?;
            node.children.push(child);
        }
        Ok(())
    }
}

impl Thread<'_> {
    /// The next move within the pattern, unless something else changes it
    /// before.
    fn next(&self) -> Option<Next> {
        let mut node = self.node;
        let mut n_moves = 0;
        for (idx, step) in self.steps.iter().enumerate().skip(self.at) {
            node += u32::from(step.begins_node());
            n_moves += u32::from(step.is_move());
            if step.content() == Content::NoPoint {
                continue;
            }
            let Some(point) = self.to_pattern[step.point()] else { continue };
            let color = step.mover()?;
            let rest = &self.steps[idx + 1..];
            let len = rest.iter().position(|it| it.begins_node()).unwrap_or(rest.len());
            let is_capture = |it: &&Step| it.content() == Content::Empty;
            let captured = rest[..len].iter().filter(is_capture);
            return Some(Next {
                color: if self.is_swapped { !color } else { color },
                point,
                at: idx + 1 + len,
                node,
                is_tenuki: n_moves > 1,
                captured: captured.filter_map(|it| self.to_pattern[it.point()]).collect(),
            });
        }
        None
    }
}

impl OpeningTree {
    /// The tree as a record in SGF, with the numbers as comments.
    ///
    /// A pattern of a part of the board stands where it touches the edges, on
    /// a board of its size, or of 19×19.
    pub fn to_sgf(&self) -> String {
        let size = self.pattern.board_size.unwrap_or(tengen_rules::Size::NINETEEN);
        let (column, row) = match self.pattern.anchor {
            Anchor::At(origin) => (origin.column(), origin.row()),
            Anchor::Edges(edges) => (
                if edges.right { size.width().saturating_sub(self.pattern.width()) } else { 0 },
                if edges.top { size.height().saturating_sub(self.pattern.height()) } else { 0 },
            ),
        };
        let point = |point: Point| {
            let letter = |idx: u8| char::from(b'a' + idx);
            let row = size.height().saturating_sub(1 + row + point.row());
            format!("{}{}", letter(column + point.column()), letter(row))
        };
        let edges = if size.width() == size.height() {
            size.width().to_string()
        } else {
            format!("{}:{}", size.width(), size.height())
        };
        let mut text = format!("(;FF[4]GM[1]CA[UTF-8]SZ[{edges}]");
        for (name, cell) in [("AB", Cell::Black), ("AW", Cell::White)] {
            let points = self.pattern.shape.points();
            let mut points = points.filter(|&it| self.pattern.cell(it) == Some(cell)).peekable();
            if points.peek().is_some() {
                text.push_str(name);
                points.for_each(|it| {
                    let _ = write!(text, "[{}]", point(it));
                });
            }
        }
        let mut tasks = vec![Task::Open(&self.root, false)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => text.push(')'),
                Task::Open(node, is_variation) => {
                    if is_variation {
                        text.push_str("\n(");
                        tasks.push(Task::Close);
                    }
                    if let Some((color, at)) = node.mv {
                        let _ = write!(text, ";{}[{}]", color.letter(), point(at));
                    }
                    let _ = write!(text, "C[{}]", numbers(node));
                    let has_variations = node.children.len() > 1;
                    let children = node.children.iter().rev();
                    tasks.extend(children.map(|it| Task::Open(it, has_variations)));
                }
            }
        }
        text.push_str(")\n");
        text
    }
}

enum Task<'a> {
    Open(&'a OpeningNode, bool),
    Close,
}

/// The numbers of a node, as a comment has them.
fn numbers(node: &OpeningNode) -> String {
    let Tally { n, wins, n_draws } = node.tally;
    let mut text = format!("{n}: B+ {}, W+ {}", wins[Color::Black], wins[Color::White]);
    if n_draws > 0 {
        let _ = write!(text, ", = {n_draws}");
    }
    if let Some(points) = node.loss.points() {
        let _ = write!(text, ", -{points:.1} ({})", node.loss.n);
    }
    text
}
