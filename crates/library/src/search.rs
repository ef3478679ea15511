//! Searching for a pattern in all games.

mod line;
mod scan;

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use tengen_rules::{Color, Point, Symmetry};

use crate::index::Index;
use crate::variant::{Freedom, Variant, automorphisms, variants};
use crate::{Cancel, GameId, GameSet, Library, LibraryError, Pattern};
use scan::Scanner;

/// How a pattern is searched for.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// Whether it may be turned and mirrored.
    pub symmetries: bool,
    /// Whether Black and White may change places.
    pub colors: bool,
    /// Whether lines beside the main line are searched as well.
    pub variations: bool,
    /// The last move after which it may stand.
    pub last_move: Option<u32>,
    /// The only games that are searched.
    pub games: Option<GameSet>,
}

impl Default for SearchOptions {
    /// All symmetries and colors, main lines only, all games.
    fn default() -> SearchOptions {
        SearchOptions {
            symmetries: true,
            colors: true,
            variations: false,
            last_move: None,
            games: None,
        }
    }
}

/// A place in a game where a pattern stands.
///
/// It is the first time in its line that the pattern stands at this place in
/// this symmetry, with what was asked to follow.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Hit {
    /// The game.
    pub game: GameId,
    /// The node at which it stands, or the one of the last move that was asked
    /// for: its number in the file, the root being 0.
    pub node: u32,
    /// The moves up to that node.
    pub n_moves: u32,
    /// How the pattern is turned to stand there.
    pub symmetry: Symmetry,
    /// Whether Black and White have changed places.
    pub is_swapped: bool,
    /// The lower left corner of the place.
    pub origin: Point,
    /// The next move within the pattern.
    pub next: Option<NextMove>,
}

/// The next move within a pattern.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NextMove {
    /// Who moves, as the game has it.
    pub color: Color,
    /// Where, on the board of the game.
    pub point: Point,
    /// The same in the pattern as it was asked for, with the pattern's colors.
    /// Moves that are the same by the pattern's own symmetry are one.
    pub in_pattern: (Color, Point),
    /// The node of the move.
    pub node: u32,
    /// Whether moves elsewhere, or passes, come before it.
    pub is_tenuki: bool,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Hits {
    /// The pattern.
    pub pattern: Pattern,
    /// All places, by board size and then in the order in which games came
    /// into the library.
    pub hits: Vec<Hit>,
    /// The number of games that were searched.
    pub n_searched: u32,
    pub(crate) index: Arc<Index>,
}

impl Hits {
    /// The games with a hit, each once.
    pub fn games(&self) -> GameSet {
        self.hits.iter().map(|hit| hit.game).collect()
    }
}

impl Library {
    /// Searches for a pattern.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read, and
    /// [`LibraryError::Cancelled`] if it was stopped.
    pub fn search(
        &mut self,
        pattern: &Pattern,
        options: &SearchOptions,
        cancel: &Cancel,
    ) -> Result<Hits, LibraryError> {
        let index = self.index()?;
        let freedom = Freedom { symmetries: options.symmetries, colors: options.colors };
        let mut hits = Vec::new();
        let mut n_searched = 0;
        for size in &index.sizes {
            let variants = variants(pattern, size.size, freedom);
            let is_in = |game| options.games.as_ref().is_none_or(|it| it.contains(GameId(game)));
            let is_searched = |slot: &&crate::index::Slot| slot.game != 0 && is_in(slot.game);
            n_searched += size.slots.iter().filter(is_searched).count() as u32;
            if variants.is_empty() {
                continue;
            }
            let scanner = Scanner { size, variants: &variants, options, cancel };
            hits.extend(in_parallel(&scanner)?);
        }
        let same = automorphisms(pattern, freedom);
        for next in hits.iter_mut().filter_map(|hit| hit.next.as_mut()) {
            next.in_pattern = canonical(pattern, &same, next.in_pattern);
        }
        Ok(Hits { pattern: pattern.clone(), hits, n_searched, index })
    }
}

/// The least of the moves that are the same by symmetry.
pub(crate) fn canonical(
    pattern: &Pattern,
    same: &[(Symmetry, bool)],
    (color, point): (Color, Point),
) -> (Color, Point) {
    let turned = same.iter().filter_map(|&(symmetry, is_swapped)| {
        let turned = symmetry.point(point, pattern.shape)?;
        let color = if is_swapped { !color } else { color };
        Some(((color as u8, turned.index_in(pattern.shape)?), (color, turned)))
    });
    turned.min_by_key(|(key, _)| *key).map_or((color, point), |(_, it)| it)
}

/// Games that are worth a thread of their own.
const MIN_PART: usize = 2000;

fn in_parallel(scanner: &Scanner<'_>) -> Result<Vec<Hit>, LibraryError> {
    let n_slots = scanner.size.slots.len();
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let n_parts = n_threads.min(n_slots / MIN_PART).max(1);
    if n_parts == 1 {
        return scanner.run(0..n_slots);
    }
    let part = n_slots.div_ceil(n_parts);
    let results = thread::scope(|scope| {
        let start = |idx: usize| {
            let slots = idx * part..n_slots.min((idx + 1) * part);
            scope.spawn(move || scanner.run(slots))
        };
        let threads: Vec<_> = (0..n_parts).map(start).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, Result<Vec<Hit>, LibraryError>>| {
            let failed = |_| Err(LibraryError::Failed("a search thread failed".into()));
            thread.join().unwrap_or_else(failed)
        };
        threads.into_iter().map(join).collect::<Vec<_>>()
    });
    let mut hits = Vec::new();
    for result in results {
        hits.extend(result?);
    }
    Ok(hits)
}

/// The next move as the pattern sees it.
pub(crate) fn in_pattern(variant: &Variant, color: Color, cell: usize) -> Option<(Color, Point)> {
    let point = variant.to_pattern(variant.shape.point_at(cell as u16)?)?;
    Some((if variant.is_swapped { !color } else { color }, point))
}
