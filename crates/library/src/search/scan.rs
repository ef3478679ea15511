//! Going through the games: which places can have the pattern, and when they
//! have it.

use std::collections::HashSet;
use std::ops::Range;

use tengen_rules::{Color, Point, Size};

use super::line::{Grid, NEVER, Placement, Times, next_move};
use super::{Hit, NextMove, in_pattern};
use crate::index::{SizeIndex, Slot};
use crate::timeline::{Content, Step};
use crate::variant::Variant;
use crate::{Cancel, GameId, LibraryError, SearchOptions};

/// What is needed to go through the games of one board size.
pub(super) struct Scanner<'a> {
    pub(super) size: &'a SizeIndex,
    pub(super) variants: &'a [Variant],
    pub(super) options: &'a SearchOptions,
    pub(super) cancel: &'a Cancel,
}

/// Where a line has the pattern.
#[derive(Copy, Clone, Debug)]
struct Found {
    /// The place of the node in the line.
    node: u32,
    /// The step behind that node.
    end: usize,
}

/// Memory that is used again for each game.
struct Scratch {
    grid: Grid,
    times: Times,
    origins: Vec<u64>,
    places: Vec<(usize, usize)>,
    board: Vec<u8>,
}

/// How many games are searched between two looks at the stop signal.
const CHECK: usize = 512;

impl Scanner<'_> {
    pub(super) fn run(&self, slots: Range<usize>) -> Result<Vec<Hit>, LibraryError> {
        let mut hits = Vec::new();
        let mut scratch = Scratch {
            grid: Grid::new(self.size.size),
            times: Times::new(),
            origins: Vec::new(),
            places: Vec::new(),
            board: Vec::new(),
        };
        for slot_idx in slots {
            if slot_idx.is_multiple_of(CHECK) {
                self.cancel.check()?;
            }
            let slot = &self.size.slots[slot_idx];
            let is_in =
                || self.options.games.as_ref().is_none_or(|it| it.contains(GameId(slot.game)));
            if slot.game == 0 || !is_in() {
                continue;
            }
            self.find_places(slot_idx, &mut scratch);
            if scratch.places.is_empty() {
                continue;
            }
            if self.options.variations && self.size.has_branches(slot_idx) {
                self.search_lines(slot_idx, &mut scratch, &mut hits);
            } else {
                let steps = self.size.main_line(slot_idx);
                self.search_line(slot, steps, &mut scratch, |node| node, |hit| hits.push(hit));
            }
        }
        Ok(hits)
    }

    /// Every line from the root to a leaf is searched as if it were a game,
    /// and what is found in the common part of two lines counts once.
    fn search_lines(&self, slot_idx: usize, scratch: &mut Scratch, hits: &mut Vec<Hit>) {
        let slot = self.size.slots[slot_idx];
        let mut known = HashSet::new();
        self.size.for_each_line(slot_idx, |steps, nodes| {
            let number = |node: u32| nodes.get(node as usize).copied().unwrap_or(NEVER);
            self.search_line(&slot, steps, scratch, number, |hit| {
                let next = hit.next.map(|it| it.node);
                let key = (hit.symmetry, hit.is_swapped, hit.origin, hit.node, next);
                if known.insert(key) {
                    hits.push(hit);
                }
            });
        });
    }

    /// Finds the places where all points with stones had such a stone at some
    /// time: for all origins at once, by shifting sets of points.
    fn find_places(&self, slot: usize, scratch: &mut Scratch) {
        let n_words = self.size.n_words();
        let (black, white) = self.size.ever(slot, self.options.variations).split_at(n_words);
        scratch.places.clear();
        for (idx, variant) in self.variants.iter().enumerate() {
            if let Some(few) = &variant.few_origins {
                let had = |origin: usize, &(distance, mask): &(usize, u8)| {
                    let point = origin + distance;
                    let bit = |set: &[u64]| set[point / 64] >> (point % 64) & 1 == 1;
                    mask & 2 != 0 && bit(black) || mask & 4 != 0 && bit(white)
                };
                let stones = &variant.cells[..variant.n_stones];
                for &origin in few {
                    if stones.iter().all(|cell| had(origin, cell)) {
                        scratch.places.push((idx, origin));
                    }
                }
                continue;
            }
            let origins = &mut scratch.origins;
            origins.clear();
            origins.extend_from_slice(&variant.origins);
            for &(distance, mask) in &variant.cells[..variant.n_stones] {
                let mut any = 0;
                for (word, origins) in origins.iter_mut().enumerate() {
                    if *origins == 0 {
                        continue;
                    }
                    let mut had = 0;
                    if mask & 2 != 0 {
                        had |= shifted(black, word, distance);
                    }
                    if mask & 4 != 0 {
                        had |= shifted(white, word, distance);
                    }
                    *origins &= had;
                    any |= *origins;
                }
                if any == 0 {
                    break;
                }
            }
            for (word, &bits) in origins.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    scratch.places.push((idx, 64 * word + bits.trailing_zeros() as usize));
                    bits &= bits - 1;
                }
            }
        }
    }

    fn search_line(
        &self,
        slot: &Slot,
        steps: &[Step],
        scratch: &mut Scratch,
        number: impl Fn(u32) -> u32,
        mut take: impl FnMut(Hit),
    ) {
        let size = self.size.size;
        scratch.times.read(steps, size);
        for &(idx, origin) in &scratch.places {
            let variant = &self.variants[idx];
            let times = &scratch.times;
            let Some(bounds) = bounds(variant, origin, times) else { continue };
            let (column, row) = scratch.grid.place(origin);
            let placement = Placement { variant, column, row, grid: &scratch.grid };
            let is_simple =
                !bounds.is_changed && variant.moves.is_empty() && variant.next.is_none();
            let found = if is_simple {
                let end = times.end(bounds.first, steps);
                Some(Found { node: bounds.first, end })
            } else {
                follow(steps, times, placement, &mut scratch.board)
            };
            let Some(found) = found else { continue };
            let n_moves = times.n_moves(found.node);
            if self.options.last_move.is_some_and(|last| n_moves > last) {
                continue;
            }
            let next = next_move(steps, found.end, found.node + 1, placement);
            take(Hit {
                game: GameId(slot.game),
                node: number(found.node),
                n_moves,
                symmetry: variant.symmetry,
                is_swapped: variant.is_swapped,
                origin: point_at(size, origin),
                next: next.and_then(|(it, _)| {
                    Some(NextMove {
                        color: it.color,
                        point: point_at(size, it.point),
                        in_pattern: in_pattern(variant, it.color, it.cell)?,
                        node: number(it.node),
                        is_tenuki: it.n_moves_before > 0,
                    })
                }),
            });
        }
    }
}

/// # Panics
///
/// Never: the index has points of its board only.
fn point_at(size: Size, idx: usize) -> Point {
    size.point_at(idx as u16).expect("the index has points of the board only")
}

/// The bits of a set from a place on, as one word of the shifted set.
fn shifted(set: &[u64], word: usize, distance: usize) -> u64 {
    let at = word + distance / 64;
    let bits = distance % 64;
    let low = set.get(at).map_or(0, |it| it >> bits);
    let high = if bits == 0 { 0 } else { set.get(at + 1).map_or(0, |it| it << (64 - bits)) };
    low | high
}

/// When a pattern can stand somewhere.
struct Bounds {
    /// The first node at which all its stones were there once.
    first: u32,
    /// Whether stones were taken off within it, so that this is only the
    /// earliest time.
    is_changed: bool,
}

/// `None` if it never stands there.
fn bounds(variant: &Variant, origin: usize, times: &Times) -> Option<Bounds> {
    let (mut first, mut end, mut is_changed) = (0, NEVER, false);
    for &(distance, mask) in &variant.cells {
        let point = origin + distance;
        let (black, white) = (times.black[point], times.white[point]);
        if mask & 1 == 0 {
            let black = if mask & 2 != 0 { black } else { NEVER };
            let white = if mask & 4 != 0 { white } else { NEVER };
            let arrival = black.min(white);
            if arrival == NEVER {
                return None;
            }
            first = first.max(arrival);
        }
        if times.is_changed[point] {
            is_changed = true;
            continue;
        }
        if mask & 2 == 0 {
            end = end.min(black);
        }
        if mask & 4 == 0 {
            end = end.min(white);
        }
        if first >= end {
            return None;
        }
    }
    (first < end).then_some(Bounds { first, is_changed })
}

/// Goes through a line and finds the first node at which the pattern stands,
/// with what must follow.
fn follow(
    steps: &[Step],
    times: &Times,
    placement: Placement<'_>,
    board: &mut Vec<u8>,
) -> Option<Found> {
    let variant = placement.variant;
    board.clear();
    board.resize(variant.masks.len(), 1);
    let mut n_wrong = variant.masks.iter().filter(|&mask| mask & 1 == 0).count();
    let mut is_new = true;
    for (node, &(start, _)) in times.starts.iter().enumerate() {
        let node = node as u32;
        let end = times.end(node, steps);
        for step in &steps[start as usize..end] {
            let content = match step.content() {
                Content::Empty => 1,
                Content::Black => 2,
                Content::White => 4,
                Content::NoPoint => continue,
            };
            let Some(cell) = placement.cell(step.point()) else { continue };
            let mask = variant.masks[cell];
            n_wrong -= usize::from(mask & board[cell] == 0);
            n_wrong += usize::from(mask & content == 0);
            board[cell] = content;
            is_new = true;
        }
        // Nothing else follows as long as nothing changes.
        if is_new && n_wrong == 0 {
            let found = Found { node, end };
            if let Some(found) = after_moves(steps, found, placement) {
                return Some(found);
            }
            is_new = false;
        }
    }
    None
}

/// Goes on to the last of the moves that must follow, if they do.
fn after_moves(steps: &[Step], start: Found, placement: Placement<'_>) -> Option<Found> {
    let mut at = start;
    for &(color, cell) in &placement.variant.moves {
        let (follower, end) = next_move(steps, at.end, at.node + 1, placement)?;
        if (follower.color, follower.cell) != (color, cell) {
            return None;
        }
        at = Found { node: follower.node, end };
    }
    let is_next = |color: Color| {
        let next = next_move(steps, at.end, at.node + 1, placement);
        next.is_some_and(|(follower, _)| follower.color == color)
    };
    placement.variant.next.is_none_or(is_next).then_some(at)
}
